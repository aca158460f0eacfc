//! Notifications about the texts of open files.

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializedParams,
};

use crate::lsp::state::State;

pub(super) fn initialized(state: &mut State, _: InitializedParams) {
    state.watch_files();
}

pub(super) fn open(state: &mut State, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let uri = document.uri;
    if state.documents.open(uri.clone(), document.version, &document.text).is_some() {
        state.text_changed(&uri);
    }
}

pub(super) fn change(state: &mut State, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    let encoding = state.client.encoding;
    let changes = params.content_changes;
    let changed = state.documents.change(&document.uri, document.version, changes, encoding);
    if changed.is_some() {
        state.text_changed(&document.uri);
    }
}

pub(super) fn close(state: &mut State, params: DidCloseTextDocumentParams) {
    if let Some(file) = state.documents.close(&params.text_document.uri) {
        state.text_closed(file);
    }
}

pub(super) fn save(state: &mut State, _: DidSaveTextDocumentParams) {
    state.check();
}

pub(super) fn watched(state: &mut State, _: DidChangeWatchedFilesParams) {
    state.check();
}
