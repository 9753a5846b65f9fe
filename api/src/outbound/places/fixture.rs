//! Three addresses, always the same: for development and tests.

use super::provider::{Answer, Parts, PlaceDetails, PlacesProvider, Prediction};

/// Knows three addresses and asks nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixture;

fn known() -> [(&'static str, PlaceDetails); 3] {
    let place = |[number, street, city, region, postal_code, country, code]: [&str; 7], at: (f64, f64)| {
        let parts = Parts {
            number: number.into(),
            street: street.into(),
            city: city.into(),
            region: region.into(),
            postal_code: postal_code.into(),
            country: country.into(),
            country_code: code.into(),
        };
        parts.into_details(at)
    };
    [
        (
            "place-1",
            place(
                ["1", "Main Street", "Springfield", "IL", "62701", "United States", "US"],
                (39.799, -89.644),
            ),
        ),
        (
            "place-2",
            place(["20", "Main Road", "Auckland", "", "1021", "New Zealand", "NZ"], (-36.866, 174.741)),
        ),
        ("place-3", place(["3", "Rue du Four", "Paris", "", "75006", "France", "FR"], (48.853, 2.335))),
    ]
}

impl PlacesProvider for Fixture {
    fn autocomplete<'a>(&'a self, input: &'a str) -> Answer<'a, Vec<Prediction>> {
        let typed = input.to_lowercase();
        let found = known()
            .into_iter()
            .map(|(id, details)| Prediction { place_id: id.into(), description: details.description() })
            .filter(|prediction| prediction.description.to_lowercase().contains(&typed))
            .collect();
        Box::pin(async { Ok(found) })
    }

    fn details<'a>(&'a self, place_id: &'a str) -> Answer<'a, Option<PlaceDetails>> {
        let found = known().into_iter().find(|(id, _)| *id == place_id).map(|(_, details)| details);
        Box::pin(async { Ok(found) })
    }

    fn may_be_remembered(&self) -> bool {
        false
    }

    fn shortest(&self) -> usize {
        1
    }
}
