//! Reads the entry points of a WGSL file: a fragment entry point is a generator that returns the color of a pixel.

use std::sync::Arc;

use naga::{EntryPoint, Module, ShaderStage};

use super::file_comment::FileComment;
use super::uniform::UniformControls;
use crate::field::Returns;
use crate::generator::Generator;
use crate::generator::control::{AutoInput, ControlType, Slot, SlotSource, UniformLayout};
use crate::generator::definition::FunctionKind;
use crate::generator::fragment::Fragment;
use crate::source::link::Linked;
use crate::wgsl::annotation::{FunctionDoc, ParsedComment};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::Declaration;

/// Adds a note about each entry point other than the fragment entry points, which are generators unless `@hidden`.
pub(super) fn read(
    module: &Module,
    linked: &Arc<Linked>,
    file: &FileComment,
    shared: &UniformControls,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Generator> {
    let root = linked.root();
    let mut generators = Vec::new();
    for entry in &module.entry_points {
        let declaration = root.outline().find(&entry.name);
        let Some(declaration) = declaration.filter(|found| root.is_own(found.name_range.clone()))
        else {
            continue;
        };
        let comment = FunctionDoc::parse(&declaration.doc).function;
        if comment.tag("hidden").is_some() {
            continue;
        }
        let reason = match entry.stage {
            ShaderStage::Fragment => match Fragment::new(module, linked, entry) {
                Ok((fragment, color)) => {
                    generators
                        .push(generator(linked, entry, comment, fragment, color, file, shared));
                    continue;
                }
                Err(reason) => reason,
            },
            ShaderStage::Compute if is_of_grid_program(linked, declaration) => continue,
            ShaderStage::Compute => {
                "a compute entry point needs `@pass`, and a buffer with `@grid`"
            }
            ShaderStage::Vertex => "it is a vertex entry point",
            _ => "entry points of its stage are not run",
        };
        let location = root.location(declaration.name_range.clone());
        let message = format!("`{}` is left out: {reason}", entry.name);
        diagnostics.push(Diagnostic::note(location, message));
    }
    generators
}

fn is_of_grid_program(linked: &Linked, declaration: &Declaration) -> bool {
    let has_tag = |declaration: &Declaration, name| {
        let comment = ParsedComment::parse(&declaration.doc);
        comment.tag(name).is_some()
    };
    let mut declarations = linked.root().outline().declarations.iter();
    has_tag(declaration, "pass") || declarations.any(|other| has_tag(other, "grid"))
}

fn generator(
    linked: &Arc<Linked>,
    entry: &EntryPoint,
    comment: ParsedComment,
    fragment: Fragment,
    color: ControlType,
    file: &FileComment,
    shared: &UniformControls,
) -> Generator {
    Generator {
        returns: match color {
            ControlType::Vec3 | ControlType::Vec4 => Returns::Color,
            ControlType::Vec2 => Returns::Channels,
            _ => Returns::Value,
        },
        channels: color.components() as u32,
        doc: if comment.doc.is_empty() { file.doc.clone() } else { comment.doc },
        arguments: resolution(),
        kind: FunctionKind::Fragment(fragment),
        ..file.generator(linked, &entry.name, shared)
    }
}

fn resolution() -> UniformLayout {
    UniformLayout {
        size: 16,
        slots: vec![Slot {
            offset: 0,
            ty: ControlType::Vec2,
            source: SlotSource::Auto(AutoInput::Resolution),
        }],
        blocks: Vec::new(),
    }
}
