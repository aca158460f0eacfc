//! The table of a trace: what was recorded of a sample, line by line, as text and as CSV.

use std::sync::Arc;

use noise_playground::generator::{Address, RETURN, Tap, TapAddress, TapName};
use noise_playground::gpu::measure::{SampleSteps, Step};

/// Steps in the order of computation, and the lines of the table.
#[derive(Clone, Debug)]
pub(crate) struct RecordedTrace {
    /// Names of taps from its file are written without the file.
    pub(crate) generator: Address,
    pub(crate) taps: Arc<[Tap]>,
    pub(crate) steps: SampleSteps,
    pub(crate) lines: Vec<TraceLine>,
    /// Characters of the longest name.
    pub(crate) widest_name: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TraceLine {
    /// Heading with the function of the following steps. Holds the index of the first.
    Function(usize),
    /// Index of the step, and of the number in its value.
    Number(usize, usize),
}

impl RecordedTrace {
    pub(crate) fn new(generator: Address, taps: Arc<[Tap]>, steps: SampleSteps) -> Self {
        let mut recorded = Self { lines: Vec::new(), widest_name: 0, generator, taps, steps };
        let function = |step: &Step| &recorded.taps[step.tap].function;
        let mut last = &recorded.generator;
        for (index, step) in recorded.steps.steps.iter().enumerate() {
            if function(step) != last {
                recorded.lines.push(TraceLine::Function(index));
            }
            last = function(step);
            let numbers = 0..step.value.len();
            let numbers = numbers.map(|number| TraceLine::Number(index, number));
            recorded.lines.extend(numbers);
        }
        let names = recorded.numbers().map(|(step, number)| recorded.name(step, number));
        let widths = names.map(|name| name.chars().count());
        recorded.widest_name = widths.max().unwrap_or_default();
        recorded
    }

    /// Returns the index of the step with the result; `None` of a grid program, and if not all steps are recorded.
    pub(crate) fn result(&self) -> Option<usize> {
        let last = self.steps.steps.len().checked_sub(1)?;
        let (_, tap) = self.step(last);
        (tap.function == self.generator && tap.name == RETURN).then_some(last)
    }

    pub(crate) fn step(&self, index: usize) -> (&Step, &Tap) {
        let step = &self.steps.steps[index];
        (step, &self.taps[step.tap])
    }

    /// Returns the index of a step, and of the number within its value.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (usize, usize)> {
        self.lines.iter().filter_map(|line| match line {
            TraceLine::Number(step, number) => Some((*step, *number)),
            TraceLine::Function(_) => None,
        })
    }

    /// `sum`, or `p.x` for a component of a vector.
    pub(crate) fn name(&self, step: usize, number: usize) -> String {
        let (step, tap) = self.step(step);
        match step.value.len() {
            1 => tap.name.clone(),
            _ => format!("{}.{}", tap.name, COMPONENTS[number]),
        }
    }

    /// In single precision, and in double precision if that was recorded.
    pub(crate) fn texts(&self, step: usize, number: usize) -> (String, Option<String>) {
        let (step, tap) = self.step(step);
        let double = step.double.as_ref().map(|double| double[number]);
        (number_text(tap, step.value[number], 7), double.map(|number| number_text(tap, number, 12)))
    }

    /// Number of axes by which values are differentiated; 0 without gradients.
    pub(crate) fn axes(&self) -> usize {
        self.steps.steps.iter().map(|step| step.gradient.len()).max().unwrap_or_default()
    }

    /// Derivative of a number by each axis, in single precision. Empty for integers, and without gradients.
    pub(crate) fn slope_texts(&self, step: usize, number: usize) -> Vec<String> {
        let (step, tap) = self.step(step);
        let slopes = step.gradient.iter().map(|by_axis| number_text(tap, by_axis[number], 5));
        slopes.collect()
    }

    /// Returns the address, as for `--stage`, with the same run as in the step.
    pub(crate) fn stage(&self, step: usize) -> String {
        let (_, tap) = self.step(step);
        let is_same = |step: &&Step| {
            let other = &self.taps[step.tap];
            (&other.function, &other.name) == (&tap.function, &tap.name)
        };
        // In this notation, runs are counted over all statements that assign the same name.
        let run = self.steps.steps[..=step].iter().filter(is_same).count();
        let run = Some(run as u32);
        let function = (tap.function != self.generator).then(|| tap.function.function.clone());
        let file = (tap.function.file != self.generator.file).then(|| tap.function.file.clone());
        let address = TapAddress { file, function, value: TapName::Name(tap.name.clone()), run };
        address.to_string()
    }

    /// One line for each number, with all digits.
    pub(crate) fn csv(&self) -> String {
        let axes = &["dx", "dy", "dz"][..self.axes()];
        let titles = ["function", "line", "name", "n", "iteration", "value", "f64"];
        let mut csv = titles.iter().chain(axes).copied().collect::<Vec<_>>().join(",") + "\n";
        for (index, number) in self.numbers() {
            let (step, tap) = self.step(index);
            let double = step.double.as_ref().map(|double| double[number]);
            let slope = |axis: usize| {
                let by_axis = step.gradient.get(axis);
                by_axis.map_or_else(String::new, |numbers| (numbers[number] as f32).to_string())
            };
            let mut fields = vec![
                tap.function.to_string(),
                tap.line().to_string(),
                self.name(index, number),
                step.run.to_string(),
                step.iteration.to_string(),
                (step.value[number] as f32).to_string(),
                double.map_or_else(String::new, |number| number.to_string()),
            ];
            fields.extend((0..axes.len()).map(slope));
            csv += &fields.join(",");
            csv += "\n";
        }
        csv
    }
}

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// With decimals if the tap is floating-point, and with an exponent if it is very small or large.
fn number_text(tap: &Tap, number: f64, decimals: usize) -> String {
    let text = match number.abs() {
        _ if !number.is_finite() => number.to_string(),
        _ if !tap.is_float() => format!("{number:.0}"),
        size if size != 0.0 && !(1e-4..1e7).contains(&size) => format!("{number:.decimals$e}"),
        _ => format!("{number:.decimals$}"),
    };
    text.replace('-', "\u{2212}")
}
