//! The capture dialog: content, format, size and folder.

use egui::{
    Align, Align2, Area, Button, ComboBox, FontId, FontSelection, Frame, Grid, Id, Key, Layout,
    Order, ProgressBar, RichText, TextEdit, Ui, vec2,
};
use noise_playground::generator::{Domain, Generator};

use super::commands::{CommandId, Tip as _};
use super::focus::{self, FocusZone};
use super::widgets::has_changed;
use super::widgets::number::{NumberFormat, count_ui, number_in_row_ui};
use super::widgets::screen_reader::announce;
use super::{PanelOutput, icons, manual, theme};
use crate::workbench::capture_settings::{
    CAMERA_TURN, CaptureData, CaptureKind, CaptureSettings, FORMATS, MAX_FRAMES, MAX_SIDE, Size,
    animated_controls, title, with_width,
};
use crate::workbench::panels::{CommandGroup, PanelInfo};
use crate::workbench::{Action, PaneId, Panel, Workbench};

/// Width of the widgets without the names, in points.
const WIDTH: f32 = 280.0;

/// Width of the names, in points.
const NAME_WIDTH: f32 = 68.0;

/// Widths with the aspect ratio of the picture on the screen.
const PICTURE_WIDTHS: [u32; 3] = [1024, 2048, 4096];

const UHD: [u32; 2] = [3840, 2160];

const KINDS: [(CaptureKind, &str, &str); 4] = [
    (CaptureKind::Cell, "Cell", "Picture or field of the selected cell"),
    (CaptureKind::Comparison, "Comparison", "All cells as arranged, with their captions"),
    (CaptureKind::Window, "Window", "The window with its panels"),
    (CaptureKind::Animation, "Animation", "Numbered frames of one control over a range"),
];

pub(crate) const CAPTURE: Panel = Panel(&PanelInfo {
    key: "capture",
    title: "Capture",
    chapter: "captures.md",
    has_focus_zone: true,
    command: "Capture settings",
    shortcut: "Shift-S",
    tooltip: "Source, format and size of captures",
    group: CommandGroup::View,
    is_available: |workbench| workbench.shown().is_some(),
    ..PanelInfo::FLOATING
});

pub(crate) fn capture_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let Some(generator) = workbench.shown().cloned() else {
        return;
    };
    let mut is_open = true;
    let has_camera = workbench.scene(workbench.document.selected).is_some();
    let cell = PaneId::Cell(workbench.document.selected);
    let pane = output.panes.iter().find(|pane| pane.key == cell);
    let screen = pane.map(|pane| {
        let size = pane.rect.size() * ui.pixels_per_point();
        [size.x, size.y].map(|pixels| pixels.round() as u32)
    });
    let settings = workbench.capture_settings_mut();
    settings.adapt_animation(&generator, has_camera);
    let frame = Frame::popup(ui.style()).inner_margin(16.0);
    let area = Area::new(Id::unique("capture dialog"))
        .order(Order::Middle)
        .anchor(Align2::RIGHT_TOP, [-12.0, 44.0]);
    area.show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(WIDTH + NAME_WIDTH);
            heading_ui(ui, &mut is_open);
            focus::start_zone(ui, FocusZone::Panel(CAPTURE));
            settings_ui(ui, settings, &generator, (has_camera, screen), &mut output.actions);
            if let Some(action) = actions_ui(ui, settings) {
                output.actions.push(action);
                is_open = false;
            }
        });
    });
    if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
        is_open = false;
    }
    workbench.chrome_mut().set_open(CAPTURE, is_open);
}

fn heading_ui(ui: &mut Ui, open: &mut bool) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Capture").heading().strong());
        manual::help_ui(ui, CAPTURE);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = Button::new(icons::CLOSE).frame_when_inactive(false);
            let close = ui.add(close).tip_as("Close", CommandId::Panel(CAPTURE));
            if close.accessible_name("Close the capture dialog").clicked() {
                *open = false;
            }
        });
    });
    ui.add_space(8.0);
}

fn settings_ui(
    ui: &mut Ui,
    settings: &mut CaptureSettings,
    generator: &Generator,
    (has_camera, screen): (bool, Option<[u32; 2]>),
    actions: &mut Vec<Action>,
) {
    let grid = Grid::new("capture settings").num_columns(2);
    grid.spacing([16.0, 8.0]).show(ui, |ui| {
        row_ui(ui, "Content", |ui| kind_ui(ui, &mut settings.kind));
        if settings.kind == CaptureKind::Animation {
            row_ui(ui, "Control", |ui| {
                control_ui(ui, settings, generator, has_camera);
            });
            row_ui(ui, "Range", |ui| range_ui(ui, settings));
        }
        row_ui(ui, "Format", |ui| format_ui(ui, settings));
        if settings.holds_data() {
            row_ui(ui, "Data", |ui| data_ui(ui, settings));
            if settings.data == CaptureData::Mask {
                row_ui(ui, "Where", |ui| mask_ui(ui, settings));
            }
        }
        if settings.kind != CaptureKind::Window {
            row_ui(ui, "Size", |ui| size_ui(ui, settings, generator, screen));
        }
        row_ui(ui, "Folder", |ui| {
            folder_ui(ui, &mut settings.folder, actions);
        });
    });
}

fn row_ui(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.set_width(NAME_WIDTH - 16.0);
        ui.label(name);
    });
    ui.horizontal(|ui| {
        ui.set_width(WIDTH);
        contents(ui);
    });
    ui.end_row();
}

fn kind_ui(ui: &mut Ui, kind: &mut CaptureKind) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (choice, name, tooltip) in KINDS {
        let button =
            Button::new(name).selected(*kind == choice).frame_when_inactive(*kind == choice);
        if ui.add(button).on_hover_text(tooltip).clicked() {
            *kind = choice;
        }
    }
}

const TURN: &str = "Full turn of the camera";

fn control_ui(
    ui: &mut Ui,
    settings: &mut CaptureSettings,
    generator: &Generator,
    has_camera: bool,
) {
    let name = settings.animation.name.clone();
    let selected = animated_controls(generator).find(|control| control.name == name);
    let is_camera = has_camera && name == CAMERA_TURN;
    let text = match selected {
        Some(control) => &control.label,
        None if is_camera => TURN,
        None => "No scalar control",
    };
    let list = ComboBox::from_id_salt("animated control").selected_text(text).width(WIDTH);
    let list = list.show_ui(ui, |ui| {
        for control in animated_controls(generator) {
            let is_selected = control.name == name;
            if ui.selectable_label(is_selected, &control.label).clicked() && !is_selected {
                settings.animate(control);
            }
        }
        if has_camera && ui.selectable_label(is_camera, TURN).clicked() && !is_camera {
            settings.animate_camera();
        }
    });
    list.response.accessible_name("Animated control");
}

fn range_ui(ui: &mut Ui, settings: &mut CaptureSettings) {
    let range = &mut settings.animation;
    let speed = ((range.to - range.from).abs() / 200.0).max(1e-6);
    let format = NumberFormat {
        limits: (f32::MIN.into(), f32::MAX.into()),
        speed,
        ..NumberFormat::default()
    };
    number_in_row_ui(ui, 68.0, "From", &mut range.from, format);
    ui.weak("to");
    number_in_row_ui(ui, 68.0, "To", &mut range.to, format);
    ui.weak("in");
    let mut count = range.count;
    count_ui(ui, (88.0, 1.0), "Frames", &mut count, (MAX_FRAMES, "frames"));
    if count != settings.animation.count {
        settings.set_frames(count);
    }
}

fn format_ui(ui: &mut Ui, settings: &mut CaptureSettings) {
    if matches!(settings.kind, CaptureKind::Comparison | CaptureKind::Window) {
        ui.weak("PNG");
        return;
    }
    ui.spacing_mut().item_spacing.x = 2.0;
    for format in FORMATS {
        let is_selected = settings.format == format;
        let tooltip = if format.holds_picture() {
            "The picture as shown"
        } else if format.is_scaled() {
            "One channel, scaled to 65,536 grays"
        } else {
            "The field, 32-bit float"
        };
        let button =
            Button::new(title(format)).selected(is_selected).frame_when_inactive(is_selected);
        if ui.add(button).on_hover_text(tooltip).clicked() {
            settings.format = format;
        }
    }
}

/// Height in points at which the list of [`CaptureData`] needs no scrolling.
const DATA_HEIGHT: f32 = 280.0;

/// Selects the numbers of a data file: values, a derived quantity, or a mask.
fn data_ui(ui: &mut Ui, settings: &mut CaptureSettings) {
    let list = ComboBox::from_id_salt("capture data")
        .selected_text(settings.data.title())
        .width(132.0)
        .height(DATA_HEIGHT);
    let list = list.show_ui(ui, |ui| {
        for data in CaptureData::all() {
            let choice = ui.selectable_value(&mut settings.data, data, data.title());
            if let CaptureData::Quantity(quantity) = data {
                choice.on_hover_text(quantity.info().summary);
            }
        }
    });
    list.response.accessible_name("Data");
}

/// Shows the condition of a mask, with an error below if it is not valid.
fn mask_ui(ui: &mut Ui, settings: &mut CaptureSettings) {
    ui.vertical(|ui| {
        let field = TextEdit::singleline(&mut settings.mask)
            .font(FontSelection::FontId(FontId::monospace(12.0)))
            .desired_width(WIDTH);
        let tip = "A WGSL expression of value, slope, aspect, curvature, x and y";
        ui.add(field).on_hover_text(tip).accessible_name("Condition");
        if let Err(error) = settings.derived() {
            ui.colored_label(ui.visuals().error_fg_color, error);
        }
    });
}

/// `screen` is the size in pixels of the picture on the screen, if it is visible.
fn size_ui(
    ui: &mut Ui,
    settings: &mut CaptureSettings,
    generator: &Generator,
    screen: Option<[u32; 2]>,
) {
    if generator.domain() == Domain::Grid && !settings.format().holds_picture() {
        ui.weak("Size of its own grid");
        return;
    }
    let text = |size: Size| match size {
        Size::Screen => "As on screen".to_owned(),
        Size::Width(width) => match screen {
            Some(screen) => pixels_text(with_width(width, screen)),
            None => format!("{width} wide"),
        },
        Size::Custom => "Width \u{d7} height".to_owned(),
    };
    let list =
        ComboBox::from_id_salt("capture size").selected_text(text(settings.size)).width(132.0);
    let list = list.show_ui(ui, |ui| {
        let widths = PICTURE_WIDTHS.into_iter().map(Size::Width);
        for size in [Size::Screen].into_iter().chain(widths) {
            ui.selectable_value(&mut settings.size, size, text(size));
        }
        if ui.selectable_label(false, pixels_text(UHD) + "  4K").clicked() {
            (settings.size, settings.custom_size) = (Size::Custom, UHD);
        }
        ui.selectable_value(&mut settings.size, Size::Custom, text(Size::Custom));
    });
    list.response.accessible_name("Size");
    if settings.size == Size::Custom {
        for (index, name) in ["Width", "Height"].into_iter().enumerate() {
            if index == 1 {
                ui.weak("\u{d7}");
            }
            let mut side = settings.custom_size[index] as usize;
            count_ui(ui, (56.0, 1.0), name, &mut side, (MAX_SIDE as usize, ""));
            settings.custom_size[index] = side as u32;
        }
        return;
    }
    if let Some(screen) = screen.filter(|_| settings.size == Size::Screen) {
        ui.weak(pixels_text(screen));
    }
    if settings.kind == CaptureKind::Comparison {
        ui.weak("Each cell");
    }
}

fn pixels_text([width, height]: [u32; 2]) -> String {
    format!("{width} \u{d7} {height}")
}

fn folder_ui(ui: &mut Ui, folder: &mut String, actions: &mut Vec<Action>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let open = Button::new(format!("{}  Open folder", icons::FOLDER));
        if ui.add(open).accessible_name("Open folder").clicked() {
            actions.push(Action::OpenCaptures);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let field = TextEdit::singleline(folder).desired_width(ui.available_width());
            let field = ui.add(field).accessible_name("Folder of captures");
            if field.lost_focus() {
                // Without a path, the folder stays as it is.
                let is_canceled = ui.input(|input| input.key_pressed(Key::Escape));
                let path = if is_canceled { String::new() } else { folder.clone() };
                actions.push(Action::CaptureTo(path));
            }
            field.on_hover_text(folder.as_str());
        });
    });
}

fn actions_ui(ui: &mut Ui, settings: &CaptureSettings) -> Option<Action> {
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let copy = ui
            .add(Button::new("Copy picture").min_size(vec2(0.0, 28.0)))
            .tip(CommandId::CopyPicture);
        let copied = copy.clicked().then_some(Action::CopyPicture);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = RichText::new(format!("{}  Capture", icons::CAMERA));
            let button = Button::new(text.font(theme::medium(13.0)))
                .fill(ui.visuals().selection.bg_fill)
                .min_size(vec2(112.0, 28.0));
            let has_control = !settings.animation.name.is_empty();
            let is_enabled = (settings.kind != CaptureKind::Animation || has_control)
                && settings.derived().is_ok();
            let response = ui.add_enabled(is_enabled, button);
            let response = response.tip(CommandId::Capture);
            let is_clicked = response.accessible_name("Capture now").clicked();
            copied.or(is_clicked.then_some(Action::Capture))
        })
        .inner
    })
    .inner
}

/// Shows the progress in the status line, with a button that cancels the capture.
pub(crate) fn capture_progress_ui(
    ui: &mut Ui,
    settings: &CaptureSettings,
    actions: &mut Vec<Action>,
) {
    let Some(progress) = &settings.progress else {
        return;
    };
    let cancel = Button::new(RichText::new(icons::CLOSE).size(12.0)).frame_when_inactive(false);
    let cancel = ui.add(cancel).on_hover_text("Cancel capture");
    if cancel.accessible_name("Cancel capture").clicked() {
        actions.push(Action::CancelCapture);
    }
    let bar = ProgressBar::new(progress.fraction as f32).desired_width(120.0).desired_height(6.0);
    ui.add(bar).accessible_name("Capture progress");
    let percent = (100.0 * progress.fraction).floor();
    let label = ui.label(format!("capturing {}  {percent}\u{2009}%", progress.name));
    // In tenths, so that there is time to read them out.
    let tenths = Some((progress.name.clone(), (10.0 * progress.fraction) as u32));
    if has_changed(ui, "announced progress", tenths) {
        announce(&label, false);
    }
}
