//! Where each value lies in a uniform buffer, and what the host fills in by itself.

use super::{Control, ControlType, Values, Widget};

/// A member that the host fills; it has no widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AutoInput {
    /// Seconds, `f32`; stands still while paused.
    Time,
    /// Seconds since the last picture, `f32`.
    DeltaTime,
    /// Pictures drawn since the start, `u32`.
    Frame,
    /// Samples of the picture across and down, `vec2f`.
    Resolution,
    /// World position under the mouse, `vec2f`.
    MousePos,
    /// World units between neighbouring samples, `f32`.
    PixelSize,
    /// Repeat of a pass, from 0, `u32`.
    Iteration,
}

impl AutoInput {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Time,
        Self::DeltaTime,
        Self::Frame,
        Self::Resolution,
        Self::MousePos,
        Self::PixelSize,
        Self::Iteration,
    ];

    /// Its name in `@auto(name)`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::DeltaTime => "delta_time",
            Self::Frame => "frame",
            Self::Resolution => "resolution",
            Self::MousePos => "mouse_pos",
            Self::PixelSize => "pixel_size",
            Self::Iteration => "iteration",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|auto| auto.name() == name)
    }

    /// Types of members that it can fill.
    pub(crate) fn types(self) -> &'static [ControlType] {
        match self {
            Self::Time | Self::DeltaTime | Self::PixelSize => &[ControlType::F32],
            Self::Frame | Self::Iteration => {
                &[ControlType::U32, ControlType::I32, ControlType::F32]
            }
            Self::Resolution | Self::MousePos => &[ControlType::Vec2],
        }
    }

    /// Whether it changes from picture to picture by itself.
    pub fn is_animated(self) -> bool {
        matches!(self, Self::Time | Self::DeltaTime | Self::Frame)
    }
}

/// What the host knows when it fills a member.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostInputs {
    /// Seconds.
    pub time: f64,
    /// Seconds since the last picture.
    pub delta_time: f64,
    /// Pictures drawn since the start.
    pub frame: u32,
    /// Samples across and down.
    pub resolution: [u32; 2],
    /// World position under the mouse.
    pub mouse: [f64; 2],
    /// World units between neighbouring samples.
    pub pixel_size: f64,
    /// Repeat of a pass, from 0.
    pub iteration: u32,
}

/// What fills a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// The control with this index.
    Control(usize),
    /// The host.
    Auto(AutoInput),
}

/// A member's place in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Bytes from the buffer's start, as naga lays the struct out.
    pub offset: u32,
    /// The member's type.
    pub ty: ControlType,
    /// What fills it.
    pub fill: SlotSource,
}

/// A uniform buffer: its size in bytes, and its members. Bytes between them are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UniformLayout {
    /// Bytes; 0 where there is no buffer.
    pub size: u32,
    /// Members, in the struct's order.
    pub slots: Vec<Slot>,
}

impl UniformLayout {
    /// The buffer's bytes for these values.
    pub fn encode(&self, controls: &[Control], values: &Values, host: &HostInputs) -> Vec<u8> {
        let mut bytes = vec![0; self.size as usize];
        for slot in &self.slots {
            let numbers = match slot.fill {
                SlotSource::Control(index) => shader_numbers(&controls[index], values),
                SlotSource::Auto(auto) => host_numbers(auto, host),
            };
            slot.write(&mut bytes, &numbers);
        }
        bytes
    }

    /// Replaces the iteration in encoded bytes, where the host fills it in.
    pub(crate) fn set_iteration(&self, bytes: &mut [u8], iteration: u32) {
        let slots = self.slots.iter();
        slots
            .filter(|slot| slot.fill == SlotSource::Auto(AutoInput::Iteration))
            .for_each(|slot| slot.write(bytes, &[iteration.into()]));
    }

    /// Whether the host fills a member that moves by itself.
    pub fn is_animated(&self) -> bool {
        self.uses(AutoInput::is_animated)
    }

    /// Whether the host fills such a member.
    pub fn uses(&self, wanted: impl Fn(AutoInput) -> bool) -> bool {
        self.slots
            .iter()
            .any(|slot| matches!(slot.fill, SlotSource::Auto(auto) if wanted(auto)))
    }
}

impl Slot {
    fn write(&self, bytes: &mut [u8], numbers: &[f64]) {
        for (index, number) in numbers.iter().enumerate() {
            let at = self.offset as usize + 4 * index;
            if let Some(target) = bytes.get_mut(at..at + 4) {
                target.copy_from_slice(&encode_number(*number, self.ty));
            }
        }
    }
}

fn shader_numbers(control: &Control, values: &Values) -> Vec<f64> {
    let numbers = &values.get(control).0;
    match control.widget {
        Widget::Angle => numbers.iter().map(|degrees| degrees.to_radians()).collect(),
        _ => numbers.clone(),
    }
}

fn host_numbers(auto: AutoInput, host: &HostInputs) -> Vec<f64> {
    match auto {
        AutoInput::Time => vec![host.time],
        AutoInput::DeltaTime => vec![host.delta_time],
        AutoInput::Frame => vec![host.frame.into()],
        AutoInput::Resolution => host.resolution.map(f64::from).to_vec(),
        AutoInput::MousePos => host.mouse.to_vec(),
        AutoInput::PixelSize => vec![host.pixel_size],
        AutoInput::Iteration => vec![host.iteration.into()],
    }
}

fn encode_number(number: f64, ty: ControlType) -> [u8; 4] {
    match ty {
        ControlType::I32 => (number as i32).to_le_bytes(),
        ControlType::U32 => (number as u32).to_le_bytes(),
        _ => (number as f32).to_le_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::annotated::tests::control;

    #[test]
    fn numbers_become_the_shaders_own() {
        let turn = control("turn", ControlType::F32, "/// @angle @default(180)");
        let seed = control("seed", ControlType::U32, "/// @seed(4294967295)");
        let slot = |offset, ty, fill| Slot { offset, ty, fill };
        let layout = UniformLayout {
            size: 24,
            slots: vec![
                slot(0, ControlType::F32, SlotSource::Control(0)),
                slot(8, ControlType::U32, SlotSource::Control(1)),
                slot(
                    16,
                    ControlType::Vec2,
                    SlotSource::Auto(AutoInput::Resolution),
                ),
            ],
        };
        let host = HostInputs {
            resolution: [640, 480],
            ..HostInputs::default()
        };
        let bytes = layout.encode(&[turn, seed], &Values::default(), &host);
        assert_eq!(bytes[0..4], std::f32::consts::PI.to_le_bytes());
        assert_eq!(bytes[4..8], [0; 4]);
        assert_eq!(bytes[8..12], u32::MAX.to_le_bytes());
        assert_eq!(
            bytes[16..24],
            [640_f32.to_le_bytes(), 480_f32.to_le_bytes()].concat()
        );
    }
}
