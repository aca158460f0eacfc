//! Recovery of the window from a lost graphics device: it opens another one, or waits for the user.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow};

use super::App;
use super::device_losses::DeviceLosses;
use super::pictures::PanePictures;
use crate::compiler;
use crate::window::{AccessibilityEvent, DetachedWindow, NoDevice, TITLE, Window};
use crate::workbench::Quarantined;

const SUSPENDED_TITLE: &str = "Graphics device lost three times. Click to retry.";

const NO_DEVICE_TITLE: &str = "No graphics device. Click to retry.";

const RETRY_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Default)]
pub(super) struct DeviceState {
    /// `None` before the window opens and while it has no device.
    pub(super) shown: Option<(Window, PanePictures)>,
    /// Waits for the user after repeated device losses, or for a device that can be opened.
    pub(super) suspended: Option<DetachedWindow>,
    /// `None` if the suspended window waits for the user.
    retry_at: Option<Instant>,
    losses: DeviceLosses,
}

impl DeviceState {
    /// Handles a request with or without a graphics device.
    pub(super) fn on_accessibility(&mut self, event: AccessibilityEvent) {
        if let Some((window, _)) = &mut self.shown {
            window.on_accessibility(event);
        } else if let Some(window) = &mut self.suspended {
            window.on_accessibility(event);
        }
    }
}

impl App {
    /// Draws a frame, and opens another graphics device if the device is lost, even during the frame.
    pub(super) fn draw_or_recover(&mut self, event_loop: &ActiveEventLoop) {
        if !self.is_lost() {
            // egui's renderer panics if it cannot write a buffer because the device is lost.
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
        let Some((window, _)) = &self.device.shown else {
            return false;
        };
        // wgpu reports a loss only during a call.
        let _ = window.gpu.device.poll(wgpu::PollType::Poll);
        window.gpu.lost().is_some()
    }

    /// Opens another device after a loss, and quarantines the files whose shaders were running.
    pub(super) fn replace_device(&mut self, event_loop: &ActiveEventLoop) {
        let Some((window, pictures)) = self.device.shown.take() else {
            return;
        };
        let reason = window.gpu.lost().unwrap_or_default();
        tracing::warn!("graphics device lost: {reason}");
        let running = self.sentinel.take_lost().into_iter();
        let quarantined = running.map(|file| Quarantined { file, why: compiler::LOST.to_owned() });
        self.compiler.send(compiler::CompilerRequest::Quarantine(quarantined.collect()));
        drop(pictures);
        self.pipelines.on_device_lost();
        let detached = window.detach_device();
        if self.device.losses.record(Instant::now()) {
            self.reopen(event_loop, detached);
        } else {
            detached.winit.set_title(SUSPENDED_TITLE);
            self.device.suspended = Some(detached);
        }
    }

    /// If opening a device fails, the window tries again after [`RETRY_INTERVAL`] or a click.
    pub(super) fn reopen(&mut self, event_loop: &ActiveEventLoop, detached: DetachedWindow) {
        self.device.retry_at = None;
        match Window::with_device(event_loop, self.options.adapter.as_deref(), detached) {
            Ok(window) => {
                window.winit.set_title(TITLE);
                self.workbench.notify("graphics device lost; a new one was opened".to_owned());
                self.show(window);
            }
            Err(error) => {
                let NoDevice { window, reason } = *error;
                tracing::warn!("cannot open a graphics device: {reason:#}");
                window.winit.set_title(NO_DEVICE_TITLE);
                let retry_at = Instant::now() + RETRY_INTERVAL;
                self.device.retry_at = Some(retry_at);
                self.device.suspended = Some(window);
                event_loop.set_control_flow(ControlFlow::WaitUntil(retry_at));
            }
        }
    }

    /// Tries to open a device for the suspended window, if that is due.
    pub(super) fn retry_device(&mut self, event_loop: &ActiveEventLoop) {
        let is_due = self.device.retry_at.is_some_and(|at| at <= Instant::now());
        if let Some(detached) = self.device.suspended.take_if(|_| is_due) {
            self.reopen(event_loop, detached);
        }
    }

    /// A click or a key press tries to open a device again.
    pub(super) fn suspended_event(&mut self, event_loop: &ActiveEventLoop, event: &WindowEvent) {
        let is_pressed = match event {
            WindowEvent::CloseRequested => return event_loop.exit(),
            WindowEvent::MouseInput { state, .. } => state.is_pressed(),
            WindowEvent::KeyboardInput { event, .. } => event.state.is_pressed(),
            _ => false,
        };
        if let Some(detached) = self.device.suspended.take_if(|_| is_pressed) {
            self.reopen(event_loop, detached);
        }
    }
}

/// Returns true for F12, which destroys the device so that tests can observe the recovery.
#[cfg(debug_assertions)]
pub(super) fn is_loss_key(event: &WindowEvent) -> bool {
    use winit::keyboard::{Key, NamedKey};
    let WindowEvent::KeyboardInput { event, .. } = event else {
        return false;
    };
    event.state.is_pressed() && event.logical_key == Key::Named(NamedKey::F12)
}
