//! Pictures by what they carry: their generators and values, from their own text.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use noise_playground::capture::{Format, Manifest};
use noise_playground::control::Values;
use noise_playground::generator::Generator;

use crate::compiler::folder::find_in;
use crate::process::error::CommandError;

/// The manifest of a single picture.
pub(super) fn read(path: &Path, format: Format) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(path, format)?;
    refuse_sheet(path, &manifest)?;
    if manifest.compared_with.is_some() {
        bail!("{path:?} shows two pictures, by `compare`");
    }
    if !manifest.cells.is_empty() {
        let count = 1 + manifest.cells.len();
        bail!("{path:?} shows {count} pictures, those of a window");
    }
    Ok(manifest)
}

/// The manifests of all pictures that a file shows, each on its own.
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
    bail!("{path:?} is a sheet of several pictures, by `sweep --vary {vary}`");
}

/// The generator of a capture. What does not compile could not have made it.
pub(crate) fn generator(manifest: &Manifest) -> Result<Arc<Generator>, CommandError> {
    let broken = |why: String| CommandError::Usage(anyhow!("the manifest is invalid: {why}"));
    let address = &manifest.address;
    find_in(&manifest.tree(), &address.file, Some(&address.function)).map_err(|failure| {
        match failure {
            CommandError::Shader(diagnostics) => broken(
                diagnostics
                    .first()
                    .map_or_else(String::new, |first| first.short()),
            ),
            CommandError::Usage(error) => broken(error.to_string()),
        }
    })
}

/// The values that it was made with.
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
    use crate::commands::options::hinted_scene;

    #[test]
    fn a_comparison_of_the_window_is_no_single_picture() {
        let generator = &compile("fn height(p: vec2f) -> f32 { return p.x; }").unwrap()[0];
        let scene = hinted_scene(generator);
        let mut manifest = Manifest::new("any", generator, &Values::default(), &scene);
        manifest.cells = vec![manifest.clone()];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("comparison.png");
        let mut output = CaptureFile::create(&path, Format::Png).unwrap();
        output.write_picture([1, 1], vec![0; 4], &manifest).unwrap();
        output.commit().unwrap();
        let refused = read(&path, Format::Png).unwrap_err().to_string();
        assert!(refused.contains("shows 2 pictures"), "{refused}");
        assert_eq!(cells(&path, Format::Png).unwrap().len(), 2);
    }
}
