//! The adapter and its device, and the pipelines that run on it. Headless or windowed is the same code.

mod binding;
mod blit;
mod compute;
mod cost;
mod difference;
mod evaluate;
mod grid_run;
mod picture;
mod program;
mod readback;
mod shade;
mod surface;
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

pub use blit::BlitPipeline;
pub use cost::{PipelineCost, SampleCost};
pub use difference::DifferencePipeline;
pub use evaluate::{BuildError, EvaluateInputs, EvaluatePipeline};
pub use grid_run::GridRun;
pub use picture::{HostPipelines, PendingPicture, PictureTargets, ReadPicture};
use readback::ReadbackPool;
pub use readback::{
    PendingReadback, PendingTexels, f32s_from_bytes, read_field, read_picture, read_report,
    request_field, request_picture, request_range, request_report, request_report_and_range,
    request_sample,
};
pub use shade::{ShadeInputs, ShadePipeline};
pub use texture::{FieldTexture, PictureTexture};
pub use time_slices::TimeSlicer;
pub use timestamps::TimestampQuery;
pub use upsample::UpsamplePipeline;
pub use value_range::{
    MeasuredRange, SELECT_ROUNDS, ValueRangeBuffer, ValueRangeInput, ValueRangePipeline,
};

/// Sizes of the blocks from which small textures and buffers are taken: the smallest that there are. Blocks of wgpu's
/// own sizes would be held for a few pictures, and on a software adapter slowly fill up with what was freed.
const BLOCK_BYTES: Range<u64> = 4 << 20..8 << 20;

/// Why the GPU does not do what was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    /// Nothing to draw with.
    #[error(
        "no graphics adapter found; install a Vulkan driver (on Debian or Ubuntu the software driver is `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter,
    /// None of the adapters has this in its name.
    #[error("no adapter is named like {wanted:?}; there are: {known}")]
    NoSuchAdapter {
        /// What was asked for.
        wanted: String,
        /// Names of those there are.
        known: String,
    },
    /// The adapter cannot do what every picture needs.
    #[error("the adapter {adapter:?} cannot {lacking}; a newer driver or another adapter may")]
    Unfit {
        /// Its name.
        adapter: String,
        /// What it cannot do.
        lacking: &'static str,
    },
    /// The adapter gives no device.
    #[error("the adapter {adapter:?} gives no device: {reason}")]
    NoDevice {
        /// Its name.
        adapter: String,
        /// The driver's words.
        reason: String,
    },
    /// The driver, or wgpu's own check, refuses what it is given.
    #[error("{label}: the graphics driver refuses: {reason}")]
    Refused {
        /// What it was for.
        label: String,
        /// The driver's words.
        reason: String,
    },
    /// More samples across or down than a texture holds.
    #[error(
        "{width}x{height} samples are more than this adapter's textures hold ({limit} each way)"
    )]
    TooLarge {
        /// Samples across.
        width: u32,
        /// Samples down.
        height: u32,
        /// The adapter's limit.
        limit: u32,
    },
    /// A shader takes so long that a whole picture would stop the machine.
    #[error(
        "{samples} samples take longer than {limit:?}: a picture of them would stop the machine"
    )]
    TooSlow {
        /// How many were to be evaluated.
        samples: u64,
        /// How long they were waited for.
        limit: Duration,
    },
    /// A rectangle of texels needs a larger buffer than the adapter has.
    #[error("reading back {bytes} bytes exceeds this adapter's largest buffer ({limit} bytes)")]
    ReadbackTooLarge {
        /// Bytes of the rectangle, with the padding of its rows.
        bytes: u64,
        /// The adapter's limit.
        limit: u64,
    },
    /// The device was lost, or ran out of memory.
    #[error("the graphics device failed: {0}")]
    Device(String),
}

/// A device with its adapter and queue.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// What draws.
    pub adapter: wgpu::Adapter,
    /// Makes pipelines, textures and buffers.
    pub device: wgpu::Device,
    /// Takes the work.
    pub queue: wgpu::Queue,
    /// Why the device is lost, once it is.
    lost: Arc<OnceLock<String>>,
    /// Buffers, bind groups and textures created so far.
    created: Arc<AtomicU64>,
    readbacks: Arc<ReadbackPool>,
}

impl Gpu {
    /// Returns the device that [`evaluate`](crate::evaluate) and [`render`](crate::render) share. It opens on the first
    /// call, on the best adapter, and again after it was lost.
    ///
    /// # Errors
    /// Fails if there is no adapter with the required features.
    pub fn shared() -> Result<Self, GpuError> {
        static SHARED: Mutex<Option<Gpu>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = shared.as_ref().filter(|gpu| gpu.lost().is_none()) {
            return Ok(gpu.clone());
        }
        Ok(shared.insert(Self::headless(None)?).clone())
    }

    /// A device without a window, on the adapter whose name contains `adapter` (any case), or on the best.
    ///
    /// # Errors
    /// No such adapter, or it gives no device.
    pub fn headless(adapter: Option<&str>) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        Self::new(&instance, adapter, None)
    }

    /// A device that can draw on a surface, if one is given.
    ///
    /// # Errors
    /// No such adapter, or it gives no device.
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
        if let Some(lacking) = missing_capability(flags, |format| is_written(&adapter, format)) {
            return Err(GpuError::Unfit {
                adapter: adapter_name(&adapter),
                lacking,
            });
        }
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("Gpu"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
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
        // What no scope catches is said and survived; wgpu's own handler would end the program.
        device.on_uncaptured_error(Arc::new(|error: wgpu::Error| {
            tracing::error!("graphics error: {error}");
        }));
        let lost = Arc::new(OnceLock::new());
        let when_lost = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            // What comes first is the cause.
            let _ = when_lost.set(format!("{reason:?}: {message}"));
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
            readbacks: Arc::default(),
        }
    }

    /// Returns how many buffers, bind groups and textures this library has created on the device. A picture that is
    /// brought up to date again and again creates all of them the first time.
    pub fn created_resources(&self) -> u64 {
        self.created.load(Ordering::Relaxed)
    }

    fn count_created(&self) {
        self.created.fetch_add(1, Ordering::Relaxed);
    }

    /// Why the device does nothing any more, if it was lost: to a fault of the driver, a shader that it gave up,
    /// or a card that is gone. Another one is needed then.
    pub fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    /// The adapter's name and driver, as manifests and the status line give it.
    pub fn name(&self) -> String {
        adapter_name(&self.adapter)
    }

    /// Whether the processor draws.
    pub fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// How many loop turns an invocation may take before the driver ends its loops, without a word. llvmpipe
    /// counts for a vector of neighbours together: where each of them spends thousands of turns in a loop of
    /// its own, it ends them sooner, and that is not seen.
    pub(crate) fn driver_iteration_limit(&self) -> u32 {
        let is_llvmpipe = self.adapter.get_info().name.starts_with("llvmpipe");
        if is_llvmpipe { 65_535 } else { u32::MAX }
    }

    /// Runs what builds GPU objects or submits work, and turns errors of wgpu or the driver into a value.
    ///
    /// # Errors
    /// What came up meanwhile.
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
            Some(error) => Err(GpuError::Refused {
                label: label.to_owned(),
                reason: error.to_string(),
            }),
            None => Ok(built),
        }
    }
}

/// What pictures need of an adapter that it cannot do, if anything.
fn missing_capability(
    flags: wgpu::DownlevelFlags,
    is_written: impl Fn(wgpu::TextureFormat) -> bool,
) -> Option<&'static str> {
    if !flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        return Some("run compute shaders");
    }
    let fields = (1..=4).map(texture::field_format);
    let mut written = fields.chain([texture::PICTURE_FORMAT]);
    let all = written.all(is_written);
    (!all).then_some("let compute shaders write textures of 32-bit numbers or colours")
}

/// Whether shaders of an adapter can write textures of a format.
fn is_written(adapter: &wgpu::Adapter, format: wgpu::TextureFormat) -> bool {
    let usages = adapter.get_texture_format_features(format).allowed_usages;
    usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
}

/// The names of all adapters.
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
    let wanted = name.to_lowercase();
    let known = adapters
        .iter()
        .map(adapter_name)
        .collect::<Vec<_>>()
        .join(", ");
    let found = adapters
        .into_iter()
        .find(|adapter| adapter_name(adapter).to_lowercase().contains(&wanted));
    found.ok_or_else(|| GpuError::NoSuchAdapter {
        wanted: name.to_owned(),
        known,
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
    fn an_adapter_that_lacks_something_is_told_what() {
        use wgpu::{DownlevelFlags, TextureFormat};
        let all = DownlevelFlags::all();
        assert_eq!(missing_capability(all, |_| true), None);
        let without = all - DownlevelFlags::COMPUTE_SHADERS;
        assert_eq!(
            missing_capability(without, |_| true),
            Some("run compute shaders")
        );
        let lacking = missing_capability(all, |format| format != TextureFormat::Rg32Float);
        assert!(lacking.unwrap().contains("textures"));
    }
}
