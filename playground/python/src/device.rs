//! The graphics device of the process: opened at its first use, and again after it was lost.

use std::sync::{Mutex, PoisonError};

use noise_playground::gpu::{self, Gpu};
use pyo3::prelude::*;

use crate::errors::Failure;
use crate::work;

static DEVICE: Mutex<Device> = Mutex::new(Device { adapter: None, gpu: None });

struct Device {
    /// Part of a name, as `use_adapter` was given; `None` for the fastest.
    adapter: Option<String>,
    gpu: Option<Gpu>,
}

/// Returns the device of the process.
pub(crate) fn open() -> Result<Gpu, Failure> {
    let mut device = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(gpu) = device.gpu.as_ref().filter(|gpu| gpu.lost().is_none()) {
        return Ok(gpu.clone());
    }
    let gpu = Gpu::headless(device.adapter.as_deref())?;
    work::own_device();
    Ok(device.gpu.insert(gpu).clone())
}

/// Name, backend, driver, and whether it computes in double precision.
type Adapter = (String, String, String, bool);

/// All adapters, without opening one.
#[pyfunction]
pub(crate) fn adapters(py: Python<'_>) -> PyResult<Vec<Adapter>> {
    work::run(py, |_| {
        let has_doubles =
            |adapter: &wgpu::Adapter| adapter.features().contains(wgpu::Features::SHADER_F64);
        Ok(gpu::adapters().iter().map(|adapter| described(adapter, has_doubles(adapter))).collect())
    })
}

/// The adapter of the device, which is opened.
#[pyfunction]
pub(crate) fn adapter(py: Python<'_>) -> PyResult<Adapter> {
    work::run(py, |_| {
        let gpu = open()?;
        Ok(described(&gpu.adapter, gpu.check_f64().is_ok()))
    })
}

/// Uses the first adapter whose name contains `name` from now on.
#[pyfunction]
pub(crate) fn use_adapter(py: Python<'_>, name: String) -> PyResult<()> {
    work::run(py, move |_| {
        let gpu = Gpu::headless(Some(&name))?;
        work::own_device();
        let mut device = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
        *device = Device { adapter: Some(name), gpu: Some(gpu) };
        Ok(())
    })
}

fn described(adapter: &wgpu::Adapter, has_doubles: bool) -> Adapter {
    let info = adapter.get_info();
    let driver = format!("{} {}", info.driver, info.driver_info);
    (info.name, format!("{:?}", info.backend), driver.trim().to_owned(), has_doubles)
}
