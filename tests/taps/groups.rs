//! Tests of groups of taps: all inner values in a group share a pipeline.

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::field::Field;
use noise_playground::generator::{Generator, Modules, Precision, taps};
use noise_playground::gpu::{EvaluatePipeline, FieldTexture, Gpu, read_field};

use crate::support::{self, assert_equal_but_for_rounding, main_generator, shipped};
use crate::{GRID, KINDS, at, inputs, stage};

/// Evaluates a generator with one tap by a pipeline that was built for its group of taps.
fn evaluated_by(gpu: &Gpu, pipeline: &EvaluatePipeline, tapped: &Generator) -> Field {
    let field = FieldTexture::of_generator(gpu, GRID.size, tapped).unwrap();
    let mut encoder = gpu.encoder();
    let (inputs, region) = (inputs(tapped), GRID.region());
    let recorded = pipeline.evaluate(gpu, &mut encoder, &inputs, region, &field, None);
    recorded.unwrap();
    gpu.queue.submit([encoder.finish()]);
    read_field(gpu, &field).unwrap()
}

/// Builds the pipelines of all groups of taps of a generator.
fn group_pipelines(gpu: &Gpu, all: &Generator) -> Vec<EvaluatePipeline> {
    let groups = (0..).map_while(|group| all.with_tap_group(group));
    groups.map(|group| EvaluatePipeline::new(gpu, &Arc::new(group)).unwrap()).collect()
}

#[test]
fn pipelines_that_were_built_ahead_show_all_values() {
    // Other tests build pipelines on the shared device.
    let gpu = &Gpu::headless(None).unwrap();
    let swiss = support::generator(&shipped(), "generators/swiss.wgsl", None);
    let in_swiss = vec![
        "return",
        "noise/turbulence.wgsl::swiss_turbulence::sum@3",
        "noise/turbulence.wgsl::swiss_turbulence::warp",
        "noise/perlin.wgsl::perlin_deriv::return@2",
        "noise/hash.wgsl::pcg3d::r@4",
        "noise/hash.wgsl::pcg3d::r@21",
        "noise/hash.wgsl::pcg3d::r",
    ];
    let in_kinds = vec![
        "i@1", "i@3", "return", "inner", "state.weights[1]", "change::s.weights[1]", "14", "15",
    ];
    for (generator, names) in [(swiss, in_swiss), (main_generator(KINDS), in_kinds)] {
        let all = Arc::new(generator.with_all_taps().unwrap());
        let pipelines = group_pipelines(gpu, &all);
        let alone: Vec<Field> = names.iter().map(|name| stage(&generator, name)).collect();
        let before = gpu.built_pipelines();
        for (name, alone) in names.iter().zip(alone) {
            let tapped = at(&all, name);
            let group = tapped.tap().unwrap().group;
            let field = evaluated_by(gpu, &pipelines[group as usize], &tapped);
            assert_eq!(field.channels, alone.channels, "{name}");
            assert_equal_but_for_rounding(&field, &alone, name);
        }
        assert_eq!(gpu.built_pipelines(), before);
    }
}

#[test]
fn runs_of_a_value_are_a_result_of_the_same_pipeline() {
    let gpu = support::gpu();
    let generator = main_generator(KINDS);
    let all = generator.with_all_taps().unwrap();
    let pipelines = group_pipelines(gpu, &all);
    for (name, expected) in
        [("i", 4.0), ("i@2", 4.0), ("cell@1", 1.0), ("twice::x", 2.0), ("twice()", 2.0)]
    {
        let tapped = at(&all, name);
        let group = tapped.tap().unwrap().group;
        let runs = evaluated_by(gpu, &pipelines[group as usize], &tapped.with_tap_runs());
        assert_eq!(runs.channels, 1);
        assert!(runs.samples.iter().all(|runs| *runs == expected), "{name}");
    }
}

const INTEGERS: &str = "
fn height(p: vec2f) -> f32 {
    var sum = 0.5;
    if p.x > 0.0 {
        let side = i32(floor(p.y)) - 5;
        let word = bitcast<u32>(side);
        let is_low = p.y < 0.0;
        sum += f32(side);
    }
    for (var i = 0; i < 3; i++) { let index = vec2i(i, -i); sum += f32(index.x); }
    return sum;
}";

/// Checks the values of integers in groups of taps, which contain values of other types too.
#[test]
fn integers_are_shown_with_their_signs_and_are_missing_like_other_numbers() {
    let gpu = support::gpu();
    let generator = main_generator(INTEGERS);
    let all = generator.with_all_taps().unwrap();
    let pipelines = group_pipelines(gpu, &all);
    let side = |y: f32| y.floor() - 5.0;
    let check = |name: &str, expected: &dyn Fn(f32) -> f32| {
        let alone = stage(&generator, name);
        let tapped = at(&all, name);
        let group = tapped.tap().unwrap().group as usize;
        let grouped = evaluated_by(gpu, &pipelines[group], &tapped);
        for (x, y) in [(0, 3), (5, 20), (29, 1), (31, 23)] {
            let world = GRID.world_from_sample([f64::from(x), f64::from(y)]);
            let expected = if world[0] > 0.0 { expected(world[1] as f32) } else { f32::NAN };
            for field in [&alone, &grouped] {
                let found = field.sample(x, y)[0];
                assert_eq!(found.to_bits(), expected.to_bits(), "{name} {found}");
            }
        }
    };
    check("side", &side);
    check("side@1", &side);
    check("side@2", &|_| f32::NAN);
    check("side@4294967295", &|_| f32::NAN);
    check("word", &|y| (side(y) as i32).cast_unsigned() as f32);
    check("is_low", &|y| f32::from(y < 0.0));
    for run in 1..=3 {
        let index = stage(&generator, &format!("index@{run}"));
        let expected = [run as f32 - 1.0, 1.0 - run as f32];
        assert!(index.samples.chunks_exact(2).all(|found| found == expected));
    }
    // The same code has a version in double precision.
    Modules::at_points(&at(&generator, "word"), Precision::Double).unwrap();
}

#[test]
fn groups_are_smaller_where_a_sample_runs_them_more_often() {
    let swiss = support::generator(&shipped(), "generators/swiss.wgsl", None);
    let taps = taps(&swiss).unwrap();
    let groups: BTreeSet<u32> = taps.iter().map(|tap| tap.group).collect();
    assert!(groups.len() <= 54, "{} pipelines", groups.len());
    let in_group = |group: u32| taps.iter().filter(move |tap| tap.group == group);
    for group in groups {
        let first = in_group(group).next().unwrap();
        assert!(in_group(group).all(|tap| tap.function == first.function));
        assert!(in_group(group).all(|tap| (tap.channels > 2) == (first.channels > 2)));
        let channels: u32 = in_group(group).map(|tap| tap.channels).sum();
        let most = match first.function.function.as_str() {
            // Each of eight octaves hashes four corners.
            "pcg3d" | "cell2" | "direction" | "direction_from_hash" => 3,
            _ => 12,
        };
        assert!(channels <= most, "{} {channels}", first.function);
    }
}
