//! The type [`Generator`]: its position, its result, its controls.

mod inputs;

use std::sync::Arc;

use super::address::Address;
use super::fragment::Fragment;
use super::grid_program::GridProgram;
use super::guard::LoopBudget;
use super::tap_selection::TapSelection;
use crate::camera::{Camera, Scene};
use crate::control::{
    Control, ControlType, DefaultEdit, DefaultEditError, UniformLayout, Value, Widget, default_edit,
};
use crate::grid::SampleGrid;
use crate::link::Linked;
use crate::shading::{Channel, Shading, ViewMode};
pub use inputs::{FieldInput, InputSource};

/// Name of a grid program in its address: `generators/diamond_square.wgsl::grid`.
pub const GRID: &str = "grid";

/// World width of the initial view of a file without `@view`.
const DEFAULT_SPAN: f64 = 8.0;

/// Type of a generator's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The position is a `vec2f`.
    Plane,
    /// The position is a `vec3f`; a slice shows one plane.
    Volume,
    /// The position is a `vec4f`: x, y, z and the time in seconds.
    VolumeTime,
    /// No position: a grid program fills a square grid.
    Grid,
}

impl Domain {
    /// Returns true for functions of a volume.
    pub fn is_volume(self) -> bool {
        matches!(self, Self::Volume | Self::VolumeTime)
    }

    /// Returns the name of this type of position in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Volume => "volume",
            Self::VolumeTime => "volume_time",
            Self::Grid => "grid",
        }
    }
}

/// Meaning of the numbers that a generator returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// One number per sample.
    Value,
    /// A value, then the components of its gradient.
    Gradient,
    /// Two independent values.
    Channels,
    /// Linear red, green, blue, and alpha if there are four channels.
    Color,
}

impl Returns {
    /// Returns the name of this kind of result in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Gradient => "gradient",
            Self::Channels => "channels",
            Self::Color => "color",
        }
    }
}

/// Initial view that a file requests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewHint {
    /// World position of the center, and width in world units: `//! @view(x, y, span)`.
    pub placement: Option<([f64; 2], f64)>,
    /// View mode: `//! @mode(relief)`, for the main generator and those with the same type of position.
    pub mode: Option<ViewMode>,
    /// Camera: `//! @camera(azimuth, altitude, distance[, field of view])`. See [`Generator::camera`].
    pub camera: Option<Camera>,
    /// Value at which the ocean of a planet lies: `//! @sea(level)`.
    pub sea: Option<f64>,
}

/// A function of a position or a grid program, with its controls and the memory layout of their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// Text of the generator's file with all imports, from which pipelines are built.
    pub linked: Arc<Linked>,
    /// File and function that declare the generator.
    pub address: Address,
    /// Type of the position that the generator is a function of.
    pub domain: Domain,
    /// What the numbers that the function returns are: values, a color, a value with its derivatives.
    pub returns: Returns,
    /// Number of channels of the result, 1 to 4.
    pub channels: u32,
    /// True for the main generator, to which an address without a function name refers.
    pub main: bool,
    /// First line of the file's `//!` comment, else the name of the file without its extension.
    pub title: String,
    /// Text of the function's doc comment, else of the file's.
    pub doc: String,
    /// Initial view that the file requests.
    pub hint: ViewHint,
    /// Iterations that all loops of one sample may run together.
    pub loop_budget: LoopBudget,
    /// Controls: field inputs, each followed by the controls of its source; then members of the file's uniform struct,
    /// then parameters of the function after the position, then features.
    pub controls: Vec<Control>,
    /// Memory layout of the uniform struct that the file declares.
    pub uniform: UniformLayout,
    /// Layout of the uniform struct in which the host stores the arguments of the function after the position.
    pub arguments: UniformLayout,
    /// Textures with `@field`, which other generators or data files fill.
    pub inputs: Vec<FieldInput>,
    /// The grid program of a [`Domain::Grid`]; `None` for a function.
    pub program: Option<GridProgram>,
    /// True if the file declares a function `surface`, which computes the albedo.
    pub has_surface: bool,
    /// Intermediate value (tap) of the function that is evaluated in place of its result; `None` for the result.
    pub tap: Option<TapSelection>,
    /// Names of the channels if the result is a struct; otherwise empty.
    pub channel_names: Vec<String>,
    pub(crate) kind: FunctionKind,
}

/// Form of a generator's function, on which the host's call of it depends.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum FunctionKind {
    /// A function of a position that returns its channels.
    #[default]
    Plain,
    /// A function of a position that returns a struct: indices and types of the members that become channels.
    Struct(Vec<(u32, ControlType)>),
    /// A fragment entry point.
    Fragment(Fragment),
}

impl Generator {
    /// Returns the number of channels of the texture that the generator is evaluated into: 4 for the taps (intermediate
    /// values) of a grid program, the most of the taps that one pipeline shows, or else the channels of the result.
    pub(crate) fn stored_channels(&self) -> u32 {
        match &self.tap {
            Some(_) if self.program.is_some() => 4,
            Some(tap) if tap.all.is_some() => tap.stored_channels(),
            _ => self.channels,
        }
    }

    /// Returns the bytes of the uniform that selects an intermediate value (tap); empty if none is selected.
    pub(crate) fn tap_uniform(&self) -> Vec<u8> {
        let uniform = self.tap.as_ref().map(TapSelection::uniform);
        uniform.map_or_else(Vec::new, |words| words.map(u32::to_le_bytes).concat())
    }

    /// Returns the view mode in which the generator is shown first.
    pub fn default_mode(&self) -> ViewMode {
        let requested = self.hint.mode.filter(|mode| self.supports(*mode));
        requested.unwrap_or_else(|| self.flat_mode())
    }

    /// Returns the view mode to start with if the file requests none: a view from above.
    pub fn flat_mode(&self) -> ViewMode {
        match (self.returns, self.domain) {
            (Returns::Color, Domain::Plane | Domain::Grid) => ViewMode::Texture,
            (_, Domain::Volume | Domain::VolumeTime) => ViewMode::Slice,
            (_, Domain::Plane | Domain::Grid) => ViewMode::Relief,
        }
    }

    /// Returns the camera of the file's `@camera`, if it applies to a kind of three-dimensional view: to the one that
    /// `@mode` names or, if it names none, to every view whose limits the camera keeps. `None` for the default camera
    /// of the view.
    pub fn camera(&self, scene: Scene) -> Option<Camera> {
        let requested = self.hint.mode.and_then(|mode| mode.info().scene);
        let is_of_view = requested.is_none_or(|requested| requested == scene);
        let camera = self.hint.camera.filter(|_| is_of_view);
        camera.filter(|camera| scene.check(camera).is_ok())
    }

    /// Returns true if `mode` can show this generator.
    pub fn supports(&self, mode: ViewMode) -> bool {
        let is_volume = self.domain.is_volume();
        let has_value = self.returns != Returns::Color;
        match mode.info().scene {
            Some(Scene::Terrain) => has_value && !is_volume,
            Some(Scene::Planet | Scene::Solid) => has_value && is_volume,
            None if mode.info().shows_errors => self.program.is_none(),
            None => !mode.info().needs_volume || is_volume,
        }
    }

    /// Returns the name of the generator in lists: the title of the file for its main generator, else the name of the
    /// function.
    pub fn name(&self) -> &str {
        if self.main {
            &self.title
        } else {
            &self.address.function
        }
    }

    /// Returns the grid of `side` × `side` samples in the initial view that the file requests.
    pub fn initial_grid(&self, side: u32) -> SampleGrid {
        let (center, span) = self.hint.placement.unwrap_or(([0.0, 0.0], DEFAULT_SPAN));
        SampleGrid {
            center,
            span,
            size: [side; 2],
        }
    }

    /// Returns the edit that makes `value` the default of a control, in the file that declares the control.
    ///
    /// # Errors
    /// Fails if the control is a feature, or if its tags do not allow the value.
    pub fn default_edit(
        &self,
        control: &Control,
        value: &Value,
    ) -> Result<DefaultEdit, DefaultEditError> {
        let file = control.location.as_ref().map(|location| &location.file);
        let mut authors = self.linked.authors();
        let source = authors.find(|source| Some(&source.path) == file);
        let source = source.ok_or_else(|| DefaultEditError::NotDeclared {
            file: self.address.file.clone(),
            name: control.name.clone(),
        })?;
        default_edit(source, control, value)
    }

    /// Returns true if the colors of a shading come from the file's `surface`.
    pub fn uses_surface(&self, shading: &Shading) -> bool {
        let color = match shading.mode.info().scene {
            Some(_) => shading.lighting.color,
            None => shading.mode,
        };
        self.has_surface && color.info().shows_surface && !shading.has_bare_light()
    }

    /// Returns true if the picture of a shading depends on the value range.
    pub fn uses_value_range(&self, shading: &Shading) -> bool {
        let has_own_colors = match self.returns {
            Returns::Color => shading.color_mode().info().shows_colors,
            // The cut of a solid shows its values.
            _ => self.uses_surface(shading) && shading.mode.info().scene != Some(Scene::Solid),
        };
        shading.color_mode().info().uses_value_range && !has_own_colors
    }

    /// Returns true if the picture of a shading depends on a value range that is measured from the samples.
    pub(crate) fn needs_measured_range(&self, shading: &Shading) -> bool {
        shading.value_range.is_measured() && self.uses_value_range(shading)
    }

    /// Returns the control of the random seed: the first with `@seed`, else an integer named `seed`.
    pub fn seed_control(&self) -> Option<&Control> {
        let controls = || self.controls.iter();
        let named = || controls().find(|control| control.name == "seed" && control.ty.is_integer());
        let tagged = controls().find(|control| control.widget == Widget::Seed);
        tagged.or_else(named)
    }

    /// Returns the name of a channel: that of the member if the result is a struct, else that of the component.
    pub fn channel_name(&self, channel: Channel) -> &str {
        let index = [Channel::X, Channel::Y, Channel::Z, Channel::W]
            .iter()
            .position(|component| *component == channel);
        let name = index.and_then(|index| self.channel_names.get(index));
        name.map_or(channel.name(), String::as_str)
    }

    /// Returns the channel with a name: that of a struct's member, or that of a component. `None` if there is none.
    pub fn channel_named(&self, name: &str) -> Option<Channel> {
        let of_member = |channel: &Channel| self.channel_name(*channel) == name;
        let found = Channel::ALL.into_iter().find(of_member);
        found.or_else(|| Channel::from_name(name))
    }

    /// Returns the channels that can be selected; none for a single channel.
    pub fn channel_choices(&self) -> impl Iterator<Item = Channel> {
        let channels = self.channels;
        Channel::ALL
            .into_iter()
            .filter(move |channel| channels > 1 && channel.is_available(channels))
    }
}
