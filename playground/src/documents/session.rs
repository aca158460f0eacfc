//! The session: what the window was when it was last left, one file for each folder.
//!
//! Files are written whole, by a thread of their own. One that cannot be read is set aside, never overwritten.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use noise_playground::capture::AtomicFile;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::workbench::{Document, WindowLayout};

/// What is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Session {
    version: u32,
    pub(crate) document: Document,
    #[serde(default)]
    pub(crate) layout: WindowLayout,
}

/// The version of the format that is written.
const VERSION: u32 = 1;

/// The largest file that is read: sixteen cells with kept text have room.
const MAX_BYTES: u64 = 64 << 20;

/// Changes that follow each other within this time are written together.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// Longest time that ceaseless changes delay a write.
const MAX_DELAY: Duration = Duration::from_secs(2);

impl Session {
    pub(crate) fn new(document: Document, layout: WindowLayout) -> Self {
        Self {
            version: VERSION,
            document,
            layout,
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let wrong = |error: serde_json::Error| error.to_string();
        let Versioned { version } = serde_json::from_str(text).map_err(wrong)?;
        if version != VERSION {
            return Err(format!("its version is {version}, not {VERSION}"));
        }
        let session: Self = serde_json::from_str(text).map_err(wrong)?;
        Ok(Self {
            document: session.document.sanitized(),
            ..session
        })
    }
}

/// Where sessions lie; nothing where the system names no place.
fn folder() -> Option<PathBuf> {
    let state = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(state.join("noise-playground").join("sessions"))
}

/// The file for a shader folder; for the embedded shaders where there is none.
pub(crate) fn file_for(shaders: Option<&Path>) -> Option<PathBuf> {
    let name = match shaders {
        None => "embedded".to_owned(),
        Some(path) => {
            let last = path.file_name().unwrap_or_default().to_string_lossy();
            let is_plain = |letter: &char| letter.is_alphanumeric() || "-_.".contains(*letter);
            let last: String = last.chars().filter(is_plain).take(40).collect();
            let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
            let short: String = digest
                .iter()
                .take(6)
                .map(|byte| format!("{byte:02x}"))
                .collect();
            format!("{last}-{short}")
        }
    };
    Some(folder()?.join(format!("{name}.json")))
}

/// Reads a session. One that cannot be read is set aside, and the message says where.
pub(crate) fn read(file: &Path) -> Result<Option<Session>, String> {
    let text = match read_text(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(move_unreadable(file, &error.to_string())),
    };
    Session::parse(&text)
        .map(Some)
        .map_err(|why| move_unreadable(file, &why))
}

fn read_text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = fs::File::open(file)?
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text)?;
    if read as u64 > MAX_BYTES {
        return Err(io::Error::other("it is too large"));
    }
    Ok(text)
}

fn move_unreadable(file: &Path, why: &str) -> String {
    let aside = (1..).map(|number| file.with_extension(format!("unread-{number}.json")));
    let moved = aside.into_iter().find(|path| !path.exists()).map(|path| {
        let moved = fs::rename(file, &path);
        moved.map(|()| path)
    });
    match moved {
        Some(Ok(path)) => format!(
            "the last session cannot be read ({why}); it lies in {}",
            path.display()
        ),
        _ => format!("the last session cannot be read: {why}"),
    }
}

/// Writes sessions to a file as they come, the newest only, on a thread of its own.
pub(crate) struct SessionWriter {
    /// Taken when the thread is to end.
    sessions: Option<Sender<Session>>,
    thread: Option<JoinHandle<()>>,
}

impl SessionWriter {
    /// Starts on a file. `failed` hears of the first failure to write.
    pub(crate) fn start(file: PathBuf, failed: impl FnOnce(String) + Send + 'static) -> Self {
        let (sessions, received) = mpsc::channel();
        let thread = thread::spawn(move || queue(&file, &received, failed));
        Self {
            sessions: Some(sessions),
            thread: Some(thread),
        }
    }

    /// Has a session written soon.
    pub(crate) fn queue(&self, session: Session) {
        if let Some(sessions) = &self.sessions {
            let _ = sessions.send(session);
        }
    }
}

impl Drop for SessionWriter {
    /// Waits until the last session is written.
    fn drop(&mut self) {
        self.sessions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn queue(file: &Path, sessions: &Receiver<Session>, failed: impl FnOnce(String)) {
    let mut failed = Some(failed);
    while let Ok(mut session) = sessions.recv() {
        let deadline = Instant::now() + MAX_DELAY;
        while Instant::now() < deadline
            && let Ok(newer) = sessions.recv_timeout(DEBOUNCE)
        {
            session = newer;
        }
        if let Err(error) = write(file, &session)
            && let Some(failed) = failed.take()
        {
            failed(format!("the session is not kept: {error:#}"));
        }
    }
}

/// Writes a session whole, over what stands there.
fn write(file: &Path, session: &Session) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {folder:?}"))?;
    let mut whole = AtomicFile::create(file)?;
    whole
        .file()
        .write_all(serde_json::to_string(session)?.as_bytes())?;
    Ok(whole.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let mut document = Document::default();
        document.duplicate(document.selected);
        document.look_mut(document.selected).span = 3.0;
        Session::new(document, WindowLayout::default())
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions").join("a.json");
        assert_eq!(read(&file), Ok(None));
        let keeper = SessionWriter::start(file.clone(), |why| panic!("{why}"));
        keeper.queue(Session::new(Document::default(), WindowLayout::default()));
        keeper.queue(session());
        drop(keeper);
        assert_eq!(read(&file), Ok(Some(session())));
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn ceaseless_changes_are_written_now_and_then() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        let keeper = SessionWriter::start(file.clone(), |why| panic!("{why}"));
        let started = Instant::now();
        while !file.exists() {
            assert!(started.elapsed() < 5 * MAX_DELAY, "nothing is written");
            keeper.queue(session());
            thread::sleep(DEBOUNCE / 30);
        }
    }

    #[test]
    fn what_cannot_be_written_is_said_once_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        fs::create_dir(&file).unwrap();
        let (sender, said) = mpsc::channel();
        let keeper = SessionWriter::start(file.clone(), move |why| _ = sender.send(why));
        keeper.queue(session());
        drop(keeper);
        let why: Vec<String> = said.iter().collect();
        let expected =
            format!("the session is not kept: cannot write {file:?}: the path is a folder");
        assert_eq!(why, [expected]);
    }

    #[test]
    fn what_cannot_be_read_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        let texts = [
            "{\"version\": 2, \"document\": 7}".to_owned(),
            "{".to_owned(),
            "[".repeat(100_000),
            format!("{{\"version\": 1, \"document\": {}}}", "[".repeat(100_000)),
        ];
        for (number, text) in texts.iter().enumerate() {
            fs::write(&file, text).unwrap();
            let message = read(&file).unwrap_err();
            let aside = folder.path().join(format!("a.unread-{}.json", number + 1));
            assert!(message.contains(aside.to_str().unwrap()), "{message}");
            assert_eq!(&fs::read_to_string(aside).unwrap(), text);
            assert!(!file.exists());
        }
    }

    #[test]
    fn strangers_numbers_are_brought_within_limits() {
        let text = serde_json::to_string(&session()).unwrap();
        let text = text.replace("\"span\":3.0", "\"span\":-1e300");
        let read = Session::parse(&text.replace("\"selected\":2", "\"selected\":9")).unwrap();
        assert!(read.document.look.span > 0.0);
        assert_eq!(read.document.selected, read.document.cells[0].id);
    }

    #[test]
    fn no_text_is_a_fault() {
        let text = serde_json::to_string(&session()).unwrap();
        let mut bits = 1_u64;
        for _ in 0..20_000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..3 {
                // Knuth's linear congruential generator of 64 bits.
                bits = bits
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let at = (bits >> 33) as usize % bytes.len();
                let from = (bits >> 17) as usize % bytes.len();
                match bits >> 62 {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = bytes[from],
                    2 => bytes[at] = (bits >> 9) as u8 & 0x7f,
                    _ => drop(bytes.splice(at..at, bytes[from.min(at)..at].to_vec())),
                }
            }
            if let Ok(session) = Session::parse(&String::from_utf8_lossy(&bytes)) {
                let document = session.document;
                assert!(document.cell(document.selected).is_some() && document.look.span > 0.0);
            }
        }
    }

    #[test]
    fn each_folder_has_a_file_of_its_own() {
        let file = |path: &str| file_for(Some(Path::new(path)));
        assert_ne!(file("/a/shaders"), file("/b/shaders"));
        assert_eq!(file("/a/shaders"), file("/a/shaders"));
    }
}
