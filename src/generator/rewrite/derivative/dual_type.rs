//! Types of results with tangents.

use std::collections::BTreeMap;

use naga::proc::{Alignment, Layouter};
use naga::{Handle, Module, Span, StructMember, Type, TypeInner};

/// Structs of a value and its tangents, by the type of the value.
#[derive(Default)]
pub(super) struct DualTypes {
    layouter: Layouter,
    types: BTreeMap<Handle<Type>, Handle<Type>>,
}

impl DualTypes {
    pub(super) fn of(
        &mut self,
        module: &mut Module,
        value: Handle<Type>,
        tangents: usize,
    ) -> Handle<Type> {
        if let Some(found) = self.types.get(&value) {
            return *found;
        }
        // Layouts are errors only for types that the validator has rejected before.
        let _ = self.layouter.update(module.to_ctx());
        let layout = self.layouter[value];
        let stride = layout.to_stride();
        let member = |index: usize| StructMember {
            name: Some(if index == 0 { "value".to_owned() } else { format!("tangent{index}") }),
            ty: value,
            binding: None,
            offset: stride * index as u32,
        };
        let members = (0..=tangents).map(member).collect();
        let size = stride * tangents as u32 + layout.size;
        let span = layout.alignment.max(Alignment::ONE).round_up(size);
        let inner = TypeInner::Struct { members, span };
        let ty = Type { name: Some("Derivative".to_owned()), inner };
        let dual = module.types.insert(ty, Span::UNDEFINED);
        self.types.insert(value, dual);
        dual
    }
}
