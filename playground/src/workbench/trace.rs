//! The trace: all taps that a generator computes for one sample, in order. The sample is the one under the pointer, or
//! one that the user holds: the probe, whose values editors show while the panel is closed, too.

mod recorded;

use noise_playground::generator::{PassSelection, Schedule};
use noise_playground::gpu::measure::TraceOptions;
use noise_playground::view::space::camera::Scene;

pub(crate) use recorded::{RecordedTrace, TraceLine};

use super::{CellId, PaneContent, PaneId, Panel, Probe, ResultOf, Workbench};

/// The panel writes its settings, the application writes the result.
#[derive(Debug)]
pub(crate) struct TraceState {
    /// False if the position follows the pointer.
    pub(crate) is_held: bool,
    /// What is recorded beside the values of the generator's own function.
    pub(crate) options: TraceOptions,
    /// True while an editor is connected, which shows the values at a held position.
    pub(crate) has_editor: bool,
    /// `None` until the first sample is chosen.
    pub(crate) sample: Option<TracedSample>,
    /// Of the selected passes and executions, the last one that writes the sample is recorded.
    pub(crate) passes: PassSelection,
    /// Latest result, with the generator without a selected tap.
    pub(crate) result: Option<ResultOf<TraceResult>>,
}

impl Default for TraceState {
    fn default() -> Self {
        Self {
            is_held: false,
            options: TraceOptions { with_callees: true, with_gradients: false },
            has_editor: false,
            sample: None,
            passes: PassSelection::default(),
            result: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TracedSample {
    pub(crate) cell: CellId,
    /// World position (x, y).
    pub(crate) world: [f64; 2],
    /// Third coordinate on the surface in a three-dimensional view, in world units; `None` in views from above.
    pub(crate) height: Option<f64>,
}

/// The recorded taps, or why they cannot be recorded.
#[derive(Debug)]
pub(crate) struct TraceResult {
    pub(crate) sample: TracedSample,
    pub(crate) recorded: Result<RecordedTrace, String>,
}

impl Workbench {
    /// `None` while nothing is traced.
    pub(crate) fn set_trace_result(&mut self, result: Option<ResultOf<TraceResult>>) {
        self.0.trace.result = result;
    }

    pub(crate) fn select_passes(&mut self, passes: PassSelection) {
        self.0.trace.passes = passes;
    }

    pub(crate) fn toggle_traced_calls(&mut self) {
        self.0.trace.options.with_callees = !self.trace.options.with_callees;
    }

    pub(crate) fn toggle_traced_gradients(&mut self) {
        self.0.trace.options.with_gradients = !self.trace.options.with_gradients;
    }

    /// Fixes the traced position, or lets it follow the pointer again.
    pub(crate) fn toggle_held_trace(&mut self) {
        self.move_trace_to_pointer();
        self.0.trace.is_held = !self.trace.is_held;
    }

    /// Fixes the position at which the menu of the cell's picture was opened.
    pub(super) fn hold_trace_at_menu(&mut self, cell: CellId) {
        self.hold_trace(cell, self.pointer.menu);
    }

    pub(crate) fn hold_trace_at_pointer(&mut self, cell: CellId) {
        self.hold_trace(cell, self.pointer.probe);
    }

    fn hold_trace(&mut self, cell: CellId, probe: Option<Probe>) {
        let probe = probe.filter(|probe| probe.pane == PaneId::Cell(cell));
        if let Some(Probe { world, height, .. }) = probe {
            self.hold_trace_at(TracedSample { cell, world, height });
        }
    }

    pub(super) fn hold_trace_at(&mut self, sample: TracedSample) {
        self.0.trace.sample = Some(sample);
        self.0.trace.is_held = true;
    }

    pub(crate) fn set_has_editor(&mut self, has_editor: bool) {
        self.0.trace.has_editor = has_editor;
    }

    /// Returns true while a position is traced or marked.
    fn has_probe(&self) -> bool {
        self.trace.is_held || self.shows(Panel::TRACE) || self.shows_stage_slopes()
    }

    /// Returns true if the inside drawer shows the derivatives of the selected tap.
    fn shows_stage_slopes(&self) -> bool {
        let is_function = || self.shown().is_some_and(|generator| generator.program().is_none());
        self.shows(Panel::INSIDE) && self.has_stage() && is_function()
    }

    /// Returns what is recorded: also what the inside drawer shows.
    pub(crate) fn trace_options(&self) -> TraceOptions {
        let TraceOptions { with_callees, with_gradients } = self.trace.options;
        let of_stage = self.shows_stage_slopes();
        TraceOptions {
            with_callees: with_callees || of_stage,
            with_gradients: with_gradients || of_stage,
        }
    }

    /// Returns the step that computes the selected cell's tap at the traced position; `None` until it is traced.
    pub(crate) fn traced_stage(&self) -> Option<(&RecordedTrace, usize)> {
        let selection = self.stage().filter(|_| self.shows_stage_slopes())?;
        let result = self.trace_result()?;
        let recorded = result.recorded.as_ref().ok()?;
        let is_own = result.sample.cell == self.document.selected;
        let is_shown = |step: &usize| {
            let (_, tap) = recorded.step(*step);
            (&tap.function, &tap.name) == (&selection.tap.function, &selection.tap.name)
        };
        let mut runs = (0..recorded.steps.steps.len()).filter(is_shown);
        let step = match selection.run {
            Some(run) => runs.nth((run as usize).saturating_sub(1)),
            None => runs.next_back(),
        };
        Some((recorded, step.filter(|_| is_own)?))
    }

    /// Returns true if only editors show the traced values.
    pub(crate) fn traces_for_editors(&self) -> bool {
        let is_visible = self.shows(Panel::TRACE) || self.shows_stage_slopes();
        self.trace.is_held && self.trace.has_editor && !is_visible
    }

    /// Moves the traced position to the pointer, unless held. The initial one is the selected picture's center.
    pub(crate) fn update_trace(&mut self) {
        if !self.has_probe() {
            self.0.trace.result = None;
            return;
        }
        let is_visible = |cell: CellId| self.document.visible_cells().contains(&cell);
        self.0.trace.sample = self.trace.sample.filter(|sample| is_visible(sample.cell));
        self.move_trace_to_pointer();
        if self.trace.sample.is_none() {
            let cell = self.document.selected;
            self.0.trace.sample = Some(TracedSample {
                cell,
                world: self.document.effective_view(cell).center,
                height: None,
            });
        }
    }

    fn move_trace_to_pointer(&mut self) {
        if let Some(probe) = self.pointer.probe.filter(|_| !self.trace.is_held)
            && let PaneId::Cell(cell) = probe.pane
        {
            let (world, height) = (probe.world, probe.height);
            self.0.trace.sample = Some(TracedSample { cell, world, height });
        }
    }

    /// Returns `None` until the generator of the sample's cell is traced.
    pub(crate) fn trace_result(&self) -> Option<&TraceResult> {
        let cell = self.document.cell(self.trace.sample?.cell)?;
        self.trace.result.as_ref()?.of(&cell.build_target()?.result())
    }

    /// Returns the traced position if it must be marked because the pointer is not there.
    pub(crate) fn left_trace(&self, cell: CellId) -> Option<[f64; 2]> {
        let sample = self.trace.sample.filter(|sample| sample.cell == cell && self.has_probe())?;
        let probe = self.pointer.probe;
        let is_there = probe.is_some_and(|probe| probe.world == sample.world);
        (!is_there).then_some(sample.world)
    }

    /// Returns the sample and the inputs of its picture; `None` while nothing shows its values.
    pub(crate) fn traced_sample(&self) -> Option<(TracedSample, PaneContent)> {
        let is_shown =
            self.shows(Panel::TRACE) || self.shows_stage_slopes() || self.traces_for_editors();
        let sample = self.trace.sample.filter(|_| is_shown)?;
        let content = self.pane_content(PaneId::Cell(sample.cell))?;
        Some((sample, content))
    }

    /// Returns names with numbers of executions; empty for a function of a position.
    pub(crate) fn traced_passes(&self) -> Vec<(String, u32)> {
        let executions = || {
            let (_, content) = self.traced_sample()?;
            let program = content.generator.program()?;
            let schedule = Schedule::new(&content.generator, &content.values).ok()??;
            Some(schedule.executions(program))
        };
        executions().unwrap_or_default()
    }

    /// Returns all passes if the program lacks the selected one, or executes it less often.
    pub(crate) fn selected_passes(&self) -> PassSelection {
        let selection = &self.trace.passes;
        let exists = |(pass, executions): &(String, u32)| {
            selection.pass.as_ref() == Some(pass)
                && selection.execution.is_none_or(|number| number <= *executions)
        };
        if self.traced_passes().iter().any(exists) {
            selection.clone()
        } else {
            PassSelection::default()
        }
    }

    /// `position` is the one for a view from above; in views of a solid or planet, its z is replaced by the height of
    /// the sample, and for a planet the position is then scaled to the unit sphere.
    pub(crate) fn evaluated_position(
        &self,
        sample: &TracedSample,
        mut position: [f64; 4],
    ) -> [f64; 4] {
        if let Some(height) = sample.height {
            match self.scene(sample.cell) {
                Some(Scene::Solid) => position[2] = height,
                Some(Scene::Planet) => {
                    position[2] = height;
                    let squares = position[..3].iter().map(|coordinate| coordinate * coordinate);
                    let length = squares.sum::<f64>().sqrt();
                    position[..3].iter_mut().for_each(|coordinate| *coordinate /= length);
                }
                Some(Scene::Terrain) | None => {}
            }
        }
        position
    }

    /// Shows a step's tap as the picture, and scrolls the inside drawer to its line.
    pub(crate) fn show_traced(&mut self, step: usize) {
        let Some(result) = self.trace_result() else {
            return;
        };
        let Ok(recorded) = &result.recorded else {
            return;
        };
        let (cell, stage) = (result.sample.cell, recorded.stage(step));
        self.0.document.select(cell);
        self.0.inside.file = None;
        self.show_stage(Some(stage));
    }
}
