//! Parses tags in doc comments of shaders: `@range(0, 1)` becomes a name, arguments and a byte range.

mod bare;

use std::fmt;
use std::ops::Range;

use crate::wgsl::diagnostic::Fix;
use crate::wgsl::location::SourceLocation;
use crate::wgsl::outline::DocComment;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Argument {
    Number(f64),
    /// Quoted text, without the quotes.
    Text(String),
    /// Anything else, as written.
    Word(String),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// A tag in a shader's doc comment, such as `@range(0, 1)`, as written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag {
    pub(crate) name: String,
    /// `None` for a tag without parentheses.
    pub(crate) arguments: Option<Vec<Argument>>,
    /// False if the closing parenthesis of the tag is missing, or both are.
    pub(crate) closed: bool,
    /// Arguments without parentheses, as they should be written.
    bare: Option<String>,
    /// Bytes in the file, from the `@` to the closing parenthesis, inclusive.
    pub(crate) range: Range<usize>,
    /// Bytes of each argument in the file, without surrounding spaces.
    pub(crate) argument_ranges: Vec<Range<usize>>,
}

impl Tag {
    pub(crate) fn arguments(&self) -> &[Argument] {
        self.arguments.as_deref().unwrap_or_default()
    }

    /// Returns the arguments; `None` if one of them is not a number.
    pub(crate) fn numbers(&self) -> Option<Vec<f64>> {
        let number = |argument: &Argument| match argument {
            Argument::Number(number) => Some(*number),
            Argument::Text(_) | Argument::Word(_) => None,
        };
        self.arguments().iter().map(number).collect()
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self.arguments() {
            [Argument::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Returns the only argument if it is neither a number nor quoted text.
    pub(crate) fn word(&self) -> Option<&str> {
        match self.arguments() {
            [Argument::Word(word)] => Some(word),
            _ => None,
        }
    }

    pub(crate) fn unclosed(&self) -> String {
        match &self.bare {
            Some(arguments) => {
                let name = &self.name;
                format!("`@{name}` takes its arguments in parentheses: `@{name}({arguments})`")
            }
            None => format!("`@{}(` has no closing parenthesis", self.name),
        }
    }

    /// Fails for an opening parenthesis without a closing one, and for arguments without parentheses.
    pub(crate) fn check_closed(&self) -> Result<(), String> {
        self.closed.then_some(()).ok_or_else(|| self.unclosed())
    }

    /// Returns the tag with its parentheses if both are missing. `location` is that of the tag.
    pub(crate) fn fix(&self, location: &SourceLocation) -> Option<Fix> {
        let arguments = self.bare.as_ref()?;
        let text = format!("@{}({arguments})", self.name);
        Some(Fix { location: location.clone(), text })
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParsedComment {
    /// Text of the doc comment without tags, with single spaces.
    pub(crate) doc: String,
    pub(crate) tags: Vec<Tag>,
}

impl ParsedComment {
    pub(crate) fn parse(doc: &DocComment) -> Self {
        let mut annotated = Self::default();
        let mut words = String::new();
        let mut at = 0;
        while let Some(start) = next_tag(&doc.text, at) {
            words.push_str(&doc.text[at..start]);
            let (tag, end) = parse_tag(doc, start);
            annotated.tags.push(tag);
            at = end;
        }
        words.push_str(&doc.text[at..]);
        annotated.doc = words.split_whitespace().collect::<Vec<_>>().join(" ");
        annotated
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }
}

/// The text about a WGSL function, and those about its parameters (`@param name …`).
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionDoc {
    pub(crate) function: ParsedComment,
    pub(crate) parameters: Vec<ParameterDoc>,
}

#[derive(Clone, Debug)]
pub(crate) struct ParameterDoc {
    pub(crate) name: String,
    /// Bytes of `@param` and the name in the file.
    pub(crate) range: Range<usize>,
    /// What follows the name, up to the next `@param`.
    pub(crate) doc: DocComment,
}

/// Tag that applies to a function wherever it is in its doc comment, even after `@param`.
const FUNCTION_TAG: &str = "returns";

impl FunctionDoc {
    pub(crate) fn parse(doc: &DocComment) -> Self {
        let starts: Vec<usize> = doc
            .text
            .match_indices("@param")
            .map(|(at, _)| at)
            .filter(|&at| doc.text[at + "@param".len()..].starts_with(char::is_whitespace))
            .collect();
        let own_end = starts.first().copied().unwrap_or(doc.text.len());
        let mut function = ParsedComment::parse(&doc.slice(0..own_end));
        let mut parameters = Vec::new();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(doc.text.len());
            let section = doc.slice(start..end);
            let all = ParsedComment::parse(&section).tags;
            let of_function = all.into_iter().filter(|tag| tag.name == FUNCTION_TAG);
            function.tags.extend(of_function);
            let after = section.text["@param".len()..].trim_start();
            let name_start = section.text.len() - after.len();
            let name_length =
                after.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(after.len());
            let name_end = name_start + name_length;
            parameters.push(ParameterDoc {
                name: after[..name_length].to_owned(),
                range: section.file_range(0..name_end),
                doc: section.slice(name_end..section.text.len()),
            });
        }
        Self { function, parameters }
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&DocComment> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
            .map(|parameter| &parameter.doc)
    }
}

/// A tag starts with an `@` that is followed by a letter and not preceded by a letter, a digit or a backtick.
fn next_tag(text: &str, from: usize) -> Option<usize> {
    text[from..].match_indices('@').map(|(at, _)| from + at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].chars().next();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '`')
            && after.is_some_and(|c| c.is_ascii_alphabetic())
    })
}

/// Parses the tag at the byte `start` of a doc comment. Returns it with the position of the first byte after it.
fn parse_tag(doc: &DocComment, start: usize) -> (Tag, usize) {
    let text = &doc.text;
    let name_end = start
        + 1
        + text[start + 1..]
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(text.len() - start - 1);
    let name = text[start + 1..name_end].to_owned();
    let mut argument_ranges = Vec::new();
    let mut bare = None;
    let (arguments, closed, end) = if text[name_end..].starts_with('(') {
        let (body_end, closed) = closing_parenthesis(text, name_end + 1);
        let (arguments, ranges) = parse_arguments(text, name_end + 1..body_end);
        argument_ranges.extend(ranges.into_iter().map(|range| doc.file_range(range)));
        (Some(arguments), closed, if closed { body_end + 1 } else { body_end })
    } else {
        let line_end = doc.line_ends().find(|end| *end >= name_end).unwrap_or(text.len());
        match bare::arguments(&name, &text[name_end..line_end]) {
            Some((arguments, length)) => {
                let parsed = parse_arguments(&arguments, 0..arguments.len()).0;
                bare = Some(arguments);
                (Some(parsed), false, name_end + length)
            }
            None => (None, true, name_end),
        }
    };
    let range = doc.file_range(start..end);
    (Tag { name, arguments, closed, bare, range, argument_ranges }, end)
}

/// Returns the position of the `)` outside of quotes that closes the `(` before `from`, or the text's end and false.
fn closing_parenthesis(text: &str, from: usize) -> (usize, bool) {
    let (mut depth, mut quoted) = (0, false);
    for (at, c) in text[from..].char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return (from + at, true),
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    (text.len(), false)
}

/// Returns the arguments between the parentheses of a tag, and their byte ranges in `text` without spaces around them.
fn parse_arguments(text: &str, body: Range<usize>) -> (Vec<Argument>, Vec<Range<usize>>) {
    let mut at = body.start;
    let body = &text[body];
    if body.trim().is_empty() {
        return Default::default();
    }
    let with_range = |part: &str| {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + ",".len();
        (parse_argument(part), start..start + part.trim().len())
    };
    split_outside_quotes(body).into_iter().map(with_range).unzip()
}

fn split_outside_quotes(body: &str) -> Vec<&str> {
    let mut quoted = false;
    body.split(|c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
    .collect()
}

fn parse_argument(text: &str) -> Argument {
    let text = text.trim();
    if let Some(quoted) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Argument::Text(quoted.to_owned());
    }
    let digits = text.strip_suffix(['f', 'u', 'i', 'h']).unwrap_or(text);
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() && text.contains(|c: char| c.is_ascii_digit()) => {
            Argument::Number(number)
        }
        _ => Argument::Word(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wgsl::outline::Outline;

    fn doc(comment: &str) -> DocComment {
        Outline::parse(&format!("{comment}\nfn f() {{}}")).declarations[0].doc.clone()
    }

    #[test]
    fn comment_splits_into_text_and_tags() {
        let annotated = ParsedComment::parse(&doc(
            "/// Base frequency, @range(0.05, 64)\n/// in cycles.  @log @unit(\"1/m, (x)\")",
        ));
        assert_eq!(annotated.doc, "Base frequency, in cycles.");
        assert_eq!(annotated.tag("range").unwrap().numbers(), Some(vec![0.05, 64.0]));
        assert_eq!(annotated.tag("log").unwrap().arguments, None);
        assert_eq!(annotated.tag("unit").unwrap().text(), Some("1/m, (x)"));
    }

    #[test]
    fn tag_has_its_byte_range_in_the_file() {
        let tag = &ParsedComment::parse(&doc("/// é @range(1, 2) x")).tags[0];
        assert_eq!(tag.range, 7..19);
        assert_eq!(tag.argument_ranges, [14..15, 17..18]);
    }

    #[test]
    fn email_address_is_not_a_tag() {
        assert!(ParsedComment::parse(&doc("/// by a@b.org, `@range`")).tags.is_empty());
    }

    #[test]
    fn parameters_have_their_own_text_and_tags() {
        let comment = FunctionDoc::parse(&doc(
            "/// Sum. @returns(color)\n/// @param gain Ratio. @range(0, 1)\n/// @param seed Any. @seed(3)",
        ));
        assert_eq!(comment.function.doc, "Sum.");
        assert_eq!(comment.function.tag("returns").unwrap().word(), Some("color"));
        let gain = ParsedComment::parse(comment.parameter("gain").unwrap());
        assert_eq!((gain.doc.as_str(), gain.tags.len()), ("Ratio.", 1));
        assert!(comment.parameter("octaves").is_none());
    }
}
