//! A frame: lay out, bring the pictures up to date, draw; and what is shown ahead of it.

use std::time::{Duration, Instant};

use winit::event_loop::{ActiveEventLoop, ControlFlow};

use super::pictures::PanePictures;
use super::{App, capture};
use crate::process::sentinel::ShaderThread;
use crate::ui;
use crate::window::{PlacedPicture, Underlay};

/// Frames of a moving picture follow each other at this distance.
const MOVING: Duration = Duration::from_millis(16);

/// How soon to ask again whether numbers have come back from the GPU.
const READING: Duration = Duration::from_millis(4);

/// How soon to look again for what need not be done at once.
const WAITING: Duration = Duration::from_millis(50);

impl App {
    /// Shows what was built before the next frame is laid out, once a frame: where builds come faster than they are
    /// drawn, only the newest are, and what a person does in between has its turn.
    pub(super) fn present_early(&mut self, event_loop: &ActiveEventLoop) {
        if self.presented_early || self.is_hidden {
            return;
        }
        self.presented_early = true;
        self.adopt();
        let shown = self.shown.as_mut();
        let Some((window, pictures)) = shown.filter(|(window, _)| window.gpu.lost().is_none())
        else {
            return;
        };
        let encoder = pictures.update(&window.gpu, &mut self.workbench);
        if let Some(marker) = &self.marker {
            marker.note(
                ShaderThread::Window,
                pictures.running_files(&self.workbench),
            );
        }
        if let Err(error) = window.present_pictures(encoder, &placed(pictures)) {
            return self.fail(event_loop, error);
        }
        pictures.submitted();
    }

    /// Hands what was built to the pictures. Of a device that is lost, nothing is of use.
    pub(super) fn adopt(&mut self) {
        let built = self.pipelines.take();
        if let Some((window, pictures)) = &mut self.shown
            && window.gpu.lost().is_none()
        {
            for (target, pipeline) in built {
                pictures.adopt(&mut self.workbench, target, pipeline);
            }
        }
    }

    /// One frame: lay out, bring the pictures up to date with what was laid out, draw.
    pub(super) fn frame(&mut self, event_loop: &ActiveEventLoop) {
        self.adopt();
        self.presented_early = false;
        let Some((window, pictures)) = &mut self.shown else {
            return;
        };
        let now = Instant::now();
        let since_last = self
            .last_frame
            .replace(now)
            .map_or(Duration::ZERO, |last| now - last);
        self.workbench.advance(since_last);
        let said = self.options.recent.take().into_iter();
        said.for_each(|line| self.workbench.chrome.messages.add(line));
        pictures.receive(&window.gpu, &mut self.workbench);

        let mut drawn = None;
        let frame = window.lay_out(|ui| drawn = Some(ui::workbench_ui(ui, &mut self.workbench)));
        let Some(drawn) = drawn else { return };
        let scale = window.egui.pixels_per_point();
        pictures.place(&mut self.workbench, &drawn.panes, scale);
        let encoder = pictures.update(&window.gpu, &mut self.workbench);
        if let Some(marker) = &self.marker {
            marker.note(
                ShaderThread::Window,
                pictures.running_files(&self.workbench),
            );
        }
        let repaint_after = frame.repaint_after;
        let beneath = Underlay {
            background: drawn.background,
            pictures: placed(pictures),
        };
        let presented = match window.present(frame, encoder, &beneath) {
            Ok(presented) => presented,
            Err(error) => return self.fail(event_loop, error),
        };
        pictures.submitted();
        tracing::trace!("a frame {since_last:.1?} after the last");
        if presented && std::mem::take(&mut self.screenshot_requested) {
            self.capture(capture::order);
        }
        let Some((window, pictures)) = &mut self.shown else {
            return;
        };

        let next = [
            (self.workbench.is_moving(), MOVING),
            (pictures.is_reading(), READING),
            (pictures.is_waiting(&self.workbench), WAITING),
            (!presented, MOVING),
            (true, repaint_after),
        ];
        let next = next
            .into_iter()
            .filter(|(wanted, _)| *wanted)
            .map(|(_, after)| after)
            .min();
        match next.unwrap_or(Duration::MAX) {
            Duration::ZERO => window.winit.request_redraw(),
            after => {
                let at = now.checked_add(after);
                event_loop.set_control_flow(at.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
            }
        }
        for action in drawn.actions {
            self.act(action);
        }
        let targets = self.workbench.targets();
        self.pipelines.request(&self.compiler, targets);
        self.session.save(&self.workbench);
    }
}

fn placed(pictures: &PanePictures) -> Vec<PlacedPicture<'_>> {
    let placed = pictures.placed();
    placed
        .map(|(picture, placed)| PlacedPicture {
            picture,
            origin: placed.origin,
            clip: placed.clip,
        })
        .collect()
}
