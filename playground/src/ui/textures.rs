//! Textures of small pictures, kept for as long as frames show them. They are no part of egui's memory that outlives a
//! lost device, with which all textures are lost.

use egui::cache::CacheTrait;
use egui::{ColorImage, Id, IdMap, TextureHandle, TextureOptions, Ui};

/// Values of one type, each with true if the present frame has used it.
struct Shown<T>(IdMap<(bool, T)>);

impl<T> Default for Shown<T> {
    fn default() -> Self {
        Self(IdMap::default())
    }
}

impl<T: Send + Sync + 'static> CacheTrait for Shown<T> {
    fn update(&mut self) {
        self.0.retain(|_, (is_used, _)| std::mem::take(is_used));
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Returns the value of the previous frame if it `is_current`; otherwise makes one.
pub(super) fn shown<T: Clone + Send + Sync + 'static>(
    ui: &Ui,
    id: Id,
    is_current: impl FnOnce(&T) -> bool,
    make: impl FnOnce() -> T,
) -> T {
    let known = ui.memory_mut(|memory| memory.caches.cache::<Shown<T>>().0.remove(&id));
    let known = known.map(|(_, value)| value).filter(is_current);
    let value = known.unwrap_or_else(make);
    let kept = (true, value.clone());
    ui.memory_mut(|memory| memory.caches.cache::<Shown<T>>().0.insert(id, kept));
    value
}

/// Uploads the image unless the previous frame has shown the texture with this id.
pub(super) fn texture(ui: &Ui, id: Id, image: impl FnOnce() -> ColorImage) -> TextureHandle {
    shown(ui, id, |_| true, || upload(ui, image()))
}

pub(super) fn upload(ui: &Ui, image: ColorImage) -> TextureHandle {
    ui.ctx().load_texture("small picture", image, TextureOptions::LINEAR)
}

#[cfg(test)]
mod tests {
    use egui::{Color32, Context, RawInput, TextureId};

    use super::*;

    /// Returns how many textures a frame uploads and frees, besides that of the fonts.
    fn frame(context: &Context, is_shown: bool) -> (usize, usize) {
        let mut output = context.run_ui(RawInput::default(), |ui| {
            if is_shown {
                let red = || ColorImage::filled([2, 2], Color32::RED);
                assert_eq!(texture(ui, Id::unique("red"), red).size(), [2, 2]);
            }
        });
        let fonts = TextureId::default();
        let set = output.textures_delta.set.iter().filter(|(id, _)| **id != fonts).count();
        let changes = (set, output.textures_delta.free.len());
        output.textures_delta.clear();
        changes
    }

    #[test]
    fn texture_is_uploaded_once_and_freed_when_it_is_not_shown() {
        let context = Context::default();
        assert_eq!([true, true, true].map(|is_shown| frame(&context, is_shown).0), [1, 0, 0]);
        let freed = [false, false].map(|is_shown| frame(&context, is_shown).1);
        assert_eq!(freed.iter().sum::<usize>(), 1);
        assert_eq!(frame(&context, true).0, 1);
    }

    #[test]
    fn context_after_a_lost_device_uploads_textures_again() {
        let context = Context::default();
        frame(&context, true);
        let next = Context::default();
        next.memory_mut(|memory| *memory = context.memory(Clone::clone));
        assert_eq!(frame(&next, true).0, 1);
    }
}
