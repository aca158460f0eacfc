//! Progress bar on stderr, in a terminal, for work that takes longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time until the bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// Positions of the bar.
const STEPS: u64 = 1000;

pub(crate) struct Progress {
    started: Instant,
    label: &'static str,
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(label: &'static str, quiet: bool) -> Self {
        Self { started: Instant::now(), label, quiet, bar: None }
    }

    /// `fraction` is from 0 to 1.
    pub(crate) fn show(&mut self, fraction: f64) {
        if self.quiet || self.started.elapsed() < DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(STEPS).with_elapsed(self.started.elapsed());
            let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %  {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_message(self.label);
            bar
        });
        bar.set_position((fraction * STEPS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
