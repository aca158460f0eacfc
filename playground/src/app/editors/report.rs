//! Messages to the connected editors: values of the selected cell, and values at the probe.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::app::App;
use crate::process::window_socket::{ProbeValue, ShownValues, WindowMessage};
use crate::workbench::trace::RecordedTrace;
use crate::workbench::{PaneId, Workbench};

/// Between reports.
const INTERVAL: Duration = Duration::from_millis(250);

impl App {
    /// Sends what has changed, at most once per [`INTERVAL`]. Returns the time until the next call, if one is needed.
    pub(in crate::app) fn report_to_editors(&mut self) -> Option<Duration> {
        if !self.editors.has_editor() {
            return None;
        }
        let elapsed = self.editors.last_report.map(|last| last.elapsed());
        if let Some(early) = elapsed.and_then(|elapsed| INTERVAL.checked_sub(elapsed)) {
            return Some(early.max(Duration::from_millis(1)));
        }
        let messages = messages(&self.workbench);
        if messages != self.editors.sent {
            let sent = &self.editors.sent;
            let new = messages.iter().filter(|message| !sent.contains(message));
            new.for_each(|message| self.editors.send_to_all(message));
            self.editors.sent = messages;
            self.editors.last_report = Some(Instant::now());
        }
        None
    }
}

fn messages(workbench: &Workbench) -> Vec<WindowMessage> {
    let selected = workbench.document.selected;
    let result = workbench.result_for(selected, workbench.trace.result.as_ref());
    let recorded = result.and_then(|result| result.recorded.as_ref().ok());
    let probe = WindowMessage::Probe(recorded.map(probe_values).unwrap_or_default());
    shown_values(workbench).map(WindowMessage::Values).into_iter().chain([probe]).collect()
}

fn shown_values(workbench: &Workbench) -> Option<ShownValues> {
    let content = workbench.pane_content(PaneId::Cell(workbench.document.selected))?;
    let controls = content.generator.controls().iter().filter(|control| !control.is_compiled());
    let value = |control| content.values.get(control).0.to_vec();
    Some(ShownValues {
        file: content.generator.address().file.to_string(),
        function: content.generator.address().function.clone(),
        values: controls.map(|control| (control.name.clone(), value(control))).collect(),
    })
}

/// Of a tap that is computed several times, returns the last value.
fn probe_values(trace: &RecordedTrace) -> Vec<ProbeValue> {
    let mut found: BTreeMap<usize, ProbeValue> = BTreeMap::new();
    for (index, step) in trace.steps.steps.iter().enumerate() {
        let tap = &trace.taps[step.tap];
        let Some(location) = &tap.location else {
            continue;
        };
        let texts = (0..step.value.len()).map(|number| trace.texts(index, number));
        let (single, double): (Vec<String>, Vec<Option<String>>) = texts.unzip();
        let count = found.get(&step.tap).map_or(0, |known| known.count) + 1;
        let double: Option<Vec<String>> = double.into_iter().collect();
        let value = ProbeValue {
            file: location.file.to_string(),
            line: location.start.line,
            column: location.start.column,
            name: tap.name.clone(),
            value: single.join(", "),
            double: double.map(|numbers| numbers.join(", ")),
            count,
        };
        found.insert(step.tap, value);
    }
    found.into_values().collect()
}
