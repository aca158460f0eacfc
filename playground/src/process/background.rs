//! Computations on background threads, whose results the window receives in a later frame.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};

use super::shutdown;

/// The default callback does nothing.
#[derive(Clone, Default)]
pub(crate) struct Wake(Option<Arc<dyn Fn() + Send + Sync>>);

impl Wake {
    pub(crate) fn new(request_frame: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(request_frame)))
    }
}

/// Computes on a background thread, one result at a time, with its inputs for comparison, and then requests a frame.
pub(crate) struct Background<K, T> {
    running: Option<Running<K, T>>,
    wake: Wake,
}

struct Running<K, T> {
    inputs: K,
    /// Receives `None` if the computation panicked.
    result: Receiver<Option<T>>,
    thread: JoinHandle<()>,
}

impl<K, T: Send + 'static> Background<K, T> {
    pub(crate) fn new(wake: &Wake) -> Self {
        Self { running: None, wake: wake.clone() }
    }

    /// Returns true until [`try_take`](Self::try_take) has returned the result.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Drops the result of a computation that is still running.
    pub(crate) fn start(&mut self, inputs: K, compute: impl FnOnce() -> T + Send + 'static) {
        self.cancel();
        let (sender, result) = mpsc::channel();
        let wake = self.wake.clone();
        let thread = thread::spawn(move || {
            let _ = sender.send(catch_unwind(AssertUnwindSafe(compute)).ok());
            if let Wake(Some(request_frame)) = wake {
                request_frame();
            }
        });
        self.running = Some(Running { inputs, result, thread });
    }

    /// Returns inputs and result once; the result is `None` if the computation panicked.
    pub(crate) fn try_take(&mut self) -> Option<(K, Option<T>)> {
        let result = self.running.as_ref()?.result.try_recv().ok()?;
        let running = self.running.take()?;
        Some((running.inputs, result))
    }
}

impl<K, T> Background<K, T> {
    /// The thread is not interrupted; the process waits for it when it exits.
    pub(crate) fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            shutdown::join_at_exit(running.thread);
        }
    }
}

impl<K, T> Drop for Background<K, T> {
    fn drop(&mut self) {
        self.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Waits until the background computation is finished, and returns its inputs and result.
    fn taken<K, T: Send + 'static>(background: &mut Background<K, T>) -> (K, Option<T>) {
        loop {
            if let Some(taken) = background.try_take() {
                return taken;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn result_has_its_inputs_and_wakes_the_window() {
        let count = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&count);
        let wake = Wake::new(move || _ = counted.fetch_add(1, Ordering::SeqCst));
        let mut background = Background::new(&wake);
        background.start("two", || 1 + 1);
        assert!(background.is_running());
        assert_eq!(taken(&mut background), ("two", Some(2)));
        assert!(!background.is_running() && background.try_take().is_none());
        background.start("panic", || panic!("expected by the test"));
        assert_eq!(taken(&mut background), ("panic", None));
        while count.load(Ordering::SeqCst) < 2 {
            thread::yield_now();
        }
    }

    #[test]
    fn newest_computation_wins_and_dropped_ones_are_joined_at_exit() {
        let (finish, finished) = mpsc::channel::<()>();
        let mut background = Background::new(&Wake::default());
        background.start(1, move || _ = finished.recv());
        background.start(2, || ());
        assert_eq!(taken(&mut background), (2, Some(())));
        drop(background);
        drop(finish);
        shutdown::join_threads();
    }
}
