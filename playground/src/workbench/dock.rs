//! The dock: panels as tabs below or beside the pictures, which the user can rearrange and split.

use egui_tiles::{Tile, TileId, Tree};
use serde::{Deserialize, Serialize};

use super::Panel;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DockSide {
    #[default]
    Bottom,
    Right,
}

/// Saved with the session of a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Dock {
    is_open: bool,
    pub(crate) side: DockSide,
    /// Height at the bottom and width at the right, in points; `None` until the user drags it.
    dragged: [Option<f32>; 2],
    /// Keys of panels.
    tabs: Tree<String>,
}

impl Default for Dock {
    fn default() -> Self {
        let first = [
            Panel::INSIDE,
            Panel::TRACE,
            Panel::ANALYSIS,
            Panel::EFFECTS,
            Panel::PROFILE,
            Panel::CHANGES,
        ];
        let keys = first.map(|panel| panel.info().key.to_owned());
        let tabs = Tree::new_tabs(egui::Id::unique("dock"), keys.into());
        Self { is_open: false, side: DockSide::default(), dragged: [None; 2], tabs }
    }
}

impl Dock {
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(crate) fn toggle(&mut self) {
        self.is_open = !self.is_open;
    }

    pub(crate) fn move_to_other_side(&mut self) {
        self.side = match self.side {
            DockSide::Bottom => DockSide::Right,
            DockSide::Right => DockSide::Bottom,
        };
    }

    /// Returns the tabs with one for each of `panels` and no others: another version may have saved them.
    pub(crate) fn tabs_of(&self, panels: &[Panel]) -> Tree<String> {
        let mut tabs = self.tabs.clone();
        let is_known = |key: &String| panels.iter().any(|panel| panel.info().key == key);
        let panes = tabs.tiles.iter().filter_map(|(id, tile)| match tile {
            Tile::Pane(key) => Some((*id, key)),
            Tile::Container(_) => None,
        });
        let unknown: Vec<TileId> =
            panes.filter(|(_, key)| !is_known(key)).map(|(id, _)| id).collect();
        for tile in unknown {
            tabs.remove_recursively(tile);
        }
        for panel in panels {
            add(&mut tabs, *panel);
        }
        tabs
    }

    pub(crate) fn size(&self) -> Option<f32> {
        self.dragged[self.side as usize]
    }

    pub(crate) fn set_size(&mut self, size: f32) {
        self.dragged[self.side as usize] = Some(size);
    }

    pub(crate) fn set_tabs(&mut self, tabs: Tree<String>) {
        self.tabs = tabs;
    }

    /// Returns true if the panel's tab is in front.
    pub(crate) fn shows(&self, panel: Panel) -> bool {
        let key = |tile: TileId| self.tabs.tiles.get_pane(&tile);
        let mut visible = self.tabs.active_tiles().into_iter().filter_map(key);
        self.is_open && visible.any(|key| key == panel.info().key)
    }

    /// Brings the panel's tab to the front, or closes the dock in which it is in front.
    pub(super) fn set_open(&mut self, panel: Panel, is_open: bool) {
        if is_open {
            self.is_open = true;
            add(&mut self.tabs, panel);
            self.tabs.make_active(|_, tile| is_tab(tile, panel));
        } else if self.shows(panel) {
            self.is_open = false;
        }
    }
}

fn is_tab(tile: &Tile<String>, panel: Panel) -> bool {
    matches!(tile, Tile::Pane(key) if key == panel.info().key)
}

/// Does nothing if the panel has a tab.
fn add(tabs: &mut Tree<String>, panel: Panel) {
    if tabs.tiles.tiles().any(|tile| is_tab(tile, panel)) {
        return;
    }
    let tile = tabs.tiles.insert_pane(panel.info().key.to_owned());
    let root = tabs.root().and_then(|root| tabs.tiles.get_mut(root));
    match root {
        Some(Tile::Container(container)) => container.add_child(tile),
        _ => tabs.root = Some(tabs.tiles.insert_tab_tile(vec![tile])),
    }
}
