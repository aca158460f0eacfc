//! The pictures of the panes, brought up to date once a frame.

#[cfg(test)]
mod cost;
mod difference;
mod numbers;
mod picture;
mod reader;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thumbnails;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::gpu::{EvaluatePipeline, Gpu, PictureTexture};
use noise_playground::source::ModulePath;

use crate::app::progressive::{ProgressivePicture, SharedPipelines};
use crate::workbench::{CompiledGenerator, GeneratorRef, Pane, PaneId, Workbench};
use difference::DifferencePicture;
use numbers::MetricsThread;
use picture::PanePicture;
pub(super) use picture::host;

/// The picture of each pane, and the pipelines of the generators.
pub(super) struct PanePictures {
    shared: SharedPipelines,
    pipelines: BTreeMap<GeneratorRef, Arc<EvaluatePipeline>>,
    pictures: BTreeMap<PaneId, PanePicture>,
    difference: Option<DifferencePicture>,
    numbers: MetricsThread,
    /// Panes in the order they are drawn.
    placed: Vec<PlacedPane>,
    /// True if thumbnails wait for the next frame.
    is_behind: bool,
}

/// A pane in pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedPane {
    key: PaneId,
    /// The top left pixel.
    pub(super) origin: [u32; 2],
    size: [u32; 2],
    /// First visible pixel, and the one after the last.
    pub(super) clip: [[u32; 2]; 2],
}

/// Maximum number of thumbnails evaluated in one frame. Their readbacks cause the next frame.
const THUMBNAILS: usize = 2;

/// How long the line at the edge of a picture is visible after a reload.
const FLASH: Duration = Duration::from_millis(150);

impl PanePictures {
    pub(super) fn new(gpu: &Gpu) -> Self {
        Self {
            shared: SharedPipelines::new(gpu),
            pipelines: BTreeMap::new(),
            pictures: BTreeMap::new(),
            difference: None,
            numbers: MetricsThread::default(),
            placed: Vec::new(),
            is_behind: false,
        }
    }

    /// Shows a newly built pipeline from the next frame on.
    pub(super) fn adopt(
        &mut self,
        workbench: &mut Workbench,
        target: GeneratorRef,
        pipeline: Arc<EvaluatePipeline>,
    ) {
        let running = CompiledGenerator {
            generator: Arc::clone(&pipeline.generator),
            linked: Arc::clone(&pipeline.generator.linked),
        };
        if !self.pipelines.is_empty() {
            workbench.chrome.flash_until = Some(Instant::now() + FLASH);
        }
        self.pipelines.insert(target.clone(), pipeline);
        workbench.insert_compiled(target, running);
        self.pipelines
            .retain(|target, _| workbench.compiled.get(target).is_some());
    }

    /// Returns the pipeline of a generator, once it is built.
    pub(super) fn pipeline(&self, target: &GeneratorRef) -> Option<&Arc<EvaluatePipeline>> {
        self.pipelines.get(target)
    }

    /// Returns width and height in pixels of a visible pane.
    pub(super) fn size_of(&self, key: PaneId) -> Option<[u32; 2]> {
        let placed = self.placed.iter().find(|placed| placed.key == key)?;
        Some(placed.size)
    }

    /// Returns the number of columns of cells.
    pub(super) fn columns(&self) -> usize {
        let large = self
            .placed
            .iter()
            .filter(|placed| !placed.key.is_thumbnail());
        let tops: Vec<u32> = large.map(|placed| placed.origin[1]).collect();
        tops.iter().filter(|top| **top == tops[0]).count().max(1)
    }

    /// Returns the files of generators that are being evaluated, or whose report is pending.
    pub(super) fn running_files(&self, workbench: &Workbench) -> BTreeSet<ModulePath> {
        let is_underway = |picture: &PanePicture| picture.is_underway();
        let keys = self
            .pictures
            .iter()
            .filter(|(_, picture)| is_underway(picture));
        let setups = keys.filter_map(|(key, _)| workbench.pane_content(*key));
        setups
            .map(|setup| setup.target.address().file.clone())
            .collect()
    }

    /// Passes what was read back to the workbench.
    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        for (key, picture) in &mut self.pictures {
            picture.receive(gpu, &self.shared, workbench, *key);
        }
        if let Some(difference) = &mut self.difference {
            difference.receive(gpu, workbench);
        }
        let pictures = &self.pictures;
        self.numbers.update(workbench, |cell| {
            let picture = pictures.get(&PaneId::Cell(cell))?.picture.as_ref()?;
            Some(picture.evaluation)
        });
    }

    /// Returns true while readbacks are pending, or thumbnails wait for the next frame.
    pub(super) fn is_reading(&self) -> bool {
        let difference = self.difference.as_ref();
        self.is_behind
            || self.pictures.values().any(PanePicture::is_reading)
            || difference.is_some_and(DifferencePicture::is_reading)
    }

    /// Returns true while work is due that need not run in the next frame.
    pub(super) fn is_waiting(&self, workbench: &Workbench) -> bool {
        let mut pictures = self.pictures.iter();
        self.numbers.is_computing()
            || pictures.any(|(key, picture)| picture.is_waiting(workbench, *key))
    }

    /// Sets the panes of the next frame. Pictures without a pane are dropped.
    pub(super) fn place(
        &mut self,
        workbench: &mut Workbench,
        panes: &[Pane],
        pixels_per_point: f32,
    ) {
        self.placed = panes
            .iter()
            .map(|pane| PlacedPane::new(pane, pixels_per_point))
            .collect();
        let is_drawn = |key| panes.iter().any(|pane| pane.key == key);
        self.pictures.retain(|key, _| is_drawn(*key));
        workbench.measurements.retain(is_drawn);
    }

    /// Records the work that brings all pictures up to date with the workbench.
    pub(super) fn update(&mut self, gpu: &Gpu, workbench: &mut Workbench) -> wgpu::CommandEncoder {
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("Pictures"),
            });
        let mut busy = 0;
        let mut thumbnails = THUMBNAILS;
        self.is_behind = false;
        for placed in &self.placed {
            if placed.key.is_thumbnail() && thumbnails == 0 {
                self.is_behind = true;
                continue;
            }
            let has_room = !placed.size.contains(&0);
            let Some(setup) = workbench.pane_content(placed.key).filter(|_| has_room) else {
                continue;
            };
            let Some(pipeline) = self.pipelines.get(&setup.target) else {
                continue;
            };
            let picture = self.pictures.entry(placed.key).or_default();
            let placed = (placed.key, placed.size);
            let work = picture.update(
                gpu,
                &mut self.shared,
                &mut encoder,
                workbench,
                (pipeline, &setup),
                placed,
            );
            busy += usize::from(work.samples > 0);
            if work.samples > 0 && placed.0.is_thumbnail() {
                thumbnails -= 1;
            }
        }
        self.subtract(gpu, workbench, &mut encoder);
        self.shared.divide_budget(busy);
        encoder
    }

    /// Records the difference of the compared pair.
    fn subtract(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let is_placed = |placed: &PlacedPane| placed.key == PaneId::Difference;
        if !self.placed.iter().any(is_placed) {
            self.difference = None;
            return;
        }
        let Some(Ok(compared)) = workbench.subtracted_pair() else {
            return;
        };
        let picture = |cell| self.pictures.get(&PaneId::Cell(cell))?.picture.as_ref();
        let [first, second] = compared.cells.map(picture);
        let is_whole = |(first, second): &(&ProgressivePicture, &ProgressivePicture)| {
            first.progress().is_none() && second.progress().is_none()
        };
        let Some((first, second)) = first.zip(second).filter(is_whole) else {
            return;
        };
        let difference = self
            .difference
            .get_or_insert_with(|| DifferencePicture::new(gpu));
        let updated = difference.update(
            gpu,
            &mut self.shared,
            encoder,
            [first, second],
            compared.comparison.channels,
        );
        if let Err(error) = updated {
            workbench.notify(error.to_string());
        }
    }

    /// Starts mapping the readbacks that were submitted.
    pub(super) fn submitted(&mut self) {
        self.pictures.values_mut().for_each(PanePicture::submitted);
        if let Some(difference) = &mut self.difference {
            difference.submitted();
        }
    }

    /// Iterates over the pictures and their panes.
    pub(super) fn placed(&self) -> impl Iterator<Item = (&PictureTexture, PlacedPane)> {
        let placed = self.placed.iter();
        placed.filter_map(|placed| {
            let texture = match placed.key {
                PaneId::Cell(_) | PaneId::Preset(_) | PaneId::Variant(_) => {
                    self.pictures.get(&placed.key)?.texture()
                }
                PaneId::Difference => self.difference.as_ref()?.texture(),
            };
            Some((texture?, *placed))
        })
    }
}

impl PlacedPane {
    fn new(pane: &Pane, pixels_per_point: f32) -> Self {
        let whole = |point: egui::Pos2| {
            [point.x, point.y].map(|points| (points * pixels_per_point).round().max(0.0) as u32)
        };
        let (origin, end) = (whole(pane.rect.min), whole(pane.rect.max));
        let clip = pane.clip.intersect(pane.rect);
        Self {
            key: pane.key,
            origin,
            size: [
                end[0].saturating_sub(origin[0]),
                end[1].saturating_sub(origin[1]),
            ],
            clip: [whole(clip.min), whole(clip.max)],
        }
    }
}
