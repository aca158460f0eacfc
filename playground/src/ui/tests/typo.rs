//! A test that a typo and its mending move nothing: it compares the pixels of the whole window.

use super::screenshots::draw;
use super::*;

const SIZE: Vec2 = vec2(1280.0, 800.0);

type Drawn = Harness<'static, Workbench>;

fn drawn(workbench: Workbench) -> Drawn {
    let mut panes = Vec::new();
    let draw = move |ui: &mut egui::Ui, workbench: &mut Workbench| draw(ui, workbench, &mut panes);
    let mut harness = Harness::builder()
        .with_size(SIZE)
        .with_context_setup(crate::ui::theme::install)
        .wgpu()
        .build_ui_state(draw, workbench);
    harness.run_steps(10);
    harness
}

/// Returns the pixels after the next frames, row by row.
fn pixels(harness: &mut Drawn) -> Vec<[u8; 4]> {
    harness.run_steps(10);
    let picture = harness.render().unwrap();
    picture.pixels().map(|pixel| pixel.0).collect()
}

fn index_of(at: egui::Pos2) -> usize {
    at.y as usize * SIZE.x as usize + at.x as usize
}

fn changed(one: &[[u8; 4]], other: &[[u8; 4]]) -> Vec<egui::Pos2> {
    let width = SIZE.x as usize;
    let pixels = one.iter().zip(other).enumerate();
    let differing = pixels.filter(|(_, (one, other))| one != other);
    let at = |index: usize| egui::pos2((index % width) as f32, (index / width) as f32);
    differing.map(|(index, _)| at(index) + vec2(0.5, 0.5)).collect()
}

#[test]
fn typo_and_its_mending_change_only_border_and_message() {
    let mut workbench = swiss();
    measured(&mut workbench).value_range = Some((-0.93, 1.87));
    let mut harness = drawn(workbench);
    let before = pixels(&mut harness);
    let picture = harness.get_by_label("Picture").rect();

    let source = Source::new("generators/swiss.wgsl", "fn f() { retrun 1.0; }");
    let error = Diagnostic::error(Some(source.location(9..15)), "unknown word `retrun`");
    let workbench = harness.state_mut();
    workbench.folder.diagnostics.push(error);
    workbench.folder.entries[1].error = true;
    let targets = workbench.targets();
    workbench.folder.stale.extend(targets);
    let wrong = pixels(&mut harness);
    let message = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("diagnostics")));
    let row = harness.get_by_role_and_label(Role::ListItem, "Swiss turbulence").rect();
    let count = harness.get_by_role_and_label(Role::Button, "1 error").rect();
    let marks = [message.unwrap(), count, row.with_min_x(row.right() - 24.0)];
    let is_mark = |at: &egui::Pos2| {
        let is_border = picture.contains(*at) && !picture.shrink(3.0).contains(*at);
        is_border || marks.iter().any(|mark| mark.expand(1.0).contains(*at))
    };
    let moved: Vec<_> = changed(&before, &wrong).into_iter().filter(|at| !is_mark(at)).collect();
    assert!(moved.is_empty(), "{} pixels, such as {:?}", moved.len(), moved.first());
    let [red, _, blue, _] = wrong[index_of(picture.left_center() + vec2(1.0, 0.0))];
    assert!(red > blue.saturating_add(60), "the border is red: {red} {blue}");

    let workbench = harness.state_mut();
    workbench.folder.diagnostics.clear();
    workbench.folder.entries[1].error = false;
    workbench.folder.stale.clear();
    let mended = pixels(&mut harness);
    assert_eq!(changed(&before, &mended).len(), 0);
}
