//! Scopes of tags in doc comments: the declarations to which each tag applies.

use super::Tag;
use crate::suggest::closest;

/// Lists of tag names, each with the text for messages that describes the declarations to which these tags apply.
const TAG_SCOPES: [(&[&str], &str); 9] = [
    (
        &[
            "range", "default", "step", "log", "color", "toggle", "enum", "angle", "seed", "xy",
            "octaves", "curve", "gradient", "group", "section", "label", "unit",
        ],
        "a member of the uniform struct or a generator's parameter",
    ),
    (&["auto"], "a member of the uniform struct"),
    (&["field"], "a texture_2d<f32>"),
    (&["hidden"], "a control or a function"),
    (&["returns"], "a generator"),
    (&["param"], "a function's parameter, as `@param name text`"),
    (
        &[
            "view",
            "mode",
            "camera",
            "sea",
            "loop_budget",
            "define",
            "feature",
        ],
        "the file, in its `//!` comment",
    ),
    (&["grid"], "a buffer of a grid program"),
    (&["pass", "dispatch"], "an entry point of a grid program"),
];

impl Tag {
    /// Returns the text for messages that describes the declarations to which the tag applies; `None` for an unknown
    /// tag.
    pub(crate) fn scope(&self) -> Option<&'static str> {
        let (_, scope) = TAG_SCOPES
            .iter()
            .find(|(names, _)| names.contains(&self.name.as_str()))?;
        Some(scope)
    }

    /// Returns the message about a tag that is unknown, or that does not apply to its declaration.
    pub(crate) fn misplaced_message(&self) -> String {
        match self.scope() {
            Some(scope) => format!("misplaced `@{}`: it applies to {scope}", self.name),
            None => format!("unknown tag `@{}`{}", self.name, self.similar_tag()),
        }
    }

    /// Returns the end of a message about an unknown tag, which suggests a known tag with a similar name; empty if
    /// there is none.
    fn similar_tag(&self) -> String {
        let known = TAG_SCOPES.iter().flat_map(|(names, _)| names.iter());
        let similar = closest(&self.name, known.copied());
        similar.map_or_else(String::new, |name| format!("; did you mean `@{name}`?"))
    }

    /// Returns the message about a tag whose closing parenthesis is missing.
    pub(crate) fn unclosed(&self) -> String {
        format!("`@{}(` has no closing parenthesis", self.name)
    }

    /// Checks that the closing parenthesis of the tag is present, if it has an opening one.
    ///
    /// # Errors
    /// Fails if the parenthesis is not closed.
    pub(crate) fn check_closed(&self) -> Result<(), String> {
        if self.closed {
            Ok(())
        } else {
            Err(self.unclosed())
        }
    }
}
