//! S-003: random sequences of purchases, refunds, cancellations and disputes on the real calls. After each step the books
//! agree, the provider holds what the books say, and nobody has more than was paid.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, place};
use crate::money::{COUPONS, newest_code, owner};
use crate::money_held::{Held, cents};
use crate::stripe::tell;
use crate::stripe_server;
use serde_json::json;

const ORDERS: &str = "/api/commerce/orders";

/// How many steps a sequence has; `LOGGIA_STEPS` for more.
fn steps() -> usize {
    std::env::var("LOGGIA_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

#[derive(Default)]
struct Played {
    orders: Vec<String>,
    disputed: Vec<String>,
    codes: Vec<String>,
    /// Money that a bank took back for a dispute: the provider's own count does not know it.
    by_bank: i64,
    answers: [usize; 2],
}

async fn buy(app: &TestApp, chance: &mut Chance, played: &mut Played) {
    let visitor = app.visitor();
    let number = played.orders.len();
    for (item, sku) in
        [("guide", "guide"), ("lesson", "lesson"), ("voucher", "gift-25"), ("voucher", "gift-50")]
    {
        if chance.below(2) == 0 {
            add(&visitor, item, sku, u32::try_from(1 + chance.below(3)).unwrap()).await;
        }
    }
    for code in ["TEN", "FIVE", "HALF"] {
        if chance.below(3) == 0 {
            visitor.post(COUPONS, json!({"promoCode": code})).await;
        }
    }
    for _ in 0..chance.below(3) {
        if !played.codes.is_empty() {
            let code = &played.codes[chance.below(played.codes.len())];
            visitor.post(COUPONS, json!({"promoCode": code})).await;
        }
    }
    let email = format!("s{number}-{}@shopper.example", played.answers[0] + played.answers[1]);
    let card = ["pm_card_visa", "pm_card_visa", "pm_card_visa", "pm_card_chargeDeclined"][chance.below(4)];
    let country = ["US", "FR", "GB"][chance.below(3)];
    let body = json!({"email": email, "buyer": {"name": "Ann Lee"}, "paymentToken": card, "shippingLocation": place(country)});
    let reply = visitor.post(CHECKOUT, body).await;
    assert!(reply.status == 200 || reply.status == 400, "{}", reply.text);
    played.answers[usize::from(reply.status == 400)] += 1;
    if reply.status == 200 {
        let order = reply.json();
        if order["items"]
            .as_array()
            .unwrap()
            .iter()
            .any(|item| item["sku"].as_str().unwrap().starts_with("gift-"))
        {
            played.codes.push(newest_code(app, &email).await);
        }
        played.orders.push(order["id"].as_str().unwrap().to_owned());
    }
}

async fn give_back(owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    if played.orders.is_empty() {
        return;
    }
    let path = format!("{ORDERS}/{}", played.orders[chance.below(played.orders.len())]);
    let reply = match chance.below(5) {
        0 => {
            owner
                .post(
                    &format!("{path}/cancellation"),
                    json!({"reason": "x", "restock": chance.below(2) == 0}),
                )
                .await
        }
        1 => owner.post(&format!("{path}/refunds"), json!({"reason": "x"})).await,
        2 => {
            let restock = json!([{"position": chance.below(3), "quantity": 1 + chance.below(2)}]);
            owner
                .post(
                    &format!("{path}/refunds"),
                    json!({"reason": "x", "amountCents": 1 + chance.below(9000), "restock": restock}),
                )
                .await
        }
        _ => {
            owner
                .post(
                    &format!("{path}/refunds"),
                    json!({"reason": "x", "amountCents": 1 + chance.below(9000)}),
                )
                .await
        }
    };
    assert!(reply.status == 200 || reply.status == 400, "{}", reply.text);
    played.answers[usize::from(reply.status == 400)] += 1;
}

async fn dispute(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let undisputed: Vec<&String> = played.orders.iter().filter(|id| !played.disputed.contains(id)).collect();
    if undisputed.is_empty() {
        return;
    }
    let id = undisputed[chance.below(undisputed.len())].clone();
    let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
    let left = cents(&order, "grandTotalCents") - cents(&order, "refundedCents");
    let intent = order["payment"]["reference"].clone();
    if left == 0 || intent == "nothing-to-pay" {
        return;
    }
    let number = played.disputed.len();
    let dispute = |status: &str| json!({"id": format!("dp_{number}"), "status": status, "amount": left, "currency": "usd", "payment_intent": intent});
    let lost = chance.below(2) == 0;
    assert_eq!(
        tell(app, &format!("evt_a{number}"), "charge.dispute.created", &dispute("needs_response"))
            .await
            .status,
        200
    );
    nobody_has_more(app, owner, played).await;
    let end = dispute(if lost { "lost" } else { "won" });
    assert_eq!(tell(app, &format!("evt_b{number}"), "charge.dispute.closed", &end).await.status, 200);
    played.disputed.push(id);
    if lost {
        played.by_bank += left;
    }
}

/// Adds up what was paid and what everybody has, from what the owner is shown of each order.
async fn nobody_has_more(app: &TestApp, owner: &Visitor, played: &Played) {
    app.work().await;
    app.audit().await;
    let mut held = Held::default();
    for id in &played.orders {
        let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
        let cards = order["giftCards"].as_array().unwrap();
        let worth = cards.iter().map(|card| cents(card, "worthCents")).sum::<i64>();
        let sold: i64 = order["lines"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|line| line["sku"].as_str().unwrap().starts_with("gift-"))
            .map(|line| cents(line, "quantity") * cents(line, "unitPriceCents"))
            .sum();
        assert!(sold <= cents(&order, "grandTotalCents") && worth == sold, "{order}");
        held.add(app, id, &order, sold, played.disputed.contains(id)).await;
    }
    held.is_no_more();
    assert_eq!(
        stripe_server::of(&app.settings).taken(),
        held.put_in - held.back + played.by_bank,
        "the provider's own count"
    );
}

on_both! {
    /// S-003: whatever is bought, spent, given back, called off and disputed, in whichever order.
    async fn s_003_no_sequence_makes_money(app: &TestApp) with |settings| { stripe_server::start(settings); settings.limits.log_in = 1000; }; {
        let mut catalog = crate::catalog::catalog();
        catalog["coupons"].as_array_mut().unwrap().push(json!({"code": "HALF", "kind": "percent", "value": "50", "combinable": true, "usesInAll": 6}));
        app.publish(&catalog).await;
        let owner = owner(app).await;
        let (mut chance, mut played) = (Chance(0x1060_61A5_EED0_0003), Played::default());
        for _ in 0..steps() {
            match chance.below(10) {
                0..=4 => buy(app, &mut chance, &mut played).await,
                5..=8 => give_back(&owner, &mut chance, &mut played).await,
                _ => dispute(app, &owner, &mut chance, &mut played).await,
            }
            nobody_has_more(app, &owner, &played).await;
        }
        // S-916: the figures of all of it are what payments, refunds and gift cards say.
        crate::figures::agree(app, &owner).await;
        // S-310: and so is what leaves the books for accounting.
        crate::accounting::agree(app).await;
        println!("{} steps, {} orders, {} disputes, {} done, {} refused", steps(), played.orders.len(), played.disputed.len(), played.answers[0], played.answers[1]);
        assert!(played.orders.len() > 5 && !played.codes.is_empty() && played.answers[0] > 10);
    }
}
