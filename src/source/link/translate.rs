//! Translator from dialects of WGSL to plain WESL, in which every byte has its location in the author's files.

use std::sync::Arc;

use super::conditions;
use super::defines::defines;
use super::expand::Expansion;
use super::files::FileFinder;
use super::statement::import_statement;
use crate::source::Source;
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::lexer::blank;

/// Returns the file itself if it has no directives and conditions. A result with errors cannot be linked.
pub(super) fn translated(files: &FileFinder<'_>, source: &Arc<Source>) -> Arc<Source> {
    let is_plain = || {
        let tokens = source.tokens();
        let has_directives = tokens.iter().any(|token| token.text(&source.text) == "#");
        !has_directives && !conditions::has_conditions(&source.text, tokens)
    };
    if source.unreadable.is_some() || is_plain() {
        return Arc::clone(source);
    }
    let root_defines = files.root.map(|root| defines(root)).unwrap_or_default();
    let mut expansion = Expansion::new(files, root_defines.into_iter().collect());
    expansion.add_root(source);
    let (text, translation) = expansion.finish();
    let has_includes = translation.files.len() > 1;
    let mut expanded = Source::translated(source.path.clone(), text, translation);
    if !expanded.translation_errors().is_empty() {
        return Arc::new(if has_includes { without_statements(expanded) } else { expanded });
    }
    let mut is_on = |name: &str| files.use_feature(name);
    match conditions::translated(&expanded.text, expanded.tokens(), &mut is_on) {
        Ok(text) if has_includes => Arc::new(without_statements(expanded.with_text(text))),
        Ok(text) => Arc::new(expanded.with_text(text)),
        Err((range, message)) => {
            let error = Diagnostic::error(Some(expanded.location(range)), message);
            if let Some(translation) = &mut expanded.translation {
                Arc::make_mut(translation).errors.push(error);
            }
            Arc::new(expanded)
        }
    }
}

/// Moves import statements to the imports by directives: after an include, they are not at the start of the text, where
/// the parser expects them. An invalid statement stays, so that the parser reports it.
fn without_statements(module: Source) -> Source {
    let mut text = module.text.clone();
    let mut imports = Vec::new();
    for range in &module.outline().imports {
        let tokens = module.tokens_in(range.clone());
        if let Ok(found) = import_statement(&module.text, tokens, range) {
            imports.extend(found);
            blank(&mut text, range.clone());
        }
    }
    let mut moved = module.with_text(text);
    if let Some(translation) = &mut moved.translation {
        Arc::make_mut(translation).imports.extend(imports);
    }
    moved
}
