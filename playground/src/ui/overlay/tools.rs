//! Tools in the upper left corner of the selected picture: sun dial, z of a slice, and time. Each is an icon until the
//! user clicks it; that of time has the button that stops it.

use egui::{Button, Rect, Response, Sense, Ui, pos2, vec2};
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::ViewSetting;

use super::{MARGIN, plate};
use crate::ui::control_menu::reset_item_ui;
use crate::ui::icons;
use crate::ui::menu::context_menu;
use crate::ui::sun::sun_ui;
use crate::ui::theme::ROW;
use crate::ui::view::{
    edit_seconds, has_time, has_z, play_ui, shading_settings, speed_ui, z_slider,
};
use crate::ui::widgets::number::NumberFormat;
use crate::ui::widgets::number_keys::watch;
use crate::ui::widgets::slider::{Slider, slider_ui};
use crate::ui::widgets::track::SliderTrack;
use crate::workbench::panels::{CommandGroup, PanelInfo, Zone};
use crate::workbench::{AnimationClock, CellId, Panel, View, Workbench};

pub(crate) const SUN: Panel = Panel(&PanelInfo { key: "sun", title: "Sun dial", ..TOOL });
pub(crate) const SLICE: Panel = Panel(&PanelInfo { key: "slice", title: "z of the slice", ..TOOL });
pub(crate) const TIME: Panel = Panel(&PanelInfo { key: "time", title: "Time", ..TOOL });

const TOOL: PanelInfo = PanelInfo {
    zone: Zone::Picture,
    is_saved: true,
    group: CommandGroup::View,
    ..PanelInfo::FLOATING
};

/// In points.
const ICON: f32 = 28.0;
const GAP: f32 = 4.0;
const INSET: f32 = 2.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    Sun,
    Slice,
    Time,
}

impl Tool {
    /// Returns the tools that have an effect.
    fn of(generator: &Generator, view: &View) -> Vec<Self> {
        let is_flat = view.shading.mode.info().scene.is_none();
        let applies = |tool: &Self| match tool {
            Self::Sun => shading_settings(generator, view).contains(&ViewSetting::Light),
            Self::Slice => has_z(generator, view) && is_flat,
            Self::Time => has_time(generator),
        };
        let all = [Self::Sun, Self::Slice, Self::Time];
        all.into_iter().filter(applies).collect()
    }

    fn icon(self) -> &'static str {
        match self {
            Self::Sun => icons::SUN,
            Self::Slice => icons::VOLUME,
            Self::Time => icons::CLOCK,
        }
    }

    fn panel(self) -> Panel {
        match self {
            Self::Sun => SUN,
            Self::Slice => SLICE,
            Self::Time => TIME,
        }
    }

    /// In points, without the icon.
    fn size(self) -> egui::Vec2 {
        match self {
            Self::Sun => vec2(96.0, 96.0),
            Self::Slice => vec2(200.0, ICON),
            Self::Time => vec2(368.0, ICON),
        }
    }
}

pub(super) fn tools_ui(ui: &mut Ui, picture: Rect, workbench: &mut Workbench, id: CellId) {
    let Some((_, compiled)) = workbench.shown_in(id) else {
        return;
    };
    let tools = Tool::of(&compiled.generator, &workbench.document.effective_view(id));
    let mut corner = picture.min + vec2(MARGIN, MARGIN);
    for tool in tools {
        let is_open = workbench.chrome.is_open(tool.panel());
        let fits = tool.size().x + ICON + GAP + 2.0 * MARGIN <= picture.width();
        // Time can be stopped without unfolding it.
        let has_play = tool == Tool::Time && !(is_open && fits);
        let mut size = vec2(ICON + if has_play { ROW + GAP } else { 0.0 }, ICON);
        if is_open && fits {
            size = vec2(ICON + tool.size().x + GAP, ICON.max(tool.size().y));
        }
        let rect = Rect::from_min_size(corner, size);
        ui.push_id(tool.panel().info().title, |ui| {
            // The background receives clicks and drags, so that the picture below does not react.
            let all = Sense::CLICK | Sense::DRAG;
            ui.interact(rect, ui.scope_id().with("plate"), all);
            plate(ui, rect);
            if icon_ui(ui, corner, tool, is_open) {
                workbench.toggle_panel(tool.panel());
            }
            if has_play {
                let at = corner + vec2(ICON, INSET);
                play_ui(ui, Rect::from_min_size(at, vec2(ROW, ROW)), workbench.clock_mut());
            }
            if is_open && fits {
                let body = Rect::from_min_max(corner + vec2(ICON, INSET), rect.max);
                watch(ui, body);
                tool_ui(ui, body.with_max_x(rect.right() - GAP), tool, workbench, id);
            }
        });
        corner.y += size.y + GAP;
    }
}

/// Returns true if a click folds or unfolds the tool.
fn icon_ui(ui: &mut Ui, corner: egui::Pos2, tool: Tool, is_open: bool) -> bool {
    let rect = Rect::from_min_size(corner, vec2(ICON, ICON)).shrink(INSET);
    let button = Button::new(tool.icon()).selected(is_open).frame_when_inactive(is_open);
    let response = ui.put(rect, button);
    let verb = if is_open { "Fold" } else { "Unfold" };
    let name = format!("{verb} {}", tool.panel().info().title);
    let response = response.on_hover_text(&name);
    response.accessible_name(&name).clicked()
}

fn tool_ui(ui: &mut Ui, rect: Rect, tool: Tool, workbench: &mut Workbench, id: CellId) {
    match tool {
        Tool::Sun => {
            let dial = rect.with_max_y(rect.bottom() - INSET);
            let mut view = workbench.document_mut().view_mut(id);
            let response = sun_ui(ui, dial, &mut view.shading.light);
            let is_reset = response.double_clicked();
            reset_ui(&response, is_reset, ViewSetting::Light, &mut view);
        }
        Tool::Slice => {
            let bar = Rect::from_min_size(rect.min, vec2(rect.width(), ROW));
            let mut view = workbench.document_mut().view_mut(id);
            let slider = z_slider(view.z);
            let (response, is_reset) = slider_ui(ui, bar, &mut view.z, &slider);
            reset_ui(&response, is_reset, ViewSetting::Z, &mut view);
        }
        Tool::Time => time_ui(ui, rect, workbench.clock_mut()),
    }
}

/// Adds a context menu that resets the setting. Resets it now if `is_reset`, after a double click.
fn reset_ui(response: &Response, mut is_reset: bool, setting: ViewSetting, view: &mut View) {
    context_menu(response, |ui| {
        is_reset |= reset_item_ui(ui, &view.default_text(setting), view.is_modified(setting));
    });
    if is_reset {
        view.reset_setting(setting);
    }
}

/// Upper ends of the time slider, in seconds: the smallest that the time has not exceeded.
const TIMES: [f64; 4] = [10.0, 60.0, 600.0, 3600.0];

/// Width of the speed slider, in points.
const SPEED: f32 = 136.0;

fn time_ui(ui: &mut Ui, rect: Rect, clock: &mut AnimationClock) {
    let button = Rect::from_min_size(rect.min, vec2(ROW, ROW));
    play_ui(ui, button, clock);
    let left = button.right() + GAP;
    let split = rect.right() - SPEED;
    let bar = Rect::from_x_y_ranges(left..=split - GAP, button.y_range());
    let end = TIMES.into_iter().find(|end| clock.seconds <= *end);
    let end = end.unwrap_or(clock.seconds);
    let slider = Slider {
        label: "time",
        text: "time",
        track: SliderTrack {
            limits: (0.0, 1e9),
            is_relative: false,
            ..SliderTrack::soft(0.0, end)
        },
        format: NumberFormat {
            unit: "s",
            step: Some(0.1),
            limits: (0.0, 1e9),
            speed: 0.05,
            is_double: true,
            ..NumberFormat::default()
        },
        default: 0.0,
        is_modified: false,
    };
    edit_seconds(clock, |seconds| {
        let (_, is_reset) = slider_ui(ui, bar, seconds, &slider);
        if is_reset {
            *seconds = 0.0;
        }
    });
    let speed = Rect::from_min_max(pos2(split, bar.top()), pos2(rect.right(), bar.bottom()));
    let (_, is_reset) = speed_ui(ui, speed, &mut clock.speed);
    if is_reset {
        clock.speed = 1.0;
    }
}
