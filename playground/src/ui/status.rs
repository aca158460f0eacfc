//! The status line: diagnostics, probed value, value range, measured times, notices, adapter.

use std::time::Duration;

use egui::{
    Align, Button, CursorIcon, Label, Layout, Response, RichText, Role, Sense, Ui, WidgetInfo,
};
use noise_playground::field::Returns;
use noise_playground::gpu::Quartiles;
use noise_playground::gpu::measure::{DigitsLeft, FEW_DIGITS};
use noise_playground::source::ModulePath;
use noise_playground::view::shading::ValueRange;
use noise_playground::view::space::camera::{Scene, longitude_latitude};
use noise_playground::wgsl::diagnostic::summary;

use super::capture::capture_progress_ui;
use super::commands::CommandId;
use super::diagnostics::severity_style;
use super::icons;
use super::messages::MESSAGES;
use super::readout::{non_finite_ui, signed, value_text};
use super::widgets::screen_reader::announce;
use crate::workbench::analysis::percent_text;
use crate::workbench::format::range_decimals;
use crate::workbench::picture_state::{MissingGenerator, by_control};
use crate::workbench::{
    Action, AdapterSummary, Chrome, Notice, NoticeAction, PaneId, PaneStats, Panel, Workbench,
};

pub(crate) fn status_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) {
    ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let missing = workbench.missing_generator(workbench.document.selected);
        if let Some((file, why)) = missing.filter(|_| workbench.has_picture()) {
            let last = workbench.last_picture(workbench.document.selected);
            missing_generator_ui(ui, file, why, last);
        }
        probe_ui(ui, workbench);
        let measured = measured(workbench);
        // Measurements of a previous generator's picture would be mistaken for those of the selected generator.
        let is_own = !workbench.shows_other_picture(workbench.document.selected);
        if let Some(text) = range_text(workbench).filter(|_| is_own) {
            ui.weak(text).on_hover_text("Value range of the palette");
        }
        // With several cells, the count is in the caption of each cell.
        if workbench.document.cells.len() == 1 {
            non_finite_ui(ui, measured);
        }
        if let Some(ms) = measured.evaluate_ms.filter(|_| is_own) {
            ui.weak(format!("{ms:.1} ms")).on_hover_text("Time of the last evaluation");
        }
        edit_cost_ui(ui, workbench);
        digits_ui(ui, workbench);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            adapter_ui(ui, &workbench.chrome.adapter);
            // Where it moves nothing when it comes and goes, but a notice.
            if diagnostic_count_ui(ui, workbench) {
                workbench.toggle_panel(Panel::DIAGNOSTICS);
            }
            capture_progress_ui(ui, &workbench.capture_settings, actions);
            notice_ui(ui, workbench.chrome_mut(), commands, actions);
        });
    });
}

fn edit_cost_ui(ui: &mut Ui, workbench: &Workbench) {
    let Some((cost, percent)) = workbench.shown_edit_cost() else {
        return;
    };
    let visuals = ui.visuals();
    let color = if percent > 0.0 { visuals.warn_fg_color } else { visuals.text_color() };
    let of_sample = |times: Quartiles| 1e6 * times.median / cost.samples as f64;
    let rate = cost.samples as f64 / cost.after.median / 1e6;
    let about = format!(
        "Cost of a sample by the last edit: {:.3} to {:.3} ns, {rate:.3} Gsamples/s, at default values",
        of_sample(cost.before),
        of_sample(cost.after)
    );
    ui.colored_label(color, percent_text(percent)).on_hover_text(about);
}

/// Warns if single precision leaves few significant digits.
fn digits_ui(ui: &mut Ui, workbench: &Workbench) {
    let few = |left: &&DigitsLeft| left.digits < FEW_DIGITS;
    let left = workbench.digits_left(workbench.document.selected);
    let Some(left) = left.filter(few) else {
        return;
    };
    let estimate = if left.is_estimate { ", estimated" } else { "" };
    let text = format!("{:.1} digits left{estimate}", left.digits);
    let about =
        "Decimal digits of the values that f32 leaves in this view; the view `error` shows where";
    ui.colored_label(ui.visuals().warn_fg_color, text).on_hover_text(about);
}

/// Adds an undo button for edits of a preset file; that of a saved file or of an error is a link.
fn notice_ui(
    ui: &mut Ui,
    chrome: &mut Chrome,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) {
    let now = ui.input(|input| input.time);
    let Some((Notice { text, action, .. }, left)) = chrome.notice_at(now) else {
        return;
    };
    ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    let shown = RichText::new(text).strong();
    match action {
        NoticeAction::None => announce(&ui.add(Label::new(shown).truncate()), false),
        NoticeAction::UndoPreset => {
            let undo = ui.add(Button::new("Undo").small());
            if undo.accessible_name("Undo last preset change").clicked() {
                commands.push(CommandId::UndoPreset);
            }
            announce(&ui.add(Label::new(shown).truncate()), false);
        }
        NoticeAction::ShowFile(path) => {
            let link = link_ui(ui, shown.underline(), text);
            announce(&link, false);
            if link.on_hover_text(path.display().to_string()).clicked() {
                actions.push(Action::ShowCaptured(path.clone()));
            }
        }
        NoticeAction::ShowMessages => {
            let link = link_ui(ui, shown.color(ui.visuals().error_fg_color), text);
            announce(&link, true);
            if link.on_hover_text(text).clicked() {
                chrome.notice = None;
                chrome.set_open(MESSAGES, true);
            }
        }
    }
}

fn link_ui(ui: &mut Ui, shown: RichText, text: &str) -> Response {
    let link = ui.add(Label::new(shown).truncate().sense(Sense::click()));
    link.widget_info(|| WidgetInfo::labeled(Role::Link, true, text));
    link.on_hover_cursor(CursorIcon::PointingHand)
}

/// The button opens or closes the diagnostics panel.
fn diagnostic_count_ui(ui: &mut Ui, workbench: &Workbench) -> bool {
    let diagnostics = workbench.diagnostics();
    let severities = diagnostics.iter().map(|diagnostic| diagnostic.severity);
    let Some(severest) = severities.min() else {
        return false;
    };
    let (icon, color) = severity_style(severest, ui.visuals());
    let is_shown = workbench.has_shown_error();
    let color = if is_shown { color } else { ui.visuals().warn_fg_color };
    let text = if is_shown {
        let (ranked, of_shown) = workbench.ranked_diagnostics();
        summary(if of_shown == 0 { &ranked } else { &ranked[..of_shown] })
    } else {
        match workbench.broken_files() {
            0 => summary(&diagnostics),
            1 => "1 file needs attention".to_owned(),
            count => format!("{count} files need attention"),
        }
    };
    let button = Button::new(RichText::new(format!("{icon}  {text}")).color(color))
        .frame_when_inactive(false)
        .small();
    let button = ui.add(button).on_hover_text("Show or hide errors, warnings and notes");
    announce(&button, false);
    button.accessible_name(text).clicked()
}

/// Shows that the file was deleted or has no generator, which no diagnostic reports. `last` names the generator whose
/// picture is shown; `None` for that of the file.
fn missing_generator_ui(
    ui: &mut Ui,
    file: &ModulePath,
    why: MissingGenerator,
    last: Option<String>,
) {
    let why = match why {
        MissingGenerator::NotInFile if last.is_none() => "no longer has a generator",
        _ => why.predicate(),
    };
    let text = match last {
        Some(name) => format!("{file} {why}; last picture: {name}"),
        None => format!("{file} {why}; showing its last picture"),
    };
    let label = Label::new(RichText::new(text).color(ui.visuals().warn_fg_color));
    announce(&ui.add(label.truncate()), false);
}

fn probe_ui(ui: &mut Ui, workbench: &Workbench) {
    let Some(generator) = workbench.shown() else {
        return;
    };
    let Some(probe) = workbench.pointer.probe else {
        ui.weak("Hover over the picture to read values");
        return;
    };
    let globe = match probe.pane {
        PaneId::Cell(id) if workbench.scene(id) == Some(Scene::Planet) => probe.height,
        _ => None,
    };
    let decimals = decimals(if globe.is_some() { 1.0 } else { workbench.view().span });
    let [x, y] = probe.world.map(|at| signed(at, decimals));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let height = probe.height.map(|z| ("z", signed(z, decimals)));
        let degrees = globe.map(|z| longitude_latitude([probe.world[0], probe.world[1], z]));
        let degrees = degrees.map(|at| at.map(|at| format!("{}\u{b0}", signed(at, 3))));
        let degrees = degrees
            .into_iter()
            .flat_map(|[longitude, latitude]| [("lon", longitude), ("lat", latitude)]);
        let position = [("x", x), ("y", y)].into_iter().chain(height);
        for (name, number) in degrees.chain(position) {
            ui.weak(name);
            ui.label(number);
            ui.add_space(4.0);
        }
        if probe.pane != PaneId::Difference {
            let mode = workbench.view().shading_for(generator).mode;
            ui.weak(match generator.returns() {
                _ if mode.info().shows_errors => "error".to_owned(),
                _ if mode.info().shows_sensitivity => {
                    by_control(&generator.sensitivity().unwrap_or_default())
                }
                Returns::Color => "color".to_owned(),
                _ => "value".to_owned(),
            });
            ui.label(value_text(workbench.pane_stats(probe.pane)));
            ui.add_space(4.0);
        }
        if let Some(difference) = workbench.probed_difference() {
            ui.weak("difference").on_hover_text(
                "Cell under the pointer, or over the reference the selected cell, minus reference",
            );
            ui.label(signed(difference, 4));
        }
    });
}

/// Returns `None` if the selected picture uses no value range, a legend shows it, or it is not measured yet.
fn range_text(workbench: &Workbench) -> Option<String> {
    let generator = workbench.shown()?;
    let selected = PaneId::Cell(workbench.document.selected);
    let view = workbench.pane_content(selected)?.view.shading;
    if !generator.uses_value_range(&view) {
        return None;
    }
    let measured = measured(workbench);
    if let Some(constant) = measured.constant {
        return Some(format!("constant {}", signed(constant.into(), 4).trim_start()));
    }
    if workbench.chrome.has_legend {
        return None;
    }
    let (low, high) = match view.value_range {
        ValueRange::Fixed(low, high) => (low, high),
        ValueRange::Auto | ValueRange::Full => {
            measured.value_range.map(|(low, high)| (f64::from(low), f64::from(high)))?
        }
    };
    let decimals = range_decimals(low, high);
    Some(format!(
        "range {} \u{2026} {}",
        signed(low, decimals).trim_start(),
        signed(high, decimals).trim_start()
    ))
}

fn measured(workbench: &Workbench) -> &PaneStats {
    workbench.pane_stats(PaneId::Cell(workbench.document.selected))
}

/// Returns the decimals that distinguish neighboring pixels in a picture `span` world units wide.
fn decimals(span: f64) -> usize {
    (3.5 - span.log10()).ceil().clamp(0.0, 9.0) as usize
}

/// Seconds after the start of the window for which a software adapter is named; then there is only an icon.
const NAMED_SECONDS: f64 = 60.0;

fn adapter_ui(ui: &mut Ui, adapter: &AdapterSummary) {
    if adapter.software {
        let color = ui.visuals().warn_fg_color;
        let left = NAMED_SECONDS - ui.input(|input| input.time);
        let name = format!("{}: software rendering, slow", short(&adapter.name));
        let text = if left > 0.0 {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
            format!("{}  {name}", icons::WARNING)
        } else {
            icons::WARNING.to_owned()
        };
        let notice = ui.add(Label::new(RichText::new(text).color(color)).truncate());
        notice.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        notice.on_hover_text(format!("{}\n{SOFTWARE}", adapter.name));
    } else {
        ui.add(Label::new(RichText::new(&adapter.name).weak()).truncate());
    }
}

const SOFTWARE: &str = "Rendering runs on the CPU. Install your card's Vulkan driver, or choose \
    another adapter: `playground --list-adapters`, then `--adapter NAME`.";

/// Omits driver details in parentheses.
fn short(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name)
}
