//! Pipelines that evaluate generators, measure fields, and turn samples or hits of rays into pixels.

pub(super) mod air;
pub(super) mod albedo;
pub(super) mod albedo_at_hits;
pub(super) mod blit;
pub(super) mod calibration;
pub(super) mod chunks;
pub(super) mod derive;
pub(super) mod difference;
pub(super) mod evaluate;
pub(super) mod full_screen_triangle;
pub(super) mod grid_run;
pub(super) mod histogram;
pub(super) mod horizon;
pub(super) mod host_pipelines;
pub(super) mod host_uniforms;
pub(super) mod program;
pub(super) mod ray_tracing;
pub(super) mod run_pool;
pub(super) mod shade;
pub(super) mod upsample;
pub(super) mod value_range;
