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
use super::hover::shown_path;
use crate::lsp::file::File;
use crate::lsp::initialize::Client;
use crate::lsp::position::Lines;
use crate::lsp::state::State;

/// Limit of a list of all declarations.
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
    let uri = params.text_document.uri;
    let Some(file) = state.file(&uri) else {
        return Ok(None);
    };
    let all = symbols(&file.source).into_iter();
    if state.client.takes_nested_symbols() {
        let all = all.map(|symbol| document_symbol(&state.client, &file.lines(), symbol));
        return Ok(Some(DocumentSymbolResponse::Nested(all.collect())));
    }
    let flat = all.flat_map(|symbol| {
        let container = symbol.definition.name.clone();
        let members = symbol.members.clone();
        let members = members.into_iter().map(move |member| (member, Some(container.clone())));
        [(symbol, None)].into_iter().chain(members)
    });
    let flat = flat.map(|(symbol, container)| {
        let kind = state.client.symbol_kind(symbol_kind(symbol.definition.kind), true);
        let location = Location { uri: uri.clone(), range: file.range(&symbol.range) };
        flat_symbol(symbol.definition.name, kind, location, container)
    });
    Ok(Some(DocumentSymbolResponse::Flat(flat.collect())))
}

#[allow(deprecated, reason = "the type has a deprecated field, which must be given")]
fn flat_symbol(
    name: String,
    kind: SymbolKind,
    location: Location,
    container_name: Option<String>,
) -> SymbolInformation {
    SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name }
}

#[allow(deprecated, reason = "the type has a deprecated field, which must be given")]
fn document_symbol(client: &Client, lines: &Lines<'_>, symbol: Symbol) -> DocumentSymbol {
    let members = symbol.members.into_iter().map(|member| document_symbol(client, lines, member));
    let members: Vec<DocumentSymbol> = members.collect();
    DocumentSymbol {
        name: symbol.definition.name,
        detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
        kind: client.symbol_kind(symbol_kind(symbol.definition.kind), true),
        tags: None,
        deprecated: None,
        range: lines.range(&symbol.range),
        selection_range: lines.range(&symbol.definition.range),
        children: (!members.is_empty()).then_some(members),
    }
}

/// Lists the declarations of the folders, then those of the built-in library.
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
        let matching: Vec<Symbol> = matching.collect();
        // A copy of a built-in file is written only if it is listed.
        let uri = (!matching.is_empty()).then(|| file.uri(state, &file.source.path));
        let Some(uri) = uri.flatten() else {
            continue;
        };
        let container = shown_path(&file.source.path);
        found.extend(matching.into_iter().map(|symbol| {
            let definition = symbol.definition;
            let kind = state.client.symbol_kind(symbol_kind(definition.kind), false);
            let location = Location { uri: uri.clone(), range: file.range(&definition.range) };
            flat_symbol(definition.name, kind, location, Some(container.clone()))
        }));
    }
    found.truncate(MAX_SYMBOLS);
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}
