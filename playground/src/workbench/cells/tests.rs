//! Tests of choosing generators and cells.

use noise_playground::generator::compile;
use noise_playground::source::SourceTree;

use super::*;

fn show(workbench: &mut Workbench, file: &str, text: &str) {
    let tree = SourceTree::from_iter([(file, text)]);
    let compiled = compile(&tree, tree.iter().next().unwrap());
    let generator = Arc::clone(compiled.main().unwrap());
    let linked = Arc::clone(&generator.linked);
    let address = generator.address.clone();
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
            address: generator.address.clone(),
            title: generator.title.clone(),
            main: generator.main,
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
