//! Tests of the conditions `@if`, `@elif` and `@else` in shader files, and of the features that they depend on.

use super::{compiled, summary};
use noise_playground::generator::control::{ControlSource, Widget};
use noise_playground::source::SourceTree;
use noise_playground::{RenderSettings, Subject, compile, evaluate};

const TEXT: &str = "//! @feature(sharp, on)\nimport package::lib::lib;\n\
    fn height(p: vec2f) -> f32 {\n  @if(sharp && !soft) return 1.0;\n  @elif(soft) return 2.0;\n  @else return lib();\n}";
const LIB: &str = "fn lib() -> f32 { @if(deep) return 4.0; @else return 3.0; }";

#[test]
fn features_are_toggles_that_compile_the_generator_again() {
    let generator = &compile([("a.wgsl", TEXT), ("lib.wgsl", LIB)]).unwrap()[0];
    let switches: Vec<(&str, f64)> = generator
        .controls()
        .iter()
        .map(|control| (control.name.as_str(), control.default.first()))
        .collect();
    assert_eq!(switches, [("deep", 0.0), ("sharp", 1.0), ("soft", 0.0)]);
    assert_eq!(generator.controls()[0].source, ControlSource::Feature);
    assert_eq!(generator.controls()[0].widget, Widget::Toggle);
    assert_eq!(generator.controls()[0].group.as_deref(), Some("Features"));
    let check = |set: &[(usize, f64)], expect: f32| {
        let mut subject = Subject::new(generator, RenderSettings::new(generator, 1));
        for (index, value) in set {
            subject.values.set(&generator.controls()[*index], (*value).into());
        }
        assert_eq!(evaluate(&subject).unwrap().samples, [expect], "{set:?}");
        let featured = subject.compiled().unwrap();
        assert_eq!(featured.generator.controls()[1].default.first(), 1.0, "the default stays");
        let manifest = featured.manifest("any");
        let captured = compiled(&manifest.tree(), "a.wgsl");
        assert_eq!(captured.main().unwrap().linked().wgsl, featured.generator.linked().wgsl);
    };
    check(&[], 1.0);
    check(&[(2, 1.0)], 2.0);
    check(&[(1, 0.0)], 3.0);
    check(&[(1, 0.0), (0, 1.0)], 4.0);
    check(&[(1, 0.0), (0, 1.0), (2, 1.0)], 2.0);
}

#[test]
fn generator_of_a_feature_exists_only_with_it() {
    let text = "@if(more) fn more(p: vec2f) -> f32 { return p.y; }\nfn height(p: vec2f) -> f32 { return p.x; }";
    let mut tree = SourceTree::from_iter([("a.wgsl", text)]);
    assert_eq!(compiled(&tree, "a.wgsl").generators.len(), 1);
    tree.features.insert("more".to_owned(), true);
    let file = compiled(&tree, "a.wgsl");
    let more = &file.generators[0];
    assert_eq!(more.address().function, "more");
    let off = [("more".to_owned(), false)].into();
    let errors = more.with_features(&off).unwrap_err();
    assert_eq!(errors[0].message, "there is no generator a.wgsl::more with the features more off");
}

#[test]
fn wrong_conditions_and_tags_are_diagnosed_in_the_authors_file() {
    let check = |text: &str, expect: &str| {
        assert_eq!(summary(&[("a.wgsl", text)], "a.wgsl"), expect);
    };
    check(
        "fn f() {}\n  @if(1 + x) fn g() {}",
        "a.wgsl:2:3: error: `@if` takes names of features, `true`, `false`, `!`, `&&`, `||` and parentheses",
    );
    check(
        "@if(!no) fn f(p: vec2f) -> f32 { return q; }",
        "a.wgsl:1:41: error: no definition in scope for identifier: `q`",
    );
    check(
        "//! @feature(a, maybe)\n@if(!a) fn f(p: vec2f) -> f32 { return p.x; }",
        "a.wgsl:1:5: warning: `@feature` takes (name) or (name, on)",
    );
}
