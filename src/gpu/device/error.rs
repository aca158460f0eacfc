//! Errors of the graphics device and its driver.

use std::time::Duration;

/// An error of the graphics device or driver.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    /// Error: the system has no graphics adapter.
    #[error(
        "no graphics adapter found; install a Vulkan driver (on Debian or Ubuntu the software driver is `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter,
    /// Error: no graphics adapter has a name that contains the requested text.
    #[error("no adapter matches {requested:?}; available: {available}")]
    NoSuchAdapter {
        /// The requested part of a graphics adapter's name.
        requested: String,
        /// Names of all graphics adapters of the system, separated by commas.
        available: String,
    },
    /// Error: the graphics adapter lacks a capability that every picture needs.
    #[error("the adapter {adapter:?} cannot {missing}; try a newer driver or another adapter")]
    MissingCapability {
        /// Name of the graphics adapter that lacks a capability.
        adapter: String,
        /// The capability that the graphics adapter lacks, as a verb phrase after "cannot".
        missing: &'static str,
    },
    /// Error: the graphics driver cannot open a device.
    #[error("cannot open a device on the adapter {adapter:?}: {reason}")]
    NoDevice {
        /// Name of the graphics adapter on which no device can be opened.
        adapter: String,
        /// Error message of the graphics driver.
        reason: String,
    },
    /// Error: the graphics driver or wgpu's validation rejected a GPU object or a command.
    #[error("{label}: graphics driver error: {reason}")]
    Rejected {
        /// Name of the rejected GPU object or command, for example the address of the generator whose pipeline is
        /// built.
        label: String,
        /// Error message of the graphics driver or of wgpu.
        reason: String,
    },
    /// Error: a texture is wider or higher than the graphics adapter allows.
    #[error(
        "{width} x {height} samples exceed this adapter's limit of {limit} in width and height"
    )]
    TooLarge {
        /// Width in samples of the texture that is too large.
        width: u32,
        /// Height in samples of the texture that is too large.
        height: u32,
        /// Maximum texture width and height in samples that the graphics adapter allows.
        limit: u32,
    },
    /// Error: a data file has more samples in width or height than the graphics adapter allows.
    #[error(
        "{file:?}: {width} x {height} samples exceed this adapter's limit of {limit} in width and height"
    )]
    FileTooLarge {
        /// Path of the data file.
        file: String,
        /// Width of the data file in samples.
        width: u32,
        /// Height of the data file in samples.
        height: u32,
        /// Maximum texture width and height in samples that the graphics adapter allows.
        limit: u32,
    },
    /// Error: a buffer of a grid program is larger than the graphics adapter allows.
    #[error(
        "a grid of {side} x {side} needs a buffer of {} MiB; this adapter's largest is {} MiB, for {fits} x {fits}",
        bytes >> 20, limit >> 20
    )]
    GridTooLarge {
        /// Width and height in samples of the grid program's square grid.
        side: u32,
        /// Maximum grid width and height in samples for which the grid program's buffers fit the graphics adapter.
        fits: u32,
        /// Size in bytes of the grid program's largest buffer.
        bytes: u64,
        /// Maximum size of a buffer that the graphics adapter allows, in bytes.
        limit: u64,
    },
    /// Error: the buffers of a grid program exceed the memory of the computer, which a software adapter uses for them.
    #[error(
        "a grid of {side} x {side} needs {} MiB; {} MiB of memory are available, for {fits} x {fits}",
        bytes >> 20, available >> 20
    )]
    GridExceedsMemory {
        /// Width and height in samples of the grid program's square grid.
        side: u32,
        /// Maximum grid width and height in samples for which the grid program's buffers fit the available memory.
        fits: u32,
        /// Total size of the grid program's buffers in bytes.
        bytes: u64,
        /// Available memory of the computer in bytes.
        available: u64,
    },
    /// Error: a texture or buffer exceeds the memory of the computer, which a software adapter uses for it.
    #[error(
        "{} MiB are needed for samples; {} MiB of memory are available", bytes >> 20, available >> 20
    )]
    OutOfMemory {
        /// Size in bytes of the texture or buffer that is too large.
        bytes: u64,
        /// Available memory of the computer in bytes.
        available: u64,
    },
    /// Error: a shader is so slow that rendering a picture would block the machine.
    #[error(
        "{samples} samples took longer than {limit:?}; the shader is too slow to render safely"
    )]
    TooSlow {
        /// Number of samples in the submission that exceeded its time limit.
        samples: u64,
        /// Time limit that the submission exceeded.
        limit: Duration,
    },
    /// Error: reading back a rectangle of texels needs a larger buffer than the graphics adapter allows.
    #[error("reading back {bytes} bytes exceeds this adapter's largest buffer ({limit} bytes)")]
    ReadbackTooLarge {
        /// Size in bytes of the buffer that the readback needs, with the padding of its rows.
        bytes: u64,
        /// Maximum size of a buffer that the graphics adapter allows, in bytes.
        limit: u64,
    },
    /// Error: the graphics device was lost or ran out of memory.
    #[error("the graphics device failed: {0}")]
    Device(String),
}
