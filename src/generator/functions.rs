//! All functions of a WGSL file for lists, with the reasons why some of them are not generators.

use naga::{Function, Handle, Module, ShaderStage};

use super::control_type::control_type;
use crate::generator::control::{ControlType, MAX_UNIFORM_BYTES};
use crate::source::Source;
use crate::source::explain::type_name;
use crate::source::link::Linked;
use crate::wgsl::annotation::{FunctionDoc, ParsedComment};
use crate::wgsl::lexer::TokenKind;
use crate::wgsl::outline::{Declaration, DocComment};

/// Function that a file declares, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// Name.
    pub name: String,
    /// Declaration without the body: `fn fade(t: f32) -> f32`.
    pub signature: String,
    /// First line of the doc comment that has text besides tags.
    pub doc: String,
    /// Reason such as `argument 2 is vec2i`; `None` for a generator.
    pub no_generator: Option<String>,
    /// True for an entry point, which other functions cannot call.
    pub is_entry_point: bool,
}

impl FunctionInfo {
    pub(super) fn new(
        module: &Module,
        source: &Source,
        declaration: &Declaration,
        no_generator: Option<String>,
    ) -> Self {
        Self {
            name: declaration.name.clone(),
            signature: signature(source, declaration),
            doc: first_line(&declaration.doc),
            is_entry_point: function_named(module, &declaration.name).is_none(),
            no_generator,
        }
    }
}

pub(super) fn function_named<'m>(
    module: &'m Module,
    name: &str,
) -> Option<(Handle<Function>, &'m Function)> {
    module.functions.iter().find(|(_, function)| function.name.as_deref() == Some(name))
}

fn stage(module: &Module, declaration: &Declaration) -> Option<ShaderStage> {
    let mut entries = module.entry_points.iter();
    let entry = entries.find(|entry| entry.name == declaration.name)?;
    Some(entry.stage)
}

/// Why a function is no generator: its first argument with an unsupported type, else its result.
pub(super) fn exclusion(module: &Module, linked: &Linked, declaration: &Declaration) -> String {
    let Some((_, function)) = function_named(module, &declaration.name) else {
        return match stage(module, declaration) {
            Some(ShaderStage::Vertex) => "a vertex entry point".to_owned(),
            Some(ShaderStage::Compute) => "a compute entry point".to_owned(),
            Some(ShaderStage::Fragment) => "a fragment entry point".to_owned(),
            _ => "an entry point".to_owned(),
        };
    };
    let name = |ty| linked.with_author_names(&type_name(module, ty));
    let control = |ty| control_type(module, ty);
    let Some((position, further)) = function.arguments.split_first() else {
        return "no argument".to_owned();
    };
    let is_position = matches!(
        control(position.ty),
        Some(ControlType::Vec2 | ControlType::Vec3 | ControlType::Vec4)
    );
    if !is_position {
        return format!("argument 1 is {}", name(position.ty));
    }
    let mut arguments = further.iter().enumerate();
    let has_control = |ty: ControlType| ty.bytes() <= MAX_UNIFORM_BYTES.into();
    let other = arguments.find(|(_, argument)| !control(argument.ty).is_some_and(has_control));
    match (other, &function.result) {
        (Some((index, argument)), _) => format!("argument {} is {}", index + 2, name(argument.ty)),
        (None, Some(result)) => format!("returns {}", name(result.ty)),
        (None, None) => "returns nothing".to_owned(),
    }
}

pub(super) fn is_hidden(declaration: &Declaration) -> bool {
    let comment = FunctionDoc::parse(&declaration.doc);
    comment.function.tag("hidden").is_some()
}

/// Declaration without attributes, comments and body, on one line.
pub(crate) fn signature(source: &Source, declaration: &Declaration) -> String {
    let tokens = source.tokens_in(declaration.name_range.start..declaration.range.end);
    let head = tokens
        .iter()
        .take_while(|token| token.text(&source.text) != "{")
        .filter(|token| !matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc));
    let mut signature = "fn ".to_owned();
    let mut end = declaration.name_range.start;
    for token in head {
        let is_apart = token.range.start > end;
        let text = token.text(&source.text);
        let is_open = signature.ends_with('(');
        if is_apart && !is_open && text != ")" {
            signature.push(' ');
        }
        if text == ")" && signature.ends_with(',') {
            signature.pop();
        }
        signature.push_str(text);
        end = token.range.end;
    }
    signature
}

fn first_line(doc: &DocComment) -> String {
    let up_to = |end: usize| ParsedComment::parse(&doc.slice(0..end)).doc;
    let mut lines = doc.line_ends().map(up_to);
    lines.find(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::generator::compile;
    use crate::source::{ModulePath, SourceTree};

    #[test]
    fn functions_say_why_they_are_no_generators() {
        let text = "\
struct Cell { at: vec2i }
/// Height. @range(0, 1)
/// More.
fn height(
    p: vec2f, // the position
    /// Ratio. @range(0, 1)
    gain: f32,
) -> f32 { return p.x * gain; }
fn fade(t: f32) -> f32 { return t; }
fn at(p: vec2f, cell: vec2i) -> f32 { return p.x; }
fn inside(p: vec2f) -> bool { return true; }
fn cell(p: vec2f) -> Cell { return Cell(vec2i(p)); }
fn nothing(p: vec2f) { }
fn constant() -> f32 { return 1.0; }
/// @hidden
fn helper(p: vec2f) -> f32 { return p.x; }
@compute @workgroup_size(1) fn main() { }";
        let tree = SourceTree::from(text);
        let source = tree.get(&ModulePath::new("main.wgsl")).unwrap();
        let file = compile(&tree, source);
        let reasons = file.functions.iter();
        let reasons: Vec<(&str, Option<&str>)> = reasons
            .map(|function| (function.name.as_str(), function.no_generator.as_deref()))
            .collect();
        assert_eq!(
            reasons,
            [
                ("height", None),
                ("fade", Some("argument 1 is f32")),
                ("at", Some("argument 2 is vec2i")),
                ("inside", Some("returns bool")),
                ("cell", Some("returns Cell")),
                ("nothing", Some("returns nothing")),
                ("constant", Some("no argument")),
                ("helper", Some("@hidden")),
                ("main", Some("a compute entry point")),
            ]
        );
        let height = &file.functions[0];
        assert_eq!(height.signature, "fn height(p: vec2f, gain: f32) -> f32");
        assert_eq!(height.doc, "Height.");
        assert_eq!(file.generators.len(), 1);
        assert_eq!(file.hidden[0].address.function, "helper");
    }
}
