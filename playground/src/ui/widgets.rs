//! Widgets that several panels use, most of which edit the value of a control: one kind per file.

pub(crate) mod arrows;
pub(crate) mod choice;
pub(crate) mod color;
mod color_field;
pub(crate) mod curve;
pub(crate) mod elided;
pub(crate) mod expression;
pub(crate) mod field;
pub(crate) mod gradient;
pub(crate) mod line;
pub(crate) mod number;
mod number_edit;
mod number_format;
pub(crate) mod number_keys;
pub(crate) mod octaves;
mod point;
pub(crate) mod row;
pub(crate) mod screen_reader;
pub(crate) mod section;
pub(crate) mod seed;
pub(crate) mod slider;
mod spare;
pub(crate) mod steps;
pub(crate) mod thumbnail;
pub(crate) mod track;
pub(crate) mod vector;
pub(crate) mod xy;

use egui::{Id, Ui};

/// Returns true if `now` is not what it was in the previous call with this name, or the default in the first call.
pub(crate) fn has_changed<T>(ui: &Ui, name: &'static str, now: T) -> bool
where
    T: Clone + Default + PartialEq + Send + Sync + 'static,
{
    ui.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<T>(Id::unique(name));
        let has_changed = *last != now;
        *last = now;
        has_changed
    })
}
