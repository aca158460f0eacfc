//! Tests of the integer hash functions: exact bits, independence, correlation.

use noise_playground::field::grid::SampleGrid;

use crate::probe::{channel, evaluate, mean, report, rms, samples, table};

const IMPORTS: &str = "
import package::noise::perlin::{perlin, perlin_cheap};
import package::noise::hash::{pcg, pcg2d, pcg3d, pcg4d, lattice2, lattice3, cheap2, cell2, cell3, unit, signed_unit, wrapped2};
";

#[test]
fn hashes_equal_the_published_ones() {
    let expected: [(&str, &[u32]); 21] = [
        ("vec4u(pcg(0u), pcg(1u), pcg(42u), 0u)", &[0x07bb_2fe2, 0xa8be_ea3c, 0x48f4_32ff]),
        ("vec4u(pcg2d(vec2u(1u, 2u)), 0u, 0u)", &[0x02bb_3f0c, 0x0cc2_73a5]),
        ("vec4u(pcg3d(vec3u(0u)), 0u)", &[0x9baf_d7c6, 0xa8e8_8a6b, 0x3f15_482c]),
        ("vec4u(pcg3d(vec3u(1u, 2u, 3u)), 0u)", &[0xfa9f_79a6, 0x48f2_f44c, 0x596f_5ab1]),
        ("vec4u(pcg3d(vec3u(0xffffffffu, 0u, 7u)), 0u)", &[0x3cc3_de4a, 0xc605_f1cd, 0xa4d2_84e3]),
        ("pcg4d(vec4u(0u))", &[0x0f02_f829, 0x2d56_8769, 0x32b0_c43b, 0xd325_48ea]),
        ("pcg4d(vec4u(1u, 2u, 3u, 4u))", &[0x3622_cd16, 0xf114_71d8, 0xe110_9b3f, 0x02b9_4c2f]),
        ("vec4u(lattice2(vec2i(0, 0), 1u))", &[0x27d4_eb2d]),
        ("vec4u(lattice2(vec2i(1, 2), 3u))", &[0x310f_5a10]),
        ("vec4u(lattice2(vec2i(-1, 5), 7u))", &[0xa937_821d]),
        ("vec4u(lattice3(vec3i(1, 2, 3), 4u))", &[0x3a4d_d252]),
        ("vec4u(lattice3(vec3i(-1, 0, 9), 0u))", &[0xb16e_3950]),
        ("vec4u(cheap2(vec2i(0, 0), 1u))", &[0xca22_fd48]),
        ("vec4u(cheap2(vec2i(1, 2), 3u))", &[0x0808_6f01]),
        ("vec4u(cheap2(vec2i(-1, 5), 7u))", &[0x702a_f689]),
        (
            "vec4u(vec2u(wrapped2(vec2i(-1, 7), vec2i(5, 3))), vec2u(wrapped2(vec2i(-5, -4), vec2i(5, 0))))",
            &[4, 1, 0, 0],
        ),
        (
            "vec4u(u32(cheap2(vec2i(65536, 4), 9u) == cheap2(vec2i(0, 5), 9u)), u32(cheap2(vec2i(-7, 65536), 9u) == cheap2(vec2i(-7, 0), 9u)), 0u, 0u)",
            &[1, 1],
        ),
        ("vec4u(cell2(vec2i(-1, 0), 7u), 0u)", &[0x3cc3_de4a, 0xc605_f1cd, 0xa4d2_84e3]),
        ("cell3(vec3i(1, 2, 3), 4u)", &[0x3622_cd16, 0xf114_71d8, 0xe110_9b3f, 0x02b9_4c2f]),
        ("vec4u(u32(unit(0xffffffffu) * 16777216.0), u32(unit(255u)), 0u, 0u)", &[0x00ff_ffff, 0]),
        (
            "vec4u(u32(signed_unit(0u) == -1.0), u32(signed_unit(0x80000000u) == 0.0), 0u, 0u)",
            &[1, 1],
        ),
    ];
    // A float texture stores 16 bits exactly, so each vector uses two rows.
    let halves = |half: &str| {
        expected.map(|(vector, _)| format!("vec4f(({vector} >> vec4u({half})) & vec4u(65535u))"))
    };
    let (low, high) = (table(IMPORTS, &halves("0u")), table(IMPORTS, &halves("16u")));
    let mut failures = Vec::new();
    for (((expression, words), low), high) in expected.into_iter().zip(low).zip(high) {
        let found: Vec<u32> =
            (0..words.len()).map(|at| ((high[at] as u32) << 16) | low[at] as u32).collect();
        if found != words {
            failures.push(format!("{expression} = {found:08x?}, not {words:08x?}"));
        }
    }
    report(&failures);
}

/// Evaluates a hash of 512 x 512 neighboring cells. Returns which eighth of its range each result is in, 0 to 7.
fn eighths(hash: &str) -> Vec<usize> {
    let cells = SampleGrid { center: [0.0, 0.0], span: SIDE as f64, size: [SIDE as u32; 2] };
    let body = format!("let cell = vec2i(floor(p)); return vec4f(f32({hash} >> 29u));");
    let field = evaluate(IMPORTS, &body, cells);
    channel(&field, 0).map(|eighth| eighth as usize).collect()
}

const SIDE: usize = 512;

/// Returns how far counts deviate from equal ones: chi squared minus its degrees of freedom, in standard deviations.
fn excess(counts: &[usize]) -> f64 {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    let freedom = counts.len() as f64 - 1.0;
    let chi = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected);
    (chi.sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

/// Returns the largest deviation of a hash's eighths from equal counts, among single cells and pairs of cells up to
/// three apart.
fn worst_excess(hash: &str) -> f64 {
    let eighths = eighths(hash);
    let mut single = [0; 8];
    eighths.iter().for_each(|eighth| single[*eighth] += 1);
    let mut worst = excess(&single);
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (1, 2), (2, 1), (3, 0), (0, 3), (3, 3)]
    {
        let mut pairs = [0; 64];
        for y in 0..SIDE - dy {
            for x in 0..SIDE - dx {
                let (here, there) = (eighths[y * SIDE + x], eighths[(y + dy) * SIDE + x + dx]);
                pairs[8 * here + there] += 1;
            }
        }
        worst = worst.max(excess(&pairs));
    }
    worst
}

#[test]
fn top_bits_of_neighboring_cells_are_independent_except_for_pcg2d() {
    let mut failures = Vec::new();
    for hash in [
        "cell2(cell, 7u).x",
        "cell2(cell, 7u).y",
        "cheap2(cell, 7u)",
        "cheap2(cell + 100000, 0u)",
        "pcg(bitcast<u32>(cell.x) + pcg(bitcast<u32>(cell.y)))",
    ] {
        let excess = worst_excess(hash);
        if excess > 5.0 {
            failures.push(format!("{hash}: {excess:.1} standard deviations"));
        }
    }
    let streaks = worst_excess("pcg2d(bitcast<vec2u>(cell)).x");
    if streaks < 50.0 {
        failures.push(format!("pcg2d: only {streaks:.1} standard deviations"));
    }
    report(&failures);
}

/// Checks that hashes of consecutive seeds do not correlate, since octaves use such seeds. Those of the hash `lattice2`
/// do.
#[test]
fn consecutive_seeds_of_the_cheap_hash_do_not_correlate() {
    let correlation = |first: &str, second: &str| {
        let wide = crate::probe::WIDE;
        let field = samples(IMPORTS, &format!("vec4f({first}, {second}, 0.0, 0.0)"), wide);
        let product = mean(channel(&field, 0).zip(channel(&field, 1)).map(|(a, b)| a * b));
        product / (rms(channel(&field, 0)) * rms(channel(&field, 1)))
    };
    let cell = "vec2i(floor(p))";
    let direction =
        |hash: &str, seed: u32| format!("cos(0.78539816 * f32({hash}({cell}, {seed}u) >> 29u))");
    let cheap = correlation("perlin_cheap(p, 0u)", "perlin_cheap(p, 1u)");
    assert!(cheap.abs() < 0.005, "two octaves correlate by {cheap}");
    let other = correlation("perlin_cheap(p, 0u)", "perlin(p, 0u)");
    assert!(other.abs() < 0.005, "the two hashes correlate by {other}");
    let lattice = correlation(&direction("lattice2", 0), &direction("lattice2", 1));
    assert!((lattice.abs() - 0.53).abs() < 0.05, "two seeds of lattice2 correlate by {lattice}");
}
