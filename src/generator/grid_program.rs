//! Grid programs: generators that fill a whole square grid in passes, as diamond-square and erosion do.

use super::{Expression, Generator};
use crate::control::Values;
use crate::grid::SampleGrid;

/// The largest side of a grid, in samples.
pub const MAX_SIDE: u32 = 8192;

/// The most bytes of one buffer: what WebGPU promises.
pub const MAX_BUFFER_BYTES: u64 = 128 << 20;

/// The most passes of a run, repeats counted.
pub const MAX_STEPS: usize = 1 << 16;

/// The most workgroups that a pass may have across or down.
const MAX_WORKGROUPS: u32 = 65_535;

/// What a grid program's file declares with `@grid`, `@pass` and `@dispatch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridProgram {
    /// Samples across and down.
    pub side: Expression,
    /// The result, then scratch; all of bind group 1.
    pub buffers: Vec<GridBuffer>,
    /// In the file's order.
    pub passes: Vec<GridPass>,
}

/// A storage buffer with an element a sample, row by row from the north-west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridBuffer {
    /// Its binding in group 1.
    pub binding: u32,
    /// Bytes from element to element.
    pub stride: u32,
    /// Whether passes only read it.
    pub read_only: bool,
}

/// A compute entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPass {
    /// Its name.
    pub entry_point: String,
    /// Invocations of a workgroup across and down.
    pub workgroup: [u32; 2],
    /// How often it runs; passes side by side with the same count repeat together.
    pub repeats: Option<Expression>,
    /// Workgroups across and down, where they are not to cover the grid.
    pub dispatch: Option<[Expression; 2]>,
}

/// A run of a program, for one set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Samples across and down.
    pub side: u32,
    /// In the order in which they run.
    pub(crate) groups: Vec<PassGroup>,
}

/// Neighboring passes that repeat together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassGroup {
    /// Each pass by its index, and its workgroups across and down.
    passes: Vec<(usize, [u32; 2])>,
    /// Number of repeats; may be 0.
    repeats: u32,
}

/// One pass of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledPass {
    /// Index of the pass.
    pub pass: usize,
    /// What the host writes to `@auto(iteration)`.
    pub iteration: u32,
    /// Workgroups across and down.
    pub workgroups: [u32; 2],
}

/// Why a program cannot run with some values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{address}: {reason}")]
pub struct ScheduleError {
    pub(super) address: String,
    pub(super) reason: String,
    /// The pass at fault; the grid's side where there is none.
    pub(super) pass: Option<usize>,
}

impl Schedule {
    /// Works out a run for these values; `None` for a generator without passes.
    ///
    /// # Errors
    /// An expression has no value, or the grid is too large or the passes are too many.
    pub fn new(generator: &Generator, values: &Values) -> Result<Option<Self>, ScheduleError> {
        let Some(program) = &generator.program else {
            return Ok(None);
        };
        let value = |name: &str| whole_number(generator, values, name);
        let fail = |pass, reason| ScheduleError {
            address: generator.address.to_string(),
            reason,
            pass,
        };
        let side = program.side(&value).map_err(|reason| fail(None, reason))?;
        let mut schedule = Self {
            side,
            groups: Vec::new(),
        };
        let mut first = 0;
        while first < program.passes.len() {
            let range = program.group(first);
            let planned = program.plan_group(range.clone(), side, &value);
            let group = planned.map_err(|(pass, reason)| fail(Some(pass), reason))?;
            schedule.groups.push(group);
            if schedule.step_count() > MAX_STEPS {
                let reason = format!("a run has more than {MAX_STEPS} passes");
                return Err(fail(Some(first), reason));
            }
            first = range.end;
        }
        Ok(Some(schedule))
    }

    /// Returns the number of passes of a run, repeats counted.
    pub fn step_count(&self) -> usize {
        let steps = self.groups.iter().map(PassGroup::step_count);
        steps.fold(0, usize::saturating_add)
    }

    /// Iterates over the passes of a run in the order in which they run.
    pub fn steps(&self) -> impl Iterator<Item = ScheduledPass> {
        self.groups.iter().flat_map(|group| {
            (0..group.repeats).flat_map(|iteration| {
                group
                    .passes
                    .iter()
                    .map(move |&(pass, workgroups)| ScheduledPass {
                        pass,
                        iteration,
                        workgroups,
                    })
            })
        })
    }

    /// Returns the number of different values of `@auto(iteration)`, at least 1.
    pub fn iterations(&self) -> u32 {
        let repeats = self.groups.iter().map(|group| group.repeats);
        repeats.max().unwrap_or(1).max(1)
    }

    /// The samples of the grid, which lies where the file's `@view` says.
    pub fn grid(&self, generator: &Generator) -> SampleGrid {
        SampleGrid {
            size: [self.side; 2],
            ..generator.initial_grid(self.side)
        }
    }
}

/// What a whole-number control is set to.
fn whole_number(generator: &Generator, values: &Values, name: &str) -> Option<i64> {
    let mut controls = generator.controls.iter();
    let control = controls.find(|control| control.name == name && control.ty.is_integer())?;
    Some(values.get(control).first() as i64)
}

impl GridProgram {
    fn side(&self, value: &impl Fn(&str) -> Option<i64>) -> Result<u32, String> {
        let side = self.side.evaluate(value)?;
        let fits = u32::try_from(side)
            .ok()
            .filter(|side| (1..=MAX_SIDE).contains(side));
        let side = fits.ok_or_else(|| {
            format!("the grid's side is {side}; it may be a whole number from 1 to {MAX_SIDE}")
        })?;
        let largest = self.buffers.iter().map(|buffer| buffer.stride).max();
        let bytes = u64::from(side) * u64::from(side) * u64::from(largest.unwrap_or(4));
        if bytes > MAX_BUFFER_BYTES {
            return Err(format!(
                "a grid of {side} x {side} takes a buffer of {} MiB; {} are the most",
                bytes >> 20,
                MAX_BUFFER_BYTES >> 20
            ));
        }
        Ok(side)
    }

    /// The passes from `first` on that repeat together.
    fn group(&self, first: usize) -> std::ops::Range<usize> {
        let repeats = &self.passes[first].repeats;
        let same = self.passes[first..]
            .iter()
            .take_while(|pass| pass.repeats == *repeats);
        first..first + same.count()
    }

    /// Plans the passes of a range. An error names the pass.
    fn plan_group(
        &self,
        range: std::ops::Range<usize>,
        side: u32,
        value: &impl Fn(&str) -> Option<i64>,
    ) -> Result<PassGroup, (usize, String)> {
        let repeats = match &self.passes[range.start].repeats {
            Some(expression) => expression
                .evaluate(value)
                .map_err(|reason| (range.start, reason))?,
            None => 1,
        };
        let repeats = u32::try_from(repeats)
            .map_err(|_| (range.start, format!("a pass cannot run {repeats} times")))?;
        let passes = range.map(|pass| {
            let workgroups = self.passes[pass].workgroups(side, value);
            Ok((pass, workgroups.map_err(|reason| (pass, reason))?))
        });
        Ok(PassGroup {
            passes: passes.collect::<Result<_, _>>()?,
            repeats,
        })
    }
}

impl PassGroup {
    fn step_count(&self) -> usize {
        self.passes.len().saturating_mul(self.repeats as usize)
    }
}

impl GridPass {
    fn workgroups(
        &self,
        side: u32,
        value: &impl Fn(&str) -> Option<i64>,
    ) -> Result<[u32; 2], String> {
        let counts = match &self.dispatch {
            Some([x, y]) => [x.evaluate(value)?, y.evaluate(value)?],
            None => self.workgroup.map(|size| side.div_ceil(size).into()),
        };
        let count = |count: i64| {
            let fits = u32::try_from(count)
                .ok()
                .filter(|count| *count <= MAX_WORKGROUPS);
            fits.ok_or_else(|| format!("{count} workgroups; 0 to {MAX_WORKGROUPS} are possible"))
        };
        Ok([count(counts[0])?, count(counts[1])?])
    }
}
