//! The folder of the sockets, which only the same user can enter.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::{env, io};

use rustix::io::{FdFlags, fcntl_setfd, ioctl_fionbio};
use rustix::net::{self, AddressFamily, SocketAddrUnix, SocketType};

const WRITABLE_BY_OTHERS: u32 = 0o022;

const ANY_OF_OTHERS: u32 = 0o077;

/// Returns the sockets in a folder, sorted.
pub(super) fn sockets(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let is_socket = |path: &PathBuf| path.extension().is_some_and(|end| end == "sock");
    let mut sockets: Vec<PathBuf> = entries.filter(is_socket).collect();
    sockets.sort();
    Ok(sockets)
}

/// Connects with a window. Fails if it has closed, and removes the socket of an ended process. Fails with the kind
/// `WouldBlock` if the window is stopped and many clients wait for it already.
pub(super) fn connect(socket: &Path) -> io::Result<UnixStream> {
    connect_at_once(socket).inspect_err(|error| {
        if error.kind() == io::ErrorKind::ConnectionRefused && is_of_kernel(socket) {
            let _ = fs::remove_file(socket);
        }
    })
}

/// As [`UnixStream::connect`], which waits without a limit for a window that does not accept.
fn connect_at_once(socket: &Path) -> io::Result<UnixStream> {
    let stream = net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    fcntl_setfd(&stream, FdFlags::CLOEXEC)?;
    ioctl_fionbio(&stream, true)?;
    net::connect(&stream, &SocketAddrUnix::new(socket)?)?;
    ioctl_fionbio(&stream, false)?;
    Ok(stream.into())
}

/// Sockets' names start with this number. Containers have the kernel of their host: a socket that rejects a client
/// belongs to an ended process, unless another kernel made it in a folder on a network.
pub(super) fn kernel() -> String {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id");
    // Few characters, since the path of a socket has about a hundred at most.
    boot.map_or_else(|_| "local".to_owned(), |boot| boot.chars().take(8).collect())
}

fn is_of_kernel(socket: &Path) -> bool {
    let name = socket.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(&format!("{}-", kernel()))
}

pub(super) fn folder() -> io::Result<PathBuf> {
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
    use std::fs::Permissions;

    use super::*;

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
