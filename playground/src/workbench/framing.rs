//! Cameras whose distance fits the pictures of cells.
//!
//! A camera is fitted when a generator is opened, when the user resets the view, and when the size of the picture
//! changes. It rests while values change, so that nothing moves under the pointer. Cells with a common view have a
//! common camera, which shows all of them.

use std::collections::BTreeMap;

use noise_playground::RenderSettings;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::Values;
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::camera::{CameraSetting, Silhouette};
use noise_playground::view::space::mesh::Clip;
use noise_playground::view::space::settings::SceneSettings;

use super::{Cell, CellId, GeneratorRef, PaneContent, View, Workbench};

/// By the [owner](Workbench::camera_owner) of the camera.
pub(crate) type Framings = BTreeMap<CellId, Framing>;

#[derive(Clone, Debug)]
pub(crate) struct Framing {
    subjects: Vec<FramedSubject>,
    values: Vec<Values>,
    silhouette: Silhouette,
    /// In pixels.
    size: [u32; 2],
    camera: Option<CameraSetting>,
    target: Option<[f64; 3]>,
}

/// What a cell shows; another one is framed anew.
#[derive(Clone, Debug, PartialEq)]
struct FramedSubject {
    target: GeneratorRef,
    mode: ViewMode,
    camera: Option<CameraSetting>,
    position: Option<[f64; 3]>,
    place: SampleGrid,
    z: f64,
    clip: Option<Clip>,
}

impl FramedSubject {
    fn new(content: &PaneContent) -> Self {
        let View { center, span, z, scene, .. } = content.view;
        Self {
            target: content.target.clone(),
            mode: content.view.shading_for(&content.generator).mode,
            camera: scene.camera,
            position: scene.target,
            place: SampleGrid { center, span, size: [1, 1] },
            z,
            clip: scene.clip,
        }
    }
}

impl Framing {
    /// `settings` are those of the first cell.
    pub(crate) fn new(
        contents: &[&PaneContent],
        silhouette: Silhouette,
        settings: &RenderSettings,
    ) -> Self {
        let SceneSettings { camera, target, .. } = settings.fitted(&silhouette, &[]).scene;
        Self {
            subjects: contents.iter().copied().map(FramedSubject::new).collect(),
            values: contents.iter().map(|content| content.values.clone()).collect(),
            silhouette,
            size: settings.grid.size,
            camera,
            target,
        }
    }

    /// Returns the silhouette if it is known: that of other values stays valid until the picture changes its size.
    pub(crate) fn known_silhouette(
        &self,
        contents: &[&PaneContent],
        size: [u32; 2],
    ) -> Option<&Silhouette> {
        let subjects: Vec<FramedSubject> =
            contents.iter().copied().map(FramedSubject::new).collect();
        let has_values = || self.values.iter().eq(contents.iter().map(|content| &content.values));
        let is_known = self.subjects == subjects && (self.size == size || has_values());
        is_known.then_some(&self.silhouette)
    }

    pub(crate) fn size(&self) -> [u32; 2] {
        self.size
    }
}

impl Workbench {
    /// Returns the cell that stands for all cells with the camera of `id`.
    pub(crate) fn camera_owner(&self, id: CellId) -> CellId {
        let placement = self.document.placement_cell(id);
        let is_linked = |cell: &&Cell| cell.own_view.is_none();
        let own = self.document.cell(placement).filter(is_linked);
        let mut cells = self.document.cells.iter();
        let first = own.and_then(|_| cells.find(is_linked));
        first.map_or(placement, |cell| cell.id)
    }

    pub(crate) fn set_framing(&mut self, owner: CellId, framing: Option<Framing>) {
        match framing {
            Some(framing) => {
                self.0.framings.insert(owner, framing);
            }
            None => {
                self.0.framings.remove(&owner);
            }
        }
    }

    /// Returns the view with the numbers of a camera that fits; unchanged for another one, and until they are known.
    pub(crate) fn framed(&self, id: CellId, mut view: View) -> View {
        let is_fit = view.scene.camera.is_none_or(|camera| camera.distance.is_none());
        // That of another view mode stays until the camera is fitted to this one.
        let mode = self.shown_in(id).map(|(_, shown)| view.shading_for(&shown.generator).mode);
        let has_mode = |framing: &&Framing| {
            let mut modes = framing.subjects.iter().map(|subject| subject.mode);
            mode.is_none_or(|mode| modes.any(|framed| framed == mode))
        };
        let framing = self.framings.get(&self.camera_owner(id)).filter(|_| is_fit);
        let framing = framing.filter(has_mode);
        if let Some(Framing { camera, target, .. }) = framing {
            (view.scene.camera, view.scene.target) = (*camera, *target);
        }
        view
    }

    /// Returns the settings of a picture of another size with a camera that fits what the cell shows.
    pub(crate) fn fitted_like(&self, id: CellId, settings: &RenderSettings) -> RenderSettings {
        match self.framings.get(&self.camera_owner(id)) {
            Some(framing) => settings.fitted(&framing.silhouette, &[]),
            None => *settings,
        }
    }
}
