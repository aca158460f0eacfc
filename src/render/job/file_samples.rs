//! Samples of a data file, and what is derived from them, on their own raster and at positions in double precision: those
//! of an evaluation are square and in single precision.

use std::sync::Arc;

use crate::Subject;
use crate::capture::{CaptureFile, Manifest};
use crate::field::files::{Format, PictureHeader, STRIP_ROWS, Strip};
use crate::field::grid::{Raster, TileIndex};
use crate::field::{Channel, Field, Returns};
use crate::generator::Generator;
use crate::gpu::{Gpu, GpuError};
use crate::render::RenderError;
use crate::source::InputField;
use crate::subject::derived::Derived;
use crate::view::shading::{Shading, ValueRange};

use super::crop::cropped;
use super::headers::{RangeEnds, header_of_data};
use super::{DataSettings, count_non_finite};

/// A data file that is the only source of a generator, and the raster on which its samples are taken.
#[derive(Clone, Debug)]
pub struct FileSamples {
    file: Arc<InputField>,
    /// Where the samples are taken.
    pub raster: Raster,
}

impl FileSamples {
    /// The samples of the file as they are. `None` if the first field input is no file that can be read.
    pub fn of(generator: &Generator) -> Option<Self> {
        let file = generator.inputs().first()?.read_file().ok()??;
        Some(Self { raster: file.file.raster(), file })
    }

    /// Takes the samples on another raster.
    pub fn on(self, raster: Raster) -> Self {
        Self { raster, ..self }
    }

    /// Interpolates unless the raster is that of the file.
    pub fn field(&self) -> Field {
        self.file.file.field.resampled(&self.file.file.raster(), &self.raster)
    }

    /// Returns the quantity or mask of the samples. Interpolated values lose no digits that their differences need.
    fn derived(&self, gpu: &Gpu, derived: &Derived, shading: &Shading) -> Result<Field, GpuError> {
        let own = self.file.file.raster();
        let field = self.field();
        if own == self.raster || field.channels > 1 {
            return derived.of_field(gpu, (&field, 0.0), self.raster, shading);
        }
        let [x, y] = field.size.map(|count| count / 2);
        let base = field.sample(x, y)[0];
        let base = if base.is_finite() { base } else { 0.0 };
        let field = self.file.file.field.resampled_above(&own, &self.raster, base);
        derived.of_field(gpu, (&field, base), self.raster, shading)
    }

    /// Writes whole fields or tiles. Returns the values that scaled formats write as 0 and as 65535.
    pub fn write(
        &self,
        gpu: &Gpu,
        outputs: &mut [(CaptureFile, Option<TileIndex>)],
        subject: &Subject,
        data: &DataSettings,
        manifest: &Manifest,
    ) -> Result<Option<[f64; 2]>, RenderError> {
        let field = match &data.derived {
            Some(derived) => self.derived(gpu, derived, &subject.settings.shading)?,
            None => self.field(),
        };
        let missing = count_non_finite(&field.samples);
        if missing > 0 {
            tracing::warn!("{missing} numbers of {} are NaN or infinite", field.samples.len());
        }
        let is_scaled = |(file, _): &(CaptureFile, _)| file.format().is_scaled();
        let is_measured = data.is_measured || outputs.iter().any(is_scaled);
        let range = is_measured.then(|| ends(&field, data.value_range));
        let ends = RangeEnds { scaled: range, picture: None, has_signed_colors: false };
        for (file, tile) in outputs {
            let mut manifest = manifest.clone();
            manifest.tile = *tile;
            let header = self.header(file.format(), &field, ends, (subject, data, &manifest));
            let region = tile.and_then(|tile| tile.region(self.raster.size));
            let strips = strips(&field);
            match region {
                Some(region) => {
                    let width = self.raster.size[0];
                    let strips = cropped(strips, width, field.channels, region);
                    let raster = header.raster.cropped(region);
                    file.write(&PictureHeader { raster, ..header }, strips)?;
                }
                None => file.write(&header, strips)?,
            }
        }
        Ok(range)
    }

    fn header(
        &self,
        format: Format,
        field: &Field,
        ends: RangeEnds,
        (subject, data, manifest): (&Subject, &DataSettings, &Manifest),
    ) -> PictureHeader {
        let Subject { generator, settings, .. } = subject;
        let ends = ends.of(format);
        let header =
            header_of_data(generator, settings, data, format, settings.grid, ends, manifest);
        if data.derived.is_some() {
            return PictureHeader { raster: self.raster, ..header };
        }
        PictureHeader {
            raster: self.raster,
            channels: field.channels,
            returns: if field.channels == 1 { Returns::Value } else { Returns::Channels },
            tags: self.file.file.tags.as_deref().cloned(),
            ..header
        }
    }
}

fn ends(field: &Field, range: ValueRange) -> [f64; 2] {
    match (range, range.rule()) {
        (ValueRange::Fixed(min, max), _) => [min, max],
        (_, rule) => field.measured_range(Channel::X, rule.unwrap_or_default()).map(f64::from),
    }
}

fn strips(field: &Field) -> impl Iterator<Item = Arc<Strip>> {
    let row = field.size[0] as usize * field.channels as usize;
    field.samples.chunks(row * STRIP_ROWS as usize).map(move |samples| {
        let rows = (samples.len() / row) as u32;
        Arc::new(Strip { rows, samples: samples.to_vec(), pixels: Vec::new() })
    })
}
