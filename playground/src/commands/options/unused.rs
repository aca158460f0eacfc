//! Rejects options without effect, since a result without it would be mistaken for one with it.

use anyhow::bail;
use noise_playground::generator::{Domain, Generator};
use noise_playground::subject::view_setting::ViewSetting;

use crate::args::{FolderArg, GridSettings, SettingArgs};

/// Name of an option, with true if it is given.
pub(in crate::commands) type Given = (&'static str, bool);

/// Fails with a message about the first option that is given.
pub(in crate::commands) fn reject(
    options: &[Given],
    message: impl FnOnce(&str) -> String,
) -> anyhow::Result<()> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!(message(option)),
        None => Ok(()),
    }
}

pub(in crate::commands) fn given_placement(arguments: &SettingArgs<GridSettings>) -> [Given; 3] {
    [
        ("--size", arguments.has(ViewSetting::Size)),
        ("--center", arguments.has(ViewSetting::Center)),
        ("--span", arguments.has(ViewSetting::Span)),
    ]
}

pub(in crate::commands) fn given_folder(arguments: &FolderArg) -> [Given; 2] {
    [
        ("--folder", arguments.folder.is_some()),
        ("--feature", !arguments.features.feature.is_empty()),
    ]
}

/// Fails if all generators are grid programs, which have grids of their own.
pub(in crate::commands) fn reject_placement(
    options: &[Given],
    generators: &[&Generator],
) -> anyhow::Result<()> {
    match generators.first() {
        Some(first) if generators.iter().all(|one| one.program().is_some()) => {
            reject(options, |option| {
                let address = first.address();
                format!(
                    "{option} has no effect: {address} is a grid program, which has a grid of its own"
                )
            })
        }
        _ => Ok(()),
    }
}

/// Fails if no generator depends on z or time, also through field inputs.
pub(in crate::commands) fn reject_z_and_time(
    [has_z_option, has_time_option]: [bool; 2],
    generators: &[&Generator],
) -> anyhow::Result<()> {
    let Some(first) = generators.first() else {
        return Ok(());
    };
    let any = |depends: fn(&Generator) -> bool| {
        let is_any =
            |one: &&Generator| depends(one) || one.sources().iter().any(|source| depends(source));
        generators.iter().any(is_any)
    };
    let options =
        [("--z", has_z_option && !any(has_z)), ("--time", has_time_option && !any(has_time))];
    reject(&options, |option| {
        let address = first.address();
        format!("{option} has no effect: {address} does not depend on it")
    })
}

fn has_z(generator: &Generator) -> bool {
    generator.domain().is_volume()
}

fn has_time(generator: &Generator) -> bool {
    let layouts = [generator.uniform(), generator.arguments()];
    generator.domain() == Domain::VolumeTime || layouts.iter().any(|layout| layout.is_animated())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use noise_playground::compile;

    use super::*;

    const GRID: &str = "/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = 1.0;
}";
    const TIMED: &str = "struct P {
    /// @auto(time)
    time: f32,
}
@group(0) @binding(0) var<uniform> p: P;
fn height(at: vec2f) -> f32 { return p.time; }";

    fn generator(text: &str) -> Arc<Generator> {
        compile(text).unwrap().remove(0)
    }

    #[test]
    fn placement_of_grid_programs_is_rejected_unless_a_function_uses_it() {
        let (grid, plane) = (generator(GRID), generator("fn f(p: vec2f) -> f32 { return p.x; }"));
        let given = [("--size", false), ("--span", true)];
        let error = reject_placement(&given, &[&grid]).unwrap_err().to_string();
        assert!(error.starts_with("--span has no effect: "), "{error}");
        assert!(reject_placement(&given[..1], &[&grid]).is_ok());
        assert!(reject_placement(&given, &[&grid, &plane]).is_ok());
        assert!(reject_placement(&given, &[]).is_ok());
    }

    #[test]
    fn coordinates_that_no_generator_has_are_rejected() {
        let rejected = |text: &str| {
            let generator = generator(text);
            [[true, false], [false, true]]
                .map(|options| reject_z_and_time(options, &[&generator]).is_err())
        };
        assert_eq!(rejected("fn f(p: vec2f) -> f32 { return p.x; }"), [true, true]);
        assert_eq!(rejected("fn f(p: vec3f) -> f32 { return p.x; }"), [false, true]);
        assert_eq!(rejected("fn f(p: vec4f) -> f32 { return p.x; }"), [false, false]);
        assert_eq!(rejected(GRID), [true, true]);
        assert_eq!(rejected(TIMED), [true, false]);
    }
}
