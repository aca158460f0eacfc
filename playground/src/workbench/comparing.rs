//! How two cells are looked at in detail: what the document does not keep of it, and what came of it.

use noise_playground::comparison::Comparison;
use noise_playground::field::Field;
use noise_playground::generator::Returns;
use noise_playground::grid::SampleGrid;
use noise_playground::view::{Channel, ValueRange};

use super::changes::Changed;
use super::document::Arrangement;
use super::profile::ProfileLine;
use super::{CellId, Look, PaneKey, Setup, Workbench};

/// What the comparison of a pair remembers. None of it is work that could be lost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparing {
    /// Where the wipe's line stands, from 0 at the left edge to 1 at the right.
    pub(crate) wipe: f32,
    /// How far the pair differs, as far as that is known.
    pub(crate) numbers: Option<Numbers>,
    /// The changes that are shown in a window.
    pub(crate) changes: Option<Changed>,
    pub(crate) profile: ProfileLine,
}

/// How far two pictures differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Numbers {
    pub(crate) comparison: Comparison,
    /// Whether it is of the pictures as they are now.
    pub(crate) is_current: bool,
}

/// Samples of a picture, read back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Samples {
    pub(crate) field: Field,
    /// Where they lie.
    pub(crate) grid: SampleGrid,
    /// The evaluation that they are from, by its number.
    pub(crate) evaluation: u64,
}

/// What is compared of two cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Compared {
    /// The first, and the one that it is taken from.
    pub(crate) cells: [CellId; 2],
    /// The channel that each looks at.
    pub(crate) channels: [Channel; 2],
    /// How many numbers both have, where they are colours: then all count.
    pub(crate) colors: Option<u32>,
    /// The first one's.
    pub(crate) value_range: ValueRange,
}

impl Default for Comparing {
    fn default() -> Self {
        Self {
            wipe: 0.5,
            numbers: None,
            changes: None,
            profile: ProfileLine::default(),
        }
    }
}

impl Workbench {
    /// What the difference is made of, while it is seen.
    ///
    /// # Errors
    /// There is none, and why.
    pub(crate) fn subtracted(&self) -> Option<Result<Compared, String>> {
        let is_seen = self.document.arrangement == Arrangement::Difference;
        self.pair().filter(|_| is_seen)
    }

    fn pair(&self) -> Option<Result<Compared, String>> {
        let cells = self.document.pair()?;
        let [first, second] = cells.map(|id| self.setup(PaneKey::Cell(id)));
        let setups = [first?, second?];
        Some(Compared::new(cells, &setups))
    }

    /// The second of the pair less the first, under the mouse. Colours have none.
    pub(crate) fn probed_difference(&self) -> Option<f64> {
        let compared = self.pair()?.ok()?;
        let sample = |index: usize| {
            let measured = self.measured(PaneKey::Cell(compared.cells[index]));
            let sample = measured
                .sample
                .as_deref()
                .filter(|sample| !sample.is_empty())?;
            Some(f64::from(compared.channels[index].of(sample)))
        };
        let difference = sample(1)? - sample(0)?;
        self.probe
            .filter(|_| compared.colors.is_none())
            .map(|_| difference)
    }

    /// The look of a cell, with the colours of the first where it is compared with that: equal colours are equal
    /// values then.
    pub(super) fn alike(&self, cell: CellId, mut look: Look) -> Look {
        let pair = self.document.compared();
        let Some([first, _]) = pair.filter(|[_, second]| *second == cell) else {
            return look;
        };
        let measured = self.measured(PaneKey::Cell(first)).value_range;
        look.view.value_range = match (self.document.look(first).view.value_range, measured) {
            (ValueRange::Auto, Some((low, high))) => ValueRange::Fixed(low.into(), high.into()),
            (value_range, _) => value_range,
        };
        look
    }

    /// Whether a picture's samples are wanted here.
    pub(crate) fn wants_samples(&self, pane: PaneKey) -> bool {
        let is_part = |cells: [CellId; 2]| cells.map(PaneKey::Cell).contains(&pane);
        let is_subtracted =
            || matches!(self.subtracted(), Some(Ok(compared)) if is_part(compared.cells));
        pane != PaneKey::Difference && (self.comparing.profile.open || is_subtracted())
    }
}

impl Compared {
    fn new(cells: [CellId; 2], setups: &[Setup; 2]) -> Result<Self, String> {
        let [first, second] = setups.each_ref().map(|setup| &setup.generator);
        let colors = match [first.returns, second.returns] {
            [Returns::Color, Returns::Color] => Some(first.channels.min(second.channels)),
            [Returns::Color, _] | [_, Returns::Color] => {
                return Err("One shows colours, the other numbers: they have no difference".into());
            }
            _ => None,
        };
        Ok(Self {
            cells,
            channels: setups
                .each_ref()
                .map(|setup| setup.look.view_of(&setup.generator).channel),
            colors,
            value_range: setups[0].look.view.value_range,
        })
    }

    /// How far samples of the two differ; nothing where they do not lie at the same places.
    pub(crate) fn compare(&self, samples: [&Samples; 2]) -> Option<Comparison> {
        if samples[0].grid != samples[1].grid {
            return None;
        }
        let [first, second] = samples.map(|samples| &samples.field);
        let peak = match (self.value_range, self.colors) {
            (ValueRange::Fixed(low, high), _) => high - low,
            (ValueRange::Auto, Some(_)) => 1.0,
            (ValueRange::Auto, None) => {
                let [low, high] = first.auto_range(self.channels[0]).map(f64::from);
                high - low
            }
        };
        let comparison = if let Some(count) = self.colors {
            Comparison::new(first, second, &Channel::ALL[..count as usize], peak)
        } else {
            let plane = |field: &Field, channel: Channel| Field {
                size: field.size,
                channels: 1,
                samples: field.channel(channel).collect(),
            };
            let (first, second) = (
                plane(first, self.channels[0]),
                plane(second, self.channels[1]),
            );
            Comparison::new(&first, &second, &[Channel::X], peak)
        };
        comparison.ok()
    }

    /// The second less the first, in the channels that are looked at; both have the same size.
    pub(crate) fn difference(&self, [first, second]: [&Field; 2]) -> Field {
        let pairs = first
            .channel(self.channels[0])
            .zip(second.channel(self.channels[1]));
        Field {
            size: first.size,
            channels: 1,
            samples: pairs.map(|(first, second)| second - first).collect(),
        }
    }
}
