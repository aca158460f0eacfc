//! `textDocument/rename` and `textDocument/prepareRename`.

use std::collections::BTreeMap;

use lsp_server::ErrorCode;
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Url, WorkspaceEdit,
};
use noise_playground::assist::{
    Definition, DefinitionKind, definition_at, rename as rename_all, renamed_in_presets,
};
use noise_playground::subject::preset::preset_file_of;

use super::Answer;
use crate::lsp::file::File;
use crate::lsp::position::Lines;
use crate::lsp::state::State;
use crate::lsp::transport::error;

pub(super) fn prepare(
    state: &mut State,
    place: TextDocumentPositionParams,
) -> Answer<Option<PrepareRenameResponse>> {
    let found = state.file(&place.text_document.uri).and_then(|file| {
        let at = file.offset(place.position);
        let (range, definition) = definition_at(&file.tree, &file.source, at)?;
        let is_own = file.tree.get(&definition.file).is_some();
        let can_rename = is_own && definition.kind != DefinitionKind::File;
        can_rename.then(|| PrepareRenameResponse::Range(file.range(&range)))
    });
    Ok(found)
}

/// Fails with a reason, which editors show.
pub(super) fn rename(state: &mut State, params: RenameParams) -> Answer<Option<WorkspaceEdit>> {
    let place = params.text_document_position;
    let Some(file) = state.file(&place.text_document.uri) else {
        return Ok(None);
    };
    let (at, new) = (file.offset(place.position), params.new_name);
    let renamed = rename_all(&file.tree, &file.source, at, &new);
    let (definition, places) = renamed.map_err(|reason| error(ErrorCode::RequestFailed, reason))?;
    let mut changes: BTreeMap<Url, Vec<TextEdit>> = BTreeMap::new();
    for (path, range) in places {
        if let Some(location) = file.location(state, &path, &range) {
            let edit = TextEdit { range: location.range, new_text: new.clone() };
            changes.entry(location.uri).or_default().push(edit);
        }
    }
    changes.extend(preset_edits(&file, &definition, &new));
    Ok(Some(state.workspace_edit(changes)))
}

/// Returns the edits of the presets beside the file; `None` if there are none.
fn preset_edits(file: &File, definition: &Definition, new: &str) -> Option<(Url, Vec<TextEdit>)> {
    if matches!(definition.kind, DefinitionKind::Local | DefinitionKind::Struct) {
        return None;
    }
    let path = file.root.join(preset_file_of(&definition.file).as_str());
    let text = std::fs::read_to_string(&path).ok()?;
    let lines = Lines::new(&text, file.encoding);
    let places = renamed_in_presets(&text, definition);
    let edits =
        places.iter().map(|place| TextEdit { range: lines.range(place), new_text: new.to_owned() });
    let edits: Vec<TextEdit> = edits.collect();
    (!edits.is_empty()).then(|| Some((Url::from_file_path(&path).ok()?, edits)))?
}
