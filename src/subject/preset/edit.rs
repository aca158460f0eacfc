//! Edits of preset files that preserve comments, order, and names for which the shader has no control.

use toml_edit::{
    Array, ArrayOfTables, Decor, DocumentMut, InlineTable, Item, Table, TableLike, Value as Toml,
};

use super::{MAX_PRESET_BYTES, Preset, PresetError, PresetFile};
use crate::generator::Generator;
use crate::generator::control::{
    Control, FileSetting, OptionSetting, Plain, Setting, Settings, Value, Values, Widget,
};

/// A preset in a file: its index, and the name that it must have there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetEntry {
    /// Index from 0.
    pub index: usize,
    /// Name when the file was read.
    pub name: String,
}

/// One change of a preset file that can be undone.
#[derive(Clone, Debug, PartialEq)]
pub enum PresetEdit {
    /// Appends a preset with those of the values that differ from the defaults.
    Add(String, Values),
    /// Sets the values. Names without a control stay, and so does the text of values that are equal.
    Update(PresetEntry, Values),
    /// Renames a preset.
    Rename(PresetEntry, String),
    /// Deletes a preset.
    Delete(PresetEntry),
    /// Moves a preset to this index.
    Move(PresetEntry, usize),
    /// Restores a deleted preset with its index and name. The text is its TOML table with comments.
    Insert(PresetEntry, String),
    /// Replaces the TOML table of a preset, comments included.
    Replace(PresetEntry, String),
}

/// New text, and the inverse edit.
#[derive(Clone, Debug, PartialEq)]
pub struct EditResult {
    /// Text of the whole file.
    pub text: String,
    /// Restores the previous text, comments included, unless the preset is changed in between.
    pub undo: PresetEdit,
}

/// Reason why a preset file cannot be edited.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EditError {
    /// The file is not valid.
    #[error("fix the file first: {0}")]
    Unreadable(#[from] PresetError),
    /// The presets are not `[[preset]]` tables, which alone can be edited.
    #[error("presets must be written as [[preset]]")]
    Form,
    /// The preset is no longer in the file, which was changed since it was read.
    #[error("preset {0:?} has changed in the file")]
    Gone(String),
    /// The generator already has a preset of this name.
    #[error("a preset {0:?} already exists")]
    Taken(String),
    /// The edited file would exceed [`MAX_PRESET_BYTES`].
    #[error("the file would exceed {MAX_PRESET_BYTES} bytes")]
    TooLarge,
}

/// Longer lists are written with one value per line.
const MAX_LINE_CHARS: usize = 100;

/// Applies an edit for presets of `generator`. An empty text stands for a file that does not exist.
///
/// # Errors
/// Fails if the text is not a valid preset file, or if the edit does not apply to it.
pub fn apply_edit(
    text: &str,
    edit: &PresetEdit,
    generator: &Generator,
) -> Result<EditResult, EditError> {
    let text = match text.trim() {
        "" => "version = 1\n",
        _ => text,
    };
    let file = PresetFile::parse(text)?;
    let mut document = parsed(text)?;
    let presets = document
        .entry("preset")
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()))
        .as_array_of_tables_mut()
        .ok_or(EditError::Form)?;
    let undo = apply(edit, &file, presets, generator)?;
    let text = document.to_string();
    if text.len() as u64 > MAX_PRESET_BYTES {
        return Err(EditError::TooLarge);
    }
    Ok(EditResult { text, undo })
}

/// Returns a preset file with one preset for a function, without checking it against a generator.
pub fn preset_text(name: &str, function: &str, values: &Settings) -> String {
    let mut table = Table::new();
    table.insert("name", name.into());
    table.insert("generator", function.into());
    let written = values.iter();
    let inline: InlineTable = written.map(|(name, value)| (name, toml(value))).collect();
    table.insert("values", values_item(inline));
    format!("version = 1\n\n{}", file_text(&table))
}

fn apply(
    edit: &PresetEdit,
    file: &PresetFile,
    presets: &mut ArrayOfTables,
    generator: &Generator,
) -> Result<PresetEdit, EditError> {
    let last = file.presets.len().saturating_sub(1);
    Ok(match edit {
        PresetEdit::Add(name, values) => {
            check_name(file, name, None, generator)?;
            presets.push(new_table(name, values, generator));
            PresetEdit::Delete(PresetEntry::new(file.presets.len(), name))
        }
        PresetEdit::Update(listed, values) => {
            let (preset, table) = found(listed, file, presets)?;
            let before = file_text(table);
            update(table, preset, values, generator);
            PresetEdit::Replace(listed.clone(), before)
        }
        PresetEdit::Rename(listed, name) => {
            check_name(file, name, Some(listed.index), generator)?;
            let (_, table) = found(listed, file, presets)?;
            replace_value(&mut table["name"], Toml::from(name));
            PresetEdit::Rename(PresetEntry::new(listed.index, name), listed.name.clone())
        }
        PresetEdit::Delete(listed) => {
            let (_, table) = found(listed, file, presets)?;
            let before = file_text(table);
            presets.remove(listed.index);
            PresetEdit::Insert(listed.clone(), before)
        }
        PresetEdit::Move(listed, to) => {
            found(listed, file, presets)?;
            reorder(presets, listed.index, *to);
            PresetEdit::Move(PresetEntry::new((*to).min(last), &listed.name), listed.index)
        }
        PresetEdit::Insert(PresetEntry { index, name }, text) => {
            check_name(file, name, None, generator)?;
            presets.push(only_preset(text)?);
            let index = (*index).min(file.presets.len());
            reorder(presets, file.presets.len(), index);
            PresetEdit::Delete(PresetEntry::new(index, name))
        }
        PresetEdit::Replace(listed, text) => {
            let (_, table) = found(listed, file, presets)?;
            let before = file_text(table);
            *table = only_preset(text)?;
            reorder(presets, listed.index, listed.index);
            PresetEdit::Replace(listed.clone(), before)
        }
    })
}

impl PresetEntry {
    fn new(index: usize, name: &str) -> Self {
        let name = name.to_owned();
        Self { index, name }
    }
}

fn parsed(text: &str) -> Result<DocumentMut, PresetError> {
    let invalid = |error: toml_edit::TomlError| PresetError::Invalid(error.to_string());
    text.parse::<DocumentMut>().map_err(invalid)
}

fn file_text(table: &Table) -> String {
    let mut document = DocumentMut::new();
    let presets = ArrayOfTables::from_iter([table.clone()]);
    document.insert("preset", Item::ArrayOfTables(presets));
    document.to_string()
}

fn only_preset(text: &str) -> Result<Table, EditError> {
    let document = parsed(text)?;
    let presets = document.get("preset").and_then(Item::as_array_of_tables);
    let table = presets.and_then(|presets| presets.get(0));
    table.cloned().ok_or(EditError::Form)
}

fn check_name(
    file: &PresetFile,
    name: &str,
    except: Option<usize>,
    generator: &Generator,
) -> Result<(), EditError> {
    let mut others = file.presets.iter().enumerate();
    let is_same = |(index, preset): (usize, &Preset)| {
        Some(index) != except && preset.name == name && preset.is_for(generator)
    };
    if others.any(is_same) { Err(EditError::Taken(name.to_owned())) } else { Ok(()) }
}

fn found<'a>(
    listed: &PresetEntry,
    file: &'a PresetFile,
    presets: &'a mut ArrayOfTables,
) -> Result<(&'a Preset, &'a mut Table), EditError> {
    let preset = file.presets.get(listed.index);
    let preset = preset.filter(|preset| preset.name == listed.name);
    let found = preset.zip(presets.get_mut(listed.index));
    found.ok_or_else(|| EditError::Gone(listed.name.clone()))
}

fn new_table(name: &str, values: &Values, generator: &Generator) -> Table {
    let mut table = Table::new();
    table.insert("name", name.into());
    if !generator.main {
        table.insert("generator", generator.address.function.as_str().into());
    }
    let mut inline = InlineTable::new();
    for control in &generator.controls {
        if values.is_modified(control) {
            inline.insert(&control.name, toml(&setting(control, values.get(control))));
        }
    }
    table.insert("values", values_item(inline));
    table
}

/// A value whose line is long becomes a table of its own.
fn values_item(inline: InlineTable) -> Item {
    if inline.to_string().len() > MAX_LINE_CHARS {
        let mut table = inline.into_table();
        table.decor_mut().set_prefix("");
        Item::Table(table)
    } else {
        inline.into()
    }
}

fn update(table: &mut Table, preset: &Preset, values: &Values, generator: &Generator) {
    let named = table.entry("values").or_insert(InlineTable::new().into());
    let is_inline = named.is_inline_table();
    let Some(named) = named.as_table_like_mut() else {
        return;
    };
    for control in &generator.controls {
        let value = values.get(control);
        let is_current = match preset.values.get(&control.name) {
            Some(before) => before.value(control).as_ref() == Ok(value),
            None => !values.is_modified(control),
        };
        if is_current {
            continue;
        }
        let toml = toml(&setting(control, value));
        match named.get_mut(&control.name) {
            Some(item) => replace_value(item, toml),
            None => append(named, is_inline, &control.name, toml),
        }
    }
}

/// Preserves the white space and comments around the value.
fn replace_value(item: &mut Item, mut value: Toml) {
    if let Some(before) = item.as_value() {
        *value.decor_mut() = before.decor().clone();
    }
    *item = value.into();
}

/// In an inline table, the space before the closing brace stays there.
fn append(table: &mut dyn TableLike, is_inline: bool, name: &str, mut value: Toml) {
    let last = table.iter_mut().last().map(|(_, item)| item);
    let last = last.and_then(Item::as_value_mut).filter(|_| is_inline);
    if let Some(last) = last {
        let before_brace = last.decor().suffix().cloned();
        last.decor_mut().set_suffix("");
        *value.decor_mut() = Decor::new(" ", before_brace.unwrap_or_default());
    }
    table.insert(name, value.into());
}

/// The comments above the preset move too. Clears the positions of all tables, so that they are written in this order.
fn reorder(presets: &mut ArrayOfTables, from: usize, to: usize) {
    let mut tables: Vec<Table> = std::mem::take(presets).into_iter().collect();
    let table = tables.remove(from);
    tables.insert(to.min(tables.len()), table);
    for mut table in tables {
        table.set_position(None);
        let inner = table.iter_mut().filter_map(|(_, item)| item.as_table_mut());
        inner.for_each(|table| table.set_position(None));
        presets.push(table);
    }
}

/// The value is as a user would write it: `true` or `false` for a toggle.
fn setting(control: &Control, value: &Value) -> Setting {
    match &control.widget {
        Widget::Toggle => Setting::Flag(value.first() != 0.0),
        _ => control.setting(value),
    }
}

fn toml(setting: &Setting) -> Toml {
    match setting {
        Setting::Flag(on) => Toml::from(*on),
        Setting::Number(number) => toml_number(*number),
        Setting::Numbers(numbers) => {
            let numbers = numbers.iter().copied().map(toml_number);
            Toml::Array(numbers.collect::<Array>())
        }
        Setting::Text(text) => Toml::from(text),
        Setting::File(FileSetting { file, size, sha256, beside }) => {
            let mut table = InlineTable::new();
            table.insert("file", file.into());
            table.insert("size", toml_number(Plain(*size as f64)));
            table.insert("sha256", sha256.into());
            if let Some(beside) = beside {
                table.insert("beside", Toml::InlineTable(beside.iter().collect()));
            }
            Toml::InlineTable(table)
        }
        Setting::Option(OptionSetting { option }) => {
            Toml::InlineTable(InlineTable::from_iter([("option", option)]))
        }
    }
}

/// An integer if the number has no fraction.
fn toml_number(Plain(number): Plain) -> Toml {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Toml::from(number as i64)
    } else {
        Toml::from(number)
    }
}

#[cfg(test)]
mod tests;
