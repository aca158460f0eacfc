//! The lines for a search text, found again when the text or what they offer changes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::Ui;
use noise_playground::generator::Generator;

use super::item::Item;
use super::items::{items, matching};
use super::{taps, typed};
use crate::ui::commands::COMMANDS;
use crate::workbench::derived::{ByAddress, Revision};
use crate::workbench::{Document, Workbench};

pub(super) struct Lines {
    inputs: Inputs,
    items: Mutex<Vec<Item>>,
}

#[derive(PartialEq)]
struct Inputs {
    text: String,
    /// Revisions of the generators, importable functions and presets.
    folder: [Revision; 3],
    document: Document,
    generator: Option<ByAddress<Generator>>,
    /// For each command, whether it is available.
    commands: Vec<bool>,
}

impl Lines {
    /// Lists first the lines that set a value typed after a name. `last` are the lines of the last frame.
    pub(super) fn new(
        ui: &Ui,
        workbench: &Workbench,
        text: &str,
        last: Option<Arc<Self>>,
    ) -> Arc<Self> {
        let inputs = Inputs::new(workbench, text);
        if let Some(last) = last.filter(|last| last.inputs == inputs) {
            return last;
        }
        let mut all = items(workbench);
        all.extend(typed::names(workbench));
        all.extend(taps::items(ui, workbench));
        let mut lines = typed::items(workbench, text);
        lines.extend(matching(all, text, &workbench.chrome.recent_lines));
        let items = Mutex::new(lines);
        Arc::new(Self { inputs, items })
    }

    pub(super) fn items(&self) -> MutexGuard<'_, Vec<Item>> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inputs {
    fn new(workbench: &Workbench, text: &str) -> Self {
        let folder = &workbench.folder;
        let commands = COMMANDS.iter();
        Self {
            text: text.to_owned(),
            folder: [
                folder.entries.revision(),
                folder.imports.revision(),
                folder.presets.revision(),
            ],
            document: workbench.document.clone(),
            generator: workbench.shown().cloned().map(ByAddress),
            commands: commands.map(|command| command.is_available(workbench)).collect(),
        }
    }
}
