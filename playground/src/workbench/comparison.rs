//! Comparison of cells: metrics, shared value ranges, and the wipe line.

use noise_playground::field::metrics::DifferenceMetrics;
use noise_playground::subject::comparison::{ComparisonError, FieldComparison};
use noise_playground::view::shading::ValueRange;

use super::changes::ChangesOf;
use super::document::Arrangement;
use super::placed_field::PlacedField;
use super::profile::ProfileLine;
use super::{CellId, PaneId, Panel, View, Workbench};

/// State that neither undo nor the session covers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComparisonState {
    /// From 0 at the left edge of the picture to 1 at the right.
    pub(crate) wipe: f32,
    /// `None` while no difference is shown, and until its metrics are computed.
    pub(crate) metrics: Option<PairMetrics>,
    /// `None` while the panel of changes is closed.
    pub(crate) changes: Option<ChangesOf>,
    pub(crate) profile: ProfileLine,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairMetrics {
    pub(crate) metrics: DifferenceMetrics,
    /// True if the fields have not changed since the computation.
    pub(crate) is_current: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ComparedPair {
    /// The reference, and the cell from which it is subtracted.
    pub(crate) cells: [CellId; 2],
    pub(crate) comparison: FieldComparison,
}

impl Default for ComparisonState {
    fn default() -> Self {
        Self { wipe: 0.5, metrics: None, changes: None, profile: ProfileLine::default() }
    }
}

impl Workbench {
    pub(crate) fn set_wipe(&mut self, wipe: f32) {
        self.0.comparison.wipe = wipe;
    }

    pub(crate) fn set_metrics(&mut self, metrics: Option<PairMetrics>) {
        self.0.comparison.metrics = metrics;
    }

    pub(crate) fn profile_line_mut(&mut self) -> &mut ProfileLine {
        &mut self.0.comparison.profile
    }

    /// Returns `None` if no difference is shown. Fails if the fields cannot be subtracted.
    pub(crate) fn subtracted_pair(&self) -> Option<Result<ComparedPair, ComparisonError>> {
        let is_shown = self.document.arrangement == Arrangement::Difference;
        self.pair().filter(|_| is_shown)
    }

    fn pair(&self) -> Option<Result<ComparedPair, ComparisonError>> {
        self.compared(self.document.pair()?)
    }

    fn compared(&self, cells: [CellId; 2]) -> Option<Result<ComparedPair, ComparisonError>> {
        let [reference, second] = cells.map(|id| self.pane_content(PaneId::Cell(id)));
        let contents = [reference?, second?];
        let channels =
            contents.each_ref().map(|content| content.view.shading_for(&content.generator).channel);
        let generators = contents.each_ref().map(|content| content.generator.as_ref());
        let value_range = contents[0].view.shading.value_range;
        let comparison = FieldComparison::new(generators, channels, value_range);
        Some(comparison.map(|comparison| ComparedPair { cells, comparison }))
    }

    /// Returns the value at the probe of the cell under the pointer minus that of the reference; of the selected cell
    /// if the pointer is over the reference or both. `None` without a pair or a probe, and for colors.
    pub(crate) fn probed_difference(&self) -> Option<f64> {
        let [reference, selected] = self.document.pair()?;
        let probe = self.pointer.probe.as_ref()?;
        let second = match probe.pane {
            PaneId::Cell(id) if id != reference => id,
            _ => selected,
        };
        let compared = self.compared([reference, second])?.ok()?;
        let sample = |index: usize| {
            let measured = self.pane_stats(PaneId::Cell(compared.cells[index]));
            let sample = measured.sample.as_deref().filter(|sample| !sample.is_empty())?;
            Some(f64::from(compared.comparison.channels[index].of(sample)))
        };
        let difference = sample(1)? - sample(0)?;
        compared.comparison.color_channels.is_none().then_some(difference)
    }

    /// Returns true if the difference covers the cell, which is evaluated only to be subtracted.
    pub(crate) fn is_subtracted(&self, pane: PaneId) -> bool {
        let is_difference = self.document.arrangement == Arrangement::Difference;
        let pair = self.document.compared().filter(|_| is_difference);
        pair.is_some_and(|pair| pair.map(PaneId::Cell).contains(&pane))
    }

    /// Shows a subtracted cell like the reference if that is a scene which both generators have, otherwise from above.
    pub(super) fn with_mode_of_difference(&self, cell: CellId, mut view: View) -> View {
        let pair = self.document.compared();
        let Some(pair) = pair.filter(|_| self.is_subtracted(PaneId::Cell(cell))) else {
            return view;
        };
        let mode = self.document.view(pair[0]).shading.mode;
        let has_mode = |cell| {
            let shown = self.shown_in(cell);
            shown.is_some_and(|(_, compiled)| compiled.generator.supports(mode))
        };
        if mode.info().scene.is_some() && pair.into_iter().all(has_mode) {
            view.shading.mode = mode;
            return view;
        }
        view.seen_from_above()
    }

    /// Sets the value range that `cell` shares with all cells, or else with the reference of a pair.
    pub(super) fn with_shared_range(&self, cell: CellId, mut view: View) -> View {
        let is_measured = |view: &View| view.shading.value_range.is_measured();
        let reference =
            self.document.compared().map(|[reference, _]| self.document.view(reference));
        if let Some((low, high)) = self.range_of_all()
            && is_measured(&view)
            && reference.as_ref().is_none_or(is_measured)
        {
            view.shading.value_range = ValueRange::Fixed(low.into(), high.into());
            return view;
        }
        self.with_reference_range(cell, view)
    }

    /// Spans the measured ranges of all cells. `None` unless they share a range, or until one is measured. The metrics
    /// of a difference use the range of its reference alone.
    fn range_of_all(&self) -> Option<(f32, f32)> {
        let cells = &self.document.cells;
        let is_difference = self.document.arrangement == Arrangement::Difference;
        if !self.document.has_one_range || cells.len() == 1 || is_difference {
            return None;
        }
        let of_values = cells.iter().filter(|cell| {
            let target = cell.target.as_ref();
            target.is_none_or(|target| target.sensitivity().is_none())
        });
        let ranges =
            of_values.filter_map(|cell| self.pane_stats(PaneId::Cell(cell.id)).value_range);
        ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Sets the range of the reference for the second cell of a pair, so that equal colors mean equal values.
    fn with_reference_range(&self, cell: CellId, mut view: View) -> View {
        let pair = self.document.compared();
        let Some([reference, _]) = pair.filter(|[_, second]| *second == cell) else {
            return view;
        };
        let measured = self.pane_stats(PaneId::Cell(reference)).value_range;
        view.shading.value_range =
            match (self.document.view(reference).shading.value_range, measured) {
                (range, Some((low, high))) if range.is_measured() => {
                    ValueRange::Fixed(low.into(), high.into())
                }
                (value_range, _) => value_range,
            };
        view
    }

    /// Samples are read back for profiles, the analysis, metrics, and the camera of a three-dimensional view.
    pub(crate) fn needs_samples(&self, pane: PaneId) -> bool {
        let has_pane = |cells: [CellId; 2]| cells.map(PaneId::Cell).contains(&pane);
        let is_compared =
            || matches!(self.subtracted_pair(), Some(Ok(compared)) if has_pane(compared.cells));
        match pane {
            _ if pane.is_measured() => true,
            PaneId::Difference | PaneId::Pin(_) => false,
            _ => self.shows(Panel::PROFILE) || is_compared() || self.is_scene(pane),
        }
    }
}

impl ComparedPair {
    /// Compares fields as seen from above; `None` if their positions differ or if they cannot be subtracted.
    pub(crate) fn metrics(&self, samples: [&PlacedField; 2]) -> Option<DifferenceMetrics> {
        if !samples[0].is_placed_like(samples[1]) {
            return None;
        }
        let fields = samples.map(PlacedField::seen_from_above);
        self.comparison.metrics(fields.each_ref().map(|field| &**field)).ok()
    }
}
