//! Diagnostics (errors and warnings) of preset files, with locations.

use std::ops::Range;
use std::sync::Arc;

use toml_edit::{Document, Item, TableLike};

use super::{Preset, PresetFile};
use crate::generator::Generator;
use crate::source::Source;
use crate::wgsl::diagnostic::Diagnostic;

impl PresetFile {
    /// Parses a preset file.
    ///
    /// # Errors
    /// Fails like [`parse`](Self::parse), with a located diagnostic.
    pub fn read(source: &Source) -> Result<Self, Box<Diagnostic>> {
        let wrong = |span: Option<Range<usize>>, message: String| {
            let location = source.location(span.unwrap_or(0..0));
            Box::new(Diagnostic::error(Some(location), message))
        };
        if let Some(error) = &source.unreadable {
            return Err(Box::new(error.clone()));
        }
        let file: Self = toml::from_str(&source.text)
            .map_err(|error| wrong(error.span(), one_line(error.message())))?;
        let document = Document::parse(source.text.as_str()).ok();
        if file.version != 1 {
            let version = document.as_ref().and_then(|document| document.get("version"));
            let message = format!("version {} is not supported", file.version);
            return Err(wrong(version.and_then(Item::span), message));
        }
        if let Some((preset, error)) = file.outside_source() {
            let presets = document.as_ref().and_then(|document| document.get("preset"));
            let tables = presets.map(tables).unwrap_or_default();
            let values = tables.get(preset).and_then(|table| table.get("values"));
            let value = values.and_then(|values| values.as_table_like()?.get(&error.name));
            return Err(wrong(value.and_then(Item::span), error.to_string()));
        }
        Ok(file)
    }
}

fn one_line(message: &str) -> String {
    message.lines().collect::<Vec<_>>().join(", ")
}

/// Checks presets against the generators of their shader. A name without a control is a warning, since it is ignored; a
/// value that does not fit its control is an error.
pub fn check_presets(
    source: &Source,
    file: &PresetFile,
    generators: &[Arc<Generator>],
) -> Vec<Diagnostic> {
    let Ok(document) = Document::parse(source.text.as_str()) else {
        return Vec::new();
    };
    let tables = document.get("preset").map(tables).unwrap_or_default();
    let mut found = Vec::new();
    for (preset, table) in file.presets.iter().zip(tables) {
        let mut generators = generators.iter();
        match generators.find(|generator| preset.is_for(generator)) {
            Some(generator) => match generator.with_sources(&preset.field_sources()) {
                Ok(filled) => check_values(source, preset, table, &filled, &mut found),
                Err(errors) => found.push(wrong_source(source, preset, table, &errors)),
            },
            None => {
                let (key, message) = match &preset.generator {
                    Some(function) => {
                        ("generator", format!("the file has no generator {function:?}"))
                    }
                    None => ("name", "the file has no main generator".to_owned()),
                };
                let span = table.get(key).and_then(Item::span);
                let location = source.location(span.unwrap_or(0..0));
                found.push(Diagnostic::warning(location, message));
            }
        }
    }
    found
}

fn wrong_source(
    source: &Source,
    preset: &Preset,
    table: &dyn TableLike,
    errors: &[Diagnostic],
) -> Diagnostic {
    let values = table.get("values").and_then(Item::as_table_like);
    let names = preset.field_sources();
    let span = names.keys().find_map(|name| values?.get(name)?.span());
    let error = errors.iter().find(|found| found.is_error());
    let message = error.map_or_else(String::new, |error| error.message.clone());
    Diagnostic::error(Some(source.location(span.unwrap_or(0..0))), message)
}

fn check_values(
    source: &Source,
    preset: &Preset,
    table: &dyn TableLike,
    generator: &Generator,
    found: &mut Vec<Diagnostic>,
) {
    let values = table.get("values").and_then(Item::as_table_like);
    for (name, setting) in &preset.values {
        let written = values.and_then(|values| values.get_key_value(name));
        let mut controls = generator.controls.iter();
        match controls.find(|control| control.name == *name) {
            Some(control) => {
                if let Err(error) = setting.value(control) {
                    let span = written.and_then(|(_, item)| item.span());
                    let location = source.location(span.unwrap_or(0..0));
                    found.push(Diagnostic::error(Some(location), format!("{name}: {error}")));
                }
            }
            None => {
                let span = written.and_then(|(key, _)| key.span());
                let location = source.location(span.unwrap_or(0..0));
                let message = format!("{} has no control {name:?}", generator.address);
                let note = "the value stays in the file and is ignored";
                found.push(Diagnostic::warning(location, message).with_note(note));
            }
        }
    }
}

/// Written as `[[preset]]` or as an array of inline tables.
fn tables(item: &Item) -> Vec<&dyn TableLike> {
    if let Some(tables) = item.as_array_of_tables() {
        return tables.iter().map(|table| table as &dyn TableLike).collect();
    }
    let inline = item.as_array().into_iter().flatten();
    let inline = inline.filter_map(toml_edit::Value::as_inline_table);
    inline.map(|table| table as &dyn TableLike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    #[test]
    fn controls_of_a_source_that_the_preset_selects_are_known() {
        let copy = "/// @field(waves.wgsl)
@group(0) @binding(0) var ground: texture_2d<f32>;
/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn copy(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = textureLoad(ground, id.xy, 0).x;
}
";
        let shaders = [
            ("copy.wgsl", copy),
            ("flat.wgsl", "fn height(p: vec2f, level: f32) -> f32 { return level; }"),
            ("waves.wgsl", "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }"),
        ];
        let tree: crate::source::SourceTree = shaders.into_iter().collect();
        let compiled = crate::generator::compile(&tree, tree.iter().next().unwrap());
        let check = |values: &str, expected: &[&str]| {
            let head = "version = 1\n[[preset]]\nname = \"A\"\nvalues = ";
            let source = Source::new("copy.presets.toml", format!("{head}{values}\n"));
            let file = PresetFile::read(&source).unwrap();
            let found = check_presets(&source, &file, &compiled.generators);
            let found: Vec<String> = found.iter().map(Diagnostic::short).collect();
            assert_eq!(found, expected, "{values}");
        };
        check("{ \"ground.gain\" = 2 }", &[]);
        check("{ ground = \"flat.wgsl\", \"ground.level\" = 2 }", &[]);
        check(
            "{ ground = \"flat.wgsl\", \"ground.gain\" = 2 }",
            &["copy.presets.toml:4:34: warning: copy.wgsl::grid has no control \"ground.gain\""],
        );
        check(
            "{ ground = \"gone.wgsl\" }",
            &["copy.presets.toml:4:21: error: `ground`: no file \"gone.wgsl\" in the folder"],
        );
    }

    const SHADER: &str = "/// @param kind Which. @enum(\"hard\", \"soft\")\n\
        fn height(p: vec2f, warp: f32, kind: u32) -> f32 { return p.x; }";

    fn diagnostics(text: &str) -> Vec<String> {
        let source = Source::new("a.presets.toml", text);
        let generators = compile([("a.wgsl", SHADER)]).unwrap();
        match PresetFile::read(&source) {
            Ok(file) => {
                let found = check_presets(&source, &file, &generators);
                found.iter().map(Diagnostic::short).collect()
            }
            Err(error) => vec![error.short()],
        }
    }

    #[test]
    fn invalid_presets_are_diagnosed_at_their_locations() {
        let head = "version = 1\n[[preset]]\nname = \"A\"\n";
        let check = |rest: &str, expected: &[&str]| {
            assert_eq!(diagnostics(&format!("{head}{rest}")), expected, "{rest}");
        };
        check("values = { warp = 0.5, kind = \"soft\" }", &[]);
        check(
            "values = { wrap = 0.5 }",
            &["a.presets.toml:4:12: warning: a.wgsl::height has no control \"wrap\""],
        );
        check(
            "[preset.values]\nwarp = 1\nkind = \"odd\"",
            &["a.presets.toml:6:8: error: kind: \"odd\" is not one of \"hard\", \"soft\""],
        );
        check(
            "generator = \"other\"",
            &["a.presets.toml:4:13: warning: the file has no generator \"other\""],
        );
        assert_eq!(
            diagnostics("version = 3\n"),
            ["a.presets.toml:1:11: error: version 3 is not supported"]
        );
        check(
            "values = { warp = 1, ground = \"/home/ada/x.tif\" }",
            &[
                "a.presets.toml:4:31: error: ground: \"/home/ada/x.tif\" is outside of the folder: a preset or capture \
                 states size and sha256 of such a file",
            ],
        );
        let missing = diagnostics("version = 1\n[[preset]]\nvalues = {}");
        assert_eq!(missing, ["a.presets.toml:2:1: error: missing field `name`"]);
        let torn = diagnostics("version = 1\nwhat");
        assert!(torn[0].starts_with("a.presets.toml:2:"), "{torn:?}");
    }
}
