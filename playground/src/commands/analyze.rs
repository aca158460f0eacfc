//! `playground analyze`: measures statistics, spectrum, isotropy and slopes of a generator, a capture or a data file.

mod arguments;
mod further;
mod numbers;
mod options;
mod subject;
mod text;
mod volume;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use noise_playground::analysis::SpectrumWindow;
use noise_playground::capture::FileSet;
use noise_playground::gpu::Gpu;
use serde_json::Value;

use super::figure_files::FigureFiles;
use super::seeds::MAX_SEEDS;
use super::{print, print_json};
use crate::args::parse::{integer, named};
use crate::args::{
    FieldSettings, GeneratorArg, Global, GridSettings, OutputArgs, PrecisionArg, SettingArgs,
    ValueArgs,
};
use crate::process::error::CommandError;
use crate::sheets::{PAGE_SCALE, analysis_page};
use arguments::{Extra, FurtherArgs, Image, Outputs, positive};
use further::Further;
use numbers::NumberFiles;
use options::AnalyzeOptions;
use subject::{Analyzed, Measured};

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) generator: GeneratorArg,

    #[command(flatten)]
    pub(crate) precision: PrecisionArg,

    /// Output file. The extension selects the content: .png, .svg or .pdf for the page (picture, spectra, anisotropy,
    /// histogram, slopes), which has the manifest of a capture and can be opened like one; .csv for all curves; .npy
    /// (f64) or .exr (f32) for the spectrum in two dimensions or another --image. Repeatable.
    #[arg(
        short,
        long = "output",
        value_name = "FILE.png|.svg|.pdf|.csv|.npy|.exr",
        allow_hyphen_values = true
    )]
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
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = named(options::WINDOWS))]
    pub(crate) window: Option<SpectrumWindow>,

    /// Measure another generator, capture or data file in the same way, and draw its curves with those of the
    /// first. A generator has the placement of the first one. Repeatable, up to 5 times.
    #[arg(long, value_name = "OTHER", allow_hyphen_values = true)]
    pub(crate) against: Vec<String>,

    /// Spans of the generators of --against, in the same order, with commas between them.
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true, value_delimiter = ',', value_parser = positive)]
    pub(crate) against_span: Vec<f64>,

    /// Set a control of the generators of --against, as --set does. Repeatable.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) against_set: Vec<String>,

    #[command(flatten)]
    pub(crate) further: FurtherArgs,

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
bins, times the area of a bin, is the mean square, weighted by the square of the
window: the variance with --window none. The mean is removed and a Hann window
applied.
  slope       d log P / d log f of the radial average, by least squares, with
              a 95 % interval; the default frequencies start at 1.5 times the
              peak and at ring 6, and end at 3/8 of the Nyquist frequency
  regression  one standard error by the residuals alone: too small, since
              neighboring rings are correlated
  hurst       (-slope - 2) / 2, between 0 and 1
  centroid    mean frequency, weighted by power
  variogram   half the mean squared difference of two samples, by distance, of
              all directions
  anisotropy  power near the axes over power near the diagonals at equal
              frequency, in decibels, with 95 % intervals
  kurtosis    excess kurtosis, 0 for a normal distribution
  slopes      of the surface, by Horn's operator, in degrees
  roughness   mean of highest minus lowest of 3 x 3 samples
  landforms   geomorphons, by lines of sight of 8 samples and a flatness of 1
              degree, or --geomorphon-radius and --geomorphon-flatness
Numbers that cannot be had are null in JSON, with the reason in \"notes\".
With --fill, missing samples of a data file are filled for its spectrum if they
are at most 40 %; without it, there is none. Further measures are in the manual.
A capture is evaluated again, with its values and view. A .tif with coordinates
in degrees is measured in meters about its center; a data file without
coordinates has one unit between samples.";

/// Most fields of `--against`: the page has as many colors.
const MAX_AGAINST: usize = 5;

/// All options are checked before the GPU is opened.
pub(crate) fn analyze(arguments: &AnalyzeArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let options = AnalyzeOptions::new(arguments)?;
    let outputs = Outputs::new(&arguments.output)?;
    check_consistent(arguments, &outputs)?;
    let files = FigureFiles::create(&outputs.pages)?;
    let numbers = NumberFiles::create(&outputs.curves, &outputs.images)?;
    let subject = Analyzed::open(arguments, &options)?;
    let others = (0..arguments.against.len()).map(|index| subject.other(index, arguments));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let subjects: Vec<&Analyzed> = std::iter::once(&subject).chain(&others).collect();
    subject::check_used(&subjects, arguments)?;

    let is_evaluated = |subject: &&Analyzed| matches!(subject, Analyzed::Generator(_));
    let needs_gpu = subjects.iter().any(is_evaluated);
    let gpu = needs_gpu.then(|| global.open_gpu()).transpose()?;
    let mut all: Vec<(Measured, Further)> = Vec::new();
    for (index, subject) in subjects.into_iter().enumerate() {
        let mut measured = subject.measure(gpu.as_ref(), &options)?;
        let has_image = index == 0 && numbers.has_images();
        let mut further = Further::measure(&mut measured, &arguments.further, has_image)?;
        if let Some((first, _)) = all.first().filter(|_| arguments.further.has(Extra::Coherence)) {
            further.add_coherence(first, &mut measured)?;
        }
        all.push((measured, further));
    }

    let mut set = FileSet::default();
    if !files.is_empty() {
        let adapter = gpu.as_ref().map(Gpu::name).unwrap_or_default();
        let manifest = all[0].0.manifest(&adapter)?;
        let pages: Vec<_> = all.iter().map(|(measured, _)| measured.page()).collect();
        let page = analysis_page(pages[0], &pages[1..]);
        files.write(&page, PAGE_SCALE, &pages[0].analysis.address, &manifest, &mut set)?;
    }
    numbers.write(&all, &mut set)?;
    set.commit()?;
    if arguments.results.json {
        print_json(&json(&all)?)?;
    } else {
        let texts = all.iter().map(|(one, further)| text::describe(&one.analysis, &further.rows));
        print(&texts.collect::<Vec<_>>().join("\n\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `against` is an object for one other field, and a list for several.
fn json(all: &[(Measured, Further)]) -> anyhow::Result<Value> {
    let objects = all.iter().map(|(measured, further)| {
        let mut json = measured.json()?;
        further.add_to(&mut json);
        anyhow::Ok(json)
    });
    let mut objects = objects.collect::<anyhow::Result<Vec<_>>>()?;
    let mut others = objects.split_off(1);
    let mut json = objects.swap_remove(0);
    match others.len() {
        0 => {}
        1 => json["against"] = others.swap_remove(0),
        _ => json["against"] = others.into(),
    }
    Ok(json)
}

/// Fails if an option has no effect without another one.
fn check_consistent(arguments: &AnalyzeArgs, outputs: &Outputs) -> anyhow::Result<()> {
    let (count, further) = (arguments.against.len(), &arguments.further);
    if count > MAX_AGAINST {
        bail!("--against is given {count} times; {MAX_AGAINST} are possible");
    }
    let spans = arguments.against_span.len();
    if spans > 0 && spans != count {
        bail!("--against-span has {spans} numbers for {count} --against");
    }
    if count == 0 && !arguments.against_set.is_empty() {
        bail!("--against-set has no effect without --against");
    }
    if count == 0 && further.has(Extra::Coherence) {
        bail!("--measure coherence compares with the field of --against, which is missing");
    }
    if further.image.is_some() && outputs.images.is_empty() {
        bail!("--image has no effect without -o FILE.npy or FILE.exr");
    }
    let has_drainage = further.has(Extra::Drainage) || further.image == Some(Image::Drainage);
    if further.channel_area.is_some() && !has_drainage {
        bail!("--channel-area has no effect without --measure drainage");
    }
    Ok(())
}
