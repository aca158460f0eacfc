//! `playground analyze`: measures statistics, spectrum, isotropy and slopes of a generator, a capture or a data file.

mod options;
pub(crate) mod page;
mod subject;
mod text;

use std::process::ExitCode;

use noise_playground::gpu::Gpu;

use super::{print, print_json};
use crate::args::{AnalyzeArgs, Global};
use crate::process::error::CommandError;
use options::AnalyzeOptions;
use page::PageFiles;
use subject::{Measured, Subject};

/// All options are checked before the GPU is opened.
pub(crate) fn analyze(arguments: &AnalyzeArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let options = AnalyzeOptions::new(arguments)?;
    let files = PageFiles::create(&arguments.output)?;
    let subject = Subject::open(arguments, &options)?;
    let against = arguments
        .against
        .as_deref()
        .map(|other| subject.other(other, arguments));
    let against = against.transpose()?;
    subject::check_used([Some(&subject), against.as_ref()], arguments)?;

    let is_evaluated = |subject: &Subject| matches!(subject, Subject::Generator(_));
    let needs_gpu = is_evaluated(&subject) || against.as_ref().is_some_and(is_evaluated);
    let gpu = needs_gpu
        .then(|| Gpu::headless(global.adapter.as_deref()))
        .transpose()?;
    let measured = subject.measure(gpu.as_ref(), &options)?;
    let compared = against
        .map(|other| other.measure(gpu.as_ref(), &options))
        .transpose()?;

    files.write(measured.page(), compared.as_ref().map(Measured::page))?;
    if arguments.results.json {
        let mut json = serde_json::to_value(&measured.analysis).map_err(anyhow::Error::from)?;
        if let Some(other) = &compared {
            json["against"] = serde_json::to_value(&other.analysis).map_err(anyhow::Error::from)?;
        }
        print_json(&json)?;
    } else {
        let all = [Some(&measured), compared.as_ref()];
        let texts = all
            .into_iter()
            .flatten()
            .map(|one| text::describe(&one.analysis));
        print(&texts.collect::<Vec<_>>().join("\n\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
