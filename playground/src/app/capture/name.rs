//! What captures are called: names that sort and say what they are.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{CaptureFile, Format};
use noise_playground::control::Control;

use super::CaptureSource;

/// `swiss-0007-warp=0.3`, but for the number.
pub(super) struct CaptureName {
    /// The generator's.
    stem: String,
    /// What the picture differs in; empty for the generator as it is.
    rest: String,
}

/// More controls that differ are not named.
const MOST_NAMED: usize = 2;

/// Longer names are left out.
const LONGEST_REST: usize = 60;

impl CaptureName {
    /// Called after its generator, and the one or two controls that a person changed.
    pub(super) fn of(subject: &CaptureSource) -> Self {
        let generator = subject.generator();
        let mut stem = plain(generator.address.file.stem());
        if !generator.main {
            stem += &format!("-{}", plain(&generator.address.function));
        }
        let values = &subject.values;
        let changed = generator.controls.iter();
        let changed: Vec<&Control> = changed
            .filter(|control| values.is_modified(control))
            .collect();
        let parts = changed.iter().map(|control| {
            let value = control.write(values.get(control));
            format!("{}={}", plain(&control.name), plain(&value))
        });
        let rest = parts.collect::<Vec<_>>().join("-");
        let is_short = changed.len() <= MOST_NAMED && rest.len() <= LONGEST_REST;
        Self {
            stem,
            rest: if is_short { rest } else { String::new() },
        }
    }

    /// The same generator, with something else to say.
    pub(super) fn with_suffix(self, rest: &str) -> Self {
        let rest = rest.to_owned();
        Self { rest, ..self }
    }

    pub(super) fn stem(&self) -> &str {
        &self.stem
    }

    /// The name of the next such file in a folder.
    pub(super) fn file(&self, folder: &Path, format: Format) -> String {
        self.numbered(self.next(folder)) + "." + format.extension()
    }

    /// Puts a finished file in its place, under the next number. No other file is written over.
    pub(super) fn publish(
        &self,
        mut output: CaptureFile,
        folder: &Path,
    ) -> anyhow::Result<PathBuf> {
        let ending = output.format().extension();
        let path = self.reserve(folder, |name| {
            let path = folder.join(format!("{name}.{ending}"));
            File::create_new(&path).map(|_| path)
        })?;
        output.rename(&path);
        if let Err(error) = output.commit() {
            let _ = fs::remove_file(&path);
            return Err(error.into());
        }
        Ok(path)
    }

    /// Makes a folder in a folder, under the next number.
    pub(super) fn make_folder(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        self.reserve(folder, |name| {
            let path = folder.join(name);
            fs::create_dir(&path).map(|()| path)
        })
    }

    /// Makes something under the first number that is free.
    fn reserve(
        &self,
        folder: &Path,
        make: impl Fn(&str) -> io::Result<PathBuf>,
    ) -> anyhow::Result<PathBuf> {
        for number in self.next(folder).. {
            match make(&self.numbered(number)) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.with_context(|| format!("cannot write into {folder:?}")),
            }
        }
        Err(anyhow!("no number is left in {folder:?}"))
    }

    fn numbered(&self, number: u32) -> String {
        let Self { stem, rest } = self;
        match rest.as_str() {
            "" => format!("{stem}-{number:04}"),
            rest => format!("{stem}-{number:04}-{rest}"),
        }
    }

    /// One more than the highest number that a capture of this generator has in a folder.
    fn next(&self, folder: &Path) -> u32 {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| {
            let name = entry.file_name();
            let rest = name.to_str()?.strip_prefix(&self.stem)?.strip_prefix('-')?;
            let end = rest.find(|letter: char| !letter.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].parse::<u32>().ok()
        });
        numbers.max().unwrap_or(0).saturating_add(1)
    }
}

/// Letters, digits and what else every system takes in the name of a file.
fn plain(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || ".+-_".contains(letter);
    let letters = text.chars().filter(|letter| *letter != ' ');
    letters
        .map(|letter| if is_plain(letter) { letter } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(rest: &str) -> CaptureName {
        CaptureName {
            stem: "swiss".to_owned(),
            rest: rest.to_owned(),
        }
    }

    #[test]
    fn numbers_go_on_whatever_else_a_name_says() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let write = |rest: &str| {
            let name = name(rest);
            let output = folder.join(name.file(folder, Format::Png));
            let output = CaptureFile::create(&output, Format::Png).unwrap();
            let path = name.publish(output, folder).unwrap();
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(write(""), "swiss-0001.png");
        assert_eq!(write("warp=0.3"), "swiss-0002-warp=0.3.png");
        for other in ["swiss-x.png", "swissly-0100.png", "swiss-0041.npy.json"] {
            fs::write(folder.join(other), "").unwrap();
        }
        assert_eq!(write(""), "swiss-0042.png");
        let frames = name("turn").make_folder(folder).unwrap();
        assert_eq!(frames, folder.join("swiss-0043-turn"));
    }

    #[test]
    fn two_that_finish_together_have_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let begun = [(); 3].map(|()| {
            CaptureFile::create(
                &folder.join(name("").file(folder, Format::Npy)),
                Format::Npy,
            )
            .unwrap()
        });
        let paths = begun.map(|output| name("").publish(output, folder).unwrap());
        let expected = ["swiss-0001.npy", "swiss-0002.npy", "swiss-0003.npy"];
        assert_eq!(paths, expected.map(|name| folder.join(name)));
        assert!(folder.join("swiss-0003.npy.json").exists());
    }

    #[test]
    fn names_hold_what_every_system_takes() {
        assert_eq!(plain("a b/c:d*é=0.25"), "ab_c_d_é_0.25");
    }
}
