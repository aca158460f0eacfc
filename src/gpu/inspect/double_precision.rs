//! Whether shaders can compute in double precision on an adapter, and do so rightly.

use crate::generator::control::{HostInputs, Values};
use crate::generator::{Precision, self_test, self_test_positions, wrong_operation};
use crate::gpu::{EvaluateInputs, Gpu, PointPipeline};

impl Gpu {
    /// Evaluates each operation of twins at positions with known results. Only the first call waits for that.
    ///
    /// # Errors
    /// Returns the reason if the adapter has no double precision or a result is wrong, which nothing else may show.
    pub fn check_f64(&self) -> Result<(), String> {
        let checked = self.checked_f64.get_or_init(|| {
            if self.device.features().contains(wgpu::Features::SHADER_F64) {
                self_tested(self)
            } else {
                Err(format!("{} has no f64", self.name()))
            }
        });
        checked.clone()
    }
}

fn self_tested(gpu: &Gpu) -> Result<(), String> {
    let generator = self_test();
    let (host, grid) = (HostInputs::default(), generator.initial_grid(1));
    let failed = |error: String| format!("f64 of {} fails: {error}", gpu.name());
    let inputs = EvaluateInputs::new(&generator, &Values::default(), grid, 0.0, &host);
    let inputs = inputs.map_err(|error| failed(error.to_string()))?;
    let pipeline = PointPipeline::new(gpu, &generator, Precision::Double);
    let pipeline = pipeline.map_err(|error| failed(error.to_string()))?;
    let results = pipeline.evaluate(gpu, &inputs, &self_test_positions());
    let results = results.map_err(|error| failed(error.to_string()))?;
    let results: Vec<f64> = results.iter().map(|result| result[0]).collect();
    wrong_operation(&results)
        .map_or(Ok(()), |wrong| Err(format!("f64 of {} is wrong: {wrong}", gpu.name())))
}
