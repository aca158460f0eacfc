//! Slope of the power spectrum that theory predicts for a noise that is a sum of octaves.

use crate::analysis::{Analysis, AnalysisSettings};
use crate::field::{Channel, Returns};
use crate::generator::control::{Values, Widget};
use crate::generator::{Domain, Generator, called_names};
use crate::subject::Subject;

impl AnalysisSettings {
    /// Returns the settings for the channel and grid of a subject. Heights of a plane or of a grid program are terrain.
    pub fn of_subject(subject: &Subject) -> Self {
        let Subject { generator, values, settings } = subject;
        let channel = settings.shading.channel;
        let is_plane = matches!(generator.domain, Domain::Plane | Domain::Grid);
        let is_height = matches!(generator.returns, Returns::Value | Returns::Gradient);
        Self {
            channel,
            z_factor: settings.shading.z_factor.unwrap_or(1.0),
            is_terrain: is_plane && is_height && channel == Channel::X,
            expected_slope: expected_slope(generator, values).ok(),
            ..settings.grid.into()
        }
    }
}

impl Analysis {
    /// Sets address and units, and notes the reason if theory predicts no slope of the spectrum.
    pub fn describe(&mut self, subject: &Subject) {
        self.address = subject.generator.address.to_string();
        if let Some(unit) = subject.generator.world_unit() {
            self.unit = unit;
        }
        self.value_unit = subject.generator.value_unit();
        if let Err(reason) = expected_slope(&subject.generator, &subject.values) {
            self.note("expected_slope", reason);
        }
        let has_auto = |name: &str| subject.generator.controls.iter().any(|one| one.name == name);
        if self.statistics.min == self.statistics.max && has_auto("octaves") {
            let reason = "all values are equal: octaves that are too fine for the samples fade out; choose a smaller \
                          --span or a larger --size";
            self.note("statistics", reason);
        }
    }
}

/// Controls that do not couple octaves: of the whole, of the count and ratio of octaves, and of the basis.
const UNCOUPLED: [&str; 20] = [
    "amplitude", "scale", "frequency", "wavelength", "offset", "origin", "octaves", "lacunarity",
    "gain", "turn", "angle", "rotation", "pixel_size", "time", "seed", "height", "jitter",
    "feature", "metric", "exact",
];

/// Words in the names of functions whose octaves depend on each other.
const COUPLED: [&str; 4] = ["turbulence", "multifractal", "warped", "erode"];

/// Slope for a sum of octaves of one basis, −(2H + 2) with H = −ln gain / ln lacunarity, from the controls `gain` and
/// `lacunarity`. The error is the reason why there is none.
fn expected_slope(generator: &Generator, values: &Values) -> Result<f64, String> {
    let number = |name: &str| {
        let control = generator.controls.iter().find(|control| control.name == name);
        control
            .filter(|control| control.ty.components() == 1)
            .map(|control| values.get(control).first())
            .ok_or_else(|| format!("there is no control named {name}"))
    };
    let (gain, lacunarity) = (number("gain")?, number("lacunarity")?);
    if let Some(reason) = coupling(generator, values) {
        return Err(format!("the octaves are no sum of one basis: {reason}"));
    }
    if gain > 0.0 && lacunarity > 0.0 && lacunarity != 1.0 {
        Ok(2.0 * gain.ln() / lacunarity.ln() - 2.0)
    } else {
        Err(format!("gain {gain} and lacunarity {lacunarity} give no power law"))
    }
}

/// Returns what may couple octaves: a function known for that, or a control other than 0 that may not act on the whole.
fn coupling(generator: &Generator, values: &Values) -> Option<String> {
    let names = called_names(generator);
    let coupled = |name: &&String| COUPLED.iter().any(|word| name.contains(word));
    if let Some(name) = names.iter().find(coupled) {
        return Some(format!("{name} couples them"));
    }
    let mut controls = generator.controls.iter().filter(|control| {
        let is_whole = UNCOUPLED.contains(&control.name.as_str()) || control.widget == Widget::Seed;
        !is_whole && values.get(control).0.iter().any(|number| *number != 0.0)
    });
    controls.next().map(|control| format!("{} may couple them", control.name))
}
