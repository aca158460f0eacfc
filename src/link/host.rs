//! Modules that the host provides: `import playground::surface::Surface;`.

use std::sync::{Arc, LazyLock};

use crate::source::Source;

/// The package that they belong to.
pub(super) const PACKAGE: &str = "playground";

/// Stands for the package among the components of a path; no folder's name.
pub(super) const COMPONENT: &str = "<playground>";

/// What importers call the one module.
pub(super) const NAME: &str = "playground::surface";

/// The one module, as if it were a file.
static SURFACE: LazyLock<Arc<Source>> = LazyLock::new(|| {
    let text = include_str!("../../shaders/stages/surface.wgsl");
    Arc::new(Source::new(format!("{COMPONENT}/surface.wgsl"), text))
});

/// The module with these components, [`COMPONENT`] being the first.
pub(super) fn module(components: &[String]) -> Option<Arc<Source>> {
    (SURFACE.path.components() == components).then(|| Arc::clone(&SURFACE))
}

/// Whether a file is one of the host's.
pub(super) fn provides(source: &Source) -> bool {
    source.path == SURFACE.path
}
