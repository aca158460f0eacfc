//! Diagnostics of shaders: errors, warnings and notes with a location, a message, and lines that help.

mod code;

use std::fmt::{self, Write as _};

use serde::Serialize;

use crate::wgsl::location::SourceLocation;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file cannot be rendered.
    Error,
    /// The file renders, but a tag or another element of its text is ignored.
    Warning,
    /// Nothing is wrong, but this program ignores an element of the file that other programs use.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// Error, warning or note about a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// Location in the author's file; `None` if no single file causes it.
    pub location: Option<SourceLocation>,
    /// Severity.
    pub severity: Severity,
    /// One line in lower case, without a full stop.
    pub message: String,
    /// Further lines: the enclosing function, importing files, a hint.
    pub notes: Vec<String>,
    /// Change of the text that mends it; `None` if there is none that is certain.
    pub fix: Option<Fix>,
}

/// Replacement of a part of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// What is replaced, in the author's file; empty for an insertion.
    pub location: SourceLocation,
    /// What replaces it; empty for a deletion.
    pub text: String,
}

impl Diagnostic {
    /// An error without further lines.
    pub fn error(location: Option<SourceLocation>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// A warning without further lines.
    pub fn warning(location: SourceLocation, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, Some(location), message)
    }

    /// A note without further lines.
    pub fn note(location: SourceLocation, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, Some(location), message)
    }

    fn new(
        severity: Severity,
        location: Option<SourceLocation>,
        message: impl Into<String>,
    ) -> Self {
        Self { location, severity, message: message.into(), notes: Vec::new(), fix: None }
    }

    /// Adds a line of notes.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds the change that mends it, if any.
    #[must_use]
    pub fn with_fix(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix;
        self
    }

    /// Returns true for an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the kind of problem, for programs: `unknown-name`, `type`, … It is independent of the wording.
    pub fn code(&self) -> &'static str {
        code::code(&self.message)
    }

    /// Returns one line, as compilers print it: `noise/perlin.wgsl:12:9: error: …`.
    pub fn short(&self) -> String {
        match &self.location {
            Some(SourceLocation { file, start, .. }) => {
                format!(
                    "{file}:{}:{}: {}: {}",
                    start.line, start.column, self.severity, self.message
                )
            }
            None => format!("{}: {}", self.severity, self.message),
        }
    }

    /// Returns the short form, the source line, unless it is blank, with carets under the location, and the notes.
    pub fn human(&self) -> String {
        let mut text = self.short();
        let location = self.location.as_ref().filter(|found| !found.line_text.trim().is_empty());
        if let Some(location) = location {
            let number = location.start.line.to_string();
            let gutter = " ".repeat(number.len());
            let (line, caret) = location.excerpt();
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

    /// Returns the JSON form. Without a location, file is empty and numbers are 0.
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
        let location = self.location.as_ref();
        Json {
            severity: self.severity,
            file: location.map_or_else(String::new, |location| location.file.to_string()),
            line: location.map_or(0, |location| location.start.line),
            column: location.map_or(0, |location| location.start.column),
            end_line: location.map_or(0, |location| location.end.line),
            end_column: location.map_or(0, |location| location.end.column),
            message: self.message.clone(),
            notes: self.notes.clone(),
        }
    }
}

/// Counts errors, warnings and notes: `1 error, 2 warnings`. Empty for no diagnostics.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let parts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
        let of_severity = |diagnostic: &&Diagnostic| diagnostic.severity == severity;
        match diagnostics.iter().filter(of_severity).count() {
            0 => None,
            1 => Some(format!("1 {severity}")),
            count => Some(format!("{count} {severity}s")),
        }
    });
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn summary_counts_each_severity() {
        let location = Source::new("a.wgsl", "").location(0..0);
        let error = Diagnostic::error(None, "wrong");
        let note = Diagnostic::note(location, "left out");
        assert_eq!(note.short(), "a.wgsl:1:1: note: left out");
        assert_eq!(summary(&[]), "");
        assert_eq!(summary(&[error.clone(), note, error]), "2 errors, 1 note");
    }

    #[test]
    fn carets_are_below_the_location_after_tabs_and_accents() {
        let source = Source::new("noise/a.wgsl", "// é\n\tlet ü = foo;\n");
        let at = source.text.find("foo").unwrap();
        let diagnostic = Diagnostic::error(Some(source.location(at..at + 3)), "no `foo`")
            .with_note("imported by b.wgsl");
        assert_eq!(
            diagnostic.human(),
            "noise/a.wgsl:2:10: error: no `foo`\n  |\n2 |     let ü = foo;\n  |             ^^^\n  = imported by b.wgsl"
        );
    }
}
