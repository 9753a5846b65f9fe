//! Places by Photon, the open search of OpenStreetMap's addresses: `GET /api?q=…` answers GeoJSON, and everything there is to
//! know of a place stands in it. So a place's name carries its address, and no second call is made.

use super::provider::{Answer, Parts, PlaceDetails, PlacesProvider, Prediction};
use crate::outbound::hook::Hooks;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use serde::Deserialize;

/// How many addresses are asked for.
const MOST: &str = "5";
/// The longest name of a place that is read, in bytes.
const LONGEST_ID: usize = 4096;

/// A Photon server.
#[derive(Clone, Debug)]
pub struct Photon {
    http: Hooks,
    url: String,
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    properties: Properties,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Geometry {
    /// Degrees east, then north.
    coordinates: (f64, f64),
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Properties {
    name: String,
    housenumber: String,
    street: String,
    postcode: String,
    city: String,
    state: String,
    country: String,
    countrycode: String,
}

impl Feature {
    fn details(self) -> PlaceDetails {
        let known = self.properties;
        let (lng, lat) = self.geometry.coordinates;
        let parts = Parts {
            number: known.housenumber,
            // A street found for itself has it as its name.
            street: if known.street.is_empty() { known.name } else { known.street },
            city: known.city,
            region: known.state,
            postal_code: known.postcode,
            country: known.country,
            country_code: known.countrycode,
        };
        parts.into_details((lat, lng))
    }
}

impl Photon {
    /// The server at `url`; `http` keeps every call away from the private network.
    pub fn new(http: Hooks, url: &str) -> Self {
        Photon { http, url: url.trim_end_matches('/').to_owned() }
    }
}

impl PlacesProvider for Photon {
    fn autocomplete<'a>(&'a self, input: &'a str) -> Answer<'a, Vec<Prediction>> {
        Box::pin(async move {
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("q", input)
                .append_pair("limit", MOST)
                .finish();
            let request = self.http.request(Method::GET, &format!("{}/api?{query}", self.url))?;
            let answer = self.http.call(request, &self.url).await?;
            let found: Found = serde_json::from_value(answer).unwrap_or(Found { features: Vec::new() });
            Ok(found
                .features
                .into_iter()
                .filter_map(|feature| {
                    let details = feature.details();
                    let place_id = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&details).ok()?);
                    Some(Prediction { place_id, description: details.description() })
                })
                .collect())
        })
    }

    fn details<'a>(&'a self, place_id: &'a str) -> Answer<'a, Option<PlaceDetails>> {
        // Anyone who makes one up is told what they made up.
        let bytes = URL_SAFE_NO_PAD.decode(place_id).ok().filter(|_| place_id.len() <= LONGEST_ID);
        let details = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Box::pin(async { Ok(details) })
    }

    fn may_be_remembered(&self) -> bool {
        true
    }
}
