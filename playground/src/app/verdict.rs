//! Whether evaluations came to their end, and the values at their palettes' ends: numbers on their way back.

use std::collections::VecDeque;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::gpu::{
    EvaluatePipeline, FoundRange, Gpu, PendingRead, request_report_and_range,
};

use crate::tile::{Tile, Work};

/// What came of an evaluation.
pub(super) struct Verdict {
    pub(super) pipeline: Arc<EvaluatePipeline>,
    /// The loop that ran away.
    pub(super) runaway: Option<Diagnostic>,
    /// What is known of the values, where they were looked at anew.
    pub(super) range: Option<FoundRange>,
    /// How many samples there are.
    pub(super) samples: u32,
}

/// Verdicts to come, the oldest first.
#[derive(Default)]
pub(super) struct Verdicts(VecDeque<Asked>);

struct Asked {
    pipeline: Arc<EvaluatePipeline>,
    /// Whether the author's own text ran.
    ran: bool,
    ranged: bool,
    samples: u32,
    read: PendingRead,
}

impl Verdicts {
    /// Copies out what there is to know after this work on a tile.
    pub(super) fn ask(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        tile: &Tile,
        work: Work,
    ) {
        if work.evaluated || work.painted || work.ranged {
            self.0.push_back(Asked {
                pipeline: Arc::clone(pipeline),
                ran: work.evaluated || work.painted,
                ranged: work.ranged,
                samples: tile.field.size().iter().product(),
                read: request_report_and_range(gpu, encoder, &tile.field, &tile.range),
            });
        }
    }

    /// Asks for the numbers whose copies were submitted.
    pub(super) fn submitted(&mut self) {
        let reads = self.0.iter_mut().map(|asked| &mut asked.read);
        reads.for_each(PendingRead::submitted);
    }

    /// The next that has come back. What a lost device keeps is taken for fine.
    pub(super) fn next(&mut self, gpu: &Gpu) -> Option<Verdict> {
        let bytes = self.0.front()?.read.take(gpu)?.unwrap_or_default();
        let asked = self.0.pop_front()?;
        let runaway = asked.pipeline.runaway(&bytes);
        let range = FoundRange::read(bytes.get(4..).unwrap_or_default());
        Some(Verdict {
            pipeline: asked.pipeline,
            range: range.filter(|_| asked.ranged && runaway.is_none()),
            runaway,
            samples: asked.samples,
        })
    }

    /// Whether it is not known of some shader whether it came to its end.
    pub(super) fn is_running(&self) -> bool {
        self.0.iter().any(|asked| asked.ran)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
