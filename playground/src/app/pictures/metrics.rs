//! Difference metrics of two compared cells, computed on a background thread.

use noise_playground::field::metrics::DifferenceMetrics;

use crate::process::background::{Background, Wake};
use crate::workbench::comparison::{ComparedPair, PairMetrics};
use crate::workbench::{CellId, PaneId, Workbench};

pub(super) struct MetricsThread {
    pub(super) computation: Background<Sources, Option<DifferenceMetrics>>,
    /// Cells and evaluations of the last computed metrics.
    finished: Option<Sources>,
}

/// Compared cells, and the evaluation that each of them shows.
type Sources = (ComparedPair, [u64; 2]);

impl MetricsThread {
    pub(super) fn new(wake: &Wake) -> Self {
        Self { computation: Background::new(wake), finished: None }
    }

    /// Passes finished metrics to the workbench, and starts a computation if samples have changed.
    pub(super) fn update(
        &mut self,
        workbench: &mut Workbench,
        evaluation: impl Fn(CellId) -> Option<u64>,
    ) {
        let Some(Ok(compared)) = workbench.subtracted_pair() else {
            workbench.set_metrics(None);
            self.computation.cancel();
            self.finished = None;
            return;
        };
        self.receive(workbench);
        self.start(workbench, compared);
        let shown = compared.cells.map(evaluation);
        if let Some(metrics) = workbench.comparison.metrics {
            let is_shown =
                |(pair, evaluations): Sources| pair == compared && evaluations.map(Some) == shown;
            let is_current = self.finished.is_some_and(is_shown);
            workbench.set_metrics(Some(PairMetrics { is_current, ..metrics }));
        }
    }

    fn receive(&mut self, workbench: &mut Workbench) {
        let Some((sources, metrics)) = self.computation.try_take() else {
            return;
        };
        self.finished = Some(sources);
        let metrics = metrics.flatten();
        workbench.set_metrics(metrics.map(|metrics| PairMetrics { metrics, is_current: true }));
    }

    fn start(&mut self, workbench: &Workbench, compared: ComparedPair) {
        let [first, second] =
            compared.cells.map(|cell| workbench.pane_stats(PaneId::Cell(cell)).samples.clone());
        let Some((first, second)) = first.zip(second) else {
            return;
        };
        let sources = (compared, [first.evaluation, second.evaluation]);
        if !self.computation.is_running() && self.finished != Some(sources) {
            let metrics = move || compared.metrics([&first, &second]);
            self.computation.start(sources, metrics);
        }
    }
}
