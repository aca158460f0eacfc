//! Colors in the tags of a file.

use std::ops::Range;

use crate::source::Source;
use crate::wgsl::annotation::ParsedComment;

/// Color in a tag `@color(r, g, b[, a])`.
#[derive(Clone, Debug, PartialEq)]
pub struct TagColor {
    /// Bytes of the numbers, from the first to the last.
    pub range: Range<usize>,
    /// Linear red, green and blue, and alpha.
    pub linear: [f64; 4],
    /// True if the tag has an alpha.
    pub has_alpha: bool,
}

/// Returns the colors in the order of the text.
pub fn colors(source: &Source) -> Vec<TagColor> {
    let declarations = source.outline().declarations.iter();
    let docs = declarations.flat_map(|declared| {
        let members = declared.members.iter().map(|member| &member.doc);
        [&declared.doc].into_iter().chain(members)
    });
    let tags = docs.flat_map(|doc| ParsedComment::parse(doc).tags);
    let colors = tags.filter(|tag| tag.name == "color" && tag.closed).filter_map(|tag| {
        let numbers = tag.numbers().filter(|numbers| matches!(numbers.len(), 3 | 4))?;
        let (first, last) = (tag.argument_ranges.first()?, tag.argument_ranges.last()?);
        Some(TagColor {
            range: first.start..last.end,
            linear: [numbers[0], numbers[1], numbers[2], numbers.get(3).copied().unwrap_or(1.0)],
            has_alpha: numbers.len() == 4,
        })
    });
    colors.collect()
}
