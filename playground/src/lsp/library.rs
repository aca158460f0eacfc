//! Copies of the files of the built-in library, which editors can open but not write.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use noise_playground::source::Source;

/// Writes the file into the cache folder, if it is not there yet. Fails if it cannot be written.
pub(super) fn library_copy(source: &Source) -> anyhow::Result<PathBuf> {
    let cache = dirs::cache_dir().context("the system has no folder for caches")?;
    let folder = format!("noise-playground/library-{}", env!("CARGO_PKG_VERSION"));
    let (_, path) = source.path.as_str().split_once('/').unwrap_or_default();
    let file = cache.join(folder).join(path);
    if fs::read_to_string(&file).is_ok_and(|text| text == source.text) {
        return Ok(file);
    }
    let parent = file.parent().unwrap_or(&cache);
    fs::create_dir_all(parent).with_context(|| format!("cannot create {parent:?}"))?;
    // Another server may read the file at this time.
    let mut copy = tempfile::NamedTempFile::new_in(parent)?;
    std::io::Write::write_all(&mut copy, source.text.as_bytes())?;
    let mut permissions = copy.as_file().metadata()?.permissions();
    permissions.set_readonly(true);
    copy.as_file().set_permissions(permissions)?;
    copy.persist(&file).with_context(|| format!("cannot write {file:?}"))?;
    Ok(file)
}
