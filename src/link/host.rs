//! The package that the host provides: `import playground::surface::Surface;`, and the shipped noise library,
//! `import playground::noise::perlin::perlin;`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use include_dir::{Dir, include_dir};

use crate::outline::DeclarationKind;
use crate::source::{ModulePath, Source};

/// Name of the host's package, with which its import paths begin.
pub(super) const PACKAGE: &str = "playground";

/// Stands for the host's package as the first component of a module path. No folder has this name.
pub(super) const COMPONENT: &str = "<playground>";

/// Folder of the shipped noise library in the host's package.
pub(super) const LIBRARY: &str = "noise";

static NOISE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shaders/noise");

/// The host's own module `playground::surface`, which declares `Surface`.
static SURFACE: LazyLock<Arc<Source>> = LazyLock::new(|| {
    let text = include_str!("../../shaders/stages/surface.wgsl");
    Arc::new(Source::new(format!("{COMPONENT}/surface.wgsl"), text))
});

/// All modules of the host's package, by their paths.
static MODULES: LazyLock<BTreeMap<ModulePath, Arc<Source>>> = LazyLock::new(|| {
    let library = NOISE.files().filter_map(|file| {
        let name = file.path().to_str()?;
        let path = format!("{COMPONENT}/{LIBRARY}/{name}");
        Some(Arc::new(Source::new(path, file.contents_utf8()?)))
    });
    let modules = library.chain([Arc::clone(&SURFACE)]);
    modules
        .map(|source| (source.path.clone(), source))
        .collect()
});

/// Returns the module of the host's package with these components; `None` if there is none, or the path is not in the
/// package.
pub(super) fn module(components: &[String]) -> Option<Arc<Source>> {
    if components.first()? != COMPONENT {
        return None;
    }
    library_module(&ModulePath::new(format!("{}.wgsl", components.join("/"))))
}

/// Returns a module of the host's package by the path that captures record for it.
pub fn library_module(path: &ModulePath) -> Option<Arc<Source>> {
    MODULES.get(path).cloned()
}

/// Returns the functions of the noise library, each with the path of its module in the host's package, such as
/// `noise/perlin.wgsl`.
pub fn library_functions() -> impl Iterator<Item = (ModulePath, String)> {
    let library = MODULES.values().filter(|source| !provides(source));
    library.flat_map(|source| {
        let path = source.path.as_str();
        let path = path.strip_prefix(COMPONENT).unwrap_or(path);
        let path = ModulePath::new(path.trim_start_matches('/'));
        let declarations = source.outline().declarations.iter();
        let functions = declarations.filter(|found| found.kind == DeclarationKind::Function);
        functions.map(move |function| (path.clone(), function.name.clone()))
    })
}

/// Returns true for the file of the host's own module, which is not recorded with a generator's files.
pub(super) fn provides(source: &Source) -> bool {
    source.path == SURFACE.path
}

/// Returns the components of a path that begins with `package::` in the file `file`. They start at the top of the
/// folder, or at that of the host's package if the file is in it.
pub(super) fn in_package_of(file: &ModulePath, components: Vec<String>) -> Vec<String> {
    let mut own = file.components().into_iter();
    let host = own.next().filter(|first| first == COMPONENT);
    host.into_iter().chain(components).collect()
}
