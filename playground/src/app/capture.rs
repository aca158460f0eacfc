//! Capture thread: renders the pictures of the window again, at any size and in any format, and writes them to files.
//!
//! The window sends a [`CaptureRequest`]. The thread has its own textures, and renders in small tiles, so that the GPU
//! can draw frames of the window between them.

mod animation;
mod comparison;
mod name;
mod request;
mod source;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{CaptureFile, Format, Manifest};
use noise_playground::gpu::Gpu;
use noise_playground::sweep::AxisRange;

use super::Event;
use crate::STACK_BYTES;
use crate::commands::analyze::page::PageFiles;
use crate::process::error::CommandError;
use crate::process::shutdown;
use crate::sheets::PageSubject;
use crate::window::Screenshot;
use crate::workbench::analysis::CellAnalysis;
use crate::workbench::capture_settings::CaptureProgress;
use crate::workbench::document::Arrangement;
use comparison::ComparisonCapture;
use name::CaptureName;
pub(super) use request::{analysis, request};
use source::CaptureSource;

/// A capture to render.
pub(super) enum CaptureRequest {
    /// The picture or the field of one cell, as one file.
    Cell(CaptureSource, Format),
    /// A PNG file with several cells on one sheet.
    Comparison(ComparisonCapture),
    /// A PNG file of the window. The screenshot shows its last frame; the visible cells, at least one, are for the
    /// manifest.
    Window(Screenshot, Vec<CaptureSource>, Arrangement),
    /// A folder of numbered frames of one control over a range.
    Animation(CaptureSource, Format, AxisRange),
    /// The page of an analysis, as PNG and SVG, with the curves of another cell if there is one.
    Analysis(CaptureSource, Arc<CellAnalysis>, Option<Arc<CellAnalysis>>),
    /// A picture for the clipboard.
    Copy(CaptureSource),
}

/// Handle of the capture thread, which renders one capture after another.
pub(super) struct CaptureHandle {
    /// Sender of requests; `None` once the window closes.
    requests: Option<Sender<(Gpu, CaptureRequest, Canceled)>>,
    /// Flags of the captures whose result has not been handled, oldest first.
    pending: VecDeque<Canceled>,
    thread: JoinHandle<()>,
}

/// Flag that is shared with the capture thread; true once the user has canceled the capture.
type Canceled = Arc<AtomicBool>;

/// Time until the first progress event of a capture; shorter captures send none.
const PROGRESS_DELAY: Duration = Duration::from_millis(400);

/// Shortest time between two progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

impl CaptureHandle {
    /// Starts the thread, which writes files into `folder` and creates the folder for the first file. The thread passes
    /// its events to `report`.
    pub(super) fn start(
        folder: PathBuf,
        report: impl Fn(Event) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, received) = channel();
        let worker = CaptureWorker {
            folder,
            is_canceled: Canceled::default(),
            report: Box::new(report),
            clipboard: None,
        };
        let thread = thread::Builder::new()
            .name("capture".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || worker.run(&received))?;
        Ok(Self {
            requests: Some(requests),
            pending: VecDeque::new(),
            thread,
        })
    }

    /// Queues a capture.
    pub(super) fn request(&mut self, gpu: &Gpu, request: CaptureRequest) {
        if let Some(requests) = &self.requests {
            let is_canceled = Canceled::default();
            self.pending.push_back(Arc::clone(&is_canceled));
            let _ = requests.send((gpu.clone(), request, is_canceled));
        }
    }

    /// Cancels the oldest pending capture. Finished frames of an animation stay.
    pub(super) fn cancel(&self) {
        if let Some(is_canceled) = self.pending.front() {
            is_canceled.store(true, Ordering::Relaxed);
        }
    }

    /// Removes the oldest pending capture, once its result was handled.
    pub(super) fn forget_reported(&mut self) {
        self.pending.pop_front();
    }
}

impl Drop for CaptureHandle {
    /// Waits up to 3 s for pending captures. A capture that takes longer is lost and leaves no file.
    fn drop(&mut self) {
        self.requests = None;
        shutdown::join_with_timeout(&self.thread);
    }
}

/// State of the capture thread.
struct CaptureWorker {
    folder: PathBuf,
    /// Cancel flag of the running capture.
    is_canceled: Canceled,
    report: Box<dyn Fn(Event) + Send>,
    /// The system's clipboard; `None` before the first copy. Stays open, since some systems request the data from this
    /// process when it is pasted.
    clipboard: Option<arboard::Clipboard>,
}

impl CaptureWorker {
    fn run(mut self, requests: &Receiver<(Gpu, CaptureRequest, Canceled)>) {
        for (gpu, request, is_canceled) in requests {
            self.is_canceled = is_canceled;
            let captured = catch_unwind(AssertUnwindSafe(|| self.capture(&gpu, request)));
            let captured = captured.unwrap_or_else(|_| Err(anyhow!("internal error").into()));
            let notice = captured.map_err(|error| format!("capture failed: {}", error.one_line()));
            (self.report)(Event::Captured(notice));
        }
    }

    /// Renders a capture and writes its file. Returns the notice for the user.
    fn capture(&mut self, gpu: &Gpu, request: CaptureRequest) -> Result<String, CommandError> {
        match request {
            CaptureRequest::Cell(source, format) => {
                let name = CaptureName::of(&source);
                let mut file = self.create(&name, format)?;
                source.write(gpu, &mut file, &mut self.progress_callback(&name))?;
                self.commit(file, &name)
            }
            CaptureRequest::Comparison(comparison) => {
                let pair = comparison.arrangement.name_of_pair();
                let name = CaptureName::of(&comparison.cells[0].source)
                    .with_suffix(pair.unwrap_or("comparison"));
                let mut file = self.create(&name, Format::Png)?;
                comparison.write(gpu, &mut file, &mut self.progress_callback(&name))?;
                self.commit(file, &name)
            }
            CaptureRequest::Window(screenshot, cells, arrangement) => {
                let name = CaptureName::of(&cells[0]).with_suffix("window");
                let mut file = self.create(&name, Format::Png)?;
                let size = screenshot.size;
                let pixels = screenshot.pixels(gpu)?;
                let manifests = cells.iter().map(|cell| cell.manifest(gpu)).collect();
                let manifest = merged_manifest(manifests, arrangement);
                let written = file.write_picture(size, pixels, &manifest);
                written.map_err(anyhow::Error::from)?;
                self.commit(file, &name)
            }
            CaptureRequest::Animation(source, format, range) => {
                self.create_folder()?;
                animation::render(gpu, source, format, &range, &self.folder, |name| {
                    self.progress_callback(name)
                })
            }
            CaptureRequest::Analysis(source, analysis, against) => {
                let name = CaptureName::of(&source).with_suffix("analysis");
                self.write_page(&name, &analysis, against.as_deref())
            }
            CaptureRequest::Copy(source) => self.copy(gpu, source),
        }
    }

    /// Creates a temporary file, which gets the capture's name when it is committed.
    fn create(&self, name: &CaptureName, format: Format) -> Result<CaptureFile, CommandError> {
        self.create_folder()?;
        let path = self.folder.join(name.file_name(&self.folder, format));
        Ok(CaptureFile::create(&path, format).map_err(anyhow::Error::from)?)
    }

    fn commit(&self, file: CaptureFile, name: &CaptureName) -> Result<String, CommandError> {
        let path = name.commit(file, &self.folder)?;
        Ok(format!("saved {}", short_path(&path)))
    }

    /// Writes the page of an analysis as PNG and SVG with the same file number. Returns the notice for the user.
    fn write_page(
        &self,
        name: &CaptureName,
        analysis: &CellAnalysis,
        against: Option<&CellAnalysis>,
    ) -> Result<String, CommandError> {
        self.create_folder()?;
        let png = self.folder.join(name.file_name(&self.folder, Format::Png));
        let files = PageFiles::create(&[png.clone(), png.with_extension("svg")])?;
        files.write(page_subject(analysis), against.map(page_subject))?;
        Ok(format!("saved {} and .svg", short_path(&png)))
    }

    fn create_folder(&self) -> anyhow::Result<()> {
        let created = fs::create_dir_all(&self.folder);
        created.with_context(|| format!("cannot create the folder {:?}", self.folder))
    }

    fn copy(&mut self, gpu: &Gpu, source: CaptureSource) -> Result<String, CommandError> {
        let name = CaptureName::of(&source);
        let pixels = source.pixels(gpu, &mut self.progress_callback(&name))?;
        let clipboard = match &mut self.clipboard {
            Some(clipboard) => clipboard,
            none => {
                let opened = arboard::Clipboard::new().context("the clipboard is not available")?;
                none.insert(opened)
            }
        };
        let [width, height] = source.size.map(|side| side as usize);
        let image = arboard::ImageData {
            width,
            height,
            bytes: pixels.into(),
        };
        let copied = clipboard.set_image(image);
        copied.context("the clipboard rejected the picture")?;
        Ok(format!("copied the picture, {width} \u{d7} {height}"))
    }

    /// Returns a function that sends the finished fraction, 0 to 1, to the window. The function fails once the capture
    /// is canceled.
    fn progress_callback<'a>(
        &'a self,
        name: &CaptureName,
    ) -> impl FnMut(f64) -> Result<(), CommandError> + use<'a> {
        let name = name.stem().to_owned();
        let mut next = Instant::now() + PROGRESS_DELAY;
        move |fraction| {
            if self.is_canceled.load(Ordering::Relaxed) {
                return Err(anyhow!("canceled").into());
            }
            let now = Instant::now();
            if now >= next {
                next = now + PROGRESS_INTERVAL;
                let name = name.clone();
                (self.report)(Event::Capturing(CaptureProgress { name, fraction }));
            }
            Ok(())
        }
    }
}

/// Returns the measurements and the field of a cell, from which the page of an analysis is drawn.
fn page_subject(cell: &CellAnalysis) -> PageSubject<'_> {
    PageSubject {
        analysis: &cell.analysis,
        field: &cell.samples.field,
        channel: cell.source.channel,
    }
}

/// Returns one manifest for all cells on one picture: that of the first cell, which contains the others. `manifests`
/// must not be empty.
fn merged_manifest(mut manifests: Vec<Manifest>, arrangement: Arrangement) -> Manifest {
    let mut merged = manifests.remove(0);
    merged.cells = manifests;
    merged.arrangement = arrangement.name_of_pair().map(str::to_owned);
    merged
}

/// Returns the last two components of a path, for notices.
fn short_path(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let file = path.file_name().unwrap_or_default();
    Path::new(folder).join(file).display().to_string()
}
