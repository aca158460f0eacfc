//! Panes: identifiers, the inputs of the pictures, and their results.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::Subject;
use noise_playground::field::Histogram;
use noise_playground::generator::Generator;
use noise_playground::generator::control::Values;
use noise_playground::gpu::measure::{ControlEffect, DigitsLeft};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::document::{CellId, View};
use super::picture_state::RunProgress;
use super::placed_field::PlacedField;
use super::result_of::ResultOf;
use crate::catalog::GeneratorRef;

/// Identifies a pane by what its picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneId {
    Cell(CellId),
    /// The second cell of the pair minus the reference.
    Difference,
    /// Picture of a sweep or mutation sheet, by its index, row by row.
    Variant(usize),
    /// Thumbnail of the default values.
    Defaults,
    /// Thumbnail of a preset, by its index in the file.
    Preset(usize),
    /// Samples for statistics; evaluated but not drawn.
    Analysis(CellId),
    /// Thumbnail of a pinned tap, by its index among all pins.
    Pin(usize),
    /// How often each sample computes the shown tap; evaluated but not drawn.
    Runs,
    /// The n-th run of the shown tap, from 1; evaluated but not drawn.
    Run(u32),
}

impl PaneId {
    /// Returns true for panes that are not drawn, only read back.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Analysis(_) | Self::Runs | Self::Run(_))
    }

    /// Runs are evaluated as soon as the cells are complete, without waiting for thumbnails.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Self::Runs | Self::Run(_))
    }

    pub(crate) fn is_preset(self) -> bool {
        matches!(self, Self::Defaults | Self::Preset(_))
    }

    /// Returns true for panes at animation time 0 that may lag behind the cells: thumbnails, and panes not drawn.
    pub(crate) fn is_thumbnail(self) -> bool {
        match self {
            Self::Cell(_) | Self::Difference => false,
            Self::Defaults
            | Self::Preset(_)
            | Self::Variant(_)
            | Self::Analysis(_)
            | Self::Pin(_)
            | Self::Runs
            | Self::Run(_) => true,
        }
    }
}

/// Rectangle of the window that shows one picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) key: PaneId,
    /// Whole picture in points, aligned to physical pixels.
    pub(crate) rect: egui::Rect,
    /// Visible part, in points.
    pub(crate) clip: egui::Rect,
}

#[derive(Clone, Debug)]
pub(crate) struct PaneContent {
    pub(crate) target: GeneratorRef,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) view: View,
}

impl PaneContent {
    /// Returns the reference with the gradient for exact normals, if the view has such.
    pub(crate) fn exact_target(&self) -> GeneratorRef {
        self.target.clone().with_normals(self.view.exact_normals(&self.generator))
    }

    /// `size` is in pixels, the animation time in seconds.
    pub(crate) fn subject(&self, size: [u32; 2], time: f64) -> Subject {
        let values = self.values.clone();
        let settings = self.view.settings(&self.generator, size, time);
        Subject { values, ..Subject::new(&self.generator, settings) }
    }
}

/// Measurements of a picture, empty until they are read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaneStats {
    /// Error of a runaway loop; the pane then shows the previous picture.
    pub(crate) runaway: Option<Diagnostic>,
    /// Time of the first report of a runaway loop since the last report of none.
    pub(crate) runaway_since: Option<Instant>,
    /// `None` until the range is read back, or if the shading needs none.
    pub(crate) value_range: Option<(f32, f32)>,
    /// Value of all samples if they are equal; `value_range` is then chosen around it.
    pub(crate) constant: Option<f32>,
    /// True if most samples, as colors, have a negative part.
    pub(crate) has_signed_colors: bool,
    /// Needed if [`needs_histogram`](super::Workbench::needs_histogram); lags behind while a readback is pending.
    pub(crate) histogram: Option<Histogram>,
    /// Counted when the value range was measured.
    pub(crate) non_finite_count: u32,
    /// Rays that reached the step limit.
    pub(crate) rays_at_limit: u32,
    /// Milliseconds of the last complete evaluation on the GPU, without compiling and shading, if measured.
    pub(crate) evaluate_ms: Option<f64>,
    /// Finished fraction, 0 to 1; `None` once the picture is complete.
    pub(crate) progress: Option<f32>,
    /// Grid program for which the pane is waiting.
    pub(crate) run: Option<RunProgress>,
    /// Significant decimal digits that single precision leaves; `None` if not measured.
    pub(crate) digits_left: Option<ResultOf<DigitsLeft>>,
    /// Effects of the controls on the result, whatever is shown, largest first, or why there are none, if measured.
    pub(crate) effects: Option<ResultOf<Result<Arc<[ControlEffect]>, String>>>,
    /// Why rounding errors cannot be shown.
    pub(crate) no_errors: Option<String>,
    /// Generator of the visible pixels, which may be a previous one.
    pub(crate) pictured: Option<GeneratorRef>,
    /// All channels at the probe; those of the previous position until the readback finishes. Empty outside of the
    /// picture; `None` before the first readback.
    pub(crate) sample: Option<Vec<f32>>,
    /// Needed if [`needs_samples`](super::Workbench::needs_samples); lags behind while a readback is pending.
    pub(crate) samples: Option<Arc<PlacedField>>,
}
