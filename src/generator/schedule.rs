//! Schedules of grid programs: the passes of a run for one set of values, and how often.

use std::ops::Range;

use super::address::Address;
use super::definition::{Generator, InputSource};
use super::expression::ExpressionError;
use super::grid_program::{GridPass, GridProgram, GridRows};
use crate::field::files::WorldUnit;
use crate::field::grid::{Raster, SampleGrid};
use crate::generator::control::Values;
use crate::source::InputField;

/// In samples. The adapter's limit of buffer sizes may be lower.
const MAX_SIDE: u32 = 8192;

/// Repeats included.
const MAX_PASSES: usize = 1 << 16;

const MAX_WORKGROUPS: u32 = 65_535;

/// Center and width in world units.
type Place = ([f64; 2], f64);

/// The passes of one run, with workgroups and repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Width and height of the grid in samples.
    pub size: [u32; 2],
    /// Of the data file that the grid covers; `None` for that of the file's `@view`.
    place: Option<Place>,
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
        let columns = program.columns.evaluate(&value).map_err(ScheduleProblem::from);
        let columns = columns.and_then(side).map_err(|reason| fail(None, reason))?;
        let (rows, place) = match &program.rows {
            GridRows::Square => (i64::from(columns), None),
            GridRows::Number(rows) => {
                (rows.evaluate(&value).map_err(|error| fail(None, error.into()))?, None)
            }
            GridRows::OfField(name) => generator.rows_of_field(name, columns, values)?,
        };
        let size = [columns, side(rows).map_err(|reason| fail(None, reason))?];
        let mut schedule = Self { size, place, groups: Vec::new() };
        let mut first = 0;
        while first < program.passes.len() {
            let range = program.group(first);
            let planned = program.plan_group(range.clone(), size, &value);
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

    /// Returns the grid that the program fills: in the place of the data file that it covers, or of the file's `@view`.
    pub fn grid(&self, generator: &Generator) -> SampleGrid {
        let SampleGrid { center, span, .. } = generator.initial_grid(1);
        let (center, span) = self.place.unwrap_or((center, span));
        SampleGrid { center, span, size: self.size }
    }
}

impl Generator {
    /// Returns the rows of a grid in the proportions of a field, with the center and width of a field that has
    /// coordinates. Other generators as sources adapt to the grid, which is square.
    fn rows_of_field(
        &self,
        name: &str,
        columns: u32,
        values: &Values,
    ) -> Result<(i64, Option<Place>), ScheduleError> {
        let square = (i64::from(columns), None);
        let Some(input) = self.inputs.iter().find(|input| input.name == name) else {
            return Ok(square);
        };
        let (raster, has_place) = match &input.source {
            InputSource::Missing => return Ok(square),
            InputSource::Generator(source) if source.geo_tags().is_none() => return Ok(square),
            InputSource::Generator(source) => {
                let grid = source.input_grid(&values.of_input(name), self.initial_grid(1))?;
                (Raster::from(grid), true)
            }
            InputSource::File(..) => {
                let read = input.read_file();
                let read = read.map_err(|error| ScheduleError::of_input(self, error.message))?;
                let Some(read) = read else { return Ok(square) };
                if read.missing > 0 {
                    return Err(ScheduleError::of_input(self, holes_message(name, &read)));
                }
                (read.file.raster(), read.file.unit != WorldUnit::Sample)
            }
        };
        let [width, height] = raster.extent();
        let rows = (f64::from(columns) * height / width).round().max(1.0);
        Ok((rows as i64, has_place.then_some((raster.center, width))))
    }
}

/// A sample without data would spread over the ground with every pass.
fn holes_message(name: &str, read: &InputField) -> String {
    let [width, height] = read.file.field.size;
    format!(
        "`{name}`: {} of {width} x {height} samples have no data; `--fill nearest` or `--fill smooth` fills them, or \
         `FILE,smooth` in place of the name of the file",
        read.missing
    )
}

fn side(side: i64) -> Result<u32, ScheduleProblem> {
    let fits = u32::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
    fits.ok_or(ScheduleProblem::Side(side))
}

fn integer_value(generator: &Generator, values: &Values, name: &str) -> Option<i64> {
    let mut controls = generator.controls.iter();
    let control = controls.find(|control| control.name == name && control.ty.is_integer())?;
    Some(values.get(control).first() as i64)
}

impl GridProgram {
    fn group(&self, first: usize) -> Range<usize> {
        let repeats = &self.passes[first].repeats;
        let same = self.passes[first..].iter().take_while(|pass| pass.repeats == *repeats);
        first..first + same.count()
    }

    /// An error has the index of its pass.
    fn plan_group(
        &self,
        range: Range<usize>,
        size: [u32; 2],
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
            let workgroups = self.passes[pass].workgroups(size, value);
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
        size: [u32; 2],
        value: &impl Fn(&str) -> Option<i64>,
    ) -> Result<[u32; 2], ScheduleProblem> {
        let counts = match &self.dispatch {
            Some([x, y]) => [x.evaluate(value)?, y.evaluate(value)?],
            None => [0, 1].map(|axis| size[axis].div_ceil(self.workgroup[axis]).into()),
        };
        let count = |count: i64| {
            let fits = u32::try_from(count).ok().filter(|count| *count <= MAX_WORKGROUPS);
            fits.ok_or(ScheduleProblem::Workgroups(count))
        };
        Ok([count(counts[0])?, count(counts[1])?])
    }
}
