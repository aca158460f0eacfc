//! The view that options select, with the names and the values of the command line.

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::render::DataSettings;
use noise_playground::subject::derived::{Derived, Quantity};
use noise_playground::subject::view_setting::{SettingValue, ViewSetting, plain_number};
use noise_playground::wgsl::suggest::did_you_mean;
use noise_playground::{RenderSettings, Subject};
use pyo3::prelude::*;

use crate::errors::Failure;

/// Center, span, width and height, z and time.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct Placement([f64; 2], f64, [u32; 2], [f64; 2]);

impl Placement {
    pub(crate) fn grid(self) -> SampleGrid {
        SampleGrid { center: self.0, span: self.1, size: self.2 }
    }

    pub(crate) fn apply(self, settings: &mut RenderSettings) {
        settings.grid = self.grid();
        [settings.z, settings.time] = self.3;
    }

    pub(crate) fn place(self, program: &mut noise_playground::Program) {
        self.apply(program.settings_mut());
    }
}

/// Settings of a picture, and the names of the options that are given.
pub(crate) struct View {
    pub(crate) settings: RenderSettings,
    given: Vec<ViewSetting>,
}

impl View {
    /// Applies options such as `("value_range", "0,1")` to the view of a subject.
    pub(crate) fn new(
        subject: &Subject,
        placement: Placement,
        options: &[(String, String)],
    ) -> Result<Self, Failure> {
        let generator = &*subject.generator;
        let mut settings = subject.settings;
        placement.apply(&mut settings);
        let mut given = Vec::new();
        for (name, text) in options {
            given.push((option(name)?, text));
        }
        // The mode decides about the others.
        given.sort_by_key(|(setting, _)| *setting != ViewSetting::Mode);
        for (setting, text) in &given {
            set(&mut settings, generator, *setting, text)?;
        }
        ViewSetting::Size.check(&settings).map_err(|error| Failure::Value(error.about("size")))?;
        if !settings.shading.channel.is_available(generator.channels()) {
            let (name, count) = (settings.shading.channel.name(), generator.channels());
            return Err(Failure::Value(format!(
                "channel {name}: the result has {count} number(s)"
            )));
        }
        Ok(Self { settings, given: given.into_iter().map(|(setting, _)| setting).collect() })
    }

    pub(crate) fn has(&self, option: &str) -> bool {
        self.given.iter().any(|setting| setting.info().option == option)
    }

    /// The numbers of data files, and the range of those that are scaled to integers.
    pub(crate) fn data(&self, derived: Option<Derived>) -> DataSettings {
        let range = self.settings.shading.value_range;
        if self.has("value-range") {
            return DataSettings { value_range: range, ..DataSettings::new(derived, range) };
        }
        DataSettings::new(derived, range.of_scaled_data())
    }
}

/// Names of all options, with `_` for `-`.
pub(crate) fn option_names() -> Vec<String> {
    let options = ViewSetting::ALL.into_iter().map(|setting| setting.info().option);
    let placed = ["", "size", "center", "span", "z", "time"];
    options
        .filter(|option| !placed.contains(option))
        .map(|option| option.replace('-', "_"))
        .collect()
}

fn option(name: &str) -> Result<ViewSetting, Failure> {
    let named = |setting: &ViewSetting| setting.info().option.replace('-', "_") == name;
    ViewSetting::ALL.into_iter().find(named).ok_or_else(|| {
        let names = option_names();
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        Failure::Type(format!("unexpected keyword {name:?}{hint}"))
    })
}

fn set(
    settings: &mut RenderSettings,
    generator: &Generator,
    setting: ViewSetting,
    text: &str,
) -> Result<(), Failure> {
    let before = settings.shading.mode;
    let name = setting.info().option.replace('-', "_");
    if setting != ViewSetting::Mode && !setting.applies(before) {
        let view = before.name();
        return Err(Failure::Value(format!("{name} has no effect in the view {view}")));
    }
    let value = match generator.channel_named(text) {
        Some(channel) if setting == ViewSetting::Channel => SettingValue::Name(channel.name()),
        _ => {
            let parsed = setting.parse(text, before, plain_number);
            parsed.map_err(|error| Failure::Value(error.about(&name)))?
        }
    };
    setting.set(settings, value);
    let mode = settings.shading.mode;
    if setting == ViewSetting::Mode {
        if !generator.supports(mode) {
            let reason = "does not show this generator";
            return Err(Failure::Value(format!("view {} {reason}", mode.name())));
        }
        settings.adapt_to_mode(generator, before);
    }
    Ok(())
}

/// Lists all quantities.
pub(crate) fn unknown_quantity(name: &str) -> Failure {
    let exact = ["field", "gradient", "laplacian", "hessian"];
    let names: Vec<&str> = exact.into_iter().chain(Quantity::ALL.map(Quantity::name)).collect();
    Failure::Value(format!("quantity {name:?} is none of {}", names.join(", ")))
}
