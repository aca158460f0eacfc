//! Fallback font: a font of the system, loaded once a text has characters that the window's own fonts lack.

use std::thread;

use super::{App, Event};
use crate::compiler::CompilerEvent;
use crate::process::fonts;
use crate::ui::theme;

#[derive(Default)]
pub(super) enum FallbackFont {
    /// No text has needed the font yet.
    #[default]
    Unneeded,
    Requested,
    Loaded(Vec<u8>),
}

impl App {
    /// Starts to read the font on a new thread if an event has text that needs it.
    pub(super) fn request_fallback_font(&mut self, event: &Event) {
        if matches!(self.fallback_font, FallbackFont::Unneeded) && needs_font(event) {
            self.fallback_font = FallbackFont::Requested;
            let proxy = self.proxy.clone();
            thread::spawn(move || {
                if let Some(font) = fonts::read_cjk() {
                    let _ = proxy.send_event(Event::FontRead(font));
                }
            });
        }
    }

    pub(super) fn use_fallback_font(&mut self, font: Vec<u8>) {
        self.fallback_font = FallbackFont::Loaded(font);
        self.install_fallback_font();
    }

    /// Does nothing before the font was read.
    pub(super) fn install_fallback_font(&self) {
        if let (FallbackFont::Loaded(font), Some((window, _))) =
            (&self.fallback_font, &self.device.shown)
        {
            theme::add_fallback_font(&window.egui, font.clone());
        }
    }
}

/// Returns true if names, source text or presets in the event have characters that the window's own fonts lack.
fn needs_font(event: &Event) -> bool {
    let Event::Compiler(_, event) = event else {
        return false;
    };
    match event {
        CompilerEvent::Status(status) => {
            let mut entries = status.entries.iter();
            entries.any(|entry| {
                fonts::needs_cjk(&entry.title) || fonts::needs_cjk(entry.address.file.as_str())
            })
        }
        CompilerEvent::Built(_, pipeline, _) => {
            let mut sources = pipeline.generator.linked().sources.iter();
            sources.any(|source| fonts::needs_cjk(&source.text))
        }
        CompilerEvent::Presets(presets) => {
            let mut presets = presets.values().flatten();
            presets.any(|preset| fonts::needs_cjk(&preset.name))
        }
        _ => false,
    }
}
