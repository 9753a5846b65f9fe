//! The letter to a member of the staff whom a note names: where it stands, and nothing of what it says.

use super::letter::Letter;
use crate::ordered::OrderWords;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use serde_json::json;

/// A note names the reader: at an order, given by its id and what people call it, or on a customer. In the site's own language.
pub fn mention(published: &Published, to: &str, order: Option<(&str, &str)>) -> EmailMessage {
    let words = OrderWords::of(published, "");
    let subject = match order {
        Some((_, name)) => words.with("letterMention", &[("name", name)]),
        None => words.get("letterMentionCustomer").to_owned(),
    };
    let see = |(id, _): (&str, &str)| {
        let url = published.address_of(&format!("/api/owner/orders/{id}"));
        json!({"label": words.get("letterOwnerSee"), "url": url})
    };
    let content = json!({
        "heading": subject,
        "paragraphs": [words.get("letterMentionAbout")],
        "buttons": order.map(see).into_iter().collect::<Vec<_>>(),
        "after": words.get("letterMentionWhy"),
    });
    Letter {
        kind: "mention",
        published,
        words: &words,
        to,
        subject,
        content: content.as_object().cloned().unwrap_or_default(),
    }
    .write()
}
