//! The text field for names of cells and presets. Only one is open at a time.

use egui::text::CCursorRange;
use egui::{Id, Key, TextEdit, Ui};

use crate::workbench::CellId;

/// The thing to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Cell(CellId),
    NewPreset,
    /// A preset by its index in the file.
    Preset(usize),
}

fn id() -> Id {
    Id::unique("name being typed")
}

/// Opens the field for `named`, with `name` in it.
pub(crate) fn start(ui: &Ui, named: Named, name: String) {
    ui.data_mut(|data| data.insert_temp(id(), (named, name)));
}

/// Returns true while the field is open for `named`.
pub(crate) fn is_open(ui: &Ui, named: Named) -> bool {
    typed(ui, named).is_some()
}

fn typed(ui: &Ui, named: Named) -> Option<String> {
    let typed = ui.data(|data| data.get_temp::<(Named, String)>(id()));
    typed
        .filter(|(other, _)| *other == named)
        .map(|(_, name)| name)
}

/// Shows the field over the available width. Returns the trimmed name once it is entered; `None` before, and if Escape
/// closed the field.
pub(crate) fn field_ui(ui: &mut Ui, named: Named, label: &str) -> Option<String> {
    let mut name = typed(ui, named)?;
    let field = TextEdit::singleline(&mut name)
        .hint_text("Name, then Enter")
        .desired_width(f32::INFINITY);
    let mut field = field.show(ui);
    let response = field.response.response.accessible_name(label);
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<(Named, String)>(id()));
        let is_canceled = ui.input(|input| input.key_pressed(Key::Escape));
        return (!is_canceled).then(|| name.trim().to_owned());
    }
    response.request_focus();
    // Typing replaces a cell's name, which is often the generator's title, but edits a preset's name.
    if response.gained_focus() && matches!(named, Named::Cell(_)) {
        let all = CCursorRange::select_all(&field.galley);
        field.state.cursor.set_char_range(Some(all));
        field.state.store(ui.ctx(), response.id);
    }
    ui.data_mut(|data| data.insert_temp(id(), (named, name)));
    None
}
