//! A memory check for a software adapter's textures and buffers; without it, the system would swap or end processes.

use crate::gpu::{Gpu, GpuError};

/// Smallest allocation that is checked, in bytes.
const MIN_BYTES: u64 = 32 << 20;

impl Gpu {
    /// Checks software adapters only. Drivers of graphics cards report when their memory is full.
    pub(crate) fn check_memory(&self, bytes: u64) -> Result<(), GpuError> {
        if bytes < MIN_BYTES || !self.is_software() {
            return Ok(());
        }
        match (self.available_memory)() {
            Some(available) if bytes > available => Err(GpuError::OutOfMemory { bytes, available }),
            _ => Ok(()),
        }
    }
}

/// In bytes without swapping (`MemAvailable` on Linux); `None` on systems that do not report it.
pub(crate) fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    parse_available(&text)
}

fn parse_available(text: &str) -> Option<u64> {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_from_the_system() {
        let text = "MemTotal:       24000000 kB\nMemFree:  1 kB\nMemAvailable:   20971520 kB\n";
        assert_eq!(parse_available(text), Some(20 << 30));
        assert_eq!(parse_available("MemTotal: 1 kB\n"), None);
        #[cfg(target_os = "linux")]
        assert!(available().is_some_and(|bytes| bytes > 0));
    }
}
