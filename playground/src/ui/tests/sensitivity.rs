//! Tests of the derivative by a control as a picture, and of the panel that ranks the controls.

use noise_playground::generator::{Derivative, derive};
use noise_playground::gpu::measure::ControlEffect;

use super::*;
use crate::workbench::{Panel, ResultOf};

/// Shows the derivative by a control, as the compile thread sends it.
pub(super) fn show_sensitivity(workbench: &mut Workbench, control: &str) {
    let CompiledGenerator { generator, linked } = running(SWISS);
    let derivative = Derivative::by_control(control, &generator);
    let derived = derive(&generator, &derivative, Channel::X).unwrap();
    workbench.toggle_sensitivity(control);
    let target = workbench.document.selected().build_target().unwrap();
    let compiled = CompiledGenerator { generator: Arc::new(derived), linked };
    workbench.insert_compiled(target, compiled);
    measured(workbench).value_range = Some((-0.42, 0.42));
}

fn effect(control: &str, effect: f64, rising: f64) -> ControlEffect {
    let falling = 1.0 - rising;
    ControlEffect {
        control: control.to_owned(),
        mean: effect,
        effect,
        rising,
        falling,
        non_finite: 0,
    }
}

/// Returns a workbench with the open panel, in which the first control matters most.
pub(super) fn ranked(mut workbench: Workbench) -> Workbench {
    workbench.toggle_panel(Panel::EFFECTS);
    let names = workbench.shown().unwrap().sensitivities();
    let effects = names.iter().enumerate().map(|(index, name)| {
        effect(name, 1.4 / (1.0 + index as f64).powi(2), 1.0 / (1.0 + 0.7 * index as f64))
    });
    let target = workbench.document.selected().build_target().unwrap();
    let effects: Arc<[ControlEffect]> = effects.collect();
    measured(&mut workbench).effects = Some(ResultOf::new(target.result(), Ok(effects)));
    workbench
}

#[test]
fn a_controls_menu_shows_where_it_acts_and_escape_shows_the_value_again() {
    let mut harness = window(swiss());
    menu_of(&mut harness, Role::Slider, "gain");
    click(&mut harness, "Where it acts");
    assert_eq!(harness.state().0.sensitivity(), Some("gain"));
    assert!(harness.state().0.name(harness.state().0.document.selected).ends_with("gain"));
    plain(&mut harness, Key::Escape);
    assert_eq!(harness.state().0.sensitivity(), None);
}

#[test]
fn another_view_ends_the_sensitivity_and_its_range_is_its_own() {
    let mut workbench = swiss();
    workbench.view_mut().shading.value_range = ValueRange::Fixed(3.0, 4.0);
    show_sensitivity(&mut workbench, "gain");
    let cell = PaneId::Cell(workbench.document.selected);
    let content = workbench.pane_content(cell).unwrap();
    assert_eq!(content.view.shading.mode, ViewMode::Sensitivity);
    assert_eq!(content.view.shading.value_range, ValueRange::Auto);
    let mut harness = window(workbench);
    harness.get_by_label_contains("Legend \u{2212}0.4");
    harness.get_by_label_contains("Shows \u{2202}/\u{2202}gain");
    plain(&mut harness, Key::Num2);
    let workbench = &harness.state().0;
    assert_eq!((workbench.sensitivity(), workbench.view().shading.mode), (None, ViewMode::Relief));
    assert_eq!(range(workbench), ValueRange::Fixed(3.0, 4.0));
}

fn range(workbench: &Workbench) -> ValueRange {
    workbench.view().shading.value_range
}

#[test]
fn a_row_of_the_ranking_shows_where_its_control_acts() {
    let mut harness = window(ranked(swiss()));
    let names = harness.state().0.shown().unwrap().sensitivities();
    click_contains(&mut harness, &format!("{}: effect 1.4", names[0]));
    assert_eq!(harness.state().0.sensitivity(), Some(names[0].as_str()));
    assert!(harness.state().0.effects().is_some(), "the ranking stays");
    click_contains(&mut harness, &format!("{}: effect", names[0]));
    assert_eq!(harness.state().0.sensitivity(), None);
}
