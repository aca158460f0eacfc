//! Tests of the three-dimensional views against rays that are traced in double precision on the CPU.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

#[path = "views/block.rs"]
mod block;
#[path = "views/globe.rs"]
mod globe;
#[path = "views/near.rs"]
mod near;
#[path = "views/planet.rs"]
mod planet;
#[path = "views/solid.rs"]
mod solid;
mod support;
#[path = "views/terrain.rs"]
mod terrain;

/// Returns the distance at which a ray meets the surface, by bisection between the distances `low`, above the surface,
/// and `high`, below it.
fn bisect(above: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if above(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
