//! The manifest in a PDF figure: an attached file that is not compressed.

use std::fs::File;
use std::io::{self, Read as _};

use crate::field::files::format::info::names_this_program;

/// Reads the first `max_bytes` bytes; `None` if there is no manifest.
pub(super) fn manifest(file: File, max_bytes: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(max_bytes).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    // JSON of one line, as a stream of the PDF.
    let mut lines = text.lines();
    Ok(lines.find(|line| line.starts_with('{') && names_this_program(line)).map(str::to_owned))
}
