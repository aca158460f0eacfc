//! Groups of taps that share a pipeline. A software driver executes the code of all taps in a pipeline for each sample,
//! selected or not, so a group is small.

use std::collections::{BTreeMap, BTreeSet};

use super::insert::Place;
use super::work::Work;

/// Largest number of components that the values in a group have together.
const MAX_COMPONENTS: u32 = 12;

/// Smallest number of operations of a sample for each component that it takes, if all values in a group are taken.
const OPERATIONS_PER_COMPONENT: u64 = 24;

/// Assigns the places of taps in all functions to groups, in their order. All places in a group are in one function,
/// and all places of a value whose runs are counted are in one group. If `by_format` is true, the values in a group are
/// stored in a texture of a common format.
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

/// Returns the indices of the places that must be in the same group as the place with the index `first`.
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

/// The groups that are being filled.
struct Groups {
    /// Number of groups so far.
    count: u32,
    /// The present group of each function and format.
    open: BTreeMap<(u32, Format), Group>,
    /// Largest number of components that a sample takes in a group.
    most_taken: u64,
}

/// A group of taps that is being filled.
#[derive(Clone, Copy)]
struct Group {
    number: u32,
    /// Number of components of its values.
    components: u32,
    /// Estimated number of components that a sample takes if all values are taken at each run.
    taken: u64,
}

/// Format of the texture for the values of a group. A driver takes longer to store four numbers than two.
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
    /// Returns the number of the group for a unit of places: the present group of their function and format if it has
    /// room, else a new one.
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
