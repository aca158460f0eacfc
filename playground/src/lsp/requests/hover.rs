//! `textDocument/hover` and `textDocument/signatureHelp`.

use std::fmt::Write as _;

use lsp_types::{
    Documentation, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind,
    ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams, SignatureInformation,
};
use noise_playground::assist::{Definition, DefinitionKind, call_at, hover as explain};
use noise_playground::generator::control::Control;
use noise_playground::source::ModulePath;

use super::Answer;
use crate::lsp::file::File;
use crate::lsp::state::State;
use crate::process::window_socket::ProbeValue;

pub(super) fn hover(state: &mut State, params: HoverParams) -> Answer<Option<Hover>> {
    let place = params.text_document_position_params;
    state.move_cursor(&place);
    let Some(file) = state.file(&place.text_document.uri) else {
        return Ok(None);
    };
    let at = file.offset(place.position);
    Ok(explain(&file.tree, &file.source, at).map(|found| {
        let kind = state.client.hover_format();
        let is_markdown = kind == MarkupKind::Markdown;
        let mut text = if is_markdown {
            format!("```wgsl\n{}\n```\n", found.code)
        } else {
            format!("{}\n", found.code)
        };
        if !found.text.is_empty() {
            let _ = writeln!(text, "\n{}", found.text);
        }
        if let Some(definition) = &found.definition {
            add_control(&mut text, state, &file, definition);
            add_value(&mut text, state, &file, definition, place.position.line as usize + 1);
            if definition.file != file.source.path || definition.kind == DefinitionKind::Function {
                let path = shown_path(&definition.file);
                let quote = if is_markdown { "`" } else { "" };
                let _ = writeln!(text, "\n{quote}{path}{quote}");
            }
        }
        Hover {
            contents: HoverContents::Markup(MarkupContent { kind, value: text }),
            range: Some(file.range(&found.range)),
        }
    }))
}

/// Files of the built-in library are named by their import.
pub(super) fn shown_path(file: &ModulePath) -> String {
    match file.as_str().strip_prefix("<playground>/") {
        Some(_) => format!("playground::{}", file.components()[1..].join("::")),
        None => file.to_string(),
    }
}

/// Range, default and present value of a control.
fn add_control(text: &mut String, state: &State, file: &File, definition: &Definition) {
    let Some((function, control)) = state.control(file, definition) else {
        return;
    };
    let range = &control.range;
    let default = control.value_text(&control.default);
    if control.widget.has_slider() {
        let _ = write!(text, "\nRange {} to {}, default {default}.", range.min, range.max);
    } else {
        let _ = write!(text, "\nDefault {default}.");
    }
    if let Some(value) = present_value(state, file, &function, &control) {
        let _ = write!(text, " Now {value} in the window.");
    }
    text.push('\n');
}

fn present_value(
    state: &State,
    file: &File,
    function: &ModulePath,
    control: &Control,
) -> Option<String> {
    let shown = &state.window_of(&file.path())?.values;
    let numbers = shown.values.get(&control.name).filter(|_| shown.file == function.as_str())?;
    Some(control.value_text(&numbers.clone().into()))
}

/// Value at the probe of a variable or parameter, of its statement in this line or of its last one.
fn add_value(text: &mut String, state: &State, file: &File, definition: &Definition, line: usize) {
    let Some(window) = state.window_of(&file.path()) else {
        return;
    };
    let declared = file.source.location(definition.range.clone()).start.line;
    let is_value = |value: &&ProbeValue| {
        value.file == file.source.path.as_str()
            && value.name == definition.name
            && matches!(definition.kind, DefinitionKind::Local | DefinitionKind::Parameter)
    };
    let values = || window.probe.iter().filter(is_value);
    let found = values().find(|value| value.line == line);
    let Some(value) = found.or_else(|| values().find(|value| value.line == declared)) else {
        return;
    };
    let _ = write!(text, "\nAt the probe: {}", value.value);
    if let Some(double) = &value.double {
        let _ = write!(text, " (f64: {double})");
    }
    match value.count {
        1 => text.push_str(", computed once.\n"),
        count => _ = writeln!(text, ", computed {count} times."),
    }
}

pub(super) fn signature_help(
    state: &mut State,
    params: SignatureHelpParams,
) -> Answer<Option<SignatureHelp>> {
    let place = params.text_document_position_params;
    let Some(file) = state.file(&place.text_document.uri) else {
        return Ok(None);
    };
    let call = call_at(&file.tree, &file.source, file.offset(place.position));
    Ok(call.map(|call| {
        let parameters = call.parameters.into_iter().map(|(label, doc)| ParameterInformation {
            label: ParameterLabel::Simple(label),
            documentation: (!doc.is_empty()).then_some(Documentation::String(doc)),
        });
        let active = Some(call.active as u32);
        let signature = SignatureInformation {
            label: call.signature,
            documentation: state.client.signature_documentation(call.doc),
            parameters: Some(parameters.collect()),
            active_parameter: active,
        };
        SignatureHelp {
            signatures: vec![signature],
            active_signature: Some(0),
            active_parameter: active,
        }
    }))
}
