//! The name of a cell, and why its picture does not show its generator and values yet.

use noise_playground::generator::Address;
use noise_playground::gpu::measure::DigitsLeft;
use noise_playground::source::ModulePath;

use super::{Cell, CellId, FolderState, GeneratorRef, PaneId, Workbench};

/// Grid program for which a picture is waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunProgress {
    /// Recorded passes, and all.
    pub(crate) passes: [usize; 2],
    /// A canceled program waits; it resumes when this becomes false.
    pub(crate) is_canceled: bool,
}

/// Why a picture does not show the current generator and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureDelay {
    /// Generator or tap has no pipeline yet.
    Compiling,
    /// The source text is rejected, it lacks the tap, it is quarantined, or it has a runaway loop.
    Failed,
    /// Rounding errors cannot be computed.
    NoErrors,
    /// The first picture, or the new difference, is not complete yet.
    Evaluating,
    /// A grid program is running.
    Running(RunProgress),
}

/// Why a shader file has no generator to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingGenerator {
    Deleted,
    LeftOut,
    /// No function in the file is a generator.
    NotInFile,
}

impl MissingGenerator {
    /// What follows the name of the file in a sentence.
    pub(crate) fn predicate(self) -> &'static str {
        match self {
            Self::Deleted => "is deleted",
            Self::LeftOut => "is a link that leads outside of the folder",
            Self::NotInFile => "has nothing to draw yet",
        }
    }
}

/// Returns the symbol of the derivative by a control, or by a component of one.
pub(crate) fn by_control(control: &str) -> String {
    format!("\u{2202}/\u{2202}{control}")
}

impl Workbench {
    /// Returns true while the legend is expanded.
    pub(crate) fn needs_histogram(&self, pane: PaneId) -> bool {
        self.chrome.legend.is_some_and(|cell| pane == PaneId::Cell(cell))
    }

    /// Returns `None` until the digits are measured.
    pub(crate) fn digits_left(&self, cell: CellId) -> Option<&DigitsLeft> {
        self.result_for(cell, self.pane_stats(PaneId::Cell(cell)).digits_left.as_ref())
    }

    /// Returns the name by the user, or else the title with its tap or derivative, even before compilation.
    pub(crate) fn name(&self, id: CellId) -> String {
        let Some(cell) = self.document.cell(id) else {
            return String::new();
        };
        if !cell.name.is_empty() {
            return cell.name.clone();
        }
        let Some(target) = &cell.target else {
            return String::new();
        };
        let title = self.title(cell, target);
        match (target.stage(), target.sensitivity()) {
            (Some(stage), _) => format!("{title} \u{b7} {stage}"),
            (None, Some(control)) => format!("{title} \u{b7} {}", by_control(control)),
            (None, None) => title,
        }
    }

    /// Returns the title even before compilation.
    fn title(&self, cell: &Cell, target: &GeneratorRef) -> String {
        if let Some((shown, compiled)) = self.compiled.shown(cell)
            && shown.address() == target.address()
        {
            return compiled.generator.name().to_owned();
        }
        let address = target.address();
        let mut entries = self.folder.entries.iter();
        let entry = entries.find(|entry| entry.address == *address);
        let title = entry.map(|entry| entry.title.clone());
        title.unwrap_or_else(|| address.file.stem().to_owned())
    }

    pub(crate) fn selected_address(&self) -> Option<Address> {
        let target = self.document.selected().target.as_ref()?;
        Some(target.address().clone())
    }

    /// Returns `None` if the picture is current, or if the cell has no generator.
    pub(crate) fn picture_delay(&self, id: CellId) -> Option<PictureDelay> {
        let target = self.document.cell(id)?.build_target()?;
        if self.is_rejected(id) {
            return Some(PictureDelay::Failed);
        }
        if self.compiled.get(&target).is_none() {
            return Some(PictureDelay::Compiling);
        }
        if self.compiled.is_stage_missing(&target) {
            return Some(PictureDelay::Failed);
        }
        if !self.has_group(&target) {
            return Some(PictureDelay::Compiling);
        }
        let stats = self.pane_stats(PaneId::Cell(id));
        let is_other = stats.pictured.as_ref().is_some_and(|shown| *shown != target);
        if stats.no_errors.is_some() {
            return Some(PictureDelay::NoErrors);
        }
        // A difference is shown once both pictures are complete.
        let is_awaited = self.is_subtracted(PaneId::Cell(id)) && stats.progress.is_some();
        match stats.run {
            Some(run) => Some(PictureDelay::Running(run)),
            None if stats.runaway.is_some() && is_other => Some(PictureDelay::Failed),
            None => (is_other || is_awaited).then_some(PictureDelay::Evaluating),
        }
    }

    /// Returns true if the cell's generator does not compile, and never did while it was shown.
    pub(crate) fn is_rejected(&self, id: CellId) -> bool {
        let target = self.document.cell(id).and_then(Cell::build_target);
        let is_missing = |target: &GeneratorRef| self.compiled.get(target).is_none();
        let target = target.filter(|target| self.folder.is_scan_complete && is_missing(target));
        target.is_some_and(|target| self.folder.is_stale(&target))
    }

    /// Returns what a picture that will follow its generator waits for.
    pub(crate) fn work_on(&self, id: CellId) -> Option<&'static str> {
        match self.picture_delay(id)? {
            PictureDelay::Compiling => Some("compiling\u{2026}"),
            PictureDelay::Evaluating | PictureDelay::Running(_) => Some("evaluating\u{2026}"),
            PictureDelay::Failed | PictureDelay::NoErrors => None,
        }
    }

    /// Returns true if the visible pixels are those of another generator or, in a difference, of outdated cells.
    pub(crate) fn shows_other_picture(&self, id: CellId) -> bool {
        if self.is_subtracted(PaneId::Cell(id)) && self.picture_delay(id).is_some() {
            return true;
        }
        let cell = self.document.cell(id);
        let target = cell.and_then(|cell| cell.target.as_ref());
        self.pictures_other(PaneId::Cell(id), target)
    }

    /// Returns true if the visible pixels are those of another generator.
    pub(crate) fn is_outdated_thumbnail(&self, pane: PaneId) -> bool {
        let target = self.pane_content(pane).map(|content| content.target);
        self.pictures_other(pane, target.as_ref())
    }

    /// Returns the name of the generator whose picture the cell still shows in place of its own.
    pub(crate) fn last_picture(&self, id: CellId) -> Option<String> {
        let own = self.document.cell(id)?.target.as_ref()?;
        let (shown, compiled) = self.shown_in(id)?;
        (shown.address() != own.address()).then(|| compiled.generator.name().to_owned())
    }

    fn pictures_other(&self, pane: PaneId, target: Option<&GeneratorRef>) -> bool {
        let pictured = self.pane_stats(pane).pictured.as_ref();
        let address = |target: &GeneratorRef| target.address().clone();
        pictured.is_some() && pictured.map(address) != target.map(address)
    }

    pub(crate) fn set_run_canceled(&mut self, id: CellId, is_canceled: bool) {
        let stats = self.0.measurements.get_mut(PaneId::Cell(id));
        if let Some(run) = stats.and_then(|stats| stats.run.as_mut()) {
            run.is_canceled = is_canceled;
        }
    }

    /// Returns the file of the selected cell if that has no picture because of an error in it.
    pub(crate) fn broken_file(&self) -> Option<&ModulePath> {
        let id = self.document.selected;
        let file = self.document.cell(id)?.target.as_ref()?.live_file()?;
        (self.is_rejected(id) && self.missing_generator(id).is_none()).then_some(file)
    }

    /// Returns `None` if the cell has a generator. No diagnostic reports this.
    pub(crate) fn missing_generator(&self, id: CellId) -> Option<(&ModulePath, MissingGenerator)> {
        let cell = self.document.cell(id)?;
        let file = cell.target.as_ref()?.live_file()?;
        let FolderState { files, is_scan_complete, .. } = &self.folder;
        let is_missing = *is_scan_complete && self.folder.is_stale(&cell.build_target()?);
        if !is_missing || self.folder.has_generator(file) {
            return None;
        }
        Some((
            file,
            if files.contains(file) {
                MissingGenerator::NotInFile
            } else if self.folder.leaves_out(file) {
                MissingGenerator::LeftOut
            } else {
                MissingGenerator::Deleted
            },
        ))
    }
}
