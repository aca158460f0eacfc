//! The metrics of a compared pair, computed by a thread.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use noise_playground::metrics::DifferenceMetrics;

use crate::workbench::comparison::{ComparedPair, PairMetrics};
use crate::workbench::{CellId, PaneId, Workbench};

/// A thread that computes the metrics of one pair, and the sources of the last result.
#[derive(Default)]
pub(super) struct MetricsThread {
    computing: Option<(Sources, Receiver<Option<DifferenceMetrics>>)>,
    /// Sources of the known metrics.
    known: Option<Sources>,
}

/// A compared pair and the evaluations of both cells.
type Sources = (ComparedPair, [u64; 2]);

impl MetricsThread {
    pub(super) fn is_computing(&self) -> bool {
        self.computing.is_some()
    }

    /// Passes finished metrics to the workbench, and starts again if samples have changed. `evaluation` returns the
    /// evaluation that a cell shows.
    pub(super) fn update(
        &mut self,
        workbench: &mut Workbench,
        evaluation: impl Fn(CellId) -> Option<u64>,
    ) {
        let Some(Ok(compared)) = workbench.subtracted_pair() else {
            workbench.comparison.metrics = None;
            *self = Self::default();
            return;
        };
        self.take(workbench);
        self.begin(workbench, compared);
        let shown = compared.cells.map(evaluation);
        if let Some(numbers) = &mut workbench.comparison.metrics {
            let is_shown = |(what, of): Sources| what == compared && of.map(Some) == shown;
            numbers.is_current = self.known.is_some_and(is_shown);
        }
    }

    fn take(&mut self, workbench: &mut Workbench) {
        let Some((sources, receiver)) = &self.computing else {
            return;
        };
        let found = match receiver.try_recv() {
            Err(TryRecvError::Empty) => return,
            found => found.ok().flatten(),
        };
        self.known = Some(*sources);
        self.computing = None;
        workbench.comparison.metrics = found.map(|metrics| PairMetrics {
            metrics,
            is_current: true,
        });
    }

    fn begin(&mut self, workbench: &Workbench, compared: ComparedPair) {
        let [first, second] = compared
            .cells
            .map(|cell| workbench.pane_stats(PaneId::Cell(cell)).samples.clone());
        let Some((first, second)) = first.zip(second) else {
            return;
        };
        let sources = (compared, [first.evaluation, second.evaluation]);
        if self.computing.is_some() || self.known == Some(sources) {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || _ = sender.send(compared.metrics([&first, &second])));
        self.computing = Some((sources, receiver));
    }
}
