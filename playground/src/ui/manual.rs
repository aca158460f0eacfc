//! The `?` beside the title of a panel, which opens the panel's chapter of the manual.

use egui::{Button, OpenUrl, OutputCommand, RichText, Sense, Ui};

use super::theme;

/// Titles of panels with the chapters that explain them, as paths in the manual.
const CHAPTERS: [(&str, &str); 10] = [
    ("Analysis", "measuring.md"),
    ("Capture", "captures.md"),
    ("Changes", "compare.md"),
    ("Controls", "window.md"),
    ("Errors", "shader-files.md"),
    ("History", "values.md"),
    ("Inside", "inside.md"),
    ("Profile", "compare.md"),
    ("Sweep", "values.md"),
    ("Trace", "inside.md"),
];

/// Start of the addresses with which panels ask egui to open a chapter.
const SCHEME: &str = "manual:";

/// Shows the title of a panel and the button that opens its chapter.
pub(crate) fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).font(theme::medium(13.0)));
    help_ui(ui, title);
}

/// Shows the button that opens the chapter of the panel with this title.
pub(crate) fn help_ui(ui: &mut Ui, title: &str) {
    let chapter = CHAPTERS.iter().find(|(panel, _)| *panel == title);
    let Some((_, chapter)) = chapter else { return };
    // The keyboard passes over it to the widgets of the panel; it has a command instead.
    let button = Button::new(RichText::new("?").weak()).frame_when_inactive(false);
    let button = ui.add(button.sense(Sense::CLICK));
    let button = button.on_hover_text("Open the chapter of the manual");
    if button.accessible_name(format!("Manual: {title}")).clicked() {
        open(ui, chapter);
    }
}

/// Asks egui to open a page of the manual.
pub(crate) fn open(ui: &Ui, page: &str) {
    ui.ctx().open_url(OpenUrl::same_tab(format!("{SCHEME}{page}")));
}

/// Removes the chapters that panels asked for from egui's requests, and returns their paths in the manual.
pub(crate) fn take_chapters(requests: &mut Vec<OutputCommand>) -> Vec<String> {
    let mut chapters = Vec::new();
    requests.retain(|request| {
        let OutputCommand::OpenUrl(address) = request else {
            return true;
        };
        let chapter = address.url.strip_prefix(SCHEME);
        chapters.extend(chapter.map(str::to_owned));
        chapter.is_none()
    });
    chapters
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn each_panel_has_a_chapter() {
        let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
        for (panel, chapter) in CHAPTERS {
            assert!(manual.join(chapter).is_file(), "{panel}: {chapter}");
        }
    }

    #[test]
    fn button_requests_its_chapter() {
        let mut harness = egui_kittest::Harness::new_ui(|ui| help_ui(ui, "Trace"));
        egui_kittest::kittest::Queryable::get_by_label(&harness, "Manual: Trace").click();
        harness.step();
        let mut requests = harness.output().platform_output.commands.clone();
        requests.push(OutputCommand::CopyText("text".to_owned()));
        assert_eq!(take_chapters(&mut requests), ["inside.md"]);
        assert_eq!(requests, [OutputCommand::CopyText("text".to_owned())]);
    }
}
