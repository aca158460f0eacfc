//! Choices that hold for all folders, unlike the layout that the session of a folder saves.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Chrome, Workbench};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    pub(crate) dark: bool,
    /// Hints that are still shown, each until the user has done it once.
    pub(crate) hints: BTreeSet<Hint>,
}

/// What a user tries first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Hint {
    Save,
    Drag,
    NextView,
}

impl Hint {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Save => "Save the file in your editor: it updates",
            Self::Drag => "Drag a slider",
            Self::NextView => "Space: next view",
        }
    }
}

impl Preferences {
    /// Returns those of the first run.
    pub(crate) fn first() -> Self {
        let hints = BTreeSet::from([Hint::Save, Hint::Drag, Hint::NextView]);
        Self { hints, ..Self::default() }
    }

    /// Returns these preferences with the changes from `before` to `now`.
    pub(crate) fn changed(&self, before: &Self, now: &Self) -> Self {
        let is_kept = |hint: &&Hint| now.hints.contains(hint) || !before.hints.contains(hint);
        let kept = self.hints.iter().filter(is_kept);
        let added = now.hints.difference(&before.hints);
        Self {
            dark: if before.dark == now.dark { self.dark } else { now.dark },
            hints: kept.chain(added).copied().collect(),
        }
    }
}

/// Without hints.
impl Default for Preferences {
    fn default() -> Self {
        Self { dark: true, hints: BTreeSet::new() }
    }
}

impl Chrome {
    pub(super) fn finish_hint(&mut self, hint: Hint) {
        if self.preferences.hints.contains(&hint) {
            self.preferences.hints.remove(&hint);
        }
    }
}

impl Workbench {
    /// Returns the hints that apply: built-in shaders are no files, and not every generator has a slider.
    pub(crate) fn hints(&self) -> Vec<Hint> {
        let applies = |hint: &Hint| match hint {
            Hint::Save => !self.folder.is_builtin,
            Hint::Drag => self
                .shown()
                .is_some_and(|shown| shown.controls().iter().any(|control| !control.hidden)),
            Hint::NextView => true,
        };
        self.chrome.preferences.hints.iter().copied().filter(applies).collect()
    }
}
