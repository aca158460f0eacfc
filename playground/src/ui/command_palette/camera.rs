//! Entries that set one number of the camera or of the light.

use noise_playground::view::space::camera::{CameraSetting, Scene};

use noise_playground::subject::view_setting::ViewSetting;

use super::item::Edit;
use super::settable::{Settable, number, typed_number};
use crate::workbench::Workbench;

pub(super) fn of_light() -> [Settable; 2] {
    [
        number("sun azimuth", |workbench, degrees| {
            workbench.view_mut().shading.light.azimuth = degrees.rem_euclid(360.0);
        }),
        number("sun altitude", |workbench, degrees| {
            workbench.view_mut().shading.light.altitude = degrees.clamp(0.0, 90.0);
        }),
    ]
}

pub(super) fn of_camera(scene: Scene, camera: CameraSetting) -> Vec<Settable> {
    let names = [
        ("camera azimuth", "degrees".to_owned()),
        ("camera altitude", format!("degrees from {} to 90", scene.min_altitude())),
        ("camera distance", "a number above 0".to_owned()),
        ("camera field of view", "degrees from 0.01 to 170".to_owned()),
    ];
    let settable = |(index, (name, expected))| {
        Settable::new(name, expected, move |text: &str| {
            let number = typed_number(text)?;
            let mut parts = camera.parts();
            parts[index] = Some(number);
            let camera = CameraSetting::new(&parts).ok()?;
            scene.check(&camera).ok()?;
            let edit: Edit = Box::new(move |workbench: &mut Workbench| {
                workbench.setting_view_mut(ViewSetting::Camera).scene.camera = Some(camera);
            });
            Some((number.to_string(), edit))
        })
    };
    names.into_iter().enumerate().map(settable).collect()
}
