//! What is wrong with a shader, as a value: a place, a sentence, and what helps.

use std::fmt::{self, Write as _};

use serde::Serialize;

use crate::source::Place;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing can be shown from this.
    Error,
    /// A tag was set aside; the picture still updates.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// One complaint about the author's text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// Where, if it has a place.
    pub place: Option<Place>,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, in one line of lower case without a full stop.
    pub message: String,
    /// What else is known: the enclosing function, importing files, a hint.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(place: Option<Place>, message: impl Into<String>) -> Self {
        Self {
            place,
            severity: Severity::Error,
            message: message.into(),
            notes: Vec::new(),
        }
    }

    /// A warning.
    pub fn warning(place: Place, message: impl Into<String>) -> Self {
        Self {
            place: Some(place),
            severity: Severity::Warning,
            message: message.into(),
            notes: Vec::new(),
        }
    }

    /// The same with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// One line, as compilers print it: `noise/perlin.wgsl:12:9: error: …`.
    pub fn short(&self) -> String {
        match &self.place {
            Some(Place { file, start, .. }) => {
                format!(
                    "{file}:{}:{}: {}: {}",
                    start.line, start.column, self.severity, self.message
                )
            }
            None => format!("{}: {}", self.severity, self.message),
        }
    }

    /// The short form, then the source line with a caret under the place, then the notes.
    pub fn human(&self) -> String {
        let mut text = self.short();
        if let Some(place) = &self.place {
            let number = place.start.line.to_string();
            let gutter = " ".repeat(number.len());
            let (line, caret) = place.excerpt();
            let _ = write!(text, "\n{gutter} |\n{number} | {line}\n{gutter} | {caret}");
            for note in &self.notes {
                let _ = write!(text, "\n{gutter} = {note}");
            }
        } else {
            for note in &self.notes {
                let _ = write!(text, "\n  = {note}");
            }
        }
        text
    }

    /// The fields of the JSON form. A diagnostic without a place has an empty file and zeros.
    pub fn json(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Json {
            severity: Severity,
            file: String,
            line: usize,
            column: usize,
            end_line: usize,
            end_column: usize,
            message: String,
            notes: Vec<String>,
        }
        let place = self.place.as_ref();
        Json {
            severity: self.severity,
            file: place.map_or_else(String::new, |place| place.file.to_string()),
            line: place.map_or(0, |place| place.start.line),
            column: place.map_or(0, |place| place.start.column),
            end_line: place.map_or(0, |place| place.end.line),
            end_column: place.map_or(0, |place| place.end.column),
            message: self.message.clone(),
            notes: self.notes.clone(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

impl Place {
    /// The line with tabs widened to four columns, and a second line that points at the place.
    pub fn excerpt(&self) -> (String, String) {
        let widen = |text: &str| text.replace('\t', "    ");
        let before: String = self.line_text.chars().take(self.start.column - 1).collect();
        let marked: String = self
            .line_text
            .chars()
            .skip(before.chars().count())
            .take(self.width())
            .collect();
        let carets = widen(&marked).chars().count().max(1);
        (
            widen(&self.line_text),
            " ".repeat(widen(&before).chars().count()) + &"^".repeat(carets),
        )
    }

    /// Characters marked on the first line.
    fn width(&self) -> usize {
        if self.end.line == self.start.line {
            self.end.column - self.start.column
        } else {
            usize::MAX
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn the_caret_stands_under_the_place_behind_tabs_and_accents() {
        let source = Source::new("noise/a.wgsl", "// é\n\tlet ü = foo;\n");
        let at = source.text.find("foo").unwrap();
        let diagnostic = Diagnostic::error(Some(source.place(at..at + 3)), "no `foo`")
            .note("imported by b.wgsl");
        assert_eq!(
            diagnostic.human(),
            "noise/a.wgsl:2:10: error: no `foo`\n  |\n2 |     let ü = foo;\n  |             ^^^\n  = imported by b.wgsl"
        );
    }
}
