//! Taps of the selected cell's generator. One can be shown in place of the result, others can be pinned. The run of a
//! tap is the number of times that a sample has computed it so far, for example in a loop.

use std::collections::BTreeMap;
use std::sync::Arc;

use noise_playground::generator::{Address, Tap, TapAddress, TapName, TapSelection};
use noise_playground::source::ModulePath;
use noise_playground::view::shading::{Palette, ValueRange, ViewMode};

use super::{CellId, GeneratorRef, PaneContent, PaneId, Panel, View, Workbench};

/// Maximum number of pinned values of a generator.
pub(crate) const MAX_PINS: usize = 8;

/// Maximum number of runs with pictures.
pub(crate) const MAX_RUNS: u32 = 16;

/// Samples of the field of each run.
pub(crate) const RUN_SIZE: [u32; 2] = [72, 48];

#[derive(Debug, Default)]
pub(crate) struct InsideState {
    /// File that the user has selected; `None` for that of the selected tap.
    pub(crate) file: Option<ModulePath>,
    /// Line, from 1, to which the drawer scrolls in its next frame.
    pub(crate) reveal: Option<usize>,
    /// In the order in which they were pinned, of all generators.
    pub(crate) pins: Vec<GeneratorRef>,
    /// Until the taps are known: those whose taps are to be pinned, and the last one.
    cursors: Vec<PendingCursor>,
    /// Answer to the editor; `None` until it is known, and once it was taken.
    followed: Option<Result<(), String>>,
}

#[derive(Debug)]
struct PendingCursor {
    cell: CellId,
    cursor: Cursor,
    /// True if the tap is to be pinned, too.
    pins: bool,
}

/// Cursor of the user's editor, in a file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) file: ModulePath,
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1; `None` if it is not known.
    pub(crate) column: Option<usize>,
}

impl Workbench {
    /// Returns the answer to the editor once: why the tap at the cursor is not shown, if it is not; `None` until known.
    pub(crate) fn take_followed(&mut self) -> Option<Result<(), String>> {
        self.0.inside.followed.take()
    }

    pub(crate) fn reveal_function(&mut self, function: &Address) {
        let line = self.shown().and_then(|shown| shown.line_of(function));
        self.0.inside.reveal = line;
        self.0.inside.file = Some(function.file.clone());
    }

    /// Returns a line once, to scroll to.
    pub(crate) fn take_revealed(&mut self) -> Option<usize> {
        self.0.inside.reveal.take()
    }

    /// Shows a pinned tap, in the notation of `--stage`, with the file that computes it.
    pub(crate) fn show_pinned(&mut self, stage: String) {
        self.0.inside.file = None;
        self.show_stage(Some(stage));
    }

    /// `index` is that among all pins.
    pub(crate) fn unpin(&mut self, index: usize) {
        self.0.inside.pins.remove(index);
    }

    /// Scrolls to the generator when the panel opens.
    pub(super) fn reveal_generator(&mut self) {
        let own = self.shown().filter(|_| self.chrome.is_open(Panel::INSIDE));
        if let Some(line) = own.and_then(|shown| shown.line_of(shown.address()))
            && !self.has_stage()
        {
            self.0.inside.reveal = Some(line);
        }
    }

    /// Returns `None` until the taps are known.
    pub(crate) fn all_taps(&self) -> Option<Arc<[Tap]>> {
        let target = self.document.selected().build_target()?;
        let compiled = self.compiled.tapped(&target)?;
        compiled.generator.tap()?.all.clone()
    }

    pub(crate) fn stage(&self) -> Option<&TapSelection> {
        self.stage_of(self.document.selected)
    }

    /// Returns the shown tap of a cell; `None` for the result, and until the tap's pipeline is built.
    pub(crate) fn stage_of(&self, id: CellId) -> Option<&TapSelection> {
        let target = self.document.cell(id)?.build_target()?;
        if target.stage().is_none() || self.compiled.is_stage_missing(&target) {
            return None;
        }
        self.compiled.get(&target)?.generator.tap()
    }

    /// Returns true if a tap is selected, whether or not it has compiled.
    pub(crate) fn has_stage(&self) -> bool {
        let target = self.document.selected().target.as_ref();
        target.is_some_and(|target| target.stage().is_some())
    }

    /// A tap with values of both signs has, unless the user chose others, a diverging palette whose center is 0.
    pub(super) fn with_signed_palette(&self, id: CellId, mut view: View) -> View {
        let has_stage = self.document.cell(id).is_some_and(|cell| cell.stage().is_some());
        let shading = &mut view.shading;
        let range = self.pane_stats(PaneId::Cell(id)).value_range;
        if let Some((low, high)) = range.filter(|(low, high)| *low < 0.0 && *high > 0.0)
            && has_stage
            && shading.palette.is_none()
            && shading.value_range == ValueRange::Auto
        {
            let most = f64::from(high.max(-low));
            shading.palette = Some(Palette::Vik);
            shading.value_range = ValueRange::Fixed(-most, most);
        }
        view
    }

    /// Returns true if the pipeline for the tap's group is built, or if the reference names no tap.
    pub(super) fn has_group(&self, target: &GeneratorRef) -> bool {
        let compiled = self.compiled.get(target);
        let tap = compiled.and_then(|compiled| compiled.generator.tap());
        tap.is_none_or(|tap| self.compiled.get(&target.tapped(tap.group)).is_some())
    }

    /// Returns what the shown tap of the selected cell still waits for; `None` once the picture shows it.
    pub(crate) fn stage_work(&self) -> Option<&'static str> {
        self.work_on(self.document.selected).filter(|_| self.has_stage())
    }

    /// Shows the tap with this index in [`Self::all_taps`].
    pub(crate) fn show_tap(&mut self, index: usize) {
        let taps = self.all_taps().unwrap_or_default();
        if let (Some(tap), Some(own)) = (taps.get(index), self.selected_address()) {
            self.0.inside.file = None;
            self.show_stage(Some(address_of(&own, &taps, tap).to_string()));
        }
    }

    /// Selects the n-th run, from 1, or the last for `None`.
    pub(crate) fn show_run(&mut self, run: Option<u32>) {
        if let Some(stage) = self.stage_with_run(run) {
            self.show_stage(Some(stage));
        }
    }

    fn stage_with_run(&self, run: Option<u32>) -> Option<String> {
        let stage = self.document.selected().target.as_ref()?.stage()?;
        let address: TapAddress = stage.parse().ok()?;
        Some(TapAddress { run, ..address }.to_string())
    }

    /// Returns the maximum number of runs over all samples; `None` until it is read back.
    pub(crate) fn run_count(&self) -> Option<u32> {
        let samples = self.pane_stats(PaneId::Runs).samples.as_ref()?;
        let runs = samples.field.samples.iter().copied();
        let most = runs.filter(|runs| runs.is_finite()).fold(0.0, f32::max);
        Some(most as u32)
    }

    /// Returns the number of pictured runs, at most [`MAX_RUNS`]; 0 for a tap that each sample computes only once.
    pub(crate) fn shown_runs(&self) -> u32 {
        match self.run_count() {
            Some(count) if count > 1 => count.min(MAX_RUNS),
            _ => 0,
        }
    }

    pub(crate) fn toggle_stage_pin(&mut self) {
        let target = self.document.selected().build_target();
        let Some(target) = target.filter(|target| target.stage().is_some()) else {
            return;
        };
        let pinned = self.inside.pins.iter().position(|pin| *pin == target);
        if let Some(at) = pinned {
            self.unpin(at);
        } else if self.pins().len() < MAX_PINS {
            self.0.inside.pins.push(target);
        } else {
            self.notify(format!("at most {MAX_PINS} values of a generator are pinned"));
        }
    }

    pub(crate) fn is_stage_pinned(&self) -> bool {
        let target = self.document.selected().build_target();
        target.is_some_and(|target| self.inside.pins.contains(&target))
    }

    /// Returns the pins of the selected generator, with their indices among all pins.
    pub(crate) fn pins(&self) -> Vec<(usize, &GeneratorRef)> {
        let own = self.selected_address();
        let pins = self.inside.pins.iter().enumerate();
        pins.filter(|(_, pin)| Some(pin.address()) == own.as_ref()).collect()
    }

    /// Moves the shown tap to a copy of the selected cell, which shows its result again.
    pub(crate) fn stage_as_cell(&mut self) {
        let target = self.document.selected().target.as_ref();
        let Some(stage) = target.and_then(|target| target.stage()).map(str::to_owned) else {
            return;
        };
        if self.document.is_full() {
            return self.notify("no further cell fits".to_owned());
        }
        self.show_stage(None);
        self.0.document.duplicate(self.document.selected);
        self.show_stage(Some(stage));
    }

    /// Shows the tap at the cursor, in a cell whose generator uses the file, preferably the selected one, and pins it
    /// if `pins`. [`Self::take_followed`] returns the answer once the taps are known.
    pub(crate) fn look_at(&mut self, cursor: Cursor, pins: bool) {
        let selected = self.document.selected;
        let cells = self.document.cells.iter().map(|cell| cell.id);
        let uses_file = |id: &CellId| {
            let shown = self.shown_in(*id);
            shown.is_some_and(|(_, compiled)| compiled.generator.source(&cursor.file).is_some())
        };
        let mut cells = std::iter::once(selected).chain(cells);
        let Some(cell) = cells.find(uses_file) else {
            self.0.inside.followed = Some(Err(format!("no cell shows {}", cursor.file)));
            return;
        };
        self.0.document.select(cell);
        self.0.chrome.set_open(Panel::INSIDE, true);
        self.0.inside.cursors.retain(|pending| pending.pins);
        self.0.inside.cursors.push(PendingCursor { cell, cursor, pins });
        self.0.inside.followed = None;
        self.follow_cursor();
    }

    /// Shows the tap at the requested cursor, once the taps are known.
    pub(super) fn follow_cursor(&mut self) {
        let selected = self.document.selected;
        let count = self.inside.cursors.len();
        self.0.inside.cursors.retain(|pending| pending.cell == selected);
        if self.inside.cursors.len() < count {
            self.0.inside.followed = Some(Err("another cell was selected".to_owned()));
        }
        if self.inside.cursors.is_empty() || self.all_taps().is_none() || self.shown().is_none() {
            return;
        }
        for pending in std::mem::take(&mut self.0.inside.cursors) {
            self.0.inside.followed = Some(self.follow(pending));
        }
    }

    fn follow(&mut self, pending: PendingCursor) -> Result<(), String> {
        let PendingCursor { cell, cursor: Cursor { file, line, column }, pins } = pending;
        let taps = self.all_taps().unwrap_or_default();
        let shown = self.shown();
        let index = shown.and_then(|shown| shown.tap_at(&taps, &file, line, column));
        if let Some(index) = index {
            self.show_tap(index);
            self.0.navigation.follows_cursor = true;
            if pins && !self.is_stage_pinned() {
                self.toggle_stage_pin();
            }
        }
        let found = index.map(drop);
        let found =
            found.ok_or_else(|| format!("{} computes no value at {file}:{line}", self.name(cell)));
        self.0.inside.file = Some(file);
        self.0.inside.reveal = Some(line);
        found
    }

    /// Returns references to pinned taps and each run of the selected one.
    pub(super) fn inside_targets(&self) -> Vec<GeneratorRef> {
        if !self.shows(Panel::INSIDE) {
            return Vec::new();
        }
        let pins = self.pins().into_iter().map(|(_, pin)| pin.clone());
        let runs = (1..=self.shown_runs()).filter_map(|run| self.run_target(run));
        pins.chain(runs).collect()
    }

    fn run_target(&self, run: u32) -> Option<GeneratorRef> {
        let target = self.document.selected().build_target()?;
        let stage = self.stage_with_run(Some(run))?;
        Some(target.with_stage(Some(stage)))
    }

    /// Returns `None` if the tap of the pane does not exist or has not compiled.
    pub(super) fn inside_content(&self, pane: PaneId) -> Option<PaneContent> {
        let target = match pane {
            PaneId::Pin(index) => self.inside.pins.get(index)?.clone(),
            PaneId::Run(run) => self.run_target(run)?,
            _ => self.document.selected().build_target()?,
        };
        if self.compiled.is_stage_missing(&target) {
            return None;
        }
        let generator = Arc::clone(&self.compiled.get(&target)?.generator);
        let mut content = self.pane_content(PaneId::Cell(self.document.selected))?;
        content.generator = match pane {
            PaneId::Runs => Arc::new(generator.with_tap_runs()),
            _ => generator,
        };
        content.target = target;
        let shading = &mut content.view.shading;
        shading.value_range = ValueRange::Auto;
        if !matches!(pane, PaneId::Pin(_)) {
            // Only the samples are used, so the shading must not need a measured value range.
            shading.mode = ViewMode::Texture;
            shading.value_range = ValueRange::Fixed(0.0, 1.0);
        }
        content.generator.tap()?;
        Some(content)
    }
}

/// Returns the pins of a session that refer to taps, at most [`MAX_PINS`] of a generator.
pub(crate) fn sanitized_pins(pins: Vec<GeneratorRef>) -> Vec<GeneratorRef> {
    let mut counts: BTreeMap<Address, usize> = BTreeMap::new();
    let mut is_kept = |pin: &GeneratorRef| {
        let count = counts.entry(pin.address().clone()).or_default();
        *count += 1;
        *count <= MAX_PINS
    };
    let values = pins.into_iter().filter(|pin| pin.stage().is_some() && !pin.is_tapped());
    values.filter(|pin| is_kept(pin)).collect()
}

/// Returns the name or, if later taps have the same name, the line.
fn address_of(own: &Address, taps: &[Tap], tap: &Tap) -> TapAddress {
    let mut same =
        taps.iter().filter(|other| (&other.function, &other.name) == (&tap.function, &tap.name));
    let is_last = same.next_back() == Some(tap);
    let mut on_line =
        taps.iter().filter(|other| other.function == tap.function && other.line() == tap.line());
    let is_last_on_line = on_line.next_back() == Some(tap);
    let file = (tap.function.file != own.file).then(|| tap.function.file.clone());
    let is_named = is_last || !is_last_on_line || tap.line() == 0;
    TapAddress {
        file,
        function: (is_named && tap.function != *own).then(|| tap.function.function.clone()),
        value: if is_named { TapName::Name(tap.name.clone()) } else { TapName::Line(tap.line()) },
        run: None,
    }
}
