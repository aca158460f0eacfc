//! State of the window: plain data without a window, threads or files. Panels and application edit it between frames.

mod action;
pub(crate) mod analysis;
pub(crate) mod camera;
pub(crate) mod caption;
pub(crate) mod capture_settings;
mod cell_edit;
mod cells;
pub(crate) mod changes;
mod chrome;
mod clock;
pub(crate) mod comparison;
mod compiled;
pub(crate) mod derived;
mod diagnostics;
mod dialogs;
pub(crate) mod dock;
pub(crate) mod document;
mod folder;
pub(crate) mod format;
pub(crate) mod framing;
pub(crate) mod generator_list;
pub(crate) mod history;
pub(crate) mod inside;
mod layout;
mod linked_controls;
mod measurements;
pub(crate) mod messages;
pub(crate) mod mutations;
mod navigation;
mod pane;
pub(crate) mod panels;
mod pending_preset;
pub(crate) mod picture_state;
pub(crate) mod placed_field;
mod pointer;
pub(crate) mod preferences;
mod presets;
pub(crate) mod profile;
pub(crate) mod randomize;
pub(crate) mod restore;
mod result_of;
pub(crate) mod saves;
mod sensitivity;
pub(crate) mod source_edit;
mod steps;
pub(crate) mod sweep;
mod targets;
pub(crate) mod trace;
mod values;
mod view;

use std::ops::Deref;
use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::gpu::EditCost;
use noise_playground::source::link::Linked;

pub(crate) use crate::catalog::{Entry, EntryKind, GeneratorRef, ImportEntry, Quarantined};
pub(crate) use action::Action;
use analysis::AnalysisState;
use capture_settings::CaptureSettings;
pub(crate) use cell_edit::CellEdit;
pub(crate) use chrome::{Chrome, Notice, NoticeAction};
pub(crate) use clock::AnimationClock;
use comparison::ComparisonState;
use compiled::CompiledGenerators;
use derived::Revised;
pub(crate) use diagnostics::ERROR_DELAY;
pub(crate) use dialogs::{Dialog, FolderDialog, FolderListing, NewFile, TypedFolder};
pub(crate) use document::{Cell, CellId, Document, View, ViewMut};
pub(crate) use folder::{FolderState, FolderStatus};
use history::{Change, History};
pub(crate) use layout::WindowLayout;
use measurements::Measurements;
use navigation::Navigation;
pub(crate) use pane::{Pane, PaneContent, PaneId, PaneStats};
pub(crate) use panels::{CommandGroup, Panel, Zone};
use pending_preset::PendingPreset;
pub(crate) use pointer::{Pointer, Probe};
use preferences::Hint;
use randomize::Randomizer;
use restore::{PendingRestore, RestoredCell};
pub(crate) use result_of::ResultOf;
use saves::Saves;
pub(crate) use source_edit::SourceEdit;
use steps::Steps;

/// The adapter as the status line shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AdapterSummary {
    pub(crate) name: String,
    /// True if the adapter runs on the CPU.
    pub(crate) software: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct CompiledGenerator {
    pub(crate) generator: Arc<Generator>,
    pub(crate) linked: Arc<Linked>,
}

/// Every panel may read the state; only methods of the workbench and of its parts edit it.
pub(crate) struct Workbench(State);

#[derive(Default)]
pub(crate) struct State {
    pub(crate) document: Document,
    pub(crate) history: History,
    steps: Steps,
    pub(crate) navigation: Navigation,
    pub(crate) saves: Saves,
    pub(crate) folder: FolderState,
    pub(crate) compiled: CompiledGenerators,
    pub(crate) measurements: Measurements,
    pub(crate) clock: AnimationClock,
    pub(crate) comparison: ComparisonState,
    pub(crate) analysis: AnalysisState,
    /// Cost before and after the last edit. Written by [`Workbench::set_edit_cost`] and by the application.
    pub(crate) edit_cost: Option<ResultOf<EditCost>>,
    pub(crate) inside: inside::InsideState,
    pub(crate) trace: trace::TraceState,
    /// `sweep` and `mutations` are shown in place of the cells.
    pub(crate) sweep: Option<sweep::Sweep>,
    pub(crate) mutations: Option<mutations::MutationSheet>,
    pub(crate) randomizer: Randomizer,
    pub(crate) pointer: Pointer,
    pub(crate) camera_tip: camera::CameraTip,
    pub(crate) framings: framing::Framings,
    pub(crate) capture_settings: CaptureSettings,
    /// Dropped captures, while a dialog asks the user what to do with them.
    pub(crate) pending_restore: Option<PendingRestore>,
    /// Data files that were opened, for the list of generators.
    pub(crate) data_files: Revised<Vec<RestoredCell>>,
    /// At most one for each cell.
    pending_presets: Vec<PendingPreset>,
    pub(crate) chrome: Chrome,
    derived: DerivedState,
}

impl Deref for Workbench {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

/// Tests set up states that would take many steps.
#[cfg(test)]
impl std::ops::DerefMut for Workbench {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

/// What follows from the rest of the workbench, kept until that changes.
#[derive(Debug, Default)]
struct DerivedState {
    list: generator_list::DerivedList,
    drawable_files: generator_list::DerivedCounts,
    diagnostics: diagnostics::DerivedDiagnostics,
    diff: changes::DerivedDiff,
    presets: presets::DerivedPresets,
    variants: sweep::DerivedVariants,
    field_sources: folder::DerivedSources,
}

impl Workbench {
    /// One empty cell; `folder` is the path as the user named it.
    pub(crate) fn new(folder: String) -> Self {
        let folder = FolderState { name: folder, ..FolderState::default() };
        Self(State { folder, ..State::default() })
    }

    pub(crate) fn document_mut(&mut self) -> &mut Document {
        &mut self.0.document
    }

    pub(crate) fn chrome_mut(&mut self) -> &mut Chrome {
        &mut self.0.chrome
    }

    pub(crate) fn clock_mut(&mut self) -> &mut AnimationClock {
        &mut self.0.clock
    }

    pub(crate) fn capture_settings_mut(&mut self) -> &mut CaptureSettings {
        &mut self.0.capture_settings
    }

    pub(crate) fn pointer_mut(&mut self) -> &mut Pointer {
        &mut self.0.pointer
    }

    pub(crate) fn randomizer_mut(&mut self) -> &mut Randomizer {
        &mut self.0.randomizer
    }

    /// Asks the user what to do with dropped captures.
    pub(crate) fn offer_restore(&mut self, pending: PendingRestore) {
        self.list_data_file(&pending);
        self.0.pending_restore = Some(pending);
    }

    pub(crate) fn measurements_mut(&mut self) -> &mut Measurements {
        &mut self.0.measurements
    }

    /// Returns empty measurements if there are none.
    pub(crate) fn pane_stats(&self, pane: PaneId) -> &PaneStats {
        self.measurements.of(pane)
    }

    pub(crate) fn notify(&mut self, text: String) {
        self.0.chrome.notify(text);
    }

    /// Adds edits since the last call as one step, only between drags and text edits. `now` is egui's time in seconds.
    pub(crate) fn commit(&mut self, now: f64) {
        self.update();
        self.continue_waiting_steps(now);
        self.commit_navigation(now);
        let undone = self.undone_presets();
        let State { document, history, compiled, .. } = &mut self.0;
        let generator = |cell: &Cell| {
            let (_, compiled) = compiled.shown(cell)?;
            Some(compiled.generator.as_ref())
        };
        if history.commit(document, now, generator) {
            self.0.chrome.dismiss_notice();
            if matches!(self.history.last_change(), Some(Change::Values(_))) {
                self.0.chrome.finish_hint(Hint::Drag);
            }
            self.forget_replaced_presets(&undone);
        }
    }
}
