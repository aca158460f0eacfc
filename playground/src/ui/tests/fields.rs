//! Tests of the drop-down of field inputs, and of the dialog of dropped data files.

use noise_playground::source::FieldSource;

use super::*;
use crate::workbench::document::Arrangement;
use crate::workbench::restore::{PendingRestore, RestoredCell};

const COPY: &str = "/// The ground. @field(waves.wgsl)
@group(0) @binding(0) var ground: texture_2d<f32>;
/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn copy(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = textureLoad(ground, id.xy % textureDimensions(ground), 0).x;
}
";

const WAVES: &str = "fn height(p: vec2f, warp: f32) -> f32 { return warp * p.x; }";

/// Returns a workbench that shows a program with a field input.
fn copying() -> Workbench {
    let mut workbench = empty();
    workbench.folder.entries = vec![
        entry("copy.wgsl", "grid", "Copy", true),
        entry("jordan.wgsl", "height", "Jordan", true),
        entry("waves.wgsl", "height", "Waves", true),
    ];
    workbench.folder.input_files = vec!["dem/alps.tif".to_owned()];
    let tree: SourceTree = [("copy.wgsl", COPY), ("waves.wgsl", WAVES)]
        .into_iter()
        .collect();
    let compiled = compile(&tree, tree.iter().next().unwrap());
    assert_eq!(compiled.diagnostics, []);
    let generator = Arc::clone(compiled.main().unwrap());
    let address = generator.address.clone();
    workbench.show(address.clone());
    let linked = Arc::clone(&generator.linked);
    let running = CompiledGenerator { generator, linked };
    workbench.insert_compiled(GeneratorRef::Live(address), running);
    workbench
}

fn with_source(target: &GeneratorRef, source: &str) -> GeneratorRef {
    let sources = [("ground".to_owned(), FieldSource::parse(source).unwrap())];
    target.clone().with_sources(sources.into())
}

#[test]
fn drop_down_selects_the_source_and_undo_restores_it() {
    let mut harness = window(copying());
    let plain = harness.state().0.targets();
    harness
        .get_by_role_and_label(Role::ComboBox, "ground")
        .click();
    harness.run();
    assert!(
        harness.query_by_label("copy.wgsl").is_none(),
        "a generator cannot feed itself"
    );
    harness.get_by_label("jordan.wgsl").hover();
    harness.get_by_label("dem/alps.tif").click();
    harness.run();
    let chosen = with_source(&plain[0], "dem/alps.tif");
    assert_eq!(harness.state().0.targets(), [chosen]);
    assert!(
        harness.state().0.shown().is_some(),
        "the last picture stays"
    );
    press(&mut harness, egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(harness.state().0.targets(), plain);
}

#[test]
fn controls_of_a_source_are_in_a_folded_group() {
    let mut harness = window(copying());
    assert!(harness.query_by_label("warp").is_none());
    harness
        .get_by_role_and_label(Role::DisclosureTriangle, "ground ›")
        .click();
    harness.run();
    assert!(harness.query_all_by_label("warp").next().is_some());
}

#[test]
fn dropped_data_file_can_fill_the_input_of_the_selected_cell() {
    let mut workbench = copying();
    let file = FieldSource::parse("/data/alps.tif").unwrap();
    let (target, compiled) = workbench.shown_in(workbench.document.selected).unwrap();
    let mut values = Values::default();
    values.set(&compiled.generator.controls[0], file.into());
    let cell = RestoredCell {
        name: String::new(),
        target: target.clone(),
        values,
        view: *workbench.document.view(workbench.document.selected),
        seconds: None,
    };
    workbench.pending_restore = Some(PendingRestore {
        is_data_file: true,
        name: "alps.tif".to_owned(),
        cells: vec![cell],
        arrangement: Arrangement::Grid,
    });
    let mut harness = window(workbench);
    let plain = harness.state().0.targets();
    harness.get_by_label("Open alps.tif");
    harness
        .get_by_label("Use as ground of the selected cell")
        .click();
    harness.run();
    assert_eq!(
        harness.state().0.targets(),
        [with_source(&plain[0], "/data/alps.tif")]
    );
    assert_eq!(harness.state().0.document.cells.len(), 1);
}
