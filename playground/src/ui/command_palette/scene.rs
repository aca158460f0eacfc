//! Lines of the command palette for the settings of three-dimensional views: one line per choice, and settings that
//! take a typed value.

use noise_playground::camera::{Camera, Scene};
use noise_playground::scene::{Clip, RAY_COUNTS};
use noise_playground::shading::ViewMode;

use super::item::{Edit, Item};
use super::settable::{Settable, number, typed_number};
use crate::ui::view::ground_colors;
use crate::workbench::document::{ViewSetting, sample_limits};
use crate::workbench::{View, Workbench};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Returns one command palette line for each choice of a three-dimensional view's setting, such as `Sky light: on`;
/// empty for settings without choices.
pub(super) fn choices(setting: ViewSetting, mode: ViewMode) -> Vec<Item> {
    match setting {
        ViewSetting::Color => {
            let colors = ground_colors(mode);
            let line = |color: ViewMode| {
                Item::edit(
                    format!("Color of the ground: {}", color.name()),
                    move |workbench| workbench.view_mut().shading.lighting.color = color,
                )
            };
            colors.map(line).collect()
        }
        ViewSetting::Sky => [("on", true), ("off", false)]
            .map(|(name, is_on)| {
                Item::edit(format!("Sky light: {name}"), move |workbench| {
                    workbench.view_mut().shading.lighting.sky = is_on;
                })
            })
            .into(),
        ViewSetting::Clip => vec![Item::edit("Clip: off", |workbench| {
            workbench.setting_view_mut(ViewSetting::Clip).scene.clip = None;
        })],
        ViewSetting::Samples => vec![Item::edit("Samples: automatic", |workbench| {
            workbench
                .setting_view_mut(ViewSetting::Samples)
                .scene
                .samples = None;
        })],
        ViewSetting::Rays => RAY_COUNTS
            .map(|count| {
                Item::edit(format!("Rays per pixel: {count}"), move |workbench| {
                    workbench.setting_view_mut(ViewSetting::Rays).scene.rays = count;
                })
            })
            .into(),
        _ => Vec::new(),
    }
}

/// Returns the command palette entries that set `setting` to a typed value, in a three-dimensional view of kind `scene`
/// whose current camera is `camera`; empty if the setting takes no typed value.
pub(super) fn settables(
    setting: ViewSetting,
    view: &View,
    (scene, camera): (Scene, Camera),
) -> Vec<Settable> {
    match setting {
        ViewSetting::Air => vec![number("haze", |workbench, air| {
            let (view, air) = (workbench.view_mut(), air.clamp(0.0, 1.0));
            ViewSetting::Air.reset(view);
            let shading = &mut view.shading;
            shading.lighting.air = (air != shading.air()).then_some(air);
        })],
        ViewSetting::Threshold => vec![number("threshold", |workbench, threshold| {
            workbench.setting_view_mut(ViewSetting::Threshold).threshold = threshold;
        })],
        ViewSetting::Sea => vec![number("sea", |workbench, sea| {
            workbench.setting_view_mut(ViewSetting::Sea).scene.sea = Some(sea);
        })],
        ViewSetting::Clip => vec![clip(view)],
        ViewSetting::Samples => vec![samples(scene)],
        ViewSetting::Camera => of_camera(scene, camera),
        _ => Vec::new(),
    }
}

/// Returns the command palette entry `clip`, which sets the plane that cuts a solid open. Its value is an axis and a
/// world coordinate: `clip x 0.5`.
fn clip(view: &View) -> Settable {
    let (center, half) = ([view.center[0], view.center[1], view.z], 0.5 * view.span);
    Settable::new(
        "clip",
        "an axis and a coordinate, as in x 0.5",
        move |text| {
            let (name, coordinate) = text.split_once(char::is_whitespace)?;
            let axis = AXES.iter().position(|axis| *axis == name)?;
            let at = center[axis];
            let limit = typed_number(coordinate)?.clamp(at - half, at + half);
            let edit: Edit = Box::new(move |workbench| {
                workbench.setting_view_mut(ViewSetting::Clip).scene.clip =
                    Some(Clip { axis, limit });
            });
            Some((format!("{name} = {limit}"), edit))
        },
    )
}

/// Returns the command palette entry `samples`, which sets the number of samples along one side of the grid that a
/// three-dimensional view renders.
fn samples(scene: Scene) -> Settable {
    let (least, most) = sample_limits(scene);
    let expected = format!("an integer from {least} to {most}");
    Settable::new("samples", expected, move |text| {
        let count = typed_number(text).filter(|count| count.fract() == 0.0)? as u32;
        let edit: Edit = Box::new(move |workbench| {
            workbench
                .setting_view_mut(ViewSetting::Samples)
                .scene
                .samples = Some(count);
        });
        (least..=most)
            .contains(&count)
            .then(|| (count.to_string(), edit))
    })
}

/// Returns the command palette entries that set the camera: azimuth, altitude, distance and field of view.
fn of_camera(scene: Scene, camera: Camera) -> Vec<Settable> {
    let names = [
        ("camera azimuth", "degrees".to_owned()),
        (
            "camera altitude",
            format!("degrees from {} to 90", scene.min_altitude()),
        ),
        ("camera distance", "a number above 0".to_owned()),
        (
            "camera field of view",
            "degrees from 0.01 to 170".to_owned(),
        ),
    ];
    let settable = |(index, (name, expected))| {
        Settable::new(name, expected, move |text: &str| {
            let number = typed_number(text)?;
            let mut numbers = <[f64; 4]>::from(camera);
            numbers[index] = number;
            let camera = Camera::new(&numbers).ok()?;
            scene.check(&camera).ok()?;
            let edit: Edit = Box::new(move |workbench: &mut Workbench| {
                workbench.setting_view_mut(ViewSetting::Camera).scene.camera = Some(camera);
            });
            Some((number.to_string(), edit))
        })
    };
    names.into_iter().enumerate().map(settable).collect()
}
