//! The folder as text: modules by path, and places in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// The largest shader file read. Hand-written WGSL stays far below; naga recurses over what it parses.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// How many files a folder may hold before it is taken for a mistake (somebody's home, say).
pub const MAX_FILES: usize = 10_000;

/// A file may begin with it; it is skipped and not counted.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A module's file, relative to its folder, with `/` between the parts: `noise/perlin.wgsl`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct ModulePath(Arc<str>);

impl From<String> for ModulePath {
    fn from(path: String) -> Self {
        Self::new(path)
    }
}

impl From<ModulePath> for String {
    fn from(path: ModulePath) -> Self {
        path.to_string()
    }
}

impl ModulePath {
    /// The path as written, `/` between its parts.
    pub fn new(path: impl AsRef<str>) -> Self {
        Self(path.as_ref().replace('\\', "/").into())
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part without its ending: `perlin` of `noise/perlin.wgsl`.
    pub fn stem(&self) -> &str {
        let name = self.0.rsplit('/').next().unwrap_or(&self.0);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// The file of the same name with the other ending: `noise/perlin.wesl`.
    pub fn twin(&self) -> Option<Self> {
        let (stem, ending) = self.0.rsplit_once('.')?;
        let other = if ending == "wgsl" { "wesl" } else { "wgsl" };
        Some(Self::new(format!("{stem}.{other}")))
    }

    /// Names from the folder to the module, as an import spells them: `["noise", "perlin"]`.
    pub fn components(&self) -> Vec<String> {
        let without_ending = self.0.rsplit_once('.').map_or(&*self.0, |(stem, _)| stem);
        without_ending.split('/').map(str::to_owned).collect()
    }
}

impl fmt::Display for ModulePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One file's text, or why it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it lies in its folder.
    pub path: ModulePath,
    /// The text, without a byte-order mark. Empty where the file could not be read as text.
    pub text: String,
    /// Why the text is missing.
    pub unreadable: Option<Diagnostic>,
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

/// A stretch of a file, with what is needed to show it: it outlives the text it came from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: ModulePath,
    /// Its first character.
    pub start: LineColumn,
    /// The character behind its last.
    pub end: LineColumn,
    /// The line that it starts on, as written.
    pub line_text: String,
}

impl Source {
    /// A module's text as given.
    pub fn new(path: impl AsRef<str>, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.as_bytes().starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        Self {
            path: ModulePath::new(path),
            text,
            unreadable: None,
        }
    }

    /// A module from a file's bytes. A byte that is not UTF-8 becomes an error at its place.
    pub fn from_bytes(path: impl AsRef<str>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::new(path, text),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                // Each stretch that is no text becomes one character, so that the line can be shown.
                let shown = Self::new(&path, String::from_utf8_lossy(&bytes));
                let mark = usize::from(bytes.starts_with(BYTE_ORDER_MARK)) * BYTE_ORDER_MARK.len();
                let at = valid - mark;
                let message = format!("byte 0x{:02x} is not UTF-8 text", bytes[valid]);
                let place = shown.place(at..at + 1);
                Self::without_text(path, Diagnostic::error(Some(place), message))
            }
        }
    }

    /// A module from a file, of which no more than [`MAX_FILE_BYTES`] are read.
    pub fn read(file: &Path, path: impl AsRef<str>) -> Self {
        let bytes = || -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            let file = fs::File::open(file)?;
            file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let message = match bytes() {
            Ok(bytes) if bytes.len() as u64 <= MAX_FILE_BYTES => {
                return Self::from_bytes(path, bytes);
            }
            Ok(_) => format!(
                "the file is larger than {MAX_FILE_BYTES} bytes, the most that a shader may have"
            ),
            Err(error) => format!("the file cannot be read: {error}"),
        };
        let start = Self::new(&path, "").place(0..0);
        Self::without_text(path, Diagnostic::error(Some(start), message))
    }

    fn without_text(path: impl AsRef<str>, why: Diagnostic) -> Self {
        Self {
            path: ModulePath::new(path),
            text: String::new(),
            unreadable: Some(why),
        }
    }

    /// Where a byte range lies. Ranges that leave the text or split a character are shortened to fit.
    pub fn place(&self, range: Range<usize>) -> Place {
        let start = self
            .text
            .floor_char_boundary(range.start.min(self.text.len()));
        let end = self
            .text
            .ceil_char_boundary(range.end.clamp(start, self.text.len()));
        let line_text = self.text[self.line_start(start)..]
            .lines()
            .next()
            .unwrap_or_default();
        Place {
            file: self.path.clone(),
            start: self.line_column(start),
            end: self.line_column(end),
            line_text: line_text.to_owned(),
        }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn line_column(&self, at: usize) -> LineColumn {
        LineColumn {
            line: self.text[..at].matches('\n').count() + 1,
            column: self.text[self.line_start(at)..at].chars().count() + 1,
        }
    }
}

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
    fn columns_count_characters_and_lines_end_at_crlf_too() {
        let source = Source::new("a.wgsl", "\u{feff}// é\r\n\tlet ü = x;\r\n");
        let at = source.text.find('x').unwrap();
        let place = source.place(at..at + 1);
        assert_eq!((place.start.line, place.start.column), (2, 10));
        assert_eq!((place.end.line, place.end.column), (2, 11));
        assert_eq!(place.line_text, "\tlet ü = x;");
    }

    #[test]
    fn a_byte_that_is_no_text_is_named_at_its_place() {
        let source = Source::from_bytes("a.wgsl", b"// a\nfn \xff".to_vec());
        let place = source.unreadable.unwrap().place.unwrap();
        assert_eq!((place.start.line, place.start.column), (2, 4));
        let marked = Source::from_bytes("a.wgsl", b"\xef\xbb\xbffn \xc3( x".to_vec());
        let place = marked.unreadable.unwrap().place.unwrap();
        assert_eq!((place.start.column, place.end.column), (4, 5));
        assert_eq!(place.line_text, "fn \u{fffd}( x");
    }

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
