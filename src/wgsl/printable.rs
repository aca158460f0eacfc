//! Text that a terminal shows as it is, without obeying it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns the text with control characters and marks that reverse the direction of writing as `\u001b`, except for
/// line breaks and tabs, since they move the cursor, write the clipboard, or hide text. Strings of JSON stay equal.
///
/// ```
/// use noise_playground::printable;
///
/// assert_eq!(printable("Title \x1b[31mred\x07"), r"Title \u001b[31mred\u0007");
/// assert_eq!(printable("plain\ttext\n"), "plain\ttext\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_obeyed(character) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

fn is_obeyed(character: char) -> bool {
    let is_direction = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_direction || (character.is_control() && !matches!(character, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_remains_and_json_stays_equal() {
        let all: String = (0..0x3000).filter_map(char::from_u32).collect();
        let escaped = printable(&all);
        let left = escaped.chars().filter(|character| character.is_control());
        assert_eq!(left.collect::<String>(), "\t\n");
        assert_eq!(printable(&escaped), escaped);
        let json = serde_json::to_string(&all).unwrap();
        let read: String = serde_json::from_str(&printable(&json)).unwrap();
        assert_eq!(read, all);
    }
}
