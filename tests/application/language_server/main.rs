//! Tests of `playground lsp` with a client of the protocol that types as editors do.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod client;
mod diagnostics;
mod fuzz;
mod language;
mod protocol;
