//! Reads a grid program from the tags `@grid`, `@pass` and `@dispatch` of a WGSL file.

use naga::{AddressSpace, ArraySize, Module, ShaderStage, StorageAccess, TypeInner};

use crate::generator::control::{Control, TagScope, Values, arguments_message, misplaced_message};
use crate::generator::interface::GRID_GROUP;
use crate::generator::{
    Expression, ExpressionError, Generator, GridBuffer, GridPass, GridProgram, GridRows, Schedule,
};
use crate::source::Source;
use crate::wgsl::annotation::{Argument, ParsedComment, Tag};
use crate::wgsl::diagnostic::Diagnostic;
use crate::wgsl::outline::{Declaration, DeclarationKind, Outline};

/// Returns `None` if the file has no grid program, or if an expression for the grid's size is wrong.
pub(super) fn read(
    module: &Module,
    root: &Source,
    outline: &Outline,
    controls: &[Control],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<GridProgram> {
    let mut reader = GridReader { module, root, controls, diagnostics };
    let mut size = None;
    let mut buffers = Vec::new();
    let mut passes = Vec::new();
    let mut grids = 0;
    let mut last_tag = None;
    for declaration in &outline.declarations {
        let annotated = ParsedComment::parse(&declaration.doc);
        if let Some(tag) = annotated.tag("grid") {
            let is_result = grids == 0;
            grids += 1;
            if is_result {
                size = reader.size(tag, outline);
            }
            buffers.extend(reader.buffer(declaration, tag, is_result, &buffers));
            last_tag = Some(tag.clone());
        }
        if let Some(tag) = annotated.tag("pass") {
            passes.extend(reader.pass(declaration, &annotated, tag));
            last_tag = Some(tag.clone());
        } else if declaration.kind == DeclarationKind::Function {
            reader.check_without_pass(declaration, &annotated, outline);
        }
    }
    let last_tag = last_tag?;
    let is_wrong = reader.diagnostics.iter().any(Diagnostic::is_error);
    if !is_wrong && passes.is_empty() {
        reader.error(&last_tag, "a grid needs at least one `@pass`".to_owned());
    } else if !is_wrong && buffers.is_empty() {
        let message = "a pass needs a buffer with `@grid` to write to".to_owned();
        reader.error(&last_tag, message);
    }
    let (columns, rows) = size?;
    Some(GridProgram { columns, rows, buffers, passes })
}

/// Returns an error, at the tag that causes it, if the grid program cannot run with its default values.
pub(super) fn check_defaults(
    generator: &Generator,
    root: &Source,
    outline: &Outline,
) -> Option<Diagnostic> {
    let error = Schedule::new(generator, &Values::default()).err()?;
    let program = generator.program.as_ref()?;
    let name = error.pass.map(|pass| program.passes[pass].entry_point.as_str());
    let tagged = outline.declarations.iter().find_map(|declaration| {
        let annotated = ParsedComment::parse(&declaration.doc);
        match name {
            Some(name) if declaration.name == name => annotated.tag("pass").cloned(),
            None => annotated.tag("grid").cloned(),
            Some(_) => None,
        }
    });
    let location = tagged.map(|tag| root.location(tag.range));
    Some(
        Diagnostic::error(location, error.reason.to_string())
            .with_note("with the default values of the controls"),
    )
}

struct GridReader<'a> {
    module: &'a Module,
    root: &'a Source,
    controls: &'a [Control],
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl GridReader<'_> {
    fn error(&mut self, tag: &Tag, message: String) {
        let location = self.root.location(tag.range.clone());
        let fix = tag.fix(&location);
        self.diagnostics.push(Diagnostic::error(Some(location), message).with_fix(fix));
    }

    fn buffer(
        &mut self,
        declaration: &Declaration,
        tag: &Tag,
        is_result: bool,
        others: &[GridBuffer],
    ) -> Option<GridBuffer> {
        match grid_buffer(self.module, &declaration.name, is_result) {
            Ok(buffer) if others.iter().any(|other| other.binding == buffer.binding) => {
                let message = format!("two buffers with `@grid` have @binding({})", buffer.binding);
                self.error(tag, message);
                None
            }
            Ok(buffer) => Some(buffer),
            Err(message) => {
                self.error(tag, message);
                None
            }
        }
    }

    fn pass(
        &mut self,
        declaration: &Declaration,
        annotated: &ParsedComment,
        tag: &Tag,
    ) -> Option<GridPass> {
        let entry =
            self.module.entry_points.iter().find(|entry| {
                entry.name == declaration.name && entry.stage == ShaderStage::Compute
            });
        let Some(entry) = entry else {
            self.error(tag, "`@pass` belongs above a `@compute` entry point".to_owned());
            return None;
        };
        let [x, y, _] = entry.workgroup_size;
        let repeats = match tag.arguments() {
            [] => None,
            _ => Some(self.only_expression(tag)?),
        };
        let dispatch = match annotated.tag("dispatch") {
            Some(tag) => Some(self.expressions(tag)?),
            None => None,
        };
        let is_other = |tag: &&Tag| TagScope::of(tag) != Some(TagScope::GridPass);
        let others = annotated.tags.iter().filter(is_other);
        self.diagnostics.extend(others.map(|tag| {
            let location = self.root.location(tag.range.clone());
            Diagnostic::warning(location, misplaced_message(tag))
        }));
        Some(GridPass {
            entry_point: declaration.name.clone(),
            workgroup: [x, y],
            repeats,
            dispatch,
        })
    }

    /// Reports a compute entry point without `@pass` in a file with a grid, and `@dispatch` without `@pass`.
    fn check_without_pass(
        &mut self,
        declaration: &Declaration,
        annotated: &ParsedComment,
        outline: &Outline,
    ) {
        if let Some(tag) = annotated.tag("dispatch") {
            self.error(tag, "`@dispatch` needs `@pass`".to_owned());
        }
        let mut entries = self.module.entry_points.iter();
        let is_compute = entries
            .any(|entry| entry.name == declaration.name && entry.stage == ShaderStage::Compute);
        let has_grid = |declaration: &Declaration| {
            ParsedComment::parse(&declaration.doc).tag("grid").is_some()
        };
        if is_compute && outline.declarations.iter().any(has_grid) {
            let location = self.root.location(declaration.name_range.clone());
            let message = format!("`{}` has no `@pass` and does not run", declaration.name);
            self.diagnostics.push(Diagnostic::warning(location, message));
        }
    }

    /// Reads `@grid(side)`, `@grid(columns, rows)` or `@grid(columns, FIELD)`.
    fn size(&mut self, tag: &Tag, outline: &Outline) -> Option<(Expression, GridRows)> {
        if tag.arguments().len() != 2 {
            return Some((self.only_expression(tag)?, GridRows::Square));
        }
        let name = tag.arguments()[1].to_string();
        let is_field = |declaration: &Declaration| {
            let is_named = declaration.name == name;
            is_named && ParsedComment::parse(&declaration.doc).tag("field").is_some()
        };
        if outline.declarations.iter().any(is_field) {
            let columns = self.expression(tag, &tag.arguments()[0])?;
            return Some((columns, GridRows::OfField(name)));
        }
        let [columns, rows] = self.expressions(tag)?;
        Some((columns, GridRows::Number(rows)))
    }

    fn only_expression(&mut self, tag: &Tag) -> Option<Expression> {
        self.expressions(tag).map(|[only]| only)
    }

    fn expressions<const N: usize>(&mut self, tag: &Tag) -> Option<[Expression; N]> {
        let arguments: Result<&[Argument; N], _> = tag.arguments().try_into();
        let arguments =
            tag.check_closed().and_then(|()| arguments.map_err(|_| arguments_message(tag)));
        match arguments {
            Ok(arguments) => {
                let arguments = arguments.iter();
                let parsed = arguments.map(|argument| self.expression(tag, argument));
                parsed.collect::<Option<Vec<_>>>()?.try_into().ok()
            }
            Err(message) => {
                self.error(tag, message);
                None
            }
        }
    }

    fn expression(&mut self, tag: &Tag, argument: &Argument) -> Option<Expression> {
        let text = argument.to_string();
        let message = match Expression::parse(&text) {
            Ok(expression) => match self.unknown_name(&expression) {
                None => return Some(expression),
                Some(message) => message,
            },
            Err(error) => error.to_string(),
        };
        self.error(tag, format!("`@{}`: {message}", tag.name));
        None
    }

    fn unknown_name(&self, expression: &Expression) -> Option<String> {
        match expression {
            Expression::Number(_) => None,
            Expression::Negated(inner) => self.unknown_name(inner),
            Expression::Binary(left, _, right) => {
                self.unknown_name(left).or_else(|| self.unknown_name(right))
            }
            Expression::Name(name) => {
                let control = self.controls.iter().find(|control| control.name == *name);
                match control {
                    None => Some(format!("no control `{name}`")),
                    Some(control) if !control.ty.is_integer() => {
                        Some(ExpressionError::UnknownName(name.clone()).to_string())
                    }
                    Some(_) => None,
                }
            }
        }
    }
}

fn grid_buffer(module: &Module, name: &str, is_result: bool) -> Result<GridBuffer, String> {
    let variables = module.global_variables.iter().map(|(_, variable)| variable);
    let variable = variables.into_iter().find(|variable| variable.name.as_deref() == Some(name));
    let misplaced = || {
        format!(
            "`@grid` belongs above a storage buffer at @group({GRID_GROUP}), an array without a length"
        )
    };
    let variable = variable.ok_or_else(misplaced)?;
    let AddressSpace::Storage { access } = variable.space else {
        return Err(misplaced());
    };
    let binding = variable.binding.filter(|binding| binding.group == GRID_GROUP);
    let binding = binding.ok_or_else(misplaced)?.binding;
    let TypeInner::Array { base, size: ArraySize::Dynamic, stride } =
        module.types[variable.ty].inner
    else {
        return Err(misplaced());
    };
    let read_only = !access.contains(StorageAccess::STORE);
    let is_f32 = module.types[base].inner == TypeInner::Scalar(naga::Scalar::F32);
    if is_result && (read_only || !is_f32) {
        return Err(format!(
            "the first `@grid` is the result, a `var<storage, read_write>` of type `array<f32>`; `{name}` is not"
        ));
    }
    Ok(GridBuffer { binding, stride, read_only })
}
