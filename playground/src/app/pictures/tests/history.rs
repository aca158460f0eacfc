//! Tests of the thumbnails of the history.

use super::*;
use crate::workbench::history::StateId;

#[test]
fn each_state_has_a_thumbnail_of_its_complete_picture() {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f, turn: f32) -> f32 { return mix(p.x, p.y, turn); }");
    frames.set("turn", 0.0);
    frames.workbench.commit(0.0);
    frames.visible_pixels();
    let state = frames.workbench.history.states().last().unwrap_or(StateId::OPENED);
    let first = Arc::clone(frames.workbench.thumbnail(state).unwrap());
    let row = &first.pixels[..first.size[0]];
    assert!(row.first() != row.last(), "values change from left to right");
    frames.set("turn", 1.0);
    assert_eq!(frames.workbench.state_without_thumbnail(), None, "the edit is no step yet");
    frames.workbench.commit(10.0);
    assert!(frames.workbench.state_without_thumbnail().is_some());
    frames.visible_pixels();
    let state = frames.workbench.history.states().last().unwrap();
    let second = frames.workbench.thumbnail(state).unwrap();
    let row = &second.pixels[..second.size[0]];
    assert!(row.first() == row.last() && first.pixels != second.pixels);
    frames.workbench.undo(false);
    assert_eq!(frames.workbench.state_without_thumbnail(), None, "the state is known");
}
