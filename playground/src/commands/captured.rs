//! Captures read back: the generator and the values in the manifest of a file.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use noise_playground::capture::{Format, Manifest};
use noise_playground::control::Values;
use noise_playground::generator::Generator;

use crate::compiler::folder::find_in;
use crate::process::error::CommandError;

/// Reads the manifest of a file that shows a single picture.
pub(super) fn read(path: &Path, format: Format) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(path, format)?;
    refuse_sheet(path, &manifest)?;
    if manifest.compared_with.is_some() {
        bail!("{path:?} shows two pictures, of `compare`");
    }
    if !manifest.cells.is_empty() {
        let count = 1 + manifest.cells.len();
        bail!("{path:?} shows {count} pictures, of the window");
    }
    Ok(manifest)
}

/// Reads the manifests of all pictures that a file shows: one for each.
pub(crate) fn cells(path: &Path, format: Format) -> anyhow::Result<Vec<Manifest>> {
    let mut first = Manifest::read(path, format)?;
    refuse_sheet(path, &first)?;
    let other = first.compared_with.take().map(|other| *other);
    let further = std::mem::take(&mut first.cells);
    Ok([first].into_iter().chain(other).chain(further).collect())
}

fn refuse_sheet(path: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    if manifest.vary.is_empty() {
        return Ok(());
    }
    let vary = manifest.vary.join(" --vary ");
    bail!("{path:?} is a sheet of several pictures, of `sweep --vary {vary}`");
}

/// Compiles the generator of a capture from the text in its manifest.
///
/// # Errors
/// The text does not compile: the manifest is invalid, since the capture was rendered from it.
pub(crate) fn generator(manifest: &Manifest) -> Result<Arc<Generator>, CommandError> {
    let invalid = |why: String| CommandError::Usage(anyhow!("the manifest is invalid: {why}"));
    let address = &manifest.address;
    find_in(&manifest.tree(), &address.file, Some(&address.function)).map_err(|failure| {
        match failure {
            CommandError::Shader(diagnostics) => invalid(
                diagnostics
                    .first()
                    .map_or_else(String::new, |first| first.short()),
            ),
            CommandError::Usage(error) => invalid(error.to_string()),
        }
    })
}

/// Returns the values of a capture.
pub(crate) fn values(captured: &Manifest, generator: &Generator) -> anyhow::Result<Values> {
    let mut values = Values::default();
    match values.apply(&generator.controls, &captured.values).first() {
        Some(error) => bail!("the manifest is invalid: {error}"),
        None => Ok(values),
    }
}

#[cfg(test)]
mod tests {
    use noise_playground::capture::CaptureFile;
    use noise_playground::compile;

    use super::*;
    use crate::commands::options::hinted_settings;

    #[test]
    fn comparison_of_the_window_is_refused_as_a_single_picture() {
        let generator = &compile("fn height(p: vec2f) -> f32 { return p.x; }").unwrap()[0];
        let settings = hinted_settings(generator);
        let mut manifest = Manifest::new("any", generator, &Values::default(), &settings);
        manifest.cells = vec![manifest.clone()];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("comparison.png");
        let mut file = CaptureFile::create(&path, Format::Png).unwrap();
        file.write_picture([1, 1], vec![0; 4], &manifest).unwrap();
        file.commit().unwrap();
        let refused = read(&path, Format::Png).unwrap_err().to_string();
        assert!(refused.contains("shows 2 pictures"), "{refused}");
        assert_eq!(cells(&path, Format::Png).unwrap().len(), 2);
    }
}
