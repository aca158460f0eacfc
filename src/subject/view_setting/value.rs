//! The value of a view setting, and its conversion from and to the fields of the render settings.

use crate::field::Channel;
use crate::view::shading::{Light, LightModel, Normals, Palette, ValueRange, ViewMode};
use crate::view::space::camera::CameraSetting;
use crate::view::space::mesh::Clip;
use crate::view::space::settings::{Pass, Projection};

/// Value of a view setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingValue {
    /// Default that depends on view mode, file or picture.
    Automatic,
    /// Absence of a sea that the file requests.
    Off,
    /// On or off.
    Switch(bool),
    /// Name of a choice.
    Name(&'static str),
    /// Integer.
    Count(u32),
    /// Number.
    Number(f64),
    /// Width and height in samples.
    Size([u32; 2]),
    /// Coordinates in the plane.
    Pair([f64; 2]),
    /// Coordinates in space.
    Position([f64; 3]),
    /// Direction of the sun.
    Light(Light),
    /// Camera of a three-dimensional view.
    Camera(CameraSetting),
    /// Values at the ends of the palette.
    Range(ValueRange),
    /// Half space that is cut away.
    Clip(Clip),
}

impl SettingValue {
    /// Leaves the field as it is if the value is of another kind.
    pub(super) fn store<T: Stored>(self, field: &mut T) {
        if let Some(value) = T::of(self) {
            *field = value;
        }
    }
}

pub(super) trait Stored: Copy {
    fn value(self) -> SettingValue;
    fn of(value: SettingValue) -> Option<Self>;
}

/// `None` stands for the automatic default.
impl<T: Stored> Stored for Option<T> {
    fn value(self) -> SettingValue {
        self.map_or(SettingValue::Automatic, T::value)
    }

    fn of(value: SettingValue) -> Option<Self> {
        match value {
            SettingValue::Automatic => Some(None),
            value => T::of(value).map(Some),
        }
    }
}

macro_rules! stored {
    ($($Type:ty: $Variant:ident,)*) => {
        $(impl Stored for $Type {
            fn value(self) -> SettingValue {
                SettingValue::$Variant(self)
            }

            fn of(value: SettingValue) -> Option<Self> {
                match value {
                    SettingValue::$Variant(value) => Some(value),
                    _ => None,
                }
            }
        })*
    };
}

stored! {
    bool: Switch,
    u32: Count,
    f64: Number,
    [u32; 2]: Size,
    [f64; 2]: Pair,
    [f64; 3]: Position,
    Light: Light,
    CameraSetting: Camera,
    ValueRange: Range,
    Clip: Clip,
}

macro_rules! stored_by_name {
    ($($Type:ty,)*) => {
        $(impl Stored for $Type {
            fn value(self) -> SettingValue {
                SettingValue::Name(self.name())
            }

            fn of(value: SettingValue) -> Option<Self> {
                match value {
                    SettingValue::Name(name) => Self::from_name(name),
                    _ => None,
                }
            }
        })*
    };
}

stored_by_name! { ViewMode, Channel, Palette, Pass, LightModel, Normals, Projection, }
