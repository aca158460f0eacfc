//! The view of a cell. While a cell shows a tap, its placement is that of the result, but its shading that of taps: a
//! height under the sun tells less of an intermediate value than its colors.

use std::ops::{Deref, DerefMut};

use noise_playground::generator::Generator;
use noise_playground::view::shading::{Shading, ViewMode};
use serde::{Deserialize, Serialize};

use super::{CellId, Contents, Document, View};

pub(super) fn default_shading() -> Shading {
    Shading { mode: ViewMode::Texture, ..Shading::default() }
}

/// View of a generator that is shown alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GeneratorView {
    pub(crate) view: View,
    pub(crate) stage_shading: Shading,
}

impl GeneratorView {
    /// Returns the view that the shader file requests.
    pub(in crate::workbench) fn initial(generator: &Generator) -> Self {
        let mut view = View::default();
        view.reset(generator);
        Self { view, stage_shading: default_shading() }
    }

    pub(super) fn sanitize(&mut self) {
        self.view.sanitize();
        let mut stage = View { shading: self.stage_shading, ..View::default() };
        stage.sanitize();
        self.stage_shading = stage.shading;
    }
}

impl Document {
    /// Returns the cell's own view, or the shared one, with the shading of what it shows.
    pub(crate) fn view(&self, id: CellId) -> View {
        let view = *self.result_view(id);
        if self.shows_stage(id) { View { shading: self.stage_shading, ..view } } else { view }
    }

    /// Edits of the shared view change all linked cells.
    pub(crate) fn view_mut(&mut self, id: CellId) -> ViewMut<'_> {
        let shows_stage = self.shows_stage(id);
        let Contents { cells, shared_view, stage_shading, .. } = self.edit();
        let own = cells.iter_mut().find(|cell| cell.id == id);
        let view = own.and_then(|cell| cell.own_view.as_mut()).unwrap_or(shared_view);
        ViewMut::new(view, shows_stage.then_some(stage_shading))
    }

    /// Returns the view of linked cells.
    pub(in crate::workbench) fn shared(&self) -> GeneratorView {
        GeneratorView { view: self.shared_view, stage_shading: self.stage_shading }
    }

    pub(in crate::workbench) fn set_shared(&mut self, shared: GeneratorView) {
        let contents = self.edit();
        (contents.shared_view, contents.stage_shading) = (shared.view, shared.stage_shading);
    }

    /// Returns the view with which the cell shows its result.
    pub(in crate::workbench) fn result_view(&self, id: CellId) -> &View {
        let own = self.cell(id).and_then(|cell| cell.own_view.as_ref());
        own.unwrap_or(&self.shared_view)
    }

    fn shows_stage(&self, id: CellId) -> bool {
        self.cell(id).is_some_and(|cell| cell.stage().is_some())
    }
}

/// A view to edit. That of a tap has the shading of taps until it is dropped.
pub(crate) struct ViewMut<'a> {
    view: &'a mut View,
    /// Holds the shading of the result meanwhile.
    stage: Option<&'a mut Shading>,
}

impl<'a> ViewMut<'a> {
    fn new(view: &'a mut View, stage: Option<&'a mut Shading>) -> Self {
        let mut edited = Self { view, stage };
        edited.swap();
        edited
    }

    fn swap(&mut self) {
        if let Some(stage) = &mut self.stage {
            std::mem::swap(*stage, &mut self.view.shading);
        }
    }
}

impl Drop for ViewMut<'_> {
    fn drop(&mut self) {
        self.swap();
    }
}

impl Deref for ViewMut<'_> {
    type Target = View;

    fn deref(&self) -> &View {
        self.view
    }
}

impl DerefMut for ViewMut<'_> {
    fn deref_mut(&mut self) -> &mut View {
        self.view
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::Address;
    use noise_playground::source::ModulePath;

    use super::*;
    use crate::catalog::GeneratorRef;

    #[test]
    fn tap_has_its_own_shading_and_the_placement_of_the_result() {
        let mut document = Document::default();
        let id = document.selected;
        let address = Address { file: ModulePath::new("a.wgsl"), function: "a".to_owned() };
        let live = GeneratorRef::live(address);
        let show = |document: &mut Document, stage: Option<&str>| {
            let target = live.clone().with_stage(stage.map(str::to_owned));
            document.cell_mut(id).unwrap().target = Some(target);
        };
        show(&mut document, Some("warp"));
        assert_eq!(document.view(id).shading.mode, ViewMode::Texture);
        let mut view = document.view_mut(id);
        view.set_mode(ViewMode::Relief);
        view.span = 2.0;
        drop(view);
        assert_eq!(document.view(id).shading.mode, ViewMode::Relief);
        document.view_mut(id).set_mode(ViewMode::Texture);
        show(&mut document, None);
        let view = document.view(id);
        assert_eq!((view.shading.mode, view.span), (ViewMode::Relief, 2.0));
    }
}
