//! The graphics device and the pipelines that run on it, with or without a window.

mod air;
mod binding;
mod blit;
mod compute;
mod cost;
mod derive;
mod difference;
mod edit_cost;
mod evaluate;
mod features;
mod grid_run;
mod histogram;
mod hit_surface;
mod horizon;
mod picture;
mod points;
mod program;
mod readback;
mod shade;
mod surface;
mod taps;
mod trace;
mod trusted_shader;
mod upsample;
mod value_range;

#[cfg(test)]
mod testing;
mod texture;
mod time_slices;
mod timestamps;
mod uniform;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use air::{AirInputs, PlanetAir};
pub use blit::BlitPipeline;
pub use cost::{PipelineCost, SampleCost};
pub use derive::{DeriveInput, DerivePipeline};
pub use difference::DifferencePipeline;
pub use edit_cost::{EditCost, RunTimes, measure_costs};
pub use evaluate::{BuildError, EvaluateInputs, EvaluatePipeline, Run};
use grid_run::GridRun;
pub use histogram::HistogramPipeline;
pub use horizon::{HorizonInputs, HorizonPipelines, HorizonRun, HorizonTexture};
pub use picture::{
    HostPipelines, PendingPicture, PictureTargets, ReadPicture, SceneData, SceneTargets,
};
pub use points::{PointPipeline, PointsError};
use readback::ReadbackPool;
pub use readback::{
    PendingReadback, PendingTexels, f32s_from_bytes, read_field, read_picture, read_report,
    request_field, request_picture, request_range, request_report, request_report_and_range,
    request_sample,
};
pub use shade::{Ground, ShadeInputs, ShadePipeline};
pub use taps::{TapCounter, TapTracer, Trace, TraceRow};
pub use texture::{FieldTexture, PictureTexture};
pub use time_slices::TimeSlicer;
pub use timestamps::TimestampQuery;
pub use trace::{
    BoundsBuffer, BoundsInputs, DataShape, HitTargets, RayInputs, RayRegion, SunInputs,
};
pub use upsample::UpsamplePipeline;
pub use value_range::{
    MeasuredRange, SELECT_ROUNDS, ValueRangeBuffer, ValueRangeInput, ValueRangePipeline,
};

/// Sizes in bytes of the memory blocks that small textures and buffers are allocated from: the smallest that wgpu
/// allows. A few pictures would waste most of its default blocks, which also fragment on a software adapter.
const BLOCK_BYTES: Range<u64> = 4 << 20..8 << 20;

/// An error of the graphics device or driver.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    /// The system has no graphics adapter.
    #[error(
        "no graphics adapter found; install a Vulkan driver (on Debian or Ubuntu the software driver is `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter,
    /// No adapter's name contains the requested text.
    #[error("no adapter matches {requested:?}; available: {available}")]
    NoSuchAdapter {
        /// The requested text.
        requested: String,
        /// Names of all adapters, separated by commas.
        available: String,
    },
    /// The adapter lacks a capability that every picture needs.
    #[error("the adapter {adapter:?} cannot {missing}; try a newer driver or another adapter")]
    MissingCapability {
        /// Name of the adapter.
        adapter: String,
        /// The missing capability.
        missing: &'static str,
    },
    /// The driver cannot open a device.
    #[error("cannot open a device on the adapter {adapter:?}: {reason}")]
    NoDevice {
        /// Name of the adapter.
        adapter: String,
        /// Message of the driver.
        reason: String,
    },
    /// The driver or wgpu's validation rejected an object or a command.
    #[error("{label}: graphics driver error: {reason}")]
    Rejected {
        /// GPU object or command that failed, for example the address of the generator whose pipeline is built.
        label: String,
        /// Message of the driver.
        reason: String,
    },
    /// A texture exceeds the adapter's limit.
    #[error(
        "{width} x {height} samples exceed this adapter's limit of {limit} in width and height"
    )]
    TooLarge {
        /// Width in samples.
        width: u32,
        /// Height in samples.
        height: u32,
        /// Limit of width and height in samples.
        limit: u32,
    },
    /// A buffer of a grid program exceeds the adapter's limit.
    #[error(
        "a grid of {side} x {side} needs a buffer of {} MiB; this adapter's largest is {} MiB", bytes >> 20, limit >> 20
    )]
    GridTooLarge {
        /// Width and height of the grid in samples.
        side: u32,
        /// Bytes of the largest buffer.
        bytes: u64,
        /// Limit of the adapter in bytes.
        limit: u64,
    },
    /// A shader is so slow that rendering a picture would block the machine.
    #[error(
        "{samples} samples took longer than {limit:?}; the shader is too slow to render safely"
    )]
    TooSlow {
        /// Number of samples of the submission.
        samples: u64,
        /// Time limit of the submission.
        limit: Duration,
    },
    /// The readback of a rectangle of texels needs a larger buffer than the adapter allows.
    #[error("reading back {bytes} bytes exceeds this adapter's largest buffer ({limit} bytes)")]
    ReadbackTooLarge {
        /// Bytes of the rectangle, with the padding of its rows.
        bytes: u64,
        /// Limit of the adapter in bytes.
        limit: u64,
    },
    /// The device was lost or ran out of memory.
    #[error("the graphics device failed: {0}")]
    Device(String),
}

/// A device with its adapter and queue.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The adapter of the device.
    pub adapter: wgpu::Adapter,
    /// Creates pipelines, textures and buffers.
    pub device: wgpu::Device,
    /// Receives submissions.
    pub queue: wgpu::Queue,
    /// Reason of the loss, once the device is lost.
    lost: Arc<OnceLock<String>>,
    /// Buffers, bind groups and textures created so far.
    created: Arc<AtomicU64>,
    /// Number of pipelines of generators that were built so far.
    pipelines: Arc<AtomicU64>,
    readbacks: Arc<ReadbackPool>,
}

impl Gpu {
    /// Returns the device that [`evaluate`](crate::evaluate) and [`render`](crate::render) share. It opens on the first
    /// call, on the best adapter, and again after it was lost.
    ///
    /// # Errors
    /// There is no adapter with the required features, or its driver cannot open a device.
    pub fn shared() -> Result<Self, GpuError> {
        static SHARED: Mutex<Option<Gpu>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = shared.as_ref().filter(|gpu| gpu.lost().is_none()) {
            return Ok(gpu.clone());
        }
        Ok(shared.insert(Self::headless(None)?).clone())
    }

    /// Opens a device without a window, on the adapter whose name contains `adapter` (ignoring case), or on the best.
    ///
    /// # Errors
    /// There is no such adapter, or its driver cannot open a device.
    pub fn headless(adapter: Option<&str>) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        Self::new(&instance, adapter, None)
    }

    /// Opens a device that can present on `surface`, if one is given.
    ///
    /// # Errors
    /// There is no such adapter, or its driver cannot open a device.
    pub fn new(
        instance: &wgpu::Instance,
        adapter: Option<&str>,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Self, GpuError> {
        let adapter = match adapter {
            Some(name) => named_adapter(instance, name)?,
            None => best_adapter(instance, surface)?,
        };
        let flags = adapter.get_downlevel_capabilities().flags;
        if let Some(missing) = missing_capability(flags, |format| is_writable(&adapter, format)) {
            return Err(GpuError::MissingCapability {
                adapter: adapter_name(&adapter),
                missing,
            });
        }
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("Gpu"),
            required_features: adapter.features() & features::optional(),
            required_limits: adapter.limits(),
            memory_hints: wgpu::MemoryHints::Manual {
                suballocated_device_memory_block_size: BLOCK_BYTES,
            },
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| {
                GpuError::NoDevice {
                    adapter: adapter.get_info().name,
                    reason: error.to_string(),
                }
            })?;
        // Errors outside of any scope are logged; wgpu's default handler panics.
        device.on_uncaptured_error(Arc::new(|error: wgpu::Error| {
            tracing::error!("graphics error: {error}");
        }));
        let lost = Arc::new(OnceLock::new());
        let lost_reason = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            // The first message names the cause.
            let _ = lost_reason.set(format!("{reason:?}: {message}"));
        });
        Ok(Self {
            lost,
            ..Self::from_parts(adapter, device, queue)
        })
    }

    fn from_parts(adapter: wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        Self {
            adapter,
            device,
            queue,
            lost: Arc::default(),
            created: Arc::default(),
            pipelines: Arc::default(),
            readbacks: Arc::default(),
        }
    }

    /// Returns the number of buffers, bind groups and textures that this library has created on the device. A picture
    /// that is updated repeatedly creates all of its resources in the first update.
    pub fn created_resources(&self) -> u64 {
        self.created.load(Ordering::Relaxed)
    }

    /// Returns how often pipelines of generators were built on the device.
    pub fn built_pipelines(&self) -> u64 {
        self.pipelines.load(Ordering::Relaxed)
    }

    fn count_build(&self) {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
    }

    fn count_created(&self) {
        self.created.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns why the device was lost (a driver bug, an aborted shader, a removed card), or `None` if it works. A lost
    /// device does nothing; a new one must be opened.
    pub fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    /// Returns the name and backend of the adapter, as manifests and the status line show it.
    pub fn name(&self) -> String {
        adapter_name(&self.adapter)
    }

    /// Returns true if shaders can compute in double precision.
    pub fn supports_f64(&self) -> bool {
        self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    /// Returns true if the adapter is software that runs on the CPU.
    pub fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// Returns the number of loop iterations that an invocation may run before the driver silently ends its loops.
    /// llvmpipe counts a vector of neighboring invocations together: if each runs thousands of iterations of a
    /// different loop, it ends them earlier, which cannot be detected.
    pub(crate) fn driver_iteration_limit(&self) -> u32 {
        let is_llvmpipe = self.adapter.get_info().name.starts_with("llvmpipe");
        if is_llvmpipe { 65_535 } else { u32::MAX }
    }

    /// Runs code that creates GPU objects or submits work, and returns errors of wgpu or the driver.
    ///
    /// # Errors
    /// wgpu or the driver reported an error during `build`; the last one is returned.
    pub fn with_error_scope<T>(
        &self,
        label: &str,
        build: impl FnOnce() -> T,
    ) -> Result<T, GpuError> {
        let scopes = [
            wgpu::ErrorFilter::Validation,
            wgpu::ErrorFilter::OutOfMemory,
            wgpu::ErrorFilter::Internal,
        ]
        .map(|filter| self.device.push_error_scope(filter));
        let built = build();
        let errors = scopes
            .into_iter()
            .rev()
            .filter_map(|scope| pollster::block_on(scope.pop()));
        match errors.last() {
            Some(error) => Err(GpuError::Rejected {
                label: label.to_owned(),
                reason: error.to_string(),
            }),
            None => Ok(built),
        }
    }
}

/// Returns the first capability that pictures need and the adapter lacks, or `None`.
fn missing_capability(
    flags: wgpu::DownlevelFlags,
    is_writable: impl Fn(wgpu::TextureFormat) -> bool,
) -> Option<&'static str> {
    if !flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        return Some("run compute shaders");
    }
    let fields = (1..=4).map(texture::field_format);
    let mut formats = fields.chain([texture::PICTURE_FORMAT]);
    let all = formats.all(is_writable);
    (!all).then_some("write textures of floats or colors in compute shaders")
}

/// Returns true if shaders of an adapter can write textures of a format.
fn is_writable(adapter: &wgpu::Adapter, format: wgpu::TextureFormat) -> bool {
    let usages = adapter.get_texture_format_features(format).allowed_usages;
    usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
}

/// Returns the names of all adapters.
pub fn adapter_names() -> Vec<String> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    all_adapters(&instance).iter().map(adapter_name).collect()
}

fn all_adapters(instance: &wgpu::Instance) -> Vec<wgpu::Adapter> {
    pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
}

fn adapter_name(adapter: &wgpu::Adapter) -> String {
    let info = adapter.get_info();
    format!("{} ({:?})", info.name, info.backend)
}

fn named_adapter(instance: &wgpu::Instance, name: &str) -> Result<wgpu::Adapter, GpuError> {
    let adapters = all_adapters(instance);
    if adapters.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let requested = name.to_lowercase();
    let available = adapters
        .iter()
        .map(adapter_name)
        .collect::<Vec<_>>()
        .join(", ");
    let found = adapters
        .into_iter()
        .find(|adapter| adapter_name(adapter).to_lowercase().contains(&requested));
    found.ok_or_else(|| GpuError::NoSuchAdapter {
        requested: name.to_owned(),
        available,
    })
}

fn best_adapter(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
) -> Result<wgpu::Adapter, GpuError> {
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        compatible_surface: surface,
        ..wgpu::RequestAdapterOptions::default()
    };
    pollster::block_on(instance.request_adapter(&options)).map_err(|_| GpuError::NoAdapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_missing_capability_is_named() {
        use wgpu::{DownlevelFlags, TextureFormat};
        let all = DownlevelFlags::all();
        assert_eq!(missing_capability(all, |_| true), None);
        let without = all - DownlevelFlags::COMPUTE_SHADERS;
        assert_eq!(
            missing_capability(without, |_| true),
            Some("run compute shaders")
        );
        let missing = missing_capability(all, |format| format != TextureFormat::Rg32Float);
        assert!(missing.unwrap().contains("textures"));
    }
}
