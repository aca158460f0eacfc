//! The host's own shaders, `shaders/stages`, that import one another.

use std::sync::LazyLock;

use crate::link::link;
use crate::source::{ModulePath, SourceTree};

macro_rules! files {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../shaders/stages/", $name)))),*]
    };
}

static FILES: LazyLock<SourceTree> = LazyLock::new(|| {
    SourceTree::from_iter(files![
        "color.wgsl",
        "evaluate.wgsl",
        "evaluate_surface.wgsl",
        "sampling.wgsl",
        "shade.wgsl",
        "slopes.wgsl",
        "surface.wgsl"
    ])
});

/// Returns the text of a file of `shaders/stages`, linked with what it imports.
pub(crate) fn linked(file: &str) -> String {
    let root = FILES.get(&ModulePath::new(file)).expect("a listed file");
    let linked = link(&FILES, root).result;
    linked
        .expect("the host's own files are tested to link")
        .wgsl
}
