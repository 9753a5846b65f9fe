//! Bodies nobody wrote: mutations of good ones, sent to every changing call. None may make a fault of ours.
//!
//! `LOGGIA_FUZZ_BODIES` sets how many are sent to each database (`make contract-fuzz`: 100,000); `LOGGIA_FUZZ_SEED` which.

use crate::app::{Store, TestApp, Visitor};
use crate::hostile::{assert_in_order, changing_calls, generous};
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

/// A small generator of numbers (xorshift64*): the same seed, the same bodies.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    fn odd(&mut self) -> &'static str {
        ODD[self.below(ODD.len())]
    }

    fn one_of<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Bodies the calls take, or nearly.
fn good() -> Vec<Value> {
    vec![
        json!({"itemId": "mug", "sku": "mug-s", "quantity": 1, "additionalFields": "{\"words\":\"hi\"}"}),
        json!({"itemId": "cake", "sku": null, "quantity": "2", "additionalFields": "{}"}),
        json!({"itemId": "box", "sku": "box", "qty": 1}),
        json!({"quantity": 3}),
        json!({"promoCode": "TEN"}),
        json!({"country": "US", "region": "NY", "city": "New York", "postalCode": "10001"}),
        json!({"id": "post"}),
        json!({"email": "ann@shopper.example", "buyer": {"name": "Ann Lee", "company": "Crumbs", "phone": "+12125552368", "note": "Ring twice.", "vatId": "DE136695976"},
            "shippingLocation": {"country": "US", "line1": "1 Main Street", "city": "New York", "region": "NY", "postalCode": "10001"}, "shippingOptionId": "post", "paymentToken": "test-pass", "acceptPrices": true}),
        json!({"email": "own@shop.example", "password": "correct horse battery", "rememberMe": true}),
        json!({"key": "k", "formId": "contact", "form": {"name": "Ann", "email": "a@b.example", "mood": {"Bread": "2"}}, "pagePath": "/"}),
        json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": "a@b.example", "isJoinMailingList": true}),
        json!({"authorName": "Ann", "rating": 5, "title": "Good", "body": "Very", "status": "APPROVED"}),
        json!([{"pathname": "/", "timings": {"LCP": 12.5}, "event": "x", "data": "{}", "timestamp": 1}]),
        json!({"event": "1", "data": "{\"a\":1}", "eventContent": "{}", "eventSchemaName": "s"}),
        json!({"html": "<p>x</p>", "navigation": [], "logo": null}),
    ]
}

const ODD: [&str; 24] = [
    "",
    " ",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "ı",
    "İ",
    "ß",
    "𝕏",
    "a\u{301}",
    "' OR 1=1 --",
    "../../..",
    "%00",
    "\r\nX: y",
    "null",
    "NaN",
    "-0",
    "1e999",
    "9999999999999999999999",
    "true",
    "[]",
    "{}",
    "2026-13-45",
    "a@b",
];

fn odd_value(dice: &mut Dice) -> Value {
    match dice.below(12) {
        0 => Value::Null,
        1 => json!(dice.next().is_multiple_of(2)),
        2 => json!(i64::from_ne_bytes(dice.next().to_ne_bytes())),
        3 => json!(f64::from_bits(dice.next())),
        4 => json!(-1),
        5 => json!(u64::MAX),
        6 => json!([]),
        7 => json!({}),
        8 => json!("x".repeat(dice.below(5_000))),
        9 => dice.one_of(&good()).clone(),
        10 => json!(
            char::from_u32(u32::try_from(dice.below(0x11_0000)).unwrap())
                .map_or_else(String::new, String::from)
        ),
        _ => json!(dice.odd()),
    }
}

fn mutate(dice: &mut Dice, value: &mut Value) {
    match value {
        Value::Object(members) if !members.is_empty() && dice.below(4) > 0 => {
            let names: Vec<String> = members.keys().cloned().collect();
            let name = dice.one_of(&names).clone();
            match dice.below(6) {
                0 => drop(members.remove(&name)),
                1 => {
                    let taken = members.remove(&name).unwrap();
                    members.insert(dice.odd().to_owned(), taken);
                }
                2 => {
                    let other = dice.one_of(&names).clone();
                    let copy = members[&other].clone();
                    members.insert(name, copy);
                }
                3 => drop(members.insert(name, odd_value(dice))),
                _ => mutate(dice, members.get_mut(&name).unwrap()),
            }
        }
        Value::Array(items) if !items.is_empty() && dice.below(4) > 0 => {
            let index = dice.below(items.len());
            match dice.below(3) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => mutate(dice, &mut items[index]),
            }
        }
        Value::String(text) if dice.below(2) == 0 => {
            let at = (0..=text.len())
                .rev()
                .find(|at| text.is_char_boundary(*at) && dice.below(3) == 0)
                .unwrap_or(0);
            text.insert_str(at, dice.odd());
        }
        other => *other = odd_value(dice),
    }
}

/// A body: a mutated good one, sometimes broken as text, too.
fn body(dice: &mut Dice) -> String {
    let mut value = dice.one_of(&good()).clone();
    for _ in 0..=dice.below(4) {
        mutate(dice, &mut value);
    }
    let mut text = value.to_string();
    if dice.below(8) == 0 {
        let at = (0..=dice.below(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        match dice.below(3) {
            0 => text.truncate(at),
            1 => text.insert_str(at, dice.odd()),
            _ => text.insert_str(at, &"[".repeat(dice.below(300))),
        }
    }
    text
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

async fn send_bodies(store: Store) {
    let Some(app) = TestApp::start(store, |settings| {
        generous(settings);
        settings.workers = Some(2);
    })
    .await
    else {
        return;
    };
    let owner = app.member("own@shop.example", &[loggia_api::roles::Role::Admin]).await;
    crate::cart::add(&owner, "mug", "mug-s", 1).await;
    // Log-out would end the session, and every call after it would be refused.
    let calls: Vec<(Method, String)> = changing_calls()
        .into_iter()
        .filter(|(method, path)| *method != Method::DELETE || !path.ends_with("/session"))
        .collect();
    let (count, seed) = (number("LOGGIA_FUZZ_BODIES", 1_500), number("LOGGIA_FUZZ_SEED", 20_261_121));
    let mut dice = Dice(seed | 1);
    let sent: Vec<(Method, String, String)> = (0..count)
        .map(|_| {
            let (method, path) = dice.one_of(&calls).clone();
            (method, path, body(&mut dice))
        })
        .collect();
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("x-csrf-token", owner.crumb().await),
        ("x-siteuser-xsrf-token", owner.xsrf().unwrap()),
    ];
    let accepted = futures_util::stream::iter(&sent)
        .map(|(method, path, body)| {
            let (headers, visitor) = (&headers, owner.copied());
            async move {
                let reply = visitor.send(method.clone(), path, headers, Some(body.clone())).await;
                assert_in_order(&format!("{method} {path} {body:.300} (seed {seed})"), &reply);
                usize::from(reply.status.is_success())
            }
        })
        .buffer_unordered(16)
        .fold(0, async |sum, one| sum + one)
        .await;
    println!("{store:?}: {count} bodies, {accepted} accepted, none made a fault");
    assert!(accepted > 0, "the bodies are too wild to find anything");
    assert_eq!(Visitor::at(&format!("http://{}", app.address())).get("/health/ready").await.status, 200);
    app.audit().await;
    app.stop().await;
}

/// on the embedded file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_002_no_made_up_body_makes_a_fault_on_sqlite() {
    send_bodies(Store::Sqlite).await;
}

/// on PostgreSQL.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_002_no_made_up_body_makes_a_fault_on_postgres() {
    send_bodies(Store::Postgres).await;
}
