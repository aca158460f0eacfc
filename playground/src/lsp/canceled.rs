//! Requests that the client has canceled before they were answered.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lsp_server::{Message, RequestId};
use lsp_types::notification::{Cancel, Notification as _};

/// Shared by the thread that reads, which is ahead, and the one that answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Canceled(Arc<Mutex<BTreeSet<RequestId>>>);

impl Canceled {
    /// Call this with each message that is read.
    pub(super) fn read(&self, message: &Message) {
        self.lock().extend(canceled(message));
    }

    /// Call this with each message that is handled. Returns true for a canceled request.
    pub(super) fn handle(&self, message: &Message) -> bool {
        if let Message::Request(request) = message {
            return self.lock().remove(&request.id);
        }
        if let Some(late) = canceled(message) {
            self.lock().remove(&late);
        }
        false
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<RequestId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn canceled(message: &Message) -> Option<RequestId> {
    let Message::Notification(sent) = message else {
        return None;
    };
    let is_cancel = sent.method == Cancel::METHOD;
    is_cancel.then(|| serde_json::from_value(sent.params.get("id")?.clone()).ok())?
}
