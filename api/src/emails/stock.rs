//! The letter about stock, for the shop's owner.

use super::letter::Letter;
use crate::ordered::OrderWords;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use crate::repository::stock::told::Low;
use serde_json::{Value, json};

/// How many variants a letter lists; the others are counted.
const LISTED: usize = 50;
/// How many titles stand in the subject.
const NAMED: usize = 3;

/// Few are left of these, or none: in the site's own language.
pub fn low_stock(published: &Published, owner: &str, variants: &[Low]) -> EmailMessage {
    let words = OrderWords::of(published, "");
    let (out, few): (Vec<&Low>, Vec<&Low>) = variants.iter().partition(|one| one.quantity <= 0);
    let mut titles: Vec<&str> = Vec::new();
    for one in out.iter().chain(&few) {
        if !titles.contains(&one.title.as_str()) {
            titles.push(&one.title);
        }
    }
    let more = if titles.len() > NAMED { " …" } else { "" };
    let subject = format!("{}{more}", titles[..titles.len().min(NAMED)].join(", "));
    let facts: Vec<Value> = [("letterStockOut", &out), ("letterStockFew", &few)]
        .into_iter()
        .filter(|(_, of)| !of.is_empty())
        .map(|(label, of)| {
            let mut lines: Vec<String> = of.iter().take(LISTED).map(|one| line(one)).collect();
            if of.len() > LISTED {
                lines.push(format!("… +{}", of.len() - LISTED));
            }
            json!({"label": words.get(label), "lines": lines})
        })
        .collect();
    let content = json!({
        "heading": words.get("letterStockHeading"),
        "paragraphs": [words.get("letterStockAbout")],
        "facts": facts,
    });
    Letter {
        kind: "low-stock",
        published,
        words: &words,
        to: owner,
        subject: words.with("letterStockSubject", &[("titles", &subject)]),
        content: content.as_object().cloned().unwrap_or_default(),
    }
    .write()
}

fn line(one: &Low) -> String {
    let mut text = one.title.clone();
    if !one.options.is_empty() {
        text.push_str(&format!(", {}", one.options));
    }
    if !one.sku.is_empty() {
        text.push_str(&format!(" ({})", one.sku));
    }
    if one.quantity > 0 {
        text.push_str(&format!(": {}", one.quantity));
    }
    text
}
