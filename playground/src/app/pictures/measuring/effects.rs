//! Effects of the controls on the values that a cell shows.

use std::sync::Arc;

use noise_playground::gpu::Gpu;
use noise_playground::gpu::measure::{ControlEffect, EffectMeter};
use noise_playground::view::shading::Shading;
use noise_playground::view::space::camera::Scene;
use noise_playground::{RenderSettings, Subject};

use crate::workbench::{CellId, GeneratorRef, PaneId, Workbench};

/// Measures the effects of a cell's controls, as seen from above.
pub(super) struct EffectsJob {
    pub(super) cell: CellId,
    /// The result, whatever output the cell shows.
    pub(super) target: GeneratorRef,
    pub(super) subject: Subject,
    pub(super) meter: Arc<EffectMeter>,
}

impl EffectsJob {
    /// Returns `None` if `is_wanted` returns false, which is called before each control and may wait.
    pub(super) fn measure(
        &self,
        gpu: &Gpu,
        is_wanted: impl Fn() -> bool,
    ) -> Option<Result<Arc<[ControlEffect]>, String>> {
        let measured = self.meter.measure(gpu, &self.subject, is_wanted);
        let measured = measured.map_err(|error| error.to_string()).transpose()?;
        Some(measured.map(Arc::from))
    }
}

/// Returns the generator to measure with a cell's values and view; `None` until compiled, and for planet and solid.
pub(super) fn measured(
    workbench: &Workbench,
    cell: CellId,
    size: [u32; 2],
) -> Option<(GeneratorRef, Subject)> {
    let content = workbench.pane_content(PaneId::Cell(cell))?;
    let target = content.target.result();
    let generator = Arc::clone(&workbench.compiled.get(&target)?.generator);
    let view = content.view;
    let shading = view.shading_for(&generator);
    let is_plane = shading.mode.info().scene.is_none_or(|scene| scene == Scene::Terrain);
    if !is_plane || size.contains(&0) {
        return None;
    }
    let settings = RenderSettings {
        z: view.z,
        time: if workbench.is_animated() { 0.0 } else { workbench.clock.seconds },
        shading: Shading::default(),
        ..view.grid(size).into()
    };
    let subject = Subject { generator, settings, values: content.values };
    Some((target, subject))
}
