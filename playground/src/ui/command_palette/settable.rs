//! Settings whose values can be typed in the command palette: a name with a parser of the value.

use noise_playground::generator::Generator;

use crate::ui::view::{has_z, scene_settings, shading_settings};
use crate::ui::widgets::expression::evaluate;
use crate::workbench::document::ViewSetting;
use crate::workbench::{View, Workbench};

pub(super) type Edit = Box<dyn FnOnce(&mut Workbench)>;

/// Parses the text typed after a name. Returns the value as text and the edit that sets it; `None` if the text is not a
/// valid value.
pub(super) type Parse = Box<dyn Fn(&str) -> Option<(String, Edit)>>;

/// A control or setting whose value can be typed after its name.
pub(super) struct Settable {
    pub(super) name: String,
    pub(super) parse: Parse,
}

impl Settable {
    pub(super) fn new(
        name: &str,
        parse: impl Fn(&str) -> Option<(String, Edit)> + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            parse: Box::new(parse),
        }
    }
}

/// Returns the value of a typed number or expression; `None` if it is not valid or not finite.
pub(super) fn typed_number(text: &str) -> Option<f64> {
    evaluate(text).ok().filter(|number| number.is_finite())
}

/// Returns a setting with the name `name` whose value is one number, typed as such or as an expression. `set` applies
/// it.
pub(super) fn number(name: &str, set: fn(&mut Workbench, f64)) -> Settable {
    Settable::new(name, move |text| {
        let number = typed_number(text)?;
        let edit: Edit = Box::new(move |workbench| set(workbench, number));
        Some((number.to_string(), edit))
    })
}

/// Returns the settings that have an effect on the picture of a generator in a view.
pub(super) fn applicable_settings(generator: &Generator, view: &View) -> Vec<ViewSetting> {
    let mut settings = shading_settings(generator, view);
    let scene = view.shading_for(generator).mode.info().scene;
    settings.extend(scene.map(scene_settings).unwrap_or_default());
    if has_z(generator, view) {
        settings.push(ViewSetting::Z);
    }
    settings
}
