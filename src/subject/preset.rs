//! Presets: named values of a generator, in a TOML file beside the shader (`swiss.presets.toml`).

mod check;
mod edit;

use serde::{Deserialize, Deserializer};

use crate::generator::Generator;
use crate::generator::control::{OutsideSource, Plain, Setting, Settings, check_sources};
use crate::source::{FieldSources, ModulePath};
pub use check::check_presets;
pub use edit::{EditError, EditResult, PresetEdit, PresetEntry, apply_edit, preset_text};

/// Largest size in bytes of a preset file.
pub const MAX_PRESET_BYTES: u64 = 1 << 20;

/// Suffix of the names of preset files.
pub const PRESET_SUFFIX: &str = ".presets.toml";

/// `noise/swiss.presets.toml` for `noise/swiss.wgsl`.
pub fn preset_file_of(shader: &ModulePath) -> ModulePath {
    let path = shader.as_str();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    ModulePath::new(format!("{stem}{PRESET_SUFFIX}"))
}

/// Presets of a shader, in the order of their file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PresetFile {
    version: u32,
    #[serde(default, rename = "preset")]
    presets: Vec<Preset>,
}

/// Named values of a generator's controls.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Preset {
    /// Name for the user.
    pub name: String,
    /// Function to which the preset applies; `None` for the main generator of the file.
    pub generator: Option<String>,
    /// Values by the names of controls. A number is a text that can be the name of an option.
    #[serde(default, deserialize_with = "typed_values")]
    pub values: Settings,
}

/// The user types the numbers of a preset as in `--set`, while those of a capture are never names of options.
fn typed_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    let mut settings = Settings::deserialize(deserializer)?;
    for setting in settings.values_mut() {
        if let Setting::Number(Plain(number)) = setting {
            *setting = Setting::Text(number.to_string());
        }
    }
    Ok(settings)
}

/// Error while reading a preset file or finding a preset.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PresetError {
    /// The text is not TOML, or lacks required keys.
    #[error("{0}")]
    Invalid(String),
    /// The version is unknown.
    #[error("version {0} is not supported")]
    Version(u32),
    /// The generator has no preset, or none of the requested name.
    #[error("no preset {requested}for {generator}; there are: {names}")]
    Missing {
        /// Name, quoted and followed by a space; empty if none was requested.
        requested: String,
        /// Address of the generator.
        generator: String,
        /// Names of all presets of the file, for the message.
        names: String,
    },
}

impl Preset {
    /// Returns the selected sources of field inputs by name.
    pub fn field_sources(&self) -> FieldSources {
        let values = self.values.iter();
        let source = |(name, setting): (&String, &Setting)| Some((name.clone(), setting.source()?));
        values.filter_map(source).collect()
    }
}

impl PresetFile {
    /// Parses a preset file.
    ///
    /// # Errors
    /// Fails if the text is not TOML, lacks a required key, or has an unknown version, or if a preset selects a data
    /// file outside of the folder without its size and hash.
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        let file: Self = toml::from_str(text)
            .map_err(|error| PresetError::Invalid(toml_message(text, &error)))?;
        match file.version {
            1 => match file.outside_source() {
                Some((_, error)) => Err(PresetError::Invalid(error.to_string())),
                None => Ok(file),
            },
            other => Err(PresetError::Version(other)),
        }
    }

    fn outside_source(&self) -> Option<(usize, OutsideSource)> {
        let mut presets = self.presets.iter().enumerate();
        presets.find_map(|(index, preset)| Some((index, check_sources(&preset.values).err()?)))
    }

    /// Returns all presets in their order.
    pub fn presets(&self) -> &[Preset] {
        &self.presets
    }

    /// Returns the first preset with this name, or the first of all for `None`.
    pub fn named(&self, name: Option<&str>) -> Option<&Preset> {
        let mut presets = self.presets.iter();
        presets.find(|preset| name.is_none_or(|name| preset.name == name))
    }

    /// Returns the names of all presets, quoted, with commas in between.
    pub fn names(&self) -> String {
        let names = self.presets.iter().map(|preset| format!("{:?}", preset.name));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Returns the first preset with this name for a generator, or the first of its presets for `None`.
    ///
    /// # Errors
    /// Fails with [`PresetError::Missing`] if there is no such preset.
    pub fn find(&self, name: Option<&str>, generator: &Generator) -> Result<&Preset, PresetError> {
        let mut fitting = self.presets.iter().filter(|preset| preset.is_for(generator));
        let found = match name {
            Some(name) => fitting.find(|preset| preset.name == name),
            None => fitting.next(),
        };
        found.ok_or_else(|| PresetError::Missing {
            requested: name.map(|name| format!("{name:?} ")).unwrap_or_default(),
            generator: generator.address.to_string(),
            names: self.names(),
        })
    }
}

/// States the line number, but not the text of the line, which may be as long as the file.
fn toml_message(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    match before {
        Some(before) => {
            let line = before.matches('\n').count() + 1;
            format!("line {line}: {}", error.message())
        }
        None => error.message().to_owned(),
    }
}

impl Preset {
    /// Returns true if the preset applies to this generator of its file.
    pub fn is_for(&self, generator: &Generator) -> bool {
        match &self.generator {
            Some(function) => *function == generator.address.function,
            None => generator.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    const FILE: &str = r##"
version = 1
[[preset]]
name = "Alps"
values = { warp = 0.2, octaves = 10, tint = "#ff0000", shade = true, offset = [1, 2.5] }
[[preset]]
name = "Other"
generator = "other"
"##;

    #[test]
    fn preset_is_found_by_name_and_generator() {
        let file = PresetFile::parse(FILE).unwrap();
        let text =
            "fn height(p: vec2f) -> f32 { return p.x; }\nfn other(p: vec2f) -> f32 { return p.y; }";
        let generators = compile([("a.wgsl", text)]).unwrap();
        let [height, other] = generators.as_slice() else { panic!("two generators") };
        assert_eq!(file.named(Some("Other")), file.presets.get(1));
        assert_eq!(file.named(None), file.presets.first());
        assert_eq!(file.named(Some("Oth")), None);
        let name = |preset: Result<&Preset, PresetError>| preset.map(|preset| preset.name.clone());
        assert_eq!(name(file.find(None, height)).unwrap(), "Alps");
        assert_eq!(name(file.find(None, other)).unwrap(), "Other");
        assert_eq!(name(file.find(Some("Alps"), height)).unwrap(), "Alps");
        assert_eq!(
            name(file.find(Some("Alp"), height)).unwrap_err().to_string(),
            "no preset \"Alp\" for a.wgsl::height; there are: \"Alps\", \"Other\""
        );
        let values = &file.find(None, height).unwrap().values;
        assert_eq!(values["octaves"], Setting::Text("10".to_owned()));
        assert_eq!(values["offset"], Setting::Numbers(vec![Plain(1.0), Plain(2.5)]));
        assert_eq!(values["shade"], Setting::Flag(true));
    }

    #[test]
    fn invalid_preset_files_are_refused_with_line() {
        let error = PresetFile::parse("version = 1\n[[preset]]\nvalues = {}\n").unwrap_err();
        assert!(error.to_string().contains("missing field `name`"), "{error}");
        let error = PresetFile::parse("version = 1\nwhat").unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
        assert!(matches!(PresetFile::parse("version = 2"), Err(PresetError::Version(2))));
    }
}
