//! `textDocument/codeAction`: quick fixes of diagnostics, and what the window can do with the value at the cursor.

use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Command,
    Diagnostic, TextDocumentPositionParams,
};
use noise_playground::assist::{DefinitionKind, definition_at, import_edit, imports_of};
use noise_playground::generator::compile;
use serde_json::{Value, json};

use super::Answer;
use crate::lsp::command_names;
use crate::lsp::diagnostics::SOURCE;
use crate::lsp::file::File;
use crate::lsp::state::State;

pub(super) fn actions(
    state: &mut State,
    params: CodeActionParams,
) -> Answer<Option<CodeActionResponse>> {
    let place = TextDocumentPositionParams::new(params.text_document.clone(), params.range.start);
    state.move_cursor(&place);
    let Some(file) = state.file(&params.text_document.uri) else {
        return Ok(None);
    };
    let wanted = params.context.only;
    let mut all = Vec::new();
    if wanted.as_ref().is_none_or(|kinds| kinds.contains(&CodeActionKind::QUICKFIX)) {
        all.extend(quick_fixes(state, &file, &params.context.diagnostics));
    }
    if wanted.is_none() {
        all.extend(window_actions(state, &file, &place));
    }
    Ok(Some(all))
}

fn quick_fixes(state: &State, file: &File, diagnostics: &[Diagnostic]) -> Vec<CodeActionOrCommand> {
    // Some editors, such as Vim with ALE, return diagnostics without their source.
    let is_own = |found: &&Diagnostic| found.source.as_deref().is_none_or(|name| name == SOURCE);
    let own: Vec<&Diagnostic> = diagnostics.iter().filter(is_own).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let found = compile(&file.tree, &file.source).diagnostics;
    let actions = own.into_iter().flat_map(|diagnostic| {
        let certain = certain_fix(file, diagnostic, &found).into_iter();
        let fixes = certain.chain(fixes(file, diagnostic));
        fixes.filter_map(|fix| supported(state, action(state, file, diagnostic, fix)))
    });
    actions.collect()
}

/// Clients without literals of actions get a command that sends the edit; `None` for clients without edits either.
fn supported(state: &State, action: CodeAction) -> Option<CodeActionOrCommand> {
    if state.client.takes_action_literals() {
        return Some(CodeActionOrCommand::CodeAction(action));
    }
    let command = Command {
        command: command_names::APPLY_FIX.to_owned(),
        arguments: Some(vec![json!(action.title), json!(action.edit)]),
        title: action.title,
    };
    state.client.can_apply_edits().then_some(CodeActionOrCommand::Command(command))
}

struct Fix {
    title: String,
    range: Range<usize>,
    text: String,
    /// True if nothing else can be meant.
    is_certain: bool,
}

/// Returns the fix of the compiler's own diagnostic. Editors do not return all of a diagnostic, but its text and range.
fn certain_fix(
    file: &File,
    diagnostic: &Diagnostic,
    found: &[noise_playground::wgsl::diagnostic::Diagnostic],
) -> Option<Fix> {
    let start = file.lines().bytes(diagnostic.range).start;
    let is_same = |found: &&noise_playground::wgsl::diagnostic::Diagnostic| {
        let location = found.location.as_ref();
        diagnostic.message.starts_with(&found.message)
            && location.is_some_and(|location| {
                location.file == file.source.path && file.source.offset(location.start) == start
            })
    };
    let found = found.iter().find(is_same)?;
    let fix = found.fix.as_ref().filter(|fix| fix.location.file == file.source.path)?;
    let range = file.source.offset(fix.location.start)..file.source.offset(fix.location.end);
    let title = match (range.is_empty(), fix.text.as_str()) {
        (true, text) => format!("Insert `{text}`"),
        (false, "") => format!("Delete `{}`", file.source.text[range.clone()].trim()),
        (false, text) => format!("Replace by `{}`", text.trim()),
    };
    Some(Fix { title, range, text: fix.text.clone(), is_certain: true })
}

fn action(state: &State, file: &File, diagnostic: &Diagnostic, fix: Fix) -> CodeAction {
    let edit = file.edit(&fix.range, fix.text);
    let uri = state.uri(&file.path());
    let changes = uri.into_iter().map(|uri| (uri, vec![edit.clone()])).collect();
    CodeAction {
        title: fix.title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        is_preferred: fix.is_certain.then_some(true),
        edit: Some(state.workspace_edit(changes)),
        ..CodeAction::default()
    }
}

/// Fixes that the message advises: a similar name, an import, or the spelling of WGSL.
fn fixes(file: &File, diagnostic: &Diagnostic) -> Vec<Fix> {
    let message = diagnostic.message.as_str();
    let range = file.lines().bytes(diagnostic.range);
    let text = &file.source.text;
    let mut fixes = Vec::new();
    let wrong = quoted_after(message, "").unwrap_or_default();
    let replaced = text[range.clone()].find(wrong).filter(|_| !wrong.is_empty());
    let replaced =
        replaced.map_or(range.clone(), |at| range.start + at..range.start + at + wrong.len());
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '@'));
    for advice in ["did you mean ", "WGSL has "] {
        if let Some(name) = quoted_after(message, advice).filter(|name| is_name(name)) {
            let title = format!("Replace by `{name}`");
            let (range, text) = (replaced.clone(), name.to_owned());
            fixes.push(Fix { title, range, text, is_certain: false });
        }
    }
    if let Some(name) = quoted_after(message, "no definition in scope for identifier: ") {
        for statement in imports_of(&file.tree, &file.source, name) {
            let edit = import_edit(&file.source, &statement);
            let title = format!("Add `{statement}`");
            let (range, text) = (edit.at..edit.at, edit.text);
            fixes.push(Fix { title, range, text, is_certain: false });
        }
    }
    fixes
}

/// Returns the first text in backticks after some words.
fn quoted_after<'m>(message: &'m str, words: &str) -> Option<&'m str> {
    let (_, rest) = message.split_once(words)?;
    let rest = if words.is_empty() { rest.split_once('`')?.1 } else { rest.strip_prefix('`')? };
    rest.split('`').next()
}

fn window_actions(
    state: &State,
    file: &File,
    place: &TextDocumentPositionParams,
) -> Vec<CodeActionOrCommand> {
    let arguments = vec![json!(place.text_document.uri), json!(place.position)];
    let command = |title: &str, command: &str, arguments: Vec<Value>| {
        CodeActionOrCommand::Command(Command {
            title: title.to_owned(),
            command: command.to_owned(),
            arguments: Some(arguments),
        })
    };
    let at = file.offset(place.position);
    let definition = definition_at(&file.tree, &file.source, at).map(|(_, found)| found);
    let is_value = definition.as_ref().is_some_and(|found| {
        matches!(found.kind, DefinitionKind::Local | DefinitionKind::Parameter)
    });
    let has_window = state.window_of(&file.path()).is_some();
    let mut all = Vec::new();
    if has_window && is_value {
        all.push(command(
            "Show this value as picture",
            command_names::SHOW_VALUE,
            arguments.clone(),
        ));
        all.push(command("Pin this value", command_names::PIN_VALUE, arguments.clone()));
    }
    let control = definition.and_then(|definition| state.control(file, &definition));
    if has_window && control.is_some() {
        let title = "Write present value as default";
        all.push(command(title, command_names::WRITE_DEFAULT, arguments.clone()));
    }
    all.push(command("Open the playground here", command_names::OPEN, arguments));
    all
}
