//! What a cart or an order comes to, line by line, as its pages show it.

use super::page::Page;
use super::words::Words;
use loggia_commerce::{Cart, Cents, TaxLine, Trim};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::repository::order::StoredOrder;

/// The amounts behind the lines.
pub(super) struct Sums<'a> {
    pub(super) subtotal: Cents,
    /// What coupons took off.
    pub(super) off: Cents,
    /// What gift cards pay.
    pub(super) by_cards: Cents,
    /// `None`: nothing is shipped. `Some(None)`: what it costs is not known yet.
    pub(super) shipping: Option<Option<Cents>>,
    /// Every tax that is taken of something.
    pub(super) taxes: &'a [TaxLine],
    /// All taxes that are added to the prices, for orders whose taxes are not listed.
    pub(super) tax: Cents,
    pub(super) total: Cents,
}

impl<'a> Sums<'a> {
    pub(super) fn of_cart(cart: &'a Cart) -> Self {
        let known = cart.selected_shipping_option.is_some().then_some(cart.shipping_cost_cents);
        Self {
            subtotal: cart.subtotal_cents,
            off: less(cart.discount_cents, cart.gift_card_cents),
            by_cards: cart.gift_card_cents,
            shipping: cart.requires_shipping.then_some(known),
            taxes: &cart.taxes,
            tax: cart.tax_cents,
            total: cart.grand_total_cents,
        }
    }

    /// `taxes` are the order's own.
    pub(super) fn of_order(order: &StoredOrder, taxes: &'a [TaxLine]) -> Self {
        let cents = |amount: i64| Cents::new(amount).unwrap_or_default();
        Self {
            subtotal: cents(order.subtotal_cents),
            off: less(cents(order.discount_cents), cents(order.gift_card_cents)),
            by_cards: cents(order.gift_card_cents),
            shipping: (order.shipping_cents > 0).then(|| Some(cents(order.shipping_cents))),
            taxes,
            tax: cents(order.tax_cents),
            total: cents(order.grand_total_cents),
        }
    }

    /// One `{label, amount}` a line: what is added first, then what gift cards pay and the total, then what it holds.
    pub(super) fn lines(&self, page: &Page<'_>) -> Vec<Value> {
        let words = page.words();
        let taken = |cents: Cents| page.money(less(Cents::ZERO, cents));
        let mut lines = vec![(words.get("cartSubtotalText").to_owned(), page.money(self.subtotal))];
        if self.off > Cents::ZERO {
            lines.push((words.get("checkoutDiscount").to_owned(), taken(self.off)));
        }
        if let Some(cost) = self.shipping {
            let amount = cost.map_or_else(|| "–".to_owned(), |cost| page.money(cost));
            lines.push((words.get("checkoutShippingCost").to_owned(), amount));
        }
        let named = |key: &str, line: &TaxLine| named_tax(&words, key, line);
        let is_taken = |line: &&TaxLine| line.tax_cents > Cents::ZERO;
        let added: Vec<&TaxLine> = self.taxes.iter().filter(|line| !line.included).filter(is_taken).collect();
        if added.is_empty() && self.tax > Cents::ZERO {
            lines.push((words.get("checkoutTax").to_owned(), page.money(self.tax)));
        }
        lines.extend(added.iter().map(|line| (named("checkoutTaxOf", line), page.money(line.tax_cents))));
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

/// As [`Sums::lines`], of a stored order.
pub(super) fn of_order(page: &Page<'_>, order: &StoredOrder) -> Result<Vec<Value>, ApiError> {
    let taxes = order.tax_lines()?;
    Ok(Sums::of_order(order, &taxes).lines(page))
}
