//! How two cells are looked at in detail: what the document does not keep of it, and what came of it.

use noise_playground::comparison::{ComparisonError, FieldComparison};
use noise_playground::field::Field;
use noise_playground::grid::SampleGrid;
use noise_playground::metrics::DifferenceMetrics;
use noise_playground::shading::ValueRange;

use super::changes::ChangesOf;
use super::document::Arrangement;
use super::profile::ProfileLine;
use super::{CellId, PaneId, View, Workbench};

/// What the comparison of a pair remembers. None of it is work that could be lost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComparisonState {
    /// Where the wipe's line stands, from 0 at the left edge to 1 at the right.
    pub(crate) wipe: f32,
    /// How far the pair differs, as far as that is known.
    pub(crate) numbers: Option<PairMetrics>,
    /// The changes that are shown in a window.
    pub(crate) changes: Option<ChangesOf>,
    pub(crate) profile: ProfileLine,
}

/// How far two pictures differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairMetrics {
    pub(crate) comparison: DifferenceMetrics,
    /// Whether it is of the pictures as they are now.
    pub(crate) is_current: bool,
}

/// Samples of a picture, read back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedField {
    pub(crate) field: Field,
    /// Where they lie.
    pub(crate) grid: SampleGrid,
    /// The evaluation that they are from, by its number.
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
            numbers: None,
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
    pub(crate) fn subtracted(&self) -> Option<Result<ComparedPair, ComparisonError>> {
        let is_shown = self.document.arrangement == Arrangement::Difference;
        self.pair().filter(|_| is_shown)
    }

    fn pair(&self) -> Option<Result<ComparedPair, ComparisonError>> {
        let cells = self.document.pair()?;
        let [first, second] = cells.map(|id| self.setup(PaneId::Cell(id)));
        let setups = [first?, second?];
        let channels = setups
            .each_ref()
            .map(|setup| setup.view.shading_for(&setup.generator).channel);
        let generators = setups.each_ref().map(|setup| setup.generator.as_ref());
        let value_range = setups[0].view.shading.value_range;
        let comparison = FieldComparison::new(generators, channels, value_range);
        Some(comparison.map(|comparison| ComparedPair { cells, comparison }))
    }

    /// The second of the pair less the first, under the mouse. Colours have none.
    pub(crate) fn probed_difference(&self) -> Option<f64> {
        let compared = self.pair()?.ok()?;
        let sample = |index: usize| {
            let measured = self.measured(PaneId::Cell(compared.cells[index]));
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

    /// The look of a cell, with the colours of the first where it is compared with that: equal colours are equal
    /// values then.
    pub(super) fn with_reference_range(&self, cell: CellId, mut view: View) -> View {
        let pair = self.document.compared();
        let Some([first, _]) = pair.filter(|[_, second]| *second == cell) else {
            return view;
        };
        let measured = self.measured(PaneId::Cell(first)).value_range;
        view.shading.value_range = match (self.document.view(first).shading.value_range, measured) {
            (ValueRange::Auto, Some((low, high))) => ValueRange::Fixed(low.into(), high.into()),
            (value_range, _) => value_range,
        };
        view
    }

    /// Whether a picture's samples are wanted here.
    pub(crate) fn wants_samples(&self, pane: PaneId) -> bool {
        let is_part = |cells: [CellId; 2]| cells.map(PaneId::Cell).contains(&pane);
        let is_subtracted =
            || matches!(self.subtracted(), Some(Ok(compared)) if is_part(compared.cells));
        pane != PaneId::Difference && (self.comparing.profile.open || is_subtracted())
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
