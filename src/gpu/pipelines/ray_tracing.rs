//! Ray tracing: data → bounds → hits of rays → sunlight → shaded pixels, or properties of hits as numbers.
//!
//! Each step depends on the results of the previous one and on its own inputs: [`BoundsInputs`], [`RayInputs`],
//! [`SunInputs`], [`ShadeInputs`](crate::gpu::ShadeInputs). A step with unchanged inputs need not be recorded again:
//! moving the camera starts with the hits, moving the sun with the sunlight, another palette with the shading.

mod bounds;
mod levels;
mod pipelines;
mod ray_inputs;
mod targets;
#[cfg(test)]
mod tests;

pub use bounds::BoundsBuffer;
pub(crate) use pipelines::{TracePipelines, rays_uniform};
pub use ray_inputs::{BoundsInputs, DataShape, RayInputs, SunInputs};
pub(crate) use targets::TracedRays;
pub use targets::{HitTargets, RayRegion};
