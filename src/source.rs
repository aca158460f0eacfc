//! Shader files: their texts, locations in them, and the folder that contains them.

mod extension;
mod field_source;
mod input_file;
mod parsed;
mod source_map;
mod stamp;
mod translation;
mod tree;

use std::fs;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::directive::directives;
pub use crate::features::Features;
use crate::lexer::Token;
pub use crate::location::{LineColumn, ModulePath, SourceLocation};
use crate::outline::Outline;
pub use extension::{is_input_file, is_shader};
pub use field_source::{FieldSource, FieldSourceError, FileDigest, FileSource};
pub use input_file::{InputField, InputFile};
use parsed::ParseCache;
pub(crate) use parsed::SyntaxError;
pub(crate) use source_map::SourceMap;
pub(crate) use translation::{Import, Translation};
pub(crate) use tree::IMPORT_PATHS;
pub use tree::{FieldSources, MAX_FILES, SourceTree};

/// Largest size of a shader file in bytes. Hand-written WGSL stays far below; naga recurses over the text that it
/// parses.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Byte-order mark, whose bytes are skipped at the start of a file and not counted in locations.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Shader file: its path and text, or the reason why the text is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path of the shader file in its folder.
    pub path: ModulePath,
    /// Text of the shader file, without a byte-order mark. Empty if the file could not be read as text.
    pub text: String,
    /// Reason why the text of the file is missing; `None` if the file was read.
    pub unreadable: Option<Diagnostic>,
    pub(crate) parsed: ParseCache,
    /// Origin of a text that was translated from files with directives and conditions, and its errors; `None` for the
    /// text of one file as its author wrote it.
    pub(crate) translation: Option<Arc<Translation>>,
}

impl Source {
    /// Creates a shader file with this path and text.
    pub fn new(path: impl AsRef<str>, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.as_bytes().starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        Self {
            path: ModulePath::new(path),
            text,
            unreadable: None,
            parsed: ParseCache::default(),
            translation: None,
        }
    }

    /// Creates a shader file whose directives and conditions are translated to this text.
    pub(crate) fn translated(path: ModulePath, text: String, translation: Translation) -> Self {
        Self {
            path,
            text,
            unreadable: None,
            parsed: ParseCache::default(),
            translation: Some(Arc::new(translation)),
        }
    }

    /// Returns the file with its text replaced by one of equal length, whose bytes have the same locations.
    pub(crate) fn with_text(self, text: String) -> Self {
        Self {
            text,
            parsed: ParseCache::default(),
            ..self
        }
    }

    /// Creates a shader file from its bytes. If they are not UTF-8, the file is unreadable, with an error at the first
    /// invalid byte.
    pub fn from_bytes(path: impl AsRef<str>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::new(path, text),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                // Each invalid sequence becomes one character, so that the line can be shown.
                let shown = Self::new(&path, String::from_utf8_lossy(&bytes));
                let mark = usize::from(bytes.starts_with(BYTE_ORDER_MARK)) * BYTE_ORDER_MARK.len();
                let at = valid - mark;
                let message = format!("byte 0x{:02x} is not UTF-8 text", bytes[valid]);
                let location = shown.location(at..at + 1);
                Self::without_text(path, Diagnostic::error(Some(location), message))
            }
        }
    }

    /// Reads a shader file of at most [`MAX_FILE_BYTES`] from disk. A failure makes it [unreadable](Self::unreadable).
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
            Ok(_) => {
                format!("the file is larger than {MAX_FILE_BYTES} bytes, the limit for a shader")
            }
            Err(error) => format!("the file cannot be read: {error}"),
        };
        let start = Self::new(&path, "").location(0..0);
        Self::without_text(path, Diagnostic::error(Some(start), message))
    }

    fn without_text(path: impl AsRef<str>, reason: Diagnostic) -> Self {
        Self {
            path: ModulePath::new(path),
            text: String::new(),
            unreadable: Some(reason),
            parsed: ParseCache::default(),
            translation: None,
        }
    }

    /// Returns the errors that were found when directives and conditions of the file were translated; empty for an
    /// untranslated text.
    pub(crate) fn translation_errors(&self) -> &[Diagnostic] {
        let translation = self.translation.as_ref();
        translation.map_or(&[], |translation| &translation.errors)
    }

    /// Returns true if a byte range of the file's text is from the file itself, rather than from a file that it
    /// includes.
    pub(crate) fn is_own(&self, range: Range<usize>) -> bool {
        self.translation
            .as_ref()
            .is_none_or(|translation| translation.is_own(range))
    }

    /// Returns the location in the authors' files of a byte range of the text. A range that leaves the text or splits a
    /// character is adjusted to fit.
    pub fn location(&self, range: Range<usize>) -> SourceLocation {
        if let Some(translation) = &self.translation {
            return translation.location(range);
        }
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
        SourceLocation {
            file: self.path.clone(),
            start: self.line_column(start),
            end: self.line_column(end),
            line_text: line_text.to_owned(),
        }
    }

    /// Returns the tokens of the file's text.
    pub(crate) fn tokens(&self) -> &[Token] {
        self.parsed.tokens(&self.text)
    }

    /// Returns the tokens that start within a byte range of the file's text.
    pub(crate) fn tokens_in(&self, range: Range<usize>) -> &[Token] {
        let tokens = self.tokens();
        let from = |at| tokens.partition_point(|token| token.range.start < at);
        &tokens[from(range.start)..from(range.end)]
    }

    /// Returns the outline of the file's text: declarations, imports and directives.
    pub(crate) fn outline(&self) -> &Outline {
        self.parsed.outline(&self.text)
    }

    /// Returns the import path that `#define_import_path` declares for this file; `None` if it declares none.
    pub(crate) fn import_path(&self) -> Option<&[String]> {
        let find = || {
            if !self.text.contains("define_import_path") {
                return None;
            }
            let directives = directives(&self.text, self.tokens());
            let mut declared = directives
                .iter()
                .filter(|directive| directive.name == "define_import_path");
            let path = declared.next()?.arguments.split("::");
            Some(path.map(|part| part.trim().to_owned()).collect())
        };
        self.parsed.import_path.get_or_init(find).as_deref()
    }

    /// Returns the line of a byte position in the text, counted from 1.
    fn line(&self, at: usize) -> usize {
        let starts = self.parsed.line_starts(&self.text);
        starts.partition_point(|start| *start <= at)
    }

    fn line_start(&self, at: usize) -> usize {
        self.parsed.line_starts(&self.text)[self.line(at) - 1]
    }

    fn line_column(&self, at: usize) -> LineColumn {
        LineColumn {
            line: self.line(at),
            column: self.text[self.line_start(at)..at].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_may_end_with_crlf() {
        let source = Source::new("a.wgsl", "\u{feff}// é\r\n\tlet ü = x;\r\n");
        let at = source.text.find('x').unwrap();
        let location = source.location(at..at + 1);
        assert_eq!((location.start.line, location.start.column), (2, 10));
        assert_eq!((location.end.line, location.end.column), (2, 11));
        assert_eq!(location.line_text, "\tlet ü = x;");
    }

    #[test]
    fn invalid_utf8_is_an_error_at_its_byte() {
        let source = Source::from_bytes("a.wgsl", b"// a\nfn \xff".to_vec());
        let location = source.unreadable.unwrap().location.unwrap();
        assert_eq!((location.start.line, location.start.column), (2, 4));
        let marked = Source::from_bytes("a.wgsl", b"\xef\xbb\xbffn \xc3( x".to_vec());
        let location = marked.unreadable.unwrap().location.unwrap();
        assert_eq!((location.start.column, location.end.column), (4, 5));
        assert_eq!(location.line_text, "fn \u{fffd}( x");
    }
}
