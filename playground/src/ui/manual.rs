//! The `?` beside the title of a panel, which opens the panel's chapter of the manual.

use egui::{Button, OpenUrl, OutputCommand, RichText, Sense, Ui};

use crate::workbench::Panel;

/// Start of the addresses with which panels ask egui to open a chapter.
const SCHEME: &str = "manual:";

pub(crate) fn help_ui(ui: &mut Ui, panel: Panel) {
    chapter_ui(ui, panel.info().title, panel.info().chapter);
}

/// Shows the button that opens a chapter, given as a path in the manual, about `title`.
pub(crate) fn chapter_ui(ui: &mut Ui, title: &str, chapter: &str) {
    // The keyboard passes over it to the widgets of the panel; it has a command instead.
    let button = Button::new(RichText::new("?").weak()).frame_when_inactive(false);
    let button = ui.add(button.sense(Sense::CLICK));
    let button = button.on_hover_text("Open the chapter of the manual");
    if button.accessible_name(format!("Manual: {title}")).clicked() {
        open(ui, chapter);
    }
}

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
    fn chapters_of_panels_exist() {
        let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
        let chapters = crate::ui::panels().map(|panel| panel.info().chapter);
        let mut chapters = chapters.into_iter().filter(|chapter| !chapter.is_empty()).peekable();
        assert!(chapters.peek().is_some());
        for chapter in chapters {
            assert!(manual.join(chapter).is_file(), "{chapter}");
        }
    }

    #[test]
    fn button_requests_its_chapter() {
        let mut harness = egui_kittest::Harness::new_ui(|ui| help_ui(ui, Panel::TRACE));
        egui_kittest::kittest::Queryable::get_by_label(&harness, "Manual: Trace").click();
        harness.step();
        let mut requests = harness.output().platform_output.commands.clone();
        requests.push(OutputCommand::CopyText("text".to_owned()));
        assert_eq!(take_chapters(&mut requests), ["inside.md"]);
        assert_eq!(requests, [OutputCommand::CopyText("text".to_owned())]);
    }
}
