//! Packages of game engines, whose modules exist only while the engine runs, and cannot be imported here.

/// Table of game engines: start of their packages' names in module paths, and name of the engine.
const PACKAGES: [(&str, &str); 1] = [("bevy_", "the Bevy engine")];

/// Returns the name of the game engine that provides the module of a path, or `None` if no known engine does.
pub(super) fn engine_of(path: &[String]) -> Option<&'static str> {
    let first = path.first()?;
    let known = PACKAGES
        .iter()
        .find(|(prefix, _)| first.starts_with(prefix));
    known.map(|(_, engine)| *engine)
}
