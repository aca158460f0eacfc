//! Tests of the window that lists the changes between two compared cells, or between a pinned cell and its file.

use super::pair::{Window, two_cells};
use super::*;
use crate::workbench::CellId;
use crate::workbench::document::Arrangement;

#[test]
fn cell_menu_shows_changes_against_the_reference() {
    let mut harness = two_cells(Arrangement::Grid);
    let workbench = &mut harness.state_mut().0;
    workbench.chrome.set_sides(false);
    workbench.set_pinned(CellId(1), true);
    harness.run_steps(2);
    let shows = |harness: &Window, text: &str| harness.query_by_label_contains(text).is_some();
    assert!(shows(&harness, "gain 0.75") && !shows(&harness, "different source"));
    let workbench = &mut harness.state_mut().0;
    let edited = running(&SWISS.replace("return params", "return 2.0 * params"));
    let address = edited.generator.address().clone();
    workbench.insert_compiled(GeneratorRef::live(address), edited);
    harness.run_steps(2);
    assert!(shows(&harness, "different source"));
    let captions = harness.query_all_by_label("Cell Swiss turbulence");
    captions.last().unwrap().click_secondary();
    harness.run_steps(2);
    harness.get_by_label_contains("Show changes").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("gain 0.6 \u{2192} 0.75").is_some());
    for line in ["-    return params.amp", "+    return 2.0 * params.amp"] {
        assert_eq!(harness.query_all_by_label_contains(line).count(), 1, "{line}");
    }
    let copied = copied_by(&mut harness, "Copy changes");
    assert!(
        copied.starts_with("gain 0.6 \u{2192} 0.75\n--- generators/swiss.wgsl\n+++ "),
        "{copied}"
    );
    assert!(copied.contains("\n@@ ") && copied.contains("\n+    return 2.0 *"), "{copied}");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(harness.state().0.comparison.changes, None);
}

#[test]
fn single_pinned_cell_shows_changes_of_its_file() {
    let mut workbench = swiss();
    let file = GeneratorRef::live(workbench.shown().unwrap().address().clone());
    let mut harness = window({
        workbench.set_pinned(CellId(1), true);
        workbench
    });
    harness.set_size(vec2(1280.0, 1600.0));
    plain(&mut harness, Key::V);
    assert!(harness.query_by_label_contains("is being compiled").is_some());
    assert!(harness.state().0.targets().contains(&file));
    let edited =
        SWISS.replace("return params", "return 2.0 * params").replace("0.01, 0.6)", "0.01, 0.5)");
    let workbench = &mut harness.state_mut().0;
    workbench.insert_compiled(file.clone(), running(&edited));
    harness.run();
    assert!(harness.query_by_label("gain 0.6 \u{2192} 0.5").is_some());
    for line in ["-    return params.amp", "+    return 2.0 * params.amp"] {
        assert_eq!(harness.query_all_by_label_contains(line).count(), 1, "{line}");
    }
    plain(&mut harness, Key::V);
    assert_eq!(harness.state().0.comparison.changes, None);
    assert!(!harness.state().0.targets().contains(&file));

    harness.get_by_label("Picture").click_secondary();
    harness.run();
    click_contains(&mut harness, "Show changes of its file");
    harness.state_mut().0.compiled.remove(&file);
    harness.state_mut().0.folder.stale.insert(file);
    harness.run();
    assert!(harness.query_by_label_contains("does not compile").is_some());
    harness.key_press(Key::Escape);
    harness.state_mut().0.set_pinned(CellId(1), false);
    plain(&mut harness, Key::V);
    assert_eq!(harness.state().0.comparison.changes, None, "no cell is pinned");
}
