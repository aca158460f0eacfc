//! The session: document, window layout and pinned taps, in one file per folder, which a thread replaces in one step.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::state;
use crate::workbench::inside::sanitized_pins;
use crate::workbench::{Document, GeneratorRef, WindowLayout, Workbench};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Session {
    version: u32,
    pub(crate) document: Document,
    #[serde(default)]
    pub(crate) layout: WindowLayout,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) pins: Vec<GeneratorRef>,
}

const VERSION: u32 = 1;

/// Of sessions within this time, only the last is written.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// Maximum delay of a write while further sessions arrive.
const MAX_DELAY: Duration = Duration::from_secs(2);

impl Session {
    pub(crate) fn of(workbench: &Workbench) -> Self {
        Self {
            version: VERSION,
            document: workbench.document.clone(),
            layout: workbench.chrome.layout().clone(),
            pins: workbench.inside.pins.clone(),
        }
    }

    /// Returns true if nothing has changed since [`Self::of`].
    pub(crate) fn is_of(&self, workbench: &Workbench) -> bool {
        self.document == workbench.document
            && self.layout == *workbench.chrome.layout()
            && self.pins == workbench.inside.pins
    }

    fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let Versioned { version } = state::parse_json(text)?;
        if version != VERSION {
            return Err(format!("version {version} instead of {VERSION}"));
        }
        let session: Self = state::parse_json(text)?;
        Ok(Self {
            document: session.document.sanitized(),
            pins: sanitized_pins(session.pins),
            ..session
        })
    }
}

/// `shaders` is `None` for the built-in ones. Returns `None` if the system has no directory for application state.
pub(crate) fn file_for(shaders: Option<&Path>) -> Option<PathBuf> {
    let name = match shaders {
        None => "embedded".to_owned(),
        Some(path) => {
            let last = path.file_name().unwrap_or_default().to_string_lossy();
            let is_plain = |letter: &char| letter.is_alphanumeric() || "-_.".contains(*letter);
            let last: String = last.chars().filter(is_plain).take(40).collect();
            let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
            let short: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            format!("{last}-{short}")
        }
    };
    Some(state::folder()?.join("sessions").join(format!("{name}.json")))
}

/// Returns `None` without a file. Fails if it is unreadable or invalid: it was renamed, as the message says.
pub(crate) fn read(file: &Path) -> Result<Option<Session>, String> {
    state::read(file, "the last session", Session::parse)
}

/// Writes only the newest of several waiting sessions.
pub(crate) struct SessionWriter {
    /// `None` once the thread must finish.
    sessions: Option<Sender<Session>>,
    thread: Option<JoinHandle<()>>,
}

impl SessionWriter {
    /// `on_error` is called once, with the first write error.
    pub(crate) fn start(file: PathBuf, on_error: impl FnOnce(String) + Send + 'static) -> Self {
        let (sessions, received) = mpsc::channel();
        let thread = thread::spawn(move || write_newest(&file, &received, on_error));
        Self { sessions: Some(sessions), thread: Some(thread) }
    }

    /// Replaces sessions that were queued but not yet written.
    pub(crate) fn queue(&self, session: Session) {
        if let Some(sessions) = &self.sessions {
            let _ = sessions.send(session);
        }
    }
}

impl Drop for SessionWriter {
    /// Waits until the last queued session is written.
    fn drop(&mut self) {
        self.sessions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_newest(file: &Path, sessions: &Receiver<Session>, on_error: impl FnOnce(String)) {
    let mut on_error = Some(on_error);
    while let Ok(mut session) = sessions.recv() {
        let deadline = Instant::now() + MAX_DELAY;
        while Instant::now() < deadline
            && let Ok(newer) = sessions.recv_timeout(DEBOUNCE)
        {
            session = newer;
        }
        if let Err(error) = state::write(file, &session)
            && let Some(on_error) = on_error.take()
        {
            on_error(format!("cannot save the session: {error:#}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn session() -> Session {
        let mut document = Document::default();
        document.duplicate(document.selected);
        document.view_mut(document.selected).span = 3.0;
        Session { document, ..Session::of(&Workbench::new(String::new())) }
    }

    #[test]
    fn saved_session_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions").join("a.json");
        assert_eq!(read(&file), Ok(None));
        let writer = SessionWriter::start(file.clone(), |why| panic!("{why}"));
        writer.queue(Session::of(&Workbench::new(String::new())));
        writer.queue(session());
        drop(writer);
        assert_eq!(read(&file), Ok(Some(session())));
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn pins_are_read_again_and_sessions_without_them_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        let address = "generators/swiss.wgsl::height".parse().unwrap();
        let live = GeneratorRef::live(address);
        let pin = |stage: &str| live.clone().with_stage(Some(stage.to_owned()));
        let pins = vec![pin("sum@3"), pin("noise/perlin.wgsl::perlin::f")];
        let pinned = Session { pins, ..session() };
        state::write(&file, &pinned).unwrap();
        assert_eq!(read(&file), Ok(Some(pinned)));
        // Earlier versions wrote sessions without pins.
        state::write(&file, &session()).unwrap();
        assert!(!fs::read_to_string(&file).unwrap().contains("pins"));
        assert_eq!(read(&file), Ok(Some(session())));
        // Pins that are not single inner values are left out, and so are more pins than the window shows.
        let mut pins = vec![live.clone(), pin("sum").tapped(3)];
        pins.extend((1..=20).map(|run| pin(&format!("sum@{run}"))));
        state::write(&file, &Session { pins, ..session() }).unwrap();
        let read = read(&file).unwrap().unwrap();
        assert_eq!(read.pins.len(), 8);
        assert_eq!(read.pins[0], pin("sum@1"));
    }

    #[test]
    fn views_of_generators_are_read_again_within_limits() {
        let text = serde_json::to_string(&session()).unwrap();
        let view = serde_json::to_string(&session().document.shared_view).unwrap();
        let known = |exaggeration: &str, span: &str| {
            let view =
                view.replace("\"exaggeration\":1.0", exaggeration).replace("\"span\":3.0", span);
            let known = format!(r#"{{"view":{view},"stage_shading":{{"exaggeration":5.0}}}}"#);
            let views = format!(r#""views":{{"a.wgsl::a":{known}}}"#);
            Session::parse(&text.replace(r#""views":{}"#, &views)).unwrap()
        };
        let read = known("\"exaggeration\":34.0", "\"span\":-8.0");
        let address = "a.wgsl::a".parse().unwrap();
        let of_a = read.document.views[&address];
        let exaggerations = [of_a.view.shading, of_a.stage_shading].map(|it| it.exaggeration);
        assert_eq!(exaggerations, [34.0, 5.0]);
        assert!(of_a.view.span > 0.0);
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(Session::parse(&written), Ok(read));
    }

    #[test]
    fn session_of_an_earlier_version_is_opened() {
        let text = r#"{"version":1,"document":{"cells":[{"id":1,"target":{"live":"a.wgsl::a"},
            "fresh":false,"values":{}}],"selected":1,"look":{"view":{"mode":"slope"},"span":3}}}"#;
        let read = Session::parse(text).unwrap();
        let view = read.document.shared_view;
        assert_eq!(
            (view.shading.mode.name(), view.span, read.document.views.len()),
            ("slope", 3.0, 0)
        );
    }

    #[test]
    fn ceaseless_changes_do_not_delay_the_write_forever() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        let writer = SessionWriter::start(file.clone(), |why| panic!("{why}"));
        let started = Instant::now();
        while !file.exists() {
            assert!(started.elapsed() < 5 * MAX_DELAY, "nothing is written");
            writer.queue(session());
            thread::sleep(DEBOUNCE / 30);
        }
    }

    #[test]
    fn write_error_is_reported_once_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        fs::create_dir(&file).unwrap();
        let (sender, errors) = mpsc::channel();
        let writer = SessionWriter::start(file.clone(), move |why| _ = sender.send(why));
        writer.queue(session());
        drop(writer);
        let why: Vec<String> = errors.iter().collect();
        let expected =
            format!("cannot save the session: cannot write {file:?}: the path is a folder");
        assert_eq!(why, [expected]);
    }

    #[test]
    fn unreadable_session_is_moved() {
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
            let moved = folder.path().join(format!("a.unread-{}.json", number + 1));
            assert!(message.contains(moved.to_str().unwrap()), "{message}");
            assert_eq!(&fs::read_to_string(moved).unwrap(), text);
            assert!(!file.exists());
        }
    }

    #[test]
    fn untrusted_session_values_are_clamped() {
        let text = serde_json::to_string(&session()).unwrap();
        let text = text.replace("\"span\":3.0", "\"span\":-1e300");
        let read = Session::parse(&text.replace("\"selected\":2", "\"selected\":9")).unwrap();
        assert!(read.document.shared_view.span > 0.0);
        assert_eq!(read.document.selected, read.document.cells[0].id);
    }

    #[test]
    fn damaged_session_never_panics() {
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
                assert!(
                    document.cell(document.selected).is_some() && document.shared_view.span > 0.0
                );
            }
        }
    }

    #[test]
    fn each_folder_has_its_own_file() {
        let file = |path: &str| file_for(Some(Path::new(path)));
        assert_ne!(file("/a/shaders"), file("/b/shaders"));
        assert_eq!(file("/a/shaders"), file("/a/shaders"));
    }
}
