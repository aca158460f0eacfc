//! A device that is lost, and the one in its place.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;

use winit::event::WindowEvent;
use winit::event_loop::ActiveEventLoop;

use super::App;
use crate::compiler;
use crate::window::{DetachedWindow, TITLE, Window};
use crate::workbench::Quarantined;

/// The window's title where its device was lost too often to get another by itself.
const HALTED: &str = "The graphics device was lost three times: click here to try once more";

impl App {
    /// Draws a frame. A device that is lost, even amid the frame, is replaced.
    pub(super) fn draw_or_recover(&mut self, event_loop: &ActiveEventLoop) {
        if !self.is_lost() {
            // egui's renderer panics where a buffer of a lost device cannot be written.
            let drawn = catch_unwind(AssertUnwindSafe(|| self.frame(event_loop)));
            match drawn {
                Err(panic) if !self.is_lost() => resume_unwind(panic),
                _ => {}
            }
        }
        if self.is_lost() {
            self.replace_device(event_loop);
        }
    }

    pub(super) fn is_lost(&self) -> bool {
        let Some((window, _)) = &self.shown else {
            return false;
        };
        // A loss is told of where something is asked for.
        let _ = window.gpu.device.poll(wgpu::PollType::Poll);
        window.gpu.lost().is_some()
    }

    /// Goes on with another device and all that was there, but not with what was running: that is set aside.
    pub(super) fn replace_device(&mut self, event_loop: &ActiveEventLoop) {
        let Some((window, pictures)) = self.shown.take() else {
            return;
        };
        let why = window.gpu.lost().unwrap_or_default();
        tracing::warn!("the graphics device was lost: {why}");
        self.workbench
            .say("the graphics device was lost; this is another one".to_owned());
        let aside = pictures.running_files(&self.workbench).into_iter();
        let aside = aside.map(|file| Quarantined {
            file,
            why: compiler::LOST.to_owned(),
        });
        self.compiler.set_aside(aside.collect());
        drop(pictures);
        self.pipelines.lose_device();
        let frame = window.detach_device();
        if self.losses.record(Instant::now()) {
            self.reopen(event_loop, frame);
        } else {
            frame.winit.set_title(HALTED);
            self.suspended_window = Some(frame);
        }
    }

    pub(super) fn reopen(&mut self, event_loop: &ActiveEventLoop, frame: DetachedWindow) {
        frame.winit.set_title(TITLE);
        let opened = Window::reopen(event_loop, self.options.adapter.as_deref(), frame);
        self.show(event_loop, opened);
    }

    /// An event of the window while nothing can be drawn: a click or a key tries it once more.
    pub(super) fn halted_event(&mut self, event_loop: &ActiveEventLoop, event: &WindowEvent) {
        let is_pressed = match event {
            WindowEvent::CloseRequested => return event_loop.exit(),
            WindowEvent::MouseInput { state, .. } => state.is_pressed(),
            WindowEvent::KeyboardInput { event, .. } => event.state.is_pressed(),
            _ => false,
        };
        if let Some(frame) = self.suspended_window.take_if(|_| is_pressed) {
            self.reopen(event_loop, frame);
        }
    }
}

/// F12 takes the device away, so that what follows can be tested.
#[cfg(debug_assertions)]
pub(super) fn is_fault(event: &WindowEvent) -> bool {
    use winit::keyboard::{Key, NamedKey};
    let WindowEvent::KeyboardInput { event, .. } = event else {
        return false;
    };
    event.state.is_pressed() && event.logical_key == Key::Named(NamedKey::F12)
}
