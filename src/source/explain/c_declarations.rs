//! Explanations of compile errors about declarations as in GLSL and HLSL: a type, then a name.

use super::conversion::brief;
use super::{Explanation, ParserError, Site};
use crate::wgsl::lexer::TokenKind;

const QUALIFIERS: [&str; 17] = [
    "in", "out", "inout", "uniform", "varying", "attribute", "static", "const", "highp", "mediump",
    "lowp", "flat", "smooth", "inline", "extern", "groupshared", "shared",
];

pub(super) struct ForeignType {
    pub(super) language: &'static str,
    pub(super) wgsl: String,
}

impl ForeignType {
    pub(super) fn named(name: &str) -> Option<Self> {
        let known = |language, wgsl: &str| {
            let wgsl = wgsl.to_owned();
            Some(Self { language, wgsl })
        };
        match name {
            "float" => return known("GLSL", "f32"),
            "double" => return known("GLSL", "f32"),
            "int" => return known("GLSL", "i32"),
            "uint" => return known("GLSL", "u32"),
            "void" => return known("GLSL", ""),
            "half" => return known("HLSL", "f16"),
            "sampler2D" => return known("GLSL", "texture_2d<f32>"),
            "sampler3D" => return known("GLSL", "texture_3d<f32>"),
            "Texture2D" => return known("HLSL", "texture_2d<f32>"),
            "Texture3D" => return known("HLSL", "texture_3d<f32>"),
            "SamplerState" => return known("HLSL", "sampler"),
            _ => {}
        }
        let vectors = [
            ("GLSL", "vec", "f"),
            ("GLSL", "dvec", "f"),
            ("GLSL", "ivec", "i"),
            ("GLSL", "uvec", "u"),
            ("GLSL", "bvec", "<bool>"),
            ("HLSL", "float", "f"),
            ("HLSL", "int", "i"),
            ("HLSL", "uint", "u"),
            ("HLSL", "half", "h"),
            ("HLSL", "bool", "<bool>"),
        ];
        let vector = vectors.iter().find_map(|(language, prefix, suffix)| {
            let size = name.strip_prefix(prefix)?;
            matches!(size, "2" | "3" | "4")
                .then(|| known(language, &format!("vec{size}{suffix}")))?
        });
        vector.or_else(|| {
            let matrices = [("GLSL", "mat"), ("HLSL", "float")];
            matrices.iter().find_map(|(language, prefix)| {
                let size = name.strip_prefix(prefix)?;
                let is_square = matches!(size, "2" | "3" | "4");
                let sizes = if is_square { format!("{size}x{size}") } else { size.to_owned() };
                is_matrix_size(&sizes).then(|| known(language, &format!("mat{sizes}f")))?
            })
        })
    }

    /// Also a type of WGSL, if it can precede a declared name as in C.
    fn before_a_name(name: &str) -> Option<Self> {
        let wgsl = |name: &str| Self { language: "C", wgsl: name.to_owned() };
        let is_wgsl = matches!(name, "f32" | "i32" | "u32" | "bool" | "f16")
            || (name.len() == 5 && name.starts_with("vec") && name.ends_with(['f', 'i', 'u', 'h']));
        Self::named(name).or_else(|| is_wgsl.then(|| wgsl(name)))
    }
}

fn is_matrix_size(text: &str) -> bool {
    let is_size = |text: &str| matches!(text, "2" | "3" | "4");
    text.split_once('x').is_some_and(|(columns, rows)| is_size(columns) && is_size(rows))
}

/// Explains `float x`, `vec3 f(vec2 p)`, `uniform float time;`.
pub(super) fn explain(error: &ParserError<'_>) -> Option<Explanation> {
    if !error.is_syntax() {
        return None;
    }
    let site = &error.site;
    parameter(site).or_else(|| constant(site)).or_else(|| local(site)).or_else(|| global(site))
}

/// Explains `const float PI = …`, where naga takes the type for the name.
fn constant(site: &Site<'_>) -> Option<Explanation> {
    if !matches!(site.word(-2), "const" | "let" | "var") || !site.is_name(0) {
        return None;
    }
    let (keyword, name) = (site.word(-2), site.word(0));
    let ty = ForeignType::before_a_name(site.word(-1))?;
    let wrong = site.text_of(-2, 0);
    let message =
        format!("`{wrong}` is {}; WGSL writes `{keyword} {name}: {} = …`", ty.language, ty.wgsl);
    let range = site.span(-1, 0);
    Some(Explanation::new(range.clone(), message).fix(range, format!("{name}: {}", ty.wgsl)))
}

/// Explains `fn f(vec2 p)` and `fn f(inout p: vec2f)`.
fn parameter(site: &Site<'_>) -> Option<Explanation> {
    let is_parameter = matches!(site.word(-2), "(" | ",") || QUALIFIERS.contains(&site.word(-2));
    let function = site.function()?;
    let is_in_signature = site
        .source
        .text
        .get(function.range.start..site.range.start)
        .is_some_and(|before| !before.contains('{'));
    if !is_parameter || !is_in_signature || !site.is_name(0) {
        return None;
    }
    let (first, name) = (site.word(-1), site.word(0));
    if matches!(first, "inout" | "out") {
        let ty = if site.word(1) == ":" { site.word(2) } else { "T" };
        let message = format!(
            "`{first}` is GLSL; WGSL passes a pointer: `{name}: ptr<function, {ty}>`, called with `&`"
        );
        return Some(Explanation::new(site.span(-1, -1), message));
    }
    let ty = ForeignType::before_a_name(first)?;
    let message = format!("`{first} {name}` is {}; WGSL writes `{name}: {}`", ty.language, ty.wgsl);
    let range = site.span(-1, 0);
    Some(Explanation::new(range.clone(), message).fix(range, format!("{name}: {}", ty.wgsl)))
}

/// Explains `float x = …` in a function, or at the start of a loop.
fn local(site: &Site<'_>) -> Option<Explanation> {
    let ty = ForeignType::before_a_name(site.word(-1))?;
    site.function()?;
    if !site.starts_statement(-1) || !site.is_name(0) {
        return None;
    }
    let name = site.word(0);
    let is_loop = site.word(-2) == "(";
    let wanted = if is_loop {
        format!("`for (var {name} = …`")
    } else if site.word(1) == "[" {
        let length = site.word(2);
        format!("`var {name}: array<{}, {length}>`", ty.wgsl)
    } else {
        format!("`let {name} = …`, or `var {name}: {} = …` if it changes", ty.wgsl)
    };
    let message = format!("`{} {name}` is {}; WGSL writes {wanted}", site.word(-1), ty.language);
    let found = Explanation::new(site.span(-1, 0), message);
    let is_declared = !is_loop && matches!(site.word(1), "=" | ";") && !ty.wgsl.is_empty();
    Some(if is_declared {
        found.fix(site.span(-1, 0), format!("var {name}: {}", ty.wgsl))
    } else {
        found
    })
}

fn global(site: &Site<'_>) -> Option<Explanation> {
    if let Some(found) = qualified_block(site) {
        return Some(found);
    }
    let mut at = 0;
    while QUALIFIERS.contains(&site.word(at)) {
        at += 1;
    }
    let ty = ForeignType::before_a_name(site.word(at))?;
    if !site.is_name(at + 1) {
        return None;
    }
    let name = site.word(at + 1);
    let is_hlsl = has_semantics(site, at + 1) || (0..at).any(|at| site.word(at) == "static");
    let language = if is_hlsl { "HLSL" } else { ty.language };
    let wrong = site.text_of(0, at + 1);
    if site.word(at + 2) == "(" {
        let wanted = signature(site, at + 1, &ty);
        let message = format!("`{wrong}(…)` is {language}; WGSL writes `{wanted}`");
        let found = Explanation::new(site.span(0, at + 1), message);
        let is_entry = matches!(name, "main" | "mainImage");
        return Some(found.note_if(is_entry.then(|| {
            "here a picture is a function of a position: `fn color(p: vec2f) -> vec3f`".to_owned()
        })));
    }
    let wanted = match site.word(0) {
        "uniform" => format!(
            "a member of a struct: `struct Params {{ {name}: {} }}`, `@group(0) @binding(0) var<uniform> params: Params;`",
            ty.wgsl
        ),
        "in" | "out" | "varying" | "attribute" => {
            "parameters and results of functions: `fn height(p: vec2f) -> f32`".to_owned()
        }
        "static" | "const" => format!("`const {name}: {} = …`", ty.wgsl),
        _ if ty.wgsl.starts_with("texture") || ty.wgsl == "sampler" => {
            format!("`@group(0) @binding(1) var {name}: {}`", ty.wgsl)
        }
        _ => format!("`const {name}: {} = …`, or `var<private>` if it changes", ty.wgsl),
    };
    let message = format!("`{wrong}` is {language}; WGSL writes {wanted}");
    Some(Explanation::new(site.span(0, at + 1), message))
}

/// Explains `precision`, `layout(…)` or `cbuffer`.
fn qualified_block(site: &Site<'_>) -> Option<Explanation> {
    let (last, message) = match site.word(0) {
        "precision" => (
            2,
            "`precision` is GLSL; delete the line: in WGSL the type is the precision".to_owned(),
        ),
        "layout" => (
            0,
            "`layout(…)` is GLSL; WGSL writes attributes: `@group(0) @binding(0) var<uniform> params: Params;`"
                .to_owned(),
        ),
        "cbuffer" => (
            1,
            format!(
                "`cbuffer` is HLSL; WGSL declares `struct {0} {{ … }}` and `@group(0) @binding(0) var<uniform> params: {0};`",
                site.word(1)
            ),
        ),
        _ => return None,
    };
    Some(Explanation::new(site.span(0, last), message))
}

/// Semantics of HLSL after the name at token `name`: `float2 uv : TEXCOORD0`.
fn has_semantics(site: &Site<'_>, name: isize) -> bool {
    let parameters = site.list(name + 1).into_iter();
    let mut words = parameters.flat_map(|(first, last)| first..=last);
    words.any(|at| site.word(at) == ":")
}

fn signature(site: &Site<'_>, name: isize, result: &ForeignType) -> String {
    let parameters = site.list(name + 1).into_iter();
    let parameters = parameters.filter_map(|(first, last)| {
        let is_written = (first..=last).any(|at| matches!(site.word(at), "out" | "inout"));
        let mut words = first..=last;
        let ty = words.find(|at| !QUALIFIERS.contains(&site.word(*at)))?;
        let named = ForeignType::before_a_name(site.word(ty));
        let wgsl = named.map_or_else(|| site.word(ty).to_owned(), |ty| ty.wgsl);
        let is_parameter = site.token(ty + 1).is_some_and(|token| token.kind == TokenKind::Word);
        let name = site.word(ty + 1);
        (ty < last && is_parameter).then(|| {
            if is_written {
                format!("{name}: ptr<function, {wgsl}>")
            } else {
                format!("{name}: {wgsl}")
            }
        })
    });
    let parameters: Vec<String> = parameters.collect();
    let result = match result.wgsl.as_str() {
        "" => String::new(),
        ty => format!(" -> {ty}"),
    };
    let signature = format!("fn {}({}){result}", site.word(name), parameters.join(", "));
    if signature.len() > 120 {
        format!("fn {}(…){}", brief(site.word(name)), result)
    } else {
        signature
    }
}
