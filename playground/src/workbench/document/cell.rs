//! A cell of the comparison: generator, values, view.

use std::collections::BTreeMap;

use noise_playground::generator::Address;
use noise_playground::generator::control::Values;
use serde::{Deserialize, Serialize};

use super::View;
use crate::catalog::GeneratorRef;

/// Unique within the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

pub(crate) const MAX_NAME_CHARS: usize = 120;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) id: CellId,
    /// Given by the user; empty to use the generator's title.
    #[serde(default)]
    pub(crate) name: String,
    /// Generator that is shown once it has compiled; `None` until the folder's first generator is known.
    pub(crate) target: Option<GeneratorRef>,
    /// True if the view is reset to the initial one once the generator has compiled.
    #[serde(default, rename = "fresh")]
    pub(crate) resets_view: bool,
    /// Values set for each generator that the cell shows or has shown.
    #[serde(default)]
    pub(crate) values: BTreeMap<Address, Values>,
    /// `None` if the cell is linked.
    #[serde(default, rename = "own_look")]
    pub(crate) own_view: Option<View>,
}

impl Cell {
    /// A pinned cell shows a fixed source text rather than the current text of a file.
    pub(crate) fn is_pinned(&self) -> bool {
        let target = self.target.as_ref();
        target.is_some_and(|target| target.snapshot().is_some())
    }

    /// Returns the shown tap, in the notation of `--stage`; `None` for the result.
    pub(crate) fn stage(&self) -> Option<&str> {
        self.target.as_ref()?.stage()
    }

    /// Returns the reference to compile, with the data sources and features that the values select.
    pub(crate) fn build_target(&self) -> Option<GeneratorRef> {
        let target = self.target.clone()?;
        let values = self.values.get(target.address());
        let sources = values.map(Values::field_sources).unwrap_or_default();
        let features = values.map(Values::features).unwrap_or_default();
        Some(target.with_sources(sources).with_features(features))
    }

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
