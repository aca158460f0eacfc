//! The request `initialize`: what the client can, and what the server offers.

use std::path::PathBuf;
use std::time::Duration;

use lsp_types::{
    ClientCapabilities, CodeActionProviderCapability, CodeLensOptions, ColorProviderCapability,
    CompletionOptions, ExecuteCommandOptions, HoverProviderCapability, InitializeParams,
    InitializeResult, OneOf, RenameOptions, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde::Deserialize;

use super::command_names::COMMANDS;
use super::documents::path;
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

/// Capabilities and options of the client.
#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    /// Name of the editor.
    pub(super) name: String,
    pub(super) encoding: Encoding,
    pub(super) options: Options,
    /// Folders that the editor has open, without links.
    pub(super) workspaces: Vec<PathBuf>,
    pub(super) capabilities: ClientCapabilities,
}

impl Client {
    /// Options that are not understood are the default ones.
    pub(super) fn new(params: InitializeParams) -> Self {
        let workspaces = workspaces(&params);
        let general = params.capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let options = params.initialization_options.filter(|options| !options.is_null());
        let options = options.map_or_else(|| Ok(Options::default()), serde_json::from_value);
        let options = options.unwrap_or_else(|error| {
            tracing::warn!("initializationOptions: {error}");
            Options::default()
        });
        let name = params.client_info.map(|client| client.name);
        let name = name.or_else(|| program_name(params.process_id?));
        Self {
            name: name.unwrap_or_else(|| "an editor".to_owned()),
            encoding: Encoding::choose(encodings),
            options,
            workspaces,
            capabilities: params.capabilities,
        }
    }

    pub(super) fn takes_snippets(&self) -> bool {
        let text = self.capabilities.text_document.as_ref();
        let completion = text.and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        item.and_then(|item| item.snippet_support).unwrap_or(false)
    }

    pub(super) fn can_refresh_hints(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        hints.and_then(|hints| hints.refresh_support).unwrap_or(false)
    }

    pub(super) fn can_watch_files(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        let files = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        files.and_then(|files| files.dynamic_registration).unwrap_or(false)
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
                hover_provider: Some(HoverProviderCapability::Simple(true)),
                completion_provider: Some(CompletionOptions {
                    trigger_characters: Some([".", "@", ":"].map(str::to_owned).into()),
                    ..CompletionOptions::default()
                }),
                signature_help_provider: Some(SignatureHelpOptions {
                    trigger_characters: Some(["(", ","].map(str::to_owned).into()),
                    ..SignatureHelpOptions::default()
                }),
                definition_provider: Some(OneOf::Left(true)),
                references_provider: Some(OneOf::Left(true)),
                document_highlight_provider: Some(OneOf::Left(true)),
                document_symbol_provider: Some(OneOf::Left(true)),
                workspace_symbol_provider: Some(OneOf::Left(true)),
                rename_provider: Some(OneOf::Right(RenameOptions {
                    prepare_provider: Some(true),
                    work_done_progress_options: WorkDoneProgressOptions::default(),
                })),
                color_provider: Some(ColorProviderCapability::Simple(true)),
                code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
                code_lens_provider: Some(CodeLensOptions { resolve_provider: None }),
                inlay_hint_provider: Some(OneOf::Left(true)),
                execute_command_provider: Some(ExecuteCommandOptions {
                    commands: COMMANDS.map(str::to_owned).into(),
                    work_done_progress_options: WorkDoneProgressOptions::default(),
                }),
                ..ServerCapabilities::default()
            },
            server_info: Some(ServerInfo {
                name: "playground".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }
}

/// Older clients, which know no workspace folders, state a single root.
fn workspaces(params: &InitializeParams) -> Vec<PathBuf> {
    #[expect(deprecated, reason = "sent by editors that know no workspace folders")]
    let root = params.root_uri.as_ref();
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let folders: Vec<PathBuf> = folders.filter_map(path).collect();
    if folders.is_empty() { root.and_then(path).into_iter().collect() } else { folders }
}

/// For clients that do not tell their names, such as eglot.
fn program_name(process: u32) -> Option<String> {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).ok()?;
    Some(name.trim().to_owned())
}
