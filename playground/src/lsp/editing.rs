//! Edits of open files for windows and commands. One is done once the editor has accepted it and sent the edited text.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use lsp_server::Response;
use lsp_types::request::ApplyWorkspaceEdit;
use lsp_types::{
    ApplyWorkspaceEditParams, ApplyWorkspaceEditResponse, DocumentChanges, MessageType, OneOf,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};
use noise_playground::generator::control::TextEdit as FileEdit;
use noise_playground::source::ModulePath;

use super::documents::Document;
use super::edits::{EditOrigin, PendingEdit};
use super::position::{Encoding, Lines};
use super::state::State;
use crate::documents::replace;
use crate::process::window_socket::{EditorMessage, RequestedEdit};

/// Result of an edit, with the reason if the text is unchanged.
type Edited = Result<(), String>;

impl State {
    /// Requests the edit from the client, or writes it to the disk if the client cannot edit and has no unsaved text.
    pub(super) fn edit(&mut self, edit: RequestedEdit, origin: EditOrigin) {
        let result = match self.editable(&edit) {
            Ok((uri, document)) if self.client.can_apply_edits() => {
                let revision = document.revision;
                let changed = changed_part(&edit.before, &edit.after, self.client.encoding);
                let changes = BTreeMap::from([(uri.clone(), vec![changed])]);
                let params = ApplyWorkspaceEditParams {
                    label: Some(edit.label.clone()),
                    edit: self.workspace_edit(changes),
                };
                let id = self.request_of_client::<ApplyWorkspaceEdit>(params);
                let pending = PendingEdit { origin, edit, uri, revision, is_accepted: false };
                self.edits.0.insert(id, pending);
                return;
            }
            Ok((_, document)) => self.edit_on_disk(&edit, document.has_unsaved_text()),
            Err(reason) => Err(reason),
        };
        self.edited(&origin, &edit, result);
    }

    /// Returns the open document that the edit was made for, or the reason why it cannot be edited.
    fn editable(&self, edit: &RequestedEdit) -> Result<(Url, Document), String> {
        let (file, editor) = (name(&edit.file), &self.client.name);
        let found = self.documents.of_file(&edit.file);
        let (uri, document) = found.ok_or_else(|| format!("{file} was closed in {editor}"))?;
        // A client that knows versions refuses the later one of two edits of a text.
        let is_pending = |pending: &PendingEdit| pending.edit.file == edit.file;
        if !self.client.knows_versions() && self.edits.0.values().any(is_pending) {
            return Err(format!("{editor} has not answered an earlier edit of {file}"));
        }
        // The text of a client that cannot edit may be older than the file.
        if *document.text != edit.before && self.client.can_apply_edits() {
            return Err(format!("{file} has changed since"));
        }
        Ok((uri.clone(), document.clone()))
    }

    fn edit_on_disk(&self, edit: &RequestedEdit, has_unsaved_text: bool) -> Edited {
        let RequestedEdit { file, before, after, .. } = edit;
        let (Some(folder), Some(_)) = (file.parent(), file.file_name()) else {
            return Err(format!("{file:?} is no file"));
        };
        if has_unsaved_text {
            let (editor, file) = (&self.client.name, name(file));
            return Err(format!(
                "{editor} takes no edits (workspace/applyEdit), and its text of {file} is not saved; save it first"
            ));
        }
        let (file, before, after) = (ModulePath::new(name(file)), before.clone(), after.clone());
        let edited = replace::apply(folder, &FileEdit { file, before, after });
        edited.map_err(|error| format!("{error:#}"))
    }

    /// Handles the answer to a request of this server. Only those to edits matter.
    pub(super) fn on_response(&mut self, response: Response) {
        let Some(mut pending) = self.edits.0.remove(&response.id) else {
            if let Err(error) = response.response_result {
                tracing::warn!("the editor refused request {}: {}", response.id, error.message);
            }
            return;
        };
        let editor = &self.client.name;
        let accepted = response.response_result.map_err(|error| error.message).and_then(|answer| {
            let answer: ApplyWorkspaceEditResponse =
                serde_json::from_value(answer).map_err(|error| error.to_string())?;
            let reason = answer.failure_reason.filter(|reason| !reason.is_empty());
            if answer.applied { Ok(()) } else { Err(reason.unwrap_or_default()) }
        });
        let result = match accepted {
            Ok(()) if self.has_text_of(&pending) => Ok(()),
            Ok(()) => {
                pending.is_accepted = true;
                self.edits.0.insert(response.id, pending);
                return;
            }
            Err(reason) if reason.is_empty() => Err(format!("{editor} refused the edit")),
            Err(reason) => Err(format!("{editor} refused the edit: {reason}")),
        };
        self.edited(&pending.origin, &pending.edit, result);
    }

    /// Returns true if the client has sent a text since the edit was requested, or if the edit changes nothing.
    fn has_text_of(&self, pending: &PendingEdit) -> bool {
        let document = self.documents.get(&pending.uri);
        let is_newer = document.is_none_or(|document| document.revision != pending.revision);
        is_newer || pending.edit.before == pending.edit.after
    }

    /// Answers accepted edits whose text has arrived, and those of closed documents.
    pub(super) fn settle_edits(&mut self) {
        let pending = std::mem::take(&mut self.edits.0);
        for (id, pending) in pending {
            let result = if self.documents.get(&pending.uri).is_none() {
                Err(format!("{} was closed", name(&pending.edit.file)))
            } else if pending.is_accepted && self.has_text_of(&pending) {
                Ok(())
            } else {
                self.edits.0.insert(id, pending);
                continue;
            };
            self.edited(&pending.origin, &pending.edit, result);
        }
    }

    fn edited(&mut self, origin: &EditOrigin, edit: &RequestedEdit, result: Edited) {
        if let Err(reason) = &result {
            tracing::info!("not edited: {reason}");
        }
        match (origin, result) {
            (EditOrigin::Window(socket), result) => {
                let reason = result.err();
                let message = EditorMessage::Edited { id: edit.id, reason };
                self.windows.iter().for_each(|windows| windows.send_to(socket, &message));
            }
            (EditOrigin::Command, Err(reason)) => {
                self.show_message(MessageType::ERROR, format!("not written: {reason}"));
            }
            (EditOrigin::Command, Ok(())) => {}
        }
    }

    /// Returns the edit with the versions of the open documents, if the client knows versions.
    pub(super) fn workspace_edit(&self, changes: BTreeMap<Url, Vec<TextEdit>>) -> WorkspaceEdit {
        if !self.client.knows_versions() {
            let changes = changes.into_iter().collect::<HashMap<_, _>>();
            return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
        }
        let edits = changes.into_iter().map(|(uri, edits)| {
            let version = self.documents.get(&uri).map(|document| document.version);
            let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
            let edits = edits.into_iter().map(OneOf::Left).collect();
            TextDocumentEdit { text_document, edits }
        });
        let changes = DocumentChanges::Edits(edits.collect());
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    }
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the edit that changes only what differs.
fn changed_part(before: &str, after: &str, encoding: Encoding) -> TextEdit {
    let equal = |(one, other): &(char, char)| one == other;
    let start: usize =
        before.chars().zip(after.chars()).take_while(equal).map(|(c, _)| c.len_utf8()).sum();
    let (old, new) = (&before[start..], &after[start..]);
    let end: usize =
        old.chars().rev().zip(new.chars().rev()).take_while(equal).map(|(c, _)| c.len_utf8()).sum();
    let range = Lines::new(before, encoding).range(&(start..before.len() - end));
    TextEdit { range, new_text: new[..new.len() - end].to_owned() }
}
