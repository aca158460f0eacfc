//! Parses the `//!` comment of a WGSL file: title, description, and tags about the whole file.

use crate::field::Returns;
use std::sync::Arc;

use super::super::definition::FunctionKind;
use super::super::{
    Address, Domain, GRID, Generator, GridProgram, LoopBudget, Precision, ViewHint,
};
use super::uniform::UniformControls;
use super::view_hint;
use crate::generator::control::{UniformLayout, arguments_message};
use crate::source::Source;
use crate::source::link::{Linked, parse_feature};
use crate::wgsl::annotation::{Argument, ParsedComment, Tag};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::Outline;

pub(super) struct FileComment {
    pub(super) title: String,
    pub(super) doc: String,
    pub(super) hint: ViewHint,
    pub(super) unit: Option<String>,
    pub(super) loop_budget: LoopBudget,
}

impl FileComment {
    pub(super) fn parse(
        root: &Source,
        outline: &Outline,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let annotated = ParsedComment::parse(&outline.file_doc);
        let mut hint = ViewHint::default();
        let mut unit = None;
        let mut loop_budget = LoopBudget::default();
        for tag in &annotated.tags {
            let applied = match tag.name.as_str() {
                "define" => check_define(tag),
                "feature" => tag.check_closed().and_then(|()| {
                    parse_feature(tag).map(drop).ok_or_else(|| arguments_message(tag))
                }),
                "loop_budget" => LoopBudget::parse(tag, root).map(|budget| loop_budget = budget),
                "unit" => match tag.text().or(tag.word()) {
                    Some(text) => tag.check_closed().map(|()| unit = Some(text.to_owned())),
                    None => Err(arguments_message(tag)),
                },
                _ => view_hint::apply(tag, &mut hint),
            };
            if let Err(message) = applied {
                let location = root.location(tag.range.clone());
                let fix = tag.fix(&location);
                diagnostics.push(Diagnostic::warning(location, message).with_fix(fix));
            }
        }
        if let Err((range, message)) = view_hint::check(&annotated.tags, &mut hint) {
            diagnostics.push(Diagnostic::warning(root.location(range), message));
        }
        // The title is the first line with text besides tags.
        let up_to = |end: usize| ParsedComment::parse(&outline.file_doc.slice(0..end)).doc;
        let ends = outline.file_doc.line_ends();
        let title = ends.map(up_to).find(|words| !words.is_empty());
        let title = title.unwrap_or_default();
        let doc = annotated.doc.strip_prefix(&title).unwrap_or(&annotated.doc);
        let doc = doc.trim().to_owned();
        let title = title.trim_end_matches('.').to_owned();
        Self { title, doc, hint, unit, loop_budget }
    }

    /// Returns the title in the `//!` comment, else the file's name without folder and extension.
    pub(super) fn title_of(&self, root: &Source) -> String {
        let own = Some(self.title.clone()).filter(|title| !title.is_empty());
        own.unwrap_or_else(|| root.path.stem().to_owned())
    }

    /// A plain function of a position in the plane with one value, the controls of the uniforms, texts and tags.
    pub(super) fn generator(
        &self,
        linked: &Arc<Linked>,
        function: &str,
        shared: &UniformControls,
    ) -> Generator {
        let root = linked.root();
        Generator {
            linked: Arc::clone(linked),
            address: Address { file: root.path.clone(), function: function.to_owned() },
            domain: Domain::Plane,
            returns: Returns::Value,
            channels: 1,
            main: false,
            title: self.title_of(root),
            doc: self.doc.clone(),
            hint: self.hint,
            unit: self.unit.clone(),
            loop_budget: self.loop_budget.clone(),
            controls: shared.controls.clone(),
            uniform: shared.layout.clone(),
            arguments: UniformLayout::default(),
            program: None,
            inputs: Vec::new(),
            has_surface: false,
            tap: None,
            derived: None,
            precision: Precision::Single,
            channel_names: Vec::new(),
            kind: FunctionKind::default(),
        }
    }

    pub(super) fn program(
        &self,
        linked: &Arc<Linked>,
        shared: &UniformControls,
        program: GridProgram,
    ) -> Generator {
        Generator {
            domain: Domain::Grid,
            main: true,
            program: Some(program),
            ..self.generator(linked, GRID, shared)
        }
    }
}

/// The linker applies the tag.
fn check_define(tag: &Tag) -> Result<(), String> {
    tag.check_closed()?;
    match tag.arguments() {
        [Argument::Word(_)] | [Argument::Word(_), Argument::Word(_) | Argument::Number(_)] => {
            Ok(())
        }
        _ => Err(arguments_message(tag)),
    }
}
