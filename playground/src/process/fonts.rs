//! Search for a system font with Chinese, Japanese and Korean characters (CJK), which the window's own fonts lack.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Beginnings of file names in lower case, preferred fonts first.
const KNOWN: [&str; 20] = [
    "notosanscjk", "sourcehansans", "notosanssc", "notosansjp", "notosanskr", "wqy-microhei",
    "wqy-zenhei", "droidsansfallback", "pingfang", "hiragino sans gb", "applesdgothicneo", "msyh",
    "yugoth", "malgun", "simsun", "msgothic", "ipag", "takaogothic", "vl-gothic", "unifont",
];

/// Levels of subfolders.
const MAX_DEPTH: u32 = 4;

pub(crate) fn needs_cjk(text: &str) -> bool {
    let is_cjk = |letter: char| matches!(u32::from(letter), 0x1100..=0x11ff | 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..=0x3ffff);
    !text.is_ascii() && text.chars().any(is_cjk)
}

/// Returns the contents of the preferred font; `None` if none is installed or readable.
pub(crate) fn read_cjk() -> Option<Vec<u8>> {
    let file = find(&folders())?;
    tracing::info!("font for Chinese, Japanese and Korean: {file:?}");
    fs::read(file).ok()
}

fn folders() -> Vec<PathBuf> {
    let fixed = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/run/host/fonts",
        "/run/current-system/sw/share/X11/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
    ];
    let mut folders: Vec<PathBuf> = fixed.into_iter().map(PathBuf::from).collect();
    folders.extend(dirs::font_dir());
    let windows = env::var_os("WINDIR").map(|windows| Path::new(&windows).join("Fonts"));
    folders.extend(windows);
    folders
}

fn find(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        add_known(folder, MAX_DEPTH, &mut found);
    }
    found.sort();
    found.into_iter().next().map(|(_, _, file)| file)
}

/// Adds rank, false for a regular weight, and path, so that the preferred font sorts first.
fn add_known(folder: &Path, depth: u32, found: &mut Vec<(usize, bool, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth > 0 {
                add_known(&path, depth - 1, found);
            }
            continue;
        }
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let is_font =
            [".ttf", ".otf", ".ttc", ".otc"].iter().any(|extension| name.ends_with(extension));
        let rank = KNOWN.iter().position(|known| name.starts_with(known));
        if let Some(rank) = rank.filter(|_| is_font) {
            let is_other_weight = ["bold", "light", "thin", "black", "medium"]
                .iter()
                .any(|weight| name.contains(weight));
            found.push((rank, is_other_weight, path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferred_regular_font_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("truetype/noto");
        fs::create_dir_all(&inside).unwrap();
        let names = [
            "DroidSansFallbackFull.ttf", "NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc",
            "NotoSansCJK.txt", "Inter.ttf",
        ];
        for name in names {
            fs::write(inside.join(name), "").unwrap();
        }
        let found = find(&[folder.path().to_owned()]);
        assert_eq!(found, Some(inside.join("NotoSansCJK-Regular.ttc")));
        assert_eq!(find(&[inside.join("none")]), None);
    }

    #[test]
    fn latin_greek_and_symbols_need_no_other_font() {
        assert!(!needs_cjk("Höhe × λ, 2⁄3 … → “α”"));
        assert!(needs_cjk("山 height") && needs_cjk("ノイズ") && needs_cjk("지형"));
    }
}
