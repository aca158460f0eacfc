//! The manifest in an SVG figure: a metadata element before all other elements.

use std::fs::File;
use std::io::{self, Read as _};

const START: &str = "<metadata id=\"playground\">";
const END: &str = "</metadata>";

pub(super) fn metadata(json: &str) -> String {
    format!("{START}{}{END}\n", escaped(json))
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Reads the first `max_bytes` bytes; `None` if there is no manifest.
pub(super) fn manifest(file: File, max_bytes: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(max_bytes).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let content = text.split_once(START).map(|(_, rest)| rest);
    let content = content.and_then(|rest| rest.split_once(END));
    Ok(content.map(|(json, _)| unescaped(json)))
}

/// Other programs may write entities in place of characters.
fn unescaped(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    let mut text = text.to_owned();
    for (entity, character) in named {
        text = text.replace(entity, character);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, SeekFrom, Write as _};

    use super::*;

    #[test]
    fn text_of_metadata_is_read_again() {
        let read = |text: &str| {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.seek(SeekFrom::Start(0)).unwrap();
            manifest(file, 1000).unwrap()
        };
        let json = r#"{"text": "if a < b && b > c { \"&lt;\" }"}"#;
        let svg = format!("<svg>{}<text>x</text></svg>", metadata(json));
        assert_eq!(read(&svg).as_deref(), Some(json));
        assert_eq!(read("<svg></svg>"), None);
        assert_eq!(read(&format!("<svg>{START}{{")), None);
    }
}
