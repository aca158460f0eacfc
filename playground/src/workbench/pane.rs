//! Panes, which are rectangles with one picture each; the inputs from which a picture is rendered, and its results.

use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::field::Histogram;
use noise_playground::generator::Generator;
use noise_playground::measure::DigitsLeft;

use super::document::{CellId, View};
use super::picture_state::RunProgress;
use super::placed_field::PlacedField;
use crate::catalog::GeneratorRef;

/// Identifies a pane by what its picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneId {
    Cell(CellId),
    /// The second cell of the pair minus the reference.
    Difference,
    /// A variant of the sweep or of the sheet of mutations, by its index, row by row.
    Variant(usize),
    /// Thumbnail of the default values of the selected cell's generator.
    Defaults,
    /// Thumbnail of a preset, by the preset's index in the file of the selected cell.
    Preset(usize),
    /// The field of a cell that the analysis panel measures; it is evaluated but not drawn.
    Analysis(CellId),
    /// Thumbnail of a pinned inner value, by its index among all pinned ones.
    Pin(usize),
    /// The number of times that each sample computes the shown inner value; it is evaluated but not drawn.
    Runs,
    /// The shown inner value as each sample computes it the n-th time, from 1; it is evaluated but not drawn.
    Run(u32),
}

impl PaneId {
    /// Returns true for panes that are not drawn: their fields are evaluated and read back once all pictures are
    /// complete.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Analysis(_) | Self::Runs | Self::Run(_))
    }

    /// Returns true for the panes of the runs of the shown inner value: they wait for the cells only, not for
    /// thumbnails.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Self::Runs | Self::Run(_))
    }

    /// Returns true for the thumbnails of presets and of the defaults.
    pub(crate) fn is_preset(self) -> bool {
        matches!(self, Self::Defaults | Self::Preset(_))
    }

    /// Returns true for panes that show time 0 and may be updated later than the cells: thumbnails, and panes that are
    /// not drawn.
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

/// A pane with its rectangle in the window, as the panels lay it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) key: PaneId,
    /// Rectangle of the whole picture in points, aligned to physical pixels.
    pub(crate) rect: egui::Rect,
    /// Rectangle within which the picture is visible, in points.
    pub(crate) clip: egui::Rect,
}

/// Inputs from which a picture is rendered.
#[derive(Clone, Debug)]
pub(crate) struct PaneContent {
    pub(crate) target: GeneratorRef,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) view: View,
}

/// Results of a pane's picture that were read back; empty until then.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaneStats {
    /// The loop that exceeded its budget; the pane then shows the previous picture.
    pub(crate) runaway: Option<Diagnostic>,
    /// Values at the ends of the palette; `None` until they are read back, or if the shading needs none.
    pub(crate) value_range: Option<(f32, f32)>,
    /// The value of a constant field, whose `value_range` is chosen around it; `None` for others.
    pub(crate) constant: Option<f32>,
    /// Histogram of the values, if [`Workbench::needs_histogram`](super::Workbench::needs_histogram); that of the
    /// previous evaluation while a readback is pending.
    pub(crate) histogram: Option<Histogram>,
    /// Number of non-finite samples that were counted for the value range.
    pub(crate) non_finite_count: u32,
    /// Number of rays of a three-dimensional view that ended without a hit after too many steps.
    pub(crate) gave_up: u32,
    /// Milliseconds that the last complete evaluation took on the GPU, without compiling and shading. `None` until it
    /// is measured.
    pub(crate) evaluate_ms: Option<f64>,
    /// Fraction of the evaluation that is done, 0 to 1; `None` once the picture is complete.
    pub(crate) progress: Option<f32>,
    /// Progress of the grid program whose result the pane waits for; `None` without one.
    pub(crate) run: Option<RunProgress>,
    /// Number of digits of the values that single precision leaves in the view; `None` if it is not measured.
    pub(crate) digits_left: Option<DigitsLeft>,
    /// The reason why the view of rounding errors cannot be shown; `None` if it can, or is not selected.
    pub(crate) no_errors: Option<String>,
    /// The generator that the visible pixels are of, which may be a previous one; `None` before there are any.
    pub(crate) pictured: Option<GeneratorRef>,
    /// Numbers of the sample at the probed position, or at the previous one until they are read back. Empty outside of
    /// the picture; `None` before the first.
    pub(crate) sample: Option<Vec<f32>>,
    /// All samples, if [`Workbench::needs_samples`](super::Workbench::needs_samples); those of the previous evaluation
    /// while a readback is pending.
    pub(crate) samples: Option<Arc<PlacedField>>,
}
