//! Handle by which the window controls the compile thread.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};

use noise_playground::gpu::Gpu;
use noise_playground::source::ModulePath;

use super::activity::Activity;
use super::messages::{CompilerEvent, CompilerRequest, DeviceGeneration};
use super::queue::RequestQueue;
use super::sources::FolderSources;
use super::unsaved::UnsavedTexts;
use super::watched::{OnChange, WatchedFolder};
use super::worker::CompilerWorker;
use crate::STACK_BYTES;
use crate::catalog::GeneratorRef;
use crate::process::shutdown;

/// Dropping the handle ends the thread.
pub(crate) struct CompilerHandle {
    /// `None` while the thread is finishing. The folder watcher holds a weak reference, which does not keep it running.
    requests: Option<Arc<Sender<CompilerRequest>>>,
    thread: JoinHandle<()>,
    activity: Activity,
}

impl Drop for CompilerHandle {
    /// Waits at most `JOIN_TIMEOUT`: some graphics drivers crash if they are in use while the process exits.
    fn drop(&mut self) {
        self.requests = None;
        shutdown::join_with_timeout(&self.thread);
    }
}

impl CompilerHandle {
    /// `folder` is the path as it was opened; `None` for the built-in shaders. Until [`show`](Self::show), the thread
    /// builds the main generator of `initial` or of a file that it chooses. `texts` are those of editors.
    pub(crate) fn start(
        folder: Option<PathBuf>,
        initial: Option<ModulePath>,
        texts: UnsavedTexts,
        on_event: impl Fn(CompilerEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (requests, received) = mpsc::channel();
        let requests = Arc::new(requests);
        let for_watcher = Arc::downgrade(&requests);
        texts.attach(Arc::downgrade(&requests));
        let activity = Activity::default();
        let for_worker = activity.clone();
        let thread = thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let folder =
                    folder.map(|folder| WatchedFolder::new(folder, on_change(for_watcher)));
                let requests = RequestQueue::new(received);
                let sources = FolderSources::new(folder, texts);
                let mut worker = CompilerWorker::new(requests, sources, initial, on_event);
                worker.activity = for_worker;
                worker.run();
            })?;
        Ok(Self { requests: Some(requests), thread, activity })
    }

    /// While pictures are incomplete, pipelines that no picture needs yet are built only at long intervals.
    pub(crate) fn activity(&self) -> &Activity {
        &self.activity
    }

    pub(crate) fn use_gpu(&self, gpu: Gpu, device: DeviceGeneration) {
        self.send(CompilerRequest::UseDevice(Box::new(gpu), device));
    }

    /// Builds the pipelines of these generators, in this order, and of no others.
    pub(crate) fn show(&self, targets: Vec<GeneratorRef>) {
        self.send(CompilerRequest::Show(targets));
    }

    pub(crate) fn send(&self, request: CompilerRequest) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(request);
        }
    }
}

fn on_change(requests: Weak<Sender<CompilerRequest>>) -> OnChange {
    Arc::new(move |change| {
        let request =
            change.map_or_else(CompilerRequest::WatchDegraded, CompilerRequest::FolderChanged);
        if let Some(requests) = requests.upgrade() {
            let _ = requests.send(request);
        }
    })
}
