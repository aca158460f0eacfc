//! The power spectrum of a noise, and its rounding errors: `cargo run --example analyze`.

use noise_playground::{Playground, SampleGrid};

const SHADER: &str = "
import playground::noise::turbulence::fbm;

fn height(p: vec2f) -> f32 { return fbm(p, 1u, 8.0, 2.0, 0.5); }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let height = Playground::new()?.compile(SHADER)?;
    let grid = SampleGrid { center: [0.0, 0.0], span: 16.0, size: [512, 512] };
    let analysis = height.measure(grid)?;

    println!("standard deviation {:.3}", analysis.statistics.std);
    println!("slope of the spectrum {:.2}", analysis.spectrum.slope);
    println!("digits left {:.1}", analysis.digits_left.unwrap_or(f64::NAN));
    for ring in analysis.spectrum.radial.iter().step_by(32) {
        println!("{ring:?}");
    }
    Ok(())
}
