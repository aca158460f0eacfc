//! A cell of the comparison: generator, values, view.

use std::collections::BTreeMap;
use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::generator::Address;
use noise_playground::source::ModulePath;
use serde::{Deserialize, Serialize};

use super::View;
use crate::workbench::snapshot::GeneratorSnapshot;

/// Identifies a cell within its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

/// Maximum number of characters in a name.
pub(crate) const LONGEST_NAME: usize = 120;

/// One entry of the comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) id: CellId,
    /// The name that the user gave the cell; empty for the generator's title.
    #[serde(default)]
    pub(crate) name: String,
    /// What the cell shows; `None` until the folder's first generator is known.
    pub(crate) target: Option<GeneratorRef>,
    /// True until the view is reset to that of a newly chosen generator.
    #[serde(default, rename = "fresh")]
    pub(crate) resets_view: bool,
    /// The values set by the user, for each generator that the cell has shown.
    #[serde(default)]
    pub(crate) values: BTreeMap<Address, Values>,
    /// The cell's own view; `None` if it is linked to the shared view.
    #[serde(default, rename = "own_look")]
    pub(crate) own_view: Option<View>,
}

/// Refers to a generator, with the source text to use.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GeneratorRef {
    /// Follows the file as it changes.
    Live(Address),
    /// Pinned to a source text.
    Pinned(Arc<GeneratorSnapshot>),
}

impl GeneratorRef {
    /// Returns the generator's address in its folder.
    pub(crate) fn address(&self) -> &Address {
        match self {
            Self::Live(address) => address,
            Self::Pinned(version) => &version.address,
        }
    }

    /// Returns the file that is followed; `None` if pinned.
    pub(crate) fn live_file(&self) -> Option<&ModulePath> {
        match self {
            Self::Live(address) => Some(&address.file),
            Self::Pinned(_) => None,
        }
    }
}

impl Cell {
    /// Returns true if the cell shows a fixed text instead of its file.
    pub(crate) fn is_pinned(&self) -> bool {
        matches!(self.target, Some(GeneratorRef::Pinned(_)))
    }

    /// Returns a cell without a generator.
    pub(in crate::workbench) fn empty(id: CellId) -> Self {
        Self {
            id,
            name: String::new(),
            target: None,
            resets_view: false,
            values: BTreeMap::new(),
            own_view: None,
        }
    }
}
