//! The letter that answers what somebody sent by a form.

use super::letter::Letter;
use crate::ordered::OrderWords;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use serde_json::{Value, json};

/// What is answered, and how.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// Whom it is for.
    pub to: &'a str,
    /// What it is about.
    pub subject: &'a str,
    /// What it says.
    pub text: &'a str,
    /// What was sent: label and answer of each field.
    pub sent: &'a [(&'a str, &'a str)],
}

/// The reply, with what was sent below it. Answers to it go to the shop's address for orders, or to its owner's.
pub fn letter(published: &Published, reply: Reply<'_>) -> EmailMessage {
    let words = OrderWords::of(published, "");
    let paragraphs: Vec<&str> =
        reply.text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).collect();
    let fact =
        |(label, text): &(&str, &str)| json!({"label": label, "lines": text.lines().collect::<Vec<_>>()});
    let facts: Vec<Value> = reply.sent.iter().map(fact).collect();
    let content = json!({"heading": reply.subject, "paragraphs": paragraphs, "facts": facts});
    let catalog = &published.catalog;
    let shop = catalog.order_settings.email.as_ref().or(catalog.website.owner_email.as_ref());
    let letter = Letter {
        kind: "reply",
        published,
        words: &words,
        to: reply.to,
        subject: reply.subject.to_owned(),
        content: content.as_object().cloned().unwrap_or_default(),
    };
    EmailMessage { reply_to: shop.cloned(), ..letter.write() }
}
