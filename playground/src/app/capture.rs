//! Capture thread: renders the pictures of the window again, at any size and in any format, and writes them to files.
//!
//! The window sends a [`CaptureRequest`]. The thread has its own textures, and renders in small tiles, so that the GPU
//! can draw frames of the window in between.

mod animation;
mod comparison;
mod name;
mod request;
mod source;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{CaptureFile, FileSet, Manifest};
use noise_playground::field::files::Format;
use noise_playground::gpu::Gpu;
use noise_playground::source::ModulePath;
use noise_playground::subject::sweep::AxisRange;

use super::Event;
use super::folder::FolderGeneration;
use crate::STACK_BYTES;
use crate::commands::figure_files::FigureFiles;
use crate::process::error::CommandError;
use crate::process::sentinel::RunSentinel;
use crate::process::shutdown;
use crate::sheets::{PAGE_SCALE, PageSubject, analysis_page};
use crate::window::Screenshot;
use crate::workbench::analysis::CellAnalysis;
use crate::workbench::capture_settings::CaptureProgress;
use crate::workbench::document::Arrangement;
use comparison::ComparisonCapture;
use name::CaptureName;
use noise_playground::render::RenderError;
pub(super) use request::{analysis, request};
use source::CaptureSource;

pub(super) enum CaptureRequest {
    /// One cell as one file of the given format.
    Cell(CaptureSource, Format),
    /// Several cells with captions in one picture, as a PNG file.
    Comparison(ComparisonCapture),
    /// The whole window, as shown in the last frame; the manifest lists the visible cells, at least one.
    Window(Screenshot, Vec<CaptureSource>, Arrangement),
    /// A folder of numbered frames, over which one control goes through a range.
    Animation(CaptureSource, Format, AxisRange),
    /// The page of a cell's analysis, as PNG and SVG files; the second analysis adds its curves for comparison.
    Analysis(CaptureSource, Arc<CellAnalysis>, Option<Arc<CellAnalysis>>),
    Copy(CaptureSource),
}

impl CaptureRequest {
    /// Returns the files whose shaders run.
    fn files(&self) -> BTreeSet<ModulePath> {
        let sources = match self {
            Self::Cell(source, _) | Self::Animation(source, ..) | Self::Copy(source) => {
                vec![source]
            }
            Self::Comparison(comparison) => {
                comparison.cells.iter().map(|cell| &cell.source).collect()
            }
            Self::Window(..) | Self::Analysis(..) => Vec::new(),
        };
        let file = |source: &CaptureSource| source.generator().address().file.clone();
        sources.into_iter().map(file).collect()
    }
}

/// State of the window when a capture was requested.
#[derive(Clone)]
pub(super) struct CaptureContext {
    pub(super) gpu: Gpu,
    pub(super) generation: FolderGeneration,
    /// Created for the first capture.
    pub(super) folder: PathBuf,
    pub(super) sentinel: Arc<RunSentinel>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CaptureNotice {
    pub(crate) text: String,
    /// File or folder; `None` if the capture was copied to the clipboard.
    pub(crate) path: Option<PathBuf>,
}

pub(super) struct CaptureHandle {
    /// `None` once the window closes, which ends the thread.
    requests: Option<Sender<(CaptureContext, CaptureRequest, Canceled)>>,
    /// Cancel flags of the captures whose result the window has not handled yet, oldest first.
    pending: VecDeque<Canceled>,
    thread: JoinHandle<()>,
}

/// True once the user has canceled the capture.
type Canceled = Arc<AtomicBool>;

/// Shorter captures show no progress.
const PROGRESS_DELAY: Duration = Duration::from_millis(400);

const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

impl CaptureHandle {
    /// Starts the capture thread, which passes its events to `report`.
    pub(super) fn start(report: impl Fn(Event) + Send + 'static) -> std::io::Result<Self> {
        let (requests, received) = channel();
        let worker = CaptureWorker {
            folder: PathBuf::new(),
            generation: 0,
            is_canceled: Canceled::default(),
            report: Box::new(report),
            clipboard: None,
        };
        let thread = thread::Builder::new()
            .name("capture".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || worker.run(&received))?;
        Ok(Self { requests: Some(requests), pending: VecDeque::new(), thread })
    }

    pub(super) fn request(&mut self, context: CaptureContext, request: CaptureRequest) {
        if let Some(requests) = &self.requests {
            let is_canceled = Canceled::default();
            self.pending.push_back(Arc::clone(&is_canceled));
            let _ = requests.send((context, request, is_canceled));
        }
    }

    /// Returns true until the results of all captures were handled.
    pub(super) fn is_busy(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Cancels the oldest pending capture. Finished frames of an animation stay.
    pub(super) fn cancel(&self) {
        if let Some(is_canceled) = self.pending.front() {
            is_canceled.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn cancel_all(&self) -> usize {
        let canceled = self.pending.iter();
        let canceled = canceled.filter(|canceled| !canceled.swap(true, Ordering::Relaxed));
        canceled.count()
    }

    /// Removes the oldest capture, whose result was handled.
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

struct CaptureWorker {
    folder: PathBuf,
    generation: FolderGeneration,
    is_canceled: Canceled,
    report: Box<dyn Fn(Event) + Send>,
    /// `None` before the first copy. Stays open: some systems request the data from this process when it is pasted.
    clipboard: Option<arboard::Clipboard>,
}

impl CaptureWorker {
    fn run(mut self, requests: &Receiver<(CaptureContext, CaptureRequest, Canceled)>) {
        for (context, request, is_canceled) in requests {
            let CaptureContext { gpu, generation, folder, sentinel } = context;
            (self.folder, self.generation) = (folder, generation);
            self.is_canceled = is_canceled;
            let running = sentinel.list(&gpu, request.files());
            let captured = if self.is_canceled.load(Ordering::Relaxed) {
                Ok(Err(canceled()))
            } else {
                catch_unwind(AssertUnwindSafe(|| self.capture(&gpu, request)))
            };
            drop(running);
            let captured = captured.unwrap_or_else(|_| Err(anyhow!("internal error").into()));
            let notice = captured.map_err(|error| format!("capture failed: {}", error.one_line()));
            (self.report)(Event::Captured(generation, notice));
        }
    }

    /// Returns the notice for the user.
    fn capture(
        &mut self,
        gpu: &Gpu,
        request: CaptureRequest,
    ) -> Result<CaptureNotice, CommandError> {
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
                written?;
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
                self.write_page(&name, &analysis, against.as_deref(), &source.manifest(gpu))
            }
            CaptureRequest::Copy(source) => self.copy(gpu, source),
        }
    }

    /// The temporary file gets its final name when it is committed.
    fn create(&self, name: &CaptureName, format: Format) -> Result<CaptureFile, CommandError> {
        self.create_folder()?;
        let path = self.folder.join(name.file_name(&self.folder, format));
        Ok(CaptureFile::create(&path, format)?)
    }

    fn commit(&self, file: CaptureFile, name: &CaptureName) -> Result<CaptureNotice, CommandError> {
        let path = name.commit(file, &self.folder)?;
        Ok(CaptureNotice { text: format!("saved {}", short_path(&path)), path: Some(path) })
    }

    /// Writes a PNG and an SVG file with the same number, and returns the notice for the user.
    fn write_page(
        &self,
        name: &CaptureName,
        analysis: &CellAnalysis,
        against: Option<&CellAnalysis>,
        manifest: &Manifest,
    ) -> Result<CaptureNotice, CommandError> {
        self.create_folder()?;
        let png = self.folder.join(name.file_name(&self.folder, Format::Png));
        let files = FigureFiles::create(&[png.clone(), png.with_extension("svg")])?;
        let against: Vec<_> = against.map(page_subject).into_iter().collect();
        let page = analysis_page(page_subject(analysis), &against);
        let mut set = FileSet::default();
        files.write(&page, PAGE_SCALE, &analysis.analysis.address, manifest, &mut set)?;
        set.commit()?;
        Ok(CaptureNotice { text: format!("saved {} and .svg", short_path(&png)), path: Some(png) })
    }

    fn create_folder(&self) -> anyhow::Result<()> {
        let created = fs::create_dir_all(&self.folder);
        created.with_context(|| format!("cannot create the folder {:?}", self.folder))
    }

    fn copy(&mut self, gpu: &Gpu, source: CaptureSource) -> Result<CaptureNotice, CommandError> {
        let name = CaptureName::of(&source);
        let pixels = source.pixels(gpu, &mut self.progress_callback(&name))?;
        let clipboard = match &mut self.clipboard {
            Some(clipboard) => clipboard,
            none => {
                let opened = arboard::Clipboard::new().context("the clipboard is not available")?;
                none.insert(opened)
            }
        };
        let [width, height] = source.size().map(|side| side as usize);
        let image = arboard::ImageData { width, height, bytes: pixels.into() };
        let copied = clipboard.set_image(image);
        copied.context("the clipboard rejected the picture")?;
        Ok(CaptureNotice {
            text: format!("copied the picture, {width} \u{d7} {height}"),
            path: None,
        })
    }

    /// Returns a callback that sends the finished fraction, 0 to 1, to the window, and fails after cancellation.
    fn progress_callback<'a>(
        &'a self,
        name: &CaptureName,
    ) -> impl FnMut(f64) -> Result<(), RenderError> + use<'a> {
        let name = name.stem().to_owned();
        let mut next = Instant::now() + PROGRESS_DELAY;
        move |fraction| {
            if self.is_canceled.load(Ordering::Relaxed) {
                return Err(RenderError::Canceled);
            }
            let now = Instant::now();
            if now >= next {
                next = now + PROGRESS_INTERVAL;
                let name = name.clone();
                let progress = CaptureProgress { name, fraction };
                (self.report)(Event::Capturing(self.generation, progress));
            }
            Ok(())
        }
    }
}

fn canceled() -> CommandError {
    anyhow!("canceled").into()
}

fn page_subject(cell: &CellAnalysis) -> PageSubject<'_> {
    PageSubject {
        analysis: &cell.analysis,
        field: &cell.samples.field,
        channel: cell.source.channel,
    }
}

/// Returns the first manifest, which contains the others. `manifests` must not be empty.
fn merged_manifest(mut manifests: Vec<Manifest>, arrangement: Arrangement) -> Manifest {
    let mut merged = manifests.remove(0);
    merged.cells = manifests;
    merged.arrangement = arrangement.name_of_pair().map(str::to_owned);
    merged
}

/// Returns the last two components of a path.
fn short_path(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let file = path.file_name().unwrap_or_default();
    Path::new(folder).join(file).display().to_string()
}
