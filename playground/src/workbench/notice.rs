//! The status line's short messages: what just happened.

use super::Workbench;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    text: String,
    /// When it was first seen, in seconds of the window's clock.
    since: Option<f64>,
}

/// Long enough to read a line twice.
const NOTICE_SECONDS: f64 = 8.0;

impl Workbench {
    /// Has a message shown for a while, in place of the one before.
    pub(crate) fn say(&mut self, text: String) {
        self.messages.add(text.clone());
        self.notice = Some(Notice { text, since: None });
    }

    /// The message to be seen at a time of the window's clock, and for how many seconds more.
    pub(crate) fn notice_at(&mut self, now: f64) -> Option<(&str, f64)> {
        let notice = self.notice.as_mut()?;
        let left = *notice.since.get_or_insert(now) + NOTICE_SECONDS - now;
        if left <= 0.0 {
            self.notice = None;
        }
        let notice = self.notice.as_ref()?;
        Some((&notice.text, left))
    }
}
