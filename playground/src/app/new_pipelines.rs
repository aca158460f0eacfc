//! Pipelines that the window requests from the compile thread, and built ones that no picture uses yet.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use noise_playground::gpu::EvaluatePipeline;

use crate::compiler::{CompilerHandle, DeviceGeneration};
use crate::workbench::GeneratorRef;

#[derive(Default)]
pub(super) struct NewPipelines {
    /// In the order in which they are built.
    requested: Vec<GeneratorRef>,
    /// Newest pipeline of each generator, until a picture uses it.
    pipelines: BTreeMap<GeneratorRef, Arc<EvaluatePipeline>>,
    device: DeviceGeneration,
}

impl NewPipelines {
    pub(super) fn device(&self) -> DeviceGeneration {
        self.device
    }

    /// Requests the pipelines of `targets`, in this order, unless they equal the last request.
    pub(super) fn request(&mut self, compiler: &CompilerHandle, targets: Vec<GeneratorRef>) {
        if targets != self.requested && !targets.is_empty() {
            compiler.show(targets.clone());
            self.requested = targets;
        }
    }

    /// Drops the pipeline if the device on which it was built was lost.
    pub(super) fn add(
        &mut self,
        target: GeneratorRef,
        pipeline: Arc<EvaluatePipeline>,
        device: DeviceGeneration,
    ) {
        if device == self.device {
            self.pipelines.insert(target, pipeline);
        }
    }

    /// Pipelines of the lost device that arrive later are rejected.
    pub(super) fn on_device_lost(&mut self) {
        self.pipelines.clear();
        self.device.0 += 1;
    }

    pub(super) fn take(&mut self) -> BTreeMap<GeneratorRef, Arc<EvaluatePipeline>> {
        mem::take(&mut self.pipelines)
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;
    use noise_playground::gpu::Gpu;

    use super::*;

    #[test]
    fn pipelines_of_lost_device_are_dropped_even_if_they_arrive_later() {
        let generator = &compile([("a.wgsl", "fn f(p: vec2f) -> f32 { return p.x; }")]).unwrap()[0];
        let gpu = Gpu::headless(None).unwrap();
        let pipeline = Arc::new(EvaluatePipeline::new(&gpu, generator).unwrap());
        let target = GeneratorRef::live(generator.address().clone());

        let mut pipelines = NewPipelines::default();
        let lost = pipelines.device();
        pipelines.add(target.clone(), Arc::clone(&pipeline), lost);
        pipelines.on_device_lost();
        assert!(pipelines.take().is_empty());
        pipelines.add(target.clone(), Arc::clone(&pipeline), lost);
        assert!(pipelines.take().is_empty());
        pipelines.add(target, pipeline, pipelines.device());
        assert_eq!(pipelines.take().len(), 1);
    }
}
