//! Sets of output files that appear together.

use std::path::Path;

use super::atomic_file::{AtomicFile, CaptureError, STDOUT, StagedFile};
use super::companions::{remove, stale};

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

    /// Moves all files to their paths, in place of existing ones, after the standard output, which fails more easily.
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;
    use crate::capture::companions::MASK_KEYWORD;
    use crate::capture::{NOTES_LINE, notes_path};

    fn file(path: &Path) -> AtomicFile {
        let mut file = AtomicFile::create(path).unwrap();
        file.file().write_all(b"new").unwrap();
        file
    }

    #[test]
    fn no_file_appears_if_another_cannot_be_finished() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let [first, second] = [folder.path().join("a.csv"), inner.join("b.csv")];
        let (one, other) = (file(&first), file(&second));
        fs::remove_dir(&inner).unwrap();
        let mut set = FileSet::default();
        set.add(one).unwrap();
        assert!(set.add(other).is_err());
        drop(set);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn companions_of_this_program_go_with_their_file_and_those_of_the_user_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        let beside = ["json", "mask.png", "txt"].map(|suffix| path.with_added_extension(suffix));
        let mask = |keyword: &str| {
            let mut encoder = png::Encoder::new(fs::File::create(&beside[1]).unwrap(), 1, 1);
            encoder.add_text_chunk(keyword.to_owned(), String::new()).unwrap();
            encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
        };
        let commit = |paths: &[&Path]| {
            let mut set = FileSet::default();
            paths.iter().for_each(|path| set.add(file(path)).unwrap());
            set.commit().unwrap();
        };
        fs::write(&beside[0], "{\"shape\": [1, 1]}").unwrap();
        fs::write(&beside[2], "my notes").unwrap();
        mask("Software");
        commit(&[&path]);
        assert!(beside.iter().all(|path| path.exists()));

        fs::write(&beside[0], "{\"program\":\"noise-playground 0.1.0\"}").unwrap();
        fs::write(&beside[2], format!("a.npy\n{NOTES_LINE}\n")).unwrap();
        mask(MASK_KEYWORD);
        // Notes that are written with the file stay.
        commit(&[&path, &notes_path(&path)]);
        assert_eq!(beside.each_ref().map(|path| path.exists()), [false, false, true]);
        fs::write(&beside[2], NOTES_LINE).unwrap();
        commit(&[&path]);
        assert!(!beside[2].exists());
    }
}
