//! Units of length, as files name them.

/// Code of the EPSG registry, as GeoTIFF states it, if there is one; length in meters; name that is shown; other names.
type Unit = (Option<u16>, f64, &'static str, &'static [&'static str]);

const SURVEY_FOOT: f64 = 1200.0 / 3937.0;

const UNITS: &[Unit] = &[
    (Some(9001), 1.0, "m", &["metre", "meter", "metres", "meters"]),
    (Some(9002), 0.3048, "ft", &["foot", "feet", "international foot", "foot (international)"]),
    (
        Some(9003),
        SURVEY_FOOT,
        "US survey ft",
        &["us survey foot", "us survey feet", "us-ft", "ftus", "foot_us", "us foot", "us_ft"],
    ),
    (Some(9036), 1000.0, "km", &["kilometre", "kilometer", "kilometres", "kilometers"]),
    (None, 0.1, "dm", &["decimetre", "decimeter"]),
    (Some(1033), 0.01, "cm", &["centimetre", "centimeter", "centimetres", "centimeters"]),
    (Some(1025), 0.001, "mm", &["millimetre", "millimeter", "millimetres", "millimeters"]),
    (None, 0.0254, "in", &["inch", "inches"]),
    (Some(9096), 0.9144, "yd", &["yard", "yards"]),
    (Some(9093), 1609.344, "mi", &["mile", "miles", "statute mile"]),
    (Some(9030), 1852.0, "nmi", &["nautical mile", "nautical miles"]),
    (Some(9014), 1.8288, "fathom", &["fathoms"]),
    (Some(9005), 0.304_797_265_4, "Clarke's foot", &[]),
    (Some(9041), 0.304_799_471_538_676_26, "Sears foot", &["british foot (sears 1922)"]),
    (Some(9080), 0.304_799_510_248_146_94, "Indian foot", &[]),
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Length<'a> {
    /// As it is shown.
    pub(crate) name: &'a str,
    pub(crate) meters: f64,
}

pub(super) const METER: Length<'static> = Length { name: "m", meters: 1.0 };

impl Length<'_> {
    /// True for units in which heights are usual.
    pub(super) fn is_of_heights(&self) -> bool {
        (0.3..=1.0).contains(&self.meters)
    }
}

impl Length<'static> {
    pub(super) fn of_code(code: u16) -> Option<Self> {
        Self::find(|(known, ..)| *known == Some(code))
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        Self::find(|(_, _, shown, others)| is(shown) || others.iter().any(&is))
    }

    /// By the suffix that systems of coordinates in feet have in their names: `NAVD88 height (ftUS)`.
    pub(super) fn of_system(name: &str) -> Option<Self> {
        let suffixes = [("(ftUS)", "ftUS"), ("(ft)", "ft")];
        let found = suffixes.into_iter().find(|(suffix, _)| name.contains(suffix));
        found.and_then(|(_, unit)| Self::named(unit))
    }

    fn find(is_it: impl Fn(&&Unit) -> bool) -> Option<Self> {
        let found = UNITS.iter().find(is_it);
        found.map(|&(_, meters, name, _)| Self { name, meters })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_found_by_code_name_and_system() {
        let survey = Some(Length { name: "US survey ft", meters: SURVEY_FOOT });
        assert_eq!(Length::of_code(9003), survey);
        assert_eq!(Length::named("US survey foot"), survey);
        assert_eq!(Length::of_system("WGS 84 / UTM zone 32N + NAVD88 height (ftUS)"), survey);
        assert_eq!(Length::named("Metre"), Some(METER));
        assert_eq!(Length::named("hPa"), None);
        assert_eq!(Length::of_system("WGS 84 / UTM zone 32N"), None);
        assert_eq!(Length::of_code(9036).unwrap().meters, 1000.0);
    }
}
