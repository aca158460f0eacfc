//! Lines that set a control or view setting to a typed value: `gain 0.7`, `sun azimuth 120`.

use noise_playground::generator::Generator;
use noise_playground::generator::control::{Control, Value, Widget};
use noise_playground::subject::view_setting::ViewSetting;

use super::camera;
use super::item::{Edit, Item};
use super::settable::{Settable, applicable_settings, number, of_setting};
use crate::ui::control_text::number_format;
use crate::ui::view::has_time;
use crate::workbench::{View, Workbench};

/// Returns a line for each setting whose name starts with the first words of `text`, followed by a valid value.
pub(super) fn items(workbench: &Workbench, text: &str) -> Vec<Item> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = |settable: &Settable| {
        let is_named = |count: &usize| is_named(&settable.name, &words[..*count]);
        let mut splits = (1..words.len()).filter(is_named);
        let (value, edit) = splits.find_map(|count| (settable.parse)(&words[count..].join(" ")))?;
        Some(Item::edit(format!("Set {} to {value}", settable.name), edit))
    };
    settables(workbench).iter().filter_map(line).collect()
}

/// Returns a line for each setting that takes a typed value, which puts the name into the search field.
pub(super) fn names(workbench: &Workbench) -> Vec<Item> {
    let settables = settables(workbench).into_iter();
    settables.map(|settable| Item::complete(settable.name)).collect()
}

/// Returns true if each word, or each of its parts between underscores, is the start of a part of the name.
fn is_named(name: &str, words: &[&str]) -> bool {
    let name = name.to_lowercase();
    let mut typed = words.iter().flat_map(|word| word.split('_'));
    typed.all(|word| {
        let word = word.to_lowercase();
        name.split([' ', '_']).any(|part| part.starts_with(&word))
    })
}

/// Returns what is right if `text` is the whole name of a setting and a value that it cannot have.
pub(super) fn correction(workbench: &Workbench, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    settables(workbench).into_iter().find_map(|settable| {
        let parts = |words: &[&str]| words.join(" ").split([' ', '_']).count();
        let count = parts(&[&settable.name]);
        // A name of several words may be typed with underscores.
        let (name, value) = (1..=words.len())
            .map(|at| words.split_at(at))
            .find(|(name, _)| parts(name) == count)?;
        let (value, is_whole) = (value.join(" "), is_named(&settable.name, name));
        let is_wrong = is_whole && !value.is_empty() && (settable.parse)(&value).is_none();
        let Settable { name, expected, .. } = settable;
        is_wrong.then(|| format!("{name} is {expected}, not {value:?}"))
    })
}

fn settables(workbench: &Workbench) -> Vec<Settable> {
    let Some(generator) = workbench.shown() else {
        return Vec::new();
    };
    let shown = generator.controls().iter().filter(|control| !control.hidden);
    let mut all: Vec<Settable> = shown.cloned().map(of_control).collect();
    let view = workbench.document.effective_view(workbench.document.selected);
    all.extend(of_view(generator, &view));
    if has_time(generator) {
        let time = number("time", |workbench, seconds| {
            workbench.clock_mut().seconds = seconds.max(0.0);
        });
        let speed = number("speed", |workbench, speed| {
            workbench.clock_mut().speed = speed.clamp(0.1, 10.0);
        });
        all.extend([time, speed]);
    }
    all
}

fn of_control(control: Control) -> Settable {
    let name = control.label.clone();
    Settable::new(&name, expected_value(&control), move |text| {
        let value = control_value(&control, text)?;
        let (control, text) = (control.clone(), control.value_text(&value));
        let edit: Edit = Box::new(move |workbench| workbench.set_value(&control, value));
        Some((text, edit))
    })
}

fn expected_value(control: &Control) -> String {
    match &control.widget {
        Widget::Toggle => "on or off".to_owned(),
        Widget::Enum(names) => format!("one of {}", names.join(", ")),
        Widget::Color => "a color, as in #ff8000".to_owned(),
        _ => match control.ty.components() {
            1 => "a number".to_owned(),
            count => format!("{count} numbers"),
        },
    }
}

fn control_value(control: &Control, text: &str) -> Option<Value> {
    match (&control.widget, text) {
        (Widget::Toggle, "on") => Some(1.0.into()),
        (Widget::Toggle, "off") => Some(0.0.into()),
        (Widget::Toggle | Widget::Enum(_) | Widget::Color, _) => control.parse(text).ok(),
        _ if control.ty.components() == 1 => Some(number_format(control).parse(text).ok()?.into()),
        // The numbers of a vector are separated by commas or spaces.
        _ => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let parsed = control.parse(text);
            parsed.or_else(|_| control.parse(&words.join(","))).ok()
        }
    }
}

fn of_view(generator: &Generator, view: &View) -> Vec<Settable> {
    let settings = applicable_settings(generator, view);
    let mode = view.shading_for(generator).mode;
    let of_one = |setting: &ViewSetting| match (setting, mode.info().scene) {
        (ViewSetting::Light, _) => camera::of_light().into(),
        (ViewSetting::Camera, Some(scene)) => {
            let camera = view.scene_for(generator, mode).camera(scene);
            camera::of_camera(scene, camera)
        }
        _ => of_setting(*setting, mode).into_iter().collect(),
    };
    settings.iter().flat_map(of_one).collect()
}
