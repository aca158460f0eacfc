//! Options that several subcommands share.

mod data;
mod features;
mod generator;
mod settings;
mod stage;
mod unused;
mod values;
mod view_checks;

pub(super) use data::{check_data, data_settings};
pub(super) use features::{features, require_features, with_values};
pub(super) use generator::{NamedGenerator, find_generator_in};
pub(super) use settings::{check_channel, default_settings, grid, parsed, scaled_range, settings};
pub(super) use stage::at_stage;
pub(super) use unused::{
    given_folder, given_placement, reject, reject_placement, reject_z_and_time,
};
pub(super) use values::{
    apply, file_and_name, preset_file, require_control, set_preset, settings_of_preset, values,
};
