//! What is done to how a picture is seen, and to get it out of the window.

use egui::Key;
use noise_playground::view::Mode;

use super::{Add, PLAIN, Part, SHIFT, always, shows};
use crate::ui::regions::{self, Region};
use crate::workbench::{Action, Workbench};

/// A press zooms by this factor.
const ZOOM: f64 = std::f64::consts::SQRT_2;

pub(super) fn add_commands(add: Add<'_>) {
    let part = Part::View;
    add(
        part,
        "Next view",
        &[(PLAIN, Key::Space)],
        shows,
        |_, workbench, _| {
            next_mode(workbench);
        },
    );
    let keys = [(PLAIN, Key::F), (PLAIN, Key::Num0)];
    add(part, "Reset the view", &keys, shows, |_, workbench, _| {
        workbench.reset_view();
    });
    let keys = [(PLAIN, Key::Plus), (PLAIN, Key::Equals)];
    add(part, "Zoom in", &keys, shows, |_, workbench, _| {
        workbench.zoom(1.0 / ZOOM);
    });
    let keys = [(PLAIN, Key::Minus)];
    add(part, "Zoom out", &keys, shows, |_, workbench, _| {
        workbench.zoom(ZOOM);
    });
    add(
        part,
        "Pause time",
        &[(PLAIN, Key::P)],
        always,
        |_, workbench, _| {
            workbench.clock.paused = !workbench.clock.paused;
        },
    );
    add(
        part,
        "Profile along a line",
        &[(PLAIN, Key::L)],
        shows,
        |_, workbench, _| {
            workbench.toggle_profile();
        },
    );
    add(
        part,
        "Capture",
        &[(PLAIN, Key::S)],
        shows,
        |_, _, actions| {
            actions.push(Action::Capture);
        },
    );
    add(
        part,
        "Capture settings",
        &[(SHIFT, Key::S)],
        shows,
        |ui, workbench, _| {
            workbench.capturing.open = !workbench.capturing.open;
            if workbench.capturing.open {
                regions::go_to(ui, Region::Capture);
            }
        },
    );
    add(
        part,
        "Copy the picture",
        &[(PLAIN, Key::C)],
        shows,
        |_, _, actions| {
            actions.push(Action::CopyPicture);
        },
    );
}

fn next_mode(workbench: &mut Workbench) {
    let Some(generator) = workbench.shown().cloned() else {
        return;
    };
    let mode = workbench.look().view.mode;
    let mut after = Mode::ALL
        .into_iter()
        .cycle()
        .skip_while(|other| *other != mode)
        .skip(1);
    let next = after.find(|mode| generator.supports(*mode));
    workbench.look_mut().view.mode = next.unwrap_or(mode);
}
