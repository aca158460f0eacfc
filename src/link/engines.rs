//! Packages of game engines, which exist only while the engine runs.

/// First components of module paths that belong to a game engine, with the name of the engine.
const PACKAGES: [(&str, &str); 1] = [("bevy_", "the Bevy engine")];

/// Returns the engine that provides the module of a path, or `None` if it is unknown.
pub(super) fn engine_of(path: &[String]) -> Option<&'static str> {
    let first = path.first()?;
    let known = PACKAGES
        .iter()
        .find(|(prefix, _)| first.starts_with(prefix));
    known.map(|(_, engine)| *engine)
}
