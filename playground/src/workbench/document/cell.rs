//! A cell of the comparison: generator, values, view.

use std::collections::BTreeMap;

use noise_playground::control::Values;
use noise_playground::generator::Address;
use serde::{Deserialize, Serialize};

use super::View;
use crate::catalog::GeneratorRef;

/// Identifies a cell within its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

/// Maximum number of characters in a name.
pub(crate) const MAX_NAME_CHARS: usize = 120;

/// One entry of the comparison: the generator that it shows, with values and view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) id: CellId,
    /// The name that the user gave the cell; empty for the generator's title.
    #[serde(default)]
    pub(crate) name: String,
    /// The generator to show; `None` until the folder's first generator is known.
    pub(crate) target: Option<GeneratorRef>,
    /// True if the view must be reset to the initial one of the cell's generator once that has compiled.
    #[serde(default, rename = "fresh")]
    pub(crate) resets_view: bool,
    /// The values that the user has set, for each generator that the cell shows or has shown.
    #[serde(default)]
    pub(crate) values: BTreeMap<Address, Values>,
    /// The cell's own view; `None` if it is linked to the shared view.
    #[serde(default, rename = "own_look")]
    pub(crate) own_view: Option<View>,
}

impl Cell {
    /// Returns true if the cell is pinned: it shows a fixed source text rather than the present one of a file.
    pub(crate) fn is_pinned(&self) -> bool {
        let target = self.target.as_ref();
        target.is_some_and(|target| target.snapshot().is_some())
    }

    /// Returns the reference to the generator that must be compiled for the cell: its generator with the sources that
    /// fill its field inputs, and the features that its values switch on; `None` without a generator.
    pub(crate) fn build_target(&self) -> Option<GeneratorRef> {
        let target = self.target.clone()?;
        let values = self.values.get(target.address());
        let sources = values.map(Values::field_sources).unwrap_or_default();
        let features = values.map(Values::features).unwrap_or_default();
        Some(target.with_sources(sources).with_features(features))
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
