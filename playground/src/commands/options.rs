//! Options that several subcommands share.

mod data;
mod generator;
mod settings;
mod unused;
mod view_checks;

pub(super) use data::{check_data, data_settings, exact_quantity};
pub(super) use generator::{open, open_stage, open_values};
pub(super) use settings::{
    check_channel, grid, in_proportion, initial_settings, parsed, scaled_range, settings,
};
pub(super) use unused::{
    Given, given_folder, given_placement, reject, reject_placement, reject_z_and_time,
};
