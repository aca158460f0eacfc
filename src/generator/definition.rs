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

/// World width of a picture whose file has no `@view`.
const DEFAULT_SPAN: f64 = 8.0;

/// Type of a generator's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `vec2f`.
    Plane,
    /// `vec3f`; a slice shows one plane.
    Volume,
    /// `vec4f`: `vec3f` and the time in seconds.
    VolumeTime,
    /// No position: a grid program fills a square grid.
    Grid,
}

impl Domain {
    /// Returns true for functions of a volume.
    pub fn is_volume(self) -> bool {
        matches!(self, Self::Volume | Self::VolumeTime)
    }

    /// Returns the name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Volume => "volume",
            Self::VolumeTime => "volume_time",
            Self::Grid => "grid",
        }
    }
}

/// Meaning of a generator's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// One number.
    Value,
    /// A value, then its gradient.
    Gradient,
    /// Two independent values.
    Channels,
    /// Linear red, green, blue, and alpha if there are four channels.
    Color,
}

impl Returns {
    /// Returns the name in JSON.
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
    /// The text of its file with all imports, from which pipelines are built.
    pub linked: Arc<Linked>,
    /// File and function.
    pub address: Address,
    /// Type of the position.
    pub domain: Domain,
    /// Meaning of the result.
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
    /// Layout of the file's uniform struct.
    pub uniform: UniformLayout,
    /// Layout of the host's struct of arguments.
    pub arguments: UniformLayout,
    /// Textures that other generators or data files fill.
    pub inputs: Vec<FieldInput>,
    /// The grid program of a [`Domain::Grid`]; `None` for a function.
    pub program: Option<GridProgram>,
    /// True if the file has a `surface` for the albedo.
    pub has_surface: bool,
    /// Value inside of the function that is evaluated in place of its result; `None` for the result.
    pub tap: Option<TapSelection>,
    /// Names of the channels if the result is a struct; otherwise empty.
    pub channel_names: Vec<String>,
    pub(crate) kind: FunctionKind,
}

/// Kind of the function of a generator, by which the host calls it.
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
    /// Returns the channels of the texture that it is evaluated into: one pipeline shows taps of all types, and the taps of a
    /// grid program are all stored alike.
    pub(crate) fn stored_channels(&self) -> u32 {
        let tap = self.tap.as_ref();
        match tap.is_some_and(|tap| tap.all.is_some() || self.program.is_some()) {
            true => 4,
            false => self.channels,
        }
    }

    /// Returns the bytes of the uniform of the selected tap; empty if there is none.
    pub(crate) fn tap_uniform(&self) -> Vec<u8> {
        let uniform = self.tap.as_ref().map(TapSelection::uniform);
        uniform.map_or_else(Vec::new, |words| words.map(u32::to_le_bytes).concat())
    }

    /// Returns the view mode to start with.
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

    /// Returns the camera that the file requests for a three-dimensional view: the one in its tags belongs to the view
    /// in its tags, or to every view whose limits it keeps. `None` for the default of the view.
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

    /// Returns the name for lists: the title of the file for its main generator, else the name of the function.
    pub fn name(&self) -> &str {
        if self.main {
            &self.title
        } else {
            &self.address.function
        }
    }

    /// Returns the initial grid that the file requests, with `side` × `side` samples.
    pub fn initial_grid(&self, side: u32) -> SampleGrid {
        let (center, span) = self.hint.placement.unwrap_or(([0.0, 0.0], DEFAULT_SPAN));
        SampleGrid {
            center,
            span,
            size: [side; 2],
        }
    }

    /// Returns the edit of the file that declares a control which makes `value` its default.
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

    /// Returns true if the picture of a shading depends on a value range that is measured of the samples.
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

    /// Returns the name of a channel: that of the struct's member, else the component.
    pub fn channel_name(&self, channel: Channel) -> &str {
        let index = [Channel::X, Channel::Y, Channel::Z, Channel::W]
            .iter()
            .position(|component| *component == channel);
        let name = index.and_then(|index| self.channel_names.get(index));
        name.map_or(channel.name(), String::as_str)
    }

    /// Returns the channel of a name: that of a struct's member, or of a component. `None` if there is none.
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
