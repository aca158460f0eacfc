//! Groups of command-line arguments that several commands have, and parsers of their values.

pub(crate) mod parse;
mod shared;
mod view_settings;

pub(crate) use shared::{
    ALL_CONTROLS, DataArgs, FeatureArgs, FolderArg, GeneratorArg, Global, NamedArg, OutputArgs,
    Picture, PositionArgs, PrecisionArg, StageArg, ValueArgs,
};
pub(crate) use view_settings::{FieldSettings, GridSettings, PictureSettings, SettingArgs};
