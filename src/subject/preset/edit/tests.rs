//! Tests of edits of preset files: their results, and the comments and order that they preserve.

use std::sync::Arc;

use super::*;
use crate::compile;

const FILE: &str = r##"# The mountains.
version = 1

# The first one.
[[preset]]
name = "Alps" # high
values = { warp = 0.20, wrap = 3, kind = 1 } # both

[[preset]]
name = "Dunes"
generator = "other"

# The last one.
[[preset]]
name = "Plain"
[preset.values]
# Not at all.
warp = 0.0
tint = "#ff0000" # red
"##;

const SHADER: &str = r#"
/// @param kind Which. @enum("hard", "soft")
/// @param tint It. @color(1, 0, 0)
/// @param on Whether. @toggle
fn height(p: vec2f, warp: f32, kind: u32, tint: vec3f, on: u32) -> f32 { return p.x; }
fn other(p: vec2f) -> f32 { return p.y; }"#;

fn generator(function: &str) -> Arc<Generator> {
    let mut generators = compile(SHADER).unwrap().into_iter();
    let found = generators.find(|generator| generator.address.function == function);
    found.unwrap()
}

fn listed(index: usize, name: &str) -> PresetEntry {
    let name = name.to_owned();
    PresetEntry { index, name }
}

fn values(generator: &Generator, numbers: &[(&str, &[f64])]) -> Values {
    let mut values = Values::default();
    for (name, numbers) in numbers {
        let mut controls = generator.controls.iter();
        let control = controls.find(|control| control.name == *name).unwrap();
        values.set(control, Value::from(numbers.to_vec()));
    }
    values
}

/// Applies an edit to the preset file `FILE`. Returns the lines that the edit removes and those that it adds.
fn diff(edit: &PresetEdit) -> [Vec<String>; 2] {
    let text = apply_edit(FILE, edit, &generator("height")).unwrap().text;
    let only = |one: &str, other: &str| -> Vec<String> {
        let is_new = |line: &&str| !other.lines().any(|known| known == *line);
        one.lines().filter(is_new).map(str::to_owned).collect()
    };
    PresetFile::parse(&text).unwrap();
    [only(FILE, &text), only(&text, FILE)]
}

#[test]
fn update_changes_only_different_values() {
    let height = generator("height");
    let same = values(&height, &[("warp", &[0.2]), ("kind", &[1.0])]);
    let edit = PresetEdit::Update(listed(0, "Alps"), same);
    assert_eq!(apply_edit(FILE, &edit, &height).unwrap().text, FILE);
    let other = values(&height, &[("warp", &[0.75]), ("on", &[1.0])]);
    let edit = PresetEdit::Update(listed(0, "Alps"), other.clone());
    let before = "values = { warp = 0.20, wrap = 3, kind = 1 } # both";
    let after = "values = { warp = 0.75, wrap = 3, kind = \"hard\", on = true } # both";
    assert_eq!(diff(&edit), [[before], [after]]);
    let edit = PresetEdit::Update(listed(2, "Plain"), other);
    assert_eq!(diff(&edit), [vec!["warp = 0.0"], vec!["warp = 0.75", "on = true"]]);
}

#[test]
fn presets_are_added_renamed_and_deleted() {
    let height = generator("height");
    let new = values(&height, &[("warp", &[1e-7]), ("tint", &[0.5, 1.0, 2.0])]);
    let edit = PresetEdit::Add("N\"ew".to_owned(), new);
    let text = apply_edit(FILE, &edit, &height).unwrap().text;
    let added = "\n[[preset]]\nname = 'N\"ew'\nvalues = { warp = 0.0000001, tint = [0.5, 1, 2] }\n";
    assert_eq!(text, format!("{FILE}{added}"));
    let first = apply_edit("", &edit, &height).unwrap().text;
    assert_eq!(first, format!("version = 1\n{added}"));
    let long = [1.0 / 3.0, 2.0 / 3.0, 1.0 / 7.0];
    let long = values(&height, &[("warp", &[1.0 / 3.0]), ("tint", &long), ("on", &[1.0])]);
    let text = apply_edit(FILE, &PresetEdit::Add("Long".to_owned(), long), &height).unwrap().text;
    let lines: Vec<&str> = text.lines().rev().take(5).collect();
    assert_eq!(lines[4], "name = \"Long\"");
    assert_eq!([lines[3], lines[0]], ["[preset.values]", "on = true"]);
    let edit = PresetEdit::Add("Low".to_owned(), Values::default());
    let text = apply_edit(FILE, &edit, &generator("other")).unwrap().text;
    let added = "\n[[preset]]\nname = \"Low\"\ngenerator = \"other\"\nvalues = {}\n";
    assert_eq!(text, format!("{FILE}{added}"));

    let edit = PresetEdit::Rename(listed(0, "Alps"), "Andes".to_owned());
    let names = ["name = \"Alps\" # high", "name = \"Andes\" # high"];
    assert_eq!(diff(&edit), names.map(|name| [name]));
    let edit = PresetEdit::Delete(listed(1, "Dunes"));
    let gone = "[[preset]]\nname = \"Dunes\"\ngenerator = \"other\"\n\n";
    let text = apply_edit(FILE, &edit, &height).unwrap().text;
    assert_eq!(text, FILE.replace(gone, ""));
}

#[test]
fn preset_moves_with_its_comments() {
    let height = generator("height");
    let edit = PresetEdit::Move(listed(2, "Plain"), 0);
    let text = apply_edit(FILE, &edit, &height).unwrap().text;
    let fragments = ["# The last", "\"Plain\"", "# Not at", "# The first", "\"Alps\"", "\"Dunes\""];
    let positions = fragments.map(|fragment| text.find(fragment).unwrap());
    assert!(positions.is_sorted(), "{text}");
    let names = PresetFile::parse(&text).unwrap().names();
    assert_eq!(names, "\"Plain\", \"Alps\", \"Dunes\"");
    let edit = PresetEdit::Move(listed(0, "Plain"), 2);
    assert_eq!(apply_edit(&text, &edit, &height).unwrap().text, FILE);
}

#[test]
fn edits_that_do_not_apply_are_refused() {
    let height = generator("height");
    let check = |text: &str, edit: &PresetEdit, expected: &str| {
        let error = apply_edit(text, edit, &height).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let add = |name: &str| PresetEdit::Add(name.to_owned(), Values::default());
    let torn = "version = 1\nwhat";
    check(torn, &add("A"), "fix the file first");
    check("version = 2", &add("A"), "version 2 is not supported");
    check(FILE, &add("Alps"), "a preset \"Alps\" already exists");
    let rename = PresetEdit::Rename(listed(0, "Alps"), "Plain".to_owned());
    check(FILE, &rename, "a preset \"Plain\" already exists");
    let gone = PresetEdit::Delete(listed(1, "Alps"));
    check(FILE, &gone, "preset \"Alps\" has changed in the file");
    let inline = "version = 1\npreset = [{ name = \"A\" }]";
    check(inline, &add("B"), "must be written as [[preset]]");
    let long = PresetEdit::Rename(listed(0, "Alps"), "A".repeat(1 << 20));
    check(FILE, &long, "the file would exceed");
}

#[test]
fn undo_of_every_edit_restores_the_exact_text() {
    let height = generator("height");
    let new = values(&height, &[("warp", &[0.75]), ("on", &[1.0])]);
    let mut edits = vec![
        PresetEdit::Add("New".to_owned(), new.clone()),
        PresetEdit::Rename(listed(0, "Alps"), "Andes".to_owned()),
        PresetEdit::Move(listed(0, "Alps"), 9),
        PresetEdit::Move(listed(2, "Plain"), 1),
    ];
    for (index, name) in ["Alps", "Dunes", "Plain"].into_iter().enumerate() {
        edits.push(PresetEdit::Update(listed(index, name), new.clone()));
        edits.push(PresetEdit::Delete(listed(index, name)));
    }
    for edit in edits {
        let after = apply_edit(FILE, &edit, &height).unwrap();
        let back = apply_edit(&after.text, &after.undo, &height).unwrap();
        assert_eq!(back.text, FILE, "{edit:?}");
        let again = apply_edit(&back.text, &back.undo, &height).unwrap();
        assert_eq!(again.text, after.text, "{edit:?}");
    }
}

#[test]
fn deleted_preset_is_not_restored_if_its_name_exists_again() {
    let height = generator("height");
    let gone = apply_edit(FILE, &PresetEdit::Delete(listed(0, "Alps")), &height).unwrap();
    let taken = gone.text.replace("\"Plain\"", "\"Alps\"");
    let error = apply_edit(&taken, &gone.undo, &height).unwrap_err();
    assert_eq!(error.to_string(), "a preset \"Alps\" already exists");
    let shorter = apply_edit("", &gone.undo, &height).unwrap().text;
    assert_eq!(PresetFile::parse(&shorter).unwrap().names(), "\"Alps\"");
}
