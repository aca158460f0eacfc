//! Addresses of generators: the file and the function, `FILE::FUNCTION`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::source::ModulePath;

/// File and function, as in `generators/swiss.wgsl::height`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address {
    /// Path relative to the shader folder.
    pub file: ModulePath,
    /// Name of the function; [`GRID`](super::GRID) for a grid program.
    pub function: String,
}

/// The text without `::` that is no [`Address`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not FILE::FUNCTION")]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    /// Splits at the last `::`, since the name of a file may contain `::` too.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (file, function) =
            text.rsplit_once("::").ok_or_else(|| AddressError(text.to_owned()))?;
        Ok(Self { file: ModulePath::new(file), function: function.to_owned() })
    }
}

impl TryFrom<String> for Address {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.to_string()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.file, self.function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_split_at_its_last_colons() {
        let address: Address = "a::b/c.wgsl::height".parse().unwrap();
        assert_eq!(address.file.as_str(), "a::b/c.wgsl");
        assert_eq!(address.function, "height");
        assert_eq!(address.to_string().parse(), Ok(address));
        let error = "c.wgsl".parse::<Address>().unwrap_err();
        assert_eq!(error.to_string(), "\"c.wgsl\" is not FILE::FUNCTION");
    }
}
