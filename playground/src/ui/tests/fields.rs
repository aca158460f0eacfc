//! Tests of the drop-down list that selects the source of a field input, and of the dialog for dropped data files.

use std::path::Path;

use noise_playground::Subject;
use noise_playground::source::FieldSource;
use noise_playground::subject::preset::PresetFile;

use super::*;
use crate::catalog::GeneratorSnapshot;
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

/// WGSL of a source with a control of the same name as that of `WAVES`, but of another type.
const JORDAN: &str =
    "fn height(p: vec2f, warp: i32, side: f32) -> f32 { return f32(warp) * side * p.x; }";

const PRESETS: &str = r#"version = 1
[[preset]]
name = "Folded"
values = { ground = "jordan.wgsl", "ground.warp" = 3, "ground.side" = 0.25 }
[[preset]]
name = "Wrong"
values = { ground = "jordan.wgsl", "ground.wrap" = 3, "ground.side" = "wide" }
"#;

fn copying() -> Workbench {
    let mut workbench = empty();
    *workbench.folder.entries = vec![
        entry("copy.wgsl", "grid", "Copy", true),
        entry("jordan.wgsl", "height", "Jordan", true),
        entry("waves.wgsl", "height", "Waves", true),
    ];
    *workbench.folder.input_files = vec!["dem/alps.tif".to_owned()];
    let files = [("copy.wgsl", COPY), ("jordan.wgsl", JORDAN), ("waves.wgsl", WAVES)];
    let tree: SourceTree = files.into_iter().collect();
    workbench.folder.files = tree.iter().map(|file| file.path.clone()).collect();
    let compiled = compile(&tree, tree.iter().next().unwrap());
    assert_eq!(compiled.diagnostics, []);
    let generator = Arc::clone(compiled.main().unwrap());
    let address = generator.address().clone();
    workbench.show(address.clone());
    let linked = Arc::clone(generator.linked());
    let running = CompiledGenerator { generator, linked };
    workbench.insert_compiled(GeneratorRef::live(address), running);
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
    click_role(&mut harness, Role::ComboBox, "ground");
    assert!(harness.query_by_label("copy.wgsl").is_none(), "a generator cannot feed itself");
    harness.get_by_label("jordan.wgsl").hover();
    click(&mut harness, "dem/alps.tif");
    let chosen = with_source(&plain[0], "dem/alps.tif");
    assert_eq!(harness.state().0.targets(), [chosen]);
    assert!(harness.state().0.shown().is_some(), "the last picture stays");
    press(&mut harness, egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(harness.state().0.targets(), plain);
}

#[test]
fn controls_of_a_source_are_in_a_folded_group() {
    let mut harness = window(copying());
    assert!(harness.query_by_label("warp").is_none());
    click_role(&mut harness, Role::DisclosureTriangle, "ground ›");
    assert!(harness.query_all_by_label("warp").next().is_some());
}

#[test]
fn dropped_data_file_can_fill_the_input_of_the_selected_cell() {
    let mut workbench = copying();
    let file = FieldSource::parse("/data/alps.tif").unwrap();
    let (target, compiled) = workbench.shown_in(workbench.document.selected).unwrap();
    let mut subject = Subject::new(&compiled.generator, compiled.generator.initial_grid(1));
    subject.values.set(&compiled.generator.controls()[0], file.into());
    let cell = RestoredCell { name: String::new(), target: target.clone(), subject };
    workbench.pending_restore = Some(PendingRestore {
        is_data_file: true,
        name: "alps.tif".to_owned(),
        cells: vec![cell],
        arrangement: Arrangement::Grid,
    });
    let mut harness = window(workbench);
    let plain = harness.state().0.targets();
    harness.get_by_label("Open alps.tif");
    click(&mut harness, "Use as ground of the selected cell");
    assert_eq!(harness.state().0.targets(), [with_source(&plain[0], "/data/alps.tif")]);
    assert_eq!(harness.state().0.document.cells.len(), 1);
}

#[test]
fn opened_data_file_is_shown_at_once_and_stays_in_the_list() {
    let dem = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders/dem/jacksboro_fault.tif");
    let subject = Subject::of_data_file(&dem, None, &SourceTree::default()).unwrap();
    let snapshot = GeneratorSnapshot::new(subject.generator.address(), &subject.generator);
    let cell =
        RestoredCell { name: String::new(), target: GeneratorRef::pinned(snapshot), subject };
    let opened = PendingRestore {
        is_data_file: true,
        name: "jacksboro_fault.tif".to_owned(),
        cells: vec![cell.clone()],
        arrangement: Arrangement::Grid,
    };
    let mut harness = window(swiss());
    let generator = Arc::clone(harness.state().0.shown().unwrap());
    let values = harness.state_mut().0.values_mut().unwrap();
    values.set(&generator.controls()[0], 1.0.into());
    harness.run();
    harness.state_mut().0.open(opened);
    harness.run();
    let document = &harness.state().0.document;
    assert_eq!(document.cells.len(), 2, "the edited cell stays");
    assert_eq!(document.selected().target, Some(cell.target.clone()));
    super::doors::item(&harness, "Jordan turbulence").click();
    harness.run();
    assert_ne!(harness.state().0.document.selected().target, Some(cell.target.clone()));
    super::doors::item(&harness, "jacksboro_fault.tif").click();
    harness.run();
    assert_eq!(harness.state().0.document.selected().target, Some(cell.target));
}

fn with_presets() -> Window {
    let mut workbench = copying();
    let presets = PresetFile::parse(PRESETS).unwrap().presets().to_vec();
    let file = ModulePath::new("copy.wgsl");
    workbench.folder.presets.insert(file, presets);
    window(workbench)
}

/// Compiles all generators that the window needs, in place of the compile thread.
fn compile_targets(harness: &mut Window) {
    let workbench = &mut harness.state_mut().0;
    for target in workbench.targets() {
        let sources = target.sources();
        if sources.is_empty() {
            continue;
        }
        let plain = Arc::clone(workbench.shown().unwrap());
        let generator = plain.with_sources(sources).unwrap();
        let linked = Arc::clone(generator.linked());
        let compiled = CompiledGenerator { generator, linked };
        workbench.insert_compiled(target, compiled);
    }
    harness.run();
}

fn steps(harness: &Window) -> (Vec<String>, usize) {
    harness.state().0.history.steps()
}

/// Returns the values of both controls of the source `jordan.wgsl`, in the selected cell.
fn numbers(harness: &Window) -> [f64; 2] {
    ["ground.warp", "ground.side"].map(|name| number(harness, name))
}

#[test]
fn preset_sets_the_controls_of_the_source_that_it_selects() {
    let mut harness = with_presets();
    let plain = harness.state().0.targets()[0].clone();
    let (_, before) = steps(&harness);
    click(&mut harness, "Preset Folded");
    let chosen = with_source(&plain, "jordan.wgsl");
    assert_eq!(harness.state().0.targets()[0], chosen);
    assert!(!harness.state().0.is_applied(PaneId::Preset(0)));
    compile_targets(&mut harness);
    assert_eq!(numbers(&harness), [3.0, 0.25]);
    assert!(harness.state().0.is_applied(PaneId::Preset(0)));
    assert!(harness.state_mut().0.chrome.notice_at(0.0).is_none());
    let (labels, count) = steps(&harness);
    assert_eq!((labels[count - 1].as_str(), count), ("apply \"Folded\"", before + 1));

    let undo = egui::Modifiers::COMMAND;
    press(&mut harness, undo, Key::Z);
    assert_eq!(harness.state().0.targets()[0], plain);
    assert!(!harness.state().0.document.cells[0].values.values().any(|values| {
        let control = &harness.state().0.shown().unwrap().controls()[1];
        values.is_modified(control)
    }));
    press(&mut harness, undo | egui::Modifiers::SHIFT, Key::Z);
    assert_eq!(numbers(&harness), [3.0, 0.25]);
    assert_eq!(steps(&harness).1, before + 1);
}

#[test]
fn preset_that_is_undone_before_its_source_compiles_is_complete_when_it_is_redone() {
    let mut harness = with_presets();
    click(&mut harness, "Preset Folded");
    let undo = egui::Modifiers::COMMAND;
    press(&mut harness, undo, Key::Z);
    compile_targets(&mut harness);
    press(&mut harness, undo | egui::Modifiers::SHIFT, Key::Z);
    compile_targets(&mut harness);
    assert_eq!(numbers(&harness), [3.0, 0.25]);
}

#[test]
fn source_that_replaces_an_undone_preset_has_its_defaults() {
    let mut harness = with_presets();
    click(&mut harness, "Preset Folded");
    press(&mut harness, egui::Modifiers::COMMAND, Key::Z);
    click_role(&mut harness, Role::ComboBox, "ground");
    click(&mut harness, "jordan.wgsl");
    compile_targets(&mut harness);
    assert_eq!(numbers(&harness), [1.0, 0.5]);
}

#[test]
fn values_that_do_not_fit_the_new_source_are_named_once_it_is_known() {
    let mut harness = with_presets();
    click(&mut harness, "Preset Wrong");
    assert!(harness.state_mut().0.chrome.notice_at(0.0).is_none());
    compile_targets(&mut harness);
    let (notice, _) = harness.state_mut().0.chrome.notice_at(0.0).unwrap();
    assert_eq!(notice.text, "preset \"Wrong\": ignored ground.side, ground.wrap");
}

#[test]
fn thumbnail_of_a_preset_has_the_source_of_the_preset() {
    let mut harness = with_presets();
    let content = |harness: &Window, pane| harness.state().0.pane_content(pane);
    assert!(content(&harness, PaneId::Preset(0)).is_none());
    compile_targets(&mut harness);
    let preset = content(&harness, PaneId::Preset(0)).unwrap();
    let cell = content(&harness, PaneId::Cell(harness.state().0.document.selected)).unwrap();
    assert_eq!(preset.target, with_source(&cell.target, "jordan.wgsl"));
    let warp = &preset.generator.controls()[1];
    assert_eq!(preset.values.get(warp).first(), 3.0);
    assert_eq!(content(&harness, PaneId::Defaults).unwrap().target, cell.target);
}
