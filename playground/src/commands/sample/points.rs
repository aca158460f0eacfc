//! Positions from a NumPy array or from lines of text.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use anyhow::{Context as _, bail};
use noise_playground::field::npy::NpyArray;
use noise_playground::generator::Domain;

const MAX_POINTS: u64 = 1 << 26;

/// Four doubles each, and the header.
const MAX_BYTES: u64 = MAX_POINTS * 32 + (1 << 17);

/// Returns x, y, z and time. `rest` are z and time of positions with fewer coordinates. Fails if the file cannot be
/// read, or a position has too few or too many numbers, or one that is not finite.
pub(super) fn read(path: &Path, domain: Domain, rest: [f64; 2]) -> anyhow::Result<Vec<[f64; 4]>> {
    let limits = match domain {
        Domain::Plane | Domain::Grid => (2, 2),
        Domain::Volume => (2, 3),
        Domain::VolumeTime => (2, 4),
    };
    let context = || format!("--points {path:?}");
    if path == Path::new("-") {
        let lines = io::stdin().lock().lines();
        return text(lines, limits, rest).context("--points -");
    }
    let file = File::open(path).with_context(context)?;
    array(file, limits, rest).with_context(context)
}

fn text(
    lines: impl Iterator<Item = io::Result<String>>,
    limits: (usize, usize),
    rest: [f64; 2],
) -> anyhow::Result<Vec<[f64; 4]>> {
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let line = line?;
        let line = line.strip_prefix('\u{feff}').unwrap_or(&line).trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = numbers(line).and_then(|numbers| position(&numbers, limits, rest));
        positions.push(position.with_context(|| format!("line {number}"))?);
        if positions.len() as u64 > MAX_POINTS {
            bail!("more than {MAX_POINTS} positions");
        }
    }
    Ok(positions)
}

/// Reads numbers that are separated by spaces or tabs, or by a comma or semicolon, which may also be at the end.
fn numbers(line: &str) -> anyhow::Result<Vec<f64>> {
    let mut numbers = Vec::new();
    let line = line.strip_suffix([',', ';']).unwrap_or(line);
    for part in line.split([',', ';']) {
        if part.trim().is_empty() {
            bail!("number {} is missing", numbers.len() + 1);
        }
        for word in part.split_whitespace() {
            let number = word.parse::<f64>();
            numbers.push(number.with_context(|| format!("{word:?} is not a number"))?);
        }
    }
    Ok(numbers)
}

fn array(
    reader: impl io::Read,
    limits: (usize, usize),
    rest: [f64; 2],
) -> anyhow::Result<Vec<[f64; 4]>> {
    let mut bytes = Vec::new();
    if reader.take(MAX_BYTES).read_to_end(&mut bytes)? as u64 == MAX_BYTES {
        bail!("more than {MAX_POINTS} positions");
    }
    let array = NpyArray::parse(&bytes)?;
    let [count, columns] = array.shape[..] else {
        bail!("the shape is {:?}, not (N, 2), (N, 3) or (N, 4)", array.shape);
    };
    if count > MAX_POINTS {
        bail!("more than {MAX_POINTS} positions");
    }
    if array.is_fortran_order {
        bail!("the array is in Fortran order; save numpy.ascontiguousarray(points)");
    }
    if !array.has_floats() {
        bail!("the numbers are '{}', not float64 or float32", array.descr);
    }
    let numbers: Vec<f64> = array.numbers().collect();
    let rows = (0..).zip(numbers.chunks(columns.max(1) as usize));
    let positions = rows.map(|(row, numbers): (u64, _)| {
        position(numbers, limits, rest).with_context(|| format!("row {row}"))
    });
    positions.collect()
}

fn position(
    numbers: &[f64],
    (least, most): (usize, usize),
    [z, time]: [f64; 2],
) -> anyhow::Result<[f64; 4]> {
    if !(least..=most).contains(&numbers.len()) {
        let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
        bail!("{} numbers; the generator takes {expected}", numbers.len());
    }
    if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
        bail!("{number} is not finite");
    }
    let mut position = [0.0, 0.0, z, time];
    position[..numbers.len()].copy_from_slice(numbers);
    Ok(position)
}
