//! Channels of a generator's result: the components of a float or vector, or the members of a struct.

use naga::{Handle, Module, StructMember, Type, TypeInner};

use super::super::control_type::control_type;
use crate::generator::Domain;
use crate::generator::control::ControlType;
use crate::generator::definition::FunctionKind;

const GRADIENTS: [&str; 3] = ["gradient", "grad", "deriv"];

const MAX_CHANNELS: u32 = 4;

pub(super) struct ResultShape {
    pub(super) channels: u32,
    /// Empty for a float or vector.
    pub(super) names: Vec<String>,
    /// True for a struct with a value and its gradient.
    pub(super) has_gradient: bool,
    pub(super) kind: FunctionKind,
}

impl ResultShape {
    pub(super) fn of(module: &Module, ty: Handle<Type>, domain: Domain) -> Option<Self> {
        if let TypeInner::Struct { members, .. } = &module.types[ty].inner {
            return Self::of_struct(module, members, domain);
        }
        let channels = float_components(control_type(module, ty)?)?;
        Some(Self { channels, names: Vec::new(), has_gradient: false, kind: FunctionKind::Plain })
    }

    /// Returns the type for messages: `vec2f`, or `this struct`.
    pub(super) fn name(&self) -> &'static str {
        match (self.names.is_empty(), self.channels) {
            (false, _) => "this struct",
            (true, 1) => "f32",
            (true, 2) => "vec2f",
            (true, 3) => "vec3f",
            (true, _) => "vec4f",
        }
    }

    /// Reads members that are floats or float vectors, up to four numbers. A value with its gradient excludes all other
    /// members, and precedes the gradient.
    fn of_struct(module: &Module, members: &[StructMember], domain: Domain) -> Option<Self> {
        let floats = (0..).zip(members).filter_map(|(index, member)| {
            let ty = control_type(module, member.ty)?;
            float_components(ty)?;
            Some((index, ty, member.name.as_deref()?))
        });
        let mut floats: Vec<(u32, ControlType, &str)> = floats.collect();
        let dimensions = match domain {
            Domain::Plane | Domain::Grid => ControlType::Vec2,
            Domain::Volume | Domain::VolumeTime => ControlType::Vec3,
        };
        let value = floats.iter().find(|(_, ty, _)| *ty == ControlType::F32);
        let gradient =
            floats.iter().find(|(_, ty, name)| *ty == dimensions && GRADIENTS.contains(name));
        let pair = value.copied().zip(gradient.copied());
        if let Some((value, gradient)) = pair {
            floats = vec![value, gradient];
        }
        let mut channels = 0;
        floats.retain(|(_, ty, _)| {
            let count = float_components(*ty).unwrap_or_default();
            let fits = channels + count <= MAX_CHANNELS;
            channels += if fits { count } else { 0 };
            fits
        });
        let names = floats.iter().flat_map(|(_, ty, name)| match ty {
            ControlType::F32 => vec![(*name).to_owned()],
            _ => ["x", "y", "z", "w"][..ty.components()]
                .iter()
                .map(|component| format!("{name}.{component}"))
                .collect(),
        });
        (channels > 0).then(|| Self {
            channels,
            names: names.collect(),
            has_gradient: pair.is_some(),
            kind: FunctionKind::Struct(floats.iter().map(|(index, ty, _)| (*index, *ty)).collect()),
        })
    }
}

fn float_components(ty: ControlType) -> Option<u32> {
    match ty {
        ControlType::F32 | ControlType::Vec2 | ControlType::Vec3 | ControlType::Vec4 => {
            Some(ty.components() as u32)
        }
        ControlType::I32
        | ControlType::U32
        | ControlType::Array(_)
        | ControlType::Bool
        | ControlType::Field => None,
    }
}
