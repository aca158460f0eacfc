//! Help of text editors with a shader: definitions, references, hovers, completions, colors.
//!
//! Texts may have errors: everything is found from words and declarations, and nothing is compiled. Positions are bytes
//! in the author's text. Files of the built-in library have paths of their own, see [`library_file`].

mod calls;
mod colors;
mod completion;
mod completions;
mod definition;
mod definitions;
mod hovers;
mod import_path;
mod imports;
mod names;
mod rename;
mod scopes;
mod symbols;
mod tags;
mod types;

use std::sync::Arc;

use crate::source::link::library_module;
pub use crate::source::link::library_modules;
use crate::source::{ModulePath, Source, SourceTree};
pub use crate::wgsl::builtins::{Builtin, builtin};
pub use calls::{Call, call_at};
pub use colors::{TagColor, colors};
pub use completion::{Completion, CompletionKind};
pub use completions::completions;
pub use definition::{Definition, DefinitionKind};
pub use definitions::{definition_at, references};
pub use hovers::{Hover, hover};
pub use imports::{ImportEdit, import_edit, imports_of};
pub use rename::{FileEdit, RenameError, rename, renamed_in_presets};
pub use symbols::{Symbol, symbols};

/// Returns a file of the folder, or of the built-in library.
pub fn library_file(tree: &SourceTree, path: &ModulePath) -> Option<Arc<Source>> {
    tree.get(path).cloned().or_else(|| library_module(path))
}
