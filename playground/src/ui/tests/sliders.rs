//! Tests of sliders: their layout, typed expressions, and the search for controls.

use super::*;
use crate::workbench::CellId;

#[test]
fn slider_has_at_least_200_points_of_travel_in_a_panel_of_300() {
    let harness = window(swiss());
    let slider = harness.get_by_role_and_label(Role::Slider, "gain").rect();
    // The test window has a margin of 8 points.
    let panel = 1272.0 - harness.state().2.right();
    assert!(panel <= 300.0, "{panel}");
    assert!(slider.width() >= 200.0, "{slider}");
}

#[test]
fn long_units_and_names_stay_inside_the_panel() {
    let (_, harness) = panel(
        "/// @group(\"A group whose name is much longer than the panel is wide, as authors write it\")\n\
         /// @unit(\"kilometers above the mean sea level\") @range(0, 1)\n\
         height_of_the_highest_of_all_peaks_in_the_range: f32,",
    );
    let slider = harness.get_by_role(Role::Slider).rect();
    let field = harness.get_by_role(Role::SpinButton).rect();
    assert!(slider.width() >= 200.0 && slider.right() <= 300.0, "{slider}");
    let name = field.left() - slider.left();
    assert!(
        name >= 0.75 * slider.width(),
        "a unit that does not fit takes no space from the name: {name}"
    );
    let header = harness.get_by_role(Role::DisclosureTriangle).rect();
    assert!(header.right() <= 300.0, "{header}");
}

#[test]
fn expressions_are_typed_into_numbers_and_errors_are_explained() {
    let (controls, mut harness) = panel("/// @range(0, 100)\n gain: f32,");
    let field = |harness: &mut Harness<'_, Values>, text: &str| {
        harness.get_by_role_and_label(Role::SpinButton, "gain").type_text(text);
        harness.run();
    };
    click_role(&mut harness, Role::SpinButton, "gain");
    field(&mut harness, "1/4*100");
    assert!(harness.query_by_label("= 25.00").is_some(), "the result is shown");
    plain(&mut harness, Key::Enter);
    assert_eq!(harness.state().get(&controls[0]).first(), 25.0);
    harness.run_steps(30); // Two clicks are no double click.
    click_role(&mut harness, Role::SpinButton, "gain");
    field(&mut harness, "2*");
    plain(&mut harness, Key::Enter);
    let error = "a number is missing at the end";
    assert!(harness.query_by_label(error).is_some());
    assert_eq!(harness.state().get(&controls[0]).first(), 25.0);
    field(&mut harness, "pi");
    plain(&mut harness, Key::Enter);
    assert_eq!(harness.state().get(&controls[0]).first(), std::f64::consts::TAU);
    assert!(harness.query_by_label(error).is_none());
}

#[test]
fn escape_discards_what_was_typed() {
    let (controls, mut harness) = panel("/// @range(0, 1, 0.01, 0.5)\n gain: f32,");
    click_role(&mut harness, Role::SpinButton, "gain");
    harness.get_by_role_and_label(Role::SpinButton, "gain").type_text("0.9");
    harness.run();
    plain(&mut harness, Key::Escape);
    assert!(!harness.state().is_modified(&controls[0]));
}

#[test]
fn components_of_a_vector_are_in_one_row() {
    let (controls, mut harness) = panel("/// @range(-2, 2)\n offset: vec3f,");
    let rects = ["x", "y", "z"].map(|name| {
        let label = format!("offset {name}");
        harness.get_by_role_and_label(Role::SpinButton, &label).rect()
    });
    assert!(rects.iter().all(|rect| rect.top() == rects[0].top()));
    assert!(rects[0].right() < rects[1].left() && rects[1].right() < rects[2].left());
    drag(&mut harness, rects[1].center(), vec2(50.0, 0.0));
    let numbers = &harness.state().get(&controls[0]).0;
    let moved = numbers[1] - controls[0].default.0[1];
    assert!((moved - 1.0).abs() < 0.05, "{numbers:?}");
    assert_eq!((numbers[0], numbers[2]), (controls[0].default.0[0], controls[0].default.0[2]));
}

#[test]
fn components_of_a_vector_show_their_names_and_whole_numbers() {
    let (_, harness) = panel("/// @range(-2, 2) @default(-1.25, 0.5, 1.75)\n offset: vec3f,");
    let mut texts = Vec::new();
    for clipped in &harness.output().shapes {
        if let egui::Shape::Text(text) = &clipped.shape {
            texts.push(text.galley.text().to_owned());
        }
    }
    for text in ["x", "\u{2212}1.25", "y", "0.50", "z", "1.75"] {
        assert!(texts.iter().any(|shown| shown == text), "{text}: {texts:?}");
    }
}

#[test]
fn search_finds_controls_by_name_group_and_comment_from_twelve_on() {
    let member = |index: usize| format!("/// Strength {index}.\n gain_{index}: f32,\n");
    let (_, few) = panel(&(0..11).map(member).collect::<String>());
    assert!(few.query_by_label("Search the controls").is_none());
    let members: String = (0..11).map(member).collect();
    let (_, mut harness) = panel(&format!("{members}/// @group(\"Warp\")\n amount: f32,"));
    let search = |harness: &mut Harness<'_, Values>, text: &str| {
        focus(harness, "Search the controls");
        harness.get_by_label("Search the controls").type_text(text);
        harness.run();
    };
    search(&mut harness, "warp");
    assert!(harness.query_by_role_and_label(Role::SpinButton, "amount").is_some());
    assert!(harness.query_by_role_and_label(Role::SpinButton, "gain 3").is_none());
    plain(&mut harness, Key::Escape);
    search(&mut harness, "strength 3");
    assert!(harness.query_by_role_and_label(Role::SpinButton, "gain 3").is_some());
    assert!(harness.query_by_role_and_label(Role::SpinButton, "amount").is_none());
}

#[test]
fn hex_and_srgb_numbers_set_a_color() {
    let (controls, mut harness) = panel("/// @color(0, 0, 0)\n snow: vec3f,");
    click_role(&mut harness, Role::ColorWell, "snow");
    focus(&mut harness, "hex");
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    harness.get_by_label("hex").type_text("#ff8000");
    harness.run();
    plain(&mut harness, Key::Enter);
    assert_eq!(harness.state().get(&controls[0]).0, [1.0, 0.21586, 0.0]);
    click(&mut harness, "sRGB blue");
    harness.get_by_label("sRGB blue").type_text("255");
    plain(&mut harness, Key::Enter);
    assert_eq!(harness.state().get(&controls[0]).0, [1.0, 0.21586, 1.0]);
}

#[test]
fn value_is_copied_as_wgsl() {
    let mut harness = window(swiss());
    menu_of(&mut harness, Role::Slider, "grain");
    assert_eq!(copied_by(&mut harness, "Copy as WGSL"), "radians(30.0)");
}

/// Returns the lines and rectangles that are drawn within `rect`, with their colors.
fn drawn_in(harness: &Window, rect: Rect) -> Vec<(Rect, egui::Color32)> {
    let shapes = harness.output().shapes.iter();
    let drawn = shapes.filter_map(|clipped| match &clipped.shape {
        egui::Shape::LineSegment { points, stroke } => {
            Some((Rect::from_two_pos(points[0], points[1]), stroke.color))
        }
        egui::Shape::Rect(shape) => Some((shape.rect, shape.fill)),
        _ => None,
    });
    drawn.filter(|(drawn, _)| rect.contains(drawn.center())).collect()
}

#[test]
fn octaves_finer_than_a_pixel_are_hatched() {
    let mut harness = window(swiss());
    let slider = harness.get_by_role_and_label(Role::Slider, "octaves").rect();
    let lines = |harness: &Window| -> Vec<Rect> {
        let drawn = drawn_in(harness, slider).into_iter();
        drawn.map(|(rect, _)| rect).filter(|rect| rect.width() == rect.height()).collect()
    };
    assert!(lines(&harness).is_empty());
    let fading = SWISS.replace("gain: f32,", "gain: f32,\n/// @auto\npixel_size: f32,");
    let fading = fading.replace("return params", "return params.pixel_size * params");
    show(&mut harness.state_mut().0, &fading);
    harness.state_mut().0.document.view_mut(CellId(1)).span = 32.0;
    harness.run_steps(3);
    // 760 pixels on 32 units: octaves of 2, 4, 8 and 16 cycles have two pixels a cell.
    let hatched = lines(&harness);
    let left = hatched.iter().map(|line| line.center().x).fold(f32::INFINITY, f32::min);
    let fourth = egui::lerp(slider.x_range(), 3.0 / 15.0);
    assert!(!hatched.is_empty() && (left - fourth).abs() < 20.0, "{left} beside {fourth}");
}

#[test]
fn tick_of_the_default_is_faint_under_the_name() {
    let members =
        "/// @range(0, 1, 0.01, 0.05)\n low: f32,\n/// @range(0, 1, 0.01, 0.5)\n half: f32,";
    let text = format!(
        "struct Params {{\n{members}\n}}\n@group(0) @binding(0) var<uniform> params: Params;\n\
         fn height(p: vec2f) -> f32 {{ return params.low + params.half; }}"
    );
    let mut harness = window(swiss());
    show(&mut harness.state_mut().0, &text);
    harness.run_steps(3);
    let alpha = |name: &str| {
        let bar = harness.get_by_role_and_label(Role::Slider, name).rect();
        let ticks = drawn_in(&harness, bar).into_iter().filter(|(rect, _)| rect.width() == 1.0);
        ticks.map(|(_, color)| color.a()).max().unwrap()
    };
    assert!(alpha("low") < 120 && alpha("half") == 255, "{} {}", alpha("low"), alpha("half"));
}
