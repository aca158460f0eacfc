//! Watcher of a folder: reports which files changed, and whether they are completely written, on a thread of `notify`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use noise_playground::source::{is_input_file, is_shader};
use noise_playground::subject::preset::PRESET_SUFFIX;
use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind, RemoveKind};
use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Time after a file was modified but not closed, as the editor may still be writing. A close or a rename ends it.
pub(crate) const DEBOUNCE: Duration = Duration::from_millis(30);

/// A change of shaders, data files or preset files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Written and closed: to be read at once.
    Finished(Vec<PathBuf>),
    /// Being changed: to be read once no event follows for a while.
    InProgress(Vec<PathBuf>),
}

/// Single files are not watched, since their watch ends when they are saved by rename.
pub(crate) struct FolderWatcher(RecommendedWatcher);

impl FolderWatcher {
    /// `on_change` runs on the thread of `notify`; an error states why changes may be missed. Fails if watching fails.
    pub(crate) fn new(
        folder: &Path,
        on_change: impl Fn(Result<Change, String>) + Send + 'static,
    ) -> Result<Self, String> {
        let on_event = move |event: notify::Result<Event>| match event.map(change) {
            Ok(Some(change)) => on_change(Ok(change)),
            Ok(None) => {}
            Err(error) => on_change(Err(error.to_string())),
        };
        // A link may lead to a whole disk; targets of links inside the folder are watched there anyway.
        let config = Config::default().with_follow_symlinks(false);
        let mut watcher =
            RecommendedWatcher::new(on_event, config).map_err(|error| error.to_string())?;
        let watched = watcher.watch(folder, RecursiveMode::Recursive);
        watched.map_err(|error| error.to_string())?;
        Ok(Self(watcher))
    }

    /// Waits until new subfolders are watched too: files created in them before can then be read.
    pub(crate) fn sync(&mut self) {
        // The watcher's thread answers this call after all earlier events; the answer is irrelevant.
        let _ = self.0.configure(Config::default());
    }
}

/// Returns true for a shader, data file or preset file.
fn is_relevant(path: &Path) -> bool {
    is_shader(path) || is_input_file(path) || path.to_string_lossy().ends_with(PRESET_SUFFIX)
}

/// Returns `None` if a file was only read, and for other kinds of files.
fn change(event: Event) -> Option<Change> {
    if event.need_rescan() {
        return Some(Change::InProgress(Vec::new()));
    }
    // A created, removed or renamed path may be a folder with shaders.
    let may_be_folder = match event.kind {
        EventKind::Create(kind) => kind != CreateKind::File,
        EventKind::Remove(kind) => kind != RemoveKind::File,
        // Changed permissions may make a file readable.
        EventKind::Modify(ModifyKind::Name(_) | ModifyKind::Metadata(_)) => true,
        _ => false,
    };
    let relevant: Vec<PathBuf> = event.paths.into_iter().filter(|path| is_relevant(path)).collect();
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) if !relevant.is_empty() => {
            Some(Change::Finished(relevant))
        }
        EventKind::Modify(ModifyKind::Name(_))
            if !relevant.is_empty() && relevant.iter().all(|path| path.exists()) =>
        {
            Some(Change::Finished(relevant))
        }
        EventKind::Access(_) => None,
        _ if !relevant.is_empty() || may_be_folder => Some(Change::InProgress(relevant)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use super::*;

    /// Returns the files of the first finished change that `act` causes; `None` if it causes none.
    fn finished_by(act: impl FnOnce(&Path)) -> Option<Vec<PathBuf>> {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("a.wgsl"), "// old").unwrap();
        let (sender, receiver) = mpsc::channel();
        let on_change = move |change: Result<Change, String>| _ = sender.send(change.unwrap());
        let _watcher = FolderWatcher::new(&root, on_change).unwrap();
        act(&root);
        // Changes are reported in their order.
        fs::write(root.join("last.wgsl"), "// last").unwrap();
        let finished = receiver.iter().find_map(|change| match change {
            Change::Finished(files) => Some(files),
            Change::InProgress(_) => None,
        });
        let files = finished.unwrap();
        let relative = |file: &PathBuf| file.strip_prefix(&root).unwrap().to_owned();
        let files: Vec<PathBuf> = files.iter().map(relative).collect();
        (files != [Path::new("last.wgsl")]).then_some(files)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn closed_and_renamed_files_are_finished_at_once() {
        let a = Some(vec![PathBuf::from("a.wgsl")]);
        assert_eq!(finished_by(|root| fs::write(root.join("a.wgsl"), "// new").unwrap()), a);
        let rename = |root: &Path| {
            fs::write(root.join(".a.swp"), "// new").unwrap();
            fs::rename(root.join(".a.swp"), root.join("a.wgsl")).unwrap();
        };
        assert_eq!(finished_by(rename), a);
        let presets = "a.presets.toml";
        assert_eq!(
            finished_by(|root| fs::write(root.join(presets), "version = 1").unwrap()),
            Some(vec![PathBuf::from(presets)])
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn new_folder_is_watched_after_sync() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (sender, changes) = mpsc::channel();
        let on_change = move |change: Result<Change, String>| {
            let change = change.unwrap();
            let is_new_folder = change == Change::InProgress(Vec::new());
            let _ = sender.send(change);
            if is_new_folder {
                // The pause delays the watch of the new subfolder.
                std::thread::sleep(Duration::from_millis(200));
            }
        };
        let mut watcher = FolderWatcher::new(&root, on_change).unwrap();
        let new = root.join("my.shaders");
        fs::create_dir(&new).unwrap();
        let first = changes.recv();
        assert_eq!(first, Ok(Change::InProgress(Vec::new())));
        watcher.sync();
        fs::write(new.join("a.wgsl"), "// new").unwrap();
        let change = changes.recv();
        assert_eq!(change, Ok(Change::InProgress(vec![new.join("a.wgsl")])));
    }

    #[cfg(unix)]
    #[test]
    fn changed_permissions_are_reported() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let file = root.join("a.wgsl");
        fs::write(&file, "// old").unwrap();
        let (sender, changes) = mpsc::channel();
        let _watcher = FolderWatcher::new(&root, move |change| _ = sender.send(change)).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let change = changes.recv();
        assert_eq!(change, Ok(Ok(Change::InProgress(vec![file]))));
    }

    #[test]
    fn reads_and_other_files_are_not_reported() {
        let quiet = finished_by(|root| {
            fs::read(root.join("a.wgsl")).unwrap();
            fs::write(root.join("notes.txt"), "x").unwrap();
        });
        assert_eq!(quiet, None);
    }
}
