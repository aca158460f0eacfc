//! Tests of the lines of the command palette that set a control or a setting of the view to a typed value.

use super::command_palette::{enter, lines, search};
use super::*;

/// Searches the command palette for a text, returns the first result, and closes the palette.
fn first_line(harness: &mut Window, text: &str) -> String {
    search(harness, text);
    let line = lines(harness).first().cloned().unwrap_or_default();
    plain(harness, Key::Escape);
    line
}

#[test]
fn name_and_value_set_a_control_or_a_setting_of_the_view() {
    let mut harness = window(swiss());
    search(&mut harness, "gain 1/4");
    assert_eq!(lines(&harness)[0], "Set gain to 0.25");
    enter(&mut harness);
    assert_eq!(number(&harness, "gain"), 0.25);
    for text in ["exag 2.5", "sun azimuth 120", "altitude 20", "value range -1, 2*1"] {
        search(&mut harness, text);
        enter(&mut harness);
    }
    let shading = harness.state().0.view().shading;
    assert_eq!(shading.exaggeration, 2.5);
    assert_eq!((shading.light.azimuth, shading.light.altitude), (120.0, 20.0));
    assert_eq!(shading.value_range, ValueRange::Fixed(-1.0, 2.0));
    search(&mut harness, "shadows: on");
    enter(&mut harness);
    assert!(harness.state().0.view().shading.casts_shadows());
    for text in ["gain", "gain two", "value range 2 1", "z 1", "speed 2"] {
        let line = first_line(&mut harness, text);
        assert!(!line.contains(" to "), "{text}: {line}");
    }
    plain(&mut harness, Key::Num1);
    let line = first_line(&mut harness, "sun altitude 20");
    assert_eq!(line, "", "a texture has no light");
}

#[test]
fn name_with_an_underscore_and_a_value_set_a_control() {
    let mut workbench = swiss();
    show(
        &mut workbench,
        "fn height(p: vec2f, base_frequency: f32) -> f32 { return base_frequency * p.x; }",
    );
    let mut harness = window(workbench);
    for text in ["base_frequency 3", "base_f 3", "frequency 3"] {
        let line = first_line(&mut harness, text);
        assert_eq!(line, "Set base frequency to 3", "{text}");
    }
    assert_eq!(first_line(&mut harness, "base_octaves 3"), "");
    search(&mut harness, "base_frequency high");
    let answer = "base frequency is a number, not \"high\"";
    assert!(harness.query_by_label(answer).is_some());
}

#[test]
fn wrong_value_after_a_name_is_answered_by_what_is_right() {
    let mut workbench = swiss();
    workbench.view_mut().set_mode(ViewMode::Terrain);
    let mut harness = window(workbench);
    for (text, answer) in [
        ("samples 1e30", "samples is an integer from 2 to 8192, not \"1e30\""),
        ("camera altitude nan", "camera altitude is degrees from 0 to 90, not \"nan\""),
        ("gain two", "gain is a number, not \"two\""),
        ("value range 2 1", "value range is two numbers, the lower one first, not \"2 1\""),
        ("no such name", "No matches"),
    ] {
        search(&mut harness, text);
        assert!(harness.query_by_label(answer).is_some(), "{text}");
        plain(&mut harness, Key::Escape);
    }
}

#[test]
fn chosen_name_waits_in_the_field_for_its_value() {
    let mut harness = window(swiss());
    search(&mut harness, "set exagg");
    assert_eq!(lines(&harness), ["Set exaggeration\u{2026}  type a value"]);
    plain(&mut harness, Key::Enter);
    assert!(harness.state().0.chrome.is_open(crate::ui::command_palette::PALETTE), "it stays open");
    harness.event(egui::Event::Text("3".to_owned()));
    harness.run();
    assert_eq!(lines(&harness)[0], "Set exaggeration to 3");
    enter(&mut harness);
    assert_eq!(harness.state().0.view().shading.exaggeration, 3.0);
}

#[test]
fn settings_of_a_terrain_are_set_by_name_and_value() {
    let mut workbench = swiss();
    workbench.view_mut().set_mode(ViewMode::Terrain);
    let mut harness = window(workbench);
    for text in [
        "ground color: slope", "sky light: off", "haze 0.25", "samples 700", "rays 16",
        "camera azimuth 30", "camera distance 2*1.5",
    ] {
        search(&mut harness, text);
        enter(&mut harness);
    }
    let view = harness.state().0.view();
    let (lighting, scene) = (view.shading.lighting, view.scene);
    assert_eq!((lighting.color, lighting.sky), (ViewMode::Slope, false));
    assert_eq!(lighting.air, Some(0.25));
    assert_eq!((scene.samples, scene.rays), (Some(700), 16));
    let camera = scene.camera.unwrap();
    assert_eq!((camera.azimuth, camera.distance), (30.0, Some(3.0)));
    // Outside of the limits, of another view, and no number.
    for text in ["samples 9000", "samples 2.5", "camera altitude -5", "sea 1", "clip x 0"] {
        let line = first_line(&mut harness, text);
        assert!(!line.starts_with("Set"), "{text}: {line}");
    }
    search(&mut harness, "samples: automatic");
    enter(&mut harness);
    assert_eq!(harness.state().0.view().scene.samples, None);
}

#[test]
fn settings_of_a_solid_and_of_a_planet_are_set_by_name_and_value() {
    let mut workbench = swiss();
    show(&mut workbench, "fn density(p: vec3f) -> f32 { return p.x; }");
    workbench.view_mut().set_mode(ViewMode::Solid);
    let mut harness = window(workbench);
    for text in ["threshold 0.5", "clip y 1/4", "camera altitude -20"] {
        search(&mut harness, text);
        enter(&mut harness);
    }
    let view = harness.state().0.view();
    let clip = view.scene.clip.unwrap();
    assert_eq!((clip.axis, clip.limit, view.threshold), (1, 0.25, 0.5));
    assert_eq!(view.scene.camera.unwrap().altitude, -20.0);
    search(&mut harness, "clip: off");
    enter(&mut harness);
    assert_eq!(harness.state().0.view().scene.clip, None);
    harness.state_mut().0.view_mut().set_mode(ViewMode::Planet);
    harness.run();
    search(&mut harness, "sea -0.1");
    enter(&mut harness);
    assert_eq!(harness.state().0.view().scene.sea, Some(-0.1));
}
