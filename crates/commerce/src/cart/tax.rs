//! Taxes (C-024, C-058): which rules hold where, and what each comes to.
//!
//! Every product has a tax class. At a place, a class is taxed by the rules that name it; where none does, by those that name
//! no class, so that nothing is taxed too little by chance. A rule is either added to the prices or held by them already. What
//! a tax is taken of is what the shopper pays for the goods after coupons, and with `shipping` their share of the shipping;
//! gift cards pay with money that is taxed elsewhere, so neither their lines nor what they pay change any tax.

use std::collections::BTreeMap;

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use crate::address::{ShippingLocation, is_same_region};
use crate::cart::postal::is_within;
use crate::cart::share::in_proportion;
use crate::cart::wire::{Cart, CartEntry, TaxLine, TaxRule};
use crate::currency::CurrencyCode;
use crate::money::Cents;
use crate::percent::Percent;
use crate::problem::Problem;
use crate::product::ProductType;

/// The class of products that no rule taxes unless it names it.
const ZERO_CLASS: &str = "zero";
/// The class of products that say nothing, and of rules that say nothing.
const STANDARD_CLASS: &str = "standard";

impl TaxRule {
    fn holds_in_region(&self, location: &ShippingLocation) -> bool {
        let wanted = self.region.as_deref().map(str::trim).filter(|region| !region.is_empty());
        wanted.is_none_or(|region| is_same_region(&location.country_code(), region, &location.region))
    }

    fn holds_at_postal_code(&self, location: &ShippingLocation) -> bool {
        let is_here = |pattern: &String| is_within(pattern, &location.postal_code);
        self.postal_codes.is_empty() || self.postal_codes.iter().any(is_here)
    }

    fn has_region(&self) -> bool {
        self.region.as_deref().is_some_and(|region| !region.trim().is_empty())
    }

    fn is_for(&self, country: &str) -> bool {
        self.country.trim().eq_ignore_ascii_case(country)
    }

    fn class(&self) -> &str {
        class_or_standard(self.class.as_deref().unwrap_or_default())
    }
}

fn class_or_standard(class: &str) -> &str {
    Some(class.trim()).filter(|class| !class.is_empty()).unwrap_or(STANDARD_CLASS)
}

/// The rules that hold at a location: those of its own territory, and only if there are none those of the United States for
/// one of its territories (C-024).
#[must_use]
pub fn applicable_tax_rules(rules: &[TaxRule], location: &ShippingLocation) -> Vec<TaxRule> {
    let of = |country: &str| -> Vec<TaxRule> {
        let holds = |rule: &&TaxRule| {
            rule.is_for(country) && rule.holds_in_region(location) && rule.holds_at_postal_code(location)
        };
        rules.iter().filter(holds).cloned().collect()
    };
    let own = of(&location.territory_code());
    if own.is_empty() && location.is_in_us_tax_territory() { of("US") } else { own }
}

/// True when some tax of the location's country holds in one of its regions only.
#[must_use]
pub fn has_regions(rules: &[TaxRule], location: &ShippingLocation) -> bool {
    let country = location.territory_code();
    rules.iter().any(|rule| rule.has_region() && rule.is_for(&country))
}

/// The places of the rules that tax a class.
pub(super) fn rules_of(class: &str, rules: &[TaxRule]) -> Vec<usize> {
    let named = |wanted: &str| -> Vec<usize> {
        let is_named =
            |(index, rule): (usize, &TaxRule)| rule.class().eq_ignore_ascii_case(wanted).then_some(index);
        rules.iter().enumerate().filter_map(is_named).collect()
    };
    let class = class_or_standard(class);
    let own = named(class);
    if own.is_empty() && !class.eq_ignore_ascii_case(ZERO_CLASS) { named(STANDARD_CLASS) } else { own }
}

/// The percents that a price holds by its own rules: of the goods, and of delivery.
fn held_by(own: &[usize], rules: &[TaxRule]) -> (Decimal, Decimal) {
    let held = |is_meant: fn(&TaxRule) -> bool| -> Decimal {
        let rates = own.iter().map(|index| &rules[*index]).filter(|rule| rule.included && is_meant(rule));
        rates.map(|rule| rule.rate.get()).sum()
    };
    (held(|_| true), held(|rule| rule.shipping))
}

/// What a rule is taken of, before anything is rounded.
#[derive(Clone, Default)]
struct Base {
    /// What is paid, by the rates in percent that the price holds. One division for each keeps halves of a coin exact.
    paid: BTreeMap<Decimal, Decimal>,
}

impl Base {
    fn add(&mut self, amount: Cents, held_rate: Decimal) {
        *self.paid.entry(held_rate).or_default() += Decimal::from(amount.get());
    }

    /// The sum of what `percent` is of what is paid without the taxes it holds.
    fn share(&self, percent: impl Fn(Decimal) -> Decimal) -> Decimal {
        self.paid.iter().map(|(held, paid)| paid * percent(*held) / (Decimal::ONE_HUNDRED + held)).sum()
    }

    fn line(&self, rule: &TaxRule, currency: CurrencyCode) -> Result<TaxLine, Problem> {
        let cents = |amount: Decimal| amount.to_i64().and_then(Cents::new).ok_or(Problem::AmountTooLarge);
        let paid: Decimal = self.paid.values().sum();
        let held = round(self.share(|held| held), currency);
        let tax = round(self.share(|_| rule.rate.get()), currency);
        Ok(TaxLine {
            name: rule.name.clone(),
            rate: rule.rate,
            included: rule.included,
            net_cents: cents(paid - held)?,
            tax_cents: cents(tax)?,
        })
    }
}

/// Whole coins of the currency, half of one rounded up.
fn round(amount: Decimal, currency: CurrencyCode) -> Decimal {
    let coin = Decimal::from(currency.smallest_coin());
    (amount / coin).round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero) * coin
}

/// How an entry of a settled cart is taxed, with its share of what delivery costs. An order keeps it for its invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryTaxes {
    /// What coupons take off the entry.
    pub coupon_cents: Cents,
    /// The taxes of the goods.
    pub rates: Vec<RateOf>,
    /// Its share of what delivery costs.
    pub shipping_cents: Cents,
    /// The taxes of that share.
    pub shipping_rates: Vec<RateOf>,
    /// The tax that its price holds and that is not charged (reverse charge).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub relief_cents: Cents,
    /// The rates of that tax.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relieved: Vec<RateOf>,
    /// The same of its share of what delivery costs.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub shipping_relief_cents: Cents,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_nothing(cents: &Cents) -> bool {
    *cents == Cents::ZERO
}

/// A tax by its rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateOf {
    /// Percent.
    pub rate: Percent,
    /// The price holds it.
    pub included: bool,
}

impl CartEntry {
    /// What the shopper pays for it, by money or by gift cards: the price less what coupons take off.
    pub(super) fn paid_cents(&self) -> Cents {
        let off = self.discount_cents.checked_sub(self.gift_card_cents).unwrap_or(Cents::ZERO);
        self.sub_total.checked_sub(off).unwrap_or(Cents::ZERO)
    }
}

impl Cart {
    /// What each rule comes to, half a coin rounded up per rule; none without an address (C-058).
    pub(super) fn settle_taxes(&mut self, rules: &[TaxRule]) -> Result<(), Problem> {
        self.applicable_tax_rules =
            self.place_of_tax().map_or_else(Vec::new, |location| applicable_tax_rules(rules, location));
        let rules = &self.applicable_tax_rules;
        let mut bases = vec![Base::default(); rules.len()];
        for (entry, shipping) in self.entries.iter().zip(self.shares_of_shipping()) {
            if entry.is_gift_card() {
                continue;
            }
            let own = rules_of(&entry.tax_class, rules);
            let (held_by_goods, held_by_shipping) = held_by(&own, rules);
            for index in &own {
                let rule = &rules[*index];
                bases[*index].add(entry.paid_cents(), held_by_goods);
                if rule.shipping {
                    bases[*index].add(shipping, held_by_shipping);
                }
            }
        }
        let lines = bases.iter().zip(rules).map(|(base, rule)| base.line(rule, self.currency));
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        let sum = |included: bool| {
            let taxes = lines.iter().filter(|line| line.included == included).map(|line| line.tax_cents);
            taxes.into_iter().try_fold(Cents::ZERO, Cents::checked_add).ok_or(Problem::AmountTooLarge)
        };
        (self.tax_cents, self.included_tax_cents) = (sum(false)?, sum(true)?);
        self.taxes = lines;
        Ok(())
    }

    /// How each entry is taxed; of a settled cart.
    #[must_use]
    pub fn taxes_of_entries(&self) -> Vec<EntryTaxes> {
        if let Some(taxes) = self.taxes_by_service(&self.shares_of_shipping()) {
            return taxes;
        }
        let rules = &self.applicable_tax_rules;
        let taxes = |(entry, shipping_cents): (&CartEntry, Cents)| {
            let own = if entry.is_gift_card() { Vec::new() } else { rules_of(&entry.tax_class, rules) };
            let rates = |is_meant: fn(&TaxRule) -> bool| -> Vec<RateOf> {
                let meant = own.iter().map(|index| &rules[*index]).filter(|rule| is_meant(rule));
                meant.map(|rule| RateOf { rate: rule.rate, included: rule.included }).collect()
            };
            let coupon_cents = entry.sub_total.checked_sub(entry.paid_cents()).unwrap_or(Cents::ZERO);
            if self.reverse_charge {
                return EntryTaxes {
                    coupon_cents,
                    shipping_cents,
                    relief_cents: entry.relief_cents,
                    relieved: rates(|rule| rule.included),
                    shipping_relief_cents: entry.shipping_relief_cents,
                    ..EntryTaxes::default()
                };
            }
            EntryTaxes {
                coupon_cents,
                rates: rates(|_| true),
                shipping_cents,
                shipping_rates: rates(|rule| rule.shipping),
                ..EntryTaxes::default()
            }
        };
        self.entries.iter().zip(self.shares_of_shipping()).map(taxes).collect()
    }

    /// What is paid for each entry and for its share of the delivery, and how much of that is tax which the price holds, exactly.
    pub(super) fn held_taxes(&self) -> Vec<[(Cents, Decimal); 2]> {
        let rules = &self.applicable_tax_rules;
        let held = |(entry, shipping): (&CartEntry, Cents)| {
            let own = if entry.is_gift_card() { Vec::new() } else { rules_of(&entry.tax_class, rules) };
            let (by_goods, by_shipping) = held_by(&own, rules);
            let tax = |paid: Cents, percent: Decimal| {
                (paid, Decimal::from(paid.get()) * percent / (Decimal::ONE_HUNDRED + percent))
            };
            [tax(entry.paid_cents(), by_goods), tax(shipping, by_shipping)]
        };
        self.entries.iter().zip(self.shares_of_shipping()).map(held).collect()
    }

    /// The price of shipping, split among what is shipped by what is paid for it; where nothing is, the first bears it.
    fn shares_of_shipping(&self) -> Vec<Cents> {
        let is_shipped = |entry: &CartEntry| entry.product_type == ProductType::Physical;
        let mut left: Vec<Cents> = self
            .entries
            .iter()
            .map(|entry| if is_shipped(entry) { entry.paid_cents() } else { Cents::ZERO })
            .collect();
        if left.iter().all(|cents| *cents == Cents::ZERO) {
            let first = self.entries.iter().position(is_shipped);
            first.into_iter().for_each(|index| left[index] = self.shipping_cost_cents);
        }
        in_proportion(self.shipping_cost_cents, &left)
    }
}
