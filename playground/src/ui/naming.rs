//! The text field that renames a cell or preset. Only one is open at a time.

use egui::text::CCursorRange;
use egui::{Id, Key, TextEdit, Ui};

use crate::workbench::CellId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameTarget {
    Cell(CellId),
    NewPreset,
    /// The id is that of the preset's tile, which moves with the preset if the file changes.
    Preset(Id),
}

fn id() -> Id {
    Id::unique("name field")
}

pub(crate) fn open(ui: &Ui, target: NameTarget, name: String) {
    ui.data_mut(|data| data.insert_temp(id(), (target, name)));
}

pub(crate) fn is_open(ui: &Ui, target: NameTarget) -> bool {
    typed_name(ui, target).is_some()
}

/// Returns `None` unless the field of `target` is open.
fn typed_name(ui: &Ui, target: NameTarget) -> Option<String> {
    let field = ui.data(|data| data.get_temp::<(NameTarget, String)>(id()));
    field.filter(|(other, _)| *other == target).map(|(_, name)| name)
}

/// Returns the trimmed name once the user enters it; `None` if Escape closes the field.
pub(crate) fn field_ui(ui: &mut Ui, target: NameTarget, label: &str) -> Option<String> {
    let mut name = typed_name(ui, target)?;
    let field =
        TextEdit::singleline(&mut name).hint_text("Name, then Enter").desired_width(f32::INFINITY);
    let mut field = field.show(ui);
    let response = field.response.response.accessible_name(label);
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<(NameTarget, String)>(id()));
        let is_canceled = ui.input(|input| input.key_pressed(Key::Escape));
        return (!is_canceled).then(|| name.trim().to_owned());
    }
    response.request_focus();
    // A cell's name is selected as a whole, so that typing replaces it: it is often the generator's title.
    if response.gained_focus() && matches!(target, NameTarget::Cell(_)) {
        let all = CCursorRange::select_all(&field.galley);
        field.state.cursor.set_char_range(Some(all));
        field.state.store(ui.ctx(), response.id);
    }
    ui.data_mut(|data| data.insert_temp(id(), (target, name)));
    None
}
