//! Tests of the three-dimensional views against rays that are followed in double precision.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

#[path = "views/block.rs"]
mod block;
#[path = "views/globe.rs"]
mod globe;
#[path = "views/planet.rs"]
mod planet;
#[path = "views/solid.rs"]
mod solid;
mod support;
#[path = "views/terrain.rs"]
mod terrain;
