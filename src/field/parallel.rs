//! Loops over parts of equal length on all processor cores, by the global thread pool of `rayon`.
//!
//! Parts do not depend on the number of threads, and are joined in order, so sums have the same bits on all machines.

use std::ops::Range;

use rayon::prelude::*;

const PARTS: usize = 64;

pub(crate) fn in_parts<T: Send>(
    count: usize,
    of_part: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let length = count.div_ceil(PARTS).max(1);
    let range = |part: usize| part * length..((part + 1) * length).min(count);
    (0..count.div_ceil(length)).into_par_iter().map(|part| of_part(range(part))).collect()
}

/// Returns `count` zeros. All cores write them: the first access to a page of memory takes long.
pub(crate) fn zeros<T: Clone + Default + Send + Sync>(count: usize) -> Vec<T> {
    rayon::iter::repeat_n(T::default(), count).collect()
}

/// Returns the results of both. `compute` runs on the thread pool, and `write` on this thread.
pub(crate) fn compute_while_writing<T: Default + Send, U>(
    compute: impl FnOnce() -> T + Send,
    write: impl FnOnce() -> U,
) -> (T, U) {
    let mut computed = T::default();
    let written = rayon::in_place_scope(|scope| {
        scope.spawn(|_| computed = compute());
        write()
    });
    (computed, written)
}

/// Returns `length` groups of N sums. `add` adds the terms of a part of `0..count` to groups that start with zeros.
pub(crate) fn sums<const N: usize>(
    count: usize,
    length: usize,
    add: impl Fn(Range<usize>, &mut [[f64; N]]) + Sync,
) -> Vec<[f64; N]> {
    let parts = in_parts(count, |part| {
        let mut sums = vec![[0.0; N]; length];
        add(part, &mut sums);
        sums
    });
    let mut totals = vec![[0.0; N]; length];
    for part in parts {
        for (total, sum) in totals.iter_mut().flatten().zip(part.iter().flatten()) {
            *total += sum;
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_range_in_order() {
        for count in [0, 1, 63, 64, 65, 1000] {
            let parts = in_parts(count, |part| part.collect::<Vec<usize>>());
            assert!(parts.len() <= PARTS);
            assert_eq!(parts.concat(), (0..count).collect::<Vec<usize>>());
        }
    }

    #[test]
    fn sums_do_not_depend_on_the_number_of_threads() {
        let sum = || {
            sums::<1>(100_000, 3, |part, sums| {
                for index in part {
                    sums[index % 3][0] += (index as f64).sqrt().sin();
                }
            })
        };
        let of_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(sum)
        };
        assert_eq!(of_threads(1), of_threads(7));
        assert!(of_threads(2)[1][0] != 0.0);
    }
}
