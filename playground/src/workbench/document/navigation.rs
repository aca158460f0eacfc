//! What a document looks at, which undo does not cover: generators, taps, places, cameras, view modes, arrangement.

use std::collections::BTreeMap;
use std::sync::Arc;

use noise_playground::generator::Address;

use super::{Cell, Document, GeneratorView, View};

impl Document {
    /// Returns the document with all that `other` looks at, but its own cells, values and settings, also those of the
    /// views of generators that it does not show.
    pub(in crate::workbench) fn with_navigation_of(mut self, other: &Self) -> Self {
        let known = self.known_views(other);
        let mut has_other = false;
        for cell in &mut self.0.cells {
            has_other |= other.cell(cell.id).is_some_and(|other| cell.look_like(other));
        }
        let mut shared = self.shared();
        if has_other && other.cells.len() == 1 {
            let settings = other.shown_alone().and_then(|address| known.get(address));
            shared = settings.copied().unwrap_or_else(|| other.shared());
        }
        shared.look_like(&other.shared());
        self.set_shared(shared);
        self.0.views = Arc::new(known);
        // That of other cells may show a pair that does not exist.
        if self.cells.len() == other.cells.len() {
            self.0.arrangement = other.arrangement;
        }
        self
    }

    /// Returns the views that either document keeps: with the settings of this one where it has them, looked at as in the
    /// other.
    fn known_views(&self, other: &Self) -> BTreeMap<Address, GeneratorView> {
        let mut known = BTreeMap::clone(&self.views);
        if let (Some(left), Some(shown)) = (self.shown_alone(), other.shown_alone())
            && left != shown
        {
            known.insert(left.clone(), self.shared());
        }
        for (address, other) in &*other.views {
            known.entry(address.clone()).or_insert(*other).look_like(other);
        }
        known
    }

    /// Returns the generator whose view is the shared one; `None` for several cells, and until the view is reset.
    fn shown_alone(&self) -> Option<&Address> {
        let [cell] = self.cells.as_slice() else {
            return None;
        };
        let is_own = !cell.resets_view && cell.own_view.is_none();
        cell.target.as_ref().filter(|_| is_own).map(|target| target.address())
    }
}

impl Cell {
    /// Returns true if `other` shows another generator, or has already reset the view to that of the generator.
    fn look_like(&mut self, other: &Self) -> bool {
        let address = |cell: &Self| -> Option<Address> {
            cell.target.as_ref().map(|target| target.address().clone())
        };
        if self.resets_view || address(self) != address(other) {
            self.target.clone_from(&other.target);
            self.resets_view = other.resets_view;
            self.own_view = other.own_view;
            return true;
        }
        self.resets_view = other.resets_view;
        if let (Some(target), Some(other)) = (&mut self.target, &other.target) {
            *target = target.clone().with_output_of(other);
        }
        if let (Some(view), Some(other)) = (&mut self.own_view, &other.own_view) {
            view.look_like(other);
        }
        false
    }
}

impl GeneratorView {
    fn look_like(&mut self, other: &Self) {
        self.view.look_like(&other.view);
        self.stage_shading.set_mode(other.stage_shading.mode);
    }
}

impl View {
    /// Takes over view mode, placement and camera.
    fn look_like(&mut self, other: &Self) {
        self.set_mode(other.shading.mode);
        (self.center, self.span) = (other.center, other.span);
        (self.scene.camera, self.scene.target) = (other.scene.camera, other.scene.target);
    }
}
