//! The real binary on good and bad calls: exit codes, output, files.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod bad_input;
mod calls;
mod captures;
mod compare;
mod files;
mod formats;
mod render;
mod runaway;
mod shaders;
mod starting;
mod sweep;
