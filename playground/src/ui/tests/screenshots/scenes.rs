//! The scenes for the screenshots: each is a workbench and actions of the user.

use super::workbenches::*;
use super::*;
use crate::ui::tests::{analysis, inside, sensitivity, trace};
use crate::workbench::document::Arrangement;
use crate::workbench::{Dialog, NewFile};

/// A scene for screenshots: its name, and functions that create the workbench and act as the user.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) workbench: fn() -> Workbench,
    pub(super) act: fn(&mut Harness<'_, Workbench>),
    /// Moves the pointer, once the window has its size.
    pub(super) point: fn(&mut Harness<'_, Workbench>),
}

/// Each line has a name, a workbench, and actions of the user or, after `=>`, the motion of the pointer.
macro_rules! scenes {
    (@scene $name:literal $workbench:expr, $act:expr) => {
        Scene { name: $name, workbench: $workbench, act: $act, point: |_| {} }
    };
    (@scene $name:literal $workbench:expr => $point:expr) => {
        Scene { name: $name, workbench: $workbench, act: |_| {}, point: $point }
    };
    ($($name:literal $workbench:expr $(, $act:expr)? $(=> $point:expr)?;)*) => {
        pub(super) const SCENES: &[Scene] = &[
            $(scenes!(@scene $name $workbench $(, $act)? $(=> $point)?)),*
        ];
    };
}

scenes! {
    "first-start" first_start, |_| {};
    "probe" busy => probe;
    "legend" busy => |harness| hover(harness, "Range minimum");
    "forty-controls" forty_controls, |_| {};
    "widgets" widgets, |_| {};
    "error" broken, |_| {};
    "compiling" compiling, |_| {};
    "slow-program" slow_program, |_| {};
    "volume" volume, |_| {};
    "terrain" || in_scene(ViewMode::Terrain, "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }"), |_| {};
    "exact-normals" exact_normals, |_| {};
    "planet" || in_scene(ViewMode::Planet, "fn density(p: vec3f, gain: f32) -> f32 { return gain * p.x; }"), |_| {};
    "solid" || in_scene(ViewMode::Solid, "fn density(p: vec3f, gain: f32) -> f32 { return gain * p.x; }"), |_| {};
    "cells-02" || cells(2), |_| {};
    "cells-04" || cells(4), |_| {};
    "cells-09" || cells(9), |_| {};
    "cells-16" || cells(16), |_| {};
    "captions-09" || varied(9), |_| {};
    "captions-16" || varied(16), |_| {};
    "strangers-folder" strangers_folder, |_| {};
    "whole-folder" whole_folder, |_| {};
    "sweep" sweep, |_| {};
    "wipe" || pair(Arrangement::Wipe), |_| {};
    "difference" || pair(Arrangement::Difference), |_| {};
    "profile" profile, |_| {};
    "history" busy, |harness| press_keys(harness, &[Key::R, Key::Num3, Key::M, Key::Z, Key::H]);
    "commands" busy, |harness| harness.state_mut().chrome.set_open(crate::ui::command_palette::PALETTE, true);
    "keys" busy, |harness| harness.state_mut().chrome.set_open(crate::ui::shortcuts::SHORTCUTS, true);
    "capture" capture, |_| {};
    "hints" first_run, |_| {};
    "explore" busy, |harness| press_keys(harness, &[Key::G]);
    "saves" saved, |harness| press_keys(harness, &[Key::R, Key::H]);
    "menu" busy, |harness| open_menu(harness, &["Menu", "View"]);
    "new-shader" busy, |harness| harness.state_mut().chrome.dialog = Some(Dialog::NewFile(NewFile::default()));
    "empty-folder" empty, |_| {};
    "no-generator" no_generator, |_| {};
    "inside" inside::shown, |_| {};
    "inside-value" inside_value, |_| {};
    "inside-slopes" trace::inside_with_slopes, |_| {};
    "trace" trace::traced, |_| {};
    "trace-derivatives" trace::differentiated, |_| {};
    "changes" changed, |_| {};
    "what-matters" || sensitivity::ranked(busy()), |_| {};
    "sensitivity" shown_sensitivity, |_| {};
    "messages" || docked(crate::ui::messages::MESSAGES), |_| {};
    "dock-right" docked_right, |_| {};
    "analysis" analysis::measured_cells, |_| {};
    "analysis-all" all_plots, |_| {};
    "restore" restore, |_| {};
}

fn press_keys(harness: &mut Harness<'_, Workbench>, keys: &[Key]) {
    for key in keys {
        harness.key_press(*key);
        harness.run_steps(5);
    }
}

fn hover(harness: &mut Harness<'_, Workbench>, label: &str) {
    let at = harness.get_by_label(label).rect().center();
    harness.hover_at(at);
}

/// Moves the pointer over the picture and sets the value that is read there.
fn probe(harness: &mut Harness<'_, Workbench>) {
    hover(harness, "Picture");
    harness.run_steps(5);
    measured(harness.state_mut()).sample = Some(vec![0.4821]);
}

fn open_menu(harness: &mut Harness<'_, Workbench>, labels: &[&str]) {
    for label in labels {
        harness.get_by_role_and_label(Role::Button, label).click();
        harness.run_steps(5);
    }
}
