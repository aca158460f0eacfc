//! Tests of pictures of rounding errors.

use std::thread;
use std::time::Instant;

use super::*;
use crate::workbench::picture_state::PictureDelay;
use noise_playground::{RenderSettings, Subject, render};

/// Shows the errors of a shader, and draws frames until they are visible or a notice states why there are none.
fn errors(text: &str) -> Frames {
    let mut frames = Frames::new();
    frames.save(text);
    frames.visible_pixels();
    frames.workbench.view_mut().shading.mode = ViewMode::Error;
    let start = Instant::now();
    loop {
        frames.draw();
        let is_refused = frames.measured().no_errors.is_some();
        if is_refused || !frames.is_pending() {
            return frames;
        }
        assert!(start.elapsed().as_secs() < 60, "no errors are shown");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn errors_are_those_of_a_render_and_leave_the_values_to_other_views() {
    let text = "fn height(p: vec2f) -> f32 { return sin(40.0 * p.x) / 3.0 + p.y; }";
    let mut frames = errors(text);
    let shown = frames.visible_pixels();
    let content = frames.workbench.pane_content(frames.key()).unwrap();
    let mut settings = RenderSettings::from(content.view.grid([40, 30]));
    settings.shading.mode = ViewMode::Error;
    let expected = render(&Subject::new(&content.generator, settings)).unwrap();
    assert!(shown == expected.pixels);
    frames.workbench.view_mut().shading.mode = ViewMode::Texture;
    let values = frames.visible_pixels();
    settings.shading.mode = ViewMode::Texture;
    let expected = render(&Subject::new(&content.generator, settings)).unwrap();
    assert!(values == expected.pixels);
}

#[test]
fn generator_without_twin_says_so_and_keeps_its_picture() {
    let frames = errors("fn height(p: vec2f) -> f32 { return quantizeToF16(p.x); }");
    let delay = frames.workbench.picture_delay(frames.workbench.document.selected);
    assert_eq!(delay, Some(PictureDelay::NoErrors));
    let notice = frames.workbench.chrome.notice.clone().unwrap().text;
    assert!(notice.contains("double precision"), "{notice}");
    assert!(frames.pictures.placed().next().is_some());
}
