//! Who knows addresses: nobody, three addresses of ours, or a service the owner has chosen.

mod fixture;
mod google;
mod photon;

pub use fixture::Fixture;
pub use google::Google;
pub use photon::Photon;

use super::mail::Undelivered;
use crate::clock::MINUTE;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::ToSchema;

/// A service is not asked about less than this.
const SHORTEST: usize = 3;
/// What is typed beyond this is no address. Characters.
const LONGEST: usize = 200;
/// How long an answer is remembered. Milliseconds.
const REMEMBERED: i64 = 10 * MINUTE;
/// How many answers are remembered.
const MOST_REMEMBERED: usize = 512;

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

/// The provider in use, if there is one, and what it said lately.
pub struct Places {
    provider: Option<Arc<dyn PlacesProvider>>,
    remembered: Mutex<HashMap<String, (i64, Vec<Prediction>)>>,
}

impl Places {
    /// With this provider, or with nobody: then nobody is asked.
    pub fn new(provider: Option<Arc<dyn PlacesProvider>>) -> Self {
        Places { provider, remembered: Mutex::default() }
    }

    /// Whether anybody knows addresses here.
    pub fn is_available(&self) -> bool {
        self.provider.is_some()
    }

    /// The addresses that hold what was typed; none for nothing, and none from a service that does not answer: an address
    /// can always be typed.
    pub async fn autocomplete(&self, input: &str, now: i64) -> Vec<Prediction> {
        let Some(provider) = &self.provider else { return Vec::new() };
        let typed = input.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let length = typed.chars().count();
        if length < provider.shortest() || length > LONGEST {
            return Vec::new();
        }
        if let Some(known) = self.known(&typed, now) {
            return known;
        }
        match provider.autocomplete(&typed).await {
            Ok(found) => {
                if provider.may_be_remembered() {
                    self.remember(typed, &found, now);
                }
                found
            }
            Err(fault) => {
                tracing::warn!(%fault, "no addresses were suggested");
                Vec::new()
            }
        }
    }

    /// The address of a place.
    ///
    /// # Errors
    /// When the service does not answer.
    pub async fn details(&self, place_id: &str) -> Result<Option<PlaceDetails>, Undelivered> {
        match &self.provider {
            Some(provider) => provider.details(place_id).await,
            None => Ok(None),
        }
    }

    fn known(&self, typed: &str, now: i64) -> Option<Vec<Prediction>> {
        let remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, found) = remembered.get(typed)?;
        (now < *until).then(|| found.clone())
    }

    fn remember(&self, typed: String, found: &[Prediction], now: i64) {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= MOST_REMEMBERED {
            remembered.retain(|_, (until, _)| now < *until);
        }
        if remembered.len() < MOST_REMEMBERED {
            remembered.insert(typed, (now + REMEMBERED, found.to_vec()));
        }
    }
}

/// Countries where the house's number stands before its street.
const NUMBER_FIRST: [&str; 10] = ["US", "CA", "GB", "IE", "AU", "NZ", "FR", "ZA", "IN", "SG"];
/// Countries where the city stands before the postal code.
const CITY_FIRST: [&str; 7] = ["US", "CA", "GB", "IE", "AU", "NZ", "IN"];

/// The parts of an address, as services know them.
#[derive(Debug, Default)]
struct Parts {
    number: String,
    street: String,
    city: String,
    region: String,
    postal_code: String,
    country: String,
    country_code: String,
}

impl Parts {
    /// The address as it is written in its country.
    fn into_details(self, (map_lat, map_lng): (f64, f64)) -> PlaceDetails {
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
    fn description(&self) -> String {
        let parts = [self.address_line1.as_str(), &self.address_line2, &self.address_country];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}
