//! The way back to generators that the user has left, and forward again.

use std::collections::BTreeMap;

use noise_playground::generator::Address;

use super::{View, Workbench};

/// Older generators are forgotten.
const MAX: usize = 100;

/// In the order in which they were left.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    back: Vec<Address>,
    forward: Vec<Address>,
    /// Last view of each generator that was shown alone.
    pub(super) views: BTreeMap<Address, View>,
}

impl Navigation {
    pub(crate) fn can_go_back(&self) -> bool {
        !self.back.is_empty()
    }

    pub(crate) fn can_go_forward(&self) -> bool {
        !self.forward.is_empty()
    }

    /// `None` if nothing was shown, or the same.
    pub(super) fn leave(&mut self, left: Option<Address>) {
        if let Some(left) = left {
            self.back.push(left);
            self.forward.clear();
            let surplus = self.back.len().saturating_sub(MAX);
            self.back.drain(..surplus);
        }
    }
}

impl Workbench {
    /// Called before the selected cell shows another generator. A view that is shared by several cells, or still that of
    /// the generator before, is not remembered.
    pub(super) fn remember_view(&mut self) {
        let cell = self.document.selected();
        let is_own = self.document.cells.len() == 1 && !cell.resets_view;
        if let Some(left) = self.selected_address().filter(|_| is_own) {
            let view = *self.document.result_view(cell.id);
            self.0.navigation.views.insert(left, view);
        }
    }

    pub(crate) fn go_back(&mut self) {
        let now = self.selected_address();
        if let Some(address) = self.0.navigation.back.pop() {
            self.0.navigation.forward.extend(now);
            self.set_target(address);
        }
    }

    pub(crate) fn go_forward(&mut self) {
        let now = self.selected_address();
        if let Some(address) = self.0.navigation.forward.pop() {
            self.0.navigation.back.extend(now);
            self.set_target(address);
        }
    }
}
