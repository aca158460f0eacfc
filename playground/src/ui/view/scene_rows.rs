//! Rows of the settings that only three-dimensional views have.

use egui::{ComboBox, Rect, Ui, Vec2, WidgetText, vec2};
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::{SettingGroup, ViewSetting};
use noise_playground::view::shading::{Lighting, Shading, ViewMode};
use noise_playground::view::space::camera::Scene;
use noise_playground::view::space::mesh::Clip;
use noise_playground::view::space::settings::{RAY_COUNTS, SceneSettings};

use super::{GAP, SettingInput, bar_ui, setting_ui, settings_header_ui};
use crate::ui::theme::ROW;
use crate::ui::widgets::choice::{at_left, toggle_ui};
use crate::ui::widgets::number::{NumberFormat, number_ui};
use crate::ui::widgets::row::Columns;
use crate::ui::widgets::slider::Slider;
use crate::ui::widgets::track::SliderTrack;
use crate::workbench::View;
use crate::workbench::document::ROWS;

/// Two lines of number fields, in points.
pub(super) const CAMERA_HEIGHT: f32 = 2.0 * ROW + GAP;

/// Samples along one side of the grid: for a terrain, for a solid, and for a planet.
const TERRAIN_SAMPLES: [u32; 6] = [256, 512, 1024, 2048, 4096, 8192];
const SOLID_SAMPLES: [u32; 5] = [32, 64, 128, 256, 512];
const PLANET_SAMPLES: [u32; 5] = [128, 256, 512, 1024, 2048];

/// `framed` has the numbers of a fitting camera. `measured` is the picture's value range; `None` until read back.
pub(crate) fn scene_ui(
    ui: &mut Ui,
    generator: &Generator,
    view: &mut View,
    framed: &SceneSettings,
    measured: Option<(f32, f32)>,
) {
    let Some(scene) = view.shading_for(generator).mode.info().scene else {
        return;
    };
    let settings = scene_settings(scene);
    ui.push_id("scene", |ui| {
        ui.add_space(8.0);
        if !settings_header_ui(ui, "Camera", &settings, view) {
            return;
        }
        for setting in settings {
            setting_ui(ui, setting, view, |ui, columns, view| match setting {
                ViewSetting::Threshold => threshold_ui(ui, columns, &mut view.threshold, measured),
                ViewSetting::Clip => clip_ui(ui, columns, view),
                ViewSetting::ColorCut => switch_ui(
                    ui,
                    columns,
                    ["color cut by value", "by value"],
                    "Colors in place of dark rock with lines of equal values",
                    &mut view.shading.lighting.colors_cut,
                ),
                ViewSetting::Sea => {
                    let of_file = generator.hint().sea;
                    sea_ui(ui, columns, view, of_file, measured)
                }
                ViewSetting::Samples => samples_ui(ui, columns, scene, &mut view.scene.samples),
                ViewSetting::Rays => rays_ui(ui, columns, &mut view.scene.rays),
                _ => camera_ui(ui, columns, (generator, scene), view, framed),
            });
        }
    });
}

/// Returns the settings of camera, sampling, and shape of the surface.
pub(crate) fn scene_settings(scene: Scene) -> Vec<ViewSetting> {
    let is_shown = |row: &ViewSetting| match row {
        ViewSetting::Threshold => scene == Scene::Solid,
        ViewSetting::Color | ViewSetting::Sky | ViewSetting::Air => false,
        _ => row.info().group == SettingGroup::Scene && row.info().scenes.contains(&scene),
    };
    ROWS.into_iter().filter(is_shown).collect()
}

/// Returns the modes that can color the ground in the mode `view`.
fn ground_colors(view: ViewMode) -> impl Iterator<Item = ViewMode> {
    let modes = view.colorings();
    modes.filter(|mode| !mode.info().needs_volume)
}

pub(super) fn color_ui(ui: &mut Ui, columns: &Columns, shading: &mut Shading) -> SettingInput {
    let modes = ground_colors(shading.mode);
    let color = &mut shading.lighting.color;
    choice_ui(ui, columns.body, "ground color", color.name(), |ui| {
        for mode in modes {
            let item = ui.selectable_value(color, mode, mode.name());
            item.on_hover_text(match mode {
                ViewMode::Relief => "The file's surface, or the palette",
                ViewMode::Hillshade => "One color",
                _ => mode.info().summary,
            });
        }
    })
}

/// `text`, beside the box, may be empty.
pub(super) fn switch_ui(
    ui: &mut Ui,
    columns: &Columns,
    [name, text]: [&str; 2],
    hint: &str,
    is_on: &mut bool,
) -> SettingInput {
    toggle_ui(ui, columns.body, name, text, is_on).on_hover_text(hint);
    SettingInput::NONE
}

pub(super) fn air_ui(ui: &mut Ui, columns: &Columns, shading: &mut Shading) -> SettingInput {
    let lighting = Lighting { air: None, ..shading.lighting };
    let default = Shading { lighting, ..*shading }.air();
    let mut air = shading.air();
    let slider = Slider {
        label: "haze",
        text: "haze",
        track: SliderTrack::within(0.0, 1.0, false),
        format: NumberFormat { limits: (0.0, 1.0), speed: 0.005, ..NumberFormat::default() },
        default,
        is_modified: air != default,
    };
    let input = bar_ui(ui, columns, &mut air, &slider);
    shading.lighting.air = (air != default).then_some(air);
    input
}

/// Positions with values above the threshold are inside. `measured` is the value range; `None` until it is read back.
pub(super) fn threshold_ui(
    ui: &mut Ui,
    columns: &Columns,
    threshold: &mut f64,
    measured: Option<(f32, f32)>,
) -> SettingInput {
    let measured = measured.filter(|(low, high)| low < high);
    let (low, high) = measured.unwrap_or((-1.0, 1.0));
    let slider = Slider {
        label: "threshold",
        text: "threshold",
        track: SliderTrack::soft(f64::from(low).min(0.0), f64::from(high).max(0.0)),
        format: NumberFormat { limits: (-1e9, 1e9), speed: 0.005, ..NumberFormat::default() },
        default: 0.0,
        is_modified: *threshold != 0.0,
    };
    bar_ui(ui, columns, threshold, &slider)
}

/// There is no sea at the slider's lower end. `measured` is the value range; `None` until it is read back.
fn sea_ui(
    ui: &mut Ui,
    columns: &Columns,
    view: &mut View,
    of_file: Option<f64>,
    measured: Option<(f32, f32)>,
) -> SettingInput {
    let measured = measured.filter(|(low, high)| low < high);
    let (low, high) = measured.unwrap_or((-1.0, 1.0));
    let (low, high) = (f64::from(low), f64::from(high));
    let default = of_file.unwrap_or(low);
    let before = if view.scene.is_dry { low } else { view.scene.sea.unwrap_or(default) };
    let mut level = before;
    let slider = Slider {
        label: "sea",
        text: "sea",
        track: SliderTrack::soft(low, high),
        format: NumberFormat {
            limits: (-1e9, 1e9),
            speed: 0.002 * (high - low),
            ..NumberFormat::default()
        },
        default,
        is_modified: view.scene.sea.is_some() || view.scene.is_dry,
    };
    let input = bar_ui(ui, columns, &mut level, &slider);
    if level != before {
        (view.scene.sea, view.scene.is_dry) = (Some(level), false);
    }
    input
}

pub(super) fn clip_ui(ui: &mut Ui, columns: &Columns, view: &mut View) -> SettingInput {
    const AXES: [&str; 3] = ["x", "y", "z"];
    let middle = [view.center[0], view.center[1], view.z];
    let clip = &mut view.scene.clip;
    let [list, field] = divided(columns.body, 0.4);
    let shown = clip.map_or("off", |clip| AXES[clip.axis.min(2)]);
    choice_ui(ui, list, "clip axis", shown, |ui| {
        ui.selectable_value(clip, None, "off");
        for (axis, name) in AXES.into_iter().enumerate() {
            let is_selected = clip.is_some_and(|clip| clip.axis == axis);
            if ui.selectable_label(is_selected, name).clicked() && !is_selected {
                let limit = middle[axis];
                *clip = Some(Clip { axis, limit });
            }
        }
    });
    let Some(Clip { axis, limit }) = clip else {
        return SettingInput::NONE;
    };
    let half = 0.5 * view.span;
    let at = middle[(*axis).min(2)];
    let format = NumberFormat {
        limits: (at - half, at + half),
        speed: 0.004 * view.span,
        is_double: true,
        ..NumberFormat::default()
    };
    SettingInput::of(number_ui(ui, field, "clip coordinate", limit, format))
}

pub(super) fn samples_ui(
    ui: &mut Ui,
    columns: &Columns,
    scene: Scene,
    samples: &mut Option<u32>,
) -> SettingInput {
    let counts: &[u32] = match scene {
        Scene::Solid => &SOLID_SAMPLES,
        Scene::Planet => &PLANET_SAMPLES,
        Scene::Terrain => &TERRAIN_SAMPLES,
    };
    let text = |count: Option<u32>| match (count, scene) {
        (None, _) => "automatic".to_owned(),
        (Some(count), Scene::Solid) => format!("{count}\u{b3}"),
        (Some(count), Scene::Planet) => format!("6 \u{d7} {count}\u{b2}"),
        (Some(count), _) => format!("{count}\u{b2}"),
    };
    let shown = text(*samples);
    choice_ui(ui, columns.body, "samples", shown, |ui| {
        ui.selectable_value(samples, None, text(None));
        for count in counts.iter().copied().map(Some) {
            ui.selectable_value(samples, count, text(count));
        }
    })
}

pub(super) fn rays_ui(ui: &mut Ui, columns: &Columns, rays: &mut u32) -> SettingInput {
    let shown = rays.to_string();
    choice_ui(ui, columns.body, "rays", shown, |ui| {
        for count in RAY_COUNTS {
            ui.selectable_value(rays, count, count.to_string());
        }
    })
}

pub(super) fn camera_ui(
    ui: &mut Ui,
    columns: &Columns,
    (generator, scene): (&Generator, Scene),
    view: &mut View,
    framed: &SceneSettings,
) -> SettingInput {
    let settings = View { scene: *framed, ..*view };
    let settings = settings.scene_for(generator, view.shading_for(generator).mode);
    let before = settings.viewpoint(scene, view.grid([1, 1])).camera;
    let mut camera = before;
    let numbers = [
        &mut camera.azimuth, &mut camera.altitude, &mut camera.distance, &mut camera.field_of_view,
    ];
    let format = |prefix, unit, limits, speed| NumberFormat {
        prefix,
        unit,
        limits,
        speed,
        ..NumberFormat::default()
    };
    let altitudes = (scene.min_altitude(), 90.0);
    let fields = [
        ("azimuth", format("az", "\u{b0}", (-36e3, 36e3), 0.5)),
        ("altitude", format("alt", "\u{b0}", altitudes, 0.5)),
        ("distance", format("dist", "", (1e-9, 1e6), 0.01)),
        ("field of view", format("fov", "\u{b0}", (0.01, 170.0), 0.2)),
    ];
    let cell = vec2(0.5 * (columns.body.width() + GAP), ROW + GAP);
    let mut is_reset = false;
    for (index, ((name, format), number)) in fields.into_iter().zip(numbers).enumerate() {
        let at = vec2((index % 2) as f32, (index / 2) as f32) * cell;
        let rect = Rect::from_min_size(columns.body.min + at, cell - Vec2::splat(GAP));
        let response = number_ui(ui, rect, name, number, format);
        is_reset |= response.double_clicked();
        response.on_hover_text(name);
    }
    if camera != before {
        view.scene.camera = Some(camera.into());
        view.scene.target = framed.target;
    }
    SettingInput { widget: None, is_reset }
}

pub(super) fn choice_ui(
    ui: &mut Ui,
    rect: Rect,
    name: &str,
    selected: impl Into<WidgetText>,
    items: impl FnOnce(&mut Ui),
) -> SettingInput {
    let list = at_left(ui, rect, |ui| {
        ComboBox::from_id_salt(name).selected_text(selected).width(rect.width()).show_ui(ui, items)
    });
    list.response.accessible_name(name);
    SettingInput::NONE
}

/// The left rectangle has this fraction of the width.
fn divided(rect: Rect, fraction: f32) -> [Rect; 2] {
    let at = rect.left() + fraction * rect.width();
    [rect.with_max_x(at - 0.5 * GAP), rect.with_min_x(at + 0.5 * GAP)]
}
