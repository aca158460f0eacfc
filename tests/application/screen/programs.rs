//! Stand-ins for other programs on the virtual display: one drops a file on the playground's window, one reads the
//! clipboard.

use std::path::Path;
use std::process::Command;

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::Screen;

/// An X client with an invisible window, which stands in for another program.
struct Program {
    server: RustConnection,
    window: Window,
}

impl Screen {
    /// Drops a file on the center of the playground's window, as file managers do (XDND version 5).
    pub(crate) fn drop_file(&self, path: &Path) {
        let program = Program::new(self);
        let target = self.playground();
        let atom = |name| program.atom(name);
        let (list, copy) = (atom("text/uri-list"), atom("XdndActionCopy"));
        let owned =
            program.server.set_selection_owner(program.window, atom("XdndSelection"), 0_u32);
        owned.unwrap();
        let from = program.window;
        program.send(target, "XdndEnter", [from, 5 << 24, list, 0, 0]);
        program.send(target, "XdndPosition", [from, 0, 640 << 16 | 400, 0, copy]);
        program.answer_until("XdndStatus", path);
        program.send(target, "XdndDrop", [from, 0, 0, 0, 0]);
        program.answer_until("XdndFinished", path);
    }

    /// Covers the whole display with a window until the returned value is dropped.
    pub(crate) fn covered(&self) -> impl Sized + use<> {
        let (server, index) = x11rb::connect(Some(self.display())).unwrap();
        let window = server.generate_id().unwrap();
        let root = server.setup().roots[index].root;
        let class = WindowClass::INPUT_OUTPUT;
        let above = CreateWindowAux::new().override_redirect(1).background_pixel(0);
        server.create_window(0, window, root, 0, 0, 2000, 2000, 0, class, 0, &above).unwrap();
        server.map_window(window).unwrap();
        // An answer comes after the earlier requests are carried out.
        server.get_input_focus().unwrap().reply().unwrap();
        server
    }

    /// Returns true if the clipboard of the display contains a picture.
    pub(crate) fn clipboard_has_picture(&self) -> bool {
        let program = Program::new(self);
        let atom = |name| program.atom(name);
        let (clipboard, targets) = (atom("CLIPBOARD"), atom("TARGETS"));
        let server = &program.server;
        let requested =
            server.convert_selection(program.window, clipboard, targets, targets, 0_u32);
        requested.unwrap();
        server.flush().unwrap();
        loop {
            if let Event::SelectionNotify(_) = server.wait_for_event().unwrap() {
                break;
            }
        }
        let found = server.get_property(false, program.window, targets, AtomEnum::ANY, 0, 64);
        let found = found.unwrap().reply().unwrap();
        let mut offered = found.value32().into_iter().flatten();
        offered.any(|offered| offered == atom("image/png"))
    }

    /// Returns the identifier of the playground's window on the display.
    fn playground(&self) -> Window {
        let found = Command::new("xdotool")
            .env("DISPLAY", self.display())
            .args(["search", "--onlyvisible", "--name", "Noise playground"])
            .output()
            .unwrap();
        let text = String::from_utf8(found.stdout).unwrap();
        text.lines().next().unwrap().parse().unwrap()
    }
}

impl Program {
    fn new(screen: &Screen) -> Self {
        let (server, index) = x11rb::connect(Some(screen.display())).unwrap();
        let window = server.generate_id().unwrap();
        let root = server.setup().roots[index].root;
        let class = WindowClass::INPUT_ONLY;
        let nothing = CreateWindowAux::new();
        server.create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &nothing).unwrap();
        Self { server, window }
    }

    fn atom(&self, name: &str) -> u32 {
        let requested = self.server.intern_atom(false, name.as_bytes());
        requested.unwrap().reply().unwrap().atom
    }

    fn send(&self, target: Window, message: &str, data: [u32; 5]) {
        let event = ClientMessageEvent::new(32, target, self.atom(message), data);
        let sent = self.server.send_event(false, target, EventMask::NO_EVENT, event);
        sent.unwrap();
        self.server.flush().unwrap();
    }

    /// Answers requests for the dragged selection with the URI of the file, until the client message `message` arrives.
    fn answer_until(&self, message: &str, path: &Path) {
        let expected = self.atom(message);
        loop {
            match self.server.wait_for_event().unwrap() {
                Event::ClientMessage(event) if event.type_ == expected => return,
                Event::SelectionRequest(request) => self.answer(&request, path),
                _ => {}
            }
        }
    }

    fn answer(&self, request: &SelectionRequestEvent, path: &Path) {
        let address = format!("file://{}\r\n", path.display()).replace(' ', "%20");
        let SelectionRequestEvent { time, requestor, selection, target, property, .. } = *request;
        let server = &self.server;
        let written = server.change_property8(
            PropMode::REPLACE,
            requestor,
            property,
            target,
            address.as_bytes(),
        );
        written.unwrap();
        let event = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time,
            requestor,
            selection,
            target,
            property,
        };
        let sent = server.send_event(false, requestor, EventMask::NO_EVENT, event);
        sent.unwrap();
        server.flush().unwrap();
    }
}
