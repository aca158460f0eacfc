//! Search for the files that declare imported names, also in a text with errors.

use std::ops::Range;
use std::sync::Arc;

use super::derived::differentiated;
use super::files::FileFinder;
use super::host;
use super::imports::uses;
use super::resolver::ModuleResolver;
use super::statement::import_statement;
use crate::source::{Source, SourceTree};

#[derive(Clone, Debug)]
pub(crate) struct ImportedItem {
    /// `None` for a path inside a declaration, such as `package::far::f`.
    pub(crate) name: Option<String>,
    /// Import statement, or path inside a declaration.
    pub(crate) range: Range<usize>,
    pub(crate) module: Arc<Source>,
    /// `None` for the whole module.
    pub(crate) item: Option<String>,
}

/// Returns the names whose files exist. Statements with errors are omitted.
pub(crate) fn imported_items(tree: &SourceTree, source: &Source) -> Vec<ImportedItem> {
    let statements = source.outline().imports.iter().filter_map(|range| {
        import_statement(&source.text, source.tokens_in(range.clone()), range).ok()
    });
    let imports: Vec<_> = statements.flatten().collect();
    let folder = ModuleResolver::new(FileFinder::new(tree, None));
    let module = |components: &[String]| {
        tree.module(components).cloned().or_else(|| host::module(components))
    };
    let items = uses(source, &imports, &folder).into_iter().filter_map(|used| {
        let path = used.path.ok()?;
        let (item, owner) = path.split_last()?;
        let (name, range) = (used.name, used.range);
        let declares = |owner: &Arc<Source>| {
            let mut names = [Some(item.as_str()), differentiated(item)].into_iter().flatten();
            names.any(|name| owner.outline().find(name).is_some())
        };
        let declaring = module(owner).filter(declares);
        match declaring {
            Some(module) => Some(ImportedItem { name, range, module, item: Some(item.clone()) }),
            None => Some(ImportedItem { name, range, module: module(&path)?, item: None }),
        }
    });
    items.collect()
}
