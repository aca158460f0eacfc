//! Definitions, references and lists of declarations.

use lsp_types::{
    DocumentHighlight, DocumentHighlightParams, DocumentSymbol, DocumentSymbolParams,
    DocumentSymbolResponse, GotoDefinitionParams, GotoDefinitionResponse, Location,
    ReferenceParams, SymbolInformation, SymbolKind, TextDocumentPositionParams,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use noise_playground::assist::{
    Definition, DefinitionKind, Symbol, definition_at, references as all_references, symbols,
};

use super::Answer;
use crate::lsp::file::File;
use crate::lsp::state::State;

/// Of a list of all declarations.
const MAX_SYMBOLS: usize = 1000;

fn defined(state: &State, place: &TextDocumentPositionParams) -> Option<(File, Definition)> {
    let file = state.file(&place.text_document.uri)?;
    let at = file.offset(place.position);
    let (_, definition) = definition_at(&file.tree, &file.source, at)?;
    Some((file, definition))
}

pub(super) fn definition(
    state: &mut State,
    params: GotoDefinitionParams,
) -> Answer<Option<GotoDefinitionResponse>> {
    let found = defined(state, &params.text_document_position_params);
    let location = found
        .and_then(|(file, definition)| file.location(state, &definition.file, &definition.range));
    Ok(location.map(GotoDefinitionResponse::Scalar))
}

pub(super) fn references(
    state: &mut State,
    params: ReferenceParams,
) -> Answer<Option<Vec<Location>>> {
    let includes_declaration = params.context.include_declaration;
    let Some((file, definition)) = defined(state, &params.text_document_position) else {
        return Ok(None);
    };
    let found = all_references(&file.tree, &definition).into_iter();
    let is_wanted = |(path, range): &(_, _)| {
        includes_declaration || (path, range) != (&definition.file, &definition.range)
    };
    let found = found.filter(is_wanted);
    Ok(Some(found.filter_map(|(path, range)| file.location(state, &path, &range)).collect()))
}

/// Editors request this for the name at the cursor, so Look inside follows.
pub(super) fn highlight(
    state: &mut State,
    params: DocumentHighlightParams,
) -> Answer<Option<Vec<DocumentHighlight>>> {
    let place = params.text_document_position_params;
    state.move_cursor(&place);
    let Some((file, definition)) = defined(state, &place) else {
        return Ok(None);
    };
    let found = all_references(&file.tree, &definition).into_iter();
    let own = found.filter(|(path, _)| *path == file.source.path);
    let highlights =
        own.map(|(_, range)| DocumentHighlight { range: file.range(&range), kind: None });
    Ok(Some(highlights.collect()))
}

fn symbol_kind(kind: DefinitionKind) -> SymbolKind {
    match kind {
        DefinitionKind::Function => SymbolKind::FUNCTION,
        DefinitionKind::Struct => SymbolKind::STRUCT,
        DefinitionKind::Member => SymbolKind::FIELD,
        DefinitionKind::File => SymbolKind::FILE,
        DefinitionKind::Global | DefinitionKind::Parameter | DefinitionKind::Local => {
            SymbolKind::VARIABLE
        }
    }
}

pub(super) fn document_symbols(
    state: &mut State,
    params: DocumentSymbolParams,
) -> Answer<Option<DocumentSymbolResponse>> {
    let file = state.file(&params.text_document.uri);
    Ok(file.map(|file| {
        let lines = file.lines();
        let all = symbols(&file.source);
        let all = all.into_iter().map(|symbol| document_symbol(&lines, symbol));
        DocumentSymbolResponse::Nested(all.collect())
    }))
}

#[allow(deprecated, reason = "the type has a deprecated field, which must be given")]
fn document_symbol(lines: &crate::lsp::position::Lines<'_>, symbol: Symbol) -> DocumentSymbol {
    let members = symbol.members.into_iter().map(|member| document_symbol(lines, member));
    let members: Vec<DocumentSymbol> = members.collect();
    DocumentSymbol {
        name: symbol.definition.name,
        detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
        kind: symbol_kind(symbol.definition.kind),
        tags: None,
        deprecated: None,
        range: lines.range(&symbol.range),
        selection_range: lines.range(&symbol.definition.range),
        children: (!members.is_empty()).then_some(members),
    }
}

#[allow(deprecated, reason = "the type has a deprecated field, which must be given")]
pub(super) fn workspace_symbols(
    state: &mut State,
    params: WorkspaceSymbolParams,
) -> Answer<Option<WorkspaceSymbolResponse>> {
    let query = params.query.to_lowercase();
    let mut found = Vec::new();
    for file in state.all_files() {
        let matching = symbols(&file.source).into_iter();
        let matching =
            matching.filter(|symbol| symbol.definition.name.to_lowercase().contains(&query));
        for symbol in matching {
            let definition = symbol.definition;
            let location = file.location(state, &definition.file, &definition.range);
            found.extend(location.map(|location| SymbolInformation {
                name: definition.name,
                kind: symbol_kind(definition.kind),
                tags: None,
                deprecated: None,
                location,
                container_name: Some(definition.file.to_string()),
            }));
        }
    }
    found.truncate(MAX_SYMBOLS);
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}
