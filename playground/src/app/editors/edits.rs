//! Edits of shader files open in editors: part of the history once the editor has sent the edited text.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::app::folder::FolderGeneration;
use crate::app::{App, Event};
use crate::process::window_socket::{EditorId, RequestedEdit, WindowMessage};
use crate::workbench::SourceEdit;

/// An editor may ask its user first: a later answer still counts, but the window no longer waits for it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EditId(u64);

#[derive(Default)]
pub(super) struct PendingEdits {
    last: u64,
    edits: BTreeMap<EditId, PendingEdit>,
}

struct PendingEdit {
    editor: EditorId,
    name: Arc<str>,
    edit: SourceEdit,
    /// Folder that was open at the request.
    generation: FolderGeneration,
}

impl App {
    /// If the file is open in an editor, requests the edit there. Returns false if not.
    pub(in crate::app) fn edit_in_editor(&mut self, folder: &Path, edit: &SourceEdit) -> bool {
        let file = folder.join(edit.text.file.as_str());
        // Editors' files are without links.
        let file = dunce::canonicalize(&file).unwrap_or(file);
        let editor = self.editors.texts.editor_of(&file);
        let connected = editor.and_then(|id| Some((id, self.editors.connected.get(&id)?)));
        let Some((editor, connected)) = connected else {
            return false;
        };
        let id = EditId(self.editors.edits.last + 1);
        let requested = RequestedEdit {
            id: id.0,
            label: edit.label(),
            file,
            before: edit.text.before.clone(),
            after: edit.text.after.clone(),
        };
        if connected.messages.send(WindowMessage::Edit(requested)).is_err() {
            return false;
        }
        let name = Arc::clone(&connected.name);
        let (edit, generation) = (edit.clone(), self.generation);
        let pending = PendingEdit { editor, name, edit, generation };
        self.editors.edits.last = id.0;
        self.editors.edits.edits.insert(id, pending);
        let proxy = self.proxy.clone();
        thread::spawn(move || {
            thread::sleep(ANSWER_TIMEOUT);
            let _ = proxy.send_event(Event::EditUnanswered(id));
        });
        true
    }

    pub(super) fn edited_in_editor(&mut self, id: u64, edited: Result<(), String>) {
        let Some(pending) = self.editors.edits.edits.remove(&EditId(id)) else {
            return;
        };
        let is_open = pending.generation == self.generation;
        let edit = if is_open { pending.edit } else { pending.edit.of_closed_folder() };
        self.workbench.source_edited(edit, edited);
    }

    /// Edits that the editor has not answered fail.
    pub(super) fn editor_ended(&mut self, editor: EditorId) {
        let edits = self.editors.edits.edits.iter();
        let edits = edits.filter(|(_, pending)| pending.editor == editor);
        let ended: Vec<_> = edits.map(|(id, pending)| (id.0, Arc::clone(&pending.name))).collect();
        for (id, name) in ended {
            self.edited_in_editor(id, Err(format!("{name} has ended")));
        }
    }

    pub(in crate::app) fn on_unanswered_edit(&mut self, id: EditId) {
        if let Some(pending) = self.editors.edits.edits.get(&id) {
            self.workbench.edit_unanswered(&pending.edit, &pending.name);
        }
    }
}
