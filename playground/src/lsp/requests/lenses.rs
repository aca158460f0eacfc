//! `textDocument/codeLens` and `textDocument/inlayHint`.

use std::collections::BTreeMap;

use lsp_types::{
    CodeLens, CodeLensParams, Command, InlayHint, InlayHintLabel, InlayHintParams, Position,
};
use noise_playground::view::shading::ViewMode;
use serde_json::json;

use super::Answer;
use crate::lsp::command_names;
use crate::lsp::state::State;

/// Above each generator: show it, also as a terrain.
pub(super) fn lenses(state: &mut State, params: CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let Some(file) = state.file(&uri) else {
        return Ok(None);
    };
    let compiled = state.compiled(&file);
    let mut lenses = Vec::new();
    for generator in compiled.iter().flat_map(|compiled| &compiled.generators) {
        let function = generator.address().function.as_str();
        let symbols = noise_playground::assist::symbols(&file.source);
        let Some(symbol) = symbols.into_iter().find(|symbol| symbol.definition.name == function)
        else {
            continue;
        };
        let range = file.range(&symbol.definition.range);
        let has_terrain = generator.supports(ViewMode::Terrain);
        let modes = [("show", None), ("terrain", Some(ViewMode::Terrain.name()))];
        for (title, mode) in modes.into_iter().take(1 + usize::from(has_terrain)) {
            let command = Command {
                title: title.to_owned(),
                command: command_names::SHOW.to_owned(),
                arguments: Some(vec![json!(uri), json!(function), json!(mode)]),
            };
            lenses.push(CodeLens { range, command: Some(command), data: None });
        }
    }
    Ok(Some(lenses))
}

/// Values at the probe, at the ends of their lines.
pub(super) fn hints(state: &mut State, params: InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
    let is_wanted = state.client.options.hints && state.client.can_refresh_hints();
    let Some(file) = state.file(&params.text_document.uri).filter(|_| is_wanted) else {
        return Ok(None);
    };
    let Some(window) = state.window_of(&file.path()) else {
        return Ok(None);
    };
    let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for value in window.probe.iter().filter(|value| value.file == file.source.path.as_str()) {
        lines.entry(value.line).or_default().push(format!("{} = {}", value.name, value.value));
    }
    let positions = file.lines();
    let hints = lines.into_iter().filter_map(|(line, texts)| {
        let line = (line - 1) as u32;
        let is_visible = (params.range.start.line..=params.range.end.line).contains(&line);
        let end = positions.position(positions.offset(Position::new(line, u32::MAX)));
        is_visible.then(|| InlayHint {
            position: end,
            label: InlayHintLabel::String(texts.join("  ")),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    });
    Ok(Some(hints.collect()))
}
