//! Options of `playground analyze` for measures beyond the usual ones.

use std::path::PathBuf;

use clap::Args;
use noise_playground::analysis::Trend;
use noise_playground::subject::view_setting::SettingError;

use super::options::TRENDS;
use crate::args::parse::{integer, named, number};
use crate::commands::figure_files::{FigureFiles, extension};
use crate::commands::outputs::check_distinct;

/// Most sine tapers along an axis.
const MAX_TAPERS: u32 = 16;

/// Most samples along a side of a cube.
const MAX_VOLUME: u32 = 256;

/// Most Gaussian fields that a field is compared with.
const MAX_GAUSSIAN: u32 = 10_000;

/// Fewest Gaussian fields of which one is beyond the central 95 % on each side.
const MIN_REPLICATES: u32 = 39;

/// What `--measure` adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extra {
    Autocorrelation,
    BlueNoise,
    Coherence,
    Drainage,
}

/// What a file of numbers contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Image {
    #[default]
    Spectrum,
    Autocorrelation,
    Drainage,
}

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Further measures")]
pub(crate) struct FurtherArgs {
    /// Measure more, with commas between the names: autocorrelation, blue-noise, coherence (with each --against) or
    /// drainage.
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_delimiter = ',', value_parser = extra)]
    pub(crate) measure: Vec<Extra>,

    /// Content of a .npy or .exr: spectrum, autocorrelation or drainage (the area that drains through each sample), with
    /// frequency or distance 0 at (W/2, H/2) (default: spectrum).
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = named(IMAGES))]
    pub(crate) image: Option<Image>,

    /// Average the spectra over N sine tapers along each axis, N² in all, in place of a window.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = integer(1..=MAX_TAPERS), conflicts_with = "window")]
    pub(crate) tapers: Option<u32>,

    /// Subtract before the Fourier transform: none, mean, or the best plane (default: mean).
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = named(TRENDS))]
    pub(crate) detrend: Option<Trend>,

    /// Compare the measures with those of N Gaussian fields of the same spectrum. With fewer than 39 none can differ.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = integer(1..=MAX_GAUSSIAN))]
    pub(crate) surrogates: Option<u32>,

    /// Measure 95 % intervals of moments, slopes and the variogram by the spread of N Gaussian fields of the same spectrum,
    /// at least 39. With --seeds, the seeds give them.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = integer(MIN_REPLICATES..=MAX_GAUSSIAN))]
    pub(crate) replicates: Option<u32>,

    /// Measure the power spectrum of a cube of N × N × N samples around z, with --span as its side.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = integer(8..=MAX_VOLUME))]
    pub(crate) volume: Option<u32>,

    /// Least area that a channel drains, in squared world units (default: 100 samples).
    #[arg(long, value_name = "AREA", allow_hyphen_values = true, value_parser = positive)]
    pub(crate) channel_area: Option<f64>,

    /// Length of the lines of sight of landforms, in world units (default: 8 samples in each direction).
    #[arg(long, value_name = "RADIUS", allow_hyphen_values = true, value_parser = positive)]
    pub(crate) geomorphon_radius: Option<f64>,

    /// Angle in degrees up to which a line of sight is level, below 90 (default: 1).
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, value_parser = flatness)]
    pub(crate) geomorphon_flatness: Option<f64>,
}

/// Files of `-o` by their extension.
pub(super) struct Outputs {
    pub(super) pages: Vec<PathBuf>,
    pub(super) curves: Vec<PathBuf>,
    pub(super) images: Vec<PathBuf>,
}

impl Outputs {
    /// Fails if a path is given twice or its extension is unknown.
    pub(super) fn new(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut outputs = Self { pages: Vec::new(), curves: Vec::new(), images: Vec::new() };
        check_distinct(paths)?;
        for path in paths {
            let files = match extension(path).as_str() {
                "csv" => &mut outputs.curves,
                "npy" | "exr" => &mut outputs.images,
                _ if FigureFiles::can_hold(path) => &mut outputs.pages,
                _ => {
                    anyhow::bail!(
                        "-o {path:?}: the extension is none of .png .svg .pdf .csv .npy .exr"
                    )
                }
            };
            files.push(path.clone());
        }
        Ok(outputs)
    }
}

impl FurtherArgs {
    pub(super) fn has(&self, extra: Extra) -> bool {
        self.measure.contains(&extra)
    }
}

fn extra(text: &str) -> Result<Extra, SettingError> {
    named([
        ("autocorrelation", Extra::Autocorrelation),
        ("blue-noise", Extra::BlueNoise),
        ("coherence", Extra::Coherence),
        ("drainage", Extra::Drainage),
    ])(text.trim())
}

const IMAGES: [(&str, Image); 3] = [
    ("spectrum", Image::Spectrum),
    ("autocorrelation", Image::Autocorrelation),
    ("drainage", Image::Drainage),
];

pub(super) fn positive(text: &str) -> Result<f64, SettingError> {
    let positive = number(text)?;
    if positive > 0.0 {
        return Ok(positive);
    }
    Err(SettingError::Invalid(text.to_owned(), "it must be above 0".to_owned()))
}

fn flatness(text: &str) -> Result<f64, SettingError> {
    let degrees = number(text)?;
    if (0.0..90.0).contains(&degrees) {
        return Ok(degrees);
    }
    Err(SettingError::Invalid(text.to_owned(), "it must be from 0 to below 90".to_owned()))
}
