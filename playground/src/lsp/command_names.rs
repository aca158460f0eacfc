//! Names of the commands that editors can execute.

pub(super) const SHOW_VALUE: &str = "playground.showValue";
pub(super) const PIN_VALUE: &str = "playground.pinValue";
pub(super) const WRITE_DEFAULT: &str = "playground.writeDefault";
pub(super) const OPEN: &str = "playground.open";
pub(super) const SHOW: &str = "playground.show";

/// Arguments: title and edit of a quick fix.
pub(super) const APPLY_FIX: &str = "playground.applyFix";

pub(super) const COMMANDS: [&str; 6] =
    [SHOW_VALUE, PIN_VALUE, WRITE_DEFAULT, OPEN, SHOW, APPLY_FIX];
