//! Assigns taps to groups that share a pipeline, small since a software driver executes the code of all taps in it.

use std::collections::BTreeMap;

use super::cost_estimate::Work;
use super::insert::TapSite;

const MAX_COMPONENTS: u32 = 12;

/// Smallest ratio of the operations in a sample to the components that it stores with all taps of a group.
const OPERATIONS_PER_COMPONENT: u64 = 24;

/// All positions in a group are in one function, and all positions of a tap whose computations are counted are in one
/// group. If `by_format` is true, the taps in a group fit a texture of one format.
pub(super) fn assign(sites: &mut [TapSite], work: &Work, by_format: bool) {
    let mut groups = Groups {
        count: 0,
        open: BTreeMap::new(),
        most_taken: work.operations / OPERATIONS_PER_COMPONENT,
    };
    for unit in units(sites) {
        groups.add(sites, &unit, by_format);
    }
}

/// Positions that must be in one group, in the order of the first of each: all of a tap whose computations are counted,
/// or a single one. Marks the positions of counted taps.
fn units(sites: &mut [TapSite]) -> Vec<Vec<usize>> {
    let mut values: BTreeMap<(u32, String), Vec<usize>> = BTreeMap::new();
    for (index, site) in sites.iter().enumerate() {
        let value = values.entry((site.function_index, site.name.clone()));
        value.or_default().push(index);
    }
    let mut units = Vec::new();
    for value in values.into_values() {
        let is_counted = value.iter().any(|index| !sites[*index].is_straight);
        for index in &value {
            sites[*index].is_counted = is_counted;
        }
        if is_counted {
            units.push(value);
        } else {
            units.extend(value.into_iter().map(|index| vec![index]));
        }
    }
    units.sort_unstable_by_key(|unit| unit[0]);
    units
}

struct Groups {
    count: u32,
    /// Group for each function and texture format.
    open: BTreeMap<(u32, Format), Group>,
    /// Largest number of components that a sample may store for a group.
    most_taken: u64,
}

#[derive(Clone, Copy)]
struct Group {
    number: u32,
    components: u32,
    /// Estimated components that a sample stores with each computation of each tap in the group.
    taken: u64,
    bits: u32,
}

/// Texture format. A driver takes longer to store four numbers than two.
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
    /// Adds `unit` as a whole to the group of its function and format if it has room, else to a new one.
    fn add(&mut self, sites: &mut [TapSite], unit: &[usize], by_format: bool) {
        let counts = unit.iter().map(|index| sites[*index].numbers.count());
        let format = if by_format {
            Format::of(counts.clone().max().unwrap_or_default())
        } else {
            Format::Four
        };
        let components = counts.sum::<u32>();
        let taken = unit.iter().fold(0, |taken: u64, index| {
            let TapSite { runs, numbers, .. } = &sites[*index];
            taken.saturating_add(runs.saturating_mul(numbers.count().into()))
        });
        let key = (sites[unit[0]].function_index, format);
        let mut group = match self.open.get(&key) {
            Some(group) if self.has_room(*group, components, taken) => *group,
            _ => self.opened(),
        };
        group.components += components;
        group.taken = group.taken.saturating_add(taken);
        // Variables of one name may differ in their type, and only those of one type are selected together.
        let mut types = Vec::new();
        for index in unit {
            let site = &mut sites[*index];
            let known = types.iter().position(|numbers| *numbers == site.numbers);
            let of_type = known.unwrap_or(types.len());
            if known.is_none() {
                types.push(site.numbers);
            }
            site.group = group.number;
            site.bit = group.bits + of_type as u32;
        }
        group.bits += types.len() as u32;
        self.open.insert(key, group);
    }

    fn has_room(&self, group: Group, components: u32, taken: u64) -> bool {
        group.components + components <= MAX_COMPONENTS
            && group.taken.saturating_add(taken) <= self.most_taken
    }

    fn opened(&mut self) -> Group {
        self.count += 1;
        Group { number: self.count - 1, components: 0, taken: 0, bits: 0 }
    }
}
