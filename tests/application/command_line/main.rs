//! Tests of the executable with valid and invalid command lines: exit codes, output, files.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod analyze;
mod analyze_further;
mod bad_input;
mod bench;
mod calls;
mod captures;
#[cfg(target_os = "linux")]
mod cluster;
mod compare;
mod data_files;
mod data_identity;
mod derivatives;
mod dialects;
mod engines;
mod fields;
mod figures;
mod files;
mod formats;
mod ground_units;
mod hostile_captures;
mod inside;
mod mesh_inputs;
mod options_by_name;
mod planet;
mod precision;
mod preset_sources;
mod products;
mod quantities;
mod real_ground;
mod render;
mod runaway;
mod shaders;
mod signed_colors;
mod starting;
mod sweep;
mod sweep_axes;
mod sweep_data;
mod sweep_resume;
mod sweep_sheet;
#[cfg(target_os = "linux")]
mod terminal;
mod tiles;
mod value_range;
mod views;
mod volumes;
