//! Tests of edits of WGSL files by which a value becomes the default of a control.

use super::*;
use crate::compile;

/// Returns the text of a file after `numbers` became the default of its control `name`, or the error.
fn written(text: &str, name: &str, numbers: &[f64]) -> Result<String, String> {
    let source = Source::new("generator.wgsl", text);
    let generators = compile(text).unwrap();
    let controls = &generators[0].controls;
    let control = controls.iter().find(|control| control.name == name).unwrap();
    let edit = default_edit(&source, control, &Value::from(numbers.to_vec()));
    let edit = edit.map_err(|error| error.to_string())?;
    assert_eq!(edit.text.before, text);
    Ok(edit.text.after)
}

fn file(member: &str) -> String {
    format!(
        "struct Params {{\n    before: f32,\n    {member},\n}}\n\
         @group(0) @binding(0) var<uniform> params: Params;\n\
         fn height(p: vec2f) -> f32 {{ let all = params; return p.x; }}\n"
    )
}

fn check(member: &str, numbers: &[f64], expect: &str) {
    let found = written(&file(member), "x", numbers);
    assert_eq!(found, Ok(file(expect)), "{member}");
}

#[test]
fn number_in_the_tag_is_replaced_and_nothing_else() {
    check(
        "/// Ratio.  @range(0, 1,0.01 , 0.50 )@unit(\"m\") // kept\n    x: f32",
        &[0.699_999_988],
        "/// Ratio.  @range(0, 1,0.01 , 0.7 )@unit(\"m\") // kept\n    x: f32",
    );
    check("/// @default(2.0) x\n    x: f32", &[3.0], "/// @default(3.0) x\n    x: f32");
    check("/// @seed(7)\n    x: u32", &[1337.0], "/// @seed(1337)\n    x: u32");
    check("/// @seed\n    x: u32", &[3.0], "/// @seed(3)\n    x: u32");
    check("/// @toggle(0)\n    x: u32", &[1.0], "/// @toggle(1)\n    x: u32");
    check("/// @toggle() On.\n    x: i32", &[1.0], "/// @toggle(1) On.\n    x: i32");
    check("/// @angle @default(30)\n    x: f32", &[90.5], "/// @angle @default(90.5)\n    x: f32");
}

#[test]
fn numbers_of_vectors_and_colors_are_replaced_one_by_one() {
    check(
        "/// @color(0.10, 0.2,\n    /// 1.0)\n    x: vec3f",
        &[0.1, 0.25, 0.0],
        "/// @color(0.10, 0.25,\n    /// 0.0)\n    x: vec3f",
    );
    check(
        "/// @color(1, 1, 1)\n    x: vec4f",
        &[1.0, 0.5, 1.0, 0.5],
        "/// @color(1, 0.5, 1, 0.5)\n    x: vec4f",
    );
    check(
        "/// @color(1, 0, 0)\n    x: vec4f",
        &[0.0, 0.0, 0.0, 1.0],
        "/// @color(0, 0, 0)\n    x: vec4f",
    );
    check("/// @default(1)\n    x: vec3f", &[1.0, 2.0, 3.0], "/// @default(1, 2, 3)\n    x: vec3f");
    check("/// @default(1)\n    x: vec3f", &[2.0; 3], "/// @default(2)\n    x: vec3f");
    check(
        "/// @range(0, 1, 0.1, 0.5)\n    x: vec2f",
        &[0.5, 1.0],
        "/// @range(0, 1, 0.1, 0.5) @default(0.5, 1)\n    x: vec2f",
    );
    check(
        "/// @octaves @default(1, 0.5, 0.25,\n    /// 0.125)\n    x: array<vec4f, 2>",
        &[1.0, 0.5, 0.25, 0.0, 1.0, 1.0, 1.0, 1.0],
        "/// @octaves @default(1, 0.5, 0.25,\n    /// 0.0, 1, 1, 1, 1)\n    x: array<vec4f, 2>",
    );
    check(
        "/// @gradient\n    x: array<vec4f, 2>",
        &[0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 1.0],
        "/// @gradient @default(0, 0, 0, 0, 1, 0.5, 0, 1)\n    x: array<vec4f, 2>",
    );
}

#[test]
fn tag_is_added_where_none_declares_a_default() {
    check("/// @angle\n    x: f32", &[45.0], "/// @angle @default(45)\n    x: f32");
    check(
        "/// @range(0, 1) Ratio.\n    x: f32",
        &[0.25],
        "/// @range(0, 1) @default(0.25) Ratio.\n    x: f32",
    );
    check(
        "/// @enum(\"hard\", \"soft\")\n    x: u32",
        &[1.0],
        "/// @enum(\"hard\", \"soft\") @default(\"soft\")\n    x: u32",
    );
    check("/// Ratio.\n    x: f32", &[0.25], "/// Ratio. @default(0.25)\n    x: f32");
    check("/** Ratio. */\n    x: f32", &[0.25], "/** Ratio. @default(0.25) */\n    x: f32");
    check("x: f32", &[2.5e-7], "/// @default(2.5e-7)\n    x: f32");
    check("a: f32, x: f32", &[2.0], "a: f32, /** @default(2) */ x: f32");
}

#[test]
fn defaults_of_parameters_are_in_the_comment_of_their_function() {
    let file = |comment: &str, parameter: &str| {
        format!("{comment}fn height(p: vec2f, {parameter}) -> f32 {{ return p.x * x; }}\n")
    };
    let check = |comment: &str, parameter: &str, expect: (&str, &str)| {
        let found = written(&file(comment, parameter), "x", &[0.25]);
        assert_eq!(found, Ok(file(expect.0, expect.1)));
    };
    let x = "x: f32";
    let ranged = "/// Hills.\n/// @param x Ratio. @range(0, 1, 0.1, 0.5)\n/// @param p Where.\n";
    let expect = ranged.replace("0.5)", "0.25)");
    check(ranged, x, (&expect, x));
    check(
        "/// @param x\n/// @param p Where.\n",
        x,
        ("/// @param x @default(0.25)\n/// @param p Where.\n", x),
    );
    check("/// Hills.\r\n", x, ("/// Hills.\r\n/// @param x @default(0.25)\r\n", x));
    check("", x, ("/// @param x @default(0.25)\n", x));
    check("/** Hills. */ ", x, ("/** Hills. */ ", "/** @default(0.25) */ x: f32"));
    check("", "/** Ratio. */ x: f32", ("", "/** Ratio. @default(0.25) */ x: f32"));
}

#[test]
fn uniform_variable_gets_its_comment_before_its_attributes() {
    let text = "@group(0) @binding(0)\nvar<uniform> x: f32;\n\
                fn height(p: vec2f) -> f32 { return p.x * x; }\n";
    let expect = format!("/// @default(3)\n{text}");
    assert_eq!(written(text, "x", &[3.0]), Ok(expect));
}

#[test]
fn value_that_the_tags_do_not_allow_is_refused_with_the_rule() {
    assert_eq!(
        written(&file("/// @range(0, 1, 0.1, 0.5)\n    x: f32"), "x", &[7.0]),
        Err("7 cannot be the default of x: the default 7 is outside the range 0 to 1".to_owned())
    );
    let text = file("/// @range(0, 1)\n    x: f32");
    let control = &compile(text.as_str()).unwrap()[0].controls[1];
    let other = Source::new("generator.wgsl", text.replace("x: f32", "y: f32"));
    let error = default_edit(&other, control, &Value::from(0.5)).unwrap_err();
    assert_eq!(error.to_string(), "generator.wgsl does not declare x");
}
