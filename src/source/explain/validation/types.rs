//! Explanations of validation errors about types that cannot exist, and about variables that cannot have their type.

use std::ops::Range;

use naga::valid::{LocalVariableError, TypeError};
use naga::{Handle, Type};

use super::super::types::type_name;
use super::globals::space_name;
use super::{Explanation, Invalid};

impl Invalid<'_> {
    /// `name` is empty for a type without a declaration.
    pub(super) fn type_error(&self, name: &str, error: &TypeError) -> Option<Explanation> {
        let found = |message: String| Explanation::new(self.declared(name), message);
        let type_of = |ty: &Handle<Type>| type_name(self.module, *ty);
        Some(match error {
            TypeError::EmptyStruct => found(format!("the struct `{name}` needs a member")),
            TypeError::InvalidData(_) => {
                found(format!("a member of `{name}` has a type that a struct cannot hold"))
                    .note("textures and samplers are variables of the module, not members")
            }
            TypeError::InvalidDynamicArray(member, ty) => found(format!(
                "the member `{member}` has the type `{}`, whose size is not fixed",
                type_of(ty)
            ))
            .note("only the last member of a struct may have it"),
            TypeError::InvalidArrayBaseType(base) => {
                found(format!("the elements of an array cannot be `{}`", type_of(base)))
            }
            TypeError::InvalidPointerToUnsized { base, space } => found(format!(
                "a pointer to `{}` is one to `storage`, not to `{}`",
                type_of(base),
                space_name(*space)
            )),
            TypeError::InvalidPointerBase(base) => {
                found(format!("a pointer cannot point to `{}`", type_of(base)))
            }
            TypeError::MatrixElementNotFloat => {
                found("the elements of a matrix must be floats".to_owned())
            }
            TypeError::InvalidAtomicWidth(..) => {
                found("an atomic is `atomic<u32>` or `atomic<i32>`".to_owned())
            }
            TypeError::UnsupportedImageType { .. } => {
                found("there are no textures of this kind".to_owned())
            }
            _ => return None,
        })
    }

    pub(super) fn variable_error(
        &self,
        name: &str,
        error: &LocalVariableError,
    ) -> Option<Explanation> {
        let found = |message: String| Explanation::new(self.range(), message);
        match error {
            LocalVariableError::InvalidType(ty) => {
                let ty = type_name(self.module, *ty);
                let message = format!("the variable `{name}` of a function cannot be `{ty}`");
                let note = if ty.starts_with("atomic") {
                    "atomics are variables of the module: `var<workgroup>` or `var<storage, read_write>`"
                } else {
                    "a variable has a fixed size; `let` names a pointer"
                };
                Some(found(message).note(note))
            }
            LocalVariableError::InitializerType => {
                Some(found(format!("the value of `{name}` has another type")))
            }
            LocalVariableError::NonConstOrOverrideInitializer => None,
        }
    }

    /// Range of the error if there is no such declaration.
    pub(super) fn declared(&self, name: &str) -> Option<Range<usize>> {
        let declaration = self.source.outline().find(name);
        declaration.map_or_else(|| self.range(), |declaration| Some(declaration.name_range.clone()))
    }
}
