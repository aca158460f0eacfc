//! Layout of uniform buffers: the members that hold values of controls, and those that the host sets.

use super::{Control, ControlType, Values, Widget};
use crate::named::named_enum;

named_enum! {
    /// Quantity to which the host sets a member of a uniform struct that has the tag `@auto(name)`. The member has no
    /// widget.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum AutoInput {
        /// Uniform member with the animation time in seconds, `f32`; constant while the animation is paused.
        Time = "time",
        /// Uniform member with the seconds since the previous frame, `f32`.
        DeltaTime = "delta_time",
        /// Uniform member with the number of frames since the program started, `u32`.
        Frame = "frame",
        /// Uniform member with the width and height of the picture in samples, `vec2f`.
        Resolution = "resolution",
        /// Uniform member with the world position of the mouse pointer, `vec2f`.
        MousePos = "mouse_pos",
        /// Uniform member with the distance between neighboring samples in world units, `f32`.
        PixelSize = "pixel_size",
        /// Uniform member with the index of the current repetition of a grid program's pass, counted from 0, `u32`.
        Iteration = "iteration",
    }
}

impl AutoInput {
    /// Returns the WGSL types that a uniform member with this tag `@auto(name)` can have.
    pub(crate) fn types(self) -> &'static [ControlType] {
        match self {
            Self::Time | Self::DeltaTime | Self::PixelSize => &[ControlType::F32],
            Self::Frame | Self::Iteration => {
                &[ControlType::U32, ControlType::I32, ControlType::F32]
            }
            Self::Resolution | Self::MousePos => &[ControlType::Vec2],
        }
    }

    /// Returns true if the quantity changes from frame to frame without the user, such as the time.
    pub fn is_animated(self) -> bool {
        matches!(self, Self::Time | Self::DeltaTime | Self::Frame)
    }
}

/// Values that the host writes to the members of uniform structs that have a tag `@auto`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostInputs {
    /// Animation time in seconds, for uniform members with `@auto(time)`.
    pub time: f64,
    /// Seconds since the previous frame, for uniform members with `@auto(delta_time)`.
    pub delta_time: f64,
    /// Number of frames since the program started, for uniform members with `@auto(frame)`.
    pub frame: u32,
    /// Width and height of the picture in samples, for uniform members with `@auto(resolution)`.
    pub resolution: [u32; 2],
    /// World position of the mouse pointer, for uniform members with `@auto(mouse_pos)`.
    pub mouse: [f64; 2],
    /// Distance between neighboring samples in world units, for uniform members with `@auto(pixel_size)`.
    pub pixel_size: f64,
    /// Index of the current repetition of a grid program's pass, counted from 0, for uniform members with
    /// `@auto(iteration)`.
    pub iteration: u32,
}

/// Origin of the value that is written to a member of a uniform buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// Value of a control, by the control's index in [`Generator::controls`](crate::generator::Generator::controls).
    Control(usize),
    /// Value that the host determines, such as the time, for a uniform member with this tag `@auto`.
    Auto(AutoInput),
    /// Placement of a field input (texture with `@field`), by the index of the input: west edge, north edge, spacing
    /// along x and y.
    Placement(usize),
}

/// One member of a uniform buffer: offset, type, and the origin of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Offset of the uniform member from the start of the buffer, in bytes.
    pub offset: u32,
    /// WGSL type of the uniform member.
    pub ty: ControlType,
    /// Origin of the value that is written to the uniform member.
    pub source: SlotSource,
}

/// Location of a uniform variable in the one buffer that the program uses for all uniform variables of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UniformBlock {
    /// Bind group of the uniform variable in the author's text.
    pub(crate) group: u32,
    /// Binding of the uniform variable in the author's text.
    pub(crate) binding: u32,
    /// Offset of the uniform variable from the start of the shared buffer, in bytes.
    pub(crate) offset: u32,
}

/// Largest size in bytes of a uniform buffer, and so of the values of all controls in it: every adapter allows as much,
/// and many allow no more.
pub(crate) const MAX_UNIFORM_BYTES: u32 = 1 << 16;

/// Memory layout of a uniform buffer: its size and its members. Bytes between the members are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UniformLayout {
    /// Size of the uniform buffer in bytes; 0 if there is no buffer.
    pub size: u32,
    /// Members of the uniform buffer, in the order of the struct.
    pub slots: Vec<Slot>,
    /// Offsets of the author's uniform variables in the shared buffer; empty if there is a single struct at @group(0)
    /// @binding(0).
    pub(crate) blocks: Vec<UniformBlock>,
}

impl UniformLayout {
    /// Returns the bytes of the uniform buffer for these values of controls. `places` are the placements of the field
    /// inputs (textures with `@field`): west edge, north edge, spacing along x and y.
    pub fn encode(
        &self,
        controls: &[Control],
        values: &Values,
        host: &HostInputs,
        places: &[[f64; 4]],
    ) -> Vec<u8> {
        let mut bytes = vec![0; self.size as usize];
        for slot in &self.slots {
            let numbers = match slot.source {
                SlotSource::Control(index) => shader_numbers(&controls[index], values),
                SlotSource::Auto(auto) => host_numbers(auto, host),
                SlotSource::Placement(index) => {
                    places.get(index).map_or(Vec::new(), |place| place.to_vec())
                }
            };
            slot.write(&mut bytes, &numbers);
        }
        bytes
    }

    /// Replaces the values of members with `@auto(iteration)` in the bytes of a uniform buffer.
    pub(crate) fn set_iteration(&self, bytes: &mut [u8], iteration: u32) {
        let slots = self.slots.iter();
        slots
            .filter(|slot| slot.source == SlotSource::Auto(AutoInput::Iteration))
            .for_each(|slot| slot.write(bytes, &[iteration.into()]));
    }

    /// Returns true if a member of the uniform buffer changes from frame to frame without the user.
    pub fn is_animated(&self) -> bool {
        self.uses(AutoInput::is_animated)
    }

    /// Returns true if the host sets a member of the uniform buffer with a tag `@auto` for which `matches` is true.
    pub fn uses(&self, matches: impl Fn(AutoInput) -> bool) -> bool {
        self.slots
            .iter()
            .any(|slot| matches!(slot.source, SlotSource::Auto(auto) if matches(auto)))
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
    fn values_are_encoded_at_their_offsets_in_shader_units() {
        let turn = control("turn", ControlType::F32, "/// @angle @default(180)");
        let seed = control("seed", ControlType::U32, "/// @seed(4294967295)");
        let slot = |offset, ty, source| Slot { offset, ty, source };
        let layout = UniformLayout {
            blocks: Vec::new(),
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
        let bytes = layout.encode(&[turn, seed], &Values::default(), &host, &[]);
        assert_eq!(bytes[0..4], std::f32::consts::PI.to_le_bytes());
        assert_eq!(bytes[4..8], [0; 4]);
        assert_eq!(bytes[8..12], u32::MAX.to_le_bytes());
        assert_eq!(
            bytes[16..24],
            [640_f32.to_le_bytes(), 480_f32.to_le_bytes()].concat()
        );
    }
}
