//! Help on tags, from the table by which they are parsed.

use std::ops::Range;

use crate::generator::control::{TAGS, TagInfo, TagScope};
use crate::source::Source;
use crate::wgsl::lexer::{Token, TokenKind};

pub(super) fn doc_at(source: &Source, at: usize) -> Option<&Token> {
    let tokens = source.tokens();
    let after = tokens.partition_point(|token| token.range.start < at);
    let token = tokens.get(after.checked_sub(1)?)?;
    let is_doc = matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc);
    (is_doc && at <= token.range.end).then_some(token)
}

/// Returns the bytes of `@name` in a comment around a position, with the name.
pub(super) fn tag_at<'s>(
    source: &'s Source,
    doc: &Token,
    at: usize,
) -> Option<(Range<usize>, &'s str)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let before = &source.text[doc.range.start..at];
    let start = before.rfind(|c| !is_name(c)).filter(|start| before[*start..].starts_with('@'))?;
    let start = doc.range.start + start;
    let rest = &source.text[start + 1..doc.range.end];
    let end = start + 1 + rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    Some((start..end, &source.text[start + 1..end]))
}

pub(super) fn helps_for(doc: &Token) -> impl Iterator<Item = &'static TagInfo> {
    let is_of_file = doc.kind == TokenKind::FileDoc;
    TAGS.iter().filter(move |help| (help.scope == TagScope::File) == is_of_file)
}

/// Returns the tag as it is written: `@range(min, max[, step[, initial]])`.
pub(super) fn syntax(help: &TagInfo) -> String {
    match help.arguments {
        arguments if arguments.starts_with('(') => {
            let parameters = arguments.split(", the ").next().unwrap_or(arguments);
            format!("@{}{}", help.name, parameters.split(" with ").next().unwrap_or(parameters))
        }
        arguments if arguments.starts_with("[(") => format!("@{}{arguments}", help.name),
        _ if help.name == "param" => "@param name text".to_owned(),
        _ if help.is_plain() => format!("@{}", help.name),
        arguments => format!("@{}({arguments})", help.name),
    }
}

pub(super) fn snippet(help: &TagInfo) -> String {
    let name = help.name;
    let examples = help.example.split(", ").filter(|example| !example.is_empty());
    let places: Vec<String> =
        examples.zip(1..).map(|(example, number)| format!("${{{number}:{example}}}")).collect();
    match &places[..] {
        [] => format!("@{name}"),
        places if name == "param" => format!("@{name} {}", places.join(" ")),
        places => format!("@{name}({})", places.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_has_help_and_its_snippet_is_a_tag() {
        for help in TAGS {
            assert!(help.summary.ends_with('.'), "{}", help.name);
            assert!(syntax(help).starts_with(&format!("@{}", help.name)));
            let text = snippet(help);
            assert!(text.starts_with(&format!("@{}", help.name)), "{text}");
        }
        assert_eq!(syntax(TagInfo::named("range").unwrap()), "@range(min, max[, step[, initial]])");
        assert_eq!(syntax(TagInfo::named("log").unwrap()), "@log");
        assert_eq!(syntax(TagInfo::named("seed").unwrap()), "@seed[(initial)]");
        assert_eq!(syntax(TagInfo::named("sea").unwrap()), "@sea(level)");
    }
}
