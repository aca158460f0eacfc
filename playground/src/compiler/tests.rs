//! Tests of the compile thread on folders of the file system and a GPU.

mod builds;
mod folders;
mod inputs;
mod presets;
mod saves;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::Address;
use noise_playground::gpu::Gpu;
use noise_playground::preset::PresetEdit;
use noise_playground::source::ModulePath;

use super::*;
use crate::catalog::GeneratorSnapshot;
use crate::catalog::{GeneratorRef, Quarantined};

const GOOD: &str = "fn height(p: vec2f) -> f32 { return p.x; }\n";
const OTHER: &str = "fn height(p: vec2f) -> f32 { return p.y; }\n";
const BAD: &str = "fn height(p: vec2f) -> f32 { return p.q; }\n";

/// Returns the source text of a shader that is different for each number.
fn shader(number: u32) -> String {
    format!("fn height(p: vec2f) -> f32 {{ return {number}.0; }}\n")
}

/// Source text of a shader whose workgroups exceed the limit of any GPU.
const TOO_LARGE: &str = "/// @grid(64)
@group(1) @binding(0) var<storage, read_write> result: array<f32>;
/// @pass
@compute @workgroup_size(8192) fn fill(@builtin(global_invocation_id) id: vec3u) { result[id.x] = 1.0; }
";

/// Compile thread on a folder of the test, and the events that it sends.
struct TestCompiler {
    folder: tempfile::TempDir,
    compiler: CompilerHandle,
    events: mpsc::Receiver<CompilerEvent>,
}

/// Summary of the events of a compile thread, until no further event follows.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    built: usize,
    errors: usize,
    stale: bool,
}

impl TestCompiler {
    fn start(files: &[(&str, &str)]) -> Self {
        let running = Self::with_gpu(files, None);
        while !running
            .events
            .iter()
            .any(|event| matches!(event, CompilerEvent::Built(..)))
        {}
        let _ = running.quiet();
        running
    }

    fn with_gpu(files: &[(&str, &str)], initial: Option<&str>) -> Self {
        let running = Self::without_gpu(files, initial);
        running
            .compiler
            .use_gpu(Gpu::headless(None).unwrap(), DeviceGeneration::default());
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
        running
            .compiler
            .use_gpu(Gpu::headless(None).unwrap(), DeviceGeneration::default());
        running
    }

    /// Starts on the built-in shaders.
    fn builtin() -> Self {
        let running = Self::open(None, None, tempfile::tempdir().unwrap());
        running
            .compiler
            .use_gpu(Gpu::headless(None).unwrap(), DeviceGeneration::default());
        running
    }

    fn watching(root: PathBuf, initial: Option<&str>, folder: tempfile::TempDir) -> Self {
        Self::open(Some(root), initial, folder)
    }

    fn open(root: Option<PathBuf>, initial: Option<&str>, folder: tempfile::TempDir) -> Self {
        let (sender, events) = mpsc::channel();
        let compiler = CompilerHandle::start(root, initial.map(ModulePath::new), move |event| {
            _ = sender.send(event);
        })
        .unwrap();
        Self {
            folder,
            compiler,
            events,
        }
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

    /// Runs a line of shell in the folder.
    fn shell(&self, line: &str) {
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-ec", line]).current_dir(self.folder.path());
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
    }

    /// Requests the generator `height` of a file.
    fn show(&self, file: &str) {
        self.compiler.show(vec![GeneratorRef::Live(Address {
            file: ModulePath::new(file),
            function: "height".to_owned(),
        })]);
    }

    /// Waits until this text is built, and asserts that no other text is built after it.
    fn expect_last_built(&self, text: &str) {
        let mut last = String::new();
        while last != text {
            let event = self.events.recv_timeout(Duration::from_secs(20));
            let Ok(event) = event else {
                panic!("the last built text is {last:?}, not {text:?}");
            };
            if let CompilerEvent::Built(_, pipeline, _) = event {
                last.clone_from(&pipeline.generator.linked.wgsl);
            }
        }
        while let Ok(event) = self.events.recv_timeout(Duration::from_millis(150)) {
            if let CompilerEvent::Built(_, pipeline, _) = event {
                assert_eq!(pipeline.generator.linked.wgsl, text);
            }
        }
    }

    /// Waits for the next notice.
    fn notice(&self) -> String {
        loop {
            let event = self.events.recv_timeout(Duration::from_secs(20));
            if let CompilerEvent::Notice(notice) = event.unwrap() {
                return notice;
            }
        }
    }

    /// Returns the summary of all events until none follows for half a second; `None` if there was none.
    fn quiet(&self) -> Option<Outcome> {
        let mut outcome: Option<Outcome> = None;
        while let Ok(event) = self.events.recv_timeout(Duration::from_millis(500)) {
            let summary = outcome.get_or_insert(Outcome {
                built: 0,
                errors: 0,
                stale: false,
            });
            match event {
                CompilerEvent::Built(..) => summary.built += 1,
                CompilerEvent::Status(status) => {
                    summary.errors = status.diagnostics.len();
                    summary.stale = !status.stale.is_empty();
                }
                CompilerEvent::Notice(_)
                | CompilerEvent::PresetsEdited(..)
                | CompilerEvent::SourceEdited(..)
                | CompilerEvent::Chosen(_)
                | CompilerEvent::Presets(_) => {}
            }
        }
        outcome
    }
}

const ONE_BUILT: Option<Outcome> = Some(Outcome {
    built: 1,
    errors: 0,
    stale: false,
});
