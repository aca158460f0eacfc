//! Linker: combines a shader file with its imports, and maps locations in the text back to the authors' files.

mod arguments;
mod assemble;
mod check;
mod conditions;
mod defines;
mod derived;
mod engines;
mod expand;
mod extensions;
mod files;
mod host;
mod imports;
mod lookup;
mod mend;
mod modules;
mod names;
mod parse;
mod references;
mod resolver;
mod statement;
mod translate;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::source::{Features, ModulePath, Source, SourceLocation, SourceMap, SourceTree};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::directive::directives;
use crate::wgsl::lexer::tokens;
use derived::append_stubs;
pub(crate) use derived::{SUFFIX as DERIVATIVE_SUFFIX, differentiated};
use extensions::without_subgroups;
pub(crate) use files::parse_feature;
use files::{FileFinder, include_candidates, is_absolute};
pub use host::{library_functions, library_module, library_modules};
pub(crate) use lookup::{ImportedItem, imported_items};
use mend::Fault;
use modules::ModuleCache;
use names::AuthorNames;
use resolver::ModuleResolver;

/// One WGSL text made from a file and its imports.
#[derive(Clone, Debug)]
pub struct Linked {
    /// Text for naga: unchanged without imports, directives and conditions, except that `enable subgroups` is blank.
    pub wgsl: String,
    /// Authors' files: the root, those whose declarations are in the text, then others that were read, by path.
    pub sources: Vec<Arc<Source>>,
    /// Features of conditional compilation, with their states.
    pub features: Features,
    /// For linking again with other features or field inputs; `None` if the file uses neither.
    pub(crate) tree: Option<Arc<SourceTree>>,
    /// Modules of the text with directives and conditions translated, the root first.
    modules: Vec<Arc<Source>>,
    /// naga's module of the text, or its errors; empty until the first parse.
    pub(crate) module: OnceLock<Result<naga::Module, InvalidText>>,
    /// Functions of a [remainder](LinkResult::remainder) whose bodies were removed because of errors, by linked names.
    pub(crate) without_body: BTreeSet<String>,
    /// Stubs in the text of derivatives that no author has written, each with the name of its function.
    pub(crate) derived: Vec<(String, String)>,
    map: SourceMap,
    names: AuthorNames,
}

#[derive(Clone, Debug)]
pub(crate) struct InvalidText {
    pub(crate) errors: Vec<Diagnostic>,
    /// Of the text without the statements and bodies that have errors; `None` if a declaration has one.
    pub(crate) rest: Option<Box<naga::Module>>,
}

/// The linked text, and the files that it depends on.
#[derive(Clone, Debug)]
pub struct LinkResult {
    /// The text, or all errors that prevent it.
    pub result: Result<Linked, Vec<Diagnostic>>,
    /// Files that were read, and files that were searched for and not found. Complete even after an error.
    pub depends_on: BTreeSet<ModulePath>,
    /// Features that conditions use, with their states. Complete even after an error.
    pub features: Features,
    /// After an error, the text without the declarations that have errors; `None` if that cannot be linked.
    pub(crate) remainder: Option<Linked>,
}

/// The other fields follow from text and sources.
impl PartialEq for Linked {
    fn eq(&self, other: &Self) -> bool {
        (&self.wgsl, &self.sources) == (&other.wgsl, &other.sources)
    }
}

impl Linked {
    /// Returns the location in the authors' files; `None` for text that this program added.
    pub fn location(&self, range: Range<usize>) -> Option<SourceLocation> {
        let (module, range) = self.author_range(range)?;
        Some(module.location(range))
    }

    /// Returns naga's module, or the first error of a text without one. The text must have been parsed before.
    pub(crate) fn valid_module(&self) -> Result<&naga::Module, Box<Diagnostic>> {
        let parsed = self.module.get().expect("a generator's text was parsed");
        parsed.as_ref().map_err(|invalid| Box::new(invalid.errors[0].clone()))
    }

    /// Returns the module, and the range there; `None` for text that this program added.
    pub(crate) fn author_range(&self, range: Range<usize>) -> Option<(&Arc<Source>, Range<usize>)> {
        let (module, range) = self.map.author_range(range)?;
        Some((&self.modules[module], range))
    }

    /// Directives and conditions are translated.
    pub(crate) fn root(&self) -> &Arc<Source> {
        &self.modules[0]
    }

    /// Replaces names that the linker assigned.
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

    /// The module that declares a name of the text, and the name that its author gave it.
    pub(crate) fn declared_in<'a>(&'a self, name: &'a str) -> (&'a Arc<Source>, &'a str) {
        let root = self.root();
        let Some((module, author_name)) = self.names.get(name) else {
            return (root, name);
        };
        let owner = self.modules.iter().find(|source| source.path.components() == *module);
        (owner.unwrap_or(root), author_name)
    }

    /// Name in the text of an item of this program's own module; `None` if it is not imported.
    pub(crate) fn host_name(&self, name: &str) -> Option<&str> {
        let of_host =
            |module: &[String]| module.first().is_some_and(|part| part == host::COMPONENT);
        let mut names = self.names.iter();
        let found = names.find(|(_, (module, author_name))| of_host(module) && author_name == name);
        found.map(|(linked, _)| linked.as_str())
    }

    /// Returns true if texts differ at most in white space and plain comments. Doc comments count: tags set defaults.
    pub fn has_same_code(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|linked| tokens(&linked.wgsl));
        let own = own.iter().map(|token| token.text(&self.wgsl));
        own.eq(others.iter().map(|token| token.text(&other.wgsl)))
    }

    /// Returns the authors' files, the root first, without this program's own module.
    pub fn authors(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.sources.iter().filter(|source| !host::provides(source))
    }
}

/// Links a shader file with its imports.
pub fn link(tree: &SourceTree, root: &Arc<Source>) -> LinkResult {
    let folder = ModuleResolver::new(FileFinder::new(tree, Some(root)));
    let (text, errors) = text_and_errors(&folder, root);
    let features = folder.files.features();
    let linked = text.map(|mut text| Linked {
        derived: append_stubs(&mut text.wgsl, &mut text.map),
        sources: author_files(&folder, &text.modules),
        tree: (!features.is_empty() || text.has_inputs()).then(|| Arc::new(tree.clone())),
        wgsl: without_subgroups(text.wgsl),
        features: features.clone(),
        module: OnceLock::new(),
        without_body: without_body(&folder, &root.path, &text.names),
        modules: text.modules,
        map: text.map,
        names: text.names,
    });
    let (result, remainder) = match linked {
        Some(linked) if errors.is_empty() => (Ok(linked), None),
        remainder => (Err(errors), remainder),
    };
    LinkResult { result, depends_on: folder.files.requested(), features, remainder }
}

/// Each attempt omits the declarations that have errors.
const MAX_ATTEMPTS: usize = 20;

/// Links again without faulty declarations until the rest can be linked, else `None`. Returns errors of all attempts.
fn text_and_errors(
    folder: &ModuleResolver<'_>,
    root: &Arc<Source>,
) -> (Option<LinkedText>, Vec<Diagnostic>) {
    let mut errors: Vec<Diagnostic> = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        let faults = match link_in(folder, &folder.translated(root)) {
            Ok(mut text) => {
                for module in &mut text.modules {
                    *module = folder.mended.borrow().original(module);
                }
                return (Some(text), errors);
            }
            Err(faults) => faults,
        };
        let is_mended = folder.mend(&faults);
        let is_first = errors.is_empty();
        for fault in faults {
            // A fault for which nothing can be removed may follow from the declarations that were removed.
            let is_independent = fault.part.is_some() || is_first;
            let found = fault.diagnostic.filter(|_| is_independent);
            errors.extend(found.filter(|found| !errors.contains(found)));
        }
        if !is_mended || errors.len() >= check::MAX_FAULTS {
            break;
        }
    }
    (None, errors)
}

/// A linked text, with the modules that it is made of, the root first.
struct LinkedText {
    wgsl: String,
    modules: Vec<Arc<Source>>,
    map: SourceMap,
    names: AuthorNames,
}

impl LinkedText {
    fn has_inputs(&self) -> bool {
        let mut modules = self.modules.iter();
        modules.any(|module| module.text.contains("@field"))
    }
}

fn without_body(
    folder: &ModuleResolver<'_>,
    root: &ModulePath,
    names: &AuthorNames,
) -> BTreeSet<String> {
    let mended = folder.mended.borrow();
    let linked = mended.without_body().filter_map(|(module, name)| {
        if module == root {
            return Some(name.clone());
        }
        let author = (module.components(), name.clone());
        let mut names = names.iter();
        let found = names.find(|(_, declared)| **declared == author);
        found.map(|(linked, _)| linked.clone())
    });
    linked.collect()
}

fn link_in(folder: &ModuleResolver<'_>, root: &Arc<Source>) -> Result<LinkedText, Vec<Fault>> {
    if let Some(error) = modules::unlinkable(folder, root) {
        return Err(vec![Fault::without_part(error)]);
    }
    let has_statements = || {
        let mut tokens = root.tokens().iter();
        tokens.any(|token| matches!(token.text(&root.text), "::" | "import"))
    };
    let translation = root.translation.as_ref();
    if translation.is_none_or(|translation| translation.imports.is_empty()) && !has_statements() {
        let faults = modules::directive_faults(root);
        if !faults.is_empty() {
            return Err(faults);
        }
        return Ok(LinkedText {
            wgsl: root.text.clone(),
            modules: vec![Arc::clone(root)],
            map: SourceMap::identity(root.text.len()),
            names: BTreeMap::new(),
        });
    }
    let mut modules = ModuleCache::new(folder);
    let reached = check::check(&mut modules, root)?;
    Ok(assemble::assemble(&mut modules, reached))
}

/// Authors' files: that of the root first, and last the others that were requested.
fn author_files(folder: &ModuleResolver<'_>, modules: &[Arc<Source>]) -> Vec<Arc<Source>> {
    let files = |module: &Arc<Source>| match &module.translation {
        Some(translation) => translation.files.clone(),
        None => vec![Arc::clone(module)],
    };
    let mut sources: Vec<Arc<Source>> = modules.iter().flat_map(files).collect();
    let by_path = |one: &Arc<Source>, other: &Arc<Source>| one.path.cmp(&other.path);
    sources[1..].sort_by(by_path);
    let requested = folder.files.requested();
    sources.extend(requested.iter().filter_map(|path| folder.files.tree.get(path)).cloned());
    let mut listed = BTreeSet::new();
    sources.retain(|source| listed.insert(source.path.clone()));
    sources
}

/// Path of a name that a file imports from another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedPath {
    /// From the root of the folder, with the imported name last.
    pub components: Vec<String>,
    /// True for `super::` or `self::`, which leads to the same file whatever the root is.
    pub is_relative: bool,
}

/// Returns the imported names of a file. Paths into packages, of unknown modules and out of the folder are omitted.
pub fn imported_names(source: &Source) -> Vec<ImportedPath> {
    let nothing = SourceTree::default();
    let folder = ModuleResolver::new(FileFinder::new(&nothing, None));
    let Ok(statements) = parse::imports(source) else {
        return Vec::new();
    };
    let uses = imports::uses(source, statements, &folder).into_iter();
    let paths = uses.filter_map(|used| {
        Some(ImportedPath { is_relative: used.is_relative, components: used.path.ok()? })
    });
    let of_host =
        |path: &ImportedPath| path.components.first().is_some_and(|first| first == host::COMPONENT);
    paths.filter(|path| !of_host(path)).collect()
}

/// Returns possible paths of each included file; none outside of the folder. Omits absolute paths: they are errors.
pub fn included_files(source: &Source) -> Vec<Vec<ModulePath>> {
    let directives = directives(&source.text, source.tokens());
    let names = directives.iter().filter_map(|directive| match directive.name {
        "include" => arguments::quoted(&directive.arguments),
        _ => None,
    });
    names
        .filter(|name| !is_absolute(name))
        .map(|name| include_candidates(&source.path, name))
        .collect()
}
