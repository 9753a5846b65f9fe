//! Many who pay for few pieces, each in a way of their own, while answers are lost and messages come twice and in any order: never
//! more is sold than there is, nobody pays twice or more than was agreed, and what was taken less what went back is what was sold.
//!
//! `LOGGIA_PAYING_ROUNDS` sets how often (`make paying`: 100).

use crate::app::{Reply, Store, TestApp, Visitor};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::paypal_server;
use crate::stripe::tell;
use crate::stripe_server::{self, Fault};
use futures_util::future::join_all;
use loggia_api::clock::{HOUR, MINUTE};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const BUYERS: usize = 60;
const PIECES: i64 = 20;
/// What a loaf comes to with tax and post, in minor units.
const TOTAL: i64 = 1148;

/// How somebody pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Card,
    Bank,
    Page,
    PayPal,
    ByHand,
}

const WAYS: [Way; 5] = [Way::Card, Way::Bank, Way::Page, Way::PayPal, Way::ByHand];

/// Chance that is the same in every run of one round.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        // xorshift64.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn faults(&mut self, count: usize) -> Vec<Fault> {
        (0..count)
            .map(|_| match self.roll(3) {
                0 => Fault::LosesAnswer,
                1 => Fault::IsBusy,
                _ => Fault::Refuses,
            })
            .collect()
    }
}

fn rounds() -> u64 {
    std::env::var("LOGGIA_PAYING_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

fn start(settings: &mut loggia_api::Settings) {
    stripe_server::start(settings);
    paypal_server::start(settings);
    settings.workers = Some(2);
}

fn shop() -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["orderSettings"] = json!({"manualPayments": [{"id": "transfer", "kind": "transfer", "name": "Bank transfer", "holdDays": 10}]});
    catalog
}

fn by(way: Way) -> Value {
    let mut body = purchase();
    match way {
        Way::Card => body["paymentToken"] = json!("pm_card_visa"),
        Way::Bank => body["paymentToken"] = json!("ctoken_ideal"),
        Way::Page => body["paymentMethod"] = json!("provider:stripe-page"),
        Way::PayPal => body["paymentMethod"] = json!("provider:paypal"),
        Way::ByHand => body["paymentMethod"] = json!("transfer"),
    }
    body
}

/// What shoppers do where they were sent, and what the providers tell of it.
async fn elsewhere(app: &TestApp, dice: &mut Dice) {
    let stripe = stripe_server::of(&app.settings);
    let paypal = paypal_server::of(&app.settings);
    for intent in stripe.intents() {
        if intent["status"] == "requires_action" && dice.roll(3) > 0 {
            stripe.shopper_answers_the_bank(intent["id"].as_str().unwrap(), dice.roll(3) > 0);
        }
    }
    for session in stripe.sessions() {
        if dice.roll(3) > 0 {
            stripe.shopper_pays_on_page(session["id"].as_str().unwrap(), false);
        }
    }
    for order in paypal.orders() {
        if dice.roll(3) > 0 {
            paypal.shopper_agrees(order["id"].as_str().unwrap());
        }
    }
    let mut told: Vec<(String, &str, Value)> = Vec::new();
    for intent in stripe.intents() {
        if intent["status"] == "succeeded" {
            told.push((format!("evt-{}", intent["id"]), "payment_intent.succeeded", intent));
        }
    }
    for session in stripe.sessions() {
        told.push((format!("evt-{}", session["id"]), "checkout.session.completed", session.clone()));
        if session["status"] == "expired" {
            told.push((format!("evt-x-{}", session["id"]), "checkout.session.expired", session));
        }
    }
    let twice: Vec<_> = told.iter().filter(|_| dice.roll(2) == 0).cloned().collect();
    told.extend(twice);
    for place in (1..told.len()).rev() {
        told.swap(place, usize::try_from(dice.roll(place as u64 + 1)).unwrap());
    }
    let some = told.len() * 2 / 3;
    let replies = join_all(told[..some].iter().map(|(id, kind, object)| tell(app, id, kind, object))).await;
    assert!(replies.iter().all(|reply| reply.status == 200));
}

async fn one_round(store: Store, round: u64) -> Option<()> {
    let app = TestApp::start(store, start).await?;
    app.publish(&shop()).await;
    let stripe = stripe_server::of(&app.settings);
    let paypal = paypal_server::of(&app.settings);
    let owner = app.member("owner@shop.example", &[Role::Admin]).await;
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (round + 1));
    let visitors: Vec<Visitor> = (0..BUYERS).map(|_| app.visitor()).collect();
    for visitor in &visitors {
        add(visitor, "bread", "bread", 1).await;
    }
    stripe.fails(&dice.faults(6));
    paypal.fails(&dice.faults(6));
    let first: Vec<Way> = (0..BUYERS).map(|buyer| WAYS[buyer % WAYS.len()]).collect();
    let replies =
        join_all(visitors.iter().zip(&first).map(|(visitor, way)| visitor.post(CHECKOUT, by(*way)))).await;
    assert_in_order(&replies);
    elsewhere(&app, &mut dice).await;
    // Some change their mind: the same cart once more, by another way, at the same time as they pay the first.
    let second: Vec<(usize, Way)> = (0..BUYERS)
        .filter(|_| dice.roll(3) == 0)
        .map(|buyer| (buyer, WAYS[usize::try_from(dice_of(round, buyer)).unwrap() % 5]))
        .collect();
    stripe.fails(&dice.faults(4));
    paypal.fails(&dice.faults(4));
    let replies = join_all(second.iter().map(|(buyer, way)| visitors[*buyer].post(CHECKOUT, by(*way)))).await;
    assert_in_order(&replies);
    elsewhere(&app, &mut dice).await;
    // Some come back to the page of their order, some never do.
    let pages: Vec<String> = replies
        .iter()
        .filter(|reply| [200, 202].contains(&reply.status.as_u16()))
        .map(|reply| reply.json()["orderPage"].as_str().unwrap().to_owned())
        .collect();
    let guests: Vec<Visitor> = pages.iter().map(|_| app.visitor()).collect();
    join_all(pages.iter().zip(&guests).step_by(2).map(|(page, guest)| guest.get(page))).await;
    // The owner has the money of some transfers.
    let waiting = owner.get("/api/commerce/orders?state=waiting").await.json();
    for order in waiting["orders"].as_array().into_iter().flatten() {
        if dice.roll(2) == 0 {
            owner
                .post(&format!("/api/commerce/orders/{}/payment", order["id"].as_str().unwrap()), json!({}))
                .await;
        }
    }
    // Days go by: what nobody pays ends, what came too late goes back.
    for hours in [1, 1, 2, 24, 24, 24 * 10, 24, 1, 1] {
        app.clock.advance(hours * HOUR + MINUTE);
        stripe.is_now(app.clock.now_ms());
        elsewhere_is_over(&app).await;
        app.work().await;
    }
    check(&app, round).await;
    app.stop().await;
    Some(())
}

/// The same for one buyer in one round.
fn dice_of(round: u64, buyer: usize) -> u64 {
    Dice((round + 1).wrapping_mul(0x2545_F491_4F6C_DD1D) ^ (buyer as u64 + 1)).roll(5)
}

/// Whoever was away and agrees only now.
async fn elsewhere_is_over(app: &TestApp) {
    let paypal = paypal_server::of(&app.settings);
    for order in paypal.orders() {
        paypal.shopper_agrees(order["id"].as_str().unwrap());
    }
}

fn assert_in_order(replies: &[Reply]) {
    for reply in replies {
        assert!(
            [200, 202, 400, 409, 503].contains(&reply.status.as_u16()),
            "{}: {}",
            reply.status,
            reply.text
        );
    }
}

async fn check(app: &TestApp, round: u64) {
    let stripe = stripe_server::of(&app.settings);
    let paypal = paypal_server::of(&app.settings);
    let paid = |condition: &str| {
        let condition = format!(
            "SELECT COUNT(*) FROM shop_order JOIN payment ON payment.order_id = shop_order.id WHERE shop_order.status = 'paid' AND {condition}"
        );
        async move { app.number(&condition).await }
    };
    let (all, by_stripe, by_paypal) =
        (paid("1 = 1").await, paid("provider LIKE 'stripe%'").await, paid("provider = 'paypal'").await);
    assert_eq!(app.count("shop_order", "status = 'pending'").await, 0, "round {round}");
    assert!(all <= PIECES && all > 0, "round {round}: {all} of {PIECES}");
    assert_eq!(app.stock("bread", "bread").await, PIECES - all, "round {round}");
    assert_eq!(
        app.count("shop_order", &format!("status = 'paid' AND grand_total_cents <> {TOTAL}")).await,
        0
    );
    // Nobody's cart is two paid orders.
    assert_eq!(
        app.number("SELECT COUNT(*) FROM (SELECT cart_id FROM shop_order WHERE status = 'paid' GROUP BY cart_id HAVING COUNT(*) > 1) twice").await,
        0
    );
    assert_eq!(stripe.taken(), by_stripe * TOTAL, "round {round}: Stripe has what was ordered there");
    assert_eq!(paypal.taken(), by_paypal * TOTAL, "round {round}: PayPal has what was ordered there");
    for session in stripe.sessions() {
        assert_eq!(session["amount_total"], TOTAL);
    }
    app.audit().await;
}

async fn run(store: Store) {
    for round in 0..rounds() {
        if one_round(store, round).await.is_none() {
            return;
        }
        if round + 1 == rounds() {
            println!("{store:?}: {} rounds of {BUYERS} buyers for {PIECES} pieces", rounds());
        }
    }
}

/// S-809: on the embedded file.
#[tokio::test]
async fn s_809_sixty_buyers_pay_in_every_way_on_sqlite() {
    run(Store::Sqlite).await;
}

/// S-809: on the server that many share.
#[tokio::test]
async fn s_809_sixty_buyers_pay_in_every_way_on_postgres() {
    run(Store::Postgres).await;
}
