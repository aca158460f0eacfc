//! Texts about the name or tag under the pointer.

use std::ops::Range;
use std::sync::Arc;

use super::definition::{Definition, DefinitionKind};
use super::definitions::definition_in;
use super::names::{FileNames, word_at};
use super::{library_file, tags};
use crate::generator::control::TagInfo;
use crate::generator::{DerivedFunction, signature};
use crate::source::{Source, SourceTree};
use crate::wgsl::annotation::{FunctionDoc, ParsedComment};
use crate::wgsl::builtins::builtin;
use crate::wgsl::outline::Declaration;

/// Explanation of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Bytes of the name.
    pub range: Range<usize>,
    /// Declaration or syntax.
    pub code: String,
    /// Comment of the author, or meaning.
    pub text: String,
    /// `None` for tags and for what WGSL provides.
    pub definition: Option<Definition>,
}

/// Returns the explanation of the name or tag at a position; `None` if there is none.
pub fn hover(tree: &SourceTree, source: &Arc<Source>, at: usize) -> Option<Hover> {
    let names = FileNames::new(tree, source);
    if let Some((range, definition)) = definition_in(&names, at) {
        let file = library_file(tree, &definition.file)?;
        let (code, text) = declaration(&file, &definition)?;
        return Some(Hover { range, code, text, definition: Some(definition) });
    }
    if let Some(found) = derived_function(&names, at) {
        return Some(found);
    }
    if let Some(doc) = tags::doc_at(source, at) {
        let (range, name) = tags::tag_at(source, doc, at)?;
        let help = TagInfo::named(name)?;
        let text = format!("{}\n\nApplies to {}.", help.summary, help.applies_to());
        return Some(Hover { range, code: tags::syntax(help), text, definition: None });
    }
    let token = &source.tokens()[word_at(source, at)?];
    let known = builtin(token.text(&source.text))?;
    let keyword = if known.signature.is_empty() { "" } else { "fn " };
    Some(Hover {
        range: token.range.clone(),
        code: format!("{keyword}{}{}", known.name, known.signature),
        text: known.summary.to_owned(),
        definition: None,
    })
}

/// Returns the explanation of a derivative that is not written but derived from its function; `None` for other names.
fn derived_function(names: &FileNames<'_>, at: usize) -> Option<Hover> {
    let index = word_at(names.source, at)?;
    let (name, definition) = names.differentiated(index)?;
    let file = library_file(names.tree, &definition.file)?;
    let mut declarations = file.outline().declarations.iter();
    let declared = declarations.find(|declared| declared.name_range == definition.range)?;
    let code = derived_signature(&file, declared, &name)?;
    let text = DerivedFunction::new(&file, declared).about;
    let range = names.source.tokens()[index].range.clone();
    Some(Hover { range, code, text, definition: Some(definition) })
}

/// Returns `None` unless the function takes a position and returns a number.
fn derived_signature(file: &Source, declared: &Declaration, name: &str) -> Option<String> {
    let signature = signature(file, declared);
    let (_, parameters) = signature.split_once('(')?;
    let head = parameters.strip_suffix("f32")?;
    let position = head.split_once(':')?.1.trim_start();
    let result = match position.get(..4)? {
        "vec2" => "vec3f",
        "vec3" => "vec4f",
        _ => return None,
    };
    Some(format!("fn {name}({head}{result}"))
}

/// Returns the declaration without a body, and its comment.
fn declaration(file: &Source, definition: &Definition) -> Option<(String, String)> {
    let contains = |range: &Range<usize>| {
        range.start <= definition.range.start && definition.range.end <= range.end
    };
    let line = |range: Range<usize>| {
        let rest = &file.text[range.start..];
        let line = rest.lines().next().unwrap_or_default().trim_end();
        line.trim_end_matches(['{', ',', ';']).trim_end().to_owned()
    };
    let start_of_line = |at: usize| file.text[..at].rfind('\n').map_or(0, |end| end + 1);
    let comment = |doc: &_| ParsedComment::parse(doc).doc;
    let mut declarations = file.outline().declarations.iter();
    let declared = declarations.find(|declared| contains(&declared.range));
    match definition.kind {
        DefinitionKind::File => {
            let text = comment(&file.outline().file_doc);
            Some((file.path.to_string(), text))
        }
        DefinitionKind::Function => {
            let declared = declared?;
            Some((signature(file, declared), FunctionDoc::parse(&declared.doc).function.doc))
        }
        DefinitionKind::Struct | DefinitionKind::Global => {
            let declared = declared?;
            Some((line(declared.range.clone()), comment(&declared.doc)))
        }
        DefinitionKind::Parameter | DefinitionKind::Member => {
            let declared = declared?;
            let mut members = declared.members.iter();
            let member = members.find(|member| member.name_range == definition.range)?;
            let documented = FunctionDoc::parse(&declared.doc);
            let doc = documented.parameter(&member.name).unwrap_or(&member.doc);
            let rest = line(member.name_range.clone());
            let code = rest.split([',', ')']).next().unwrap_or_default();
            let is_cut = code.matches('<').count() > code.matches('>').count();
            let code = if is_cut { rest.as_str() } else { code };
            Some((code.trim_end().to_owned(), comment(doc)))
        }
        DefinitionKind::Local => {
            let start = start_of_line(definition.range.start);
            Some((line(start..start).trim_start().to_owned(), String::new()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ModulePath;

    const TEXT: &str = "//! Hills @view(0, 0, 4)\nstruct Params {\n    /// Amount. @range(0, 1)\n    gain: f32,\n}\n\
        @group(0) @binding(0) var<uniform> params: Params;\n/// Height of p. @param k Ratio.\n\
        fn height(p: vec2f, k: array<f32, 2>) -> f32 {\n    let x = mix(p.x, k[0], params.gain);\n    return x;\n}\n";

    fn check(marker: &str, code: &str, text: &str) {
        let tree = SourceTree::from_iter([("a.wgsl", TEXT)]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let found = hover(&tree, source, TEXT.find(marker).unwrap()).unwrap();
        assert_eq!((found.code.as_str(), found.text.as_str()), (code, text), "{marker}");
    }

    #[test]
    fn derivatives_that_are_not_written_are_explained_by_their_functions() {
        let mine = "fn billow(p: vec2f, k: f32) -> f32 {\n    return k * p.x;\n}\n";
        let text = "import package::mine::billow_deriv as slope;\nfn bowl(p: vec3f) -> f32 { return p.z; }\n\
            fn f(p: vec2f) -> f32 { return slope(p, 2.0).y + bowl_deriv(vec3f(p, 1.0)).x; }\n";
        let tree = SourceTree::from_iter([("a.wgsl", text), ("mine.wgsl", mine)]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let billow = "fn billow_deriv(p: vec2f, k: f32) -> vec3f";
        for (marker, code, from) in [
            ("slope(p", billow, "`billow`, derived from mine.wgsl, lines 1 to 3."),
            ("billow_deriv as", billow, "`billow`, derived from mine.wgsl, lines 1 to 3."),
            (
                "bowl_deriv(",
                "fn bowl_deriv(p: vec3f) -> vec4f",
                "`bowl`, derived from a.wgsl, line 2.",
            ),
        ] {
            let found = hover(&tree, source, text.find(marker).unwrap()).unwrap();
            assert_eq!(found.code, code, "{marker}");
            assert_eq!(found.text, format!("Value and gradient of {from}"));
        }
    }

    #[test]
    fn hovers_show_declarations_comments_tags_and_builtin_functions() {
        check("height(p", "fn height(p: vec2f, k: array<f32, 2>) -> f32", "Height of p.");
        check("gain);", "gain: f32", "Amount.");
        check("k[0]", "k: array<f32, 2>) -> f32", "Ratio.");
        check("x;\n", "let x = mix(p.x, k[0], params.gain)", "");
        check("mix(", "fn mix(a: T, b: T, t: T) -> T", "Linear blend a * (1 - t) + b * t.");
        check("vec2f,", "vec2f", "Two numbers of type f32.");
        check("Params;", "struct Params", "");
        let range = "Limits of the slider, with a step and the value that it starts with.\n\n\
            Applies to a member of the uniform struct or a generator's parameter.";
        check("range(0", "@range(min, max[, step[, initial]])", range);
    }
}
