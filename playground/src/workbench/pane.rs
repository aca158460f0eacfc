//! Panes: rectangles that show one picture each, the inputs of a picture, and its results.

use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::field::Histogram;
use noise_playground::generator::Generator;
use noise_playground::measure::DigitsLeft;

use super::comparison::PlacedField;
use super::document::{CellId, View};
use super::picture_state::RunProgress;
use crate::catalog::GeneratorRef;

/// Identifies a pane: a rectangle that shows one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneId {
    Cell(CellId),
    /// The second cell of the pair minus the reference.
    Difference,
    /// A variant of the sweep, or a mutation of the sheet, by its index, row by row.
    Variant(usize),
    /// The defaults of the selected cell's generator.
    Defaults,
    /// A preset of the selected cell's file by its index.
    Preset(usize),
    /// The field of a cell that the analysis panel measures; it is not drawn.
    Analysis(CellId),
    /// A pinned value inside of the selected cell's generator, by its index.
    Pin(usize),
    /// The number of times that the shown inner value is computed in each sample; it is not drawn.
    Runs,
    /// The shown inner value as it is computed the n-th time in each sample, from 1; it is not drawn.
    Run(u32),
}

impl PaneId {
    /// Returns true for fields that are only read back, once all pictures are complete.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Analysis(_) | Self::Runs | Self::Run(_))
    }

    /// Returns true for the thumbnails of presets and of the defaults.
    pub(crate) fn is_preset(self) -> bool {
        matches!(self, Self::Defaults | Self::Preset(_))
    }

    /// Returns true for thumbnails, which show time 0 and may be updated later than the cells.
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

/// A pane and its rectangle, laid out by the panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) key: PaneId,
    /// In points, aligned to physical pixels.
    pub(crate) rect: egui::Rect,
    /// The visible rectangle, in points.
    pub(crate) clip: egui::Rect,
}

/// Inputs of one picture.
#[derive(Clone, Debug)]
pub(crate) struct PaneContent {
    pub(crate) target: GeneratorRef,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) view: View,
}

/// Results of one pane, as far as they were read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaneStats {
    /// The loop that exceeded its budget; the pane then shows the previous picture.
    pub(crate) runaway: Option<Diagnostic>,
    /// The value range of the palette.
    pub(crate) value_range: Option<(f32, f32)>,
    /// The value of a constant field, whose `value_range` is chosen around it; `None` for others.
    pub(crate) constant: Option<f32>,
    /// Counts of the values, if [`Workbench::needs_histogram`](super::Workbench::needs_histogram); of the previous
    /// evaluation while a readback is pending.
    pub(crate) histogram: Option<Histogram>,
    /// Number of non-finite samples that were counted for the value range.
    pub(crate) non_finite_count: u32,
    /// Number of rays of a three-dimensional view that reached the step limit.
    pub(crate) gave_up: u32,
    /// Milliseconds that the last complete evaluation took on the GPU, without compiling and shading. `None` until it
    /// is measured.
    pub(crate) evaluate_ms: Option<f64>,
    /// Fraction of the evaluation that is done, 0 to 1; `None` once the picture is complete.
    pub(crate) progress: Option<f32>,
    /// The grid program that is running; `None` without one.
    pub(crate) run: Option<RunProgress>,
    /// The digits that single precision leaves in the view; `None` if they are not measured.
    pub(crate) digits_left: Option<DigitsLeft>,
    /// The reason why errors of single precision cannot be shown; `None` if they can, or are not requested.
    pub(crate) no_errors: Option<String>,
    /// The generator that the visible pixels show; `None` before there are any.
    pub(crate) pictured: Option<GeneratorRef>,
    /// The sample at the probed position, or at the previous one while the readback is pending. Empty outside of the
    /// picture.
    pub(crate) sample: Option<Vec<f32>>,
    /// All samples, if [`Workbench::needs_samples`](super::Workbench::needs_samples); those of the previous evaluation
    /// while a readback is pending.
    pub(crate) samples: Option<Arc<PlacedField>>,
}
