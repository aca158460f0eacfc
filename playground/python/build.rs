//! Links on macOS without the symbols of Python, which are found when the module is imported.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
