//! Tests of the view of solids, isosurfaces of a density: its settings in the panel, and resetting them.

use noise_playground::view::space::camera::Camera;
use noise_playground::view::space::mesh::Clip;

use super::*;

const VOLUME: &str = "//! Bubbles\n//! @camera(210, 12, 2.5)\n\
    fn density(p: vec3f) -> f32 { return sin(p.x) * sin(p.y) * sin(p.z); }";

fn bubbles() -> Workbench {
    let mut workbench = empty();
    show(&mut workbench, VOLUME);
    workbench.view_mut().set_mode(ViewMode::Solid);
    workbench
}

#[test]
fn volumes_offer_solids_and_planes_do_not() {
    let mut workbench = empty();
    show(&mut workbench, VOLUME);
    let mut harness = window(workbench);
    let mode = |harness: &Window| harness.state().0.view().shading.mode;
    plain(&mut harness, Key::Num9);
    assert_eq!(mode(&harness), ViewMode::Solid);
    let mut seen = Vec::new();
    for _ in 0..ViewMode::ALL.len() {
        plain(&mut harness, Key::Space);
        seen.push(mode(&harness));
    }
    assert!(seen.contains(&ViewMode::Solid) && !seen.contains(&ViewMode::Terrain), "{seen:?}");
    let mut harness = window(swiss());
    plain(&mut harness, Key::Num9);
    assert_eq!(mode(&harness), ViewMode::Terrain);
    assert!(harness.query_by_label("solid").is_none());
}

#[test]
fn settings_of_a_solid_have_rows_and_reset() {
    let mut harness = window(bubbles());
    let camera: Camera = "210,12,2.5".parse().unwrap();
    assert_eq!(
        harness.state().0.viewpoint(harness.state().0.document.selected).unwrap().camera,
        camera
    );
    for name in ["threshold", "clip axis", "samples", "rays", "azimuth", "haze", "ground color"] {
        assert!(harness.query_all_by_label(name).count() > 0, "{name}");
    }
    assert_eq!(harness.query_all_by_label("sky light").count(), 0, "of terrains only");
    let mut view = harness.state_mut().0.view_mut();
    view.threshold = 0.3;
    view.scene.samples = Some(64);
    view.scene.clip = Some(Clip { axis: 2, limit: 1.0 });
    view.scene.camera = Some("10,20,3".parse().unwrap());
    drop(view);
    harness.run();
    for name in ["threshold", "clip", "samples", "camera"] {
        click(&mut harness, &format!("Reset {name}"));
    }
    let view = harness.state().0.view();
    assert_eq!((view.threshold, view.scene.clip), (0.0, None));
    assert_eq!((view.scene.samples, view.scene.camera), (None, None));
    // The command palette resets each of them too; the history names it.
    harness.state_mut().0.view_mut().threshold = 0.3;
    harness.run();
    command(&mut harness, "reset threshold");
    assert_eq!(harness.state().0.view().threshold, 0.0);
}

#[test]
fn rays_that_gave_up_are_reported() {
    let mut workbench = bubbles();
    measured(&mut workbench).rays_at_limit = 3;
    let harness = window(workbench);
    assert!(harness.query_all_by_label("3 rays gave up").count() > 0);
}

#[test]
fn note_tells_where_single_precision_ends_on_a_planet() {
    let mut workbench = empty();
    show(&mut workbench, VOLUME);
    workbench.view_mut().set_mode(ViewMode::Planet);
    let mut harness = window(workbench);
    let mut has_note = |camera: &str| {
        let camera: Camera = camera.parse().unwrap();
        harness.state_mut().0.view_mut().scene.camera = Some(camera.into());
        harness.run();
        harness.output().shapes.iter().any(|shape| match &shape.shape {
            egui::Shape::Text(text) => text.galley.text().starts_with("f32 precision reached"),
            _ => false,
        })
    };
    assert!(!has_note("180,0,3.2"));
    assert!(has_note("180,0,1.0002"));
}

#[test]
fn values_have_a_legend_only_where_they_color_the_cut() {
    let mut harness = window(bubbles());
    assert!(harness.query_all_by_label("color cut by value").count() > 0);
    let has_range = |harness: &Window| {
        let workbench = &harness.state().0;
        let generator = workbench.shown().unwrap();
        crate::ui::view::shows_value_range(generator, &workbench.view())
    };
    assert!(!has_range(&harness));
    harness.state_mut().0.view_mut().shading.lighting.colors_cut = true;
    harness.run();
    assert!(has_range(&harness));
    click(&mut harness, "Reset color cut");
    assert!(!has_range(&harness));
}
