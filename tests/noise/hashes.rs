//! Integer hashes, bit for bit.

use crate::probe::{report, table};

const IMPORTS: &str = "import package::noise::hash::{pcg, pcg2d, pcg3d, pcg4d, lattice2, lattice3, cell2, cell3, unit, signed_unit};";

#[test]
fn hashes_are_the_published_ones_bit_for_bit() {
    let expected: [(&str, &[u32]); 16] = [
        (
            "vec4u(pcg(0u), pcg(1u), pcg(42u), 0u)",
            &[0x07bb_2fe2, 0xa8be_ea3c, 0x48f4_32ff],
        ),
        (
            "vec4u(pcg2d(vec2u(1u, 2u)), 0u, 0u)",
            &[0x02bb_3f0c, 0x0cc2_73a5],
        ),
        (
            "vec4u(pcg3d(vec3u(0u)), 0u)",
            &[0x9baf_d7c6, 0xa8e8_8a6b, 0x3f15_482c],
        ),
        (
            "vec4u(pcg3d(vec3u(1u, 2u, 3u)), 0u)",
            &[0xfa9f_79a6, 0x48f2_f44c, 0x596f_5ab1],
        ),
        (
            "vec4u(pcg3d(vec3u(0xffffffffu, 0u, 7u)), 0u)",
            &[0x3cc3_de4a, 0xc605_f1cd, 0xa4d2_84e3],
        ),
        (
            "pcg4d(vec4u(0u))",
            &[0x0f02_f829, 0x2d56_8769, 0x32b0_c43b, 0xd325_48ea],
        ),
        (
            "pcg4d(vec4u(1u, 2u, 3u, 4u))",
            &[0x3622_cd16, 0xf114_71d8, 0xe110_9b3f, 0x02b9_4c2f],
        ),
        ("vec4u(lattice2(vec2i(0, 0), 1u))", &[0x27d4_eb2d]),
        ("vec4u(lattice2(vec2i(1, 2), 3u))", &[0x310f_5a10]),
        ("vec4u(lattice2(vec2i(-1, 5), 7u))", &[0xa937_821d]),
        ("vec4u(lattice3(vec3i(1, 2, 3), 4u))", &[0x3a4d_d252]),
        ("vec4u(lattice3(vec3i(-1, 0, 9), 0u))", &[0xb16e_3950]),
        (
            "vec4u(cell2(vec2i(-1, 0), 7u), 0u)",
            &[0x3cc3_de4a, 0xc605_f1cd, 0xa4d2_84e3],
        ),
        (
            "cell3(vec3i(1, 2, 3), 4u)",
            &[0x3622_cd16, 0xf114_71d8, 0xe110_9b3f, 0x02b9_4c2f],
        ),
        (
            "vec4u(u32(unit(0xffffffffu) * 16777216.0), u32(unit(255u)), 0u, 0u)",
            &[0x00ff_ffff, 0],
        ),
        (
            "vec4u(u32(signed_unit(0u) == -1.0), u32(signed_unit(0x80000000u) == 0.0), 0u, 0u)",
            &[1, 1],
        ),
    ];
    // A texture of floats holds 16 bits exactly: two rows a vector.
    let halves = |half: &str| {
        expected.map(|(vector, _)| format!("vec4f(({vector} >> vec4u({half})) & vec4u(65535u))"))
    };
    let (low, high) = (
        table(IMPORTS, &halves("0u")),
        table(IMPORTS, &halves("16u")),
    );
    let mut failures = Vec::new();
    for (((expression, words), low), high) in expected.into_iter().zip(low).zip(high) {
        let found: Vec<u32> = (0..words.len())
            .map(|at| ((high[at] as u32) << 16) | low[at] as u32)
            .collect();
        if found != words {
            failures.push(format!("{expression} = {found:08x?}, not {words:08x?}"));
        }
    }
    report(&failures);
}
