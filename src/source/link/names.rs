//! Unique names of imported declarations.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::host;
use crate::source::Source;
use crate::wgsl::lexer::TokenKind;

/// Origins of names: the components of the declaring module, and the author's name there.
pub(super) type AuthorNames = BTreeMap<String, (Vec<String>, String)>;

/// Names such as `noise_perlin__fade` for `fade` of `noise/perlin.wgsl`, and `a_0b__f` for `f` of `a_b.wgsl`. A
/// module's own `_` becomes `_0`, and `_1` marks this program's module; no component of a path starts with a digit, so
/// that no two names are equal.
pub(super) struct NameMangler {
    /// More underscores than any author's name has in a row.
    separator: String,
    pub(super) mangled: AuthorNames,
}

impl NameMangler {
    /// Generated names do not occur in these modules.
    pub(super) fn beside(sources: &[Arc<Source>]) -> Self {
        let longest = sources.iter().map(|source| {
            let words = source.tokens().iter().filter(|token| token.kind == TokenKind::Word);
            words.flat_map(|word| word.text(&source.text).split(|c| c != '_')).map(str::len).max()
        });
        let longest = longest.flatten().max().unwrap_or_default();
        Self { separator: "_".repeat(longest.max(1) + 1), mangled: AuthorNames::default() }
    }

    pub(super) fn mangle(&mut self, module: &Source, item: &str) -> String {
        let components = module.path.components();
        let module: Vec<String> = components
            .iter()
            .map(|component| match component.as_str() {
                host::COMPONENT => "playground_1".to_owned(),
                component => component.replace('_', "_0"),
            })
            .collect();
        let mangled = format!("{}{}{item}", module.join("_"), self.separator);
        self.mangled.insert(mangled.clone(), (components, item.to_owned()));
        mangled
    }
}
