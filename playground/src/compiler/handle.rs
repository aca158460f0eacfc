//! The window's end of the compile thread.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use noise_playground::generator::Generator;
use noise_playground::gpu::Gpu;
use noise_playground::preset::PresetEdit;
use noise_playground::source::ModulePath;

use super::messages::{CompilerEvent, CompilerRequest, DeviceGeneration};
use super::watched::WatchedFolder;
use super::worker::CompilerWorker;
use crate::STACK_BYTES;
use crate::catalog::{GeneratorRef, Quarantined};
use crate::process::sentinel::RunSentinel;
use crate::process::shutdown;
use crate::workbench::SourceEdit;

/// Handle of the compile thread. Dropping it finishes the thread.
pub(crate) struct CompilerHandle {
    /// Sender of requests; `None` while the thread finishes. The watcher holds a weak reference, which does not keep
    /// the thread running.
    requests: Option<Arc<Sender<CompilerRequest>>>,
    thread: JoinHandle<()>,
    /// Flag that the compile thread reads: true while pictures are evaluated.
    is_busy: Arc<AtomicBool>,
}

impl Drop for CompilerHandle {
    /// Joins the compile thread, for at most `JOIN_TIMEOUT`. Some graphics drivers crash if they are in use while the
    /// process exits.
    fn drop(&mut self) {
        self.requests = None;
        shutdown::join_with_timeout(&self.thread);
    }
}

impl CompilerHandle {
    /// Starts the compile thread on a folder, or on the built-in shaders if there is none. Shows the main generator of
    /// `initial`, or one that the thread chooses, until [`show`](Self::show) is called.
    pub(crate) fn start(
        folder: Option<PathBuf>,
        initial: Option<ModulePath>,
        on_event: impl Fn(CompilerEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (requests, received) = mpsc::channel();
        let requests = Arc::new(requests);
        let for_watcher = Arc::downgrade(&requests);
        let is_busy = Arc::new(AtomicBool::new(false));
        let for_worker = Arc::clone(&is_busy);
        let thread = thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let folder = folder.map(|folder| WatchedFolder::new(folder, for_watcher));
                let mut worker = CompilerWorker::new(folder, initial, on_event);
                worker.is_busy = for_worker;
                worker.run(&received);
            })?;
        Ok(Self {
            requests: Some(requests),
            thread,
            is_busy,
        })
    }

    /// Sets whether pictures are evaluated. Meanwhile, pipelines that no picture needs yet are built at longer
    /// intervals.
    pub(crate) fn set_busy(&self, is_busy: bool) {
        self.is_busy.store(is_busy, Ordering::Relaxed);
    }

    /// Sends the compile thread the device on which to build pipelines; it replaces the previous device.
    pub(crate) fn use_gpu(&self, gpu: Gpu, device: DeviceGeneration) {
        self.send(CompilerRequest::UseDevice(Box::new(gpu), device));
    }

    /// Edits the preset file beside a generator's file.
    pub(crate) fn edit_presets(&self, generator: Arc<Generator>, edit: PresetEdit) {
        self.send(CompilerRequest::EditPresets(generator, Box::new(edit)));
    }

    /// Edits a shader file.
    pub(crate) fn edit_source(&self, edit: SourceEdit) {
        self.send(CompilerRequest::EditSource(edit));
    }

    /// Quarantines files: their generators do not run until the files are edited or [`run_anyway`](Self::run_anyway) is
    /// called.
    pub(crate) fn quarantine(&self, files: Vec<Quarantined>) {
        self.send(CompilerRequest::Quarantine(files));
    }

    /// Sends the compile thread the run sentinel, in which it lists the shaders that it calibrates.
    pub(crate) fn use_sentinel(&self, sentinel: Arc<RunSentinel>) {
        self.send(CompilerRequest::UseSentinel(sentinel));
    }

    /// Releases a file from quarantine.
    pub(crate) fn run_anyway(&self, file: ModulePath) {
        self.send(CompilerRequest::RunAnyway(file));
    }

    /// Requests the pipelines of these generators, to be built in this order. All other generators are no longer built.
    pub(crate) fn show(&self, targets: Vec<GeneratorRef>) {
        self.send(CompilerRequest::Show(targets));
    }

    fn send(&self, request: CompilerRequest) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(request);
        }
    }
}
