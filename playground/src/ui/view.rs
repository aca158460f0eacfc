//! The sections for shading (channel, palette, value range, light, exaggeration) and for slice and time.

use std::sync::Arc;

use egui::{Button, ComboBox, Mesh, Rect, Sense, Shape, Ui, pos2, vec2};
use noise_playground::generator::{Domain, Generator, Returns};
use noise_playground::palette::colors;
use noise_playground::shading::{Channel, Palette, Shading, ValueRange};

use super::commands::{CommandId, Tip as _};
use super::icons;
use super::sun::sun_ui;
use super::theme::ROW;
use super::widgets::choice::{at_left, toggle_ui};
use super::widgets::number::{NumberFormat, number_ui};
use super::widgets::row::{Columns, named_row_ui};
use super::widgets::section::section_ui;
use super::widgets::slider::{SliderTrack, slider_ui};
use crate::workbench::AnimationClock;
use crate::workbench::format::range_decimals;

/// Shows the section that edits the shading of the selected cell. `measured` is the value range of its picture; `None`
/// until it is read back.
pub(crate) fn view_ui(
    ui: &mut Ui,
    generator: &Generator,
    shading: &mut Shading,
    measured: Option<(f32, f32)>,
) {
    ui.push_id("view", |ui| {
        if !section_ui(ui, "View", |_, _, _| {}) {
            return;
        }
        // The file's `surface` replaces palette and value range.
        let is_painted = generator.uses_surface(shading);
        let Shading {
            mode,
            channel,
            light,
            shadow,
            exaggeration,
            palette,
            value_range,
        } = shading;
        let info = mode.info();
        let colored = generator.returns == Returns::Color && info.shows_colors;
        let painted = colored || is_painted;
        if generator.channel_choices().next().is_some() && !colored {
            named_row_ui(ui, "channel", |ui, columns| {
                channel_ui(ui, columns, generator, channel);
            });
        }
        if info.uses_palette && !painted {
            let default_palette = info.default_palette;
            named_row_ui(ui, "palette", |ui, columns| {
                palette_ui(ui, columns, palette, default_palette);
            });
        }
        if info.uses_value_range && !painted {
            value_range_ui(ui, value_range, measured);
        }
        if info.uses_light {
            light_ui(ui, light);
        }
        if let Some(default) = info.shadow {
            shadow_ui(ui, shadow, default);
        }
        if info.uses_exaggeration {
            exaggeration_ui(ui, exaggeration);
        }
    });
}

/// Shows the section for z of the slice and for time, if one of the generators is a volume or animated. `z` is in world
/// units.
pub(crate) fn slice_and_time_ui(
    ui: &mut Ui,
    generators: &[Arc<Generator>],
    z: &mut f64,
    clock: &mut AnimationClock,
) {
    let is_volume = |domain| matches!(domain, Domain::Volume | Domain::VolumeTime);
    let mut all = generators.iter();
    let volume = all.any(|generator| is_volume(generator.domain));
    let mut all = generators.iter();
    let timed = all
        .any(|generator| generator.uniform.is_animated() || generator.domain == Domain::VolumeTime);
    if !volume && !timed {
        return;
    }
    ui.push_id("slice and time", |ui| {
        ui.add_space(8.0);
        if !section_ui(ui, if volume { "Slice" } else { "Time" }, |_, _, _| {}) {
            return;
        }
        if volume {
            named_row_ui(ui, "z", |ui, columns| {
                let track = SliderTrack::soft(-4.0, 4.0);
                slider_ui(ui, columns.slider, "z", z, track, *z != 0.0);
                let format = NumberFormat {
                    step: Some(0.01),
                    limits: (-1e9, 1e9),
                    speed: 0.01,
                    ..NumberFormat::default()
                };
                number_ui(ui, columns.number, "z", z, format);
            });
        }
        if timed {
            named_row_ui(ui, "time", |ui, columns| clock_ui(ui, columns, clock));
        }
    });
}

fn exaggeration_ui(ui: &mut Ui, exaggeration: &mut f64) {
    named_row_ui(ui, "exaggeration", |ui, columns| {
        let track = SliderTrack::within(0.01, 100.0, true);
        slider_ui(
            ui,
            columns.slider,
            "exaggeration",
            exaggeration,
            track,
            *exaggeration != 1.0,
        );
        let format = NumberFormat {
            unit: "\u{d7}",
            limits: (0.0, 1e6),
            speed: 0.02,
            ..NumberFormat::default()
        };
        number_ui(ui, columns.number, "exaggeration", exaggeration, format);
        if *exaggeration != 1.0 && columns.reset_ui(ui, "exaggeration", "1") {
            *exaggeration = 1.0;
        }
    });
}

/// Shows the switch of cast shadows. `shadow` is `None` for the default of the view mode.
fn shadow_ui(ui: &mut Ui, shadow: &mut Option<bool>, default: bool) {
    let mut is_on = f64::from(u8::from(shadow.unwrap_or(default)));
    named_row_ui(ui, "shadows", |ui, columns| {
        let response = toggle_ui(ui, columns.slider, "shadows", &mut is_on);
        response.on_hover_text("The ground casts shadows away from the sun")
    });
    let is_on = is_on != 0.0;
    *shadow = (is_on != default).then_some(is_on);
}

fn clock_ui(ui: &mut Ui, columns: &Columns, clock: &mut AnimationClock) {
    let (icon, name) = if clock.paused {
        (icons::PLAY, "Run")
    } else {
        (icons::PAUSE, "Pause")
    };
    let button = Button::new(format!("{icon}  {name}")).min_size(vec2(72.0, ROW));
    if at_left(ui, columns.slider, |ui| ui.add(button))
        .tip_as(&format!("{name} time"), CommandId::Pause)
        .accessible_name(name)
        .clicked()
    {
        clock.paused = !clock.paused;
    }
    let format = NumberFormat {
        unit: "s",
        step: Some(0.1),
        limits: (0.0, 1e9),
        speed: 0.05,
        ..NumberFormat::default()
    };
    number_ui(ui, columns.number, "time", &mut clock.seconds, format);
}

fn channel_ui(ui: &mut Ui, columns: &Columns, generator: &Generator, channel: &mut Channel) {
    let width = columns.body().width();
    let list = at_left(ui, columns.body(), |ui| {
        ComboBox::from_id_salt("channel")
            .selected_text(channel.name())
            .width(width)
            .show_ui(ui, |ui| {
                for choice in generator.channel_choices() {
                    ui.selectable_value(channel, choice, choice.name());
                }
            })
    });
    list.response.accessible_name("channel");
}

/// Shows a drop-down of palettes. `palette` is `None` for the default palette of the view mode.
fn palette_ui(
    ui: &mut Ui,
    columns: &Columns,
    palette: &mut Option<Palette>,
    default_palette: Palette,
) {
    let width = columns.body().width();
    let current = palette.unwrap_or(default_palette);
    let list = at_left(ui, columns.body(), |ui| {
        ComboBox::from_id_salt("palette")
            .selected_text(current.name())
            .height(400.0)
            .width(width)
            .show_ui(ui, |ui| {
                for choice in Palette::ALL {
                    if palette_choice_ui(ui, choice, choice == current) {
                        *palette = (choice != default_palette).then_some(choice);
                    }
                }
            })
    });
    let face = list.response.rect;
    let strip = Rect::from_min_max(
        pos2(face.center().x - 16.0, face.top() + 7.0),
        pos2(face.right() - 28.0, face.bottom() - 7.0),
    );
    strip_ui(ui, strip, current);
    list.response.accessible_name("palette");
    if palette.is_some() && columns.reset_ui(ui, "palette", default_palette.name()) {
        *palette = None;
    }
}

fn palette_choice_ui(ui: &mut Ui, choice: Palette, is_selected: bool) -> bool {
    let button = Button::new(choice.name())
        .selected(is_selected)
        .frame_when_inactive(is_selected)
        .min_size(vec2(200.0, ROW));
    let response = ui.add(button);
    let rect = response.rect;
    strip_ui(
        ui,
        Rect::from_min_max(
            pos2(rect.left() + 72.0, rect.top() + 6.0),
            pos2(rect.right() - 8.0, rect.bottom() - 6.0),
        ),
        choice,
    );
    response.clicked()
}

fn strip_ui(ui: &Ui, rect: Rect, palette: Palette) {
    let table = colors(palette);
    let columns = 32;
    let mut mesh = Mesh::default();
    for index in 0..=columns {
        let [r, g, b] = table[index * 255 / columns];
        let color = egui::Color32::from_rgb(r, g, b);
        let x = egui::lerp(rect.x_range(), index as f32 / columns as f32);
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if index > 0 {
            let last = 2 * index as u32;
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// Shows the value range: automatic, or two numbers. Switching automatic off starts from the measured range, or from 0
/// to 1 without one.
fn value_range_ui(ui: &mut Ui, value_range: &mut ValueRange, measured: Option<(f32, f32)>) {
    let mut auto = f64::from(u8::from(*value_range == ValueRange::Auto));
    named_row_ui(ui, "auto range", |ui, columns| {
        let response = toggle_ui(ui, columns.slider, "auto range", &mut auto);
        response.on_hover_text("The palette spans the picture's 0.1 and 99.9 percentiles")
    });
    if (auto != 0.0) != (*value_range == ValueRange::Auto) {
        let (low, high) = rounded(measured.unwrap_or((0.0, 1.0)));
        *value_range = if auto != 0.0 {
            ValueRange::Auto
        } else {
            ValueRange::Fixed(low, if high > low { high } else { low + 1.0 })
        };
    }
    let ValueRange::Fixed(low, high) = value_range else {
        return;
    };
    let (min, max) = (*low, *high);
    let rows = [
        ("minimum", low, (f64::from(f32::MIN), max.next_down())),
        ("maximum", high, (min.next_up(), f64::from(f32::MAX))),
    ];
    for (name, number, limits) in rows {
        named_row_ui(ui, name, |ui, columns| {
            let format = NumberFormat {
                limits,
                speed: (max - min) / 200.0,
                ..NumberFormat::default()
            };
            number_ui(ui, columns.number, name, number, format)
        });
    }
}

/// Rounds a measured value range to four significant digits.
fn rounded((low, high): (f32, f32)) -> (f64, f64) {
    let (low, high) = (f64::from(low), f64::from(high));
    let decimals = range_decimals(low, high);
    let round = |number| egui::emath::round_to_decimals(number, decimals);
    (round(low), round(high))
}

fn light_ui(ui: &mut Ui, light: &mut noise_playground::shading::Light) {
    let columns = Columns::allocate(ui, 96.0);
    columns.name_ui(ui, "light");
    let dial = Rect::from_min_size(
        columns.slider.min,
        egui::Vec2::splat(columns.slider.width().min(96.0)),
    );
    sun_ui(ui, dial, light);
    let format = |limits| NumberFormat {
        unit: "\u{b0}",
        step: Some(1.0),
        limits,
        speed: 0.5,
        ..NumberFormat::default()
    };
    let rows = [
        ("azimuth", &mut light.azimuth, (0.0, 360.0)),
        ("altitude", &mut light.altitude, (0.0, 90.0)),
    ];
    for (index, (name, number, limits)) in rows.into_iter().enumerate() {
        let top = columns.number.top() + 48.0 * index as f32;
        let caption = Rect::from_min_size(pos2(columns.number.left(), top), vec2(64.0, 20.0));
        let field = Rect::from_min_size(caption.left_bottom(), vec2(64.0, ROW));
        at_left(ui, caption, |ui| {
            ui.add(egui::Label::new(egui::RichText::new(name).weak().small()).sense(Sense::hover()))
        });
        ui.push_id(name, |ui| {
            number_ui(ui, field, name, number, format(limits))
        });
    }
}
