//! The settings of a view with a row in the window, each of which can be reset.

use noise_playground::subject::view_setting::{SettingKind, SettingValue, ViewSetting};
use noise_playground::view::shading::{Light, ValueRange};

use super::View;
use crate::workbench::format::{range_decimals, rounded};

/// In the order of the panel.
pub(crate) const ROWS: [ViewSetting; 19] = [
    ViewSetting::Channel,
    ViewSetting::Palette,
    ViewSetting::ValueRange,
    ViewSetting::Light,
    ViewSetting::Shadow,
    ViewSetting::Normals,
    ViewSetting::Exaggeration,
    ViewSetting::ZFactor,
    ViewSetting::Z,
    ViewSetting::Color,
    ViewSetting::Sky,
    ViewSetting::Air,
    ViewSetting::Threshold,
    ViewSetting::Clip,
    ViewSetting::ColorCut,
    ViewSetting::Sea,
    ViewSetting::Camera,
    ViewSetting::Samples,
    ViewSetting::Rays,
];

fn members(row: ViewSetting) -> &'static [ViewSetting] {
    match row {
        ViewSetting::Camera => &[ViewSetting::Camera, ViewSetting::Target],
        _ => &ROWS[ROWS.iter().position(|other| *other == row).map_or(0..0, |at| at..at + 1)],
    }
}

/// Returns true if compared cells share the setting.
pub(super) fn is_of_placement(setting: ViewSetting) -> bool {
    matches!(
        setting,
        ViewSetting::Z
            | ViewSetting::Threshold
            | ViewSetting::Clip
            | ViewSetting::Sea
            | ViewSetting::Samples
            | ViewSetting::Rays
            | ViewSetting::Camera
    )
}

impl View {
    pub(crate) fn get(&self, setting: ViewSetting) -> SettingValue {
        setting.get(&self.render_settings())
    }

    /// Sets the automatic value if it stands for the same.
    pub(crate) fn set(&mut self, setting: ViewSetting, value: SettingValue) {
        let mut settings = self.render_settings();
        let is_implicit =
            matches!(setting.info().kind, SettingKind::Switch | SettingKind::Fraction);
        setting.set(&mut settings, SettingValue::Automatic);
        if !is_implicit || setting.recorded(&settings) != value {
            setting.set(&mut settings, value);
        }
        self.take(settings);
    }

    pub(crate) fn is_modified(&self, row: ViewSetting) -> bool {
        let settings = self.render_settings();
        let mut members = members(row).iter();
        members.any(|setting| setting.get(&settings) != setting.default(&settings))
    }

    pub(crate) fn reset_setting(&mut self, row: ViewSetting) {
        let mut settings = self.render_settings();
        for setting in members(row) {
            let default = setting.default(&settings);
            setting.set(&mut settings, default);
        }
        self.take(settings);
    }

    /// The default palette depends on the view mode.
    pub(crate) fn default_text(&self, row: ViewSetting) -> String {
        let mut settings = self.render_settings();
        let default = row.default(&settings);
        row.set(&mut settings, default);
        match row.info().automatic {
            "" => row.text(row.recorded(&settings), |number| number.to_string()),
            automatic => automatic.to_owned(),
        }
    }

    /// For the undo history: `sun 114°, 3°`, `auto range off`.
    pub(crate) fn step_text(&self, setting: ViewSetting) -> String {
        let settings = self.render_settings();
        let value = setting.recorded(&settings);
        let text = |number: f64| rounded(number).to_string();
        match (setting, setting.get(&settings)) {
            (ViewSetting::ValueRange, SettingValue::Range(range)) => match range {
                ValueRange::Auto => "auto range on".to_owned(),
                ValueRange::Full => "full range on".to_owned(),
                ValueRange::Fixed(low, high) => {
                    let decimals = range_decimals(low, high);
                    format!("value range {low:.decimals$} \u{2026} {high:.decimals$}")
                }
            },
            (_, SettingValue::Light(Light { azimuth, altitude })) => {
                format!("sun {azimuth:.0}\u{b0}, {altitude:.0}\u{b0}")
            }
            (ViewSetting::Sea, SettingValue::Off) => "no sea".to_owned(),
            (ViewSetting::Sea, SettingValue::Number(level)) => format!("sea at {}", text(level)),
            (ViewSetting::Sea, _) => "sea of the file".to_owned(),
            (ViewSetting::Samples, SettingValue::Count(count)) => format!("{count} samples"),
            (ViewSetting::Samples, _) => "automatic samples".to_owned(),
            (ViewSetting::Rays, SettingValue::Count(count)) => format!("{count} rays per pixel"),
            (_, SettingValue::Automatic) if value == SettingValue::Automatic => {
                format!("{} {}", setting.info().title, setting.info().automatic)
            }
            _ => format!("{} {}", setting.info().title, setting.text(value, text)),
        }
    }
}
