//! Session of the open folder: restored at the start, written when it changes.

use std::path::Path;

use winit::event_loop::EventLoopProxy;

use super::{Event, Options};
use crate::documents::preferences;
use crate::documents::session::{self, Session, SessionWriter};
use crate::documents::session_lock::{self, LockedSession};
use crate::workbench::Workbench;
use crate::workbench::preferences::Preferences;

/// Notice if another window has the same folder open.
const ANOTHER_WINDOW: &str =
    "another window has this folder open: this one saves a session of its own";

pub(super) struct SessionState {
    /// `None` if the system has no directory for application state.
    session_writer: Option<SessionWriter>,
    /// Locked so that no other window writes the file.
    locked: Option<LockedSession>,
    /// State that the file has or is about to get; initially the one restored.
    last_saved: Session,
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
            last_saved: Session::of(workbench),
            saved_preferences: workbench.chrome.preferences.clone(),
        }
    }

    pub(super) fn file(&self) -> Option<&Path> {
        self.locked.as_ref().map(|locked| locked.path.as_path())
    }

    /// The small file changes a few times in the life of an installation, so it is written at once.
    fn save_preferences(&mut self, workbench: &mut Workbench) {
        let now = workbench.chrome.preferences.clone();
        let Some(file) = preferences::file().filter(|_| self.saved_preferences != now) else {
            return;
        };
        let before = std::mem::replace(&mut self.saved_preferences, now);
        if let Err(error) = preferences::write(&file, &before, &self.saved_preferences) {
            workbench.notify(format!("{error:#}"));
        }
    }

    /// Queues the session for writing if it has changed.
    pub(super) fn save(&mut self, workbench: &mut Workbench) {
        self.save_preferences(workbench);
        if let Some(writer) = &self.session_writer
            && !self.last_saved.is_of(workbench)
        {
            self.last_saved = Session::of(workbench);
            writer.queue(self.last_saved.clone());
        }
    }
}
