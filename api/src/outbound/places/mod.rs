//! Who knows addresses: nobody, three addresses of ours, or a service the owner has chosen.

mod fixture;
mod google;
mod photon;
#[expect(clippy::module_inception, reason = "the places themselves, beside those who know them")]
mod places;
mod provider;

pub use fixture::Fixture;
pub use google::Google;
pub use photon::Photon;
pub use places::Places;
pub use provider::{Answer, PlaceDetails, PlacesProvider, Prediction};
