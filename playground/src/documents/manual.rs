//! The manual, which is embedded in the executable and written to the user's cache when it is read.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use include_dir::{Dir, include_dir};

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/src");

/// Writes the manual, except for present pages, into the user's cache. Fails if there is none, or it is not writable.
pub(crate) fn write_out() -> anyhow::Result<PathBuf> {
    let cache = dirs::cache_dir().context("the system has no folder for caches")?;
    let version = concat!("manual-", env!("CARGO_PKG_VERSION"));
    let folder = cache.join("noise-playground").join(version);
    write(&PAGES, &folder).with_context(|| format!("cannot write the manual to {folder:?}"))?;
    Ok(folder)
}

fn write(pages: &Dir<'_>, folder: &std::path::Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for page in pages.files() {
        let path = folder.join(page.path());
        if !fs::read(&path).is_ok_and(|present| present == page.contents()) {
            fs::write(&path, page.contents())?;
        }
    }
    for inner in pages.dirs() {
        fs::create_dir_all(folder.join(inner.path()))?;
        write(inner, folder)?;
    }
    Ok(())
}
