//! Output files of `playground render` while they are written: captures, and text files beside height maps.

use std::path::Path;

use noise_playground::Subject;
use noise_playground::capture::{AtomicFile, CaptureFile, FileSet, notes_path};
use noise_playground::field::files::Format;
use noise_playground::field::grid::{SampleGrid, TileIndex};

use super::Output;
use super::engine::{Engine, HeightMap};
use super::plan::RenderPlan;
use crate::commands::figure_files::write;

/// `None` for the whole picture.
pub(super) type OpenCapture = (CaptureFile, Option<TileIndex>);

/// Temporary files, until they are committed.
pub(super) struct OpenFiles {
    pub(super) captures: Vec<OpenCapture>,
    /// One per path that the user named, whatever its number of tiles.
    pub(super) texts: Vec<AtomicFile>,
}

impl OpenFiles {
    pub(super) fn create(plan: &RenderPlan) -> anyhow::Result<Self> {
        let create = |Output { path, format, tile }: &Output| {
            let file = CaptureFile::create(path, *format)?;
            let file = if plan.engine.is_some() { file.with_mask() } else { file };
            anyhow::Ok((file, *tile))
        };
        let named = plan.named.iter().filter(|_| plan.engine.is_some());
        let texts = named.map(|(path, _)| AtomicFile::create(&notes_path(path)));
        Ok(Self {
            captures: plan.outputs.iter().map(create).collect::<Result<_, _>>()?,
            texts: texts.collect::<Result<_, _>>()?,
        })
    }

    /// For a game engine, first adds the range of the heights to names and text files.
    pub(super) fn commit(
        mut self,
        plan: &RenderPlan,
        range: Option<[f64; 2]>,
    ) -> anyhow::Result<()> {
        if let Some((engine, range)) = plan.engine.zip(range) {
            self.complete(engine, plan, range)?;
        }
        let mut set = FileSet::default();
        self.captures.into_iter().try_for_each(|(file, _)| set.add(file))?;
        self.texts.into_iter().try_for_each(|text| set.add(text))?;
        Ok(set.commit()?)
    }

    fn complete(
        &mut self,
        engine: &Engine,
        plan: &RenderPlan,
        range: [f64; 2],
    ) -> anyhow::Result<()> {
        let tiles = self.captures.len() / plan.named.len();
        let captures = self.captures.chunks_mut(tiles.max(1));
        for (((path, format), captures), text) in
            plan.named.iter().zip(captures).zip(&mut self.texts)
        {
            let mut map = HeightMap {
                masks: Vec::new(),
                path,
                format: *format,
                raster: plan.raster(*format)?,
                tiles: plan.tile_count,
                range,
            };
            for (capture, _) in captures {
                let path = engine.path(capture.path(), &map);
                capture.rename(&path);
                let mask = capture.mask_path().and_then(Path::file_name);
                map.masks.extend(mask.map(|name| name.to_string_lossy().into_owned()));
            }
            write(text, engine.import_notes(&map).as_bytes())?;
        }
        Ok(())
    }
}

/// Groups files by sample grid: that of the picture, of the data of a three-dimensional view, or of a grid program.
pub(super) fn groups(
    files: Vec<OpenCapture>,
    subject: &Subject,
) -> anyhow::Result<Vec<(SampleGrid, Vec<OpenCapture>)>> {
    let is_picture = |(file, _): &OpenCapture| file.format().holds_picture();
    let (pictures, data): (Vec<_>, Vec<_>) = files.into_iter().partition(is_picture);
    let mut groups: Vec<(SampleGrid, Vec<OpenCapture>)> = Vec::new();
    for files in [pictures, data] {
        let Some(format) = files.first().map(|(file, _)| file.format()) else {
            continue;
        };
        let grid = subject.data_grid(format)?;
        match groups
            .last_mut()
            .filter(|(other, _)| *other == grid && !subject.settings.shows_scene(Format::Png))
        {
            Some((_, group)) => group.extend(files),
            None => groups.push((grid, files)),
        }
    }
    Ok(groups)
}
