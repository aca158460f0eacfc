//! What a capture was made from, as JSON.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Format, embedded};
use crate::control::{Plain, Settings, Values};
use crate::generator::{Address, Generator};
use crate::grid::SampleGrid;
use crate::shading::{Channel, Light, Palette, Shading, ValueRange, ViewMode};
use crate::source::{MAX_FILE_BYTES, MAX_FILES, SourceTree};

/// What a picture was made from: enough to make the same bytes again on the same adapter. Members that a text has
/// beside these are passed over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    version: u32,
    program: String,
    /// The adapter's name and driver.
    pub adapter: String,
    /// What a person called the picture; empty for its generator's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The generator. Its file is one of the manifest's modules.
    pub address: Address,
    modules: Vec<ModuleRecord>,
    /// All controls, by name.
    pub values: Settings,
    view: ViewRecord,
    /// Of a sheet: what its cells differ in, as `NAME=FROM:TO:COUNT`. Empty for a single picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vary: Vec<String>,
    /// Of a comparison: the other picture. `None` for a single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared_with: Option<Box<Self>>,
    /// Of a comparison in the window: the cells behind this first one. Empty for a single picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Self>,
    /// How the cells are arranged where they are not beside each other: `wipe`, `blink` or `difference`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<String>,
}

/// The most cells of a comparison.
pub const MAX_CELLS: usize = 16;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ModuleRecord {
    path: String,
    sha256: String,
    text: String,
}

/// Where and when a picture was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderSettings {
    /// The samples.
    pub grid: SampleGrid,
    /// Third coordinate of a slice.
    pub z: f64,
    /// Seconds.
    pub time: f64,
    /// Of a solid: what is denser is inside.
    pub threshold: f64,
    /// How they became colours.
    pub view: Shading,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ViewRecord {
    mode: ViewMode,
    size: [u32; 2],
    center: [Plain; 2],
    span: Plain,
    z: Plain,
    time: Plain,
    channel: Channel,
    light: [Plain; 2],
    exaggeration: Plain,
    palette: Palette,
    value_range: RangeRecord,
    threshold: Plain,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum RangeRecord {
    Fixed([Plain; 2]),
    Auto(Auto),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Auto {
    Auto,
}

/// Why a file gives no manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// It cannot be read, or is not of its format.
    #[error("cannot read {0:?} as a {1}: {2}")]
    Unreadable(std::path::PathBuf, &'static str, String),
    /// A file without the text.
    #[error(
        "{0:?} carries no manifest: it was not made by this program, or was written again by another"
    )]
    Missing(std::path::PathBuf),
    /// The text is not what this program writes.
    #[error("the manifest of {0:?} is broken: {1}")]
    Broken(std::path::PathBuf, String),
}

impl Manifest {
    /// Notes a generator, its text and values, and how it was seen.
    pub fn new(
        adapter: &str,
        generator: &Generator,
        values: &Values,
        scene: &RenderSettings,
    ) -> Self {
        let module = |source: &std::sync::Arc<crate::source::Source>| ModuleRecord {
            path: source.path.to_string(),
            sha256: digest(&source.text),
            text: source.text.clone(),
        };
        Self {
            version: 1,
            program: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
            adapter: adapter.to_owned(),
            name: String::new(),
            address: generator.address.clone(),
            modules: generator.linked.authors().map(module).collect(),
            values: values.settings(&generator.controls),
            view: ViewRecord::new(scene),
            vary: Vec::new(),
            compared_with: None,
            cells: Vec::new(),
            arrangement: None,
        }
    }

    /// The manifest as text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the manifest of a PNG, as [`Self::read`] does.
    ///
    /// # Errors
    /// No PNG, no manifest in it, or one that is not whole.
    pub fn read_png(path: &Path) -> Result<Self, ManifestError> {
        Self::read(path, Format::Png)
    }

    /// Reads the manifest that a file carries, or that stands beside it. It may come from a stranger: its size
    /// and counts are limited, its text is compared with its hashes, and nothing of it is run.
    ///
    /// # Errors
    /// Not a file of the format, no manifest, or one that is not whole.
    pub fn read(path: &Path, format: Format) -> Result<Self, ManifestError> {
        let text = embedded::text(path, format)?;
        let text = text.ok_or_else(|| ManifestError::Missing(path.to_owned()))?;
        let broken = |why: String| ManifestError::Broken(path.to_owned(), why);
        let manifest: Self =
            serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
        manifest.check().map_err(broken)?;
        Ok(manifest)
    }

    /// Whether a file of this format is there and carries the same manifest, but for the program and the adapter
    /// that made it.
    pub fn matches_file(&self, path: &Path, format: Format) -> bool {
        let comparable = |manifest: &Self| {
            let neutral = Self {
                program: String::new(),
                adapter: String::new(),
                ..manifest.clone()
            };
            // As read from text: a number may change there in its last bit.
            serde_json::from_str::<Self>(&neutral.to_json()).ok()
        };
        let found = Self::read(path, format);
        found.is_ok_and(|found| comparable(&found) == comparable(self))
            && (!format.is_png() || embedded::has_sixteen_bits(path) == (format == Format::Png16))
    }

    fn check(&self) -> Result<(), String> {
        if self.version != 1 {
            return Err(format!("its version {} is not 1", self.version));
        }
        if self.modules.len() > MAX_FILES {
            return Err(format!("more than {MAX_FILES} modules"));
        }
        for ModuleRecord { path, sha256, text } in &self.modules {
            if text.len() as u64 > MAX_FILE_BYTES {
                return Err(format!(
                    "the module {path:?} is larger than {MAX_FILE_BYTES} bytes"
                ));
            }
            if digest(text) != *sha256 {
                return Err(format!(
                    "the text of {path:?} is not the one that its hash names"
                ));
            }
        }
        let file = self.address.file.as_str();
        if !self.modules.iter().any(|module| module.path == file) {
            let address = self.address.to_string();
            return Err(format!("no module holds its generator {address:?}"));
        }
        self.check_cells()?;
        self.view.check()
    }

    /// A cell has no cells of its own.
    fn check_cells(&self) -> Result<(), String> {
        if self.cells.len() >= MAX_CELLS {
            return Err(format!("it has more than {MAX_CELLS} cells"));
        }
        let mut others = self.cells.iter().chain(self.compared_with.as_deref());
        others.try_for_each(|cell| {
            if cell.cells.is_empty() && cell.compared_with.is_none() {
                cell.check()
            } else {
                Err("a cell of it has cells".to_owned())
            }
        })
    }

    /// The modules as they were.
    pub fn tree(&self) -> SourceTree {
        self.modules
            .iter()
            .map(|module| (module.path.as_str(), module.text.as_str()))
            .collect()
    }

    /// How it was seen.
    pub fn scene(&self) -> RenderSettings {
        let view = &self.view;
        let [center_x, center_y] = view.center;
        let [azimuth, altitude] = view.light;
        RenderSettings {
            grid: SampleGrid {
                center: [center_x.0, center_y.0],
                span: view.span.0,
                size: view.size,
            },
            z: view.z.0,
            time: view.time.0,
            threshold: view.threshold.0,
            view: Shading {
                mode: view.mode,
                channel: view.channel,
                light: Light {
                    azimuth: azimuth.0,
                    altitude: altitude.0,
                },
                exaggeration: view.exaggeration.0,
                palette: Some(view.palette),
                value_range: match view.value_range {
                    RangeRecord::Fixed([min, max]) => ValueRange::Fixed(min.0, max.0),
                    RangeRecord::Auto(Auto::Auto) => ValueRange::Auto,
                },
            },
        }
    }
}

impl ViewRecord {
    fn new(scene: &RenderSettings) -> Self {
        let RenderSettings {
            grid,
            z,
            time,
            threshold,
            view,
        } = scene;
        Self {
            mode: view.mode,
            size: grid.size,
            center: grid.center.map(Plain),
            span: Plain(grid.span),
            z: Plain(*z),
            time: Plain(*time),
            channel: view.channel,
            light: [Plain(view.light.azimuth), Plain(view.light.altitude)],
            exaggeration: Plain(view.exaggeration),
            palette: view.palette(),
            value_range: match view.value_range {
                ValueRange::Auto => RangeRecord::Auto(Auto::Auto),
                ValueRange::Fixed(min, max) => RangeRecord::Fixed([Plain(min), Plain(max)]),
            },
            threshold: Plain(*threshold),
        }
    }

    /// Holds stranger's numbers to what options may say. JSON has no infinities, but 1e39 is one for the GPU.
    fn check(&self) -> Result<(), String> {
        let numbers = [
            self.center[0],
            self.center[1],
            self.span,
            self.z,
            self.time,
            self.light[0],
            self.light[1],
            self.exaggeration,
            self.threshold,
        ];
        if !numbers.iter().all(|number| (number.0 as f32).is_finite()) {
            return Err("a number of its view is too large".to_owned());
        }
        if self.span.0 as f32 <= 0.0 {
            return Err(format!("its span {} is not above 0", self.span.0));
        }
        let altitude = self.light[1].0;
        if !(0.0..=90.0).contains(&altitude) {
            return Err(format!(
                "its sun's altitude {altitude} is not between 0 and 90"
            ));
        }
        match self.value_range {
            RangeRecord::Fixed([min, max]) if min.0 >= max.0 => {
                Err(format!("its value range {} to {} is none", min.0, max.0))
            }
            _ => Ok(()),
        }
    }
}

fn digest(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use crate::shading::Shading;

    #[test]
    fn address_is_split_at_its_last_colons() {
        let generators = compile([("a::b.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
        let generator = &generators.unwrap()[0];
        let scene = RenderSettings {
            grid: generator.initial_grid(8),
            z: 0.0,
            time: 0.0,
            threshold: 0.0,
            view: Shading::default(),
        };
        let manifest = Manifest::new("any", generator, &Values::default(), &scene);
        let read: Manifest = serde_json::from_str(&manifest.to_json()).unwrap();
        assert_eq!(read.check(), Ok(()));
        assert_eq!(read.address, generator.address);
    }
}
