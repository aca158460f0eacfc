//! Notifications about the texts of open files.

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams,
};

use crate::lsp::server::Server;

pub(super) fn open(server: &mut Server, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let opened = server.documents.open(document.uri, document.version, &document.text);
    if opened.is_some() {
        server.check();
    }
}

pub(super) fn change(server: &mut Server, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    let encoding = server.client.encoding;
    let changes = params.content_changes;
    let changed = server.documents.change(&document.uri, document.version, changes, encoding);
    if changed.is_some() {
        server.check();
    }
}

pub(super) fn close(server: &mut Server, params: DidCloseTextDocumentParams) {
    if server.documents.close(&params.text_document.uri).is_some() {
        server.check();
    }
}

pub(super) fn save(server: &mut Server, _: DidSaveTextDocumentParams) {
    server.check();
}

pub(super) fn watched(server: &mut Server, _: DidChangeWatchedFilesParams) {
    server.check();
}
