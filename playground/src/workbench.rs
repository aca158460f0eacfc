//! State of the window: document, folder, compiled generators, results of the pictures, layout. Plain data without
//! a window, threads or files; the panels and the application edit it between frames.

pub(crate) mod analysis;
pub(crate) mod camera;
mod caption;
pub(crate) mod capture_settings;
mod cells;
pub(crate) mod changes;
mod chrome;
pub(crate) mod comparison;
mod compiled;
mod diagnostics;
mod dialogs;
pub(crate) mod document;
mod folder;
pub(crate) mod format;
pub(crate) mod history;
pub(crate) mod inside;
mod layout;
mod linked_controls;
mod measurements;
pub(crate) mod messages;
pub(crate) mod mutations;
pub(crate) mod picture_state;
mod presets;
pub(crate) mod profile;
pub(crate) mod randomize;
pub(crate) mod restore;
pub(crate) mod source_edit;
pub(crate) mod sweep;
mod targets;
mod values;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::field::Histogram;
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::gpu::EditCost;
use noise_playground::link::Linked;
use noise_playground::measure::DigitsLeft;
use noise_playground::preset::PresetEdit;
use noise_playground::source::{ModulePath, SourceLocation};

pub(crate) use crate::catalog::{Entry, EntryKind, GeneratorRef, ImportEntry, Quarantined};
use analysis::AnalysisState;
use capture_settings::CaptureSettings;
pub(crate) use cells::CellEdit;
pub(crate) use chrome::Chrome;
use comparison::{ComparisonState, PlacedField};
use compiled::CompiledGenerators;
pub(crate) use dialogs::{Dialog, FolderDialog, NewFile};
pub(crate) use document::{Cell, CellId, Document, View};

pub(crate) use folder::FolderState;
use history::{Change, History};
pub(crate) use layout::{OpenPanels, PanelSizes, WindowLayout};
use measurements::Measurements;
use picture_state::RunProgress;
use restore::PendingRestore;
pub(crate) use source_edit::SourceEdit;

/// Position under the pointer at which a sample is read back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    /// World position.
    pub(crate) world: [f64; 2],
    /// Height of the ground in a three-dimensional view, in world units; `None` in views from above.
    pub(crate) height: Option<f64>,
    /// The pane under the pointer.
    pub(crate) pane: PaneId,
}

/// Time inputs of animated shaders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AnimationClock {
    pub(crate) seconds: f64,
    /// Seconds of animation per second.
    pub(crate) speed: f64,
    /// Seconds of animation between the last two frames.
    pub(crate) delta: f64,
    /// Number of frames since the start, without those while time was paused.
    pub(crate) frame: u32,
    pub(crate) paused: bool,
}

impl Default for AnimationClock {
    fn default() -> Self {
        Self {
            seconds: 0.0,
            speed: 1.0,
            delta: 0.0,
            frame: 0,
            paused: false,
        }
    }
}

/// The graphics adapter, as the status line shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AdapterSummary {
    pub(crate) name: String,
    /// True if the adapter renders on the CPU.
    pub(crate) software: bool,
}

/// Identifies a pane: a rectangle that shows one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PaneId {
    Cell(CellId),
    /// The second cell of the pair minus the reference.
    Difference,
    /// A variant of the sweep, or a mutation of the sheet, by its index, row by row.
    Variant(usize),
    /// The defaults of the selected cell's generator.
    Defaults,
    /// A preset of the selected cell's file by its index.
    Preset(usize),
    /// The field of a cell that the analysis panel measures; it is not drawn.
    Analysis(CellId),
    /// A pinned value inside of the selected cell's generator, by its index.
    Pin(usize),
    /// The number of times that the shown inner value is computed in each sample; it is not drawn.
    Runs,
    /// The shown inner value as it is computed the n-th time in each sample, from 1; it is not drawn.
    Run(u32),
}

/// A pane and its rectangle, laid out by the panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) key: PaneId,
    /// In points, aligned to physical pixels.
    pub(crate) rect: egui::Rect,
    /// The visible rectangle, in points.
    pub(crate) clip: egui::Rect,
}

/// Inputs of one picture.
#[derive(Clone, Debug)]
pub(crate) struct PaneContent {
    pub(crate) target: GeneratorRef,
    pub(crate) generator: Arc<Generator>,
    pub(crate) values: Values,
    pub(crate) view: View,
}

/// Results of one pane, as far as they were read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaneStats {
    /// The loop that exceeded its budget; the pane then shows the previous picture.
    pub(crate) runaway: Option<Diagnostic>,
    /// The value range of the palette.
    pub(crate) value_range: Option<(f32, f32)>,
    /// The value of a constant field, whose `value_range` is chosen around it; `None` for others.
    pub(crate) constant: Option<f32>,
    /// How often values occur, if [`Workbench::needs_histogram`]; of the previous evaluation while a readback is pending.
    pub(crate) histogram: Option<Histogram>,
    /// Number of non-finite samples that were counted for the value range.
    pub(crate) non_finite_count: u32,
    /// Number of rays of a three-dimensional view that reached the step limit.
    pub(crate) gave_up: u32,
    /// Milliseconds that the last complete evaluation took on the GPU, without compiling and shading. `None` until it
    /// is measured.
    pub(crate) evaluate_ms: Option<f64>,
    /// Fraction of the evaluation that is done, 0 to 1; `None` once the picture is complete.
    pub(crate) progress: Option<f32>,
    /// The grid program that is running; `None` without one.
    pub(crate) run: Option<RunProgress>,
    /// The digits that single precision leaves in the view; `None` if they are not measured.
    pub(crate) digits_left: Option<DigitsLeft>,
    /// Why errors of single precision cannot be shown; `None` if they can, or are not requested.
    pub(crate) no_errors: Option<String>,
    /// The generator that the visible pixels show; `None` before there are any.
    pub(crate) pictured: Option<GeneratorRef>,
    /// The sample at the probed position, or at the previous one while the readback is pending. Empty outside of the
    /// picture.
    pub(crate) sample: Option<Vec<f32>>,
    /// All samples, if [`Workbench::needs_samples`]; those of the previous evaluation while a readback is pending.
    pub(crate) samples: Option<Arc<PlacedField>>,
}

/// A generator that compiled, with its linked source text.
#[derive(Clone, Debug)]
pub(crate) struct CompiledGenerator {
    pub(crate) generator: Arc<Generator>,
    pub(crate) linked: Arc<Linked>,
}

/// All state of the window. The types of the fields document who writes them.
pub(crate) struct Workbench {
    pub(crate) document: Document,
    pub(crate) history: History,
    pub(crate) folder: FolderState,
    pub(crate) compiled: CompiledGenerators,
    pub(crate) measurements: Measurements,
    pub(crate) clock: AnimationClock,
    pub(crate) comparison: ComparisonState,
    pub(crate) analysis: AnalysisState,
    /// The cost of the last edit of a text. Written by [`Workbench::set_edit_cost`] and by the
    /// application's pictures.
    pub(crate) edit_cost: Option<(GeneratorRef, EditCost)>,
    pub(crate) inside: inside::InsideState,
    /// The open sweep, which is shown in place of the cells; `None` without one.
    pub(crate) sweep: Option<sweep::Sweep>,
    /// The open sheet of mutations, which is shown in place of the cells; `None` without one.
    pub(crate) mutations: Option<mutations::MutationSheet>,
    pub(crate) randomizer: Randomizer,
    pub(crate) pointer: Pointer,
    pub(crate) camera_tip: camera::CameraTip,
    pub(crate) capture_settings: CaptureSettings,
    /// Dropped captures that wait for the user's choice; `None` without one.
    pub(crate) pending_restore: Option<PendingRestore>,
    pub(crate) chrome: Chrome,
}

/// Settings of randomize and mutate. Written by the controls.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Randomizer {
    /// The group of the control that was edited last: `Some(None)` for one without a group, `None` before the first edit.
    pub(crate) last_edited_group: Option<Option<String>>,
    /// The largest change of a mutation, as a fraction of the slider range.
    pub(crate) mutation: f64,
    /// Number of times that values were randomized: part of the seed, so that each time gives other values.
    randomize_count: u64,
}

/// The pointer over the pictures. Written by the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pointer {
    /// `None` while the pointer is not over a picture.
    pub(crate) probe: Option<Probe>,
    /// World position of the pointer when it last was over a picture.
    pub(crate) mouse: [f64; 2],
    /// World position that the pointer holds while it moves the camera; `None` without a drag.
    pub(crate) held: Option<[f64; 3]>,
}

/// A user request that the application carries out after the frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Open a source location in the author's editor.
    Open(SourceLocation),
    /// Open a generator's file in the author's editor, at the function.
    OpenGenerator(Address),
    /// Show a file in the system's file manager.
    Reveal(ModulePath),
    /// Copy the path of a file to the clipboard.
    CopyPath(ModulePath),
    /// Open another folder in this window; `None` for the built-in shaders.
    OpenFolder(Option<PathBuf>),
    /// List the folders beside and inside of a typed path, for the folder dialog.
    ListFolders(String),
    /// Create a shader file from a template, and show it.
    NewFile(NewFile),
    /// Change the preset file of a generator.
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    /// Change the text of a shader file.
    EditSource(SourceEdit),
    /// Capture with the present settings.
    Capture,
    /// Write the page of the selected cell's analysis beside the captures.
    SaveAnalysis,
    /// Cancel the running capture.
    CancelCapture,
    /// Copy the selected cell's picture to the clipboard.
    CopyPicture,
    /// Show the folder of captures in the system's file manager.
    OpenCaptures,
    /// Read capture files to restore their cells.
    Restore(Vec<PathBuf>),
    /// Run the generators of a quarantined file.
    RunAnyway(ModulePath),
}

impl PaneId {
    /// Returns true for fields that are only read back, once all pictures are complete.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Analysis(_) | Self::Runs | Self::Run(_))
    }

    /// Returns true for the thumbnails of presets and of the defaults.
    pub(crate) fn is_preset(self) -> bool {
        matches!(self, Self::Defaults | Self::Preset(_))
    }

    /// Returns true for thumbnails, which show time 0 and may be updated later than the cells.
    pub(crate) fn is_thumbnail(self) -> bool {
        match self {
            Self::Cell(_) | Self::Difference => false,
            Self::Defaults
            | Self::Preset(_)
            | Self::Variant(_)
            | Self::Analysis(_)
            | Self::Pin(_)
            | Self::Runs
            | Self::Run(_) => true,
        }
    }
}

impl Workbench {
    /// Returns a workbench with one empty cell. `folder` is the folder as the user named it.
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
            comparison: ComparisonState::default(),
            analysis: AnalysisState::default(),
            edit_cost: None,
            inside: inside::InsideState::default(),
            sweep: None,
            mutations: None,
            randomizer: Randomizer {
                last_edited_group: None,
                mutation: 0.1,
                randomize_count: 0,
            },
            pointer: Pointer::default(),
            camera_tip: camera::CameraTip::new(),
            capture_settings: CaptureSettings::default(),
            pending_restore: None,
            chrome: Chrome::new(WindowLayout::default()),
        }
    }

    /// Returns the results of a pane.
    pub(crate) fn pane_stats(&self, pane: PaneId) -> &PaneStats {
        self.measurements.of(pane)
    }

    /// Shows a notice for a while instead of the previous one, and adds it to the message log.
    pub(crate) fn notify(&mut self, text: String) {
        self.chrome.notify(text);
    }

    /// Advances the time of animated shaders.
    pub(crate) fn advance(&mut self, since_last: Duration) {
        self.clock.delta = self.clock.speed * since_last.as_secs_f64().min(MAX_TIME_STEP);
        if self.is_animated() {
            self.clock.seconds += self.clock.delta;
            self.clock.frame = self.clock.frame.wrapping_add(1);
        }
    }

    /// Returns true if a cell shows an animated generator and time is not paused.
    pub(crate) fn is_animated(&self) -> bool {
        let is_animated = |compiled: &CompiledGenerator| {
            let generator = &compiled.generator;
            generator.uniform.is_animated() || generator.domain == Domain::VolumeTime
        };
        !self.clock.paused
            && self
                .document
                .cells
                .iter()
                .filter_map(|cell| self.compiled.shown(cell))
                .any(|(_, compiled)| is_animated(compiled))
    }

    /// Commits the edits since the last call as a step of the history. To be called only between drags and text edits.
    /// `now` is the time of egui's clock, in seconds.
    pub(crate) fn commit(&mut self, now: f64) {
        self.update();
        let Self {
            document,
            history,
            compiled,
            ..
        } = self;
        let generator = |cell: &Cell| {
            let (_, compiled) = compiled.shown(cell)?;
            Some(compiled.generator.as_ref())
        };
        if history.commit(document, now, generator) {
            self.chrome.dismiss_notice();
        }
    }

    /// Undoes the last step, or redoes the step that was undone last if `redo` is set.
    pub(crate) fn undo(&mut self, redo: bool) {
        let (done, nothing) = match redo {
            true => ("redone", "nothing to redo"),
            false => ("undone", "nothing to undo"),
        };
        let notice = match self.move_in_history(redo) {
            Some(change) => format!("{done}: {change}"),
            None => nothing.to_owned(),
        };
        self.notify(notice);
    }

    /// Undoes or redoes one step; the edit of a file is requested of the application. Returns the change of the step.
    fn move_in_history(&mut self, redo: bool) -> Option<Change> {
        let change = match redo {
            true => self.history.redo(&mut self.document),
            false => self.history.undo(&mut self.document),
        }?;
        if let Change::WriteDefault(written) = &change {
            let edit = written.repeated(redo);
            self.chrome.requested.push(Action::EditSource(edit));
        }
        Some(change)
    }

    /// Undoes or redoes steps until `count` of them are applied.
    pub(crate) fn go_to_step(&mut self, count: usize) {
        while self.history.steps().1 > count && self.move_in_history(false).is_some() {}
        while self.history.steps().1 < count && self.move_in_history(true).is_some() {}
    }
}

/// Longest advance of time in one frame at normal speed, in seconds: after a pause, animations resume where they stopped.
const MAX_TIME_STEP: f64 = 0.1;
