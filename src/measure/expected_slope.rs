//! Slope of the power spectrum that theory predicts for a noise that is a sum of octaves.

use crate::analysis::{Analysis, AnalysisSettings};
use crate::control::{Control, Values};
use crate::generator::{Domain, Returns};
use crate::shading::Channel;
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
            is_terrain: is_plane && is_height && channel == Channel::X,
            expected_slope: expected_slope(&generator.controls, values).ok(),
            ..settings.grid.into()
        }
    }
}

impl Analysis {
    /// Sets the address, and notes the reason if theory predicts no slope of the spectrum.
    pub fn describe(&mut self, subject: &Subject) {
        self.address = subject.generator.address.to_string();
        if let Err(reason) = expected_slope(&subject.generator.controls, &subject.values) {
            self.note("expected_slope", reason);
        }
    }
}

/// Slope for a sum of octaves, −(2H + 2) with H = −ln gain / ln lacunarity, from the controls `gain` and `lacunarity`.
/// The error is the reason why there is none.
fn expected_slope(controls: &[Control], values: &Values) -> Result<f64, String> {
    let number = |name: &str| {
        let control = controls.iter().find(|control| control.name == name);
        control
            .filter(|control| control.ty.components() == 1)
            .map(|control| values.get(control).first())
            .ok_or_else(|| format!("there is no control named {name}"))
    };
    let (gain, lacunarity) = (number("gain")?, number("lacunarity")?);
    if gain > 0.0 && lacunarity > 0.0 && lacunarity != 1.0 {
        Ok(2.0 * gain.ln() / lacunarity.ln() - 2.0)
    } else {
        Err(format!("gain {gain} and lacunarity {lacunarity} give no power law"))
    }
}
