//! Parses the tags in a file's `//!` comment that request the initial view: `@view`, `@mode`, `@camera`, `@sea` and `@z_factor`.

use std::ops::Range;

use super::super::ViewHint;
use crate::generator::control::{arguments_message, misplaced_message};
use crate::view::shading::ViewMode;
use crate::view::space::camera::CameraSetting;
use crate::wgsl::annotation::{Argument, Tag};
use crate::wgsl::suggest::did_you_mean;

pub(super) fn apply(tag: &Tag, hint: &mut ViewHint) -> Result<(), String> {
    tag.check_closed()?;
    match tag.name.as_str() {
        "view" => hint.placement = Some(placement(tag).ok_or_else(|| arguments_message(tag))?),
        "mode" => hint.mode = mode(tag)?,
        "camera" => hint.camera = Some(camera(tag)?),
        "sea" => hint.sea = Some(sea(tag).ok_or_else(|| arguments_message(tag))?),
        "z_factor" => {
            hint.z_factor = Some(z_factor(tag).ok_or_else(|| arguments_message(tag))?);
        }
        _ => return Err(misplaced_message(tag)),
    }
    Ok(())
}

/// Removes a camera that does not fit the view mode. The error is the byte range of the tag, and the message.
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

fn placement(tag: &Tag) -> Option<([f64; 2], f64)> {
    match *tag.numbers()? {
        [x, y, span] if is_view(x, y, span) => Some(([x, y], span)),
        _ => None,
    }
}

fn mode(tag: &Tag) -> Result<Option<ViewMode>, String> {
    let name = tag.word().ok_or_else(|| arguments_message(tag))?;
    let mode = ViewMode::from_name(name);
    if mode.is_some() {
        return Ok(mode);
    }
    let names = ViewMode::ALL.map(ViewMode::name);
    Err(format!("no view mode `{name}`{}", did_you_mean(name, names)))
}

/// The distance may be the word `fit`.
fn camera(tag: &Tag) -> Result<CameraSetting, String> {
    let part = |(index, argument): (usize, &Argument)| match argument {
        Argument::Number(number) => Some(Some(*number)),
        Argument::Word(word) if index == 2 && word == "fit" => Some(None),
        Argument::Word(_) | Argument::Text(_) => None,
    };
    let parts: Option<Vec<_>> = tag.arguments().iter().enumerate().map(part).collect();
    let parts = parts.filter(|parts| matches!(parts.len(), 3 | 4));
    let parts = parts.ok_or_else(|| arguments_message(tag))?;
    CameraSetting::new(&parts).map_err(|error| format!("`@camera`: {error}"))
}

fn sea(tag: &Tag) -> Option<f64> {
    match *tag.numbers()? {
        [level] if (level as f32).is_finite() => Some(level),
        _ => None,
    }
}

fn z_factor(tag: &Tag) -> Option<f64> {
    match *tag.numbers()? {
        [factor] if factor as f32 > 0.0 && (factor as f32).is_finite() => Some(factor),
        _ => None,
    }
}

fn is_view(x: f64, y: f64, span: f64) -> bool {
    let fits = |number: f64| (number as f32).is_finite();
    fits(x) && fits(y) && fits(span) && span as f32 > 0.0
}
