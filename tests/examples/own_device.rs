//! Many evaluations with one pipeline, on a device of your own: `cargo run --example own_device [ADAPTER]`.

use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, read_field};
use noise_playground::{Values, compile};

const SHADER: &str = "
struct Params {
    /// @auto
    time: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 { return sin(length(p) - params.time); }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let adapter = std::env::args().nth(1);
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    // An application with a window passes its surface.
    let gpu = Gpu::new(&instance, adapter.as_deref(), None)?;

    let generator = &compile(SHADER)?[0];
    let pipeline = EvaluatePipeline::new(&gpu, generator)?;
    let grid = generator.initial_grid(256);
    let texture = FieldTexture::of_generator(&gpu, grid.size, generator)?;
    for frame in 0..3 {
        let host = HostInputs { time: f64::from(frame), ..HostInputs::default() };
        let inputs = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host)?;
        let mut encoder = gpu.encoder();
        pipeline.evaluate(&gpu, &mut encoder, &inputs, grid.region(), &texture, None)?;
        gpu.queue.submit([encoder.finish()]);
        // The texture can be used in passes of your own; here it is copied to the CPU.
        let field = read_field(&gpu, &texture)?;
        println!("time {frame}: {} in the corner", field.sample(0, 0)[0]);
    }
    Ok(())
}
