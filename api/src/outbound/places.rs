//! Who knows addresses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceDetails {
    /// Street and number.
    pub address_line1: String,
    /// City, region, postal code.
    pub address_line2: String,
    /// Country.
    pub address_country: String,
    /// Degrees north.
    pub map_lat: f64,
    /// Degrees east.
    pub map_lng: f64,
}

/// A provider of places.
#[derive(Clone, Copy, Debug, Default)]
pub enum Places {
    /// Knows three addresses, always the same.
    #[default]
    Fixture,
}

struct Known {
    id: &'static str,
    line1: &'static str,
    line2: &'static str,
    country: &'static str,
    lat: f64,
    lng: f64,
}

const KNOWN: [Known; 3] = [
    Known {
        id: "place-1",
        line1: "1 Main Street",
        line2: "Springfield, IL 62701",
        country: "United States",
        lat: 39.799,
        lng: -89.644,
    },
    Known {
        id: "place-2",
        line1: "20 Main Road",
        line2: "Auckland 1021",
        country: "New Zealand",
        lat: -36.866,
        lng: 174.741,
    },
    Known {
        id: "place-3",
        line1: "3 Rue du Four",
        line2: "75006 Paris",
        country: "France",
        lat: 48.853,
        lng: 2.335,
    },
];

impl Known {
    fn description(&self) -> String {
        format!("{}, {}, {}", self.line1, self.line2, self.country)
    }
}

impl Places {
    /// The addresses that hold what was typed; none for nothing.
    pub async fn autocomplete(&self, input: &str) -> Vec<Prediction> {
        let typed = input.trim().to_lowercase();
        match self {
            Places::Fixture if typed.is_empty() => Vec::new(),
            Places::Fixture => KNOWN
                .iter()
                .filter(|known| known.description().to_lowercase().contains(&typed))
                .map(|known| Prediction { place_id: known.id.into(), description: known.description() })
                .collect(),
        }
    }

    /// The address of a place.
    pub async fn details(&self, place_id: &str) -> Option<PlaceDetails> {
        match self {
            Places::Fixture => KNOWN.iter().find(|known| known.id == place_id).map(|known| PlaceDetails {
                address_line1: known.line1.into(),
                address_line2: known.line2.into(),
                address_country: known.country.into(),
                map_lat: known.lat,
                map_lng: known.lng,
            }),
        }
    }
}
