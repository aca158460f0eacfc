//! The package that the host provides: `import playground::surface::Surface;`, and the shipped noise library,
//! `import playground::noise::perlin::perlin;`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use include_dir::{Dir, include_dir};

use crate::outline::DeclarationKind;
use crate::source::{ModulePath, Source};

/// Name of the host's package.
pub(super) const PACKAGE: &str = "playground";

/// Represents the package among the components of a path. It cannot be the name of an imported folder.
pub(super) const COMPONENT: &str = "<playground>";

/// Folder of the library, in the package.
pub(super) const LIBRARY: &str = "noise";

static NOISE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shaders/noise");

/// The host's own module.
static SURFACE: LazyLock<Arc<Source>> = LazyLock::new(|| {
    let text = include_str!("../../shaders/stages/surface.wgsl");
    Arc::new(Source::new(format!("{COMPONENT}/surface.wgsl"), text))
});

/// The modules of the package, by their path in it.
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

/// Returns the host's module with these components.
pub(super) fn module(components: &[String]) -> Option<Arc<Source>> {
    if components.first()? != COMPONENT {
        return None;
    }
    library_module(&ModulePath::new(format!("{}.wgsl", components.join("/"))))
}

/// Returns a module of the package `playground` by the path that captures record for it.
pub fn library_module(path: &ModulePath) -> Option<Arc<Source>> {
    MODULES.get(path).cloned()
}

/// Returns the functions of the noise library in the package `playground`, each with its module there, such as
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

/// Returns true if a file is the host's own module, which is not recorded with a generator's files.
pub(super) fn provides(source: &Source) -> bool {
    source.path == SURFACE.path
}

/// Returns the components of a path that begins with `package::`, from the top of the folder or of the host's package:
/// the package of the file that contains the path.
pub(super) fn in_package_of(file: &ModulePath, components: Vec<String>) -> Vec<String> {
    let mut own = file.components().into_iter();
    let host = own.next().filter(|first| first == COMPONENT);
    host.into_iter().chain(components).collect()
}
