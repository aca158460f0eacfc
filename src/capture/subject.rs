//! Manifests of subjects, and subjects restored from manifests.

use crate::field::files::Format;
use std::sync::Arc;

use super::Manifest;
use crate::RenderSettings;
use crate::field::Channel;
use crate::field::grid::{Raster, SampleGrid};
use crate::generator::control::Values;
use crate::generator::{
    Derivative, Schedule, ScheduleError, TapAddressError, derive, find_generator,
};
use crate::source::SourceTree;
use crate::subject::Subject;
use crate::view::space::settings::Pass;

/// Reason why a manifest has no subject, such as a source text that does not compile, or a value that is not valid.
#[derive(Clone, Debug, thiserror::Error)]
#[error("invalid manifest: {0}")]
pub struct InvalidManifest(String);

impl Subject {
    /// Restores generator, values and settings. `tree` is [`Manifest::tree`], to which data files can be added.
    ///
    /// # Errors
    /// The source text does not compile or has no such generator, or a value is not valid for its control.
    pub fn from_manifest(manifest: &Manifest, tree: &SourceTree) -> Result<Self, InvalidManifest> {
        let address = &manifest.address;
        let generator = find_generator(tree, &address.file, Some(&address.function));
        let mut generator = generator.map_err(|error| invalid(&error))?;
        if let Some(stage) = &manifest.stage {
            let stage = stage.parse().map_err(|error: TapAddressError| invalid(&error))?;
            let tapped = generator.at_tap(&stage).map_err(|error| invalid(&error))?;
            generator = Arc::new(tapped);
        }
        if let Some(name) = &manifest.derivative {
            let derivative = Derivative::named(name, &generator);
            let derivative =
                derivative.ok_or_else(|| invalid(&format!("no derivative {name:?}")))?;
            let derived = derive(&generator, &derivative, Channel::X);
            generator = Arc::new(derived.map_err(|error| invalid(&error))?);
        }
        if generator.precision != manifest.precision {
            let precise = generator.with_precision(manifest.precision);
            generator = Arc::new(precise.map_err(|error| invalid(&error))?);
        }
        let mut values = Values::default();
        match values.apply(&generator.controls, &manifest.values).first() {
            Some(error) => Err(invalid(error)),
            None => Ok(Self { generator, values, settings: manifest.settings() }),
        }
    }

    /// Returns the grid that a file of the format is evaluated on: that of the view, or of the data of a
    /// three-dimensional view; for data formats a grid program's own grid.
    ///
    /// # Errors
    /// The passes of a grid program cannot be scheduled with these values.
    pub fn data_grid(&self, format: Format) -> Result<SampleGrid, ScheduleError> {
        if self.settings.shows_scene(format) {
            return Ok(self.settings.data_grid());
        }
        let schedule = Schedule::new(&self.generator, &self.values)?;
        let own = schedule.filter(|_| !format.holds_picture());
        Ok(own.map_or(self.settings.grid, |schedule| schedule.grid(&self.generator)))
    }
}

impl Manifest {
    /// Returns the placement of a file's samples; `None` for volumes and maps, or if only rendering would tell it.
    pub(super) fn written_raster(&self, format: Format) -> Option<Raster> {
        let settings = self.settings();
        if self.volume.is_some() || settings.scene.projection.is_some() {
            return None;
        }
        let raster = match self.raster {
            _ if settings.shows_scene(format) => settings.grid.into(),
            Some(raster) => raster,
            None => Subject::from_manifest(self, &self.tree()).ok()?.data_grid(format).ok()?.into(),
        };
        match self.tile {
            Some(tile) => Some(raster.cropped(tile.region(raster.size)?)),
            None => Some(raster),
        }
    }
}

fn invalid(reason: &impl ToString) -> InvalidManifest {
    InvalidManifest(reason.to_string())
}

impl RenderSettings {
    /// Returns true if a file of the format holds a picture of a three-dimensional view, or a property of its hits.
    pub fn shows_scene(&self, format: Format) -> bool {
        let is_scene = self.shading.mode.info().scene.is_some();
        is_scene && (format.holds_picture() || self.scene.pass != Pass::Color)
    }
}
