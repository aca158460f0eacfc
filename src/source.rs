//! The folder as text: modules by path, and places in them.

mod tree;

use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
pub use tree::{MAX_FILES, SourceTree, is_shader};

/// The largest shader file read. Hand-written WGSL stays far below; naga recurses over what it parses.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// A file may begin with it; it is skipped and not counted.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A module's file, relative to its folder, with `/` between the parts: `noise/perlin.wgsl`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct ModulePath(Arc<str>);

impl From<String> for ModulePath {
    fn from(path: String) -> Self {
        Self::new(path)
    }
}

impl From<ModulePath> for String {
    fn from(path: ModulePath) -> Self {
        path.to_string()
    }
}

impl ModulePath {
    /// The path as written, `/` between its parts.
    pub fn new(path: impl AsRef<str>) -> Self {
        Self(path.as_ref().replace('\\', "/").into())
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part without its ending: `perlin` of `noise/perlin.wgsl`.
    pub fn stem(&self) -> &str {
        let name = self.0.rsplit('/').next().unwrap_or(&self.0);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// The file of the same name with the other ending: `noise/perlin.wesl`.
    pub fn twin(&self) -> Option<Self> {
        let (stem, ending) = self.0.rsplit_once('.')?;
        let other = if ending == "wgsl" { "wesl" } else { "wgsl" };
        Some(Self::new(format!("{stem}.{other}")))
    }

    /// Names from the folder to the module, as an import spells them: `["noise", "perlin"]`.
    pub fn components(&self) -> Vec<String> {
        let without_ending = self.0.rsplit_once('.').map_or(&*self.0, |(stem, _)| stem);
        without_ending.split('/').map(str::to_owned).collect()
    }
}

impl fmt::Display for ModulePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One file's text, or why it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it lies in its folder.
    pub path: ModulePath,
    /// The text, without a byte-order mark. Empty where the file could not be read as text.
    pub text: String,
    /// Why the text is missing.
    pub unreadable: Option<Diagnostic>,
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

/// A stretch of a file, with what is needed to show it: it outlives the text it came from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: ModulePath,
    /// Its first character.
    pub start: LineColumn,
    /// The character behind its last.
    pub end: LineColumn,
    /// The line that it starts on, as written.
    pub line_text: String,
}

impl Source {
    /// A module's text as given.
    pub fn new(path: impl AsRef<str>, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.as_bytes().starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        Self {
            path: ModulePath::new(path),
            text,
            unreadable: None,
        }
    }

    /// A module from a file's bytes. A byte that is not UTF-8 becomes an error at its place.
    pub fn from_bytes(path: impl AsRef<str>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::new(path, text),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                // Each stretch that is no text becomes one character, so that the line can be shown.
                let shown = Self::new(&path, String::from_utf8_lossy(&bytes));
                let mark = usize::from(bytes.starts_with(BYTE_ORDER_MARK)) * BYTE_ORDER_MARK.len();
                let at = valid - mark;
                let message = format!("byte 0x{:02x} is not UTF-8 text", bytes[valid]);
                let place = shown.place(at..at + 1);
                Self::without_text(path, Diagnostic::error(Some(place), message))
            }
        }
    }

    /// A module from a file, of which no more than [`MAX_FILE_BYTES`] are read.
    pub fn read(file: &Path, path: impl AsRef<str>) -> Self {
        let bytes = || -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            let file = fs::File::open(file)?;
            file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let message = match bytes() {
            Ok(bytes) if bytes.len() as u64 <= MAX_FILE_BYTES => {
                return Self::from_bytes(path, bytes);
            }
            Ok(_) => format!(
                "the file is larger than {MAX_FILE_BYTES} bytes, the most that a shader may have"
            ),
            Err(error) => format!("the file cannot be read: {error}"),
        };
        let start = Self::new(&path, "").place(0..0);
        Self::without_text(path, Diagnostic::error(Some(start), message))
    }

    fn without_text(path: impl AsRef<str>, why: Diagnostic) -> Self {
        Self {
            path: ModulePath::new(path),
            text: String::new(),
            unreadable: Some(why),
        }
    }

    /// Where a byte range lies. Ranges that leave the text or split a character are shortened to fit.
    pub fn place(&self, range: Range<usize>) -> Place {
        let start = self
            .text
            .floor_char_boundary(range.start.min(self.text.len()));
        let end = self
            .text
            .ceil_char_boundary(range.end.clamp(start, self.text.len()));
        let line_text = self.text[self.line_start(start)..]
            .lines()
            .next()
            .unwrap_or_default();
        Place {
            file: self.path.clone(),
            start: self.line_column(start),
            end: self.line_column(end),
            line_text: line_text.to_owned(),
        }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn line_column(&self, at: usize) -> LineColumn {
        LineColumn {
            line: self.text[..at].matches('\n').count() + 1,
            column: self.text[self.line_start(at)..at].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_at_crlf_too() {
        let source = Source::new("a.wgsl", "\u{feff}// é\r\n\tlet ü = x;\r\n");
        let at = source.text.find('x').unwrap();
        let place = source.place(at..at + 1);
        assert_eq!((place.start.line, place.start.column), (2, 10));
        assert_eq!((place.end.line, place.end.column), (2, 11));
        assert_eq!(place.line_text, "\tlet ü = x;");
    }

    #[test]
    fn a_byte_that_is_no_text_is_named_at_its_place() {
        let source = Source::from_bytes("a.wgsl", b"// a\nfn \xff".to_vec());
        let place = source.unreadable.unwrap().place.unwrap();
        assert_eq!((place.start.line, place.start.column), (2, 4));
        let marked = Source::from_bytes("a.wgsl", b"\xef\xbb\xbffn \xc3( x".to_vec());
        let place = marked.unreadable.unwrap().place.unwrap();
        assert_eq!((place.start.column, place.end.column), (4, 5));
        assert_eq!(place.line_text, "fn \u{fffd}( x");
    }
}
