//! Tests of the values inside of the built-in generators: all of them can be shown, and they cost nothing while none is
//! shown.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{self, Generator, LoopGuard, Modules, Schedule, Tap, taps};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, read_report};

use support::{gpu, shipped};

/// Width and height of the rendered fields, in samples.
const SIDE: u32 = 8;

/// Returns the main generators of all built-in files that show a picture.
fn generators() -> Vec<Arc<Generator>> {
    let tree = shipped();
    let is_picture = |path: &str| path.starts_with("generators/") || path.starts_with("dem/");
    let sources = tree.iter().filter(|source| is_picture(source.path.as_str()));
    let compiled = sources.filter_map(|source| generator::compile(&tree, source).main().cloned());
    compiled.collect()
}

/// Returns control values with which a grid program is small and has few passes; the defaults for other generators.
fn values(generator: &Generator) -> Values {
    let mut values = Values::default();
    for control in generator.controls().iter().filter(|_| generator.program().is_some()) {
        match control.name.as_str() {
            "side" => values.set(control, control.range.min.into()),
            "magnitude" => values.set(control, 4.0.into()),
            "steps" => values.set(control, 2.0.into()),
            _ => {}
        }
    }
    values
}

/// Renders the inner values of a generator that are in the groups selected by `has_group`, each group with one
/// pipeline. Returns the number of values.
fn render(generator: &Generator, has_group: impl Fn(u32, u32) -> bool) -> usize {
    let all = generator.with_all_taps().unwrap();
    let taps: Vec<Tap> = all.tap().unwrap().all.as_ref().unwrap().to_vec();
    let last = taps.iter().map(|tap| tap.group).max().unwrap();
    let values = values(generator);
    let mut count = 0;
    for group in (0..=last).filter(|group| has_group(*group, last)) {
        let grouped = Arc::new(all.with_tap_group(group).unwrap());
        let pipeline = EvaluatePipeline::new(gpu(), &grouped);
        let pipeline = pipeline
            .unwrap_or_else(|error| panic!("{} group {group}: {error}", generator.address()));
        for tap in taps.iter().filter(|tap| tap.group == group) {
            let stage = format!("{}::{}", tap.function, tap.name);
            let tapped = Arc::new(all.at_tap(&stage.parse().unwrap()).unwrap());
            // A name may have several places, of which another group has the last.
            let tapped =
                if tapped.tap().unwrap().group == group { tapped } else { Arc::clone(&grouped) };
            evaluate(&pipeline.with_tap(&tapped), &values, &stage);
            count += 1;
        }
    }
    count
}

fn evaluate(pipeline: &EvaluatePipeline, values: &Values, stage: &str) {
    let generator = &pipeline.generator;
    let grid = generator.initial_grid(SIDE);
    let host = HostInputs::default();
    let inputs = EvaluateInputs::new(generator, values, grid, 0.0, &host).unwrap();
    let field = FieldTexture::of_generator(gpu(), grid.size, generator).unwrap();
    let mut encoder = gpu().encoder();
    let recorded = gpu().with_error_scope(stage, || {
        let recorded = pipeline.evaluate(gpu(), &mut encoder, &inputs, grid.region(), &field, None);
        gpu().queue.submit([encoder.finish()]);
        recorded
    });
    recorded.unwrap_or_else(|error| panic!("{stage}: {error}")).unwrap();
    let report = read_report(gpu(), &field).unwrap();
    assert_eq!(pipeline.runaway(&report), None, "{stage}");
}

/// Returns the index of the first group of inner values in each pass of a grid program; an empty set for other
/// generators.
fn groups_of_passes(generator: &Generator) -> BTreeSet<u32> {
    let Some(program) = &generator.program() else {
        return BTreeSet::new();
    };
    let schedule = Schedule::new(generator, &values(generator)).unwrap();
    let taps = taps(generator).unwrap();
    let passes = schedule.unwrap().executions(program).into_iter();
    let group = |(pass, _): (String, u32)| {
        let mut taps = taps.iter();
        let first = taps.find(|tap| tap.function.function == pass);
        first.expect("each pass has values").group
    };
    passes.map(group).collect()
}

#[test]
fn values_of_every_shipped_generator_are_rendered() {
    let generators = generators();
    assert!(generators.len() >= 37, "{}", generators.len());
    // One group of each, near the front for one generator and at the back for another; and one of each pass.
    let counts = (0..).zip(&generators).map(|(index, generator)| {
        let of_passes = groups_of_passes(generator);
        render(generator, |group, last| group == index % (last + 1) || of_passes.contains(&group))
    });
    let counts: Vec<usize> = counts.collect();
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// Renders every inner value of every built-in generator. Takes minutes; run it by `cargo test --test stages --
/// --ignored`.
#[test]
#[ignore = "builds some hundred pipelines"]
fn all_values_of_all_shipped_generators_are_rendered() {
    let generators = generators();
    let counts = generators.iter().map(|generator| render(generator, |_, _| true));
    let count: usize = counts.sum();
    println!("{count} values");
    assert!(count > 1500, "{count}");
}

/// Returns naga's module of a generator as text, as the driver receives it, with bounded loops.
fn module_text(generator: &Generator) -> String {
    let mut modules = Modules::new(generator).unwrap();
    let budget = generator.loop_budget().iterations;
    modules.bound(generator.linked(), budget, &mut LoopGuard::default());
    format!("{:?}\n{:?}\n{:?}", modules.evaluate, modules.surface, modules.surface_at_hits)
}

#[test]
fn shader_is_unchanged_while_no_value_is_shown() {
    for generator in generators() {
        let address = generator.address();
        let plain = module_text(&generator);
        assert!(!plain.contains("tap_"), "{address}: the host's variables of taps");
        let all = generator.with_all_taps().unwrap();
        assert!(!taps(&generator).unwrap().is_empty(), "{address}");
        assert_ne!(module_text(&all), plain, "{address}");
        assert!(module_text(&all).contains("tap_"), "{address}");
        let without = all.without_tap();
        assert!(without == *generator, "{address}");
        assert!(module_text(&without) == plain, "{address}");
        assert!(module_text(&generator) == plain, "{address}");
    }
}
