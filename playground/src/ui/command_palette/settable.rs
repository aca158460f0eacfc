//! Controls and view settings that the user can set in the command palette by typing a name and a value: each is a name
//! with a parser for the value.

use noise_playground::generator::Generator;
use noise_playground::scene::RAY_COUNTS;
use noise_playground::shading::ViewMode;
use noise_playground::view_setting::{SettingKind, SettingValue, ViewSetting};

use super::item::{Edit, Item};
use crate::ui::view::{has_z, scene_settings, shading_settings};
use crate::ui::widgets::expression::evaluate;
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

/// Returns the command palette entry that sets a view setting to a typed value; `None` for settings with choices, which
/// have a line for each, and for those of several numbers, which have an entry for each.
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

/// Returns one command palette line for each choice of a view setting, such as `Sky light: on`; empty for settings
/// without choices.
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

fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
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
