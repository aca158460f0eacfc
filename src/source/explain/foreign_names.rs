//! Explanations of compile errors about names of GLSL, HLSL and Shadertoy, with the equivalent in WGSL.

use std::f64::consts::{E, FRAC_PI_2, PI, TAU};

use super::c_declarations::ForeignType;
use super::{Explanation, ParserError};

const TEXTURE: &str = "WGSL has `textureSampleLevel(t, s, uv, 0.0)` and `textureLoad(t, texel, 0)`";
const DERIVATIVE: &str =
    "derivatives are not available in a compute shader; take the difference of two samples";
const POSITION: &str = "here the position is the first parameter of the function";
const COLOR: &str = "here the color is the result of the function";

/// Names with the same advice, their language, and the advice.
const NAMES: &[(&[&str], &str, &str)] = &[
    (&["mod"], "GLSL", "WGSL has `x - y * floor(x / y)`, and `x % y` with the sign of x"),
    (&["texture", "texture2D"], "GLSL", TEXTURE),
    (&["tex2D"], "HLSL", TEXTURE),
    (&["texelFetch"], "GLSL", "WGSL has `textureLoad(t, texel, 0)`"),
    (&["dFdx", "dFdy"], "GLSL", DERIVATIVE),
    (&["ddx", "ddy"], "HLSL", DERIVATIVE),
    (&["inversesqrt"], "GLSL", "WGSL has `inverseSqrt`"),
    (&["rsqrt"], "HLSL", "WGSL has `inverseSqrt`"),
    (&["lerp"], "HLSL", "WGSL has `mix`"),
    (&["frac"], "HLSL", "WGSL has `fract`"),
    (&["fmod"], "HLSL", "WGSL has the operator `%`"),
    (&["mul"], "HLSL", "WGSL has the operator `*`"),
    (&["mad"], "HLSL", "WGSL has `fma`"),
    (&["rcp"], "HLSL", "WGSL has `1.0 / x`"),
    (&["ceiling"], "not WGSL", "WGSL has `ceil`"),
    (&["asuint"], "HLSL", "WGSL has `bitcast<u32>(x)`"),
    (&["asint"], "HLSL", "WGSL has `bitcast<i32>(x)`"),
    (&["asfloat"], "HLSL", "WGSL has `bitcast<f32>(x)`"),
    (&["floatBitsToUint"], "GLSL", "WGSL has `bitcast<u32>(x)`"),
    (&["floatBitsToInt"], "GLSL", "WGSL has `bitcast<i32>(x)`"),
    (&["uintBitsToFloat", "intBitsToFloat"], "GLSL", "WGSL has `bitcast<f32>(x)`"),
    (&["lessThan"], "GLSL", "WGSL compares vectors with `<`"),
    (&["lessThanEqual"], "GLSL", "WGSL compares vectors with `<=`"),
    (&["greaterThan"], "GLSL", "WGSL compares vectors with `>`"),
    (&["greaterThanEqual"], "GLSL", "WGSL compares vectors with `>=`"),
    (&["equal"], "GLSL", "WGSL compares vectors with `==`"),
    (&["notEqual"], "GLSL", "WGSL compares vectors with `!=`"),
    (&["not"], "GLSL", "WGSL has the operator `!`"),
    (&["gl_FragCoord"], "GLSL", POSITION),
    (&["fragCoord"], "of Shadertoy", POSITION),
    (&["gl_FragColor", "fragColor"], "GLSL", COLOR),
    (
        &["iChannel0", "iChannel1", "iChannel2", "iChannel3"],
        "of Shadertoy",
        "a generator has no textures; compute the values in a function",
    ),
    (&["ignore"], "of early WGSL", "write `_ = …`"),
    (&["print", "printf"], "not WGSL", "a shader cannot print"),
    (&["NULL"], "C", "WGSL has no null"),
];

/// With the name and type of a uniform member that this program sets to an equal value.
const SHADERTOY: [(&str, &str, &str); 5] = [
    ("iTime", "time", "f32"),
    ("iTimeDelta", "delta_time", "f32"),
    ("iFrame", "frame", "u32"),
    ("iResolution", "resolution", "vec2f"),
    ("iMouse", "mouse_pos", "vec2f"),
];

const CONSTANTS: [(&[&str], f64); 4] = [
    (&["PI", "pi", "M_PI"], PI),
    (&["TAU", "TWO_PI"], TAU),
    (&["HALF_PI"], FRAC_PI_2),
    (&["E"], E),
];

pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let range = error.site.range.clone();
    if error.message == "too many arguments passed to `atan`" {
        let message = "`atan` takes one argument; the angle of y and x is `atan2(y, x)`";
        return Some(Explanation::new(range, message));
    }
    let name = error.quoted_after("no definition in scope for identifier: ")?;
    let message = constant(name)
        .or_else(|| name_of_other_language(name))
        .or_else(|| type_of_other_language(name))?;
    Some(Explanation::new(range, message))
}

fn constant(name: &str) -> Option<String> {
    let mut constants = CONSTANTS.iter();
    let (_, value) = constants.find(|(names, _)| names.contains(&name))?;
    Some(format!(
        "no definition in scope for identifier: `{name}`; declare it: `const {name} = {value};`"
    ))
}

fn name_of_other_language(name: &str) -> Option<String> {
    if let Some((_, member, ty)) = SHADERTOY.iter().find(|(known, ..)| *known == name) {
        return Some(format!(
            "`{name}` is of Shadertoy; declare a uniform member `/// @auto({member})` and `{member}: {ty}`"
        ));
    }
    let mut known = NAMES.iter();
    let (_, language, advice) = known.find(|(names, ..)| names.contains(&name))?;
    Some(format!("`{name}` is {language}; {advice}"))
}

fn type_of_other_language(name: &str) -> Option<String> {
    let ty = ForeignType::named(name)?;
    let advice = match ty.wgsl.as_str() {
        "" => "a WGSL function without a result has no `->`".to_owned(),
        wgsl => format!("WGSL writes `{wgsl}`"),
    };
    Some(format!("`{name}` is {}; {advice}", ty.language))
}
