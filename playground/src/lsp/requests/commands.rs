//! `workspace/executeCommand`. Each command has the address of a file and a position as arguments; without, it acts on
//! the last known cursor, since some editors cannot pass arguments.

use std::path::Path;
use std::process::{Command, Stdio};

use lsp_server::ErrorCode;
use lsp_types::request::ApplyWorkspaceEdit;
use lsp_types::{
    ApplyWorkspaceEditParams, ExecuteCommandParams, Position, TextDocumentIdentifier,
    TextDocumentPositionParams, Url,
};
use noise_playground::assist::{definition_at, symbols};
use noise_playground::generator::control::{DefaultEdit, default_edit};
use serde_json::Value;

use super::Answer;
use crate::lsp::command_names::{APPLY_FIX, OPEN, PIN_VALUE, SHOW, SHOW_VALUE, WRITE_DEFAULT};
use crate::lsp::documents::without_links;
use crate::lsp::edits::EditOrigin;
use crate::lsp::file::File;
use crate::lsp::state::State;
use crate::lsp::transport::error;
use crate::process::window_socket::{EditorMessage, RequestedEdit};

/// Fails with a reason, which editors show.
pub(super) fn execute(state: &mut State, params: ExecuteCommandParams) -> Answer<Option<Value>> {
    if params.command == APPLY_FIX {
        return apply_fix(state, &params.arguments);
    }
    let place = place(&params.arguments).or_else(|| state.cursor.clone());
    let place = place.ok_or_else(|| failed("the cursor is not known yet; move it"))?;
    let file = state.file(&place.text_document.uri);
    let file = file.ok_or_else(|| failed("the file is not open"))?;
    match params.command.as_str() {
        command @ (SHOW_VALUE | PIN_VALUE) => {
            require_window(state, &file)?;
            let (at, pin) = (file.cursor(place.position), command == PIN_VALUE);
            state.tell_windows(&EditorMessage::ShowValue { at, pin });
        }
        WRITE_DEFAULT => write_default(state, &file, place.position)?,
        OPEN => {
            let function = generator_at(state, &file, place.position);
            show(state, &file, function, None)?;
        }
        SHOW => {
            let text = |index: usize| {
                let argument = params.arguments.get(index)?;
                argument.as_str().map(str::to_owned)
            };
            let function = text(1).or_else(|| generator_at(state, &file, place.position));
            show(state, &file, function, text(2))?;
        }
        unknown => return Err(error(ErrorCode::InvalidParams, format!("no command {unknown:?}"))),
    }
    Ok(None)
}

/// Requests the edit of a quick fix from the client, which shows failures itself.
fn apply_fix(state: &mut State, arguments: &[Value]) -> Answer<Option<Value>> {
    let title = arguments.first().and_then(Value::as_str).map(str::to_owned);
    let edit = arguments.get(1).and_then(|edit| serde_json::from_value(edit.clone()).ok());
    let edit = edit.ok_or_else(|| error(ErrorCode::InvalidParams, "the edit is missing"))?;
    let params = ApplyWorkspaceEditParams { label: title, edit };
    state.request_of_client::<ApplyWorkspaceEdit>(params);
    Ok(None)
}

fn failed(reason: impl ToString) -> lsp_server::ResponseError {
    error(ErrorCode::RequestFailed, reason)
}

fn place(arguments: &[Value]) -> Option<TextDocumentPositionParams> {
    let uri: Url = serde_json::from_value(arguments.first()?.clone()).ok()?;
    let position = arguments
        .get(1)
        .and_then(|position| serde_json::from_value::<Position>(position.clone()).ok());
    let document = TextDocumentIdentifier { uri };
    Some(TextDocumentPositionParams::new(document, position.unwrap_or_default()))
}

fn require_window(state: &State, file: &File) -> Answer<()> {
    let found = state.window_of(&file.path());
    found.map(drop).ok_or_else(|| failed("no window has this folder open"))
}

/// Returns the generator whose declaration contains a position, else the main one.
fn generator_at(state: &State, file: &File, position: Position) -> Option<String> {
    let at = file.offset(position);
    let generators = &state.compiled(file)?.generators;
    let symbols = symbols(&file.source);
    let around = symbols.iter().find(|symbol| symbol.range.start <= at && at <= symbol.range.end);
    let is_around =
        |function: &str| around.is_some_and(|symbol| symbol.definition.name == function);
    let own = generators.iter().find(|generator| is_around(&generator.address().function));
    let shown = own.or_else(|| generators.iter().find(|generator| generator.is_main()));
    shown.map(|generator| generator.address().function.clone())
}

/// Shows a generator in the window that has the folder open, or starts one.
fn show(state: &State, file: &File, function: Option<String>, mode: Option<String>) -> Answer<()> {
    if state.window_of(&file.path()).is_some() {
        let function = function.ok_or_else(|| failed("the file has no generator"))?;
        state.tell_windows(&EditorMessage::Show { file: file.path(), function, mode });
        return Ok(());
    }
    start_window(&file.path()).map_err(|error| failed(format!("cannot start the window: {error}")))
}

/// The window stays when the editor ends.
fn start_window(file: &Path) -> std::io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut window = command.spawn()?;
    std::thread::spawn(move || window.wait());
    Ok(())
}

/// Makes the value in the window the default of the control at the cursor.
fn write_default(state: &mut State, file: &File, position: Position) -> Answer<()> {
    let at = file.offset(position);
    let definition = definition_at(&file.tree, &file.source, at).map(|(_, found)| found);
    let control = definition.and_then(|definition| state.control(file, &definition));
    let (path, control) = control.ok_or_else(|| failed("no control is at the cursor"))?;
    let window = state.window_of(&file.path());
    let window = window.ok_or_else(|| failed("no window has this folder open"))?;
    let shown = &window.values;
    let numbers = shown.values.get(&control.name).filter(|_| shown.file == path.as_str());
    let numbers = numbers.ok_or_else(|| failed("the selected cell has no such control"))?;
    let source = control.location.as_ref().and_then(|location| file.tree.get(&location.file));
    let source = source.ok_or_else(|| failed("no control is at the cursor"))?;
    let edit = default_edit(source, &control, &numbers.clone().into());
    let DefaultEdit { text, default } = edit.map_err(failed)?;
    let file = without_links(&file.root.join(text.file.as_str()));
    let label = format!("Write {} {} as default", control.label, control.value_text(&default));
    let edit = RequestedEdit { id: 0, label, file, before: text.before, after: text.after };
    state.edit(edit, EditOrigin::Command);
    Ok(())
}
