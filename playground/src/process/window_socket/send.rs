//! `playground at`: sends a cursor to all windows.

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::folder::{connect, folder, sockets};
use super::listen::{MAX_BYTES, SHOW_TIMEOUT, TIMEOUT};
use super::{CursorMessage, CursorReply};

/// Sends to all windows of this user; removes sockets of ended processes. Fails without a private, readable folder.
pub(crate) fn send_to_windows(message: &CursorMessage) -> io::Result<Vec<CursorReply>> {
    send_to_windows_in(&folder()?, message)
}

fn send_to_windows_in(folder: &Path, message: &CursorMessage) -> io::Result<Vec<CursorReply>> {
    let sockets = sockets(folder)?;
    let replies = sockets.iter().filter_map(|socket| send_to_window(socket, message));
    Ok(replies.collect())
}

/// Returns `None` if the window has closed.
fn send_to_window(socket: &Path, message: &CursorMessage) -> Option<CursorReply> {
    let connected = connect(socket);
    if connected.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::WouldBlock) {
        return None;
    }
    let exchange = move || -> io::Result<CursorReply> {
        let stream = connected?;
        stream.set_read_timeout(Some(SHOW_TIMEOUT + TIMEOUT))?;
        let line = serde_json::to_string(message)? + "\n";
        (&stream).write_all(line.as_bytes())?;
        let mut reply = String::new();
        (&stream).take(MAX_BYTES).read_to_string(&mut reply)?;
        Ok(serde_json::from_str(&reply)?)
    };
    let failed = |error: io::Error| Err(format!("a window does not answer: {error}"));
    Some(exchange().unwrap_or_else(failed))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::PathBuf;
    use std::sync::mpsc::Sender;

    use super::*;
    use crate::process::window_socket::folder::kernel;
    use crate::process::window_socket::listen::listen_in;
    use crate::process::window_socket::{EditorEvent, EditorId, SocketHandler, WindowListener};

    fn message() -> CursorMessage {
        CursorMessage { file: PathBuf::from("/a.wgsl"), line: 7, column: None }
    }

    /// Answers with the number of the line.
    struct Lines;

    impl SocketHandler for Lines {
        fn on_cursor(&self, cursor: CursorMessage, reply: Sender<CursorReply>) {
            let _ = reply.send(Err(cursor.line.to_string()));
        }

        fn on_editor(&self, _: EditorId, _: EditorEvent) {}
    }

    fn listen_for_lines(folder: &Path) -> WindowListener {
        listen_in(folder, Lines).unwrap()
    }

    /// The only socket of a folder.
    fn socket(folder: &Path) -> PathBuf {
        sockets(folder).unwrap().remove(0)
    }

    #[test]
    fn client_that_sends_nothing_does_not_delay_others() {
        let folder = tempfile::tempdir().unwrap();
        let _window = listen_for_lines(folder.path());
        let idle = UnixStream::connect(socket(folder.path())).unwrap();
        let reply = Err("7".to_owned());
        assert_eq!(send_to_windows_in(folder.path(), &message()).unwrap(), [reply]);
        // The idle client is still connected: its reads would block.
        idle.set_nonblocking(true).unwrap();
        let read = (&idle).read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(read, Err(io::ErrorKind::WouldBlock));
    }

    #[test]
    fn only_sockets_of_ended_processes_on_this_kernel_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let ended = path(&format!("{}-x.sock", kernel()));
        let elsewhere = path("0123-x.sock");
        for socket in [&ended, &elsewhere] {
            drop(UnixListener::bind(socket).unwrap());
        }
        let windows = [listen_for_lines(folder.path()), listen_for_lines(folder.path())];
        assert_eq!(sockets(folder.path()).unwrap().len(), 4);
        assert_eq!(send_to_windows_in(folder.path(), &message()).unwrap().len(), 2);
        assert!(!ended.exists() && elsewhere.exists());
        assert_eq!(sockets(folder.path()).unwrap().len(), 3);
        drop(windows);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
