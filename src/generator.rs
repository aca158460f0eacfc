//! Generators: functions of a position, with what can be set on them.

mod address;
mod bisection;
mod blocks;
mod compile;
mod expression;
mod grid_program;
mod guard;
mod interface;
mod merge;
mod modules;
mod naga_errors;
mod parse;
mod reflect;
mod surface;
mod wrap;

use std::sync::Arc;

pub use address::{Address, AddressError};
pub use compile::{CompiledFile, compile, merge_diagnostics};
pub use expression::{Expression, Operator};
pub use grid_program::{
    GridBuffer, GridPass, GridProgram, MAX_BUFFER_BYTES, MAX_SIDE, MAX_STEPS, Schedule,
    ScheduleError, ScheduledPass,
};
pub(crate) use guard::RUNAWAY_BINDING;
pub use guard::{LoopBudget, LoopGuard};
pub(crate) use interface::texture_format;
pub use interface::{ENTRY_POINT, HOST_GROUP, WORKGROUP};
pub use modules::Modules;
pub(crate) use surface::SURFACE_ENTRY_POINT;

use crate::control::{Control, UniformLayout};
use crate::grid::SampleGrid;
use crate::link::Linked;
use crate::shading::{Channel, Shading, ValueRange, ViewMode};

/// The name of a grid program in its address: `generators/diamond_square.wgsl::grid`.
pub const GRID: &str = "grid";

/// World width of a picture whose file does not ask for one.
const DEFAULT_SPAN: f64 = 8.0;

/// What a generator's position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `vec2f`
    Plane,
    /// `vec3f`: a slice shows a plane of it.
    Volume,
    /// `vec4f`, w being time.
    VolumeTime,
    /// None: passes fill a square grid.
    Grid,
}

impl Domain {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Volume => "volume",
            Self::VolumeTime => "volume_time",
            Self::Grid => "grid",
        }
    }
}

/// What a generator's result means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// One number.
    Value,
    /// A value, then its gradient.
    Gradient,
    /// Two numbers that stand side by side.
    Channels,
    /// Linear red, green, blue, and alpha if there are four.
    Color,
}

impl Returns {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Gradient => "gradient",
            Self::Channels => "channels",
            Self::Color => "color",
        }
    }
}

/// How a file asks to be seen first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewHint {
    /// World position of the middle, and world width: `//! @view(x, y, span)`.
    pub placement: Option<([f64; 2], f64)>,
    /// `//! @mode(relief)`.
    pub mode: Option<ViewMode>,
}

/// A function of a position, reflected: what it is, what can be set on it, where its values lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// The text of its file with all imports, from which pipelines are built.
    pub linked: Arc<Linked>,
    /// Its name in the folder.
    pub address: Address,
    /// What its position is.
    pub domain: Domain,
    /// What its result means.
    pub returns: Returns,
    /// How many numbers its result has, 1 to 4.
    pub channels: u32,
    /// Whether the file's name alone means it.
    pub main: bool,
    /// First line of the file's comment; the function's name where there is none.
    pub title: String,
    /// The function's own words, else the file's.
    pub doc: String,
    /// How the file asks to be seen.
    pub hint: ViewHint,
    /// How long its loops may run.
    pub loop_budget: LoopBudget,
    /// What can be set: members of the file's uniform struct, then the function's parameters.
    pub controls: Vec<Control>,
    /// Where the file's uniform struct keeps them.
    pub uniform: UniformLayout,
    /// Where the wrapper's struct of parameters keeps them.
    pub arguments: UniformLayout,
    /// The passes of a [`Domain::Grid`].
    pub program: Option<GridProgram>,
    /// Whether the file's `surface` colours its relief.
    pub has_surface: bool,
}

impl Generator {
    /// The mode to show it in at first.
    pub fn default_mode(&self) -> ViewMode {
        self.hint.mode.unwrap_or(match (self.returns, self.domain) {
            (Returns::Color, Domain::Plane | Domain::Grid) => ViewMode::Texture,
            (_, Domain::Volume | Domain::VolumeTime) => ViewMode::Slice,
            (_, Domain::Plane | Domain::Grid) => ViewMode::Relief,
        })
    }

    /// Returns true if `mode` has something to show of this generator.
    pub fn supports(&self, mode: ViewMode) -> bool {
        !mode.info().needs_volume || self.domain != Domain::Plane
    }

    /// What people read in lists: the file's title for its main generator, else the function's name.
    pub fn name(&self) -> &str {
        if self.main {
            &self.title
        } else {
            &self.address.function
        }
    }

    /// The samples that the file asks to see first, so many across and down.
    pub fn initial_grid(&self, side: u32) -> SampleGrid {
        let (center, span) = self.hint.placement.unwrap_or(([0.0, 0.0], DEFAULT_SPAN));
        SampleGrid {
            center,
            span,
            size: [side; 2],
        }
    }

    /// Whether the file's own `surface` gives the colours of a view.
    pub fn uses_surface(&self, view: &Shading) -> bool {
        self.has_surface && view.mode.info().shows_surface
    }

    /// Whether a view needs the percentiles of samples: its value range is automatic, and colours follow from it.
    pub fn needs_percentiles(&self, view: &Shading) -> bool {
        let has_own_colors = match self.returns {
            Returns::Color => view.mode.info().shows_colors,
            _ => self.uses_surface(view),
        };
        view.value_range == ValueRange::Auto && view.mode.info().uses_value_range && !has_own_colors
    }

    /// The channels that a view of it can look at.
    pub fn channel_choices(&self) -> impl Iterator<Item = Channel> {
        let channels = self.channels;
        Channel::ALL
            .into_iter()
            .filter(move |channel| channels > 1 && channel.is_available(channels))
    }
}
