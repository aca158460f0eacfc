//! Explanations of validation errors about variables at module scope.

use std::ops::Range;

use naga::valid::{Disalignment, GlobalVariableError};
use naga::{AddressSpace, GlobalVariable, Handle, ScalarKind, TypeInner};

use super::{Explanation, Invalid};

impl Invalid<'_> {
    pub(super) fn global_error(
        &self,
        handle: Handle<GlobalVariable>,
        error: &GlobalVariableError,
    ) -> Option<Explanation> {
        let variable = &self.module.global_variables[handle];
        let name = variable.name.as_deref().unwrap_or("the variable");
        let found = |message: String| Explanation::new(self.declared(name), message);
        Some(match error {
            GlobalVariableError::InvalidBinding if variable.binding.is_none() => {
                found(format!("`{name}` needs a binding: `@group(0) @binding(0)`"))
            }
            GlobalVariableError::InvalidBinding => {
                found(format!("`{name}` takes no `@group` and `@binding`"))
            }
            GlobalVariableError::InvalidType(AddressSpace::Handle) => found(format!(
                "`var` at module scope needs an address space: `var<private> {name}`"
            )),
            GlobalVariableError::InvalidType(space) | GlobalVariableError::InvalidUsage(space) => {
                found(format!("the type of `{name}` cannot be in `var<{}>`", space_name(*space)))
            }
            GlobalVariableError::Alignment(space, _, reason) => {
                self.alignment(variable, *space, reason)
            }
            GlobalVariableError::StorageAddressSpaceWriteOnlyNotSupported => {
                found("a storage buffer is `read` or `read_write`, not `write`".to_owned())
            }
            GlobalVariableError::InitializerType => {
                found(format!("the value of `{name}` has another type"))
            }
            GlobalVariableError::InitializerNotAllowed(space) => {
                found(format!("a `var<{}>` takes no initial value", space_name(*space)))
            }
            _ => return None,
        })
    }

    /// Explains a buffer type whose layout is not valid, at the member that causes it.
    fn alignment(
        &self,
        variable: &GlobalVariable,
        space: AddressSpace,
        reason: &Disalignment,
    ) -> Explanation {
        let name = variable.name.as_deref().unwrap_or_default();
        let range = || self.declared(name);
        let space = space_name(space);
        match reason {
            Disalignment::NonHostShareable => {
                let is_boolean = |inner: &TypeInner| {
                    inner.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Bool)
                };
                let range = self.member(variable, is_boolean).or_else(range);
                Explanation::new(range, format!("a {space} cannot hold `bool`"))
                    .note("declare it as `u32`; with the tag `@toggle` it is a checkbox")
            }
            Disalignment::ArrayStride { .. } => {
                let is_array = |inner: &TypeInner| matches!(inner, TypeInner::Array { .. });
                let range = self.member(variable, is_array).or_else(range);
                let message = format!("each element of an array in a {space} takes 16 bytes");
                Explanation::new(range, message)
                    .note("pack four numbers into one element: `array<vec4f, 2>` holds eight")
            }
            _ => Explanation::new(
                range(),
                format!("the layout of `{name}` does not fit a {space}"),
            )
            .note(
                "members of a nested struct start at multiples of 16 bytes; `@align(16)` moves one",
            ),
        }
    }

    fn member(
        &self,
        variable: &GlobalVariable,
        is_it: impl Fn(&TypeInner) -> bool,
    ) -> Option<Range<usize>> {
        let ty = &self.module.types[variable.ty];
        let TypeInner::Struct { members, .. } = &ty.inner else {
            return None;
        };
        let mut members = members.iter();
        let member = members.find(|member| is_it(&self.module.types[member.ty].inner))?;
        let declaration = self.source.outline().find(ty.name.as_deref()?)?;
        let mut declared = declaration.members.iter();
        let declared = declared.find(|declared| Some(&declared.name) == member.name.as_ref())?;
        Some(declared.name_range.clone())
    }
}

pub(super) fn space_name(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Function => "function",
        AddressSpace::Private => "private",
        AddressSpace::WorkGroup => "workgroup",
        AddressSpace::Uniform => "uniform",
        AddressSpace::Storage { .. } => "storage",
        _ => "handle",
    }
}
