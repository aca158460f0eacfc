//! The trace panel: a table of all taps, in order, that the generator computes for the sample under the pointer.

mod passes;

use egui::{
    Align2, Button, Color32, CursorIcon, FontId, Label, Pos2, Rect, RichText, Role, ScrollArea,
    Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use noise_playground::gpu::measure::SampleSteps;

use super::commands::{CommandId, Tip as _};
use super::header::{header_ui, title_ui};
use super::readout::signed;
use super::{PanelOutput, icons, theme};
use crate::workbench::Workbench;
use crate::workbench::trace::{RecordedTrace, TraceLine, TraceResult};

/// Line height and font size, in points.
const LINE: f32 = 18.0;
const FONT: f32 = 12.0;

/// Width in points below which buttons have short texts.
const SHORT: f32 = 400.0;

/// Columns in characters: line numbers, run numbers (how often a value was computed so far), values in single and
/// double precision, derivatives by an axis; and the maximum width of names.
const LINES: f32 = 4.0;
const RUNS: f32 = 3.0;
const SINGLE: f32 = 15.0;
const DOUBLE: f32 = 21.0;
const SLOPE: f32 = 12.0;
const MAX_NAME: usize = 18;

pub(crate) fn trace_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let width = ui.available_width();
    header_ui(ui, |ui| {
        let commands = &mut output.commands;
        let recorded = workbench.trace_result();
        let recorded = recorded.and_then(|result| result.recorded.as_ref().ok());
        let text = if width < SHORT { "CSV" } else { "Copy CSV" };
        let copy = ui.add_enabled(recorded.is_some(), Button::new(text));
        let copy = copy.on_hover_text("Copy the table in CSV format");
        let copy = copy.accessible_name("Copy CSV");
        if let Some(recorded) = recorded.filter(|_| copy.clicked()) {
            ui.ctx().copy_text(recorded.csv());
            let count = recorded.numbers().count();
            workbench.notify(format!("copied {count} values"));
        }
        let calls = ui.add(Button::new("Calls").selected(workbench.trace.options.with_callees));
        let about = "List the values of the functions that are called, too";
        if calls.on_hover_text(about).clicked() {
            workbench.toggle_traced_calls();
        }
        let slopes = Button::new("\u{2202}").selected(workbench.trace.options.with_gradients);
        let slopes = ui.add(slopes).on_hover_text("List the exact derivatives of the values, too");
        if slopes.accessible_name("Derivatives").clicked() {
            workbench.toggle_traced_gradients();
        }
        let text =
            if width < SHORT { icons::PIN.to_owned() } else { format!("{}  Hold", icons::PIN) };
        let hold = Button::new(text).selected(workbench.trace.is_held);
        let hold = ui.add(hold).tip(CommandId::HoldTrace);
        if hold.accessible_name("Hold the position").clicked() {
            commands.push(CommandId::HoldTrace);
        }
        title_ui(ui, |ui| {
            ui.add(Label::new(RichText::new(position_text(workbench)).weak()).truncate());
        });
    });
    passes::passes_ui(ui, workbench);
    ui.add_space(2.0);
    if let Some(line) = body_ui(ui, workbench) {
        workbench.show_traced(line);
    }
}

/// Returns the traced world position, and whether it is held.
fn position_text(workbench: &Workbench) -> String {
    let Some(result) = workbench.trace_result() else {
        return String::new();
    };
    let sample = result.sample;
    let span = workbench.document.effective_view(sample.cell).span;
    let decimals = (3.5 - span.log10()).ceil().clamp(0.0, 9.0) as usize;
    let [x, y] = sample.world.map(|at| signed(at, decimals));
    let held =
        if workbench.trace.is_held { "held" } else { "follows the pointer; a click holds it" };
    format!("x {} y {}  \u{b7}  {held}", x.trim_start(), y.trim_start())
}

/// Returns the index of the step that the user clicked.
fn body_ui(ui: &mut Ui, workbench: &Workbench) -> Option<usize> {
    let text = match workbench.trace_result() {
        Some(TraceResult { recorded: Ok(recorded), .. }) => {
            return table_ui(ui, workbench, recorded);
        }
        Some(TraceResult { recorded: Err(error), .. }) => {
            RichText::new(error).color(ui.visuals().error_fg_color)
        }
        None => RichText::new("compiling\u{2026}").weak(),
    };
    ui.add(Label::new(text).wrap());
    ui.allocate_space(ui.available_size());
    None
}

/// In points from the table's left edge.
struct Columns {
    /// Right edge.
    line: f32,
    name: f32,
    /// Right edge.
    run: f32,
    single: f32,
    double: f32,
    /// The first derivative, followed by the others.
    slopes: f32,
    slope_width: f32,
    end: f32,
    /// Width of a character.
    character: f32,
}

impl Columns {
    fn new(ui: &Ui, recorded: &RecordedTrace) -> Self {
        let font = FontId::monospace(FONT);
        let character = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let names = recorded.widest_name.clamp(4, MAX_NAME);
        let line = LINES * character;
        let name = line + 1.5 * character;
        let run = name + (names as f32 + RUNS) * character;
        let single = run + 2.0 * character;
        let double = single + SINGLE * character;
        let slopes = double + DOUBLE * character;
        let slope_width = SLOPE * character;
        let end = slopes + recorded.axes() as f32 * slope_width;
        Self { line, name, run, single, double, slopes, slope_width, end, character }
    }
}

/// Shows a line for each number of each value. Returns the index of the step that the user clicked.
fn table_ui(ui: &mut Ui, workbench: &Workbench, recorded: &RecordedTrace) -> Option<usize> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let columns = Columns::new(ui, recorded);
    notes_ui(ui, &recorded.steps);
    let (titles, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let result = recorded.result().map(|step| {
        let height = LINE * recorded.step(step).0.value.len() as f32;
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        (step, rect, response)
    });
    let area = ScrollArea::both().id_salt("trace").auto_shrink(false);
    let shown = area.show_rows(ui, LINE, recorded.lines.len(), |ui, rows| {
        let mut clicked = None;
        for line in &recorded.lines[rows] {
            match *line {
                TraceLine::Function(step) => function_ui(ui, recorded, &columns, step),
                TraceLine::Number(step, number) => {
                    if number_ui(ui, workbench, recorded, &columns, step, number) {
                        clicked = Some(step);
                    }
                }
            }
        }
        clicked
    });
    let scrolled = vec2(shown.state.clamped_offset().x, 0.0);
    let has_double = recorded.steps.no_double.is_none();
    let axes = recorded.axes();
    titles_ui(ui, titles, titles.left_center() - scrolled, &columns, (has_double, axes));
    if let Some((step, rect, response)) = result {
        let ui = &mut ui.new_child(UiBuilder::new().max_rect(rect));
        ui.shrink_clip_rect(rect);
        result_ui(ui, recorded, &columns, step, rect.translate(-scrolled));
        let texts =
            (0..recorded.step(step).0.value.len()).map(|number| recorded.texts(step, number).0);
        let text = format!("result {}", texts.collect::<Vec<_>>().join(" "));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        response.on_hover_text("What the generator returns: the last value of the table");
    }
    shown.inner
}

/// Shows the result of the generator above the values that lead to it, which may be thousands.
fn result_ui(ui: &Ui, recorded: &RecordedTrace, columns: &Columns, step: usize, rect: Rect) {
    let (result, tap) = recorded.step(step);
    for number in 0..result.value.len() {
        let row = rect.with_min_y(rect.top() + LINE * number as f32);
        let first = (number == 0).then(|| [tap.line().to_string(), String::new()]);
        let name = recorded.name(step, number).replacen(&tap.name, "result", 1);
        let slopes = recorded.slope_texts(step, number);
        let texts = (first, name, recorded.texts(step, number));
        paint_number(ui, row.with_max_y(row.top() + LINE), columns, texts, &slopes);
    }
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, line);
}

/// Notes what the table lacks: double precision, or values beyond its maximum length.
fn notes_ui(ui: &mut Ui, steps: &SampleSteps) {
    let mut note = |text: String| {
        let text = RichText::new(&text).weak().size(12.0);
        ui.add(Label::new(text).truncate());
    };
    if let Some(reason) = steps.no_double.as_ref().filter(|_| steps.execution.is_none()) {
        note(format!("no f64: {reason}"));
    }
    if steps.omitted > 0 {
        note(format!("{} further values are left out", steps.omitted));
    }
}

/// Omits the title of double precision if there are no such values. `axes` is the number of derivatives.
fn titles_ui(
    ui: &Ui,
    rect: Rect,
    left: Pos2,
    columns: &Columns,
    (has_double, axes): (bool, usize),
) {
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let color = ui.visuals().weak_text_color();
    let slopes =
        ["d/dx", "d/dy", "d/dz"].into_iter().take(axes).enumerate().map(|(axis, title)| {
            let x = columns.slopes + axis as f32 * columns.slope_width;
            (x, Align2::LEFT_CENTER, title)
        });
    let titles = [
        (columns.line, Align2::RIGHT_CENTER, "line"),
        (columns.name, Align2::LEFT_CENTER, "name"),
        (columns.run, Align2::RIGHT_CENTER, "n"),
        (columns.single, Align2::LEFT_CENTER, "value"),
        (columns.double, Align2::LEFT_CENTER, if has_double { "f64" } else { "" }),
    ];
    for (x, align, title) in titles.into_iter().chain(slopes) {
        let font = FontId::proportional(11.0);
        painter.text(left + vec2(x, 0.0), align, title, font, color);
    }
}

/// Shows the function of the following lines. `step` is the index of the first.
fn function_ui(ui: &mut Ui, recorded: &RecordedTrace, columns: &Columns, step: usize) {
    let width = columns.end.max(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, LINE), Sense::hover());
    let (step, tap) = recorded.step(step);
    ground_ui(ui, rect, step.iteration, false, false);
    let name = &tap.function.function;
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("in {name}")));
    let at = pos2(rect.left() + columns.line, rect.center().y);
    let color = ui.visuals().weak_text_color();
    let font = theme::medium(11.0);
    ui.painter().text(at, Align2::LEFT_CENTER, name, font, color);
    response.on_hover_text_at_pointer(tap.function.to_string());
}

/// Shows component `number` of the value of step `index`. Returns true after a click.
fn number_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    recorded: &RecordedTrace,
    columns: &Columns,
    index: usize,
    number: usize,
) -> bool {
    let width = columns.end.max(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, LINE), Sense::click());
    let (step, tap) = recorded.step(index);
    let name = recorded.name(index, number);
    let (single, double) = recorded.texts(index, number);
    let slopes = recorded.slope_texts(index, number);
    let is_shown = workbench.stage().is_some_and(|stage| {
        (&stage.tap.function, &stage.tap.name) == (&tap.function, &tap.name)
            && stage.stage == recorded.stage(index)
    });
    response.widget_info(|| {
        let double = double.as_deref().unwrap_or("none");
        let mut text = format!("{name} {}: {single}, in f64 {double}", step.run);
        if !slopes.is_empty() {
            text += &format!(", derivatives {}", slopes.join(" "));
        }
        WidgetInfo::selected(Role::Button, true, is_shown, text)
    });
    ground_ui(ui, rect, step.iteration, is_shown, response.hovered());
    let first = (number == 0).then(|| [tap.line().to_string(), step.run.to_string()]);
    let painted = (first, shortened(&name), (single, double));
    paint_number(ui, rect, columns, painted, &slopes);
    if response.hovered() {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    let is_clicked = response.clicked();
    response.on_hover_text_at_pointer(format!(
        "{}, line {}: {}\nClick to see it as the picture",
        tap.function,
        tap.line(),
        tap.ty
    ));
    is_clicked
}

/// Line number and run, `None` after the first line of a vector; name; number in single and double precision.
type NumberTexts = (Option<[String; 2]>, String, (String, Option<String>));

fn paint_number(
    ui: &Ui,
    rect: Rect,
    columns: &Columns,
    (first, name, (single, double)): NumberTexts,
    slopes: &[String],
) {
    let visuals = ui.visuals();
    let (weak, plain) = (visuals.weak_text_color(), visuals.text_color());
    let text = |x: f32, align: Align2, text: &str, color: Color32| {
        let at = pos2(rect.left() + x, rect.center().y);
        let font = FontId::monospace(FONT);
        ui.painter().text(at, align, text, font, color);
    };
    // A minus sign is drawn to the left of the column, so that digits are aligned.
    let hanging = |x: f32, number: &str, color: Color32| {
        let is_negative = number.starts_with('\u{2212}');
        let sign = if is_negative { columns.character } else { 0.0 };
        text(x - sign, Align2::LEFT_CENTER, number, color);
    };
    let color = if first.is_some() { plain } else { weak };
    text(columns.name, Align2::LEFT_CENTER, &name, color);
    if let Some([line, run]) = first {
        text(columns.line, Align2::RIGHT_CENTER, &line, weak);
        text(columns.run, Align2::RIGHT_CENTER, &run, weak);
    }
    hanging(columns.single, &single, plain);
    if let Some(double) = double {
        hanging(columns.double, &double, weak);
    }
    for (axis, slope) in slopes.iter().enumerate() {
        hanging(columns.slopes + axis as f32 * columns.slope_width, slope, plain);
    }
}

/// Every second iteration of a loop is brighter; the shown tap has the accent color.
fn ground_ui(ui: &Ui, rect: Rect, iteration: usize, is_shown: bool, is_hovered: bool) {
    let visuals = ui.visuals();
    let fill = match (is_shown, is_hovered) {
        (true, _) => visuals.selection.bg_fill.gamma_multiply(0.55),
        (false, true) => visuals.widgets.hovered.weak_bg_fill,
        (false, false) if iteration.is_multiple_of(2) => visuals.faint_bg_color,
        (false, false) => return,
    };
    ui.painter().rect_filled(rect, 2.0, fill);
}

/// Replaces the start of a name longer than [`MAX_NAME`] characters by an ellipsis.
fn shortened(name: &str) -> String {
    let count = name.chars().count();
    if count > MAX_NAME {
        name.chars().skip(count - MAX_NAME + 1).fold("\u{2026}".to_owned(), |mut text, letter| {
            text.push(letter);
            text
        })
    } else {
        name.to_owned()
    }
}
