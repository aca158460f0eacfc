//! Work on a thread of its own: other threads of Python go on, Ctrl-C ends the wait, and a panic becomes an exception.

use std::any::Any;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use noise_playground::RenderError;
use pyo3::prelude::*;

use crate::errors::Failure;

/// Until Ctrl-C is noticed.
const POLL: Duration = Duration::from_millis(50);

/// For canceled work at the end of the interpreter.
const CLOSE: Duration = Duration::from_secs(5);

/// Nested shaders take much of it.
const STACK_BYTES: usize = 256 << 20;

/// Calls and threads that have not ended.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);

/// True once the interpreter ends.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The process that opened a device, which its forks cannot use.
static OWNER: OnceLock<u32> = OnceLock::new();

/// Tells work that nobody waits for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A progress function.
    pub(crate) fn check(&self, _: f64) -> Result<(), RenderError> {
        let is_canceled = self.0.load(Ordering::Relaxed) || IS_CLOSED.load(Ordering::Relaxed);
        if is_canceled { Err(RenderError::Canceled) } else { Ok(()) }
    }
}

/// Remembers that this process has a device.
pub(crate) fn own_device() {
    OWNER.get_or_init(process::id);
}

/// Runs `work` on a new thread, and returns its result. On Ctrl-C it returns at once, while work that checks `Cancel`
/// ends later.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    check_process()?;
    let call = Active::new();
    let cancel = Cancel::default();
    let (sender, mut receiver) = sync_channel(1);
    let task = {
        let (active, cancel) = (Active::new(), cancel.clone());
        move || {
            let _active = active;
            let _ = sender.send(work(&cancel));
        }
    };
    let thread = thread::Builder::new().name("noise".to_owned()).stack_size(STACK_BYTES);
    let thread = thread.spawn(task)?;
    loop {
        let received;
        (receiver, received) = py.detach(move || {
            let received = receiver.recv_timeout(POLL);
            (receiver, received)
        });
        match received {
            Ok(result) => {
                drop(call);
                return Ok(result?);
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    cancel.0.store(true, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let panic = thread.join().err();
                return Err(Failure::Internal(message(panic.as_deref())).into());
            }
        }
    }
}

/// Cancels all work, and waits for its end. Graphics drivers may crash if they work while the process ends.
#[pyfunction]
pub(crate) fn close(py: Python<'_>) {
    IS_CLOSED.store(true, Ordering::Relaxed);
    py.detach(|| {
        let start = Instant::now();
        while ACTIVE.load(Ordering::Acquire) > 0 && start.elapsed() < CLOSE {
            thread::sleep(Duration::from_millis(5));
        }
    });
}

fn check_process() -> Result<(), Failure> {
    if OWNER.get().is_some_and(|owner| *owner != process::id()) {
        return Err(Failure::Runtime(
            "this process is a fork of one with a graphics device, which it cannot use; start processes with \
             multiprocessing.get_context(\"spawn\")",
        ));
    }
    let is_closed = IS_CLOSED.load(Ordering::Relaxed);
    if is_closed { Err(Failure::Runtime("the interpreter is ending")) } else { Ok(()) }
}

fn message(panic: Option<&(dyn Any + Send)>) -> String {
    let text = panic.and_then(|panic| {
        let literal = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        literal.or_else(|| panic.downcast_ref::<String>().cloned())
    });
    text.unwrap_or_default()
}

/// Counts a call or a thread until it is dropped.
struct Active;

impl Active {
    fn new() -> Self {
        ACTIVE.fetch_add(1, Ordering::AcqRel);
        Self
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        ACTIVE.fetch_sub(1, Ordering::AcqRel);
    }
}
