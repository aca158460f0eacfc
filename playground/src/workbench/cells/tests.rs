//! Tests of choosing generators and cells.

use noise_playground::generator::compile;
use noise_playground::source::SourceTree;
use noise_playground::view::shading::{Palette, Shading, ValueRange};
use noise_playground::view::space::mesh::Clip;

use super::super::View;
use super::*;

fn show(workbench: &mut Workbench, file: &str, text: &str) {
    let tree = SourceTree::from_iter([(file, text)]);
    let compiled = compile(&tree, tree.iter().next().unwrap());
    let generator = Arc::clone(compiled.main().unwrap());
    let linked = Arc::clone(generator.linked());
    let address = generator.address().clone();
    workbench.show(address.clone());
    workbench.insert_compiled(GeneratorRef::live(address), CompiledGenerator { generator, linked });
}

#[test]
fn view_of_each_generator_is_shown_again() {
    let mut workbench = Workbench::new("shaders".to_owned());
    let text = |factor: u32| format!("fn height(p: vec2f) -> f32 {{ return {factor} * p.x; }}");
    show(&mut workbench, "a.wgsl", &text(2));
    workbench.view_mut().span = 7.0;
    show(&mut workbench, "b.wgsl", &text(3));
    assert_ne!(workbench.view().span, 7.0);
    // A generator that never compiled has no view of its own.
    workbench.show(Address { file: ModulePath::new("c.wgsl"), function: "c".to_owned() });
    show(&mut workbench, "a.wgsl", &text(2));
    assert_eq!(workbench.view().span, 7.0);
    show(&mut workbench, "c.wgsl", "fn c(p: vec2f) -> f32 { return p.x; }");
    assert_ne!(workbench.view().span, 7.0);
}

fn named(factor: u32) -> String {
    format!("fn height(p: vec2f) -> f32 {{ return {factor}.0 * p.x; }}")
}

/// Changes settings of all kinds, none of which a view mode or another placement implies.
fn set(view: &mut View) {
    let shading = &mut view.shading;
    (shading.exaggeration, shading.palette) = (34.0, Some(Palette::Magma));
    (shading.light.azimuth, shading.lighting.air) = (10.0, Some(0.675));
    (shading.value_range, shading.shadow) = (ValueRange::Fixed(0.0, 9.0), Some(true));
    (view.threshold, view.z) = (0.5, 2.0);
    (view.scene.sea, view.scene.rays) = (Some(0.1), 16);
    view.scene.clip = Some(Clip { axis: 0, limit: 1.0 });
    view.scene.camera = Some("10,20,3".parse().unwrap());
}

#[test]
fn settings_of_a_view_stay_with_their_generator() {
    let mut workbench = Workbench::new("shaders".to_owned());
    show(&mut workbench, "a.wgsl", &named(2));
    workbench.commit(0.0);
    let initial = workbench.document.shared();
    set(&mut workbench.view_mut());
    workbench.0.document.edit().stage_shading.exaggeration = 5.0;
    let of_a = workbench.document.shared();
    workbench.commit(5.0);
    show(&mut workbench, "b.wgsl", &named(3));
    workbench.commit(8.0);
    assert_eq!(workbench.document.shared(), initial, "as a file that nobody has opened");
    workbench.view_mut().shading.exaggeration = 2.0;
    workbench.commit(10.0);
    show(&mut workbench, "a.wgsl", &named(2));
    workbench.commit(20.0);
    assert_eq!(workbench.document.shared(), of_a);
    assert_eq!(workbench.history.steps().1, 2);
    // Undo stays with the shown generator.
    workbench.undo(false);
    assert_eq!(workbench.document.shared(), of_a, "a step of b changes nothing here");
    workbench.undo(false);
    let (now, camera) = (workbench.document.shared(), of_a.view.scene.camera);
    assert_eq!((now.view.shading, now.view.threshold), (initial.view.shading, 0.0));
    assert_eq!(now.view.scene.camera, camera, "what was looked at is no part of it");
    workbench.undo(true);
    assert_eq!(workbench.document.shared(), of_a);
    workbench.go_back();
    assert_eq!(workbench.view().shading.exaggeration, 1.0, "the step of b was undone there");
    workbench.undo(true);
    assert_eq!(workbench.view().shading.exaggeration, 2.0);
    workbench.go_back();
    assert_eq!(workbench.selected_address().unwrap().file.as_str(), "a.wgsl");
}

#[test]
fn compared_cells_share_their_view_and_an_own_view_is_that_of_the_generator() {
    let mut workbench = Workbench::new("shaders".to_owned());
    show(&mut workbench, "a.wgsl", &named(2));
    let selected = workbench.document.selected;
    workbench.document.duplicate(selected);
    set(&mut workbench.view_mut());
    let linked = workbench.view();
    show(&mut workbench, "b.wgsl", &named(3));
    assert_eq!(workbench.view(), linked, "linked views stay linked");
    let selected = workbench.document.selected;
    workbench.document.set_linked(selected, false);
    show(&mut workbench, "c.wgsl", &named(4));
    assert_eq!(workbench.view().shading.exaggeration, 1.0);
    show(&mut workbench, "b.wgsl", &named(3));
    assert_eq!(workbench.view(), linked, "the own view of b");
}

#[test]
fn undo_keeps_the_light_of_the_view_mode() {
    let mut workbench = Workbench::new("shaders".to_owned());
    show(&mut workbench, "a.wgsl", "fn a(p: vec3f) -> f32 { return p.x; }");
    workbench.commit(0.0);
    workbench.view_mut().shading.exaggeration = 2.0;
    workbench.commit(10.0);
    workbench.set_mode(ViewMode::Planet);
    workbench.commit(20.0);
    let planet = workbench.view();
    assert_eq!(workbench.history.steps().1, 1, "another mode with its light is no step");
    workbench.undo(false);
    let shading = Shading { exaggeration: 1.0, ..planet.shading };
    assert_eq!(workbench.view(), View { shading, ..planet });
}

#[test]
fn generators_of_a_file_are_shown_in_turn() {
    let mut workbench = Workbench::new("shaders".to_owned());
    let tree = SourceTree::from_iter([
        (
            "a.wgsl",
            "fn height(p: vec2f) -> f32 { return p.x; }\nfn map(p: vec2f) -> f32 { return p.y; }\n",
        ),
        ("b.wgsl", "fn b(p: vec2f) -> f32 { return p.x; }"),
    ]);
    let compiled = tree.iter().map(|source| compile(&tree, source));
    let entries = compiled.flat_map(|file| file.generators);
    *workbench.folder.entries = entries
        .map(|generator| crate::workbench::Entry {
            address: generator.address().clone(),
            title: generator.title().to_owned(),
            main: generator.is_main(),
            kind: crate::workbench::EntryKind::Plane,
            error: false,
        })
        .collect();
    let address = |index: usize| workbench.folder.entries[index].address.clone();
    let [height, map, alone] = [0, 1, 2].map(address);
    workbench.show(height.clone());
    workbench.show_next_generator();
    let shown = |workbench: &Workbench| {
        let target = workbench.document.selected().target.clone();
        target.map(|target| target.address().clone())
    };
    assert_eq!(shown(&workbench), Some(map));
    workbench.show_next_generator();
    assert_eq!(shown(&workbench), Some(height));
    workbench.show(alone.clone());
    assert_eq!(workbench.next_generator(), None);
    workbench.show_next_generator();
    assert_eq!(shown(&workbench), Some(alone));
}

#[test]
fn closing_an_animated_cell_stops_the_clock() {
    let mut workbench = Workbench::new("shaders".to_owned());
    show(&mut workbench, "a.wgsl", "fn a(p: vec2f) -> f32 { return p.x; }");
    let selected = workbench.document.selected;
    workbench.document.duplicate(selected);
    show(&mut workbench, "b.wgsl", "fn b(p: vec4f) -> f32 { return p.w; }");
    assert!(workbench.is_animated());
    let animated = workbench.document.selected;
    workbench.document.close(animated);
    assert!(!workbench.is_animated());
    assert!(workbench.shown_in(animated).is_none());
}
