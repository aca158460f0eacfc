//! Parses the tags in a file's `//!` comment that request the initial view: `@view`, `@mode`, `@camera` and `@sea`.

use std::ops::Range;

use super::super::ViewHint;
use crate::annotation::Tag;
use crate::camera::Camera;
use crate::shading::ViewMode;
use crate::suggest::did_you_mean;

/// Stores the arguments of one tag, such as `@view`, in the initial view that a file requests.
///
/// # Errors
/// The tag is not about the view, or its arguments are not valid.
pub(super) fn apply(tag: &Tag, hint: &mut ViewHint) -> Result<(), String> {
    tag.check_closed()?;
    match tag.name.as_str() {
        "view" => hint.placement = Some(placement(tag)?),
        "mode" => hint.mode = mode(tag)?,
        "camera" => hint.camera = Some(camera(tag)?),
        "sea" => hint.sea = Some(sea(tag)?),
        _ => return Err(tag.misplaced_message()),
    }
    Ok(())
}

/// Checks that the camera of a file's `@camera` fits the view mode of its `@mode`, and removes a camera that does not.
///
/// # Errors
/// The camera does not fit: the byte range of the tag, and the message.
pub(super) fn check(tags: &[Tag], hint: &mut ViewHint) -> Result<(), (Range<usize>, String)> {
    let scene = hint.mode.and_then(|mode| mode.info().scene);
    let Some((camera, scene)) = hint.camera.zip(scene) else {
        return Ok(());
    };
    scene.check(&camera).map_err(|error| {
        hint.camera = None;
        let mut tags = tags.iter().rev();
        let tag = tags.find(|tag| tag.name == "camera");
        let range = tag.map_or(0..0, |tag| tag.range.clone());
        (range, format!("`@camera`: {error}"))
    })
}

fn placement(tag: &Tag) -> Result<([f64; 2], f64), String> {
    match tag.numbers().as_deref() {
        Some(&[x, y, span]) if is_view(x, y, span) => Ok(([x, y], span)),
        _ => Err("`@view` takes (center_x, center_y, span) with a span above 0".to_owned()),
    }
}

fn mode(tag: &Tag) -> Result<Option<ViewMode>, String> {
    let name = tag.word().ok_or("`@mode` takes the name of a view mode")?;
    let mode = ViewMode::from_name(name);
    if mode.is_some() {
        return Ok(mode);
    }
    let names = ViewMode::ALL.map(ViewMode::name);
    Err(format!(
        "no view mode `{name}`{}",
        did_you_mean(name, names)
    ))
}

fn camera(tag: &Tag) -> Result<Camera, String> {
    let numbers = tag
        .numbers()
        .filter(|numbers| (3..=4).contains(&numbers.len()));
    let numbers = numbers.ok_or(
        "`@camera` takes (azimuth, altitude, distance) or (azimuth, altitude, distance, field of view)",
    )?;
    Camera::new(&numbers).map_err(|error| format!("`@camera`: {error}"))
}

fn sea(tag: &Tag) -> Result<f64, String> {
    match tag.numbers().as_deref() {
        Some(&[level]) if (level as f32).is_finite() => Ok(level),
        _ => Err("`@sea` takes (level), the value at which the ocean lies".to_owned()),
    }
}

/// Returns true if the center of a view and its width are finite as 32-bit floats, and the width is above 0.
fn is_view(x: f64, y: f64, span: f64) -> bool {
    let fits = |number: f64| (number as f32).is_finite();
    fits(x) && fits(y) && fits(span) && span as f32 > 0.0
}
