//! The shipped noises against their published numbers, on the GPU.

#[path = "noise/features.rs"]
mod features;
#[path = "noise/gradient.rs"]
mod gradient;
#[path = "noise/hashes.rs"]
mod hashes;
#[path = "noise/probe.rs"]
mod probe;
mod support;
#[path = "noise/turbulence.rs"]
mod turbulence;
