//! Frames of the window: panels are laid out, pictures updated, and both drawn. The first pictures of newly built
//! pipelines are presented even before the next full frame.

use std::mem;
use std::time::{Duration, Instant};

use winit::event_loop::{ActiveEventLoop, ControlFlow};

use super::pictures::PanePictures;
use super::progressive::Presentation;
use super::{App, capture};
use crate::process::save_timing::TimedStep;
use crate::ui::{self, UiOutput};
use crate::window::{PlacedPicture, Underlay, Window};
use crate::workbench::Workbench;

const ANIMATION_INTERVAL: Duration = Duration::from_millis(16);

/// Each frame polls pending readbacks.
const READBACK_INTERVAL: Duration = Duration::from_millis(4);

/// Minimum interval between frames that try to start postponed work.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Default)]
pub(super) struct FrameState {
    /// `None` before the first frame.
    last_frame: Option<Instant>,
    /// True while the window system reports the window as fully covered (`WindowEvent::Occluded`).
    pub(super) is_hidden: bool,
    /// True once pictures were presented ahead of the next full frame, which happens at most once per frame.
    presented_early: bool,
    /// True if a screenshot is taken after the next frame, which no longer shows the capture dialog.
    pub(super) screenshot_requested: bool,
}

struct DrawnFrame {
    output: UiOutput,
    /// False if the surface was not ready.
    is_presented: bool,
    /// Time after which egui needs the next frame; may be zero.
    repaint_after: Duration,
}

impl FrameState {
    /// Returns the time since the start of the last frame, 0 for the first.
    fn start(&mut self) -> Duration {
        self.presented_early = false;
        let now = Instant::now();
        let last = self.last_frame.replace(now);
        last.map_or(Duration::ZERO, |last| now - last)
    }
}

impl App {
    /// Draws pictures of newly built pipelines, at most once per frame, so that input is handled between builds.
    pub(super) fn present_early(&mut self, event_loop: &ActiveEventLoop) {
        if self.frames.is_hidden || mem::replace(&mut self.frames.presented_early, true) {
            return;
        }
        self.adopt_pipelines();
        let shown = self.device.shown.as_mut();
        let Some((window, pictures)) = shown.filter(|(window, _)| window.gpu.lost().is_none())
        else {
            return;
        };
        let presentation = if window.enlarges_coarse_pictures() {
            Presentation::EarlyEnlarged
        } else {
            Presentation::Early
        };
        let encoder = update(window, pictures, presentation, &mut self.workbench);
        let placed: Vec<PlacedPicture<'_>> = pictures.placed().collect();
        if let Err(error) = window.present_pictures(encoder, &placed) {
            self.fail(event_loop, error);
        }
    }

    /// Drops newly built pipelines if there is no graphics device.
    fn adopt_pipelines(&mut self) {
        let pipelines = self.pipelines.take();
        if let Some((window, pictures)) = &mut self.device.shown
            && window.gpu.lost().is_none()
        {
            for (target, pipeline) in pipelines {
                pictures.adopt(&mut self.workbench, target, pipeline);
            }
        }
    }

    pub(super) fn frame(&mut self, event_loop: &ActiveEventLoop) {
        self.adopt_pipelines();
        let since_last = self.frames.start();
        self.workbench.advance(since_last);
        self.workbench.set_has_editor(self.editors.has_editor());
        for line in self.options.log.drain() {
            self.workbench.chrome_mut().messages.add(line);
        }
        let drawn = match self.draw() {
            Ok(Some(drawn)) => drawn,
            Ok(None) => return,
            Err(error) => return self.fail(event_loop, error),
        };
        tracing::trace!("frame interval {since_last:.1?}");
        if drawn.is_presented && mem::take(&mut self.frames.screenshot_requested) {
            self.capture(capture::request);
        }
        let report_after = self.report_to_editors();
        self.schedule(event_loop, &drawn, report_after);
        for action in drawn.output.actions {
            self.apply_action(action);
        }
        self.finish_frame();
    }

    fn finish_frame(&mut self) {
        let targets = self.workbench.targets();
        self.pipelines.request(&self.compiler, targets);
        self.session.save(&mut self.workbench);
        self.reply_to_cursor();
    }

    /// Does the work of a frame except drawing: editors get their answers also from a covered window.
    pub(super) fn work_hidden(&mut self, event_loop: &ActiveEventLoop) {
        self.adopt_pipelines();
        self.workbench.update();
        for action in mem::take(&mut self.workbench.chrome_mut().requested) {
            self.apply_action(action);
        }
        if let Some(after) = self.report_to_editors() {
            event_loop.set_control_flow(ControlFlow::WaitUntil(Instant::now() + after));
        }
        self.finish_frame();
    }

    /// Returns `None` if there is no graphics device.
    fn draw(&mut self) -> anyhow::Result<Option<DrawnFrame>> {
        let Some((window, pictures)) = &mut self.device.shown else {
            return Ok(None);
        };
        pictures.receive(&window.gpu, &mut self.workbench);
        let mut output = None;
        let frame = window.lay_out(|ui| output = Some(ui::workbench_ui(ui, &mut self.workbench)));
        let Some(output) = output else {
            return Ok(None);
        };
        let scale = window.egui.pixels_per_point();
        pictures.place(&mut self.workbench, &output.panes, scale);
        let encoder = update(window, pictures, Presentation::Full, &mut self.workbench);
        let repaint_after = frame.repaint_after;
        let underlay =
            Underlay { background: output.background, pictures: pictures.placed().collect() };
        let is_presented = window.present(frame, encoder, &underlay)?;
        Ok(Some(DrawnFrame { output, is_presented, repaint_after }))
    }

    /// The next frame is due at once, after the shortest required interval, or at the next event.
    fn schedule(
        &self,
        event_loop: &ActiveEventLoop,
        drawn: &DrawnFrame,
        report_after: Option<Duration>,
    ) {
        let Some((window, pictures)) = &self.device.shown else {
            return;
        };
        let started = self.frames.last_frame.unwrap_or_else(Instant::now);
        let due = pictures.due_at(&self.workbench);
        let due = due.map(|at| at.saturating_duration_since(started).max(RETRY_INTERVAL));
        let runaway_after = self.workbench.next_runaway();
        let intervals = [
            (self.workbench.is_animated(), ANIMATION_INTERVAL),
            (pictures.is_reading(), READBACK_INTERVAL),
            (due.is_some(), due.unwrap_or_default()),
            (!drawn.is_presented, ANIMATION_INTERVAL),
            (report_after.is_some(), report_after.unwrap_or_default()),
            (runaway_after.is_some(), runaway_after.unwrap_or_default()),
        ];
        let needed = intervals.into_iter().filter(|(is_needed, _)| *is_needed);
        let after = needed.map(|(_, interval)| interval).min();
        let after = after.map_or(drawn.repaint_after, |after| after.min(drawn.repaint_after));
        if after.is_zero() {
            return window.winit.request_redraw();
        }
        let next = started.checked_add(after);
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

/// Records the GPU work of all pictures, and lists the files of running shaders in the sentinel.
fn update(
    window: &Window,
    pictures: &mut PanePictures,
    presentation: Presentation,
    workbench: &mut Workbench,
) -> wgpu::CommandEncoder {
    let stage = TimedStep::start("record");
    let encoder = pictures.update(&window.gpu, workbench, presentation);
    drop(stage);
    pictures.list_running(&window.gpu, workbench);
    encoder
}
