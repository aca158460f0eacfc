//! What the window is told of the folder.

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, CompiledFile, Generator};

use crate::workbench::{Entry, GeneratorRef, Quarantined};

/// The folder's generators and what is wrong.
#[derive(Debug)]
pub(crate) struct FolderStatus {
    pub(crate) entries: Vec<Entry>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What is shown and does not compile as its text is now, so that its picture is older.
    pub(crate) stale: BTreeSet<GeneratorRef>,
    /// What of that is shown does not run until it is edited, or told to.
    pub(crate) aside: Vec<Quarantined>,
    /// Whether all files were looked at since the last change.
    pub(crate) complete: bool,
}

/// The lines of a file in the list; one for the file itself while it is in error.
pub(super) fn entries(file: &CompiledFile) -> Vec<Entry> {
    let error = file.has_error();
    if error && file.generators.is_empty() {
        let address = Address {
            file: file.path.clone(),
            function: file.path.stem().to_owned(),
        };
        return vec![Entry {
            address,
            title: file.path.stem().to_owned(),
            main: true,
            error,
        }];
    }
    let entry = |generator: &Arc<Generator>| Entry {
        address: generator.address.clone(),
        title: generator.name().to_owned(),
        main: generator.main,
        error,
    };
    file.generators.iter().map(entry).collect()
}
