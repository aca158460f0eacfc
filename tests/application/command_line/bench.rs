//! Tests of `playground bench`: sets of values of one generator, and the intervals of ratios.

use crate::calls::{folder, json, run};

#[test]
fn sets_of_values_are_compared_side_by_side() {
    let shader =
        "/// @param octaves @range(1, 400, 1, 200)\nfn height(p: vec2f, octaves: u32) -> f32 {
    var sum = 0.0;
    for (var i = 0u; i < octaves; i++) { sum += sin(p.x * f32(i)); }
    return sum;
}";
    let folder = folder(&[("a.wgsl", shader)]);
    let sets = "--set octaves=100 --vs --set octaves=400 --vs";
    let report = json(folder.path(), &format!("bench a.wgsl {sets} --size 128 --json"));
    let generators = report["generators"].as_array().unwrap();
    let labels: Vec<&str> = generators.iter().filter_map(|one| one["set"].as_str()).collect();
    assert_eq!(labels, ["octaves=100", "octaves=400", "defaults"]);
    for generator in generators {
        assert_eq!(generator["address"], "a.wgsl::height");
        let interval = generator["ratio"]["interval"].as_array().unwrap();
        assert!(interval[0].as_f64() <= interval[1].as_f64(), "{generator}");
    }
    assert_eq!(generators[0]["ratio"]["distinguishable"], false);
    let (_, stderr) = run(2, folder.path(), "bench a.wgsl --vs --set gain=2 --size 64");
    assert!(stderr.contains("gain"), "{stderr}");
}
