//! Memory that nobody uses any more.

/// Gives what was freed back to the system. A driver's compiler takes megabytes for a shader and frees them in
/// pieces among what stays; the C library keeps such pages for itself until it is asked, and a day of saves
/// would end with several times the memory of its beginning.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a function of the C library")]
pub(crate) fn give_back() {
    // SAFETY: it takes the allocator's own locks, and touches only what was freed.
    unsafe { libc::malloc_trim(0) };
}

/// Other systems' allocators give memory back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
