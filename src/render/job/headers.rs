//! Headers of a job's files, each with the value range that its file uses.

use crate::RenderSettings;
use crate::capture::Manifest;
use crate::field::files::{Format, GeoTags, PictureHeader};
use crate::field::grid::{SampleGrid, TileIndex};
use crate::field::{Channel, RangeRule, Returns};
use crate::generator::Generator;
use crate::subject::derived::Derived;
use crate::view::shading::ValueRange;

use super::tiled::{Measured, TiledRender};
use super::{DataSettings, ProgressFn, RenderJob};
use crate::render::RenderError;

/// `None` for ranges that no file uses.
#[derive(Clone, Copy, Debug)]
pub struct RangeEnds {
    /// Written as 0 and as the largest integer.
    pub scaled: Option<[f64; 2]>,
    /// Values at the ends of the palette.
    pub picture: Option<[f64; 2]>,
    /// True if pictures show 0.5 + 0.5 c of the colors c.
    pub has_signed_colors: bool,
}

impl RangeEnds {
    /// Measures ranges that are not fixed.
    pub(super) fn measure(
        job: &RenderJob<'_>,
        tiled: &mut TiledRender<'_>,
        formats: &[Format],
        progress: &mut ProgressFn<'_>,
    ) -> Result<Self, RenderError> {
        let is_used = |is_of_kind: fn(Format) -> bool| {
            let mut formats = formats.iter().copied();
            formats.any(|format| is_of_kind(format) && job.uses_range(format))
        };
        let mut ends = |range: ValueRange, rule: Option<RangeRule>, measured| match range {
            ValueRange::Fixed(min, max) => Ok([min, max]),
            _ => tiled.measure_range(rule.unwrap_or_default(), measured, progress),
        };
        let (of_data, of_picture) = (job.data.value_range, &job.settings.shading);
        let channels = job.scaled_channels(formats);
        let is_flat = job.scene(formats).is_none();
        let is_scaled = is_flat && (job.data.is_measured || is_used(Format::is_scaled));
        let scaled = is_scaled.then(|| ends(of_data, of_data.rule(), Measured::Data(channels)));
        let scaled = scaled.transpose()?;
        // The range of the picture is measured last, since its shading reads the last measured range from the GPU
        // buffer.
        let channel = job.settings.shading.channel;
        let picture = is_used(Format::holds_picture).then(|| {
            let rule = of_picture.range_rule();
            ends(of_picture.value_range, rule, Measured::Picture(channel))
        });
        let picture = picture.transpose()?;
        let is_pictured = formats.iter().copied().any(Format::holds_picture);
        let shading = &job.settings.shading;
        let measures_signs = is_pictured && job.pipeline.generator.measures_signs(shading);
        let has_signed_colors = measures_signs && tiled.measure_signs(channel, progress)?;
        Ok(Self { scaled, picture, has_signed_colors })
    }

    pub(super) fn of(self, format: Format) -> Option<[f64; 2]> {
        if format.is_scaled() {
            self.scaled
        } else {
            self.picture.filter(|_| format.holds_picture())
        }
    }
}

impl RenderJob<'_> {
    /// The header of a tile describes that tile.
    pub(super) fn headers(
        &self,
        files: &[(Format, Option<TileIndex>)],
        ends: RangeEnds,
    ) -> Vec<PictureHeader> {
        let header = |(format, tile): &(Format, Option<TileIndex>)| {
            let mut manifest = self.manifest.clone();
            manifest.tile = *tile;
            let header = self.header(*format, ends.of(*format), &manifest);
            match tile.and_then(|tile| tile.region(header.raster.size)) {
                Some(region) => PictureHeader { raster: header.raster.cropped(region), ..header },
                None => header,
            }
        };
        files.iter().map(header).collect()
    }

    fn header(&self, format: Format, ends: Option<[f64; 2]>, manifest: &Manifest) -> PictureHeader {
        let (generator, grid) = (&self.pipeline.generator, self.inputs.grid);
        header_of_data(generator, self.settings, self.data, format, grid, ends, manifest)
    }

    /// Returns the channels with one common range.
    fn scaled_channels(&self, formats: &[Format]) -> Vec<Channel> {
        let has_all = formats.contains(&Format::PngVector);
        match &self.data.derived {
            Some(derived) => Channel::ALL[..derived.channels() as usize].to_vec(),
            None if has_all => Channel::ALL[..self.pipeline.generator.channels() as usize].to_vec(),
            None => vec![self.settings.shading.channel],
        }
    }

    fn uses_range(&self, format: Format) -> bool {
        uses_range(&self.pipeline.generator, self.settings, self.data, format)
    }
}

/// For a data file, describes the quantity or mask and the range of the data.
pub fn header_of_data(
    generator: &Generator,
    settings: &RenderSettings,
    data: &DataSettings,
    format: Format,
    grid: SampleGrid,
    ends: Option<[f64; 2]>,
    manifest: &Manifest,
) -> PictureHeader {
    let mut settings = *settings;
    if format.is_scaled() {
        settings.shading.value_range = data.value_range;
    }
    let manifest = data.manifest(manifest, format);
    let header = header(generator, &settings, format, grid, ends, &manifest);
    match data.derived.as_ref().filter(|_| !format.holds_picture()) {
        Some(derived) => of_derived(header, derived),
        None => header,
    }
}

/// For a quantity or mask in place of the field.
fn of_derived(header: PictureHeader, derived: &Derived) -> PictureHeader {
    let channels = derived.channels();
    PictureHeader {
        channels,
        returns: result_kind_for_channels(channels),
        channel: Channel::X,
        tags: header.tags.map(GeoTags::of_quantity),
        ..header
    }
}

/// Labels one channel as a value, several as a gradient.
fn result_kind_for_channels(channels: u32) -> Returns {
    match channels {
        1 => Returns::Value,
        _ => Returns::Gradient,
    }
}

/// Returns true if a file of this format depends on the measured value range.
pub fn uses_range(
    generator: &Generator,
    settings: &RenderSettings,
    data: &DataSettings,
    format: Format,
) -> bool {
    if format.holds_picture() {
        return generator.uses_value_range(&settings.shading);
    }
    let is_color = generator.returns() == Returns::Color && data.derived.is_none();
    format.is_scaled() && !(is_color && format == Format::PngVector)
}

/// `ends` are those of the value range if the file depends on it. For a three-dimensional view, describes the picture
/// or the property of its hits.
fn header(
    generator: &Generator,
    settings: &RenderSettings,
    format: Format,
    grid: SampleGrid,
    ends: Option<[f64; 2]>,
    manifest: &Manifest,
) -> PictureHeader {
    let manifest = manifest.with_value_range(settings.shading.value_range, ends);
    let samples = PictureHeader {
        raster: settings.georeferenced(grid).into(),
        slices: None,
        channels: generator.channels(),
        returns: generator.returns(),
        channel: settings.shading.channel,
        value_range: ends.unwrap_or([0.0, 1.0]),
        tags: generator.geo_tags(),
        dpi: None,
        manifest: manifest.to_json(),
    };
    if !settings.shows_scene(format) {
        return samples;
    }
    let channels = settings.scene.pass.channels();
    PictureHeader {
        raster: settings.grid.into(),
        tags: None,
        channels,
        returns: result_kind_for_channels(channels),
        channel: Channel::X,
        ..samples
    }
}
