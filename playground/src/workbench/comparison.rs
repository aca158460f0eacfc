//! Comparison of two cells: the state that undo and the session do not cover, and its metrics.

use noise_playground::comparison::{ComparisonError, FieldComparison};
use noise_playground::field::Field;
use noise_playground::grid::SampleGrid;
use noise_playground::metrics::DifferenceMetrics;
use noise_playground::shading::ValueRange;

use super::changes::ChangesOf;
use super::document::Arrangement;
use super::profile::ProfileLine;
use super::{CellId, PaneId, View, Workbench};

/// State of a comparison that neither undo nor the session covers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComparisonState {
    /// Position of the wipe's line, from 0 at the left edge to 1 at the right.
    pub(crate) wipe: f32,
    /// Metrics of the pair; `None` until they are computed.
    pub(crate) metrics: Option<PairMetrics>,
    /// Changes that are shown in a window; `None` without one.
    pub(crate) changes: Option<ChangesOf>,
    pub(crate) profile: ProfileLine,
}

/// Metrics of a pair of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairMetrics {
    pub(crate) metrics: DifferenceMetrics,
    /// True if the pictures have not changed since.
    pub(crate) is_current: bool,
}

/// A field that was read back, with its placement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedField {
    pub(crate) field: Field,
    /// Positions of the samples.
    pub(crate) grid: SampleGrid,
    /// Number of the evaluation.
    pub(crate) evaluation: u64,
}

/// Two cells that are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ComparedPair {
    /// The reference, and the cell that it is subtracted from.
    pub(crate) cells: [CellId; 2],
    pub(crate) comparison: FieldComparison,
}

impl Default for ComparisonState {
    fn default() -> Self {
        Self {
            wipe: 0.5,
            metrics: None,
            changes: None,
            profile: ProfileLine::default(),
        }
    }
}

impl Workbench {
    /// Returns the pair whose difference is shown; `None` in other arrangements.
    ///
    /// # Errors
    /// The two have no difference.
    pub(crate) fn subtracted_pair(&self) -> Option<Result<ComparedPair, ComparisonError>> {
        let is_shown = self.document.arrangement == Arrangement::Difference;
        self.pair().filter(|_| is_shown)
    }

    fn pair(&self) -> Option<Result<ComparedPair, ComparisonError>> {
        let cells = self.document.pair()?;
        let [first, second] = cells.map(|id| self.pane_content(PaneId::Cell(id)));
        let setups = [first?, second?];
        let channels = setups
            .each_ref()
            .map(|setup| setup.view.shading_for(&setup.generator).channel);
        let generators = setups.each_ref().map(|setup| setup.generator.as_ref());
        let value_range = setups[0].view.shading.value_range;
        let comparison = FieldComparison::new(generators, channels, value_range);
        Some(comparison.map(|comparison| ComparedPair { cells, comparison }))
    }

    /// Returns the difference of the pair at the probed position: second minus reference. `None` for colors.
    pub(crate) fn probed_difference(&self) -> Option<f64> {
        let compared = self.pair()?.ok()?;
        let sample = |index: usize| {
            let measured = self.pane_stats(PaneId::Cell(compared.cells[index]));
            let sample = measured
                .sample
                .as_deref()
                .filter(|sample| !sample.is_empty())?;
            Some(f64::from(compared.comparison.channels[index].of(sample)))
        };
        let difference = sample(1)? - sample(0)?;
        self.pointer
            .probe
            .filter(|_| compared.comparison.color_channels.is_none())
            .map(|_| difference)
    }

    /// Returns the view of a cell. The second of a pair has the value range of the reference, so that equal colors mean
    /// equal values.
    pub(super) fn with_reference_range(&self, cell: CellId, mut view: View) -> View {
        let pair = self.document.compared();
        let Some([first, _]) = pair.filter(|[_, second]| *second == cell) else {
            return view;
        };
        let measured = self.pane_stats(PaneId::Cell(first)).value_range;
        view.shading.value_range = match (self.document.view(first).shading.value_range, measured) {
            (ValueRange::Auto, Some((low, high))) => ValueRange::Fixed(low.into(), high.into()),
            (value_range, _) => value_range,
        };
        view
    }

    /// Returns true if the samples of a pane are needed: for profiles, or for a difference.
    pub(crate) fn needs_samples(&self, pane: PaneId) -> bool {
        let is_part = |cells: [CellId; 2]| cells.map(PaneId::Cell).contains(&pane);
        let is_subtracted =
            || matches!(self.subtracted_pair(), Some(Ok(compared)) if is_part(compared.cells));
        pane != PaneId::Difference && (self.comparison.profile.open || is_subtracted())
    }
}

impl ComparedPair {
    /// Measures how far the samples of the two differ; `None` if they have different positions.
    pub(crate) fn metrics(&self, samples: [&PlacedField; 2]) -> Option<DifferenceMetrics> {
        if samples[0].grid != samples[1].grid {
            return None;
        }
        let fields = samples.map(|samples| &samples.field);
        self.comparison.metrics(fields).ok()
    }
}
