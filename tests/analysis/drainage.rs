//! Drainage of surfaces whose rivers are known, and landforms by their lines of sight.

use noise_playground::analysis::{
    AnalysisSettings, Channels, Drainage, GeomorphonSettings, HeightGrid, analyze_seeds,
};
use noise_playground::field::Field;

use crate::fields::grid;

#[test]
fn tilted_plane_drains_along_its_rows() {
    let plane = grid(16, |[x, _]| -0.5 * x as f64);
    let network = Drainage::of(&plane);
    for (index, area) in network.area.iter().enumerate() {
        assert_eq!(*area, (index % 16 + 1) as f64, "{index}");
        assert_eq!(network.slope(index), if index % 16 < 15 { 0.5 } else { 0.0 });
    }
}

/// Water of a cone leaves at the border, and that of an inverted one, a single pit, too.
#[test]
fn all_area_leaves_a_cone_and_a_pit() {
    for sign in [-1.0, 1.0] {
        let cone = grid(33, |[x, y]| sign * (x as f64 - 16.0).hypot(y as f64 - 16.0));
        let network = Drainage::of(&cone);
        let left = network.area.iter().zip(&network.receiver);
        let left: f64 = left.filter(|(_, to)| to.is_none()).map(|(area, _)| area).sum();
        assert_eq!(left, 33.0 * 33.0);
        let middle = 16 * 33 + 16;
        assert_eq!(network.area[middle] == 1.0, sign < 0.0);
        // The pit is filled up to the lowest part of the border.
        let level = if sign > 0.0 { 16.0 } else { 0.0 };
        assert!((network.filled[middle] - level).abs() < 1e-6, "{}", network.filled[middle]);
    }
}

#[test]
fn water_leaves_at_missing_samples() {
    let mut bowl = grid(9, |[x, y]| (x as f64 - 4.0).hypot(y as f64 - 4.0));
    bowl.values[4 * 9 + 4] = f32::NAN;
    let network = Drainage::of(&bowl);
    assert!(network.area[40].is_nan());
    // The four nearest samples have no lower neighbor.
    let ends = [31, 39, 41, 49].map(|index: usize| (network.area[index], network.receiver[index]));
    assert!(ends.iter().all(|(_, receiver)| receiver.is_none()));
    assert_eq!(ends.iter().map(|(area, _)| area).sum::<f64>(), 80.0);
    assert_eq!(network.filled[0], f64::from(bowl.values[0]));
}

#[test]
fn slope_falls_with_the_area_to_the_power_of_the_concavity() {
    for concavity in [0.0, 0.5] {
        // Rivers side by side: row y drains y + 1 samples and falls by (y + 1)^−θ to the next.
        let fall = |row: usize| (1..=row).map(|area| (area as f64).powf(-concavity)).sum::<f64>();
        let rivers = grid(400, |[_, y]| -fall(y));
        let found = Channels::of(&[rivers], Some(20.0));
        assert!((found.concavity - concavity).abs() < 0.01, "{found:?}");
        assert_eq!(found.concavity_interval, None);
        assert!((found.steepness - 1.0).abs() < 0.05, "{}", found.steepness);
        assert_eq!((found.largest_area, found.filled_share), (400.0, 0.0));
        assert!((found.channel_share - 381.0 / 400.0).abs() < 1e-9);
    }
}

/// 2.776 is the 97.5 % quantile of Student's t with 4 degrees of freedom.
#[test]
fn interval_of_the_concavity_is_that_of_the_mean_of_the_fields() {
    let concavities = [0.42, 0.45, 0.48, 0.5, 0.55];
    let rivers = concavities.map(|concavity: f64| {
        let fall = |row: usize| (1..=row).map(|area| (area as f64).powf(-concavity)).sum::<f64>();
        grid(200, |[_, y]| -fall(y))
    });
    let single = rivers.each_ref().map(|one| Channels::of(std::slice::from_ref(one), Some(20.0)));
    let single = single.map(|found| found.concavity);
    let mean = single.iter().sum::<f64>() / 5.0;
    let squares: f64 = single.iter().map(|one| (one - mean).powi(2)).sum();
    let half = 2.776_445 * (squares / 4.0 / 5.0).sqrt();
    let [low, high] = Channels::of(&rivers, Some(20.0)).concavity_interval.unwrap();
    assert!((low - (mean - half)).abs() < 1e-6 && (high - (mean + half)).abs() < 1e-6);
    assert!(low < 0.48 && 0.48 < high, "{low} {high}");
}

fn shares(field: &HeightGrid, geomorphons: GeomorphonSettings) -> [f64; 10] {
    let size = field.size.map(|side| side as u32);
    let samples = field.values.clone();
    let settings = AnalysisSettings { geomorphons, ..field.spacing.into() };
    analyze_seeds(&[Field { size, channels: 1, samples }], settings).geomorphons.unwrap()
}

#[test]
fn landforms_depend_on_radius_and_flatness() {
    // Small ripples on a wide ridge: near sight finds ripples, far sight the ridge.
    let ridge = grid(128, |[x, _]| {
        let from_crest = (x as f64 - 63.5).abs();
        (2.0 * x as f64).sin().mul_add(0.02, -0.2 * from_crest)
    });
    let default = GeomorphonSettings::default();
    assert_eq!(shares(&ridge, GeomorphonSettings { flatness_degrees: 80.0, ..default })[0], 1.0);
    let radius =
        |radius: f64| shares(&ridge, GeomorphonSettings { radius: Some(radius), ..default });
    let [near, far] = [1.0, 20.0].map(radius);
    // "slope" is the sixth landform, "ridge" the third.
    assert_ne!(near, far);
    assert!(far[2] > near[2], "{near:?} {far:?}");
}
