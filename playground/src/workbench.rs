//! What the window shows and a person changes: plain state, no window, no threads, no files.

pub(crate) mod capture_settings;
mod cells;
pub(crate) mod changes;
mod chrome;
pub(crate) mod comparison;
mod compiled;
mod diagnostics;
pub(crate) mod document;
mod folder;
pub(crate) mod format;
pub(crate) mod history;
mod layout;
mod linked_controls;
mod measurements;
pub(crate) mod messages;
mod presets;
pub(crate) mod profile;
pub(crate) mod randomize;
pub(crate) mod restore;
pub(crate) mod snapshot;
pub(crate) mod sweep;
mod values;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::link::Linked;
use noise_playground::preset::PresetEdit;
use noise_playground::source::{ModulePath, SourceLocation};

use capture_settings::CaptureSettings;
pub(crate) use cells::STARTER_GENERATOR;
pub(crate) use chrome::Chrome;
use comparison::{ComparisonState, PlacedField};
use compiled::CompiledGenerators;
pub(crate) use document::{Cell, CellId, Document, GeneratorRef, View};
pub(crate) use folder::FolderState;
use history::History;
pub(crate) use layout::{OpenPanels, PanelSizes, WindowLayout};
use measurements::Measurements;
use restore::PendingRestore;

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
    pub(crate) pane: PaneId,
}

/// Time for shaders that ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AnimationClock {
    pub(crate) seconds: f64,
    /// Seconds that the last picture moved it by.
    pub(crate) delta: f64,
    /// Pictures that moved it.
    pub(crate) frame: u32,
    pub(crate) paused: bool,
}

/// The machine that draws, for the status line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AdapterSummary {
    pub(crate) name: String,
    /// Drawn by the processor: slow, and worth saying.
    pub(crate) software: bool,
}

/// A picture in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneId {
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
    pub(crate) key: PaneId,
    /// In points, on whole physical pixels.
    pub(crate) rect: egui::Rect,
    /// The part of it that is to be seen.
    pub(crate) clip: egui::Rect,
}

/// What a picture is made from.
#[derive(Clone, Debug)]
pub(crate) struct PaneContent {
    pub(crate) target: GeneratorRef,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) look: View,
}

/// What is known of a picture, once it has been read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaneStats {
    /// The loop that kept the picture from being made; what is seen is the one before.
    pub(crate) runaway: Option<Diagnostic>,
    /// The values at the palette's ends.
    pub(crate) value_range: Option<(f32, f32)>,
    /// How many of the picture's values are NaN or infinite, as far as they were looked at.
    pub(crate) non_finite_count: u32,
    /// What the last evaluation took.
    pub(crate) evaluate_ms: Option<f64>,
    /// How much of its evaluation is done, 0 to 1, while a coarse picture is seen.
    pub(crate) progress: Option<f32>,
    /// The raw result at the probed place; till it is known, at the one before.
    pub(crate) sample: Option<Vec<f32>>,
    /// All samples, where they are wanted; till new ones are here, those before.
    pub(crate) samples: Option<Arc<PlacedField>>,
}

/// A generator that compiled, newest text.
#[derive(Clone, Debug)]
pub(crate) struct CompiledGenerator {
    pub(crate) generator: Arc<Generator>,
    pub(crate) linked: Arc<Linked>,
}

/// All state of the window, in parts that say who writes them.
pub(crate) struct Workbench {
    /// Written by its own methods only.
    pub(crate) document: Document,
    pub(crate) history: History,
    pub(crate) folder: FolderState,
    pub(crate) compiled: CompiledGenerators,
    pub(crate) measurements: Measurements,
    pub(crate) clock: AnimationClock,
    pub(crate) comparing: ComparisonState,
    /// The sweep that takes the space of the cells.
    pub(crate) sweep: Option<sweep::Sweep>,
    pub(crate) randomizer: Randomizer,
    pub(crate) pointer: Pointer,
    pub(crate) capturing: CaptureSettings,
    /// Captures that the user has to decide about.
    pub(crate) dropped: Option<PendingRestore>,
    pub(crate) chrome: Chrome,
}

/// How values are randomized. Written by the controls.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Randomizer {
    /// The group of the control that was edited last; `Some(None)` for one without a group.
    pub(crate) last_edited_group: Option<Option<String>>,
    /// The largest change of a mutation, as a fraction of the slider range.
    pub(crate) mutation: f64,
    /// The number of times that values were randomized, so that each time gives others.
    randomize_count: u64,
}

/// The pointer over the pictures. Written by the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointer {
    pub(crate) probe: Option<Probe>,
    /// World position of the pointer when it last was over a picture.
    pub(crate) mouse: [f64; 2],
}

/// A file whose generators do not run, since one of them was running when something went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quarantined {
    pub(crate) file: ModulePath,
    /// What it was doing: `was running when …`.
    pub(crate) why: String,
}

/// What a person asked for that the panels cannot do themselves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Open a place in the author's editor.
    Open(SourceLocation),
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

impl PaneId {
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
        let document = Document::default();
        Self {
            history: History::new(document.clone()),
            document,
            folder: FolderState {
                name: folder,
                ..FolderState::default()
            },
            compiled: CompiledGenerators::default(),
            measurements: Measurements::default(),
            clock: AnimationClock::default(),
            comparing: ComparisonState::default(),
            sweep: None,
            randomizer: Randomizer {
                last_edited_group: None,
                mutation: 0.1,
                randomize_count: 0,
            },
            pointer: Pointer::default(),
            capturing: CaptureSettings::default(),
            dropped: None,
            chrome: Chrome::new(WindowLayout::default()),
        }
    }

    /// Returns the measurements of a pane.
    pub(crate) fn measured(&self, pane: PaneId) -> &PaneStats {
        self.measurements.of(pane)
    }

    /// Shows a notice for a while, instead of the one before.
    pub(crate) fn say(&mut self, text: String) {
        self.chrome.say(text);
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
        let asks = |running: &CompiledGenerator| {
            let generator = &running.generator;
            generator.uniform.is_animated() || generator.domain == Domain::VolumeTime
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
        history.commit(document, now, generator);
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
