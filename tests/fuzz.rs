//! Texts that nobody means: shipped shaders, presets and captures, changed at random, through all that reads
//! them. Nothing may panic, overflow its stack or go on for ever, whatever a file holds.
//!
//! The tests make a short run. A longer one, and a single input again by the number that a failure names:
//!
//! ```sh
//! FUZZ_INPUTS=100000 cargo test --release --test fuzz
//! FUZZ_FIRST=4711 FUZZ_INPUTS=1 cargo test --test fuzz shaders
//! ```

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "fuzz/documents.rs"]
mod documents;
#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "fuzz/random.rs"]
mod random;
#[path = "fuzz/run.rs"]
mod run;
#[path = "fuzz/shaders.rs"]
mod shaders;
mod support;
