//! What every provider of addresses is asked, and what it answers.

use crate::outbound::letter::Undelivered;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A service is not asked about less than this.
const SHORTEST: usize = 3;

/// An address that may be meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// Names the place in the details call.
    pub place_id: String,
    /// What the visitor reads.
    pub description: String,
}

/// An address with its place on the map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceDetails {
    /// Street and number.
    pub address_line1: String,
    /// City, region, postal code, as they are written there.
    pub address_line2: String,
    /// Country, by name.
    pub address_country: String,
    /// Degrees north.
    pub map_lat: f64,
    /// Degrees east.
    pub map_lng: f64,
    /// The city alone, for a form that asks for it by itself.
    #[serde(default)]
    pub city: String,
    /// The state or region alone.
    #[serde(default)]
    pub region: String,
    /// The postal code alone.
    #[serde(default)]
    pub postal_code: String,
    /// ISO 3166-1 alpha-2.
    #[serde(default)]
    pub country_code: String,
}

/// What a provider answers in the end.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Undelivered>>;

/// Somebody who knows addresses.
pub trait PlacesProvider: Send + Sync {
    /// The addresses that what was typed may mean, best first.
    fn autocomplete<'a>(&'a self, input: &'a str) -> Answer<'a, Vec<Prediction>>;
    /// The address of a place; `None` for a place it does not know.
    fn details<'a>(&'a self, place_id: &'a str) -> Answer<'a, Option<PlaceDetails>>;
    /// Whether its answers may be remembered for a while.
    fn may_be_remembered(&self) -> bool;
    /// The fewest characters it is asked about.
    fn shortest(&self) -> usize {
        SHORTEST
    }
}

/// Countries where the house's number stands before its street.
const NUMBER_FIRST: [&str; 10] = ["US", "CA", "GB", "IE", "AU", "NZ", "FR", "ZA", "IN", "SG"];
/// Countries where the city stands before the postal code.
const CITY_FIRST: [&str; 7] = ["US", "CA", "GB", "IE", "AU", "NZ", "IN"];

/// The parts of an address, as services know them.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// House number.
    pub(super) number: String,
    /// Street.
    pub(super) street: String,
    /// City.
    pub(super) city: String,
    /// State or region.
    pub(super) region: String,
    /// Postal code.
    pub(super) postal_code: String,
    /// The country by its name.
    pub(super) country: String,
    /// ISO 3166 code of the country.
    pub(super) country_code: String,
}

impl Parts {
    /// The address as it is written in its country.
    pub(super) fn into_details(self, (map_lat, map_lng): (f64, f64)) -> PlaceDetails {
        let code = self.country_code.to_uppercase();
        let line = |parts: [&str; 2]| parts.join(" ").trim().to_owned();
        let address_line1 = if NUMBER_FIRST.contains(&code.as_str()) {
            line([&self.number, &self.street])
        } else {
            line([&self.street, &self.number])
        };
        let address_line2 = if CITY_FIRST.contains(&code.as_str()) {
            let state = line([&self.region, &self.postal_code]);
            [self.city.as_str(), &state]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        } else {
            line([&self.postal_code, &self.city])
        };
        PlaceDetails {
            address_line1,
            address_line2,
            address_country: self.country,
            map_lat,
            map_lng,
            city: self.city,
            region: self.region,
            postal_code: self.postal_code,
            country_code: code,
        }
    }
}

impl PlaceDetails {
    /// The address in one line.
    pub(super) fn description(&self) -> String {
        let parts = [self.address_line1.as_str(), &self.address_line2, &self.address_country];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}
