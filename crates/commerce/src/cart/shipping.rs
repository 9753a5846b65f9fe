//! Ways of shipping and what they cost (C-059, A-038); where a country's rules hold (C-023, C-024).

use crate::address::{ShippingLocation, region_code};
use crate::cart::wire::{Cart, DeliveryNeeds, OfferedShippingOption, ShippingOption};
use crate::money::Cents;
use crate::problem::Problem;
use crate::product::ProductType;

/// The territories where a rule for the United States holds too (N-052).
pub const US_TAX_TERRITORIES: [&str; 7] = ["US", "PR", "GU", "VI", "MP", "AS", "UM"];

const GRAMS_IN_A_KILOGRAM: u64 = 1000;

impl ShippingLocation {
    /// The territory by its own code, whether the address gives it as a country (`PR`) or as a region of the United States.
    #[must_use]
    pub fn territory_code(&self) -> String {
        let country = self.country_code();
        if country != "US" {
            return country;
        }
        let written = self.region.trim().to_ascii_uppercase();
        let region = region_code(&country, &self.region).unwrap_or(&written);
        if US_TAX_TERRITORIES.contains(&region) { region.to_owned() } else { country }
    }

    /// True when the address lies in a US tax territory (C-023).
    #[must_use]
    pub fn is_in_us_tax_territory(&self) -> bool {
        US_TAX_TERRITORIES.contains(&self.territory_code().as_str())
    }

    /// True when a rule for the country holds here: the same territory, or the United States for one of its territories.
    #[must_use]
    pub fn is_within(&self, country: &str) -> bool {
        let country = country.trim().to_ascii_uppercase();
        country == self.territory_code() || (country == "US" && self.is_in_us_tax_territory())
    }
}

impl ShippingOption {
    /// True when it reaches the address.
    #[must_use]
    pub fn reaches(&self, location: &ShippingLocation) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|country| location.is_within(country))
    }

    /// True when it is offered to a shopper who is there; what is collected is offered to everybody.
    fn is_for(&self, location: Option<&ShippingLocation>) -> bool {
        self.needs.pickup || location.is_some_and(|location| self.reaches(location))
    }

    /// What it costs for so many physical items of so many grams in all.
    #[must_use]
    pub fn cost(&self, items: u64, grams: u64) -> Option<Cents> {
        let by_item = self.cost_per_item_cents.checked_times(i64::try_from(items).ok()?)?;
        let kilograms = i64::try_from(grams.div_ceil(GRAMS_IN_A_KILOGRAM)).ok()?;
        let by_weight = self.cost_per_kilogram_cents.checked_times(kilograms)?;
        self.cost_cents.checked_add(by_item)?.checked_add(by_weight)
    }
}

impl Cart {
    /// Chooses one of the offered options.
    ///
    /// # Errors
    /// [`Problem::ShippingOptionMissing`] when it is not offered.
    pub fn select_shipping_option(&mut self, id: &str) -> Result<(), Problem> {
        let option = self
            .shipping_options
            .iter()
            .find(|option| option.id == id)
            .ok_or(Problem::ShippingOptionMissing)?;
        self.selected_shipping_option = Some(option.clone());
        Ok(())
    }

    /// Offers what reaches the address and prices it; the chosen option stays only while it is offered. Nothing but collecting is
    /// offered before the country is known, and nothing at all when nothing needs shipping.
    pub(super) fn settle_shipping(&mut self, options: &[ShippingOption]) -> Result<(), Problem> {
        self.shipping_options.clear();
        if self.requires_shipping {
            let location = self.located();
            let physical = || self.entries.iter().filter(|entry| entry.product_type == ProductType::Physical);
            let items: u64 = physical().map(|entry| u64::from(entry.quantity)).sum();
            // 9999 of 2^32 grams in a few hundred entries stay far below 64 bits.
            let grams: u64 =
                physical().map(|entry| u64::from(entry.quantity) * u64::from(entry.shipping_weight)).sum();
            let offered = options.iter().filter(|option| option.is_for(location)).map(|option| {
                let cost_cents = option.cost(items, grams).ok_or(Problem::AmountTooLarge)?;
                let (id, name, needs) = (option.id.clone(), option.name.clone(), option.needs.clone());
                Ok(OfferedShippingOption { id, name, cost_cents, needs })
            });
            self.shipping_options = offered.collect::<Result<_, Problem>>()?;
        }
        let chosen = self.selected_shipping_option.take().map(|option| option.id);
        let offered = chosen.and_then(|id| self.shipping_options.iter().find(|option| option.id == id));
        self.selected_shipping_option = offered.cloned();
        self.shipping_cost_cents =
            self.selected_shipping_option.as_ref().map_or(Cents::ZERO, |option| option.cost_cents);
        Ok(())
    }

    /// The chosen way of delivery is that the shopper collects.
    #[must_use]
    pub fn is_collected(&self) -> bool {
        self.collected_at().is_some()
    }

    fn collected_at(&self) -> Option<&DeliveryNeeds> {
        let chosen = self.selected_shipping_option.as_ref().filter(|_| self.requires_shipping);
        chosen.map(|option| &option.needs).filter(|needs| needs.pickup)
    }

    /// The place whose taxes hold: where it is collected, or where it goes.
    pub(super) fn place_of_tax(&self) -> Option<&ShippingLocation> {
        let collected = self.collected_at().and_then(|needs| needs.address.as_ref());
        collected.filter(|place| !place.country_code().is_empty()).or_else(|| self.located())
    }

    /// The location, once its country is known.
    pub(super) fn located(&self) -> Option<&ShippingLocation> {
        self.shipping_location.as_ref().filter(|location| !location.country_code().is_empty())
    }
}
