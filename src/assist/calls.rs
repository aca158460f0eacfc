//! The call whose arguments are being typed.

use std::sync::Arc;

use super::definition::DefinitionKind;
use super::definitions::definition_in;
use super::library_file;
use super::names::{FileNames, word_at};
use crate::generator::signature;
use crate::source::{Source, SourceTree};
use crate::wgsl::annotation::{FunctionDoc, ParsedComment};
use crate::wgsl::builtins::builtin;
use crate::wgsl::lexer::TokenKind;

/// Call of a function around a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// `fn perlin(p: vec2f, seed: u32) -> f32`.
    pub signature: String,
    /// Comment of the function.
    pub doc: String,
    /// Texts of the parameters, which the signature contains, each with its comment.
    pub parameters: Vec<(String, String)>,
    /// Index of the argument at the position.
    pub active: usize,
}

/// Returns the innermost call whose arguments contain a position; `None` if its function is not known.
pub fn call_at(tree: &SourceTree, source: &Arc<Source>, at: usize) -> Option<Call> {
    let tokens = source.tokens();
    let before = tokens.partition_point(|token| token.range.end <= at);
    let (mut depth, mut commas) = (0_usize, 0);
    for index in (0..before).rev() {
        match tokens[index].text(&source.text) {
            ")" | "]" => depth += 1,
            "[" => depth = depth.checked_sub(1)?,
            "(" if depth > 0 => depth -= 1,
            "(" => {
                let name = tokens.get(index.checked_sub(1)?)?;
                let is_declared = index > 1 && tokens[index - 2].text(&source.text) == "fn";
                let is_called = name.kind == TokenKind::Word && !is_declared;
                return is_called.then(|| called(tree, source, name.range.start, commas))?;
            }
            "," if depth == 0 => commas += 1,
            ";" | "{" | "}" => return None,
            _ => {}
        }
    }
    None
}

fn called(tree: &SourceTree, source: &Arc<Source>, name: usize, active: usize) -> Option<Call> {
    let names = FileNames::new(tree, source);
    let Some((_, definition)) = definition_in(&names, name) else {
        let token = &source.tokens()[word_at(source, name)?];
        let function = builtin(token.text(&source.text))?;
        let parameters = parameters_in(function.signature).into_iter();
        return (!function.signature.is_empty()).then(|| Call {
            signature: format!("fn {}{}", function.name, function.signature),
            doc: function.summary.to_owned(),
            parameters: parameters.map(|text| (text, String::new())).collect(),
            active,
        });
    };
    if definition.kind != DefinitionKind::Function {
        return None;
    }
    let file = library_file(tree, &definition.file)?;
    let declared = file.outline().find(&definition.name)?;
    let text = signature(&file, declared);
    let comment = FunctionDoc::parse(&declared.doc);
    let docs = declared.members.iter().map(|member| {
        let doc = comment.parameter(&member.name).unwrap_or(&member.doc);
        ParsedComment::parse(doc).doc
    });
    let parameters = parameters_in(&text[text.find('(')?..]).into_iter().zip(docs).collect();
    Some(Call { doc: comment.function.doc, parameters, signature: text, active })
}

/// Splits `(a: T, b: array<T, 2>) -> T` at its outer commas.
fn parameters_in(signature: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut parameters = vec![String::new()];
    for c in signature.chars() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match c {
            '(' if depth == 1 => {}
            ')' if depth == 0 => break,
            ',' if depth == 1 => parameters.push(String::new()),
            c => parameters.last_mut().into_iter().for_each(|last| last.push(c)),
        }
    }
    let parameters = parameters.iter().map(|text| text.trim().to_owned());
    parameters.filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ModulePath;

    #[test]
    fn innermost_call_and_its_argument_are_found() {
        let text = "/// Sum. @param b Second one.\nfn add(a: f32, b: array<f32, 2>) -> f32 { return a; }\n\
            fn f() { let x = add(max(1.0, 2.0), ";
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let source = tree.get(&ModulePath::new("a.wgsl")).unwrap();
        let call = |marker: &str| {
            let at = text.find(marker).unwrap() + marker.len();
            call_at(&tree, source, at).map(|call| (call.signature, call.active))
        };
        let add = "fn add(a: f32, b: array<f32, 2>) -> f32".to_owned();
        assert_eq!(call("2.0), "), Some((add, 1)));
        assert_eq!(call("max(1.0, "), Some(("fn max(a: T, b: T) -> T".to_owned(), 1)));
        assert_eq!(call("fn f() { let"), None);
        assert_eq!(call("fn add(a: f32, "), None);
        let found = call_at(&tree, source, text.len()).unwrap();
        let second = ("b: array<f32, 2>".to_owned(), "Second one.".to_owned());
        assert_eq!((found.doc.as_str(), &found.parameters[1]), ("Sum.", &second));
    }
}
