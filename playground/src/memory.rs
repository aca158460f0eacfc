//! Memory that nobody uses any more goes back to the system.

/// What is larger, pictures mostly, gets pages of its own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BYTES: libc::c_int = 1 << 20;

/// Keeps what is large apart, so that its memory goes when it does. The C library would learn from the first
/// large piece that is freed to put the next among the small ones, where holes are left.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a function of the C library")]
pub(crate) fn keep_large_apart() {
    // SAFETY: it sets a number of the allocator's, under the allocator's own lock.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BYTES) };
}

/// Gives what was freed back. A driver's compiler takes megabytes for a shader and frees them in pieces among what
/// stays; the C library keeps such pages for itself until it is asked, and a day of saves would end with several
/// times the memory of its beginning.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a function of the C library")]
pub(crate) fn give_back() {
    // SAFETY: it takes the allocator's own locks, and touches only what was freed.
    unsafe { libc::malloc_trim(0) };
}

/// Other systems' allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_large_apart() {}

/// Other systems' allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
