//! Recognition of shader files and data files by their extensions.

use std::path::Path;

use crate::field::files::FieldFile;

/// Returns true for the extension of a WGSL or WESL file.
pub fn is_shader(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "wgsl" || extension == "wesl")
}

/// Returns true for the extension of a data file, which can fill a field input.
pub fn is_input_file(path: &Path) -> bool {
    FieldFile::is_supported(path)
}
