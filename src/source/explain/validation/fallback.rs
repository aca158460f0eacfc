//! Explanations of validation errors that no other module recognizes, in naga's words.

use std::error::Error as _;

use super::super::short_types;
use super::{Explanation, Invalid};

/// Start of internal data. A message is cut off at the first of them.
const DEBUG_PRINTS: [&str; 10] = [
    " (of type ", " { ", "Scalar {", "Vector {", "Matrix {", "Handle", "TypeInner", "TypeFlags(",
    "Capabilities(", "Some(",
];

impl Invalid<'_> {
    /// The innermost cause is the message, and the causes around it are notes, except that something is invalid.
    pub(super) fn fallback(&self) -> Explanation {
        let mut chain = vec![self.error.as_inner().to_string()];
        let mut cause = self.error.as_inner().source();
        while let Some(inner) = cause {
            chain.push(inner.to_string());
            cause = inner.source();
        }
        let message = chain.pop().unwrap_or_default();
        if let Some(capabilities) = missing_capabilities(&message) {
            let message = format!("this needs `{capabilities}`, which shaders do not have here");
            return Explanation::new(self.range(), message);
        }
        let says_nothing = |outer: &&String| {
            let ends = ["is invalid", "varying error"];
            ends.iter().any(|end| outer.ends_with(end))
        };
        let mut found = Explanation::new(self.range(), plain(&message));
        let outer = chain.iter().rev().filter(|outer| !says_nothing(outer));
        found.notes.extend(outer.map(|outer| plain(outer)));
        found
    }
}

fn missing_capabilities(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("Capabilities(")?;
    let (names, _) = rest.split_once(')')?;
    Some(names)
}

pub(crate) fn plain(text: &str) -> String {
    let text = without_handles(text);
    let end = DEBUG_PRINTS.iter().filter_map(|print| text.find(print)).min();
    let text = text[..end.unwrap_or(text.len())].trim_end_matches([' ', ':', ',', '`']);
    short_types(&uncapitalized(text))
}

fn without_handles(message: &str) -> String {
    let shorter = without_numbers_between(message, " Some([", "])");
    without_numbers_between(&shorter, " [", "]")
}

fn without_numbers_between(message: &str, open: &str, close: &str) -> String {
    let mut parts = message.split(open);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(close) {
            Some((digits, rest)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                if ["type of", "stored in", "indings for"].iter().any(|word| text.ends_with(word)) {
                    text.push_str(" this");
                }
                text.push_str(rest);
            }
            _ => text.extend([open, part]),
        }
    }
    text
}

pub(crate) fn uncapitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(characters).collect()
}
