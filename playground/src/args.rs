//! Groups of command-line arguments that several commands have, mostly as text: the commands parse and check it.

mod shared;
mod view_settings;

pub(crate) use shared::{
    DataArgs, FeatureArgs, FolderArg, GeneratorArg, Global, OutputArgs, Picture, StageArg,
    ValueArgs,
};
pub(crate) use view_settings::{FieldSettings, GridSettings, PictureSettings, SettingArgs};
