//! Schedules of grid programs: the passes of a run for one set of values, and how often.

use std::ops::Range;

use super::address::Address;
use super::definition::Generator;
use super::expression::ExpressionError;
use super::grid_program::{GridPass, GridProgram};
use crate::control::Values;
use crate::grid::SampleGrid;

/// In samples. The adapter's limit of buffer sizes may be lower.
const MAX_SIDE: u32 = 8192;

/// Repeats included.
const MAX_PASSES: usize = 1 << 16;

/// Largest number of workgroups of a dispatch in x or y.
const MAX_WORKGROUPS: u32 = 65_535;

/// The passes of one run, with workgroups and repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Width and height of the grid in samples.
    pub side: u32,
    /// Passes that repeat together, in the order in which they run.
    pub(crate) groups: Vec<PassGroup>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassGroup {
    /// Index of each pass in the grid program, and its workgroups in x and y.
    passes: Vec<(usize, [u32; 2])>,
    /// May be 0.
    repeats: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScheduledPass {
    /// Index in the grid program.
    pub pass: usize,
    /// Number of the execution within the repeats of its group, from 0: the value of `@auto(iteration)`.
    pub iteration: u32,
    /// In x and y.
    pub workgroups: [u32; 2],
}

/// The values of controls allow no run of a grid program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{address}: {reason}")]
pub struct ScheduleError {
    pub(super) address: Address,
    pub(super) reason: ScheduleProblem,
    /// `None` if the grid's size or a field input causes the error.
    pub(super) pass: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ScheduleProblem {
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    #[error("the side of the grid is {0}, not an integer from 1 to {MAX_SIDE}")]
    Side(i64),
    #[error("a pass cannot run {0} times")]
    Repeats(i64),
    #[error("a run has more than {MAX_PASSES} passes")]
    Passes,
    #[error("{0} workgroups; the limits are 0 and {MAX_WORKGROUPS}")]
    Workgroups(i64),
    #[error("{0}")]
    Input(String),
}

impl ScheduleError {
    pub(super) fn of_input(generator: &Generator, message: String) -> Self {
        Self {
            address: generator.address.clone(),
            reason: ScheduleProblem::Input(message),
            pass: None,
        }
    }
}

impl Schedule {
    /// Schedules a run with these values; `None` for a generator that is not a grid program.
    ///
    /// # Errors
    /// An expression has no value, the grid is too large, or there are too many passes.
    pub fn new(generator: &Generator, values: &Values) -> Result<Option<Self>, ScheduleError> {
        let Some(program) = &generator.program else {
            return Ok(None);
        };
        let value = |name: &str| integer_value(generator, values, name);
        let fail =
            |pass, reason| ScheduleError { address: generator.address.clone(), reason, pass };
        let side = program.side(&value).map_err(|reason| fail(None, reason))?;
        let mut schedule = Self { side, groups: Vec::new() };
        let mut first = 0;
        while first < program.passes.len() {
            let range = program.group(first);
            let planned = program.plan_group(range.clone(), side, &value);
            let group = planned.map_err(|(pass, reason)| fail(Some(pass), reason))?;
            schedule.groups.push(group);
            if schedule.pass_count() > MAX_PASSES {
                return Err(fail(Some(first), ScheduleProblem::Passes));
            }
            first = range.end;
        }
        Ok(Some(schedule))
    }

    pub(crate) fn pass_count(&self) -> usize {
        let counts = self.groups.iter().map(PassGroup::pass_count);
        counts.fold(0, usize::saturating_add)
    }

    pub(crate) fn passes(&self) -> impl Iterator<Item = ScheduledPass> {
        self.groups.iter().flat_map(|group| {
            (0..group.repeats).flat_map(|iteration| {
                group.passes.iter().map(move |&(pass, workgroups)| ScheduledPass {
                    pass,
                    iteration,
                    workgroups,
                })
            })
        })
    }

    /// Number of different values of `@auto(iteration)`, at least 1.
    pub(crate) fn max_repeats(&self) -> u32 {
        let repeats = self.groups.iter().map(|group| group.repeats);
        repeats.max().unwrap_or(1).max(1)
    }

    /// Returns the grid that the program fills, at the placement of the file's `@view`.
    pub fn grid(&self, generator: &Generator) -> SampleGrid {
        SampleGrid { size: [self.side; 2], ..generator.initial_grid(self.side) }
    }
}

fn integer_value(generator: &Generator, values: &Values, name: &str) -> Option<i64> {
    let mut controls = generator.controls.iter();
    let control = controls.find(|control| control.name == name && control.ty.is_integer())?;
    Some(values.get(control).first() as i64)
}

impl GridProgram {
    fn side(&self, value: &impl Fn(&str) -> Option<i64>) -> Result<u32, ScheduleProblem> {
        let side = self.side.evaluate(value)?;
        let fits = u32::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        fits.ok_or(ScheduleProblem::Side(side))
    }

    /// The passes from `first` on that have the same repeat expression, and so repeat together.
    fn group(&self, first: usize) -> Range<usize> {
        let repeats = &self.passes[first].repeats;
        let same = self.passes[first..].iter().take_while(|pass| pass.repeats == *repeats);
        first..first + same.count()
    }

    /// An error has the index of its pass.
    fn plan_group(
        &self,
        range: Range<usize>,
        side: u32,
        value: &impl Fn(&str) -> Option<i64>,
    ) -> Result<PassGroup, (usize, ScheduleProblem)> {
        let repeats = match &self.passes[range.start].repeats {
            Some(expression) => {
                expression.evaluate(value).map_err(|error| (range.start, error.into()))?
            }
            None => 1,
        };
        let repeats =
            u32::try_from(repeats).map_err(|_| (range.start, ScheduleProblem::Repeats(repeats)))?;
        let passes = range.map(|pass| {
            let workgroups = self.passes[pass].workgroups(side, value);
            Ok((pass, workgroups.map_err(|reason| (pass, reason))?))
        });
        Ok(PassGroup { passes: passes.collect::<Result<_, _>>()?, repeats })
    }
}

impl PassGroup {
    fn pass_count(&self) -> usize {
        self.passes.len().saturating_mul(self.repeats as usize)
    }
}

impl GridPass {
    fn workgroups(
        &self,
        side: u32,
        value: &impl Fn(&str) -> Option<i64>,
    ) -> Result<[u32; 2], ScheduleProblem> {
        let counts = match &self.dispatch {
            Some([x, y]) => [x.evaluate(value)?, y.evaluate(value)?],
            None => self.workgroup.map(|size| side.div_ceil(size).into()),
        };
        let count = |count: i64| {
            let fits = u32::try_from(count).ok().filter(|count| *count <= MAX_WORKGROUPS);
            fits.ok_or(ScheduleProblem::Workgroups(count))
        };
        Ok([count(counts[0])?, count(counts[1])?])
    }
}
