//! Panes, which are rectangles with one picture each: their identifiers, the inputs from which a picture is rendered,
//! and its results.

use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::field::Histogram;
use noise_playground::generator::Generator;
use noise_playground::measure::DigitsLeft;

use super::document::{CellId, View};
use super::picture_state::RunProgress;
use super::placed_field::PlacedField;
use super::result_of::ResultOf;
use crate::catalog::GeneratorRef;

/// Identifies a pane (a rectangle of the window with one picture) by what the picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneId {
    Cell(CellId),
    /// Identifies the pane of a difference picture: the second cell of the pair minus the reference.
    Difference,
    /// Identifies the pane of a picture in the sweep or in the mutation sheet, by its index, row by row.
    Variant(usize),
    /// Identifies the pane of the thumbnail with the default values of the selected cell's generator.
    Defaults,
    /// Identifies the pane of the thumbnail of a preset, by the preset's index in the preset file of the selected cell.
    Preset(usize),
    /// Identifies the pane of the samples from which the analysis panel measures statistics of a cell; evaluated but
    /// not drawn.
    Analysis(CellId),
    /// Identifies the pane of the thumbnail of a pinned inner value, by its index among all pinned ones.
    Pin(usize),
    /// Identifies a pane with the number of times that each sample computes the shown inner value; evaluated but not
    /// drawn.
    Runs,
    /// Identifies a pane with the shown inner value as each sample computes it the n-th time, from 1; evaluated but not
    /// drawn.
    Run(u32),
}

impl PaneId {
    /// Returns true for panes that are not drawn: they are only evaluated and read back, after all visible pictures are
    /// complete.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Analysis(_) | Self::Runs | Self::Run(_))
    }

    /// Returns true for panes with one run of the shown inner value (its n-th computation in a sample). They are
    /// evaluated as soon as the cells are complete, without waiting for thumbnails.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Self::Runs | Self::Run(_))
    }

    /// Returns true for the panes of the thumbnails of presets and of the defaults.
    pub(crate) fn is_preset(self) -> bool {
        matches!(self, Self::Defaults | Self::Preset(_))
    }

    /// Returns true for panes that show the animation time 0 and may be updated later than the cells: thumbnails, and
    /// panes that are not drawn.
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

/// A pane: a rectangle of the window that shows one picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) key: PaneId,
    /// Rectangle of the pane's whole picture in points, aligned to physical pixels.
    pub(crate) rect: egui::Rect,
    /// Rectangle within which the pane's picture is visible, in points.
    pub(crate) clip: egui::Rect,
}

/// Inputs from which the picture of a pane is rendered: generator, values and view.
#[derive(Clone, Debug)]
pub(crate) struct PaneContent {
    pub(crate) target: GeneratorRef,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) view: View,
}

/// Measurements of a pane's picture that were read back from the GPU, such as value range and samples; empty until
/// then.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaneStats {
    /// Error about a loop of the shader that exceeded its budget; the pane then shows the previous picture. `None` if
    /// all loops ended.
    pub(crate) runaway: Option<Diagnostic>,
    /// Values at the ends of the picture's palette; `None` until they are read back, or if the shading needs none.
    pub(crate) value_range: Option<(f32, f32)>,
    /// Value of the samples if all are equal, in which case `value_range` is chosen around it; otherwise `None`.
    pub(crate) constant: Option<f32>,
    /// Histogram of the pane's samples, if [`Workbench::needs_histogram`](super::Workbench::needs_histogram) returns
    /// true; that of the previous evaluation while a readback is pending.
    pub(crate) histogram: Option<Histogram>,
    /// Number of NaN and infinite samples, counted when the value range was measured.
    pub(crate) non_finite_count: u32,
    /// Number of rays of a three-dimensional view that ended without a hit after the maximum number of steps.
    pub(crate) gave_up: u32,
    /// Time in milliseconds that the last complete evaluation took on the GPU, without compiling and shading. `None`
    /// until it is measured.
    pub(crate) evaluate_ms: Option<f64>,
    /// Finished fraction of the pane's evaluation, 0 to 1; `None` once the picture is complete.
    pub(crate) progress: Option<f32>,
    /// Progress of the grid program whose result the pane is waiting for; `None` if no grid program is running.
    pub(crate) run: Option<RunProgress>,
    /// Number of significant decimal digits that single precision leaves for samples of the picture; `None` if it is
    /// not measured.
    pub(crate) digits_left: Option<ResultOf<DigitsLeft>>,
    /// Reason why the view of rounding errors cannot be shown, as text; `None` if it can, or is not selected.
    pub(crate) no_errors: Option<String>,
    /// Reference to the generator from which the visible pixels were rendered, which may be a previous one; `None`
    /// before there are any.
    pub(crate) pictured: Option<GeneratorRef>,
    /// All channels of the sample at the probed position; those of the previous position until the readback finishes.
    /// Empty outside of the picture; `None` before the first readback.
    pub(crate) sample: Option<Vec<f32>>,
    /// All samples of the pane, if [`Workbench::needs_samples`](super::Workbench::needs_samples) returns true; those of
    /// the previous evaluation while a readback is pending.
    pub(crate) samples: Option<Arc<PlacedField>>,
}
