//! Framing of three-dimensional views: measures what the cells show, for cameras whose distance fits.

use std::collections::BTreeMap;

use noise_playground::Subject;
use noise_playground::gpu::{EvaluatePipeline, Gpu, SilhouetteDetail};
use noise_playground::view::space::camera::Silhouette;

use super::PanePictures;
use crate::workbench::framing::Framing;
use crate::workbench::{CellId, PaneContent, PaneId, Workbench};

/// Longest expected time of the coarse evaluation. The samples of the picture itself are measured if it takes longer.
const MAX_MS: f64 = 150.0;

/// Details of the coarse evaluation, each with its number of samples.
const DETAILS: [(SilhouetteDetail, u64); 2] =
    [(SilhouetteDetail::Fine, 32 * 32 * 32), (SilhouetteDetail::Rough, 16 * 16 * 16)];

struct FramedCell {
    key: PaneId,
    /// With the camera as it is set.
    content: PaneContent,
    subject: Subject,
}

impl PanePictures {
    /// Fits the cameras of visible cells that are new, or whose pictures have a new size.
    pub(super) fn frame_cameras(&self, gpu: &Gpu, workbench: &mut Workbench) {
        let mut groups: BTreeMap<CellId, Vec<(CellId, [u32; 2])>> = BTreeMap::new();
        for placed in self.placed.iter().filter(|placed| !placed.size.contains(&0)) {
            if let PaneId::Cell(id) = placed.key {
                groups.entry(workbench.camera_owner(id)).or_default().push((id, placed.size));
            }
        }
        for (owner, cells) in groups {
            self.frame(gpu, workbench, owner, &cells);
        }
    }

    /// Waits for a cell that is not compiled or not measured yet. A cell that has no such view does not count.
    fn frame(
        &self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        owner: CellId,
        cells: &[(CellId, [u32; 2])],
    ) {
        let time = workbench.clock.seconds;
        let framed = |(id, size): &(CellId, [u32; 2])| {
            let content = workbench.unframed_content(*id)?;
            let subject = content.subject(*size, time);
            Some(FramedCell { key: PaneId::Cell(*id), content, subject })
        };
        let Some(mut cells) = cells.iter().map(framed).collect::<Option<Vec<_>>>() else {
            return;
        };
        cells.retain(|cell| cell.subject.settings.scene_to_fit().is_some());
        let Some(settings) = cells.first().map(|cell| cell.subject.settings) else {
            workbench.set_framing(owner, None);
            return;
        };
        let contents: Vec<&PaneContent> = cells.iter().map(|cell| &cell.content).collect();
        let (size, present) = (settings.grid.size, workbench.framings.get(&owner));
        let known = present.and_then(|framing| framing.known_silhouette(&contents, size));
        if known.is_some() && present.is_some_and(|framing| framing.size() == size) {
            return;
        }
        let measured = || {
            let silhouettes = cells.iter().map(|cell| self.silhouette(gpu, workbench, cell));
            silhouettes.reduce(|one, other| Some(one?.joined(other?))).flatten()
        };
        if let Some(silhouette) = known.cloned().or_else(measured) {
            let framing = Framing::new(&contents, silhouette, &settings);
            workbench.set_framing(owner, Some(framing));
        }
    }

    /// Returns `None` until the samples of the picture are known, if evaluating coarse ones would take long.
    fn silhouette(
        &self,
        gpu: &Gpu,
        workbench: &Workbench,
        FramedCell { key, content, subject }: &FramedCell,
    ) -> Option<Silhouette> {
        let (key, settings) = (*key, &subject.settings);
        let pipeline = self.pipeline(workbench, key, content)?;
        if let Some(detail) = detail_of(&pipeline) {
            let inputs = subject.inputs(settings.data_grid()).ok()?;
            return pipeline.silhouette(gpu, settings, &inputs, detail).ok();
        }
        let evaluation = self.evaluation(workbench, key)?;
        let samples = workbench.pane_stats(key).samples.as_ref()?;
        let (channel, exaggeration) = (settings.shading.channel, settings.shading.vertical_scale());
        let values = samples.extremes(channel).filter(|_| samples.evaluation == evaluation)?;
        Some(match (&samples.planet, samples.volume) {
            (Some(_), _) => Silhouette::of_planet(values, exaggeration, settings.scene.sea),
            (None, Some(side)) => {
                Silhouette::of_solid(&samples.field, side, &settings.body_shape())
            }
            (None, None) => {
                let grid = samples.grid;
                Silhouette::of_terrain(&samples.field, grid, grid, channel, exaggeration)
            }
        })
    }
}

/// Returns `None` if a coarse evaluation takes long, as the runs of grid programs and field inputs do.
fn detail_of(pipeline: &EvaluatePipeline) -> Option<SilhouetteDetail> {
    let generator = &pipeline.generator;
    let affordable = pipeline.cost.unwrap_or_default().evaluate.samples_within(MAX_MS);
    let has_run = generator.program().is_some() || !generator.inputs().is_empty();
    let mut details = DETAILS.into_iter().filter(|(_, samples)| !has_run && affordable >= *samples);
    details.next().map(|(detail, _)| detail)
}
