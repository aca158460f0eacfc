//! What is evaluated of a program: fields, parts of them, values at points, pictures, files.

use std::path::{Path, PathBuf};

use noise_playground::field::Channel;
use noise_playground::field::files::Format;
use noise_playground::field::grid::Region;
use noise_playground::generator::control::Settings;
use noise_playground::render::ProgressFn;
use noise_playground::subject::derived::{Derived, Quantity};
use noise_playground::{RenderError, Subject};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::arrays::Numbers;
use crate::errors::Failure;
use crate::program::{NamedValues, Program, Variant, settings};
use crate::settings::{Placement, View, unknown_quantity};
use crate::work;

/// Positions between two looks at Ctrl-C.
const POINTS: usize = 1 << 18;

/// All samples of a grid, for each of the values, one after the other.
#[pyfunction]
pub(crate) fn field<'py>(
    py: Python<'py>,
    program: &Bound<'py, Program>,
    placement: Placement,
    quantity: Option<String>,
    is_double: bool,
    variants: Vec<NamedValues>,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = program.get().0.clone();
    let variants: Vec<Settings> = variants.into_iter().map(settings).collect();
    let (derived, variant) = quantity_of(quantity.as_deref(), is_double)?;
    let numbers = work::run(py, move |cancel| {
        let grid = placement.grid();
        shared.evaluate(variant, &Settings::new(), |program| {
            placement.place(program);
            let check: &mut ProgressFn<'_> = &mut |fraction| cancel.check(fraction);
            let (mut single, mut double) = (Vec::new(), Vec::new());
            if !is_double && derived.is_none() {
                program.variants(grid, &variants, check, |field| single.extend(field.samples))?;
                return Ok(Numbers::Single(single));
            }
            for values in &variants {
                let mut program = program.clone();
                program.apply(values)?;
                if is_double {
                    double.extend(program.part_of_doubles(grid, grid.region(), check)?);
                } else {
                    single.extend(program.derived(grid, derived.clone(), check)?.samples);
                }
            }
            Ok(if is_double { Numbers::Double(double) } else { Numbers::Single(single) })
        })
    })?;
    Ok(numbers.into_array(py))
}

/// A region of a grid: its left column, top row, width and height.
#[pyfunction]
pub(crate) fn part<'py>(
    py: Python<'py>,
    program: &Bound<'py, Program>,
    placement: Placement,
    region: [u32; 4],
    is_double: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = program.get().0.clone();
    let [left, top, width, height] = region;
    let region = Region { origin: [left, top], size: [width, height] };
    let numbers = work::run(py, move |cancel| {
        let variant = Variant { is_double, ..Variant::default() };
        shared.evaluate(variant, &Settings::new(), |program| {
            placement.place(program);
            let check: &mut ProgressFn<'_> = &mut |fraction| cancel.check(fraction);
            if is_double {
                let numbers = program.part_of_doubles(placement.grid(), region, check)?;
                return Ok(Numbers::Double(numbers));
            }
            Ok(Numbers::Single(program.part(placement.grid(), region, check)?.samples))
        })
    })?;
    Ok(numbers.into_array(py))
}

/// Values, or gradients, at positions x, y, z, time. The field of a grid program is interpolated.
#[pyfunction]
pub(crate) fn points<'py>(
    py: Python<'py>,
    program: &Bound<'py, Program>,
    positions: PyReadonlyArray2<'py, f64>,
    has_gradient: bool,
    is_double: bool,
    values: NamedValues,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = program.get().0.clone();
    let values = settings(values);
    let positions = positions.as_slice()?.as_chunks::<4>().0.to_vec();
    let numbers = work::run(py, move |cancel| {
        let derivative = has_gradient.then_some("gradient");
        shared.evaluate(Variant { derivative, is_double }, &values, |program| {
            let subject = program.subject();
            if subject.generator.program().is_some() {
                return interpolated(program, &positions).map(Numbers::Double);
            }
            let mut numbers = Vec::new();
            for positions in positions.chunks(POINTS) {
                numbers.extend(program.points(positions)?);
                cancel.check(0.0)?;
            }
            Ok(Numbers::Double(numbers))
        })
    })?;
    let numbers = if is_double { numbers } else { numbers.rounded() };
    Ok(numbers.into_array(py))
}

/// Red, green, blue and alpha of the picture that options, as on the command line, describe.
#[pyfunction]
pub(crate) fn picture<'py>(
    py: Python<'py>,
    program: &Bound<'py, Program>,
    placement: Placement,
    options: Vec<(String, String)>,
    values: NamedValues,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = program.get().0.clone();
    let values = settings(values);
    let numbers = work::run(py, move |_| {
        let subject = changed(&shared.subject, &values)?;
        let view = View::new(&subject, placement, &options)?;
        shared.evaluate(Variant::default(), &values, |program| {
            *program.settings_mut() = view.settings;
            Ok(Numbers::Bytes(program.render(view.settings.grid.size)?.pixels))
        })
    })?;
    Ok(numbers.into_array(py))
}

/// Writes a file as `playground render` does. Its extension selects the format.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn save(
    py: Python<'_>,
    program: &Bound<'_, Program>,
    path: PathBuf,
    placement: Placement,
    data: (Option<String>, Option<String>, Option<u8>),
    options: Vec<(String, String)>,
    is_double: bool,
    values: NamedValues,
) -> PyResult<()> {
    let shared = program.get().0.clone();
    let values = settings(values);
    let (quantity, mask, depth) = data;
    let (derived, variant) = quantity_of(quantity.as_deref(), is_double)?;
    work::run(py, move |cancel| {
        let derived = match &mask {
            Some(mask) => {
                let mask =
                    mask.parse().map_err(|error| Failure::Value(format!("mask: {error}")))?;
                Some(Derived::Mask(mask))
            }
            None => derived,
        };
        let has_data = derived.is_some() || variant.derivative.is_some();
        let subject = changed(&shared.subject, &values)?;
        let view = View::new(&subject, placement, &options)?;
        let data = view.data(derived);
        let format = data.format(format(&path, depth)?, &subject.generator, view.has("channel"));
        if has_data && format.holds_picture() {
            let reason = "needs a format of numbers, or depth=16; the file shows the view";
            return Err(Failure::Value(format!("quantity {reason}")));
        }
        shared.evaluate(variant, &values, |program| {
            *program.settings_mut() = view.settings;
            program.save(&path, format, &data, &mut |fraction| cancel.check(fraction))
        })
    })
}

fn format(path: &Path, depth: Option<u8>) -> Result<Format, Failure> {
    let is_sixteen = match depth {
        None | Some(8) => false,
        Some(16) => true,
        Some(other) => return Err(Failure::Value(format!("depth is 8 or 16, not {other}"))),
    };
    let format = Format::of(path, is_sixteen).ok_or_else(|| {
        let list = Format::extension_list();
        Failure::Value(format!("path {path:?}: the extension is none of {list}"))
    })?;
    if depth.is_some() && !format.is_png() {
        return Err(Failure::Value("depth is for .png files".to_owned()));
    }
    Ok(format)
}

fn changed(subject: &Subject, values: &Settings) -> Result<Subject, Failure> {
    let mut subject = subject.clone();
    subject.apply(values)?;
    Ok(subject)
}

/// Exact derivatives are fields of another generator.
fn quantity_of(name: Option<&str>, is_double: bool) -> Result<(Option<Derived>, Variant), Failure> {
    let derivative = name.and_then(Variant::derivative);
    let variant = Variant { derivative, is_double };
    match name.filter(|name| *name != "field" && derivative.is_none()) {
        None => Ok((None, variant)),
        Some(_) if is_double => {
            let reason = "quantity is measured in single precision; gradient, laplacian and hessian are exact";
            Err(Failure::Value(reason.to_owned()))
        }
        Some(name) => match Quantity::from_name(name) {
            Some(quantity) => Ok((Some(Derived::Quantity(quantity)), variant)),
            None => Err(unknown_quantity(name)),
        },
    }
}

fn interpolated(
    program: &noise_playground::Program,
    positions: &[[f64; 4]],
) -> Result<Vec<f64>, RenderError> {
    let grid = program.subject().data_grid(Format::Npy)?;
    let field = program.grid(grid)?;
    let value = |[x, y, ..]: &[f64; 4]| field.interpolated(&grid, Channel::X, [*x, *y]);
    Ok(positions.iter().map(value).collect())
}
