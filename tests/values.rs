//! Values of every kind of control through each of their stored forms: capture, preset, session, typed text, sweep.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

use std::sync::Arc;

use noise_playground::capture::Manifest;
use noise_playground::generator::Generator;
use noise_playground::generator::control::{
    Control, ControlType, Setting, Settings, Value, Values, Widget,
};
use noise_playground::subject::preset::{PresetEdit, PresetFile, apply_edit};
use noise_playground::subject::sweep::{Axis, AxisRange, AxisText, Sweep};
use noise_playground::{RenderSettings, Subject, compile};

/// Names that are also numbers, indices, words of JSON and TOML, paths, or that lose something if they are trimmed.
const OPTIONS: [&str; 22] = [
    "1", "2", "4", "8", "0", "-1", "1.0", "1e3", "true", "false", "null", "nan", "a,b", " x", "x",
    "", "'q'", "höhe 山", "#ff0000", "shape.wgsl::f", "../outside.npy", "1:2:3",
];

fn generator() -> Arc<Generator> {
    let options = OPTIONS.map(|option| format!("{option:?}")).join(", ");
    let text = format!(
        "//! @feature(fast)
struct P {{
    plain: f32,
    /// @range(0.001, 10) @log
    scale: f32,
    /// @angle
    direction: f32,
    steps: i32,
    count: u32,
    /// @seed
    dice: u32,
    /// @toggle
    shade: u32,
    /// @enum({options})
    kind: u32,
    /// @enum({options})
    signed_kind: i32,
    /// @xy
    offset: vec2f,
    shift: vec3f,
    weights: vec4f,
    /// @color(1, 0.5, 0)
    tint: vec3f,
    /// @color(1, 0.5, 0, 1)
    glow: vec4f,
    /// @octaves
    octave_weights: array<vec4f, 2>,
    /// @curve
    profile: array<vec4f, 3>,
    /// @gradient
    stops: array<vec4f, 4>,
}}
@group(0) @binding(0) var<uniform> params: P;
fn height(p: vec2f, gain: f32) -> f32 {{
    @if(fast) {{ return gain; }}
    return gain * params.plain * p.x;
}}"
    );
    compile([("a.wgsl", text.as_str())]).unwrap().remove(0)
}

/// Deterministic numbers of all magnitudes, within the limits of the control's type.
fn sample(control: &Control, round: usize) -> Value {
    let (min, max) = control.ty.limits();
    let number = |component: usize| {
        let bits = (round * 64 + component + 1) as u64;
        let mixed = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let unit = (mixed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        let number = unit * 10f64.powi((mixed % 37) as i32 - 18);
        let number = if control.ty.is_integer() { (unit * max).round() } else { number };
        number.clamp(min, max)
    };
    match &control.widget {
        Widget::Enum(options) => Value::from((round % options.len()) as f64),
        Widget::Toggle => Value::from((round % 2) as f64),
        _ => Value::from((0..control.ty.components()).map(number).collect::<Vec<_>>()),
    }
}

fn samples(generator: &Generator, round: usize) -> Values {
    let mut values = Values::default();
    for control in generator.controls() {
        values.set(control, sample(control, round));
    }
    values
}

fn applied(generator: &Generator, settings: &Settings) -> Values {
    let mut values = Values::default();
    assert_eq!(values.apply(generator.controls(), settings), []);
    values
}

fn check(generator: &Generator, found: &Values, expected: &Values, path: &str) {
    for control in generator.controls() {
        let name = &control.name;
        assert_eq!(found.get(control), expected.get(control), "{path}: {name}");
    }
}

#[test]
fn stored_values_are_read_back_as_they_were() {
    let generator = &generator();
    let kinds: Vec<&str> =
        generator.controls().iter().map(|control| control.widget.name()).collect();
    let all = [
        "slider", "number", "color", "toggle", "enum", "angle", "seed", "xy", "octaves", "curve",
        "gradient",
    ];
    assert_eq!(all.iter().find(|kind| !kinds.contains(kind)), None);
    for round in 0..2 * OPTIONS.len() {
        let values = samples(generator, round);

        let settings = RenderSettings::new(generator, 8);
        let subject =
            Subject { generator: Arc::clone(generator), values: values.clone(), settings };
        let json = subject.manifest("none").to_json();
        let manifest: Manifest = serde_json::from_str(&json).unwrap();
        check(generator, &applied(generator, &manifest.values), &values, "capture");
        assert!(manifest.field_sources().is_empty());

        let edit = PresetEdit::Add("all".to_owned(), values.clone());
        let text = apply_edit("", &edit, generator).unwrap().text;
        let file = PresetFile::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let preset = file.find(None, generator).unwrap();
        check(generator, &applied(generator, &preset.values), &values, "preset");
        assert!(preset.field_sources().is_empty());

        let session = serde_json::to_string(&values).unwrap();
        let session: Values = serde_json::from_str(&session).unwrap();
        check(generator, &session, &values, "session");

        let mut typed = Values::default();
        for control in generator.controls() {
            let value = values.get(control);
            let text = control.option(value).map_or_else(|| value.to_string(), str::to_owned);
            typed.set(control, control.parse(&text).unwrap());
        }
        check(generator, &typed, &values, "--set");
    }
}

#[test]
fn index_in_an_older_capture_is_an_index_and_a_number_in_a_preset_is_a_name_first() {
    let generator = &generator();
    let kind = generator.controls().iter().find(|control| control.name == "kind").unwrap();
    for (index, _) in OPTIONS.iter().enumerate() {
        let settings: Settings = serde_json::from_str(&format!("{{\"kind\": {index}}}")).unwrap();
        assert_eq!(applied(generator, &settings).get(kind), &Value::from(index as f64));
    }
    let typed = |value: &str| {
        let text = format!("version = 1\n[[preset]]\nname = \"a\"\nvalues = {{ kind = {value} }}");
        let file = PresetFile::parse(&text).unwrap();
        applied(generator, &file.presets()[0].values).get(kind).first()
    };
    assert_eq!(["4", "3", "true", "\"8\""].map(typed), [2.0, 3.0, 8.0, 3.0]);
}

#[test]
fn sweep_over_options_has_the_values_of_its_labels() {
    let generator = &generator();
    let (first, last) = (0.0, OPTIONS.len() as f64 - 1.0);
    for name in ["kind", "signed_kind"] {
        let control = generator.controls().iter().find(|control| control.name == name).unwrap();
        let range = AxisRange {
            name: name.to_owned(),
            from: first,
            to: last,
            count: OPTIONS.len(),
            spacing: None,
        };
        let axis = Axis::new(&range, generator).unwrap();
        assert_eq!(axis.labels(), OPTIONS);
        let sweep = Sweep::new(vec![axis]).unwrap();
        for (index, option) in OPTIONS.iter().enumerate() {
            let values = sweep.values(index, generator, &Values::default());
            assert_eq!(control.option(values.get(control)), Some(*option));
        }
        let list: AxisText = format!("{name}=1,2,4,8,21").parse().unwrap();
        let axis = Axis::from_text(&list, generator).unwrap();
        let sweep = Sweep::new(vec![axis]).unwrap();
        let indices = (0..5)
            .map(|index| sweep.values(index, generator, &Values::default()).get(control).first());
        assert_eq!(indices.collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0, 21.0]);
        assert_eq!(
            [0, 2].map(|index| sweep.file_stem(index)),
            ["1", "4"].map(|option| format!("{name}={option}"))
        );
    }
}

#[test]
fn source_of_a_field_input_is_read_back_as_it_was() {
    let text = "/// @field(waves.wgsl)
@group(0) @binding(0) var ground: texture_2d<f32>;
/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn copy(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = textureLoad(ground, id.xy, 0).x;
}";
    let waves = "fn waves(p: vec2f) -> f32 { return p.x; }";
    let generator = &compile([("a.wgsl", text), ("waves.wgsl", waves)]).unwrap()[0];
    let ground =
        generator.controls().iter().find(|control| control.ty == ControlType::Field).unwrap();
    for source in [
        "other.wgsl", "b/waves.wgsl::other", "dem, one.tif", "a.r16,3,2,smooth", "höhe.npy,nearest",
    ] {
        let value = ground.parse(source).unwrap();
        let setting = ground.setting(&value);
        let json: Setting =
            serde_json::from_str(&serde_json::to_string(&setting).unwrap()).unwrap();
        assert_eq!(json.value(ground).unwrap(), value);
        let mut values = Values::default();
        values.set(ground, value.clone());
        let session: Values =
            serde_json::from_str(&serde_json::to_string(&values).unwrap()).unwrap();
        assert_eq!(session.get(ground), &value);
        let text =
            apply_edit("", &PresetEdit::Add("p".to_owned(), values), generator).unwrap().text;
        let preset = PresetFile::parse(&text).unwrap().presets()[0].clone();
        assert_eq!(preset.values["ground"].value(ground).unwrap(), value);
    }
}

#[test]
fn logarithmic_sweeps_keep_the_digits_of_their_smallest_values() {
    let generator = &generator();
    for (ends, count) in
        [([1e-8, 1000.0], 23), ([1000.0, 1e-8], 23), ([1e-30, 1e30], 61), ([0.9, 1.1], 400)]
    {
        let [from, to]: [f64; 2] = ends;
        let text: AxisText = format!("plain={from}:{to}:{count} log").parse().unwrap();
        let axis = Axis::from_text(&text, generator).unwrap();
        let labels = axis.labels().to_vec();
        let numbers: Vec<f64> =
            (0..count).map(|index| axis.file_text(index).parse().unwrap()).collect();
        for (index, number) in numbers.iter().enumerate() {
            let fraction = index as f64 / (count - 1) as f64;
            let exact = (from.ln() * (1.0 - fraction) + to.ln() * fraction).exp();
            assert!((number / exact - 1.0).abs() < 1e-6, "{number} is not {exact}");
            assert!(*number >= from.min(to) && *number <= from.max(to));
            assert!((labels[index].parse::<f64>().unwrap() / exact - 1.0).abs() < 1e-3);
        }
        assert!(numbers.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(labels.windows(2).all(|pair| pair[0] != pair[1]));
    }
    let interval: AxisText = "scale=0.00000001..1000".parse().unwrap();
    let random = Sweep::random(&[interval], generator, 64, 7).unwrap();
    let mut drawn: Vec<f64> =
        (0..64).map(|at| random.axes()[0].file_text(at).parse().unwrap()).collect();
    drawn.sort_by(f64::total_cmp);
    assert!(drawn[0] >= 1e-8 && drawn[63] <= 1000.0);
    assert!(drawn.windows(2).all(|pair| pair[0] < pair[1]));
    let linear: AxisText = "plain=0.00000001:1000:3".parse().unwrap();
    assert_eq!(Axis::from_text(&linear, generator).unwrap().file_text(0), "0.00000001");
}
