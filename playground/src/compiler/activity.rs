//! What is done for the present picture, so that other work can wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by the window, the compile thread and the threads that measure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_compiling: AtomicBool,
    is_refining: AtomicBool,
}

impl Activity {
    /// `true` while the compile thread answers a request, such as a save.
    pub(super) fn set_compiling(&self, is_compiling: bool) {
        self.0.is_compiling.store(is_compiling, Ordering::Relaxed);
    }

    /// `true` while a picture is incomplete.
    pub(crate) fn set_refining(&self, is_refining: bool) {
        self.0.is_refining.store(is_refining, Ordering::Relaxed);
    }

    pub(crate) fn is_refining(&self) -> bool {
        self.0.is_refining.load(Ordering::Relaxed)
    }

    /// Returns true if pictures are complete and no change compiles that could replace them.
    pub(crate) fn is_at_rest(&self) -> bool {
        !self.is_refining() && !self.0.is_compiling.load(Ordering::Relaxed)
    }
}
