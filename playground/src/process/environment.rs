//! Environment variables that graphics drivers expect.

use std::env;
use std::path::Path;
use std::process::Command;

const RUNTIME_DIR: &str = "XDG_RUNTIME_DIR";

/// Used if the system sets none: a path that has no Wayland socket.
const NO_RUNTIME_DIR: &str = "/nonexistent";

/// Mesa's drivers look for a Wayland display in any case, and `libwayland` prints an error if `XDG_RUNTIME_DIR` is
/// missing. Must be called before any thread is started.
#[cfg(unix)]
#[allow(unsafe_code, reason = "no safe function sets a variable")]
pub(crate) fn set_missing_runtime_dir() {
    if !env::var_os(RUNTIME_DIR).is_some_and(|path| Path::new(&path).is_absolute()) {
        // SAFETY: this is the only thread, so that no other reads the environment.
        unsafe { env::set_var(RUNTIME_DIR, NO_RUNTIME_DIR) };
    }
}

/// Only Unix systems have Wayland.
#[cfg(not(unix))]
pub(crate) fn set_missing_runtime_dir() {}

/// Removes what [`set_missing_runtime_dir`] has set from the environment of a program to be started.
pub(crate) fn restore_runtime_dir(command: &mut Command) {
    if env::var_os(RUNTIME_DIR).is_some_and(|path| path == NO_RUNTIME_DIR) {
        command.env_remove(RUNTIME_DIR);
    }
}
