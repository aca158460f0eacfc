//! What the window shows and a person changes: plain state, no window, no threads, no files.

pub(crate) mod capturing;
pub(crate) mod chance;
pub(crate) mod changes;
pub(crate) mod comparing;
pub(crate) mod document;
pub(crate) mod history;
mod notice;
mod presets;
pub(crate) mod profile;
pub(crate) mod restored;
pub(crate) mod sweep;
pub(crate) mod version;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::control::{Control, Values};
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::link::Linked;
use noise_playground::preset::{Preset, PresetEdit};
use noise_playground::source::{ModulePath, Place};
use noise_playground::view::ValueRange;
use serde::{Deserialize, Serialize};

use capturing::Capturing;
use comparing::{Comparing, Samples};
use document::Arrangement;
pub(crate) use document::{Cell, CellId, Document, Look, Target};
use history::{History, differences};
use notice::Notice;
use restored::Dropped;
use version::Version;

/// A line of the generator list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: Address,
    /// Shown in the list: the file's title for a main generator, else the function's name.
    pub(crate) title: String,
    pub(crate) main: bool,
    /// Whether its file, or one that it imports, is in error.
    pub(crate) error: bool,
}

/// What lies under the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    pub(crate) world: [f64; 2],
    /// The picture that the mouse is in.
    pub(crate) pane: PaneKey,
}

/// Time for shaders that ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub(crate) seconds: f64,
    /// Seconds that the last picture moved it by.
    pub(crate) delta: f64,
    /// Pictures that moved it.
    pub(crate) frame: u32,
    pub(crate) paused: bool,
}

/// How the window is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Layout {
    /// The window's width and height, in points.
    pub(crate) size: [f32; 2],
    pub(crate) panels: Panels,
    /// Widths of the lists on the left and on the right, and height of the drawer, in points.
    pub(crate) extents: Extents,
    /// Whether the window is light on dark.
    pub(crate) dark: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            size: [1280.0, 800.0],
            panels: Panels::default(),
            extents: Extents::default(),
            dark: true,
        }
    }
}

/// How large the panels are, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Extents {
    /// Width of the generators on the left.
    pub(crate) generators: f32,
    /// Width of the controls on the right.
    pub(crate) controls: f32,
    /// Height of the drawer below.
    pub(crate) drawer: f32,
}

impl Default for Extents {
    fn default() -> Self {
        Self {
            generators: 220.0,
            controls: 300.0,
            drawer: 168.0,
        }
    }
}

/// Which parts of the window are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Panels {
    pub(crate) generators: bool,
    pub(crate) controls: bool,
    /// The drawer of diagnostics.
    #[serde(skip)]
    pub(crate) diagnostics: bool,
    #[serde(skip)]
    pub(crate) keys: bool,
    /// The list of all commands.
    #[serde(skip)]
    pub(crate) palette: bool,
    /// The list of what was done.
    #[serde(skip)]
    pub(crate) history: bool,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            generators: true,
            controls: true,
            diagnostics: false,
            keys: false,
            history: false,
            palette: false,
        }
    }
}

/// The machine that draws, for the status line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AdapterLine {
    pub(crate) name: String,
    /// Drawn by the processor: slow, and worth saying.
    pub(crate) software: bool,
}

/// A picture in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneKey {
    /// A cell's.
    Cell(CellId),
    /// The second of the pair less the first.
    Difference,
    /// One of a sweep's pictures, row by row.
    Variant(usize),
    /// A preset of what the selected cell shows, by its position in the file.
    Preset(usize),
}

/// Where a picture is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) key: PaneKey,
    /// In points, on whole physical pixels.
    pub(crate) rect: egui::Rect,
    /// The part of it that is to be seen.
    pub(crate) clip: egui::Rect,
}

/// What a picture is made from.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) target: Target,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) look: Look,
}

/// What is known of a picture, once it has been read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Measured {
    /// The loop that kept the picture from being made; what is seen is the one before.
    pub(crate) runaway: Option<Diagnostic>,
    /// The values at the palette's ends.
    pub(crate) value_range: Option<(f32, f32)>,
    /// How many of the picture's values are NaN or infinite, as far as they were looked at.
    pub(crate) not_finite: u32,
    /// What the last evaluation took.
    pub(crate) evaluate_ms: Option<f64>,
    /// How much of its evaluation is done, 0 to 1, while a coarse picture is seen.
    pub(crate) progress: Option<f32>,
    /// The raw result at the probed place; till it is known, at the one before.
    pub(crate) sample: Option<Vec<f32>>,
    /// All samples, where they are wanted; till new ones are here, those before.
    pub(crate) samples: Option<Arc<Samples>>,
}

/// A generator that compiled, newest text.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) generator: Arc<Generator>,
    pub(crate) linked: Arc<Linked>,
}

/// All that the panels read and write.
pub(crate) struct Workbench {
    /// The folder as the person named it.
    pub(crate) folder: String,
    /// All generators of the folder, in the order of their files.
    pub(crate) entries: Vec<Entry>,
    /// Whether all files have been looked at since the last change.
    pub(crate) looked_through: bool,
    /// Words in the filter above the list.
    pub(crate) filter: String,
    pub(crate) document: Document,
    pub(crate) comparing: Comparing,
    pub(crate) history: History,
    /// What has compiled.
    pub(crate) running: BTreeMap<Target, Running>,
    /// What each cell shows: its target, or the one before as long as that has not compiled.
    showing: BTreeMap<CellId, Target>,
    /// Targets whose text does not compile, so that their pictures are older.
    pub(crate) stale: BTreeSet<Target>,
    /// What does not run until it is edited, or told to.
    pub(crate) aside: Vec<Aside>,
    pub(crate) measured: BTreeMap<PaneKey, Measured>,
    pub(crate) clock: Clock,
    /// Errors and warnings of the folder, in the order of their places.
    folder_diagnostics: Vec<Diagnostic>,
    /// The same; then runaway loops.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Controls that go through their values in place of the cells.
    pub(crate) sweep: Option<sweep::Sweep>,
    /// The presets beside the shaders that are shown.
    pub(crate) presets: BTreeMap<ModulePath, Vec<Preset>>,
    /// The group of the control that was changed last.
    pub(crate) touched: Option<Option<String>>,
    /// The part of a slider that a mutation moves by.
    pub(crate) mutation: f64,
    /// How often values were thrown.
    throws: u64,
    pub(crate) probe: Option<Probe>,
    /// World position of the mouse when it last was in a picture.
    pub(crate) mouse: [f64; 2],
    pub(crate) adapter: AdapterLine,
    pub(crate) notice: Option<Notice>,
    pub(crate) panels: Panels,
    pub(crate) extents: Extents,
    /// The window's width and height, in points.
    pub(crate) window_size: [f32; 2],
    pub(crate) capturing: Capturing,
    /// Captures that a person has to say something about.
    pub(crate) dropped: Option<Dropped>,
    /// Whether the window is light on dark.
    pub(crate) dark: bool,
    /// How long the thin line that marks a reload is to be seen.
    pub(crate) flash_until: Option<Instant>,
}

/// A file whose generators do not run, since one of them was running when something went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aside {
    pub(crate) file: ModulePath,
    /// What it was doing: `was running when …`.
    pub(crate) why: String,
}

/// What a person asked for that the panels cannot do themselves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Open a place in the author's editor.
    Open(Place),
    /// Change the preset file of a generator.
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    /// Save what the capture settings say.
    Capture,
    /// End the capture under way.
    EndCapture,
    /// Put the selected cell's picture on the clipboard.
    CopyPicture,
    /// Show the folder of captures in the system's own window.
    OpenCaptures,
    /// Read captures, to show them again.
    Restore(Vec<PathBuf>),
    /// Run the generators of a file that is set aside.
    RunAgain(ModulePath),
}

impl PaneKey {
    /// Whether it is one of many small ones: of time that stands still, and in no hurry.
    pub(crate) fn is_thumbnail(self) -> bool {
        match self {
            Self::Cell(_) | Self::Difference => false,
            Self::Preset(_) | Self::Variant(_) => true,
        }
    }
}

impl Workbench {
    /// A workbench on a folder of which nothing is known yet.
    pub(crate) fn new(folder: String) -> Self {
        let (document, layout) = (Document::default(), Layout::default());
        Self {
            folder,
            entries: Vec::new(),
            looked_through: false,
            filter: String::new(),
            history: History::new(document.clone()),
            document,
            comparing: Comparing::default(),
            running: BTreeMap::new(),
            showing: BTreeMap::new(),
            stale: BTreeSet::new(),
            aside: Vec::new(),
            measured: BTreeMap::new(),
            clock: Clock::default(),
            folder_diagnostics: Vec::new(),
            diagnostics: Vec::new(),
            sweep: None,
            presets: BTreeMap::new(),
            touched: None,
            mutation: 0.1,
            throws: 0,
            probe: None,
            mouse: [0.0, 0.0],
            adapter: AdapterLine::default(),
            notice: None,
            panels: layout.panels,
            extents: layout.extents,
            window_size: layout.size,
            capturing: Capturing::default(),
            dropped: None,
            dark: layout.dark,
            flash_until: None,
        }
    }

    /// What has to be compiled for the cells, the selected one's first.
    pub(crate) fn targets(&self) -> Vec<Target> {
        let document = &self.document;
        let cells = std::iter::once(document.selected()).chain(&document.cells);
        let mut targets: Vec<Target> = Vec::new();
        for target in cells.filter_map(|cell| cell.target.as_ref()) {
            if !targets.contains(target) {
                targets.push(target.clone());
            }
        }
        targets
    }

    /// Cells that show nothing yet show this.
    pub(crate) fn choose(&mut self, address: &Address) {
        for cell in &mut self.document.cells {
            if cell.target.is_none() {
                cell.target = Some(Target::Live(address.clone()));
                cell.fresh = true;
            }
        }
        self.history.absorb(&self.document);
    }

    /// Shows a generator of the folder in the selected cell.
    pub(crate) fn show(&mut self, address: Address) {
        let cell = self.document.selected_mut();
        let target = Target::Live(address);
        if cell.target.as_ref() != Some(&target) {
            cell.target = Some(target);
            cell.fresh = true;
            self.follow();
        }
    }

    /// Puts a copy of a cell behind it and selects it, where there is room for one more.
    pub(crate) fn duplicate(&mut self, id: CellId) {
        self.document.duplicate(id);
        self.follow();
    }

    /// How the window is laid out now.
    pub(crate) fn layout(&self) -> Layout {
        Layout {
            size: self.window_size,
            panels: self.panels,
            extents: self.extents,
            dark: self.dark,
        }
    }

    /// Goes on from what was kept.
    pub(crate) fn restore(&mut self, document: Document, layout: Layout) {
        self.document = document;
        (self.panels, self.extents) = (layout.panels, layout.extents);
        (self.window_size, self.dark) = (layout.size, layout.dark);
        self.history = History::new(self.document.clone());
        self.follow();
    }

    /// Lets cells that show nothing yet, and whose file is not there, show the folder's first generator.
    pub(crate) fn replace_missing(&mut self) {
        let Some(first) = self.entries.first().map(|entry| entry.address.clone()) else {
            return;
        };
        let mut missing = Vec::new();
        for cell in &mut self.document.cells {
            let Some(Target::Live(address)) = &cell.target else {
                continue;
            };
            let is_there = self
                .entries
                .iter()
                .any(|entry| entry.address.file == address.file);
            if !is_there && !self.showing.contains_key(&cell.id) {
                missing.push(address.to_string());
                cell.target = Some(Target::Live(first.clone()));
                cell.fresh = true;
            }
        }
        if let Some(address) = missing.first() {
            self.say(format!("{address} is not there any more"));
            self.history.absorb(&self.document);
        }
    }

    /// Takes over what compiled.
    pub(crate) fn adopt(&mut self, target: Target, running: Running) {
        self.running.insert(target, running);
        self.follow();
        self.history.absorb_looks(&self.document);
    }

    /// Lets each cell show its target, if that has compiled. A generator that a person has just chosen is seen as
    /// its file asks, unless other cells are seen alike.
    fn follow(&mut self) {
        let ids: Vec<CellId> = self.document.cells.iter().map(|cell| cell.id).collect();
        self.showing.retain(|id, _| ids.contains(id));
        for cell in ids {
            let target = self
                .document
                .cell(cell)
                .and_then(|cell| cell.target.clone());
            let Some((target, running)) = target
                .and_then(|target| self.running.get(&target).map(|running| (target, running)))
            else {
                continue;
            };
            let generator = Arc::clone(&running.generator);
            let before = self.showing.insert(cell, target.clone());
            if before.is_none_or(|before| before.address() != target.address()) {
                self.measured.remove(&PaneKey::Cell(cell));
            }
            self.look_as_asked(cell, &generator);
        }
        let needed: BTreeSet<&Target> = self.showing.values().collect();
        let wanted = self.targets();
        self.running
            .retain(|target, _| needed.contains(target) || wanted.contains(target));
    }

    fn look_as_asked(&mut self, cell: CellId, generator: &Generator) {
        let document = &mut self.document;
        let is_alone = document.cells.len() == 1;
        let Some(cell) = document.cell_mut(cell).filter(|cell| cell.fresh) else {
            return;
        };
        cell.fresh = false;
        let (id, is_linked) = (cell.id, cell.own_look.is_none());
        if is_alone || !is_linked {
            let look = document.look_mut(id);
            look.reset(generator);
            look.view.value_range = ValueRange::Auto;
        }
    }

    /// What a cell shows, and its generator.
    pub(crate) fn shown_in(&self, cell: CellId) -> Option<(&Target, &Running)> {
        self.running.get_key_value(self.showing.get(&cell)?)
    }

    /// The selected cell's generator: the last that compiled.
    pub(crate) fn shown(&self) -> Option<&Arc<Generator>> {
        let (_, running) = self.shown_in(self.document.selected)?;
        Some(&running.generator)
    }

    /// Whether a cell's picture is older than its text, or was kept from a runaway loop.
    pub(crate) fn is_behind(&self, cell: CellId) -> bool {
        let target = self
            .document
            .cell(cell)
            .and_then(|cell| cell.target.as_ref());
        let is_stale = target.is_some_and(|target| self.stale.contains(target));
        is_stale || self.measured(PaneKey::Cell(cell)).runaway.is_some()
    }

    /// What a cell is called: the person's name for it, else its generator's.
    pub(crate) fn name(&self, id: CellId) -> String {
        let own = self.document.cell(id).map(|cell| cell.name.clone());
        let own = own.filter(|name| !name.is_empty());
        let generator = self.shown_in(id).map(|(_, running)| &running.generator);
        own.or_else(|| Some(generator?.name().to_owned()))
            .unwrap_or_default()
    }

    /// How the selected cell is seen.
    pub(crate) fn look(&self) -> &Look {
        self.document.look(self.document.selected)
    }

    /// The same, to change it.
    pub(crate) fn look_mut(&mut self) -> &mut Look {
        self.document.look_mut(self.document.selected)
    }

    /// What people set on the selected cell's generator.
    pub(crate) fn values_mut(&mut self) -> Option<&mut Values> {
        let address = self.shown()?.address.clone();
        Some(
            self.document
                .selected_mut()
                .values
                .entry(address)
                .or_default(),
        )
    }

    /// What a picture is to be made from.
    pub(crate) fn setup(&self, pane: PaneKey) -> Option<Setup> {
        let id = match pane {
            PaneKey::Cell(id) => id,
            PaneKey::Difference => return None,
            PaneKey::Preset(index) => return self.preset_setup(index),
            PaneKey::Variant(index) => return self.variant_setup(index),
        };
        let (target, running) = self.shown_in(id)?;
        let generator = Arc::clone(&running.generator);
        let cell = self.document.cell(id)?;
        Some(Setup {
            target: target.clone(),
            values: cell
                .values
                .get(&generator.address)
                .cloned()
                .unwrap_or_default(),
            look: self.alike(id, self.document.seen_look(id)),
            generator,
        })
    }

    /// What is known of a picture.
    pub(crate) fn measured(&self, pane: PaneKey) -> &Measured {
        const NOTHING: &Measured = &Measured {
            runaway: None,
            value_range: None,
            not_finite: 0,
            evaluate_ms: None,
            progress: None,
            sample: None,
            samples: None,
        };
        self.measured.get(&pane).unwrap_or(NOTHING)
    }

    /// Lets time go on for shaders that ask for it.
    pub(crate) fn advance(&mut self, since_last: Duration) {
        self.clock.delta = since_last.as_secs_f64().min(LONGEST_STEP);
        if self.is_moving() {
            self.clock.seconds += self.clock.delta;
            self.clock.frame = self.clock.frame.wrapping_add(1);
        }
    }

    /// Whether some cell's picture changes by itself.
    pub(crate) fn is_moving(&self) -> bool {
        let asks = |running: &Running| {
            let generator = &running.generator;
            generator.uniform.moves() || generator.domain == Domain::VolumeTime
        };
        !self.clock.paused
            && self
                .showing
                .values()
                .any(|target| self.running.get(target).is_some_and(asks))
    }

    /// Has a control move in all cells, or in one only. Those that are locked have the selected cell's value.
    pub(crate) fn set_locked(&mut self, name: String, locked: bool) {
        if locked {
            self.document.locked.insert(name.clone());
            self.spread(&[name]);
        } else {
            self.document.locked.remove(&name);
        }
    }

    /// Sets the controls that are locked across cells to what the selected cell has, where that changed.
    pub(crate) fn spread_locked(&mut self, before: &Values) {
        let Some(setup) = self.setup(PaneKey::Cell(self.document.selected)) else {
            return;
        };
        let changed = setup.generator.controls.iter().filter(|control| {
            let is_locked = self.document.locked.contains(&control.name);
            is_locked && setup.values.get(control) != before.get(control)
        });
        let names: Vec<String> = changed.map(|control| control.name.clone()).collect();
        self.spread(&names);
    }

    /// Sets controls in all cells to what the selected cell has, where there are such of the same type.
    fn spread(&mut self, names: &[String]) {
        let Some(setup) = self.setup(PaneKey::Cell(self.document.selected)) else {
            return;
        };
        let spread = |control: &&Control| names.contains(&control.name);
        for control in setup.generator.controls.iter().filter(spread) {
            let value = setup.values.get(control);
            for index in 0..self.document.cells.len() {
                let Some((_, running)) = self.shown_in(self.document.cells[index].id) else {
                    continue;
                };
                let same = |other: &Control| other.name == control.name && other.ty == control.ty;
                if running.generator.controls.iter().any(same) {
                    let address = running.generator.address.clone();
                    let values = self.document.cells[index].values.entry(address);
                    values.or_default().set(control, value.clone());
                }
            }
        }
    }

    /// In what a cell differs from the first one, in words.
    pub(crate) fn differences(&self, cell: CellId) -> Vec<String> {
        let first = self.document.cells[0].id;
        let (one, other) = (
            self.setup(PaneKey::Cell(first)),
            self.setup(PaneKey::Cell(cell)),
        );
        let Some((one, other)) = one.zip(other).filter(|_| cell != first) else {
            return Vec::new();
        };
        let mut words = Vec::new();
        if one.generator.address != other.generator.address {
            words.push(other.generator.address.to_string());
        } else if one.target != other.target {
            words.push("other text".to_owned());
        }
        words.extend(differences(
            &other.generator.controls,
            &one.values,
            &other.values,
        ));
        words
    }

    /// Keeps the text that a cell shows, or lets it follow the folder again.
    pub(crate) fn set_pinned(&mut self, cell: CellId, pinned: bool) {
        let Some((target, running)) = self.shown_in(cell) else {
            return;
        };
        let address = target.address().clone();
        let (target, running) = if pinned {
            let version = Version::new(&address, &running.linked);
            (Target::Pinned(Arc::new(version)), Some(running.clone()))
        } else {
            (Target::Live(address), None)
        };
        if let Some(cell) = self.document.cell_mut(cell) {
            cell.target = Some(target.clone());
        }
        // It need not be compiled to be known, only to be drawn.
        if let Some(running) = running {
            self.running.insert(target, running);
        }
        self.follow();
    }

    /// Notes what a person has done since the last frame, when no drag is under way.
    pub(crate) fn settle(&mut self, now: f64) {
        let Self {
            document,
            history,
            running,
            showing,
            ..
        } = self;
        let generator = |cell: &Cell| {
            let running = running.get(showing.get(&cell.id)?)?;
            Some(running.generator.as_ref())
        };
        history.settle(document, now, generator);
    }

    /// Takes back the last step, or does again what was taken back.
    pub(crate) fn undo(&mut self, again: bool) {
        let Self {
            document, history, ..
        } = self;
        let (label, what, nothing) = if again {
            (history.redo(document), "redone", "nothing to redo")
        } else {
            (history.undo(document), "undone", "nothing to undo")
        };
        let said = label.map_or_else(|| nothing.to_owned(), |label| format!("{what}: {label}"));
        self.say(said);
        self.follow();
    }

    /// Takes steps back, or does them again, until so many are in force.
    pub(crate) fn go_to(&mut self, position: usize) {
        let Self {
            document, history, ..
        } = self;
        while history.steps().1 > position && history.undo(document).is_some() {}
        while history.steps().1 < position && history.redo(document).is_some() {}
        self.follow();
    }

    /// The file's own view of the selected cell.
    pub(crate) fn reset_view(&mut self) {
        if let Some(generator) = self.shown().cloned() {
            let placing = self.document.placing(self.document.selected);
            self.document.look_mut(placing).reset(&generator);
        }
    }

    /// Has several cells arranged in a way, or beside each other if they are so already.
    pub(crate) fn toggle(&mut self, wanted: Arrangement) {
        let document = &mut self.document;
        document.arrangement = if document.arrangement == wanted || document.cells.len() == 1 {
            Arrangement::Grid
        } else {
            wanted
        };
    }

    /// Lists what is wrong with the folder.
    pub(crate) fn list(&mut self, diagnostics: Vec<Diagnostic>) {
        self.folder_diagnostics = diagnostics;
        self.list_all();
    }

    /// Takes in whether a picture's last evaluation came to its end.
    pub(crate) fn judge(&mut self, pane: PaneKey, runaway: Option<Diagnostic>) {
        let measured = self.measured.entry(pane).or_default();
        if measured.runaway != runaway {
            measured.runaway = runaway;
            self.list_all();
        }
    }

    /// Forgets pictures that are not drawn any more.
    pub(crate) fn forget_all_but(&mut self, drawn: impl Fn(PaneKey) -> bool) {
        let count = self.measured.len();
        self.measured.retain(|key, _| drawn(*key));
        if self.measured.len() != count {
            self.list_all();
        }
    }

    /// The drawer opens on an error and leaves with the last one.
    fn list_all(&mut self) {
        let mut all = self.folder_diagnostics.clone();
        for runaway in self
            .measured
            .values()
            .filter_map(|measured| measured.runaway.as_ref())
        {
            if !all.contains(runaway) {
                all.push(runaway.clone());
            }
        }
        let has_error = |list: &[Diagnostic]| list.iter().any(Diagnostic::is_error);
        let before = std::mem::replace(&mut self.diagnostics, all);
        if has_error(&before) != has_error(&self.diagnostics) {
            self.panels.diagnostics = has_error(&self.diagnostics);
        }
    }
}

/// A picture that was long away goes on where it stood, not seconds later.
const LONGEST_STEP: f64 = 0.1;
