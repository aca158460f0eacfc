//! The source text, with line numbers, errors, and clickable names of taps.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, CursorIcon, FontId, Frame, Galley, Id, Label, Pos2, Rect, RichText, Role,
    ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use noise_playground::generator::{
    DerivedFunction, Generator, Tap, TapWord, omission_note, omitted_values,
};
use noise_playground::source::{ModulePath, Source};
use noise_playground::wgsl::diagnostic::Diagnostic;
use noise_playground::wgsl::syntax::{SyntaxKind, SyntaxPiece, syntax};

use super::colors::color;
use crate::ui::theme;
use crate::ui::widgets::has_changed;
use crate::workbench::Workbench;

/// Line height and font size, in points.
const LINE: f32 = 18.0;
const FONT: f32 = 12.5;

/// Width of the line numbers and the space after them, in points.
const NUMBERS: f32 = 46.0;

struct SourceView {
    source: Arc<Source>,
    taps: Arc<[Tap]>,
    /// Names the taps that cannot be shown because there are too many.
    omission: Option<String>,
    /// Byte ranges without line breaks.
    lines: Vec<Range<usize>>,
    pieces: Vec<SyntaxPiece>,
    /// Clickable names of taps, in the order of the text.
    words: Vec<TapWord>,
    derived: Vec<DerivedFunction>,
}

impl SourceView {
    fn new(generator: &Generator, source: &Arc<Source>, taps: Arc<[Tap]>) -> Self {
        let text = &source.text;
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            lines.push(start..end);
            start += line.len();
        }
        Self {
            words: generator.tap_words(&taps, &source.path),
            omission: omitted_values(generator).ok().and_then(|omitted| omission_note(&omitted)),
            pieces: syntax(text),
            derived: generator.derived_functions(),
            lines,
            source: Arc::clone(source),
            taps,
        }
    }

    /// Returns the tokens that overlap a byte range, cut to it.
    fn pieces_in(&self, range: Range<usize>) -> impl Iterator<Item = (SyntaxKind, Range<usize>)> {
        let first = self.pieces.partition_point(|piece| piece.range.end <= range.start);
        let pieces = self.pieces[first..].iter();
        pieces.take_while(move |piece| piece.range.start < range.end).map(move |piece| {
            let inside = piece.range.start.max(range.start)..piece.range.end.min(range.end);
            (piece.kind, inside)
        })
    }

    fn word_at(&self, byte: usize) -> Option<&TapWord> {
        let mut words = self.words.iter();
        words.find(|word| word.range.contains(&byte))
    }

    /// Returns the derivative that the word stands for, if no author has written it.
    fn derived_at(&self, byte: usize) -> Option<&DerivedFunction> {
        let mut tokens = self.pieces.iter();
        let word = tokens.find(|piece| piece.range.contains(&byte))?;
        let name = &self.source.text[word.range.clone()];
        self.derived.iter().find(|derived| derived.name == name)
    }
}

/// Shows the file that the user chose, otherwise that of the selected tap, otherwise the generator's own.
pub(super) fn source_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let Some(generator) = workbench.shown().cloned() else {
        return;
    };
    let of_stage = workbench.stage().map(|stage| stage.tap.function.file.clone());
    let chosen = workbench.inside.file.clone().or(of_stage);
    let file = chosen.filter(|file| generator.source(file).is_some());
    let file = file.unwrap_or_else(|| generator.address().file.clone());
    let Some(source) = generator.source(&file) else {
        return;
    };
    let taps = workbench.all_taps().unwrap_or_default();
    let view = source_view(ui, &generator, source, taps);
    let ground = ui.visuals().extreme_bg_color;
    let frame = Frame::new().fill(ground).corner_radius(4.0).inner_margin(4.0);
    frame.show(ui, |ui| {
        if let Some(note) = &view.omission {
            ui.add(Label::new(RichText::new(note).weak().size(12.0)).wrap());
        }
        lines_ui(ui, workbench, &view);
    });
}

/// The last result is cached until the file or its taps change.
fn source_view(
    ui: &Ui,
    generator: &Generator,
    source: &Arc<Source>,
    taps: Arc<[Tap]>,
) -> Arc<SourceView> {
    let id = Id::unique("source of the drawer");
    let known: Option<Arc<SourceView>> = ui.data(|data| data.get_temp(id));
    let is_same = |view: &Arc<SourceView>| {
        Arc::ptr_eq(&view.source, source) && Arc::ptr_eq(&view.taps, &taps)
    };
    if let Some(view) = known.filter(is_same) {
        return view;
    }
    let view = Arc::new(SourceView::new(generator, source, taps));
    ui.data_mut(|data| data.insert_temp(id, Arc::clone(&view)));
    view
}

/// Shows the visible lines, after scrolling to a requested one.
fn lines_ui(ui: &mut Ui, workbench: &mut Workbench, view: &Arc<SourceView>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let file = &view.source.path;
    let reveal = workbench.take_revealed().or_else(|| line_of_new_stage(ui, workbench, file));
    let mut area = ScrollArea::both().id_salt(file.as_str()).auto_shrink(false);
    if let Some(line) = reveal {
        let above = (ui.available_height() / 3.0).max(LINE);
        area = area.vertical_scroll_offset((line as f32 * LINE - above).max(0.0));
    }
    let errors = errors_of(workbench, view);
    let clicked = area.show_rows(ui, LINE, view.lines.len(), |ui, rows| {
        let mut clicked = None;
        for row in rows {
            let error = errors.iter().find(|(line, _)| *line == row + 1);
            let error = error.map(|(_, error)| *error);
            let tap = line_ui(ui, workbench, view, row, error);
            clicked = tap.map(|tap| (row, tap)).or(clicked);
        }
        clicked
    });
    if let Some((row, tap)) = clicked.inner {
        workbench.show_tap(tap);
        let clicked = (row + 1, shown_name(workbench));
        ui.data_mut(|data| data.insert_temp(clicked_line_id(), clicked));
        // After a click in the text, the text does not scroll to the selected value.
        remember_stage(ui, workbench);
    }
}

/// Returns the line, from 1, to scroll to; `None` if the tap is not in `file` or was selected before.
fn line_of_new_stage(ui: &Ui, workbench: &Workbench, file: &ModulePath) -> Option<usize> {
    let stage = workbench.stage()?;
    let is_new = remember_stage(ui, workbench);
    let is_here = stage.tap.function.file == *file && stage.tap.line() > 0;
    (is_new && is_here).then(|| stage.tap.line())
}

/// Returns true if the selected tap has changed since the previous call.
fn remember_stage(ui: &Ui, workbench: &Workbench) -> bool {
    has_changed(ui, "stage of the drawer", shown_name(workbench))
}

/// Returns diagnostics with their lines in the displayed text, matched by contents, since it may be older than theirs.
fn errors_of<'a>(workbench: &'a Workbench, view: &SourceView) -> Vec<(usize, &'a Diagnostic)> {
    let diagnostics = workbench.folder.diagnostics.iter();
    let errors = diagnostics.filter_map(|diagnostic| {
        let location = diagnostic.location.as_ref()?;
        if location.file != view.source.path {
            return None;
        }
        let text =
            |line: usize| Some(&view.source.text[view.lines.get(line.checked_sub(1)?)?.clone()]);
        let is_same = |line: &usize| text(*line) == Some(location.line_text.as_str());
        let lines = (1..=view.lines.len()).filter(is_same);
        let nearest = lines.min_by_key(|line| line.abs_diff(location.start.line));
        Some((nearest.unwrap_or(location.start.line), diagnostic))
    });
    errors.collect()
}

/// Returns the tap whose name was clicked.
fn line_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    view: &SourceView,
    row: usize,
    error: Option<&Diagnostic>,
) -> Option<usize> {
    let range = view.lines[row].clone();
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(line_job(ui, view, range.clone())));
    let width = (NUMBERS + galley.size().x + 8.0).max(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, LINE), Sense::click());
    let text = &view.source.text[range.clone()];
    response.widget_info(|| {
        let message = error.map_or_else(String::new, |error| format!("  {}", error.message));
        WidgetInfo::labeled(Role::Label, true, format!("{} {text}{message}", row + 1))
    });
    let at = pos2(rect.left() + NUMBERS, rect.center().y - galley.size().y / 2.0);
    if let Some(error) = error {
        let end = at.x + galley.size().x;
        error_ui(ui, rect, end, error);
    }
    number_ui(ui, rect, row + 1, error);
    mark_stage(ui, workbench, view, range.clone(), &galley, at);
    underline_ui(ui, view, &range, &galley, at);
    let byte = response.hover_pos().and_then(|pointer| {
        let cursor = galley.cursor_from_pos(pointer - at);
        let inside = pointer.x >= at.x && pointer.x <= at.x + galley.size().x;
        let (byte, _) = text.char_indices().nth(cursor.index.0).filter(|_| inside)?;
        Some(range.start + byte)
    });
    let word = byte.and_then(|byte| view.word_at(byte));
    let derived = byte.and_then(|byte| view.derived_at(byte));
    if let Some(word) = word {
        let place = word_rect(view, range, &galley, at, word.range.clone());
        let line = Stroke::new(1.0, theme::accent(ui.visuals()));
        ui.painter().hline(place.x_range(), place.bottom() - 1.0, line);
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    ui.painter().galley(at, galley, ui.visuals().text_color());
    if clicked_line(ui, workbench) == Some(row + 1)
        && let Some(work) = workbench.stage_work()
    {
        work_ui(ui, rect, work);
    }
    let is_clicked = response.clicked();
    if let Some(error) = error.filter(|_| word.is_none()) {
        response.on_hover_text(error.human());
    } else {
        let tap = word.and_then(|word| view.taps.get(word.tap));
        let tap = tap.map(|tap| format!("{}: {}", tap.name, tap.ty));
        let about = [tap, derived.map(|derived| derived.about.clone())];
        let about: Vec<String> = about.into_iter().flatten().collect();
        if !about.is_empty() {
            response.on_hover_text_at_pointer(about.join("\n"));
        }
    }
    word.filter(|_| is_clicked).map(|word| word.tap)
}

fn underline_ui(ui: &Ui, view: &SourceView, line: &Range<usize>, galley: &Galley, at: Pos2) {
    let first = view.words.partition_point(|word| word.range.start < line.start);
    let words = view.words[first..].iter().take_while(|word| word.range.end <= line.end);
    let stroke = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.6));
    for word in words {
        let place = word_rect(view, line.clone(), galley, at, word.range.clone());
        ui.painter().hline(place.x_range(), place.bottom() - 1.0, stroke);
    }
}

/// Returns the rectangle of the byte range `word` on the laid out `line`.
fn word_rect(
    view: &SourceView,
    line: Range<usize>,
    galley: &Galley,
    at: Pos2,
    word: Range<usize>,
) -> Rect {
    let text = &view.source.text;
    let glyph = |byte: usize| {
        let count = text[line.start..byte.clamp(line.start, line.end)].chars().count();
        galley.pos_from_cursor(egui::text::CCursor::new(count))
    };
    let [start, end] = [word.start, word.end].map(glyph);
    Rect::from_min_max(start.left_top(), end.right_bottom()).translate(at.to_vec2())
}

fn mark_stage(
    ui: &Ui,
    workbench: &Workbench,
    view: &SourceView,
    line: Range<usize>,
    galley: &Galley,
    at: Pos2,
) {
    let Some(stage) = workbench.stage() else {
        return;
    };
    let is_shown = |word: &&TapWord| {
        let tap = view.taps.get(word.tap);
        line.start <= word.range.start
            && word.range.end <= line.end
            && tap.is_some_and(|tap| {
                (&tap.function, &tap.name) == (&stage.tap.function, &stage.tap.name)
            })
    };
    let fill = ui.visuals().selection.bg_fill.gamma_multiply(0.55);
    for word in view.words.iter().filter(is_shown) {
        let rect = word_rect(view, line.clone(), galley, at, word.range.clone());
        let is_place = word.line == stage.tap.line();
        ui.painter().rect_filled(rect.expand2(vec2(2.0, 0.0)), 3.0, fill);
        if is_place {
            let line = Stroke::new(1.0, theme::accent(ui.visuals()));
            let rect = rect.expand2(vec2(2.0, 0.0));
            ui.painter().rect_stroke(rect, 3.0, line, egui::StrokeKind::Inside);
        }
    }
}

fn line_job(ui: &Ui, view: &SourceView, line: Range<usize>) -> LayoutJob {
    let visuals = ui.visuals();
    let format = |color: Color32| TextFormat {
        valign: Align::Center,
        ..TextFormat::simple(FontId::monospace(FONT), color)
    };
    let text = &view.source.text;
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let mut end = line.start;
    for (kind, range) in view.pieces_in(line.clone()) {
        job.append(&text[end..range.start], 0.0, format(visuals.text_color()));
        job.append(&text[range.clone()], 0.0, format(color(kind, visuals)));
        end = range.end;
    }
    job.append(&text[end..line.end], 0.0, format(visuals.text_color()));
    job
}

fn number_ui(ui: &Ui, rect: Rect, number: usize, error: Option<&Diagnostic>) {
    let color = error.map_or(ui.visuals().weak_text_color(), |error| error_color(ui, error));
    let at = pos2(rect.left() + NUMBERS - 14.0, rect.center().y);
    let font = FontId::monospace(11.0);
    let text = number.to_string();
    ui.painter().text(at, egui::Align2::RIGHT_CENTER, text, font, color);
}

fn error_color(ui: &Ui, error: &Diagnostic) -> Color32 {
    if error.is_error() { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color }
}

fn clicked_line_id() -> Id {
    Id::unique("clicked line of the drawer")
}

/// Returns the line, from 1, in which the shown value was clicked; `None` if it was chosen elsewhere.
pub(super) fn clicked_line(ui: &Ui, workbench: &Workbench) -> Option<usize> {
    let clicked: Option<(usize, Option<String>)> = ui.data(|data| data.get_temp(clicked_line_id()));
    clicked.filter(|(_, name)| *name == shown_name(workbench)).map(|(line, _)| line)
}

/// Returns the address of the selected value without its run.
fn shown_name(workbench: &Workbench) -> Option<String> {
    let target = workbench.document.selected().target.as_ref();
    let stage = target.and_then(|target| target.stage());
    stage.map(|stage| stage.split('@').next().unwrap_or(stage).to_owned())
}

/// Shows what the clicked value waits for, at the right end of its line.
fn work_ui(ui: &Ui, line: Rect, work: &str) {
    let color = theme::accent(ui.visuals());
    let text = ui.painter().layout_no_wrap(work.to_owned(), FontId::proportional(12.0), color);
    let right = ui.clip_rect().right().min(line.right()) - 8.0;
    let plate = Rect::from_min_max(
        pos2(right - text.size().x - 12.0, line.top()),
        pos2(right, line.bottom()),
    );
    ui.painter().rect_filled(plate, 4.0, ui.visuals().panel_fill);
    let response = ui.interact(plate, ui.scope_id().with("work"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("value {work}")));
    ui.painter().galley(plate.min + vec2(6.0, 1.0), text, color);
}

/// Highlights a line, and shows the error after the line's text, which ends at x `end`.
fn error_ui(ui: &Ui, rect: Rect, end: f32, error: &Diagnostic) {
    let color = error_color(ui, error);
    ui.painter().rect_filled(rect, 0.0, color.gamma_multiply(0.12));
    let at = pos2(end + 24.0, rect.center().y);
    let font = FontId::proportional(12.0);
    let message = error.message.clone();
    ui.painter().text(at, egui::Align2::LEFT_CENTER, message, font, color);
}
