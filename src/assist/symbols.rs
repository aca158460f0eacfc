//! Declarations of a file, as lists of text editors show them.

use std::ops::Range;

use super::definition::{Definition, DefinitionKind};
use crate::generator::signature;
use crate::source::Source;
use crate::wgsl::outline::DeclarationKind;

/// Declaration of a file, or member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name, its place and its kind.
    pub definition: Definition,
    /// Bytes of the whole declaration.
    pub range: Range<usize>,
    /// Signature of a function; otherwise empty.
    pub detail: String,
    /// Members of a struct.
    pub members: Vec<Self>,
}

/// Returns the declarations in their order.
pub fn symbols(source: &Source) -> Vec<Symbol> {
    let declarations = source.outline().declarations.iter();
    let symbol = |declared: &crate::wgsl::outline::Declaration| {
        let is_struct = declared.kind == DeclarationKind::Struct;
        let members = declared.members.iter().filter(|_| is_struct).map(|member| Symbol {
            definition: Definition::of_member(&source.path, member, DefinitionKind::Member),
            range: member.name_range.clone(),
            detail: String::new(),
            members: Vec::new(),
        });
        let is_function = declared.kind == DeclarationKind::Function;
        Symbol {
            definition: Definition::of_declaration(&source.path, declared),
            range: declared.range.clone(),
            detail: if is_function { signature(source, declared) } else { String::new() },
            members: members.collect(),
        }
    };
    declarations.map(symbol).collect()
}
