//! The option `--stage`.

use std::sync::Arc;

use anyhow::anyhow;
use noise_playground::generator::{Generator, TapError};

use crate::args::StageArg;
use crate::process::error::CommandError;

/// Returns the generator unchanged without the option.
pub(in crate::commands) fn at_stage(
    generator: Arc<Generator>,
    argument: &StageArg,
) -> Result<Arc<Generator>, CommandError> {
    let Some(address) = &argument.stage else {
        return Ok(generator);
    };
    match generator.at_tap(address) {
        Ok(tapped) => Ok(Arc::new(tapped)),
        Err(TapError::Shader(diagnostic)) => Err(CommandError::Shader(vec![*diagnostic])),
        Err(error) => Err(anyhow!("--stage: {error}").into()),
    }
}
