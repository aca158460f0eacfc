//! Root of a shader folder, where import paths start: found from the imports of the named files, in their project.
//!
//! Shaders need not be trusted, so the root stays near the named files: only paths that begin with `package::` and
//! includes relative to a file move it up. Only imported shader files are read before it is found.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::link::{imported_names, included_files};
use super::{ModulePath, Source, SourceTree, is_shader};

/// Each marks the folder that contains it as a project.
const PROJECT_MARKS: [&str; 2] = [".git", "wesl.toml"];

/// Levels by which the root moves up from a file that is in no project.
pub const MAX_LEVELS: usize = 4;

/// Returns the nearest folder above the file that contains all its imports, direct and indirect; otherwise its own
/// folder. The path must be absolute and without links.
pub fn root_of_file(file: &Path) -> PathBuf {
    let own = file.parent().unwrap_or(file);
    let mut above = folders_above(own, MAX_LEVELS, home().as_deref()).into_iter();
    let text = Source::read(file, "").text;
    let found = if imports_resolve(own, file, &text) {
        None
    } else {
        above.find(|folder| imports_resolve(folder, file, &text))
    };
    found.unwrap_or(own).to_owned()
}

/// Returns the highest of the nearest folders above with all imports of a file of `tree`, at most `without_project`
/// levels above outside of projects; `None` if there is no other folder. The path must be absolute and without links.
pub fn root_of_folder(folder: &Path, tree: &SourceTree, without_project: usize) -> Option<PathBuf> {
    let above = folders_above(folder, without_project, home().as_deref());
    if above.is_empty() {
        return None;
    }
    let unresolved = tree.iter().filter(|source| !resolves_in(tree, source));
    let roots = unresolved.filter_map(|source| {
        let file = folder.join(source.path.as_str());
        above.iter().find(|above| imports_resolve(above, &file, &source.text))
    });
    let root = roots.min_by_key(|root| root.components().count())?;
    Some(root.to_path_buf())
}

impl SourceTree {
    /// Reads the [root folder](root_of_file) of a shader file. Returns also the path of the file in it.
    ///
    /// # Errors
    /// Fails if the file is no shader or does not exist, or if the folder cannot be read.
    pub fn around(file: &Path) -> io::Result<(Self, ModulePath)> {
        if !is_shader(file) {
            let reason = "not a shader: the extension is neither .wgsl nor .wesl";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        let file = dunce::canonicalize(file)?;
        let root = root_of_file(&file);
        let inside = file.strip_prefix(&root).unwrap_or(&file);
        let path = ModulePath::new(inside.to_string_lossy());
        Ok((Self::open(&root)?, path))
    }
}

fn home() -> Option<PathBuf> {
    dunce::canonicalize(std::env::home_dir()?).ok()
}

/// Returns possible roots, nearest first: those of the project, or the nearest `without_project` ones, except the home
/// folder, those above it, and that of the whole file system.
fn folders_above<'p>(
    folder: &'p Path,
    without_project: usize,
    home: Option<&Path>,
) -> Vec<&'p Path> {
    let is_project = |folder: &&Path| PROJECT_MARKS.iter().any(|mark| folder.join(mark).exists());
    let levels = folder.ancestors().position(|folder| is_project(&folder));
    let is_private = |folder: &&Path| folder.parent().is_some() && Some(*folder) != home;
    let above = folder.ancestors().skip(1).take_while(is_private);
    above.take(levels.unwrap_or(without_project)).collect()
}

fn resolves_in(tree: &SourceTree, source: &Source) -> bool {
    let module = |name: &[String]| {
        let (_, module) = name.split_last()?;
        tree.module(module).or_else(|| tree.module(name))
    };
    let mut names = imported_names(source).into_iter();
    let mut included = included_files(source).into_iter();
    included.all(|candidates| candidates.iter().any(|path| tree.get(path).is_some()))
        && names.all(|name| name.is_relative || module(&name.components).is_some())
}

/// Checks imports and includes of a file's text, direct and indirect. Those by `super` are followed, but need not
/// resolve: they lead to the same file from any root.
fn imports_resolve(root: &Path, file: &Path, text: &str) -> bool {
    let path = |file: &Path| {
        let relative = file.strip_prefix(root);
        relative.map(|relative| relative.to_string_lossy().into_owned()).ok()
    };
    let Some(first) = path(file) else {
        return false;
    };
    let mut reached = BTreeSet::from([file.to_owned()]);
    let mut unfollowed = vec![Source::new(first, text)];
    while let Some(source) = unfollowed.pop() {
        let included = included_files(&source).into_iter().map(|candidates| {
            let mut files = candidates.iter().map(|path| root.join(path.as_str()));
            files.find(|file| is_inside(root, file))
        });
        let names = imported_names(&source).into_iter();
        let imported = names.filter_map(|name| match module_file(root, &name.components) {
            None if name.is_relative => None,
            found => Some(found),
        });
        for found in included.chain(imported) {
            let Some((path, found)) = found.and_then(|found| Some((path(&found)?, found))) else {
                return false;
            };
            if !reached.contains(&found) {
                unfollowed.push(Source::read(&found, path));
                reached.insert(found);
            }
        }
    }
    true
}

fn module_file(root: &Path, name: &[String]) -> Option<PathBuf> {
    let (_, module) = name.split_last()?;
    [module, name].into_iter().find_map(|components| {
        let stem = root.join(components.join("/"));
        let files = ["wgsl", "wesl"].map(|extension| stem.with_extension(extension));
        files.into_iter().find(|file| is_inside(root, file))
    })
}

fn is_inside(root: &Path, file: &Path) -> bool {
    let target = dunce::canonicalize(file);
    is_shader(file) && target.is_ok_and(|target| target.starts_with(root) && target.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        for inner in ["noise", "generators/more"] {
            fs::create_dir_all(top.join(inner)).unwrap();
        }
        let library = "fn k() -> f32 { return 1.0; }";
        fs::write(top.join("noise/lib.wgsl"), library).unwrap();
        fs::write(top.join("generators/near.wgsl"), library).unwrap();
        (folder, top)
    }

    #[test]
    fn root_of_a_file_is_the_nearest_folder_in_which_its_imports_resolve() {
        let (_folder, top) = folder();
        let check = |file: &str, text: &str, expect: &str| {
            let file = top.join(file);
            fs::write(&file, text).unwrap();
            assert_eq!(root_of_file(&file), top.join(expect), "{text}");
        };
        let x = "generators/x.wgsl";
        check(x, "import package::noise::lib::k;", "");
        check(x, "fn f(p: vec2f) -> f32 { return package::noise::lib::k(); }", "");
        check(x, "#include \"../noise/lib.wgsl\"", "");
        check(x, "import super::near::k;", "generators");
        check(x, "import playground::surface::Surface;\nimport package::noise::lib::k;", "");
        check(
            x,
            "import super::super::noise::lib as lib;\nimport package::noise::lib::k;\nfn f() { lib::k(); }",
            "",
        );
        check(x, "fn f(p: vec2f) -> f32 { return p.x; }", "generators");
    }

    #[test]
    fn super_and_what_is_no_shader_of_the_folder_never_move_the_root() {
        let (_folder, top) = folder();
        fs::write(top.join("notes.txt"), "").unwrap();
        let check = |text: &str| {
            let file = top.join("generators/more/x.wgsl");
            fs::write(&file, text).unwrap();
            assert_eq!(root_of_file(&file), top.join("generators/more"), "{text}");
        };
        check("import super::super::super::noise::lib::k;");
        check("import super::super::near as up;\nfn f() { up::k(); }");
        check("#include \"../../notes.txt\"");
        check("#include \"/etc/hostname\"");
        check(&format!("#include \"{}\"", top.join("noise/lib.wgsl").display()));
    }

    #[test]
    fn root_of_a_folder_stays_in_its_project() {
        let (_folder, top) = folder();
        let file = top.join("generators/more/x.wgsl");
        let roots = |text: &str| {
            fs::write(&file, text).unwrap();
            let inner = top.join("generators/more");
            let tree = SourceTree::open(&inner).unwrap();
            root_of_folder(&inner, &tree, 0)
        };
        let import = "import package::noise::lib::k;";
        assert_eq!(roots(import), None, "there is no project");
        let tree = SourceTree::open(top.join("generators/more")).unwrap();
        let root = |levels| root_of_folder(&top.join("generators/more"), &tree, levels);
        assert_eq!((root(1), root(2)), (None, Some(top.clone())));
        fs::write(top.join("wesl.toml"), "").unwrap();
        assert_eq!(roots(import), Some(top.clone()));
        assert_eq!(roots("import super::super::near::k;"), None);
        assert_eq!(roots("#include \"../near.wgsl\""), Some(top.join("generators")));
        fs::create_dir(top.join("generators/.git")).unwrap();
        assert_eq!(roots(import), None, "the nearest project has no such file");
        assert_eq!(root_of_file(&file), top.join("generators/more"));
    }

    #[test]
    fn home_folder_and_those_above_are_no_roots() {
        let path = Path::new("/home/ada/one/two/three/four/five");
        let above = |limit: usize, home: &str| {
            let above = folders_above(path, limit, Some(Path::new(home)));
            above.into_iter().map(|folder| folder.to_str().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(above(1, "/home/ada"), ["/home/ada/one/two/three/four"]);
        assert_eq!(above(9, "/home/ada").last(), Some(&"/home/ada/one"));
        assert_eq!(above(9, "/root").last(), Some(&"/home"));
        assert_eq!(above(0, "/root"), [""; 0]);
    }
}
