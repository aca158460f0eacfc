//! Writes `sweep.jsonl`, the list of a sweep's finished variants. The whole file is replaced repeatedly while variants
//! are written, so that an interrupted sweep leaves a valid list of its finished variants.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use noise_playground::capture::write_text;
use noise_playground::control::{Plain, Settings};
use noise_playground::sweep::Axis;
use serde::Serialize;

use super::SweepRun;
use super::measures::VariantMeasures;
use super::plan::FolderOutput;

/// Minimum time between two writes of the list of variants.
const SHORTEST_PAUSE: Duration = Duration::from_millis(200);

/// Minimum time between two writes of the list of variants, as a multiple of the duration of the last write.
const PAUSE_FACTOR: u32 = 50;

/// List of a sweep's finished variants, shared by the encoder threads.
pub(super) struct VariantList<'a> {
    run: &'a SweepRun<'a>,
    folder: &'a FolderOutput,
    state: Mutex<ListState>,
}

struct ListState {
    /// Index of each finished variant, with its measurements if `--measure` is given.
    finished: BTreeMap<usize, Option<VariantMeasures>>,
    /// Earliest time at which the list of variants is written again.
    due: Instant,
}

/// One line of the list of variants: a finished variant as a JSON object.
#[derive(Serialize)]
struct ListLine<'a> {
    index: usize,
    file: String,
    address: String,
    values: Settings,
    /// Name of the variant's preset; `None` unless the sweep varies the preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    /// Varying settings of the view by name, such as `z`, `time` and `span`; empty unless the sweep varies them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    view: BTreeMap<&'a str, Plain>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    measures: Option<&'a VariantMeasures>,
}

impl<'a> VariantList<'a> {
    pub(super) fn new(run: &'a SweepRun<'a>, folder: &'a FolderOutput) -> Self {
        let state = ListState {
            finished: BTreeMap::new(),
            due: Instant::now() + SHORTEST_PAUSE,
        };
        Self {
            run,
            folder,
            state: Mutex::new(state),
        }
    }

    /// Adds a variant whose file has been written, with its measurements if `--measure` is given.
    pub(super) fn add(&self, index: usize, measures: Option<VariantMeasures>) {
        self.state().finished.insert(index, measures);
    }

    /// Returns true if no variant has been added to the list.
    pub(super) fn is_empty(&self) -> bool {
        self.state().finished.is_empty()
    }

    /// Writes the list of variants to its file if enough time has passed since the last write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write_if_due(&self) -> anyhow::Result<()> {
        let mut state = self.state();
        let started = Instant::now();
        if started < state.due {
            return Ok(());
        }
        write_text(&self.folder.list(), &self.text(&state.finished)?)?;
        let pause = (started.elapsed() * PAUSE_FACTOR).max(SHORTEST_PAUSE);
        state.due = Instant::now() + pause;
        Ok(())
    }

    /// Writes the list of variants to its file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        let text = self.text(&self.state().finished)?;
        Ok(write_text(&self.folder.list(), &text)?)
    }

    fn state(&self) -> MutexGuard<'_, ListState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn text(&self, finished: &BTreeMap<usize, Option<VariantMeasures>>) -> anyhow::Result<String> {
        let mut text = String::new();
        for (index, measures) in finished {
            text += &serde_json::to_string(&self.line(*index, measures.as_ref()))?;
            text.push('\n');
        }
        Ok(text)
    }

    fn line<'b>(&self, index: usize, measures: Option<&'b VariantMeasures>) -> ListLine<'b>
    where
        'a: 'b,
    {
        let generator = &self.run.pipeline.generator;
        let (values, _) = self.run.plan.variant(index, generator);
        let positions = || self.run.plan.sweep.positions(index);
        let number =
            |(axis, at): (&'a Axis, usize)| Some((axis.name(), Plain(axis.view_number(at)?)));
        ListLine {
            index,
            file: self.run.plan.file_name(index, &self.folder.extension),
            address: generator.address.to_string(),
            values: values.settings(&generator.controls),
            preset: positions().find_map(|(axis, at)| axis.preset_name(at)),
            view: positions().filter_map(number).collect(),
            measures,
        }
    }
}
