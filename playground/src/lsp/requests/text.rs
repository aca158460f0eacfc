//! Notifications about the texts of open files.

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams,
};

use crate::lsp::server::Server;

pub(super) fn open(server: &mut Server, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let uri = document.uri;
    if server.documents.open(uri.clone(), document.version, &document.text).is_some() {
        server.text_changed(&uri);
    }
}

pub(super) fn change(server: &mut Server, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    let encoding = server.client.encoding;
    let changes = params.content_changes;
    let changed = server.documents.change(&document.uri, document.version, changes, encoding);
    if changed.is_some() {
        server.text_changed(&document.uri);
    }
}

pub(super) fn close(server: &mut Server, params: DidCloseTextDocumentParams) {
    if let Some(file) = server.documents.close(&params.text_document.uri) {
        server.text_closed(file);
    }
}

pub(super) fn save(server: &mut Server, _: DidSaveTextDocumentParams) {
    server.check();
}

pub(super) fn watched(server: &mut Server, _: DidChangeWatchedFilesParams) {
    server.check();
}
