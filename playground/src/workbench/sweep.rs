//! A sweep: many pictures of what the selected cell shows, one or two controls going through their values.

use noise_playground::control::{Control, Values, Widget};
use noise_playground::generator::{Address, Generator};
use noise_playground::view::ValueRange;

use super::{PaneKey, Setup, Workbench};
use crate::axis::{labels, stops};

/// The most values on an axis.
pub(crate) const MOST_STOPS: usize = 8;

/// Values on an axis, unless a control has fewer.
const STOPS: usize = 5;

/// Which way a control goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Across,
    Down,
}

/// What is swept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sweep {
    /// Of which generator.
    address: Address,
    pub(crate) across: Option<SweepAxis>,
    pub(crate) down: Option<SweepAxis>,
    /// The values at the cell's palette's ends: all pictures share them, so that they can be compared.
    value_range: Option<(f32, f32)>,
}

/// A control that goes through its values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SweepAxis {
    pub(crate) name: String,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// From 1 to [`MOST_STOPS`].
    pub(crate) count: usize,
}

impl Sweep {
    /// The axis of this way.
    pub(crate) fn axis_mut(&mut self, way: Way) -> &mut Option<SweepAxis> {
        match way {
            Way::Across => &mut self.across,
            Way::Down => &mut self.down,
        }
    }

    /// Columns and rows.
    pub(crate) fn size(&self) -> [usize; 2] {
        [&self.across, &self.down].map(|axis| axis.as_ref().map_or(1, |axis| axis.count))
    }

    /// The axes, with the place that a picture has on each.
    fn places(&self, index: usize) -> impl Iterator<Item = (&SweepAxis, usize)> {
        let columns = self.size()[0];
        let places = [
            (&self.across, index % columns),
            (&self.down, index / columns),
        ];
        places
            .into_iter()
            .filter_map(|(axis, at)| Some((axis.as_ref()?, at)))
    }
}

impl SweepAxis {
    /// A control over its slider, or through its names.
    fn new(control: &Control) -> Self {
        let (from, to) = match &control.widget {
            Widget::Enum(names) => (0.0, names.len().saturating_sub(1) as f64),
            Widget::Toggle => (0.0, 1.0),
            _ => (control.range.min, control.range.max),
        };
        let most = match &control.widget {
            Widget::Enum(names) => names.len().clamp(1, MOST_STOPS),
            _ if control.ty.is_integer() => (to - from + 1.0).min(STOPS as f64) as usize,
            _ => STOPS,
        };
        Self {
            name: control.name.clone(),
            from,
            to,
            count: most,
        }
    }

    /// Its values in turn: at equal distances on the control's slider.
    fn stops(&self, control: &Control) -> Vec<String> {
        let is_log = control.range.log && self.from > 0.0 && self.to > 0.0;
        let ends = [self.from, self.to];
        stops(ends, self.count, control.ty.is_integer(), is_log)
    }

    /// The same as people read them.
    pub(crate) fn labels(&self, generator: &Generator) -> Vec<String> {
        let control = control(generator, &self.name);
        let labels =
            control.map(|control| labels(control, [self.from, self.to], &self.stops(control)));
        labels.unwrap_or_default()
    }
}

fn control<'a>(generator: &'a Generator, name: &str) -> Option<&'a Control> {
    let mut controls = generator.controls.iter();
    controls.find(|control| control.name == *name)
}

/// Whether a control can go through its values: one that has a single number.
pub(crate) fn can_be_swept(control: &Control) -> bool {
    control.ty.components() == 1
}

impl Workbench {
    /// Has a control of the selected cell go through its values, beside the one that goes the other way.
    pub(crate) fn sweep(&mut self, name: &str, way: Way) {
        let Some(generator) = self.shown().cloned() else {
            return;
        };
        let Some(control) = control(&generator, name).filter(|control| can_be_swept(control))
        else {
            return;
        };
        let measured = self.measured(PaneKey::Cell(self.document.selected));
        let mut sweep = self.swept().cloned().unwrap_or(Sweep {
            address: generator.address.clone(),
            across: None,
            down: None,
            value_range: measured.value_range,
        });
        for other in [Way::Across, Way::Down] {
            let axis = sweep.axis_mut(other);
            if axis.as_ref().is_some_and(|axis| axis.name == name) {
                *axis = None;
            }
        }
        *sweep.axis_mut(way) = Some(SweepAxis::new(control));
        self.sweep = Some(sweep);
    }

    /// The sweep that is to be seen, if what it is of is shown.
    pub(crate) fn swept(&self) -> Option<&Sweep> {
        let address = &self.shown()?.address;
        self.sweep
            .as_ref()
            .filter(|sweep| sweep.address == *address)
    }

    /// What one of its pictures is made from: the selected cell with other values.
    pub(super) fn variant_setup(&self, index: usize) -> Option<Setup> {
        let sweep = self.swept()?;
        let mut cell = self.setup(PaneKey::Cell(self.document.selected))?;
        let before = cell.values.clone();
        cell.values = variant(sweep, index, &cell.generator, before)?;
        if let (ValueRange::Auto, Some((min, max))) =
            (cell.look.view.value_range, sweep.value_range)
        {
            cell.look.view.value_range = ValueRange::Fixed(min.into(), max.into());
        }
        Some(cell)
    }

    /// What is varied in a picture, in words: `warp 0.2, gain 0.5`.
    pub(crate) fn variant_name(&self, index: usize) -> String {
        let named = self.swept().zip(self.shown()).map(|(sweep, generator)| {
            let places = sweep.places(index);
            let words = places.map(|(axis, at)| {
                let labels = axis.labels(generator);
                format!(
                    "{} {}",
                    axis.name,
                    labels.get(at).map_or("", String::as_str)
                )
            });
            words.collect::<Vec<_>>().join(", ")
        });
        named.unwrap_or_default()
    }

    /// Whether the selected cell has just these values.
    pub(crate) fn is_variant_in_force(&self, index: usize) -> bool {
        let cell = self.setup(PaneKey::Cell(self.document.selected));
        let variant = self.variant_setup(index);
        cell.zip(variant).is_some_and(|(cell, variant)| {
            let mut controls = cell.generator.controls.iter();
            controls.all(|control| cell.values.get(control) == variant.values.get(control))
        })
    }

    /// Gives the selected cell a picture's values, and ends the sweep.
    pub(crate) fn adopt_variant(&mut self, index: usize) {
        let Some(setup) = self.variant_setup(index) else {
            return;
        };
        let name = self.variant_name(index);
        if let Some(values) = self.values_mut() {
            let before = std::mem::replace(values, setup.values);
            self.spread_locked(&before);
            self.history.name_step(name);
        }
        self.sweep = None;
    }
}

fn variant(
    sweep: &Sweep,
    index: usize,
    generator: &Generator,
    mut values: Values,
) -> Option<Values> {
    for (axis, at) in sweep.places(index) {
        let control = control(generator, &axis.name)?;
        let stop = axis.stops(control).get(at)?.clone();
        values.set(control, control.parse(&stop).ok()?);
    }
    Some(values)
}
