//! Slope of the spectrum that theory expects of a sum of octaves.

use crate::control::{Control, Values};

/// Returns the slope of the power spectrum of a sum of octaves, −(2H + 2) with H = −ln gain / ln lacunarity, if there are
/// controls named `gain` and `lacunarity`.
///
/// # Errors
/// Returns the reason why there is no such slope.
pub fn expected_slope(controls: &[Control], values: &Values) -> Result<f64, String> {
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
        Err(format!(
            "gain {gain} and lacunarity {lacunarity} give no power law"
        ))
    }
}
