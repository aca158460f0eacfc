//! Combines the uniform variables of a shader module into one struct, which the host fills.

use naga::{
    AddressSpace, Block, GlobalVariable, Handle, MemoryDecorations, Module, ResourceBinding, Span,
    StructMember, Type, TypeInner,
};

use crate::generator::block_builder::BlockBuilder;
use crate::generator::control::UniformLayout;

/// Private variables replace the author's uniforms. Each entry point first fills them from one struct at @group(0)
/// @binding(0). Does nothing if the module's only uniform is a struct at that binding.
pub(crate) fn combine(module: &mut Module, layout: &UniformLayout) {
    let used = used_uniforms(module, layout);
    if used.is_empty() {
        return;
    }
    let members = used.iter().map(|(offset, handle)| StructMember {
        name: module.global_variables[*handle].name.clone(),
        ty: module.global_variables[*handle].ty,
        binding: None,
        offset: *offset,
    });
    let inner = TypeInner::Struct { members: members.collect(), span: layout.size };
    let name = Some("Uniforms".to_owned());
    let ty = module.types.insert(Type { name, inner }, Span::UNDEFINED);
    for (_, handle) in &used {
        let variable = &mut module.global_variables[*handle];
        (variable.space, variable.binding) = (AddressSpace::Private, None);
    }
    let combined = GlobalVariable {
        name: Some("uniforms".to_owned()),
        space: AddressSpace::Uniform,
        binding: Some(ResourceBinding { group: 0, binding: 0 }),
        ty,
        init: None,
        memory_decorations: MemoryDecorations::empty(),
    };
    let combined = module.global_variables.append(combined, Span::UNDEFINED);
    for entry in &mut module.entry_points {
        let mut copies = Block::new();
        let mut builder = BlockBuilder::new(&mut entry.function.expressions, &mut copies);
        let source = builder.global(combined);
        for (index, (_, handle)) in used.iter().enumerate() {
            let member = builder.member(source, index as u32);
            let value = builder.load(member);
            let target = builder.global(*handle);
            builder.store(target, value);
        }
        entry.function.body.splice(0..0, copies);
    }
}

/// With byte offsets in the combined struct, sorted by offset.
fn used_uniforms(module: &Module, layout: &UniformLayout) -> Vec<(u32, Handle<GlobalVariable>)> {
    let blocks = layout.blocks.iter();
    let used = blocks.filter_map(|block| {
        let binding = ResourceBinding { group: block.group, binding: block.binding };
        let mut variables = module.global_variables.iter();
        let found = variables.find(|(handle, variable)| {
            variable.space == AddressSpace::Uniform
                && variable.binding == Some(binding)
                && module.global_variables.get_span(*handle).is_defined()
        });
        found.map(|(handle, _)| (block.offset, handle))
    });
    let mut used: Vec<_> = used.collect();
    used.sort_by_key(|(offset, _)| *offset);
    used
}
