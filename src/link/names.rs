//! Name mangling: the unique names that the linker assigns to imported declarations.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use wesl::Mangler;

use super::host;
use super::resolver::ModuleResolver;
use crate::lexer::TokenKind;
use crate::source::Source;

/// Map from names in the linked text to their origins: the components of the module that declares the name, and the
/// author's name in that module.
pub(super) type AuthorNames = BTreeMap<String, (Vec<String>, String)>;

/// Name mangler: assigns unique names to imported declarations, `noise_perlin__fade` for `fade` of `noise/perlin.wgsl`,
/// and `a_0b__f` for `f` of `a_b.wgsl`. A module's own `_` becomes `_0`, and `_1` marks this program's module; no
/// component of a path starts with a digit, so that no two names are equal.
pub(super) struct NameMangler<'f> {
    folder: &'f ModuleResolver<'f>,
    /// Separator of module and item in a mangled name: more underscores than any author's name has in a row.
    separator: String,
    pub(super) mangled: RefCell<AuthorNames>,
}

impl<'f> NameMangler<'f> {
    /// Creates a name mangler that generates only names which do not occur in these modules.
    pub(super) fn beside(sources: &[Arc<Source>], folder: &'f ModuleResolver<'f>) -> Self {
        let longest = sources.iter().map(|source| {
            let words = source
                .tokens()
                .iter()
                .filter(|token| token.kind == TokenKind::Word);
            words
                .flat_map(|word| word.text(&source.text).split(|c| c != '_'))
                .map(str::len)
                .max()
        });
        let longest = longest.flatten().max().unwrap_or_default();
        Self {
            folder,
            separator: "_".repeat(longest.max(1) + 1),
            mangled: RefCell::default(),
        }
    }
}

impl Mangler for NameMangler<'_> {
    fn mangle(&self, path: &wesl::ModulePath, item: &str) -> String {
        let components = self
            .folder
            .components(path)
            .unwrap_or_else(|| path.components.clone());
        let module: Vec<String> = components
            .iter()
            .map(|component| match component.as_str() {
                host::COMPONENT => "playground_1".to_owned(),
                component => component.replace('_', "_0"),
            })
            .collect();
        let mangled = format!("{}{}{item}", module.join("_"), self.separator);
        self.mangled
            .borrow_mut()
            .insert(mangled.clone(), (components, item.to_owned()));
        mangled
    }
}
