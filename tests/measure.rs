//! Tests of the measurements for which `analyze` evaluates a generator at points: precision, gradient, periods, seams.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use std::sync::Arc;

use noise_playground::analysis::{Analysis, PrecisionPoint};
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::gpu::measure::{FEW_DIGITS, Reference, measure};
use noise_playground::source::SourceTree;
use noise_playground::{Subject, analyze, evaluate};

use support::{gpu, main_generator, shipped};

const VIEW: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 32.0, size: [64, 64] };

/// Compiles a function body `(p: vec2f) -> RESULT`, which may import the noise library, to a generator.
fn noise(imports: &str, result: &str, name: &str, body: &str) -> Arc<Generator> {
    let text = format!("{imports}\nfn {name}(p: vec2f) -> {result} {{ {body} }}");
    let tree = shipped();
    let files = tree.iter();
    let files = files.map(|source| (source.path.as_str().to_owned(), source.text.clone()));
    let tree: SourceTree = files.chain([("probe.wgsl".to_owned(), text)]).collect();
    support::generator(&tree, "probe.wgsl", Some(name))
}

fn measured(generator: &Arc<Generator>, view: SampleGrid, reference: Reference) -> Analysis {
    let subject = Subject::new(generator, view);
    let field = evaluate(&subject).unwrap();
    let mut analysis = analyze(&field, view);
    measure(gpu(), &subject, reference).unwrap().add_to(&mut analysis);
    analysis
}

#[test]
fn rounded_coordinates_of_perlin_noise_have_the_published_error() {
    let imports = "import package::noise::perlin::perlin;";
    let perlin = noise(imports, "f32", "height", "return perlin(p, 7u);");
    for reference in [Reference::Best, Reference::Estimate] {
        let analysis = measured(&perlin, VIEW, reference);
        let curve = analysis.precision.as_ref().unwrap();
        assert_eq!(curve.len(), 17);
        assert_eq!((curve[0].offset, curve[16].offset), (64.0, 4_194_304.0));
        for point in curve.iter().filter(|point| point.offset >= 1024.0) {
            let law = 0.3825 * point.offset * 2.0f64.powi(-23);
            // At 2^22 neighboring numbers are half a unit apart: the error is no longer linear in the rounding.
            if point.offset < 1e6 {
                assert!((point.rms_error / law - 1.0).abs() < 0.2, "{point:?}: {law}");
            }
        }
        let has_parts = |point: &PrecisionPoint| {
            point.position_error.is_some() && point.arithmetic_error.is_some()
        };
        assert_eq!(curve.iter().all(has_parts), reference == Reference::Best);
        let label = analysis.notes.get("precision").map(String::as_str).unwrap_or_default();
        assert_eq!(label.starts_with("estimate"), reference == Reference::Estimate, "{label}");
        assert!(analysis.digits_left.unwrap() > 5.0);
    }
}

/// Checks the measured number of correct digits at large coordinates. There, the error of the noise is that of rounded
/// coordinates, √2 · rms(∂n/∂x) · ulp(p) / √12, and that of the plane is known accurately. The expected digits are
/// those of the standard deviation divided by the error.
#[test]
fn digits_left_are_those_of_the_deviation_over_the_error() {
    let plane =
        main_generator("fn f(p: vec2f) -> f32 { return (p.x - 100000.0) + (p.y - 100000.0); }");
    let view = SampleGrid { center: [100_000.0, 100_000.0], span: 100.0, size: [64, 64] };
    let analysis = measured(&plane, view, Reference::Best);
    // ulp(10^5) is 2^-7; both coordinates of a uniform square have the deviation 100 / √12.
    let (error, deviation) =
        (2.0f64.sqrt() * 2.0f64.powi(-7) / 12.0f64.sqrt(), 2.0f64.sqrt() * 100.0 / 12.0f64.sqrt());
    let digits = analysis.digits_left.unwrap();
    assert!((digits - (deviation / error).log10()).abs() < 0.1, "{digits}");
}

/// A coordinate loses digits by its rounding alone, a third of an integer by its arithmetic alone.
#[test]
fn errors_of_positions_and_of_arithmetic_are_apart() {
    let far = |body: &str| {
        let generator = main_generator(&format!("fn f(p: vec2f) -> f32 {{ {body} }}"));
        let analysis = measured(&generator, VIEW, Reference::Best);
        *analysis.precision.unwrap().iter().find(|point| point.offset == 65_536.0).unwrap()
    };
    let positions = far("return p.x - 65536.0;");
    assert_eq!(positions.arithmetic_error, Some(0.0), "{positions:?}");
    assert_eq!(positions.position_error, Some(positions.rms_error), "{positions:?}");
    let arithmetic = far("return floor(p.x / 100.0) / 3.0;");
    assert_eq!(arithmetic.position_error, Some(0.0), "{arithmetic:?}");
    assert_eq!(arithmetic.arithmetic_error, Some(arithmetic.rms_error), "{arithmetic:?}");
    assert!(arithmetic.rms_error > 1e-7, "{arithmetic:?}");
}

/// The gradient of a bowl is twice the distance from its center, so that it has as many digits as the position.
#[test]
fn digits_left_of_a_gradient_are_those_of_its_own_deviation_and_error() {
    let bowl =
        main_generator("fn f(p: vec2f) -> f32 { let q = p - vec2f(100000.0); return dot(q, q); }");
    let view = SampleGrid { center: [100_000.0, 100_000.0], span: 100.0, size: [64, 64] };
    let analysis = measured(&bowl, view, Reference::Best);
    let digits = analysis.gradient_digits_left.unwrap();
    assert!((digits - (100.0 / 2.0f64.powi(-7)).log10()).abs() < 0.1, "{digits}");
    for point in analysis.gradient_precision.unwrap().iter().filter(|point| point.offset > 1e5) {
        let law = 2.0 * 2.0f64.sqrt() * point.offset * 2.0f64.powi(-23) / 12.0f64.sqrt();
        assert!((point.rms_error / law - 1.0).abs() < 0.02, "{point:?}: {law}");
    }
    let color = main_generator("/// @returns(color)\nfn f(p: vec2f) -> vec3f { return p.xxy; }");
    let notes = measured(&color, VIEW, Reference::Best).notes;
    assert!(notes["gradient_precision"].contains("color"), "{notes:?}");
}

#[test]
fn kinks_between_samples_and_poles_are_counted() {
    let kinks = |body: &str| {
        let generator = main_generator(&format!("fn f(p: vec2f) -> f32 {{ {body} }}"));
        measured(&generator, VIEW, Reference::Best).kinks.unwrap()
    };
    assert_eq!(kinks("return sin(7.0 * p.x) * p.y * p.y;").share, 0.0);
    // A kink at every unit along x, and none along y.
    let spacing = VIEW.spacing();
    let found = kinks("return abs(fract(0.5 * p.x) - 0.5) + p.y;");
    assert!((2.0 * found.share / spacing - 1.0).abs() < 0.1, "{}, not {spacing} / 2", found.share);
    assert_eq!(found.at.len(), 8);
    assert!(found.at.iter().all(|[x, _]| (x - x.round()).abs() < 1e-5), "{:?}", found.at);
    let steepest = kinks("return abs(p.x - 0.3) + 5.0 * abs(p.x - 0.7);").at[0];
    assert!((steepest[0] - 0.7).abs() < 1e-5, "{steepest:?}");
    let root = kinks("return sqrt(p.x);");
    assert!((root.not_finite_share - 0.5).abs() < 0.01, "{root:?}");
    assert!(root.share > 0.0 && root.share < 0.01, "{root:?}");
    assert!(root.not_finite_at.iter().all(|[x, _]| *x <= 0.0), "{root:?}");
}

#[test]
fn jumps_of_the_value_are_counted_by_step() {
    let jumps = |body: &str| {
        let generator = main_generator(&format!("fn f(p: vec2f) -> f32 {{ {body} }}"));
        measured(&generator, VIEW, Reference::Best).jumps.unwrap()
    };
    assert_eq!(jumps("return sin(7.0 * p.x) + abs(p.y);").share, 0.0);
    // One at every unit along x in steps of half a unit, none along y.
    let found = jumps("return floor(p.x) + 0.3 * p.y;");
    assert!((found.share - VIEW.spacing() / 2.0).abs() < 0.02, "{}", found.share);
    assert_eq!(found.at.len(), 8);
    assert!(found.at.iter().all(|[x, _]| (x - x.round()).abs() < 1e-5), "{:?}", found.at);
    let both = jumps("return fract(p.x) + fract(p.y);").share;
    assert!((both - VIEW.spacing()).abs() < 0.03, "{both}");
}

#[test]
fn few_digits_are_left_in_a_small_view_far_from_the_origin() {
    let imports = "import package::noise::perlin::perlin;";
    let perlin = noise(imports, "f32", "height", "return perlin(p, 7u);");
    let far = SampleGrid { center: [40_000.3, 0.7], span: 0.1, size: [32, 32] };
    let digits = measured(&perlin, far, Reference::Best).digits_left.unwrap();
    assert!(digits > 0.5 && digits < FEW_DIGITS, "{digits}");
}

#[test]
fn wrong_sign_in_a_gradient_is_found_at_its_place() {
    let imports = "import package::noise::perlin::perlin_deriv;";
    let right = noise(imports, "vec3f", "noise_deriv", "return perlin_deriv(p, 7u);");
    let check = measured(&right, VIEW, Reference::Best).gradient.unwrap();
    assert!(check.max_error < 2e-5 && check.rms_error < 2e-6, "{check:?}");
    // Wrong in a hundredth of the view only.
    let body = "let n = perlin_deriv(p, 7u); \
        return vec3f(n.xy, select(n.z, -n.z, distance(p, vec2f(9.0, -5.0)) < 1.8));";
    let wrong = noise(imports, "vec3f", "noise_deriv", body);
    let check = measured(&wrong, VIEW, Reference::Best).gradient.unwrap();
    let distance = (check.at[0] - 9.0).hypot(check.at[1] + 5.0);
    assert!(check.max_error > 0.5 && distance < 1.8, "{check:?}");
    assert!(check.rms_error < 0.2, "{check:?}");
    let unchecked = measured(&right, VIEW, Reference::Estimate);
    assert!(unchecked.gradient.is_none() && unchecked.notes["gradient"].contains("double"));
}

#[test]
fn exact_periods_are_found_and_hashed_lattices_have_none() {
    let imports = "import package::noise::perlin::{perlin, perlin_tiled};
        import package::noise::hash::pcg;
        import package::noise::turbulence::fbm;";
    let table: Vec<String> =
        (0..256u32).map(|index| format!("{}u", index.wrapping_mul(167) & 255)).collect();
    let table = format!(
        "{imports}\nvar<private> table: array<u32, 256> = array<u32, 256>({});",
        table.join(", ")
    );
    // Values of a permutation table with smooth interpolation, as of Perlin's original noise.
    let looked_up = "let c = vec2u(vec2i(floor(p))); let f = fract(p); let w = f * f * (3.0 - 2.0 * f);
        var sum = 0.0;
        for (var i = 0u; i < 4u; i++) {
            let q = (c + vec2u(i & 1u, i >> 1u)) & vec2u(255u);
            let h = pcg(table[(table[q.x] + q.y) & 255u]) & 255u;
            sum += f32(h) / 255.0 * select(1.0 - w.x, w.x, (i & 1u) == 1u) * select(1.0 - w.y, w.y, i > 1u);
        }
        return sum;";
    let cases = [
        ("return perlin(p, 7u);", None),
        ("return fbm(p, 7u, 4.0, 2.0, 0.5);", None),
        ("return perlin_tiled(p, 7u, vec2i(5, 3));", Some(15.0)),
        ("return perlin_tiled(p, 7u, vec2i(100, 300));", Some(300.0)),
        ("return perlin_tiled(p, 7u, vec2i(311));", None),
        ("return perlin_tiled(1.25 * p, 7u, vec2i(7));", Some(5.6)),
        ("return sin(p.x) + 0.01 * p.y;", None),
        (looked_up, Some(256.0)),
    ];
    for (body, expected) in cases {
        let generator = noise(&table, "f32", "height", body);
        let analysis = measured(&generator, VIEW, Reference::Best);
        assert_eq!(analysis.period, expected, "{body}: {:?}", analysis.notes);
        assert_eq!(analysis.notes.contains_key("period"), expected.is_none(), "{body}");
    }
    let one_axis = noise("", "f32", "height", "return fract(p.x / 5.0) + p.y;");
    let analysis = measured(&one_axis, VIEW, Reference::Best);
    assert_eq!(analysis.notes["period"], "repeats after 5 along x only");
}

#[test]
fn seam_is_the_bend_across_the_edges_over_the_largest_inside() {
    let imports = "import package::noise::perlin::{perlin, perlin_tiled};";
    let fine = SampleGrid { size: [256, 256], ..VIEW };
    let seam = |body: &str, view| {
        let generator = noise(imports, "f32", "height", body);
        measured(&generator, view, Reference::Best).seam.unwrap()
    };
    let tiled = seam("return perlin_tiled(p, 7u, vec2i(32));", fine);
    assert!(tiled.x < 1.2 && tiled.y < 1.2, "{tiled:?}");
    let other = seam("return perlin(p + 0.4, 7u);", fine);
    assert!(other.x > 3.0 && other.y > 3.0, "{other:?}");
}

/// Values that are bent at the lines of a lattice repeat after 4 units, on a line of the lattice or between two.
#[test]
fn seam_does_not_depend_on_the_place_of_the_border_and_shows_a_small_step() {
    let text = "
        import package::noise::hash::{cell2, unit};
        fn corner(c: vec2i) -> f32 { return unit(cell2(c & vec2i(3), 5u).x); }
        fn repeating(p: vec2f) -> f32 {
            let c = vec2i(floor(p));
            let u = fract(p) * fract(p) * (3.0 - 2.0 * fract(p));
            let north = mix(corner(c), corner(c + vec2i(1, 0)), u.x);
            return mix(north, mix(corner(c + vec2i(0, 1)), corner(c + vec2i(1, 1)), u.x), u.y);
        }";
    for center in [[2.0; 2], [2.5; 2]] {
        let view = SampleGrid { center, span: 4.0, size: [512; 2] };
        let seam = |body: &str| {
            let generator = noise(text, "f32", "height", body);
            analyze(&evaluate(&Subject::new(&generator, view)).unwrap(), view).seam.unwrap()
        };
        let found = seam("return repeating(p);");
        assert!(found.x <= 1.2 && found.y <= 1.2, "{center:?} {found:?}");
        let stepped = seam("return repeating(p) + 0.001 * p.x;");
        assert!(stepped.x >= 3.0 && stepped.y <= 1.2, "{center:?} {stepped:?}");
    }
}

#[test]
fn seam_of_one_axis_is_measured_without_bends_along_the_other() {
    let parabola = main_generator("fn f(p: vec2f) -> f32 { return p.x + 0.25 * p.x * p.x; }");
    let analysis = measured(&parabola, VIEW, Reference::Best);
    let seam = analysis.seam.unwrap();
    // Samples h apart: the second difference is 2ah² inside, and ±nh − a(n − 2)h² at the two edges.
    let (n, h, a): (f64, f64, f64) = (64.0, 0.5, 0.25);
    let expected = (n * h).hypot(a * (n - 2.0) * h * h) / (2.0 * a * h * h);
    assert!((seam.x / expected - 1.0).abs() < 1e-3 && seam.y.is_nan(), "{seam:?} {expected}");
    assert_eq!(analysis.notes["seam"], "inside, there are no second differences along y");
    let flat = main_generator("fn f(p: vec2f) -> f32 { return 1.0; }");
    let analysis = measured(&flat, VIEW, Reference::Best);
    assert_eq!(analysis.seam, None);
    assert_eq!(analysis.notes["seam"], "inside, there are no second differences");
}

#[test]
fn period_of_values_that_are_not_finite_has_the_reason() {
    let note = |result: &str| {
        let text = format!("fn f(p: vec2f) -> f32 {{ return {result}; }}");
        measured(&main_generator(&text), VIEW, Reference::Best).notes["period"].clone()
    };
    assert_eq!(note("sqrt(-1.0 - p.x * p.x)"), "no value is finite");
    assert_eq!(note("2.0"), "all values are equal");
}

#[test]
fn grid_program_has_reasons_instead_of_numbers() {
    let program = support::generator(&shipped(), "generators/diamond_square.wgsl", None);
    let view = program.initial_grid(64);
    let analysis = measured(&program, view, Reference::Best);
    assert_eq!((analysis.precision.is_none(), analysis.period), (true, None));
    for member in ["gradient", "precision", "digits_left", "period"] {
        assert!(analysis.notes[member].contains("grid program"), "{member}");
    }
}
