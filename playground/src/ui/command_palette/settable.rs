//! Controls and view settings that the user can set in the command palette by typing a name and a value: each is a name
//! with a parser for the value.

use noise_playground::generator::Generator;

use super::item::Edit;
use crate::ui::view::{has_z, scene_settings, shading_settings};
use crate::ui::widgets::expression::evaluate;
use crate::workbench::document::ViewSetting;
use crate::workbench::{View, Workbench};

/// Parser for the text typed after the name of a setting in the command palette. Returns the value as text and the edit
/// that sets it; `None` if the text is not a valid value.
pub(super) type Parse = Box<dyn Fn(&str) -> Option<(String, Edit)>>;

/// A control or view setting that the user sets in the command palette by typing its name and a value.
pub(super) struct Settable {
    pub(super) name: String,
    /// Description of the valid values, for text that is none: `an integer from 2 to 512`.
    pub(super) expected: String,
    pub(super) parse: Parse,
}

impl Settable {
    pub(super) fn new(
        name: &str,
        expected: impl Into<String>,
        parse: impl Fn(&str) -> Option<(String, Edit)> + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            expected: expected.into(),
            parse: Box::new(parse),
        }
    }
}

/// Evaluates a typed number or arithmetic expression. Returns `None` if the text is not valid or the result is not
/// finite.
pub(super) fn typed_number(text: &str) -> Option<f64> {
    evaluate(text).ok().filter(|number| number.is_finite())
}

/// Returns a command palette entry for the setting `name`, whose value is one number, typed as a number or an
/// expression. `set` applies the number.
pub(super) fn number(name: &str, set: fn(&mut Workbench, f64)) -> Settable {
    Settable::new(name, "a number", move |text| {
        let number = typed_number(text)?;
        let edit: Edit = Box::new(move |workbench| set(workbench, number));
        Some((number.to_string(), edit))
    })
}

/// Returns all view settings that affect the picture of `generator` when it is shown with `view`.
pub(super) fn applicable_settings(generator: &Generator, view: &View) -> Vec<ViewSetting> {
    let mut settings = shading_settings(generator, view);
    let scene = view.shading_for(generator).mode.info().scene;
    settings.extend(scene.map(scene_settings).unwrap_or_default());
    if has_z(generator, view) {
        settings.push(ViewSetting::Z);
    }
    settings
}
