//! The text field that names a cell or preset. Only one is open at a time. A name that is not entered is discarded.

use egui::text::CCursorRange;
use egui::{Align, Id, Key, Layout, Response, TextEdit, Ui};

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

/// Returns the trimmed name once the user enters it. `None` if the field closes because it loses the focus.
pub(crate) fn field_ui(ui: &mut Ui, target: NameTarget, label: &str) -> Option<String> {
    let mut name = typed_name(ui, target)?;
    let has_button = target == NameTarget::NewPreset;
    let (mut field, button) = ui
        .with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = has_button.then(|| ui.button("Save").accessible_name("Save the preset"));
            let field = TextEdit::singleline(&mut name).hint_text("Name, then Enter");
            (field.desired_width(ui.available_width()).show(ui), button)
        })
        .inner;
    let response = field.response.response.accessible_name(label);
    let is_saved = button.as_ref().is_some_and(Response::clicked);
    let is_left = response.lost_focus() && !button.as_ref().is_some_and(Response::contains_pointer);
    if is_saved || is_left {
        ui.data_mut(|data| data.remove::<(NameTarget, String)>(id()));
        let is_entered = is_saved || ui.input(|input| input.key_pressed(Key::Enter));
        return is_entered.then(|| name.trim().to_owned());
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
