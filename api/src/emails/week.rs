//! The letter about a week of the shop, for its owner.

use super::letter::Letter;
use crate::ordered::OrderWords;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use crate::usecase::figures::{CurrencyFigures, CurrencyProducts, Figures};
use serde_json::{Value, json};

/// How many products it names.
const NAMED: usize = 5;

/// What the days of these figures came to, beside those before: in the site's own language.
pub fn week(
    published: &Published,
    owner: &str,
    figures: &Figures,
    sold: &[CurrencyProducts],
) -> EmailMessage {
    let words = OrderWords::of(published, "");
    let days = [("from", figures.span.from.as_str()), ("to", figures.span.to.as_str())];
    let mut facts: Vec<Value> = figures.currencies.iter().flat_map(|one| facts(&words, one)).collect();
    for one in sold.iter().filter(|one| !one.rows.is_empty()) {
        let rows = one.rows.iter().take(NAMED);
        let lines: Vec<String> = rows
            .map(|row| {
                format!("{} x {}: {}", row.pieces, row.title, words.money(&one.currency, row.amount_cents))
            })
            .collect();
        facts.push(json!({"label": words.get("letterWeekBest"), "lines": lines}));
    }
    let content = json!({
        "heading": words.with("letterWeekHeading", &days),
        "facts": facts,
        "after": words.get("letterWeekAbout"),
    });
    let named = [&[("shop", super::name(published))][..], &days].concat();
    Letter {
        kind: "weekly",
        published,
        words: &words,
        to: owner,
        subject: words.with("letterWeekSubject", &named),
        content: content.as_object().cloned().unwrap_or_default(),
    }
    .write()
}

/// Each figure of a currency beside the one before it.
fn facts(words: &OrderWords<'_>, one: &CurrencyFigures) -> Vec<Value> {
    let (now, before) = (&one.total, &one.before);
    let money = |cents: i64| words.money(&one.currency, cents);
    let fact = |label: &str, now: String, before: String| {
        let line = words.with("letterWeekBefore", &[("now", &now), ("before", &before)]);
        json!({"label": words.get(label), "lines": [line]})
    };
    let average = |cents: Option<i64>| cents.map_or_else(|| "–".to_owned(), money);
    vec![
        fact("letterWeekSold", money(now.gross_cents), money(before.gross_cents)),
        fact("letterWeekOrders", now.orders.to_string(), before.orders.to_string()),
        fact("letterWeekAverage", average(now.average_cents), average(before.average_cents)),
        fact("letterWeekRefunded", money(now.refunded_cents), money(before.refunded_cents)),
    ]
}
