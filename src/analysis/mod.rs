//! Statistical analysis of a noise: statistics, power spectrum, isotropy, slopes and landforms of a field.
//!
//! Everything here is computed from the samples of one channel of a [`Field`], in double precision and in a fixed
//! order, so that equal fields give equal numbers. The definitions are those of Lagae et al., "A Survey of Procedural
//! Noise Functions", Computer Graphics Forum 29(8), 2010, where a noise is a stationary random process and its power
//! spectrum is the main tool; each module states its own.
//!
//! A number that cannot be computed is NaN (`null` in JSON) or `None`, and [`Analysis::notes`] has the reason.

mod angular;
mod anisotropy;
mod autocorrelation;
mod blue_noise;
mod coherence;
mod crops;
mod drainage;
mod fit;
mod fourier;
mod gaussian;
mod geomorphons;
mod heights;
mod histogram;
mod holes;
mod interval;
mod local;
mod measure;
mod notes;
mod percentiles;
mod radial;
mod replicates;
mod report;
mod seam;
mod seeds;
mod settings;
mod slope_area;
mod spectrum;
mod statistics;
mod surface;
mod surrogates;
mod trend;
mod variogram;
mod volume;
mod window;

pub use angular::Direction;
pub use anisotropy::{AnisotropyMean, AnisotropyRing, Rose};
pub use autocorrelation::Autocorrelation;
pub use blue_noise::BlueNoise;
pub use coherence::{CoherenceRing, coherence};
pub use drainage::Drainage;
pub use fit::PowerLaw;
pub use geomorphons::{GEOMORPHONS, GeomorphonSettings};
pub use heights::{HeightGrid, MAX_FILLED};
pub use histogram::Histogram;
pub use radial::RadialRing;
pub use replicates::Replicates;
pub(crate) use report::MEASURED;
pub use report::{
    Analysis, GradientCheck, Jumps, Kinks, MeanAndDeviation, PrecisionPoint, Seam, Spectrum,
    SquareOrSize,
};
pub use settings::AnalysisSettings;
pub use slope_area::Channels;
pub use spectrum::PowerSpectrum;
pub use statistics::Statistics;
pub use surface::Slopes;
pub use surrogates::{SurrogateMeasure, SurrogateTest, Surrogates};
pub use trend::Trend;
pub use volume::VolumeSpectrum;
pub use window::SpectrumWindow;

use crate::field::Field;

/// Analyzes one channel of a field: statistics, power spectrum, isotropy, slopes and landforms.
///
/// ```
/// use noise_playground::{SampleGrid, Subject, analyze, compile, evaluate};
///
/// let generators = compile("fn wave(p: vec2f) -> f32 { return cos(6.2831853 * 4.0 * p.x); }")?;
/// let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [64, 64] };
/// let field = evaluate(&Subject::new(&generators[0], grid))?;
///
/// let analysis = analyze(&field, grid);
/// assert!((analysis.statistics.std - 0.5f64.sqrt()).abs() < 1e-4);
/// // All power is at 4 cycles per unit.
/// assert!((analysis.spectrum.centroid - 4.0).abs() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `settings` is the [`SampleGrid`](crate::SampleGrid) of the field, or [`AnalysisSettings`].
///
/// # Panics
/// Panics if the field has no samples.
pub fn analyze(field: &Field, settings: impl Into<AnalysisSettings>) -> Analysis {
    analyze_seeds(std::slice::from_ref(field), settings)
}

/// Analyzes one channel of several fields of one size that differ only in their seeds, together.
///
/// Power spectra are averaged (Bartlett's method), which divides the variance of each bin by the count of fields. All
/// other numbers are those of all samples together. [`Analysis::over_seeds`] has mean, its interval and standard deviation
/// over the seeds of the numbers of each single field.
///
/// # Panics
/// Panics if there is no field, if the fields differ in size, or if they have no samples.
pub fn analyze_seeds(fields: &[Field], settings: impl Into<AnalysisSettings>) -> Analysis {
    let settings = settings.into();
    let fields = fields.iter();
    let grids = fields.map(|field| settings.heights(field));
    analyze_grids(&grids.collect::<Vec<_>>(), settings)
}

/// Analyzes grids like [`analyze_seeds`], without the fields of which they are a channel.
///
/// # Panics
/// Panics if there is no grid, if the grids differ in size, or if they have no samples.
pub fn analyze_grids(grids: &[HeightGrid], settings: AnalysisSettings) -> Analysis {
    let (mut analysis, level) = rayon::join(
        || measure::measure(grids, &settings),
        || measure::level_spectrum(grids, &settings),
    );
    if grids.len() > 1 {
        let single = |grid| {
            let one = measure::measure(std::slice::from_ref(grid), &settings);
            (seeds::numbers(&one), one.variogram)
        };
        let (numbers, variograms): (_, Vec<_>) = grids.iter().map(single).unzip();
        analysis.per_seed = numbers;
        analysis.over_seeds = seeds::over_seeds(&analysis.per_seed);
        analysis.variogram_intervals = seeds::variogram_intervals(&variograms);
    }
    analysis.add_slope_interval(grids, &settings, level.as_ref());
    analysis
}
