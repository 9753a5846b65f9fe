//! Places by Google's Places API (New): `POST /v1/places:autocomplete`, `GET /v1/places/{id}`. Its terms let nobody keep what
//! it says, so nothing is remembered.

use super::provider::{Answer, Parts, PlaceDetails, PlacesProvider, Prediction};
use crate::outbound::hook::Hooks;
use crate::outbound::letter::Undelivered;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use std::fmt;

/// Only what an address is made of is asked for, and paid for.
const FIELDS: &str = "addressComponents,location";

/// The owner's account.
#[derive(Clone)]
pub struct Google {
    http: Hooks,
    url: String,
    key: String,
}

impl fmt::Debug for Google {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Google").field("url", &self.url).finish_non_exhaustive()
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Suggestions {
    suggestions: Vec<Suggestion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Suggestion {
    /// Missing for a suggested question.
    place_prediction: Option<PlacePrediction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlacePrediction {
    place_id: String,
    text: Text,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    #[serde(default)]
    address_components: Vec<Component>,
    location: Location,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    long_text: String,
    #[serde(default)]
    short_text: String,
    types: Vec<String>,
}

#[derive(Deserialize)]
struct Location {
    latitude: f64,
    longitude: f64,
}

impl Place {
    fn details(self) -> PlaceDetails {
        let find = |kinds: &[&str]| {
            let one = |kind: &&str| {
                self.address_components.iter().find(|part| part.types.iter().any(|known| known == kind))
            };
            kinds.iter().find_map(one)
        };
        let long = |kinds: &[&str]| find(kinds).map(|part| part.long_text.clone()).unwrap_or_default();
        let short = |kinds: &[&str]| find(kinds).map(|part| part.short_text.clone()).unwrap_or_default();
        let parts = Parts {
            number: long(&["street_number"]),
            street: long(&["route"]),
            city: long(&["locality", "postal_town", "sublocality"]),
            region: short(&["administrative_area_level_1"]),
            postal_code: long(&["postal_code"]),
            country: long(&["country"]),
            country_code: short(&["country"]),
        };
        parts.into_details((self.location.latitude, self.location.longitude))
    }
}

impl Google {
    /// The service at `url` with the owner's key; `http` keeps every call away from the private network.
    pub fn new(http: Hooks, url: &str, key: &str) -> Self {
        Google { http, url: url.trim_end_matches('/').to_owned(), key: key.to_owned() }
    }
}

impl PlacesProvider for Google {
    fn autocomplete<'a>(&'a self, input: &'a str) -> Answer<'a, Vec<Prediction>> {
        Box::pin(async move {
            let request = self
                .http
                .request(Method::POST, &format!("{}/v1/places:autocomplete", self.url))?
                .header("X-Goog-Api-Key", &self.key)
                .json(&json!({"input": input}));
            let answer = self.http.carry(request, &self.url).await?;
            let found: Suggestions = serde_json::from_value(answer).unwrap_or_default();
            Ok(found
                .suggestions
                .into_iter()
                .filter_map(|suggestion| suggestion.place_prediction)
                .map(|found| Prediction { place_id: found.place_id, description: found.text.text })
                .collect())
        })
    }

    fn details<'a>(&'a self, place_id: &'a str) -> Answer<'a, Option<PlaceDetails>> {
        Box::pin(async move {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            if place_id.is_empty() || place_id.len() > 512 || !place_id.bytes().all(is_name) {
                return Ok(None);
            }
            let request = self
                .http
                .request(Method::GET, &format!("{}/v1/places/{place_id}", self.url))?
                .header("X-Goog-Api-Key", &self.key)
                .header("X-Goog-FieldMask", FIELDS);
            let found = match self.http.carry(request, &self.url).await {
                Ok(found) => found,
                Err(Undelivered::Never(fault)) => {
                    tracing::warn!(fault, "a place is not known");
                    return Ok(None);
                }
                Err(fault) => return Err(fault),
            };
            Ok(serde_json::from_value::<Place>(found).ok().map(Place::details))
        })
    }

    fn may_be_remembered(&self) -> bool {
        false
    }
}
