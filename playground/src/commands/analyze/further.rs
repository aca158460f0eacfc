//! Measures of `analyze` beyond the usual ones, each on request.

use std::borrow::Cow;

use noise_playground::analysis::{
    Autocorrelation, BlueNoise, Channels, CoherenceRing, Drainage, HeightGrid, Replicates,
    Surrogates, VolumeSpectrum, coherence,
};
use serde_json::Value;

use super::arguments::{Extra, FurtherArgs, Image};
use super::subject::Measured;
use super::text::{interval, linear_curve, logarithmic_curve, number};
use crate::workbench::analysis::add_lines;

/// Results by their keys in JSON; without those that were not asked for.
#[derive(Default)]
pub(super) struct Further {
    members: Vec<(&'static str, Value)>,
    /// Name and text of each line.
    pub(super) rows: Vec<(&'static str, String)>,
    /// Name and points of each curve.
    curves: Vec<(&'static str, Vec<[f64; 2]>)>,
    /// Width and height in samples, and numbers row by row.
    pub(super) image: Option<([usize; 2], Vec<f64>)>,
}

/// Reasons for results that cannot be had.
const NOT_FINITE: &str = "a value is not finite; --fill fills the missing samples of a data file";
const NO_TERRAIN: &str = "the values are not heights over a plane";

impl Further {
    /// Adds a result, or a null with its reason.
    fn add<T: serde::Serialize>(
        &mut self,
        measured: &mut Measured,
        member: &'static str,
        result: Result<&T, &str>,
    ) -> anyhow::Result<()> {
        let value = match result {
            Ok(result) => serde_json::to_value(result)?,
            Err(reason) => {
                measured.analysis.note(member, reason);
                Value::Null
            }
        };
        self.members.push((member, value));
        Ok(())
    }

    /// Measures what the arguments ask for. `image` is true if a file of numbers is written.
    pub(super) fn measure(
        measured: &mut Measured,
        arguments: &FurtherArgs,
        has_image: bool,
    ) -> anyhow::Result<Self> {
        let mut further = Self::default();
        let image = has_image.then(|| arguments.image.unwrap_or_default());
        if arguments.has(Extra::Autocorrelation) || image == Some(Image::Autocorrelation) {
            let found = Autocorrelation::of(&measured.filled(), measured.settings.trend);
            further.add_autocorrelation(measured, found, image)?;
        }
        if arguments.has(Extra::BlueNoise) {
            further.add_blue_noise(measured)?;
        }
        if arguments.has(Extra::Drainage) || image == Some(Image::Drainage) {
            further.add_drainage(measured, arguments.channel_area, image)?;
        }
        if let Some(count) = arguments.surrogates {
            further.add_surrogates(measured, count)?;
        }
        if let Some(count) = arguments.replicates {
            further.add_replicates(measured, count)?;
        }
        if let Some(volume) = measured.volume.take() {
            further.add_volume(measured, volume)?;
        }
        if image == Some(Image::Spectrum) {
            let power = measured.analysis.power.as_ref();
            further.image = power.map(|power| (power.size, power.centered()));
        }
        if has_image && further.image.is_none() {
            let notes = &measured.analysis.notes;
            let member = match image {
                Some(Image::Autocorrelation) => "autocorrelation",
                Some(Image::Drainage) => "drainage",
                _ => "spectrum",
            };
            let reason = notes.get(member).map_or("there is none", String::as_str);
            anyhow::bail!("-o: no {member} of {}: {reason}", measured.analysis.address);
        }
        Ok(further)
    }

    fn add_autocorrelation(
        &mut self,
        measured: &mut Measured,
        found: Option<Autocorrelation>,
        image: Option<Image>,
    ) -> anyhow::Result<()> {
        let is_constant = measured.analysis.statistics.min == measured.analysis.statistics.max;
        let reason = if is_constant { "all values are equal" } else { NOT_FINITE };
        self.add(measured, "autocorrelation", found.as_ref().ok_or(reason))?;
        let Some(found) = found else { return Ok(()) };
        if found.length.is_nan() {
            measured.analysis.note("length", "the autocorrelation stays above 1/e");
        }
        let unit = match measured.analysis.unit.as_str() {
            "unit" => "units",
            unit => unit,
        };
        let values: Vec<f64> = found.radial.iter().map(|[_, value]| *value).collect();
        self.rows.push(("correlation", format!("1/e at {} {unit}", number(found.length))));
        self.rows.push(("", linear_curve(&values)));
        self.curves.push(("autocorrelation", found.radial));
        if image == Some(Image::Autocorrelation) {
            self.image = Some((found.size, found.image));
        }
        Ok(())
    }

    fn add_blue_noise(&mut self, measured: &mut Measured) -> anyhow::Result<()> {
        let power = measured.analysis.power.as_ref();
        let found = power.map(|power| BlueNoise::of(&measured.grids, power));
        self.add(measured, "blue_noise", found.as_ref().ok_or(NOT_FINITE))?;
        if let Some(found) = found {
            if found.low_power.is_nan() {
                measured.analysis.note("low_power", "no ring is below the principal frequency");
            }
            if found.effective_nyquist.is_nan() {
                let reason = "the lowest ring has more than 0.1 of the power of white noise";
                measured.analysis.note("effective_nyquist", reason);
            }
            let unit = &measured.analysis.unit;
            let [principal, low, effective] =
                [found.principal_frequency, found.low_power, found.effective_nyquist].map(number);
            self.rows.push((
                "blue noise",
                format!("power {low} of white noise below {principal} cycles per {unit}"),
            ));
            self.rows.push(("", format!("effective Nyquist frequency {effective}")));
        }
        Ok(())
    }

    fn add_drainage(
        &mut self,
        measured: &mut Measured,
        channel_area: Option<f64>,
        image: Option<Image>,
    ) -> anyhow::Result<()> {
        if measured.analysis.slopes.is_none() {
            return self.add(measured, "drainage", Err::<&(), _>(NO_TERRAIN));
        }
        let found = Channels::of(&measured.grids, channel_area);
        self.add(measured, "drainage", Ok(&found))?;
        let statistics = &measured.analysis.statistics;
        let holes = statistics.nan + statistics.inf;
        if holes > 0 {
            let reason = format!("{holes} values are not finite: water leaves the field there");
            measured.analysis.note("drainage", reason);
        }
        if found.concavity.is_nan() {
            measured
                .analysis
                .note("concavity", "fewer than three bins of channels have 10 samples");
        } else if found.concavity_interval.is_none() {
            let reason = "the bins of one field depend on each other; --seeds measures several";
            measured.analysis.note("concavity_interval", reason);
        }
        let unit = &measured.analysis.unit;
        let [filled, share] =
            [found.filled_share, found.channel_share].map(|one| number(100.0 * one));
        let [density, area, concavity] =
            [found.drainage_density, found.channel_area, found.concavity].map(number);
        self.rows.push((
            "drainage",
            format!("{share} % in channels, from {area} {unit}² on   density {density} / {unit}"),
        ));
        let bounds = interval(found.concavity_interval);
        self.rows.push(("", format!("concavity {concavity}{bounds}   {filled} % filled")));
        let points = found.slope_area.iter().map(|[area, slope, _]| [*area, *slope]);
        self.curves.push(("slope by area", points.collect()));
        if image == Some(Image::Drainage) {
            let first = Drainage::of(&measured.grids[0]);
            self.image = Some((first.size, first.area));
        }
        Ok(())
    }

    fn add_surrogates(&mut self, measured: &mut Measured, count: u32) -> anyhow::Result<()> {
        let first = measured.grids[0].filled(measured.settings.fill);
        let surrogates = Surrogates::new(&first, &measured.settings);
        let test = surrogates.map(|surrogates| surrogates.test(count));
        self.add(measured, "surrogates", test.as_ref().ok_or(NOT_FINITE))?;
        if measured.grids.len() > 1 {
            measured.analysis.note("surrogates", "those of the first seed");
        }
        let Some(test) = test else { return Ok(()) };
        let (all, differing) = (test.measures.len(), test.differing.len());
        let chance = number(test.expected_by_chance);
        self.rows.push((
            "surrogates",
            format!("{differing} of {all} measures differ from {count} Gaussian fields ({chance} by chance)"),
        ));
        for name in &test.differing {
            let measure = &test.measures[name];
            let bounds = measure.band.map(number);
            let [value, p] = [measure.value, measure.p].map(number);
            let text = format!("{name:<22}{value:>11}   {} … {}   p {p}", bounds[0], bounds[1]);
            self.rows.push(("", text));
        }
        Ok(())
    }

    fn add_replicates(&mut self, measured: &mut Measured, count: u32) -> anyhow::Result<()> {
        let found = match &measured.grids[..] {
            [only] => {
                let filled = only.filled(measured.settings.fill);
                Replicates::of(&filled, &measured.settings, count).ok_or(NOT_FINITE)
            }
            _ => Err("over_seeds and variogram_intervals have the intervals of several seeds"),
        };
        self.add(measured, "replicates", found.as_ref().map_err(|reason| *reason))?;
        let Ok(found) = found else { return Ok(()) };
        self.rows.push(("intervals", format!("95 %, as of {count} Gaussian fields")));
        for (name, bounds) in &found.intervals {
            let [low, high] = bounds.map(number);
            self.rows.push(("", format!("{name:<22}{low:>11} … {high}")));
        }
        Ok(())
    }

    fn add_volume(
        &mut self,
        measured: &mut Measured,
        volume: Option<VolumeSpectrum>,
    ) -> anyhow::Result<()> {
        self.add(measured, "volume", volume.as_ref().ok_or("a value is not finite"))?;
        let Some(volume) = volume else { return Ok(()) };
        if volume.slope.is_nan() {
            measured
                .analysis
                .note("volume", "fewer than four shells are in the interval of the fit");
        }
        let [slope, error, hurst] = [volume.slope, volume.slope_error, volume.hurst].map(number);
        let size = volume.size;
        self.rows.push((
            "volume",
            format!(
                "{size}³ samples   slope {slope}   regression ± {error}   Hurst exponent {hurst}"
            ),
        ));
        self.rows.push(("", logarithmic_curve(&volume.radial)));
        self.curves.push(("volume power", volume.radial));
        Ok(())
    }

    /// Adds the coherence of another field with the first one.
    pub(super) fn add_coherence(
        &mut self,
        first: &Measured,
        other: &mut Measured,
    ) -> anyhow::Result<()> {
        let settings = first.settings;
        let found = coherence(&first.filled(), &other.filled(), settings.window, settings.trend);
        let (ones, others) = (&first.grids, &other.grids);
        let reason = if ones.len() != others.len() {
            "the numbers of seeds differ"
        } else if (ones[0].size, ones[0].spacing) != (others[0].size, others[0].spacing) {
            "the fields differ in size or in the distance of their samples"
        } else {
            NOT_FINITE
        };
        self.add(other, "coherence", found.as_ref().ok_or(reason))?;
        let Some(rings) = found else { return Ok(()) };
        let points = |value: fn(&CoherenceRing) -> f64| -> Vec<[f64; 2]> {
            rings.iter().map(|ring| [ring.frequency, value(ring)]).collect()
        };
        let above = rings.iter().filter(|ring| ring.coherence > ring.threshold).count();
        self.rows.push((
            "coherence",
            format!("{above} of {} rings above the 95 % of independent fields", rings.len()),
        ));
        let values: Vec<f64> = rings.iter().map(|ring| ring.coherence).collect();
        self.rows.push(("", linear_curve(&values)));
        self.curves.push(("coherence", points(|ring| ring.coherence)));
        self.curves.push(("phase", points(|ring| ring.phase_deg)));
        Ok(())
    }

    pub(super) fn add_to(&self, json: &mut Value) {
        for (member, value) in &self.members {
            json[member] = value.clone();
        }
    }

    /// Adds lines `plot,name,x,y` to a table in CSV format.
    pub(super) fn add_to_table(&self, name: &str, table: &mut String) {
        for (plot, points) in &self.curves {
            add_lines(table, plot, name, points);
        }
    }
}

impl Measured {
    /// The fields of all seeds, without the missing samples that the settings fill.
    fn filled(&self) -> Cow<'_, [HeightGrid]> {
        if self.settings.fill.is_none() {
            return Cow::Borrowed(&self.grids);
        }
        self.grids.iter().map(|grid| grid.filled(self.settings.fill).into_owned()).collect()
    }
}
