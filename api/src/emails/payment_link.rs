//! The letter with a link to pay what the shop prepared.

use super::letter::Letter;
use crate::ordered::{OrderWords, cart_lines, cart_sums};
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use loggia_commerce::Cart;
use serde_json::json;

/// A link to pay, and who gets it.
#[derive(Clone, Copy, Debug)]
pub struct PaymentLink<'a> {
    /// Who gets it.
    pub email: &'a str,
    /// The language of the letter; "" is the site's own.
    pub language: &'a str,
    /// The whole address.
    pub url: &'a str,
    /// Until when it holds; epoch milliseconds.
    pub until: i64,
}

/// What was prepared, what it comes to, and where it is paid until when.
pub fn letter(published: &Published, cart: &Cart, link: PaymentLink<'_>) -> EmailMessage {
    let words = OrderWords::of(published, link.language);
    let until = words.with("payUntil", &[("date", &published.moment_with_zone(link.until))]);
    let content = json!({
        "heading": words.get("payHeading"),
        "paragraphs": [words.get("payAbout"), until],
        "lines": cart_lines(&words, cart),
        "sums": cart_sums(&words, cart),
        "buttons": [{"label": words.get("payButton"), "url": link.url}],
    });
    Letter {
        kind: "payment-link",
        published,
        words: &words,
        to: link.email,
        subject: words.with("paySubject", &[("shop", super::name(published))]),
        content: content.as_object().cloned().unwrap_or_default(),
    }
    .write()
}
