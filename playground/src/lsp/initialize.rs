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
use serde_json::{Value, json};

use super::command_names::COMMANDS;
use super::documents::path;
use super::position::Encoding;

/// Limit of [`Options::delay_ms`].
const MAX_DELAY_MS: u64 = 60_000;

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
    /// Fails with a reason that names the wrong option.
    fn parse(options: Value) -> Result<Self, String> {
        let Value::Object(members) = &options else {
            return Err(format!("{options} is no object"));
        };
        for (name, value) in members {
            let alone = json!({ name: value });
            serde_json::from_value::<Self>(alone).map_err(|error| format!("{name}: {error}"))?;
        }
        let parsed: Self = serde_json::from_value(options).map_err(|error| error.to_string())?;
        if parsed.delay_ms > MAX_DELAY_MS {
            return Err(format!("delay_ms: {} is more than {MAX_DELAY_MS}", parsed.delay_ms));
        }
        Ok(parsed)
    }

    pub(super) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    pub(super) name: String,
    pub(super) encoding: Encoding,
    pub(super) options: Options,
    /// Reason why the options of the client are not used, if they are wrong.
    pub(super) wrong_options: Option<String>,
    /// Number of the editor's process.
    pub(super) process: Option<u32>,
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
        let options = options.map_or_else(|| Ok(Options::default()), Options::parse);
        let wrong_options = options.as_ref().err().cloned();
        let name = params.client_info.map(|client| client.name);
        let name = name.or_else(|| program_name(params.process_id?));
        Self {
            name: name.unwrap_or_else(|| "an editor".to_owned()),
            encoding: Encoding::choose(encodings),
            options: options.unwrap_or_default(),
            wrong_options,
            process: params.process_id,
            workspaces,
            capabilities: params.capabilities,
        }
    }

    fn rename_provider(&self) -> OneOf<bool, RenameOptions> {
        if !self.prepares_renames() {
            return OneOf::Left(true);
        }
        OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })
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
                rename_provider: Some(self.rename_provider()),
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
