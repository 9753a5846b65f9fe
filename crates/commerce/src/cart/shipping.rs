//! Ways of shipping and what they cost (C-059, A-038); where a country's rules hold (C-023, C-024).

use crate::address::{ShippingLocation, is_same_region, region_code};
use crate::cart::postal::is_within;
use crate::cart::settle::Terms;
use crate::cart::wire::{Cart, OfferedShippingOption, ShippingOption};
use crate::delivery::{DeliveryDates, Fare, Load, Pickup, PickupPoint, Place, PriceList, TransitDays};
use crate::detail::{DetailProblem, Details};
use crate::discount::{AppliedDiscount, AutomaticDiscount, Effect};
use crate::money::Cents;
use crate::problem::Problem;
use crate::product::ProductType;
use crate::window::{DeliveryWindow, WINDOW};

/// The territories where a rule for the United States holds too (N-052).
pub const US_TAX_TERRITORIES: [&str; 7] = ["US", "PR", "GU", "VI", "MP", "AS", "UM"];

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

impl Place {
    /// True when the address lies in it.
    #[must_use]
    pub fn has(&self, location: &ShippingLocation) -> bool {
        let country = location.country_code();
        let in_region = |region: &String| is_same_region(&country, region, &location.region);
        location.is_within(&self.country)
            && (self.regions.is_empty() || self.regions.iter().any(in_region))
            && (self.postal_codes.is_empty()
                || self.postal_codes.iter().any(|pattern| is_within(pattern, &location.postal_code)))
    }
}

impl ShippingOption {
    /// True when it reaches the address: one of its countries, or one of its places.
    #[must_use]
    pub fn reaches(&self, location: &ShippingLocation) -> bool {
        (self.countries.is_empty() && self.places.is_empty())
            || self.countries.iter().any(|country| location.is_within(country))
            || self.places.iter().any(|place| place.has(location))
    }

    /// True when it is offered to a shopper who is there; what is collected is offered to everybody.
    fn is_for(&self, location: Option<&ShippingLocation>) -> bool {
        self.pickup.as_ref().is_some_and(Pickup::is_collected)
            || location.is_some_and(|location| self.reaches(location))
    }

    /// What it asks for these goods.
    #[must_use]
    pub fn fare(&self, loads: &[Load]) -> Fare {
        let list = PriceList {
            cost_cents: self.cost_cents,
            cost_per_item_cents: self.cost_per_item_cents,
            cost_per_kilogram_cents: self.cost_per_kilogram_cents,
            rates: &self.rates,
            free_from_cents: self.free_from_cents,
        };
        list.fare(loads)
    }

    /// As a cart is offered it; `None` when it does not carry these goods.
    fn offer(
        &self,
        loads: &[Load],
        free: Option<&AutomaticDiscount>,
        terms: &Terms<'_>,
    ) -> Option<Result<OfferedShippingOption, Problem>> {
        let full = match self.fare(loads) {
            Fare::Costs(cents) => cents,
            Fare::NotCarried => return None,
            Fare::TooLarge => return Some(Err(Problem::AmountTooLarge)),
        };
        // Where the shopper chooses the day, no other is told.
        let dates = if self.windows.is_none() { self.dates(terms) } else { None };
        let pickup = self.pickup.clone().filter(Pickup::is_collected);
        Some(Ok(OfferedShippingOption {
            id: self.id.clone(),
            name: self.name.clone(),
            cost_cents: if free.is_some() { Cents::ZERO } else { full },
            full_cost_cents: free.map(|_| full).filter(|full| *full > Cents::ZERO),
            dates,
            pickup,
            asks_phone: self.asks_phone,
            asks_window: self.windows.is_some(),
            window: None,
        }))
    }

    /// When what is ordered now comes, or is ready where it is collected; `None` where it does not say.
    fn dates(&self, terms: &Terms<'_>) -> Option<DeliveryDates> {
        let says_days = self.handling_days.is_some() || self.transit_days.is_some();
        let ordered = terms.local_time.filter(|_| says_days)?;
        let is_collected = self.pickup.as_ref().is_some_and(Pickup::is_collected);
        let transit =
            if is_collected { TransitDays::default() } else { self.transit_days.unwrap_or_default() };
        let days = terms.business_days.cloned().unwrap_or_default();
        days.dates(ordered, self.handling_days.unwrap_or(0), transit)
    }

    /// The windows that may be chosen now, whether or not there is room in them; none before the goods are ready.
    #[must_use]
    pub fn windows_now(&self, terms: &Terms<'_>) -> Vec<DeliveryWindow> {
        let (Some(windows), Some(now)) = (&self.windows, terms.local_time) else { return Vec::new() };
        let ready = self.dates(terms).map(|dates| dates.from);
        let closed = terms.business_days.map(|days| days.closed_days.as_slice()).unwrap_or_default();
        windows.after(now, ready.as_deref(), closed)
    }
}

impl OfferedShippingOption {
    /// The goods are collected.
    #[must_use]
    pub fn is_collected(&self) -> bool {
        self.pickup.as_ref().is_some_and(Pickup::is_collected)
    }

    /// Where and when, if that is said.
    #[must_use]
    pub fn collected_at(&self) -> Option<&PickupPoint> {
        self.pickup.as_ref().and_then(Pickup::point)
    }
}

impl AutomaticDiscount {
    /// It makes this way of shipping to this address free.
    fn frees(&self, option: &ShippingOption, location: Option<&ShippingLocation>) -> bool {
        let Effect::FreeDelivery { options, countries } = &self.effect else { return false };
        (options.is_empty() || options.contains(&option.id))
            && (countries.is_empty()
                || location.is_some_and(|place| countries.iter().any(|country| place.is_within(country))))
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

    /// Offers what reaches the address and carries the goods, and prices it; the chosen option stays only while it is offered.
    /// Nothing but collecting is offered before the country is known, and nothing at all when nothing needs shipping.
    pub(super) fn settle_shipping(&mut self, terms: &Terms<'_>) -> Result<(), Problem> {
        let (mut offered, mut freed) = (Vec::new(), Vec::new());
        if self.requires_shipping {
            let location = self.located();
            let loads = self.loads();
            let is_open = |discount: &&AutomaticDiscount| {
                discount.effect.is_of_delivery() && discount.is_open(self, terms)
            };
            let mut frees: Vec<&AutomaticDiscount> = terms.discounts.iter().filter(is_open).collect();
            // The first of equal ones.
            frees.sort_by_key(|discount| std::cmp::Reverse(discount.limits.priority));
            for option in terms.shipping_options.iter().filter(|option| option.is_for(location)) {
                let free = frees.iter().copied().find(|discount| discount.frees(option, location));
                if let Some(offer) = option.offer(&loads, free, terms) {
                    offered.push(offer?);
                    freed.push(free);
                }
            }
        }
        self.shipping_options = offered;
        let chosen = self.selected_shipping_option.take().map(|option| option.id);
        let place = chosen.and_then(|id| self.shipping_options.iter().position(|option| option.id == id));
        let Some(place) = place else {
            self.shipping_cost_cents = Cents::ZERO;
            return Ok(());
        };
        let option = self.shipping_options[place].clone();
        if let (Some(discount), Some(full)) = (freed[place], option.full_cost_cents) {
            self.discounts.push(AppliedDiscount {
                id: discount.id.clone(),
                name: discount.name.clone(),
                amount_cents: full,
                of_delivery: true,
            });
        }
        self.shipping_cost_cents = option.cost_cents;
        self.selected_shipping_option = Some(option);
        Ok(())
    }

    /// Chooses a window of the chosen way of delivery; of a way that has none, nothing. What is wrong is added to `found`.
    pub fn choose_window(&mut self, wanted: Option<&DeliveryWindow>, terms: &Terms<'_>, found: &mut Details) {
        let Some(chosen) = self.selected_shipping_option.as_mut().filter(|_| self.requires_shipping) else {
            return;
        };
        chosen.window = None;
        if !chosen.asks_window {
            return;
        }
        let Some(wanted) = wanted.filter(|wanted| !wanted.day.is_empty()) else {
            found.add(WINDOW, DetailProblem::WindowMissing);
            return;
        };
        let option = terms.shipping_options.iter().find(|option| option.id == chosen.id);
        let windows = option.map(|option| option.windows_now(terms)).unwrap_or_default();
        match windows.into_iter().find(|window| window.is_at(wanted)) {
            Some(window) => chosen.window = Some(window),
            None => found.add(WINDOW, DetailProblem::WindowUnavailable),
        }
    }

    /// The chosen way of delivery is that the shopper collects.
    #[must_use]
    pub fn is_collected(&self) -> bool {
        self.collected().is_some()
    }

    fn collected(&self) -> Option<&OfferedShippingOption> {
        let chosen = self.selected_shipping_option.as_ref().filter(|_| self.requires_shipping);
        chosen.filter(|option| option.is_collected())
    }

    /// The place whose taxes hold: where it is collected, or where it goes.
    pub(super) fn place_of_tax(&self) -> Option<&ShippingLocation> {
        let collected = self.collected().and_then(OfferedShippingOption::collected_at);
        let place = collected.map(|point| &point.address).filter(|place| !place.country_code().is_empty());
        place.or_else(|| self.located())
    }

    /// What is to be shipped, by its classes.
    fn loads(&self) -> Vec<Load> {
        let physical = self.entries.iter().filter(|entry| entry.product_type == ProductType::Physical);
        let load = |entry: &crate::cart::wire::CartEntry| Load {
            class: entry.shipping_class.clone(),
            items: u64::from(entry.quantity),
            // 9999 of 2^32 grams in a few hundred entries stay far below 64 bits.
            grams: u64::from(entry.quantity) * u64::from(entry.shipping_weight),
            cents: entry.sub_total,
        };
        physical.map(load).collect()
    }

    /// The location, once its country is known.
    pub(super) fn located(&self) -> Option<&ShippingLocation> {
        self.shipping_location.as_ref().filter(|location| !location.country_code().is_empty())
    }
}
