//! The subject of an axis: the control, component of a control, setting of the view, or preset that it varies.

use super::SweepError;
use super::notation::PRESET;
use super::range::NumberKind;
use crate::RenderSettings;
use crate::generator::Generator;
use crate::generator::control::{Control, Plain, Setting, Settings, Values, component_index};
use crate::subject::view_setting::{SettingValue, ViewSetting};
use crate::view::shading::ViewMode;
use crate::view::space::camera::{CameraError, CameraSetting, Number, Scene};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Subject {
    Control(String),
    Component(String, usize),
    View(ViewSetting),
    Camera(Number),
    /// The controls that each preset names.
    Preset,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stop {
    Number(f64),
    /// Name of an option, or a color.
    Text(String),
    Preset(String, Settings),
}

impl Subject {
    /// A control takes precedence over a component, and these over settings of the view.
    pub(super) fn find(name: &str, generator: &Generator) -> Result<Self, SweepError> {
        if named(generator, name).any(Control::is_compiled) {
            return Err(SweepError::Feature(name.to_owned()));
        }
        if named(generator, name).next().is_some() {
            return Ok(Self::Control(name.to_owned()));
        }
        if let Some((base, component)) = name.rsplit_once('.')
            && let Some(control) = named(generator, base).next()
        {
            let index = component_index(component);
            let index = index.filter(|index| *index < control.ty.components());
            let name = base.to_owned();
            return match index {
                Some(index) => Ok(Self::Component(name, index)),
                None => Err(SweepError::UnknownComponent {
                    name,
                    component: component.to_owned(),
                    ty: control.ty,
                }),
            };
        }
        match name {
            "z" if !generator.domain.is_volume() => {
                Err(SweepError::NoDepth(generator.address.to_string()))
            }
            "z" => Ok(Self::View(ViewSetting::Z)),
            "time" => Ok(Self::View(ViewSetting::Time)),
            "span" => Ok(Self::View(ViewSetting::Span)),
            "camera.az" => Ok(Self::Camera(Number::Azimuth)),
            "camera.alt" => Ok(Self::Camera(Number::Altitude)),
            "camera.dist" => Ok(Self::Camera(Number::Distance)),
            "camera.fov" => Ok(Self::Camera(Number::FieldOfView)),
            PRESET => Ok(Self::Preset),
            _ => Err(SweepError::UnknownControl(name.to_owned())),
        }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Control(whole), Self::Component(name, _))
            | (Self::Component(name, _), Self::Control(whole)) => whole == name,
            _ => self == other,
        }
    }

    pub(super) fn controls<'a>(
        &'a self,
        generator: &'a Generator,
    ) -> impl Iterator<Item = &'a Control> {
        let name = match self {
            Self::Control(name) | Self::Component(name, _) => name.as_str(),
            Self::View(_) | Self::Camera(_) | Self::Preset => "",
        };
        named(generator, name)
    }

    pub(super) fn kind(&self, generator: &Generator) -> NumberKind {
        let mut controls = self.controls(generator).peekable();
        NumberKind {
            is_log: controls.peek().is_some_and(|control| control.range.log),
            is_integer: controls.any(|control| control.ty.is_integer()),
        }
    }

    /// True for texts and for finite `f32`. Numbers that may be names of options are left to [`Self::check`].
    pub(super) fn is_finite(&self, stop: &Stop) -> bool {
        match (self, stop) {
            (Self::Control(_), _) => true,
            (_, Stop::Number(number)) => (*number as f32).is_finite(),
            (_, Stop::Text(_) | Stop::Preset(..)) => true,
        }
    }

    pub(super) fn check(&self, stop: &Stop, generator: &Generator) -> Result<(), SweepError> {
        match (self, stop) {
            (Self::Control(name), _) => {
                let mut controls = self.controls(generator);
                controls.try_for_each(|control| check_control(name, control, stop))
            }
            (Self::View(setting), Stop::Number(number)) => {
                let checked = setting.check_value(SettingValue::Number(*number), ViewMode::Relief);
                checked.map_err(|error| SweepError::View(error.about(setting.name())))
            }
            (Self::Camera(number), Stop::Number(value)) => {
                let camera = Scene::Solid.default_camera();
                let checked = with_number(camera, *number, *value);
                checked.map(drop).map_err(|error| SweepError::View(error.to_string()))
            }
            (Self::Preset, Stop::Preset(_, settings)) => {
                let selects = |name: &String, setting: &Setting| {
                    let mut compiled =
                        named(generator, name).filter(|control| control.is_compiled());
                    compiled.any(|control| setting.value(control).as_ref() != Ok(&control.default))
                };
                let mut settings = settings.iter();
                let selected = settings.find(|(name, setting)| selects(name, setting));
                selected.map_or(Ok(()), |(name, _)| Err(SweepError::Feature(name.clone())))
            }
            (Self::Component(name, index), Stop::Number(number)) => {
                let mut controls = self.controls(generator);
                controls.try_for_each(|control| check_component(name, control, *index, *number))
            }
            (_, Stop::Text(text) | Stop::Preset(text, _)) => {
                Err(SweepError::NotANumber(text.clone()))
            }
            (Self::Preset, Stop::Number(number)) => {
                Err(SweepError::PresetRange(number.to_string()))
            }
        }
    }

    pub(super) fn set(&self, stop: &Stop, generator: &Generator, values: &mut Values) {
        for control in self.controls(generator) {
            let value = match (self, stop) {
                (Self::Component(_, index), Stop::Number(number)) => {
                    let mut value = values.get(control).clone();
                    value.0[*index] = *number;
                    Ok(value)
                }
                _ => stop.setting().value(control),
            };
            if let Ok(value) = value {
                values.set(control, value);
            }
        }
        if let Stop::Preset(_, settings) = stop {
            values.apply(&generator.controls, settings);
        }
    }

    pub(super) fn set_view(&self, stop: &Stop, settings: &mut RenderSettings) {
        let Stop::Number(number) = *stop else { return };
        match self {
            Self::View(setting) => setting.set(settings, SettingValue::Number(number)),
            Self::Camera(of) => {
                if let Some(scene) = settings.shading.mode.info().scene {
                    let camera = with_number(settings.scene.camera(scene), *of, number);
                    settings.scene.camera = camera.ok().or(settings.scene.camera);
                }
            }
            Self::Control(_) | Self::Component(..) | Self::Preset => {}
        }
    }
}

impl Stop {
    fn setting(&self) -> Setting {
        match self {
            Self::Number(number) => Setting::Number(Plain(*number)),
            Self::Text(text) | Self::Preset(text, _) => Setting::Text(text.clone()),
        }
    }
}

fn with_number(
    camera: CameraSetting,
    number: Number,
    value: f64,
) -> Result<CameraSetting, CameraError> {
    let mut parts = camera.parts();
    match number {
        Number::Azimuth => parts[0] = Some(value),
        Number::Altitude => parts[1] = Some(value),
        Number::Distance => parts[2] = Some(value),
        Number::FieldOfView => parts[3] = Some(value),
        Number::Target => {}
    }
    CameraSetting::new(&parts)
}

fn named<'a>(generator: &'a Generator, name: &'a str) -> impl Iterator<Item = &'a Control> {
    let controls = generator.controls.iter();
    controls.filter(move |control| control.name == name)
}

fn check_control(name: &str, control: &Control, stop: &Stop) -> Result<(), SweepError> {
    let ty = control.ty;
    let name = name.to_owned();
    if ty.components() > 1 && matches!(stop, Stop::Number(_)) {
        return Err(SweepError::NotScalar { name, ty });
    }
    check_setting(name, control, &stop.setting())
}

/// The other components have their defaults.
fn check_component(
    name: &str,
    control: &Control,
    index: usize,
    number: f64,
) -> Result<(), SweepError> {
    let mut value = control.default.clone();
    value.0[index] = number;
    check_setting(name.to_owned(), control, &control.setting(&value))
}

fn check_setting(name: String, control: &Control, setting: &Setting) -> Result<(), SweepError> {
    let checked = setting.value(control);
    checked.map(drop).map_err(|error| SweepError::Value { name, error })
}
