//! Generates the WGSL by which the host's entry points call a generator.

use std::fmt::Write as _;

use crate::generator::control::ControlType;
use crate::generator::definition::FunctionKind;
use crate::generator::interface::{ARGUMENTS_BINDING, HOST_GROUP};
use crate::generator::{Domain, Generator};

/// Placeholder in the host's WGSL, whose calls become calls of the generator.
pub(crate) const STUB: &str = "generator";

/// In the text `stage`, the function `result` gets a call of a stub with the signature of the generator.
pub(crate) fn host_text(stage: &str, generator: &Generator) -> String {
    let (before, result) = stage.split_once("fn result").expect("declared there");
    let (_, after) = result.split_once("\n}\n").expect("its end");
    let stage = [before, after].concat();
    let (position_type, position) = match generator.domain {
        Domain::Plane | Domain::Grid => ("vec2f", "position.xy"),
        Domain::Volume => ("vec3f", "position.xyz"),
        Domain::VolumeTime => ("vec4f", "position"),
    };
    let own_channels = match (&generator.tap, &generator.derived) {
        (Some(tap), _) => tap.result.channels,
        (None, Some(derived)) => derived.of_channels,
        (None, None) => generator.channels,
    };
    let (result_type, further_channels) = match own_channels {
        1 => ("f32", ", 0.0, 0.0, 0.0"),
        2 => ("vec2f", ", 0.0, 0.0"),
        3 => ("vec3f", ", 1.0"),
        _ => ("vec4f", ""),
    };
    let call = Call::new(generator, position_type, position, result_type);
    let slots = generator.arguments.slots.iter().enumerate();
    let members: String = slots.map(|(index, slot)| format!("a{index}: {}, ", slot.ty)).collect();
    let (declarations, result) = match &generator.tap {
        None => (String::new(), format!("return vec4f({}{further_channels});", call.value)),
        Some(tap) => {
            let result = format!("reset_tap(); _ = {}; return taken_value();", call.value);
            (tap.pipeline.wgsl(), result)
        }
    };
    format!(
        "{stage}
{declarations}
fn result(position: vec4f) -> vec4f {{
    {}
    {result}
}}
{}
{}",
        call.statements,
        call.stub,
        arguments_struct(&members)
    )
}

struct Call {
    statements: String,
    /// Expression that calls the generator and has the channels of its result as the value.
    value: String,
    stub: String,
}

impl Call {
    fn new(generator: &Generator, position_type: &str, position: &str, result_type: &str) -> Self {
        let [mut parameters, mut arguments] = [const { String::new() }; 2];
        for (index, slot) in generator.arguments.slots.iter().enumerate() {
            let _ = write!(parameters, ", a{index}: {}", slot.ty);
            let _ = write!(arguments, ", arguments.a{index}");
        }
        match &generator.kind {
            FunctionKind::Plain => Self {
                statements: String::new(),
                value: format!("{STUB}({position}{arguments})"),
                stub: plain_stub(position_type, result_type, &parameters),
            },
            FunctionKind::Struct(channels) => Self {
                statements: format!("let all = {STUB}({position}{arguments});"),
                value: format!("{result_type}({})", members_of("all", channels)),
                stub: struct_stub(position_type, &parameters, channels),
            },
            FunctionKind::Fragment(_) => Self {
                statements: pixel_statements(generator),
                value: format!("{STUB}(vec4f(pixel, 0.0, 1.0), pixel / resolution)"),
                stub: plain_stub("vec4f", result_type, ", uv: vec2f"),
            },
        }
    }
}

fn plain_stub(position: &str, result: &str, parameters: &str) -> String {
    format!("fn {STUB}(position: {position}{parameters}) -> {result} {{ return {result}(); }}")
}

/// Members at the indices in `channels` have the types of those in the author's struct.
fn struct_stub(position: &str, parameters: &str, channels: &[(u32, ControlType)]) -> String {
    let last = channels.iter().map(|(index, _)| *index).max();
    let member = |index: u32| {
        let channel = channels.iter().find(|(other, _)| *other == index);
        let ty = channel.map_or(ControlType::F32, |(_, ty)| *ty);
        format!("m{index}: {ty}")
    };
    let members: Vec<String> = (0..=last.unwrap_or_default()).map(member).collect();
    format!(
        "struct Result {{ {} }}\nfn {STUB}(position: {position}{parameters}) -> Result {{ return Result(); }}",
        members.join(", ")
    )
}

fn members_of(name: &str, channels: &[(u32, ControlType)]) -> String {
    let members = channels.iter().map(|(index, _)| format!("{name}.m{index}"));
    members.collect::<Vec<_>>().join(", ")
}

/// `pixel` is the position of the fragment entry point. In the view that the file requests, samples are at the centers
/// of pixels, counted from the upper left; other views are enlarged sections of that picture.
fn pixel_statements(generator: &Generator) -> String {
    let initial = generator.initial_grid(1);
    let ([x, y], span) = (initial.center, initial.span);
    // The derivative of the center is that of the exact position: the bits of their distance have none.
    let center = match generator.derived {
        Some(_) => "exact + bitcast<vec2f>(bitcast<vec2u>(floor(exact) + 0.5 - exact))",
        None => "floor(exact) + 0.5",
    };
    format!(
        "let resolution = arguments.a0;
    let scale = vec2f(1.0, -1.0) * resolution.x / f32({span:?});
    let exact = (position.xy - vec2f({x:?}, {y:?})) * scale + 0.5 * resolution;
    let center = {center};
    let pixel = select(exact, center, abs(exact - center) < vec2f(0.01));"
    )
}

fn arguments_struct(members: &str) -> String {
    match members {
        "" => String::new(),
        _ => format!(
            "struct Arguments {{ {members}}}\n@group({HOST_GROUP}) @binding({ARGUMENTS_BINDING}) var<uniform> arguments: Arguments;\n"
        ),
    }
}
