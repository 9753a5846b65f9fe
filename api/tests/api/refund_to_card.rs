//! What goes back of an order becomes a gift card: once, never more than was paid, and no more when the bank takes that money, too.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::CHECKOUT;
use crate::edits::{cents, desk, fine, owner, refused};
use crate::money::{COUPONS, bought_by, codes_of, newest_code, with_codes};
use crate::stripe::{tell, with_card};
use crate::stripe_server;
use futures_util::future::join_all;
use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";
const ANN: &str = "ann@shopper.example";

/// A lesson of $40 and a guide of $12, untaxed, paid with Stripe; the order's id.
async fn bought(app: &TestApp) -> String {
    let (visitor, _) = with_codes(app, &[("lesson", "lesson"), ("guide", "guide")], &[]).await;
    let mut body = with_card("pm_card_visa");
    body["shippingLocation"] = json!({"country": "GB"});
    fine(&visitor.post(CHECKOUT, body).await)["id"].as_str().unwrap().to_owned()
}

async fn to_card(owner: &Visitor, order: &str, wish: Value) -> Reply {
    let mut wish = wish;
    (wish["reason"], wish["toCard"]) = (json!("too small"), json!(true));
    owner.post(&format!("{ORDERS}/{order}/refunds"), wish).await
}

/// The order that the newest refund of another stayed for.
async fn card_order(owner: &Visitor, order: &str) -> String {
    let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
    let refunds = seen["refunds"].as_array().unwrap();
    refunds.iter().rev().find_map(|one| one["stayedFor"].as_str()).unwrap().to_owned()
}

/// What is on the card of an order, and what was taken off it without being spent.
async fn on_card(owner: &Visitor, order: &str) -> (i64, i64) {
    let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
    (cents(&seen["giftCards"][0], "balanceCents"), cents(&seen["giftCards"][0], "voidedCents"))
}

/// Buys a lesson of $40 with a code; the answer.
async fn spend(app: &TestApp, code: &str) -> Reply {
    let friend = app.visitor();
    add(&friend, "lesson", "lesson", 1).await;
    friend.post(COUPONS, json!({"promoCode": code})).await;
    let mut body = bought_by("friend@shopper.example");
    body["shippingLocation"] = json!({"country": "GB"});
    body["paymentToken"] = json!("pm_card_visa");
    friend.post(CHECKOUT, body).await
}

on_both! {
    /// S-717: what is told comes true, once, though it is pressed again and again; the provider is asked for nothing, the buyer gets one letter
    /// with a code that pays, and the books, the figures and the accounts agree.
    async fn s_717_a_refund_becomes_a_gift_card(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let order = bought(app).await;
        let (letters, taken) = (app.emails_to(ANN).await, stripe_server::of(&app.settings).taken());
        let wish = json!({"lines": [{"position": 0, "quantity": 1}], "toCard": true, "reason": "too small"});
        let told = fine(&owner.post(&format!("{ORDERS}/{order}/refund-preview"), wish.clone()).await);
        assert_eq!((cents(&told, "amountCents"), cents(&told, "moneyCents"), cents(&told, "newCardCents")), (4000, 0, 4000));
        assert_eq!(app.count("shop_order", "1 = 1").await, 1, "a preview changes nothing");
        let path = format!("{ORDERS}/{order}/refunds");
        let presses = join_all((0..4).map(|_| owner.post(&path, wish.clone()))).await;
        assert_eq!(presses.iter().filter(|reply| reply.status == 200).count(), 1, "{:?}", presses.iter().map(|one| &one.text).collect::<Vec<_>>());
        let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((cents(&seen, "refundedCents"), seen["refunds"].as_array().unwrap().len()), (4000, 1));
        let card = card_order(&owner, &order).await;
        assert_eq!((app.count("shop_order", "1 = 1").await, on_card(&owner, &card).await), (2, (4000, 0)));
        assert_eq!(stripe_server::of(&app.settings).taken(), taken, "the money stays");
        let mut new = app.emails_to(ANN).await;
        new.retain(|letter| !letters.contains(letter));
        assert_eq!(new.len(), 1, "one letter, which brings the card: {new:?}");
        assert!(new[0].contains("what goes back to you"), "{}", new[0]);
        assert_eq!(app.emails_to("owner@shop.example").await.iter().filter(|letter| letter.contains("#1002")).count(), 0);
        // Sold and given over by the same step: nothing is to be sent.
        let shown = desk(&owner, &card).await;
        assert_ne!(shown["order"]["state"], "paid", "{}", shown["order"]["state"]);
        let code = newest_code(app, ANN).await;
        let spent = fine(&spend(app, &code).await)["id"].as_str().unwrap().to_owned();
        assert_eq!(app.number(&format!("SELECT grand_total_cents FROM shop_order WHERE id = '{spent}'")).await, 0);
        assert_eq!(on_card(&owner, &card).await, (0, 0));
        // What is spent does not go back a second time: of the first order the guide is left.
        refused(&to_card(&owner, &order, json!({"amountCents": 1300})).await, 400, "refund-too-large");
        refused(&to_card(&owner, &card, json!({})).await, 400, "gift-card-spent");
        app.audit().await;
        crate::figures::agree(app, &owner).await;
        crate::accounting::agree(app).await;
    }

    /// S-717: a card that is not spent goes back the way the first order was paid; of an order that gift cards paid for these get theirs.
    async fn s_717_a_card_goes_back_as_the_order_was_paid(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let order = bought(app).await;
        fine(&to_card(&owner, &order, json!({"amountCents": 5200})).await);
        let card = card_order(&owner, &order).await;
        let before = stripe_server::of(&app.settings).taken();
        fine(&owner.post(&format!("{ORDERS}/{card}/refunds"), json!({"reason": "money after all"})).await);
        app.work().await;
        assert_eq!((stripe_server::of(&app.settings).taken(), on_card(&owner, &card).await), (before - 5200, (0, 5200)));
        // An order that a card paid alone has no money to make another of.
        let spoilt = codes_of(app, ANN).await;
        let other = bought(app).await;
        fine(&to_card(&owner, &other, json!({"amountCents": 4000})).await);
        let code = codes_of(app, ANN).await.into_iter().find(|code| !spoilt.contains(code)).unwrap();
        let paid = fine(&spend(app, &code).await)["id"].as_str().unwrap().to_owned();
        let orders = app.count("shop_order", "1 = 1").await;
        fine(&to_card(&owner, &paid, json!({})).await);
        assert_eq!(app.count("shop_order", "1 = 1").await, orders);
        assert_eq!(on_card(&owner, &card_order(&owner, &other).await).await, (4000, 0));
        app.audit().await;
        crate::figures::agree(app, &owner).await;
        crate::accounting::agree(app).await;
    }

    /// S-718: a bank that takes the money of an order takes what became a gift card of it, too: the card waits while that is open, and loses
    /// what is not spent. Meanwhile nothing more becomes a card.
    async fn s_718_a_dispute_takes_the_card_that_a_refund_became(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let order = bought(app).await;
        fine(&to_card(&owner, &order, json!({"amountCents": 4000})).await);
        let (card, code) = (card_order(&owner, &order).await, newest_code(app, ANN).await);
        let dispute = |status: &str| json!({"id": "dp_1", "status": status, "amount": 5200, "currency": "usd", "payment_intent": "pi_1"});
        assert_eq!(tell(app, "evt_1", "charge.dispute.created", &dispute("needs_response")).await.status, 200);
        let (_, cart) = with_codes(app, &[("lesson", "lesson")], &[&code]).await;
        assert_eq!(cart["invalidCoupons"][0]["problem"]["code"], "gift-card-blocked");
        refused(&to_card(&owner, &order, json!({"amountCents": 100})).await, 409, "refund-card-disputed");
        assert_eq!(tell(app, "evt_2", "charge.dispute.closed", &dispute("lost")).await.status, 200);
        let sums = async |id: &str| cents(&owner.get(&format!("{ORDERS}/{id}")).await.json(), "refundedCents");
        assert_eq!((sums(&order).await, sums(&card).await, on_card(&owner, &card).await), (5200, 4000, (0, 4000)));
        app.audit().await;
        crate::figures::agree(app, &owner).await;
        crate::accounting::agree(app).await;
    }

    /// S-718: what is given back at the provider's own pages is counted once in whichever order it is told, also of what became a gift card.
    async fn s_718_a_refund_elsewhere_takes_the_card_that_a_refund_became(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let order = bought(app).await;
        fine(&to_card(&owner, &order, json!({"amountCents": 4000})).await);
        let card = card_order(&owner, &order).await;
        let charge = |refunded: i64| json!({"id": "ch_1", "amount": 5200, "amount_refunded": refunded, "currency": "usd", "payment_intent": "pi_1"});
        let made = |id: &str, status: &str, cents: i64| json!({"id": id, "status": status, "amount": cents, "currency": "usd", "payment_intent": "pi_1", "metadata": {}});
        let books = async || {
            app.work().await;
            app.audit().await;
            let sum = async |id: &str| cents(&owner.get(&format!("{ORDERS}/{id}")).await.json(), "refundedCents");
            (sum(&order).await, sum(&card).await, on_card(&owner, &card).await.0)
        };
        let tell = async |id: &str, kind: &str, object: Value| assert_eq!(tell(app, id, kind, &object).await.status, 200, "{id}");
        // Of the sum 12.00 are left of the order; 8.00 are of what stayed for the card.
        tell("evt_1", "charge.refunded", charge(2000)).await;
        assert_eq!(books().await, (5200, 800, 3200));
        for id in ["evt_2", "evt_3"] {
            tell(id, "refund.created", made("re_8", "succeeded", 2000)).await;
            tell(id, "charge.refunded", charge(2000)).await;
            assert_eq!(books().await, (5200, 800, 3200), "{id}");
        }
        tell("evt_4", "refund.created", made("re_9", "succeeded", 1000)).await;
        tell("evt_5", "charge.refunded", charge(3000)).await;
        assert_eq!(books().await, (5200, 1800, 2200));
        // One comes to nothing: the card has it again.
        tell("evt_6", "refund.failed", made("re_9", "failed", 1000)).await;
        assert_eq!(books().await, (5200, 800, 3200));
        tell("evt_7", "charge.refunded", charge(5200)).await;
        assert_eq!(books().await, (5200, 4000, 0));
        crate::figures::agree(app, &owner).await;
        crate::accounting::agree(app).await;
    }
}
