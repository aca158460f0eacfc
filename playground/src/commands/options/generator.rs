//! The arguments that name a generator.

use std::path::Path;

use super::{given_folder, reject};
use crate::args::{GeneratorArg, NamedArg};
use crate::documents::captured;
use crate::documents::opened::{Opened, Origin};
use crate::process::error::CommandError;

/// Like [`open`], at the value inside of the generator that is named.
pub(in crate::commands) fn open_stage(
    argument: &GeneratorArg,
    set: &[String],
) -> Result<Opened, CommandError> {
    open(&argument.named, set)?.at_stage(&argument.stage)
}

/// Like [`open_stage`]. Warns of a capture that holds other numbers than the values of its generator.
pub(in crate::commands) fn open_values(
    argument: &GeneratorArg,
    set: &[String],
) -> Result<Opened, CommandError> {
    let opened = open_stage(argument, set)?;
    if let Some(manifest) = opened.captured() {
        captured::warn_of_derived(Path::new(&argument.named.generator), manifest, "used");
    }
    Ok(opened)
}

/// `set` are the assignments of `--set`. Fails like [`Opened::open`], or if an option has no effect on what is named.
pub(in crate::commands) fn open(
    argument: &NamedArg,
    set: &[String],
) -> Result<Opened, CommandError> {
    let opened = Opened::open(&argument.generator, &argument.root, set)?;
    let [folder, feature] = given_folder(&argument.root);
    let unused = match opened.origin {
        Origin::Shader => &[][..],
        Origin::Capture(_) => &[folder],
        Origin::DataFile(_) => &[folder, feature],
    };
    reject(unused, |option| {
        format!("{option} applies to a shader file; {:?} is none", argument.generator)
    })?;
    Ok(opened)
}
