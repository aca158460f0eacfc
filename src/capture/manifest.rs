//! Manifests: the JSON in a capture from which the capture can be rendered again.

use crate::field::files::Format;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::embedded::{self, ManifestError};
use super::samples::SampleRecord;
use super::svg;
use crate::RenderSettings;
use crate::field::grid::{Raster, TileIndex, VOLUME_SIDES};
use crate::generator::control::{Plain, Setting, Settings, Values, check_sources};
use crate::generator::{Address, Generator, Precision, Schedule};
use crate::source::{
    Features, FieldSource, FieldSources, FileSource, MAX_FILE_BYTES, MAX_FILES, ModulePath, Source,
    SourceTree, is_shader,
};
use crate::subject::Subject;
use crate::subject::view_setting::ViewRecord;
use crate::view::quantity::Quantity;
use crate::view::shading::ValueRange;

/// Everything that the bytes of a capture depend on, except the adapter. Unknown members of the JSON are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    version: u32,
    program: String,
    /// Name and driver of the graphics adapter.
    pub adapter: String,
    /// Name of the picture in a comparison; empty for the title of the generator.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Address of the generator. Its file is one of the recorded files.
    pub address: Address,
    /// Name of the tap that is shown; `None` for the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// Derivative in place of the result or of the tap, as [`Generator::derivative`] names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derivative: Option<String>,
    /// Precision in which the samples were computed.
    #[serde(default, skip_serializing_if = "Precision::is_single")]
    pub precision: Precision,
    modules: Vec<ModuleRecord>,
    #[serde(default, rename = "unsaved", skip_serializing_if = "std::ops::Not::not")]
    is_unsaved: bool,
    /// States of the features of conditional compilation. Empty if conditions use none.
    #[serde(default, skip_serializing_if = "Features::is_empty")]
    features: Features,
    /// Values of all controls by name.
    pub values: Settings,
    view: ViewRecord,
    /// Values at the ends of the value range; `None` if the capture does not depend on a range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value_range_used: Option<[Plain; 2]>,
    /// Quantity that a data file holds in place of the field; `None` for the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Quantity>,
    /// Condition of a mask that a data file holds; `None` for the field or a quantity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<String>,
    /// Tile of the picture; `None` for the whole picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<TileIndex>,
    /// Number of samples on each side of the volume; `None` for a plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<u32>,
    /// Placement of a data file's samples, or of a program's grid that such a file places; `None` for the view's grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raster: Option<Raster>,
    /// Title of the figure; `None` for the picture alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// Labels and size of the figure; `None` for the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure_style: Option<FigureStyle>,
    /// Axes of a sweep as typed: `NAME=FROM:TO:COUNT` or `NAME=V1,V2,…`. Empty for a single picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vary: Vec<String>,
    /// Second picture of a comparison on the command line; `None` for a single picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared_with: Option<Box<Self>>,
    /// Second and further pictures of a comparison in the window. Empty for a single picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Self>,
    /// Arrangement of the pictures: `wipe`, `blink` or `difference`; `None` for a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<String>,
    /// Samples of the data file with this manifest; `None` for a picture, and in files of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) samples: Option<SampleRecord>,
}

/// Labels, size and fonts of a figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FigureStyle {
    /// Label of the x axis; `None` for its name and unit, as for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_label: Option<String>,
    /// Label of the y axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_label: Option<String>,
    /// Label of the color bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bar_label: Option<String>,
    /// Width of the figure in millimeters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_mm: Option<f64>,
    /// Pixels per inch of a PNG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dpi: Option<f64>,
    /// True if the letters of an SVG or PDF are outlines instead of text.
    pub outlines: bool,
}

/// Largest number of compared pictures.
pub const MAX_CELLS: usize = 16;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ModuleRecord {
    path: String,
    sha256: String,
    text: String,
}

impl Subject {
    /// Records the generator with its files, its values, and the settings of the picture.
    pub fn manifest(&self, adapter: &str) -> Manifest {
        let Self { generator, values, settings } = self;
        let module = |source: &Arc<Source>| ModuleRecord {
            path: source.path.to_string(),
            sha256: digest(&source.text),
            text: source.text.clone(),
        };
        Manifest {
            version: 1,
            program: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
            adapter: adapter.to_owned(),
            name: String::new(),
            address: generator.address.clone(),
            stage: generator.tap.as_ref().map(|tap| tap.stage.clone()),
            derivative: generator.derivative(),
            precision: generator.precision,
            modules: authors(generator).into_iter().map(module).collect(),
            is_unsaved: generator.is_unsaved(),
            features: generator.linked.features.clone(),
            values: settings_of(generator, values),
            view: ViewRecord::new(settings),
            value_range_used: None,
            quantity: None,
            mask: None,
            tile: None,
            volume: None,
            raster: self.program_raster(),
            figure: None,
            figure_style: None,
            vary: Vec::new(),
            compared_with: None,
            cells: Vec::new(),
            arrangement: None,
            samples: None,
        }
    }

    /// Placement of the grid of a program whose world coordinates are those of a data file.
    fn program_raster(&self) -> Option<Raster> {
        let Self { generator, values, .. } = self;
        generator.geo_tags()?;
        let schedule = Schedule::new(generator, values).ok()??;
        Some(schedule.grid(generator).into())
    }
}

impl Manifest {
    /// Changes values and settings to those of another subject with the same generator.
    #[must_use]
    pub fn of_variant(&self, variant: &Subject) -> Self {
        Self {
            values: settings_of(&variant.generator, &variant.values),
            view: ViewRecord::new(&variant.settings),
            raster: variant.program_raster().or(self.raster),
            ..self.clone()
        }
    }

    /// Changes the value range. `used` are the values at its ends; `None` if the capture does not depend on them.
    #[must_use]
    pub fn with_value_range(&self, value_range: ValueRange, used: Option<[f64; 2]>) -> Self {
        let mut manifest = self.clone();
        manifest.view.0.shading.value_range = value_range;
        manifest.value_range_used = used.map(|ends| ends.map(Plain));
        manifest
    }

    /// Returns the values at the ends of the value range; `None` if the capture does not depend on them.
    pub fn value_range_used(&self) -> Option<[f64; 2]> {
        self.value_range_used.map(|ends| ends.map(|end| end.0))
    }

    /// Returns the manifest as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every member of a manifest has a JSON form")
    }

    /// Reads a PNG capture like [`Self::read`].
    ///
    /// # Errors
    /// Fails if the file is not a PNG, or has no valid manifest.
    pub fn read_png(path: &Path) -> Result<Self, ManifestError> {
        Self::read(path, Format::Png)
    }

    /// Like [`Self::read`], whatever samples the file holds.
    ///
    /// # Errors
    /// Fails if the file does not have the format, or has no valid manifest.
    pub fn read_any(path: &Path, format: Format) -> Result<Self, ManifestError> {
        Self::of_text(path, embedded::text(path, format)?)
    }

    /// Reads an SVG or PDF figure like [`Self::read`].
    ///
    /// # Errors
    /// Fails if the file cannot be read, or has no valid manifest.
    pub fn read_figure(path: &Path) -> Result<Self, ManifestError> {
        Self::of_text(path, embedded::text_of_figure(path)?)
    }

    /// Returns the element for an SVG figure, which [`Self::read_figure`] can read.
    pub fn to_svg(&self) -> String {
        svg::metadata(&self.to_json())
    }

    fn of_text(path: &Path, text: Option<String>) -> Result<Self, ManifestError> {
        let text = text.ok_or_else(|| ManifestError::Missing(path.to_owned()))?;
        let broken = |reason: String| ManifestError::Broken(path.to_owned(), reason);
        let mut json = serde_json::Deserializer::from_str(&text);
        let manifest: Self = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| broken(with_member(&error)))?;
        manifest.check().map_err(broken)?;
        Ok(manifest)
    }

    /// Returns what a data file holds in place of the field: a quantity or a mask.
    pub fn derived_name(&self) -> Option<String> {
        let mask = || self.mask.as_ref().map(|mask| format!("a mask, {mask}"));
        self.quantity.map(|quantity| quantity.name().to_owned()).or_else(mask)
    }

    /// Returns true if `path` has an equal manifest, apart from program, adapter and the measured value range.
    pub fn matches_file(&self, path: &Path, format: Format) -> bool {
        let comparable = |manifest: &Self| {
            let neutral = Self {
                program: String::new(),
                adapter: String::new(),
                value_range_used: None,
                samples: None,
                ..manifest.clone()
            };
            // Both manifests are converted to text and back, since parsing may change the last bit of a number.
            serde_json::from_str::<Self>(&neutral.to_json()).ok()
        };
        let found = Self::read(path, format);
        found.is_ok_and(|found| comparable(&found) == comparable(self))
            && Format::of_capture(path) == Some(format)
    }

    fn check(&self) -> Result<(), String> {
        if self.version != 1 {
            return Err(format!("version {} is not supported", self.version));
        }
        if self.modules.len() > MAX_FILES {
            return Err(format!("more than {MAX_FILES} files"));
        }
        for ModuleRecord { path, sha256, text } in &self.modules {
            if !(ModulePath::new(path).is_inside() && is_shader(Path::new(path))) {
                return Err(format!("{path:?} is not the path of a shader in a folder"));
            }
            if text.len() as u64 > MAX_FILE_BYTES {
                return Err(format!("the file {path:?} is larger than {MAX_FILE_BYTES} bytes"));
            }
            if digest(text) != *sha256 {
                return Err(format!("the text of {path:?} does not match its hash"));
            }
        }
        let file = self.address.file.as_str();
        if !self.modules.iter().any(|module| module.path == file) {
            let address = self.address.to_string();
            return Err(format!("no file contains the generator {address:?}"));
        }
        let is_outside = |tile: &TileIndex| (0..2).any(|axis| tile.index[axis] >= tile.count[axis]);
        if self.tile.is_some_and(|tile| is_outside(&tile)) {
            return Err("there is no such tile".to_owned());
        }
        if let Some(side) = self.volume.filter(|side| !VOLUME_SIDES.contains(side)) {
            let (least, most) = (VOLUME_SIDES.start(), VOLUME_SIDES.end());
            return Err(format!("the volume {side} is not from {least} to {most}"));
        }
        if let Some(raster) = &self.raster {
            raster.check().map_err(|error| format!("the raster: {error}"))?;
        }
        check_sources(&self.values).map_err(|error| error.to_string())?;
        self.check_cells()?;
        self.view.check()
    }

    fn check_cells(&self) -> Result<(), String> {
        if self.cells.len() >= MAX_CELLS {
            return Err(format!("more than {MAX_CELLS} cells"));
        }
        let mut others = self.cells.iter().chain(self.compared_with.as_deref());
        others.try_for_each(|cell| {
            if cell.cells.is_empty() && cell.compared_with.is_none() {
                cell.check()
            } else {
                Err("a cell contains cells".to_owned())
            }
        })
    }

    /// Returns the recorded files and features.
    pub fn tree(&self) -> SourceTree {
        let modules = self.modules.iter();
        let texts = modules.map(|module| (ModulePath::new(&module.path), module.text.clone()));
        let texts: Vec<(ModulePath, String)> = texts.collect();
        let mut tree = SourceTree::default().with_texts(&texts, self.is_unsaved);
        tree.features.clone_from(&self.features);
        tree.field_sources = self.field_sources();
        tree
    }

    /// Returns the sources of field inputs by name.
    pub fn field_sources(&self) -> FieldSources {
        let values = self.values.iter();
        let source = |(name, setting): (&String, &Setting)| Some((name.clone(), setting.source()?));
        values.filter_map(source).collect()
    }

    /// Returns the data files on which the capture depends, in the order of the names of their field inputs.
    pub fn input_files(&self) -> Vec<FileSource> {
        let files = self.field_sources().into_values();
        files
            .filter_map(|source| match source {
                FieldSource::File(file) => Some(file),
                FieldSource::Generator { .. } => None,
            })
            .collect()
    }

    /// Returns the settings of the picture.
    pub fn settings(&self) -> RenderSettings {
        self.view.0
    }
}

/// Also the files of the generators that fill its field inputs, without duplicates, those of the generator first.
fn authors(generator: &Generator) -> Vec<&Arc<Source>> {
    let sources = generator.sources();
    let all = sources.iter().flat_map(|source| source.linked.authors());
    let mut listed = BTreeSet::new();
    let all = generator.linked.authors().chain(all);
    all.filter(|source| listed.insert(&source.path)).collect()
}

fn settings_of(generator: &Generator, values: &Values) -> Settings {
    let mut settings = values.settings(&generator.controls);
    for (name, mut file, input) in generator.input_files() {
        if let Ok(Some(read)) = input.read_file() {
            file.digest = Some(read.key.digest.clone());
        }
        settings.insert(name, Setting::from(&FieldSource::File(file)));
    }
    settings
}

/// `view: span: …`; an error of the whole text has no member.
fn with_member(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let reason = error.inner();
    match error.path().iter().next() {
        Some(_) => format!("{}: {reason}", error.path()),
        None => reason.to_string(),
    }
}

fn digest(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests;
