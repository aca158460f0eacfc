//! Parsers of option values for clap. Their errors lack the name of the option, which `main` adds.

use std::ops::RangeInclusive;

use noise_playground::field::files::Format;
use noise_playground::subject::derived::Quantity;
use noise_playground::subject::view_setting::{
    SettingError, SettingValue, ViewSetting, choice, plain_number,
};
use noise_playground::view::shading::ViewMode;

/// Parses a value by the rules of a view setting that are the same in all views.
pub(crate) fn of_setting(
    setting: ViewSetting,
) -> impl Fn(&str) -> Result<SettingValue, SettingError> + Clone {
    move |text| setting.parse(text, ViewMode::Relief, plain_number)
}

/// The number must be finite as an `f32`.
pub(crate) fn number(text: &str) -> Result<f64, SettingError> {
    let number = plain_number(text).filter(|number| (*number as f32).is_finite());
    number.ok_or_else(|| SettingError::NotANumber(text.to_owned()))
}

/// Two numbers separated by a comma.
pub(crate) fn pair(text: &str) -> Result<[f64; 2], SettingError> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok([number(first)?, number(second)?]),
        _ => {
            let reason = format!("{text:?} is not two numbers with a comma between them");
            Err(SettingError::Reason(reason))
        }
    }
}

/// Parses an integer within the limits.
pub(crate) fn integer(
    limits: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, SettingError> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| limits.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (limits.start(), limits.end());
            SettingError::of_text(text, format!("is not an integer from {least} to {most}"))
        })
    }
}

/// Parses the name of a value.
pub(crate) fn named<T: Copy, const N: usize>(
    values: [(&'static str, T); N],
) -> impl Fn(&str) -> Result<T, SettingError> + Clone {
    move |text| {
        let found = values.into_iter().find(|(name, _)| *name == text);
        let unknown = || SettingError::unknown_name(text, &values.map(|(name, _)| name));
        Ok(found.ok_or_else(unknown)?.1)
    }
}

/// Parses the bits of a `.png`.
pub(crate) fn depth(text: &str) -> Result<u8, SettingError> {
    match text {
        "8" => Ok(8),
        "16" => Ok(16),
        _ => Err(SettingError::of_text(text, "is neither 8 nor 16")),
    }
}

/// Parses `NAME`, `NAME=on` or `NAME=off`. Returns true for a feature that is on.
pub(crate) fn feature(text: &str) -> Result<(String, bool), SettingError> {
    let (name, state) = text.split_once('=').unwrap_or((text, "on"));
    match state {
        "on" | "off" => Ok((name.to_owned(), state == "on")),
        _ => Err(SettingError::of_text(text, "is neither NAME nor NAME=off")),
    }
}

/// Quantities that are exact derivatives of a function: of x and y, and of z for a volume.
pub(crate) const DERIVATIVES: [&str; 3] = ["gradient", "laplacian", "hessian"];

/// Parses the name of a quantity or derivative, or `field`.
pub(crate) fn quantity(text: &str) -> Result<&'static str, SettingError> {
    let names = ["field"].into_iter().chain(Quantity::ALL.map(Quantity::name)).chain(DERIVATIVES);
    choice(text, names.collect::<Vec<_>>())
}

/// Parses a file extension, with or without its dot.
pub(crate) fn format(text: &str) -> Result<(Format, &'static str), SettingError> {
    let format = Format::with_extension(text.trim_start_matches('.'));
    let rule = || format!("is none of {}", Format::extension_list());
    format.ok_or_else(|| SettingError::of_text(text, rule()))
}

/// Returns the extensions without dots for `--help`: `png, exr or raw`.
pub(crate) fn format_names() -> String {
    let names = Format::extension_list().replace('.', "");
    names.rsplit_once(", ").map_or(names.clone(), |(others, last)| format!("{others} or {last}"))
}
