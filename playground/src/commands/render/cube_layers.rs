//! File names for the layers of a planet's cube map.

use std::path::{Path, PathBuf};

use noise_playground::view::space::settings::{CUBE_LAYERS, Projection};

/// Returns one path per layer for a cube map, such as `FILE_+x.exr`.
pub(super) fn paths(path: &Path, projection: Option<Projection>) -> Vec<PathBuf> {
    if projection != Some(Projection::Cube) {
        return vec![path.to_owned()];
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let name = |layer| path.with_file_name(format!("{stem}_{layer}.{extension}"));
    CUBE_LAYERS.into_iter().map(name).collect()
}
