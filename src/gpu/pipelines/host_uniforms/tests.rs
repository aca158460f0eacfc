//! Tests that uniforms have the memory layout of their WGSL structs.

use std::mem::offset_of;

use super::*;
use crate::compile;
use crate::generator::{Modules, host_shaders};
use crate::view::shading::ViewMode;

fn layout(module: &naga::Module, name: &str) -> (Vec<(String, u32)>, u32) {
    let (_, ty) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name)).unwrap();
    let naga::TypeInner::Struct { members, span } = &ty.inner else {
        panic!("{name} is not a struct")
    };
    (members.iter().map(|member| (member.name.clone().unwrap(), member.offset)).collect(), *span)
}

macro_rules! assert_mirrors {
    ($module:expr, $name:literal, $mirror:ty, [$($member:ident),*]) => {
        let (members, span) = layout($module, $name);
        let mirrored = vec![$((stringify!($member).to_owned(), offset_of!($mirror, $member) as u32)),*];
        assert_eq!(members, mirrored);
        assert_eq!(span as usize, size_of::<$mirror>());
    };
}

#[test]
fn uniforms_have_the_layout_of_their_wgsl_structs() {
    let shade = naga::front::wgsl::parse_str(&host_shaders::shade(ViewMode::Relief)).unwrap();
    assert_mirrors!(
        &shade,
        "shading__Settings",
        ShadingUniform,
        [
            palette, is_fixed, range, altitude, azimuth, steepness, spacing, first_x, first_y,
            deviation, padding
        ]
    );

    let aspect = naga::front::wgsl::parse_str(&host_shaders::derive("curvature", None)).unwrap();
    assert_mirrors!(
        &aspect,
        "placement__Placement",
        PlacementUniform,
        [corner, first, spacing, missing, base]
    );

    let range = naga::front::wgsl::parse_str(&host_shaders::linked("value_range.wgsl")).unwrap();
    assert_mirrors!(
        &range,
        "selection__Selection",
        SelectionUniform,
        [channel, channels, round, rule, first_x, first_y, width, height]
    );
    let difference =
        naga::front::wgsl::parse_str(&host_shaders::linked("difference.wgsl")).unwrap();
    assert_mirrors!(
        &difference,
        "Channels",
        ChannelsUniform,
        [first, second, first_count, second_count]
    );
    let (resampling, _) = crate::gpu::pipelines::program::PassOutput::Nothing.resampling();
    let resample = naga::front::wgsl::parse_str(&resampling).unwrap();
    assert_mirrors!(&resample, "Resampling", ResamplingUniform, [size, base, first, step]);

    let horizon = naga::front::wgsl::parse_str(&host_shaders::linked("horizon.wgsl")).unwrap();
    assert_mirrors!(
        &horizon,
        "Sweep",
        SweepUniform,
        [
            axis, is_reversed, length, breadth, shift, steepness, first_line, lines, channel,
            channels, weight, altitude, is_first, first_point, stride, padding
        ]
    );

    let bounds = naga::front::wgsl::parse_str(&host_shaders::linked("bounds.wgsl")).unwrap();
    assert_mirrors!(
        &bounds,
        "Level",
        LevelUniform,
        [
            size, finer_size, start, finer_start, sign, columns, face_side, margin, face_bounds,
            tile_count
        ]
    );
    let (members, span) = layout(&range, "Range");
    assert_eq!(members[0], ("ends".to_owned(), 0));
    assert_eq!(u64::from(span), crate::gpu::pipelines::value_range::RANGE_BYTES);

    let trace = host_shaders::of_view("trace.wgsl", ViewMode::Terrain, ViewMode::Texture);
    let trace = naga::front::wgsl::parse_str(&trace).unwrap();
    assert_mirrors!(&trace, "scene__Rays", RaysUniform, [first, size, texel, stride]);
    assert_mirrors!(
        &trace,
        "scene__Scene",
        SceneUniform,
        [
            origin, ray_spacing, right, scale, up, base, forward, has_base, middle, anchor, world,
            spacing, exaggeration, side, sign, unit, depth, step_limit, nan, level_count, columns,
            levels, low, threshold, high, bottom, square, sea, has_sea, face_bounds, tiles
        ]
    );

    let generators = compile("fn height(p: vec4f) -> f32 { return p.w; }").unwrap();
    let modules = Modules::new(&generators[0]).unwrap();
    assert_mirrors!(
        &modules.evaluate,
        "sampling__Grid",
        GridUniform,
        [
            center, center_rest, center_sample, first, size, texel, corner, spacing, spacing_rest,
            z, z_rest, time, columns, side, cells, projection, layer, face, is_tile, channel,
            channels, z_factor, padding
        ]
    );
}
