//! A root module and its imports → one WGSL text, and the way back from it to the authors' files.

mod check;
mod host;
mod imports;
mod parse;
mod source_map;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use wesl::syntax::PathOrigin;
use wesl::{CompileOptions, Mangler, ResolveError, Resolver};

use crate::diagnostic::Diagnostic;
use crate::lexer::{TokenKind, tokens};
use crate::outline::Outline;
use crate::source::{ModulePath, Place, Source, SourceTree};
use imports::Astray;
use source_map::SourceMap;

/// One WGSL text made from a module and what it imports.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The text for naga. A module without imports stands here exactly as written.
    pub wgsl: String,
    /// The modules that were read: the root, then those whose declarations went in, then the others, by path.
    pub sources: Vec<Arc<Source>>,
    map: SourceMap,
    names: AuthorNames,
}

/// Names in the linked text → the components of the declaring module, and the name that its author gave.
type AuthorNames = BTreeMap<String, (Vec<String>, String)>;

/// What came of linking, and the files it depends on whether it succeeded or not.
#[derive(Clone, Debug)]
pub struct Linking {
    /// The text, or why there is none.
    pub result: Result<Linked, Vec<Diagnostic>>,
    /// Files that were read, or looked for and missed.
    pub depends_on: BTreeSet<ModulePath>,
}

impl Linked {
    /// The author's place of a stretch of the text. `None` for text that no author wrote.
    pub fn place(&self, range: Range<usize>) -> Option<Place> {
        let (source, range) = self.map.author_range(range)?;
        Some(self.sources[source].place(range))
    }

    /// A message with the linker's names replaced by those of the authors.
    pub fn with_author_names(&self, message: &str) -> String {
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

    /// The file that declares a name of the text, and its author's name there.
    pub fn declared_in<'a>(&'a self, name: &'a str) -> (&'a Arc<Source>, &'a str) {
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
}

impl Linked {
    /// What a name of the host's own modules is called in the text, where it is imported.
    pub fn host_name(&self, name: &str) -> Option<&str> {
        let of_host =
            |module: &[String]| module.first().is_some_and(|part| part == host::COMPONENT);
        let mut names = self.names.iter();
        let found = names.find(|(_, (module, given))| of_host(module) && given == name);
        found.map(|(linked, _)| linked.as_str())
    }

    /// Whether a name of the text is as its author wrote it.
    pub fn is_author_name(&self, name: &str) -> bool {
        !self.names.contains_key(name)
    }

    /// The authors' modules, the root first.
    pub fn authors(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.sources.iter().filter(|source| !host::provides(source))
    }
}

/// Links a module with what it imports.
pub fn link(tree: &SourceTree, root: &Arc<Source>) -> Linking {
    let folder = Folder {
        tree,
        asked: RefCell::new(BTreeSet::from([root.path.clone()])),
    };
    let result = link_in(&folder, root);
    Linking {
        result,
        depends_on: folder.asked.into_inner(),
    }
}

fn link_in(folder: &Folder<'_>, root: &Arc<Source>) -> Result<Linked, Vec<Diagnostic>> {
    if let Some(why) = check::fault(folder, root) {
        return Err(vec![why]);
    }
    if !tokens(&root.text)
        .iter()
        .any(|token| matches!(token.text(&root.text), "::" | "import"))
    {
        return Ok(Linked {
            wgsl: root.text.clone(),
            sources: vec![Arc::clone(root)],
            map: SourceMap::identity(root.text.len()),
            names: BTreeMap::new(),
        });
    }
    let reached = check::check(folder, root)?;
    let names = Names::beside(&reached);
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
    let names = names.given.into_inner();
    let (wgsl, map) =
        source_map::assemble(&compiled.syntax, &sources, &names).map_err(|error| vec![*error])?;
    let asked = folder.asked.borrow().clone();
    let unused = asked.iter().filter_map(|path| folder.tree.get(path));
    for source in unused {
        if sources.iter().all(|used| used.path != source.path) {
            sources.push(Arc::clone(source));
        }
    }
    Ok(Linked {
        wgsl,
        sources,
        map,
        names,
    })
}

/// What a file imports, or names by a path, as components from its folder's top, the name itself last.
/// What belongs to no folder is left out. `None` if a path leaves the folder.
pub fn imported_names(source: &Source) -> Option<Vec<Vec<String>>> {
    let Ok(unit) = parse::parse(source) else {
        return Some(Vec::new());
    };
    let mut names = Vec::new();
    for used in imports::uses(source, &Outline::read(&source.text), &unit) {
        match used.path {
            Ok(path) if path.first().is_some_and(|first| first == host::COMPONENT) => {}
            Ok(path) => names.push(path),
            Err(Astray::Outside) => return None,
            Err(Astray::Package(_) | Astray::Unknown(_)) => {}
        }
    }
    Some(names)
}

/// The linker's name of a module.
fn module_path(path: &ModulePath) -> wesl::ModulePath {
    wesl::ModulePath::new(PathOrigin::Absolute, path.components())
}

/// Components from the folder's top, or from the host's package.
fn components(path: &wesl::ModulePath) -> Option<Vec<String>> {
    match &path.origin {
        PathOrigin::Absolute => Some(path.components.clone()),
        PathOrigin::Package(name) if name == host::PACKAGE => {
            let first = std::iter::once(host::COMPONENT.to_owned());
            Some(first.chain(path.components.iter().cloned()).collect())
        }
        _ => None,
    }
}

/// The folder as the linker asks for it; it notes every module asked for.
struct Folder<'a> {
    tree: &'a SourceTree,
    asked: RefCell<BTreeSet<ModulePath>>,
}

impl Folder<'_> {
    fn find(&self, path: &wesl::ModulePath) -> Option<Arc<Source>> {
        self.module(&components(path)?)
    }

    /// The other file that is the same module.
    fn twin(&self, path: &ModulePath) -> Option<ModulePath> {
        let twin = path.twin()?;
        self.asked.borrow_mut().insert(twin.clone());
        self.tree.get(&twin).map(|twin| twin.path.clone())
    }

    /// Whether files lie in a folder of this name.
    fn has_folder(&self, name: &str) -> bool {
        let inside = format!("{name}/");
        self.tree
            .iter()
            .any(|source| source.path.as_str().starts_with(&inside))
    }

    fn module(&self, components: &[String]) -> Option<Arc<Source>> {
        if let Some(module) = host::module(components) {
            return Some(module);
        }
        let found = self.tree.module(components).cloned();
        let stem = components.join("/");
        let asked = match &found {
            Some(source) => vec![source.path.clone()],
            None => ["wgsl", "wesl"]
                .map(|ending| ModulePath::new(format!("{stem}.{ending}")))
                .to_vec(),
        };
        self.asked.borrow_mut().extend(asked);
        found
    }
}

impl Resolver for Folder<'_> {
    fn resolve_source<'a>(&'a self, path: &wesl::ModulePath) -> Result<Cow<'a, str>, ResolveError> {
        let source = self.find(path).ok_or_else(|| {
            ResolveError::ModuleNotFound(path.clone(), "no such file in the folder".to_owned())
        })?;
        Ok(Cow::Owned(source.text.clone()))
    }
}

/// Names that the linker gives: `noise_perlin__fade` for `fade` of `noise/perlin.wgsl`, and `a_0b__f`
/// for `f` of `a_b.wgsl`. No two are the same, since a module's own `_` is written `_0`, with which no
/// part of a path begins; nor with `1`, by which the host's own modules are told.
struct Names {
    /// Stands between module and item. It has more underscores than any author's name has in a row.
    separator: String,
    given: RefCell<AuthorNames>,
}

impl Names {
    /// Names that none of these modules has.
    fn beside(sources: &[Arc<Source>]) -> Self {
        let longest = sources.iter().map(|source| {
            let words = tokens(&source.text)
                .into_iter()
                .filter(|token| token.kind == TokenKind::Word);
            words
                .flat_map(|word| word.text(&source.text).split(|c| c != '_'))
                .map(str::len)
                .max()
        });
        let longest = longest.flatten().max().unwrap_or_default();
        Self {
            separator: "_".repeat(longest.max(1) + 1),
            given: RefCell::default(),
        }
    }
}

impl Mangler for Names {
    fn mangle(&self, path: &wesl::ModulePath, item: &str) -> String {
        let components = components(path).unwrap_or_else(|| path.components.clone());
        let module: Vec<String> = components
            .iter()
            .map(|component| match component.as_str() {
                host::COMPONENT => "playground_1".to_owned(),
                component => component.replace('_', "_0"),
            })
            .collect();
        let mangled = format!("{}{}{item}", module.join("_"), self.separator);
        self.given
            .borrow_mut()
            .insert(mangled.clone(), (components, item.to_owned()));
        mangled
    }
}
