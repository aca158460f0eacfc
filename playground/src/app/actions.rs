//! Actions that panels of the window request, and updates of the folder's generator list and diagnostics.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use noise_playground::source::{LineColumn, ModulePath};

use super::capture::{self, CaptureContext, CaptureNotice, CaptureRequest};
use super::folder::{FolderGeneration, expanded, start_of};
use super::pictures::PanePictures;
use super::{App, Event, read_captures};
use crate::compiler::CompilerRequest;
use crate::process::editor;
use crate::window::Window;
use crate::workbench::capture_settings::CaptureKind;
use crate::workbench::restore::PendingRestore;
use crate::workbench::{Action, NoticeAction, Workbench};

impl App {
    pub(super) fn apply_action(&mut self, action: Action) {
        match action {
            Action::Open(location) => {
                self.open_in_editor(&location.file, |_| location.start);
            }
            Action::OpenGenerator(address) => {
                self.open_in_editor(&address.file, |file| start_of(file, &address.function));
            }
            Action::Reveal(file) => {
                let file = self.path_of(&file);
                self.report(file.and_then(|file| editor::reveal(&file)));
            }
            Action::CopyPath(file) => self.copy_path(&file),
            Action::OpenFolder(folder) => {
                let opened = self.open_folder(folder);
                self.report(opened);
            }
            Action::ListFolders(typed) => self.list_folders(typed),
            Action::NewFile(file) => self.create_file(file),
            Action::RunAnyway(file) => self.compiler.send(CompilerRequest::RunAnyway(file)),
            Action::Capture if self.workbench.capture_settings.kind == CaptureKind::Window => {
                self.frames.screenshot_requested = true;
            }
            Action::Capture => self.capture(capture::request),
            Action::CopyPicture => {
                self.capture(|workbench, pictures, _| CaptureRequest::copy(workbench, pictures));
            }
            Action::SaveAnalysis => self.capture(capture::analysis),
            Action::CancelCapture => self.captures.cancel(),
            Action::OpenCaptures => self.report(editor::open_folder(&self.options.captures)),
            Action::CaptureTo(folder) => self.capture_to(&folder),
            Action::ShowCaptured(path) => self.report(editor::reveal(&path)),
            Action::Close => {
                self.captures.cancel_all();
                let _ = self.proxy.send_event(Event::Close);
            }
            Action::EditPresets(generator, edit) => {
                self.compiler.send(CompilerRequest::EditPresets(generator, edit));
            }
            Action::EditSource(edit) => self.edit_source(edit),
            Action::Restore(paths) => self.read_captures(paths, Event::CapturesRead),
        }
        self.request_redraw();
    }

    fn report(&mut self, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.workbench.notify(format!("{error:#}"));
        }
    }

    /// Opens the file in the user's editor, with the cursor at the location that `start` returns for its path.
    fn open_in_editor(&mut self, file: &ModulePath, start: impl FnOnce(&Path) -> LineColumn) {
        let editor = self.options.editor.as_deref();
        let file = self.path_of(file);
        self.report(file.and_then(|file| editor::open(editor, &file, start(&file))));
    }

    /// Sends a request to the capture thread; an error of `request` is shown as a notice.
    pub(super) fn capture(
        &mut self,
        request: impl FnOnce(&Workbench, &PanePictures, &Window) -> Result<CaptureRequest, String>,
    ) {
        let Some((window, pictures)) = &self.device.shown else {
            return;
        };
        match request(&self.workbench, pictures, window) {
            Ok(request) => {
                let context = CaptureContext {
                    gpu: window.gpu.clone(),
                    generation: self.generation,
                    folder: self.options.captures.clone(),
                    sentinel: Arc::clone(&self.sentinel),
                };
                self.captures.request(context, request);
            }
            Err(why) => self.workbench.chrome_mut().notify_with(why, NoticeAction::ShowMessages),
        }
    }

    pub(super) fn show_captured(&mut self, captured: Result<CaptureNotice, String>) {
        self.workbench.capture_settings_mut().progress = None;
        match captured {
            Ok(CaptureNotice { text, path: Some(path) }) => {
                self.workbench.chrome_mut().notify_with(text, NoticeAction::ShowFile(path));
            }
            Ok(CaptureNotice { text, path: None }) => self.workbench.notify(text),
            Err(text) => self.workbench.chrome_mut().capture_failed(text),
        }
    }

    /// Sets the folder for captures. The path may be relative to the present one, and may start with `~`.
    fn capture_to(&mut self, folder: &str) {
        if !folder.trim().is_empty() {
            let folder = expanded(Path::new(folder.trim()));
            self.options.captures = self.options.captures.join(folder);
        }
        self.workbench.capture_settings_mut().folder = self.options.captures.display().to_string();
    }

    /// Reads capture files on a new thread, which sends the cells in them to the main loop.
    pub(super) fn read_captures(
        &mut self,
        paths: Vec<PathBuf>,
        event: fn(FolderGeneration, Result<PendingRestore, String>) -> Event,
    ) {
        let (proxy, generation) = (self.proxy.clone(), self.generation);
        let report = move |read| _ = proxy.send_event(event(generation, read));
        if let Err(error) = read_captures::start(paths, self.options.folder.clone(), report) {
            self.workbench.notify(error.to_string());
        }
    }
}
