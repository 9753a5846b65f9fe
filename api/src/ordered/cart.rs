//! A cart that is not an order yet, as letters and pages show it in the words of a language.

use super::words::OrderWords;
use loggia_commerce::{AppliedDiscount, Cart, CartEntry};
use serde_json::{Value, json};

/// What is in it: `quantity`, `title`, `options` and `amount`.
pub fn cart_lines(words: &OrderWords<'_>, cart: &Cart) -> Vec<Value> {
    let currency = cart.currency.to_string();
    let line = |entry: &CartEntry| {
        let options: Vec<String> =
            entry.chosen_variant.attributes.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        json!({
            "quantity": entry.quantity,
            "title": entry.title,
            "options": options.join(" · "),
            "amount": words.money(&currency, entry.sub_total.get()),
        })
    };
    cart.entries.iter().map(line).collect()
}

/// What it comes to, one `{label, amount}` a line.
pub fn cart_sums(words: &OrderWords<'_>, cart: &Cart) -> Vec<Value> {
    let currency = cart.currency.to_string();
    let money = |cents: i64| words.money(&currency, cents);
    let line = |label: &str, cents: i64| json!({"label": words.apart(label), "amount": money(cents)});
    let taken = |one: &AppliedDiscount| json!({"label": words.apart(&one.name), "amount": format!("-{}", money(one.amount_cents.get()))});
    let mut sums = vec![line(words.get("sumSubtotal"), cart.subtotal_cents.get())];
    sums.extend(cart.discounts.iter().filter(|one| !one.of_delivery).map(taken));
    if let Some(option) = cart.selected_shipping_option.as_ref().filter(|_| cart.requires_shipping) {
        let label = format!("{} ({})", words.get("sumShipping"), option.name);
        sums.push(line(&label, cart.shipping_cost_cents.get()));
    }
    if cart.tax_cents.get() > 0 {
        sums.push(line(words.get("sumTax"), cart.tax_cents.get()));
    }
    sums.push(line(words.get("sumTotal"), cart.grand_total_cents.get()));
    sums
}
