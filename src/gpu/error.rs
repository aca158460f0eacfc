//! Errors of the device.

use std::time::Duration;

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
        /// The requested part of an adapter's name.
        requested: String,
        /// Names of all adapters, separated by commas.
        available: String,
    },
    /// The adapter lacks a capability that every picture needs.
    #[error("the adapter {adapter:?} cannot {missing}; try a newer driver or another adapter")]
    MissingCapability {
        /// Name of the adapter.
        adapter: String,
        /// The missing capability, as a verb phrase after "cannot".
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
        "a grid of {side} x {side} needs a buffer of {} MiB; this adapter's largest is {} MiB, for {fits} x {fits}",
        bytes >> 20, limit >> 20
    )]
    GridTooLarge {
        /// Width and height in samples of the grid program's grid.
        side: u32,
        /// Largest width and height that the adapter allows.
        fits: u32,
        /// Bytes of the largest buffer.
        bytes: u64,
        /// Largest buffer of the adapter, in bytes.
        limit: u64,
    },
    /// The buffers of a grid program exceed the host's memory, in which a software adapter has them.
    #[error(
        "a grid of {side} x {side} needs {} MiB; {} MiB of memory are available, for {fits} x {fits}",
        bytes >> 20, available >> 20
    )]
    GridExceedsMemory {
        /// Width and height in samples of the grid program's grid.
        side: u32,
        /// Largest width and height that fit into the available memory.
        fits: u32,
        /// Bytes of all buffers.
        bytes: u64,
        /// Bytes of memory that are available.
        available: u64,
    },
    /// A texture or buffer exceeds the host's memory, in which a software adapter has it.
    #[error(
        "{} MiB are needed for samples; {} MiB of memory are available", bytes >> 20, available >> 20
    )]
    OutOfMemory {
        /// Bytes of the texture or buffer.
        bytes: u64,
        /// Bytes of memory that are available.
        available: u64,
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
        /// Bytes of the copy of the rectangle, with the padding of its rows.
        bytes: u64,
        /// Largest buffer of the adapter, in bytes.
        limit: u64,
    },
    /// The device was lost or ran out of memory.
    #[error("the graphics device failed: {0}")]
    Device(String),
}
