//! The shipped noises against their published numbers, on the GPU.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "noise/bases.rs"]
mod bases;
#[path = "noise/gradient.rs"]
mod gradient;
#[path = "noise/hashes.rs"]
mod hashes;
#[path = "noise/octaves.rs"]
mod octaves;
#[path = "noise/probe.rs"]
mod probe;
#[path = "noise/shipped.rs"]
mod shipped;
mod support;
#[path = "noise/terrain.rs"]
mod terrain;
#[path = "noise/turbulence.rs"]
mod turbulence;
