//! Tests of field inputs: the files that fill them are compiled and read again when they change.

use noise_playground::source::{FieldSource, FieldSources};

use super::*;

/// Source text of a grid program that copies its field input, which `b.wgsl` fills.
const COPY: &str = "/// @field(b.wgsl)
@group(0) @binding(0) var ground: texture_2d<f32>;
/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn copy(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = textureLoad(ground, id.xy % textureDimensions(ground), 0).x;
}
";

fn sources(text: &str) -> FieldSources {
    [("ground".to_owned(), FieldSource::parse(text).unwrap())].into()
}

#[test]
fn source_that_a_file_declares_is_followed() {
    let running = TestCompiler::start(&[("a.wgsl", COPY), ("b.wgsl", GOOD), ("c.wgsl", GOOD)]);
    running.compiler.show(vec![live("a.wgsl::grid")]);
    let _ = running.outcome();
    running.write("b.wgsl", OTHER);
    assert_eq!(running.outcome(), ONE_BUILT);
    running.write("b.wgsl", BAD);
    let outcome = running.outcome();
    assert_eq!((outcome.built, outcome.errors, outcome.stale), (0, 1, true));
    running.write("b.wgsl", GOOD);
    assert_eq!(running.outcome(), ONE_BUILT);
    running.write("c.wgsl", OTHER);
    assert_eq!(running.outcome().built, 0);
}

#[test]
fn source_that_a_value_selects_is_followed() {
    let running = TestCompiler::start(&[("a.wgsl", COPY), ("b.wgsl", GOOD), ("c.wgsl", GOOD)]);
    running.compiler.show(vec![live("a.wgsl::grid").with_sources(sources("c.wgsl"))]);
    let _ = running.outcome();
    running.write("c.wgsl", OTHER);
    assert_eq!(running.outcome(), ONE_BUILT);
    running.compiler.show(vec![live("a.wgsl::grid").with_sources(sources("gone.wgsl"))]);
    let outcome = running.outcome();
    assert_eq!((outcome.built, outcome.errors, outcome.stale), (0, 1, true));
    running.write("gone.wgsl", GOOD);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn data_file_is_read_again_for_live_and_pinned_generators() {
    let running = TestCompiler::start(&[("a.wgsl", COPY), ("b.wgsl", GOOD)]);
    let snapshot = GeneratorSnapshot {
        address: "gone.wgsl::grid".parse().unwrap(),
        texts: vec![(ModulePath::new("gone.wgsl"), COPY.to_owned())],
        is_unsaved: false,
    };
    fs::write(running.path("x.r32"), [0; 16]).unwrap();
    let _ = running.outcome();
    let pinned = GeneratorRef::pinned(snapshot);
    for target in [live("a.wgsl::grid"), pinned] {
        let target = target.with_sources(sources("x.r32,2,2"));
        running.compiler.show(vec![target]);
        let _ = running.outcome();
        // A data file that has just changed may change again with the same stamp, so that each scan reads it.
        let is_built =
            |outcome: Outcome| outcome.built > 0 && (outcome.errors, outcome.stale) == (0, false);
        fs::write(running.path("x.r32"), [1; 16]).unwrap();
        assert!(is_built(running.outcome()));
        fs::write(running.path("x.r32"), [1; 15]).unwrap();
        let outcome = running.outcome();
        assert_eq!((outcome.built, outcome.errors), (0, 1));
        fs::write(running.path("x.r32"), [0; 16]).unwrap();
        assert!(is_built(running.outcome()));
    }
}

#[test]
fn outside_file_is_followed_although_the_built_in_folder_never_changes() {
    let running = TestCompiler::builtin();
    let snapshot = GeneratorSnapshot {
        address: "x.wgsl::grid".parse().unwrap(),
        texts: vec![(ModulePath::new("x.wgsl"), COPY.to_owned())],
        is_unsaved: false,
    };
    let file = running.path("x.r32");
    fs::write(&file, [0; 16]).unwrap();
    let source = format!("{},2,2", file.display());
    let target = GeneratorRef::pinned(snapshot).with_sources(sources(&source));
    running.compiler.show(vec![target]);
    let wait_for = |is_expected: &dyn Fn(&CompilerEvent) -> bool| {
        while !is_expected(&running.next()) {}
    };
    let is_built = |event: &CompilerEvent| match event {
        CompilerEvent::Built(target, ..) => target.live_file().is_none(),
        _ => false,
    };
    wait_for(&is_built);
    let is_missing = |event: &CompilerEvent| match event {
        CompilerEvent::Status(status) => {
            let mut found = status.diagnostics.iter();
            found.any(|found| found.message.contains("there is no file"))
        }
        _ => false,
    };
    fs::write(&file, [1; 16]).unwrap();
    wait_for(&is_built);
    fs::remove_file(&file).unwrap();
    wait_for(&is_missing);
    fs::write(&file, [2; 16]).unwrap();
    wait_for(&is_built);
}

#[test]
fn outside_file_is_followed_while_values_inside_of_generators_wait_to_be_built() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    let snapshot = GeneratorSnapshot {
        address: "x.wgsl::grid".parse().unwrap(),
        texts: vec![(ModulePath::new("x.wgsl"), COPY.to_owned())],
        is_unsaved: false,
    };
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("x.r32");
    fs::write(&file, [0; 16]).unwrap();
    let source = format!("{},2,2", file.display());
    let target = GeneratorRef::pinned(snapshot).with_sources(sources(&source));
    // While pictures are evaluated, one group of values is built in half a second.
    running.compiler.activity().set_refining(true);
    let live = live("a.wgsl::height");
    let groups = (0..60).map(|group| live.tapped(group));
    let shown = [target.clone(), live.clone()].into_iter().chain(groups);
    running.compiler.show(shown.collect());
    let (answer, answered) = mpsc::channel();
    running.compiler.send(CompilerRequest::Marker(answer));
    let is_built = |event: CompilerEvent| match event {
        CompilerEvent::Built(built, ..) => built == target,
        _ => false,
    };
    while !is_built(running.next()) {}
    fs::write(&file, [1; 16]).unwrap();
    while !is_built(running.next()) {}
    let answer = answered.try_recv();
    assert_eq!(answer, Err(mpsc::TryRecvError::Empty), "no group is left");
}
