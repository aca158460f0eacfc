//! Finds the dependencies between source files, by the paths in their text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Source files by their paths relative to the root of the repository.
pub(crate) struct Sources(BTreeMap<String, Source>);

struct Source {
    /// Text without comments and test code.
    code: String,
    /// Paths in the file's `use` declarations by the names that they introduce.
    imports: BTreeMap<String, String>,
}

/// A dependency: the source file `from` uses an item of the source file `to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// Source folders of the crates, each with the name by which a path in the text refers to it.
const CRATES: [(&str, &str); 2] = [("src", "noise_playground"), ("playground/src", "crate")];

impl Sources {
    pub(crate) fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut texts = BTreeMap::new();
        for (folder, _) in CRATES {
            for path in rust_files(&root.join(folder)) {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                // A folder's own module, wherever its file is.
                let name = name.replace("/mod.rs", ".rs");
                texts.insert(name, code(&fs::read_to_string(&path).unwrap()));
            }
        }
        let tests: Vec<String> =
            texts.iter().flat_map(|(file, text)| test_modules(file, text)).collect();
        let is_test = |file: &String| {
            let own = tests.iter();
            own.clone().any(|test| *file == format!("{test}.rs"))
                || own.clone().any(|test| file.starts_with(&format!("{test}/")))
        };
        texts.retain(|file, _| !is_test(file));
        let sources = texts.into_iter().map(|(file, code)| {
            let imports = imports(&code);
            (file, Source { code, imports })
        });
        Self(sources.collect())
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.0.iter();
        files.map(|(file, source)| (file.as_str(), source.code.as_str()))
    }

    /// Returns all dependencies of one source file on another.
    pub(crate) fn uses(&self) -> BTreeSet<Use> {
        let mut uses = BTreeSet::new();
        for (file, source) in &self.0 {
            for path in paths(&source.code) {
                let to = self.resolve(file, &path, &mut BTreeSet::new());
                uses.extend(to.filter(|to| to != file).map(|to| Use { from: file.clone(), to }));
            }
        }
        uses
    }

    /// Returns the source file of the innermost module that a path in the text of `file` refers to. An item that a
    /// module of the library re-exports belongs to the module that declares it. `followed` are the re-exports on the way here.
    fn resolve(
        &self,
        file: &str,
        path: &str,
        followed: &mut BTreeSet<(String, String)>,
    ) -> Option<String> {
        let mut parts = path.split("::").peekable();
        let own = file.strip_suffix(".rs")?;
        let own = own.strip_suffix("/lib").or(own.strip_suffix("/main")).unwrap_or(own);
        let mut folder = match parts.next()? {
            "crate" if file.starts_with("src/") => "src".to_owned(),
            "crate" => "playground/src".to_owned(),
            "noise_playground" => "src".to_owned(),
            "super" => own.rsplit_once('/')?.0.to_owned(),
            "self" => own.to_owned(),
            child => format!("{own}/{child}"),
        };
        while parts.next_if_eq(&"super").is_some() {
            folder = folder.rsplit_once('/')?.0.to_owned();
        }
        while let Some(part) = parts.peek() {
            let inner = format!("{folder}/{part}");
            if self.module(&inner).is_none() {
                break;
            }
            folder = inner;
            parts.next();
        }
        let found = self.module(&folder);
        let holder = found.clone().unwrap_or(format!("{folder}/lib.rs"));
        // Only within the library: some modules of the application still use each other through re-exports.
        let name = parts.next().filter(|_| holder.starts_with("src/"));
        let re_exported = name.and_then(|name| {
            let import = self.0.get(&holder)?.imports.get(name)?;
            let is_new = followed.insert((holder.clone(), name.to_owned()));
            let rest = parts.map(|part| format!("::{part}")).collect::<String>();
            is_new.then(|| self.resolve(&holder, &format!("{import}{rest}"), followed))?
        });
        re_exported.or(found)
    }

    fn module(&self, path: &str) -> Option<String> {
        let file = format!("{path}.rs");
        self.0.contains_key(&file).then_some(file)
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the text of a source file without comments and without its test module.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the modules that a source file declares for tests only, as paths without extension.
fn test_modules(file: &str, text: &str) -> Vec<String> {
    let folder = match file.rsplit_once('/') {
        Some((folder, "main.rs" | "lib.rs")) => folder,
        _ => file.trim_end_matches(".rs"),
    };
    let after = text.split("#[cfg(test)]").skip(1);
    let declared = after.filter_map(|after| {
        let line = after.trim_start().lines().next()?;
        let (_, name) = line.strip_suffix(';')?.split_once("mod ")?;
        Some(format!("{folder}/{name}"))
    });
    declared.collect()
}

/// Returns the paths in the `use` declarations of a Rust text by the names that they introduce.
fn imports(text: &str) -> BTreeMap<String, String> {
    let mut imports = Vec::new();
    for (at, _) in text.match_indices("use ") {
        if text[..at].trim_end_matches(' ').ends_with(['\n', ')']) || text[..at].ends_with("pub ") {
            expand(&text[at + "use ".len()..], "", &mut imports);
        }
    }
    imports.into_iter().map(|(path, name)| (name, path)).collect()
}

/// Returns all paths in a Rust text that start with a crate or a module, with the braces of `use` expanded.
fn paths(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::", "noise_playground::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            if before.is_none_or(|letter| !letter.is_alphanumeric() && !"_:".contains(letter)) {
                expand(&text[at..], "", &mut paths);
            }
        }
    }
    paths.into_iter().map(|(path, _)| path).collect()
}

/// Expands the braces of a `use` path at the start of a text, and adds the resulting paths to `paths`, each with
/// `prefix` and with the name that it introduces. Returns the rest of the text.
fn expand<'a>(text: &'a str, prefix: &str, paths: &mut Vec<(String, String)>) -> &'a str {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let end = text.find(|letter| !is_path(letter)).unwrap_or(text.len());
    let (path, mut rest) = text.split_at(end);
    let path = format!("{prefix}{path}");
    if !path.ends_with("::") || !rest.starts_with('{') {
        let path = path.strip_suffix("::self").unwrap_or(&path);
        let mut name = path.rsplit("::").next().unwrap_or_default();
        if let Some(renamed) = rest.trim_start().strip_prefix("as ") {
            let end = renamed.find(|letter| !is_path(letter)).unwrap_or(renamed.len());
            (name, rest) = renamed.split_at(end);
        }
        paths.push((path.to_owned(), name.to_owned()));
        return rest;
    }
    loop {
        rest = rest[1..].trim_start();
        if let Some(after) = rest.strip_prefix('}') {
            return after;
        }
        rest = expand(rest, &path, paths).trim_start();
        if !rest.starts_with(',') {
            return rest.get(1..).unwrap_or_default();
        }
    }
}
