//! Socket by which the command `playground at` sends the location of an editor's cursor to a running window. It is in a
//! folder that only the same user can enter.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[cfg(unix)]
pub(crate) use unix::{CursorListener, listen, tell};

/// Message with the location of an editor's cursor, which the command `playground at` sends to the running windows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CursorMessage {
    /// Absolute path of the file in which the editor's cursor is.
    pub(crate) file: PathBuf,
    /// Line of the editor's cursor, from 1.
    pub(crate) line: usize,
    /// Column of the editor's cursor in characters, from 1; `None` if it is not known.
    pub(crate) column: Option<usize>,
}

/// Reply of a window to the location of an editor's cursor: `Ok` if the window shows the value there, otherwise the
/// reason why it cannot.
pub(crate) type CursorReply = Result<(), String>;

#[cfg(unix)]
mod unix {
    use std::env;
    use std::fs::{self, DirBuilder, Permissions};
    use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::{Path, PathBuf};
    use std::process;
    use std::sync::mpsc::{self, Sender};
    use std::thread;
    use std::time::Duration;

    use super::{CursorMessage, CursorReply};

    /// Longest time to wait for a message or reply on the socket.
    const TIMEOUT: Duration = Duration::from_secs(2);

    /// Largest size of a message or reply on the socket, in bytes.
    const MAX_BYTES: u64 = 64 << 10;

    /// Path of the socket on which a window receives cursor locations. Dropping the value removes the socket's file.
    #[derive(Debug)]
    pub(crate) struct CursorListener(PathBuf);

    impl Drop for CursorListener {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Starts a thread that receives the locations of editor cursors. `on_cursor` is called with each location and a
    /// sender for the reply.
    ///
    /// # Errors
    /// Fails if the folder of sockets cannot be created, or if other users can enter it.
    pub(crate) fn listen(
        on_cursor: impl Fn(CursorMessage, Sender<CursorReply>) + Send + 'static,
    ) -> io::Result<CursorListener> {
        let folder = folder()?;
        let path = folder.join(format!("{}.sock", process::id()));
        // A socket of this name belongs to a process with the same number that has ended.
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        thread::Builder::new()
            .name("cursor".to_owned())
            .spawn(move || {
                for stream in listener.incoming().flatten() {
                    // A client that hangs up or sends something else gets no answer.
                    let _ = answer(stream, &on_cursor);
                }
            })?;
        Ok(CursorListener(path))
    }

    fn answer(
        stream: UnixStream,
        on_cursor: &impl Fn(CursorMessage, Sender<CursorReply>),
    ) -> io::Result<()> {
        stream.set_read_timeout(Some(TIMEOUT))?;
        let mut line = String::new();
        BufReader::new((&stream).take(MAX_BYTES)).read_line(&mut line)?;
        let message = serde_json::from_str(&line)?;
        let (sender, receiver) = mpsc::channel();
        on_cursor(message, sender);
        let reply = receiver.recv_timeout(TIMEOUT);
        let reply = reply.unwrap_or_else(|_| Err("the window does not answer".to_owned()));
        (&stream).write_all(&serde_json::to_vec(&reply)?)
    }

    /// Sends the location of an editor's cursor to all running windows of this user, and returns their replies. Removes
    /// the sockets of processes that have ended.
    ///
    /// # Errors
    /// Fails if the folder of sockets cannot be read, or if other users can enter it.
    pub(crate) fn tell(message: &CursorMessage) -> io::Result<Vec<CursorReply>> {
        let entries = fs::read_dir(folder()?)?.flatten().map(|entry| entry.path());
        let is_socket = |path: &PathBuf| path.extension().is_some_and(|end| end == "sock");
        let mut sockets: Vec<PathBuf> = entries.filter(is_socket).collect();
        sockets.sort();
        let replies = sockets.iter().filter_map(|socket| ask(socket, message));
        Ok(replies.collect())
    }

    /// Sends the location of an editor's cursor to the window that listens on `socket`, and returns the window's reply;
    /// `None` if the window has closed.
    fn ask(socket: &Path, message: &CursorMessage) -> Option<CursorReply> {
        let stream = match UnixStream::connect(socket) {
            Ok(stream) => stream,
            Err(error) => {
                if error.kind() == io::ErrorKind::ConnectionRefused {
                    let _ = fs::remove_file(socket);
                }
                return None;
            }
        };
        let ask = || -> io::Result<CursorReply> {
            stream.set_read_timeout(Some(2 * TIMEOUT))?;
            let line = serde_json::to_string(message)? + "\n";
            (&stream).write_all(line.as_bytes())?;
            let mut reply = String::new();
            (&stream).take(MAX_BYTES).read_to_string(&mut reply)?;
            Ok(serde_json::from_str(&reply)?)
        };
        let failed = |error: io::Error| Err(format!("a window does not answer: {error}"));
        Some(ask().unwrap_or_else(failed))
    }

    /// Returns the folder with the sockets of all running windows, after creating it if necessary.
    fn folder() -> io::Result<PathBuf> {
        let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        let folder = match runtime.filter(|runtime| runtime.is_dir()) {
            Some(runtime) => runtime.join("noise-playground"),
            None => {
                let user = env::var("USER").unwrap_or_default().replace('/', "");
                env::temp_dir().join(format!("noise-playground-{user}"))
            }
        };
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let metadata = fs::symlink_metadata(&folder)?;
        if !metadata.is_dir() || metadata.permissions().mode() & 0o077 != 0 {
            let message = format!("{folder:?} must be a folder that only its owner can enter");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(folder)
    }
}
