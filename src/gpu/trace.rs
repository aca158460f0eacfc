//! Three-dimensional views: data → bounds → hits of rays → sunlight → shaded pixels, or properties of hits as numbers.
//!
//! Each stage depends on the one before and on its own inputs: [`BoundsInputs`], [`RayInputs`], [`SunInputs`],
//! [`ShadeInputs`](super::ShadeInputs). A stage whose inputs are equal need not run again: turning the camera starts
//! with the hits, turning the light with the sunlight, another palette with the shading.

mod bounds;
mod inputs;
mod levels;
mod pipelines;
mod targets;
#[cfg(test)]
mod tests;

pub use bounds::BoundsBuffer;
pub use inputs::{BoundsInputs, DataShape, RayInputs, SunInputs};
pub(super) use pipelines::{TracePipelines, rays_uniform};
pub(super) use targets::TracedRays;
pub use targets::{HitTargets, RayRegion};
