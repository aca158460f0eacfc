//! Errors of the graphics device and its driver.

use std::time::Duration;

/// An error of the graphics device or driver.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    /// The system has no graphics adapter.
    #[error(
        "no graphics adapter found; install a Vulkan driver (on Debian or Ubuntu the software driver is `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter,
    /// No adapter has a name that contains the requested text.
    #[error("no adapter matches {requested:?}; available: {available}")]
    NoSuchAdapter {
        /// Requested text.
        requested: String,
        /// Names of all adapters, separated by commas.
        available: String,
    },
    /// The adapter lacks a capability that every picture needs.
    #[error("the adapter {adapter:?} cannot {missing}; try a newer driver or another adapter")]
    MissingCapability {
        /// Name of the adapter.
        adapter: String,
        /// A verb phrase after "cannot".
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
    /// The driver or wgpu's validation rejected a GPU object or a command.
    #[error("{label}: graphics driver error: {reason}")]
    Rejected {
        /// Name of the object or command, such as the address of the generator whose pipeline is built.
        label: String,
        /// Message of the driver or of wgpu.
        reason: String,
    },
    /// A texture is wider or higher than the adapter allows.
    #[error(
        "{width} x {height} samples exceed this adapter's limit of {limit} in width and height"
    )]
    TooLarge {
        /// Width in samples.
        width: u32,
        /// Height in samples.
        height: u32,
        /// Largest width and height in samples.
        limit: u32,
    },
    /// A data file has more samples in width or height than the adapter allows.
    #[error(
        "{file:?}: {width} x {height} samples exceed this adapter's limit of {limit} in width and height"
    )]
    FileTooLarge {
        /// Path of the file.
        file: String,
        /// Width in samples.
        width: u32,
        /// Height in samples.
        height: u32,
        /// Largest width and height in samples.
        limit: u32,
    },
    /// A buffer of a grid program is larger than the adapter allows.
    #[error(
        "a grid of {} x {} needs a buffer of {} MiB; this adapter's largest is {} MiB, for {fits} x {fits}",
        size[0], size[1], bytes >> 20, limit >> 20
    )]
    GridTooLarge {
        /// Width and height of the grid in samples.
        size: [u32; 2],
        /// Largest side of which the buffers fit.
        fits: u32,
        /// Size in bytes of the largest buffer.
        bytes: u64,
        /// Largest size of a buffer in bytes.
        limit: u64,
    },
    /// The buffers of a grid program exceed the memory of the computer, which a software adapter uses.
    #[error(
        "a grid of {} x {} needs {} MiB; {} MiB of memory are available, for {fits} x {fits}",
        size[0], size[1], bytes >> 20, available >> 20
    )]
    GridExceedsMemory {
        /// Width and height of the grid in samples.
        size: [u32; 2],
        /// Largest side of which the buffers fit.
        fits: u32,
        /// Total size of the buffers in bytes.
        bytes: u64,
        /// Available memory in bytes.
        available: u64,
    },
    /// A texture or buffer exceeds the memory of the computer, which a software adapter uses.
    #[error(
        "{} MiB are needed for samples; {} MiB of memory are available", bytes >> 20, available >> 20
    )]
    OutOfMemory {
        /// Size in bytes.
        bytes: u64,
        /// Available memory in bytes.
        available: u64,
    },
    /// A shader is so slow that rendering a picture would block the machine.
    #[error(
        "{samples} samples took longer than {limit:?}; the shader is too slow to render safely"
    )]
    TooSlow {
        /// Samples of the submission.
        samples: u64,
        /// Time limit of the submission.
        limit: Duration,
    },
    /// Reading texels back needs a larger buffer than the adapter allows.
    #[error("reading back {bytes} bytes exceeds this adapter's largest buffer ({limit} bytes)")]
    ReadbackTooLarge {
        /// Size in bytes, with the padding of rows.
        bytes: u64,
        /// Largest size in bytes.
        limit: u64,
    },
    /// The device was lost or ran out of memory.
    #[error("the graphics device failed: {0}")]
    Device(String),
}
