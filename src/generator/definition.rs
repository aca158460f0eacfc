//! The type [`Generator`], with its domain and initial view.

mod field_input;

use std::sync::Arc;

use super::address::Address;
use super::derived_result::DerivedResult;
use super::fragment::Fragment;
use super::grid_program::GridProgram;
use super::loop_budget::LoopBudget;
use super::precision::Precision;
use super::tap_selection::TapSelection;
use crate::field::grid::SampleGrid;
use crate::field::{Channel, Returns};
use crate::generator::control::{
    Control, ControlType, DefaultEdit, DefaultEditError, UniformLayout, Value, Widget, default_edit,
};
use crate::source::link::Linked;
use crate::view::shading::{Shading, ViewMode};
use crate::view::space::camera::{CameraSetting, Scene};
pub use field_input::{FieldInput, InputSource};

/// Stands for a grid program in place of a function: `generators/diamond_square.wgsl::grid`.
pub const GRID: &str = "grid";

const DEFAULT_SPAN: f64 = 8.0;

/// Type of position that a generator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `vec2f`.
    Plane,
    /// `vec3f`; a slice shows one plane of it.
    Volume,
    /// `vec4f`: x, y, z and the time in seconds.
    VolumeTime,
    /// None: a grid program fills a square grid.
    Grid,
}

impl Domain {
    /// Returns true for a three-dimensional position, with or without a time.
    pub fn is_volume(self) -> bool {
        matches!(self, Self::Volume | Self::VolumeTime)
    }

    /// Returns the name in JSON: `plane`, `volume`, `volume_time` or `grid`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Volume => "volume",
            Self::VolumeTime => "volume_time",
            Self::Grid => "grid",
        }
    }
}

/// Initial view, as tags of the file request it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewHint {
    /// Center and width in world units: `//! @view(x, y, span)`.
    pub placement: Option<([f64; 2], f64)>,
    /// `//! @mode(relief)`, for the main generator and those with its type of position.
    pub mode: Option<ViewMode>,
    /// `//! @camera(azimuth, altitude, distance[, field of view])`. See [`Generator::camera`].
    pub camera: Option<CameraSetting>,
    /// Value of the generator at which the ocean of a planet lies, `//! @sea(level)`.
    pub sea: Option<f64>,
    /// World units in a unit of the values, `//! @z_factor(0.3048)`.
    pub z_factor: Option<f64>,
}

/// A shader function of a position, or a grid program, that computes a field; with its controls and their layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    pub(crate) linked: Arc<Linked>,
    pub(crate) address: Address,
    pub(crate) domain: Domain,
    pub(crate) returns: Returns,
    pub(crate) channels: u32,
    pub(crate) main: bool,
    pub(crate) title: String,
    pub(crate) doc: String,
    pub(crate) hint: ViewHint,
    pub(crate) unit: Option<String>,
    pub(crate) loop_budget: LoopBudget,
    pub(crate) controls: Vec<Control>,
    pub(crate) uniform: UniformLayout,
    pub(crate) arguments: UniformLayout,
    pub(crate) inputs: Vec<FieldInput>,
    pub(crate) program: Option<GridProgram>,
    pub(crate) has_surface: bool,
    pub(crate) tap: Option<TapSelection>,
    /// Derivative that is evaluated in place of the result, or of the tap; `None` for these themselves.
    pub(crate) derived: Option<DerivedResult>,
    pub(crate) precision: Precision,
    pub(crate) channel_names: Vec<String>,
    pub(crate) kind: FunctionKind,
}

/// Determines the WGSL by which the host calls the function.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum FunctionKind {
    #[default]
    Plain,
    /// Returns a struct. Indices and types of the members that become channels.
    Struct(Vec<(u32, ControlType)>),
    /// A fragment entry point, called as a function of a pixel.
    Fragment(Fragment),
}

impl Generator {
    /// Text of the file, linked with all imports, from which pipelines are built.
    pub fn linked(&self) -> &Arc<Linked> {
        &self.linked
    }

    /// File and function that declare the generator.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Type of position.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// Meaning of the returned numbers: values, a color, or a value with its derivatives.
    pub fn returns(&self) -> Returns {
        self.returns
    }

    /// Number of channels of the result, 1 to 4.
    pub fn channels(&self) -> u32 {
        self.channels
    }

    /// Returns true for the generator of an address without a function.
    pub fn is_main(&self) -> bool {
        self.main
    }

    /// First line of the file's `//!` comment, else the file's name without its extension.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Text of the function's doc comment, else of the file's.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Initial view that the file requests.
    pub fn hint(&self) -> ViewHint {
        self.hint
    }

    /// Unit of world coordinates and values that the file states with `//! @unit(m)`; `None` if it states none.
    pub fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// Iterations that all loops of one sample may run together.
    pub fn loop_budget(&self) -> &LoopBudget {
        &self.loop_budget
    }

    /// Field inputs, each followed by the controls of its source; then uniform members, parameters, and features.
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// Memory layout of the declared uniforms.
    pub fn uniform(&self) -> &UniformLayout {
        &self.uniform
    }

    /// Memory layout of the struct in which the host stores the arguments after the position.
    pub fn arguments(&self) -> &UniformLayout {
        &self.arguments
    }

    /// Textures with `@field`.
    pub fn inputs(&self) -> &[FieldInput] {
        &self.inputs
    }

    /// Buffers and passes of a grid program; `None` for a function.
    pub fn program(&self) -> Option<&GridProgram> {
        self.program.as_ref()
    }

    /// Returns true if the file declares a function `surface`, which returns the albedo.
    pub fn has_surface(&self) -> bool {
        self.has_surface
    }

    /// Tap that is evaluated in place of the result; `None` for the result.
    pub fn tap(&self) -> Option<&TapSelection> {
        self.tap.as_ref()
    }

    /// Precision in which the samples of a field are computed.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Names of the channels of a returned struct; otherwise empty.
    pub fn channel_names(&self) -> &[String] {
        &self.channel_names
    }

    /// Channels of a derivative, or with a gradient beside them; 4 for a tap of a grid program; the most of the taps
    /// that the pipeline can show; else those of the result.
    pub(crate) fn stored_channels(&self) -> u32 {
        match &self.tap {
            _ if self.derived.is_some() => {
                self.normals_at().map_or(self.channels, |first| self.channels.max(first + 2))
            }
            Some(_) if self.program.is_some() => 4,
            Some(tap) if tap.all.is_some() => tap.stored_channels(),
            _ => self.channels,
        }
    }

    pub(crate) fn tap_uniform(&self) -> Vec<u8> {
        let uniform = self.tap.as_ref().map(TapSelection::uniform);
        uniform.map_or_else(Vec::new, |words| words.map(u32::to_le_bytes).concat())
    }

    /// Returns the sensitivity mode for a derivative by a control, else the file's supported mode, else the flat mode.
    pub fn default_mode(&self) -> ViewMode {
        if self.sensitivity().is_some() {
            return ViewMode::Sensitivity;
        }
        let requested = self.hint.mode.filter(|mode| self.supports(*mode));
        requested.unwrap_or_else(|| self.flat_mode())
    }

    /// Returns the view from above: texture, slice or relief.
    pub fn flat_mode(&self) -> ViewMode {
        match (self.returns, self.domain) {
            (Returns::Color, Domain::Plane | Domain::Grid) => ViewMode::Texture,
            (_, Domain::Volume | Domain::VolumeTime) => ViewMode::Slice,
            (_, Domain::Plane | Domain::Grid) => ViewMode::Relief,
        }
    }

    /// Returns the camera that `@camera` requests. It applies to the view that `@mode` names or, if it names none, to
    /// every view whose limits it keeps. `None` for the view's default camera.
    pub fn camera(&self, scene: Scene) -> Option<CameraSetting> {
        let requested = self.hint.mode.and_then(|mode| mode.info().scene);
        let is_of_view = requested.is_none_or(|requested| requested == scene);
        let camera = self.hint.camera.filter(|_| is_of_view);
        camera.filter(|camera| scene.check(camera).is_ok())
    }

    /// Returns true if a file that it is made of, or that fills its inputs, has a text that an editor has not saved.
    pub fn is_unsaved(&self) -> bool {
        let own = self.linked.sources.iter().any(|source| source.is_unsaved);
        own || self.sources().iter().any(|source| source.is_unsaved())
    }

    /// Returns true if `mode` can show this generator.
    pub fn supports(&self, mode: ViewMode) -> bool {
        let is_volume = self.domain.is_volume();
        let has_value = self.returns != Returns::Color;
        match mode.info().scene {
            Some(Scene::Terrain) => has_value && !is_volume,
            Some(Scene::Planet | Scene::Solid) => has_value && is_volume,
            None if mode.info().shows_errors => {
                self.program.is_none() && self.precision == Precision::Single
            }
            None if mode.info().shows_sensitivity => self.sensitivity().is_some(),
            None => !mode.info().needs_volume || is_volume,
        }
    }

    /// Returns the name in lists: the title of the file for its main generator, else the function.
    pub fn name(&self) -> &str {
        if self.main { &self.title } else { &self.address.function }
    }

    /// Returns a grid of `side` × `side` samples that covers the initial view.
    pub fn initial_grid(&self, side: u32) -> SampleGrid {
        let (center, span) = self.hint.placement.unwrap_or(([0.0, 0.0], DEFAULT_SPAN));
        SampleGrid { center, span, size: [side; 2] }
    }

    /// Returns the edit of the file that makes `value` the default of a control.
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

    /// Returns the position of the mouse pointer as that of a sample: relative to the origin, or in pixels from the upper
    /// left for a fragment entry point, whose initial view is the whole picture.
    pub(crate) fn mouse_position(
        &self,
        world: [f64; 2],
        resolution: [u32; 2],
        origin: [f64; 2],
    ) -> [f64; 2] {
        let FunctionKind::Fragment(_) = &self.kind else {
            return [0, 1].map(|axis| world[axis] - origin[axis]);
        };
        let grid = self.initial_grid(1);
        let [width, height] = resolution.map(f64::from);
        let [x, y] = [0, 1].map(|axis| (world[axis] - grid.center[axis]) * width / grid.span);
        [0.5 * width + x, 0.5 * height - y]
    }

    /// Returns true if colors come from the function `surface`.
    pub fn uses_surface(&self, shading: &Shading) -> bool {
        let color = match shading.mode.info().scene {
            Some(_) => shading.lighting.color,
            None => shading.mode,
        };
        self.has_surface && color.info().shows_surface && !shading.has_bare_light()
    }

    /// Returns true if the picture depends on the palette's value range.
    pub fn uses_value_range(&self, shading: &Shading) -> bool {
        let has_own_colors = match self.returns {
            Returns::Color => shading.color_mode().info().shows_colors,
            // A solid shows its values only where it is cut.
            _ if shading.mode.info().scene == Some(Scene::Solid) => !shading.lighting.colors_cut,
            _ => self.uses_surface(shading),
        };
        shading.color_mode().info().uses_value_range && !has_own_colors
    }

    /// Returns true if the picture depends on a value range, or on signs, that are measured from the samples.
    pub fn needs_measured_range(&self, shading: &Shading) -> bool {
        // The distance of the lines on plain cuts depends on it too.
        let has_cuts = shading.mode.info().scene == Some(Scene::Solid);
        let has_range = self.uses_value_range(shading) || has_cuts;
        (shading.value_range.is_measured() && has_range) || self.measures_signs(shading)
    }

    /// Returns true if the picture shows colors: where most have a negative part, as 0.5 + 0.5 c.
    pub fn measures_signs(&self, shading: &Shading) -> bool {
        self.returns == Returns::Color && shading.mode.info().shows_colors
    }

    /// Returns the first control with `@seed`, else an integer named `seed`.
    pub fn seed_control(&self) -> Option<&Control> {
        let controls = || self.controls.iter();
        let named = || controls().find(|control| control.name == "seed" && control.ty.is_integer());
        let tagged = controls().find(|control| control.widget == Widget::Seed);
        tagged.or_else(named)
    }

    /// Returns the name of a struct's member, else the channel's own name, such as `x`.
    pub fn channel_name(&self, channel: Channel) -> &str {
        let index = [Channel::X, Channel::Y, Channel::Z, Channel::W]
            .iter()
            .position(|component| *component == channel);
        let name = index.and_then(|index| self.channel_names.get(index));
        name.map_or(channel.name(), String::as_str)
    }

    /// Finds a channel by its [name](Self::channel_name).
    pub fn channel_named(&self, name: &str) -> Option<Channel> {
        let of_member = |channel: &Channel| self.channel_name(*channel) == name;
        let found = Channel::ALL.into_iter().find(of_member);
        found.or_else(|| Channel::from_name(name))
    }

    /// Returns the channels that the user can select; none if there is a single one.
    pub fn channel_choices(&self) -> impl Iterator<Item = Channel> {
        let channels = self.channels;
        Channel::ALL
            .into_iter()
            .filter(move |channel| channels > 1 && channel.is_available(channels))
    }
}
