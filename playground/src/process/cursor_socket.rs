//! Socket by which `playground at` sends an editor's cursor to the windows. Its folder can only be entered by the same
//! user.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[cfg(unix)]
pub(crate) use unix::{CursorListener, listen, send_to_windows};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CursorMessage {
    /// Absolute path.
    pub(crate) file: PathBuf,
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1; `None` if it is not known.
    pub(crate) column: Option<usize>,
}

/// `Ok` if the window shows the value, otherwise the reason why it cannot.
pub(crate) type CursorReply = Result<(), String>;

#[cfg(unix)]
mod unix {
    use std::env;
    use std::fs::{self, DirBuilder, Permissions};
    use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::sync::mpsc::{self, RecvTimeoutError, Sender};
    use std::thread;
    use std::time::Duration;

    use super::{CursorMessage, CursorReply};

    /// For the next part of a message or reply.
    const TIMEOUT: Duration = Duration::from_secs(2);

    /// Until the window shows the value, which may have to be compiled first.
    const SHOW_TIMEOUT: Duration = Duration::from_secs(10);

    /// Time after a failure to accept, as when too many files are open.
    const ACCEPT_RETRY: Duration = Duration::from_millis(200);

    /// In bytes, of a message or reply.
    const MAX_BYTES: u64 = 64 << 10;

    const WRITABLE_BY_OTHERS: u32 = 0o022;

    const ANY_OF_OTHERS: u32 = 0o077;

    /// Dropping the value removes the socket's file.
    #[derive(Debug)]
    pub(crate) struct CursorListener(PathBuf);

    impl Drop for CursorListener {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Starts a thread that passes each cursor, with a sender for the reply, to `on_cursor`. Fails if the folder of
    /// sockets cannot be created, or if other users can enter it.
    pub(crate) fn listen(
        on_cursor: impl Fn(CursorMessage, Sender<CursorReply>) + Send + Sync + 'static,
    ) -> io::Result<CursorListener> {
        listen_in(&folder()?, on_cursor)
    }

    fn listen_in(
        folder: &Path,
        on_cursor: impl Fn(CursorMessage, Sender<CursorReply>) + Send + Sync + 'static,
    ) -> io::Result<CursorListener> {
        let mut name = tempfile::Builder::new();
        let prefix = format!("{}-", kernel());
        let bound = name.prefix(&prefix).suffix(".new");
        let bound = bound.make_in(folder, |path| UnixListener::bind(path))?;
        // Clients take a socket that rejects them for that of an ended process, so it gets its name once it listens.
        let path = bound.path().with_extension("sock");
        fs::set_permissions(bound.path(), Permissions::from_mode(0o600))?;
        fs::rename(bound.path(), &path)?;
        let (listener, _) = bound.into_parts();
        let cursors = CursorListener(path);
        let on_cursor = Arc::new(on_cursor);
        thread::Builder::new().name("cursor".to_owned()).spawn(move || {
            for stream in listener.incoming() {
                // A client that hangs up, or sends something else, gets no answer.
                match stream {
                    Ok(stream) => answer_on_thread(stream, Arc::clone(&on_cursor)),
                    Err(_) => thread::sleep(ACCEPT_RETRY),
                }
            }
        })?;
        Ok(cursors)
    }

    /// Others need not wait for a client that sends nothing.
    fn answer_on_thread(
        stream: UnixStream,
        on_cursor: Arc<impl Fn(CursorMessage, Sender<CursorReply>) + Send + Sync + 'static>,
    ) {
        let thread = thread::Builder::new().name("cursor client".to_owned());
        let _ = thread.spawn(move || answer(stream, &*on_cursor));
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
        let reply = receiver.recv_timeout(SHOW_TIMEOUT);
        let reply = reply.unwrap_or_else(|error| {
            Err(match error {
                RecvTimeoutError::Timeout => "the window does not show the value in time",
                RecvTimeoutError::Disconnected => "the window has turned to something else",
            }
            .to_owned())
        });
        (&stream).write_all(&serde_json::to_vec(&reply)?)
    }

    /// Sends the cursor to all windows of this user. Removes the sockets of ended processes. Fails if the folder of
    /// sockets cannot be read, or if other users can enter it.
    pub(crate) fn send_to_windows(message: &CursorMessage) -> io::Result<Vec<CursorReply>> {
        send_to_windows_in(&folder()?, message)
    }

    fn send_to_windows_in(folder: &Path, message: &CursorMessage) -> io::Result<Vec<CursorReply>> {
        let entries = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
        let is_socket = |path: &PathBuf| path.extension().is_some_and(|end| end == "sock");
        let mut sockets: Vec<PathBuf> = entries.filter(is_socket).collect();
        sockets.sort();
        let replies = sockets.iter().filter_map(|socket| send_to_window(socket, message));
        Ok(replies.collect())
    }

    /// Returns `None` if the window has closed.
    fn send_to_window(socket: &Path, message: &CursorMessage) -> Option<CursorReply> {
        let stream = match UnixStream::connect(socket) {
            Ok(stream) => stream,
            Err(error) => {
                if error.kind() == io::ErrorKind::ConnectionRefused && is_of_kernel(socket) {
                    let _ = fs::remove_file(socket);
                }
                return None;
            }
        };
        let exchange = || -> io::Result<CursorReply> {
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

    /// Sockets' names start with this number. Containers have the kernel of their host: a socket that rejects a client
    /// belongs to an ended process, unless another kernel made it in a folder on a network.
    fn kernel() -> String {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id");
        // Few characters, since the path of a socket has about a hundred at most.
        boot.map_or_else(|_| "local".to_owned(), |boot| boot.chars().take(8).collect())
    }

    fn is_of_kernel(socket: &Path) -> bool {
        let name = socket.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&format!("{}-", kernel()))
    }

    /// Creates the folder if necessary.
    fn folder() -> io::Result<PathBuf> {
        let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        let folder = match runtime.filter(|runtime| runtime.is_dir()) {
            Some(runtime) => {
                check_private(&fs::canonicalize(&runtime)?, WRITABLE_BY_OTHERS)?;
                runtime.join("noise-playground")
            }
            None => {
                let user = env::var("USER").unwrap_or_default().replace('/', "");
                env::temp_dir().join(format!("noise-playground-{user}"))
            }
        };
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        check_private(&folder, ANY_OF_OTHERS)?;
        Ok(folder)
    }

    /// Checks that a folder belongs to the present user and has none of the `forbidden` permissions.
    fn check_private(folder: &Path, forbidden: u32) -> io::Result<()> {
        let user = rustix::process::geteuid().as_raw();
        let metadata = fs::symlink_metadata(folder)?;
        let wrong = if !metadata.is_dir() {
            "is not a folder"
        } else if metadata.uid() != user {
            "belongs to another user"
        } else if metadata.permissions().mode() & forbidden != 0 {
            match forbidden {
                ANY_OF_OTHERS => "must be a folder that only its owner can enter",
                _ => "must be a folder that only its owner can write",
            }
        } else {
            return Ok(());
        };
        let message = format!("{folder:?} {wrong}");
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn message() -> CursorMessage {
            CursorMessage { file: PathBuf::from("/a.wgsl"), line: 7, column: None }
        }

        fn listen_for_lines(folder: &Path) -> CursorListener {
            let reply = |message: CursorMessage, reply: Sender<CursorReply>| {
                let _ = reply.send(Err(message.line.to_string()));
            };
            listen_in(folder, reply).unwrap()
        }

        #[test]
        fn client_that_sends_nothing_does_not_delay_others() {
            let folder = tempfile::tempdir().unwrap();
            let cursors = listen_for_lines(folder.path());
            let idle = UnixStream::connect(&cursors.0).unwrap();
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
            let cursors = listen_for_lines(folder.path());
            let other = listen_for_lines(folder.path());
            assert_ne!(cursors.0, other.0);
            assert_eq!(send_to_windows_in(folder.path(), &message()).unwrap().len(), 2);
            assert!(!ended.exists());
            assert!(elsewhere.exists() && cursors.0.exists() && other.0.exists());
            drop((cursors, other));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }

        #[test]
        fn folder_of_others_is_refused() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a");
            let reason = |path: &Path, forbidden| {
                let error = check_private(path, forbidden).unwrap_err();
                let text = error.to_string();
                text.rsplit_once("\" ").unwrap().1.to_owned()
            };
            fs::write(&path, "").unwrap();
            assert_eq!(reason(&path, ANY_OF_OTHERS), "is not a folder");
            fs::remove_file(&path).unwrap();
            fs::create_dir(&path).unwrap();
            let set_mode = |mode| fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            set_mode(0o755);
            assert!(reason(&path, ANY_OF_OTHERS).ends_with("only its owner can enter"));
            check_private(&path, WRITABLE_BY_OTHERS).unwrap();
            set_mode(0o770);
            assert!(reason(&path, WRITABLE_BY_OTHERS).ends_with("only its owner can write"));
            set_mode(0o700);
            check_private(&path, ANY_OF_OTHERS).unwrap();
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            assert_eq!(reason(&link, ANY_OF_OTHERS), "is not a folder");
            let own = rustix::process::geteuid().as_raw();
            if std::os::unix::fs::chown(&path, Some(own + 1), None).is_ok() {
                assert_eq!(reason(&path, ANY_OF_OTHERS), "belongs to another user");
            }
        }
    }
}
