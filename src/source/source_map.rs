//! Maps byte ranges of a text that was made from files back to these files.

use std::ops::Range;

/// Segments of a derived text with their origins, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceMap(Vec<Segment>);

/// A byte range of the derived text, and the author's range that it is a copy of or replaces.
#[derive(Clone, Debug)]
struct Segment {
    derived: Range<usize>,
    source: usize,
    author: Range<usize>,
}

impl Segment {
    /// Returns the author's byte for the start `at` of a derived range.
    fn author_start(&self, at: usize) -> usize {
        match self.is_copy() {
            true => self.author.start + at.saturating_sub(self.derived.start),
            false => self.author.start,
        }
    }

    /// Returns the author's byte for the end `at` of a derived range, exclusive.
    fn author_end(&self, at: usize) -> usize {
        match self.is_copy() {
            true => self.author.start + at.min(self.derived.end) - self.derived.start,
            false => self.author.end,
        }
    }

    fn is_copy(&self) -> bool {
        self.derived.len() == self.author.len()
    }
}

impl SourceMap {
    /// Creates the map of a text that is the first file as written.
    pub(crate) fn identity(length: usize) -> Self {
        Self(vec![Segment {
            derived: 0..length,
            source: 0,
            author: 0..length,
        }])
    }

    /// Adds a segment after the others.
    pub(crate) fn push(&mut self, derived: Range<usize>, source: usize, author: Range<usize>) {
        self.0.push(Segment {
            derived,
            source,
            author,
        });
    }

    /// Returns the index of the file and the range in it that a range of the derived text came from.
    pub(crate) fn author_range(&self, range: Range<usize>) -> Option<(usize, Range<usize>)> {
        let Self(segments) = self;
        let first = segments.partition_point(|segment| segment.derived.end <= range.start);
        let end_index = segments.partition_point(|segment| segment.derived.start < range.end);
        let at_the_end = || {
            segments
                .last()
                .filter(|segment| segment.derived.end == range.start)
        };
        let start = segments.get(first).or_else(at_the_end)?;
        let end = segments
            .get(first..end_index)
            .and_then(|segments| segments.iter().rfind(|end| end.source == start.source))
            .unwrap_or(start);
        let from = start.author_start(range.start);
        Some((start.source, from..end.author_end(range.end).max(from)))
    }
}
