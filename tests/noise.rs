//! Tests of the built-in noise shaders on the GPU, against published values.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

#[path = "noise/bases.rs"]
mod bases;
#[path = "noise/cellular.rs"]
mod cellular;
#[path = "noise/continuity.rs"]
mod continuity;
#[path = "noise/control_limits.rs"]
mod control_limits;
#[path = "noise/derivatives.rs"]
mod derivatives;
#[path = "noise/gradient.rs"]
mod gradient;
#[path = "noise/grids.rs"]
mod grids;
#[path = "noise/hashes.rs"]
mod hashes;
#[path = "noise/octaves.rs"]
mod octaves;
#[path = "noise/presets.rs"]
mod presets;
#[path = "noise/probe.rs"]
mod probe;
#[path = "noise/reference.rs"]
mod reference;
#[path = "noise/shipped.rs"]
mod shipped;
#[path = "noise/spectrum.rs"]
mod spectrum;
mod support;
#[path = "noise/terrain.rs"]
mod terrain;
#[path = "noise/tiling.rs"]
mod tiling;
#[path = "noise/turbulence.rs"]
mod turbulence;
