//! Data files for field inputs, in a folder or outside of it. A file is read when its samples are first needed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};

use super::ModulePath;
use super::field_source::{FileDigest, FileReading, FileSource};
use super::stamp::Stamp;
use crate::field_file::{FieldFile, FieldFileError};

/// Content of a data file.
#[derive(Clone, Debug)]
pub struct InputField {
    /// Samples with their placement.
    pub file: FieldFile,
    /// Length and hash when the file was read.
    pub digest: FileDigest,
    /// Numbers that the file lacks and that were filled.
    pub filled: u64,
    /// Numbers that are NaN or infinite.
    pub missing: u64,
}

/// Data file in a folder or outside of it. Its content is cached at the first read.
pub struct InputFile {
    /// Path in the folder, or absolute path outside of the folder.
    pub name: String,
    origin: Origin,
    /// `None` if the file may change with the same stamp, does not exist, or is embedded.
    pub(super) stamp: Option<Stamp>,
    /// When this entry was created.
    exists: bool,
    /// Results; the key has the stated size of a file without one, and the rule for missing samples.
    read: Mutex<BTreeMap<FileReading, ReadResult>>,
}

type ReadResult = Result<Arc<InputField>, FieldFileError>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Disk(PathBuf),
    Embedded(&'static [u8]),
}

impl InputFile {
    /// Does not read the file, which need not exist.
    pub(super) fn on_disk(name: &str, path: &Path) -> Self {
        Self {
            name: name.to_owned(),
            origin: Origin::Disk(path.to_owned()),
            stamp: Stamp::of(path),
            exists: path.is_file(),
            read: Mutex::default(),
        }
    }

    pub(super) fn embedded(name: &str, bytes: &'static [u8]) -> Self {
        Self {
            name: name.to_owned(),
            origin: Origin::Embedded(bytes),
            stamp: None,
            exists: true,
            read: Mutex::default(),
        }
    }

    /// Returns the samples, which are read at the first call.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is damaged.
    pub fn read(&self, reading: FileReading) -> ReadResult {
        let mut read = lock(&self.read);
        let result = read.entry(reading).or_insert_with(|| self.read_now(reading));
        result.clone()
    }

    fn read_now(&self, (size, fill): FileReading) -> ReadResult {
        let (mut file, bytes) = match &self.origin {
            Origin::Disk(path) => {
                let (file, bytes) = FieldFile::read_with_bytes(path, Path::new(&self.name), size)?;
                (file, Cow::Owned(bytes))
            }
            Origin::Embedded(bytes) => {
                (FieldFile::of_bytes(Path::new(&self.name), bytes, size)?, Cow::Borrowed(*bytes))
            }
        };
        let filled = fill.map_or(Ok(0), |fill| file.fill(fill, Path::new(&self.name)))?;
        let missing = file.field.samples.iter().filter(|sample| !sample.is_finite()).count() as u64;
        let digest = FileDigest {
            bytes: bytes.len() as u64,
            sha256: format!("{:x}", Sha256::digest(&bytes)),
        };
        Ok(Arc::new(InputField { file, digest, filled, missing }))
    }

    /// True if it is the same file and it has certainly not changed.
    pub(super) fn is_unchanged(&self, other: &Self) -> bool {
        let is_known = self.stamp.is_some() || matches!(self.origin, Origin::Embedded(_));
        is_known && self == other
    }
}

/// Compares name, origin and stamp, not samples.
impl PartialEq for InputFile {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.origin, &self.stamp) == (&other.name, &other.origin, &other.stamp)
    }
}

impl fmt::Debug for InputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InputFile").field(&self.name).finish()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct InputFiles {
    pub(super) of_folder: BTreeMap<ModulePath, Arc<InputFile>>,
    /// Outside of the folder. Copies of this list share them.
    outside: Arc<Mutex<BTreeMap<PathBuf, Arc<InputFile>>>>,
}

impl InputFiles {
    /// A list without files of the folder. Those outside of it are shared with `previous`.
    pub(super) fn after(previous: &Self) -> Self {
        Self { of_folder: BTreeMap::new(), outside: Arc::clone(&previous.outside) }
    }

    /// Reuses the entry in `previous`, with its samples, if the file has not changed.
    pub(super) fn add(&mut self, path: ModulePath, file: &Path, previous: &Self) {
        let new = InputFile::on_disk(path.as_str(), file);
        let old = previous.of_folder.get(&path);
        let old = old.filter(|old| new.is_unchanged(old)).cloned();
        self.of_folder.insert(path, old.unwrap_or(Arc::new(new)));
    }

    pub(super) fn changes_since<'a>(
        &'a self,
        previous: &'a Self,
    ) -> impl Iterator<Item = &'a ModulePath> {
        let (now, then) = (&self.of_folder, &previous.of_folder);
        let differs = |path: &&ModulePath| match (now.get(*path), then.get(*path)) {
            (Some(now), Some(then)) => !Arc::ptr_eq(now, then) && !now.is_unchanged(then),
            _ => true,
        };
        let removed = then.keys().filter(|path| !now.contains_key(*path));
        now.keys().chain(removed).filter(differs)
    }

    /// In the folder, or outside of it by absolute path. `None` if the file does not exist.
    pub(super) fn find(&self, source: &FileSource) -> Option<Arc<InputFile>> {
        let path = Path::new(&source.path);
        if !path.is_absolute() {
            let path = ModulePath::new(&source.path);
            return self.of_folder.get(&path).cloned();
        }
        let new = InputFile::on_disk(&source.path, path);
        let mut outside = lock(&self.outside);
        if let Some(old) = outside.get(path).filter(|old| new.is_unchanged(old)) {
            return Some(Arc::clone(old));
        }
        let new = Arc::new(new);
        // A file that does not exist is listed too, so that its creation counts as a change.
        outside.insert(path.to_owned(), Arc::clone(&new));
        new.exists.then_some(new)
    }

    pub(super) fn has_outside(&self) -> bool {
        !lock(&self.outside).is_empty()
    }

    /// Removes the changed files from the list.
    pub(super) fn changed_outside(&self) -> Vec<ModulePath> {
        let mut outside = lock(&self.outside);
        let changed = |path: &PathBuf, file: &InputFile| {
            let now = InputFile::on_disk(&file.name, path);
            file.exists != now.exists
                || file.stamp.is_some() && !now.is_unchanged(file)
                || file.stamp.is_none() && now.stamp.is_some()
        };
        let changed: Vec<PathBuf> = outside
            .iter()
            .filter(|(path, file)| changed(path, file))
            .map(|(path, _)| path.clone())
            .collect();
        for path in &changed {
            outside.remove(path);
        }
        let path = |path: PathBuf| ModulePath::new(path.to_string_lossy());
        changed.into_iter().map(path).collect()
    }
}

/// Locks even if another thread panicked while holding the mutex.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
