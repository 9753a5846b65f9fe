//! Taxes that a service works out: how its answer becomes the cart's taxes (S-330). Whether a price holds its tax the shop's own
//! rules say for the places that they name, else one setting.

use std::collections::BTreeSet;

use crate::cart::tax::{EntryTaxes, RateOf, applicable_tax_rules, rules_of};
use crate::cart::tax_question::{CalculatedTax, ServiceTerms, TaxQuestion, TaxedLine, needs_postal_code};
use crate::cart::wire::{Cart, CartEntry, TaxLine, TaxRule};
use crate::money::Cents;
use crate::percent::Percent;
use crate::problem::Problem;

impl Cart {
    /// What a service is still to be asked before this settled cart has its taxes.
    #[must_use]
    pub fn unanswered(&self) -> Option<&TaxQuestion> {
        self.tax_question.as_ref().filter(|_| self.tax_calculation.is_none())
    }

    /// Works out what a service is asked of the cart, and takes its taxes from the answer to that, if there is one. `false`: the
    /// shop's own rules hold.
    pub(super) fn settle_taxes_by_service(
        &mut self,
        (rules, service): (&[TaxRule], ServiceTerms<'_>),
        owes_tax: bool,
    ) -> Result<bool, Problem> {
        self.tax_question = self.question((rules, service.included), owes_tax);
        let place = self.located();
        self.asks_postal_code = self.asks_country && place.is_some_and(needs_postal_code);
        let digest = self.tax_question.as_ref().map(TaxQuestion::digest);
        self.tax_calculation =
            service.known.iter().find(|known| Some(&known.asked) == digest.as_ref()).cloned();
        if self.unanswered().is_some() && service.or_rules {
            return Ok(false);
        }
        self.tax_pending = self.unanswered().is_some();
        self.applicable_tax_rules.clear();
        self.taxes = self.calculated_lines()?;
        let sum = |included: bool| {
            let taxes = self.taxes.iter().filter(|line| line.included == included).map(|line| line.tax_cents);
            taxes.into_iter().try_fold(Cents::ZERO, Cents::checked_add).ok_or(Problem::AmountTooLarge)
        };
        (self.tax_cents, self.included_tax_cents) = (sum(false)?, sum(true)?);
        Ok(true)
    }

    fn question(&self, (rules, by_default): (&[TaxRule], bool), owes_tax: bool) -> Option<TaxQuestion> {
        let place = self.place_of_tax()?.clone();
        let rules = applicable_tax_rules(rules, &place);
        let line = |(index, entry): (usize, &CartEntry)| {
            let cents = entry.paid_cents();
            let own = rules_of(&entry.tax_class, &rules);
            let holds = own.iter().any(|index| rules[*index].included);
            (!entry.is_gift_card() && cents > Cents::ZERO).then(|| TaxedLine {
                entry: index,
                cents,
                quantity: entry.quantity,
                class: entry.tax_class.clone(),
                product_type: entry.product_type,
                included: if own.is_empty() { by_default } else { holds },
            })
        };
        let lines: Vec<TaxedLine> = self.entries.iter().enumerate().filter_map(line).collect();
        let shipping_cents = self.shipping_cost_cents;
        let asks = !lines.is_empty() || shipping_cents > Cents::ZERO;
        let shipping_included =
            if lines.is_empty() { by_default } else { lines.iter().all(|line| line.included) };
        asks.then(|| TaxQuestion {
            currency: self.currency,
            place,
            is_shipped: self.requires_shipping,
            shipping_cents,
            shipping_included,
            lines,
            vat_id: if owes_tax { self.vat_id.clone() } else { String::new() },
        })
    }

    /// Each tax of the answer with whether the price holds it: of a line, by its place in the question, or of delivery.
    fn calculated(&self) -> impl Iterator<Item = (&CalculatedTax, bool)> {
        let parts = self.tax_question.iter().zip(&self.tax_calculation);
        parts.flat_map(|(question, calculation)| {
            let lines = question.lines.iter().zip(&calculation.lines);
            let of_lines = lines.flat_map(|(line, taxes)| taxes.iter().map(|tax| (tax, line.included)));
            of_lines.chain(calculation.shipping.iter().map(|tax| (tax, question.shipping_included)))
        })
    }

    /// The taxes of the answer, those of one name and rate as one.
    fn calculated_lines(&self) -> Result<Vec<TaxLine>, Problem> {
        let mut lines: Vec<TaxLine> = Vec::new();
        for (tax, included) in self.calculated() {
            let name = Some(tax.name.clone()).filter(|name| !name.is_empty());
            let is_same =
                |line: &&mut TaxLine| line.name == name && line.rate == tax.rate && line.included == included;
            let add = |one: Cents, more: Cents| one.checked_add(more).ok_or(Problem::AmountTooLarge);
            match lines.iter_mut().find(is_same) {
                Some(line) => {
                    line.net_cents = add(line.net_cents, tax.net_cents)?;
                    line.tax_cents = add(line.tax_cents, tax.tax_cents)?;
                }
                None => lines.push(TaxLine {
                    name,
                    rate: tax.rate,
                    included,
                    net_cents: tax.net_cents,
                    tax_cents: tax.tax_cents,
                }),
            }
        }
        Ok(lines)
    }

    /// How each entry is taxed by the answer; `None` where the shop's own rules decided.
    pub(super) fn taxes_by_service(&self, shares_of_shipping: &[Cents]) -> Option<Vec<EntryTaxes>> {
        let (question, calculation) = (self.tax_question.as_ref()?, self.tax_calculation.as_ref()?);
        let rates = |taxes: &[CalculatedTax], included: bool| -> Vec<RateOf> {
            let rates: BTreeSet<Percent> = taxes.iter().map(|tax| tax.rate).collect();
            rates.into_iter().map(|rate| RateOf { rate, included }).collect()
        };
        let taxes = |((index, entry), shipping): ((usize, &CartEntry), &Cents)| {
            let mut lines = question.lines.iter().zip(&calculation.lines);
            let own = lines.find(|(line, _)| line.entry == index);
            EntryTaxes {
                coupon_cents: entry.sub_total.checked_sub(entry.paid_cents()).unwrap_or(Cents::ZERO),
                rates: own.map(|(line, taxes)| rates(taxes, line.included)).unwrap_or_default(),
                shipping_cents: *shipping,
                shipping_rates: rates(&calculation.shipping, question.shipping_included),
                ..EntryTaxes::default()
            }
        };
        Some(self.entries.iter().enumerate().zip(shares_of_shipping).map(taxes).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::ShippingLocation;
    use crate::cart::settle::Terms;
    use crate::cart::tax_question::{TaxCalculation, TaxesBy};
    use crate::product::ProductType;

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    fn cart(country: &str, postal_code: &str) -> Cart {
        let entry = |class: &str, price: i64, product_type: ProductType| CartEntry {
            quantity: 1,
            purchase_price_cents: cents(price),
            tax_class: class.into(),
            product_type,
            ..CartEntry::default()
        };
        let place = ShippingLocation {
            country: country.into(),
            postal_code: postal_code.into(),
            ..ShippingLocation::default()
        };
        Cart {
            entries: vec![
                entry("", 1000, ProductType::Digital),
                entry("", 2500, ProductType::GiftCard),
                entry("books", 500, ProductType::Service),
            ],
            shipping_location: Some(place),
            ..Cart::default()
        }
    }

    fn terms<'a>(known: &'a [TaxCalculation], rules: &'a [TaxRule], or_rules: bool) -> Terms<'a> {
        let service = ServiceTerms { known, included: false, or_rules };
        Terms { tax_rules: rules, taxes_by: TaxesBy::Service(service), ..Terms::default() }
    }

    fn tax(name: &str, rate: &str, (net, tax): (i64, i64)) -> CalculatedTax {
        let rate = Percent::parse(rate).unwrap();
        CalculatedTax { name: name.into(), rate, net_cents: cents(net), tax_cents: cents(tax) }
    }

    /// S-330: what is shown is what the service answered, line by line; a cart that asks something else has no answer.
    #[test]
    fn s_330_a_cart_takes_the_taxes_of_its_own_answer() {
        let mut cart = cart("US", "98104");
        cart.settle(&terms(&[], &[], false)).unwrap();
        let question = cart.unanswered().unwrap().clone();
        assert!(cart.tax_pending && cart.asks_country && cart.asks_postal_code && question.is_placed());
        assert_eq!((cart.tax_cents, cart.grand_total_cents), (Cents::ZERO, cents(4000)));
        let asked: Vec<(usize, i64, bool)> =
            question.lines.iter().map(|line| (line.entry, line.cents.get(), line.included)).collect();
        assert_eq!(asked, [(0, 1000, false), (2, 500, false)]);
        let state = tax("Washington Sales Tax", "6.5", (1000, 65));
        let city = tax("Seattle Sales Tax", "3.75", (1000, 38));
        let calculation = TaxCalculation {
            id: "calc".into(),
            asked: question.digest(),
            lines: vec![vec![state, city], vec![tax("Washington Sales Tax", "6.5", (500, 33))]],
            total_cents: cents(1636),
            ..TaxCalculation::default()
        };
        let known = [calculation];
        cart.settle(&terms(&known, &[], false)).unwrap();
        assert!(!cart.tax_pending && cart.unanswered().is_none());
        let lines: Vec<(i64, i64)> =
            cart.taxes.iter().map(|line| (line.net_cents.get(), line.tax_cents.get())).collect();
        assert_eq!((lines, cart.tax_cents.get()), (vec![(1500, 98), (1000, 38)], 136));
        assert_eq!(cart.grand_total_cents, cents(4136));
        let rates: Vec<usize> = cart.taxes_of_entries().iter().map(|taxes| taxes.rates.len()).collect();
        assert_eq!(rates, [2, 0, 1]);
        // One piece more is another question.
        cart.entries[0].quantity = 2;
        cart.settle(&terms(&known, &[], false)).unwrap();
        assert!(cart.tax_pending && cart.taxes.is_empty() && cart.tax_cents == Cents::ZERO);
    }

    /// S-330: whether a price holds its tax the shop's own rules say where they name the place, and they hold while the service
    /// is away, if the owner says so.
    #[test]
    fn s_330_own_rules_say_what_prices_hold_and_may_stand_in() {
        let rule = TaxRule {
            country: "DE".into(),
            rate: Percent::parse("19").unwrap(),
            included: true,
            ..TaxRule::default()
        };
        let rules = [rule];
        let mut stopped = cart("DE", "");
        stopped.settle(&terms(&[], &rules, false)).unwrap();
        assert!(stopped.tax_pending && stopped.taxes.is_empty());
        assert!(stopped.unanswered().unwrap().lines.iter().all(|line| line.included));
        let mut goes_on = cart("DE", "");
        goes_on.settle(&terms(&[], &rules, true)).unwrap();
        assert!(!goes_on.tax_pending && goes_on.unanswered().is_some());
        assert_eq!((goes_on.included_tax_cents.get(), goes_on.grand_total_cents.get()), (239, 4000));
        let mut nowhere = cart("", "");
        nowhere.settle(&terms(&[], &[], false)).unwrap();
        assert!(nowhere.unanswered().is_none() && !nowhere.tax_pending && nowhere.asks_country);
    }
}
