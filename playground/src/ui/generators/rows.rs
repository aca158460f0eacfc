//! Computes the rows of the list of generators: folders, main generators, and the helper functions of unfolded files.

use noise_playground::generator::Address;

use crate::workbench::{Chrome, Entry};

/// A row of the list of generators: a folder or a generator.
pub(super) enum Row<'a> {
    Folder {
        path: &'a str,
        is_open: bool,
    },
    Entry {
        entry: &'a Entry,
        /// File name of the generator, shown if a generator of another file has the same title; otherwise empty.
        hint: String,
        /// For the main generator of a file: the number of helper functions in the file, and true if they are listed
        /// below; `None` without helper functions.
        helpers: Option<(usize, bool)>,
    },
}

impl Row<'_> {
    /// Returns the address of the generator in a row of the list of generators; `None` for a folder.
    pub(super) fn address(&self) -> Option<&Address> {
        match self {
            Self::Folder { .. } => None,
            Self::Entry { entry, .. } => Some(&entry.address),
        }
    }
}

/// Returns the rows of the list of generators for `entries`: first the files outside of subfolders, without a header,
/// then each subfolder. The main generator of a file comes before its helper functions. While a filter is typed,
/// nothing is folded. The generator `shown` is always listed.
pub(super) fn rows<'a>(
    entries: &'a [Entry],
    chrome: &Chrome,
    shown: Option<&Address>,
) -> Vec<Row<'a>> {
    let filter = chrome.filter.trim().to_lowercase();
    let mut found: Vec<&Entry> = entries
        .iter()
        .filter(|entry| matches(entry, &filter))
        .collect();
    found.sort_by_key(|entry| folder_of(entry));
    let mut rows = Vec::new();
    for folder in found.chunk_by(|one, next| folder_of(one) == folder_of(next)) {
        let path = folder_of(folder[0]);
        let is_open = !filter.is_empty() || !chrome.folded_folders.contains(path);
        if !path.is_empty() {
            rows.push(Row::Folder { path, is_open });
        }
        for file in folder.chunk_by(|one, next| one.address.file == next.address.file) {
            let is_unfolded = !filter.is_empty()
                || file.len() == 1
                || chrome.unfolded_files.contains(&file[0].address.file);
            let listed = file_rows(file, entries, is_unfolded);
            let is_shown = |row: &Row<'_>| shown.is_some() && row.address() == shown;
            let is_visible = |row: &Row<'_>| {
                let is_main = matches!(row, Row::Entry { entry, .. } if entry.main);
                is_shown(row) || is_open && (is_main || is_unfolded)
            };
            rows.extend(listed.into_iter().filter(is_visible));
        }
    }
    rows
}

fn file_rows<'a>(file: &[&'a Entry], all: &[Entry], is_unfolded: bool) -> Vec<Row<'a>> {
    let (main, helpers): (Vec<&Entry>, Vec<&Entry>) = file.iter().partition(|entry| entry.main);
    let count = helpers.len();
    let main = main.into_iter().map(|entry| Row::Entry {
        entry,
        hint: hint(entry, all),
        helpers: (count > 0).then_some((count, is_unfolded)),
    });
    let helpers = helpers.into_iter().map(|entry| Row::Entry {
        entry,
        hint: String::new(),
        helpers: None,
    });
    main.chain(helpers).collect()
}

/// Returns the file name that distinguishes a main generator from another of the same title in a different file; empty
/// if the title is unique.
fn hint(entry: &Entry, all: &[Entry]) -> String {
    let name = file_name(entry);
    let is_same = |other: &Entry| other.main && other.title == entry.title;
    let is_ambiguous = all
        .iter()
        .any(|other| is_same(other) && file_name(other) != name);
    if entry.main && is_ambiguous {
        name.to_owned()
    } else {
        String::new()
    }
}

/// Returns the name of the file that contains a listed generator, without folders.
fn file_name(entry: &Entry) -> &str {
    let path = entry.address.file.as_str();
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns true if title and address of a generator contain every word of the list's filter text, which is in lower
/// case.
fn matches(entry: &Entry, filter: &str) -> bool {
    let text = format!("{} {}", entry.title, entry.address).to_lowercase();
    filter.split_whitespace().all(|word| text.contains(word))
}

fn folder_of(entry: &Entry) -> &str {
    let path = entry.address.file.as_str();
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
