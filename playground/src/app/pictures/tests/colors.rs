//! Tests of the pictures of colors.

use super::*;

const SIGNED: &str = "fn color(p: vec2f) -> vec3f { return sin(vec3f(p, p.x + p.y)); }";

#[test]
fn colors_most_of_which_have_negative_parts_are_shown_between_0_and_1() {
    let mut frames = Frames::new();
    frames.save(&SIGNED.replace("return", "return 0.5 + 0.5 *"));
    let shown = frames.visible_pixels();
    assert!(!frames.measured().has_signed_colors);
    frames.save(SIGNED);
    assert!(frames.visible_pixels() == shown);
    let measured = frames.measured();
    assert!(measured.has_signed_colors && measured.value_range.is_none());
    frames.save("fn height(p: vec2f) -> f32 { return -1.0; }");
    frames.visible_pixels();
    assert!(!frames.measured().has_signed_colors);
}
