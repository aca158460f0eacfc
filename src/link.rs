//! Links a file with its imports into one WGSL text, and maps locations in it back to the authors' files.

mod check;
mod host;
mod imports;
mod names;
mod parse;
mod resolver;
mod source_map;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use wesl::CompileOptions;

use crate::diagnostic::Diagnostic;
use crate::lexer::tokens;
use crate::source::{ModulePath, Source, SourceLocation, SourceTree};
use imports::ImportError;
use names::{AuthorNames, NameMangler};
use resolver::{ModuleResolver, module_path};
use source_map::SourceMap;

/// One WGSL text made from a file and its imports.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The text for naga. A file without imports is here exactly as written.
    pub wgsl: String,
    /// The files that were read: the root, then those whose declarations are in the text, sorted by path, then the
    /// others, sorted by path.
    pub sources: Vec<Arc<Source>>,
    /// naga's module of the text, or the errors in the text; empty until the first parse.
    pub(crate) module: OnceLock<Result<naga::Module, Vec<Diagnostic>>>,
    map: SourceMap,
    names: AuthorNames,
}

/// Result of linking a file, and the files that the result depends on.
#[derive(Clone, Debug)]
pub struct LinkResult {
    /// The linked text, or the errors that prevent it.
    pub result: Result<Linked, Vec<Diagnostic>>,
    /// Files that were read, and files that were searched and do not exist. Known after an error too.
    pub depends_on: BTreeSet<ModulePath>,
}

/// Compares the text and its sources; the other fields follow from them.
impl PartialEq for Linked {
    fn eq(&self, other: &Self) -> bool {
        (&self.wgsl, &self.sources) == (&other.wgsl, &other.sources)
    }
}

impl Linked {
    /// Returns the author's location of a byte range of the text. `None` for text that the host wrote.
    pub fn location(&self, range: Range<usize>) -> Option<SourceLocation> {
        let (source, range) = self.author_range(range)?;
        Some(source.location(range))
    }

    /// Returns the author's file and the byte range in it that a byte range of the text came from. `None` for text that
    /// the host wrote.
    pub(crate) fn author_range(&self, range: Range<usize>) -> Option<(&Arc<Source>, Range<usize>)> {
        let (source, range) = self.map.author_range(range)?;
        Some((&self.sources[source], range))
    }

    /// Returns a message with the linker's names replaced by those of the authors.
    pub(crate) fn with_author_names(&self, message: &str) -> String {
        let mut text = String::new();
        let mut end = 0;
        for token in tokens(message) {
            if let Some((_, name)) = self.names.get(token.text(message)) {
                text.push_str(&message[end..token.range.start]);
                text.push_str(name);
                end = token.range.end;
            }
        }
        text + &message[end..]
    }

    /// Returns the file that declares a name of the text, and the name as written there.
    pub(crate) fn declared_in<'a>(&'a self, name: &'a str) -> (&'a Arc<Source>, &'a str) {
        let root = &self.sources[0];
        let Some((module, author_name)) = self.names.get(name) else {
            return (root, name);
        };
        let owner = self
            .sources
            .iter()
            .find(|source| source.path.components() == *module);
        (owner.unwrap_or(root), author_name)
    }

    /// Returns the name in the text of an item of the host's own module; `None` if it is not imported.
    pub(crate) fn host_name(&self, name: &str) -> Option<&str> {
        let of_host =
            |module: &[String]| module.first().is_some_and(|part| part == host::COMPONENT);
        let mut names = self.names.iter();
        let found = names.find(|(_, (module, author_name))| of_host(module) && author_name == name);
        found.map(|(linked, _)| linked.as_str())
    }

    /// Returns the authors' files, the root first.
    pub fn authors(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.sources.iter().filter(|source| !host::provides(source))
    }
}

/// Links a file with its imports.
pub fn link(tree: &SourceTree, root: &Arc<Source>) -> LinkResult {
    let folder = ModuleResolver {
        tree,
        requested: RefCell::new(BTreeSet::from([root.path.clone()])),
    };
    let result = link_in(&folder, root);
    LinkResult {
        result,
        depends_on: folder.requested.into_inner(),
    }
}

fn link_in(folder: &ModuleResolver<'_>, root: &Arc<Source>) -> Result<Linked, Vec<Diagnostic>> {
    if let Some(error) = check::unlinkable(folder, root) {
        return Err(vec![error]);
    }
    if !root
        .tokens()
        .iter()
        .any(|token| matches!(token.text(&root.text), "::" | "import"))
    {
        return Ok(Linked {
            wgsl: root.text.clone(),
            sources: vec![Arc::clone(root)],
            module: OnceLock::new(),
            map: SourceMap::identity(root.text.len()),
            names: BTreeMap::new(),
        });
    }
    let reached = check::check(folder, root)?;
    let names = NameMangler::beside(&reached);
    let options = CompileOptions {
        condcomp: false,
        validate: false,
        strip: true,
        keep_root: true,
        ..CompileOptions::default()
    };
    let compiled = wesl::compile(&module_path(&root.path), folder, &names, &options)
        .map_err(|error| vec![check::diagnostic(folder, root, error)])?;
    let mut sources = vec![Arc::clone(root)];
    sources.extend(
        compiled
            .modules
            .iter()
            .skip(1)
            .filter_map(|path| folder.find(path)),
    );
    sources[1..].sort_by(|one, other| one.path.cmp(&other.path));
    let names = names.mangled.into_inner();
    let (wgsl, map) =
        source_map::assemble(&compiled.syntax, &sources, &names).map_err(|error| vec![*error])?;
    let requested = folder.requested.borrow().clone();
    let unused = requested.iter().filter_map(|path| folder.tree.get(path));
    for source in unused {
        if sources.iter().all(|used| used.path != source.path) {
            sources.push(Arc::clone(source));
        }
    }
    Ok(Linked {
        wgsl,
        sources,
        module: OnceLock::new(),
        map,
        names,
    })
}

/// Returns the paths of all names that a file takes from others: components from the top of the folder, the name last.
/// Paths into packages and of unknown modules are omitted. Returns `None` if a path leaves the folder.
pub fn imported_names(source: &Source) -> Option<Vec<Vec<String>>> {
    let Ok(statements) = parse::imports(source) else {
        return Some(Vec::new());
    };
    let mut names = Vec::new();
    for used in imports::uses(source, statements) {
        match used.path {
            Ok(path) if path.first().is_some_and(|first| first == host::COMPONENT) => {}
            Ok(path) => names.push(path),
            Err(ImportError::Outside) => return None,
            Err(ImportError::Package(_) | ImportError::Unknown(_)) => {}
        }
    }
    Some(names)
}
