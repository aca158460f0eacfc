//! Reads the manifests of captures, and restores their subjects.

pub(crate) mod data_files;

use std::path::Path;

use anyhow::{anyhow, bail};
use noise_playground::Subject;
use noise_playground::capture::{Format, InvalidManifest, Manifest};

/// Fails if the file cannot be read, has no valid manifest, or shows several pictures.
pub(crate) fn read(path: &Path) -> anyhow::Result<Manifest> {
    let manifest = manifest(path)?;
    reject_sheet(path, &manifest)?;
    if manifest.compared_with.is_some() {
        bail!("{path:?} shows two pictures; it was written by `compare`");
    }
    if !manifest.cells.is_empty() {
        let count = 1 + manifest.cells.len();
        bail!("{path:?} shows {count} pictures; it was captured from the window");
    }
    Ok(manifest)
}

/// Warns that a data file holds a quantity or a mask, while the values of its generator are used. `are_used` is the
/// participle, such as "compared".
pub(crate) fn warn_of_derived(path: &Path, manifest: &Manifest, are_used: &str) {
    if let Some(held) = manifest.derived_name() {
        tracing::warn!("{path:?} holds {held}; the values of its generator are {are_used}");
    }
}

/// A sheet of compared pictures has one manifest per picture. Fails if the file cannot be read, has no valid manifest,
/// or is the sheet of a sweep, which has one manifest for all.
pub(crate) fn cells(path: &Path) -> anyhow::Result<Vec<Manifest>> {
    let mut first = manifest(path)?;
    reject_sheet(path, &first)?;
    let second = first.compared_with.take().map(|second| *second);
    let cells = std::mem::take(&mut first.cells);
    Ok([first].into_iter().chain(second).chain(cells).collect())
}

/// Returns true for the extension of a capture, such as `.png`.
pub(crate) fn has_extension(path: &Path) -> bool {
    Format::of(path, false).is_some() || is_vector_figure(path)
}

fn is_vector_figure(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["svg", "pdf"].iter().any(|vector| extension.eq_ignore_ascii_case(vector))
}

/// Reads a capture, or a figure written as SVG or PDF.
fn manifest(path: &Path) -> anyhow::Result<Manifest> {
    if is_vector_figure(path) {
        return Ok(Manifest::read_figure(path)?);
    }
    let format = Format::of_capture(path);
    let format = format.ok_or_else(|| {
        let extensions = Format::extension_list();
        anyhow!("{path:?} is no capture: its extension is none of {extensions}, .svg, .pdf")
    })?;
    Ok(Manifest::read(path, format)?)
}

fn reject_sheet(path: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    if manifest.vary.is_empty() {
        return Ok(());
    }
    let vary = manifest.vary.join(" --vary ");
    bail!("{path:?} is a sheet of several pictures; it was written by `sweep --vary {vary}`");
}

/// Compiles the source text in the manifest, with the data files that are there now. A captured tap is the result.
pub(crate) fn subject(manifest: &Manifest) -> Result<Subject, InvalidManifest> {
    Subject::from_manifest(manifest, &data_files::tree(manifest))
}

#[cfg(test)]
mod tests {
    use noise_playground::capture::CaptureFile;
    use noise_playground::compile;

    use super::*;

    #[test]
    fn comparison_of_the_window_is_rejected_as_a_single_picture() {
        let generator = &compile("fn height(p: vec2f) -> f32 { return p.x; }").unwrap()[0];
        let grid = generator.initial_grid(1);
        let mut manifest = Subject::new(generator, grid).manifest("any");
        manifest.cells = vec![manifest.clone()];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("comparison.png");
        let mut file = CaptureFile::create(&path, Format::Png).unwrap();
        file.write_picture([1, 1], vec![0; 4], &manifest).unwrap();
        file.commit().unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("shows 2 pictures"), "{error}");
        assert_eq!(cells(&path).unwrap().len(), 2);
    }
}
