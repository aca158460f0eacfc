//! Scale and offset by which GDAL's metadata turn the numbers of an image into values.

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scaling(Vec<[f64; 2]>);

const ROLES: [&str; 2] = ["role=\"scale\"", "role=\"offset\""];

const IDENTITY: [f64; 2] = [1.0, 0.0];

impl Scaling {
    /// `None` if the values are the numbers of the image. `metadata` is XML.
    pub(super) fn of_metadata(metadata: &str, bands: usize) -> Option<Self> {
        let mut of_bands = vec![IDENTITY; bands];
        for item in items(metadata) {
            let role = ROLES.iter().position(|role| item.contains(role));
            let Some((role, number)) = role.zip(number(item)) else {
                continue;
            };
            if let Some(of_band) = of_bands.get_mut(band(item)) {
                of_band[role] = number;
            }
        }
        of_bands.iter().any(|of_band| *of_band != IDENTITY).then_some(Self(of_bands))
    }

    pub(super) fn value(&self, number: f64, band: usize) -> f64 {
        let [scale, offset] = self.0[band];
        number * scale + offset
    }
}

/// Returns the metadata of values: without scale and offset, and without the statistics of the numbers.
pub(super) fn without_scaling(metadata: &str) -> String {
    let is_of_numbers = |item: &&str| {
        ROLES.iter().any(|role| item.contains(role)) || item.contains("name=\"STATISTICS_")
    };
    let removed = items(metadata).filter(is_of_numbers);
    removed.fold(metadata.to_owned(), |text, item| text.replacen(item, "", 1))
}

/// From the start of each tag to the end of its element.
fn items(metadata: &str) -> impl Iterator<Item = &str> {
    const END: &str = "</Item>";
    let mut rest = metadata;
    std::iter::from_fn(move || {
        let start = rest.find("<Item ")?;
        let end = start + rest[start..].find(END)? + END.len();
        let item = &rest[start..end];
        rest = &rest[end..];
        Some(item)
    })
}

/// Index of the band that an item is about; 0 if it names none.
fn band(item: &str) -> usize {
    let text = item.split_once("sample=\"").and_then(|(_, rest)| rest.split_once('"'));
    text.and_then(|(index, _)| index.parse().ok()).unwrap_or_default()
}

fn number(item: &str) -> Option<f64> {
    let (_, rest) = item.split_once('>')?;
    let (text, _) = rest.split_once('<')?;
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = "<GDALMetadata>\n<Item name=\"OFFSET\" sample=\"1\" role=\"offset\">100</Item>\n\
        <Item name=\"SCALE\" sample=\"1\" role=\"scale\">0.5</Item><Item name=\"A\">b</Item>\n</GDALMetadata>";

    #[test]
    fn numbers_of_a_band_become_values() {
        let scaling = Scaling::of_metadata(METADATA, 2).unwrap();
        assert_eq!([scaling.value(3.0, 0), scaling.value(2.0, 1)], [3.0, 101.0]);
        assert_eq!(Scaling::of_metadata(METADATA, 1), None);
        let kept = without_scaling(METADATA);
        assert!(kept.contains("name=\"A\"") && !kept.contains("role="), "{kept}");
        assert_eq!(Scaling::of_metadata(&kept, 2), None);
    }
}
