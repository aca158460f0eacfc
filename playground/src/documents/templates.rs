//! Templates for new shader files.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use noise_playground::source::{ModulePath, is_shader};

use crate::workbench::format::capitalized;

pub(crate) struct Template {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// What the author writes, as a line of WGSL.
    pub(crate) signature: &'static str,
    text: &'static str,
    /// Picture of the unchanged template, a PNG file of 240 by 150 pixels.
    thumbnail: &'static [u8],
}

macro_rules! templates {
    ($($name:literal, $summary:literal, $signature:literal, $file:literal;)*) => {
        pub(crate) static TEMPLATES: &[Template] = &[$(Template {
            name: $name,
            summary: $summary,
            signature: $signature,
            text: include_str!(concat!("../../assets/templates/", $file, ".wgsl")),
            thumbnail: include_bytes!(concat!("../../assets/templates/thumbnails/", $file, ".png")),
        }),*];
    };
}

templates! {
    "Heights", "Octaves of value noise", "fn height(p: vec2f) -> f32", "height";
    "Eroded", "Slope-damped, Swiss or Jordan turbulence over a noise of your own, whose slopes are derived", "fn height(p: vec2f) -> f32", "eroded";
    "Volume", "A density in space, shown in slices or as a solid", "fn density(p: vec3f) -> f32", "volume";
    "Color", "Linear colors in place of heights", "fn color(p: vec2f) -> vec3f", "color";
    "Animation", "Heights that change with the time", "/// @auto(time)", "animation";
    "Grid program", "Compute passes over a whole grid", "/// @pass(steps)", "grid";
}

/// Replaced by the title of the new shader.
const TITLE: &str = "TITLE";

/// `path` is relative to the folder; `.wgsl` is added without an extension. The file appears complete, and overwrites
/// none. Fails if the path leaves the folder, has another extension or exists, or cannot be written.
pub(crate) fn create(folder: &Path, path: &str, template: usize) -> anyhow::Result<ModulePath> {
    let template = TEMPLATES.get(template).context("no such template")?;
    let module = module_path(path)?;
    let file = folder.join(module.as_str());
    if file.symlink_metadata().is_ok() {
        bail!("{module} already exists");
    }
    let inside = file.parent().unwrap_or(folder);
    let cannot = || format!("cannot write {file:?}");
    fs::create_dir_all(inside).with_context(cannot)?;
    let mut unfinished = tempfile::Builder::new();
    #[cfg(unix)]
    unfinished.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut unfinished =
        unfinished.prefix(".playground-").tempfile_in(inside).with_context(cannot)?;
    unfinished.write_all(template.text_for(&module).as_bytes()).with_context(cannot)?;
    unfinished.persist_noclobber(&file).with_context(cannot)?;
    Ok(module)
}

impl Template {
    /// Returns red, green and blue bytes, row by row from the top, and the size. `None` if the file is damaged.
    pub(crate) fn thumbnail(&self) -> Option<(Vec<u8>, [usize; 2])> {
        let mut reader = png::Decoder::new(Cursor::new(self.thumbnail)).read_info().ok()?;
        let mut pixels = vec![0; reader.output_buffer_size()?];
        let frame = reader.next_frame(&mut pixels).ok()?;
        let size = [frame.width, frame.height].map(|count| count as usize);
        (frame.color_type == png::ColorType::Rgb).then_some((pixels, size))
    }

    /// The title is the name of the file.
    pub(crate) fn text_for(&self, module: &ModulePath) -> String {
        let title = capitalized(&module.stem().replace(['_', '-'], " "));
        self.text.replacen(TITLE, &title, 1)
    }
}

/// Adds `.wgsl` without an extension. Fails if the path leaves the folder or is not that of a shader.
fn module_path(path: &str) -> anyhow::Result<ModulePath> {
    let path = path.trim().replace('\\', "/");
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    if !path.split('/').all(is_plain) {
        bail!("{path:?} is not a path in this folder");
    }
    let name = path.rsplit('/').next().unwrap_or(&path);
    let path = if name.contains('.') { path } else { format!("{path}.wgsl") };
    if !is_shader(Path::new(&path)) {
        bail!("{path:?} is not a shader: its extension is neither .wgsl nor .wesl");
    }
    Ok(ModulePath::new(path))
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::compile;
    use noise_playground::source::SourceTree;

    use super::*;

    #[test]
    fn files_from_templates_compile_without_diagnostics() {
        let module = ModulePath::new("new/red_hills.wgsl");
        for template in TEMPLATES {
            let text = template.text_for(&module);
            let tree = SourceTree::from_iter([(module.as_str(), text.as_str())]);
            let compiled = compile(&tree, tree.iter().next().unwrap());
            assert_eq!(compiled.diagnostics, [], "{}", template.name);
            let main = compiled.main().unwrap();
            assert_eq!(main.title(), "Red hills", "{}", template.name);
            assert_eq!(compiled.generators.len(), 1, "{}", template.name);
            assert!(text.contains(template.signature), "{}", template.name);
            let (pixels, size) = template.thumbnail().unwrap();
            assert_eq!((pixels.len(), size), (240 * 150 * 3, [240, 150]), "{}", template.name);
        }
    }

    #[test]
    fn new_file_appears_in_the_folder_and_overwrites_none() {
        let folder = tempfile::tempdir().unwrap();
        let created = create(folder.path(), "more/hills", 0).unwrap();
        assert_eq!(created.as_str(), "more/hills.wgsl");
        let text = fs::read_to_string(folder.path().join("more/hills.wgsl")).unwrap();
        assert!(text.starts_with("//! Hills\n"), "{text}");
        let error = |path: &str| {
            let error = create(folder.path(), path, 1).unwrap_err();
            format!("{error:#}")
        };
        assert_eq!(error("more/hills.wgsl"), "more/hills.wgsl already exists");
        assert!(error("../out").contains("is not a path in this folder"));
        assert!(error("notes.txt").contains("neither .wgsl nor .wesl"));
        assert_eq!(folder.path().join("more").read_dir().unwrap().count(), 1);
    }
}
