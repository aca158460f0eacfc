//! Optional features of the protocol that the editor has announced; others must not be used.

use lsp_types::{
    CompletionItemKind, Documentation, HoverClientCapabilities, MarkupContent, MarkupKind,
    SymbolKind, TextDocumentClientCapabilities, WorkspaceClientCapabilities,
};

use super::initialize::Client;

impl Client {
    fn text(&self) -> Option<&TextDocumentClientCapabilities> {
        self.capabilities.text_document.as_ref()
    }

    fn workspace(&self) -> Option<&WorkspaceClientCapabilities> {
        self.capabilities.workspace.as_ref()
    }

    /// `workspace/applyEdit`.
    pub(super) fn can_apply_edits(&self) -> bool {
        self.workspace().and_then(|workspace| workspace.apply_edit).unwrap_or(false)
    }

    /// Edits may name the versions of the documents for which they were made.
    pub(super) fn knows_versions(&self) -> bool {
        let edit = self.workspace().and_then(|workspace| workspace.workspace_edit.as_ref());
        edit.and_then(|edit| edit.document_changes).unwrap_or(false)
    }

    pub(super) fn can_refresh_hints(&self) -> bool {
        let hints = self.workspace().and_then(|workspace| workspace.inlay_hint.as_ref());
        hints.and_then(|hints| hints.refresh_support).unwrap_or(false)
    }

    pub(super) fn takes_snippets(&self) -> bool {
        let completion = self.text().and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        item.and_then(|item| item.snippet_support).unwrap_or(false)
    }

    /// Returns a kind of completion that the client knows.
    pub(super) fn completion_kind(&self, kind: CompletionItemKind) -> CompletionItemKind {
        let completion = self.text().and_then(|text| text.completion.as_ref());
        let kinds = completion.and_then(|completion| completion.completion_item_kind.as_ref());
        let known = kinds.and_then(|kinds| kinds.value_set.as_ref());
        match (kind, known) {
            (_, Some(known)) if known.contains(&kind) => kind,
            (CompletionItemKind::STRUCT, _) => CompletionItemKind::CLASS,
            _ => kind,
        }
    }

    pub(super) fn prepares_renames(&self) -> bool {
        let rename = self.text().and_then(|text| text.rename.as_ref());
        rename.and_then(|rename| rename.prepare_support).unwrap_or(false)
    }

    /// Code actions may have edits; otherwise they are commands.
    pub(super) fn takes_action_literals(&self) -> bool {
        let action = self.text().and_then(|text| text.code_action.as_ref());
        action.is_some_and(|action| action.code_action_literal_support.is_some())
    }

    /// Symbols of a file may have members.
    pub(super) fn takes_nested_symbols(&self) -> bool {
        let symbols = self.text().and_then(|text| text.document_symbol.as_ref());
        symbols.and_then(|symbols| symbols.hierarchical_document_symbol_support).unwrap_or(false)
    }

    /// Returns a kind of symbol that the client knows, in lists of one file or of all.
    pub(super) fn symbol_kind(&self, kind: SymbolKind, is_of_file: bool) -> SymbolKind {
        let kinds = if is_of_file {
            let symbols = self.text().and_then(|text| text.document_symbol.as_ref());
            symbols.and_then(|symbols| symbols.symbol_kind.as_ref())
        } else {
            let symbols = self.workspace().and_then(|workspace| workspace.symbol.as_ref());
            symbols.and_then(|symbols| symbols.symbol_kind.as_ref())
        };
        let known = kinds.and_then(|kinds| kinds.value_set.as_ref());
        match (kind, known) {
            (_, Some(known)) if known.contains(&kind) => kind,
            (SymbolKind::STRUCT, _) => SymbolKind::CLASS,
            _ => kind,
        }
    }

    pub(super) fn takes_related_places(&self) -> bool {
        let published = self.text().and_then(|text| text.publish_diagnostics.as_ref());
        published.and_then(|published| published.related_information).unwrap_or(false)
    }

    pub(super) fn takes_diagnostic_versions(&self) -> bool {
        let published = self.text().and_then(|text| text.publish_diagnostics.as_ref());
        published.and_then(|published| published.version_support).unwrap_or(false)
    }

    /// Returns the format of hovers that the client prefers.
    pub(super) fn hover_format(&self) -> MarkupKind {
        let hover = self.text().and_then(|text| text.hover.as_ref());
        preferred(hover.and_then(|hover: &HoverClientCapabilities| hover.content_format.as_deref()))
    }

    /// Returns the documentation of a function for `textDocument/signatureHelp`; `None` for an empty one.
    pub(super) fn signature_documentation(&self, value: String) -> Option<Documentation> {
        let help = self.text().and_then(|text| text.signature_help.as_ref());
        let information = help.and_then(|help| help.signature_information.as_ref());
        let formats = information.and_then(|found| found.documentation_format.as_deref());
        let content = MarkupContent { kind: preferred(formats), value };
        (!content.value.is_empty()).then_some(Documentation::MarkupContent(content))
    }
}

/// Returns the first format of the list, which is plain text without a list.
fn preferred(formats: Option<&[MarkupKind]>) -> MarkupKind {
    formats.and_then(|formats| formats.first()).cloned().unwrap_or(MarkupKind::PlainText)
}
