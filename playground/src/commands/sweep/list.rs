//! `sweep.jsonl`, the list of finished variants. The whole file is replaced repeatedly, so that an interrupted sweep
//! leaves a valid list of its finished variants, and of those of an earlier run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use noise_playground::Subject;
use noise_playground::capture::write_text;
use noise_playground::generator::control::{Plain, Settings};
use noise_playground::subject::sweep::Axis;
use serde::{Deserialize, Serialize};

use super::SweepRun;
use super::measures::VariantMeasures;
use super::plan::FolderOutput;

/// Minimum time between two writes.
const SHORTEST_PAUSE: Duration = Duration::from_millis(200);

/// Minimum time between two writes, as a multiple of the duration of the last.
const PAUSE_FACTOR: u32 = 50;

/// Shared by the encoder threads.
pub(super) struct VariantList<'a> {
    run: &'a SweepRun<'a>,
    folder: &'a FolderOutput,
    state: Mutex<ListState>,
}

struct ListState {
    /// Lines of an earlier run by index, until their variants are finished again.
    earlier: BTreeMap<usize, String>,
    /// Finished variants by index, with their measurements for `--measure`.
    finished: BTreeMap<usize, Option<VariantMeasures>>,
    /// Earliest time of the next write.
    due: Instant,
}

/// A finished variant as a JSON object.
#[derive(Serialize)]
struct ListLine<'a> {
    index: usize,
    file: String,
    address: String,
    values: Settings,
    /// `None` unless the sweep varies the preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    /// Such as `z`, `time` and `span`; empty unless the sweep varies them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    view: BTreeMap<&'a str, Plain>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    measures: Option<&'a VariantMeasures>,
}

impl<'a> VariantList<'a> {
    pub(super) fn new(run: &'a SweepRun<'a>, folder: &'a FolderOutput) -> Self {
        let state = ListState {
            earlier: earlier_lines(run, folder),
            finished: BTreeMap::new(),
            due: Instant::now() + SHORTEST_PAUSE,
        };
        Self { run, folder, state: Mutex::new(state) }
    }

    pub(super) fn add(&self, index: usize, measures: Option<VariantMeasures>) {
        self.state().finished.insert(index, measures);
    }

    /// Number of measured variants whose values are all equal.
    pub(super) fn constant_count(&self) -> usize {
        let state = self.state();
        state.finished.values().flatten().filter(|measures| measures.is_constant()).count()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.state().finished.is_empty()
    }

    /// Fails if the file cannot be written.
    pub(super) fn write_if_due(&self) -> anyhow::Result<()> {
        let mut state = self.state();
        let started = Instant::now();
        if started < state.due {
            return Ok(());
        }
        write_text(&self.folder.list(), &self.text(&state)?)?;
        let pause = (started.elapsed() * PAUSE_FACTOR).max(SHORTEST_PAUSE);
        state.due = Instant::now() + pause;
        Ok(())
    }

    /// Fails if the file cannot be written.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        let text = self.text(&self.state())?;
        Ok(write_text(&self.folder.list(), &text)?)
    }

    fn state(&self) -> MutexGuard<'_, ListState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn text(&self, state: &ListState) -> anyhow::Result<String> {
        let earlier = state.earlier.iter();
        let mut lines: BTreeMap<usize, Cow<'_, str>> =
            earlier.map(|(index, line)| (*index, line.into())).collect();
        for (index, measures) in &state.finished {
            let line = serde_json::to_string(&self.line(*index, measures.as_ref()))?;
            lines.insert(*index, line.into());
        }
        Ok(lines.values().flat_map(|line| [line, "\n"]).collect())
    }

    fn line<'b>(&self, index: usize, measures: Option<&'b VariantMeasures>) -> ListLine<'b>
    where
        'a: 'b,
    {
        let Subject { generator, values, .. } =
            self.run.plan.sweep.subject(index, &self.run.plan.subject);
        let positions = || self.run.plan.sweep.positions(index);
        let number =
            |(axis, at): (&'a Axis, usize)| Some((axis.name(), Plain(axis.view_number(at)?)));
        ListLine {
            index,
            file: self.run.plan.file_name(index, self.folder.extension),
            address: generator.address().to_string(),
            values: values.settings(generator.controls()),
            preset: positions().find_map(|(axis, at)| axis.preset_name(at)),
            view: positions().filter_map(number).collect(),
            measures,
        }
    }
}

/// Returns by index the lines whose files are variants of this sweep and are still there.
fn earlier_lines(run: &SweepRun<'_>, folder: &FolderOutput) -> BTreeMap<usize, String> {
    #[derive(Deserialize)]
    struct EarlierLine {
        index: usize,
        file: String,
    }
    let variants = folder.variants(run.plan.sweep.count());
    let is_variant = |line: &EarlierLine| {
        variants.contains(&line.index)
            && line.file == run.plan.file_name(line.index, folder.extension)
            && folder.dir.join(&line.file).is_file()
    };
    let text = fs::read_to_string(folder.list()).unwrap_or_default();
    let lines = text.lines().filter_map(|text| {
        let line: EarlierLine = serde_json::from_str(text).ok()?;
        is_variant(&line).then(|| (line.index, text.to_owned()))
    });
    lines.collect()
}
