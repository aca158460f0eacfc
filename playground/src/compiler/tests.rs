//! Tests of the compile thread on folders of the file system and a GPU.

mod builds;
mod folders;
mod inputs;
mod presets;
mod requests;
mod saves;
mod unsaved;

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use noise_playground::generator::Generator;
use noise_playground::gpu::Gpu;
use noise_playground::source::ModulePath;
use noise_playground::subject::preset::PresetEdit;
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::*;
use crate::catalog::{GeneratorRef, GeneratorSnapshot, Quarantined};

const GOOD: &str = "fn height(p: vec2f) -> f32 { return p.x; }\n";
const OTHER: &str = "fn height(p: vec2f) -> f32 { return p.y; }\n";
const BAD: &str = "fn height(p: vec2f) -> f32 { return p.q; }\n";

fn shader(number: u32) -> String {
    format!("fn height(p: vec2f) -> f32 {{ return {number}.0; }}\n")
}

/// Source text of a shader whose workgroups exceed the limit of any GPU.
const TOO_LARGE: &str = "/// @grid(64)
@group(1) @binding(0) var<storage, read_write> result: array<f32>;
/// @pass
@compute @workgroup_size(8192) fn fill(@builtin(global_invocation_id) id: vec3u) { result[id.x] = 1.0; }
";

struct TestCompiler {
    folder: tempfile::TempDir,
    /// Watched folder; `None` for the built-in shaders.
    root: Option<PathBuf>,
    compiler: CompilerHandle,
    texts: UnsavedTexts,
    events: mpsc::Receiver<CompilerEvent>,
    markers: Cell<u32>,
}

/// Time after which a test fails that waits for an event which does not come.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    built: usize,
    errors: usize,
    stale: bool,
}

fn use_gpu(compiler: &CompilerHandle) {
    compiler.use_gpu(Gpu::headless(None).unwrap(), DeviceGeneration::default());
}

fn live(address: &str) -> GeneratorRef {
    GeneratorRef::live(address.parse().unwrap())
}

impl TestCompiler {
    fn start(files: &[(&str, &str)]) -> Self {
        let running = Self::with_gpu(files, None);
        running.built();
        let _ = running.outcome();
        running
    }

    fn with_gpu(files: &[(&str, &str)], initial: Option<&str>) -> Self {
        let running = Self::without_gpu(files, initial);
        use_gpu(&running.compiler);
        running
    }

    fn without_gpu(files: &[(&str, &str)], initial: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
            fs::write(folder.path().join(path), text).unwrap();
        }
        let root = folder.path().canonicalize().unwrap();
        Self::watching(root, initial, folder)
    }

    /// Starts a compile thread on a folder that the caller owns.
    fn on(folder: &Path) -> Self {
        let root = folder.canonicalize().unwrap();
        let running = Self::watching(root, None, tempfile::tempdir().unwrap());
        use_gpu(&running.compiler);
        running
    }

    fn builtin() -> Self {
        let running = Self::open(None, None, tempfile::tempdir().unwrap());
        use_gpu(&running.compiler);
        running
    }

    fn watching(root: PathBuf, initial: Option<&str>, folder: tempfile::TempDir) -> Self {
        Self::open(Some(root), initial, folder)
    }

    fn open(root: Option<PathBuf>, initial: Option<&str>, folder: tempfile::TempDir) -> Self {
        let (sender, events) = mpsc::channel();
        let watched = root.clone();
        let texts = UnsavedTexts::default();
        let compiler = CompilerHandle::start(
            watched,
            initial.map(ModulePath::new),
            texts.clone(),
            move |event| {
                _ = sender.send(event);
            },
        )
        .unwrap();
        Self { folder, root, compiler, texts, events, markers: Cell::new(0) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path("a.wgsl")).unwrap()
    }

    fn shell(&self, line: &str) {
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-ec", line]).current_dir(self.folder.path());
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
    }

    fn show(&self, file: &str) {
        self.compiler.show(vec![live(&format!("{file}::height"))]);
    }

    fn next(&self) -> CompilerEvent {
        self.events.recv_timeout(PATIENCE).unwrap()
    }

    fn built(&self) -> Arc<Generator> {
        loop {
            if let CompilerEvent::Built(_, pipeline, _) = self.next() {
                return Arc::clone(&pipeline.generator);
            }
        }
    }

    /// Waits until all changes of the folder so far are read, compiled and built, and returns the events until then.
    fn settle(&self) -> Vec<CompilerEvent> {
        let mut events = Vec::new();
        if let Some(root) = &self.root {
            // Changes are reported in their order, so that all others have been read when this file is listed.
            let marker = ModulePath::new(format!("marker-{}.wgsl", self.markers.get()));
            self.markers.set(self.markers.get() + 1);
            fs::write(root.join(marker.as_str()), "// No generator.\n").unwrap();
            let is_read = |event: &CompilerEvent| match event {
                CompilerEvent::Status(status) => {
                    status.pending_files == 0 && status.files.contains(&marker)
                }
                _ => false,
            };
            while !events.last().is_some_and(is_read) {
                events.push(self.next());
            }
        }
        let (answer, answered) = mpsc::channel();
        self.compiler.send(CompilerRequest::Marker(answer));
        answered.recv_timeout(PATIENCE).unwrap();
        events.extend(self.events.try_iter());
        events
    }

    /// Waits until this text is built, and asserts that no other text is built after it.
    fn expect_last_built(&self, text: &str) {
        let built = |event: &CompilerEvent| match event {
            CompilerEvent::Built(_, pipeline, _) => Some(pipeline.generator.linked().wgsl.clone()),
            _ => None,
        };
        while built(&self.next()).is_none_or(|built| built != text) {}
        let later: Vec<String> = self.settle().iter().filter_map(built).collect();
        assert!(later.iter().all(|later| later == text), "{later:?}");
    }

    fn notice(&self) -> String {
        loop {
            if let CompilerEvent::Notice(notice) = self.next() {
                return notice;
            }
        }
    }

    /// Returns the summary of all events until all changes so far are handled.
    fn outcome(&self) -> Outcome {
        let mut outcome = Outcome { built: 0, errors: 0, stale: false };
        for event in self.settle() {
            match event {
                CompilerEvent::Built(..) => outcome.built += 1,
                CompilerEvent::Status(status) => {
                    outcome.errors = status.diagnostics.len();
                    outcome.stale = !status.stale.is_empty();
                }
                CompilerEvent::Notice(_)
                | CompilerEvent::FolderMoved(_)
                | CompilerEvent::Unsaved(_)
                | CompilerEvent::PresetsEdited(..)
                | CompilerEvent::SourceEdited(..)
                | CompilerEvent::Chosen(_)
                | CompilerEvent::Presets(_) => {}
            }
        }
        outcome
    }
}

const ONE_BUILT: Outcome = Outcome { built: 1, errors: 0, stale: false };

const NOTHING_BUILT: Outcome = Outcome { built: 0, ..ONE_BUILT };
