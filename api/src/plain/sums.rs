//! What a cart or an order comes to, line by line, as its pages show it.

use super::page::Page;
use super::words::Words;
use loggia_commerce::{AppliedDiscount, Cart, Cents, TaxLine, Trim};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::repository::order::StoredOrder;

/// The amounts behind the lines.
pub(super) struct Sums<'a> {
    pub(super) subtotal: Cents,
    /// What discounts and coupons took off.
    pub(super) off: Cents,
    /// Of that, and of the price of delivery, what has a name of its own.
    pub(super) discounts: &'a [AppliedDiscount],
    /// What gift cards pay.
    pub(super) by_cards: Cents,
    /// `None`: nothing is shipped. `Some(None)`: what it costs is not known yet.
    pub(super) shipping: Option<Option<Cents>>,
    /// Every tax that is taken of something.
    pub(super) taxes: &'a [TaxLine],
    /// All taxes that are added to the prices, for orders whose taxes are not listed.
    pub(super) tax: Cents,
    /// The tax that the prices hold and that is not charged, where the buyer owes it.
    pub(super) relief: Option<Cents>,
    pub(super) total: Cents,
}

impl<'a> Sums<'a> {
    pub(super) fn of_cart(cart: &'a Cart) -> Self {
        let known = cart.selected_shipping_option.is_some().then_some(cart.shipping_cost_cents);
        Self {
            subtotal: cart.subtotal_cents,
            off: less(cart.discount_cents, cart.gift_card_cents),
            discounts: &cart.discounts,
            by_cards: cart.gift_card_cents,
            shipping: cart.requires_shipping.then_some(known),
            taxes: &cart.taxes,
            tax: cart.tax_cents,
            relief: cart.reverse_charge.then_some(cart.relief_cents),
            total: cart.grand_total_cents,
        }
    }

    /// `taxes` and `discounts` are the order's own.
    pub(super) fn of_order(
        order: &StoredOrder,
        taxes: &'a [TaxLine],
        discounts: &'a [AppliedDiscount],
    ) -> Self {
        let cents = |amount: i64| Cents::new(amount).unwrap_or_default();
        Self {
            subtotal: cents(order.subtotal_cents),
            off: less(cents(order.discount_cents), cents(order.gift_card_cents)),
            discounts,
            by_cards: cents(order.gift_card_cents),
            shipping: (order.shipping_cents > 0 || discounts.iter().any(|one| one.of_delivery))
                .then(|| Some(cents(order.shipping_cents))),
            taxes,
            tax: cents(order.tax_cents),
            relief: order.reverse_charge.then(|| cents(order.relief_cents)),
            total: cents(order.grand_total_cents),
        }
    }

    /// One `{label, amount}` a line: what is added first, then what gift cards pay and the total, then what it holds.
    pub(super) fn lines(&self, page: &Page<'_>) -> Vec<Value> {
        let words = page.words();
        let taken = |cents: Cents| page.money(less(Cents::ZERO, cents));
        let mut lines = vec![(words.get("cartSubtotalText").to_owned(), page.money(self.subtotal))];
        let named_ones = |of_delivery: bool| {
            let named = self.discounts.iter().filter(move |one| one.of_delivery == of_delivery);
            named.map(|one| (one.name.clone(), taken(one.amount_cents)))
        };
        lines.extend(named_ones(false));
        let by_codes = less(self.off, sum(self.discounts, false));
        if by_codes > Cents::ZERO {
            lines.push((words.get("checkoutDiscount").to_owned(), taken(by_codes)));
        }
        if let Some(cost) = self.shipping {
            let full = |cost: Cents| page.money(cost.saturating_add(sum(self.discounts, true)));
            let amount = cost.map_or_else(|| "–".to_owned(), full);
            lines.push((words.get("checkoutShippingCost").to_owned(), amount));
            lines.extend(named_ones(true));
        }
        let named = |key: &str, line: &TaxLine| named_tax(&words, key, line);
        let is_taken = |line: &&TaxLine| line.tax_cents > Cents::ZERO;
        let added: Vec<&TaxLine> = self.taxes.iter().filter(|line| !line.included).filter(is_taken).collect();
        if added.is_empty() && self.tax > Cents::ZERO {
            lines.push((words.get("checkoutTax").to_owned(), page.money(self.tax)));
        }
        lines.extend(added.iter().map(|line| (named("checkoutTaxOf", line), page.money(line.tax_cents))));
        if let Some(relief) = self.relief {
            lines
                .push((words.get("checkoutReverseCharge").to_owned(), page.money(less(Cents::ZERO, relief))));
        }
        if self.by_cards > Cents::ZERO {
            lines.push((words.get("checkoutGiftCard").to_owned(), taken(self.by_cards)));
        }
        lines.push((words.get("checkoutTotal").to_owned(), page.money(self.total)));
        let held = self.taxes.iter().filter(|line| line.included).filter(is_taken);
        lines.extend(held.map(|line| (named("checkoutTaxIncluded", line), page.money(line.tax_cents))));
        lines.into_iter().map(|(label, amount)| json!({"label": label, "amount": amount})).collect()
    }
}

/// What a line of tax is called, by its name and its rate.
pub(super) fn named_tax(words: &Words<'_>, key: &str, line: &TaxLine) -> String {
    let name = line.name.clone().unwrap_or_else(|| words.get("checkoutTax").to_owned());
    let rate = line.rate.format(Trim::WholeAmounts);
    words.with(key, "name", &name).replace("{rate}", &rate)
}

pub(super) fn less(all: Cents, part: Cents) -> Cents {
    all.checked_sub(part).unwrap_or_default()
}

fn sum(discounts: &[AppliedDiscount], of_delivery: bool) -> Cents {
    let meant = discounts.iter().filter(|one| one.of_delivery == of_delivery);
    meant.fold(Cents::ZERO, |sum, one| sum.saturating_add(one.amount_cents))
}

/// As [`Sums::lines`], of a stored order.
pub(super) fn of_order(page: &Page<'_>, order: &StoredOrder) -> Result<Vec<Value>, ApiError> {
    let (taxes, discounts) = (order.tax_lines()?, order.applied_discounts()?);
    Ok(Sums::of_order(order, &taxes, &discounts).lines(page))
}
