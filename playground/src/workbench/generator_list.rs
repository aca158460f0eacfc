//! The rows of the list of generators: folders, main generators, and helper functions of unfolded files.

use std::collections::BTreeMap;
use std::sync::Arc;

use noise_playground::generator::Address;

use super::derived::{Derived, Revision};
use super::{Chrome, Entry, FolderState, Workbench};

/// The rows of the list, from top to bottom.
#[derive(Debug, Default)]
pub(crate) struct GeneratorList {
    pub(crate) rows: Vec<ListRow>,
    /// Index of the shown generator's row.
    pub(crate) shown: Option<usize>,
    /// Index of the first generator's row.
    pub(crate) first: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct ListRow {
    pub(crate) kind: ListRowKind,
    /// Number of rows above.
    pub(crate) above: usize,
    /// Folders among this row and those above, each with space above it.
    pub(crate) folders: usize,
}

#[derive(Debug)]
pub(crate) enum ListRowKind {
    Folder { path: String, is_open: bool },
    Entry(ListedEntry),
}

#[derive(Debug)]
pub(crate) struct ListedEntry {
    /// Index in [`FolderState::entries`].
    pub(crate) index: usize,
    /// File name if a generator of another file has the same title; otherwise empty.
    pub(crate) hint: String,
    /// True if the shown text of the file is not saved.
    pub(crate) is_unsaved: bool,
    /// For a main generator: the number of helper functions, and true if they are listed below.
    pub(crate) helpers: Option<(usize, bool)>,
}

/// Revisions of generators, folded folders, unfolded files and unsaved files, filter, and shown generator.
type Inputs = ([Revision; 4], String, Option<Address>);

pub(crate) type DerivedList = Derived<Inputs, Arc<GeneratorList>>;

impl Workbench {
    /// Returns first the files outside of subfolders, without a header, then each subfolder. A main generator comes
    /// before its helper functions. A filter unfolds all. The selected generator is always listed.
    pub(crate) fn generator_list(&self) -> Arc<GeneratorList> {
        let (folder, chrome) = (&self.folder, &self.chrome);
        let revisions = [
            folder.entries.revision(),
            chrome.folded_folders.revision(),
            chrome.unfolded_files.revision(),
            folder.unsaved_files.revision(),
        ];
        let shown = self.selected_address();
        let inputs = (revisions, chrome.filter.clone(), shown.clone());
        let list = || Arc::new(GeneratorList::new(folder, chrome, shown.as_ref()));
        self.derived.list.get(inputs, list)
    }
}

impl GeneratorList {
    fn new(folder: &FolderState, chrome: &Chrome, shown: Option<&Address>) -> Self {
        let filter = chrome.filter.trim().to_lowercase();
        let titles = Titles::new(&folder.entries);
        let entries = folder.entries.iter().enumerate();
        let mut found: Vec<(usize, &Entry)> =
            entries.filter(|(_, entry)| matches(entry, &filter)).collect();
        found.sort_by_key(|(_, entry)| folder_of(entry));
        let mut list = Self::default();
        for files in found.chunk_by(|(_, one), (_, next)| folder_of(one) == folder_of(next)) {
            let path = folder_of(files[0].1);
            let is_open = !filter.is_empty() || !chrome.folded_folders.contains(path);
            if !path.is_empty() {
                let path = path.to_owned();
                list.push(ListRowKind::Folder { path, is_open });
            }
            for file in files.chunk_by(|(_, one), (_, next)| one.address.file == next.address.file)
            {
                let is_unfolded = !filter.is_empty()
                    || file.len() == 1
                    || chrome.unfolded_files.contains(&file[0].1.address.file);
                let count = file.iter().filter(|(_, entry)| !entry.main).count();
                let (main, helpers): (Vec<_>, Vec<_>) =
                    file.iter().partition(|(_, entry)| entry.main);
                for (index, entry) in main.into_iter().chain(helpers) {
                    let is_shown = shown == Some(&entry.address);
                    if !(is_shown || is_open && (entry.main || is_unfolded)) {
                        continue;
                    }
                    if is_shown {
                        list.shown = Some(list.rows.len());
                    }
                    list.first.get_or_insert(list.rows.len());
                    list.push(ListRowKind::Entry(ListedEntry {
                        index,
                        hint: titles.hint(entry),
                        is_unsaved: folder.unsaved_files.contains(&entry.address.file),
                        helpers: (entry.main && count > 0).then_some((count, is_unfolded)),
                    }));
                }
            }
        }
        list
    }

    fn push(&mut self, kind: ListRowKind) {
        let is_folder = matches!(kind, ListRowKind::Folder { .. });
        let folders = self.rows.last().map_or(0, |row| row.folders);
        self.rows.push(ListRow {
            kind,
            above: self.rows.len(),
            folders: folders + usize::from(is_folder),
        });
    }

    pub(crate) fn first_match(&self) -> Option<&ListedEntry> {
        match &self.rows[self.first?].kind {
            ListRowKind::Folder { .. } => None,
            ListRowKind::Entry(listed) => Some(listed),
        }
    }
}

/// For each title, the file name of the first main generator; `None` if another one has another file name.
struct Titles<'a>(BTreeMap<&'a str, Option<&'a str>>);

impl<'a> Titles<'a> {
    fn new(entries: &'a [Entry]) -> Self {
        let mut titles = BTreeMap::new();
        for entry in entries.iter().filter(|entry| entry.main) {
            let name = file_name(entry);
            let first = titles.entry(entry.title.as_str()).or_insert(Some(name));
            first.take_if(|first| *first != name);
        }
        Self(titles)
    }

    /// Returns the file name that distinguishes equal titles; empty for a unique title.
    fn hint(&self, entry: &Entry) -> String {
        let is_ambiguous = self.0.get(entry.title.as_str()) == Some(&None);
        if entry.main && is_ambiguous { file_name(entry).to_owned() } else { String::new() }
    }
}

fn file_name(entry: &Entry) -> &str {
    let path = entry.address.file.as_str();
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns true if title and address contain every word of the filter, which is in lower case.
fn matches(entry: &Entry, filter: &str) -> bool {
    if filter.is_empty() {
        return true;
    }
    let text = format!("{} {}", entry.title, entry.address).to_lowercase();
    filter.split_whitespace().all(|word| text.contains(word))
}

fn folder_of(entry: &Entry) -> &str {
    let path = entry.address.file.as_str();
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
