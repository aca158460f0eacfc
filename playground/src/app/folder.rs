//! The open folder of shaders: opening another one in the same window, and opening, showing and creating its files.

use std::path::{self, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;
use std::{fs, thread};

use anyhow::Context as _;
use noise_playground::generator::GRID;
use noise_playground::source::builtin::PREFIX;
use noise_playground::source::{LineColumn, ModulePath, is_shader};
use winit::event_loop::EventLoopProxy;

use super::new_pipelines::NewPipelines;
use super::pictures::PanePictures;
use super::session_state::SessionState;
use super::{App, Event, Options};
use crate::catalog::default_address;
use crate::compiler::{CompilerHandle, CompilerRequest, UnsavedTexts};
use crate::documents::{builtin, preferences, recent, replace, session_lock, templates};
use crate::process::reduced_motion;
use crate::process::sentinel::{self, RunSentinel};
use crate::workbench::preferences::Preferences;
use crate::workbench::{
    Dialog, FolderListing, NewFile, Quarantined, SourceEdit, TypedFolder, Workbench,
};

/// Number of folders opened before this one. Events of compile threads of earlier folders are ignored.
pub(super) type FolderGeneration = u32;

/// State that is replaced when another folder is opened.
pub(super) struct OpenedFolder {
    pub(super) compiler: CompilerHandle,
    pub(super) workbench: Workbench,
    pub(super) session: SessionState,
    /// Running shaders of the folder, by which the next start detects a crash.
    pub(super) sentinel: Arc<RunSentinel>,
}

impl OpenedFolder {
    /// Starts the compile thread, restores the session and locks the run sentinel. Fails if the thread does not start.
    pub(super) fn open(
        options: &Options,
        generation: FolderGeneration,
        proxy: &EventLoopProxy<Event>,
        texts: &UnsavedTexts,
    ) -> anyhow::Result<Self> {
        let for_compiler = proxy.clone();
        let report = move |report| _ = for_compiler.send_event(Event::Compiler(generation, report));
        let (opened, initial) = (options.opened.clone(), options.initial.clone());
        let compiler = CompilerHandle::start(opened, initial, texts.clone(), report)?;
        let mut workbench = Workbench::new(options.folder_name.clone());
        workbench.capture_settings_mut().folder = options.captures.display().to_string();
        workbench.chrome_mut().desktop_reduces_motion = reduced_motion::is_requested();
        restore_shared(&mut workbench, options.folder.as_deref());
        workbench.set_builtin(options.folder.is_none());
        let session = SessionState::restore(&mut workbench, options, proxy);
        let (sentinel, quarantined) = lock_sentinel(session.file());
        let sentinel = Arc::new(sentinel);
        compiler.send(CompilerRequest::Quarantine(quarantined));
        compiler.send(CompilerRequest::UseSentinel(Arc::clone(&sentinel)));
        Ok(Self { compiler, workbench, session, sentinel })
    }
}

/// Restores what all folders and windows share, and adds the open folder to the front of the saved list of recent ones.
fn restore_shared(workbench: &mut Workbench, folder: Option<&Path>) {
    let mut errors = Vec::new();
    if let Some(file) = recent::file() {
        let folders = recent::read(&file).unwrap_or_else(|error| {
            errors.push(error);
            Vec::new()
        });
        let others = folders.into_iter().filter(|other| Some(other.as_path()) != folder);
        workbench.chrome_mut().recent_folders = others.collect();
        let added = folder.map_or(Ok(()), |folder| recent::add(&file, folder));
        errors.extend(added.err().map(|error| format!("{error:#}")));
    }
    let preferences = preferences::file().map(|file| preferences::read(&file));
    workbench.chrome_mut().preferences =
        preferences.unwrap_or_else(|| Ok(Preferences::default())).unwrap_or_else(|error| {
            errors.push(error);
            Preferences::default()
        });
    errors.into_iter().for_each(|error| workbench.notify(error));
}

/// Locks the sentinel of the window with this session file. Returns it with the files that crashed processes left in
/// it, and in those of further windows on the folder. If it cannot be locked, the sentinel has no file.
fn lock_sentinel(session: Option<&Path>) -> (RunSentinel, Vec<Quarantined>) {
    let path = session.and_then(sentinel::path);
    let (sentinel, mut crashed) = path.and_then(RunSentinel::lock).unwrap_or_default();
    let further =
        (2..).map_while(|number| sentinel::path(&session_lock::numbered(session?, number)));
    for path in further.take_while(|path| path.exists()) {
        crashed.extend(RunSentinel::lock(path).unwrap_or_default().1);
    }
    let quarantined = crashed.into_iter().map(|file| Quarantined {
        file,
        why: "was running when the program ended unexpectedly".to_owned(),
    });
    (sentinel, quarantined.collect())
}

impl App {
    /// Opens another folder in this window, or the built-in shaders for `None`.
    pub(super) fn open_folder(&mut self, folder: Option<PathBuf>) -> anyhow::Result<()> {
        let opened = folder.map(|folder| path::absolute(expanded(&folder)));
        let opened = opened.transpose()?;
        let folder = opened.as_deref().map(existing).transpose()?;
        if folder == self.options.folder {
            anyhow::bail!("this folder is open already");
        }
        self.session.save(&mut self.workbench);
        let name = |folder: &PathBuf| {
            let name = folder.file_name().unwrap_or(folder.as_os_str());
            name.to_string_lossy().into_owned()
        };
        let folder_name = folder.as_ref().map(name);
        let options = Options {
            folder_name: folder_name.unwrap_or_else(|| PREFIX.to_owned()),
            folder,
            opened,
            initial: None,
            ..self.options.clone()
        };
        let generation = self.generation + 1;
        let opened = OpenedFolder::open(&options, generation, &self.proxy, &self.editors.texts)?;
        (self.options, self.generation) = (options, generation);
        self.adopt(opened);
        self.report_folder();
        match self.captures.cancel_all() {
            0 => {}
            1 => self.workbench.notify("1 capture was canceled".to_owned()),
            count => self.workbench.notify(format!("{count} captures were canceled")),
        }
        Ok(())
    }

    /// Replaces the state of the previous folder. The window layout stays.
    fn adopt(&mut self, opened: OpenedFolder) {
        let OpenedFolder { compiler, mut workbench, session, sentinel } = opened;
        let previous = self.workbench.chrome_mut();
        workbench.chrome_mut().keep_from(previous);
        self.workbench = workbench;
        self.session = session;
        self.sentinel = sentinel;
        let previous = std::mem::replace(&mut self.compiler, compiler);
        // The previous compile thread may be busy: a new thread waits for its end, so that the window does not.
        thread::spawn(move || drop(previous));
        self.pipelines = NewPipelines::default();
        let wake = self.wake();
        if let Some((window, pictures)) = &mut self.device.shown {
            let (sentinel, activity) = (Arc::clone(&self.sentinel), self.compiler.activity());
            *pictures = PanePictures::new(&window.gpu, wake, sentinel, activity.clone());
            self.compiler.use_gpu(window.gpu.clone(), self.pipelines.device());
        }
    }

    /// Sends the edit to the file's editor, else to the compile thread. A file of another folder is edited at once.
    pub(super) fn edit_source(&mut self, mut edit: SourceEdit) {
        edit.folder = edit.folder.or_else(|| self.options.folder.clone());
        let folder = edit.folder.clone();
        if folder.as_ref().is_some_and(|folder| self.edit_in_editor(folder, &edit)) {
            return;
        }
        match folder.filter(|_| edit.folder != self.options.folder) {
            None => self.compiler.send(CompilerRequest::EditSource(edit)),
            Some(folder) => {
                let edited = replace::apply(&folder, &edit.text);
                let edited = edited.map_err(|error| format!("{error:#}"));
                self.workbench.source_edited(edit, edited);
            }
        }
    }

    /// Copies the file's path to the clipboard; for a built-in shader, its address.
    pub(super) fn copy_path(&mut self, file: &ModulePath) {
        let path = self
            .path_of(file)
            .map_or_else(|_| format!("{PREFIX}{file}"), |path| path.display().to_string());
        if let Some((window, _)) = &self.device.shown {
            window.egui.copy_text(path.clone());
        }
        self.workbench.notify(format!("copied {path}"));
    }

    /// Creates a file from a template and shows its generator; on an error, the dialog stays open with the reason.
    pub(super) fn create_file(&mut self, mut file: NewFile) {
        let created = match &self.options.folder {
            Some(folder) => templates::create(folder, &file.path, file.template),
            None => Err(anyhow::anyhow!("these are {}", builtin::READ_ONLY)),
        };
        match created {
            Ok(module) => {
                self.workbench.chrome_mut().dialog = None;
                // A filter could hide the new file.
                self.workbench.chrome_mut().filter.clear();
                self.workbench.notify(format!("created {module}"));
                self.workbench.show(default_address(&module));
            }
            Err(error) => {
                file.error = Some(format!("{error:#}"));
                self.workbench.chrome_mut().dialog = Some(Dialog::NewFile(file));
            }
        }
    }

    /// Lists completions of the typed path on a new thread, since a remote folder may be slow.
    pub(super) fn list_folders(&self, typed: String) {
        let proxy = self.proxy.clone();
        thread::spawn(move || {
            let listing =
                FolderListing { folders: completions(&typed), typed: typed_folder(&typed) };
            let _ = proxy.send_event(Event::FoldersListed(typed, listing));
        });
    }

    /// Fails for the built-in shaders.
    pub(super) fn path_of(&self, file: &ModulePath) -> anyhow::Result<PathBuf> {
        let folder = self.options.folder.as_ref().context(builtin::READ_ONLY)?;
        Ok(folder.join(file.as_str()))
    }
}

impl Workbench {
    /// Ignores the listing if another path was typed meanwhile.
    pub(super) fn folders_listed(&mut self, typed: &str, listing: FolderListing) {
        if let Some(Dialog::OpenFolder(dialog)) = &mut self.chrome_mut().dialog
            && dialog.path == typed
        {
            dialog.listing = listing;
        }
    }
}

/// Fails if the path does not exist or is not that of a directory.
fn existing(folder: &Path) -> anyhow::Result<PathBuf> {
    let absolute = dunce::canonicalize(folder)
        .with_context(|| format!("cannot open the folder {folder:?}"))?;
    if !absolute.is_dir() {
        anyhow::bail!("{folder:?} is not a folder");
    }
    Ok(absolute)
}

/// Replaces a leading `~` by the home directory.
pub(super) fn expanded(path: &Path) -> PathBuf {
    let home = path.strip_prefix("~").ok().zip(dirs::home_dir());
    home.map_or_else(|| path.to_owned(), |(rest, home)| home.join(rest))
}

/// Returns `None` if the folder does not exist or cannot be read.
fn typed_folder(typed: &str) -> Option<TypedFolder> {
    let typed = match typed.trim() {
        "" => Path::new("."),
        path => Path::new(path),
    };
    let path = existing(&expanded(typed)).ok()?;
    let entries = fs::read_dir(&path).ok()?.flatten();
    let shaders = entries.filter(|entry| is_shader(&entry.path())).count();
    Some(TypedFolder { path, shaders })
}

const MAX_LISTED: usize = 200;

/// Returns folders that complete a typed path, sorted, ignoring case in the last component; hidden ones after a dot.
fn completions(typed: &str) -> Vec<PathBuf> {
    let (inside, prefix) = match typed.rfind(['/', MAIN_SEPARATOR]) {
        Some(at) => (&typed[..=at], &typed[at + 1..]),
        None if typed == "~" => ("~", ""),
        None => ("", typed),
    };
    let folder = expanded(Path::new(if inside.is_empty() { "." } else { inside }));
    let prefix = prefix.to_lowercase();
    let matches = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_listed = !name.starts_with('.') || prefix.starts_with('.');
        is_listed && name.to_lowercase().starts_with(&prefix) && path.is_dir()
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| Path::new(inside).join(entry.file_name()));
    let mut folders: Vec<PathBuf> = paths.map(|path| expanded(&path)).filter(matches).collect();
    folders.sort();
    folders.truncate(MAX_LISTED);
    folders
}

/// Returns the location of a function's declaration, or the start of the file if it is not found.
pub(super) fn start_of(file: &Path, function: &str) -> LineColumn {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().position(|line| is_start_of(line, function));
    LineColumn { line: line.unwrap_or_default() + 1, column: 1 }
}

/// Returns true if a line declares the function; for a grid program, if it declares a compute pass.
fn is_start_of(line: &str, function: &str) -> bool {
    let line = line.trim_start();
    if function == GRID {
        return line.starts_with("@compute");
    }
    let rest = line.strip_prefix("fn ").map(str::trim_start);
    let rest = rest.and_then(|rest| rest.strip_prefix(function));
    rest.is_some_and(|rest| rest.trim_start().starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_path_is_completed_by_folders() {
        let top = tempfile::tempdir().unwrap();
        for name in ["Shaders", "shapes", "other", ".hidden"] {
            fs::create_dir(top.path().join(name)).unwrap();
        }
        fs::write(top.path().join("shader.wgsl"), "").unwrap();
        let listed = |typed: &str| -> Vec<String> {
            let typed = format!("{}{MAIN_SEPARATOR}{typed}", top.path().display());
            let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
            completions(&typed).into_iter().map(name).collect()
        };
        assert_eq!(listed(""), ["Shaders", "other", "shapes"]);
        assert_eq!(listed("sha"), ["Shaders", "shapes"]);
        assert_eq!(listed(".h"), [".hidden"]);
        assert_eq!(listed("none/"), [""; 0]);
        let folder = typed_folder(&top.path().display().to_string()).unwrap();
        assert_eq!(folder.shaders, 1);
        assert_eq!(folder.path, top.path().canonicalize().unwrap());
        let none = top.path().join("none").display().to_string();
        assert_eq!(typed_folder(&none), None);
        assert!(typed_folder("").unwrap().path.is_absolute());
    }

    #[test]
    fn editor_opens_at_the_function() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.wgsl");
        fs::write(&file, "//! A\nfn heights() {}\n  fn  height (p: vec2f) {}\n").unwrap();
        let line = |function| start_of(&file, function).line;
        assert_eq!((line("height"), line("heights"), line("none")), (3, 2, 1));
    }
}
