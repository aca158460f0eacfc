//! Tests of the tags of controls, and of controls whose names have common ranges.

use super::*;
use crate::wgsl::outline::Outline;

fn read(name: &str, ty: ControlType, comment: &str) -> (UniformMember, Vec<String>) {
    let file = Source::new("a.wgsl", format!("{comment}\nfn f() {{}}"));
    let outline = Outline::parse(&file.text);
    let doc = Some(&outline.declarations[0].doc);
    let mut warnings = Vec::new();
    let named =
        MemberInfo { name, ty, source: ControlSource::Uniform, doc, name_range: None, file: &file };
    let member = parse_control(&named, &mut None, &mut warnings);
    (member, warnings.iter().map(Diagnostic::short).collect())
}

pub(in crate::generator::control) fn control(
    name: &str,
    ty: ControlType,
    comment: &str,
) -> Control {
    let (member, warnings) = read(name, ty, comment);
    assert!(warnings.is_empty(), "{warnings:?}");
    let UniformMember::Control(control) = member else { panic!("filled by the host") };
    *control
}

#[test]
fn members_without_tags_have_the_common_range_of_their_name() {
    let summary = |name: &str, ty: ControlType| {
        let Control { range, default, widget, .. } = control(name, ty, "");
        (widget.name(), range.min, range.max, range.log, default.first())
    };
    assert_eq!(summary("octaves", ControlType::I32), ("slider", 1.0, 16.0, false, 8.0));
    assert_eq!(summary("lacunarity", ControlType::F32), ("slider", 1.0, 4.0, false, 2.0));
    assert_eq!(summary("persistence", ControlType::F32), ("slider", 0.0, 1.0, false, 0.5));
    assert_eq!(summary("scale", ControlType::F32), ("slider", 0.05, 64.0, true, 1.0));
    assert_eq!(summary("seed", ControlType::U32), ("seed", 0.0, 65_535.0, false, 0.0));
    assert_eq!(summary("bend", ControlType::F32), ("number", 0.0, 1.0, false, 0.5));
    assert_eq!(summary("count", ControlType::I32), ("number", 0.0, 16.0, false, 1.0));
}

#[test]
fn tags_shape_the_widget() {
    let frequency = control(
        "frequency",
        ControlType::F32,
        "/// Base. @range(0.05, 64) @log @default(1) @unit(\"1/m\")",
    );
    assert_eq!(
        (frequency.range.log, frequency.default.first(), frequency.unit.as_deref()),
        (true, 1.0, Some("1/m"))
    );
    assert_eq!(frequency.doc, "Base.");
    assert_eq!(
        control("mode", ControlType::U32, "/// @enum(\"a\", \"b\") @default(1)").default.first(),
        1.0
    );
    assert_eq!(
        control("tint", ControlType::Vec4, "/// @color(1, 0.5, 0)").default.0,
        [1.0, 0.5, 0.0, 1.0]
    );
    assert_eq!(control("turn", ControlType::F32, "/// @angle @default(45)").default.first(), 45.0);
    assert_eq!(control("amount", ControlType::F32, "/// @default(3)").range.max, 3.0);
    assert_eq!(control("at", ControlType::Vec2, "/// @xy @range(-2, 2)").default.0, [0.0, 0.0]);
    assert_eq!(control("x", ControlType::F32, "/// @range(0.5, 2)").default.first(), 0.5);
    assert_eq!(
        control("shift", ControlType::Vec2, "/// @range(-2, 2, 0.1, 0.5)").default.0,
        [0.5, 0.5]
    );
    assert_eq!(
        control(
            "parts",
            ControlType::Array(2),
            "/// @octaves @range(0, 2) @default(1, 0.5, 0.25, 0.125)"
        )
        .default
        .0
        .len(),
        8
    );
    assert_eq!(
        read("t", ControlType::F32, "/// @auto(time)").0,
        UniformMember::Auto(AutoInput::Time)
    );
}

#[test]
fn invalid_tags_are_warnings_located_from_at_sign_to_parenthesis() {
    let check = |ty: ControlType, comment: &str, expect: &str| {
        assert_eq!(read("x", ty, comment).1, [format!("a.wgsl:1:5: warning: {expect}")]);
    };
    check(ControlType::F32, "/// @rnage(0, 1)", "unknown tag `@rnage`; did you mean `@range`?");
    check(
        ControlType::F32,
        "/// @range(8, 1)",
        "the minimum 8 of `@range` is not below its maximum 1",
    );
    check(ControlType::F32, "/// @range(1)", "`@range` takes (min, max[, step[, initial]])");
    check(
        ControlType::F32,
        "/// @range(0, 1, 0.1, 2)",
        "the default 2 is outside the range 0 to 1",
    );
    check(ControlType::F32, "/// @log", "`@log` needs a range above 0, not from 0");
    check(ControlType::Array(2), "/// @log", "`@log` does not apply to an array<vec4f, 2>");
    check(ControlType::Vec2, "/// @log @xy @range(1, 8)", "`@log` cannot be combined with `@xy`");
    check(ControlType::F32, "/// @color(1, 0, 0)", "`@color` does not apply to an f32");
    check(ControlType::U32, "/// @toggle(2)", "`@toggle` takes 0 or 1");
    check(ControlType::I32, "/// @default(1.5)", "1.5 is not a valid i32");
    check(ControlType::F32, "/// @default(1, 2)", "`@default` of an f32 takes 1 number, not 2");
    check(
        ControlType::Vec3,
        "/// @default(1, 2)",
        "`@default` of a vec3f takes 1 or 3 numbers, not 2",
    );
    check(
        ControlType::Vec2,
        "/// @auto(time)",
        "`@auto(time)` does not apply to a vec2f, but to an f32",
    );
    check(ControlType::F32, "/// @range(0, 1", "`@range(` has no closing parenthesis");
    check(ControlType::F32, "/// @group(Fractal)", "`@group` takes one quoted text");
}

#[test]
fn all_numbers_have_logarithmic_sliders() {
    for ty in [ControlType::I32, ControlType::U32, ControlType::Vec2, ControlType::Vec4] {
        let control = control("x", ty, "/// @range(1, 100) @log");
        assert!(control.range.log, "{ty}");
        let middle = control.range.snapped(control.range.at(0.5));
        assert!((middle - 10.0).abs() < 1e-9, "{ty}: {middle}");
    }
}

#[test]
fn numbers_beyond_f32_are_warnings() {
    let check = |comment: &str, expect: &str| {
        let (member, warnings) = read("x", ControlType::F32, comment);
        assert_eq!(warnings, [format!("a.wgsl:1:5: warning: {expect}")]);
        assert_eq!(member, read("x", ControlType::F32, "").0, "ignored");
    };
    check("/// @default(1e40)", "1e40 is not a valid f32");
    check("/// @range(0, 1e300)", "1e300 is not a valid f32");
    check("/// @step(1e39)", "1e39 is not a valid f32");
}

#[test]
fn default_widens_only_a_range_without_tag() {
    let (member, warnings) = read("x", ControlType::F32, "/// @range(8, 1) @default(3) @log");
    let UniformMember::Control(control) = member else { panic!("filled by the host") };
    assert_eq!((control.range.max, control.default.first()), (3.0, 3.0));
    assert_eq!(
        warnings,
        [
            "a.wgsl:1:5: warning: the minimum 8 of `@range` is not below its maximum 1",
            "a.wgsl:1:30: warning: `@log` needs a range above 0, not from 0",
        ]
    );
    let (member, warnings) = read("frequency", ControlType::F32, "/// @log @default(-1)");
    let UniformMember::Control(control) = member else { panic!("filled by the host") };
    assert_eq!((control.range.min, control.range.log), (-1.0, false));
    assert_eq!(warnings, ["a.wgsl:1:5: warning: `@log` needs a range above 0, not from -1"]);
}
