//! The extension module `noise_playground._native`: the calls of the library, with numpy arrays and Python exceptions.
//!
//! What has the form of Python is in Python, in `noise_playground/`: keywords, broadcasting, classes with attributes.
//! Here are compiled programs, and functions of arrays.

mod arrays;
mod device;
mod errors;
mod fields;
mod open;
mod program;
mod settings;
mod work;

use pyo3::prelude::*;

#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ShaderError", py.get_type::<errors::ShaderError>())?;
    module.add("DeviceError", py.get_type::<errors::DeviceError>())?;
    module.add_class::<program::Program>()?;
    module.add("VIEW_OPTIONS", settings::option_names())?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    let functions = [
        wrap_pyfunction!(open::builtins, module)?,
        wrap_pyfunction!(open::load, module)?,
        wrap_pyfunction!(open::open_folder, module)?,
        wrap_pyfunction!(open::compile, module)?,
        wrap_pyfunction!(open::restore, module)?,
        wrap_pyfunction!(fields::field, module)?,
        wrap_pyfunction!(fields::part, module)?,
        wrap_pyfunction!(fields::points, module)?,
        wrap_pyfunction!(fields::picture, module)?,
        wrap_pyfunction!(fields::save, module)?,
        wrap_pyfunction!(arrays::analyze, module)?,
        wrap_pyfunction!(arrays::compare, module)?,
        wrap_pyfunction!(device::adapters, module)?,
        wrap_pyfunction!(device::adapter, module)?,
        wrap_pyfunction!(device::use_adapter, module)?,
        wrap_pyfunction!(work::close, module)?,
    ];
    functions.into_iter().try_for_each(|function| module.add_function(function))
}
