//! The 0.1 and 99.9 percentiles of a field, found on all processor cores.

use super::heights::HeightGrid;
use crate::field::{parallel, percentile_ranks};

/// Bits of a number by which values are counted: the sign, the exponent and three bits of the fraction.
const BITS: u32 = 12;

pub(super) fn percentiles(grids: &[HeightGrid]) -> Option<[f32; 2]> {
    let counts = counts(grids);
    let ranks = percentile_ranks(counts.iter().sum())?;
    Some(ranks.map(|rank| {
        let mut below = 0;
        let bin = counts.iter().position(|count| {
            let is_here = below + count > rank;
            below += if is_here { 0 } else { *count };
            is_here
        });
        let mut values = values_of_bin(grids, bin.unwrap_or_default());
        *values.select_nth_unstable_by(rank - below, f32::total_cmp).1
    }))
}

fn counts(grids: &[HeightGrid]) -> Vec<usize> {
    let mut totals = vec![0; 1 << BITS];
    for grid in grids {
        let parts = parallel::in_parts(grid.values.len(), |part| {
            let mut counts = vec![0_u32; 1 << BITS];
            let finite = grid.values[part].iter().filter(|value| value.is_finite());
            finite.for_each(|value| counts[bin(*value)] += 1);
            counts
        });
        for part in parts {
            totals.iter_mut().zip(part).for_each(|(total, count)| *total += count as usize);
        }
    }
    totals
}

fn values_of_bin(grids: &[HeightGrid], wanted: usize) -> Vec<f32> {
    let of_grid = |grid: &HeightGrid| {
        let is_wanted = |value: &f32| value.is_finite() && bin(*value) == wanted;
        let parts = parallel::in_parts(grid.values.len(), |part| -> Vec<f32> {
            grid.values[part].iter().copied().filter(is_wanted).collect()
        });
        parts.concat()
    };
    grids.iter().flat_map(of_grid).collect()
}

/// Bins have the order of [`f32::total_cmp`].
fn bin(value: f32) -> usize {
    let bits = value.to_bits();
    let key = if value.is_sign_negative() { !bits } else { bits ^ (1 << 31) };
    (key >> (32 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Channel, Field};

    #[test]
    fn percentiles_are_those_of_sorted_values() {
        let grid = |scale: f32, count: usize| HeightGrid {
            size: [count, 1],
            spacing: [1.0; 2],
            z_factor: 1.0,
            values: (0..count)
                .map(|index| match index % 97 {
                    13 => f32::NAN,
                    14 => f32::NEG_INFINITY,
                    15 => -0.0,
                    _ => scale * (index as f32).sin() / (1.0 + (index % 7) as f32),
                })
                .collect(),
        };
        for grids in [vec![grid(1.0, 5000)], vec![grid(1e-3, 1), grid(40.0, 1999)], vec![]] {
            let values = grids.iter().flat_map(|grid| grid.values.iter().copied());
            let field = Field { size: [0; 2], channels: 1, samples: values.collect() };
            let bits = |ends: Option<[f32; 2]>| ends.map(|ends| ends.map(f32::to_bits));
            assert_eq!(bits(percentiles(&grids)), bits(field.percentiles(Channel::X)));
        }
        assert!(percentiles(&[grid(1.0, 5000)]).is_some());
    }
}
