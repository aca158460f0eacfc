//! Session of the open folder: restored at the start, written when it changes.

use std::path::Path;

use winit::event_loop::EventLoopProxy;

use super::{Event, Options};
use crate::documents::preferences;
use crate::documents::session::{self, Session, SessionWriter};
use crate::documents::session_lock::{self, LockedSession};
use crate::workbench::preferences::Preferences;
use crate::workbench::{Document, GeneratorRef, WindowLayout, Workbench};

/// Notice if another window has the same folder open.
const ANOTHER_WINDOW: &str =
    "another window has this folder open: this one saves a session of its own";

pub(super) struct SessionState {
    /// `None` if the system has no directory for application state.
    session_writer: Option<SessionWriter>,
    /// Locked so that no other window writes the file.
    locked: Option<LockedSession>,
    /// State that the file has or is about to get; initially the one restored.
    last_saved: (Document, WindowLayout, Vec<GeneratorRef>),
    /// As the file for all folders has them.
    saved_preferences: Preferences,
}

impl SessionState {
    /// Restores the last session, unless [`Options::fresh`] is set, and starts the thread that writes the file.
    pub(super) fn restore(
        workbench: &mut Workbench,
        options: &Options,
        proxy: &EventLoopProxy<Event>,
    ) -> Self {
        let locked =
            session::file_for(options.folder.as_deref()).map(|file| session_lock::lock(&file));
        let file = locked.as_ref().map(|locked| locked.path.clone());
        match file.as_deref().map_or(Ok(None), session::read) {
            Ok(Some(session)) if !options.fresh => {
                workbench.restore(session.document, session.layout, session.pins);
                if let Some(first) = &options.initial {
                    workbench.show_file(first);
                }
            }
            Ok(_) => {}
            Err(error) => workbench.notify(error),
        }
        if locked.as_ref().is_some_and(|locked| locked.others > 0) {
            workbench.notify(ANOTHER_WINDOW.to_owned());
        }
        let proxy = proxy.clone();
        let on_error = move |error| _ = proxy.send_event(Event::SessionSaveFailed(error));
        Self {
            session_writer: file.map(|file| SessionWriter::start(file, on_error)),
            locked,
            last_saved: state(workbench),
            saved_preferences: workbench.chrome.preferences.clone(),
        }
    }

    /// Returns `None` if the system has no directory for application state.
    pub(super) fn file(&self) -> Option<&Path> {
        self.locked.as_ref().map(|locked| locked.path.as_path())
    }

    /// The small file changes a few times in the life of an installation, so it is written at once.
    fn save_preferences(&mut self, workbench: &Workbench) {
        let preferences = &workbench.chrome.preferences;
        if let Some(file) = preferences::file().filter(|_| self.saved_preferences != *preferences) {
            self.saved_preferences.clone_from(preferences);
            write(&file, preferences);
        }
    }

    /// Queues the session for writing if it has changed.
    pub(super) fn save(&mut self, workbench: &Workbench) {
        self.save_preferences(workbench);
        let (document, layout, pins) = &self.last_saved;
        if let Some(writer) = &self.session_writer
            && (*document != workbench.document
                || layout != workbench.chrome.layout()
                || *pins != workbench.inside.pins)
        {
            self.last_saved = state(workbench);
            let (document, layout, pins) = self.last_saved.clone();
            writer.queue(Session::new(document, layout, pins));
        }
    }
}

fn write(file: &Path, preferences: &Preferences) {
    if let Err(error) = preferences::write(file, preferences) {
        tracing::warn!("cannot save the preferences: {error:#}");
    }
}

fn state(workbench: &Workbench) -> (Document, WindowLayout, Vec<GeneratorRef>) {
    let pins = workbench.inside.pins.clone();
    (workbench.document.clone(), workbench.chrome.layout().clone(), pins)
}
