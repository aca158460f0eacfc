//! The package `playground` for shaders: `playground::surface::Surface`, and the library `playground::noise`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use include_dir::{Dir, include_dir};

use crate::source::{ModulePath, Source};
use crate::wgsl::outline::DeclarationKind;
use crate::wgsl::suggest::closest;

pub(super) const PACKAGE: &str = "playground";

/// No folder has this name.
pub(super) const COMPONENT: &str = "<playground>";

pub(super) const LIBRARY: &str = "noise";

static NOISE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shaders/noise");

static SURFACE: LazyLock<Arc<Source>> = LazyLock::new(|| {
    let text = include_str!("../../../shaders/host/surface.wgsl");
    Arc::new(Source::new(format!("{COMPONENT}/surface.wgsl"), text))
});

static MODULES: LazyLock<BTreeMap<ModulePath, Arc<Source>>> = LazyLock::new(|| {
    let library = NOISE.files().filter_map(|file| {
        let name = file.path().to_str()?;
        let path = format!("{COMPONENT}/{LIBRARY}/{name}");
        Some(Arc::new(Source::new(path, file.contents_utf8()?)))
    });
    let modules = library.chain([Arc::clone(&SURFACE)]);
    modules.map(|source| (source.path.clone(), source)).collect()
});

pub(super) fn module(components: &[String]) -> Option<Arc<Source>> {
    if components.first()? != COMPONENT {
        return None;
    }
    library_module(&ModulePath::new(format!("{}.wgsl", components.join("/"))))
}

/// Returns a module by the path that manifests record for it.
pub fn library_module(path: &ModulePath) -> Option<Arc<Source>> {
    MODULES.get(path).cloned()
}

/// Returns all modules, in the order of their paths.
pub fn library_modules() -> impl Iterator<Item = Arc<Source>> {
    MODULES.values().cloned()
}

/// Import path that the path of a module in the package most likely means; `None` if none is similar enough.
pub(super) fn similar_module(components: &[String]) -> Option<String> {
    let name = components.join("::");
    let modules = MODULES.keys().map(|path| path.components()[1..].join("::"));
    let modules: Vec<String> = modules.collect();
    let mut modules = modules.iter().map(String::as_str);
    let equal = modules.clone().find(|module| *module == name);
    let similar = equal.or_else(|| closest(&name, &mut modules))?;
    Some(format!("{PACKAGE}::{similar}"))
}

/// Returns the functions of the noise library with the paths of their modules, such as `noise/perlin.wgsl`.
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

/// True for this program's own module, which is not recorded with a generator's files.
pub(super) fn provides(source: &Source) -> bool {
    source.path == SURFACE.path
}

/// From the root of the folder, or of the package `playground` if `file` is part of it.
pub(super) fn in_package_of(file: &ModulePath, components: Vec<String>) -> Vec<String> {
    let mut own = file.components().into_iter();
    let host = own.next().filter(|first| first == COMPONENT);
    host.into_iter().chain(components).collect()
}
