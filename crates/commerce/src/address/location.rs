//! An address, by its wire names.

use serde::{Deserialize, Serialize};

/// Where a cart goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ShippingLocation {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// State or province: by its code once an order has it, by its code or name before.
    pub region: String,
    /// City or town.
    pub city: String,
    /// District, suburb or neighborhood, where addresses have one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub district: String,
    /// Postal code.
    pub postal_code: String,
    /// Street and number.
    pub line1: String,
    /// Anything more.
    pub line2: String,
}

impl ShippingLocation {
    /// The most characters of one part of an address.
    pub const LONGEST_PART: usize = 200;

    /// The names of the parts that are longer than those of any address.
    #[must_use]
    pub fn long_parts(&self) -> Vec<&'static str> {
        let parts = [
            ("country", &self.country),
            ("line1", &self.line1),
            ("line2", &self.line2),
            ("district", &self.district),
            ("city", &self.city),
            ("region", &self.region),
            ("postalCode", &self.postal_code),
        ];
        let is_long = |text: &str| text.chars().count() > Self::LONGEST_PART;
        parts.into_iter().filter(|(_, text)| is_long(text)).map(|(name, _)| name).collect()
    }

    /// The country code in capitals, without white space.
    #[must_use]
    pub fn country_code(&self) -> String {
        self.country.trim().to_ascii_uppercase()
    }
}
