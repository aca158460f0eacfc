//! A cell: what it shows, and what people set on that.

use std::collections::BTreeMap;
use std::sync::Arc;

use noise_playground::control::Values;
use noise_playground::generator::Address;
use noise_playground::source::ModulePath;
use serde::{Deserialize, Serialize};

use super::View;
use crate::workbench::snapshot::GeneratorSnapshot;

/// A cell's identity, for as long as the document lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

/// The most characters of a name.
pub(crate) const LONGEST_NAME: usize = 120;

/// One picture of the comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) id: CellId,
    /// What a person calls it; empty for its generator's title.
    #[serde(default)]
    pub(crate) name: String,
    /// What it shows; nothing before the folder's first generator is known.
    pub(crate) target: Option<GeneratorRef>,
    /// Whether it is still to be seen as its generator's file asks: that was just chosen.
    #[serde(default, rename = "fresh")]
    pub(crate) resets_view: bool,
    /// What people set, for each generator that it has shown.
    #[serde(default)]
    pub(crate) values: BTreeMap<Address, Values>,
    /// Its own look, where it is not linked to the others'.
    #[serde(default, rename = "own_look")]
    pub(crate) own_view: Option<View>,
}

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GeneratorRef {
    /// A generator of the folder, as its text is now.
    Live(Address),
    /// A generator with the text it once had.
    Pinned(Arc<GeneratorSnapshot>),
}

impl GeneratorRef {
    /// The generator's name in its folder.
    pub(crate) fn address(&self) -> &Address {
        match self {
            Self::Live(address) => address,
            Self::Pinned(version) => &version.address,
        }
    }

    /// The file of the folder that it follows.
    pub(crate) fn live_file(&self) -> Option<&ModulePath> {
        match self {
            Self::Live(address) => Some(&address.file),
            Self::Pinned(_) => None,
        }
    }
}

impl Cell {
    /// A cell that shows nothing.
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
