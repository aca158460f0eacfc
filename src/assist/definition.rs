//! The type [`Definition`].

use std::ops::Range;

use crate::source::ModulePath;
use crate::wgsl::outline::{Declaration, DeclarationKind, Member};

/// Kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    /// Function.
    Function,
    /// Struct.
    Struct,
    /// Variable, constant or alias outside of functions.
    Global,
    /// Parameter of a function.
    Parameter,
    /// Variable of a function.
    Local,
    /// Member of a struct.
    Member,
    /// A whole file, as part of an import path.
    File,
}

/// Declaration of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// File that declares the name.
    pub file: ModulePath,
    /// Name in that file.
    pub name: String,
    /// Bytes of the name there; the start of a whole file.
    pub range: Range<usize>,
    /// Kind.
    pub kind: DefinitionKind,
}

impl Definition {
    pub(super) fn of_declaration(file: &ModulePath, declared: &Declaration) -> Self {
        Self {
            file: file.clone(),
            name: declared.name.clone(),
            range: declared.name_range.clone(),
            kind: match declared.kind {
                DeclarationKind::Function => DefinitionKind::Function,
                DeclarationKind::Struct => DefinitionKind::Struct,
                DeclarationKind::Other => DefinitionKind::Global,
            },
        }
    }

    pub(super) fn of_member(file: &ModulePath, member: &Member, kind: DefinitionKind) -> Self {
        let (name, range) = (member.name.clone(), member.name_range.clone());
        Self { file: file.clone(), name, range, kind }
    }
}
