//! A generator with its values: what is known of it without a device, and its programs on the device.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use noise_playground::field::files::Format;
use noise_playground::generator::control::{Control, Plain, Setting, Settings};
use noise_playground::generator::{Derivative, Domain, Generator, Precision};
use noise_playground::gpu::Gpu;
use noise_playground::{RenderError, RenderSettings, Subject};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{Failure, shown};
use crate::{device, work};

/// A generator with its values. It never changes, and threads can share it.
#[derive(Clone)]
#[pyclass(frozen, skip_from_py_object, module = "noise_playground._native")]
pub(crate) struct Program(pub(crate) Arc<Shared>);

/// What threads share.
pub(crate) struct Shared {
    pub(crate) subject: Subject,
    on_device: Mutex<Option<OnDevice>>,
}

struct OnDevice {
    gpu: Gpu,
    programs: BTreeMap<Variant, noise_playground::Program>,
}

/// A derivative and a precision in which a generator is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variant {
    /// `gradient`, `laplacian` or `hessian`; `None` for the generator itself.
    pub(crate) derivative: Option<&'static str>,
    pub(crate) is_double: bool,
}

impl Variant {
    /// Returns the exact derivative that a quantity is, if it is one.
    pub(crate) fn derivative(name: &str) -> Option<&'static str> {
        ["gradient", "laplacian", "hessian"].into_iter().find(|known| *known == name)
    }

    fn of(
        self,
        base: &noise_playground::Program,
    ) -> Result<noise_playground::Program, RenderError> {
        let derived = match self.derivative {
            Some("gradient") => base.derivative(&Derivative::Gradient)?,
            Some("laplacian") => base.derivative(&Derivative::Laplacian)?,
            Some(_) => base.derivative(&Derivative::Hessian)?,
            None => base.clone(),
        };
        if self.is_double { derived.with_precision(Precision::Double) } else { Ok(derived) }
    }
}

impl Shared {
    /// Calls `evaluate` with the program on the device. If the device is lost, it is called once more, on another one.
    pub(crate) fn evaluate<T>(
        &self,
        variant: Variant,
        values: &Settings,
        evaluate: impl Fn(&mut noise_playground::Program) -> Result<T, RenderError>,
    ) -> Result<T, Failure> {
        let attempt = || {
            let (gpu, mut program) = self.program(variant)?;
            let applied = if values.is_empty() { Ok(()) } else { program.apply(values) };
            let evaluated = applied.and_then(|()| evaluate(&mut program));
            Ok::<_, Failure>((evaluated, gpu.lost().is_some()))
        };
        let (first, is_lost) = attempt()?;
        let evaluated = if first.is_err() && is_lost { attempt()?.0 } else { first };
        Ok(evaluated?)
    }

    /// Clones share the pipelines of their program.
    fn program(&self, variant: Variant) -> Result<(Gpu, noise_playground::Program), Failure> {
        let gpu = device::open()?;
        let mut on_device = self.on_device.lock().unwrap_or_else(PoisonError::into_inner);
        let present = on_device.take().filter(|present| present.gpu.device == gpu.device);
        let present = on_device
            .insert(present.unwrap_or(OnDevice { gpu: gpu.clone(), programs: BTreeMap::new() }));
        let base = present.programs.entry(Variant::default());
        let base = base
            .or_insert_with(|| noise_playground::Program::new(gpu.clone(), self.subject.clone()));
        if variant == Variant::default() {
            return Ok((gpu, base.clone()));
        }
        if variant.is_double {
            gpu.check_f64()
                .map_err(|reason| Failure::Device(format!("no double precision: {reason}")))?;
        }
        let base = base.clone();
        let program = match present.programs.get(&variant) {
            Some(program) => program.clone(),
            None => present.programs.entry(variant).or_insert(variant.of(&base)?).clone(),
        };
        Ok((gpu, program))
    }
}

/// A value of a control.
#[derive(FromPyObject)]
pub(crate) enum Value {
    Flag(bool),
    Number(f64),
    Numbers(Vec<f64>),
    Text(String),
}

impl From<Value> for Setting {
    fn from(value: Value) -> Self {
        match value {
            Value::Flag(flag) => Self::Flag(flag),
            Value::Number(number) => Self::Number(Plain(number)),
            Value::Numbers(numbers) => Self::from(numbers.as_slice()),
            Value::Text(text) => Self::Text(text),
        }
    }
}

/// Values of controls by their names.
pub(crate) type NamedValues = BTreeMap<String, Value>;

pub(crate) fn settings(values: NamedValues) -> Settings {
    values.into_iter().map(|(name, value)| (name, value.into())).collect()
}

/// Center, span, size, and z and time.
type ViewPlacement = ([f64; 2], f64, [u32; 2], [f64; 2]);

impl Program {
    pub(crate) fn new(subject: Subject) -> Self {
        Self(Arc::new(Shared { subject, on_device: Mutex::default() }))
    }
}

#[pymethods]
impl Program {
    #[getter]
    fn address(&self) -> String {
        shown(&self.0.subject.generator.address().to_string())
    }

    #[getter]
    fn title(&self) -> &str {
        self.0.subject.generator.title()
    }

    #[getter]
    fn doc(&self) -> &str {
        self.0.subject.generator.doc()
    }

    /// Unit of the values.
    #[getter]
    fn unit(&self) -> Option<&str> {
        self.0.subject.generator.unit()
    }

    #[getter]
    fn domain(&self) -> &'static str {
        self.0.subject.generator.domain().name()
    }

    #[getter]
    fn returns(&self) -> &'static str {
        self.0.subject.generator.returns().name()
    }

    #[getter]
    fn channels(&self) -> u32 {
        self.0.subject.generator.channels()
    }

    /// Code of the EPSG registry for the coordinates of the data file that places the generator; and the numbers `a` and
    /// `b` by which they are `a + b * world`.
    #[getter]
    fn crs(&self) -> Option<(u16, [f64; 2], [f64; 2])> {
        let tags = self.0.subject.generator.geo_tags()?;
        Some((tags.epsg()?, tags.origin, tags.scale))
    }

    /// World position that the shader receives as (0, 0).
    #[getter]
    fn origin(&self) -> [f64; 2] {
        let generator = &self.0.subject.generator;
        let grid = generator.initial_grid(1);
        let local = generator.local_grid(grid);
        [0, 1].map(|axis| grid.center[axis] - local.center[axis])
    }

    /// Whether the result depends on z, and on time.
    #[getter]
    fn depends_on(&self) -> [bool; 2] {
        let generator = &*self.0.subject.generator;
        let has_time = |one: &Generator| {
            let layouts = [one.uniform(), one.arguments()];
            one.domain() == Domain::VolumeTime || layouts.iter().any(|layout| layout.is_animated())
        };
        let any = |depends: &dyn Fn(&Generator) -> bool| {
            depends(generator) || generator.sources().iter().any(|source| depends(source))
        };
        [any(&|one| one.domain().is_volume()), any(&has_time)]
    }

    /// Linked WGSL.
    #[getter]
    fn source(&self) -> &str {
        &self.0.subject.generator.linked().wgsl
    }

    /// Controls as in `playground params --json`, with the present values as defaults.
    fn controls(&self) -> String {
        let Subject { generator, values, .. } = &self.0.subject;
        let controls = generator.controls().iter().map(|control| {
            let value = values.get(control).clone();
            Control { default: value, ..control.clone() }.json()
        });
        serde_json::Value::from_iter(controls).to_string()
    }

    /// Center, span, size, z and time of the view; of the data of a grid program those of its own grid.
    fn placement(&self, of_picture: bool) -> PyResult<ViewPlacement> {
        let subject = &self.0.subject;
        let RenderSettings { grid, z, time, .. } = subject.settings;
        if of_picture || subject.generator.program().is_none() {
            return Ok((grid.center, grid.span, grid.size, [z, time]));
        }
        let own = subject.data_grid(Format::Npy);
        let own = own.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((own.center, own.span, own.size, [z, time]))
    }

    /// Text, values and view as JSON, from which the function `restore` makes an equal program.
    fn manifest(&self) -> String {
        self.0.subject.manifest("").to_json()
    }

    /// The same generator without values of a capture or a caller.
    fn unchanged(&self) -> Self {
        let Subject { generator, settings, .. } = &self.0.subject;
        Self::new(Subject::new(generator, *settings))
    }

    /// The same generator with other values, as defaults.
    fn with_values(&self, py: Python<'_>, values: NamedValues) -> PyResult<Self> {
        let mut subject = self.0.subject.clone();
        let values = settings(values);
        work::run(py, move |_| {
            subject.apply(&values)?;
            Ok(Self::new(subject))
        })
    }
}
