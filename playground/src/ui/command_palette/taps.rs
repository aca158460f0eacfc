//! Lines that show a tap in place of the generator's result.

use std::sync::Arc;

use egui::{Id, Ui};
use noise_playground::generator::{Generator, Tap, taps};

use super::item::Item;
use crate::workbench::Workbench;

/// Number of listed runs: in a loop, a sample computes a tap many times; run `n` is the `n`th.
const RUNS: u32 = 16;

/// Cache of the taps of one generator, so that its source is searched only once.
#[derive(Clone)]
struct KnownTaps {
    generator: Arc<Generator>,
    taps: Arc<Vec<Tap>>,
}

/// While a tap is shown, also returns lines for the generator's result and for each run.
pub(super) fn items(ui: &Ui, workbench: &Workbench) -> Vec<Item> {
    let Some((target, compiled)) = workbench.shown_in(workbench.document.selected) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    if let Some(stage) = target.stage() {
        items.push(Item::edit("Stage: result", |workbench| {
            workbench.show_stage(None);
        }));
        let name = stage.split('@').next().unwrap_or(stage).to_owned();
        items.extend((1..=RUNS).map(|run| stage_item(&format!("{name}@{run}"), String::new())));
    }
    let own = compiled.generator.address();
    let known = known_taps(ui, &compiled.generator);
    let mut names: Vec<String> = Vec::new();
    for tap in known.iter() {
        let name = if tap.function == *own {
            tap.name.clone()
        } else {
            format!("{}::{}", tap.function, tap.name)
        };
        if !names.contains(&name) {
            let item = stage_item(&name, format!("{} line {}", tap.ty, tap.line()));
            items.push(Item { is_helper: tap.function.file != own.file, ..item });
            names.push(name);
        }
    }
    items
}

fn stage_item(stage: &str, note: String) -> Item {
    let chosen = stage.to_owned();
    let mut item = Item::edit(format!("Stage: {stage}"), move |workbench| {
        workbench.show_stage(Some(chosen));
    });
    item.note = note;
    item
}

fn known_taps(ui: &Ui, generator: &Arc<Generator>) -> Arc<Vec<Tap>> {
    let id = Id::unique("palette taps");
    let known = ui.data(|data| data.get_temp::<KnownTaps>(id));
    if let Some(known) = known.filter(|known| Arc::ptr_eq(&known.generator, generator)) {
        return known.taps;
    }
    let found = KnownTaps {
        generator: Arc::clone(generator),
        taps: Arc::new(taps(generator).unwrap_or_default()),
    };
    let taps = Arc::clone(&found.taps);
    ui.data_mut(|data| data.insert_temp(id, found));
    taps
}
