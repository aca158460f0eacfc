//! Freed memory: returned to the system by programs that run for long, kept by commands.

/// Larger blocks get their own `mmap`; most are pictures.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BYTES: libc::c_int = 1 << 20;

/// Freeing larger blocks then returns their pages; glibc otherwise raises the threshold after the first large `free`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a function of the C library")]
pub(crate) fn set_mmap_threshold() {
    // SAFETY: `mallopt` sets a parameter of the allocator under the allocator's own lock.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BYTES) };
}

/// Keeps the memory of freed arrays for the next ones, for commands, which end soon. The system would clear the pages
/// of each array again, which takes a sixth of the time of `analyze --size 2048`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a function of the C library")]
pub(crate) fn keep_freed_arrays() {
    const ALL: libc::c_int = 1 << 30;
    // SAFETY: `mallopt` sets a parameter of the allocator under the allocator's own lock.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, ALL);
        libc::mallopt(libc::M_TRIM_THRESHOLD, ALL);
    }
}

/// A driver's compiler allocates megabytes for a shader and frees them between blocks that stay; glibc keeps such
/// pages. Measured by the soak test: 10,000 edits raise the memory in use from 67 to 109 MB without this and
/// [`set_mmap_threshold`], and leave it at 69 MB with both.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a function of the C library")]
pub(crate) fn trim_heap() {
    // SAFETY: `malloc_trim` takes the allocator's own locks and touches only freed memory.
    unsafe { libc::malloc_trim(0) };
}

/// Allocators of other systems return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn set_mmap_threshold() {}

/// Allocators of other systems have other rules.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_freed_arrays() {}

/// Allocators of other systems return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn trim_heap() {}
