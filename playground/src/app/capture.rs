//! Captures: what the window shows, made again at any size and in any format on a thread of its own.
//!
//! The window only says what is wanted, as an [`CaptureRequest`]. The thread evaluates with textures of its own and in
//! pieces so small that the window's frames find their turn between them.

mod animation;
mod name;
mod request;
mod sheet;
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
use crate::process::error::CommandError;
use crate::process::shutdown;
use crate::window::Screenshot;
use crate::workbench::capture_settings::CaptureProgress;
use crate::workbench::document::Arrangement;
use name::CaptureName;
pub(super) use request::order;
use sheet::ComparisonSheet;
use source::CaptureSource;

/// What is to be made.
pub(super) enum CaptureRequest {
    /// A file of one cell.
    Cell(CaptureSource, Format),
    /// Cells on one sheet, at least one.
    Comparison(ComparisonSheet),
    /// The window as it was drawn, and the cells that are seen in it, at least one.
    Window(Screenshot, Vec<CaptureSource>, Arrangement),
    /// A folder of numbered frames, in which a control goes over a range.
    Turntable(CaptureSource, Format, AxisRange),
    /// A picture for other programs.
    Copy(CaptureSource),
}

/// The thread that makes captures, one after another.
pub(super) struct CaptureHandle {
    /// None once the window is being closed.
    orders: Option<Sender<(Gpu, CaptureRequest, Canceled)>>,
    /// Flags of the orders whose end has not been reported, the oldest first.
    pending: VecDeque<Canceled>,
    thread: JoinHandle<()>,
}

/// True once an order is canceled.
type Canceled = Arc<AtomicBool>;

/// How long a capture takes before its progress is seen, and how often that moves.
const PROGRESS_DELAY: Duration = Duration::from_millis(400);
const TELLING: Duration = Duration::from_millis(50);

impl CaptureHandle {
    /// Starts the thread. Files go into `folder`, which is made when it is needed.
    pub(super) fn start(
        folder: PathBuf,
        report: impl Fn(Event) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (orders, received) = channel();
        let maker = CaptureWorker {
            folder,
            is_canceled: Canceled::default(),
            report: Box::new(report),
            clipboard: None,
        };
        let thread = thread::Builder::new()
            .name("capture".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || maker.run(&received))?;
        Ok(Self {
            orders: Some(orders),
            pending: VecDeque::new(),
            thread,
        })
    }

    /// Has a capture made after those that wait.
    pub(super) fn make(&mut self, gpu: &Gpu, order: CaptureRequest) {
        if let Some(orders) = &self.orders {
            let is_canceled = Canceled::default();
            self.pending.push_back(Arc::clone(&is_canceled));
            let _ = orders.send((gpu.clone(), order, is_canceled));
        }
    }

    /// Cancels the oldest capture whose end has not been reported. Frames that were written stay.
    pub(super) fn end(&self) {
        if let Some(is_canceled) = self.pending.front() {
            is_canceled.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets the oldest capture, whose end was reported.
    pub(super) fn forget_reported(&mut self) {
        self.pending.pop_front();
    }
}

impl Drop for CaptureHandle {
    /// A capture just asked for is not lost with the window. What takes longer is, without a trace.
    fn drop(&mut self) {
        self.orders = None;
        shutdown::join_with_timeout(&self.thread);
    }
}

/// The thread's own state.
struct CaptureWorker {
    folder: PathBuf,
    /// Of the order that is being worked on.
    is_canceled: Canceled,
    report: Box<dyn Fn(Event) + Send>,
    /// Kept, since some systems ask it for what was copied.
    clipboard: Option<arboard::Clipboard>,
}

impl CaptureWorker {
    fn run(mut self, orders: &Receiver<(Gpu, CaptureRequest, Canceled)>) {
        for (gpu, order, is_canceled) in orders {
            self.is_canceled = is_canceled;
            let made = catch_unwind(AssertUnwindSafe(|| self.make(&gpu, order)));
            let made =
                made.unwrap_or_else(|_| Err(anyhow!("it ran into a fault of its own").into()));
            let said = made.map_err(|failure| format!("not captured: {}", failure.one_line()));
            (self.report)(Event::Captured(said));
        }
    }

    /// Gives what to say of it.
    fn make(&mut self, gpu: &Gpu, order: CaptureRequest) -> Result<String, CommandError> {
        match order {
            CaptureRequest::Cell(subject, format) => {
                let name = CaptureName::of(&subject);
                let mut output = self.begin(&name, format)?;
                subject.write(gpu, &mut output, &mut self.progress_callback(&name))?;
                self.publish(output, &name)
            }
            CaptureRequest::Comparison(sheet) => {
                let rest = sheet.arrangement.name_of_pair().unwrap_or("comparison");
                let name = CaptureName::of(&sheet.cells[0].subject).with_suffix(rest);
                let mut output = self.begin(&name, Format::Png)?;
                sheet.write(gpu, &mut output, &mut self.progress_callback(&name))?;
                self.publish(output, &name)
            }
            CaptureRequest::Window(shot, cells, arrangement) => {
                let name = CaptureName::of(&cells[0]).with_suffix("window");
                let mut output = self.begin(&name, Format::Png)?;
                let size = shot.size;
                let pixels = shot.pixels(gpu)?;
                let manifests = cells.iter().map(|cell| cell.manifest(gpu)).collect();
                let manifest = merged_manifest(manifests, arrangement);
                let written = output.write_picture(size, pixels, &manifest);
                written.map_err(anyhow::Error::from)?;
                self.publish(output, &name)
            }
            CaptureRequest::Turntable(subject, format, range) => {
                fs::create_dir_all(&self.folder).with_context(|| self.unmade())?;
                animation::make(gpu, subject, format, &range, &self.folder, |name| {
                    self.progress_callback(name)
                })
            }
            CaptureRequest::Copy(subject) => self.copy(gpu, subject),
        }
    }

    /// Begins a file. It has no name before it is whole.
    fn begin(&self, name: &CaptureName, format: Format) -> Result<CaptureFile, CommandError> {
        fs::create_dir_all(&self.folder).with_context(|| self.unmade())?;
        let path = self.folder.join(name.file(&self.folder, format));
        Ok(CaptureFile::create(&path, format).map_err(anyhow::Error::from)?)
    }

    fn publish(&self, output: CaptureFile, name: &CaptureName) -> Result<String, CommandError> {
        let path = name.publish(output, &self.folder)?;
        Ok(format!("saved {}", short(&path)))
    }

    fn unmade(&self) -> String {
        format!("cannot make the folder {:?}", self.folder)
    }

    fn copy(&mut self, gpu: &Gpu, subject: CaptureSource) -> Result<String, CommandError> {
        let name = CaptureName::of(&subject);
        let pixels = subject.pixels(gpu, &mut self.progress_callback(&name))?;
        let clipboard = match &mut self.clipboard {
            Some(clipboard) => clipboard,
            none => {
                let opened = arboard::Clipboard::new().context("the clipboard is not to be had")?;
                none.insert(opened)
            }
        };
        let [width, height] = subject.size.map(|side| side as usize);
        let image = arboard::ImageData {
            width,
            height,
            bytes: pixels.into(),
        };
        let copied = clipboard.set_image(image);
        copied.context("the clipboard does not take the picture")?;
        Ok(format!("copied the picture, {width} \u{d7} {height}"))
    }

    /// Tells the window how far a capture is, and ends it when the person asks for that.
    fn progress_callback<'a>(
        &'a self,
        name: &CaptureName,
    ) -> impl FnMut(f64) -> Result<(), CommandError> + use<'a> {
        let name = name.stem().to_owned();
        let mut next = Instant::now() + PROGRESS_DELAY;
        move |share| {
            if self.is_canceled.load(Ordering::Relaxed) {
                return Err(anyhow!("it was given up").into());
            }
            let now = Instant::now();
            if now >= next {
                next = now + TELLING;
                let name = name.clone();
                (self.report)(Event::Capturing(CaptureProgress { name, share }));
            }
            Ok(())
        }
    }
}

/// What a picture of several cells carries, of at least one.
fn merged_manifest(mut manifests: Vec<Manifest>, arrangement: Arrangement) -> Manifest {
    let mut all = manifests.remove(0);
    all.cells = manifests;
    all.arrangement = arrangement.name_of_pair().map(str::to_owned);
    all
}

/// A file in its folder, as a note names it.
fn short(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let file = path.file_name().unwrap_or_default();
    Path::new(folder).join(file).display().to_string()
}
