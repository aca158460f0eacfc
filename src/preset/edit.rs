//! Changes of a preset file that leave everything else in it as it is: comments, order, names that no control has.

use toml_edit::{
    Array, ArrayOfTables, Decor, DocumentMut, InlineTable, Item, Table, TableLike, Value as Toml,
};

use super::{MAX_PRESET_BYTES, Preset, PresetError, PresetFile};
use crate::control::{Control, Plain, Setting, Value, Values, Widget};
use crate::generator::Generator;

/// A preset of a file: its position, and the name that it is expected to have there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Counted from 0.
    pub index: usize,
    /// As it was when the file was read.
    pub name: String,
}

/// What is to be done to a file.
#[derive(Clone, Debug, PartialEq)]
pub enum PresetEdit {
    /// Write a new one behind all others, with the values that are not their controls' defaults.
    Add(String, Values),
    /// Give one these values. What it names already it goes on naming, in the same words where they say the same.
    Update(Listed, Values),
    /// Call one otherwise.
    Rename(Listed, String),
    /// Take one away.
    Delete(Listed),
    /// Put one at the position of another; those between make room.
    Move(Listed, usize),
    /// Put one back at its position: the part of a file that was taken away, with its comments.
    Insert(Listed, String),
    /// Put back the text that one had.
    Replace(Listed, String),
}

/// A file's text after an edit, and the way back.
#[derive(Clone, Debug, PartialEq)]
pub struct Edited {
    /// All of the file.
    pub text: String,
    /// What takes the edit back, comments and all, as long as nobody else changes those presets.
    pub undo: PresetEdit,
}

/// Why a file is not changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EditError {
    /// It cannot be read.
    #[error("it has to be mended first: {0}")]
    Unreadable(#[from] PresetError),
    /// The presets stand in one line, or elsewhere.
    #[error("its presets are not written as [[preset]]")]
    Form,
    /// Somebody changed it meanwhile.
    #[error("there is no preset {0:?} at its place any more")]
    Gone(String),
    /// Two presets of a generator cannot share a name.
    #[error("there is a preset {0:?} already")]
    Taken(String),
    /// It would not be read again.
    #[error("it would be larger than {MAX_PRESET_BYTES} bytes")]
    TooLarge,
}

/// Values that take more characters have a line each.
const LONGEST_LINE: usize = 100;

/// Edits a file's text on behalf of a generator; an empty text is a file that is not there yet.
///
/// # Errors
/// The text is no preset file, or the edit does not fit it.
pub fn edited(text: &str, edit: &PresetEdit, generator: &Generator) -> Result<Edited, EditError> {
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
    let undo = carry_out(edit, &file, presets, generator)?;
    let text = document.to_string();
    if text.len() as u64 > MAX_PRESET_BYTES {
        return Err(EditError::TooLarge);
    }
    Ok(Edited { text, undo })
}

/// Does it to a file's presets. Gives what takes it back.
fn carry_out(
    edit: &PresetEdit,
    file: &PresetFile,
    presets: &mut ArrayOfTables,
    generator: &Generator,
) -> Result<PresetEdit, EditError> {
    let last = file.presets.len().saturating_sub(1);
    Ok(match edit {
        PresetEdit::Add(name, values) => {
            refuse_taken(file, name, None, generator)?;
            presets.push(written(name, values, generator));
            PresetEdit::Delete(Listed::new(file.presets.len(), name))
        }
        PresetEdit::Update(listed, values) => {
            let (preset, table) = found(listed, file, presets)?;
            let before = alone(table);
            update(table, preset, values, generator);
            PresetEdit::Replace(listed.clone(), before)
        }
        PresetEdit::Rename(listed, name) => {
            refuse_taken(file, name, Some(listed.index), generator)?;
            let (_, table) = found(listed, file, presets)?;
            put(&mut table["name"], Toml::from(name));
            PresetEdit::Rename(Listed::new(listed.index, name), listed.name.clone())
        }
        PresetEdit::Delete(listed) => {
            let (_, table) = found(listed, file, presets)?;
            let before = alone(table);
            presets.remove(listed.index);
            PresetEdit::Insert(listed.clone(), before)
        }
        PresetEdit::Move(listed, to) => {
            found(listed, file, presets)?;
            reorder(presets, listed.index, *to);
            PresetEdit::Move(Listed::new((*to).min(last), &listed.name), listed.index)
        }
        PresetEdit::Insert(Listed { index, name }, text) => {
            refuse_taken(file, name, None, generator)?;
            presets.push(single(text)?);
            let index = (*index).min(file.presets.len());
            reorder(presets, file.presets.len(), index);
            PresetEdit::Delete(Listed::new(index, name))
        }
        PresetEdit::Replace(listed, text) => {
            let (_, table) = found(listed, file, presets)?;
            let before = alone(table);
            *table = single(text)?;
            reorder(presets, listed.index, listed.index);
            PresetEdit::Replace(listed.clone(), before)
        }
    })
}

impl Listed {
    fn new(index: usize, name: &str) -> Self {
        let name = name.to_owned();
        Self { index, name }
    }
}

fn parsed(text: &str) -> Result<DocumentMut, PresetError> {
    let shape = |error: toml_edit::TomlError| PresetError::Shape(error.to_string());
    text.parse::<DocumentMut>().map_err(shape)
}

/// A preset as the text of a file that holds nothing else.
fn alone(table: &Table) -> String {
    let mut document = DocumentMut::new();
    let presets = ArrayOfTables::from_iter([table.clone()]);
    document.insert("preset", Item::ArrayOfTables(presets));
    document.to_string()
}

/// The preset of such a text.
fn single(text: &str) -> Result<Table, EditError> {
    let document = parsed(text)?;
    let presets = document.get("preset").and_then(Item::as_array_of_tables);
    let table = presets.and_then(|presets| presets.get(0));
    table.cloned().ok_or(EditError::Form)
}

fn refuse_taken(
    file: &PresetFile,
    name: &str,
    but: Option<usize>,
    generator: &Generator,
) -> Result<(), EditError> {
    let mut others = file.presets.iter().enumerate();
    let is_same = |(index, preset): (usize, &Preset)| {
        Some(index) != but && preset.name == name && preset.is_for(generator)
    };
    match others.any(is_same) {
        true => Err(EditError::Taken(name.to_owned())),
        false => Ok(()),
    }
}

fn found<'a>(
    listed: &Listed,
    file: &'a PresetFile,
    presets: &'a mut ArrayOfTables,
) -> Result<(&'a Preset, &'a mut Table), EditError> {
    let preset = file.presets.get(listed.index);
    let preset = preset.filter(|preset| preset.name == listed.name);
    let found = preset.zip(presets.get_mut(listed.index));
    found.ok_or_else(|| EditError::Gone(listed.name.clone()))
}

fn written(name: &str, values: &Values, generator: &Generator) -> Table {
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
    let is_long = inline.to_string().len() > LONGEST_LINE;
    let values = match is_long {
        true => {
            let mut table = inline.into_table();
            table.decor_mut().set_prefix("");
            Item::Table(table)
        }
        false => inline.into(),
    };
    table.insert("values", values);
    table
}

fn update(table: &mut Table, preset: &Preset, values: &Values, generator: &Generator) {
    let named = table.entry("values").or_insert(InlineTable::new().into());
    let is_inline = named.is_inline_table();
    let Some(named) = named.as_table_like_mut() else {
        return;
    };
    for control in &generator.controls {
        let value = values.get(control);
        let is_said = match preset.values.get(&control.name) {
            Some(before) => before.value(control).as_ref() == Ok(value),
            None => !values.is_modified(control),
        };
        if is_said {
            continue;
        }
        let toml = toml(&setting(control, value));
        match named.get_mut(&control.name) {
            Some(item) => put(item, toml),
            None => append(named, is_inline, &control.name, toml),
        }
    }
}

/// Writes a value in the place of another, with what stands around that.
fn put(item: &mut Item, mut value: Toml) {
    if let Some(before) = item.as_value() {
        *value.decor_mut() = before.decor().clone();
    }
    *item = value.into();
}

/// Puts a value behind the last one. In a line, the space before the brace stays there.
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

/// Moves a table with the comments above it. Tables without a position are written one behind the other.
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

/// A value as people would write it: a toggle is true or false, an option its name.
fn setting(control: &Control, value: &Value) -> Setting {
    let name = |names: &[String]| names.get(value.first() as usize).cloned();
    match &control.widget {
        Widget::Toggle => Setting::Flag(value.first() != 0.0),
        Widget::Enum(names) => name(names).map_or_else(|| value.into(), Setting::Text),
        _ => value.into(),
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
    }
}

/// A number without a needless point.
fn toml_number(Plain(number): Plain) -> Toml {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Toml::from(number as i64)
    } else {
        Toml::from(number)
    }
}

#[cfg(test)]
mod tests;
