//! What the window shows and a person changes: plain state, no window, no threads, no files.

pub(crate) mod capturing;
mod cells;
pub(crate) mod chance;
pub(crate) mod changes;
pub(crate) mod comparing;
mod compiled;
pub(crate) mod document;
pub(crate) mod history;
mod layout;
mod locked;
pub(crate) mod messages;
mod notice;
mod presets;
pub(crate) mod profile;
pub(crate) mod restored;
pub(crate) mod sweep;
mod trouble;
mod values;
pub(crate) mod version;
pub(crate) mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::link::Linked;
use noise_playground::preset::{Preset, PresetEdit};
use noise_playground::source::{ModulePath, Place};

use capturing::Capturing;
pub(crate) use cells::INVITING;
use comparing::{Comparing, Samples};
use compiled::CompiledGenerators;
pub(crate) use document::{Cell, CellId, Document, Look, Target};
use history::History;
pub(crate) use layout::{Extents, Layout, Panels};
use messages::Messages;
use notice::Notice;
use restored::Dropped;

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
    pub(crate) compiled: CompiledGenerators,
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
    /// What takes back the last change of a preset file.
    pub(crate) preset_undo: Option<(Arc<Generator>, PresetEdit)>,
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
    /// What was said so far.
    pub(crate) messages: Messages,
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
            compiled: CompiledGenerators::default(),
            stale: BTreeSet::new(),
            aside: Vec::new(),
            measured: BTreeMap::new(),
            clock: Clock::default(),
            folder_diagnostics: Vec::new(),
            diagnostics: Vec::new(),
            sweep: None,
            presets: BTreeMap::new(),
            preset_undo: None,
            touched: None,
            mutation: 0.1,
            throws: 0,
            probe: None,
            mouse: [0.0, 0.0],
            adapter: AdapterLine::default(),
            notice: None,
            messages: Messages::default(),
            panels: layout.panels,
            extents: layout.extents,
            window_size: layout.size,
            capturing: Capturing::default(),
            dropped: None,
            dark: layout.dark,
            flash_until: None,
        }
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
                .document
                .cells
                .iter()
                .filter_map(|cell| self.compiled.shown(cell))
                .any(|(_, running)| asks(running))
    }

    /// Notes what a person has done since the last frame, when no drag is under way.
    pub(crate) fn settle(&mut self, now: f64) {
        self.update();
        let Self {
            document,
            history,
            compiled,
            ..
        } = self;
        let generator = |cell: &Cell| {
            let (_, running) = compiled.shown(cell)?;
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
        let said = label.map_or_else(|| nothing.to_owned(), |change| format!("{what}: {change}"));
        self.say(said);
    }

    /// Takes steps back, or does them again, until so many are in force.
    pub(crate) fn go_to(&mut self, position: usize) {
        let Self {
            document, history, ..
        } = self;
        while history.steps().1 > position && history.undo(document).is_some() {}
        while history.steps().1 < position && history.redo(document).is_some() {}
    }
}

/// A picture that was long away goes on where it stood, not seconds later.
const LONGEST_STEP: f64 = 0.1;
