//! The GPU layer: the device, and the pipelines that evaluate and shade generators, with or without a window.

mod device;
mod inspect;
pub mod measure;
mod picture;
mod pipelines;
#[cfg(test)]
mod testing;

pub use device::adapter::{adapter_names, adapters};
pub use device::cost::{PipelineCost, SampleCost};
pub use device::error::GpuError;
pub use device::readback::{
    PendingReadback, PendingTexels, f32s_from_bytes, read_field, read_picture, read_report,
    request_field, request_picture, request_report, request_sample,
};
pub use device::texture::{FieldTexture, PictureTexture};
pub use device::timestamps::TimestampQuery;
pub use device::{Gpu, Submission};
pub use inspect::edit_cost::{EditCost, empty_generator, measure_costs};
pub use inspect::points::{PointPipeline, PointsError};
pub use inspect::program_tracer::{PassExecution, ProgramTracer, TraceError};
pub use inspect::quartiles::{MedianRatio, Quartiles};
pub use inspect::taps::{TapCounter, TapTracer, Trace, TraceRow};
pub use picture::framing::SilhouetteDetail;
pub use picture::pending_picture::{PendingPicture, ReadPicture};
pub use picture::renderer::{Outputs, PictureTile, Renderer, TileFields};
pub use picture::targets::{PictureTargets, SceneData, SceneTargets};
pub use picture::time_slices::TimeSlicer;
pub use pipelines::blit::BlitPipeline;
pub use pipelines::chunks::Chunks;
pub use pipelines::derive::{DeriveInput, DerivePipeline};
pub use pipelines::difference::{DifferenceField, DifferencePipeline};
pub use pipelines::evaluate::{BuildError, EvaluateInputs, EvaluatePipeline, Run, SharedRuns};
pub use pipelines::histogram::HistogramPipeline;
pub use pipelines::horizon::{HorizonInputs, HorizonPipelines, HorizonRun, HorizonTexture};
pub use pipelines::host_pipelines::HostPipelines;
pub use pipelines::ray_tracing::{
    BoundsBuffer, BoundsInputs, DataShape, HitTargets, RayInputs, RayRegion, SunInputs,
};
pub use pipelines::shade::{Ground, ShadeInputs, ShadePipeline};
pub use pipelines::upsample::UpsamplePipeline;
pub use pipelines::value_range::{
    MeasuredRange, SELECT_ROUNDS, ValueRangeBuffer, ValueRangeInput, ValueRangePipeline,
    request_range, request_report_and_range,
};
