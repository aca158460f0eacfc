//! Tests of taps in texts that are large or use optional capabilities.

use noise_playground::generator::{omission_note, omitted_values, taps};
use noise_playground::gpu::TapCounter;

use crate::support::{gpu, main_generator};
use crate::{GRID, bits, evaluated, stage};

/// WGSL of an array of arrays of 16 elements, `depth` deep, of which one element is stored and none
/// is read.
fn nested(depth: usize) -> String {
    let ty = (0..depth).fold("f32".to_owned(), |ty, _| format!("array<{ty}, 16>"));
    let index = "[3]".repeat(depth);
    format!("fn height(p: vec2f) -> f32 {{ let x = p.x; var a: {ty}; a{index} = x; return x; }}")
}

#[test]
fn value_with_too_many_parts_is_left_out_and_named() {
    let generator = main_generator(&nested(4));
    let counter = TapCounter::new(gpu(), &generator).unwrap();
    let names: Vec<&str> = counter.taps.iter().map(|tap| tap.name.as_str()).collect();
    assert_eq!(names, ["p", "x", "return"]);
    let omitted = omitted_values(&generator).unwrap();
    assert_eq!((omitted.len(), omitted[0].name.as_str(), omitted[0].taps), (1, "a", 16_u64.pow(4)));
    let note = "at most 1024 values of a generator can be shown; left out: a.wgsl::height::a (in 65536 parts)";
    assert_eq!(omission_note(&omitted).as_deref(), Some(note));
    let error = generator.at_tap(&"a[0]".parse().unwrap()).unwrap_err().to_string();
    assert!(error.ends_with(note), "{error}");
}

#[test]
fn largest_values_are_left_out_until_the_others_are_few_enough() {
    let generator = main_generator(&nested(3));
    assert_eq!(omitted_values(&generator).unwrap()[0].name, "a");
    let generator = main_generator(&nested(2));
    assert_eq!(omitted_values(&generator).unwrap(), []);
    assert_eq!(omission_note(&[]), None);
    let taps = taps(&generator).unwrap();
    assert_eq!(taps.len(), 256 + 3);
    assert!(taps.iter().any(|tap| tap.name == "a[3][15]"));
    let element = stage(&generator, "a[3][3]");
    let expected = GRID.world_from_sample([5.0, 7.0])[0] as f32;
    assert_eq!(element.sample(5, 7), [expected]);
}

#[test]
fn value_that_is_stored_at_many_places_shows_the_selected_one() {
    let stores = "sum += 1.0; ".repeat(200);
    let generator = main_generator(&format!(
        "fn height(p: vec2f) -> f32 {{ var sum = p.x; if p.y < 1e9 {{ sum = 0.0; {stores} }} return sum; }}"
    ));
    let all = generator.with_all_taps().unwrap();
    for (name, expected) in [("sum", 200.0), ("sum@150", 148.0), ("sum@202", 200.0)] {
        assert_eq!(stage(&generator, name).sample(3, 4), [expected], "{name}");
        assert_eq!(stage(&all, name).sample(3, 4), [expected], "{name} in a group");
    }
    assert!(stage(&generator, "sum@203").sample(3, 4)[0].is_nan());
}

#[test]
fn values_of_optional_types_are_shown() {
    let wide = "fn height(p: vec2f) -> f32 {
        let x = i64(p.x * 0.0) + i64(7); let y = vec2<f64>(f64(p.x * 0.0) + f64(0.5)); let z = u64(x) + u64(1);
        return f32(x) + f32(y.x) + f32(z);
    }";
    let half = "enable f16;
        fn height(p: vec2f) -> f32 { let x = f16(p.x); let y = vec2h(x); return f32(y.x); }";
    let packed = "fn height(p: vec2f) -> f32 {
        let x = unpack2x16float(0x40003c00u) + 0.0 * p.x; let y = x.y; return y;
    }";
    let subgroup =
        "fn height(p: vec2f) -> f32 { let x = subgroupAdd(p.x); let y = x + 1.0; return y; }";
    for (text, types) in [
        (wide, vec!["vec2f", "i64", "vec2<f64>", "u64", "f32"]),
        (half, vec!["vec2f", "f16", "vec2h", "f32"]),
        (packed, vec!["vec2f", "vec2f", "f32", "f32"]),
        (subgroup, vec!["vec2f", "f32", "f32"]),
    ] {
        let generator = main_generator(text);
        let taps = taps(&generator).unwrap();
        let found: Vec<&str> = taps.iter().map(|tap| tap.ty.as_str()).collect();
        assert_eq!(found, types, "{text}");
        let is_integer = |ty: &str| ty.starts_with(['i', 'u']);
        assert!(taps.iter().all(|tap| tap.is_float() != is_integer(&tap.ty)), "{text}");
    }
    let packed = main_generator(packed);
    assert_eq!(bits(&stage(&packed, "y")), bits(&evaluated(&packed)));
    let features = gpu().device.features();
    if features.contains(wgpu::Features::SHADER_F64 | wgpu::Features::SHADER_INT64) {
        let wide = main_generator(wide);
        assert_eq!(stage(&wide, "x").sample(3, 4), [7.0]);
        assert_eq!(stage(&wide, "y").sample(3, 4), [0.5, 0.5]);
        assert_eq!(stage(&wide, "z").sample(3, 4), [8.0]);
    }
}
