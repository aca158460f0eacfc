//! Render settings and shader inputs of the picture in a pane, derived from the state of the window.

use noise_playground::RenderSettings;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::ScheduleError;
use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::EvaluateInputs;
use noise_playground::view::space::camera::Scene;

use crate::workbench::{PaneContent, PaneId, Workbench};

/// Thumbnails of three-dimensional views have fewer samples and rays.
pub(super) fn settings(
    workbench: &Workbench,
    setup: &PaneContent,
    key: PaneId,
    size: [u32; 2],
) -> RenderSettings {
    let mut settings = setup.view.settings(&setup.generator, size, workbench.clock.seconds);
    if !key.is_thumbnail()
        && let Some((camera, target)) = workbench.tipping_camera(&settings)
    {
        (settings.scene.camera, settings.scene.target) = (Some(camera.into()), target);
    }
    if key.is_thumbnail() {
        settings = workbench.fitted_like(workbench.document.selected, &settings);
        settings.scene.samples = Some(match settings.shading.mode.info().scene {
            Some(Scene::Solid) => 48,
            Some(Scene::Planet) => 96,
            Some(Scene::Terrain) | None => 192,
        });
        settings.scene.rays = 1;
    }
    settings
}

/// Returns what the window provides, such as time and mouse position.
pub(in crate::app) fn host(workbench: &Workbench) -> HostInputs {
    let clock = workbench.clock;
    HostInputs {
        time: clock.seconds,
        delta_time: if workbench.is_animated() { clock.delta } else { 0.0 },
        frame: clock.frame,
        mouse: workbench.pointer.mouse,
        ..HostInputs::default()
    }
}

/// Pixels between samples of the field of each repetition of a tap. Shaders still fade octaves by the full resolution.
const RUN_STEP: u32 = 10;

/// Thumbnails ignore time and mouse.
pub(super) fn inputs(
    workbench: &Workbench,
    setup: &PaneContent,
    key: PaneId,
    settings: &RenderSettings,
) -> Result<EvaluateInputs, ScheduleError> {
    let host = match key {
        // The analyzed field is evaluated at time 0 while the animation runs, and at the present time while paused.
        PaneId::Analysis(_) if !workbench.is_animated() => {
            HostInputs { time: workbench.clock.seconds, ..HostInputs::default() }
        }
        _ if key.is_thumbnail() => HostInputs::default(),
        _ => host(workbench),
    };
    let PaneContent { generator, values, view, .. } = setup;
    let step = match key {
        PaneId::Runs | PaneId::Run(_) => RUN_STEP,
        _ => 1,
    };
    let grid = settings.data_grid();
    let grid = SampleGrid { size: grid.size.map(|count| count * step), ..grid };
    let inputs = EvaluateInputs::new(generator, values, grid, view.z, &host)?;
    Ok(inputs.coarse(step).of_view(settings))
}
