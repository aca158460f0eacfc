//! Whether evaluations came to their end, and the values at their palettes' ends: numbers on their way back.

use std::collections::VecDeque;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::gpu::{
    EvaluatePipeline, Gpu, PendingRead, numbers, request_report_and_range,
};

use crate::tile::{Tile, Work};

/// What came of an evaluation.
pub(super) struct Verdict {
    pub(super) pipeline: Arc<EvaluatePipeline>,
    /// The loop that ran away.
    pub(super) runaway: Option<Diagnostic>,
    /// The values at the palette's ends, where they were found anew.
    pub(super) ends: Option<(f32, f32)>,
}

/// Verdicts to come, the oldest first.
#[derive(Default)]
pub(super) struct Verdicts(VecDeque<Asked>);

struct Asked {
    pipeline: Arc<EvaluatePipeline>,
    ranged: bool,
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
                ranged: work.ranged,
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
        let ends = match numbers(bytes.get(4..).unwrap_or_default())[..] {
            [low, high] if asked.ranged && runaway.is_none() => Some((low, high)),
            _ => None,
        };
        Some(Verdict {
            pipeline: asked.pipeline,
            runaway,
            ends,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
