//! Assigns taps (intermediate values) to groups that share a pipeline. A software driver executes the code of all taps
//! in a pipeline for each sample, selected or not, so a group is small.

use std::collections::{BTreeMap, BTreeSet};

use super::insert::Place;
use super::work::Work;

/// Largest number of components that the intermediate values (taps) in a group have together.
const MAX_COMPONENTS: u32 = 12;

/// Smallest ratio of the operations in a sample to the components that the sample stores if all intermediate values
/// (taps) of a group are stored. The ratio limits the size of the group.
const OPERATIONS_PER_COMPONENT: u64 = 24;

/// Assigns the code positions of intermediate values (taps) to groups that share a pipeline, in their order. All
/// positions in a group are in one function, and all positions of a value whose computations are counted are in one
/// group. If `by_format` is true, the values in a group fit a texture of one format.
pub(super) fn assign(places: &mut [Place], work: &Work, by_format: bool) {
    let counted: BTreeSet<(u32, String)> = places
        .iter()
        .filter(|place| !place.is_straight)
        .map(|place| (place.function_index, place.name.clone()))
        .collect();
    for place in places.iter_mut() {
        let value = (place.function_index, place.name.clone());
        place.is_counted = counted.contains(&value);
    }
    let mut groups = Groups {
        count: 0,
        open: BTreeMap::new(),
        most_taken: work.operations / OPERATIONS_PER_COMPONENT,
    };
    let mut is_assigned = vec![false; places.len()];
    for first in 0..places.len() {
        if is_assigned[first] {
            continue;
        }
        let unit = unit(places, first);
        let group = groups.next(places, &unit, by_format);
        for index in unit {
            is_assigned[index] = true;
            places[index].group = group;
        }
    }
}

/// Returns the indices of the code positions that must be in one group with `places[first]`, because they compute the
/// same intermediate value (tap).
fn unit(places: &[Place], first: usize) -> Vec<usize> {
    let place = &places[first];
    if !place.is_counted {
        return vec![first];
    }
    let is_same =
        |other: &Place| (other.function_index, &other.name) == (place.function_index, &place.name);
    (first..places.len())
        .filter(|index| is_same(&places[*index]))
        .collect()
}

/// State of the assignment of taps (intermediate values) to groups: the groups that can still get taps, and their
/// limits.
struct Groups {
    /// Number of groups of taps (intermediate values) that were started so far.
    count: u32,
    /// Group of taps (intermediate values) that is being filled, for each function and texture format.
    open: BTreeMap<(u32, Format), Group>,
    /// Largest number of components that a sample may store for all taps (intermediate values) of a group.
    most_taken: u64,
}

/// A group of taps (intermediate values) that is being filled.
#[derive(Clone, Copy)]
struct Group {
    number: u32,
    /// Number of components of all taps (intermediate values) in the group.
    components: u32,
    /// Estimated number of components that a sample stores if each computation of each tap (intermediate value) in the
    /// group is stored.
    taken: u64,
}

/// Texture format for the intermediate values (taps) of a group. A driver takes longer to store four numbers than two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    OneOrTwo,
    Four,
}

impl Format {
    fn of(channels: u32) -> Self {
        match channels {
            1 | 2 => Self::OneOrTwo,
            _ => Self::Four,
        }
    }
}

impl Groups {
    /// Returns the number of the group for code positions that must stay together, which compute an intermediate value
    /// (tap): the group of their function and format that is being filled if it has room, else a new one.
    fn next(&mut self, places: &[Place], unit: &[usize], by_format: bool) -> u32 {
        let counts = unit.iter().map(|index| places[*index].numbers.count());
        let format = match by_format {
            true => Format::of(counts.clone().max().unwrap_or_default()),
            false => Format::Four,
        };
        let components = counts.sum::<u32>();
        let taken = unit.iter().fold(0, |taken: u64, index| {
            let Place { runs, numbers, .. } = &places[*index];
            taken.saturating_add(runs.saturating_mul(numbers.count().into()))
        });
        let key = (places[unit[0]].function_index, format);
        let mut group = match self.open.get(&key) {
            Some(group) if self.has_room(*group, components, taken) => *group,
            _ => self.opened(),
        };
        group.components += components;
        group.taken = group.taken.saturating_add(taken);
        self.open.insert(key, group);
        group.number
    }

    fn has_room(&self, group: Group, components: u32, taken: u64) -> bool {
        group.components + components <= MAX_COMPONENTS
            && group.taken.saturating_add(taken) <= self.most_taken
    }

    fn opened(&mut self) -> Group {
        self.count += 1;
        Group {
            number: self.count - 1,
            components: 0,
            taken: 0,
        }
    }
}
