//! Samples as readers of a data file get them.

use std::borrow::Cow;
use std::path::Path;

use super::Strip;
use super::header::PictureHeader;
use crate::field::files::{FieldFile, Footprint};
use crate::field::grid::Raster;

pub(crate) struct StoredSamples {
    /// Slices of a volume, rows, columns, and channels if there are several; `None` if the format does not state it.
    pub(crate) shape: Option<Vec<u64>>,
    pub(crate) place: Option<Footprint>,
    pub(crate) numbers: Vec<f32>,
}

pub(crate) type StoredFn = for<'a> fn(&PictureHeader, &'a Strip) -> Cow<'a, [f32]>;

impl StoredSamples {
    pub(crate) fn of_field_file(extension: &str, bytes: &[u8]) -> Result<Self, String> {
        let name = Path::new("samples").with_extension(extension);
        let file = FieldFile::of_bytes(&name, bytes, None).map_err(|error| error.to_string())?;
        let place = file.footprint();
        let [width, height] = file.field.size.map(u64::from);
        let channels = u64::from(file.field.channels);
        let shape = [height, width].into_iter().chain((channels > 1).then_some(channels));
        Ok(Self { shape: Some(shape.collect()), place, numbers: file.field.samples })
    }

    /// Compares size and place as far as they are known. Coordinates in degrees are no world coordinates.
    pub(crate) fn may_be_on(&self, raster: &Raster) -> bool {
        let [width, height] = raster.size.map(u64::from);
        let place = Footprint::of(None, raster);
        let is_there = |found: &Footprint| found.is_in_degrees() || found.is_at(&place);
        self.shape.as_ref().is_none_or(|shape| shape.starts_with(&[height, width]))
            && self.place.as_ref().is_none_or(is_there)
    }
}
