//! The file `sweep.jsonl`, a list of a sweep's finished variants. The whole file is replaced while variants are
//! written, so that an interrupted sweep leaves a valid list of what is done.

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

/// Minimum time between two writes of the list.
const SHORTEST_PAUSE: Duration = Duration::from_millis(200);

/// Minimum time between two writes of the list, as a multiple of the time that the last write took.
const PAUSE_FACTOR: u32 = 50;

/// The finished variants of a folder, shared by the threads that write files.
pub(super) struct VariantList<'a> {
    run: &'a SweepRun<'a>,
    folder: &'a FolderOutput,
    state: Mutex<ListState>,
}

struct ListState {
    /// Finished variants by their index; with `--measure`, each with its measurements.
    finished: BTreeMap<usize, Option<VariantMeasures>>,
    /// Earliest time of the next write of the list.
    due: Instant,
}

/// One line of the list: a finished variant as a JSON object.
#[derive(Serialize)]
struct ListLine<'a> {
    index: usize,
    file: String,
    address: String,
    values: Settings,
    /// Name of the variant's preset, if the preset varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    /// Varying settings of the view, such as `z`, `time` and `span`, by their names.
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

    /// Adds a variant whose file is complete, with its measurements, if any.
    pub(super) fn add(&self, index: usize, measures: Option<VariantMeasures>) {
        self.state().finished.insert(index, measures);
    }

    /// Returns true if no variant has been finished.
    pub(super) fn is_empty(&self) -> bool {
        self.state().finished.is_empty()
    }

    /// Writes the list if enough time has passed since the last write.
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

    /// Writes the list now.
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
