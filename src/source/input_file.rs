//! Data files for field inputs, in a folder or outside of it. A file is read when its samples are first needed.
//!
//! What is read depends on the file, on the files beside it that its reader consults, and on the reading. [`InputKey`]
//! identifies all of it, and the states of all these files tell whether it has changed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ModulePath;
use super::field_source::{FileDigest, FileReading, FileSource};
use super::stamp::FileState;
use crate::field::files::{FieldFile, FieldFileError, files_beside};

/// Content of a data file.
#[derive(Clone, Debug)]
pub struct InputField {
    /// Samples with their placement.
    pub file: FieldFile,
    /// Identifies the samples.
    pub key: InputKey,
    /// Numbers that the file lacks and that were filled.
    pub filled: u64,
    /// Numbers that are NaN or infinite.
    pub missing: u64,
}

/// Everything on which the samples of a data file depend. Equal keys stand for equal samples.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputKey {
    /// Contents of the file, and of those beside it, when they were read.
    pub digest: FileDigest,
    /// Stated size and fill rule.
    pub reading: FileReading,
}

/// Data file in a folder or outside of it. Its content is cached at the first read.
pub struct InputFile {
    /// Path in the folder, or absolute path outside of the folder.
    pub name: String,
    origin: Origin,
    /// States of the file and of those beside it when this entry was created. Empty for an embedded file.
    states: Vec<FileState>,
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
            states: all_files(path).map(|file| FileState::of(&file)).collect(),
            read: Mutex::default(),
        }
    }

    pub(super) fn embedded(name: &str, bytes: &'static [u8]) -> Self {
        Self {
            name: name.to_owned(),
            origin: Origin::Embedded(bytes),
            states: Vec::new(),
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

    fn read_now(&self, reading: FileReading) -> ReadResult {
        let (size, fill) = reading;
        let name = Path::new(&self.name);
        let (mut file, digest) = match &self.origin {
            Origin::Disk(path) => {
                let (file, bytes) = FieldFile::read_with_bytes(path, name, size)?;
                (file, FileDigest::of(&bytes.own, &bytes.beside))
            }
            Origin::Embedded(bytes) => {
                (FieldFile::of_bytes(name, bytes, size)?, FileDigest::of(bytes, &[]))
            }
        };
        let filled = fill.map_or(Ok(0), |fill| file.fill(fill, name))?;
        let missing = file.field.samples.iter().filter(|sample| !sample.is_finite()).count() as u64;
        let key = InputKey { digest, reading };
        Ok(Arc::new(InputField { file, key, filled, missing }))
    }

    fn exists(&self) -> bool {
        self.states.first() != Some(&FileState::Missing)
    }

    /// True if it is the same file and it has certainly not changed, nor has any file beside it.
    pub(super) fn is_unchanged(&self, other: &Self) -> bool {
        !self.states.contains(&FileState::Recent) && self == other
    }
}

/// Returns a data file, then those beside it that change what is read.
pub(super) fn all_files(path: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::once(path.to_owned()).chain(files_beside(path).map(|(_, file)| file))
}

/// Compares name, origin and states of the files, not samples.
impl PartialEq for InputFile {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.origin, &self.states) == (&other.name, &other.origin, &other.states)
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
        new.exists().then_some(new)
    }

    pub(super) fn has_outside(&self) -> bool {
        !lock(&self.outside).is_empty()
    }

    pub(super) fn changed_outside(&self) -> Vec<ModulePath> {
        let mut outside = lock(&self.outside);
        // A recent state counts once it has settled.
        let changed =
            |path: &PathBuf, file: &InputFile| InputFile::on_disk(&file.name, path) != *file;
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn mask_is_part_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.r32");
        let mask = folder.path().join("a.r32.mask.png");
        fs::write(&path, [0; 16]).unwrap();
        let source = FileSource {
            path: path.to_string_lossy().into_owned(),
            size: Some([2, 2]),
            fill: None,
            digest: None,
        };
        let files = InputFiles::default();
        let read = || files.find(&source).unwrap().read(source.reading()).unwrap();
        let write_mask = |dark: u8| {
            let mut encoder = png::Encoder::new(fs::File::create(&mask).unwrap(), 2, 2);
            encoder.set_color(png::ColorType::Grayscale);
            encoder.write_header().unwrap().write_image_data(&[255, 255, 255, dark]).unwrap();
        };
        let none = read();
        assert_eq!((none.missing, none.key.digest.beside.clone()), (0, Some(BTreeMap::new())));
        write_mask(255);
        assert!(!files.changed_outside().is_empty(), "the mask is new");
        let white = read();
        write_mask(0);
        let black = read();
        assert_eq!((white.missing, black.missing), (0, 1));
        assert!(white.key != none.key && black.key != none.key && black.key != white.key);
        fs::remove_file(&mask).unwrap();
        assert!(!files.changed_outside().is_empty(), "the mask is gone");
        assert_eq!(read().key, none.key);
        // As older versions recorded it, without a mask.
        let old = FileDigest { beside: None, ..none.key.digest.clone() };
        let difference = |of: &FileDigest| of.difference("a.r32", &black.key.digest);
        assert_eq!(difference(&old), None);
        let new = "\"a.r32.mask.png\" is new, and was not used";
        assert_eq!(difference(&none.key.digest).unwrap(), new);
        assert!(difference(&white.key.digest).unwrap().contains("has changed"));
    }
}
