//! Tests of the difference and the metrics of two compared cells.

use noise_playground::field::metrics::DifferenceMetrics;

use super::*;
use crate::workbench::document::Arrangement;

/// Returns two cells in the difference arrangement: one shows x, the other x times a gain of 2.
fn pair() -> Frames {
    let mut frames = Frames::new();
    frames.save("fn height(p: vec2f, gain: f32) -> f32 { return p.x * gain; }");
    frames.set("gain", 1.0);
    let document = &mut frames.workbench.document;
    document.duplicate(document.selected);
    frames.set("gain", 2.0);
    frames.workbench.document.arrange(Arrangement::Difference);
    frames
}

impl Frames {
    /// Draws until the metrics are current. Returns them and the pixels of the difference.
    pub(super) fn difference(&mut self) -> (DifferenceMetrics, Vec<u8>) {
        loop {
            self.visible_pixels();
            let numbers = self.workbench.comparison.metrics;
            if let Some(numbers) = numbers.filter(|numbers| numbers.is_current) {
                let placed = self.pictures.placed().last().unwrap();
                let pixels = read_picture(&self.gpu, placed.picture).unwrap();
                return (numbers.metrics, pixels);
            }
            std::thread::yield_now();
            self.pictures.receive(&self.gpu, &mut self.workbench);
        }
    }
}

#[test]
fn difference_and_metrics_follow_the_cells() {
    let mut frames = pair();
    let (numbers, picture) = frames.difference();
    // The difference is x, from -3.9 to 3.9 in 40 steps of 0.2.
    let squares = (0..20).map(|step| (0.1 + 0.2 * f64::from(step)).powi(2));
    let rmse = (squares.sum::<f64>() / 20.0).sqrt();
    assert!((numbers.rmse - rmse).abs() < 1e-6 && (numbers.max - 3.9).abs() < 1e-6, "{numbers:?}");
    assert!((numbers.psnr - 20.0 * (7.8 / rmse).log10()).abs() < 1e-6);
    let range = frames.workbench.pane_stats(PaneId::Difference).value_range;
    assert!(range.is_some_and(|(low, high)| low == -high && (high - 3.9).abs() < 1e-6));
    let palette =
        noise_playground::view::palette::colors(noise_playground::view::shading::Palette::Vik);
    assert_eq!(picture[..3], palette[0]);
    assert_eq!(picture[4 * 39..][..3], palette[255]);

    frames.update();
    assert!(!frames.pictures.is_reading(), "an unchanged difference is not computed again");
    frames.rest();
    assert_eq!(frames.pictures.due_at(&frames.workbench), None);

    frames.set("gain", 1.0);
    frames.update();
    frames.pictures.receive(&frames.gpu, &mut frames.workbench);
    assert!(!frames.workbench.comparison.metrics.unwrap().is_current);
    let (numbers, picture) = frames.difference();
    assert_eq!((numbers.max, numbers.psnr), (0.0, f64::INFINITY));
    assert_eq!(picture[..3], picture[4 * 39..][..3]);

    frames.workbench.document.arrange(Arrangement::Grid);
    frames.visible_pixels();
    frames.pictures.receive(&frames.gpu, &mut frames.workbench);
    assert!(frames.workbench.comparison.metrics.is_none());
    assert!(frames.measured().samples.is_none());
}

#[test]
fn non_finite_values_of_both_cells_of_a_pair_are_counted() {
    let mut frames = pair();
    frames.workbench.document.arrange(Arrangement::Wipe);
    for (gain, counts) in [(3e38, [0, 28 * 30]), (2.0, [0, 0])] {
        frames.set("gain", gain);
        frames.visible_pixels();
        let cells = frames.workbench.document.cells.iter();
        let counted = cells.map(|cell| {
            let key = PaneId::Cell(cell.id);
            frames.workbench.pane_stats(key).non_finite_count
        });
        assert_eq!(counted.collect::<Vec<_>>(), counts);
    }
}
