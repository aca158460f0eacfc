//! Files of the folder for application state, in JSON. One that cannot be read is renamed, never overwritten.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use noise_playground::capture::AtomicFile;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// In bytes; more than sixteen pinned cells with the largest source text need.
const MAX_BYTES: u64 = 64 << 20;

/// Returns `None` if the system has no directory for application state.
pub(super) fn folder() -> Option<PathBuf> {
    let state = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(state.join("noise-playground"))
}

/// Returns `None` if the file does not exist. Fails if the file cannot be read or parsed. It was renamed, and the
/// message contains its new path. `name` is what the file holds, as in `the last session`.
pub(super) fn read<T>(
    file: &Path,
    name: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    let text = match read_text(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(move_unreadable(file, name, &error.to_string())),
    };
    parse(&text).map(Some).map_err(|why| move_unreadable(file, name, &why))
}

pub(super) fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn read_text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(file)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if read as u64 > MAX_BYTES {
        return Err(io::Error::other("too large"));
    }
    Ok(text)
}

/// Renames the file, and returns an error message with the new path.
fn move_unreadable(file: &Path, name: &str, why: &str) -> String {
    let mut paths = (1..).map(|number| file.with_extension(format!("unread-{number}.json")));
    let moved = paths.find(|path| !path.exists()).map(|path| {
        let moved = fs::rename(file, &path);
        moved.map(|()| path)
    });
    match moved {
        Some(Ok(path)) => format!("cannot read {name} ({why}); moved to {}", path.display()),
        _ => format!("cannot read {name}: {why}"),
    }
}

/// Writes a file of the state folder, which is created. An incomplete file is never visible.
pub(super) fn write(file: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {folder:?}"))?;
    let mut atomic_file = AtomicFile::create(file)?;
    atomic_file.file().write_all(serde_json::to_string(value)?.as_bytes())?;
    Ok(atomic_file.commit()?)
}

/// Opens the file in the folder `state` that is locked in place of `file`, which is replaced when it is written.
pub(super) fn open_lock(state: &Path, file: &Path) -> io::Result<File> {
    let folder = state.join("locks");
    fs::create_dir_all(&folder)?;
    // The file stays: one that is removed could be locked by two windows, each with its own file of this name. Windows
    // does not lock a file that is opened only to append.
    let name = file.file_stem().unwrap_or_default();
    File::options().create(true).write(true).truncate(false).open(folder.join(name))
}

/// Lets no other window edit `file` until the lock is dropped; `None` if the file system has no locks.
pub(super) fn lock(file: &Path) -> Option<File> {
    let lock = open_lock(file.parent().unwrap_or(Path::new(".")), file).ok()?;
    lock.lock().ok()?;
    Some(lock)
}
