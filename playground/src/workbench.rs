//! What the window shows and a person changes: plain state, no window, no threads, no files.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::control::Values;
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::source::Place;
use noise_playground::view::{Channel, ValueRange, View};

/// A line of the generator list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: Address,
    /// Shown in the list: the file's title for a main generator, else the function's name.
    pub(crate) title: String,
    pub(crate) main: bool,
    /// Whether its file, or one that it imports, is in error.
    pub(crate) error: bool,
}

/// What lies under the mouse.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Probe {
    pub(crate) world: [f64; 2],
    /// The raw result there, once it has been read back; till then, where the mouse was before.
    pub(crate) sample: Option<Vec<f32>>,
}

/// Time for shaders that ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub(crate) seconds: f64,
    /// Seconds that the last picture moved it by.
    pub(crate) delta: f64,
    /// Pictures that moved it.
    pub(crate) frame: u32,
    pub(crate) paused: bool,
}

/// Which parts of the window are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panels {
    pub(crate) generators: bool,
    pub(crate) controls: bool,
    /// The drawer of diagnostics.
    pub(crate) diagnostics: bool,
    pub(crate) keys: bool,
}

/// The machine that draws, for the status line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AdapterLine {
    pub(crate) name: String,
    /// Drawn by the processor: slow, and worth saying.
    pub(crate) software: bool,
}

/// A short message for the status line: what just happened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    text: String,
    /// When it was first seen, in seconds of the window's clock.
    since: Option<f64>,
}

/// All that the panels read and write.
pub(crate) struct Workbench {
    /// The folder as the person named it.
    pub(crate) folder: String,
    /// All generators of the folder, in the order of their files.
    pub(crate) entries: Vec<Entry>,
    /// Words in the filter above the list.
    pub(crate) filter: String,
    /// The generator in the picture: the last that compiled.
    pub(crate) shown: Option<Arc<Generator>>,
    /// Whether the picture is older than the text, which does not compile.
    pub(crate) stale: bool,
    /// The loop that kept the picture from being made; what is seen is the one before.
    pub(crate) runaway: Option<Diagnostic>,
    /// What people set, for each generator.
    pub(crate) values: BTreeMap<Address, Values>,
    pub(crate) view: View,
    /// World position of the picture's middle.
    pub(crate) center: [f64; 2],
    /// World width across the picture.
    pub(crate) span: f64,
    /// Third coordinate of a slice.
    pub(crate) z: f64,
    pub(crate) clock: Clock,
    /// Errors and warnings of the folder, in the order of their places; then a runaway loop.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) probe: Option<Probe>,
    /// World position of the mouse when it last was in the picture.
    pub(crate) mouse: [f64; 2],
    /// The values at the palette's ends, once they have been read back.
    pub(crate) value_range: Option<(f32, f32)>,
    /// How many of the picture's values are NaN or infinite, as far as they were looked at.
    pub(crate) not_finite: u32,
    /// What the last evaluation took.
    pub(crate) evaluate_ms: Option<f64>,
    pub(crate) adapter: AdapterLine,
    pub(crate) notice: Option<Notice>,
    pub(crate) panels: Panels,
    /// Whether the window is light on dark.
    pub(crate) dark: bool,
    /// How long the thin line that marks a reload is to be seen.
    pub(crate) flash_until: Option<Instant>,
}

/// What a person asked for that the panels cannot do themselves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Show this generator.
    Show(Address),
    /// Open a place in the author's editor.
    Open(Place),
    /// The file's own view again: centre, span.
    ResetView,
    /// Save the picture as a PNG.
    Capture,
}

impl Workbench {
    /// A workbench on a folder of which nothing is known yet.
    pub(crate) fn new(folder: String) -> Self {
        Self {
            folder,
            entries: Vec::new(),
            filter: String::new(),
            shown: None,
            stale: false,
            runaway: None,
            values: BTreeMap::new(),
            view: View::default(),
            center: [0.0, 0.0],
            span: 8.0,
            z: 0.0,
            clock: Clock::default(),
            diagnostics: Vec::new(),
            probe: None,
            mouse: [0.0, 0.0],
            value_range: None,
            not_finite: 0,
            evaluate_ms: None,
            adapter: AdapterLine::default(),
            notice: None,
            panels: Panels {
                generators: true,
                controls: true,
                diagnostics: false,
                keys: false,
            },
            dark: true,
            flash_until: None,
        }
    }

    /// Lets time go on for shaders that ask for it.
    pub(crate) fn advance(&mut self, since_last: Duration) {
        self.clock.delta = since_last.as_secs_f64().min(LONGEST_STEP);
        if self.is_moving() {
            self.clock.seconds += self.clock.delta;
            self.clock.frame = self.clock.frame.wrapping_add(1);
        }
    }

    /// Whether the picture changes by itself.
    pub(crate) fn is_moving(&self) -> bool {
        let Some(generator) = &self.shown else {
            return false;
        };
        let asks = generator.uniform.moves() || generator.domain == Domain::VolumeTime;
        asks && !self.clock.paused
    }

    /// Takes over a compiled generator. Another than before is seen as its file asks.
    pub(crate) fn show(&mut self, generator: Arc<Generator>) {
        let same = self
            .shown
            .as_ref()
            .is_some_and(|shown| shown.address == generator.address);
        // An edit may have taken numbers from the result.
        if !self.view.channel.fits(generator.channels) {
            self.view.channel = Channel::X;
        }
        self.shown = Some(generator);
        if !same {
            self.reset_view();
            self.view.value_range = ValueRange::Auto;
            self.value_range = None;
            self.not_finite = 0;
            self.probe = None;
        }
    }

    /// Has a message shown for a while, in place of the one before.
    pub(crate) fn say(&mut self, text: String) {
        self.notice = Some(Notice { text, since: None });
    }

    /// The message to be seen at a time of the window's clock, and for how many seconds more.
    pub(crate) fn notice_at(&mut self, now: f64) -> Option<(&str, f64)> {
        let notice = self.notice.as_mut()?;
        let left = *notice.since.get_or_insert(now) + NOTICE_SECONDS - now;
        if left <= 0.0 {
            self.notice = None;
        }
        let notice = self.notice.as_ref()?;
        Some((&notice.text, left))
    }

    /// Lists what is wrong. The drawer opens on an error and leaves with the last one.
    pub(crate) fn list(&mut self, diagnostics: Vec<Diagnostic>) {
        let has_error = |list: &[Diagnostic]| list.iter().any(Diagnostic::is_error);
        let before = std::mem::replace(&mut self.diagnostics, diagnostics);
        self.diagnostics.extend(self.runaway.clone());
        if has_error(&before) != has_error(&self.diagnostics) {
            self.panels.diagnostics = has_error(&self.diagnostics);
        }
    }

    /// Takes in whether the picture's last evaluation came to its end.
    pub(crate) fn judge(&mut self, runaway: Option<Diagnostic>) {
        if self.runaway == runaway {
            return;
        }
        let before = std::mem::replace(&mut self.runaway, runaway);
        let mut others = self.diagnostics.clone();
        if before.is_some() {
            others.pop();
        }
        self.list(others);
    }

    /// The shown file's own view: mode, place.
    pub(crate) fn reset_view(&mut self) {
        let Some(generator) = &self.shown else { return };
        self.view.mode = generator.default_mode();
        let home = generator.home(1);
        (self.center, self.span) = (home.center, home.span);
    }
}

/// Long enough to read a line twice.
const NOTICE_SECONDS: f64 = 8.0;

/// A picture that was long away goes on where it stood, not seconds later.
const LONGEST_STEP: f64 = 0.1;
