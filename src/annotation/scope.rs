//! Where each tag belongs.

use super::Tag;

/// Tags, and what they speak of.
const TAG_SCOPES: [(&[&str], &str); 8] = [
    (
        &[
            "range", "default", "step", "log", "color", "toggle", "enum", "angle", "seed", "xy",
            "octaves", "curve", "gradient", "group", "section", "label", "unit",
        ],
        "a member of the uniform struct or a generator's parameter",
    ),
    (&["auto"], "a member of the uniform struct"),
    (&["hidden"], "a control or a function"),
    (&["returns"], "a generator"),
    (&["param"], "a function's parameter, as `@param name words`"),
    (
        &["view", "mode", "loop_budget"],
        "the file, in its `//!` comment",
    ),
    (&["grid"], "a buffer of a grid program"),
    (&["pass", "dispatch"], "an entry point of a grid program"),
];

impl Tag {
    /// What the tag speaks of, if anybody knows it.
    pub(crate) fn scope(&self) -> Option<&'static str> {
        let (_, home) = TAG_SCOPES
            .iter()
            .find(|(names, _)| names.contains(&self.name.as_str()))?;
        Some(home)
    }

    /// What is wrong with a tag that means nothing where it stands.
    pub(crate) fn misplaced_message(&self) -> String {
        match self.scope() {
            Some(home) => format!("`@{}` does not belong here: it speaks of {home}", self.name),
            None => format!("unknown tag `@{}`", self.name),
        }
    }

    /// What is wrong with a tag whose parenthesis is not closed.
    pub(crate) fn unclosed(&self) -> String {
        format!("`@{}(` has no closing parenthesis", self.name)
    }

    /// # Errors
    /// The tag's parenthesis is not closed.
    pub(crate) fn check_closed(&self) -> Result<(), String> {
        if self.closed {
            Ok(())
        } else {
            Err(self.unclosed())
        }
    }
}
