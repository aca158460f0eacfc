//! The socket of a window: a thread for each client.

use std::fs::{self, Permissions};
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;

use super::folder::{folder, kernel};
use super::{CursorMessage, EditorEvent, EditorId, EditorMessage, SocketHandler, WindowMessage};

/// Timeout for the first message, and for each write.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

/// Time until the window shows the value, which may have to be compiled first.
pub(super) const SHOW_TIMEOUT: Duration = Duration::from_secs(10);

/// Time after a failure to accept, as when too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(200);

/// Limit of a message, in bytes. A shader has at most a megabyte; JSON writes some characters as six.
pub(super) const MAX_BYTES: u64 = 8 << 20;

/// Dropping the value removes the socket's file.
#[derive(Debug)]
pub(crate) struct WindowListener(PathBuf);

impl Drop for WindowListener {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Starts a thread that accepts clients. Fails if the folder of sockets cannot be created, or others can enter it.
pub(crate) fn listen(handler: impl SocketHandler) -> io::Result<WindowListener> {
    listen_in(&folder()?, handler)
}

pub(super) fn listen_in(folder: &Path, handler: impl SocketHandler) -> io::Result<WindowListener> {
    let mut name = tempfile::Builder::new();
    let prefix = format!("{}-", kernel());
    let bound = name.prefix(&prefix).suffix(".new");
    let bound = bound.make_in(folder, |path| UnixListener::bind(path))?;
    // Clients take a socket that rejects them for that of an ended process, so it gets its name once it listens.
    let path = bound.path().with_extension("sock");
    fs::set_permissions(bound.path(), Permissions::from_mode(0o600))?;
    fs::rename(bound.path(), &path)?;
    let (listener, _) = bound.into_parts();
    let own = WindowListener(path);
    let handler = Arc::new(handler);
    thread::Builder::new().name("socket".to_owned()).spawn(move || {
        for stream in listener.incoming() {
            // A client that hangs up, or sends something else, gets no answer.
            match stream {
                Ok(stream) => answer_on_thread(stream, Arc::clone(&handler)),
                Err(_) => thread::sleep(ACCEPT_RETRY),
            }
        }
    })?;
    Ok(own)
}

/// Others need not wait for a client that sends nothing.
fn answer_on_thread(stream: UnixStream, handler: Arc<impl SocketHandler>) {
    let thread = thread::Builder::new().name("socket client".to_owned());
    let _ = thread.spawn(move || answer(&stream, &*handler));
}

#[derive(Deserialize)]
#[serde(untagged)]
enum First {
    Cursor(CursorMessage),
    Editor(EditorMessage),
}

fn answer(stream: &UnixStream, handler: &impl SocketHandler) -> io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut reader = BufReader::new(stream);
    match serde_json::from_str(&read_line(&mut reader)?)? {
        First::Cursor(cursor) => answer_cursor(stream, handler, cursor),
        First::Editor(EditorMessage::Hello(name)) => {
            stream.set_read_timeout(None)?;
            serve_editor(reader, &name, handler)
        }
        First::Editor(_) => Ok(()),
    }
}

fn answer_cursor(
    mut stream: &UnixStream,
    handler: &impl SocketHandler,
    cursor: CursorMessage,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    handler.on_cursor(cursor, sender);
    let reply = receiver.recv_timeout(SHOW_TIMEOUT);
    let reply = reply.unwrap_or_else(|error| {
        Err(match error {
            RecvTimeoutError::Timeout => "the window does not show the value in time",
            RecvTimeoutError::Disconnected => "the window has turned to something else",
        }
        .to_owned())
    });
    stream.write_all(&serde_json::to_vec(&reply)?)
}

/// Serves until the editor ends.
fn serve_editor(
    mut reader: BufReader<&UnixStream>,
    name: &str,
    handler: &impl SocketHandler,
) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let editor = EditorId(NEXT.fetch_add(1, Ordering::Relaxed));
    let (to_editor, messages) = mpsc::channel();
    let writer = reader.get_ref().try_clone()?;
    thread::Builder::new()
        .name("socket writer".to_owned())
        .spawn(move || write_messages(&writer, &messages))?;
    handler.on_editor(editor, EditorEvent::Connected(name.into(), to_editor));
    let ended = loop {
        match read_line(&mut reader) {
            Ok(line) if line.is_empty() => break Ok(()),
            // A newer program may send messages that this one does not know.
            Ok(line) => match serde_json::from_str(&line) {
                Ok(message) => handler.on_editor(editor, EditorEvent::Sent(message)),
                Err(error) => tracing::debug!("message of an editor: {error}"),
            },
            Err(error) => break Err(error),
        }
    };
    handler.on_editor(editor, EditorEvent::Disconnected);
    let _ = reader.get_ref().shutdown(Shutdown::Both);
    ended
}

fn write_messages(mut stream: &UnixStream, messages: &Receiver<WindowMessage>) {
    for message in messages {
        let line = serde_json::to_string(&message).unwrap_or_default() + "\n";
        if stream.write_all(line.as_bytes()).is_err() {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}

/// Returns an empty line at the end. Fails if a line is longer than [`MAX_BYTES`].
pub(super) fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    reader.by_ref().take(MAX_BYTES).read_line(&mut line)?;
    let is_cut = line.len() as u64 == MAX_BYTES;
    if is_cut { Err(io::ErrorKind::InvalidData.into()) } else { Ok(line) }
}
