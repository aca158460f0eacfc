//! Builds the linked text, and the map from its byte ranges to the modules that they come from.
//!
//! The text consists of the declarations of the root module and of those of other modules that they need, directly or
//! not, as their authors wrote them: only names of imported declarations are replaced, so that all are unique.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::LinkedText;
use super::derived::{SUFFIX, differentiated};
use super::imports::ImportedName;
use super::modules::ModuleCache;
use super::names::NameMangler;
use super::references::references;
use crate::source::{Source, SourceMap};
use crate::wgsl::outline::DeclarationKind;

/// `reached` are all modules that imports and paths lead to, directly or not, the root first; they have no errors.
pub(super) fn assemble(modules: &mut ModuleCache<'_>, mut reached: Vec<Arc<Source>>) -> LinkedText {
    reached[1..].sort_by(|one, other| one.path.cmp(&other.path));
    let mut names = NameMangler::beside(&reached);
    let needed = needed(modules, &reached);
    let used: BTreeSet<usize> = needed.keys().map(|item| item.module).chain([0]).collect();
    let mut builder = LinkedTextBuilder::default();
    for (index, module) in used.iter().enumerate() {
        let source = &reached[*module];
        for directive in &source.outline().directives {
            builder.copy(index, source, directive.clone());
            builder.wgsl.push('\n');
        }
    }
    let index = |module: usize| used.range(..module).count();
    for (item, replaced) in &needed {
        let source = &reached[item.module];
        let mut at = item.start;
        for (range, target) in replaced {
            let name = match target.module {
                0 => target.name.clone(),
                module => names.mangle(&reached[module], &target.name),
            };
            builder.copy(index(item.module), source, at..range.start);
            builder.push(index(item.module), &name, range.clone());
            at = range.end;
        }
        builder.copy(index(item.module), source, at..item.end);
        builder.wgsl.push_str("\n\n");
    }
    LinkedText {
        wgsl: builder.wgsl,
        modules: used.iter().map(|module| Arc::clone(&reached[*module])).collect(),
        map: builder.map,
        names: names.mangled,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    module: usize,
    start: usize,
    end: usize,
}

#[derive(Clone)]
struct Target {
    module: usize,
    name: String,
}

/// Names of other declarations, with byte range.
type Replaced = Vec<(Range<usize>, Target)>;

/// Returns the declarations and assertions that the linked text has, in its order.
fn needed(modules: &mut ModuleCache<'_>, reached: &[Arc<Source>]) -> BTreeMap<Item, Replaced> {
    let scopes: Vec<Scope> =
        (0..reached.len()).map(|module| Scope::new(modules, reached, module)).collect();
    let mut needed = BTreeMap::new();
    let mut pending: Vec<(Item, DeclarationKind)> =
        scopes[0].items.values().flatten().copied().collect();
    let mut is_used = vec![false; reached.len()];
    while let Some((item, kind)) = pending.pop() {
        if needed.contains_key(&item) {
            continue;
        }
        let scope = &scopes[item.module];
        if !std::mem::replace(&mut is_used[item.module], true) {
            pending.extend(&scope.assertions);
        }
        let source = &reached[item.module];
        let mut replaced = Replaced::new();
        for token in references(source, item.start..item.end, kind) {
            let Some(target) = scope.target(token.text(&source.text), token.range.start) else {
                continue;
            };
            pending.extend(scopes[target.module].items_of(&target.name));
            replaced.push((token.range, target));
        }
        needed.insert(item, replaced);
    }
    needed
}

struct Scope {
    items: BTreeMap<String, Vec<(Item, DeclarationKind)>>,
    assertions: Vec<(Item, DeclarationKind)>,
    /// Declared or imported.
    names: BTreeMap<String, Target>,
    /// Paths inside of declarations, by their first byte.
    paths: BTreeMap<usize, Target>,
}

impl Scope {
    fn new(modules: &mut ModuleCache<'_>, reached: &[Arc<Source>], module: usize) -> Self {
        let source = &reached[module];
        let outline = source.outline();
        let item = |range: &Range<usize>| Item { module, start: range.start, end: range.end };
        let mut scope = Self {
            items: BTreeMap::new(),
            assertions: Vec::new(),
            names: BTreeMap::new(),
            paths: BTreeMap::new(),
        };
        for declared in &outline.declarations {
            let name = declared.name.clone();
            let items = scope.items.entry(name.clone()).or_default();
            items.push((item(&declared.range), declared.kind));
            scope.names.insert(name.clone(), Target { module, name });
        }
        let assertions = outline.assertions.iter();
        scope.assertions = assertions.map(|range| (item(range), DeclarationKind::Other)).collect();
        let module = modules.read(source);
        for used in module.iter().flat_map(|module| &module.uses) {
            let Some(target) = target(modules, reached, used) else {
                continue;
            };
            match &used.name {
                Some(name) => _ = scope.names.insert(name.clone(), target),
                None => _ = scope.paths.insert(used.range.start, target),
            }
        }
        scope
    }

    fn target(&self, text: &str, start: usize) -> Option<Target> {
        let found = self.names.get(text).or_else(|| self.paths.get(&start));
        found.cloned().or_else(|| self.derivative(text))
    }

    /// `NAME_deriv` of a known function `NAME`, declared or not.
    fn derivative(&self, text: &str) -> Option<Target> {
        let of = self.names.get(differentiated(text)?)?;
        Some(Target { module: of.module, name: format!("{}{SUFFIX}", of.name) })
    }

    /// Declarations of a name, or of the function whose derivative has the name.
    fn items_of(&self, name: &str) -> &[(Item, DeclarationKind)] {
        let function = || self.items.get(differentiated(name)?);
        self.items.get(name).or_else(function).map_or(&[], Vec::as_slice)
    }
}

/// The target is `None` for a whole module.
fn target(
    modules: &mut ModuleCache<'_>,
    reached: &[Arc<Source>],
    used: &ImportedName,
) -> Option<Target> {
    let (source, name) = modules.declaration(used)?;
    let module = reached.iter().position(|module| module.path == source.path)?;
    Some(Target { module, name })
}

#[derive(Default)]
struct LinkedTextBuilder {
    wgsl: String,
    map: SourceMap,
}

impl LinkedTextBuilder {
    fn copy(&mut self, index: usize, source: &Source, author: Range<usize>) {
        self.push(index, &source.text[author.clone()], author);
    }

    fn push(&mut self, source: usize, text: &str, author: Range<usize>) {
        let start = self.wgsl.len();
        self.wgsl.push_str(text);
        self.map.push(start..self.wgsl.len(), source, author);
    }
}

#[cfg(test)]
mod tests {
    use super::super::link;
    use crate::source::{ModulePath, SourceTree};

    #[test]
    fn only_names_are_replaced_and_locations_map_back() {
        let author = "import super::b::{g as h, S};\n/// Of f.\nfn f(a: f32, /* why */ h_: S,) -> f32 { let g = h(a,) + 0x1p3; return package::b :: g(g.g); }";
        let imported = "const_assert K > 1;\nconst K = 2;\nconst L = 3;\nstruct S { g: f32 }\nfn g(g: f32) -> f32 { return g; }\nfn unused() {}";
        let tree = SourceTree::from_iter([("a.wgsl", author), ("b.wgsl", imported)]);
        let root = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let linked = link(&tree, root).result.unwrap();
        let expected = [
            "fn f(a: f32, /* why */ h_: b__S,) -> f32 { let g = b__g(a,) + 0x1p3; return b__g(g.g); }",
            "const_assert b__K > 1;",
            "const b__K = 2;",
            "struct b__S { g: f32 }",
            "fn b__g(g: f32) -> f32 { return g; }",
        ];
        assert_eq!(linked.wgsl, expected.join("\n\n") + "\n\n");
        let origin = |text: &str| {
            let at = linked.wgsl.find(text).unwrap();
            let (source, range) = linked.author_range(at..at + text.len()).unwrap();
            source.text[range].to_owned()
        };
        assert_eq!(origin("b__g(a,) + 0x1p3"), "h(a,) + 0x1p3");
        assert_eq!(origin("b__g(g.g)"), "package::b :: g(g.g)");
        assert_eq!(origin("b__K = 2"), "K = 2");
        assert_eq!(linked.author_range(1000..1001), None);
    }

    #[test]
    fn modules_that_import_each_other_share_names() {
        let tree = SourceTree::from_iter([
            (
                "a.wgsl",
                "import package::b::half;\nconst two = 2.0;\nfn f() -> f32 { return half(); }",
            ),
            ("b.wgsl", "@publish import package::c::half;"),
            ("c.wgsl", "import package::a::two;\nfn half() -> f32 { return 1.0 / two; }"),
        ]);
        let root = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let linked = link(&tree, root).result.unwrap();
        let expected = "const two = 2.0;\n\nfn f() -> f32 { return c__half(); }\n\nfn c__half() -> f32 { return 1.0 / two; }\n\n";
        assert_eq!(linked.wgsl, expected);
    }
}
