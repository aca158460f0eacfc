//! Analyses of the fields of visible cells, computed on a background thread.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::process::background::{Background, Wake};
use crate::workbench::analysis::{AnalysisSource, CellAnalysis};
use crate::workbench::{CellId, PaneId, ResultOf, Workbench};

pub(super) struct AnalysisThread {
    pub(super) computation:
        Background<(CellId, ResultOf<AnalysisSource>), ResultOf<Arc<CellAnalysis>>>,
    /// Detects whether a cell has changed since its last analysis.
    finished: BTreeMap<CellId, ResultOf<AnalysisSource>>,
}

impl AnalysisThread {
    pub(super) fn new(wake: &Wake) -> Self {
        Self { computation: Background::new(wake), finished: BTreeMap::new() }
    }

    /// Passes a finished analysis to the workbench, and starts the next one.
    pub(super) fn update(
        &mut self,
        workbench: &mut Workbench,
        evaluations: &BTreeMap<CellId, u64>,
    ) {
        let cells = workbench.cells_to_analyze();
        workbench.analysis_mut().results.retain(|cell, _| cells.contains(cell));
        self.finished.retain(|cell, _| cells.contains(cell));
        self.receive(workbench, &cells);
        let mut cells = cells.into_iter();
        while !self.computation.is_running()
            && let Some(cell) = cells.next()
        {
            if let Some(evaluation) = evaluations.get(&cell) {
                self.start(workbench, cell, *evaluation);
            }
        }
    }

    fn receive(&mut self, workbench: &mut Workbench, cells: &[CellId]) {
        let Some(((cell, source), result)) = self.computation.try_take() else {
            return;
        };
        if cells.contains(&cell) {
            self.finished.insert(cell, source);
            if let Some(result) = result {
                workbench.analysis_mut().set_result(cell, result);
            }
        }
    }

    /// Starts only if the samples have changed and are those of `evaluation`.
    fn start(&mut self, workbench: &Workbench, cell: CellId, evaluation: u64) {
        let pane = PaneId::Analysis(cell);
        let samples = workbench.pane_stats(pane).samples.clone();
        let samples = samples.filter(|samples| samples.evaluation == evaluation);
        let Some((samples, content)) = samples.zip(workbench.pane_content(pane)) else {
            return;
        };
        let source = AnalysisSource {
            evaluation,
            channel: content.view.shading_for(&content.generator).channel,
        };
        let source = ResultOf::new(content.target.clone(), source);
        if self.finished.get(&cell) != Some(&source) {
            let analyze = move || {
                let analysis = CellAnalysis::new(&content, samples);
                ResultOf::new(content.target, Arc::new(analysis))
            };
            self.computation.start((cell, source), analyze);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use noise_playground::analysis::{AnalysisSettings, analyze};
    use noise_playground::evaluate;

    use super::*;
    use crate::app::pictures::tests::thumbnails::Frames;
    use crate::workbench::Panel;

    const WAVE: &str = "//! A wave
//! @view(1, 2, 4)
/// @param gain How high. @range(0, 8) @default(1)
fn height(p: vec2f, gain: f32) -> f32 { return gain * cos(6.0 * p.x) + p.y; }";

    /// Draws frames until the field of the cell is measured with these values.
    fn measure(frames: &mut Frames, cell: CellId, previous: Option<u64>) -> Arc<CellAnalysis> {
        let start = Instant::now();
        let keys = [PaneId::Cell(cell), PaneId::Analysis(cell)];
        loop {
            frames.frame(&keys);
            let result = frames.workbench.cell_analysis(cell);
            if let Some(result) = result.filter(|one| Some(one.source.evaluation) != previous) {
                return Arc::clone(result);
            }
            assert!(start.elapsed().as_secs() < 60, "nothing is measured");
        }
    }

    #[test]
    fn cells_are_measured_while_the_panel_is_open_and_again_when_values_change() {
        let mut frames = Frames::of(WAVE);
        let cell = frames.workbench.document.selected;
        assert!(frames.workbench.cells_to_analyze().is_empty());
        frames.workbench.toggle_panel(Panel::ANALYSIS);
        let first = measure(&mut frames, cell, None);
        let content = frames.workbench.pane_content(PaneId::Cell(cell)).unwrap();
        let subject = content.subject([crate::workbench::analysis::SIDE; 2], 0.0);
        let grid = subject.settings.grid;
        let field = evaluate(&subject).unwrap();
        let expected = analyze(&field, AnalysisSettings::from(grid));
        assert_eq!(first.analysis.statistics, expected.statistics);
        assert_eq!(first.spectrum.len(), 3 * 512 * 512);

        let control = content.generator.controls()[0].clone();
        frames.workbench.values_mut().unwrap().set(&control, 3.0.into());
        let second = measure(&mut frames, cell, Some(first.source.evaluation));
        assert!(second.analysis.statistics.std > 1.5 * first.analysis.statistics.std);

        frames.workbench.toggle_panel(Panel::ANALYSIS);
        frames.frame(&[PaneId::Cell(cell)]);
        assert!(frames.workbench.analysis.results.is_empty());
    }

    #[test]
    fn samples_of_the_previous_generator_are_not_analyzed_as_those_of_the_next() {
        let mut frames = Frames::of(WAVE);
        let cell = frames.workbench.document.selected;
        frames.workbench.toggle_panel(Panel::ANALYSIS);
        let wave = measure(&mut frames, cell, None);
        frames.show("b.wgsl", "fn height(p: vec2f) -> f32 { return 0.01 * p.x; }");
        let pictures = &mut frames.pictures;
        pictures.receive(&frames.gpu, &mut frames.workbench);
        assert!(!pictures.analyses.computation.is_running(), "no sample is of the next generator");
        let slope = measure(&mut frames, cell, Some(wave.source.evaluation));
        assert!(slope.analysis.statistics.std < 0.1 * wave.analysis.statistics.std);
    }
}
