//! Derivatives that no author has written: `NAME_deriv` for a function `NAME` of a position.
//!
//! The linked text gets a stub for each, so that its name is known. The body is derived from naga's module.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::source::{Source, SourceMap};
use crate::wgsl::lexer::{TokenKind, tokens};
use crate::wgsl::outline::DeclarationKind;

/// End of the name of a function that returns the value and the gradient of another one.
pub(crate) const SUFFIX: &str = "_deriv";

/// Name of the function whose derivative has this name; `None` if it is no name of a derivative.
pub(crate) fn differentiated(name: &str) -> Option<&str> {
    name.strip_suffix(SUFFIX).filter(|name| !name.is_empty())
}

/// Returns the names of the appended stubs, which the text calls without declaring them, and of their functions.
pub(super) fn append_stubs(wgsl: &mut String, map: &mut SourceMap) -> Vec<(String, String)> {
    if !wgsl.contains(SUFFIX) {
        return Vec::new();
    }
    let source = Source::new("linked.wgsl", wgsl.as_str());
    let declarations = &source.outline().declarations;
    let is_declared = |name: &str| declarations.iter().any(|declared| declared.name == name);
    let called = called_names(wgsl);
    let missing = called.into_iter().filter(|name| !is_declared(name));
    let mut names = Vec::new();
    for name in missing {
        let of = differentiated(&name);
        let mut functions = declarations.iter();
        let found = functions.find(|declared| {
            declared.kind == DeclarationKind::Function && Some(declared.name.as_str()) == of
        });
        let Some(function) = found else {
            continue;
        };
        let Some(stub) = stub(&source, function.name_range.end..function.range.end, &name) else {
            continue;
        };
        let start = wgsl.len();
        wgsl.push_str(&stub);
        // Messages about the derivative are at the function.
        if let Some((module, author)) = map.author_range(function.name_range.clone()) {
            map.push(start..wgsl.len(), module, author);
        }
        names.push((name, function.name.clone()));
    }
    names
}

fn called_names(wgsl: &str) -> BTreeSet<String> {
    let tokens = tokens(wgsl);
    let calls = tokens.windows(2).filter(|pair| pair[1].text(wgsl) == "(");
    let names = calls.map(|pair| &pair[0]).filter(|token| token.kind == TokenKind::Word);
    let names = names.map(|token| token.text(wgsl));
    names.filter(|name| differentiated(name).is_some()).map(str::to_owned).collect()
}

/// `after_name` is the rest of the function's declaration. `None` unless it takes a position and returns a number.
fn stub(source: &Source, after_name: Range<usize>, name: &str) -> Option<String> {
    let text = &source.text;
    let is_code = |kind: TokenKind| !matches!(kind, TokenKind::Doc | TokenKind::FileDoc);
    let tokens = source.tokens_in(after_name).iter().filter(|token| is_code(token.kind));
    let head = tokens.map(|token| token.text(text)).take_while(|word| *word != "{");
    let head: Vec<&str> = head.collect();
    let parameters = head.strip_suffix(&["-", ">", "f32"])?;
    let colon = parameters.iter().position(|word| *word == ":")?;
    let ty = match &parameters[colon + 1..] {
        ["vec2f", ..] | ["vec2", "<", "f32", ..] => "vec3f",
        ["vec3f", ..] | ["vec3", "<", "f32", ..] => "vec4f",
        _ => return None,
    };
    let parameters = parameters.join(" ");
    Some(format!("\nfn {name}{parameters} -> {ty} {{ return {ty}(); }}\n"))
}

#[cfg(test)]
mod tests {
    use super::super::link;
    use crate::source::{ModulePath, SourceTree};

    fn linked(files: &[(&str, &str)]) -> (String, Vec<String>) {
        let tree = SourceTree::from_iter(files.iter().copied());
        let root = tree.get(&ModulePath::new(files[0].0)).unwrap();
        let linked = link(&tree, root).result.unwrap();
        let names = linked.derived.into_iter().map(|(name, _)| name);
        (linked.wgsl, names.collect())
    }

    #[test]
    fn derivatives_without_a_declaration_get_a_stub() {
        let (wgsl, derived) = linked(&[(
            "a.wgsl",
            "fn f(p: vec2f, // the point\n a: f32,) -> f32 { return p.x; }\nfn g(p: vec2f) -> f32 { return f_deriv(p, 2.0).y; }",
        )]);
        assert_eq!(derived, ["f_deriv"]);
        assert!(
            wgsl.ends_with("\nfn f_deriv( p : vec2f , a : f32 , ) -> vec3f { return vec3f(); }\n"),
            "{wgsl}"
        );
    }

    #[test]
    fn imported_derivatives_are_those_of_the_imported_function() {
        let mine = "fn billow(p: vec3f) -> f32 { return p.z; }\nfn written(p: vec2f) -> f32 { return p.x; }\nfn written_deriv(p: vec2f) -> vec3f { return vec3f(p, 1.0); }";
        let (wgsl, derived) = linked(&[
            (
                "a.wgsl",
                "import package::mine::{billow_deriv as slope, written_deriv};\nfn f(p: vec3f) -> f32 { return slope(p).w + written_deriv(p.xy).x; }",
            ),
            ("mine.wgsl", mine),
        ]);
        assert_eq!(derived, ["mine__billow_deriv"]);
        assert!(wgsl.contains("return mine__billow_deriv(p).w + mine__written_deriv(p.xy).x;"));
        assert!(wgsl.contains("fn mine__billow(p: vec3f)"), "{wgsl}");
        assert!(wgsl.contains("fn mine__billow_deriv( p : vec3f ) -> vec4f"), "{wgsl}");
    }

    #[test]
    fn functions_within_an_imported_module_have_derivatives() {
        let (wgsl, derived) = linked(&[
            (
                "a.wgsl",
                "import package::mine::damped;\nfn f(p: vec2f) -> f32 { return damped(p); }",
            ),
            (
                "mine.wgsl",
                "fn billow(p: vec2f) -> f32 { return p.x; }\nfn damped(p: vec2f) -> f32 { return billow_deriv(p).y; }",
            ),
        ]);
        assert_eq!(derived, ["mine__billow_deriv"]);
        assert!(wgsl.contains("return mine__billow_deriv(p).y;"), "{wgsl}");
    }
}
