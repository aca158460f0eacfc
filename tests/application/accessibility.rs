//! Tests of the window with assistive technology: a screen reader finds its widgets over the accessibility bus of the
//! desktop (AT-SPI), and operates them.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use zbus::blocking::connection::Builder;
use zbus::blocking::proxy::Builder as ProxyBuilder;
use zbus::blocking::{Connection, MessageIterator, Proxy};
use zbus::proxy::CacheProperties;
use zbus::zvariant::{OwnedObjectPath, OwnedValue};
use zbus::{MatchRule, message};

use crate::screen::{self, Screen};
use crate::{CENTER, Window, bluish, reddish};

/// WGSL of a generator that is red, or blue where the slider `blue` is at its upper end.
const SHADER: &str = "/// @param blue Amount of blue. @range(0, 1, 0.1, 0)\n\
    fn color(p: vec2f, blue: f32) -> vec4f { return vec4f(0.9 - 0.8 * blue, 0.1, 0.1 + 0.8 * blue, 1.0); }\n";

/// WGSL of a generator that is blue where the first knot of the curve `shape` is at the top.
const CURVE: &str = "struct P {\n/// @curve\nshape: array<vec4f, 3>,\n}\n\
    @group(0) @binding(0) var<uniform> p: P;\n\
    fn color(q: vec2f) -> vec4f { let blue = p.shape[0].y; return vec4f(0.9 - 0.8 * blue, 0.1, 0.1 + 0.8 * blue, 1.0); }\n";

/// Object path of the root of each application's widget tree on the accessibility bus, and of the registry's.
const ROOT: &str = "/org/a11y/atspi/accessible/root";

/// Roles of widgets in AT-SPI, with the numbers that stand for them on the bus.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    CheckBox = 7,
    ComboBox = 11,
    Frame = 23,
    Button = 43,
    Slider = 51,
}

/// A private session bus, with the service that enables assistive technology on a desktop.
struct Desktop {
    daemon: Child,
    address: String,
    session: Connection,
}

/// A widget of an application, as an object on the accessibility bus.
struct Accessible<'a> {
    bus: &'a Connection,
    application: String,
    path: OwnedObjectPath,
}

/// Returns a D-Bus proxy for one interface of an object. The properties of the object are not cached.
fn proxy<'a>(
    bus: &'a Connection,
    destination: &'a str,
    path: &'a str,
    interface: &'a str,
) -> Proxy<'a> {
    let builder = ProxyBuilder::<Proxy<'_>>::new(bus).cache_properties(CacheProperties::No);
    let builder = builder.destination(destination).unwrap();
    let builder = builder.path(path).unwrap().interface(interface).unwrap();
    builder.build().unwrap()
}

impl Desktop {
    fn new(screen: &Screen, folder: &Path) -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address"])
            .env("DISPLAY", screen.display())
            .env("XDG_RUNTIME_DIR", folder)
            // The user's own switch is neither read nor written.
            .env("GSETTINGS_BACKEND", "memory")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon is needed; `playground/prepare tests` installs it");
        let mut address = String::new();
        let mut output = BufReader::new(daemon.stdout.take().unwrap());
        output.read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        let session = Builder::address(address.as_str()).unwrap();
        let session = session.build().unwrap();
        Self { daemon, address, session }
    }

    fn of_bus<'a>(&'a self, interface: &'a str) -> Proxy<'a> {
        proxy(&self.session, "org.a11y.Bus", "/org/a11y/bus", interface)
    }

    /// Announces on the session bus that a screen reader is running, or that none is.
    fn set_enabled(&self, is_enabled: bool) {
        let status = self.of_bus("org.a11y.Status");
        status.set_property("IsEnabled", is_enabled).unwrap();
    }

    /// Connects to the accessibility bus, as a screen reader does.
    fn connect(&self) -> Connection {
        let address: String = self
            .of_bus("org.a11y.Bus")
            .call("GetAddress", &())
            .expect("AT-SPI is needed; `playground/prepare tests` installs it");
        Builder::address(address.as_str()).unwrap().build().unwrap()
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

impl<'a> Accessible<'a> {
    /// Returns the registry of the accessibility bus, whose children are the running applications.
    fn registry(bus: &'a Connection) -> Self {
        Self {
            bus,
            application: "org.a11y.atspi.Registry".to_owned(),
            path: ROOT.try_into().unwrap(),
        }
    }

    fn of_interface(&self, interface: &'static str) -> Proxy<'_> {
        proxy(self.bus, &self.application, self.path.as_str(), interface)
    }

    fn children(&self) -> Vec<Self> {
        let proxy = self.of_interface("org.a11y.atspi.Accessible");
        let found: zbus::Result<Vec<(String, OwnedObjectPath)>> = proxy.call("GetChildren", &());
        let found = found.unwrap_or_default().into_iter();
        let child = |(application, path)| Self { bus: self.bus, application, path };
        found.map(child).collect()
    }

    fn name(&self) -> String {
        let proxy = self.of_interface("org.a11y.atspi.Accessible");
        proxy.get_property("Name").unwrap_or_default()
    }

    fn role(&self) -> Option<Role> {
        let proxy = self.of_interface("org.a11y.atspi.Accessible");
        let number: u32 = proxy.call("GetRole", &()).ok()?;
        let roles = [Role::CheckBox, Role::ComboBox, Role::Frame, Role::Button, Role::Slider];
        roles.into_iter().find(|role| *role as u32 == number)
    }

    /// Returns all widgets below this one with their roles and names, in depth-first order.
    fn widgets(&self) -> Vec<(Option<Role>, String, Self)> {
        let mut found = Vec::new();
        for child in self.children() {
            let below = child.widgets();
            found.push((child.role(), child.name(), child));
            found.extend(below);
        }
        found
    }
}

/// Polls `find` until it returns a value, and panics after a timeout; `what` names the value in the panic message.
fn wait_for<T>(what: &str, find: impl Fn() -> Option<T>) -> T {
    screen::wait_for(find, || format!("no {what}"))
}

/// Returns the number of frames that the window has drawn, according to its log.
fn frames(window: &Window) -> usize {
    let text = window.log();
    text.matches("frame interval").count()
}

/// Waits until the window has drawn no frames for a second, according to its log.
fn wait_until_idle(window: &Window) {
    wait_for("end of the frames", || {
        let before = frames(window);
        std::thread::sleep(Duration::from_secs(1));
        (frames(window) == before).then_some(())
    });
}

fn find<'a>(window: &Accessible<'a>, role: Role, name: &str) -> Option<Accessible<'a>> {
    let mut widgets = window.widgets().into_iter();
    let found = widgets.find(|widget| widget.0 == Some(role) && widget.1 == name);
    found.map(|(_, _, widget)| widget)
}

/// Body of an event on the accessibility bus; the fourth part is the announced text.
type Event = (String, i32, i32, OwnedValue, HashMap<String, OwnedValue>);

/// Collects the texts that applications announce.
fn announcements(bus: &Connection) -> mpsc::Receiver<String> {
    let rule = MatchRule::builder().msg_type(message::Type::Signal);
    let rule = rule.interface("org.a11y.atspi.Event.Object").unwrap();
    let rule = rule.member("Announcement").unwrap().build();
    let messages = MessageIterator::for_match_rule(rule, bus, None).unwrap();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for message in messages.flatten() {
            let (.., text, _) = message.body().deserialize::<Event>().unwrap();
            if sender.send(text.try_into().unwrap()).is_err() {
                return;
            }
        }
    });
    receiver
}

#[test]
fn screen_reader_moves_a_knot_and_hears_errors() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = folder.path().join("a.wgsl");
    fs::write(&file, CURVE).unwrap();
    let desktop = Desktop::new(&screen, folder.path());
    desktop.set_enabled(true);
    let mut command = Window::command(&screen, folder.path(), state.path());
    command.env("DBUS_SESSION_BUS_ADDRESS", &desktop.address);
    let _window = Window::start(&mut command);
    screen.wait_until("the first picture", CENTER, reddish);
    let bus = desktop.connect();
    let heard = announcements(&bus);
    let registry = Accessible::registry(&bus);
    let shown = wait_for("application", || {
        let mut all = registry.children().into_iter();
        all.find(|found| found.name() == "playground")
    });
    let knot = wait_for("knot", || find(&shown, Role::Slider, "shape, knot 1"));
    let value = knot.of_interface("org.a11y.atspi.Value");
    assert_eq!(value.get_property::<f64>("CurrentValue").unwrap(), 0.0);
    value.set_property("CurrentValue", 1.0).unwrap();
    screen.wait_until("the moved knot", CENTER, bluish);
    assert_eq!(value.get_property::<f64>("CurrentValue").unwrap(), 1.0);

    fs::write(&file, CURVE.replace("p.shape[0].y", "p.shapes[0].y")).unwrap();
    wait_for("announced error", || heard.try_iter().find(|text| text.contains("shapes")));
}

#[test]
fn screen_reader_finds_the_widgets_and_operates_them() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("a.wgsl"), SHADER).unwrap();
    let desktop = Desktop::new(&screen, folder.path());
    let mut command = Window::command(&screen, folder.path(), state.path());
    command.env("DBUS_SESSION_BUS_ADDRESS", &desktop.address);
    let mut window = Window::start(&mut command);
    screen.wait_until("the first picture", CENTER, reddish);
    let bus = desktop.connect();
    let registry = Accessible::registry(&bus);
    let application = || {
        let mut all = registry.children().into_iter();
        all.find(|found| found.name() == "playground")
    };
    assert!(application().is_none(), "offered although nobody listens");

    // A screen reader that starts later finds the widgets.
    desktop.set_enabled(true);
    let shown = wait_for("application", application);
    let slider = wait_for("slider", || find(&shown, Role::Slider, "blue"));
    let value = slider.of_interface("org.a11y.atspi.Value");
    assert_eq!(value.get_property::<f64>("CurrentValue").unwrap(), 0.0);
    assert_eq!(value.get_property::<f64>("MaximumValue").unwrap(), 1.0);
    wait_until_idle(&window);
    value.set_property("CurrentValue", 1.0).unwrap();
    screen.wait_until("the value of the screen reader", CENTER, bluish);

    // A button is pressed; reading and listening draw no frames.
    let widgets = wait_for("reading that draws no frames", || {
        let before = frames(&window);
        let widgets = shown.widgets();
        (frames(&window) == before).then_some(widgets)
    });
    for (role, name, _) in &widgets {
        assert!(role.is_none() || !name.is_empty(), "a {role:?} has no name");
    }
    let frame = widgets.iter().find(|widget| widget.0 == Some(Role::Frame));
    assert_eq!(frame.unwrap().1, "Noise playground");
    let reset = wait_for("reset button", || find(&shown, Role::Button, "Reset blue"));
    let action = reset.of_interface("org.a11y.atspi.Action");
    assert!(action.call::<_, _, bool>("DoAction", &0_i32).unwrap());
    screen.wait_until("the reset value", CENTER, reddish);

    // The screen reader ends; the window stays open.
    desktop.set_enabled(false);
    wait_for("end of the application's offer", || application().is_none().then_some(()));
    assert!(reddish(screen.pixel(CENTER)));
    assert!(window.is_running());
}
