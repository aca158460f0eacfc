//! The status line's short messages: what just happened.

use super::Workbench;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// Whether what it says can be taken back: the last change of a preset file.
    pub(crate) has_undo: bool,
    /// When it was first seen, in seconds of the window's clock.
    since: Option<f64>,
}

/// Long enough to read a line twice.
const NOTICE_SECONDS: f64 = 8.0;

impl Workbench {
    /// Has a message shown for a while, in place of the one before.
    pub(crate) fn say(&mut self, text: String) {
        self.messages.add(text.clone());
        self.notice = Some(Notice {
            text,
            has_undo: false,
            since: None,
        });
    }

    /// The same, with a way to take back what it says.
    pub(crate) fn say_with_undo(&mut self, text: String) {
        self.say(text);
        if let Some(notice) = &mut self.notice {
            notice.has_undo = true;
        }
    }

    /// The message to be seen at a time of the window's clock, and for how many seconds more.
    pub(crate) fn notice_at(&mut self, now: f64) -> Option<(&Notice, f64)> {
        let notice = self.notice.as_mut()?;
        let left = *notice.since.get_or_insert(now) + NOTICE_SECONDS - now;
        if left <= 0.0 {
            self.notice = None;
        }
        let notice = self.notice.as_ref()?;
        Some((notice, left))
    }
}
