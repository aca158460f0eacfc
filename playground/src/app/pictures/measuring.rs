//! Measurements of generators on a background thread, one at a time, while the pictures are complete.

mod effects;
mod jobs;
mod seeds;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use noise_playground::gpu::measure::{ControlEffect, DigitsLeft, EffectMeter, ErrorMeter};
use noise_playground::gpu::{EditCost, EvaluatePipeline, Gpu};
use noise_playground::view::shading::Shading;
use noise_playground::{RenderSettings, Subject};

use crate::compiler::Activity;
use crate::process::background::{Background, Wake};
use crate::process::sentinel::RunSentinel;
use crate::workbench::analysis::{
    AnalysisSource, CellAnalysis, CheckedGradient, OctaveCosts, PlotKind, SIDE,
};
use crate::workbench::{CellId, GeneratorRef, PaneId, Panel, ResultOf, Workbench};
use effects::EffectsJob;
use jobs::{Job, Permission};
use seeds::SeedsJob;

pub(super) struct MeasuringThread {
    pub(super) measurement: Background<(), Outcome>,
    pub(super) sentinel: Arc<RunSentinel>,
    /// A running measurement waits with its next use of the GPU until all is at rest.
    activity: Activity,
    /// `None` before the first frame.
    present: Option<Present>,
    /// True while measurements wait for [`REST`].
    is_waiting: bool,
    /// Newest edit whose effect on the evaluation time is not yet measured.
    edit: Option<Edit>,
    /// What was last measured, or is being measured, for each cell.
    digits: BTreeMap<CellId, Measurable>,
    gradients: BTreeMap<CellId, Measurable>,
    octaves: BTreeMap<CellId, Arc<EvaluatePipeline>>,
    seeds: BTreeMap<CellId, ResultOf<AnalysisSource>>,
    effects: Option<(CellId, Subject)>,
    /// Of the generator in `effects`.
    effect_meter: Option<Arc<EffectMeter>>,
    /// True once the pictures have changed since the running measurement started; several seeds then stop.
    has_changed: Arc<AtomicBool>,
    meters: BTreeMap<CellId, Meter>,
}

struct Present {
    /// Of the selected cell; `None` if it cannot be measured.
    measurable: Option<Measurable>,
    /// Evaluations finished by all pictures since the window opened.
    evaluations: u64,
    since: Instant,
    /// Frames since the pictures last changed.
    frames: u32,
}

/// Time and frames without a change after which measurements start, so that they do not slow drags down.
pub(super) const REST: (Duration, u32) = (Duration::from_millis(250), 3);

pub(super) struct Edit {
    target: GeneratorRef,
    before: Arc<EvaluatePipeline>,
    after: Arc<EvaluatePipeline>,
}

#[derive(Clone)]
struct Measurable {
    target: GeneratorRef,
    pipeline: Arc<EvaluatePipeline>,
    subject: Subject,
}

impl PartialEq for Measurable {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pipeline, &other.pipeline) && self.subject == other.subject
    }
}

/// Measures rounding errors. The first measurement builds it; the inner `Option` is then `None` if that failed.
#[derive(Clone)]
struct Meter {
    pipeline: Arc<EvaluatePipeline>,
    meter: Arc<OnceLock<Option<ErrorMeter>>>,
}

/// `None` inside of a variant if nothing could be measured.
pub(super) enum Outcome {
    Edit(GeneratorRef, Option<EditCost>),
    Digits(CellId, Option<ResultOf<DigitsLeft>>),
    Gradient(CellId, Option<ResultOf<CheckedGradient>>),
    Octaves(CellId, Option<ResultOf<OctaveCosts>>),
    Seeds(CellId, Option<ResultOf<Arc<CellAnalysis>>>),
    /// `None` if the pictures have changed meanwhile.
    Effects(CellId, Option<ResultOf<Result<Arc<[ControlEffect]>, String>>>),
}

/// Seeds, counted from 1, whose mean spectrum is measured, unless that would take longer than `SEEDS_MS` milliseconds.
const SEEDS: u32 = if cfg!(test) { 2 } else { 10 };
const SEEDS_MS: f64 = 3000.0;

/// A measured generator must evaluate this number of samples in this number of milliseconds.
const VIEW_SAMPLES: (u64, f64) = (4096, 50.0);

impl MeasuringThread {
    pub(super) fn new(wake: &Wake, sentinel: &Arc<RunSentinel>, activity: Activity) -> Self {
        Self {
            measurement: Background::new(wake),
            sentinel: Arc::clone(sentinel),
            activity,
            present: None,
            is_waiting: false,
            edit: None,
            digits: BTreeMap::new(),
            gradients: BTreeMap::new(),
            octaves: BTreeMap::new(),
            seeds: BTreeMap::new(),
            effects: None,
            effect_meter: None,
            has_changed: Arc::default(),
            meters: BTreeMap::new(),
        }
    }

    /// Returns when a due or waiting measurement can go on, if the pictures do not change.
    pub(super) fn due_at(&self) -> Option<Instant> {
        let is_due = if self.measurement.is_running() {
            !self.activity.is_at_rest()
        } else {
            self.edit.is_some() || self.is_waiting
        };
        let since = self.present.as_ref().map_or_else(Instant::now, |present| present.since);
        is_due.then_some(since + REST.0)
    }

    /// Schedules the comparison of times before and after an edit of the code, including an earlier unmeasured edit.
    pub(super) fn add_edit(
        &mut self,
        workbench: &mut Workbench,
        target: &GeneratorRef,
        [before, after]: [&Arc<EvaluatePipeline>; 2],
    ) {
        let [old, new] = [before, after].map(|pipeline| pipeline.generator.linked());
        if old.has_same_code(new) {
            return;
        }
        workbench.forget_edit_cost(target);
        let pending = self.edit.take().filter(|pending| pending.target == *target);
        self.edit = Some(Edit {
            before: pending.map_or_else(|| Arc::clone(before), |pending| pending.before),
            after: Arc::clone(after),
            target: target.clone(),
        });
    }

    /// Passes a finished measurement to the workbench, and starts the next one if the pictures have rested.
    /// `evaluations` is the number finished by all pictures so far; `size` is that of a cell in pixels.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        is_refining: bool,
        evaluations: u64,
        of: impl Fn(&GeneratorRef) -> Option<Arc<EvaluatePipeline>>,
        size: impl Fn(CellId) -> Option<[u32; 2]>,
    ) {
        self.activity.set_refining(is_refining);
        self.receive(workbench);
        self.retain(workbench);
        let measurable = |cell| {
            let measurable = measurable(workbench, cell, &of, size(cell)?)?;
            let (samples, ms) = VIEW_SAMPLES;
            let cost = measurable.pipeline.cost.unwrap_or_default().evaluate;
            (cost.samples_within(ms) >= samples).then_some(measurable)
        };
        let selected = measurable(workbench.document.selected);
        self.is_waiting = !self.has_rested(selected, evaluations);
        if self.measurement.is_running() || is_refining || self.is_waiting {
            return;
        }
        let job = self.next_job(workbench, measurable);
        if let Some(job) = job.or_else(|| self.effects_job(workbench, size)) {
            let gpu = gpu.clone();
            self.has_changed = Arc::default();
            let permission = Permission {
                activity: self.activity.clone(),
                has_changed: Arc::clone(&self.has_changed),
            };
            let running = self.sentinel.list(&gpu, [job.file().clone()].into());
            self.measurement.start((), move || {
                let _running = running;
                job.run(&gpu, &permission)
            });
        }
    }

    fn receive(&mut self, workbench: &mut Workbench) {
        let Some((_, outcome)) = self.measurement.try_take() else {
            return;
        };
        match outcome {
            Some(Outcome::Edit(target, Some(cost))) => workbench.set_edit_cost(target, cost),
            Some(Outcome::Digits(cell, digits)) => {
                workbench.measurements_mut().entry(PaneId::Cell(cell)).digits_left = digits;
            }
            Some(Outcome::Gradient(cell, check)) => {
                workbench.analysis_mut().set_gradient(cell, check);
            }
            Some(Outcome::Octaves(cell, costs)) => {
                workbench.analysis_mut().set_octaves(cell, costs);
            }
            Some(Outcome::Seeds(cell, analysis)) => {
                let present = workbench.cell_analysis(cell).map(|present| present.source);
                let measured = workbench.result_for(cell, analysis.as_ref());
                let measured = measured.map(|measured| measured.source);
                if let Some(analysis) =
                    analysis.filter(|_| present.is_some() && measured == present)
                {
                    workbench.analysis_mut().set_result(cell, analysis);
                }
            }
            Some(Outcome::Effects(_, None)) => self.effects = None,
            Some(Outcome::Effects(cell, effects)) => {
                workbench.measurements_mut().entry(PaneId::Cell(cell)).effects = effects;
            }
            Some(Outcome::Edit(_, None)) | None => {}
        }
    }

    /// Drops the data of cells that are no longer visible.
    fn retain(&mut self, workbench: &mut Workbench) {
        let cells = workbench.document.visible_cells();
        let is_open = workbench.chrome.is_open(Panel::ANALYSIS);
        self.digits.retain(|cell, _| cells.contains(cell));
        self.meters.retain(|cell, _| cells.contains(cell));
        self.gradients.retain(|cell, _| is_open && cells.contains(cell));
        self.octaves.retain(|cell, _| is_open && cells.contains(cell));
        self.seeds.retain(|cell, _| is_open && cells.contains(cell));
        if !workbench.shows(Panel::EFFECTS) {
            (self.effects, self.effect_meter) = (None, None);
        }
        workbench.analysis_mut().retain_checks(|cell| is_open && cells.contains(&cell));
    }

    /// Returns true if nothing has changed for the time and the frames of [`REST`].
    fn has_rested(&mut self, measurable: Option<Measurable>, evaluations: u64) -> bool {
        let present = self.present.as_mut();
        let is_same = |present: &&mut Present| {
            present.measurable == measurable && present.evaluations == evaluations
        };
        if let Some(present) = present.filter(is_same) {
            present.frames += 1;
            return present.since.elapsed() >= REST.0 && present.frames >= REST.1;
        }
        self.has_changed.store(true, Ordering::Relaxed);
        self.present = Some(Present { measurable, evaluations, since: Instant::now(), frames: 0 });
        false
    }

    /// Records the next measurement as started.
    fn next_job(
        &mut self,
        workbench: &Workbench,
        measurable: impl Fn(CellId) -> Option<Measurable>,
    ) -> Option<Job> {
        if let Some(edit) = self.edit.take() {
            return Some(Job::Edit(edit));
        }
        let selected = workbench.document.selected;
        if let Some(measurable) = measurable(selected)
            && self.digits.get(&selected) != Some(&measurable)
        {
            self.digits.insert(selected, measurable.clone());
            let meter = self.meter(selected, &measurable);
            return Some(Job::Digits(selected, measurable, meter));
        }
        if !workbench.chrome.is_open(Panel::ANALYSIS) {
            return None;
        }
        for cell in workbench.document.visible_cells() {
            let Some(measurable) = measurable(cell) else {
                continue;
            };
            if self.gradients.get(&cell) != Some(&measurable) {
                self.gradients.insert(cell, measurable.clone());
                let meter = self.meter(cell, &measurable);
                return Some(Job::Gradient(cell, measurable, meter));
            }
            let measured = self.octaves.get(&cell);
            let is_measured =
                measured.is_some_and(|other| Arc::ptr_eq(other, &measurable.pipeline));
            if workbench.analysis.plots.contains(&PlotKind::Cost) && !is_measured {
                self.octaves.insert(cell, Arc::clone(&measurable.pipeline));
                return Some(Job::Octaves(cell, measurable));
            }
        }
        let mut cells = workbench.document.visible_cells().into_iter();
        cells.find_map(|cell| self.seeds_job(workbench, cell, measurable(cell)?))
    }

    /// Measures the effects of the selected cell's controls while their panel is open; `None` if done before.
    fn effects_job(
        &mut self,
        workbench: &Workbench,
        size: impl Fn(CellId) -> Option<[u32; 2]>,
    ) -> Option<Job> {
        let cell = workbench.document.selected;
        if !workbench.shows(Panel::EFFECTS) {
            return None;
        }
        let (target, subject) = effects::measured(workbench, cell, size(cell)?)?;
        let source = Some((cell, subject.clone()));
        if self.effects == source {
            return None;
        }
        self.effects = source;
        let is_same = |meter: &Arc<EffectMeter>| Arc::ptr_eq(meter.generator(), &subject.generator);
        let meter = self.effect_meter.take().filter(is_same);
        let meter = meter.unwrap_or_else(|| Arc::new(EffectMeter::new(&subject.generator)));
        self.effect_meter = Some(Arc::clone(&meter));
        Some(Job::Effects(Box::new(EffectsJob { cell, target, subject, meter })))
    }

    /// Analyzes a cell with several seeds after its own; `None` if done before, too slow, or without a seed.
    fn seeds_job(
        &mut self,
        workbench: &Workbench,
        cell: CellId,
        measurable: Measurable,
    ) -> Option<Job> {
        let result = workbench.cell_analysis(cell)?;
        let source = ResultOf::new(measurable.target.clone(), result.source);
        let is_measured = self.seeds.get(&cell) == Some(&source);
        let cost = measurable.pipeline.cost.unwrap_or_default().evaluate;
        let is_fast = cost.samples_within(SEEDS_MS) >= u64::from(SEEDS * SIDE * SIDE);
        measurable.pipeline.generator.seed_control()?;
        if is_measured || !is_fast || workbench.is_animated() {
            return None;
        }
        self.seeds.insert(cell, source);
        Some(Job::Seeds(Box::new(SeedsJob {
            cell,
            content: workbench.pane_content(PaneId::Analysis(cell))?,
            samples: Arc::clone(&result.samples),
            measurable,
        })))
    }

    fn meter(&mut self, cell: CellId, measurable: &Measurable) -> Meter {
        let is_same = |meter: &&Meter| Arc::ptr_eq(&meter.pipeline, &measurable.pipeline);
        if let Some(meter) = self.meters.get(&cell).filter(is_same) {
            return meter.clone();
        }
        let meter = Meter { pipeline: Arc::clone(&measurable.pipeline), meter: Arc::default() };
        self.meters.insert(cell, meter.clone());
        meter
    }
}

/// Returns a cell of `size` pixels as seen from above; `None` for a grid program and for a three-dimensional view.
fn measurable(
    workbench: &Workbench,
    cell: CellId,
    of: impl Fn(&GeneratorRef) -> Option<Arc<EvaluatePipeline>>,
    size: [u32; 2],
) -> Option<Measurable> {
    let content = workbench.pane_content(PaneId::Cell(cell))?;
    let (generator, view) = (&content.generator, &content.view);
    let shading = view.shading_for(generator);
    if generator.program().is_some() || shading.mode.info().scene.is_some() || size.contains(&0) {
        return None;
    }
    let pipeline = of(&content.target)?;
    let subject = Subject {
        generator: Arc::clone(&pipeline.generator),
        settings: RenderSettings {
            z: view.z,
            time: if workbench.is_animated() { 0.0 } else { workbench.clock.seconds },
            shading: Shading { channel: shading.channel, ..Shading::default() },
            ..view.grid(size).into()
        },
        values: content.values,
    };
    Some(Measurable { target: content.target, pipeline, subject })
}
