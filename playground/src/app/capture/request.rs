//! Creation of capture requests from the capture settings and the state of the workbench.

use std::sync::Arc;

use noise_playground::RenderSettings;
use noise_playground::view::shading::ValueRange;

use super::CaptureRequest;
use super::comparison::{CaptionedCell, ComparisonCapture};
use super::source::CaptureSource;
use crate::app::pictures::{PanePictures, host};
use crate::sheets::SheetArrangement;
use crate::window::Window;
use crate::workbench::capture_settings::CaptureKind;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, PaneContent, PaneId, Workbench};

const NO_PICTURE: &str = "no picture to capture";

/// Returns the request that the user's capture settings describe. Fails if a cell has no picture yet, if the window
/// cannot be read back, or if one cell of the compared pair returns colors and the other values.
pub(in crate::app) fn request(
    workbench: &Workbench,
    pictures: &PanePictures,
    window: &Window,
) -> Result<CaptureRequest, String> {
    let settings = &workbench.capture_settings;
    let size = settings.pixels(screen_size(workbench, pictures));
    let selected = source(workbench, pictures, workbench.document.selected, size)?;
    let selected = CaptureSource { derived: settings.derived()?, ..selected };
    let format = selected.format(settings.format());
    Ok(match settings.kind {
        CaptureKind::Cell => CaptureRequest::Cell(selected, format),
        CaptureKind::Comparison => comparison(workbench, pictures, size)?,
        CaptureKind::Window => {
            let document = &workbench.document;
            let size = screen_size(workbench, pictures);
            let cells = document.visible_cells().into_iter().map(|id| {
                let mut cell = source(workbench, pictures, id, size)?;
                cell.subject.settings = own_settings(workbench, id, &cell);
                Ok(cell)
            });
            let cells = cells.collect::<Result<_, String>>()?;
            CaptureRequest::Window(window.request_screenshot()?, cells, document.arrangement)
        }
        CaptureKind::Animation => {
            let has_camera = workbench.scene(workbench.document.selected).is_some();
            let range = settings.animated_range(has_camera)?;
            CaptureRequest::Animation(with_fixed_value_range(workbench, selected), format, range)
        }
    })
}

impl CaptureRequest {
    /// Returns the request to copy the selected cell's picture in its size on the screen.
    pub(in crate::app) fn copy(
        workbench: &Workbench,
        pictures: &PanePictures,
    ) -> Result<Self, String> {
        let size = screen_size(workbench, pictures);
        Ok(Self::Copy(source(workbench, pictures, workbench.document.selected, size)?))
    }
}

/// Requests the selected cell's analysis page, with curves of the first other one. Fails without analysis or picture.
pub(in crate::app) fn analysis(
    workbench: &Workbench,
    pictures: &PanePictures,
    _: &Window,
) -> Result<CaptureRequest, String> {
    let selected = workbench.document.selected;
    let missing = || "nothing is measured yet".to_owned();
    let result = workbench.cell_analysis(selected).ok_or_else(missing)?;
    let visible = workbench.document.visible_cells();
    let mut others = visible.iter().filter(|cell| **cell != selected);
    let other = others.find_map(|cell| workbench.cell_analysis(*cell));
    let source = source(workbench, pictures, selected, screen_size(workbench, pictures))?;
    Ok(CaptureRequest::Analysis(source, result.clone(), other.cloned()))
}

fn source(
    workbench: &Workbench,
    pictures: &PanePictures,
    id: CellId,
    size: [u32; 2],
) -> Result<CaptureSource, String> {
    let pane = PaneId::Cell(id);
    let found = workbench.pane_content(pane).and_then(|content| {
        let pipeline = pictures.pipeline(workbench, pane, &content)?;
        Some((content, pipeline))
    });
    let (content, pipeline) = found.ok_or(NO_PICTURE)?;
    let cell = workbench.document.cell(id);
    let host = host(workbench);
    let mut content = PaneContent { generator: Arc::clone(&pipeline.generator), ..content };
    if let Some(unframed) =
        workbench.unframed_content(id).filter(|_| has_other_aspect(workbench, id, size))
    {
        content.view = unframed.view;
    }
    let mut subject = content.subject(size, host.time);
    subject.settings = workbench.fitted_like(id, &subject.settings);
    Ok(CaptureSource {
        name: cell.map(|cell| cell.name.clone()).unwrap_or_default(),
        pipeline,
        subject,
        host,
        derived: None,
    })
}

/// Returns true if a camera that fits must be fitted again for a picture of `size` pixels.
fn has_other_aspect(workbench: &Workbench, id: CellId, size: [u32; 2]) -> bool {
    let framing = workbench.framings.get(&workbench.camera_owner(id));
    let aspect = |[width, height]: [u32; 2]| f64::from(width) / f64::from(height.max(1));
    framing.is_some_and(|framing| (aspect(size) / aspect(framing.size()) - 1.0).abs() > 0.01)
}

/// Returns the settings of a cell by itself, without placement and value range of the reference.
fn own_settings(workbench: &Workbench, id: CellId, source: &CaptureSource) -> RenderSettings {
    let view = workbench.framed(id, workbench.document.view(id));
    view.settings(source.generator(), source.size(), source.host.time)
}

/// Returns 1024 × 1024 if the selected cell is not visible.
fn screen_size(workbench: &Workbench, pictures: &PanePictures) -> [u32; 2] {
    let pane = PaneId::Cell(workbench.document.selected);
    let size = pictures.size_of(pane).filter(|size| !size.contains(&0));
    size.unwrap_or([1024; 2])
}

/// Two blinking cells are captured side by side.
fn comparison(
    workbench: &Workbench,
    pictures: &PanePictures,
    size: [u32; 2],
) -> Result<CaptureRequest, String> {
    let document = &workbench.document;
    let arrangement = document.arrangement;
    let selected_only = || vec![document.selected];
    let pair = || document.compared().map_or_else(selected_only, Vec::from);
    let (ids, sheet_arrangement) = match arrangement {
        Arrangement::Enlarged => (selected_only(), SheetArrangement::Columns(1)),
        Arrangement::Grid => (
            document.cells.iter().map(|cell| cell.id).collect(),
            SheetArrangement::Columns(pictures.columns()),
        ),
        Arrangement::Wipe => (pair(), SheetArrangement::Wipe(workbench.comparison.wipe)),
        Arrangement::Blink => (pair(), SheetArrangement::Columns(2)),
        Arrangement::Difference => {
            let compared = workbench.subtracted_pair().ok_or(NO_PICTURE)?;
            let compared = compared.map_err(|error| error.to_string())?;
            (pair(), SheetArrangement::Difference(compared.comparison))
        }
    };
    let cells = ids.into_iter().map(|id| {
        let source = source(workbench, pictures, id, size)?;
        Ok(CaptionedCell {
            own_settings: own_settings(workbench, id, &source),
            source,
            name: workbench.name(id),
            details: workbench.difference_texts(id).join("   "),
        })
    });
    Ok(CaptureRequest::Comparison(ComparisonCapture {
        cells: cells.collect::<Result<_, String>>()?,
        sheet_arrangement,
        arrangement,
    }))
}

/// Fixes an automatic value range to the one measured last, since frames with different ranges would flicker.
fn with_fixed_value_range(workbench: &Workbench, mut source: CaptureSource) -> CaptureSource {
    let measured = workbench.pane_stats(PaneId::Cell(workbench.document.selected));
    if source.subject.settings.shading.value_range.is_measured()
        && let Some((low, high)) = measured.value_range
        && low < high
    {
        source.subject.settings.shading.value_range = ValueRange::Fixed(low.into(), high.into());
    }
    source
}
