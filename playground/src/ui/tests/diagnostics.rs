//! Tests of the panel that lists errors and warnings of the compiler.

use super::*;

#[test]
fn notes_are_counted_apart_and_listed_last() {
    let at = Source::new("a.wgsl", "fn vertex() {}").location(3..9);
    let mut workbench = swiss();
    *workbench.folder.diagnostics = vec![
        Diagnostic::note(at.clone(), "`vertex` is left out"),
        Diagnostic::warning(at, "unknown tag"),
    ];
    let mut harness = window(workbench);
    harness.get_by_label("1 warning, 1 note").click();
    harness.run();
    let top = |label: &str| {
        let entry = harness.get_by_role_and_label(Role::Link, label);
        entry.rect().top()
    };
    let warning = top("a.wgsl:1:4: warning: unknown tag");
    assert!(warning < top("a.wgsl:1:4: note: `vertex` is left out"));
}
