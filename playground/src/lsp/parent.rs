//! Watch over the process of the editor, which may end without closing the connection.

/// Calls `on_end` once the process has ended, on a thread of its own. A process that is not found at first, as that of
/// an editor outside of a container, is not watched.
#[cfg(unix)]
pub(super) fn watch(process: u32, on_end: impl FnOnce() + Send + 'static) {
    use std::thread;
    use std::time::Duration;

    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    const INTERVAL: Duration = Duration::from_secs(1);

    let Some(id) = i32::try_from(process).ok().and_then(Pid::from_raw) else {
        return;
    };
    // Processes of other users may not be signaled, but exist.
    let has_ended = move || test_kill_process(id) == Err(Errno::SRCH);
    if has_ended() {
        return tracing::warn!("the editor's process {process} is not found");
    }
    thread::spawn(move || {
        while !has_ended() {
            thread::sleep(INTERVAL);
        }
        tracing::info!("the editor's process {process} has ended");
        on_end();
    });
}

#[cfg(not(unix))]
pub(super) fn watch(_process: u32, _on_end: impl FnOnce() + Send + 'static) {}
