//! Limit of the thumbnails (of presets, sweeps and variations) evaluated in one frame; others wait for the next ones.

use crate::app::progressive::{EvaluationTimer, FRAME_BUDGET_MS};

/// Thumbnails of a frame, however long they take.
const MIN_COUNT: usize = 2;

/// Thumbnails of a frame, however cheap they are: recording the commands of each takes time, too.
const MAX_COUNT: usize = 32;

/// Time of their evaluations after which further ones wait.
const MAX_MS: f64 = FRAME_BUDGET_MS / 2.0;

#[derive(Debug)]
pub(super) struct ThumbnailBudget {
    max_count: usize,
    count: usize,
    ms: f64,
}

impl ThumbnailBudget {
    /// Only [`MIN_COUNT`] thumbnails if the timer waits for each evaluation, as on software adapters.
    pub(super) fn new(timer: &EvaluationTimer) -> Self {
        let max_count = if timer.needs_waiting() { MIN_COUNT } else { MAX_COUNT };
        Self { max_count, count: 0, ms: 0.0 }
    }

    /// Returns true if further thumbnails wait for the next frame.
    pub(super) fn is_spent(&self) -> bool {
        self.count >= self.max_count || (self.count >= MIN_COUNT && self.ms >= MAX_MS)
    }

    /// Adds a thumbnail that takes about `ms` milliseconds.
    pub(super) fn spend(&mut self, ms: f64) {
        self.count += 1;
        self.ms += ms;
    }

    /// Returns as how many pictures the thumbnails count where the frame's time is divided among pictures.
    pub(super) fn pictures(&self) -> usize {
        self.count.min(MIN_COUNT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_thumbnails_are_evaluated_together() {
        let count = |timer, ms| {
            let mut budget = ThumbnailBudget::new(&timer);
            while !budget.is_spent() {
                budget.spend(ms);
            }
            budget.count
        };
        let counts = [0.01, 0.5, f64::INFINITY].map(|ms| {
            [EvaluationTimer::Wall, EvaluationTimer::Fixed(0.0)].map(|timer| count(timer, ms))
        });
        assert_eq!(counts, [[2, 32], [2, 8], [2, 2]]);
    }
}
