//! A virtual display for one test. The X server Xvfb maps its screen to a file, from which the tests read pixels.

#[cfg(target_os = "linux")]
mod programs;
pub(crate) mod window;

use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Red, green and blue bytes of a pixel on the display.
pub(crate) type Pixel = [u8; 3];

/// Maximum time to wait for a picture on the display, on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// Polls `find` until it returns a value. Panics after the given time; `failure` returns the message.
pub(crate) fn wait_within<T>(
    time: Duration,
    find: impl Fn() -> Option<T>,
    failure: impl Fn() -> String,
) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(started.elapsed() < time, "{}", failure());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// As [`wait_within`], for [`TIMEOUT`].
pub(crate) fn wait_for<T>(find: impl Fn() -> Option<T>, failure: impl Fn() -> String) -> T {
    wait_within(TIMEOUT, find, failure)
}

/// Width and height of the display in pixels.
const SIZE: [usize; 2] = [1280, 800];

pub(crate) struct Screen {
    server: Child,
    display: String,
    folder: tempfile::TempDir,
}

impl Screen {
    /// Starts a virtual display of 1280 × 800 pixels with an unused display number.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("{}x{}x24", SIZE[0], SIZE[1]);
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &size])
            // Without this option, the server replaces the file each time its last client leaves, and for a moment
            // there is none with pixels.
            .arg("-noreset")
            .args(["-nolisten", "tcp", "-fbdir"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed; `playground/prepare tests` installs it");
        let mut number = String::new();
        let mut byte = [0];
        let mut output = server.stdout.take().unwrap();
        while output.read_exact(&mut byte).is_ok() && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        Self { server, display: format!(":{number}"), folder }
    }

    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    /// Reads the pixel at (x, y) of the display, counted from the upper left corner.
    pub(crate) fn pixel(&self, (x, y): (usize, usize)) -> Pixel {
        let bytes = self.bytes(y, 4 * x..4 * x + 4);
        [bytes[2], bytes[1], bytes[0]]
    }

    /// Reads bytes of the display, counted from the start of a row. The server writes its file in steps: waits until it
    /// has all pixels.
    fn bytes(&self, row: usize, range: Range<usize>) -> Vec<u8> {
        let path = self.folder.path().join("Xvfb_screen0");
        wait_for(
            || read_pixels(&path, row, range.clone()).ok(),
            || format!("no screen in {path:?}"),
        )
    }

    /// Returns the pixels of the upper `rows` rows of the display, once nothing has changed there for a second and a
    /// half, which is longer than a slow frame.
    pub(crate) fn settled(&self, rows: usize) -> Vec<u8> {
        let rows = || self.bytes(0, 0..4 * SIZE[0] * rows);
        let (mut last, mut equal) = (rows(), 0);
        for _ in 0..120 {
            std::thread::sleep(Duration::from_millis(500));
            let next = rows();
            equal = if next == last { equal + 1 } else { 0 };
            last = next;
            if equal == 3 {
                return last;
            }
        }
        panic!("the window does not come to rest");
    }

    /// Waits until a pixel of the display meets the condition `is_expected`. Returns false if it does not within the
    /// given time.
    pub(crate) fn becomes(
        &self,
        within: Duration,
        at: (usize, usize),
        is_expected: impl Fn(Pixel) -> bool,
    ) -> bool {
        let started = Instant::now();
        while started.elapsed() < within {
            if is_expected(self.pixel(at)) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        is_expected(self.pixel(at))
    }

    /// Waits until a pixel of the display meets the condition `is_expected`; `what` names the expected change in the
    /// panic.
    pub(crate) fn wait_until(
        &self,
        what: &str,
        at: (usize, usize),
        is_expected: impl Fn(Pixel) -> bool,
    ) {
        assert!(
            self.becomes(TIMEOUT, at, is_expected),
            "{what} is not visible: {:?}",
            self.pixel(at)
        );
    }

    /// Sends key presses to the playground's window, once it accepts the keyboard focus.
    pub(crate) fn press(&self, keys: &[&str]) {
        let script = format!(
            "for attempt in 1 2 3 4 5 6 7 8; do
                window=$(xdotool search --sync --onlyvisible --name 'Noise playground' | head -n 1)
                xdotool windowfocus --sync \"$window\" && sleep 0.3 && exec xdotool key --delay 30 {}
                sleep 0.2
            done
            exit 1",
            keys.join(" ")
        );
        let status =
            Command::new("sh").args(["-c", &script]).env("DISPLAY", self.display()).status();
        assert!(status.unwrap().success());
    }

    pub(crate) fn resize(&self, [width, height]: [u64; 2]) {
        let line = format!("xdotool search --name 'Noise playground' windowsize {width} {height}");
        let status = Command::new("sh").args(["-c", &line]).env("DISPLAY", self.display()).status();
        assert!(status.unwrap().success());
    }

    /// Types a text into the focused window.
    pub(crate) fn type_text(&self, text: &str) {
        let status = Command::new("xdotool")
            .args(["type", "--delay", "30", text])
            .env("DISPLAY", self.display())
            .status();
        assert!(status.unwrap().success());
    }

    /// Turns the mouse wheel by one notch away from the user, with the pointer over a pixel of the display.
    pub(crate) fn scroll_up(&self, (x, y): (usize, usize)) {
        let at = [x, y].map(|number| number.to_string());
        let status = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(["mousemove", &at[0], &at[1], "sleep", "0.05", "click", "4"])
            .status();
        assert!(status.unwrap().success());
    }

    /// Drags with the left mouse button from one pixel of the display to another, straight and in steps: a window that
    /// is slow to draw takes several for one, and misses those before it saw the press.
    pub(crate) fn drag(&self, from: (usize, usize), to: (usize, usize)) {
        const STEPS: usize = 8;
        let between = |from: usize, to: usize, step: usize| {
            ((from * (STEPS - step) + to * step) / STEPS).to_string()
        };
        let mut script = Vec::new();
        for step in 0..=STEPS {
            let (x, y) = (between(from.0, to.0, step), between(from.1, to.1, step));
            script.extend(["mousemove".to_owned(), x, y, "sleep".to_owned(), "0.03".to_owned()]);
            if step == 0 {
                script.extend(["mousedown", "1", "sleep", "0.03"].map(str::to_owned));
            }
        }
        script.extend(["mouseup", "1"].map(str::to_owned));
        let status = Command::new("xdotool").env("DISPLAY", &self.display).args(script).status();
        assert!(
            status.expect("xdotool is needed; `playground/prepare tests` installs it").success()
        );
    }
}

/// Reads bytes of a picture in the X window dump format, counted from the start of a row. Fails if the file has not all
/// of the pixels yet.
fn read_pixels(path: &Path, row: usize, range: Range<usize>) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(path)?;
    let mut header = [0; 100];
    file.read_exact(&mut header)?;
    // The header is big-endian words.
    let word = |index: usize| {
        u32::from_be_bytes(header[4 * index..4 * index + 4].try_into().unwrap()) as usize
    };
    let (header_bytes, height, row_bytes, colors) = (word(0), word(5), word(12), word(19));
    let pixels = header_bytes + 12 * colors;
    let is_whole = height == SIZE[1] && row_bytes >= 4 * SIZE[0];
    if !is_whole || file.metadata()?.len() < (pixels + height * row_bytes) as u64 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    file.seek(SeekFrom::Start((pixels + row * row_bytes + range.start) as u64))?;
    let mut bytes = vec![0; range.end - range.start];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn screen_is_read_once_all_of_it_is_in_the_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut header = [0_u32; 25];
    (header[0], header[5], header[12]) = (100, SIZE[1] as u32, 4 * SIZE[0] as u32);
    let mut bytes: Vec<u8> = header.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.resize(bytes.len() + 4 * SIZE[0] * SIZE[1], 7);
    let read = |row| read_pixels(file.path(), row, 0..4);
    for part in [0, 60, 100, 4000, bytes.len() - 1] {
        fs::write(file.path(), &bytes[..part]).unwrap();
        assert!(read(0).is_err(), "{part} bytes");
    }
    fs::write(file.path(), &bytes).unwrap();
    assert_eq!(read(SIZE[1] - 1).unwrap(), [7; 4]);
}
