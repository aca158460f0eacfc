//! The graphics device, and what all GPU work needs: limits, errors, buffers, textures, readback, and measured costs.

pub(super) mod adapter;
pub(super) mod author_pipeline;
pub(super) mod binding;
pub(super) mod compute;
pub(super) mod cost;
pub(super) mod error;
mod features;
pub(super) mod memory;
pub(super) mod readback;
pub(super) mod report;
pub(super) mod texture;
pub(super) mod timestamps;
pub(super) mod trusted_shader;
pub(super) mod uploads;

use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use adapter::{adapter_name, best_adapter, is_writable, missing_capability, named_adapter};
use error::GpuError;
use readback::ReadbackPool;
use report::ReportMerge;
use uploads::FileTextures;

/// Memory blocks from which small textures and buffers are allocated: the smallest that wgpu allows. A few pictures
/// would waste most of its default blocks, which also fragment on a software adapter.
const BLOCK_BYTES: Range<u64> = 4 << 20..8 << 20;

/// Commands that were submitted together.
pub type Submission = wgpu::SubmissionIndex;

/// An open graphics device. Clones share it.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Adapter on which the device was opened.
    pub adapter: wgpu::Adapter,
    /// Creates pipelines, textures and buffers.
    pub device: wgpu::Device,
    /// Receives commands.
    pub queue: wgpu::Queue,
    /// Empty while the device works.
    lost: Arc<OnceLock<String>>,
    created: Arc<AtomicU64>,
    /// Number of generators with pipelines so far.
    pipelines: Arc<AtomicU64>,
    readbacks: Arc<ReadbackPool>,
    picture_format: wgpu::TextureFormat,
    file_textures: Arc<FileTextures>,
    /// In bytes; `None` if it is not known. Tests replace the function.
    pub(super) available_memory: fn() -> Option<u64>,
    /// Empty before double precision is first used; the reason if it cannot be.
    pub(super) checked_f64: Arc<OnceLock<Result<(), String>>>,
    report_merge: Arc<OnceLock<ReportMerge>>,
}

impl Gpu {
    /// Returns the device that [`evaluate`](crate::evaluate) and [`render`](crate::render()) use. The first call opens it
    /// on the adapter with the highest performance; after a device loss, the next call opens another one.
    ///
    /// # Errors
    /// Fails if no adapter has the required features, or if the driver cannot open a device.
    pub fn shared() -> Result<Self, GpuError> {
        static SHARED: Mutex<Option<Gpu>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = shared.as_ref().filter(|gpu| gpu.lost().is_none()) {
            return Ok(gpu.clone());
        }
        Ok(shared.insert(Self::headless(None)?).clone())
    }

    /// Opens a graphics device without a window, on the first adapter whose name contains `adapter` (ignoring case), or
    /// on the adapter with the highest performance for `None`.
    ///
    /// # Errors
    /// Fails if there is no such adapter, or if its driver cannot open a device.
    pub fn headless(adapter: Option<&str>) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        Self::new(&instance, adapter, None)
    }

    /// Opens a device that can present on `surface`, if one is given, on an adapter as in [`Self::headless`].
    ///
    /// # Errors
    /// Fails if there is no such adapter, or if its driver cannot open a device.
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
            return Err(GpuError::MissingCapability { adapter: adapter_name(&adapter), missing });
        }
        let formats = surface.map(|surface| surface.get_capabilities(&adapter).formats);
        let gpu = Self::open(adapter)?;
        let features = gpu.device.features();
        let picture_format = texture::picture_format(&formats.unwrap_or_default(), features);
        Ok(Self { picture_format, ..gpu })
    }

    /// Returns a device whose work does not delay that of this one. Software drivers compile a shader when it first
    /// runs, which blocks all later work of a device for seconds: they get another device, others this one.
    ///
    /// # Errors
    /// Fails if the driver cannot open another device.
    pub fn for_slow_shaders(&self) -> Result<Self, GpuError> {
        if self.is_software() { Self::open(self.adapter.clone()) } else { Ok(self.clone()) }
    }

    /// Returns an encoder for commands of this device.
    pub fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
    }

    /// Waits until the GPU has finished a submission.
    ///
    /// # Errors
    /// Fails if the device was lost.
    pub fn wait_for(&self, submission: Submission) -> Result<(), GpuError> {
        let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        let waited = self.device.poll(wait);
        waited.map(drop).map_err(|error| GpuError::Device(error.to_string()))
    }

    /// Submits what was recorded so far: work that is submitted later reads its results. The encoder is empty afterwards.
    pub fn submit_recorded(&self, encoder: &mut wgpu::CommandEncoder) {
        self.queue.submit([mem::replace(encoder, self.encoder()).finish()]);
    }

    fn open(adapter: wgpu::Adapter) -> Result<Self, GpuError> {
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
                GpuError::NoDevice { adapter: adapter.get_info().name, reason: error.to_string() }
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
        Ok(Self { lost, ..Self::from_parts(adapter, device, queue) })
    }

    pub(super) fn from_parts(
        adapter: wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
    ) -> Self {
        Self {
            adapter,
            device,
            queue,
            lost: Arc::default(),
            created: Arc::default(),
            pipelines: Arc::default(),
            readbacks: Arc::default(),
            picture_format: wgpu::TextureFormat::Rgba8Unorm,
            file_textures: Arc::default(),
            available_memory: memory::available,
            checked_f64: Arc::default(),
            report_merge: Arc::default(),
        }
    }

    /// Returns the number of buffers, bind groups and textures so far. Tests use it: updates must not create any.
    pub fn created_resources(&self) -> u64 {
        self.created.load(Ordering::Relaxed)
    }

    /// Returns a format of the window's surface if compute shaders can write one, otherwise `Rgba8Unorm`.
    pub fn picture_format(&self) -> wgpu::TextureFormat {
        self.picture_format
    }

    /// Returns how many times the pipelines of a generator were built.
    pub fn built_pipelines(&self) -> u64 {
        self.pipelines.load(Ordering::Relaxed)
    }

    pub(super) fn count_build(&self) {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_created(&self) {
        self.created.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the reason of the device loss, such as a driver bug, an aborted shader or a removed card; `None` while
    /// it works. A lost device ignores all commands; a new one must be opened.
    pub fn lost(&self) -> Option<&str> {
        self.lost.get().map(String::as_str)
    }

    /// Returns name and backend of the adapter, as manifests and the status line show it.
    pub fn name(&self) -> String {
        adapter_name(&self.adapter)
    }

    /// Returns true if the adapter runs on the CPU.
    pub fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// Iterations of an invocation before the driver silently ends its loops. llvmpipe counts those of neighbors, run
    /// as one vector, together: if each runs thousands in another loop, loops end earlier, undetectably.
    pub(crate) fn driver_iteration_limit(&self) -> u32 {
        let is_llvmpipe = self.adapter.get_info().name.starts_with("llvmpipe");
        if is_llvmpipe { 65_535 } else { u32::MAX }
    }

    /// Calls `build`, which creates GPU objects or submits work.
    ///
    /// # Errors
    /// Fails with the last error that wgpu or the driver reported during `build`; `label` is its subject.
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
        let errors = scopes.into_iter().rev().filter_map(|scope| pollster::block_on(scope.pop()));
        match errors.last() {
            Some(error) => {
                Err(GpuError::Rejected { label: label.to_owned(), reason: error.to_string() })
            }
            None => Ok(built),
        }
    }
}
