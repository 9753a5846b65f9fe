//! Taxes (C-024, C-058).

use crate::cart::wire::{Cart, ShippingLocation, TaxRule};
use crate::money::Cents;
use crate::problem::Problem;

impl TaxRule {
    fn holds_in_region(&self, location: &ShippingLocation) -> bool {
        let wanted = self.region.as_deref().map(str::trim).filter(|region| !region.is_empty());
        wanted.is_none_or(|region| region.eq_ignore_ascii_case(location.region.trim()))
    }

    fn has_region(&self) -> bool {
        self.region.as_deref().is_some_and(|region| !region.trim().is_empty())
    }

    fn is_for(&self, country: &str) -> bool {
        self.country.trim().eq_ignore_ascii_case(country)
    }
}

/// The rules that hold at a location: those of its own territory, and only if there are none those of the United States for
/// one of its territories (C-024).
#[must_use]
pub fn applicable_tax_rules(rules: &[TaxRule], location: &ShippingLocation) -> Vec<TaxRule> {
    let of = |country: &str| -> Vec<TaxRule> {
        let holds = |rule: &&TaxRule| rule.is_for(country) && rule.holds_in_region(location);
        rules.iter().filter(holds).cloned().collect()
    };
    let own = of(&location.territory_code());
    if own.is_empty() && location.is_in_us_tax_territory() { of("US") } else { own }
}

/// True when some tax of the location's country holds in one of its regions only.
pub(super) fn has_regions(rules: &[TaxRule], location: &ShippingLocation) -> bool {
    let country = location.territory_code();
    rules.iter().any(|rule| rule.has_region() && rule.is_for(&country))
}

impl Cart {
    /// Each rule's share of the discounted subtotal, half a coin rounded up per rule; none without an address (C-058).
    pub(super) fn settle_taxes(&mut self, rules: &[TaxRule], discounted: Cents) -> Result<(), Problem> {
        self.applicable_tax_rules =
            self.located().map_or_else(Vec::new, |location| applicable_tax_rules(rules, location));
        let mut taxes = Cents::ZERO;
        for rule in &self.applicable_tax_rules {
            taxes =
                taxes.checked_add(rule.rate.of(discounted, self.currency)).ok_or(Problem::AmountTooLarge)?;
        }
        self.tax_cents = taxes;
        Ok(())
    }
}
