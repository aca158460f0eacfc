//! The text of a shader's doc comments, with the position of each byte in the file.

use std::ops::Range;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DocComment {
    /// Lines joined by spaces, without comment marks.
    pub(crate) text: String,
    /// Position in the file for each byte of the text.
    origin: Vec<usize>,
}

impl DocComment {
    /// `start` is the position of the words, all on one line, in the file.
    pub(crate) fn of_line(words: &str, start: usize) -> Self {
        let mut comment = Self::default();
        comment.add_line(words, start);
        comment
    }

    pub(crate) fn file_range(&self, range: Range<usize>) -> Range<usize> {
        let at = |index: usize| self.origin.get(index).copied().unwrap_or_default();
        at(range.start)..at(range.end.saturating_sub(1)) + 1
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        Self { text: self.text[range.clone()].to_owned(), origin: self.origin[range].to_vec() }
    }

    /// Byte positions in the text. The space between two lines has the file position of the next word.
    pub(crate) fn line_ends(&self) -> impl Iterator<Item = usize> {
        let is_between_lines = |at: &usize| self.origin[at - 1] == self.origin[*at];
        let inner = (1..self.origin.len()).filter(is_between_lines).map(|at| at - 1);
        inner.chain([self.text.len()])
    }

    pub(super) fn add_comment(&mut self, comment: &str, start: usize) {
        let block = comment.starts_with("/*");
        let body = if block { comment.strip_suffix("*/").unwrap_or(comment) } else { comment };
        let mut at = 3.min(body.len());
        for line in body[at..].split_inclusive('\n') {
            let mut words = line.trim_start();
            if block && at > 3 {
                words = words.strip_prefix('*').unwrap_or(words);
            }
            let skipped = line.len() - words.len();
            self.add_line(
                words.trim(),
                start + at + skipped + words.len() - words.trim_start().len(),
            );
            at += line.len();
        }
    }

    fn add_line(&mut self, words: &str, start: usize) {
        if words.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
            self.origin.push(start);
        }
        self.text.push_str(words);
        self.origin.extend(start..start + words.len());
    }
}
