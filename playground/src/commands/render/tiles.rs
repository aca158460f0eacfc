//! The option `--tiles`.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use noise_playground::field::grid::TileIndex;
use noise_playground::subject::view_setting::SettingError;

use super::Output;

/// Each tile is an open file.
const MAX_TILES: u32 = 256;

/// `CxR`, columns and rows.
pub(super) fn count(text: &str) -> Result<[u32; 2], SettingError> {
    let parsed = text.split_once(['x', 'X']).and_then(|(columns, rows)| {
        let count: [u32; 2] = [columns.parse().ok()?, rows.parse().ok()?];
        let tiles = count[0].checked_mul(count[1])?;
        (1..=MAX_TILES).contains(&tiles).then_some(count)
    });
    parsed.ok_or_else(|| {
        let rule = format!("is not CxR, columns and rows of at most {MAX_TILES} tiles");
        SettingError::of_text(text, rule)
    })
}

/// Divides row by row. If `count` is `None`, each output stays one file, with the tile that the rendered capture shows,
/// if any.
pub(super) fn divided(
    outputs: Vec<Output>,
    count: Option<[u32; 2]>,
    captured: Option<TileIndex>,
) -> Vec<Output> {
    let Some(count) = count else {
        let with_tile = |output| Output { tile: captured, ..output };
        return outputs.into_iter().map(with_tile).collect();
    };
    let tiles = || {
        let rows = 0..count[1];
        rows.flat_map(|y| (0..count[0]).map(move |x| TileIndex { index: [x, y], count }))
    };
    let of_output = |Output { path, format, .. }: Output| {
        tiles().map(move |tile| Output { path: name(&path, tile), format, tile: Some(tile) })
    };
    outputs.into_iter().flat_map(of_output).collect()
}

/// `land_x0_y0.png` for `land.png`.
fn name(path: &Path, tile: TileIndex) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let [x, y] = tile.index;
    path.with_file_name(format!("{stem}_x{x}_y{y}.{extension}"))
}

/// Returns samples. Fails if the picture cannot be divided into tiles that share their edges; the message names a size
/// that can.
pub(super) fn size(tile: TileIndex, picture: [u32; 2]) -> anyhow::Result<[u32; 2]> {
    let region = tile.region(picture).ok_or_else(|| {
        let [columns, rows] = tile.count;
        let fitting = [0, 1].map(|axis| {
            let steps = (picture[axis] - 1).max(1);
            steps.next_multiple_of(tile.count[axis]) + 1
        });
        anyhow!(
            "--tiles {columns}x{rows}: {}x{} samples cannot be divided into tiles that share their edges; {}x{} can",
            picture[0],
            picture[1],
            fitting[0],
            fitting[1]
        )
    })?;
    Ok(region.size)
}
