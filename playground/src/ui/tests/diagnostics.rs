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
    click(&mut harness, "1 warning, 1 note");
    let top = |label: &str| {
        let entry = harness.get_by_role_and_label(Role::Link, label);
        entry.rect().top()
    };
    let warning = top("a.wgsl:1:4: warning: unknown tag");
    assert!(warning < top("a.wgsl:1:4: note: `vertex` is left out"));
}

fn foreign_errors(count: usize) -> Vec<Diagnostic> {
    let error = |index: usize| {
        let source = Source::new(format!("foreign/file{index:04}.wgsl"), "fn f() { foo }");
        Diagnostic::error(Some(source.location(9..12)), "no `foo`")
    };
    (0..count).map(error).collect()
}

#[test]
fn errors_of_the_shown_file_come_first_and_those_of_others_on_request() {
    let mut workbench = swiss();
    let mut diagnostics = foreign_errors(500);
    let source = Source::new("generators/swiss.wgsl", "fn f() { bar }");
    diagnostics.push(Diagnostic::error(Some(source.location(9..12)), "no `bar`"));
    *workbench.folder.diagnostics = diagnostics;
    let mut harness = window(workbench);
    let entries = |harness: &Window| {
        let entries = harness.query_all_by_role(Role::Link);
        entries.filter(|entry| entry.rect().left() > 230.0).count()
    };
    assert_eq!(harness.query_all_by_label("1 error").count(), 2, "in the panel and its button");
    assert_eq!(entries(&harness), 1);
    let panel = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("diagnostics")));
    let panel = panel.unwrap_or(Rect::NOTHING);
    let picture = harness.state().2;
    assert!(picture.contains_rect(panel.shrink(1.0)), "{panel} over {picture}");
    click(&mut harness, "Show those of other files: 500 errors");
    assert_eq!(entries(&harness), 100);
    assert!(harness.query_by_label("and 401 more").is_some());
}

#[test]
fn no_panel_opens_by_itself_for_files_that_nobody_opened() {
    let mut harness = window(swiss());
    let before = harness.state().2;
    *harness.state_mut().0.folder.diagnostics = foreign_errors(500);
    harness.run();
    assert!(harness.query_by_label("Close diagnostics").is_none());
    assert!(harness.query_by_label("500 files need attention").is_some());
    assert_eq!(harness.state().2, before);
}
