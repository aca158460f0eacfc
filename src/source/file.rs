//! The type [`Source`].

mod parsed;
mod translation;

use std::fs;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::directive::directives;
use crate::wgsl::lexer::Token;
use crate::wgsl::location::{LineColumn, ModulePath, SourceLocation};
use crate::wgsl::outline::Outline;
use parsed::ParseCache;
pub(crate) use parsed::SyntaxError;
pub(crate) use translation::{Import, Translation};

/// Largest size of a file in bytes. Hand-written WGSL stays far below; naga recurses over the text that it parses.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Skipped at the start of a file and not counted in locations.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Path and text of a shader file, or the reason why the text is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path in the folder.
    pub path: ModulePath,
    /// Text without a byte-order mark. Empty if the file could not be read as text.
    pub text: String,
    /// Why the text is missing; `None` if the file was read.
    pub unreadable: Option<Diagnostic>,
    /// True for the text of an editor that has not saved it.
    pub is_unsaved: bool,
    pub(crate) parsed: ParseCache,
    /// Origin of a text that was translated from files with directives and conditions; `None` for a text as written.
    pub(crate) translation: Option<Arc<Translation>>,
}

impl Source {
    /// Creates a file with this text.
    pub fn new(path: impl AsRef<str>, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.as_bytes().starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        Self {
            path: ModulePath::new(path),
            text,
            unreadable: None,
            is_unsaved: false,
            parsed: ParseCache::default(),
            translation: None,
        }
    }

    pub(crate) fn translated(path: ModulePath, text: String, translation: Translation) -> Self {
        Self { path, text, translation: Some(Arc::new(translation)), ..Self::new("", "") }
    }

    /// `text` has equal length, and bytes have the same locations.
    pub(crate) fn with_text(self, text: String) -> Self {
        Self { text, parsed: ParseCache::default(), ..self }
    }

    /// Creates a file from bytes. If they are not UTF-8, it is unreadable, with an error at the first invalid byte.
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

    /// Reads at most [`MAX_FILE_BYTES`] from disk. A failure makes the file [unreadable](Self::unreadable).
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
            Ok(_) => too_large(),
            Err(error) => format!("the file cannot be read: {error}"),
        };
        let start = Self::new(&path, "").location(0..0);
        Self::without_text(path, Diagnostic::error(Some(start), message))
    }

    /// A text that an editor has not saved. If it is larger than [`MAX_FILE_BYTES`], the file is unreadable.
    pub(crate) fn unsaved(path: &ModulePath, text: &str) -> Self {
        let source = if text.len() as u64 <= MAX_FILE_BYTES {
            Self::new(path.as_str(), text)
        } else {
            let start = Self::new(path.as_str(), "").location(0..0);
            Self::without_text(path.as_str(), Diagnostic::error(Some(start), too_large()))
        };
        Self { is_unsaved: true, ..source }
    }

    fn without_text(path: impl AsRef<str>, reason: Diagnostic) -> Self {
        Self { unreadable: Some(reason), ..Self::new(path, "") }
    }

    pub(crate) fn translation_errors(&self) -> &[Diagnostic] {
        let translation = self.translation.as_ref();
        translation.map_or(&[], |translation| &translation.errors)
    }

    /// False for a range that is from an included file.
    pub(crate) fn is_own(&self, range: Range<usize>) -> bool {
        self.translation.as_ref().is_none_or(|translation| translation.is_own(range))
    }

    /// Returns the location in the authors' files. A range that leaves the text or splits a character is adjusted.
    pub fn location(&self, range: Range<usize>) -> SourceLocation {
        if let Some(translation) = &self.translation {
            return translation.location(range);
        }
        let start = self.text.floor_char_boundary(range.start.min(self.text.len()));
        let end = self.text.ceil_char_boundary(range.end.clamp(start, self.text.len()));
        let line_text = self.text[self.line_start(start)..].lines().next().unwrap_or_default();
        SourceLocation {
            file: self.path.clone(),
            start: self.line_column(start),
            end: self.line_column(end),
            line_text: line_text.to_owned(),
        }
    }

    /// Returns the byte position of a character. A position that leaves its line or the text is adjusted.
    pub fn offset(&self, position: LineColumn) -> usize {
        let starts = self.parsed.line_starts(&self.text);
        let start = starts.get(position.line.saturating_sub(1));
        let start = start.copied().unwrap_or(self.text.len());
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        let mut characters = line.char_indices().map(|(at, _)| at);
        start + characters.nth(position.column.saturating_sub(1)).unwrap_or(line.len())
    }

    pub(crate) fn tokens(&self) -> &[Token] {
        self.parsed.tokens(&self.text)
    }

    pub(crate) fn tokens_in(&self, range: Range<usize>) -> &[Token] {
        let tokens = self.tokens();
        let from = |at| tokens.partition_point(|token| token.range.start < at);
        &tokens[from(range.start)..from(range.end)]
    }

    pub(crate) fn outline(&self) -> &Outline {
        self.parsed.outline(&self.text)
    }

    pub(crate) fn import_path(&self) -> Option<&[String]> {
        let find = || {
            if !self.text.contains("define_import_path") {
                return None;
            }
            let directives = directives(&self.text, self.tokens());
            let mut declared =
                directives.iter().filter(|directive| directive.name == "define_import_path");
            let path = declared.next()?.arguments.split("::");
            Some(path.map(|part| part.trim().to_owned()).collect())
        };
        self.parsed.import_path.get_or_init(find).as_deref()
    }

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

fn too_large() -> String {
    format!("the file is larger than {MAX_FILE_BYTES} bytes, the limit for a shader")
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
        assert_eq!((source.offset(location.start), source.offset(location.end)), (at, at + 1));
        assert_eq!(source.offset(LineColumn { line: 9, column: 9 }), source.text.len());
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
