//! `playground analyze`: measures statistics, spectrum, isotropy and slopes of a generator, a capture or a data file.

mod options;
pub(crate) mod page;
mod subject;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use noise_playground::analysis::SpectrumWindow;
use noise_playground::gpu::Gpu;

use super::seeds::MAX_SEEDS;
use super::{print, print_json};
use crate::args::parse::integer;
use crate::args::{
    FieldSettings, GeneratorArg, Global, GridSettings, OutputArgs, SettingArgs, ValueArgs,
};
use crate::process::error::CommandError;
use options::AnalyzeOptions;
use page::PageFiles;
use subject::{Analyzed, Measured};

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    /// Output file for the page: picture, spectra, anisotropy, histogram and slopes. The extension selects the format:
    /// .png, .svg or .pdf. Repeatable. Each has the manifest of a capture, and can be opened like one.
    #[arg(short, long = "output", value_name = "PAGE.png|.svg|.pdf", allow_hyphen_values = true)]
    pub(crate) output: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    /// Average N power spectra, with the control of the seed set to 1 to N (default: one, with the present seed).
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = integer(1..=MAX_SEEDS))]
    pub(crate) seeds: Option<u32>,

    /// Lowest and highest frequency of the fitted power law, in cycles per unit.
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, value_parser = options::fit)]
    pub(crate) fit: Option<[f64; 2]>,

    /// Window of the power spectrum: hann, or none for fields that tile exactly (default: hann).
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = options::window)]
    pub(crate) window: Option<SpectrumWindow>,

    /// Measure another generator, capture or data file in the same way, and draw its curves with those of the
    /// first. A generator has the placement of the first one.
    #[arg(long, value_name = "OTHER", allow_hyphen_values = true)]
    pub(crate) against: Option<String>,

    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,

    #[command(flatten)]
    pub(crate) view: SettingArgs<FieldSettings>,
}

/// End of `analyze --help`.
const HELP: &str = "\
Power P(f) is the density of the variance over frequency: P summed over all
bins, times the area of a bin, is the variance. The mean is removed and a Hann
window applied.
  slope       d log P / d log f of the radial average, by least squares, with
              a 95 % interval; the default frequencies start at 1.5 times the
              peak and at ring 6, and end at 3/8 of the Nyquist frequency
  regression  one standard error by the residuals alone: too small, since
              neighboring rings are correlated
  hurst       (-slope - 2) / 2, between 0 and 1
  centroid    mean frequency, weighted by power
  variogram   half the mean squared difference of two samples, by distance
  anisotropy  power near the axes over power near the diagonals at equal
              frequency, in decibels, with 95 % intervals
  kurtosis    excess kurtosis, 0 for a normal distribution
  slopes      of the surface, by Horn's operator, in degrees
  roughness   mean of highest minus lowest of 3 x 3 samples
Numbers that cannot be had are null in JSON, with the reason in \"notes\".
A capture is evaluated again, with its values and view. A .tif with coordinates
in degrees is measured in meters about its center; a data file without
coordinates has one unit between samples.";

/// All options are checked before the GPU is opened.
pub(crate) fn analyze(arguments: &AnalyzeArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let options = AnalyzeOptions::new(arguments)?;
    let files = PageFiles::create(&arguments.output)?;
    let subject = Analyzed::open(arguments, &options)?;
    let against = arguments.against.as_deref().map(|other| subject.other(other, arguments));
    let against = against.transpose()?;
    subject::check_used([Some(&subject), against.as_ref()], arguments)?;

    let is_evaluated = |subject: &Analyzed| matches!(subject, Analyzed::Generator(_));
    let needs_gpu = is_evaluated(&subject) || against.as_ref().is_some_and(is_evaluated);
    let gpu = needs_gpu.then(|| Gpu::headless(global.adapter.as_deref())).transpose()?;
    let measured = subject.measure(gpu.as_ref(), &options)?;
    let compared = against.map(|other| other.measure(gpu.as_ref(), &options)).transpose()?;

    if !files.is_empty() {
        let adapter = gpu.as_ref().map(Gpu::name).unwrap_or_default();
        let manifest = measured.manifest(&adapter)?;
        files.write(measured.page(), compared.as_ref().map(Measured::page), &manifest)?;
    }
    if arguments.results.json {
        let mut json = measured.json()?;
        if let Some(other) = &compared {
            json["against"] = other.json()?;
        }
        print_json(&json)?;
    } else {
        let all = [Some(&measured), compared.as_ref()];
        let texts = all.into_iter().flatten().map(|one| text::describe(&one.analysis));
        print(&texts.collect::<Vec<_>>().join("\n\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
