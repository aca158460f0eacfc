//! Selection of executions of a grid program's passes, and its notation on the command line.

use std::fmt;
use std::str::FromStr;

use super::{GridProgram, Schedule};

/// `NAME` for all executions of a pass, `NAME@N` for the N-th, from 1. The default is all executions of all passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassSelection {
    /// `None` for all passes.
    pub pass: Option<String>,
    /// From 1; `None` for all executions.
    pub execution: Option<u32>,
}

/// Text that is not a [`PassSelection`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not NAME or NAME@N, with N from 1")]
pub struct PassSelectionError(String);

/// The grid program does not have the selected pass, or does not execute it as often.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {selection}: the passes are {passes}")]
pub struct UnknownPass {
    selection: String,
    passes: String,
}

impl FromStr for PassSelection {
    type Err = PassSelectionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || PassSelectionError(text.to_owned());
        let (pass, execution) = match text.split_once('@') {
            Some((pass, number)) => {
                let number = number.parse().ok().filter(|number| *number > 0);
                (pass, Some(number.ok_or_else(error)?))
            }
            None => (text, None),
        };
        if pass.is_empty() {
            return Err(error());
        }
        Ok(Self { pass: Some(pass.to_owned()), execution })
    }
}

impl fmt::Display for PassSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.pass, self.execution) {
            (Some(pass), Some(execution)) => write!(f, "{pass}@{execution}"),
            (Some(pass), None) => f.write_str(pass),
            (None, _) => f.write_str("any pass"),
        }
    }
}

impl Schedule {
    /// Returns the name of each pass in the order of the file, and the number of its executions in a run.
    pub fn executions(&self, program: &GridProgram) -> Vec<(String, u32)> {
        let names = program.passes.iter().map(|pass| pass.entry_point.clone());
        let mut counts: Vec<(String, u32)> = names.map(|name| (name, 0)).collect();
        self.passes().for_each(|scheduled| counts[scheduled.pass].1 += 1);
        counts
    }

    /// Indices among all executions of passes in a run. Fails if there is no such pass, or if it runs less often.
    pub(crate) fn selected(
        &self,
        program: &GridProgram,
        selection: &PassSelection,
    ) -> Result<Vec<usize>, UnknownPass> {
        let is_selected = |pass: usize| {
            let name = &program.passes[pass].entry_point;
            selection.pass.as_ref().is_none_or(|pass| pass == name)
        };
        let executed = self.passes().enumerate();
        let executed = executed.filter(|(_, scheduled)| is_selected(scheduled.pass));
        let indices = executed.map(|(index, _)| index);
        let selected: Vec<usize> = match selection.execution {
            Some(number) => indices.skip(number.saturating_sub(1) as usize).take(1).collect(),
            None => indices.collect(),
        };
        if selected.is_empty() { Err(self.unknown(program, selection)) } else { Ok(selected) }
    }

    fn unknown(&self, program: &GridProgram, selection: &PassSelection) -> UnknownPass {
        let passes = self.executions(program).into_iter();
        let passes = passes.map(|(name, count)| match count {
            1 => name,
            count => format!("{name} ({count} times)"),
        });
        UnknownPass {
            selection: selection.to_string(),
            passes: passes.collect::<Vec<_>>().join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_parsed_and_printed() {
        for text in ["carry", "carry@1", "carry@400"] {
            let selection: PassSelection = text.parse().unwrap();
            assert_eq!(selection.to_string(), text);
        }
        for text in ["", "@3", "carry@", "carry@0", "carry@x", "carry@1@2"] {
            let selection: Result<PassSelection, _> = text.parse();
            assert!(selection.is_err(), "{text}");
        }
    }
}
