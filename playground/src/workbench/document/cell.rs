//! A cell of the comparison, which the window shows as one picture: generator, values, view.

use std::collections::BTreeMap;

use noise_playground::control::Values;
use noise_playground::generator::Address;
use serde::{Deserialize, Serialize};

use super::View;
use crate::catalog::GeneratorRef;

/// Identifies a cell of the comparison within its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

/// Maximum number of characters in the name of a cell.
pub(crate) const MAX_NAME_CHARS: usize = 120;

/// One entry of the comparison, shown as one picture: the generator, with values and view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) id: CellId,
    /// Name that the user gave the cell; empty to use the generator's title.
    #[serde(default)]
    pub(crate) name: String,
    /// Reference to the generator that the cell shows, or will show once it has compiled; `None` until the folder's
    /// first generator is known.
    pub(crate) target: Option<GeneratorRef>,
    /// True if the cell's view must be reset to the initial one of its generator once the generator has compiled.
    #[serde(default, rename = "fresh")]
    pub(crate) resets_view: bool,
    /// Control values that the user has set in the cell, for each generator that the cell shows or has shown.
    #[serde(default)]
    pub(crate) values: BTreeMap<Address, Values>,
    /// The cell's own view; `None` if the cell is linked to the view that cells share.
    #[serde(default, rename = "own_look")]
    pub(crate) own_view: Option<View>,
}

impl Cell {
    /// Returns true if the cell is pinned: it shows a fixed source text rather than the current text of a file.
    pub(crate) fn is_pinned(&self) -> bool {
        let target = self.target.as_ref();
        target.is_some_and(|target| target.snapshot().is_some())
    }

    /// Returns the reference with which the cell's generator must be compiled, including the data sources that its
    /// inputs read and the features (conditional compilation flags) that its values turn on; `None` without a
    /// generator.
    pub(crate) fn build_target(&self) -> Option<GeneratorRef> {
        let target = self.target.clone()?;
        let values = self.values.get(target.address());
        let sources = values.map(Values::field_sources).unwrap_or_default();
        let features = values.map(Values::features).unwrap_or_default();
        Some(target.with_sources(sources).with_features(features))
    }

    /// Returns a cell with this identifier and without a generator.
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
