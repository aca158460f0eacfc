//! Notifications about the texts of open files.

use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams,
};

use crate::lsp::state::State;

pub(super) fn open(state: &mut State, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    if let Some(file) = state.documents.open(document.uri, document.version, &document.text) {
        state.text_changed(&file);
    }
}

pub(super) fn change(state: &mut State, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    let encoding = state.client.encoding;
    let changes = params.content_changes;
    let changed = state.documents.change(&document.uri, document.version, changes, encoding);
    if let Some(file) = changed.map(|changed| changed.path.clone()) {
        state.text_changed(&file);
    }
}

pub(super) fn close(state: &mut State, params: DidCloseTextDocumentParams) {
    if let Some(file) = state.documents.close(&params.text_document.uri) {
        state.text_changed(&file);
    }
}

pub(super) fn save(state: &mut State, params: DidSaveTextDocumentParams) {
    state.documents.saved(&params.text_document.uri);
    state.check();
}
