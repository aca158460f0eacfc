//! Groups of taps that share a pipeline. A software driver executes the code of all taps in a pipeline for each sample,
//! selected or not, so a group is small.

use std::collections::BTreeSet;

use super::insert::Place;

/// Largest number of components that the values in a group have together.
const MAX_NUMBERS: u32 = 12;

/// Assigns the places of taps in all functions to groups, in their order. All places in a group are in one function,
/// and all places of a value whose runs are counted are in one group.
pub(super) fn assign(places: &mut [Place]) {
    let counted: BTreeSet<(u32, String)> = places
        .iter()
        .filter(|place| !place.is_straight)
        .map(|place| (place.function_index, place.name.clone()))
        .collect();
    for place in places.iter_mut() {
        let value = (place.function_index, place.name.clone());
        place.is_counted = counted.contains(&value);
    }
    let mut groups = Groups::default();
    let mut is_assigned = vec![false; places.len()];
    for first in 0..places.len() {
        if is_assigned[first] {
            continue;
        }
        let unit = unit(places, first);
        let group = groups.next(places, &unit);
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

/// The group of taps that is being filled.
#[derive(Default)]
struct Groups {
    number: u32,
    function: u32,
    numbers: u32,
}

impl Groups {
    /// Returns the number of the group for a unit of places: the present group if it has room, else the next one.
    fn next(&mut self, places: &[Place], unit: &[usize]) -> u32 {
        let numbers: u32 = unit
            .iter()
            .map(|index| places[*index].numbers.count())
            .sum();
        let function = places[unit[0]].function_index;
        let is_full = self.numbers > 0 && self.numbers + numbers > MAX_NUMBERS;
        if is_full || function != self.function {
            self.number += 1;
            self.numbers = 0;
        }
        self.function = function;
        self.numbers += numbers;
        self.number
    }
}
