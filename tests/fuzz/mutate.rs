//! Changes a text at random, for fuzzing: typing errors and malicious input.

use std::ops::Range;

use crate::random::Random;

/// Numbers at and beyond the limits of WGSL types, which are inserted into texts.
const NUMBERS: [&str; 22] = [
    "0", "-1", "1u", "0i", "2147483647", "2147483648", "-2147483648i", "4294967295u", "4294967296",
    "9223372036854775807", "99999999999999999999999", "0xffffffff", "1e38", "3.5e38f", "1e400",
    "-0.0", "1e-46", "0x1p-200", "1h", "65504.0", "1e", "0.5",
];

/// Characters that are difficult for parsers, which are inserted into texts.
const CHARACTERS: [&str; 18] = [
    "\0", "\u{feff}", "\r", "\r\n", "\u{2028}", "é", "e\u{301}", "𝒳", "\u{202e}", "\t", "\"", "\\",
    "/*", "*/", "//", "///", "//!", "`",
];

/// Pairs of brackets that are inserted around a range of tokens.
const BRACKETS: [(&str, &str); 8] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("array<", ", 2>"),
    ("vec2(", ")"),
    ("if true {", "}"),
    ("loop {", "}"),
    ("-", ""),
];

/// Changes a text at random, mostly at one position, since a text with many errors is rejected by the first check.
/// `others` are texts to copy ranges from, `extras` are fragments to insert.
pub(crate) fn mutate(
    random: &mut Random,
    text: &str,
    others: &[&str],
    extras: &[String],
) -> Vec<u8> {
    let mut text = text.to_owned();
    for _ in 0..*random.one_of(&[1, 1, 1, 1, 2, 3, 8]) {
        text = change(random, &text, others, extras);
    }
    let mut bytes = text.into_bytes();
    if random.below(10) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
    }
    bytes
}

fn change(random: &mut Random, text: &str, others: &[&str], extras: &[String]) -> String {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return (*random.one_of(others)).to_owned();
    }
    let at = tokens[random.below(tokens.len())].clone();
    let stretch = random.stretch(tokens.len());
    let stretch = tokens[stretch.start].start..tokens[stretch.end - 1].end;
    let replaced = |range: Range<usize>, new: &str| {
        format!("{}{new}{}", &text[..range.start], &text[range.end..])
    };
    match random.below(13) {
        0 => replaced(stretch, ""),
        1 => replaced(at.end..at.end, &text[stretch]),
        2 => {
            let other = random.below(tokens.len());
            let mut order = tokens.clone();
            let index = tokens.iter().position(|token| *token == at).unwrap();
            order.swap(index, other);
            order.into_iter().map(|range| &text[range]).collect()
        }
        3 | 4 => {
            let other = *random.one_of(others);
            let source = self::tokens(other);
            let taken = random.stretch(source.len());
            let taken = source[taken.start].start..source[taken.end - 1].end;
            replaced(if random.below(2) == 0 { at } else { stretch }, &other[taken])
        }
        5 => text[..at.start].to_owned(),
        6 => text[at.start..].to_owned(),
        7 => {
            let (open, close) = random.one_of(&BRACKETS);
            let depth = *random.one_of(&[1, 2, 20, 90, 120, 5000]);
            let nested =
                format!("{}{}{}", open.repeat(depth), &text[stretch.clone()], close.repeat(depth));
            replaced(stretch, &nested)
        }
        8 => {
            let times = *random.one_of(&[2, 3, 50, 500]);
            let part = &text[stretch.clone()];
            let times = times.min(200_000 / part.len());
            replaced(stretch.clone(), &part.repeat(times.max(1)))
        }
        9 => {
            let numbers: Vec<_> = tokens
                .iter()
                .filter(|token| text[(*token).clone()].starts_with(|c: char| c.is_ascii_digit()))
                .collect();
            let number =
                numbers.get(random.below(numbers.len())).map_or(at, |range| (*range).clone());
            replaced(number, random.one_of::<&str>(&NUMBERS))
        }
        10 => replaced(at.start..at.start, random.one_of::<&str>(&CHARACTERS)),
        _ => {
            let lines: Vec<usize> = text.match_indices('\n').map(|(index, _)| index + 1).collect();
            let line = lines.get(random.below(lines.len())).copied().unwrap_or(0);
            let place = if random.below(4) == 0 { at.end } else { line };
            replaced(place..place, random.one_of::<String>(extras))
        }
    }
}

/// Splits a text into tokens: words, numbers with their decimal points, runs of spaces, and single other characters.
/// Returns their byte ranges.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let kind = |c: char| {
        if c.is_alphanumeric() || matches!(c, '_' | '.') {
            1
        } else if c.is_whitespace() {
            2
        } else {
            0
        }
    };
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut before = 0;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        match tokens.last_mut() {
            Some(last) if kind(c) != 0 && kind(c) == before => last.end = end,
            _ => tokens.push(start..end),
        }
        before = kind(c);
    }
    tokens
}
