//! Source text of pinned cells.

use noise_playground::generator::Address;
use noise_playground::link::Linked;
use noise_playground::source::{ModulePath, SourceTree};
use serde::{Deserialize, Serialize};

/// A generator with the source text of all files that it needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GeneratorSnapshot {
    pub(crate) address: Address,
    /// Paths and texts of the files, the generator's own first.
    pub(crate) texts: Vec<(ModulePath, String)>,
}

impl GeneratorSnapshot {
    /// Returns the snapshot of a generator as it was linked.
    pub(crate) fn new(address: &Address, linked: &Linked) -> Self {
        let sources = linked.sources.iter();
        Self {
            address: address.clone(),
            texts: sources
                .map(|source| (source.path.clone(), source.text.clone()))
                .collect(),
        }
    }

    /// Returns the files as a folder.
    pub(crate) fn tree(&self) -> SourceTree {
        let texts = self.texts.iter();
        SourceTree::from_iter(texts.map(|(path, text)| (path.as_str(), text.as_str())))
    }
}
