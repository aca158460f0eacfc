//! Derives generators: exact derivatives of a generator's values, which are fields like the values themselves.

use super::Generator;
use super::definition::{Domain, InputSource};
use super::derived_result::{Derivative, DerivedResult};
use super::modules::Modules;
use crate::field::{Channel, Returns};
use crate::generator::control::{Control, ControlSource, ControlType, Widget, component_index};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::suggest::did_you_mean;

/// Error of [`derive()`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum DeriveError {
    /// The passes of a grid program cannot be differentiated.
    #[error("a grid program has no derivative")]
    Grid,
    /// The result is a derivative already.
    #[error("{0} is differentiated already")]
    Derived(String),
    /// A color is not a number.
    #[error("{0} returns a color, which has no derivative")]
    Color(String),
    /// The generator has no such channel.
    #[error("{0} has no channel {1}")]
    Channel(String, &'static str),
    /// The generator has no such control.
    #[error("{generator} has no control {control}{hint}")]
    UnknownControl {
        /// Address of the generator.
        generator: String,
        /// The name that was not found.
        control: String,
        /// A similar name, as part of the message; empty if there is none.
        hint: String,
    },
    /// The control is an integer, a feature, or belongs to the source of a field input.
    #[error("no derivative by {0}: {1}")]
    Control(String, &'static str),
    /// The control has fewer components.
    #[error("{0} has {1}, counted from 0")]
    Component(String, String),
    /// The samples of a data file have no exact gradient.
    #[error("{0} reads a data file, whose samples have no exact gradient")]
    Samples(String),
    /// The stored numbers of a sample are four at most.
    #[error(
        "exact normals are those of one of at most two values, or of a value with its gradient; {0} returns others"
    )]
    NoRoom(String),
    /// Something in the shader cannot be differentiated.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
}

/// Returns the generator with a derivative of one of its channels as the result.
///
/// At a kink, such as `abs(0)`, the derivative is the one-sided one of the branch that the value takes. At a pole, such
/// as `sqrt(0)`, it is not finite, except for where the argument is level.
///
/// ```
/// use noise_playground::generator::{Derivative, derive};
/// use noise_playground::field::Channel;
/// use noise_playground::{SampleGrid, Subject, compile, evaluate};
///
/// let generators = compile("fn height(p: vec2f) -> f32 { return p.x * p.x * p.y; }")?;
/// let gradient = derive(&generators[0], &Derivative::Gradient, Channel::X)?;
/// let grid = SampleGrid { center: [3.0, 2.0], span: 2.0, size: [1, 1] };
/// assert_eq!(evaluate(&Subject::new(&gradient.into(), grid))?.samples, [12.0, 9.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The generator has no such channel or control, or its shader contains something that cannot be differentiated.
pub fn derive(
    generator: &Generator,
    derivative: &Derivative,
    channel: Channel,
) -> Result<Generator, DeriveError> {
    check_differentiable(generator, channel)?;
    if let Derivative::Sensitivity { control, component } = derivative {
        check_control(generator, control, *component)?;
    }
    let axes = match (derivative, generator.domain) {
        (Derivative::Hessian | Derivative::Slope { .. }, _) | (_, Domain::Plane | Domain::Grid) => {
            2
        }
        (_, Domain::Volume | Domain::VolumeTime) => 3,
    };
    let (channels, returns) = match derivative {
        Derivative::Gradient => (axes, Returns::Channels),
        Derivative::ValueAndGradient => (axes + 1, Returns::Gradient),
        Derivative::Hessian => (3, Returns::Channels),
        Derivative::Laplacian | Derivative::Slope { .. } | Derivative::Sensitivity { .. } => {
            (1, Returns::Value)
        }
    };
    let of_channels = generator.channels;
    let derivative = derivative.clone();
    let channel_names = derivative.channel_names(axes);
    let result = DerivedResult { derivative, channel, axes, of_channels, beside: None };
    let derived = Generator {
        derived: Some(result),
        channels,
        returns,
        has_surface: false,
        channel_names,
        ..generator.clone()
    };
    Modules::new(&derived).map_err(DeriveError::Shader)?;
    Ok(derived)
}

fn check_differentiable(generator: &Generator, channel: Channel) -> Result<(), DeriveError> {
    let address = || generator.address.to_string();
    if generator.program.is_some() {
        return Err(DeriveError::Grid);
    }
    if generator.derived.is_some() {
        return Err(DeriveError::Derived(address()));
    }
    if generator.returns == Returns::Color {
        return Err(DeriveError::Color(address()));
    }
    if !channel.is_available(generator.channels) {
        return Err(DeriveError::Channel(address(), channel.name()));
    }
    Ok(())
}

impl Generator {
    /// Returns the generator with the derivatives of a channel by x and y stored beside its result, which exact normals
    /// need. Those of a result with a gradient are its own.
    ///
    /// # Errors
    /// As for [`derive()`], or if a sample has no room for the gradient.
    pub fn with_exact_normals(&self, channel: Channel) -> Result<Self, DeriveError> {
        self.check_exact_normals(channel)?;
        let has_own = self.returns == Returns::Gradient;
        let result = DerivedResult {
            derivative: Derivative::Gradient,
            channel,
            axes: 2,
            of_channels: self.channels,
            beside: Some(if has_own { 1 } else { self.channels }),
        };
        let exact = Self { derived: Some(result), ..self.clone() };
        Modules::new(&exact).map_err(DeriveError::Shader)?;
        Ok(exact)
    }

    /// Checks without a look at the shader whether a channel has exact normals.
    ///
    /// # Errors
    /// As for [`Self::with_exact_normals`].
    pub fn check_exact_normals(&self, channel: Channel) -> Result<(), DeriveError> {
        check_differentiable(self, channel)?;
        if self.inputs.iter().any(|input| matches!(input.source, InputSource::File(..))) {
            return Err(DeriveError::Samples(self.address.to_string()));
        }
        match (self.returns, channel) {
            (Returns::Gradient, Channel::X) => Ok(()),
            (Returns::Gradient, _) => Err(DeriveError::NoRoom(self.address.to_string())),
            _ if self.channels > 2 => Err(DeriveError::NoRoom(self.address.to_string())),
            _ => Ok(()),
        }
    }

    /// Component of a stored sample where the gradient for exact normals begins; `None` for other generators.
    pub(crate) fn normals_at(&self) -> Option<u32> {
        self.derived.as_ref()?.beside
    }

    /// Returns the generator with gradients of its taps, also if it returns a color; `None` for a grid program.
    pub(crate) fn with_tap_gradients(&self) -> Option<Self> {
        let axes = match self.domain {
            Domain::Grid => return None,
            Domain::Plane => 2,
            Domain::Volume | Domain::VolumeTime => 3,
        };
        let (derivative, of_channels) = (Derivative::Gradient, self.channels);
        let channel = Channel::X;
        let result = DerivedResult { derivative, channel, axes, of_channels, beside: None };
        Some(Self { derived: Some(result), ..self.without_tap() })
    }

    /// Returns the name of the derivative that is evaluated in place of the result; `None` for the result itself.
    pub fn derivative(&self) -> Option<String> {
        let derived = self.derived.as_ref().filter(|derived| derived.beside.is_none());
        derived.map(|derived| derived.derivative.name())
    }

    /// Returns the control or component that the derivative is by, such as `shift.y`; `None` for other results.
    pub fn sensitivity(&self) -> Option<String> {
        match &self.derived.as_ref()?.derivative {
            Derivative::Sensitivity { control: name, component } => {
                let mut controls = self.controls.iter();
                let control = controls.find(|control| control.name == *name);
                Some(control.map_or(name.clone(), |control| control.component_name(*component)))
            }
            _ => None,
        }
    }

    /// Returns names of differentiable controls or components, for [`Derivative::by_control`]; not of colors or grids.
    pub fn sensitivities(&self) -> Vec<String> {
        if self.program.is_some() || self.returns == Returns::Color {
            return Vec::new();
        }
        let listed = self.controls.iter().filter(|control| !control.hidden);
        let has_derivative = |control: &&Control| check_control(self, &control.name, 0).is_ok();
        let names = listed.filter(has_derivative).flat_map(|control| {
            (0..control.ty.components()).map(|component| control.component_name(component))
        });
        names.collect()
    }

    /// Returns the unit of the derivative by a control from the stated units: `m/km`, `m` or `1/km`; angles in `rad`.
    pub fn sensitivity_unit(&self) -> Option<String> {
        let DerivedResult { derivative: Derivative::Sensitivity { control, .. }, .. } =
            self.derived.as_ref()?
        else {
            return None;
        };
        let control = self.controls.iter().find(|other| other.name == *control)?;
        let by = match control.widget {
            Widget::Angle => Some("rad"),
            _ => control.unit.as_deref(),
        };
        match (&self.unit, by) {
            (Some(unit), Some(by)) => Some(format!("{unit}/{by}")),
            (Some(unit), None) => Some(unit.clone()),
            (None, by) => by.map(|by| format!("1/{by}")),
        }
    }

    pub(super) fn derived_like(self, other: &Self) -> Result<Self, DeriveError> {
        match &other.derived {
            Some(DerivedResult { channel, beside: Some(_), .. }) => {
                self.with_exact_normals(*channel)
            }
            Some(DerivedResult { derivative, channel, .. }) => derive(&self, derivative, *channel),
            None => Ok(self),
        }
    }
}

impl Derivative {
    /// Returns the derivative by a control, `NAME`, or by a component of one, `NAME.x` or `NAME.0`.
    #[must_use]
    pub fn by_control(text: &str, generator: &Generator) -> Self {
        let is_control = |name: &str| generator.controls.iter().any(|control| control.name == name);
        let component = text.rsplit_once('.').filter(|_| !is_control(text));
        let found = component.and_then(|(name, component)| {
            Some((name, component_index(component)?)).filter(|(name, _)| is_control(name))
        });
        let (name, component) = found.unwrap_or((text, 0));
        Self::Sensitivity { control: name.to_owned(), component }
    }

    /// Returns the text that [`Self::named`] reads.
    pub fn name(&self) -> String {
        match self {
            Self::Gradient => "gradient".to_owned(),
            Self::ValueAndGradient => "value and gradient".to_owned(),
            Self::Laplacian => "laplacian".to_owned(),
            Self::Hessian => "hessian".to_owned(),
            Self::Slope { exaggeration } => format!("slope {exaggeration}"),
            Self::Sensitivity { control, component } => {
                format!("sensitivity {control}.{component}")
            }
        }
    }

    /// Returns the derivative with this [name](Self::name); `None` if there is none.
    pub fn named(name: &str, generator: &Generator) -> Option<Self> {
        Some(match name {
            "gradient" => Self::Gradient,
            "value and gradient" => Self::ValueAndGradient,
            "laplacian" => Self::Laplacian,
            "hessian" => Self::Hessian,
            _ => match name.split_once(' ')? {
                ("slope", exaggeration) => Self::Slope { exaggeration: exaggeration.parse().ok()? },
                ("sensitivity", control) => Self::by_control(control, generator),
                _ => return None,
            },
        })
    }

    fn channel_names(&self, axes: u32) -> Vec<String> {
        let gradient = ["dx", "dy", "dz"];
        let names: &[&str] = match self {
            Self::Gradient => &gradient[..axes as usize],
            Self::Hessian => &["dxx", "dxy", "dyy"],
            Self::ValueAndGradient
            | Self::Laplacian
            | Self::Slope { .. }
            | Self::Sensitivity { .. } => &[],
        };
        names.iter().map(|name| (*name).to_owned()).collect()
    }
}

fn check_control(generator: &Generator, name: &str, component: usize) -> Result<(), DeriveError> {
    let mut controls = generator.controls.iter();
    let Some(control) = controls.find(|control| control.name == name) else {
        let names = generator.controls.iter().map(|control| control.name.as_str());
        return Err(DeriveError::UnknownControl {
            generator: generator.address.to_string(),
            control: name.to_owned(),
            hint: did_you_mean(name, names),
        });
    };
    let refused = |reason| Err(DeriveError::Control(name.to_owned(), reason));
    match (control.source, control.ty) {
        (ControlSource::Feature, _) => return refused("it is a feature"),
        (ControlSource::Field, _) | (_, ControlType::Field) => {
            return refused("it belongs to a field input");
        }
        (_, ty) if ty.is_integer() => return refused("it is an integer"),
        _ => {}
    }
    if component >= control.ty.components() {
        return Err(DeriveError::Component(name.to_owned(), control.ty.numbers()));
    }
    Ok(())
}
