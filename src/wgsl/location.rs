//! Locations in shader files: paths relative to the folder, lines and columns.

use std::fmt;
use std::path::{Component, Path};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::printable;

/// Path relative to a folder, with `/` between its components: `noise/perlin.wgsl`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct ModulePath(Arc<str>);

impl From<String> for ModulePath {
    fn from(path: String) -> Self {
        Self::new(path)
    }
}

impl From<ModulePath> for String {
    fn from(path: ModulePath) -> Self {
        path.to_string()
    }
}

impl ModulePath {
    /// `\` becomes `/`.
    pub fn new(path: impl AsRef<str>) -> Self {
        Self(path.as_ref().replace('\\', "/").into())
    }

    /// Returns the path with `/` between its components.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns true for a path inside of its folder on any system: not absolute, without drive letter and `..`.
    ///
    /// A path that comes from a file, such as a capture, has to be checked before it is used on disk.
    pub fn is_inside(&self) -> bool {
        self.0.split('/').all(is_name)
    }

    /// Returns the name without extension: `perlin` of `noise/perlin.wgsl`.
    pub fn stem(&self) -> &str {
        let name = self.0.rsplit('/').next().unwrap_or(&self.0);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// `noise/perlin.wesl` for `noise/perlin.wgsl`.
    pub(crate) fn other_extension(&self) -> Option<Self> {
        let (stem, extension) = self.0.rsplit_once('.')?;
        let other = if extension == "wgsl" { "wesl" } else { "wgsl" };
        Some(Self::new(format!("{stem}.{other}")))
    }

    /// Returns components as an import spells them, without extension: `["noise", "perlin"]`.
    pub fn components(&self) -> Vec<String> {
        let without_extension = self.0.rsplit_once('.').map_or(&*self.0, |(stem, _)| stem);
        without_extension.split('/').map(str::to_owned).collect()
    }
}

impl fmt::Display for ModulePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Not empty, `.`, `..` or a drive letter.
fn is_name(component: &str) -> bool {
    let is_drive = matches!(component.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
    let mut parts = Path::new(component).components();
    let is_normal = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    is_normal && !is_drive && !component.contains('\0')
}

/// Position of a character in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// In characters from 1.
    pub column: usize,
}

/// Location of a range, with its first line, so that messages can show it even after the file has changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLocation {
    /// Path of the file.
    pub file: ModulePath,
    /// First character.
    pub start: LineColumn,
    /// After the last character.
    pub end: LineColumn,
    /// Line on which the range starts, without its line break.
    pub line_text: String,
}

impl SourceLocation {
    /// Returns the line with tabs of four columns, as a terminal [shows](printable) it, and carets below the range.
    pub fn excerpt(&self) -> (String, String) {
        let widen = |text: &str| printable(text).replace('\t', "    ");
        let before: String = self.line_text.chars().take(self.start.column - 1).collect();
        let marked: String =
            self.line_text.chars().skip(before.chars().count()).take(self.width()).collect();
        let carets = widen(&marked).chars().count().max(1);
        (widen(&self.line_text), " ".repeat(widen(&before).chars().count()) + &"^".repeat(carets))
    }

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

    #[test]
    fn path_is_inside_of_its_folder_if_all_components_are_names() {
        for path in ["a.wgsl", "noise/a.wgsl", "a::b.wgsl", "..a/b..c/...", "<playground>/a.wgsl"] {
            assert!(ModulePath::new(path).is_inside(), "{path:?}");
        }
        for path in [
            "", ".", "..", "/", "/etc/a.wgsl", "../a.wgsl", "a/../../b.wgsl", "a/..", "./a.wgsl",
            "a//b.wgsl", "a/", "\\a.wgsl", "..\\a.wgsl", "\\\\host\\share\\a.wgsl", "C:\\a.wgsl",
            "c:/a.wgsl", "a\0.wgsl",
        ] {
            assert!(!ModulePath::new(path).is_inside(), "{path:?}");
        }
    }
}
