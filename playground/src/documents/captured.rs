//! Reads the manifests of captures, and restores their subjects.

pub(crate) mod data_files;

use std::path::Path;

use anyhow::{anyhow, bail};
use noise_playground::Subject;
use noise_playground::capture::{InvalidManifest, Manifest, ManifestError};
use noise_playground::field::files::Format;

/// Content of a file with the extension of a capture.
pub(crate) enum FileContent {
    Capture(Box<Manifest>),
    /// Samples, which are those of another program, with width and height if the format does not state them.
    Data(Option<[u32; 2]>),
}

/// Tells captures from data files: a manifest of other samples does not count, which is logged. Fails if it is neither.
pub(crate) fn content(path: &Path) -> anyhow::Result<FileContent> {
    let error = match manifest(path) {
        Ok(manifest) => return Ok(FileContent::Capture(manifest.into())),
        Err(error) => error,
    };
    let (is_changed, text) = (is_changed(&error), error.to_string());
    match error.downcast::<ManifestError>()?.data_size(path) {
        Ok(size) => {
            if is_changed {
                tracing::warn!("{text}; the file is read as data");
            }
            Ok(FileContent::Data(size))
        }
        Err(_) if is_changed => {
            bail!("{text}, and their format cannot be read: save them as .npy, .tif or .exr")
        }
        Err(error) => Err(error.into()),
    }
}

/// Fails if the file cannot be read, has no valid manifest, or shows several pictures.
pub(crate) fn read(path: &Path) -> anyhow::Result<Manifest> {
    match manifest(path) {
        Err(error) if is_changed(&error) => {
            bail!("{error}; without --from, they are read as data")
        }
        read => single(path, read?),
    }
}

fn is_changed(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ManifestError::OtherSamples(..)))
}

/// Fails if the file at `path`, with this manifest, shows several pictures.
pub(crate) fn single(path: &Path, manifest: Manifest) -> anyhow::Result<Manifest> {
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

/// Warns that a data file holds a quantity or mask, while its generator's values `are_used`, such as "compared".
pub(crate) fn warn_of_derived(path: &Path, manifest: &Manifest, are_used: &str) {
    if let Some(held) = manifest.derived_name() {
        tracing::warn!("{path:?} holds {held}; the values of its generator are {are_used}");
    }
}

/// A sheet of compared pictures has a manifest for each; `first` contains the others. Fails if the file at `path` is
/// the sheet of a sweep, which has one for all.
pub(crate) fn cells(path: &Path, mut first: Manifest) -> anyhow::Result<Vec<Manifest>> {
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

/// Reads a capture, or a figure in SVG or PDF. Fails if the file holds other samples than its manifest describes.
fn manifest(path: &Path) -> anyhow::Result<Manifest> {
    read_by(path, Manifest::read)
}

/// Reads the manifest, whatever samples the file holds; other samples are logged.
pub(crate) fn any_manifest(path: &Path) -> anyhow::Result<Manifest> {
    match manifest(path) {
        Err(error) if is_changed(&error) => {
            tracing::warn!("{error}");
            read_by(path, Manifest::read_any)
        }
        read => read,
    }
}

fn read_by(
    path: &Path,
    read: fn(&Path, Format) -> Result<Manifest, ManifestError>,
) -> anyhow::Result<Manifest> {
    if is_vector_figure(path) {
        return Ok(Manifest::read_figure(path)?);
    }
    let format = Format::of_capture(path);
    let format = format.ok_or_else(|| {
        let extensions = Format::extension_list();
        anyhow!("{path:?} is no capture: its extension is none of {extensions}, .svg, .pdf")
    })?;
    Ok(read(path, format)?)
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
        let mut shown = Subject::new(generator, grid).manifest("any");
        shown.cells = vec![shown.clone()];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("comparison.png");
        let mut file = CaptureFile::create(&path, Format::Png).unwrap();
        file.write_picture([1, 1], vec![0; 4], &shown).unwrap();
        file.commit().unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("shows 2 pictures"), "{error}");
        assert_eq!(cells(&path, manifest(&path).unwrap()).unwrap().len(), 2);
    }
}
