//! Addresses of taps on the command line and in manifests.

use std::fmt;
use std::str::FromStr;

use super::RETURN;
use crate::source::ModulePath;

/// One tap, or all of a name: `NAME`, `LINE`, `FUNCTION::NAME`, `FILE::FUNCTION`, `FILE::FUNCTION::NAME` or
/// `FILE:LINE`. `@N` after a name, or `:N` after a line, is the N-th run in a sample, from 1; else the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapAddress {
    /// File of the function; `None` for the file of the generator.
    pub file: Option<ModulePath>,
    /// Function of the tap; `None` for that of the generator, or for the function that contains the line.
    pub function: Option<String>,
    /// Name or line of the tap.
    pub value: TapName,
    /// Number of the run, from 1; `None` for the last.
    pub run: Option<u32>,
}

/// Selects taps in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TapName {
    /// All taps with this name.
    Name(String),
    /// The last tap on this line, from 1, or on the nearest line above in the same function.
    Line(usize),
}

/// Text that is not a [`TapAddress`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is none of NAME[@N], LINE[:N], FUNCTION::NAME[@N], FILE::FUNCTION and FILE:LINE[:N], with N from 1"
)]
pub struct TapAddressError(String);

impl TapAddress {
    pub(super) fn result() -> Self {
        Self { file: None, function: None, value: TapName::Name(RETURN.to_owned()), run: None }
    }
}

impl FromStr for TapAddress {
    type Err = TapAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text.trim()).ok_or_else(|| TapAddressError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<TapAddress> {
    if let Some(address) = parse_line(text) {
        return Some(address);
    }
    let (path, run) = match text.rsplit_once('@') {
        Some((path, run)) => (path, Some(positive(run)?)),
        None => (text, None),
    };
    let parts: Vec<&str> = path.split("::").collect();
    let is_file = |part: &str| part.ends_with(".wgsl") || part.ends_with(".wesl");
    let [file, function, name] = match parts[..] {
        [name] if !is_file(name) => [None, None, Some(name)],
        [file, function] if is_file(file) => [Some(file), Some(function), Some(RETURN)],
        [function, name] => [None, Some(function), Some(name)],
        [file, function, name] if is_file(file) => [Some(file), Some(function), Some(name)],
        _ => return None,
    };
    let is_name = |name: &&str| {
        !name.is_empty() && !name.contains(':') && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let name = name.filter(is_name)?;
    if function.is_some_and(str::is_empty) {
        return None;
    }
    Some(TapAddress {
        file: file.map(ModulePath::new),
        function: function.map(str::to_owned),
        value: TapName::Name(name.to_owned()),
        run,
    })
}

/// `[FILE:]LINE[:N]`; `None` for other texts.
fn parse_line(text: &str) -> Option<TapAddress> {
    let numbers = text
        .rsplit(':')
        .take_while(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let numbers: Vec<&str> = numbers.collect();
    let (line, run) = match numbers[..] {
        [line] => (line, None),
        [run, line] => (line, Some(positive(run)?)),
        _ => return None,
    };
    let length: usize = numbers.iter().map(|number| number.len() + 1).sum();
    let file = match text.len().checked_sub(length) {
        None => None,
        Some(end) => Some(text.get(..end).filter(|file| !file.is_empty())?),
    };
    Some(TapAddress {
        file: file.map(ModulePath::new),
        function: None,
        value: TapName::Line(positive(line)? as usize),
        run,
    })
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| *number > 0)
}

impl fmt::Display for TapAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = match self.value {
            TapName::Name(_) => "::",
            TapName::Line(_) => ":",
        };
        if let Some(file) = &self.file {
            write!(f, "{file}{separator}")?;
        }
        if let Some(function) = &self.function {
            write!(f, "{function}::")?;
        }
        let run = |before: char| self.run.map(|run| format!("{before}{run}")).unwrap_or_default();
        match &self.value {
            TapName::Name(name) => write!(f, "{name}{}", run('@')),
            TapName::Line(line) => write!(f, "{line}{}", run(':')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_and_printed() {
        for text in [
            "sum",
            "sum@3",
            "12",
            "12:3",
            "turn[1]@2",
            "octave::n",
            "octave::n@4",
            "noise/perlin.wgsl::perlin::return",
            "noise/perlin.wgsl::fade::t@1",
            "noise/perlin.wgsl:12",
            "noise/perlin.wgsl:12:3",
        ] {
            let address: TapAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
        }
        let helper: TapAddress = "noise/perlin.wgsl::perlin".parse().unwrap();
        assert_eq!(helper.to_string(), "noise/perlin.wgsl::perlin::return");
    }

    #[test]
    fn other_texts_are_errors() {
        for text in [
            "", "@3", "sum@", "sum@0", "sum@x", "0", "12:0", "a::b::c", "::n", "f::", "a.wgsl",
            ":12", "1:2:3:4",
        ] {
            let address: Result<TapAddress, _> = text.parse();
            assert!(address.is_err(), "{text}: {address:?}");
        }
    }
}
