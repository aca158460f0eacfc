//! What the panels ask for, and what the compile thread found.

use std::path::PathBuf;

use noise_playground::diagnostic::Diagnostic;

use super::capture::{self, CaptureRequest};
use super::pictures::PanePictures;
use super::{App, Event, read_captures};
use crate::compiler::{self, FolderStatus};
use crate::process::editor;
use crate::window::Window;
use crate::workbench::capture_settings::CaptureKind;
use crate::workbench::restore::PendingRestore;
use crate::workbench::{Action, Workbench};

impl App {
    /// What the panels asked for.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Open(place) => {
                let Some(folder) = &self.options.folder else {
                    self.workbench.say(compiler::EMBEDDED.to_owned());
                    return self.request_redraw();
                };
                let file = folder.join(place.file.as_str());
                if let Err(error) = editor::open(self.options.editor.as_deref(), &file, place.start)
                {
                    self.workbench.say(format!("{error:#}"));
                }
            }
            Action::RunAgain(file) => self.compiler.run_again(file),
            Action::Capture if self.workbench.capturing.what == CaptureKind::Window => {
                self.screenshot_requested = true;
            }
            Action::Capture => self.capture(capture::order),
            Action::CopyPicture => {
                self.capture(|workbench, pictures, _| CaptureRequest::copy(workbench, pictures));
            }
            Action::EndCapture => self.captures.end(),
            Action::OpenCaptures => {
                if let Err(error) = editor::open_folder(&self.options.captures) {
                    self.workbench.say(format!("{error:#}"));
                }
            }
            Action::EditPresets(generator, edit) => {
                self.compiler.edit_presets(generator, *edit);
            }
            Action::Restore(paths) => self.read_captures(paths, Event::CapturesRead),
        }
        self.request_redraw();
    }

    /// Has a capture made of what is shown now.
    pub(super) fn capture(
        &mut self,
        order: impl FnOnce(&Workbench, &PanePictures, &Window) -> Result<CaptureRequest, String>,
    ) {
        let Some((window, pictures)) = &self.shown else {
            return;
        };
        match order(&self.workbench, pictures, window) {
            Ok(order) => self.captures.make(&window.gpu, order),
            Err(why) => self.workbench.say(why),
        }
    }

    /// Reads captures.
    pub(super) fn read_captures(
        &mut self,
        paths: Vec<PathBuf>,
        event: fn(Result<PendingRestore, String>) -> Event,
    ) {
        let proxy = self.proxy.clone();
        let report = move |read| _ = proxy.send_event(event(read));
        if let Err(error) = read_captures::start(paths, self.options.folder.clone(), report) {
            self.workbench.say(error.to_string());
        }
    }
}

impl Workbench {
    /// Takes over what the compile thread found.
    pub(super) fn take_over(&mut self, checked: FolderStatus) {
        let FolderStatus {
            entries,
            diagnostics,
            stale,
            aside,
            complete,
        } = checked;
        self.folder.is_scan_complete = complete;
        self.folder.stale = stale;
        if complete || diagnostics.iter().any(Diagnostic::is_error) {
            self.folder.diagnostics = diagnostics;
            self.folder.entries = entries;
        }
        self.folder.aside = aside;
        if complete {
            self.replace_missing();
        }
    }
}
