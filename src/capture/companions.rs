//! Files beside a result that are written with it: manifest, mask of missing samples, notes for an engine.
//!
//! A later result at the same path replaces them, and removes those that it does not have. Files of the user stay:
//! each companion is recognized by its contents. A mask of GDAL goes with the TIFF that it belongs to, as in GDAL.

use crate::field::files::format::info::open;
use std::fs::{self, File};
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use super::embedded::{self, sidecar};
use crate::field::files::format::Format;
use crate::field::files::format::info::{MAX_BYTES, names_this_program};
use crate::field::files::{gdal_mask_path, mask_path};

/// Line by which notes for an engine are recognized, so that they are removed with the height map that they describe.
pub const NOTES_LINE: &str = "With one world unit as one meter:";

/// Keyword of the PNG chunk by which a mask is recognized.
pub(super) const MASK_KEYWORD: &str = "playground-mask";

/// Returns the path of the notes that describe a height map for an engine: `a.png.txt` for `a.png`.
pub fn notes_path(path: &Path) -> PathBuf {
    path.with_added_extension("txt")
}

/// Returns the paths of all companions that a result at `path` may have.
pub fn companion_paths(path: &Path) -> [PathBuf; 3] {
    [sidecar(path), mask_path(path), notes_path(path)]
}

/// Returns the companions of the file at `path`, which is still there, that a new file without them would keep.
pub(super) fn stale(path: &Path, is_new: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let old = |companion: &PathBuf| !is_new(companion) && companion.is_file();
    let manifest = Some(sidecar(path)).filter(old).filter(|file| names_this_program(&text(file)));
    let mask = Some(mask_path(path)).filter(old).filter(|file| is_own_mask(file, path));
    let notes = Some(notes_path(path)).filter(old).filter(|file| is_notes(&text(file)));
    let gdal_mask = gdal_mask_path(path).filter(old);
    [manifest, mask, notes, gdal_mask].into_iter().flatten().collect()
}

fn text(file: &Path) -> String {
    let mut text = String::new();
    let read = open(file).and_then(|file| file.take(MAX_BYTES as u64).read_to_string(&mut text));
    read.map_or_else(|_| String::new(), |_| text)
}

fn is_notes(text: &str) -> bool {
    text.lines().any(|line| line == NOTES_LINE)
}

/// Earlier versions did not mark masks; they wrote them beside captures of scaled formats.
fn is_own_mask(mask: &Path, path: &Path) -> bool {
    let format = || Format::of_capture(path).filter(|format| format.is_scaled());
    has_mark(mask)
        || format().is_some_and(|format| matches!(embedded::text(path, format), Ok(Some(_))))
}

fn has_mark(mask: &Path) -> bool {
    let reader = File::open(mask).ok().map(|file| png::Decoder::new(BufReader::new(file)));
    let header = reader.and_then(|decoder| decoder.read_info().ok());
    header.is_some_and(|header| {
        let mut texts = header.info().uncompressed_latin1_text.iter();
        texts.any(|text| text.keyword == MASK_KEYWORD)
    })
}

pub(super) fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
