//! What the shop writes to people.

use crate::outbound::mail::Letter;
use crate::published::Published;
use crate::repository::order::{StoredLine, StoredOrder};
use loggia_commerce::forms::{Answers, Form, SummaryTexts, summarize};
use loggia_commerce::{Cents, CurrencyCode, Money, Product};

/// An order was paid.
pub fn confirmation(published: &Published, order: &StoredOrder, lines: &[StoredLine]) -> Letter {
    let amount = |cents| amount(&order.currency, cents);
    let mut text = String::from("Thank you for your order.\n\n");
    for line in lines {
        text.push_str(&format!(
            "{} x {}: {}\n",
            line.quantity,
            line.title,
            amount(line.quantity * line.unit_price_cents)
        ));
    }
    text.push_str(&format!(
        "\nShipping: {}\nTax: {}\nTotal: {}\n",
        amount(order.shipping_cents),
        amount(order.tax_cents),
        amount(order.grand_total_cents)
    ));
    Letter { to: order.email.clone(), subject: format!("{}: your order {}", name(published), order.id), text }
}

/// A gift card was bought.
pub fn gift_card(published: &Published, order: &StoredOrder, cents: i64, code: &str) -> Letter {
    Letter {
        to: order.email.clone(),
        subject: format!("{}: your gift card", name(published)),
        text: format!(
            "A gift card of {}.\n\nCode: {code}\n\nEnter the code as a coupon when you check out.",
            amount(&order.currency, cents)
        ),
    }
}

/// A variant is back.
pub fn restock(published: &Published, product: &Product, email: &str) -> Letter {
    let website = &published.catalog.website;
    Letter {
        to: email.to_owned(),
        subject: format!("{}: {} is back in stock", name(published), product.title),
        text: format!("{} is back in stock.\n\n{}{}", product.title, website.base_url, product.full_url),
    }
}

/// A form was filled in.
pub fn submission(published: &Published, form: &Form, answers: &Answers, to: &str) -> Letter {
    let texts = SummaryTexts::from_strings(&published.catalog.localized_strings);
    let lines = summarize(form, answers, &texts);
    let text = lines.iter().map(|line| format!("{}: {}\n", line.title, line.answer.to_text())).collect();
    Letter { to: to.to_owned(), subject: format!("{}: {}", name(published), form.name), text }
}

fn name(published: &Published) -> &str {
    let website = &published.catalog.website;
    if website.title.is_empty() { "Your shop" } else { &website.title }
}

fn amount(currency: &str, cents: i64) -> String {
    let currency = CurrencyCode::parse(currency).unwrap_or_default();
    Money::new(Cents::new(cents).unwrap_or_default(), currency).format()
}
