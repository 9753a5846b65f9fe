//! Reverse charge: a firm of another member state of the union, with a VAT number, owes the tax itself (S-861).
//!
//! The taxes are worked out as for everybody; then none of them is charged. What prices hold of them is taken off the total:
//! to the minor unit the tax that would have been charged, so that the price without it and the tax are together the price
//! that is shown. Discounts were decided by the prices as they are shown, and gift cards pay what is left.

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

use crate::address::ShippingLocation;
use crate::cart::settle::Terms;
use crate::cart::wire::Cart;
use crate::money::Cents;
use crate::seller::{SellerSettings, is_in_union};
use crate::vat::{VatId, VatIdState};

/// Postal codes of places that belong to a member state and not to the territory of its tax on value added (Directive
/// 2006/112/EC, article 6): what their codes begin with.
const BEYOND: [(&str, &[&str]); 6] = [
    ("DE", &["27498", "78266"]),
    ("ES", &["35", "38", "51", "52"]),
    ("FI", &["22"]),
    ("FR", &["97", "98"]),
    ("GR", &["63086"]),
    ("IT", &["23041", "22061"]),
];

/// Goods that arrive there have come to the member state.
pub(super) fn is_in_territory(place: &ShippingLocation) -> bool {
    let (country, code) = (place.country_code(), place.postal_code.replace(' ', ""));
    let is_beyond =
        |(of, codes): &(&str, &[&str])| *of == country && codes.iter().any(|at| code.starts_with(at));
    !BEYOND.iter().any(is_beyond)
}

/// The VAT number of a shop that owes the tax in the union; `None` of every other shop.
fn number_of(seller: &SellerSettings) -> Option<VatId> {
    let is_exempt = !seller.exemption.trim().is_empty();
    let id = VatId::parse(&seller.vat_id).ok()?;
    (is_in_union(&seller.country) && !is_exempt).then_some(id)
}

impl Cart {
    /// The tax that delivery holds and that is not charged.
    #[must_use]
    pub fn shipping_relief(&self) -> Cents {
        self.entries.iter().fold(Cents::ZERO, |sum, entry| sum.saturating_add(entry.shipping_relief_cents))
    }

    pub(super) fn state_of_vat_id(&self, terms: &Terms<'_>) -> Option<VatIdState> {
        let (seller, id) = (terms.seller?, VatId::parse(&self.vat_id).ok()?);
        let own = number_of(seller)?;
        let country = id.iso_country();
        if country == own.iso_country() || country.eq_ignore_ascii_case(seller.country.trim()) {
            return Some(VatIdState::Domestic);
        }
        if !is_in_union(country) {
            return Some(VatIdState::Outside);
        }
        if self.vat_id_confirmed == Some(false) {
            return Some(VatIdState::Refused);
        }
        // Goods are exempt where they arrive, and everything else is taxed where the firm is. Both are one country here.
        let place = self.located()?;
        let is_there = place.country_code() == country;
        if !is_there || self.requires_shipping && (self.is_collected() || !is_in_territory(place)) {
            return Some(VatIdState::Elsewhere);
        }
        if terms.asks_register && self.vat_id_confirmed.is_none() {
            return Some(VatIdState::Unconfirmed);
        }
        Some(VatIdState::ReverseCharge)
    }

    /// Takes the taxes of a settled cart off again, where the buyer owes them.
    pub(super) fn settle_reverse_charge(&mut self, terms: &Terms<'_>) {
        self.vat_id_state = self.state_of_vat_id(terms);
        let is_taxable = self.entries.iter().any(|entry| !entry.is_gift_card());
        self.reverse_charge = is_taxable && self.vat_id_state == Some(VatIdState::ReverseCharge);
        for entry in &mut self.entries {
            (entry.relief_cents, entry.shipping_relief_cents) = (Cents::ZERO, Cents::ZERO);
        }
        self.relief_cents = Cents::ZERO;
        if self.tax_pending || self.tax_calculation.is_some() {
            // A service decides: what it taxes is taxed, and what it does not is to be paid as it is.
            let is_owed = self.tax_calculation.as_ref().is_some_and(|answer| answer.reverse_charge);
            self.reverse_charge = self.reverse_charge && is_owed;
            self.vat_id_state =
                self.vat_id_state.filter(|state| is_owed || *state != VatIdState::ReverseCharge);
            return;
        }
        if !self.reverse_charge {
            return;
        }
        let parts: Vec<(Cents, Decimal)> = self.held_taxes().into_iter().flatten().collect();
        let shares = shares(self.included_tax_cents, &parts);
        for (entry, share) in self.entries.iter_mut().zip(shares.chunks_exact(2)) {
            (entry.relief_cents, entry.shipping_relief_cents) = (share[0], share[1]);
        }
        self.relief_cents = shares.into_iter().fold(Cents::ZERO, Cents::saturating_add);
        (self.tax_cents, self.included_tax_cents) = (Cents::ZERO, Cents::ZERO);
        self.taxes.clear();
    }
}

/// Splits a tax among what holds it, `(paid, exact tax)` each: in proportion to the exact taxes, to the minor unit, and together
/// the tax. Each takes the difference of two roundings of the running sum; none is more than what is paid for its part.
fn shares(tax: Cents, parts: &[(Cents, Decimal)]) -> Vec<Cents> {
    let all: Decimal = parts.iter().map(|(_, exact)| *exact).sum();
    let (whole, mut seen, mut given) = (Decimal::from(tax.get()), Decimal::ZERO, Decimal::ZERO);
    let mut shares: Vec<Cents> = Vec::with_capacity(parts.len());
    for (paid, exact) in parts {
        seen += exact;
        // Where nothing is held `all` is nothing.
        let until_here = if seen == all { whole } else { seen / all * whole };
        let until_here = until_here.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        // What a part cannot bear the next ones do.
        let share = (until_here - given).min(Decimal::from(paid.get())).max(Decimal::ZERO);
        let share = if exact.is_zero() { Decimal::ZERO } else { share };
        given += share;
        shares.push(share.to_i64().and_then(Cents::new).unwrap_or(Cents::ZERO));
    }
    // And what the last ones cannot, those before them.
    let mut left = (whole - given).max(Decimal::ZERO);
    for (share, (paid, _)) in shares.iter_mut().zip(parts).filter(|(_, (_, exact))| !exact.is_zero()) {
        let room = Decimal::from(paid.get() - share.get()).min(left);
        left -= room;
        *share = room.to_i64().and_then(Cents::new).map_or(*share, |room| share.saturating_add(room));
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_of(tax: i64, parts: &[(i64, &str)]) -> Vec<i64> {
        let cents = |cents: i64| Cents::new(cents).unwrap();
        let parts: Vec<_> =
            parts.iter().map(|(paid, exact)| (cents(*paid), exact.parse().unwrap())).collect();
        shares(cents(tax), &parts).into_iter().map(Cents::get).collect()
    }

    /// S-861: the shares are together the tax, and none is more than what is paid.
    #[test]
    fn s_861_shares_are_the_tax_and_never_more_than_a_part() {
        assert_eq!(split_of(19, &[(119, "19")]), [19]);
        assert_eq!(split_of(1, &[(1, "0.16"), (1, "0.16"), (1, "0.16"), (1, "0.16")]), [0, 1, 0, 0]);
        assert_eq!(split_of(5, &[(1, "1.5"), (9, "1.5")]), [1, 4]);
        assert_eq!(split_of(5, &[(9, "1.5"), (1, "1.5"), (7, "0")]), [4, 1, 0]);
        assert_eq!(split_of(0, &[(100, "0")]), [0]);
        assert_eq!(split_of(0, &[]), Vec::<i64>::new());
    }

    /// S-861: the Canary Islands are Spain's, and goods sent there leave the territory of the tax.
    #[test]
    fn s_861_some_places_lie_beyond_the_territory_of_the_tax() {
        let at = |country: &str, postal_code: &str| {
            is_in_territory(&ShippingLocation {
                country: country.into(),
                postal_code: postal_code.into(),
                ..ShippingLocation::default()
            })
        };
        assert!(at("ES", "28001") && at("NL", "3511 AB") && at("DE", "35037"));
        assert!(!at("es", "38 001") && !at("DE", "78266") && !at("FI", "22100") && !at("FR", "97110"));
    }
}
