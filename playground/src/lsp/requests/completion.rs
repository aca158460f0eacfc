//! `textDocument/completion`.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    Documentation, InsertTextFormat,
};
use noise_playground::assist::{Completion, CompletionKind, completions};

use super::Answer;
use crate::lsp::file::File;
use crate::lsp::state::State;

pub(super) fn completion(
    state: &mut State,
    params: CompletionParams,
) -> Answer<Option<CompletionResponse>> {
    let place = params.text_document_position;
    let Some(file) = state.file(&place.text_document.uri) else {
        return Ok(None);
    };
    let takes_snippets = state.client.takes_snippets();
    let found = completions(&file.tree, &file.source, file.offset(place.position)).into_iter();
    let items = found.enumerate().map(|(rank, found)| {
        let item = item(&file, found, rank, takes_snippets);
        CompletionItem { kind: item.kind.map(|kind| state.client.completion_kind(kind)), ..item }
    });
    Ok(Some(CompletionResponse::Array(items.collect())))
}

fn item(file: &File, found: Completion, rank: usize, takes_snippets: bool) -> CompletionItem {
    let Completion { label, kind, detail, text, inserted, replaced, import } = found;
    let is_snippet = kind == CompletionKind::Tag;
    let inserted =
        if is_snippet && !takes_snippets { without_placeholders(&inserted) } else { inserted };
    let format = match kind {
        CompletionKind::Tag if takes_snippets => InsertTextFormat::SNIPPET,
        _ => InsertTextFormat::PLAIN_TEXT,
    };
    let import = import.map(|import| vec![file.edit(&(import.at..import.at), import.text)]);
    CompletionItem {
        kind: Some(match kind {
            CompletionKind::Function => CompletionItemKind::FUNCTION,
            CompletionKind::Type => CompletionItemKind::STRUCT,
            CompletionKind::Variable => CompletionItemKind::VARIABLE,
            CompletionKind::Member => CompletionItemKind::FIELD,
            CompletionKind::Tag => CompletionItemKind::PROPERTY,
            CompletionKind::Value => CompletionItemKind::VALUE,
            CompletionKind::Keyword => CompletionItemKind::KEYWORD,
            CompletionKind::Module => CompletionItemKind::MODULE,
        }),
        filter_text: Some(label.clone()),
        label,
        detail: (!detail.is_empty()).then_some(detail),
        documentation: (!text.is_empty()).then_some(Documentation::String(text)),
        sort_text: Some(format!("{rank:05}")),
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(file.edit(&replaced, inserted))),
        additional_text_edits: import,
        ..CompletionItem::default()
    }
}

/// `@range(0, 1)` for `@range(${1:0}, ${2:1})`.
fn without_placeholders(snippet: &str) -> String {
    let mut parts = snippet.split("${");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (placeholder, rest) = part.split_once('}').unwrap_or((part, ""));
        text += placeholder.split_once(':').map_or("", |(_, value)| value);
        text += rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_become_plain_values() {
        assert_eq!(without_placeholders("@range(${1:0}, ${2:1})"), "@range(0, 1)");
        assert_eq!(without_placeholders("@log"), "@log");
    }
}
