//! Tests of the checkboxes that switch features, the conditions in a shader's source text.

use super::*;

const TEXT: &str = "//! @feature(sharp, on)\nfn height(p: vec2f) -> f32 { @if(sharp) return p.x; @else return p.y; }";

#[test]
fn checkbox_of_a_feature_requests_another_compilation() {
    let mut workbench = empty();
    show(&mut workbench, TEXT);
    let mut harness = window(workbench);
    let plain = harness.state().0.targets();
    harness.get_by_label_contains("Features");
    click_role(&mut harness, Role::CheckBox, "sharp");
    let off = [("sharp".to_owned(), false)].into();
    assert_eq!(harness.state().0.targets(), [plain[0].clone().with_features(off)]);
    assert!(harness.state().0.shown().is_some(), "the last picture stays");
    press(&mut harness, egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(harness.state().0.targets(), plain);
}
