//! From WGSL to an array: `cargo run --example evaluate`.

use noise_playground::field::Channel;
use noise_playground::{SampleGrid, Subject, compile, evaluate};

const SHADER: &str = "
import playground::noise::perlin::perlin;

/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
fn height(p: vec2f, frequency: f32) -> f32 { return perlin(frequency * p, 1u); }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generators = compile(SHADER)?;
    let height = &generators[0];
    let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [512, 512] };

    for frequency in ["1", "2", "4"] {
        let control = &height.controls[0];
        let mut subject = Subject::new(height, grid);
        subject.values.set(control, control.parse(frequency)?);
        let field = evaluate(&subject)?;
        let [low, high] = field.extremes(Channel::X).unwrap_or_default();
        println!("frequency {frequency}: {} samples from {low} to {high}", field.samples.len());
    }
    Ok(())
}
