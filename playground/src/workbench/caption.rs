//! Captions below pictures: number, name if cells have different ones, and differences from the reference.

use noise_playground::generator::control::{Control, Value, Values, Widget};

use super::history::ValueChange;
use super::{CellId, GeneratorRef, PaneId, Workbench};

/// Follows the name of a file whose text is not saved.
pub(crate) const UNSAVED: char = '\u{2022}';

/// Differences in a caption; further ones are counted.
const MAX_DIFFERENCES: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellCaption {
    pub(crate) id: CellId,
    /// Position in the list of cells, from 1. The first cell is the reference.
    pub(crate) number: usize,
    /// Name that the user gave, or the generator's title if not all cells have the same name.
    pub(crate) name: Option<String>,
    /// Preset of all values, or the largest differences from the reference that not all cells have, as `gain 0.75`.
    pub(crate) differences: Vec<String>,
    pub(crate) further: usize,
    /// Every difference with both values, as in `gain 0.6 → 0.75`.
    pub(crate) details: Vec<String>,
    /// Number of the first cell with the same generator, source text and values.
    pub(crate) same_as: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Difference {
    short: String,
    detail: String,
    /// Share of the slider's length between the two values, 0 to 1.
    size: f64,
}

impl CellCaption {
    pub(crate) fn is_reference(&self) -> bool {
        self.number == 1
    }

    /// Returns the caption with at most `count` differences, as in `gain 0.75   +3`.
    pub(crate) fn text(&self, count: usize) -> String {
        let shown = self.differences.len().min(count);
        let further = self.further + self.differences.len() - shown;
        let further = (further > 0).then(|| format!("+{further}"));
        let parts = self.differences[..shown].iter().cloned().chain(further);
        parts.collect::<Vec<_>>().join("   ")
    }
}

impl Workbench {
    /// In the order of the cells.
    pub(crate) fn captions(&self) -> Vec<CellCaption> {
        let ids: Vec<CellId> = self.document.cells.iter().map(|cell| cell.id).collect();
        let names: Vec<String> = ids.iter().map(|id| self.name(*id)).collect();
        let is_one_name = names.iter().all(|name| *name == names[0]);
        let all: Vec<Vec<Difference>> = ids.iter().map(|id| self.differences(*id)).collect();
        let own = without_shared(&all);
        let cells = ids.into_iter().zip(names).enumerate();
        let captions = cells.map(|(at, (id, name))| {
            let cell = &self.document.cells[at];
            let is_own_name = !cell.name.is_empty();
            // The name of a preset replaces the values in the caption, if nothing else differs from the reference.
            let has_only_values = !is_own_name && (at == 0 || self.differs_in_values_only(id));
            let preset = self.preset_of(id).filter(|_| has_only_values);
            let file = cell.target.as_ref().and_then(GeneratorRef::live_file);
            let is_unsaved = file.is_some_and(|file| self.folder.unsaved_files.contains(file));
            let shown = if is_unsaved { format!("{name} {UNSAVED}") } else { name };
            let differences = match preset {
                Some(preset) => vec![preset.to_owned()],
                None => largest(&own[at]),
            };
            let further = if preset.is_some() { 0 } else { own[at].len() - differences.len() };
            CellCaption {
                id,
                number: at + 1,
                name: (is_own_name || is_unsaved || !is_one_name).then_some(shown),
                further,
                differences,
                details: all[at].iter().map(|difference| difference.detail.clone()).collect(),
                same_as: self.same_as(&all, at),
            }
        });
        captions.collect()
    }

    /// `all` are the differences of each cell from the reference, and `at` the index of a cell.
    fn same_as(&self, all: &[Vec<Difference>], at: usize) -> Option<usize> {
        let cells = &self.document.cells;
        let is_same = |earlier: &usize| {
            let texts = [*earlier, at].map(|index| self.text(cells[index].id));
            all[*earlier] == all[at] && texts[0] == texts[1]
        };
        (0..at).find(is_same).map(|index| index + 1)
    }

    /// Returns all differences of a cell from the reference, as in `gain 0.6 → 0.75`.
    pub(crate) fn difference_texts(&self, cell: CellId) -> Vec<String> {
        let differences = self.differences(cell).into_iter();
        differences.map(|difference| difference.detail).collect()
    }

    /// Returns the differences from the reference: another generator, other source text, or values.
    fn differences(&self, cell: CellId) -> Vec<Difference> {
        let reference = self.document.cells[0].id;
        let (one, other) =
            (self.pane_content(PaneId::Cell(reference)), self.pane_content(PaneId::Cell(cell)));
        let Some((one, other)) = one.zip(other).filter(|_| cell != reference) else {
            return Vec::new();
        };
        let of_text = |text: String| Difference { short: text.clone(), detail: text, size: 1.0 };
        let mut differences = Vec::new();
        if one.generator.address() != other.generator.address() {
            differences.push(of_text(other.generator.address().to_string()));
        } else if !self.differs_in_values_only(cell) {
            differences.push(of_text("different source".to_owned()));
        }
        let controls = other.generator.controls().iter();
        differences
            .extend(controls.filter_map(|control| difference(control, &one.values, &other.values)));
        differences
    }
}

fn difference(control: &Control, before: &Values, after: &Values) -> Option<Difference> {
    let values = [before, after].map(|values| values.get(control));
    if values[0] == values[1] {
        return None;
    }
    let exact = values.map(|value| control.value_text(value));
    let rounded = values.map(|value| control.value_text(&rounded(value)));
    let is_distinct = rounded[0] != rounded[1];
    let short = ValueChange::new(control, if is_distinct { rounded } else { exact.clone() });
    let change = ValueChange::new(control, exact);
    Some(Difference {
        short: short.after(),
        detail: change.to_string(),
        size: size(control, values),
    })
}

/// Rounds to three digits.
fn rounded(value: &Value) -> Value {
    let mut rounded = value.clone();
    for number in &mut rounded.0 {
        let decimals = (2.0 - number.abs().log10().floor()).clamp(0.0, 12.0);
        *number = egui::emath::round_to_decimals(*number, decimals as usize);
    }
    rounded
}

fn size(control: &Control, [before, after]: [&Value; 2]) -> f64 {
    match control.widget {
        // Any two seeds are as different as others.
        Widget::Seed => 0.5,
        Widget::Toggle | Widget::Enum(_) | Widget::Field => 1.0,
        _ => {
            let range = &control.range;
            let pairs = before.0.iter().zip(&after.0);
            let sizes =
                pairs.map(|(one, other)| (range.fraction(*one) - range.fraction(*other)).abs());
            sizes.fold(0.0, f64::max)
        }
    }
}

/// Leaves out what all cells but the reference share, unless nothing else differs in a cell.
fn without_shared(all: &[Vec<Difference>]) -> Vec<Vec<Difference>> {
    let others = all.get(1..).unwrap_or_default();
    let is_shared =
        |one: &Difference| others.len() > 1 && others.iter().all(|cell| cell.contains(one));
    let own = all.iter().map(|cell| {
        let own: Vec<_> = cell.iter().filter(|one| !is_shared(one)).cloned().collect();
        if own.is_empty() { cell.clone() } else { own }
    });
    own.collect()
}

fn largest(differences: &[Difference]) -> Vec<String> {
    let mut order: Vec<usize> = (0..differences.len()).collect();
    order.sort_by(|one, other| differences[*other].size.total_cmp(&differences[*one].size));
    order.into_iter().take(MAX_DIFFERENCES).map(|index| differences[index].short.clone()).collect()
}
