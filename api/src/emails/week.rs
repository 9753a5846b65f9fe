//! The letter about a week of the shop, for its owner.

use super::letter::Letter;
use crate::ordered::OrderWords;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use crate::repository::books::sums::{ProductSum, Sums};
use jiff::civil::Date;
use serde_json::{Value, json};

/// What a week came to in one currency (ISO 4217).
#[derive(Clone, Debug)]
pub struct WeekSums {
    /// The currency.
    pub currency: String,
    /// The week.
    pub now: Sums,
    /// The one before it.
    pub before: Sums,
    /// What came to most.
    pub best: Vec<ProductSum>,
}

/// What the days from one to another, both counted in, came to: in the site's own language.
pub fn week(published: &Published, owner: &str, (from, to): (Date, Date), sums: &[WeekSums]) -> EmailMessage {
    let words = OrderWords::of(published, "");
    let (from, to) = (from.to_string(), to.to_string());
    let days = [("from", from.as_str()), ("to", to.as_str())];
    let content = json!({
        "heading": words.with("letterWeekHeading", &days),
        "facts": sums.iter().flat_map(|one| facts(&words, one)).collect::<Vec<_>>(),
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

/// Each figure of a currency beside the one before it, and what sold most.
fn facts(words: &OrderWords<'_>, one: &WeekSums) -> Vec<Value> {
    let (now, before) = (&one.now, &one.before);
    let money = |cents: i64| words.money(&one.currency, cents);
    let fact = |label: &str, now: String, before: String| {
        let line = words.with("letterWeekBefore", &[("now", &now), ("before", &before)]);
        json!({"label": words.get(label), "lines": [line]})
    };
    let average = |sums: &Sums| match sums.orders {
        0 => "–".to_owned(),
        // Half a minor unit is rounded up.
        orders => money((sums.gross_cents * 2 + orders).div_euclid(orders * 2)),
    };
    let mut facts = vec![
        fact("letterWeekSold", money(now.gross_cents), money(before.gross_cents)),
        fact("letterWeekOrders", now.orders.to_string(), before.orders.to_string()),
        fact("letterWeekAverage", average(now), average(before)),
        fact("letterWeekRefunded", money(now.back_cents), money(before.back_cents)),
    ];
    if !one.best.is_empty() {
        let line = |row: &ProductSum| format!("{} x {}: {}", row.pieces, row.title, money(row.cents));
        let lines: Vec<String> = one.best.iter().map(line).collect();
        facts.push(json!({"label": words.get("letterWeekBest"), "lines": lines}));
    }
    facts
}
