//! From WGSL to an array: `cargo run --example evaluate`.

use noise_playground::field::Channel;
use noise_playground::{Playground, SampleGrid};

const SHADER: &str = "
import playground::noise::perlin::perlin;

/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
fn height(p: vec2f, frequency: f32) -> f32 { return perlin(frequency * p, 1u); }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut height = Playground::new()?.compile(SHADER)?;
    let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [512, 512] };

    for frequency in [1.0, 2.0, 4.0] {
        height.set("frequency", frequency)?;
        let field = height.grid(grid)?;
        let [low, high] = field.extremes(Channel::X).unwrap_or_default();
        println!("frequency {frequency}: {} samples from {low} to {high}", field.samples.len());
    }
    println!("gradient at (0.3, 0.2): {:?}", height.gradient()?.points(&[[0.3, 0.2]])?);
    Ok(())
}
