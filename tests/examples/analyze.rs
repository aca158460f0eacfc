//! The power spectrum of a noise: `cargo run --example analyze`.

use noise_playground::{SampleGrid, Subject, analyze, compile, evaluate};

const SHADER: &str = "
import playground::noise::turbulence::fbm;

fn height(p: vec2f) -> f32 { return fbm(p, 1u, 8.0, 2.0, 0.5); }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generators = compile(SHADER)?;
    let grid = SampleGrid { center: [0.0, 0.0], span: 16.0, size: [512, 512] };
    let field = evaluate(&Subject::new(&generators[0], grid))?;
    let analysis = analyze(&field, grid);

    println!("standard deviation {:.3}", analysis.statistics.std);
    println!("slope of the spectrum {:.2}", analysis.spectrum.slope);
    for ring in analysis.spectrum.radial.iter().step_by(32) {
        println!("{ring:?}");
    }
    Ok(())
}
