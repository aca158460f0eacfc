//! Sets of output files that appear together.

use std::path::Path;

use super::atomic_file::{AtomicFile, StagedFile};
use super::companions::{remove, stale};
use super::{CaptureError, CaptureFile, STDOUT};

/// Output files that get their names once all of them are complete and on the disk. Before that, nothing is visible.
///
/// A file never has the manifest, mask or notes of an earlier one: those that this program wrote beside the earlier file
/// are removed unless they are replaced. All results of this program are committed by a set.
#[derive(Debug, Default)]
pub struct FileSet(Vec<StagedOutput>);

/// A finished file, with those that belong to it.
#[derive(Debug)]
pub struct Output {
    pub(super) file: AtomicFile,
    /// Manifest and mask beside it, if it has them.
    pub(super) companions: Vec<AtomicFile>,
}

#[derive(Debug)]
struct StagedOutput {
    file: StagedFile,
    companions: Vec<StagedFile>,
}

impl From<AtomicFile> for Output {
    fn from(file: AtomicFile) -> Self {
        Self { file, companions: Vec::new() }
    }
}

impl From<CaptureFile> for Output {
    fn from(capture: CaptureFile) -> Self {
        let companions = [capture.sidecar, capture.mask].into_iter().flatten().collect();
        Self { file: capture.file, companions }
    }
}

impl FileSet {
    /// Adds a finished file, and moves its data to the disk.
    ///
    /// # Errors
    /// Fails if the disk is full or the folder cannot be written. No file of the set is visible then.
    pub fn add(&mut self, output: impl Into<Output>) -> Result<(), CaptureError> {
        let Output { file, companions } = output.into();
        let companions = companions.into_iter().map(AtomicFile::stage);
        let companions = companions.collect::<Result<_, _>>()?;
        self.0.push(StagedOutput { file: file.stage()?, companions });
        Ok(())
    }

    /// Moves all files to their paths, in place of existing ones. The standard output is written first, since a file
    /// can be moved more surely.
    ///
    /// # Errors
    /// Fails if a folder or the standard output cannot be written.
    pub fn commit(self) -> Result<(), CaptureError> {
        let (printed, files): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|output| output.file.path() == Path::new(STDOUT));
        let all =
            files.iter().flat_map(|output| std::iter::once(&output.file).chain(&output.companions));
        let paths: Vec<_> = all.map(|file| file.path().to_owned()).collect();
        let is_new = |path: &Path| paths.iter().any(|new| new == path);
        printed.into_iter().chain(files).try_for_each(|output| output.publish(is_new))
    }
}

impl StagedOutput {
    /// The companions are moved first, after an existing file and its companions have been removed.
    fn publish(self, is_new: impl Fn(&Path) -> bool) -> Result<(), CaptureError> {
        let Self { file, companions } = self;
        let path = file.path().to_owned();
        let stale = stale(&path, is_new);
        if companions.is_empty() && stale.is_empty() {
            return file.publish();
        }
        for path in std::iter::once(&path).chain(&stale) {
            remove(path).map_err(|error| CaptureError::new(path, error))?;
        }
        let moved: Vec<_> = companions.iter().map(|file| file.path().to_owned()).collect();
        let published = companions.into_iter().try_for_each(StagedFile::publish);
        published.and_then(|()| file.publish()).inspect_err(|_| {
            moved.iter().for_each(|path| _ = remove(path));
        })
    }
}
