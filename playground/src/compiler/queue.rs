//! Queue of the requests to the compile thread.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::messages::CompilerRequest;
use super::watch::Change;

/// Of several waiting requests to show generators or to read the texts of editors, only the last one is left.
pub(super) struct RequestQueue {
    received: Receiver<CompilerRequest>,
    waiting: VecDeque<CompilerRequest>,
}

impl RequestQueue {
    pub(super) fn new(received: Receiver<CompilerRequest>) -> Self {
        Self { received, waiting: VecDeque::new() }
    }

    /// Waits up to `timeout`, or without a limit. Fails if no request arrives in time, or if all senders are dropped.
    pub(super) fn next(
        &mut self,
        timeout: Option<Duration>,
    ) -> Result<CompilerRequest, RecvTimeoutError> {
        self.receive();
        while let Some(request) = self.waiting.pop_front() {
            let is_same_kind: fn(&CompilerRequest) -> bool = match &request {
                CompilerRequest::Show(_) => is_show,
                CompilerRequest::TextsChanged => is_texts,
                _ => |_| false,
            };
            if !self.waiting.iter().any(is_same_kind) {
                return Ok(request);
            }
        }
        match timeout {
            Some(timeout) => self.received.recv_timeout(timeout),
            None => self.received.recv().map_err(Into::into),
        }
    }

    /// Removes the first waiting change; others keep their order. `None` if none comes in time, or no sender is left.
    pub(super) fn next_change(&mut self, timeout: Duration) -> Option<Change> {
        self.receive();
        let mut waiting = self.waiting.iter();
        if let Some(at) =
            waiting.position(|request| matches!(request, CompilerRequest::FolderChanged(_)))
            && let Some(CompilerRequest::FolderChanged(change)) = self.waiting.remove(at)
        {
            return Some(change);
        }
        let deadline = Instant::now() + timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.received.recv_timeout(left) {
                Ok(CompilerRequest::FolderChanged(change)) => return Some(change),
                Ok(other) => self.waiting.push_back(other),
                Err(_) => return None,
            }
        }
    }

    pub(super) fn has_show(&mut self) -> bool {
        self.receive();
        self.waiting.iter().any(is_show)
    }

    fn receive(&mut self) {
        self.waiting.extend(self.received.try_iter());
    }
}

fn is_show(request: &CompilerRequest) -> bool {
    matches!(request, CompilerRequest::Show(_))
}

fn is_texts(request: &CompilerRequest) -> bool {
    matches!(request, CompilerRequest::TextsChanged)
}
