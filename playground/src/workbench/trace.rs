//! The trace: a list of all inner values (variables and expressions) that a generator computes for one sample, in the
//! order of computation. The sample is the one under the pointer, or one that the user holds.

use std::sync::Arc;

use noise_playground::camera::Scene;
use noise_playground::generator::{Address, PassSelection, Schedule, Tap, TapAddress, TapName};
use noise_playground::measure::{SampleSteps, Step};

use super::{CellId, PaneContent, PaneId, ResultOf, Workbench};

/// State of the trace panel, which lists the inner values computed for one sample. The panel writes its settings, the
/// application writes the result.
#[derive(Debug)]
pub(crate) struct TraceState {
    /// True if the traced position is fixed, false if it follows the pointer.
    pub(crate) is_held: bool,
    /// True if the trace includes the inner values of functions that the generator calls.
    pub(crate) with_calls: bool,
    /// The sample whose computation must be traced; `None` until the first one is chosen.
    pub(crate) sample: Option<TracedSample>,
    /// Passes and executions of a grid program that the user has selected for the trace. Of these, the last one that
    /// writes the sample is recorded.
    pub(crate) passes: PassSelection,
    /// Latest result of tracing a sample, with the generator that was traced, without a selected inner value; `None`
    /// before the first one.
    pub(crate) result: Option<ResultOf<TraceResult>>,
}

impl Default for TraceState {
    fn default() -> Self {
        Self {
            is_held: false,
            with_calls: true,
            sample: None,
            passes: PassSelection::default(),
            result: None,
        }
    }
}

/// The sample to trace, identified by its cell and its world position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TracedSample {
    pub(crate) cell: CellId,
    /// World position (x, y) of the traced sample.
    pub(crate) world: [f64; 2],
    /// Third coordinate of the traced position on the surface in a three-dimensional view, in world units; `None` in
    /// views from above.
    pub(crate) height: Option<f64>,
}

/// Result of tracing a sample: the inner values that were computed, or the reason why they cannot be recorded.
#[derive(Debug)]
pub(crate) struct TraceResult {
    pub(crate) sample: TracedSample,
    pub(crate) recorded: Result<RecordedTrace, String>,
}

/// The inner values recorded for one sample, as steps in the order of computation, and the lines of the table that
/// shows them.
#[derive(Clone, Debug)]
pub(crate) struct RecordedTrace {
    /// Address of the traced generator. Names of inner values from its own file are written without the file.
    pub(crate) generator: Address,
    pub(crate) taps: Arc<[Tap]>,
    pub(crate) steps: SampleSteps,
    pub(crate) lines: Vec<TraceLine>,
    /// Number of characters of the longest name in the trace table.
    pub(crate) widest_name: usize,
}

/// A line of the trace table, which lists the inner values computed for a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TraceLine {
    /// Heading line of the trace table with the name of the function that computes the following steps. Holds the index
    /// of the first of these steps.
    Function(usize),
    /// Line of the trace table with one number of a step's value. Holds the index of the step, and the index of the
    /// number in the value (a vector has several).
    Number(usize, usize),
}

impl RecordedTrace {
    pub(crate) fn new(generator: Address, taps: Arc<[Tap]>, steps: SampleSteps) -> Self {
        let mut recorded = Self {
            lines: Vec::new(),
            widest_name: 0,
            generator,
            taps,
            steps,
        };
        let function = |step: &Step| &recorded.taps[step.tap].function;
        let mut last = &recorded.generator;
        for (index, step) in recorded.steps.steps.iter().enumerate() {
            if function(step) != last {
                recorded.lines.push(TraceLine::Function(index));
            }
            last = function(step);
            let numbers = 0..step.value.len();
            let numbers = numbers.map(|number| TraceLine::Number(index, number));
            recorded.lines.extend(numbers);
        }
        let names = recorded
            .numbers()
            .map(|(step, number)| recorded.name(step, number));
        let widths = names.map(|name| name.chars().count());
        recorded.widest_name = widths.max().unwrap_or_default();
        recorded
    }

    /// Returns the trace step with this index (one value computed for the traced sample), and the variable or
    /// expression that computes it.
    pub(crate) fn step(&self, index: usize) -> (&Step, &Tap) {
        let step = &self.steps.steps[index];
        (step, &self.taps[step.tap])
    }

    /// Returns an iterator over the numbers in the trace table. Each item is the index of a step (one computed value),
    /// and the index of the number within its value.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (usize, usize)> {
        self.lines.iter().filter_map(|line| match line {
            TraceLine::Number(step, number) => Some((*step, *number)),
            TraceLine::Function(_) => None,
        })
    }

    /// Returns the name of one number of a trace step (a value computed for the traced sample): `sum`, or `p.x` for a
    /// component of a vector.
    pub(crate) fn name(&self, step: usize, number: usize) -> String {
        let (step, tap) = self.step(step);
        match step.value.len() {
            1 => tap.name.clone(),
            _ => format!("{}.{}", tap.name, COMPONENTS[number]),
        }
    }

    /// Formats one number of a trace step (a value computed for the traced sample): in single precision, and in double
    /// precision if that was recorded.
    pub(crate) fn texts(&self, step: usize, number: usize) -> (String, Option<String>) {
        let (step, tap) = self.step(step);
        let double = step.double.as_ref().map(|double| double[number]);
        (
            number_text(tap, step.value[number], 7),
            double.map(|number| number_text(tap, number, 12)),
        )
    }

    /// Returns the address, as for `--stage`, that shows the variable or expression of a trace step as the picture, in
    /// the same run (n-th computation) as in the step.
    pub(crate) fn stage(&self, step: usize) -> String {
        let (_, tap) = self.step(step);
        let is_same = |step: &&Step| {
            let other = &self.taps[step.tap];
            (&other.function, &other.name) == (&tap.function, &tap.name)
        };
        // In this notation, runs are counted over all statements that assign the same name.
        let run = self.steps.steps[..=step].iter().filter(is_same).count();
        let run = Some(run as u32);
        let function = (tap.function != self.generator).then(|| tap.function.function.clone());
        let file = (tap.function.file != self.generator.file).then(|| tap.function.file.clone());
        let address = TapAddress {
            file,
            function,
            value: TapName::Name(tap.name.clone()),
            run,
        };
        address.to_string()
    }

    /// Returns the trace of a sample as a table in CSV format: one line for each computed number, with all digits.
    pub(crate) fn csv(&self) -> String {
        let mut csv = "function,line,name,n,iteration,value,f64\n".to_owned();
        for (index, number) in self.numbers() {
            let (step, tap) = self.step(index);
            let double = step.double.as_ref().map(|double| double[number]);
            let fields = [
                tap.function.to_string(),
                tap.line().to_string(),
                self.name(index, number),
                step.run.to_string(),
                step.iteration.to_string(),
                (step.value[number] as f32).to_string(),
                double.map_or_else(String::new, |number| number.to_string()),
            ];
            csv += &fields.join(",");
            csv += "\n";
        }
        csv
    }
}

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// Formats a number of an inner value for the trace table: with decimals if the value is floating-point, and with an
/// exponent if it is very small or large.
fn number_text(tap: &Tap, number: f64, decimals: usize) -> String {
    let text = match number.abs() {
        _ if !number.is_finite() => number.to_string(),
        _ if !tap.is_float() => format!("{number:.0}"),
        size if size != 0.0 && !(1e-4..1e7).contains(&size) => format!("{number:.decimals$e}"),
        _ => format!("{number:.decimals$}"),
    };
    text.replace('-', "\u{2212}")
}

impl Workbench {
    /// Opens or closes the trace panel. The traced position then follows the pointer.
    pub(crate) fn toggle_trace(&mut self) {
        let panels = &mut self.chrome.panels;
        panels.trace = !panels.trace;
        self.trace.is_held = false;
        self.update_trace();
    }

    /// Fixes the traced position, or lets it follow the pointer again.
    pub(crate) fn toggle_held_trace(&mut self) {
        self.trace.is_held = !self.trace.is_held;
    }

    /// Returns true while the trace panel is open and the selected cell shows a generator.
    pub(crate) fn is_tracing(&self) -> bool {
        self.chrome.panels.trace && self.shown().is_some()
    }

    /// Moves the traced position to the pointer, unless the user has fixed it. If there is no position yet, uses the
    /// center of the selected cell's picture.
    pub(crate) fn update_trace(&mut self) {
        if !self.is_tracing() {
            self.trace.result = None;
            return;
        }
        let is_visible = |cell: CellId| self.document.visible_cells().contains(&cell);
        self.trace.sample = self.trace.sample.filter(|sample| is_visible(sample.cell));
        let under_pointer = self.pointer.probe.and_then(|probe| match probe.pane {
            PaneId::Cell(cell) => Some(TracedSample {
                cell,
                world: probe.world,
                height: probe.height,
            }),
            _ => None,
        });
        if let Some(sample) = under_pointer.filter(|_| !self.trace.is_held) {
            self.trace.sample = Some(sample);
        }
        if self.trace.sample.is_none() {
            let cell = self.document.selected;
            self.trace.sample = Some(TracedSample {
                cell,
                world: self.document.effective_view(cell).center,
                height: None,
            });
        }
    }

    /// Returns the latest result of tracing a sample; `None` until the generator of the sample's cell is traced.
    pub(crate) fn trace_result(&self) -> Option<&TraceResult> {
        let cell = self.document.cell(self.trace.sample?.cell)?;
        self.trace
            .result
            .as_ref()?
            .of(&cell.build_target()?.result())
    }

    /// Returns the traced position if it must be marked in a cell's picture because the pointer is not there; otherwise
    /// `None`.
    pub(crate) fn left_trace(&self, cell: CellId) -> Option<[f64; 2]> {
        let sample = self
            .trace
            .sample
            .filter(|sample| sample.cell == cell && self.is_tracing())?;
        let probe = self.pointer.probe;
        let is_there = probe.is_some_and(|probe| probe.world == sample.world);
        (!is_there).then_some(sample.world)
    }

    /// Returns the sample to trace, and the inputs of the picture that contains it. `None` while the trace panel is
    /// closed.
    pub(crate) fn traced_sample(&self) -> Option<(TracedSample, PaneContent)> {
        let sample = self.trace.sample.filter(|_| self.is_tracing())?;
        let content = self.pane_content(PaneId::Cell(sample.cell))?;
        Some((sample, content))
    }

    /// Returns the names of the traced grid program's passes, each with its number of executions; empty for a function
    /// of a position.
    pub(crate) fn traced_passes(&self) -> Vec<(String, u32)> {
        let executions = || {
            let (_, content) = self.traced_sample()?;
            let program = content.generator.program.as_ref()?;
            let schedule = Schedule::new(&content.generator, &content.values).ok()??;
            Some(schedule.executions(program))
        };
        executions().unwrap_or_default()
    }

    /// Returns the passes and executions of the traced grid program that the user has selected; all if the program has
    /// no such pass, or executes it less often.
    pub(crate) fn selected_passes(&self) -> PassSelection {
        let selection = &self.trace.passes;
        let exists = |(pass, executions): &(String, u32)| {
            selection.pass.as_ref() == Some(pass)
                && selection
                    .execution
                    .is_none_or(|number| number <= *executions)
        };
        match self.traced_passes().iter().any(exists) {
            true => selection.clone(),
            false => PassSelection::default(),
        }
    }

    /// Returns the position at which a cell's generator is evaluated for a sample. `position` is the one for a view
    /// from above; in views of a solid or planet, its z is replaced by the height of the sample, and for a planet the
    /// position is then scaled to the unit sphere.
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
                    let squares = position[..3]
                        .iter()
                        .map(|coordinate| coordinate * coordinate);
                    let length = squares.sum::<f64>().sqrt();
                    position[..3]
                        .iter_mut()
                        .for_each(|coordinate| *coordinate /= length);
                }
                Some(Scene::Terrain) | None => {}
            }
        }
        position
    }

    /// Shows the inner value of a trace step as the picture of its cell, and scrolls the inside drawer to its line of
    /// source text.
    pub(crate) fn show_traced(&mut self, step: usize) {
        let Some(result) = self.trace_result() else {
            return;
        };
        let Ok(recorded) = &result.recorded else {
            return;
        };
        let (cell, stage) = (result.sample.cell, recorded.stage(step));
        self.document.select(cell);
        self.inside.file = None;
        self.show_stage(Some(stage));
    }
}
