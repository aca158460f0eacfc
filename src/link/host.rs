//! The module that the host provides: `import playground::surface::Surface;`.

use std::sync::{Arc, LazyLock};

use crate::source::Source;

/// Name of the host's package.
pub(super) const PACKAGE: &str = "playground";

/// Represents the package among the components of a path. It cannot be the name of an imported folder.
pub(super) const COMPONENT: &str = "<playground>";

/// Name of the module in import statements.
pub(super) const NAME: &str = "playground::surface";

/// The host's module as a file.
static SURFACE: LazyLock<Arc<Source>> = LazyLock::new(|| {
    let text = include_str!("../../shaders/stages/surface.wgsl");
    Arc::new(Source::new(format!("{COMPONENT}/surface.wgsl"), text))
});

/// Returns the host's module if these are its components.
pub(super) fn module(components: &[String]) -> Option<Arc<Source>> {
    (SURFACE.path.components() == components).then(|| Arc::clone(&SURFACE))
}

/// Returns true if a file is the host's module.
pub(super) fn provides(source: &Source) -> bool {
    source.path == SURFACE.path
}
