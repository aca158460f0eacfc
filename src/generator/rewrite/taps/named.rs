//! Finds the words in the author's files that name taps.

use std::ops::Range;
use std::sync::Arc;

use super::{RETURN, Tap};
use crate::generator::{Address, Generator};
use crate::source::{ModulePath, Source};
use crate::wgsl::lexer::{Token, TokenKind};
use crate::wgsl::outline::Declaration;

/// A word that names a tap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapWord {
    /// Byte range in the author's text.
    pub range: Range<usize>,
    /// Line, from 1.
    pub line: usize,
    /// Index in the list of taps.
    pub tap: usize,
}

impl Generator {
    /// Returns a file that this generator is compiled from; `None` for other files.
    pub fn source(&self, file: &ModulePath) -> Option<&Arc<Source>> {
        let mut sources = self.linked.sources.iter();
        sources.find(|source| source.path == *file)
    }

    /// Returns the line, from 1, of a function's declaration; `None` if no file declares it.
    pub fn line_of(&self, function: &Address) -> Option<usize> {
        let source = self.source(&function.file)?;
        let declaration = source.outline().find(&function.function)?;
        let location = source.location(declaration.name_range.clone());
        Some(location.start.line)
    }

    /// Returns the words that name taps: variables, calls without a name of their own, and `return`. A word names the
    /// tap of its line, else that of the nearest line above, else the first with its name.
    pub fn tap_words(&self, taps: &[Tap], file: &ModulePath) -> Vec<TapWord> {
        let Some(source) = self.source(file) else {
            return Vec::new();
        };
        let declarations = source.outline().declarations.iter();
        let words = declarations.flat_map(|declaration| words_in(source, declaration, taps));
        words.collect()
    }

    /// Returns the index of the tap at a line and perhaps a column, from 1: of the word there, else the line's last,
    /// else that of the nearest line above in the function, else its first. `None` outside of functions.
    pub fn tap_at(
        &self,
        taps: &[Tap],
        file: &ModulePath,
        line: usize,
        column: Option<usize>,
    ) -> Option<usize> {
        let source = self.source(file)?;
        let function = function_on(source, line)?;
        let is_at = |word: &TapWord| {
            let location = source.location(word.range.clone());
            let columns = location.start.column..=location.end.column;
            column.is_some_and(|column| columns.contains(&column))
        };
        let words = words_in(source, function, taps);
        let mut on_line = words.into_iter().filter(|word| word.line == line);
        if let Some(word) = on_line.find(is_at) {
            return Some(word.tap);
        }
        let inside = taps.iter().enumerate().filter(|(_, tap)| is_in(tap, source, function));
        let above = inside.clone().filter(|(_, tap)| tap.line() <= line);
        let nearest = above.max_by_key(|(_, tap)| tap.line());
        nearest.or_else(|| inside.min_by_key(|(_, tap)| tap.line())).map(|(index, _)| index)
    }
}

pub(super) fn function_on(source: &Source, line: usize) -> Option<&Declaration> {
    let mut declarations = source.outline().declarations.iter();
    declarations.find(|declaration| {
        let location = source.location(declaration.range.clone());
        (location.start.line..=location.end.line).contains(&line)
    })
}

fn is_in(tap: &Tap, source: &Source, function: &Declaration) -> bool {
    tap.function.file == source.path && tap.function.function == function.name
}

fn words_in(source: &Source, function: &Declaration, taps: &[Tap]) -> Vec<TapWord> {
    let inside = taps.iter().enumerate();
    let inside: Vec<(usize, &Tap)> =
        inside.filter(|(_, tap)| is_in(tap, source, function)).collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let tokens = source.tokens_in(function.range.clone());
    let words = tokens.iter().enumerate().filter_map(|(index, token)| {
        let name = name_at(&source.text, tokens, index)?;
        let line = source.location(token.range.clone()).start.line;
        Some(TapWord { range: token.range.clone(), line, tap: nearest(&inside, &name, line)? })
    });
    words.collect()
}

/// Name of a word with those before its dots, or with `()` for a call; `None` for another token.
fn name_at(text: &str, tokens: &[Token], index: usize) -> Option<String> {
    let word = |at: usize| tokens.get(at).map(|token| token.text(text));
    if tokens[index].kind != TokenKind::Word {
        return None;
    }
    let mut name = word(index)?.to_owned();
    if word(index + 1) == Some("(") && name != RETURN {
        return Some(name + "()");
    }
    let mut at = index;
    while at >= 2 && word(at - 1) == Some(".") && tokens[at - 2].kind == TokenKind::Word {
        at -= 2;
        name = format!("{}.{name}", word(at)?);
    }
    Some(name)
}

/// A matrix, array or struct refers to its first column, element or member.
fn nearest(inside: &[(usize, &Tap)], name: &str, line: usize) -> Option<usize> {
    let part = |tap: &Tap| {
        let rest = tap.name.strip_prefix(name)?;
        Some(rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let mut named = inside.iter().filter(|(_, tap)| part(tap) == Some(true));
    let first = named.clone().next()?;
    // Of several scalars or vectors in a value, the first has the name.
    let same = named.by_ref().filter(|(_, tap)| tap.name == first.1.name);
    let above = same.filter(|(_, tap)| tap.line() <= line);
    let nearest = above.max_by_key(|(_, tap)| tap.line()).unwrap_or(first);
    Some(nearest.0)
}
