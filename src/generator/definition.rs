//! The type [`Generator`]: a shader function of a position or a grid program, with its domain, its result and its
//! controls.

mod field_input;

use std::sync::Arc;

use super::address::Address;
use super::fragment::Fragment;
use super::grid_program::GridProgram;
use super::guard::LoopBudget;
use super::returns::Returns;
use super::tap_selection::TapSelection;
use crate::camera::{Camera, Scene};
use crate::control::{
    Control, ControlType, DefaultEdit, DefaultEditError, UniformLayout, Value, Widget, default_edit,
};
use crate::grid::SampleGrid;
use crate::link::Linked;
use crate::shading::{Channel, Shading, ViewMode};
pub use field_input::{FieldInput, InputSource};

/// Name that stands for a file's grid program in place of a function in an address:
/// `generators/diamond_square.wgsl::grid`.
pub const GRID: &str = "grid";

/// Width of the initial view of a file without the tag `@view`, in world units.
const DEFAULT_SPAN: f64 = 8.0;

/// Domain of a generator: the type of position that its function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Domain of a generator whose position is a `vec2f`.
    Plane,
    /// Domain of a generator whose position is a `vec3f`; a slice shows one plane of it.
    Volume,
    /// Domain of a generator whose position is a `vec4f`: x, y, z and the time in seconds.
    VolumeTime,
    /// Domain of a grid program, which takes no position but fills a square grid.
    Grid,
}

impl Domain {
    /// Returns true if the generator's position is three-dimensional, with or without a time.
    pub fn is_volume(self) -> bool {
        matches!(self, Self::Volume | Self::VolumeTime)
    }

    /// Returns the name of the generator's domain in JSON: `plane`, `volume`, `volume_time` or `grid`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Volume => "volume",
            Self::VolumeTime => "volume_time",
            Self::Grid => "grid",
        }
    }
}

/// Initial view of a generator, as tags in its file request it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewHint {
    /// World position of the initial view's center, and its width in world units: `//! @view(x, y, span)`.
    pub placement: Option<([f64; 2], f64)>,
    /// View mode of the initial view: `//! @mode(relief)`. It applies to the main generator and to those with its type
    /// of position.
    pub mode: Option<ViewMode>,
    /// Camera of the initial view: `//! @camera(azimuth, altitude, distance[, field of view])`. See
    /// [`Generator::camera`].
    pub camera: Option<Camera>,
    /// Sea level of a planet: the value of the generator at which the ocean lies, `//! @sea(level)`.
    pub sea: Option<f64>,
}

/// A generator: a shader function of a position, or a grid program, that computes a field; with its controls and the
/// memory layout of their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// WGSL text of the generator's file, linked with all imports, from which the GPU pipelines are built.
    pub linked: Arc<Linked>,
    /// Address of the generator: the file and the function that declare it.
    pub address: Address,
    /// Type of position that the generator takes: of a plane, of a volume, or none for a grid program.
    pub domain: Domain,
    /// Meaning of the numbers that the generator returns: values, a color, or a value with its derivatives.
    pub returns: Returns,
    /// Number of channels of the generator's result, 1 to 4.
    pub channels: u32,
    /// True for the main generator of a file, to which an address without a function name refers.
    pub main: bool,
    /// Title of the generator's file: the first line of its `//!` comment, else the file's name without its extension.
    pub title: String,
    /// Description of the generator: the text of the function's doc comment, else of the file's.
    pub doc: String,
    /// Initial view of the generator that its file requests.
    pub hint: ViewHint,
    /// Loop budget of the generator: the number of iterations that all loops of one sample may run together.
    pub loop_budget: LoopBudget,
    /// Controls of the generator: field inputs (textures with `@field`), each followed by the controls of its source;
    /// then members of the file's uniform struct, parameters of the function after the position, and features
    /// (conditions of `@if`).
    pub controls: Vec<Control>,
    /// Memory layout of the uniforms that the generator's file declares.
    pub uniform: UniformLayout,
    /// Memory layout of the uniform struct in which the host stores the arguments of the generator's function after the
    /// position.
    pub arguments: UniformLayout,
    /// Field inputs of the generator: textures with `@field`, which other generators or data files fill.
    pub inputs: Vec<FieldInput>,
    /// Buffers and compute passes of the generator if it is a grid program; `None` for a function.
    pub program: Option<GridProgram>,
    /// True if the generator's file declares a function `surface`, which computes the color of the ground (albedo).
    pub has_surface: bool,
    /// Intermediate value (tap) of the generator that is evaluated in place of its result; `None` for the result.
    pub tap: Option<TapSelection>,
    /// Names of the result's channels if the generator returns a struct; otherwise empty.
    pub channel_names: Vec<String>,
    pub(crate) kind: FunctionKind,
}

/// Form of a generator's function, which determines the WGSL by which the host calls it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum FunctionKind {
    /// A function of a position that returns its channels as a float or a vector.
    #[default]
    Plain,
    /// A function of a position that returns a struct. Holds the indices and types of the members that become channels.
    Struct(Vec<(u32, ControlType)>),
    /// A fragment entry point, which the host calls as a function of a pixel.
    Fragment(Fragment),
}

impl Generator {
    /// Returns the number of channels of the texture into which the generator is evaluated: 4 for intermediate values
    /// (taps) of a grid program, the largest number of the taps that one pipeline can show, or else that of the result.
    pub(crate) fn stored_channels(&self) -> u32 {
        match &self.tap {
            Some(_) if self.program.is_some() => 4,
            Some(tap) if tap.all.is_some() => tap.stored_channels(),
            _ => self.channels,
        }
    }

    /// Returns the bytes of the uniform buffer that selects an intermediate value (tap) of the generator; empty if none
    /// is selected.
    pub(crate) fn tap_uniform(&self) -> Vec<u8> {
        let uniform = self.tap.as_ref().map(TapSelection::uniform);
        uniform.map_or_else(Vec::new, |words| words.map(u32::to_le_bytes).concat())
    }

    /// Returns the view mode in which the generator is shown first: the one that its file requests if the generator
    /// supports it, else a view from above.
    pub fn default_mode(&self) -> ViewMode {
        let requested = self.hint.mode.filter(|mode| self.supports(*mode));
        requested.unwrap_or_else(|| self.flat_mode())
    }

    /// Returns the view mode for a generator whose file requests none. It is a view from above: texture, slice or
    /// relief.
    pub fn flat_mode(&self) -> ViewMode {
        match (self.returns, self.domain) {
            (Returns::Color, Domain::Plane | Domain::Grid) => ViewMode::Texture,
            (_, Domain::Volume | Domain::VolumeTime) => ViewMode::Slice,
            (_, Domain::Plane | Domain::Grid) => ViewMode::Relief,
        }
    }

    /// Returns the camera that the file's `@camera` requests for a kind of three-dimensional view. The camera applies
    /// to the view that `@mode` names or, if it names none, to every view whose limits the camera keeps. `None` for the
    /// view's default camera.
    pub fn camera(&self, scene: Scene) -> Option<Camera> {
        let requested = self.hint.mode.and_then(|mode| mode.info().scene);
        let is_of_view = requested.is_none_or(|requested| requested == scene);
        let camera = self.hint.camera.filter(|_| is_of_view);
        camera.filter(|camera| scene.check(camera).is_ok())
    }

    /// Returns true if the view mode `mode` can show this generator.
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

    /// Returns the generator's name in lists: the title of the file for its main generator, else the name of the
    /// function.
    pub fn name(&self) -> &str {
        if self.main {
            &self.title
        } else {
            &self.address.function
        }
    }

    /// Returns a sample grid of `side` × `side` samples that covers the initial view of the generator.
    pub fn initial_grid(&self, side: u32) -> SampleGrid {
        let (center, span) = self.hint.placement.unwrap_or(([0.0, 0.0], DEFAULT_SPAN));
        SampleGrid {
            center,
            span,
            size: [side; 2],
        }
    }

    /// Returns the edit of the author's WGSL file that makes `value` the default of a control of this generator.
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

    /// Returns true if the colors of this generator's picture come from the file's function `surface` when drawn with
    /// `shading`.
    pub fn uses_surface(&self, shading: &Shading) -> bool {
        let color = match shading.mode.info().scene {
            Some(_) => shading.lighting.color,
            None => shading.mode,
        };
        self.has_surface && color.info().shows_surface && !shading.has_bare_light()
    }

    /// Returns true if this generator's picture depends on the palette's value range when drawn with `shading`.
    pub fn uses_value_range(&self, shading: &Shading) -> bool {
        let has_own_colors = match self.returns {
            Returns::Color => shading.color_mode().info().shows_colors,
            // A solid shows its values where it is cut.
            _ => self.uses_surface(shading) && shading.mode.info().scene != Some(Scene::Solid),
        };
        shading.color_mode().info().uses_value_range && !has_own_colors
    }

    /// Returns true if this generator's picture, drawn with `shading`, depends on a value range that is measured from
    /// the samples.
    pub(crate) fn needs_measured_range(&self, shading: &Shading) -> bool {
        shading.value_range.is_measured() && self.uses_value_range(shading)
    }

    /// Returns the generator's control of the random seed: the first with `@seed`, else an integer named `seed`.
    pub fn seed_control(&self) -> Option<&Control> {
        let controls = || self.controls.iter();
        let named = || controls().find(|control| control.name == "seed" && control.ty.is_integer());
        let tagged = controls().find(|control| control.widget == Widget::Seed);
        tagged.or_else(named)
    }

    /// Returns the name of a channel of the generator's result: that of a struct's member, else the channel's own name,
    /// such as `x`.
    pub fn channel_name(&self, channel: Channel) -> &str {
        let index = [Channel::X, Channel::Y, Channel::Z, Channel::W]
            .iter()
            .position(|component| *component == channel);
        let name = index.and_then(|index| self.channel_names.get(index));
        name.map_or(channel.name(), String::as_str)
    }

    /// Returns the channel of the generator's result with this name: that of a struct's member, or a channel's own name
    /// such as `x`. `None` if there is none.
    pub fn channel_named(&self, name: &str) -> Option<Channel> {
        let of_member = |channel: &Channel| self.channel_name(*channel) == name;
        let found = Channel::ALL.into_iter().find(of_member);
        found.or_else(|| Channel::from_name(name))
    }

    /// Returns the channels of the generator's result that the user can select for a picture; none if the result has a
    /// single channel.
    pub fn channel_choices(&self) -> impl Iterator<Item = Channel> {
        let channels = self.channels;
        Channel::ALL
            .into_iter()
            .filter(move |channel| channels > 1 && channel.is_available(channels))
    }
}
