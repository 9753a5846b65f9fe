//! Whether an order may go to another address: its delivery and taxes were paid for the first.

use crate::address::ShippingLocation;
use crate::cart::postal::is_same;
use crate::cart::reverse_charge::is_in_territory;
use crate::cart::tax::applicable_tax_rules;
use crate::cart::tax_question::needs_postal_code;
use crate::cart::wire::{ShippingOption, TaxRule};

impl ShippingOption {
    /// False when it reached one address of an order and does not reach the other.
    #[must_use]
    pub fn reaches_as_well(&self, before: &ShippingLocation, after: &ShippingLocation) -> bool {
        self.reaches(after) || !self.reaches(before)
    }
}

/// True when the same taxes are asked at two addresses. Where a service works them out (`by_service`), only that the postal
/// code is the same says so in countries whose taxes differ by it.
#[must_use]
pub fn has_same_taxes(
    rules: &[TaxRule],
    by_service: bool,
    before: &ShippingLocation,
    after: &ShippingLocation,
) -> bool {
    let has_same_rules = applicable_tax_rules(rules, before) == applicable_tax_rules(rules, after);
    let is_asked_alike =
        !by_service || !needs_postal_code(after) || is_same(&before.postal_code, &after.postal_code);
    has_same_rules && is_asked_alike && is_in_territory(before) == is_in_territory(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::Place;

    fn at(country: &str, code: &str) -> ShippingLocation {
        ShippingLocation { country: country.into(), postal_code: code.into(), ..ShippingLocation::default() }
    }

    #[test]
    fn s_477_a_postal_code_may_have_other_taxes() {
        let rule = |codes: &[&str]| TaxRule {
            country: "US".into(),
            postal_codes: codes.iter().map(|code| (*code).to_owned()).collect(),
            ..TaxRule::default()
        };
        let rules = [rule(&[]), rule(&["100*"])];
        let same = |by_service, before: (&str, &str), after: (&str, &str)| {
            has_same_taxes(&rules, by_service, &at(before.0, before.1), &at(after.0, after.1))
        };
        assert!(same(false, ("US", "10001"), ("US", "10002")));
        assert!(!same(false, ("US", "10001"), ("US", "12201")));
        assert!(same(false, ("US", "12201"), ("US", "90210")));
        // A service may ask another tax in each of them.
        assert!(!same(true, ("US", "12201"), ("US", "90210")));
        assert!(same(true, ("CA", "k1a 0b1"), ("CA", "K1A0B1")));
        assert!(same(true, ("DE", "10115"), ("DE", "50667")));
        // Heligoland is no part of the territory of the union's tax.
        assert!(!same(false, ("DE", "20095"), ("DE", "27498")));
    }

    #[test]
    fn s_477_a_way_of_delivery_may_end_at_a_postal_code() {
        let near =
            Place { country: "US".into(), postal_codes: vec!["10000-10999".into()], ..Place::default() };
        let van = ShippingOption { places: vec![near], ..ShippingOption::default() };
        let (town, village, far) = (at("US", "10001"), at("US", "10950"), at("US", "12201"));
        assert!(van.reaches_as_well(&town, &village));
        assert!(!van.reaches_as_well(&town, &far));
        // What was agreed on before it was changed stays as it is.
        assert!(van.reaches_as_well(&far, &far));
    }
}
