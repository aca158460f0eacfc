//! Names of GLSL, HLSL and Shadertoy, and what WGSL has for them.

use super::c_declarations::ForeignType;
use super::{Explanation, ParserError};

/// Functions and variables: name, language, and advice.
const NAMES: &[(&str, &str, &str)] = &[
    (
        "mod",
        "GLSL",
        "WGSL has `x - y * floor(x / y)`, and `x % y` with the sign of x",
    ),
    (
        "texture",
        "GLSL",
        "WGSL has `textureSampleLevel(t, s, uv, 0.0)` and `textureLoad(t, texel, 0)`",
    ),
    (
        "texture2D",
        "GLSL",
        "WGSL has `textureSampleLevel(t, s, uv, 0.0)` and `textureLoad(t, texel, 0)`",
    ),
    ("texelFetch", "GLSL", "WGSL has `textureLoad(t, texel, 0)`"),
    (
        "tex2D",
        "HLSL",
        "WGSL has `textureSampleLevel(t, s, uv, 0.0)` and `textureLoad(t, texel, 0)`",
    ),
    (
        "dFdx",
        "GLSL",
        "derivatives are not available in a compute shader",
    ),
    (
        "dFdy",
        "GLSL",
        "derivatives are not available in a compute shader",
    ),
    (
        "ddx",
        "HLSL",
        "derivatives are not available in a compute shader",
    ),
    (
        "ddy",
        "HLSL",
        "derivatives are not available in a compute shader",
    ),
    ("inversesqrt", "GLSL", "WGSL has `inverseSqrt`"),
    ("rsqrt", "HLSL", "WGSL has `inverseSqrt`"),
    ("lerp", "HLSL", "WGSL has `mix`"),
    ("frac", "HLSL", "WGSL has `fract`"),
    ("fmod", "HLSL", "WGSL has the operator `%`"),
    ("mul", "HLSL", "WGSL has the operator `*`"),
    ("mad", "HLSL", "WGSL has `fma`"),
    ("rcp", "HLSL", "WGSL has `1.0 / x`"),
    ("ceiling", "not WGSL", "WGSL has `ceil`"),
    ("asuint", "HLSL", "WGSL has `bitcast<u32>(x)`"),
    ("asint", "HLSL", "WGSL has `bitcast<i32>(x)`"),
    ("asfloat", "HLSL", "WGSL has `bitcast<f32>(x)`"),
    ("floatBitsToUint", "GLSL", "WGSL has `bitcast<u32>(x)`"),
    ("floatBitsToInt", "GLSL", "WGSL has `bitcast<i32>(x)`"),
    ("uintBitsToFloat", "GLSL", "WGSL has `bitcast<f32>(x)`"),
    ("intBitsToFloat", "GLSL", "WGSL has `bitcast<f32>(x)`"),
    ("lessThan", "GLSL", "WGSL compares vectors with `<`"),
    ("lessThanEqual", "GLSL", "WGSL compares vectors with `<=`"),
    ("greaterThan", "GLSL", "WGSL compares vectors with `>`"),
    (
        "greaterThanEqual",
        "GLSL",
        "WGSL compares vectors with `>=`",
    ),
    ("equal", "GLSL", "WGSL compares vectors with `==`"),
    ("notEqual", "GLSL", "WGSL compares vectors with `!=`"),
    ("not", "GLSL", "WGSL has the operator `!`"),
    (
        "gl_FragCoord",
        "GLSL",
        "here the position is the first parameter of the function",
    ),
    (
        "gl_FragColor",
        "GLSL",
        "here the color is the result of the function",
    ),
    (
        "fragColor",
        "GLSL",
        "here the color is the result of the function",
    ),
    (
        "fragCoord",
        "of Shadertoy",
        "here the position is the first parameter of the function",
    ),
    (
        "iTime",
        "of Shadertoy",
        "declare a uniform member `/// @auto(time)` and `time: f32`",
    ),
    (
        "iTimeDelta",
        "of Shadertoy",
        "declare a uniform member `/// @auto(delta_time)` and `delta_time: f32`",
    ),
    (
        "iFrame",
        "of Shadertoy",
        "declare a uniform member `/// @auto(frame)` and `frame: u32`",
    ),
    (
        "iResolution",
        "of Shadertoy",
        "declare a uniform member `/// @auto(resolution)` and `resolution: vec2f`",
    ),
    (
        "iMouse",
        "of Shadertoy",
        "declare a uniform member `/// @auto(mouse_pos)` and `mouse_pos: vec2f`",
    ),
    (
        "iChannel0",
        "of Shadertoy",
        "a generator has no textures; compute the values in a function",
    ),
    ("ignore", "of early WGSL", "write `_ = …`"),
    ("print", "not WGSL", "a shader cannot print"),
    ("printf", "not WGSL", "a shader cannot print"),
    ("NULL", "C", "WGSL has no null"),
];

/// Mathematical constants, which WGSL does not declare.
const CONSTANTS: &[(&str, &str)] = &[
    ("PI", "3.141592653589793"),
    ("pi", "3.141592653589793"),
    ("M_PI", "3.141592653589793"),
    ("TAU", "6.283185307179586"),
    ("TWO_PI", "6.283185307179586"),
    ("HALF_PI", "1.5707963267948966"),
    ("E", "2.718281828459045"),
];

/// Explains a name that another language declares.
pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    let range = error.site.range.clone();
    if error.message == "too many arguments passed to `atan`" {
        let message = "`atan` takes one argument; the angle of y and x is `atan2(y, x)`";
        return Some(Explanation::new(range, message));
    }
    let name = error.quoted_after("no definition in scope for identifier: ")?;
    if let Some((_, value)) = CONSTANTS.iter().find(|(constant, _)| *constant == name) {
        let message = format!(
            "no definition in scope for identifier: `{name}`; declare it: `const {name} = {value};`"
        );
        return Some(Explanation::new(range, message));
    }
    if let Some((_, language, advice)) = NAMES.iter().find(|(known, ..)| *known == name) {
        return Some(Explanation::new(
            range,
            format!("`{name}` is {language}; {advice}"),
        ));
    }
    let ty = ForeignType::named(name)?;
    let advice = match ty.wgsl.as_str() {
        "" => "a WGSL function without a result has no `->`".to_owned(),
        wgsl => format!("WGSL writes `{wgsl}`"),
    };
    Some(Explanation::new(
        range,
        format!("`{name}` is {}; {advice}", ty.language),
    ))
}
