//! Progress bar on stderr for work that takes longer than a second. It is shown only in a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time from the start of the work until the progress bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// Number of positions of the progress bar, from its start to its end.
const STEPS: u64 = 1000;

pub(crate) struct Progress {
    started: Instant,
    label: &'static str,
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(label: &'static str, quiet: bool) -> Self {
        Self {
            started: Instant::now(),
            label,
            quiet,
            bar: None,
        }
    }

    /// Updates the progress bar to the completed fraction of the work, 0 to 1; does nothing before the bar appears.
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
