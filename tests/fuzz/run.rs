//! Runs fuzzing inputs one after the other, each on its own thread with the stack size of the application's threads.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{env, fs, thread};

use crate::random::Random;

/// Stack size, in bytes, of the application's threads that parse shaders.
const STACK_BYTES: usize = 256 << 20;

/// Time after which an input counts as never processed. Inputs are small: only a hang takes this long, even on a busy
/// machine.
const PATIENCE: Duration = Duration::from_secs(100);

/// Creates fuzzing inputs from numbers by `make` and processes each of them by `read`. Inputs that cause a failure are
/// written to `target/fuzz`. A stack overflow ends the process; its message names the thread, which is named after the
/// input.
pub(crate) fn run(
    name: &str,
    short_run: u64,
    make: impl Fn(&mut Random) -> Vec<u8>,
    read: fn(&[u8]),
) {
    let number = |name: &str, otherwise| match env::var(name) {
        Ok(text) => text.parse().unwrap(),
        Err(_) => otherwise,
    };
    let (first, inputs) = (number("FUZZ_FIRST", 0), number("FUZZ_INPUTS", short_run));
    let mut failures = Vec::new();
    for index in first..first + inputs {
        let input = Arc::new(make(&mut Random::new(index)));
        let label = format!("{name} {index}");
        if let Some(why) = failure(&label, &input, read) {
            failures.push(format!("{why}; see {}", keep(name, index, &input)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn failure(label: &str, input: &Arc<Vec<u8>>, read: fn(&[u8])) -> Option<String> {
    let (done, waiting) = mpsc::channel();
    let input = Arc::clone(input);
    thread::Builder::new()
        .name(label.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            read(&input);
            done.send(()).unwrap();
        })
        .unwrap();
    match waiting.recv_timeout(PATIENCE) {
        Ok(()) => None,
        Err(RecvTimeoutError::Timeout) => Some(format!("{label} takes longer than {PATIENCE:?}")),
        Err(RecvTimeoutError::Disconnected) => Some(format!("{label} panicked")),
    }
}

fn keep(name: &str, index: u64, input: &[u8]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{index}"));
    fs::write(&path, input).unwrap();
    path.to_string_lossy().into_owned()
}
