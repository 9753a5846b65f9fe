//! Stripe Tax as our server of Stripe's calls speaks it, after the published shapes: calculations with their lines and taxes by
//! jurisdiction, transactions, reversals. Its rates are made up: Germany 19 % and 7 % for books, Washington 6.5 % and in Seattle 3.85 %
//! more, nothing elsewhere.

use crate::stripe_server::fault;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The tax code of books.
pub const BOOKS: &str = "txcd_35010000";
/// How many lines an answer holds; the real one holds ten.
const PAGE: usize = 1;

#[derive(Default)]
pub struct Books {
    /// Calculations are made so late that nobody waits for them.
    pub hangs: bool,
    /// It answers with 500.
    pub is_down: bool,
    /// What was asked and answered.
    pub calculations: Vec<Value>,
    pub transactions: Vec<Value>,
    pub reversals: Vec<Value>,
}

type Rate = (&'static str, &'static str, &'static str, i64);

/// What is taken where: who takes it, its level, its name, hundredths of a percent.
fn rates(country: &str, postal_code: &str, code: &str) -> Vec<Rate> {
    match country {
        "DE" if code == BOOKS => vec![("Germany", "country", "VAT", 700)],
        "DE" => vec![("Germany", "country", "VAT", 1900)],
        "US" if postal_code.starts_with("98") => {
            let state = ("Washington", "state", "Sales Tax", 650);
            if postal_code == "98104" {
                vec![state, ("Seattle", "city", "Sales Tax", 385)]
            } else {
                vec![state]
            }
        }
        _ => Vec::new(),
    }
}

/// Half a coin and more is rounded up.
fn part(amount: i64, of: i64, whole: i64) -> i64 {
    (amount * of * 2 + whole) / (whole * 2)
}

/// A line or the delivery with its taxes.
fn taxed(fields: &BTreeMap<String, String>, name: &str, owes: bool) -> Option<Value> {
    let field = |key: &str| fields.get(&format!("{name}[{key}]")).cloned();
    let amount: i64 = field("amount")?.parse().unwrap();
    let at =
        |key: &str| fields.get(&format!("customer_details[address][{key}]")).cloned().unwrap_or_default();
    let (code, included) = (field("tax_code").unwrap(), field("tax_behavior").unwrap() == "inclusive");
    let rates = rates(&at("country"), &at("postal_code"), &code);
    let all: i64 = rates.iter().map(|rate| rate.3).sum();
    let held: i64 =
        if included && !owes { rates.iter().map(|rate| part(amount, rate.3, 10_000 + all)).sum() } else { 0 };
    let breakdown: Vec<Value> = rates
        .iter()
        .map(|(place, level, tax, rate)| {
            let own = match (owes, included) {
                (true, _) => 0,
                (false, true) => part(amount, *rate, 10_000 + all),
                (false, false) => part(amount, *rate, 10_000),
            };
            json!({"amount": own, "taxable_amount": if owes { 0 } else { amount - held }, "sourcing": "destination",
                "jurisdiction": {"country": at("country"), "display_name": place, "level": level, "state": null},
                "taxability_reason": if owes { "reverse_charge" } else { "standard_rated" },
                "tax_rate_details": {"display_name": tax, "percentage_decimal": format!("{}.{:02}", rate / 100, rate % 100), "tax_type": "vat"}})
        })
        .collect();
    let tax: i64 = breakdown.iter().map(|tax| tax["amount"].as_i64().unwrap()).sum();
    Some(
        json!({"id": format!("tax_{name}"), "object": "tax.calculation_line_item", "amount": amount, "amount_tax": tax,
        "quantity": 1, "reference": field("reference"), "tax_behavior": field("tax_behavior"), "tax_code": code, "tax_breakdown": breakdown}),
    )
}

fn calculate(books: &mut Books, fields: &BTreeMap<String, String>) -> (u16, Value) {
    let at = |key: &str| fields.get(&format!("customer_details[address][{key}]")).map_or("", String::as_str);
    if at("country") == "US" && at("postal_code").len() != 5 {
        return (400, fault("invalid_request_error", "customer_tax_location_invalid"));
    }
    let owes = fields.contains_key("customer_details[tax_ids][0][value]") && at("country") != "DE";
    let lines: Vec<Value> =
        (0..).map_while(|index| taxed(fields, &format!("line_items[{index}]"), owes)).collect();
    let shipping = taxed(fields, "shipping_cost", owes);
    let cents = |value: &Value, key: &str| value[key].as_i64().unwrap();
    let sum = |of: &str, included: Option<bool>| -> i64 {
        let parts = lines.iter().chain(&shipping);
        parts
            .filter(|part| included.is_none_or(|included| (part["tax_behavior"] == "inclusive") == included))
            .map(|part| cents(part, of))
            .sum()
    };
    let (added, held) = (sum("amount_tax", Some(false)), sum("amount_tax", Some(true)));
    let calculation = json!({"id": format!("taxcalc_{}", books.calculations.len() + 1), "object": "tax.calculation", "currency": fields["currency"],
        "amount_total": sum("amount", None) + added, "tax_amount_exclusive": added, "tax_amount_inclusive": held,
        "line_items": {"object": "list", "data": lines, "has_more": false}, "shipping_cost": shipping, "asked": fields});
    books.calculations.push(calculation.clone());
    let mut answer = calculation;
    let first: Vec<Value> = lines.iter().take(PAGE).cloned().collect();
    answer["line_items"] = json!({"object": "list", "has_more": lines.len() > first.len(), "data": first});
    (200, answer)
}

/// The lines behind the first ones.
fn more(books: &Books, id: &str, fields: &BTreeMap<String, String>) -> (u16, Value) {
    let found = books.calculations.iter().find(|one| one["id"] == id).unwrap();
    let lines = found["line_items"]["data"].as_array().unwrap();
    let after = lines.iter().position(|line| line["id"] == fields["starting_after"]).unwrap();
    (200, json!({"object": "list", "has_more": false, "data": &lines[after + 1..]}))
}

fn is_taken(books: &Books, reference: &str) -> bool {
    books.transactions.iter().chain(&books.reversals).any(|known| known["reference"] == reference)
}

pub fn work(books: &mut Books, call: &str, fields: &BTreeMap<String, String>) -> (u16, Value) {
    if books.is_down {
        return (500, fault("api_error", ""));
    }
    match call {
        "POST /v1/tax/calculations" => calculate(books, fields),
        "POST /v1/tax/transactions/create_from_calculation" => {
            let found = books.calculations.iter().find(|one| one["id"] == fields["calculation"].as_str());
            let Some(found) = found.cloned() else {
                return (404, fault("invalid_request_error", "resource_missing"));
            };
            if is_taken(books, &fields["reference"]) {
                return (400, fault("invalid_request_error", "resource_already_exists"));
            }
            let id = format!("tax_{}", books.transactions.len() + 1);
            let made = json!({"id": id, "object": "tax.transaction", "type": "transaction", "reference": fields["reference"],
                "calculation": found["id"], "total": found["amount_total"]});
            books.transactions.push(made.clone());
            (200, made)
        }
        "POST /v1/tax/transactions/create_reversal" => {
            let found =
                books.transactions.iter().find(|one| one["id"] == fields["original_transaction"].as_str());
            let Some(found) = found.cloned() else {
                return (404, fault("invalid_request_error", "resource_missing"));
            };
            let back = match fields["mode"].as_str() {
                "full" => -found["total"].as_i64().unwrap(),
                _ => fields["flat_amount"].parse::<i64>().unwrap(),
            };
            let before: i64 = books
                .reversals
                .iter()
                .filter(|one| one["of"] == found["id"])
                .map(|one| one["total"].as_i64().unwrap())
                .sum();
            if back >= 0
                || -(before + back) > found["total"].as_i64().unwrap()
                || is_taken(books, &fields["reference"])
            {
                return (400, fault("invalid_request_error", ""));
            }
            let made = json!({"id": format!("tax_rev_{}", books.reversals.len() + 1), "object": "tax.transaction", "type": "reversal",
                "reference": fields["reference"], "mode": fields["mode"], "of": found["id"], "total": back});
            books.reversals.push(made.clone());
            (200, made)
        }
        _ => more(books, call.split('/').nth(4).unwrap(), fields),
    }
}
