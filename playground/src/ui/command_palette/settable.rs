//! Controls and view settings that a typed name and value set.

use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::{SettingKind, SettingValue, ViewSetting};
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::settings::RAY_COUNTS;

use super::item::{Edit, Item};
use crate::ui::view::{has_z, scene_settings, shading_settings};
use crate::ui::widgets::expression::evaluate;
use crate::workbench::format::capitalized;
use crate::workbench::{View, Workbench};

/// Returns the value as text and the edit that sets it; `None` if the text is not valid.
pub(super) type Parse = Box<dyn Fn(&str) -> Option<(String, Edit)>>;

pub(super) struct Settable {
    pub(super) name: String,
    /// The valid values: `an integer from 2 to 512`.
    pub(super) expected: String,
    pub(super) parse: Parse,
}

impl Settable {
    pub(super) fn new(
        name: &str,
        expected: impl Into<String>,
        parse: impl Fn(&str) -> Option<(String, Edit)> + 'static,
    ) -> Self {
        Self { name: name.to_owned(), expected: expected.into(), parse: Box::new(parse) }
    }
}

/// Evaluates an expression; `None` if it is not valid or not finite.
pub(super) fn typed_number(text: &str) -> Option<f64> {
    evaluate(text).ok().filter(|number| number.is_finite())
}

pub(super) fn number(name: &str, set: fn(&mut Workbench, f64)) -> Settable {
    Settable::new(name, "a number", move |text| {
        let number = typed_number(text)?;
        let edit: Edit = Box::new(move |workbench| set(workbench, number));
        Some((number.to_string(), edit))
    })
}

/// Returns `None` for settings with choices or several numbers, which have a line or an entry for each.
pub(super) fn of_setting(setting: ViewSetting, mode: ViewMode) -> Option<Settable> {
    let info = setting.info();
    let has_value = matches!(
        info.kind,
        SettingKind::Number
            | SettingKind::Fraction
            | SettingKind::Level
            | SettingKind::Count
            | SettingKind::Range
            | SettingKind::Clip
    );
    let parse = move |text: &str| {
        let value = setting.parse(text, mode, typed_number).ok()?;
        let edit: Edit = Box::new(move |workbench| workbench.set_view_setting(setting, value));
        Some((setting.text(value, |number| number.to_string()), edit))
    };
    has_value.then(|| Settable::new(info.title, info.kind.expected(mode), parse))
}

/// Returns a line for each choice, such as `Sky light: on`.
pub(super) fn choices(setting: ViewSetting, mode: ViewMode) -> Vec<Item> {
    let values: Vec<SettingValue> = match setting.info().kind {
        SettingKind::Switch => [true, false].map(SettingValue::Switch).into(),
        SettingKind::Rays => RAY_COUNTS.map(SettingValue::Count).into(),
        SettingKind::Name(names) => names(mode).into_iter().map(SettingValue::Name).collect(),
        SettingKind::Count | SettingKind::Clip => vec![SettingValue::Automatic],
        _ => Vec::new(),
    };
    let title = capitalized(setting.info().title);
    let line = |value| {
        let text = setting.text(value, |number| number.to_string());
        Item::edit(format!("{title}: {text}"), move |workbench| {
            workbench.set_view_setting(setting, value);
        })
    };
    values.into_iter().map(line).collect()
}

/// Returns the settings that affect the picture.
pub(super) fn applicable_settings(generator: &Generator, view: &View) -> Vec<ViewSetting> {
    let mut settings = shading_settings(generator, view);
    let scene = view.shading_for(generator).mode.info().scene;
    settings.extend(scene.map(scene_settings).unwrap_or_default());
    if has_z(generator, view) {
        settings.push(ViewSetting::Z);
    }
    settings
}
