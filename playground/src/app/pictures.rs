//! Pictures of the window's panes, updated once per frame.

mod analysis;
mod difference;
mod errors;
mod framing;
mod histogram;
mod history_thumbnails;
mod measuring;
mod metrics;
mod pane_inputs;
mod picture;
mod placed_pane;
mod probe;
mod reader;
mod replacement;
#[cfg(test)]
mod tests;
mod thumbnail_budget;
mod tracing;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::generator::{Generator, TapSelection};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::source::ModulePath;

use crate::app::progressive::{Presentation, SharedPipelines};
use crate::compiler::Activity;
use crate::process::background::Wake;
use crate::process::sentinel::{RunSentinel, RunningShaders};
use crate::window::PlacedPicture;
use crate::workbench::{
    CellId, CompiledGenerator, GeneratorRef, Pane, PaneContent, PaneId, Workbench,
};
use analysis::AnalysisThread;
use difference::DifferencePicture;
use history_thumbnails::HistoryThumbnails;
use measuring::MeasuringThread;
use metrics::MetricsThread;
pub(super) use pane_inputs::host;
use picture::{DrawnPane, PanePicture};
use placed_pane::PlacedPane;
use thumbnail_budget::ThumbnailBudget;
use tracing::TracingThread;

pub(super) struct PanePictures {
    shared: SharedPipelines,
    pipelines: BTreeMap<GeneratorRef, Arc<EvaluatePipeline>>,
    /// Pipelines of panes that show a tap, each with the shader of one in [`Self::pipelines`] and its own selection.
    staged: BTreeMap<PaneId, Arc<EvaluatePipeline>>,
    pictures: BTreeMap<PaneId, PanePicture>,
    difference: Option<DifferencePicture>,
    wake: Wake,
    sentinel: Arc<RunSentinel>,
    /// `None` before the first frame.
    running: Option<RunningShaders>,
    metrics: MetricsThread,
    analyses: AnalysisThread,
    measurements: MeasuringThread,
    traces: TracingThread,
    thumbnails: HistoryThumbnails,
    /// Visible panes in drawing order.
    placed: Vec<PlacedPane>,
    /// True if the last frame left thumbnails for the next one.
    has_postponed: bool,
}

/// Time for which a line at the edge of the pictures shows a reload.
const RELOAD_FLASH: Duration = Duration::from_millis(150);

impl PanePictures {
    /// `wake` requests a frame when a background thread has finished a computation.
    pub(super) fn new(
        gpu: &Gpu,
        wake: Wake,
        sentinel: Arc<RunSentinel>,
        activity: Activity,
    ) -> Self {
        Self {
            shared: SharedPipelines::new(gpu),
            pipelines: BTreeMap::new(),
            staged: BTreeMap::new(),
            pictures: BTreeMap::new(),
            difference: None,
            metrics: MetricsThread::new(&wake),
            analyses: AnalysisThread::new(&wake),
            measurements: MeasuringThread::new(&wake, &sentinel, activity),
            traces: TracingThread::new(&wake, &sentinel),
            thumbnails: HistoryThumbnails::default(),
            wake,
            sentinel,
            running: None,
            placed: Vec::new(),
            has_postponed: false,
        }
    }

    /// The pictures use the pipeline from the next frame on.
    pub(super) fn adopt(
        &mut self,
        workbench: &mut Workbench,
        target: GeneratorRef,
        pipeline: Arc<EvaluatePipeline>,
    ) {
        let running = CompiledGenerator {
            generator: Arc::clone(&pipeline.generator),
            linked: Arc::clone(pipeline.generator.linked()),
        };
        if !self.pipelines.is_empty() {
            workbench.chrome_mut().flash_until = Some(Instant::now() + RELOAD_FLASH);
        }
        let before = self.pipelines.insert(target.clone(), Arc::clone(&pipeline));
        if let Some(before) = before {
            let pipelines = [&before, &pipeline];
            self.measurements.add_edit(workbench, &target, pipelines);
        }
        workbench.insert_compiled(target, running);
        self.pipelines.retain(|target, _| workbench.compiled.get(target).is_some());
    }

    /// Returns `None` until the pipeline is built.
    pub(super) fn pipeline(
        &self,
        workbench: &Workbench,
        key: PaneId,
        content: &PaneContent,
    ) -> Option<Arc<EvaluatePipeline>> {
        let Some(tap) = &content.generator.tap() else {
            let (exact, plain) = (content.exact_target(), self.pipelines.get(&content.target));
            if exact == content.target {
                return plain.cloned();
            }
            let is_same = |built: &&Arc<EvaluatePipeline>| {
                has_same_text(&built.generator, &content.generator)
            };
            let built = self.pipelines.get(&exact).filter(is_same);
            // Thumbnails are drawn without exact normals that no cell has.
            let must_wait = matches!(key, PaneId::Cell(_)) && !workbench.folder.is_stale(&exact);
            return built.or_else(|| plain.filter(|_| !must_wait)).cloned();
        };
        let built = self.pipelines.get(&content.target.tapped(tap.group))?;
        // After an edit, the pipelines of all groups of taps arrive one by one.
        if !has_same_text(&built.generator, &content.generator) {
            return None;
        }
        let is_same = |staged: &&Arc<EvaluatePipeline>| {
            let shown = staged.generator.tap();
            let selection = |tap: &TapSelection| (tap.stage.clone(), tap.output);
            has_same_text(&staged.generator, &content.generator)
                && shown.map(selection) == Some(selection(tap))
        };
        let staged = self.staged.get(&key).filter(is_same).cloned();
        Some(staged.unwrap_or_else(|| Arc::new(built.with_tap(&content.generator))))
    }

    /// Returns the pixels of a pane; `None` if it is not visible.
    pub(super) fn size_of(&self, key: PaneId) -> Option<[u32; 2]> {
        size_of(&self.placed, key)
    }

    /// Returns the number of columns of panes, without thumbnails; at least 1.
    pub(super) fn columns(&self) -> usize {
        let cells = self.placed.iter().filter(|placed| !placed.key.is_thumbnail());
        let tops: Vec<u32> = cells.map(|placed| placed.origin[1]).collect();
        tops.iter().filter(|top| **top == tops[0]).count().max(1)
    }

    /// Lists the files whose shaders may be running, so that the next start detects a crash.
    pub(super) fn list_running(&mut self, gpu: &Gpu, workbench: &Workbench) {
        let keys = self.pictures.iter().filter(|(_, picture)| picture.is_running());
        let setups = keys.filter_map(|(key, _)| workbench.pane_content(*key));
        let files: BTreeSet<ModulePath> =
            setups.map(|setup| setup.target.address().file.clone()).collect();
        self.running = Some(self.sentinel.list(gpu, files));
    }

    /// Passes finished readbacks and background computations to the workbench.
    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        for (key, picture) in &mut self.pictures {
            picture.receive(gpu, &self.shared, workbench, *key);
        }
        if let Some(difference) = &mut self.difference {
            difference.receive(gpu, &self.shared, workbench);
        }
        self.thumbnails.receive(gpu, workbench);
        let evaluations: BTreeMap<CellId, u64> = workbench
            .cells_to_analyze()
            .into_iter()
            .filter_map(|cell| Some((cell, self.evaluation(workbench, PaneId::Analysis(cell))?)))
            .collect();
        self.analyses.update(workbench, &evaluations);
        self.measure(gpu, workbench);
        let placed = &self.placed;
        self.traces.update(gpu, workbench, |key| size_of(placed, key));
        let pictures = &self.pictures;
        self.metrics.update(workbench, |cell| {
            pictures.get(&PaneId::Cell(cell))?.picture.as_ref()?.evaluation()
        });
    }

    /// Returns true while readbacks are pending, or thumbnails are left for the next frame.
    pub(super) fn is_reading(&self) -> bool {
        let difference = self.difference.as_ref();
        self.has_postponed
            || self.thumbnails.is_reading()
            || self.pictures.values().any(PanePicture::is_reading)
            || difference.is_some_and(DifferencePicture::is_reading)
    }

    /// Returns true while any evaluation is incomplete and not paused by the user.
    pub(super) fn is_refining(&self) -> bool {
        let difference = self.difference.as_ref();
        self.pictures.values().any(PanePicture::is_refining)
            || difference.is_some_and(|difference| difference.is_refining)
    }

    /// Returns when measurements or readbacks can start; `None` if none are due.
    pub(super) fn due_at(&self, workbench: &Workbench) -> Option<Instant> {
        let mut pictures = self.pictures.iter();
        if pictures.any(|(key, picture)| picture.is_waiting(workbench, *key)) {
            Some(Instant::now())
        } else {
            self.measurements.due_at().into_iter().chain(self.traces.due_at).min()
        }
    }

    /// Returns the number of a pane's evaluation; `None` unless it is finished and of the present generator.
    fn evaluation(&self, workbench: &Workbench, key: PaneId) -> Option<u64> {
        let pipeline = self.pipeline(workbench, key, &workbench.pane_content(key)?)?;
        let picture = self.pictures.get(&key)?.picture.as_ref()?;
        picture.evaluation().filter(|_| picture.uses(&pipeline))
    }

    /// Measurements use the GPU only while all pictures are complete.
    fn measure(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        let is_refining = self.is_refining();
        let (pipelines, placed) = (&self.pipelines, &self.placed);
        let size = |cell| size_of(placed, PaneId::Cell(cell));
        let pipeline = |target: &GeneratorRef| pipelines.get(target).cloned();
        let evaluations = self.shared.evaluations();
        self.measurements.update(gpu, workbench, is_refining, evaluations, pipeline, size);
    }

    /// Sets the visible panes. Pictures of hidden panes are dropped, except complete thumbnails of presets, which may
    /// be shown again soon, and so are thumbnails of another generator.
    pub(super) fn place(
        &mut self,
        workbench: &mut Workbench,
        panes: &[Pane],
        pixels_per_point: f32,
    ) {
        self.placed = panes.iter().map(|pane| PlacedPane::new(pane, pixels_per_point)).collect();
        let is_drawn = |key| panes.iter().any(|pane| pane.key == key);
        let is_kept = |key: PaneId, picture: &PanePicture| {
            if !key.is_preset() || picture.is_reading() {
                return false;
            }
            let content = workbench.pane_content(key);
            let pipeline = content.and_then(|content| self.pipeline(workbench, key, &content));
            pipeline.is_some_and(|pipeline| picture.uses(&pipeline))
        };
        let is_of_other = |key: PaneId, picture: &PanePicture| {
            let content = workbench.pane_content(key);
            key.is_thumbnail()
                && content.is_some_and(|content| picture.is_of_other(&content.generator))
        };
        let dropped: Vec<PaneId> = self
            .pictures
            .iter()
            .filter(|(key, picture)| {
                !is_drawn(**key) && !is_kept(**key, picture) || is_of_other(**key, picture)
            })
            .map(|(key, _)| *key)
            .collect();
        for key in dropped {
            self.pictures.remove(&key);
            self.staged.remove(&key);
        }
        workbench.measurements_mut().retain(is_drawn);
    }

    /// Records the work of the frame's time budget on visible pictures, to be presented after the returned encoder.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        presentation: Presentation,
    ) -> wgpu::CommandEncoder {
        let mut encoder = gpu.encoder();
        self.shared.presentation = presentation;
        for picture in self.pictures.values_mut() {
            picture.enlarge_coarse(gpu, &mut self.shared, &mut encoder);
        }
        self.frame_cameras(gpu, workbench);
        let mut busy_count = 0;
        let (mut is_refining, mut is_refining_large, mut is_moving) = (false, false, false);
        let mut thumbnails = ThumbnailBudget::new(&self.shared.timer);
        self.has_postponed = false;
        for placed in &self.placed {
            let is_run = placed.key.is_run();
            let is_limited = placed.key.is_thumbnail() && !is_run;
            // Fields for the repetitions of a tap do not wait for thumbnails, each of which can be a run of a grid
            // program. Thumbnails follow the camera once it rests.
            let must_wait = (is_run && is_refining_large)
                || (is_limited && is_moving && self.shared.timer.needs_waiting());
            if must_wait || (is_limited && thumbnails.is_spent()) {
                self.has_postponed = true;
                continue;
            }
            let is_visible = !placed.size.contains(&0);
            let Some(setup) = workbench.pane_content(placed.key).filter(|_| is_visible) else {
                continue;
            };
            let Some(pipeline) = self.pipeline(workbench, placed.key, &setup) else {
                continue;
            };
            if setup.target.stage().is_some() {
                self.staged.insert(placed.key, Arc::clone(&pipeline));
            }
            let picture = self.pictures.entry(placed.key);
            let picture = picture.or_insert_with(|| PanePicture::new(&self.wake, &self.sentinel));
            let pane = DrawnPane {
                key: placed.key,
                size: placed.size,
                pipeline: &pipeline,
                content: &setup,
            };
            let work = picture.update(gpu, &mut self.shared, &mut encoder, workbench, pane);
            let is_unfinished = work.samples > 0 || picture.is_refining();
            is_refining |= is_unfinished;
            is_refining_large |= is_unfinished && !is_limited;
            is_moving |= picture.has_coarse_rays() && !is_limited;
            if work.samples > 0 && is_limited {
                thumbnails.spend(picture.evaluation_ms(work.samples));
            } else if work.samples > 0 {
                busy_count += 1;
            }
        }
        self.subtract(gpu, workbench, &mut encoder);
        self.shared.divide_budget(busy_count + thumbnails.pictures());
        if !is_refining {
            self.request_thumbnail(gpu, workbench, &mut encoder);
        }
        encoder
    }

    /// Requests the picture of the present state for the history, once it is complete.
    fn request_thumbnail(
        &mut self,
        gpu: &Gpu,
        workbench: &Workbench,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let key = PaneId::Cell(workbench.document.selected);
        let state = workbench.state_without_thumbnail();
        let state = state.filter(|_| self.evaluation(workbench, key).is_some());
        let picture = self.pictures.get(&key).and_then(PanePicture::texture);
        if let Some((state, picture)) = state.zip(picture) {
            self.thumbnails.request(gpu, encoder, state, picture);
        }
    }

    /// Iterates over all pictures that have pixels, in drawing order.
    pub(super) fn placed(&self) -> impl Iterator<Item = PlacedPicture<'_>> {
        let placed = self.placed.iter();
        placed.filter_map(|placed| {
            let (picture, coarse) = match placed.key {
                key if key.is_measured() => None,
                PaneId::Difference => Some((self.difference.as_ref()?.texture()?, None)),
                key => {
                    let picture = self.pictures.get(&key)?;
                    Some((picture.texture()?, picture.coarse()))
                }
            }?;
            Some(PlacedPicture { picture, coarse, origin: placed.origin, clip: placed.clip })
        })
    }
}

fn size_of(placed: &[PlacedPane], key: PaneId) -> Option<[u32; 2]> {
    let placed = placed.iter().find(|placed| placed.key == key)?;
    Some(placed.size)
}

fn has_same_text(one: &Generator, other: &Generator) -> bool {
    Arc::ptr_eq(one.linked(), other.linked()) || one.linked() == other.linked()
}
