//! Packages of game engines, whose modules exist only while the engine runs, and cannot be imported here.

/// Start of the names of packages, and name of the engine.
const PACKAGES: [(&str, &str); 1] = [("bevy_", "the Bevy engine")];

pub(super) fn engine_of(path: &[String]) -> Option<&'static str> {
    let first = path.first()?;
    let known = PACKAGES.iter().find(|(prefix, _)| first.starts_with(prefix));
    known.map(|(_, engine)| *engine)
}
