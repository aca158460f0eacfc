//! Icons, as characters of the Phosphor font. The subset in `assets/Phosphor.ttf` has these and a few more, among them
//! the clipboard icon of egui's color picker.

pub(crate) const CARET_DOWN: &str = "\u{e136}";
pub(crate) const CARET_RIGHT: &str = "\u{e13a}";
pub(crate) const RESET: &str = "\u{e038}";
pub(crate) const DICE: &str = "\u{e1ee}";
pub(crate) const SUN: &str = "\u{e472}";
pub(crate) const MOON: &str = "\u{e330}";
pub(crate) const CAMERA: &str = "\u{e10e}";
pub(crate) const FILTER: &str = "\u{e30c}";
pub(crate) const WARNING: &str = "\u{e4e0}";
pub(crate) const ERROR: &str = "\u{e4f8}";
pub(crate) const NOTE: &str = "\u{e2ce}";
pub(crate) const CLOCK: &str = "\u{e19a}";
pub(crate) const PLAY: &str = "\u{e3d0}";
pub(crate) const PAUSE: &str = "\u{e39e}";
pub(crate) const PIN: &str = "\u{e3e2}";
pub(crate) const UNLINKED: &str = "\u{e2e4}";
pub(crate) const LOCKED: &str = "\u{e308}";
pub(crate) const SHUFFLE: &str = "\u{e422}";
pub(crate) const HISTORY: &str = "\u{e1a0}";
pub(crate) const ADD: &str = "\u{e3d4}";
pub(crate) const CLOSE: &str = "\u{e4f6}";
pub(crate) const WIPE: &str = "\u{e872}";
pub(crate) const BLINK: &str = "\u{e220}";
pub(crate) const DIFFERENCE: &str = "\u{e18c}";
pub(crate) const BARS: &str = "\u{e150}";
pub(crate) const FOLDER: &str = "\u{e256}";
pub(crate) const NEW_FILE: &str = "\u{e236}";
pub(crate) const SEARCH: &str = "\u{e30c}";
pub(crate) const HELP: &str = "\u{e3e8}";
pub(crate) const PLANE: &str = "\u{e7ae}";
pub(crate) const VOLUME: &str = "\u{e1da}";
pub(crate) const COLOR: &str = "\u{e6c8}";
pub(crate) const GRID: &str = "\u{ec8c}";
pub(crate) const FILE: &str = "\u{e230}";
pub(crate) const FUNCTION: &str = "\u{ebe4}";
