//! The host's own GPU programs (stages), `shaders/stages`, linked with their imports.

use std::sync::LazyLock;

use crate::link::link;
use crate::shading::ViewMode;
use crate::source::{ModulePath, SourceTree};

macro_rules! files {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../shaders/stages/", $name)))),*]
    };
}

static FILES: LazyLock<SourceTree> = LazyLock::new(|| {
    SourceTree::from_iter(files![
        "air.wgsl",
        "air_tables.wgsl",
        "color.wgsl",
        "count_taps.wgsl",
        "evaluate.wgsl",
        "evaluate_points.wgsl",
        "evaluate_surface.wgsl",
        "histogram.wgsl",
        "horizon.wgsl",
        "samples.wgsl",
        "sampling.wgsl",
        "shade.wgsl",
        "shading.wgsl",
        "slopes.wgsl",
        "surface.wgsl",
        "trace_taps.wgsl"
    ])
});

/// Returns the text of a file of `shaders/stages`, linked with the files that it imports.
pub(crate) fn linked(file: &str) -> String {
    linked_in(&FILES, file)
}

/// Returns the text of the shade stage for a view mode. The file itself imports one mode as an example.
pub(crate) fn shade(mode: ViewMode) -> String {
    let name = mode.name();
    let files = FILES.iter().map(|source| {
        let text = source
            .text
            .replace("modes::texture", &format!("modes::{name}"));
        (source.path.to_string(), text)
    });
    let mode = (format!("modes/{name}.wgsl"), mode.stage().to_owned());
    linked_in(&files.chain([mode]).collect(), "shade.wgsl")
}

fn linked_in(tree: &SourceTree, file: &str) -> String {
    let root = tree.get(&ModulePath::new(file)).expect("a listed file");
    let linked = link(tree, root).result;
    linked
        .expect("the host's own files are tested to link")
        .wgsl
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_mode_links_into_the_shade_stage() {
        for mode in ViewMode::ALL {
            let module = naga::front::wgsl::parse_str(&shade(mode)).unwrap();
            let color = format!("modes_{}__color", mode.name());
            let mut names = module.functions.iter().map(|(_, function)| &function.name);
            assert!(names.any(|name| name.as_ref() == Some(&color)), "{color}");
        }
    }
}
