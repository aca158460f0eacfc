//! What the capture settings mean, as the workbench is now.

use noise_playground::shading::ValueRange;

use super::sheet::{CaptionedCell, ComparisonSheet, SheetArrangement};
use super::{CaptureRequest, CaptureSource};
use crate::app::pictures::{PanePictures, host};
use crate::window::Window;
use crate::workbench::capture_settings::CaptureKind;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, PaneId, Workbench};

/// Said where nothing has compiled yet.
const NO_PICTURE: &str = "there is no picture to capture";

/// What the settings ask for. Of the window it is what was drawn last.
pub(in crate::app) fn order(
    workbench: &Workbench,
    pictures: &PanePictures,
    window: &Window,
) -> Result<CaptureRequest, String> {
    let capturing = &workbench.capturing;
    let selected = subject(workbench, pictures, workbench.document.selected)?;
    Ok(match capturing.what {
        CaptureKind::Cell => CaptureRequest::Cell(selected, capturing.format()),
        CaptureKind::Comparison => comparison(workbench, pictures)?,
        CaptureKind::Window => {
            let document = &workbench.document;
            let size = screen_size(workbench, pictures);
            let cells = document.visible_cells().into_iter().map(|id| {
                Ok(CaptureSource {
                    view: *document.view(id),
                    size,
                    ..subject(workbench, pictures, id)?
                })
            });
            let cells = cells.collect::<Result<_, String>>()?;
            CaptureRequest::Window(window.request_screenshot()?, cells, document.arrangement)
        }
        CaptureKind::Turntable => {
            let steady = with_fixed_value_range(workbench, selected);
            CaptureRequest::Turntable(steady, capturing.format(), capturing.animation.clone())
        }
    })
}

impl CaptureRequest {
    /// The selected cell's picture for the clipboard, as it is on the screen.
    pub(in crate::app) fn copy(
        workbench: &Workbench,
        pictures: &PanePictures,
    ) -> Result<Self, String> {
        let subject = subject(workbench, pictures, workbench.document.selected)?;
        let size = screen_size(workbench, pictures);
        Ok(Self::Copy(CaptureSource { size, ..subject }))
    }
}

fn subject(
    workbench: &Workbench,
    pictures: &PanePictures,
    id: CellId,
) -> Result<CaptureSource, String> {
    let found = workbench.setup(PaneId::Cell(id)).and_then(|setup| {
        let pipeline = pictures.pipeline(&setup.target)?;
        Some((setup, pipeline.clone()))
    });
    let (setup, pipeline) = found.ok_or(NO_PICTURE)?;
    let cell = workbench.document.cell(id);
    Ok(CaptureSource {
        name: cell.map(|cell| cell.name.clone()).unwrap_or_default(),
        pipeline,
        values: setup.values,
        view: setup.view,
        host: host(workbench),
        size: workbench.capturing.pixels(screen_size(workbench, pictures)),
    })
}

/// Pixels of the selected cell on the screen, or of one that something else stands in the place of.
fn screen_size(workbench: &Workbench, pictures: &PanePictures) -> [u32; 2] {
    let key = PaneId::Cell(workbench.document.selected);
    let size = pictures.size_of(key).filter(|size| !size.contains(&0));
    size.unwrap_or([1024; 2])
}

/// The cells that are seen, as they are arranged; those that blink stand side by side.
fn comparison(workbench: &Workbench, pictures: &PanePictures) -> Result<CaptureRequest, String> {
    let document = &workbench.document;
    let arrangement = document.arrangement;
    let alone = || vec![document.selected];
    let pair = || document.compared().map_or_else(alone, Vec::from);
    let (ids, placing) = match arrangement {
        Arrangement::Enlarged => (alone(), SheetArrangement::Columns(1)),
        Arrangement::Grid => (
            document.cells.iter().map(|cell| cell.id).collect(),
            SheetArrangement::Columns(pictures.columns()),
        ),
        Arrangement::Wipe => (pair(), SheetArrangement::Wiped(workbench.comparing.wipe)),
        Arrangement::Blink => (pair(), SheetArrangement::Columns(2)),
        Arrangement::Difference => {
            let compared = workbench.subtracted().ok_or(NO_PICTURE)?;
            let compared = compared.map_err(|error| error.to_string())?;
            (pair(), SheetArrangement::Subtracted(compared.comparison))
        }
    };
    let cells = ids.into_iter().map(|id| {
        Ok(CaptionedCell {
            subject: subject(workbench, pictures, id)?,
            own_view: *document.view(id),
            name: workbench.name(id),
            words: workbench.differences(id).join("   "),
        })
    });
    Ok(CaptureRequest::Comparison(ComparisonSheet {
        cells: cells.collect::<Result<_, String>>()?,
        placing,
        arrangement,
    }))
}

/// The palette stays where it is now: it would flicker if each frame had a range of its own.
fn with_fixed_value_range(workbench: &Workbench, mut subject: CaptureSource) -> CaptureSource {
    let measured = workbench.measured(PaneId::Cell(workbench.document.selected));
    if let (ValueRange::Auto, Some((low, high))) =
        (subject.view.shading.value_range, measured.value_range)
        && low < high
    {
        subject.view.shading.value_range = ValueRange::Fixed(low.into(), high.into());
    }
    subject
}
