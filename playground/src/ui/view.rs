//! Two sections of the panel on the right: shading, and slice and time.

mod scene_rows;
mod slice_and_time;

use egui::{Rect, Response, Ui};
use noise_playground::field::{Channel, Returns};
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::ViewSetting;
use noise_playground::view::shading::{Light, LightModel, Normals, Palette, ValueRange, ViewMode};
use noise_playground::view::space::camera::Scene;

use super::control_menu::reset_item_ui;
use super::menu::context_menu;
use super::palettes::palette_ui;
use super::sun::sun_ui;
use super::theme::ROW;
use super::widgets::choice::toggle_ui;
use super::widgets::number::{NumberFormat, number_ui};
use super::widgets::row::{Columns, paint_text};
use super::widgets::section::section_ui;
use super::widgets::slider::{Slider, slider_ui};
use super::widgets::track::SliderTrack;
use crate::workbench::View;
use crate::workbench::document::{ROWS, has_exact_normals};
use crate::workbench::format::range_decimals;
use scene_rows::{choice_ui, switch_ui};
pub(crate) use scene_rows::{scene_settings, scene_ui};
pub(crate) use slice_and_time::{
    edit_seconds, has_time, has_z, play_ui, slice_and_time_ui, speed_ui, z_slider,
};

/// `measured` is the picture's value range, once read back. `shown` is its palette, which may depend on its values.
pub(crate) fn view_ui(
    ui: &mut Ui,
    generator: &Generator,
    view: &mut View,
    measured: Option<(f32, f32)>,
    shown: Option<Palette>,
) {
    let mut settings = shading_settings(generator, view);
    let color_mode = view.shading_for(generator).color_mode().info();
    // That of a derivative is always automatic.
    settings.retain(|setting| !color_mode.shows_sensitivity || *setting != ViewSetting::ValueRange);
    if settings.is_empty() {
        return;
    }
    ui.push_id("view", |ui| {
        if !settings_header_ui(ui, "Display", &settings, view) {
            return;
        }
        for setting in settings {
            setting_ui(ui, setting, view, |ui, columns, view| {
                let shading = &mut view.shading;
                match setting {
                    ViewSetting::Channel => {
                        channel_ui(ui, columns, generator, &mut shading.channel)
                    }
                    ViewSetting::Palette => {
                        let default = shown.filter(|_| shading.palette.is_none());
                        let default_palette = default.unwrap_or(color_mode.default_palette);
                        palette_ui(ui, columns.body, &mut shading.palette, default_palette);
                        SettingInput::NONE
                    }
                    ViewSetting::ValueRange => {
                        value_range_ui(ui, columns, &mut shading.value_range, measured)
                    }
                    ViewSetting::Light => light_ui(ui, columns, &mut shading.light),
                    ViewSetting::Shadow => {
                        let default = shading.mode.info().shadow.unwrap_or_default();
                        shadow_ui(ui, columns, &mut shading.shadow, default)
                    }
                    ViewSetting::Normals => normals_ui(ui, columns, &mut shading.normals),
                    ViewSetting::Exaggeration => {
                        exaggeration_ui(ui, columns, &mut shading.exaggeration)
                    }
                    ViewSetting::ZFactor => {
                        let default = generator.hint().z_factor.unwrap_or(1.0);
                        z_factor_ui(ui, columns, &mut shading.z_factor, default)
                    }
                    ViewSetting::Color => scene_rows::color_ui(ui, columns, shading),
                    ViewSetting::Sky => switch_ui(
                        ui,
                        columns,
                        ["sky light", ""],
                        "Valleys get less light of the sky than peaks",
                        &mut shading.lighting.sky,
                    ),
                    ViewSetting::Air => scene_rows::air_ui(ui, columns, shading),
                    // The settings of placement and camera are in other sections.
                    _ => SettingInput::NONE,
                }
            });
        }
    });
}

/// Returns true if values are mapped to colors by a palette and a value range.
pub(crate) fn shows_value_range(generator: &Generator, view: &View) -> bool {
    let settings = shading_settings(generator, view);
    [ViewSetting::Palette, ViewSetting::ValueRange].iter().all(|setting| settings.contains(setting))
}

/// Returns the settings that affect the picture in the current view mode.
pub(crate) fn shading_settings(generator: &Generator, view: &View) -> Vec<ViewSetting> {
    let shading = view.shading_for(generator);
    let (info, colors) = (shading.mode.info(), shading.color_mode().info());
    let colored = generator.returns() == Returns::Color && colors.shows_colors;
    let is_solid = info.scene == Some(Scene::Solid);
    // The file's `surface` replaces palette and value range, except on the cut of a solid.
    let painted = colored || (generator.uses_surface(&shading) && !is_solid);
    let has_plain_cut = is_solid && !shading.lighting.colors_cut;
    let is_plain = has_plain_cut && shading.lighting.color == ViewMode::Relief;
    let applies = |setting: &ViewSetting| match setting {
        ViewSetting::Channel => generator.channel_choices().next().is_some() && !colored,
        ViewSetting::Palette => colors.uses_palette && !painted && !is_plain,
        ViewSetting::ValueRange => colors.uses_value_range && !painted && !has_plain_cut,
        ViewSetting::Shadow => info.shadow.is_some(),
        ViewSetting::Normals => {
            has_exact_normals(generator, &shading) && shading.lighting.model == LightModel::Surface
        }
        ViewSetting::Light => info.uses_light,
        ViewSetting::Exaggeration => info.uses_exaggeration,
        ViewSetting::ZFactor => {
            let has_units = shading.z_factor.is_some() || !generator.input_files().is_empty();
            info.uses_exaggeration && has_units
        }
        ViewSetting::Color | ViewSetting::Air => info.scene.is_some(),
        ViewSetting::Sky => info.scene == Some(Scene::Terrain),
        _ => false,
    };
    ROWS.into_iter().filter(applies).collect()
}

/// Adds a menu and a dot that reset all settings. Returns true if the section is unfolded.
fn settings_header_ui(ui: &mut Ui, name: &str, settings: &[ViewSetting], view: &mut View) -> bool {
    let is_modified = settings.iter().any(|setting| view.is_modified(*setting));
    section_ui(ui, name, |ui, columns, header| {
        let mut is_reset = false;
        context_menu(header, |ui| is_reset = reset_item_ui(ui, "", is_modified));
        is_reset |= is_modified && columns.reset_ui(ui, &format!("group {name}"), String::new);
        if is_reset {
            settings.iter().for_each(|setting| view.reset_setting(*setting));
        }
    })
}

struct SettingInput {
    /// Response on which a right click opens the context menu of the setting.
    widget: Option<Response>,
    /// True if a double click resets the setting.
    is_reset: bool,
}

impl SettingInput {
    const NONE: Self = Self { widget: None, is_reset: false };

    /// The widget opens the context menu, and resets the setting after a double click.
    fn of(widget: Response) -> Self {
        Self { is_reset: widget.double_clicked(), widget: Some(widget) }
    }
}

fn setting_ui(
    ui: &mut Ui,
    setting: ViewSetting,
    view: &mut View,
    body: impl FnOnce(&mut Ui, &Columns, &mut View) -> SettingInput,
) {
    let name = setting.info().title;
    let (is_modified, range) = (view.is_modified(setting), view.shading.value_range);
    let height = match setting {
        ViewSetting::Light => DIAL,
        ViewSetting::ValueRange if matches!(range, ValueRange::Fixed(..)) => 2.0 * ROW + GAP,
        ViewSetting::Camera => scene_rows::CAMERA_HEIGHT,
        _ => ROW,
    };
    ui.push_id(name, |ui| {
        let columns = Columns::allocate(ui, height);
        let is_bar = matches!(
            setting,
            ViewSetting::Exaggeration
                | ViewSetting::ZFactor
                | ViewSetting::Z
                | ViewSetting::Air
                | ViewSetting::Threshold
                | ViewSetting::Sea
        );
        let handle =
            if is_bar { columns.bar_handle_ui(ui, name) } else { columns.name_ui(ui, name) };
        let input = body(ui, &columns, view);
        let mut is_reset = input.is_reset || handle.double_clicked();
        let default = view.default_text(setting);
        for response in input.widget.iter().chain([&handle]) {
            context_menu(response, |ui| {
                is_reset |= reset_item_ui(ui, &default, is_modified);
            });
        }
        is_reset |= is_modified && columns.reset_ui(ui, name, || default);
        if is_reset {
            view.reset_setting(setting);
        }
    });
}

fn exaggeration_ui(ui: &mut Ui, columns: &Columns, exaggeration: &mut f64) -> SettingInput {
    let limits = (0.0, 1e6);
    let format = NumberFormat { unit: "\u{d7}", limits, speed: 0.02, ..NumberFormat::default() };
    let slider = Slider {
        label: "exaggeration",
        text: "exaggeration",
        track: SliderTrack { limits, ..SliderTrack::within(0.1, 10.0, true) },
        format,
        default: 1.0,
        is_modified: *exaggeration != 1.0,
    };
    bar_ui(ui, columns, exaggeration, &slider)
}

/// `None` for the default of the file.
fn z_factor_ui(
    ui: &mut Ui,
    columns: &Columns,
    z_factor: &mut Option<f64>,
    default: f64,
) -> SettingInput {
    let limits = (1e-6, 1e6);
    let mut factor = z_factor.unwrap_or(default);
    let slider = Slider {
        label: "z factor",
        text: "z factor",
        track: SliderTrack { limits, ..SliderTrack::within(0.1, 10.0, true) },
        format: NumberFormat { limits, speed: 0.02, ..NumberFormat::default() },
        default,
        is_modified: z_factor.is_some(),
    };
    let input = bar_ui(ui, columns, &mut factor, &slider);
    *z_factor = (factor != default).then_some(factor);
    input
}

fn bar_ui(ui: &mut Ui, columns: &Columns, number: &mut f64, slider: &Slider<'_>) -> SettingInput {
    let (response, is_reset) = slider_ui(ui, columns.bar, number, slider);
    SettingInput { widget: Some(response), is_reset }
}

/// `None` for the default of the view mode.
fn shadow_ui(
    ui: &mut Ui,
    columns: &Columns,
    shadow: &mut Option<bool>,
    default: bool,
) -> SettingInput {
    let mut is_on = shadow.unwrap_or(default);
    let hint = "The ground casts shadows away from the sun";
    let input = switch_ui(ui, columns, ["shadows", ""], hint, &mut is_on);
    *shadow = (is_on != default).then_some(is_on);
    input
}

fn normals_ui(ui: &mut Ui, columns: &Columns, normals: &mut Normals) -> SettingInput {
    let mut is_exact = *normals == Normals::Exact;
    let hint = "Light by the function's exact gradient, which stays sharp at any zoom, instead of \
        differences between samples";
    let input = switch_ui(ui, columns, ["exact normals", "exact"], hint, &mut is_exact);
    *normals = if is_exact { Normals::Exact } else { Normals::Samples };
    input
}

fn channel_ui(
    ui: &mut Ui,
    columns: &Columns,
    generator: &Generator,
    channel: &mut Channel,
) -> SettingInput {
    let shown = generator.channel_name(*channel);
    choice_ui(ui, columns.body, "channel", shown, |ui| {
        for choice in generator.channel_choices() {
            ui.selectable_value(channel, choice, generator.channel_name(choice));
        }
    })
}

/// Shows a checkbox for the automatic range, and the ends of a fixed one. Clearing the checkbox fixes the measured
/// range, or 0 to 1. A double click on a number makes the range automatic.
fn value_range_ui(
    ui: &mut Ui,
    columns: &Columns,
    value_range: &mut ValueRange,
    measured: Option<(f32, f32)>,
) -> SettingInput {
    let (first, second) = columns.body.split_top_bottom_at_y(columns.body.top() + ROW);
    let mut is_auto = value_range.is_measured();
    let text = match value_range {
        ValueRange::Full => "lowest to highest",
        _ => "automatic",
    };
    let response = toggle_ui(ui, first, "auto range", text, &mut is_auto);
    response.on_hover_text("The palette spans the picture's 0.1 and 99.9 percentiles");
    if is_auto != value_range.is_measured() {
        let (low, high) = rounded(measured.unwrap_or((0.0, 1.0)));
        *value_range = if is_auto {
            ValueRange::Auto
        } else {
            ValueRange::Fixed(low, if high > low { high } else { low + 1.0 })
        };
    }
    let is_reset = match value_range {
        // After the checkbox is cleared, the number fields appear in the next frame, which allocates their row.
        ValueRange::Fixed(low, high) if second.height() >= ROW => {
            let numbers = second.with_min_y(second.bottom() - ROW);
            range_ends_ui(ui, numbers, [low, high])
        }
        _ => false,
    };
    SettingInput { widget: None, is_reset }
}

/// Returns true after a double click.
fn range_ends_ui(ui: &mut Ui, rect: Rect, [low, high]: [&mut f64; 2]) -> bool {
    let (min, max) = (*low, *high);
    let ends = [
        ("minimum", low, (f64::from(f32::MIN), max.next_down())),
        ("maximum", high, (min.next_up(), f64::from(f32::MAX))),
    ];
    let width = 0.5 * (rect.width() - GAP);
    let mut is_reset = false;
    for (index, (name, number, limits)) in ends.into_iter().enumerate() {
        let from = rect.left() + (width + GAP) * index as f32;
        let field = Rect::from_x_y_ranges(from..=from + width, rect.y_range());
        let format = NumberFormat { limits, speed: (max - min) / 200.0, ..NumberFormat::default() };
        let response = number_ui(ui, field, name, number, format);
        is_reset |= response.double_clicked();
        response.on_hover_text(format!("The {name} of the range"));
    }
    is_reset
}

/// Rounds to four significant digits.
fn rounded((low, high): (f32, f32)) -> (f64, f64) {
    let (low, high) = (f64::from(low), f64::from(high));
    let decimals = range_decimals(low, high);
    let round = |number| egui::emath::round_to_decimals(number, decimals);
    (round(low), round(high))
}

/// Space between number fields, in points.
const GAP: f32 = 4.0;

/// Height of the sun dial, in points.
const DIAL: f32 = 88.0;

fn light_ui(ui: &mut Ui, columns: &Columns, light: &mut Light) -> SettingInput {
    let dial = Rect::from_min_size(columns.body.min, egui::Vec2::splat(DIAL));
    let sun = sun_ui(ui, dial, light);
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
    let mut input = SettingInput::of(sun);
    let right = columns.body.with_min_x(dial.right() + 6.0);
    for (index, (name, number, limits)) in rows.into_iter().enumerate() {
        let top = right.top() + DIAL / 2.0 * index as f32;
        let caption = Rect::from_x_y_ranges(right.x_range(), top..=top + 18.0);
        let field = Rect::from_x_y_ranges(right.x_range(), top + 18.0..=top + 18.0 + ROW);
        paint_text(ui, caption, name, egui::Align2::LEFT_CENTER);
        input.is_reset |= number_ui(ui, field, name, number, format(limits)).double_clicked();
    }
    input
}
