//! Figures for papers, the option `render --figure`: a picture with title, axes and color bar.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use noise_playground::Subject;
use noise_playground::capture::{AtomicFile, CaptureFile, Format, Manifest};
use noise_playground::gpu::{EvaluatePipeline, Gpu};

use super::RenderArgs;
use crate::commands::options::{initial_settings, settings};
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::render::{DataSettings, RenderJob, TILE_SAMPLES};
use crate::sheets::{ColorBar, FigureContent, picture_figure};

/// Options of a figure, with its output files.
pub(super) struct FigurePlan {
    pub(super) subject: Subject,
    title: String,
    files: FigureFiles,
}

struct FigureFiles {
    pngs: Vec<CaptureFile>,
    svgs: Vec<AtomicFile>,
}

/// Returns true for `--figure`, or if the capture is a figure and no option requests another kind of file.
pub(super) fn is_requested(arguments: &RenderArgs, opened: &Opened) -> bool {
    let captured = opened.captured();
    let was_figure = captured.is_some_and(|captured| captured.figure.is_some());
    let can_hold = |path: &PathBuf| matches!(extension(path).as_str(), "png" | "svg");
    let is_plain = arguments.depth.is_none()
        && arguments.format.is_none()
        && arguments.data.quantity.is_none()
        && arguments.data.mask.is_none();
    arguments.figure || (was_figure && is_plain && arguments.output.iter().all(can_hold))
}

impl FigurePlan {
    pub(super) fn new(arguments: &RenderArgs, opened: &Opened) -> anyhow::Result<Self> {
        let captured = opened.captured();
        let captured_title = captured.and_then(|captured| captured.figure.clone());
        let title = arguments.title.clone().or(captured_title);
        let mut subject = opened.subject.clone();
        let initial = initial_settings(opened, &arguments.picture);
        subject.settings = settings(&arguments.picture, &subject.generator, initial)?;
        Ok(Self {
            title: title.unwrap_or_else(|| subject.generator.title.clone()),
            subject,
            files: FigureFiles::create(&arguments.output)?,
        })
    }

    pub(super) fn write(
        self,
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
        mut manifest: Manifest,
        is_quiet: bool,
    ) -> Result<(), CommandError> {
        let Subject { generator, settings, .. } = &self.subject;
        let mut progress = Progress::new("rendering", is_quiet);
        let grid = self.subject.data_grid(Format::Png)?;
        let job = RenderJob {
            gpu,
            pipeline,
            inputs: &self.subject.inputs(grid)?,
            settings,
            data: &DataSettings::default(),
            manifest: &manifest,
            tile_samples: TILE_SAMPLES,
        };
        let (pixels, ends) = job.picture(&mut |fraction| {
            progress.show(fraction);
            Ok(())
        })?;
        let is_flat = settings.shading.mode.info().scene.is_none();
        let content = FigureContent {
            title: &self.title,
            size: settings.grid.size,
            pixels,
            grid: is_flat.then_some(settings.grid),
            bar: ColorBar::new(generator, &settings.shading, ends.picture),
        };
        manifest = manifest.with_value_range(settings.shading.value_range, ends.picture);
        manifest.figure = Some(self.title.clone());
        Ok(self.files.write(content, &manifest)?)
    }
}

impl FigureFiles {
    fn create(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let (mut pngs, mut svgs) = (Vec::new(), Vec::new());
        for (index, path) in paths.iter().enumerate() {
            if paths[..index].contains(path) {
                bail!("-o {path:?} is given twice");
            }
            match extension(path).as_str() {
                "png" => pngs.push(CaptureFile::create(path, Format::Png)?),
                "svg" => svgs.push(AtomicFile::create(path)?),
                _ => bail!("-o {path:?}: --figure is written as .png or .svg"),
            }
        }
        Ok(Self { pngs, svgs })
    }

    fn write(mut self, content: FigureContent<'_>, manifest: &Manifest) -> anyhow::Result<()> {
        let (figure, scale) = picture_figure(content)?;
        if !self.pngs.is_empty() {
            let canvas = figure.to_canvas(scale)?;
            for file in &mut self.pngs {
                file.write_picture(canvas.size, canvas.pixels.clone(), manifest)?;
            }
        }
        for file in &mut self.svgs {
            let svg = figure.to_svg(&manifest.to_svg())?;
            let written = file.file().write_all(svg.as_bytes());
            written.with_context(|| format!("cannot write {:?}", file.path()))?;
        }
        for file in self.pngs {
            file.commit()?;
        }
        for file in self.svgs {
            file.commit()?;
        }
        Ok(())
    }
}

fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}
