//! May this cart become an order? (C-062, C-063, A-045, A-046)

use crate::address::{ShippingLocation, has_known_regions, region_code};
use crate::cart::settle::Terms;
use crate::cart::tax::has_regions;
use crate::cart::wire::{Cart, TaxRule};
use crate::country::is_country;
use crate::money::Cents;
use crate::problem::Problem;
use crate::settings::StoreSettings;

impl Cart {
    /// The minimum as a refusal, when the subtotal is below it (C-062).
    ///
    /// # Errors
    /// [`Problem::SubtotalBelowMinimum`] with the formatted minimum.
    fn check_minimum(&self, minimum: Cents, terms: &Terms<'_>) -> Result<(), Problem> {
        if self.subtotal_cents >= minimum {
            return Ok(());
        }
        Err(Problem::SubtotalBelowMinimum { subtotal: terms.amount(minimum, self.currency) })
    }

    /// Everything but stock and payment, of a settled cart.
    ///
    /// # Errors
    /// The first [`Problem`]: bought already, empty, changed prices, minimum, shipping.
    pub fn check_checkout(&self, settings: &StoreSettings, terms: &Terms<'_>) -> Result<(), Problem> {
        if self.is_purchased {
            return Err(Problem::AlreadyPurchased);
        }
        if self.entries.is_empty() {
            return Err(Problem::CartEmpty);
        }
        if self.price_changed {
            return Err(Problem::PriceChanged);
        }
        self.check_minimum(settings.minimum_order_subtotal_cents, terms)?;
        if !self.requires_shipping {
            return self.check_place_of_tax(terms.tax_rules);
        }
        if self.is_collected() {
            let place = self.place_of_tax();
            return match place {
                Some(place) => is_place_of_tax(place, terms.tax_rules),
                None if !terms.depend_on_place() => Ok(()),
                None => Err(Problem::CountryMissing),
            };
        }
        let location = self.located().ok_or(Problem::ShippingLocationMissing)?;
        is_place_of_tax(location, terms.tax_rules)?;
        // A store that set up no way of shipping ships for nothing, everywhere.
        if terms.shipping_options.is_empty() {
            return Ok(());
        }
        if self.shipping_options.is_empty() {
            return Err(Problem::ShippingUnavailable);
        }
        self.selected_shipping_option.as_ref().map(|_| ()).ok_or(Problem::ShippingOptionMissing)
    }

    /// What needs no address is taxed where the shopper says to be: in a country, and in a region where its taxes differ by
    /// region.
    ///
    /// # Errors
    /// [`Problem::CountryMissing`], [`Problem::RegionMissing`].
    pub fn check_place_of_tax(&self, rules: &[TaxRule]) -> Result<(), Problem> {
        if !self.asks_country {
            return Ok(());
        }
        is_place_of_tax(self.located().ok_or(Problem::CountryMissing)?, rules)
    }
}

impl Cart {
    /// The place that an estimate is asked for: a country, and a region where its taxes differ by region.
    ///
    /// # Errors
    /// [`Problem::CountryMissing`], [`Problem::RegionMissing`].
    pub fn check_place(&self, rules: &[TaxRule]) -> Result<(), Problem> {
        is_place_of_tax(self.located().ok_or(Problem::CountryMissing)?, rules)
    }
}

/// Nobody chooses a place without taxes by naming one that does not exist.
fn is_place_of_tax(location: &ShippingLocation, rules: &[TaxRule]) -> Result<(), Problem> {
    if !is_country(&location.country_code()) {
        return Err(Problem::CountryMissing);
    }
    if has_regions(rules, location) && !is_region(location) {
        return Err(Problem::RegionMissing);
    }
    Ok(())
}

/// A region is named; where the regions of the country are known, it is one of them.
fn is_region(location: &ShippingLocation) -> bool {
    let country = location.country_code();
    !location.region.trim().is_empty()
        && (!has_known_regions(&country) || region_code(&country, &location.region).is_some())
}
