//! Widgets for the z of a slice and for time, in the panel and as tools on the picture.

use std::sync::Arc;

use egui::{Button, Rect, Response, Ui, vec2};
use noise_playground::generator::{Domain, Generator};
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::space::camera::Scene;

use super::{bar_ui, setting_ui, settings_header_ui};
use crate::ui::commands::{CommandId, Tip as _};
use crate::ui::icons;
use crate::ui::theme::ROW;
use crate::ui::widgets::choice::at_left;
use crate::ui::widgets::number::{NumberFormat, number_ui};
use crate::ui::widgets::row::{Columns, named_row_ui};
use crate::ui::widgets::slider::{Slider, slider_ui};
use crate::ui::widgets::track::SliderTrack;
use crate::workbench::{AnimationClock, View};

/// Multiples of real time.
const SPEEDS: (f64, f64) = (0.1, 10.0);

/// Shows z, in world units, if a generator is a volume, and time if one depends on it.
pub(crate) fn slice_and_time_ui(
    ui: &mut Ui,
    generators: &[Arc<Generator>],
    view: &mut View,
    clock: &mut AnimationClock,
) {
    let mut shown = generators.iter();
    let is_volume = shown.any(|generator| has_z(generator, view));
    let is_timed = generators.iter().any(|generator| has_time(generator));
    if !is_volume && !is_timed {
        return;
    }
    ui.push_id("slice and time", |ui| {
        ui.add_space(8.0);
        let (name, settings): (_, &[ViewSetting]) =
            if is_volume { ("Slice", &[ViewSetting::Z]) } else { ("Time", &[]) };
        if !settings_header_ui(ui, name, settings, view) {
            return;
        }
        if is_volume {
            setting_ui(ui, ViewSetting::Z, view, |ui, columns, view| {
                let slider = z_slider(view.z);
                bar_ui(ui, columns, &mut view.z, &slider)
            });
        }
        if is_timed {
            named_row_ui(ui, "time", |ui, columns| clock_ui(ui, columns, clock));
            ui.push_id("speed", |ui| speed_row_ui(ui, &mut clock.speed));
        }
    });
}

/// Returns true for a slice of a volume or the cube of a solid, but not for a planet.
pub(crate) fn has_z(generator: &Generator, view: &View) -> bool {
    let scene = view.shading_for(generator).mode.info().scene;
    generator.domain().is_volume() && scene != Some(Scene::Planet)
}

pub(crate) fn has_time(generator: &Generator) -> bool {
    generator.uniform().is_animated() || generator.domain() == Domain::VolumeTime
}

/// In world units.
pub(crate) fn z_slider(z: f64) -> Slider<'static> {
    let format = NumberFormat {
        step: Some(0.01),
        limits: (-1e9, 1e9),
        speed: 0.01,
        is_double: true,
        ..NumberFormat::default()
    };
    Slider {
        label: "z",
        text: "z",
        track: SliderTrack::soft(-4.0, 4.0),
        format,
        default: 0.0,
        is_modified: z != 0.0,
    }
}

pub(crate) fn play_ui(ui: &mut Ui, rect: Rect, clock: &mut AnimationClock) {
    let (icon, name) = if clock.paused { (icons::PLAY, "Run") } else { (icons::PAUSE, "Pause") };
    let text = match rect.width() {
        ..PLAY_WIDTH => icon.to_owned(),
        _ => format!("{icon}  {name}"),
    };
    let button = Button::new(text).min_size(rect.size());
    if at_left(ui, rect, |ui| ui.add(button))
        .tip_as(&format!("{name} time"), CommandId::Pause)
        .accessible_name(name)
        .clicked()
    {
        clock.paused = !clock.paused;
    }
}

/// Width in points from which the button shows its name.
const PLAY_WIDTH: f32 = 76.0;

fn clock_ui(ui: &mut Ui, columns: &Columns, clock: &mut AnimationClock) {
    let button = Rect::from_min_size(columns.body.min, vec2(PLAY_WIDTH, ROW));
    play_ui(ui, button, clock);
    let format = NumberFormat {
        unit: "s",
        step: Some(0.1),
        limits: (0.0, 1e9),
        speed: 0.05,
        is_double: true,
        ..NumberFormat::default()
    };
    let field = columns.body.with_min_x(button.right() + 4.0);
    edit_seconds(clock, |seconds| {
        number_ui(ui, field, "time", seconds, format);
    });
}

/// `edit` gets seconds, rounded to tenths so that digits do not flicker. The exact time stays unless it changes them.
pub(crate) fn edit_seconds(clock: &mut AnimationClock, edit: impl FnOnce(&mut f64)) {
    let shown = (10.0 * clock.seconds).round() / 10.0;
    let mut seconds = shown;
    edit(&mut seconds);
    if seconds != shown {
        clock.seconds = seconds;
    }
}

fn speed_row_ui(ui: &mut Ui, speed: &mut f64) {
    let columns = Columns::allocate(ui, ROW);
    let handle = columns.bar_handle_ui(ui, "speed");
    let (_, mut is_reset) = speed_ui(ui, columns.bar, speed);
    is_reset |= handle.double_clicked();
    is_reset |= *speed != 1.0 && columns.reset_ui(ui, "speed", || "1".to_owned());
    if is_reset {
        *speed = 1.0;
    }
}

/// Returns true if a double click resets the speed.
pub(crate) fn speed_ui(ui: &mut Ui, rect: Rect, speed: &mut f64) -> (Response, bool) {
    let format =
        NumberFormat { unit: "\u{d7}", limits: SPEEDS, speed: 0.02, ..NumberFormat::default() };
    let slider = Slider {
        label: "speed",
        text: "speed",
        track: SliderTrack::within(SPEEDS.0, SPEEDS.1, true),
        format,
        default: 1.0,
        is_modified: *speed != 1.0,
    };
    slider_ui(ui, rect, speed, &slider)
}
