//! Fuzzing: shipped shaders, presets and captures are changed at random and read by every reader of their format.
//! No file may cause a panic, a stack overflow or an endless run.
//!
//! The tests are a short run. To run longer, or to repeat one input by the number in a failure:
//!
//! ```sh
//! FUZZ_INPUTS=100000 cargo test --release --test fuzz
//! FUZZ_FIRST=4711 FUZZ_INPUTS=1 cargo test --test fuzz shaders
//! ```

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "fuzz/dialects.rs"]
mod dialects;
#[path = "fuzz/documents.rs"]
mod documents;
#[path = "fuzz/fields.rs"]
mod fields;
#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "support/prints.rs"]
mod prints;
#[path = "fuzz/random.rs"]
mod random;
#[path = "fuzz/run.rs"]
mod run;
#[path = "fuzz/shaders.rs"]
mod shaders;
mod support;
