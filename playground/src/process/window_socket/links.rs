//! The connections of an editor's server with all open windows.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufReader, Write as _};
use std::mem::discriminant;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::folder::{connect, folder, sockets};
use super::listen::{TIMEOUT, read_line};
use super::{EditorMessage, WindowMessage};

/// Dropping the value closes the connections.
pub(crate) struct WindowLinks {
    name: String,
    /// `None` if the folder of sockets cannot be used.
    folder: Option<PathBuf>,
    /// By the sockets of the windows.
    links: BTreeMap<PathBuf, Arc<Outbox>>,
    on_message: Arc<OnMessage>,
}

/// Called with the socket of a window, and its message; `None` if it has closed.
type OnMessage = dyn Fn(&Path, Option<WindowMessage>) + Send + Sync;

impl WindowLinks {
    pub(crate) fn new(
        name: String,
        on_message: impl Fn(&Path, Option<WindowMessage>) + Send + Sync + 'static,
    ) -> Self {
        let folder = folder();
        let folder = folder.inspect_err(|error| tracing::warn!("cannot find windows: {error}"));
        let on_message = Arc::new(on_message);
        Self { name, folder: folder.ok(), links: BTreeMap::new(), on_message }
    }

    /// Connects with the windows that have opened, and sends them `messages`.
    pub(crate) fn connect_new(&mut self, messages: impl Fn() -> Vec<EditorMessage>) {
        let found = self.folder.as_deref().and_then(|folder| sockets(folder).ok());
        for socket in found.unwrap_or_default() {
            if self.links.contains_key(&socket) {
                continue;
            }
            let Ok(stream) = connect(&socket) else {
                continue;
            };
            let outbox = Arc::new(Outbox::default());
            outbox.push(EditorMessage::Hello(self.name.clone()));
            messages().into_iter().for_each(|message| outbox.push(message));
            if self.start(stream, &socket, &outbox).is_ok() {
                tracing::info!("connected with a window");
                self.links.insert(socket, outbox);
            }
        }
    }

    fn start(
        &self,
        stream: UnixStream,
        socket: &Path,
        outbox: &Arc<Outbox>,
    ) -> std::io::Result<()> {
        stream.set_write_timeout(Some(TIMEOUT))?;
        let reader = stream.try_clone()?;
        let (socket, on_message) = (socket.to_owned(), Arc::clone(&self.on_message));
        let outgoing = Arc::clone(outbox);
        thread::Builder::new().name("window writer".to_owned()).spawn(move || {
            outgoing.write_all(&stream);
            let _ = stream.shutdown(Shutdown::Both);
        })?;
        let outgoing = Arc::clone(outbox);
        thread::Builder::new().name("window reader".to_owned()).spawn(move || {
            let mut reader = BufReader::new(reader);
            while let Ok(line) = read_line(&mut reader)
                && !line.is_empty()
            {
                match serde_json::from_str(&line) {
                    Ok(message) => on_message(&socket, Some(message)),
                    Err(error) => tracing::debug!("message of a window: {error}"),
                }
            }
            outgoing.close();
            on_message(&socket, None);
        })?;
        Ok(())
    }

    /// Forgets a window that has closed.
    pub(crate) fn remove(&mut self, socket: &Path) {
        self.links.remove(socket);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    pub(crate) fn send_to(&self, socket: &Path, message: &EditorMessage) {
        if let Some(link) = self.links.get(socket) {
            link.push(message.clone());
        }
    }

    pub(crate) fn send_to_all(&self, message: &EditorMessage) {
        self.links.values().for_each(|link| link.push(message.clone()));
    }
}

impl Drop for WindowLinks {
    fn drop(&mut self) {
        self.links.values().for_each(|link| link.close());
    }
}

/// Messages to a window that are not written yet. A window that does not read holds up only these.
#[derive(Default)]
struct Outbox {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<EditorMessage>,
    is_closed: bool,
}

impl Outbox {
    /// Of several texts of one file, and of several cursors, the newest is written.
    fn push(&self, message: EditorMessage) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_replaced = |waiting: &EditorMessage| match (waiting, &message) {
            (EditorMessage::Text { file, .. }, EditorMessage::Text { file: new, .. }) => {
                file == new
            }
            (EditorMessage::Cursor(_), _) => discriminant(waiting) == discriminant(&message),
            _ => false,
        };
        queue.messages.retain(|waiting| !is_replaced(waiting));
        queue.messages.push_back(message);
        self.changed.notify_one();
    }

    fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.changed.notify_one();
    }

    /// Writes until it is closed, or the window does not read.
    fn write_all(&self, mut stream: &UnixStream) {
        loop {
            let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            while queue.messages.is_empty() && !queue.is_closed {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            let Some(message) = queue.messages.pop_front() else {
                return;
            };
            drop(queue);
            let line = serde_json::to_string(&message).unwrap_or_default() + "\n";
            if stream.write_all(line.as_bytes()).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_text_of_each_file_waits() {
        let outbox = Outbox::default();
        let text = |file: &str, version| EditorMessage::Text {
            file: file.into(),
            version,
            text: String::new(),
        };
        let messages = [
            EditorMessage::Hello("a".to_owned()),
            text("a", 1),
            text("b", 1),
            text("a", 2),
            EditorMessage::Close("b".into()),
        ];
        messages.iter().for_each(|message| outbox.push(message.clone()));
        let queue = outbox.queue.lock().unwrap();
        let [hello, _, b, a, close] = messages;
        assert_eq!(queue.messages, [hello, b, a, close]);
    }
}
