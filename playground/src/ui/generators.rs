//! The list on the left: every generator of the folder.

use egui::{
    Align2, FontId, Id, Response, RichText, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2,
};
use noise_playground::generator::Address;

use super::commands::{CommandId, Tip as _};
use super::focus::filter_id;
use super::icons;
use super::theme::{self, ROW};
use crate::workbench::{Entry, FolderState};

/// Shows the filter and the list; `shown` is the generator of the selected cell. Returns the address of a clicked
/// generator, or of the first match when Enter is pressed in the filter.
pub(crate) fn generators_ui(
    ui: &mut Ui,
    folder: &FolderState,
    shown: Option<&Address>,
    filter: &mut String,
) -> Option<Address> {
    let FolderState {
        entries,
        is_scan_complete,
        ..
    } = folder;
    let entered = filter_ui(ui, filter);
    ui.add_space(4.0);
    let found: Vec<&Entry> = entries
        .iter()
        .filter(|entry| matches(entry, filter))
        .collect();
    let mut chosen = found
        .first()
        .filter(|_| entered)
        .map(|first| first.address.clone());
    if found.is_empty() && !entries.is_empty() {
        ui.weak(format!("No generator matches “{}”.", filter.trim()));
    }
    if entries.is_empty() && *is_scan_complete {
        ui.weak("No generators in this folder yet.");
    }
    if !folder.was_scanned && !is_scan_complete {
        scan_ui(ui, folder);
    }
    let follows = has_changed(ui, shown, *is_scan_complete);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for folder in found.chunk_by(|one, next| folder_of(one) == folder_of(next)) {
            folder_ui(ui, folder_of(folder[0]));
            for file in folder.chunk_by(|one, next| one.address.file == next.address.file) {
                let (main, further): (Vec<&Entry>, Vec<&Entry>) =
                    file.iter().partition(|entry| entry.main);
                for entry in main.into_iter().chain(further) {
                    let is_shown = shown == Some(&entry.address);
                    let response = entry_ui(ui, entry, is_shown);
                    if is_shown && follows {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        chosen = Some(entry.address.clone());
                    }
                }
            }
        }
        ui.add_space(16.0);
    });
    chosen
}

/// Shows the progress of the first scan of the folder.
fn scan_ui(ui: &mut Ui, folder: &FolderState) {
    let compiled = folder.files.len().saturating_sub(folder.pending_files);
    let text = match folder.files.len() {
        0 => "Reading the folder\u{2026}".to_owned(),
        all => format!("Compiling file {compiled} of {all}\u{2026}"),
    };
    ui.horizontal(|ui| {
        ui.spinner();
        ui.weak(text);
    });
}

/// Shows the filter. Returns true if Enter was pressed in it.
fn filter_ui(ui: &mut Ui, filter: &mut String) -> bool {
    let hint = RichText::new("Filter").weak();
    let icon = RichText::new(icons::FILTER).weak();
    let edit = TextEdit::singleline(filter)
        .id(filter_id())
        .hint_text(hint)
        .prefix(icon)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit.min_size(vec2(0.0, ROW))).tip(CommandId::Filter);
    let response = response.accessible_name("Filter generators");
    response.lost_focus()
        && ui.input(|input| input.key_pressed(egui::Key::Enter))
        && !filter.trim().is_empty()
}

/// Returns true if the title and address of a generator contain every word of the filter, ignoring case.
fn matches(entry: &Entry, filter: &str) -> bool {
    let text = format!("{} {}", entry.title, entry.address).to_lowercase();
    filter
        .to_lowercase()
        .split_whitespace()
        .all(|word| text.contains(word))
}

fn folder_of(entry: &Entry) -> &str {
    entry
        .address
        .file
        .as_str()
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder)
}

fn folder_ui(ui: &mut Ui, folder: &str) {
    if !folder.is_empty() {
        ui.add_space(8.0);
        ui.add(
            egui::Label::new(RichText::new(folder).weak().small())
                .truncate()
                .selectable(false),
        );
        ui.add_space(4.0);
    }
}

/// Returns true if the shown generator changed since the last frame, or the list became complete: the list then scrolls
/// to the generator.
fn has_changed(ui: &Ui, shown: Option<&Address>, is_scan_complete: bool) -> bool {
    let now = (shown.cloned(), is_scan_complete);
    let id = Id::unique("generator followed");
    ui.data_mut(|data| {
        let before = data.get_temp_mut_or_default::<(Option<Address>, bool)>(id);
        let has_changed = *before != now;
        *before = now;
        has_changed
    })
}

/// Shows the line of a generator in the list.
fn entry_ui(ui: &mut Ui, entry: &Entry, is_chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(egui::Role::ListItem, true, is_chosen, &entry.title));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    let bleed = rect.expand2(vec2(4.0, 0.0));
    if is_chosen {
        ui.painter()
            .rect_filled(bleed, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter()
            .rect_filled(bleed, 4.0, visuals.widgets.inactive.bg_fill);
    }
    title_ui(ui, rect, entry, is_chosen, is_chosen || response.hovered());
    if entry.error {
        let at = rect.right_center() - vec2(4.0, 0.0);
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            icons::ERROR,
            FontId::proportional(14.0),
            visuals.error_fg_color,
        );
    }
    let hint = if entry.error {
        "\nDoes not compile"
    } else {
        ""
    };
    response.on_hover_text(format!("{}{hint}", entry.address))
}

/// Shows the title, elided if it is too long. Functions that are not a file's main generator are indented.
fn title_ui(ui: &Ui, rect: egui::Rect, entry: &Entry, is_chosen: bool, strong: bool) {
    let visuals = ui.visuals();
    let color = match (strong, entry.main) {
        (true, _) => visuals.strong_text_color(),
        (false, true) => visuals.text_color(),
        (false, false) => visuals.weak_text_color(),
    };
    let font = if is_chosen {
        theme::medium(13.0)
    } else {
        FontId::proportional(13.0)
    };
    let left = rect.left() + if entry.main { 8.0 } else { 24.0 };
    let width = rect.right() - left - if entry.error { 24.0 } else { 4.0 };
    let mut job = egui::text::LayoutJob::simple_singleline(entry.title.clone(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    let at = Align2::LEFT_CENTER
        .anchor_size(egui::pos2(left, rect.center().y), galley.size())
        .min;
    ui.painter().galley(at, galley, color);
}
