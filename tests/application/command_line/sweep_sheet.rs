//! Tests of the sheet on which `playground sweep` draws all variants.

use crate::calls::{folder, manifest, read_png, run};
use crate::sweep::SHADER;

/// Searches a picture in a sheet, and returns its upper left corner in pixels. Panics unless the sheet contains the
/// picture exactly once.
fn position(sheet: &(u32, u32, Vec<u8>), picture: &(u32, u32, Vec<u8>)) -> [usize; 2] {
    let [width, height] = [sheet.0 as usize, sheet.1 as usize];
    let [columns, rows] = [picture.0 as usize, picture.1 as usize];
    let row = |y: usize| &picture.2[3 * columns * y..3 * columns * (y + 1)];
    let at = |x: usize, y: usize| &sheet.2[3 * (y * width + x)..3 * (y * width + x + columns)];
    let positions = (0..=height - rows).flat_map(|y| (0..=width - columns).map(move |x| [x, y]));
    let found: Vec<[usize; 2]> =
        positions.filter(|[x, y]| (0..rows).all(|dy| at(*x, y + dy) == row(dy))).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0]
}

#[test]
fn sheet_has_variants_in_rows_and_columns_and_text_outside() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    // With one value range for all, the pictures are distinct.
    let common = "--size 36x24 --set octaves=3 --value-range -4,4";
    let vary = "--vary gain=0.5:1.9:3 --vary shape=0:1:2";
    run(0, folder.path(), &format!("sweep a.wgsl {vary} {common} -o sheet.png"));
    let sheet = read_png(&folder.path().join("sheet.png"));
    let mut covered = vec![false; (sheet.0 * sheet.1) as usize];
    let mut positions = Vec::new();
    for (shape, gain) in
        [0, 1].into_iter().flat_map(|shape| ["0.5", "1.2", "1.9"].map(|gain| (shape, gain)))
    {
        let line =
            format!("render a.wgsl {common} --set gain={gain} --set shape={shape} -o one.png");
        run(0, folder.path(), &line);
        let [x, y] = position(&sheet, &read_png(&folder.path().join("one.png")));
        positions.push([x, y]);
        for row in y..y + 24 {
            covered[row * sheet.0 as usize + x..][..36].fill(true);
        }
    }
    let [columns, rows] = [positions[1][0] - positions[0][0], positions[3][1] - positions[0][1]];
    for (index, position) in positions.iter().enumerate() {
        let expected = [positions[0][0] + index % 3 * columns, positions[0][1] + index / 3 * rows];
        assert_eq!(*position, expected);
    }
    assert!(columns >= 36 && rows >= 24);
    // Dark text on white is above the pictures and to their left, and nowhere else.
    let inked = |x: usize, y: usize| sheet.2[3 * (y * sheet.0 as usize + x)] < 128;
    let [left, top] = positions[0];
    let mut text_pixels = [0, 0, 0];
    for y in 0..sheet.1 as usize {
        for x in 0..sheet.0 as usize {
            let ink = usize::from(inked(x, y) && !covered[y * sheet.0 as usize + x]);
            text_pixels[if y < top { 0 } else { 1 + usize::from(x >= left) }] += ink;
        }
    }
    assert!(text_pixels[0] > 100 && text_pixels[1] > 30 && text_pixels[2] == 0, "{text_pixels:?}");

    // The sheet has a manifest, but cannot be rendered again as one picture.
    let manifest = manifest(&folder.path().join("sheet.png"));
    assert_eq!(manifest["vary"], serde_json::json!(["gain=0.5:1.9:3", "shape=0:1:2"]));
    let (_, stderr) = run(2, folder.path(), "render --from sheet.png -o x.png");
    assert!(stderr.contains("is a sheet"), "{stderr}");
}
