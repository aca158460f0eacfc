//! Reads a folder of shaders from disk. A later read opens only the files that may have changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::walk::{FolderWalk, KnownFile};
use super::{MAX_FILES, SourceTree};
use crate::source::Source;
use crate::source::extension::is_shader;
use crate::source::input_file::{InputFiles, all_files};
use crate::source::stamp::Stamp;

impl SourceTree {
    /// Reads a folder for the first time. See [`Self::read`].
    ///
    /// # Errors
    /// Fails if the folder cannot be read, or has more than [`MAX_FILES`] shaders.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        Self::read(folder.as_ref(), &Self::default(), &[])
    }

    /// Reads all shaders below `folder` that are not hidden; links to targets outside are [left out](Self::left_out).
    /// Reuses entries of `previous` with equal stamps, unless they are in `changed`, and with equal texts.
    ///
    /// # Errors
    /// The folder itself cannot be read, or contains more than [`MAX_FILES`] shaders. A single unreadable file is no
    /// error: its [`Source`] has the reason. An unreadable subfolder is left out too.
    pub fn read(folder: &Path, previous: &Self, changed: &[PathBuf]) -> io::Result<Self> {
        let root = dunce::canonicalize(folder)?;
        fs::read_dir(&root)?;
        let changed: BTreeSet<&PathBuf> = changed.iter().collect();
        let mut tree = Self {
            features: previous.features.clone(),
            inputs: InputFiles::after(&previous.inputs),
            root: Some(root.clone()),
            ..Self::default()
        };
        let mut walk = FolderWalk::new(&root);
        for KnownFile { file, path, target } in walk.by_ref() {
            if !is_shader(&file) {
                if all_files(&file).any(|file| changed.contains(&file)) {
                    tree.inputs.add(path, &file, &InputFiles::default());
                } else {
                    tree.inputs.add(path, &file, &previous.inputs);
                }
                continue;
            }
            if tree.sources.len() == MAX_FILES {
                let message = format!("more than {MAX_FILES} shader files in {folder:?}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            let stamp = Stamp::of(&file);
            let same_stamp = stamp.is_some()
                && previous.stamps.get(&path) == stamp.as_ref()
                && !changed.contains(&file);
            let source = match previous.sources.get(&path) {
                Some(source) if same_stamp => Arc::clone(source),
                old => {
                    let source = Source::read(&file, path.as_str());
                    old.filter(|old| ***old == source).cloned().unwrap_or_else(|| Arc::new(source))
                }
            };
            tree.stamps.extend(stamp.map(|stamp| (path.clone(), stamp)));
            tree.links.extend(target.map(|target| (path.clone(), target)));
            tree.sources.insert(path, source);
        }
        tree.left_out = walk.left_out;
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::IGNORED;
    use super::*;
    use crate::source::ModulePath;

    #[test]
    fn folder_with_a_mark_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["own/a.wgsl", "host/b.wgsl", "host/inner/c.wgsl"] {
            fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
            fs::write(folder.path().join(name), "// text").unwrap();
        }
        fs::write(folder.path().join("host").join(IGNORED), "").unwrap();
        let tree = SourceTree::open(folder.path()).unwrap();
        let paths: Vec<&str> = tree.iter().map(|source| source.path.as_str()).collect();
        assert_eq!(paths, ["own/a.wgsl"]);
    }

    #[test]
    fn folders_that_the_repository_ignores_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for name in ["a", "target/b", "in/target/c", "in/kept/d", "in/built/e", "of/built/f"] {
            write(&format!("{name}.wgsl"), "// text");
        }
        write(".gitignore", "target/\n*.wgsl\nbuilt\n!kept");
        write("of/.gitignore", "!built");
        let paths = |root: &str| {
            let tree = SourceTree::open(folder.path().join(root)).unwrap();
            tree.iter().map(|source| source.path.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(paths("."), ["a.wgsl", "in/kept/d.wgsl", "of/built/f.wgsl"]);
        let above = ["built/e.wgsl", "kept/d.wgsl", "target/c.wgsl"];
        assert_eq!(paths("in"), above, "rules above the folder");
        let tree = SourceTree::open(folder.path()).unwrap();
        let reason = tree.reason_left_out("in/built/e.wgsl");
        assert_eq!(reason, Some("left out: a .gitignore excludes its folder"));
    }

    #[test]
    fn second_read_shares_unchanged_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("noise")).unwrap();
        fs::write(folder.path().join("noise/a.wgsl"), "// a").unwrap();
        fs::write(folder.path().join("b.wgsl"), "// b").unwrap();
        fs::write(folder.path().join("notes.txt"), "no shader").unwrap();
        let first = SourceTree::open(folder.path()).unwrap();
        assert_eq!(
            first.iter().map(|source| source.path.as_str()).collect::<Vec<_>>(),
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
    fn unreadable_subfolder_is_a_warning() {
        use rustix::fs::{Mode, OFlags, mkdirat, open, openat};

        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wgsl"), "// a").unwrap();
        std::os::unix::fs::symlink("self.wgsl", folder.path().join("self.wgsl")).unwrap();
        let name = "n".repeat(250);
        let mut inner = open(folder.path(), OFlags::DIRECTORY, Mode::empty()).unwrap();
        // The path is longer than the system allows, so that not even root can read it.
        for _ in 0..20 {
            mkdirat(&inner, &name, Mode::RWXU).unwrap();
            inner = openat(&inner, &name, OFlags::DIRECTORY, Mode::empty()).unwrap();
        }
        let tree = SourceTree::open(folder.path()).unwrap();
        assert_eq!(tree.iter().count(), 1);
        let messages: Vec<&str> =
            tree.left_out.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(messages, ["cannot be read: File name too long (os error 36)"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn file_without_permission_is_an_error_until_it_is_readable() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let (root, file) = (folder.path(), folder.path().join("a.wgsl"));
        let allow = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        fs::write(&file, "// a").unwrap();
        allow(root, 0o755);
        // Root may read everything, so a thread drops its rights.
        let read_as_nobody = |previous: &SourceTree| {
            let read = || {
                if rustix::process::getuid().is_root() {
                    let nobody = rustix::process::Uid::from_raw(65_534);
                    rustix::thread::set_thread_uid(nobody).unwrap();
                }
                SourceTree::read(root, previous, &[]).unwrap()
            };
            std::thread::scope(|scope| scope.spawn(read).join().unwrap())
        };
        let only = |tree: &SourceTree| tree.iter().next().unwrap().clone();
        allow(&file, 0);
        let refused = read_as_nobody(&SourceTree::default());
        let error = only(&refused).unreadable.clone().unwrap();
        assert_eq!(
            error.short(),
            "a.wgsl:1:1: error: the file cannot be read: Permission denied (os error 13)"
        );
        allow(&file, 0o644);
        assert_eq!(only(&read_as_nobody(&refused)).text, "// a");
    }

    #[cfg(unix)]
    #[test]
    fn link_to_a_target_outside_the_folder_is_skipped() {
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
        std::os::unix::fs::symlink(folder.path().join("own.wgsl"), folder.path().join("link.wgsl"))
            .unwrap();
        let tree = SourceTree::open(folder.path()).unwrap();
        assert_eq!(
            tree.iter().map(|source| source.path.as_str()).collect::<Vec<_>>(),
            ["link.wgsl", "own.wgsl"]
        );
        assert_eq!(
            tree.links_to(&ModulePath::new("own.wgsl")).collect::<Vec<_>>(),
            [&ModulePath::new("link.wgsl")]
        );
        let left_out: Vec<String> = tree.left_out.iter().map(|note| note.short()).collect();
        let outside = outside.path().canonicalize().unwrap();
        let note = |file: &str, target: &Path| {
            format!(
                "{file}:1:1: note: left out: it is a link that leads outside of the folder, to {target:?}"
            )
        };
        assert_eq!(left_out, [note("out", &outside), note("s.wgsl", &outside.join("secret.wgsl"))]);
    }

    #[cfg(unix)]
    #[test]
    fn file_below_a_linked_folder_has_its_target() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("noise")).unwrap();
        fs::write(folder.path().join("noise/a.wgsl"), "// a").unwrap();
        fs::write(folder.path().join("B.WGSL"), "// b").unwrap();
        std::os::unix::fs::symlink("noise", folder.path().join("lib")).unwrap();
        let tree = SourceTree::open(folder.path()).unwrap();
        let target = ModulePath::new("noise/a.wgsl");
        assert_eq!(tree.links_to(&target).collect::<Vec<_>>(), [&ModulePath::new("lib/a.wgsl")]);
        let left_out: Vec<String> = tree.left_out.iter().map(|note| note.short()).collect();
        assert_eq!(left_out, ["B.WGSL:1:1: note: left out: write its extension as .wgsl"]);
    }
}
