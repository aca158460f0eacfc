//! Map from byte ranges of a derived text, such as a linked one, back to the authors' files.

use std::ops::Range;

/// Segments in increasing order.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceMap(Vec<Segment>);

#[derive(Clone, Debug)]
struct Segment {
    derived: Range<usize>,
    source: usize,
    author: Range<usize>,
}

impl Segment {
    fn author_start(&self, at: usize) -> usize {
        if self.is_copy() {
            self.author.start + at.saturating_sub(self.derived.start)
        } else {
            self.author.start
        }
    }

    fn author_end(&self, at: usize) -> usize {
        if self.is_copy() {
            self.author.start + at.min(self.derived.end) - self.derived.start
        } else {
            self.author.end
        }
    }

    fn is_copy(&self) -> bool {
        self.derived.len() == self.author.len()
    }
}

impl SourceMap {
    pub(crate) fn identity(length: usize) -> Self {
        Self(vec![Segment { derived: 0..length, source: 0, author: 0..length }])
    }

    /// `author` is in the file with index `source`.
    pub(crate) fn push(&mut self, derived: Range<usize>, source: usize, author: Range<usize>) {
        self.0.push(Segment { derived, source, author });
    }

    /// With the index of the file; `None` outside of all segments.
    pub(crate) fn author_range(&self, range: Range<usize>) -> Option<(usize, Range<usize>)> {
        let Self(segments) = self;
        let first = segments.partition_point(|segment| segment.derived.end <= range.start);
        let end_index = segments.partition_point(|segment| segment.derived.start < range.end);
        let at_the_end = || segments.last().filter(|segment| segment.derived.end == range.start);
        let start = segments.get(first).or_else(at_the_end)?;
        let end = segments
            .get(first..end_index)
            .and_then(|segments| segments.iter().rfind(|end| end.source == start.source))
            .unwrap_or(start);
        let from = start.author_start(range.start);
        Some((start.source, from..end.author_end(range.end).max(from)))
    }
}
