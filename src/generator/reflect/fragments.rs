//! Finds the fragment entry points of a file: generators of the colors of pixels.

use std::sync::Arc;

use naga::{Module, ShaderStage};

use super::file_comment::FileComment;
use super::uniform::UniformControls;
use crate::annotation::FunctionDoc;
use crate::control::{AutoInput, ControlType, Slot, SlotSource, UniformLayout};
use crate::generator::definition::FunctionKind;
use crate::generator::fragment::Fragment;
use crate::generator::{Address, Domain, Generator, Returns};
use crate::link::Linked;

/// Reads the fragment entry points of the root module, without those whose comment contains `@hidden`.
pub(super) fn read(
    module: &Module,
    linked: &Arc<Linked>,
    file: &FileComment,
    shared: &UniformControls,
) -> Vec<Generator> {
    let root = linked.root();
    let entries = module.entry_points.iter();
    let entries = entries.filter(|entry| entry.stage == ShaderStage::Fragment);
    let generators = entries.filter_map(|entry| {
        let declaration = root.outline().find(&entry.name)?;
        let comment = FunctionDoc::parse(&declaration.doc).function;
        if !root.is_own(declaration.name_range.clone()) || comment.tag("hidden").is_some() {
            return None;
        }
        let (fragment, color) = Fragment::new(module, linked, entry)?;
        Some(Generator {
            linked: Arc::clone(linked),
            address: Address {
                file: root.path.clone(),
                function: entry.name.clone(),
            },
            domain: Domain::Plane,
            returns: match color {
                ControlType::Vec3 | ControlType::Vec4 => Returns::Color,
                ControlType::Vec2 => Returns::Channels,
                _ => Returns::Value,
            },
            channels: color.components() as u32,
            main: false,
            title: file.title_of(root),
            doc: match comment.doc.is_empty() {
                true => file.doc.clone(),
                false => comment.doc,
            },
            hint: file.hint,
            loop_budget: file.loop_budget.clone(),
            uniform: shared.layout.clone(),
            arguments: resolution(),
            controls: shared.controls.clone(),
            program: None,
            has_surface: false,
            tap: None,
            channel_names: Vec::new(),
            kind: FunctionKind::Fragment(fragment),
        })
    });
    generators.collect()
}

/// Returns the layout of the only argument of a fragment's call: the size of the picture.
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
