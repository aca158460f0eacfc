//! Walk through a folder: its shader files and data files, and what is left out although it looks like one.

use std::io;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::Gitignore;

use crate::source::extension::{is_input_file, is_shader};
use crate::source::{ModulePath, Source};
use crate::wgsl::diagnostic::Diagnostic;

/// Excludes its folder from reading, such as that of this program's own shaders.
pub(super) const IGNORED: &str = ".playground-ignore";

pub(super) struct KnownFile {
    pub(super) file: PathBuf,
    pub(super) path: ModulePath,
    /// File of the folder to which it leads; `None` if there is no link on its path.
    pub(super) target: Option<ModulePath>,
}

pub(super) struct FolderWalk<'r> {
    /// Absolute, without links.
    root: &'r Path,
    entries: walkdir::IntoIter,
    /// Links whose targets are in the folder.
    links: Vec<PathBuf>,
    ignored: IgnoredFolders,
    /// Notes about what was left out so far, and warnings about subfolders that cannot be read.
    pub(super) left_out: Vec<Diagnostic>,
}

impl<'r> FolderWalk<'r> {
    pub(super) fn new(root: &'r Path) -> Self {
        let entries = walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name();
        Self {
            root,
            entries: entries.into_iter(),
            links: Vec::new(),
            ignored: IgnoredFolders::default(),
            left_out: Vec::new(),
        }
    }

    fn relative(&self, path: &Path) -> Option<ModulePath> {
        Some(ModulePath::new(path.strip_prefix(self.root).ok()?.to_string_lossy()))
    }

    fn leave_out(&mut self, path: &Path, found: impl FnOnce(Source) -> Diagnostic) {
        let relative = self.relative(path);
        self.left_out.extend(relative.map(|path| found(Source::new(path.as_str(), ""))));
    }

    /// Dangling and cyclic links are skipped without a word.
    fn cannot_read(&mut self, error: &walkdir::Error) {
        let (Some(path), Some(reason)) = (error.path(), error.io_error()) else {
            return;
        };
        if !path.is_symlink() && reason.kind() != io::ErrorKind::NotFound {
            let message = format!("cannot be read: {reason}");
            self.leave_out(path, |file| Diagnostic::warning(file.location(0..0), message));
        }
    }

    fn skip(&mut self, entry: &walkdir::DirEntry) {
        if entry.file_type().is_dir() {
            self.entries.skip_current_dir();
        }
    }

    fn known(&mut self, entry: &walkdir::DirEntry) -> Option<KnownFile> {
        let path = entry.path();
        let is_folder = entry.file_type().is_dir();
        if entry.depth() > 0 && is_hidden(entry, is_folder) {
            self.skip(entry);
            return None;
        }
        if is_folder && entry.depth() > 0 && self.ignored.contains(path) {
            self.skip(entry);
            let message = "left out: a .gitignore excludes its folder";
            self.leave_out(path, |file| Diagnostic::note(file.location(0..0), message));
            return None;
        }
        if is_folder {
            self.ignored.enter(path);
        }
        let is_known = is_shader(path) || is_input_file(path);
        if entry.depth() > 0 && entry.path_is_symlink() {
            let target = dunce::canonicalize(path).ok()?;
            if !target.starts_with(self.root) {
                self.skip(entry);
                if is_folder || is_known {
                    let message = format!(
                        "left out: it is a link that leads outside of the folder, to {target:?}"
                    );
                    self.leave_out(path, |file| Diagnostic::note(file.location(0..0), message));
                }
                return None;
            }
            self.links.push(path.to_owned());
        }
        if is_folder || !entry.file_type().is_file() {
            return None;
        }
        if let Some(extension) = other_case(path) {
            let message = format!("left out: write its extension as .{extension}");
            self.leave_out(path, |file| Diagnostic::note(file.location(0..0), message));
        }
        let is_linked = self.links.iter().any(|link| path.starts_with(link));
        let target = is_linked.then(|| dunce::canonicalize(path).ok()).flatten();
        let target = target.and_then(|target| self.relative(&target));
        let file = path.to_owned();
        is_known.then(|| Some(KnownFile { path: self.relative(path)?, file, target })).flatten()
    }
}

impl Iterator for FolderWalk<'_> {
    type Item = KnownFile;

    fn next(&mut self) -> Option<KnownFile> {
        loop {
            match self.entries.next()? {
                Ok(entry) => {
                    if let Some(known) = self.known(&entry) {
                        return Some(known);
                    }
                }
                Err(error) => self.cannot_read(&error),
            }
        }
    }
}

/// Folders that files `.gitignore` exclude, such as those of build results. Rules above the walked folder do not count,
/// nor those for single files: large data files are often excluded from a repository.
#[derive(Default)]
struct IgnoredFolders {
    /// Folders that have a `.gitignore`, from the walked one inward.
    rules: Vec<(PathBuf, Gitignore)>,
}

impl IgnoredFolders {
    /// Adds the rules in a folder, and removes those of folders beside it.
    fn enter(&mut self, folder: &Path) {
        while self.rules.pop_if(|(above, _)| !folder.starts_with(above)).is_some() {}
        let file = folder.join(".gitignore");
        if file.is_file() {
            let (rules, _) = Gitignore::new(file);
            self.rules.push((folder.to_owned(), rules));
        }
    }

    /// The innermost rule decides.
    fn contains(&self, folder: &Path) -> bool {
        let inside = |(above, _): &&(PathBuf, Gitignore)| folder.starts_with(above);
        let rules = self.rules.iter().rev().filter(inside);
        let mut matches = rules.map(|(_, rules)| rules.matched(folder, true));
        matches
            .find(|found| !found.is_none())
            .is_some_and(|found| matches!(found, Match::Ignore(_)))
    }
}

fn is_hidden(entry: &walkdir::DirEntry, is_folder: bool) -> bool {
    let is_named = entry.file_name().to_string_lossy().starts_with('.');
    is_named || (is_folder && entry.path().join(IGNORED).is_file())
}

fn other_case(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    let lower = extension.to_ascii_lowercase();
    (lower != extension && matches!(lower.as_str(), "wgsl" | "wesl")).then_some(lower)
}
