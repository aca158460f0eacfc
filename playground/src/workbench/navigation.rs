//! The way back to what the user has looked at before, and forward again: generators, taps, places, cameras, view modes
//! and arrangements. None of it is a step of the undo history.

use std::sync::Arc;

use super::document::GeneratorView;
use super::history::MAX_REPEAT_SECONDS;
use super::preferences::Hint;
use super::{Document, State, View, Workbench};

/// Older places are forgotten.
const MAX: usize = 100;

/// In the order in which they were left.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    back: Vec<Place>,
    forward: Vec<Place>,
    /// True if the next move follows the cursor of an editor.
    pub(super) follows_cursor: bool,
}

#[derive(Debug)]
struct Place {
    /// Only what it looks at counts.
    document: Document,
    left_by: Move,
    /// Time at which it was left or, of repeated moves, of the last one, in seconds of egui's clock.
    at: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Pan,
    Zoom,
    Camera,
    /// To another view mode.
    Mode,
    /// To a tap at the cursor of an editor.
    Cursor,
    /// To another generator, tap or arrangement.
    Jump,
}

impl Move {
    fn between(before: &Document, after: &Document) -> Self {
        let moved = after.cells.iter().find_map(|cell| {
            let view = |document: &Document| document.effective_view(cell.id);
            Self::between_views(&view(before), &view(after))
        });
        let target = |document: &Document| {
            let targets = document.cells.iter().map(|cell| cell.target.clone());
            targets.collect::<Vec<_>>()
        };
        let is_in_place =
            before.arrangement == after.arrangement && target(before) == target(after);
        moved.filter(|_| is_in_place).unwrap_or(Self::Jump)
    }

    fn between_views(before: &View, after: &View) -> Option<Self> {
        let camera = |view: &View| (view.scene.camera, view.scene.target);
        if before.shading.mode != after.shading.mode {
            Some(Self::Mode)
        } else if camera(before) != camera(after) {
            Some(Self::Camera)
        } else if before.span != after.span {
            Some(Self::Zoom)
        } else {
            (before.center != after.center).then_some(Self::Pan)
        }
    }

    /// Returns true if the place between two moves is no place of its own. `seconds` is the time between them.
    fn is_repeated_by(self, next: Self, seconds: f64) -> bool {
        match self {
            Self::Mode | Self::Jump => false,
            Self::Cursor => next == Self::Cursor,
            Self::Pan | Self::Zoom | Self::Camera => next == self && seconds < MAX_REPEAT_SECONDS,
        }
    }
}

impl Navigation {
    pub(crate) fn can_go_back(&self) -> bool {
        !self.back.is_empty()
    }

    pub(crate) fn can_go_forward(&self) -> bool {
        !self.forward.is_empty()
    }

    fn leave(&mut self, left: Document, left_by: Move, now: f64) {
        let is_empty = left.selected().target.is_none();
        let last = self.back.last_mut().filter(|_| self.forward.is_empty());
        let last = last.filter(|last| last.left_by.is_repeated_by(left_by, now - last.at));
        if let Some(last) = last {
            last.at = now;
        } else if !is_empty {
            self.back.push(Place { document: left, left_by, at: now });
            let surplus = self.back.len().saturating_sub(MAX);
            self.back.drain(..surplus);
        }
        self.forward.clear();
    }
}

impl Workbench {
    /// Adds a place if the user has moved since the last call. `now` is the time of egui's clock in seconds.
    pub(super) fn commit_navigation(&mut self, now: f64) {
        let State { document, history, navigation, chrome, .. } = &mut self.0;
        let follows_cursor = std::mem::take(&mut navigation.follows_cursor);
        let Some(left) = history.navigate(document) else {
            return;
        };
        let moved = match Move::between(&left, document) {
            Move::Jump if follows_cursor => Move::Cursor,
            moved => moved,
        };
        match moved {
            Move::Mode => chrome.finish_hint(Hint::NextView),
            Move::Pan | Move::Zoom | Move::Camera => chrome.dismiss_notice(),
            Move::Cursor | Move::Jump => {}
        }
        navigation.leave(left, moved, now);
    }

    /// Called before another generator is shown. A view that is shared by several cells or not reset yet is not kept.
    pub(super) fn remember_view(&mut self) {
        let cell = self.document.selected();
        let is_alone = self.document.cells.len() == 1;
        let is_own = (is_alone || cell.own_view.is_some()) && !cell.resets_view;
        if let Some(left) = self.selected_address().filter(|_| is_own) {
            let view = *self.document.result_view(cell.id);
            let shared = self.document.shared();
            let known = self.document.views.get(&left).filter(|_| !is_alone);
            let stage_shading = known.map_or(shared.stage_shading, |known| known.stage_shading);
            self.0.history.apply(&mut self.0.document, |document| {
                let views = Arc::make_mut(&mut document.edit().views);
                views.insert(left.clone(), GeneratorView { view, stage_shading });
            });
        }
    }

    /// Passes over places that only a closed cell has shown.
    pub(crate) fn go_back(&mut self) {
        while let Some(place) = self.0.navigation.back.pop() {
            let left = self.go_to_place(&place.document);
            let has_moved = left != self.document;
            self.0.navigation.forward.push(Place { document: left, ..place });
            if has_moved {
                break;
            }
        }
    }

    pub(crate) fn go_forward(&mut self) {
        while let Some(place) = self.0.navigation.forward.pop() {
            let left = self.go_to_place(&place.document);
            let has_moved = left != self.document;
            self.0.navigation.back.push(Place { document: left, ..place });
            if has_moved {
                break;
            }
        }
    }

    /// Returns the document before.
    fn go_to_place(&mut self, place: &Document) -> Document {
        self.remember_view();
        let left = self.document.clone();
        self.0.history.apply(&mut self.0.document, |document| {
            let views = Arc::clone(&document.views);
            *document = std::mem::take(document).with_navigation_of(place);
            document.edit().views = views;
            document.select(place.selected);
        });
        left
    }
}
