//! Figures for papers, the option `render --figure`: a picture with title, axes and color bar.

use clap::Args;
use noise_playground::Subject;
use noise_playground::capture::{FigureStyle, FileSet, Manifest};
use noise_playground::field::files::Format;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::subject::view_setting::SettingError;

use super::RenderArgs;
use crate::args::parse::number;
use crate::commands::figure_files::FigureFiles;
use crate::commands::options::{in_proportion, initial_settings, reject, settings};
use crate::commands::outputs::check_distinct;
use crate::documents::opened::Opened;
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::sheets::{ColorBar, FigureContent, picture_figure, with_unit};
use noise_playground::render::{DataSettings, RenderJob, TILE_SAMPLES, note_signed_colors};

/// Options of a figure besides its title.
#[derive(Debug, Args)]
pub(crate) struct FigureArgs {
    /// Label of the figure's x axis (default: x, with the unit where it is known).
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    x_label: Option<String>,

    /// Label of the figure's y axis.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    y_label: Option<String>,

    /// Label of the figure's color bar.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    bar_label: Option<String>,

    /// Width of the whole figure in millimeters; letters keep their size.
    #[arg(long, value_name = "MM", allow_hyphen_values = true, value_parser = length)]
    width_mm: Option<f64>,

    /// Pixels per inch of a figure's .png (default: as many as make pixels of the picture whole).
    #[arg(long, value_name = "DPI", allow_hyphen_values = true, value_parser = length)]
    dpi: Option<f64>,

    /// Write the letters of a figure's .svg or .pdf as outlines, which need no font.
    #[arg(long)]
    outlines: bool,
}

/// Above 0.
fn length(text: &str) -> Result<f64, SettingError> {
    let number = number(text)?;
    if number > 0.0 && number <= 10_000.0 {
        Ok(number)
    } else {
        Err(SettingError::Breaks(text.to_owned(), "is not above 0 and at most 10000".to_owned()))
    }
}

impl FigureArgs {
    /// Fails if an option is given, since the output is no figure.
    pub(super) fn reject(&self) -> anyhow::Result<()> {
        let given = [
            ("--x-label", self.x_label.is_some()),
            ("--y-label", self.y_label.is_some()),
            ("--bar-label", self.bar_label.is_some()),
            ("--width-mm", self.width_mm.is_some()),
            ("--dpi", self.dpi.is_some()),
            ("--outlines", self.outlines),
        ];
        reject(&given, |option| format!("{option} needs --figure"))
    }

    /// Options take precedence over the captured figure.
    fn style(&self, captured: Option<FigureStyle>) -> FigureStyle {
        let captured = captured.unwrap_or_default();
        FigureStyle {
            x_label: self.x_label.clone().or(captured.x_label),
            y_label: self.y_label.clone().or(captured.y_label),
            bar_label: self.bar_label.clone().or(captured.bar_label),
            width_mm: self.width_mm.or(captured.width_mm),
            dpi: self.dpi.or(captured.dpi),
            outlines: self.outlines || captured.outlines,
        }
    }
}

/// Options of a figure, with its output files.
pub(super) struct FigurePlan {
    pub(super) subject: Subject,
    title: String,
    style: FigureStyle,
    files: FigureFiles,
}

/// Returns true for `--figure`, or if the capture is a figure and no option requests another kind of file.
pub(super) fn is_requested(arguments: &RenderArgs, opened: &Opened) -> bool {
    let captured = opened.captured();
    let was_figure = captured.is_some_and(|captured| captured.figure.is_some());
    let is_plain = arguments.depth.is_none()
        && arguments.tiles.is_none()
        && arguments.volume.is_none()
        && arguments.engine.is_none()
        && arguments.format.is_none()
        && arguments.data.quantity.is_none()
        && arguments.data.mask.is_none();
    arguments.figure
        || (was_figure
            && is_plain
            && arguments.output.iter().all(|path| FigureFiles::can_hold(path)))
}

impl FigurePlan {
    pub(super) fn new(arguments: &RenderArgs, opened: &Opened) -> anyhow::Result<Self> {
        let captured = opened.captured();
        let captured_title = captured.and_then(|captured| captured.figure.clone());
        let title = arguments.title.clone().or(captured_title);
        let mut subject = opened.subject.clone();
        let initial = initial_settings(opened, &arguments.picture);
        let settings = settings(&arguments.picture, &subject.generator, initial)?;
        subject.settings = in_proportion(settings, opened, &arguments.picture);
        Ok(Self {
            title: title.unwrap_or_else(|| subject.generator.title().to_owned()),
            subject,
            style: arguments.figure_style.style(captured.and_then(|one| one.figure_style.clone())),
            files: {
                check_distinct(&arguments.output)?;
                FigureFiles::create(&arguments.output)?
            },
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
        if ends.has_signed_colors {
            note_signed_colors();
        }
        let is_flat = settings.shading.mode.info().scene.is_none();
        let style = &self.style;
        let unit = generator.world_unit();
        let label = |own: &Option<String>, name: &str| {
            own.clone().unwrap_or_else(|| with_unit(name, unit.as_deref()))
        };
        let bar_label = style.bar_label.as_deref();
        let content = FigureContent {
            title: &self.title,
            size: settings.grid.size,
            pixels,
            grid: is_flat.then_some(settings.grid),
            labels: [label(&style.x_label, "x"), label(&style.y_label, "y")],
            bar: ColorBar::new(generator, &settings.shading, ends.picture, bar_label),
            width: style.width_mm,
            dpi: style.dpi,
        };
        manifest = manifest.with_value_range(settings.shading.value_range, ends.picture);
        manifest.figure = Some(self.title.clone());
        manifest.figure_style =
            Some(style.clone()).filter(|style| *style != FigureStyle::default());
        let (mut figure, scale) = picture_figure(content)?;
        figure.has_outlines = style.outlines;
        let mut set = FileSet::default();
        self.files.write(&figure, scale, &self.title, &manifest, &mut set)?;
        Ok(set.commit()?)
    }
}
