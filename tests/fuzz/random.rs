//! Reproducible pseudorandom numbers for fuzzing: Steele, Lea and Flood's `SplitMix64` (2014).

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random integer from 0 (inclusive) to `end` (exclusive); 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub(crate) fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Returns a random range of indices of a list with `length` items, mostly a short one.
    pub(crate) fn stretch(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let longest = if self.below(8) == 0 { length } else { 12 };
        start..(start + 1 + self.below(longest)).min(length)
    }
}
