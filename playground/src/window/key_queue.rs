//! Keys that move the keyboard focus come alone: egui delivers all events of a frame to the widget that has the focus
//! at its start, so that what is typed after such a key in a slow frame would go to the wrong widget.

use std::collections::VecDeque;
use std::mem;

use egui::{Event, Key, RawInput};

/// Events that wait for the next frame.
#[derive(Default)]
pub(crate) struct KeyQueue {
    waiting: VecDeque<Event>,
}

impl KeyQueue {
    /// Leaves in `input` the events before the first key that moves the focus, or this key. True if others wait.
    pub(crate) fn limit(&mut self, input: &mut RawInput) -> bool {
        self.waiting.extend(mem::take(&mut input.events));
        while let Some(event) = self.waiting.pop_front() {
            if moves_focus(&event) && !input.events.is_empty() {
                self.waiting.push_front(event);
                break;
            }
            let is_last = moves_focus(&event);
            input.events.push(event);
            if is_last {
                break;
            }
        }
        !self.waiting.is_empty()
    }
}

fn moves_focus(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Tab | Key::Enter | Key::Escape, pressed: true, .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: Key) -> Event {
        let modifiers = egui::Modifiers::NONE;
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    #[test]
    fn keys_that_move_the_focus_come_alone_and_in_order() {
        let text = |text: &str| Event::Text(text.to_owned());
        let typed =
            [text("5"), key(Key::Tab), text("0"), text("6"), key(Key::Enter), key(Key::Tab)];
        let mut input = RawInput { events: typed.clone().into(), ..RawInput::default() };
        let mut queue = KeyQueue::default();
        let mut frames = Vec::new();
        loop {
            let waits = queue.limit(&mut input);
            frames.push(mem::take(&mut input.events));
            if !waits {
                break;
            }
        }
        assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 2, 1, 1]);
        assert_eq!(frames.concat(), typed);
    }
}
