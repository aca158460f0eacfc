//! Layout of uniform buffers: the members that hold values of controls, and those that the host sets.

use super::{Control, ControlType, Values, Widget};
use crate::field::named::named_enum;

named_enum! {
    /// Quantity to which the host sets a uniform member with `@auto(name)`, which has no control.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum AutoInput {
        /// Animation time in seconds, `f32`; constant while the animation is paused.
        Time = "time",
        /// Seconds since the previous frame, `f32`.
        DeltaTime = "delta_time",
        /// Number of frames since the program started, `u32`.
        Frame = "frame",
        /// Width and height of the picture in samples, `vec2f`; the third number of a `vec3f` is 1, the shape of a pixel.
        Resolution = "resolution",
        /// Position of the mouse pointer, `vec2f`: in world units, for a fragment entry point in pixels from the upper
        /// left. The other numbers of a `vec4f` are 0.
        MousePos = "mouse_pos",
        /// Distance between neighboring samples in world units, `f32`.
        PixelSize = "pixel_size",
        /// Index of the current repetition of a grid program's pass, from 0, `u32`.
        Iteration = "iteration",
    }
}

impl AutoInput {
    pub(crate) fn types(self) -> &'static [ControlType] {
        match self {
            Self::Time | Self::DeltaTime | Self::PixelSize => &[ControlType::F32],
            Self::Frame | Self::Iteration => {
                &[ControlType::U32, ControlType::I32, ControlType::F32]
            }
            Self::Resolution => &[ControlType::Vec2, ControlType::Vec3],
            Self::MousePos => &[ControlType::Vec2, ControlType::Vec4],
        }
    }

    /// Types, for messages: `a vec2f or a vec3f`.
    pub(crate) fn type_names(self) -> String {
        let names: Vec<String> = self.types().iter().map(|ty| ty.with_article()).collect();
        names.join(" or ")
    }

    /// Returns the quantity that other programs' fragment shaders mean by a uniform's name: `iTime`, `u_resolution`.
    pub(crate) fn of_fragment(name: &str) -> Option<Self> {
        let without = |prefix: &str, next: fn(char) -> bool| {
            name.strip_prefix(prefix).filter(|rest| rest.starts_with(next))
        };
        let plain = without("u_", |_| true).or_else(|| without("i", |c| c.is_ascii_uppercase()));
        match plain.unwrap_or(name).to_lowercase().replace('_', "").as_str() {
            "time" => Some(Self::Time),
            "deltatime" | "timedelta" => Some(Self::DeltaTime),
            "frame" => Some(Self::Frame),
            "resolution" => Some(Self::Resolution),
            "mouse" | "mousepos" => Some(Self::MousePos),
            _ => None,
        }
    }

    /// Returns true if the quantity changes from frame to frame without the user.
    pub fn is_animated(self) -> bool {
        matches!(self, Self::Time | Self::DeltaTime | Self::Frame)
    }
}

/// Values of [`AutoInput`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostInputs {
    /// Value of [`AutoInput::Time`].
    pub time: f64,
    /// Value of [`AutoInput::DeltaTime`].
    pub delta_time: f64,
    /// Value of [`AutoInput::Frame`].
    pub frame: u32,
    /// Value of [`AutoInput::Resolution`].
    pub resolution: [u32; 2],
    /// Value of [`AutoInput::MousePos`].
    pub mouse: [f64; 2],
    /// Value of [`AutoInput::PixelSize`].
    pub pixel_size: f64,
    /// Value of [`AutoInput::Iteration`].
    pub iteration: u32,
}

/// Origin of the value that is written to a member of a uniform buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// A control, by its index in [`Generator::controls`](crate::generator::Generator::controls).
    Control(usize),
    /// The host.
    Auto(AutoInput),
    /// Placement of the field input with this index: west edge, north edge, spacing along x and y.
    Placement(usize),
}

/// Member of a uniform buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Bytes from the start of the buffer.
    pub offset: u32,
    /// WGSL type.
    pub ty: ControlType,
    /// Origin of the value.
    pub source: SlotSource,
}

/// Location of a uniform variable, with the author's group and binding, in the one buffer for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UniformBlock {
    pub(crate) group: u32,
    pub(crate) binding: u32,
    /// In bytes from the start of the shared buffer.
    pub(crate) offset: u32,
}

/// Largest size in bytes of a uniform buffer: every adapter allows as much, and many allow no more.
pub(crate) const MAX_UNIFORM_BYTES: u32 = 1 << 16;

/// Memory layout of a uniform buffer: its size and its members. Bytes between the members are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UniformLayout {
    /// In bytes; 0 if there is no buffer.
    pub size: u32,
    /// Members, in the order of the struct.
    pub slots: Vec<Slot>,
    /// Empty if there is a single struct at `@group(0) @binding(0)`.
    pub(crate) blocks: Vec<UniformBlock>,
}

impl UniformLayout {
    /// Returns the bytes of the uniform buffer. `places` are the placements of the field inputs.
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

    pub(crate) fn set_iteration(&self, bytes: &mut [u8], iteration: u32) {
        let slots = self.slots.iter();
        slots
            .filter(|slot| slot.source == SlotSource::Auto(AutoInput::Iteration))
            .for_each(|slot| slot.write(bytes, &[iteration.into()]));
    }

    /// Returns true if a member changes from frame to frame without the user.
    pub fn is_animated(&self) -> bool {
        self.uses(AutoInput::is_animated)
    }

    /// Returns true if the host sets a member to a quantity for which `matches` is true.
    pub fn uses(&self, matches: impl Fn(AutoInput) -> bool) -> bool {
        self.slots.iter().any(|slot| matches!(slot.source, SlotSource::Auto(auto) if matches(auto)))
    }
}

impl Slot {
    fn write(&self, bytes: &mut [u8], numbers: &[f64]) {
        for (index, number) in numbers.iter().take(self.ty.components()).enumerate() {
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
        AutoInput::Resolution => {
            let [width, height] = host.resolution.map(f64::from);
            vec![width, height, 1.0]
        }
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
    use crate::generator::control::annotated::tests::control;

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
                slot(16, ControlType::Vec2, SlotSource::Auto(AutoInput::Resolution)),
            ],
        };
        let host = HostInputs { resolution: [640, 480], ..HostInputs::default() };
        let bytes = layout.encode(&[turn, seed], &Values::default(), &host, &[]);
        assert_eq!(bytes[0..4], std::f32::consts::PI.to_le_bytes());
        assert_eq!(bytes[4..8], [0; 4]);
        assert_eq!(bytes[8..12], u32::MAX.to_le_bytes());
        assert_eq!(bytes[16..24], [640_f32.to_le_bytes(), 480_f32.to_le_bytes()].concat());
    }
}
