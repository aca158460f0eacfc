//! All modules of a folder, read again only where they may have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{ModulePath, Source};
use crate::diagnostic::Diagnostic;

/// How many files a folder may hold before it is taken for a mistake (somebody's home, say).
pub const MAX_FILES: usize = 10_000;

/// All modules of a folder, in the order of their paths. Cloning shares the texts.
#[derive(Clone, Debug, Default)]
pub struct SourceTree {
    sources: BTreeMap<ModulePath, Arc<Source>>,
    stamps: BTreeMap<ModulePath, Stamp>,
    /// What could not be looked into.
    pub unread: Vec<Diagnostic>,
}

/// What tells an untouched file from a changed one without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    #[cfg(unix)]
    touched: SystemTime,
    bytes: u64,
}

/// File systems count time in steps of up to so much: a younger file may change once more and keep its stamp.
const STEP: Duration = Duration::from_secs(2);

impl<P: AsRef<str>, T: Into<String>> FromIterator<(P, T)> for SourceTree {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Self {
        let sources = files.into_iter().map(|(path, text)| {
            let source = Source::new(path, text);
            (source.path.clone(), Arc::new(source))
        });
        Self {
            sources: sources.collect(),
            ..Self::default()
        }
    }
}

impl SourceTree {
    /// The modules, by path.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.sources.values()
    }

    /// One module.
    pub fn get(&self, path: &ModulePath) -> Option<&Arc<Source>> {
        self.sources.get(path)
    }

    /// The module that an import names by these components.
    pub fn module(&self, components: &[String]) -> Option<&Arc<Source>> {
        let stem = components.join("/");
        ["wgsl", "wesl"]
            .iter()
            .find_map(|ending| self.get(&ModulePath::new(format!("{stem}.{ending}"))))
    }

    /// Reads every shader below `folder`. Files whose stamp equals that of `before`, and that are not
    /// in `changed`, are taken from there; so is the text of a file whose bytes did not change.
    ///
    /// Hidden files and folders are passed over, and so are links that lead out of the folder.
    ///
    /// # Errors
    /// The folder itself cannot be read, or holds more than [`MAX_FILES`] shaders. A single
    /// unreadable file is no error here: its [`Source`] says why it has no text; of an unreadable
    /// folder in the folder [`unread`](Self::unread) says so.
    pub fn read(folder: &Path, before: &Self, changed: &[PathBuf]) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        fs::read_dir(&root)?;
        let changed: BTreeSet<&PathBuf> = changed.iter().collect();
        let mut tree = Self::default();
        for found in shader_files(&root) {
            let (file, path) = match found {
                Ok(found) => found,
                Err(error) => {
                    tree.unread.extend(unread(&root, &error));
                    continue;
                }
            };
            if tree.sources.len() == MAX_FILES {
                let message = format!("more than {MAX_FILES} shader files in {folder:?}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            let stamp = Stamp::of(&file);
            let same_stamp = stamp.is_some()
                && before.stamps.get(&path) == stamp.as_ref()
                && !changed.contains(&file);
            let source = match before.sources.get(&path) {
                Some(source) if same_stamp => Arc::clone(source),
                known => {
                    let source = Source::read(&file, path.as_str());
                    known
                        .filter(|known| ***known == source)
                        .cloned()
                        .unwrap_or_else(|| Arc::new(source))
                }
            };
            tree.stamps.extend(stamp.map(|stamp| (path.clone(), stamp)));
            tree.sources.insert(path, source);
        }
        Ok(tree)
    }

    /// Takes one module from an earlier reading instead, and has it read again next time.
    pub fn keep(&mut self, path: &ModulePath, earlier: &Self) {
        if let Some(source) = earlier.sources.get(path) {
            self.sources.insert(path.clone(), Arc::clone(source));
            self.stamps.remove(path);
        }
    }

    /// Paths that were added, removed or changed their text between `before` and `self`.
    pub fn changes_since(&self, before: &Self) -> Vec<ModulePath> {
        let differs =
            |path: &&ModulePath| match (self.sources.get(*path), before.sources.get(*path)) {
                (Some(now), Some(then)) => !Arc::ptr_eq(now, then) && now != then,
                _ => true,
            };
        let removed = before
            .sources
            .keys()
            .filter(|path| !self.sources.contains_key(*path));
        self.sources
            .keys()
            .chain(removed)
            .filter(differs)
            .cloned()
            .collect()
    }
}

impl Stamp {
    /// A file's stamp, if it is old enough to tell of later changes.
    fn of(file: &Path) -> Option<Self> {
        let metadata = fs::metadata(file).ok()?;
        let stamp = Self {
            modified: metadata.modified().ok()?,
            #[cfg(unix)]
            touched: touched(&metadata)?,
            bytes: metadata.len(),
        };
        #[cfg(unix)]
        let latest = stamp.modified.max(stamp.touched);
        #[cfg(not(unix))]
        let latest = stamp.modified;
        let age = SystemTime::now().duration_since(latest).ok()?;
        (age > STEP).then_some(stamp)
    }
}

/// When anything of a file changed last, its name or its dates among it.
#[cfg(unix)]
fn touched(metadata: &fs::Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt as _;
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let nanoseconds = u32::try_from(metadata.ctime_nsec()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))
}

/// Says of what is in a folder that it cannot be read. Links that lead nowhere, or back, are passed over.
fn unread(root: &Path, error: &walkdir::Error) -> Option<Diagnostic> {
    let (path, why) = (error.path()?, error.io_error()?);
    if path.is_symlink() || why.kind() == io::ErrorKind::NotFound {
        return None;
    }
    let relative = path.strip_prefix(root).ok()?.to_string_lossy();
    let start = Source::new(relative, "").place(0..0);
    let message = format!("cannot be read: {why}");
    Some(Diagnostic::warning(start, message))
}

/// Every shader file below `root` with its module path, in a stable order.
fn shader_files(root: &Path) -> impl Iterator<Item = walkdir::Result<(PathBuf, ModulePath)>> {
    let hidden = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
    };
    let inside = move |entry: &walkdir::DirEntry| {
        !entry.path_is_symlink()
            || entry
                .path()
                .canonicalize()
                .is_ok_and(|target| target.starts_with(root))
    };
    walkdir::WalkDir::new(root)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(move |entry| !hidden(entry) && inside(entry))
        .filter_map(move |entry| {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Some(Err(error)),
            };
            let is_one = entry.file_type().is_file() && is_shader(entry.path());
            let relative = entry.path().strip_prefix(root).ok().filter(|_| is_one)?;
            let path = ModulePath::new(relative.to_string_lossy());
            Some(Ok((entry.into_path(), path)))
        })
}

/// Whether a path names a WGSL or WESL file.
pub fn is_shader(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == "wgsl" || ending == "wesl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_again_shares_what_did_not_change() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("noise")).unwrap();
        fs::write(folder.path().join("noise/a.wgsl"), "// a").unwrap();
        fs::write(folder.path().join("b.wgsl"), "// b").unwrap();
        fs::write(folder.path().join("notes.txt"), "no shader").unwrap();
        let first = SourceTree::read(folder.path(), &SourceTree::default(), &[]).unwrap();
        assert_eq!(
            first
                .iter()
                .map(|source| source.path.as_str())
                .collect::<Vec<_>>(),
            ["b.wgsl", "noise/a.wgsl"]
        );

        fs::write(folder.path().join("b.wgsl"), "// changed").unwrap();
        let second = SourceTree::read(folder.path(), &first, &[]).unwrap();
        assert_eq!(second.changes_since(&first), [ModulePath::new("b.wgsl")]);

        fs::remove_file(folder.path().join("b.wgsl")).unwrap();
        let third = SourceTree::read(folder.path(), &second, &[]).unwrap();
        assert_eq!(third.changes_since(&second), [ModulePath::new("b.wgsl")]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_read_is_said_to_be() {
        use rustix::fs::{Mode, OFlags, mkdirat, open, openat};

        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wgsl"), "// a").unwrap();
        std::os::unix::fs::symlink("self.wgsl", folder.path().join("self.wgsl")).unwrap();
        let name = "n".repeat(250);
        let mut inner = open(folder.path(), OFlags::DIRECTORY, Mode::empty()).unwrap();
        // Deeper than any path is long: not even root reads it by its path.
        for _ in 0..20 {
            mkdirat(&inner, &name, Mode::RWXU).unwrap();
            inner = openat(&inner, &name, OFlags::DIRECTORY, Mode::empty()).unwrap();
        }
        let tree = SourceTree::read(folder.path(), &SourceTree::default(), &[]).unwrap();
        assert_eq!(tree.iter().count(), 1);
        let said: Vec<&str> = tree
            .unread
            .iter()
            .map(|diagnostic| diagnostic.message.as_str())
            .collect();
        assert_eq!(said, ["cannot be read: File name too long (os error 36)"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_must_not_be_read_is_named_and_read_once_it_may_be() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let (root, file) = (folder.path(), folder.path().join("a.wgsl"));
        let allow = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        fs::write(&file, "// a").unwrap();
        allow(root, 0o755);
        // Root may read everything, so a thread gives its rights up.
        let read_as_nobody = |before: &SourceTree| {
            let read = || {
                if rustix::process::getuid().is_root() {
                    let nobody = rustix::process::Uid::from_raw(65_534);
                    rustix::thread::set_thread_uid(nobody).unwrap();
                }
                SourceTree::read(root, before, &[]).unwrap()
            };
            std::thread::scope(|scope| scope.spawn(read).join().unwrap())
        };
        let only = |tree: &SourceTree| tree.iter().next().unwrap().clone();
        allow(&file, 0);
        let refused = read_as_nobody(&SourceTree::default());
        let why = only(&refused).unreadable.clone().unwrap();
        assert_eq!(
            why.short(),
            "a.wgsl:1:1: error: the file cannot be read: Permission denied (os error 13)"
        );
        allow(&file, 0o644);
        assert_eq!(only(&read_as_nobody(&refused)).text, "// a");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_part_of_it() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.wgsl"), "// secret").unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("own.wgsl"), "// own").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("out")).unwrap();
        std::os::unix::fs::symlink(
            outside.path().join("secret.wgsl"),
            folder.path().join("s.wgsl"),
        )
        .unwrap();
        std::os::unix::fs::symlink(
            folder.path().join("own.wgsl"),
            folder.path().join("link.wgsl"),
        )
        .unwrap();
        let tree = SourceTree::read(folder.path(), &SourceTree::default(), &[]).unwrap();
        assert_eq!(
            tree.iter()
                .map(|source| source.path.as_str())
                .collect::<Vec<_>>(),
            ["link.wgsl", "own.wgsl"]
        );
    }
}
