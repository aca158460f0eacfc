//! Rows of the generator list: data files, folders, main generators, helper functions, and files without generator.

use std::collections::BTreeMap;
use std::sync::Arc;

use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::derived::{Derived, Revision};
use super::restore::RestoredCell;
use super::{Chrome, Entry, FolderState, Workbench};
use crate::catalog::default_address;

/// Share of files with something to draw below which the list leaves out the others, if there are at least
/// [`MANY_FILES`]: the folder is then a library rather than an author's own.
const DRAWABLE_SHARE: f64 = 0.7;
const MANY_FILES: usize = 20;

#[derive(Debug, Default)]
pub(crate) struct GeneratorList {
    pub(crate) rows: Vec<ListRow>,
    /// Index of the shown generator's row.
    pub(crate) shown: Option<usize>,
    /// Index of the first row of a generator, or of a file without any.
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
    Folder {
        path: String,
        is_open: bool,
    },
    Entry(ListedEntry),
    /// A file without anything to draw.
    Library(ModulePath),
    Data(DataEntry),
}

#[derive(Debug)]
pub(crate) struct DataEntry {
    /// Index in the workbench's data files.
    pub(crate) index: usize,
    pub(crate) name: String,
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

/// Revisions of generators, libraries, folded folders, unfolded files, unsaved and data files; filter; true if all
/// files are listed; shown generator.
type Inputs = ([Revision; 6], String, bool, Option<Address>);

pub(crate) type DerivedList = Derived<Inputs, Arc<GeneratorList>>;

/// Depends on the revisions of generators and libraries.
pub(crate) type DerivedCounts = Derived<[Revision; 2], [usize; 2]>;

impl Workbench {
    /// Returns first the files outside of subfolders, without a header, then each subfolder. A main generator comes
    /// before its helper functions. A filter unfolds all. The selected generator is always listed.
    pub(crate) fn generator_list(&self) -> Arc<GeneratorList> {
        let (folder, chrome) = (&self.folder, &self.chrome);
        let revisions = [
            folder.entries.revision(),
            folder.libraries.revision(),
            chrome.folded_folders.revision(),
            chrome.unfolded_files.revision(),
            folder.unsaved_files.revision(),
            self.data_files.revision(),
        ];
        let (shown, is_whole) = (self.listed_address(), !self.lists_only_drawable());
        let inputs = (revisions, chrome.filter.clone(), is_whole, shown.clone());
        let list = || {
            let mut list = GeneratorList::default();
            list.add_data_files(&self.data_files, &chrome.filter, shown.as_ref());
            list.add_files(folder, chrome, is_whole, shown.as_ref());
            Arc::new(list)
        };
        self.derived.list.get(inputs, list)
    }

    /// Returns the selected cell's generator: a file's main one if shown in place of another, as for a new file.
    pub(crate) fn listed_address(&self) -> Option<Address> {
        let target = self.document.selected().build_target()?;
        let own = target.address();
        let compiled = self.compiled.get(&target).map(|compiled| compiled.generator.address());
        Some(compiled.filter(|address| address.file == own.file).unwrap_or(own).clone())
    }

    pub(crate) fn drawable_files(&self) -> [usize; 2] {
        let folder = &self.folder;
        let inputs = [folder.entries.revision(), folder.libraries.revision()];
        self.derived.drawable_files.get(inputs, || folder.drawable_files())
    }

    /// Returns true if the list leaves out files without anything to draw: as the user chose, else if they are many.
    pub(crate) fn lists_only_drawable(&self) -> bool {
        self.chrome.drawable_only.unwrap_or_else(|| self.is_mostly_libraries())
    }

    /// Returns true for a large folder in which many files have nothing to draw.
    pub(crate) fn is_mostly_libraries(&self) -> bool {
        let [drawn, all] = self.drawable_files();
        let has_few = (drawn as f64) < DRAWABLE_SHARE * all as f64;
        self.folder.was_scanned && all >= MANY_FILES && drawn > 0 && has_few
    }
}

/// A generator, or a file without any.
enum Listed<'a> {
    /// With its index in the folder's entries.
    Entry(usize, &'a Entry),
    Library(&'a ModulePath),
}

impl Listed<'_> {
    fn file(&self) -> &ModulePath {
        match self {
            Self::Entry(_, entry) => &entry.address.file,
            Self::Library(file) => file,
        }
    }

    fn folder(&self) -> &str {
        let path = self.file().as_str();
        path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns true if title and address contain every word of the filter, which is in lower case.
    fn matches(&self, filter: &str) -> bool {
        let text = || match self {
            Self::Entry(_, entry) => format!("{} {}", entry.title, entry.address).to_lowercase(),
            Self::Library(file) => file.as_str().to_lowercase(),
        };
        filter.is_empty() || contains_words(&text(), filter)
    }
}

impl GeneratorList {
    fn add_data_files(&mut self, files: &[RestoredCell], filter: &str, shown: Option<&Address>) {
        for (index, file) in files.iter().enumerate() {
            let address = file.target.address();
            let name = address.file.stem().to_owned();
            if !contains_words(&name.to_lowercase(), &filter.trim().to_lowercase()) {
                continue;
            }
            if shown == Some(address) {
                self.shown = Some(self.rows.len());
            }
            self.push(ListRowKind::Data(DataEntry { index, name }));
        }
    }

    /// Only files with something to draw unless `is_whole`.
    fn add_files(
        &mut self,
        folder: &FolderState,
        chrome: &Chrome,
        is_whole: bool,
        shown: Option<&Address>,
    ) {
        let filter = chrome.filter.trim().to_lowercase();
        let titles = Titles::new(&folder.entries);
        let is_listed =
            |entry: &Entry| is_whole || entry.is_drawable() || shown == Some(&entry.address);
        let entries = folder.entries.iter().enumerate().filter(|(_, entry)| is_listed(entry));
        let entries = entries.map(|(index, entry)| Listed::Entry(index, entry));
        let is_shown_file = |path: &ModulePath| shown.is_some_and(|shown| shown.file == *path);
        let libraries = folder.libraries.iter().filter(|path| is_whole || is_shown_file(path));
        let libraries = libraries.map(Listed::Library);
        let mut found: Vec<Listed<'_>> =
            entries.chain(libraries).filter(|listed| listed.matches(&filter)).collect();
        found.sort_by(|one, other| (one.folder(), one.file()).cmp(&(other.folder(), other.file())));
        let list = self;
        for files in found.chunk_by(|one, next| one.folder() == next.folder()) {
            let path = files[0].folder();
            let is_open = !filter.is_empty() || !chrome.folded_folders.contains(path);
            if !path.is_empty() {
                let path = path.to_owned();
                list.push(ListRowKind::Folder { path, is_open });
            }
            for file in files.chunk_by(|one, next| one.file() == next.file()) {
                if let Listed::Library(path) = file[0] {
                    let is_shown = is_shown_file(path);
                    if is_open || is_shown {
                        list.add(ListRowKind::Library(path.clone()), is_shown);
                    }
                    continue;
                }
                let is_unfolded = !filter.is_empty()
                    || file.len() == 1
                    || chrome.unfolded_files.contains(file[0].file());
                let entries = file.iter().filter_map(|listed| match listed {
                    Listed::Entry(index, entry) => Some((*index, *entry)),
                    Listed::Library(_) => None,
                });
                let (main, helpers): (Vec<_>, Vec<_>) = entries.partition(|(_, entry)| entry.main);
                let count = helpers.len();
                for (index, entry) in main.into_iter().chain(helpers) {
                    let is_shown = shown == Some(&entry.address);
                    if !(is_shown || is_open && (entry.main || is_unfolded)) {
                        continue;
                    }
                    let listed = ListedEntry {
                        index,
                        hint: titles.hint(entry),
                        is_unsaved: folder.unsaved_files.contains(&entry.address.file),
                        helpers: (entry.main && count > 0).then_some((count, is_unfolded)),
                    };
                    list.add(ListRowKind::Entry(listed), is_shown);
                }
            }
        }
    }

    /// Adds a file or generator.
    fn add(&mut self, kind: ListRowKind, is_shown: bool) {
        if is_shown {
            self.shown = Some(self.rows.len());
        }
        self.first.get_or_insert(self.rows.len());
        self.push(kind);
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

    /// Returns the first file or generator. `entries` are those of the folder.
    pub(crate) fn first_match(&self, entries: &[Entry]) -> Option<Address> {
        match &self.rows[self.first?].kind {
            ListRowKind::Folder { .. } | ListRowKind::Data(_) => None,
            ListRowKind::Library(file) => Some(default_address(file)),
            ListRowKind::Entry(listed) => Some(entries[listed.index].address.clone()),
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

/// `words` are separated by spaces.
fn contains_words(text: &str, words: &str) -> bool {
    words.split_whitespace().all(|word| text.contains(word))
}
