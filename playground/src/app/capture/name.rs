//! File names of captures: the generator's name, a number, and the changed values, so that files sort by generator.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use noise_playground::capture::CaptureFile;
use noise_playground::field::files::Format;
use noise_playground::generator::control::Control;

use super::source::CaptureSource;

/// File name of a capture without its number and extension: in `swiss-0007-warp=0.3`, the stem is `swiss` and the
/// suffix `warp=0.3`.
pub(super) struct CaptureName {
    stem: String,
    /// Changed values, or the kind of the capture; empty for default values.
    suffix: String,
}

/// If more controls are changed, none is listed.
const MAX_NAMED: usize = 2;

/// A longer list of changed controls is left out.
const MAX_SUFFIX_BYTES: usize = 60;

impl CaptureName {
    /// Returns a name with the generator and, if they are few, the controls that the user changed.
    pub(super) fn of(source: &CaptureSource) -> Self {
        let generator = source.generator();
        let mut stem = sanitized(generator.address().file.stem());
        if !generator.is_main() {
            stem += &format!("-{}", sanitized(&generator.address().function));
        }
        let values = &source.subject.values;
        let changed = generator.controls().iter();
        let changed: Vec<&Control> =
            changed.filter(|control| values.is_modified(control)).collect();
        let parts = changed.iter().map(|control| {
            let value = control.value_text(values.get(control));
            format!("{}={}", sanitized(&control.name), sanitized(&value))
        });
        let suffix = parts.collect::<Vec<_>>().join("-");
        let is_short = changed.len() <= MAX_NAMED && suffix.len() <= MAX_SUFFIX_BYTES;
        Self { stem, suffix: if is_short { suffix } else { String::new() } }
    }

    pub(super) fn with_suffix(self, suffix: &str) -> Self {
        let suffix = suffix.to_owned();
        Self { suffix, ..self }
    }

    pub(super) fn stem(&self) -> &str {
        &self.stem
    }

    /// Returns the name with the next free number in `folder`.
    pub(super) fn file_name(&self, folder: &Path, format: Format) -> String {
        self.numbered(self.next_number(folder)) + "." + format.extension()
    }

    /// Commits the file under the next free number, and returns the path. Never overwrites a file.
    pub(super) fn commit(&self, mut file: CaptureFile, folder: &Path) -> anyhow::Result<PathBuf> {
        let extension = file.format().extension();
        let path = self.create_numbered(folder, |name| {
            let path = folder.join(format!("{name}.{extension}"));
            File::create_new(&path).map(|_| path)
        })?;
        file.rename(&path);
        if let Err(error) = file.commit() {
            let _ = fs::remove_file(&path);
            return Err(error.into());
        }
        Ok(path)
    }

    /// Creates a subfolder with the next free number, and returns its path.
    pub(super) fn create_folder(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        self.create_numbered(folder, |name| {
            let path = folder.join(name);
            fs::create_dir(&path).map(|()| path)
        })
    }

    /// `create` gets a name without extension, and must fail if a file or folder of this name exists.
    fn create_numbered(
        &self,
        folder: &Path,
        create: impl Fn(&str) -> io::Result<PathBuf>,
    ) -> anyhow::Result<PathBuf> {
        for number in self.next_number(folder).. {
            match create(&self.numbered(number)) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => return created.with_context(|| format!("cannot write into {folder:?}")),
            }
        }
        Err(anyhow!("no free number in {folder:?}"))
    }

    fn numbered(&self, number: u32) -> String {
        let Self { stem, suffix } = self;
        match suffix.as_str() {
            "" => format!("{stem}-{number:04}"),
            suffix => format!("{stem}-{number:04}-{suffix}"),
        }
    }

    /// Returns one more than the highest number of the generator's captures in `folder`.
    fn next_number(&self, folder: &Path) -> u32 {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| {
            let name = entry.file_name();
            let rest = name.to_str()?.strip_prefix(&self.stem)?.strip_prefix('-')?;
            let end = rest.find(|character: char| !character.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].parse::<u32>().ok()
        });
        numbers.max().unwrap_or(0).saturating_add(1)
    }
}

/// Replaces each character that a file system may not allow by `_`, and omits spaces.
fn sanitized(text: &str) -> String {
    let is_allowed = |c: char| c.is_alphanumeric() || ".+-_".contains(c);
    let characters = text.chars().filter(|c| *c != ' ');
    characters.map(|c| if is_allowed(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(suffix: &str) -> CaptureName {
        CaptureName { stem: "swiss".to_owned(), suffix: suffix.to_owned() }
    }

    #[test]
    fn numbers_continue_across_suffixes() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let write = |suffix: &str| {
            let name = name(suffix);
            let path = folder.join(name.file_name(folder, Format::Png));
            let file = CaptureFile::create(&path, Format::Png).unwrap();
            let path = name.commit(file, folder).unwrap();
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(write(""), "swiss-0001.png");
        assert_eq!(write("warp=0.3"), "swiss-0002-warp=0.3.png");
        for other in ["swiss-x.png", "swissly-0100.png", "swiss-0041.npy.json"] {
            fs::write(folder.join(other), "").unwrap();
        }
        assert_eq!(write(""), "swiss-0042.png");
        let frames = name("gain").create_folder(folder).unwrap();
        assert_eq!(frames, folder.join("swiss-0043-gain"));
    }

    #[test]
    fn captures_that_finish_together_have_different_names() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let files = [(); 3].map(|()| {
            CaptureFile::create(&folder.join(name("").file_name(folder, Format::Npy)), Format::Npy)
                .unwrap()
        });
        let paths = files.map(|file| name("").commit(file, folder).unwrap());
        let expected = ["swiss-0001.npy", "swiss-0002.npy", "swiss-0003.npy"];
        assert_eq!(paths, expected.map(|name| folder.join(name)));
        assert!(folder.join("swiss-0003.npy.json").exists());
    }

    #[test]
    fn names_have_only_characters_that_every_system_allows() {
        assert_eq!(sanitized("a b/c:d*é=0.25"), "ab_c_d_é_0.25");
    }
}
