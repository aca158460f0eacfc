//! The request `initialize`: what the client can, and what the server offers.

use std::time::Duration;

use lsp_types::{
    ClientCapabilities, InitializeParams, InitializeResult, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions,
};
use serde::Deserialize;

use super::position::Encoding;

/// `initializationOptions`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Options {
    /// Show diagnostics.
    pub(super) diagnostics: bool,
    /// Show the values at the probe as inlay hints.
    pub(super) hints: bool,
    /// Milliseconds for which a text must be wrong before its errors are shown.
    delay_ms: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { diagnostics: true, hints: true, delay_ms: 300 }
    }
}

impl Options {
    pub(super) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms)
    }
}

/// What is known of the client.
#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    /// Name of the editor.
    pub(super) name: String,
    pub(super) encoding: Encoding,
    pub(super) options: Options,
    pub(super) capabilities: ClientCapabilities,
}

impl Client {
    /// Options that are not understood are the default ones.
    pub(super) fn new(params: InitializeParams) -> Self {
        let general = params.capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let options = params.initialization_options.unwrap_or_default();
        let options = serde_json::from_value(options).unwrap_or_else(|error| {
            tracing::warn!("initializationOptions: {error}");
            Options::default()
        });
        let name = params.client_info.map(|client| client.name);
        Self {
            name: name.unwrap_or_else(|| "an editor".to_owned()),
            encoding: Encoding::choose(encodings),
            options,
            capabilities: params.capabilities,
        }
    }

    pub(super) fn result(&self) -> InitializeResult {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        };
        InitializeResult {
            capabilities: ServerCapabilities {
                position_encoding: Some(self.encoding.kind()),
                text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
                ..ServerCapabilities::default()
            },
            server_info: Some(ServerInfo {
                name: "playground".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }
}
