//! The sweep: pictures of the selected cell in which one or two controls vary over a range.

use std::sync::Arc;

use noise_playground::generator::control::{Control, Widget};
use noise_playground::generator::{Address, Generator};
use noise_playground::subject::sweep::{self, Axis, AxisRange};
use noise_playground::view::shading::ValueRange;

use super::derived::{ByAddress, Derived};
use super::history::Change;
use super::{PaneContent, PaneId, Workbench};

pub(crate) const MAX_AXIS_VALUES: usize = 8;

/// Values of a new axis; fewer if the control has fewer.
const DEFAULT_COUNT: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SweepDirection {
    /// Columns.
    Across,
    /// Rows.
    Down,
}

/// Shown in place of the cells until the user closes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sweep {
    address: Address,
    /// `across` gives columns and `down` rows; `None` for a single one.
    pub(crate) across: Option<AxisRange>,
    pub(crate) down: Option<AxisRange>,
    /// Shared by all pictures: that of the selected cell when the sweep was opened; `None` if none was measured.
    value_range: Option<(f32, f32)>,
}

impl Sweep {
    pub(crate) fn axis_mut(&mut self, direction: SweepDirection) -> &mut Option<AxisRange> {
        match direction {
            SweepDirection::Across => &mut self.across,
            SweepDirection::Down => &mut self.down,
        }
    }

    fn axis(&self, direction: SweepDirection) -> Option<&AxisRange> {
        match direction {
            SweepDirection::Across => self.across.as_ref(),
            SweepDirection::Down => self.down.as_ref(),
        }
    }

    /// Returns values row by row; `None` if a control cannot have the values of its axis.
    fn variants(&self, generator: &Generator) -> Option<sweep::Sweep> {
        let ranges = self.across.iter().chain(&self.down);
        let axes = ranges.map(|range| Axis::new(range, generator));
        sweep::Sweep::new(axes.collect::<Result<_, _>>().ok()?).ok()
    }
}

pub(super) type DerivedVariants = Derived<(Sweep, ByAddress<Generator>), Option<Arc<sweep::Sweep>>>;

/// Returns the slider range with up to [`DEFAULT_COUNT`] values, or options of an enum, up to [`MAX_AXIS_VALUES`].
fn new_axis(control: &Control) -> AxisRange {
    let full = AxisRange::over(control, DEFAULT_COUNT);
    let count = match &control.widget {
        Widget::Enum(options) => options.len().clamp(1, MAX_AXIS_VALUES),
        _ if control.ty.is_integer() => {
            (full.to - full.from + 1.0).min(DEFAULT_COUNT as f64) as usize
        }
        _ => DEFAULT_COUNT,
    };
    AxisRange { count, ..full }
}

pub(crate) fn is_sweepable(control: &Control) -> bool {
    control.ty.components() == 1
}

/// Returns a fractional index in the ascending or descending list `values`; `None` outside of its range.
fn position(values: &[f64], number: f64) -> Option<f64> {
    let exact = values.iter().position(|value| *value == number);
    let between = || {
        let pairs = values.windows(2).enumerate();
        pairs.into_iter().find_map(|(index, pair)| {
            let fraction = (number - pair[0]) / (pair[1] - pair[0]);
            (0.0..=1.0).contains(&fraction).then_some(index as f64 + fraction)
        })
    };
    exact.map(|index| index as f64).or_else(between)
}

impl Workbench {
    pub(crate) fn sweep_mut(&mut self) -> Option<&mut Sweep> {
        self.0.sweep.as_mut()
    }

    /// Opens a sweep over a control, or adds it. The other axis remains, unless it has the same control.
    pub(crate) fn sweep(&mut self, name: &str, direction: SweepDirection) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let mut controls = generator.controls().iter();
        let control = controls.find(|control| control.name == name);
        let Some(control) = control.filter(|control| is_sweepable(control)) else {
            return;
        };
        let measured = self.pane_stats(PaneId::Cell(self.document.selected));
        let mut sweep = self.active_sweep().cloned().unwrap_or(Sweep {
            address: generator.address().clone(),
            across: None,
            down: None,
            value_range: measured.value_range,
        });
        for axis in [&mut sweep.across, &mut sweep.down] {
            axis.take_if(|axis| axis.name == name);
        }
        *sweep.axis_mut(direction) = Some(new_axis(control));
        self.0.sweep = Some(sweep);
    }

    /// Returns `None` if the selected cell shows another generator.
    pub(crate) fn active_sweep(&self) -> Option<&Sweep> {
        let address = self.shown()?.address();
        let sweep = self.sweep.as_ref();
        sweep.filter(|sweep| sweep.address == *address)
    }

    fn variants(&self) -> Option<Arc<sweep::Sweep>> {
        let (sweep, generator) = (self.active_sweep()?, self.shown()?);
        let inputs = (sweep.clone(), ByAddress(Arc::clone(generator)));
        let derive = || sweep.variants(generator).map(Arc::new);
        self.derived.variants.get(inputs, derive)
    }

    /// Returns one empty label without an axis, and only empty labels if a control cannot have the values of its axis.
    pub(crate) fn sweep_labels(&self, direction: SweepDirection) -> Vec<String> {
        let (variants, sweep) = (self.variants(), self.active_sweep());
        let Some(range) = sweep.and_then(|sweep| sweep.axis(direction)) else {
            return vec![String::new()];
        };
        let axes = variants.iter().flat_map(|variants| variants.axes());
        let mut labels = axes.filter(|axis| axis.name() == range.name).map(Axis::labels);
        let labels = labels.next_back().map(<[String]>::to_vec);
        labels.unwrap_or_else(|| vec![String::new(); range.count])
    }

    /// Returns the selected cell with the values of the variant `index` of the sweep or mutation sheet.
    pub(super) fn variant_content(&self, index: usize) -> Option<PaneContent> {
        if self.active_mutations().is_some() {
            return self.mutation_content(index);
        }
        let mut cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let sweep = self.variants()?;
        cell.values = sweep.values(index, &cell.generator, &cell.values);
        if let Some((min, max)) = self.active_sweep()?.value_range
            && cell.view.shading.value_range.is_measured()
        {
            cell.view.shading.value_range = ValueRange::Fixed(min.into(), max.into());
        }
        Some(cell)
    }

    /// `warp 0.2, gain 0.5`; empty without a sweep.
    pub(crate) fn variant_name(&self, index: usize) -> String {
        let name = self.variants().map(|sweep| {
            let parts = sweep.positions(index);
            let parts =
                parts.map(|(axis, index)| format!("{} {}", axis.name(), axis.labels()[index]));
            parts.collect::<Vec<_>>().join(", ")
        });
        name.unwrap_or_default()
    }

    /// Returns the fractional index of the selected cell's value; `None` without the axis, or outside of it.
    pub(crate) fn current_position(&self, direction: SweepDirection) -> Option<f64> {
        let sweep = self.active_sweep()?;
        let (axis, stride) = match direction {
            SweepDirection::Across => (sweep.across.as_ref()?, 1),
            SweepDirection::Down => {
                let columns = sweep.across.as_ref().map_or(1, |axis| axis.count);
                (sweep.down.as_ref()?, columns)
            }
        };
        let cell = self.pane_content(PaneId::Cell(self.document.selected))?;
        let mut controls = cell.generator.controls().iter();
        let control = controls.find(|control| control.name == axis.name)?;
        let variants = self.variants()?;
        let values = (0..axis.count).map(|index| {
            let values = variants.values(index * stride, &cell.generator, &cell.values);
            values.get(control).first()
        });
        position(&values.collect::<Vec<_>>(), cell.values.get(control).first())
    }

    pub(crate) fn is_variant_applied(&self, index: usize) -> bool {
        let cell = self.pane_content(PaneId::Cell(self.document.selected));
        let variant = self.variant_content(index);
        cell.zip(variant).is_some_and(|(cell, variant)| {
            cell.values.agree(&variant.values, cell.generator.controls())
        })
    }

    /// Closes the sweep.
    pub(crate) fn apply_variant(&mut self, index: usize) {
        let Some(content) = self.variant_content(index) else {
            return;
        };
        let name = self.variant_name(index);
        if self.replace_values(content.values) {
            self.0.history.set_change(Change::ApplyVariant(name));
        }
        self.0.sweep = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_lies_at_or_between_values() {
        assert_eq!(position(&[0.0, 1.0, 3.0], 1.0), Some(1.0));
        assert_eq!(position(&[0.0, 1.0, 3.0], 2.0), Some(1.5));
        assert_eq!(position(&[4.0, 2.0], 3.5), Some(0.25));
        assert_eq!(position(&[0.0, 1.0], 2.0), None);
    }
}
