//! Parts of a grid, which are equal to that part of the whole; numbers in place of the field; files.

use std::path::Path;

use super::super::job::{DataSettings, ProgressFn, RenderJob, TILE_SAMPLES};
use super::super::{RenderError, pipeline};
use super::Program;
use crate::capture::CaptureFile;
use crate::field::Field;
use crate::field::files::Format;
use crate::field::grid::{Region, SampleGrid};
use crate::subject::derived::Derived;

/// Samples that are evaluated before progress is reported.
const PART_SAMPLES: u32 = 1 << 20;

impl Program {
    /// Evaluates a region of a grid, which can be larger than memory. The samples are equal to those of the whole grid.
    ///
    /// # Errors
    /// As for [`Self::grid`], or if `progress` returns an error.
    pub fn part(
        &self,
        grid: SampleGrid,
        region: Region,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Field, RenderError> {
        let inputs = self.inputs(grid, self.subject.settings.z)?;
        let channels = self.subject.generator.channels;
        let numbers = |count: u32| count as usize * channels as usize;
        let mut samples = vec![0.0; numbers(region.size[0]) * region.size[1] as usize];
        for_each_tile(region, self.max_side(), progress, |tile| {
            let [left, top] = [0, 1].map(|axis| tile.origin[axis] - region.origin[axis]);
            let rows = samples.chunks_exact_mut(numbers(region.size[0])).skip(top as usize);
            let evaluated = self.samples(&inputs, tile)?;
            for (row, part) in rows.zip(evaluated.chunks_exact(numbers(tile.size[0]))) {
                row[numbers(left)..][..part.len()].copy_from_slice(part);
            }
            Ok(())
        })?;
        Ok(Field { size: region.size, channels, samples })
    }

    /// Evaluates a region of a grid at positions in double precision, all channels of a sample one after the other. Of a
    /// program in double precision the numbers have all digits.
    ///
    /// # Errors
    /// As for [`Self::points`], or if `progress` returns an error.
    pub fn part_of_doubles(
        &self,
        grid: SampleGrid,
        region: Region,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Vec<f64>, RenderError> {
        let settings = self.subject.settings;
        let inputs = self.inputs(grid, settings.z)?;
        let pipeline = self.point_pipeline()?;
        let channels = self.subject.generator.channels as usize;
        let position = |x: u32, y: u32| {
            let [x, y] = grid.world_from_sample([x, y].map(f64::from));
            [x, y, settings.z, settings.time]
        };
        let mut numbers = Vec::new();
        for_each_tile(region, u32::MAX, progress, |Region { origin: [left, top], size }| {
            let rows = top..top + size[1];
            let row = |y| (left..left + size[0]).map(move |x| position(x, y));
            let results =
                pipeline.evaluate(&self.gpu, &inputs, &rows.flat_map(row).collect::<Vec<_>>())?;
            numbers.extend(results.iter().flat_map(|result| &result[..channels]));
            Ok(())
        })?;
        Ok(numbers)
    }

    /// Returns a quantity or mask of all samples of a grid, or the field for `None`, with the exaggeration and the light
    /// of the settings.
    ///
    /// # Errors
    /// As for [`Self::grid`], or if `progress` returns an error.
    pub fn derived(
        &self,
        grid: SampleGrid,
        derived: Option<Derived>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Field, RenderError> {
        if grid.size.contains(&0) {
            return Err(RenderError::Empty(grid.size));
        }
        let channels = derived.as_ref().map(Derived::channels);
        let data = DataSettings { derived, ..DataSettings::default() };
        let mut settings = self.subject.settings.seen_from_above();
        settings.grid = grid;
        let inputs = self.inputs(grid, settings.z)?;
        let samples = self.tiled_samples(&inputs, &settings, &data, progress)?;
        let channels = channels.unwrap_or(self.subject.generator.channels);
        Ok(Field { size: grid.size, channels, samples })
    }

    /// Renders the settings' view to a file, or for formats of numbers the field or the quantity of `data`. An existing
    /// file is replaced.
    ///
    /// # Errors
    /// As for [`render`](crate::render()); the file cannot be written; `progress` returns an error.
    pub fn save(
        &self,
        path: &Path,
        format: Format,
        data: &DataSettings,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), RenderError> {
        let mut file = CaptureFile::create(path, format)?;
        let mut subject = self.subject.clone();
        let pipeline = pipeline(&self.gpu, &mut subject)?;
        let job = RenderJob {
            gpu: &self.gpu,
            pipeline: &pipeline,
            inputs: &subject.inputs(subject.data_grid(format)?)?,
            settings: &subject.settings,
            data,
            manifest: &subject.manifest(&self.gpu.name()),
            tile_samples: TILE_SAMPLES,
        };
        job.write(vec![(&mut file, None)], progress)?;
        Ok(file.commit()?)
    }
}

/// Row by row from the top, tiles of about [`PART_SAMPLES`] that are at most `max_side` wide and high.
fn for_each_tile(
    region: Region,
    max_side: u32,
    progress: &mut ProgressFn<'_>,
    mut each: impl FnMut(Region) -> Result<(), RenderError>,
) -> Result<(), RenderError> {
    if region.size.contains(&0) {
        return Err(RenderError::Empty(region.size));
    }
    let width = region.size[0].min(max_side);
    let height = (PART_SAMPLES / width).clamp(1, max_side);
    for top in (0..region.size[1]).step_by(height as usize) {
        for left in (0..region.size[0]).step_by(width as usize) {
            each(Region {
                origin: [region.origin[0] + left, region.origin[1] + top],
                size: [width.min(region.size[0] - left), height.min(region.size[1] - top)],
            })?;
        }
        progress(
            f64::from(top.saturating_add(height).min(region.size[1])) / f64::from(region.size[1]),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playground;

    const TEXT: &str =
        "fn f(p: vec2f) -> vec3f { return vec3f(sin(31.7 * p.x) * p.y, p.x, sqrt(abs(p.y))); }";

    #[test]
    fn part_equals_that_of_the_whole() {
        let program = Playground::new().unwrap().compile(TEXT).unwrap();
        let grid = SampleGrid { center: [0.3, -0.2], span: 7.0, size: [150, 90] };
        let whole = program.grid(grid).unwrap();
        let region = Region { origin: [37, 11], size: [71, 42] };
        let part = program.part(grid, region, &mut |_| Ok(())).unwrap();
        assert_eq!(part.size, region.size);
        for (x, y) in [(0, 0), (70, 0), (13, 29), (70, 41)] {
            assert_eq!(part.sample(x, y), whole.sample(37 + x, 11 + y));
        }
        let canceled = program.part(grid, region, &mut |_| Err(RenderError::Canceled));
        assert!(matches!(canceled, Err(RenderError::Canceled)));
    }

    #[test]
    fn part_of_an_immense_grid_has_its_own_positions() {
        let program = Playground::new().unwrap().compile("fn f(p: vec2f) -> vec2f { return p; }");
        let grid = SampleGrid { center: [0.0; 2], span: 1_048_576.0, size: [1 << 20; 2] };
        let region = Region { origin: [(1 << 20) - 3, 1 << 19], size: [3, 1] };
        let part = program.unwrap().part(grid, region, &mut |_| Ok(())).unwrap();
        assert_eq!(part.samples, [524_285.5, -0.5, 524_286.5, -0.5, 524_287.5, -0.5]);
    }

    #[test]
    fn tiles_cover_a_region_in_order() {
        let region = Region { origin: [5, 7], size: [10, 3] };
        let mut tiles = Vec::new();
        let each = |tile: Region| {
            tiles.push((tile.origin, tile.size));
            Ok(())
        };
        for_each_tile(region, 8, &mut |_| Ok(()), each).unwrap();
        assert_eq!(tiles, [([5, 7], [8, 3]), ([13, 7], [2, 3])]);
    }
}
