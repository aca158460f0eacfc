//! Positions of the protocol: lines from 0, and columns in the units on which client and server agree.

use std::borrow::Cow;
use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};
use noise_playground::source::{Source, SourceLocation};

/// Unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    /// The default of the protocol.
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns the first offered encoding that is known; UTF-8 is preferred.
    pub(super) fn choose(offered: Option<&[PositionEncodingKind]>) -> Self {
        let offered = offered.unwrap_or_default();
        if offered.contains(&PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn units(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
        }
    }
}

/// A text with the starts of its lines. A line ends with `\n`, `\r\n` or `\r`.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Cow<'t, [usize]>,
    encoding: Encoding,
}

/// Returns the first byte of each line.
pub(super) fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect()
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str, encoding: Encoding) -> Self {
        Self { text, starts: Cow::Owned(line_starts(text)), encoding }
    }

    /// With the result of [`line_starts`] for this text.
    pub(super) fn with_starts(text: &'t str, starts: &'t [usize], encoding: Encoding) -> Self {
        Self { text, starts: Cow::Borrowed(starts), encoding }
    }

    /// Returns the byte at a position. One beyond its line or the text is adjusted, as the protocol demands.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else {
            return self.text.len();
        };
        let line = self.line(start);
        let column = position.character as usize;
        let at = match self.encoding {
            Encoding::Utf8 => line.floor_char_boundary(column.min(line.len())),
            Encoding::Utf16 => {
                let mut units = 0;
                let mut characters = line.char_indices();
                let found = characters.find(|(_, c)| {
                    units += c.len_utf16();
                    units > column
                });
                found.map_or(line.len(), |(at, _)| at)
            }
        };
        start + at
    }

    /// Without its end.
    fn line(&self, start: usize) -> &'t str {
        let rest = &self.text[start..];
        rest.split(['\n', '\r']).next().unwrap_or_default()
    }

    pub(super) fn bytes(&self, range: lsp_types::Range) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start..end.max(start)
    }

    pub(super) fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at.min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= at) - 1;
        let column = self.encoding.units(&self.text[self.starts[line]..at]);
        Position { line: line as u32, character: column as u32 }
    }

    pub(super) fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(range.start), end: self.position(range.end) }
    }

    /// Returns the range of a location in this text.
    pub(super) fn location(&self, source: &Source, location: &SourceLocation) -> lsp_types::Range {
        self.range(&(source.offset(location.start)..source.offset(location.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_bytes_or_utf16_units_and_beyond_the_line_its_end() {
        let text = "a😀b\r\ncé\rd\n";
        let check = |encoding, line, character, at: usize| {
            let lines = Lines::new(text, encoding);
            assert_eq!(
                lines.offset(Position { line, character }),
                at,
                "{encoding:?} {line}:{character}"
            );
        };
        use Encoding::{Utf8, Utf16};
        check(Utf16, 0, 3, text.find('b').unwrap());
        check(Utf16, 0, 2, 1);
        check(Utf8, 0, 5, text.find('b').unwrap());
        check(Utf8, 0, 3, 1);
        check(Utf16, 0, 99, text.find('\r').unwrap());
        check(Utf16, 2, 0, text.find('d').unwrap());
        check(Utf16, 3, 0, text.len());
        check(Utf8, 9, 9, text.len());
        for encoding in [Utf8, Utf16] {
            let lines = Lines::new(text, encoding);
            for (at, c) in text.char_indices().filter(|(_, c)| !matches!(c, '\n')) {
                assert_eq!(lines.offset(lines.position(at)), at, "{encoding:?} {c:?}");
            }
        }
    }
}
