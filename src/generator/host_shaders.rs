//! Texts of the host's own shaders, from the folder `shaders/host`, linked with the files that they import.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::source::link::link;
use crate::source::{ModulePath, SourceTree};
use crate::view::shading::ViewMode;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shaders/host");

static FILES: LazyLock<SourceTree> = LazyLock::new(|| {
    let files = FOLDER.dirs().chain([&FOLDER]).flat_map(Dir::files);
    files.filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?))).collect()
});

pub(crate) fn linked(file: &str) -> String {
    linked_in(&FILES, file)
}

/// The file itself imports `volume`; for a plane, the names in its imports are replaced.
pub(crate) fn of_domain(file: &str, is_volume: bool) -> String {
    let name = if is_volume { "volume" } else { "plane" };
    let names = ["domains", "grounds"].map(|folder| {
        let import = |name: &str| format!("super::{folder}::{name}::");
        (import("volume"), import(name))
    });
    with_imports(file, &names, None)
}

/// For a field with the gradient at a component of its texels.
pub(crate) fn of_exact_ground(first: u32) -> String {
    let ground = ("super::grounds::volume::".to_owned(), "super::grounds::exact::".to_owned());
    let at = ("const GRADIENT_AT = 1;".to_owned(), format!("const GRADIENT_AT = {first};"));
    with_imports("evaluate_surface.wgsl", &[ground, at], None)
}

/// The file itself imports `texture` as an example of a mode, which is replaced.
pub(crate) fn shade(mode: ViewMode) -> String {
    with_modes("shade.wgsl", &[("texture", mode.name())])
}

/// `view` is a three-dimensional mode; `color` is the mode from above that colors its ground, without light.
pub(crate) fn of_view(file: &str, view: ViewMode, color: ViewMode) -> String {
    // Relief and hillshade add light to a color; here only the color is needed.
    let name = match color {
        ViewMode::Relief => ViewMode::Texture.name(),
        ViewMode::Hillshade => "plain",
        _ => color.name(),
    };
    with_modes(file, &[("terrain", view.name()), ("texture", name)])
}

/// In each pair of `names`, the second mode replaces the first.
fn with_modes(file: &str, names: &[(&str, &str)]) -> String {
    let import = |name: &str| format!("super::modes::{name}::");
    let names: Vec<_> =
        names.iter().map(|(example, name)| (import(example), import(name))).collect();
    with_imports(file, &names, None)
}

/// The first text of each pair in `replaced` is replaced by the second. `further` is the path and text of another file.
fn with_imports(
    file: &str,
    replaced: &[(String, String)],
    further: Option<(String, String)>,
) -> String {
    let files = FILES.iter().map(|source| {
        let text = source.text.clone();
        let replace =
            |text: String, (example, import): &(String, String)| text.replace(example, import);
        (source.path.to_string(), replaced.iter().fold(text, replace))
    });
    linked_in(&files.chain(further).collect(), file)
}

/// `condition` is the text of a mask's function. The file itself imports the slope as an example, which is replaced.
pub(crate) fn derive(quantity: &str, condition: Option<&str>) -> String {
    let import = |name: &str| format!("super::quantities::{name}::quantity");
    let condition = condition.map(|text| ("condition.wgsl".to_owned(), text.to_owned()));
    with_imports("derive.wgsl", &[(import("slope"), import(quantity))], condition)
}

fn linked_in(tree: &SourceTree, file: &str) -> String {
    let root = tree.get(&ModulePath::new(file)).expect("a listed file");
    let linked = link(tree, root).result;
    linked.expect("the host's own files are tested to link").wgsl
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::quantity::Quantity;

    #[test]
    fn every_quantity_links_into_the_derive_stage() {
        for quantity in Quantity::ALL {
            let module = naga::front::wgsl::parse_str(&derive(quantity.name(), None)).unwrap();
            let expected = format!("quantities_{}__quantity", quantity.name());
            let mut names = module.functions.iter().map(|(_, function)| &function.name);
            assert!(names.any(|name| name.as_ref() == Some(&expected)), "{expected}");
        }
    }

    #[test]
    fn every_view_mode_links_into_the_shade_stage() {
        for mode in ViewMode::flat() {
            let module = naga::front::wgsl::parse_str(&shade(mode)).unwrap();
            let color = format!("modes_{}__color", mode.name());
            let mut names = module.functions.iter().map(|(_, function)| &function.name);
            assert!(names.any(|name| name.as_ref() == Some(&color)), "{color}");
        }
    }
}
