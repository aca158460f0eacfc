//! Which files changed, and whether their writers are done.

use std::path::{Path, PathBuf};
use std::time::Duration;

use noise_playground::source::is_shader;
use notify::event::{
    AccessKind, AccessMode, CreateKind, EventKind, MetadataKind, ModifyKind, RemoveKind,
};
use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

/// After a bare modification: the editor may still be writing. A close or a rename ends the wait at once.
pub(crate) const QUIET: Duration = Duration::from_millis(30);

/// How often a folder is looked through where the system cannot watch it.
const POLL: Duration = Duration::from_millis(400);

/// What an event of the watched folder means for us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// These files are written; nobody is at them any more.
    Finished(Vec<PathBuf>),
    /// Something goes on; look once it is quiet.
    Unsettled(Vec<PathBuf>),
}

/// Watches a folder with all below it, never single files: saving by rename would end a file's watch.
pub(crate) struct FolderWatcher {
    /// Watching ends with it.
    watcher: Box<dyn Watcher>,
    /// Why the folder is looked through now and then instead of watched, if it is.
    pub(crate) polling: Option<String>,
}

impl FolderWatcher {
    /// Begins to watch. `report` is called on notify's own thread.
    pub(crate) fn new(
        folder: &Path,
        report: impl Fn(Change) + Clone + Send + 'static,
    ) -> notify::Result<Self> {
        match watched::<RecommendedWatcher>(folder, report.clone(), Config::default()) {
            Ok(watcher) => Ok(Self {
                watcher: Box::new(watcher),
                polling: None,
            }),
            Err(error) => Self::polling(folder, report, error.to_string()),
        }
    }

    /// Looks through a folder now and then, for a reason.
    fn polling(
        folder: &Path,
        report: impl Fn(Change) + Send + 'static,
        reason: String,
    ) -> notify::Result<Self> {
        let config = Config::default()
            .with_poll_interval(POLL)
            .with_compare_contents(true);
        let watcher = watched::<PollWatcher>(folder, report, config)?;
        Ok(Self {
            watcher: Box::new(watcher),
            polling: Some(reason),
        })
    }

    /// Returns once the folders that were reported are watched too: what was put in before is there to be read,
    /// and what comes later is reported.
    pub(crate) fn catch_up(&mut self) {
        // The thread that watches answers between one round of reports and the next; what it answers is no matter.
        let _ = self.watcher.configure(Config::default());
    }
}

fn watched<W: Watcher>(
    folder: &Path,
    report: impl Fn(Change) + Send + 'static,
    config: Config,
) -> notify::Result<W> {
    let mut watcher = W::new(
        move |event: notify::Result<Event>| {
            let change = match event {
                Ok(event) => change(event),
                Err(_) => Some(Change::Unsettled(Vec::new())),
            };
            if let Some(change) = change {
                report(change);
            }
        },
        config,
    )?;
    watcher.watch(folder, RecursiveMode::Recursive)?;
    Ok(watcher)
}

/// What an event means; nothing for reads, and for files that are no shaders.
fn change(event: Event) -> Option<Change> {
    if event.need_rescan() {
        return Some(Change::Unsettled(Vec::new()));
    }
    // A name that comes or goes may be a folder's, with shaders in it.
    let may_be_folder = match event.kind {
        EventKind::Create(kind) => kind != CreateKind::File,
        EventKind::Remove(kind) => kind != RemoveKind::File,
        EventKind::Modify(ModifyKind::Name(_)) => true,
        _ => false,
    };
    let shaders: Vec<PathBuf> = event
        .paths
        .into_iter()
        .filter(|path| is_shader(path))
        .collect();
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) if !shaders.is_empty() => {
            Some(Change::Finished(shaders))
        }
        EventKind::Modify(ModifyKind::Name(_))
            if !shaders.is_empty() && shaders.iter().all(|path| path.exists()) =>
        {
            Some(Change::Finished(shaders))
        }
        // Polling tells of an edit by its time. Other marks of a file say nothing of its text.
        EventKind::Modify(ModifyKind::Metadata(kind)) if kind != MetadataKind::WriteTime => None,
        EventKind::Access(_) => None,
        _ if !shaders.is_empty() || may_be_folder => Some(Change::Unsettled(shaders)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use super::*;

    /// The first finished change of a shader after `act`, within a second.
    fn finished_by(act: impl FnOnce(&Path)) -> Option<Vec<PathBuf>> {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("a.wgsl"), "// old").unwrap();
        let (sender, receiver) = mpsc::channel();
        let _watcher = FolderWatcher::new(&root, move |change| _ = sender.send(change)).unwrap();
        act(&root);
        let deadline = std::time::Instant::now() + Duration::from_secs(1);
        while let Ok(change) =
            receiver.recv_timeout(deadline.saturating_duration_since(std::time::Instant::now()))
        {
            if let Change::Finished(files) = change {
                return Some(
                    files
                        .iter()
                        .map(|file| file.strip_prefix(&root).unwrap().to_owned())
                        .collect(),
                );
            }
        }
        None
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn writes_and_renames_end_at_once() {
        let a = Some(vec![PathBuf::from("a.wgsl")]);
        assert_eq!(
            finished_by(|root| fs::write(root.join("a.wgsl"), "// new").unwrap()),
            a
        );
        let rename = |root: &Path| {
            fs::write(root.join(".a.swp"), "// new").unwrap();
            fs::rename(root.join(".a.swp"), root.join("a.wgsl")).unwrap();
        };
        assert_eq!(finished_by(rename), a);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_new_folder_is_watched_once_the_watcher_has_caught_up() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (sender, changes) = mpsc::channel();
        let report = move |change: Change| {
            let is_new_folder = change == Change::Unsettled(Vec::new());
            let _ = sender.send(change);
            if is_new_folder {
                // The folder's watch comes late.
                std::thread::sleep(Duration::from_millis(200));
            }
        };
        let mut watcher = FolderWatcher::new(&root, report).unwrap();
        let new = root.join("my.shaders");
        fs::create_dir(&new).unwrap();
        let first = changes.recv_timeout(Duration::from_secs(5));
        assert_eq!(first, Ok(Change::Unsettled(Vec::new())));
        watcher.catch_up();
        fs::write(new.join("a.wgsl"), "// new").unwrap();
        let change = changes.recv_timeout(Duration::from_secs(5));
        assert_eq!(change, Ok(Change::Unsettled(vec![new.join("a.wgsl")])));
    }

    #[test]
    fn a_folder_that_is_looked_through_tells_of_edits() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.wgsl");
        fs::write(&file, "// old").unwrap();
        let (sender, changes) = mpsc::channel();
        let report = move |change| _ = sender.send(change);
        let reason = "no watches are left".to_owned();
        let _watcher = FolderWatcher::polling(folder.path(), report, reason).unwrap();
        fs::write(&file, "// new").unwrap();
        // Polling counts whole seconds.
        let later = std::time::SystemTime::now() + Duration::from_secs(2);
        let opened = fs::File::options().write(true).open(&file).unwrap();
        opened.set_modified(later).unwrap();
        let change = changes.recv_timeout(Duration::from_secs(5));
        assert_eq!(change, Ok(Change::Unsettled(vec![file])));
    }

    #[test]
    fn reading_and_other_files_are_no_change() {
        let quiet = finished_by(|root| {
            fs::read(root.join("a.wgsl")).unwrap();
            fs::write(root.join("notes.txt"), "x").unwrap();
        });
        assert_eq!(quiet, None);
    }
}
