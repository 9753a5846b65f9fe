//! Money that goes back, disputes, and orders that wait: nobody has more afterwards than was paid.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{CART, add};
use crate::checkout::CHECKOUT;
use crate::money::{COUPONS, bought_by, buy_card, newest_code, owner, with_codes};
use crate::plain;
use crate::stripe::{tell, with_card};
use crate::stripe_server;
use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";

async fn refund(owner: &Visitor, order: &str, wish: Value) -> Reply {
    let mut wish = wish;
    wish["reason"] = json!("asked for it");
    owner.post(&format!("{ORDERS}/{order}/refunds"), wish).await
}

async fn cancel(owner: &Visitor, order: &str) -> Reply {
    owner.post(&format!("{ORDERS}/{order}/cancellation"), json!({"reason": "asked for it"})).await
}

/// Spends so many guides of $12 (and no tax) with a card; the order's id.
async fn spend(app: &TestApp, code: &str, guides: u32) -> String {
    let friend = app.visitor();
    add(&friend, "guide", "guide", guides).await;
    friend.post(COUPONS, json!({"promoCode": code})).await;
    let mut body = bought_by("friend@shopper.example");
    body["shippingLocation"] = json!({"country": "GB"});
    if app.settings.payment == Some(loggia_api::Payment::Stripe) {
        body["paymentToken"] = json!("pm_card_visa");
    }
    let bought = friend.post(CHECKOUT, body).await;
    assert_eq!(bought.status, 200, "{}", bought.text);
    bought.json()["id"].as_str().unwrap().to_owned()
}

/// A card of $50 and a lesson of $40 in one order, untaxed, paid with Stripe; the order's id, the card's code.
async fn card_and_lesson(app: &TestApp) -> (String, String) {
    let (visitor, _) = with_codes(app, &[("voucher", "gift-50"), ("lesson", "lesson")], &[]).await;
    let mut body = with_card("pm_card_visa");
    body["shippingLocation"] = json!({"country": "GB"});
    let order = visitor.post(CHECKOUT, body).await;
    assert_eq!(order.status, 200, "{}", order.text);
    (order.json()["id"].as_str().unwrap().to_owned(), newest_code(app, "ann@shopper.example").await)
}

/// What Stripe says of a dispute about the first payment.
fn dispute(status: &str, amount: i64) -> Value {
    json!({"id": "dp_1", "status": status, "amount": amount, "currency": "usd", "payment_intent": "pi_1"})
}

async fn problem_of(app: &TestApp, code: &str) -> Value {
    let (_, cart) = with_codes(app, &[("lesson", "lesson")], &[code]).await;
    cart["invalidCoupons"][0]["problem"]["code"].clone()
}

on_both! {
    /// S-010: a refund of the whole order takes back its card; the answer and the record say so.
    async fn s_010_a_refund_takes_the_card_back(app: &TestApp); {
        let owner = owner(app).await;
        let (order, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        let refunded = refund(&owner, &order, json!({})).await.json();
        assert_eq!((&refunded["refundedCents"], &refunded["giftCards"][0]["balanceCents"], &refunded["giftCards"][0]["voidedCents"]),
            (&refunded["grandTotalCents"], &json!(0), &json!(2500)));
        assert_eq!(problem_of(app, &code).await, "gift-card-empty");
        let record = owner.get(&format!("/api/commerce/actions?subject={order}")).await.json();
        assert_eq!(record["actions"][0]["detail"]["returned"]["voidedCents"], 2500);
        app.audit().await;
    }

    /// S-010: what is spent of a card stays paid: not in whole, not in parts, unless the owner says so; that is recorded.
    async fn s_010_what_is_spent_stays_paid(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let (order, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        spend(app, &code, 1).await;
        let total = app.number("SELECT grand_total_cents FROM shop_order WHERE subtotal_cents = 2500").await;
        let refused = refund(&owner, &order, json!({"amountCents": total})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("gift-card-spent")));
        let some = refund(&owner, &order, json!({"amountCents": total - 1200})).await;
        assert_eq!((some.status.as_u16(), &some.json()["giftCards"][0]["spentCents"], &some.json()["giftCards"][0]["balanceCents"]),
            (200, &json!(1200), &json!(0)), "{}", some.text);
        for wish in [json!({"amountCents": 1}), json!({}), json!({"restock": [{"position": 0, "quantity": 1}]})] {
            let refused = refund(&owner, &order, wish.clone()).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("gift-card-spent")), "{wish}");
        }
        assert_eq!(problem_of(app, &code).await, "gift-card-empty");
        app.audit().await;
        let meant = refund(&owner, &order, json!({"evenIfSpent": true})).await.json();
        assert_eq!(meant["refundedCents"], json!(total));
        let record = owner.get(&format!("/api/commerce/actions?subject={order}")).await.json();
        assert_eq!((&record["actions"][0]["detail"]["evenIfSpent"], &record["actions"][0]["detail"]["returned"]["spentCents"]), (&json!(true), &json!(1200)));
        app.audit().await;
    }

    /// S-010: of an order with goods and cards the goods' money goes back first and leaves the cards; lines that are named
    /// take their cards back.
    async fn s_010_goods_and_cards_go_back_apart(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (order, code) = card_and_lesson(app).await;
        let goods = refund(&owner, &order, json!({"amountCents": 4000})).await.json();
        assert_eq!((&goods["refundedCents"], &goods["giftCards"][0]["balanceCents"]), (&json!(4000), &json!(5000)));
        assert_eq!(problem_of(app, &code).await, Value::Null);
        let part = refund(&owner, &order, json!({"amountCents": 1000})).await.json();
        assert_eq!((&part["refundedCents"], &part["giftCards"][0]["balanceCents"]), (&json!(5000), &json!(4000)));
        let (order, _) = card_and_lesson(app).await;
        let cards = refund(&owner, &order, json!({"amountCents": 5000, "restock": [{"position": 0, "quantity": 1}]})).await.json();
        assert_eq!((&cards["refundedCents"], &cards["giftCards"][0]["balanceCents"], &cards["giftCards"][0]["voidedCents"]), (&json!(5000), &json!(0), &json!(5000)));
        assert_eq!(stripe_server::of(&app.settings).taken(), 4000 + 4000);
        app.audit().await;
    }

    /// S-010: calling an order off after its card was spent keeps what was spent, and ends what is left on the card.
    async fn s_010_calling_off_after_spending(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (order, code) = card_and_lesson(app).await;
        spend(app, &code, 2).await;
        let off = cancel(&owner, &order).await.json();
        assert_eq!((&off["state"], &off["refundedCents"], &off["giftCards"][0]["spentCents"], &off["giftCards"][0]["balanceCents"]),
            (&json!("CANCELLED"), &json!(9000 - 2400), &json!(2400), &json!(0)));
        assert_eq!(problem_of(app, &code).await, "gift-card-empty");
        app.audit().await;
    }

    /// S-011: what a card paid goes back to the card and never in money; goods that a card paid can be refunded.
    async fn s_011_what_a_card_paid_goes_back_to_it(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (_, code) = card_and_lesson(app).await;
        let order = spend(app, &code, 5).await;
        let before = stripe_server::of(&app.settings).taken();
        let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((&seen["grandTotalCents"], &seen["paidByGiftCardsCents"]), (&json!(1000), &json!(5000)));
        let too_much = refund(&owner, &order, json!({"amountCents": 6001})).await;
        assert_eq!(too_much.json()["code"], "refund-too-large");
        let part = refund(&owner, &order, json!({"amountCents": 1500})).await.json();
        assert_eq!((&part["refundedCents"], &part["paidByGiftCardsCents"]), (&json!(1000), &json!(4500)));
        assert_eq!(app.count("gift_card", "balance_cents = 500").await, 1);
        let rest = refund(&owner, &order, json!({})).await.json();
        assert_eq!((&rest["refundedCents"], &rest["paidByGiftCardsCents"]), (&json!(1000), &json!(0)));
        assert_eq!(refund(&owner, &order, json!({"amountCents": 1})).await.json()["code"], "refund-too-large");
        // Calling it off afterwards gives nothing twice.
        assert_eq!(cancel(&owner, &order).await.status, 200);
        assert_eq!(app.count("gift_card", "balance_cents = 5000").await, 1);
        assert_eq!(stripe_server::of(&app.settings).taken(), before - 1000);
        app.audit().await;
    }

    /// S-010: a refund the provider refuses gives the card back what was taken for it.
    async fn s_010_a_refund_that_fails_restores_the_card(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (order, code) = card_and_lesson(app).await;
        let refunded = refund(&owner, &order, json!({})).await.json();
        assert_eq!(refunded["giftCards"][0]["balanceCents"], 0);
        let refund_id = refunded["refunds"][0]["id"].clone();
        let failed = json!({"id": "re_1", "status": "failed", "amount": 9000, "currency": "usd", "payment_intent": "pi_1", "metadata": {"loggia_refund": refund_id}});
        for id in ["evt_1", "evt_2"] {
            assert_eq!(tell(app, id, "refund.failed", &failed).await.status, 200);
        }
        let after = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((&after["refundedCents"], &after["giftCards"][0]["balanceCents"]), (&json!(0), &json!(5000)));
        assert_eq!(problem_of(app, &code).await, Value::Null);
        app.audit().await;
    }

    /// S-014: while a payment is disputed its card waits; won, it goes on; lost, what is unspent is taken back.
    async fn s_014_a_disputed_card_waits(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (order, code) = card_and_lesson(app).await;
        spend(app, &code, 1).await;
        assert_eq!(tell(app, "evt_1", "charge.dispute.created", &dispute("needs_response", 9000)).await.status, 200);
        assert_eq!(problem_of(app, &code).await, "gift-card-blocked");
        let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((&seen["giftCards"][0]["isBlocked"], &seen["disputes"][0]["status"], &seen["refundedCents"]), (&json!(true), &json!("open"), &json!(0)));
        app.audit().await;
        assert_eq!(tell(app, "evt_2", "charge.dispute.closed", &dispute("won", 9000)).await.status, 200);
        assert_eq!(problem_of(app, &code).await, Value::Null);
        // A late repeat of the first message blocks nothing anew.
        assert_eq!(tell(app, "evt_3", "charge.dispute.created", &dispute("needs_response", 9000)).await.status, 200);
        assert_eq!(problem_of(app, &code).await, Value::Null);
        let mut second = dispute("lost", 9000);
        second["id"] = json!("dp_2");
        // The end of it comes before its beginning, and twice.
        for id in ["evt_4", "evt_5"] {
            assert_eq!(tell(app, id, "charge.dispute.closed", &second).await.status, 200);
        }
        assert_eq!(tell(app, "evt_6", "charge.dispute.created", &second).await.status, 200);
        let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
        assert_eq!((&seen["refundedCents"], &seen["giftCards"][0]["spentCents"], &seen["giftCards"][0]["balanceCents"], &seen["disputes"][1]["status"]),
            (&json!(9000), &json!(1200), &json!(0), &json!("lost")));
        assert_eq!(problem_of(app, &code).await, "gift-card-empty");
        // S-256: the record has each of them once, however often they were told.
        for (state, rows) in [("open", 1), ("won", 1), ("lost", 1), ("", 3)] {
            let says = format!("kind = 'dispute' AND actor = 'shop' AND subject = '{order}' AND detail LIKE '%\"state\":\"{state}%'");
            assert_eq!(app.count("record", &says).await, rows, "{state}");
        }
        app.audit().await;
    }

    /// S-014: what a disputed card had bought and comes back does not make the card worth something again.
    async fn s_014_a_card_without_its_money_gets_nothing_back(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (_, code) = card_and_lesson(app).await;
        let spent = spend(app, &code, 4).await;
        assert_eq!(tell(app, "evt_1", "charge.dispute.closed", &dispute("lost", 9000)).await.status, 200);
        assert_eq!(refund(&owner, &spent, json!({})).await.status, 200);
        assert_eq!(app.number("SELECT CAST(SUM(balance_cents) AS BIGINT) FROM gift_card").await, 0);
        assert_eq!(problem_of(app, &code).await, "gift-card-empty");
        app.audit().await;
    }

    /// S-010: a refund made at Stripe's own pages takes the card back, in whichever order its messages come.
    async fn s_010_a_refund_made_elsewhere_takes_the_card_back(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (order, code) = card_and_lesson(app).await;
        let charge = |refunded: i64| json!({"id": "ch_1", "amount": 9000, "amount_refunded": refunded, "currency": "usd", "payment_intent": "pi_1"});
        let made = |id: &str, cents: i64| json!({"id": id, "status": "succeeded", "amount": cents, "currency": "usd", "payment_intent": "pi_1", "metadata": {}});
        let books = async || { let seen = owner.get(&format!("{ORDERS}/{order}")).await.json(); (seen["refundedCents"].clone(), seen["giftCards"][0]["balanceCents"].clone(), seen["refunds"].as_array().unwrap().len()) };
        assert_eq!(tell(app, "evt_1", "charge.refunded", &charge(4000)).await.status, 200);
        assert_eq!(tell(app, "evt_2", "refund.created", &made("re_9", 4000)).await.status, 200);
        assert_eq!(books().await, (json!(4000), json!(5000), 1));
        assert_eq!(tell(app, "evt_3", "refund.created", &made("re_10", 3000)).await.status, 200);
        assert_eq!(tell(app, "evt_4", "charge.refunded", &charge(7000)).await.status, 200);
        assert_eq!(books().await, (json!(7000), json!(2000), 2));
        assert_eq!(tell(app, "evt_5", "charge.refunded", &charge(9000)).await.status, 200);
        assert_eq!(books().await, (json!(9000), json!(0), 3));
        // More than was paid is heard, and changes nothing.
        assert_eq!(tell(app, "evt_6", "refund.created", &made("re_11", 500)).await.status, 200);
        assert_eq!(books().await, (json!(9000), json!(0), 3));
        let recorded = format!("kind = 'refund' AND actor = 'shop' AND subject = '{order}'");
        assert_eq!(app.count("record", &recorded).await, 3, "S-256: the record has each of them once");
        assert_eq!(problem_of(app, &code).await, "gift-card-empty");
        app.audit().await;
    }

    /// S-740: refunds made at Stripe's own pages and the sums of them are told in any order, and at once: the books say what went back.
    async fn s_740_refunds_made_elsewhere_are_counted_once_in_any_order(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let (order, code) = card_and_lesson(app).await;
        let charge = |refunded: i64| json!({"id": "ch_1", "amount": 9000, "amount_refunded": refunded, "currency": "usd", "payment_intent": "pi_1"});
        let made = |id: &str, status: &str, cents: i64| json!({"id": id, "status": status, "amount": cents, "currency": "usd", "payment_intent": "pi_1", "metadata": {}});
        let books = async || {
            app.work().await;
            app.audit().await;
            let seen = owner.get(&format!("{ORDERS}/{order}")).await.json();
            (seen["refundedCents"].as_i64().unwrap(), seen["giftCards"][0]["balanceCents"].as_i64().unwrap())
        };
        let tell = async |id: &str, kind: &str, object: Value| assert_eq!(tell(app, id, kind, &object).await.status, 200, "{id}");
        // A sum of two before either is named.
        tell("evt_1", "charge.refunded", charge(5000)).await;
        tell("evt_2", "refund.created", made("re_1", "succeeded", 2000)).await;
        tell("evt_3", "refund.created", made("re_2", "succeeded", 3000)).await;
        tell("evt_4", "charge.refunded", charge(2000)).await;
        assert_eq!(books().await, (5000, 4000));
        // Each of them once more, in another message.
        for (id, name, cents) in [("evt_5", "re_1", 2000), ("evt_6", "re_2", 3000)] {
            tell(id, "refund.updated", made(name, "succeeded", cents)).await;
        }
        assert_eq!(books().await, (5000, 4000));
        // More than is left of a sum is a part of it, and more.
        tell("evt_7", "charge.refunded", charge(5500)).await;
        tell("evt_8", "refund.created", made("re_3", "succeeded", 1500)).await;
        assert_eq!(books().await, (6500, 2500));
        // One of them comes to nothing: what stood for it in both sums goes away, and it is not made later.
        tell("evt_9", "refund.failed", made("re_3", "failed", 1500)).await;
        assert_eq!(books().await, (5000, 4000));
        tell("evt_10", "refund.failed", made("re_1", "failed", 2000)).await;
        assert_eq!(books().await, (3000, 5000));
        for (id, name, cents) in [("evt_11", "re_1", 2000), ("evt_12", "re_3", 1500)] {
            tell(id, "refund.updated", made(name, "succeeded", cents)).await;
        }
        assert_eq!(books().await, (3000, 5000));
        // What failed before it was heard that it was made.
        tell("evt_13", "refund.failed", made("re_4", "failed", 1000)).await;
        tell("evt_14", "refund.created", made("re_4", "pending", 1000)).await;
        assert_eq!(books().await, (3000, 5000));
        tell("evt_15", "charge.refunded", charge(4000)).await;
        tell("evt_16", "refund.failed", made("re_5", "failed", 1000)).await;
        tell("evt_17", "refund.created", made("re_5", "pending", 1000)).await;
        assert_eq!(books().await, (3000, 5000));
        assert_eq!(problem_of(app, &code).await, Value::Null);
        // Ten messages at once of one that was made.
        let ids: Vec<String> = (20..30).map(|id| format!("evt_{id}")).collect();
        let object = made("re_6", "succeeded", 500);
        futures_util::future::join_all(ids.iter().map(|id| tell(id, "refund.updated", object.clone()))).await;
        assert_eq!(books().await, (3500, 5000));
    }

    /// S-015: an order that is tried again and again holds its goods for an hour in all; then they are for others.
    async fn s_015_a_cart_holds_its_goods_for_an_hour(app: &TestApp) with |settings| stripe_server::start(settings); {
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-l", 1).await;
        let body = with_card("pm_card_authenticationRequired");
        let mut held = 0;
        for _ in 0..30 {
            let reply = visitor.post(CHECKOUT, body.clone()).await;
            if reply.status != 202 {
                assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("hold-ended")));
                assert_eq!(reply.error(), "We could not keep these items for you any longer. Please try again in an hour.");
                break;
            }
            assert_eq!(app.stock("mug", "mug-l").await, 0);
            app.clock.advance(5 * 60_000);
            held += 5;
            app.work().await;
        }
        assert_eq!((held, app.stock("mug", "mug-l").await, app.count("shop_order", "status = 'pending'").await), (60, 1, 0));
        let other = app.visitor();
        add(&other, "mug", "mug-l", 1).await;
        assert_eq!(other.post(CHECKOUT, with_card("pm_card_authenticationRequired")).await.status, 202);
        app.clock.advance(16 * 60_000);
        app.work().await;
        // After a while the first one may try again.
        app.clock.advance(60 * 60_000);
        assert_eq!(visitor.post(CHECKOUT, with_card("pm_card_visa")).await.status, 200);
        app.audit().await;
    }

    /// S-015: making the order anew by changing the cart renews nothing, and a declined card costs no time.
    async fn s_015_a_changed_cart_renews_nothing(app: &TestApp) with |settings| stripe_server::start(settings); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        for _ in 0..3 {
            assert_eq!(visitor.post(CHECKOUT, with_card("pm_card_chargeDeclined")).await.status, 400);
            add(&visitor, "bread", "bread", 1).await;
        }
        let mut tries = 0;
        while visitor.post(CHECKOUT, with_card("pm_card_authenticationRequired")).await.status == 202 {
            tries += 1;
            assert!(tries < 20);
            add(&visitor, "bread", "bread", 1).await;
            app.clock.advance(14 * 60_000);
        }
        assert_eq!(tries, 5);
        app.work().await;
        assert_eq!(app.stock("bread", "bread").await, 20);
        app.audit().await;
    }

    /// S-020: the checkout without script asks for a country, and shows the tax of it before it is paid.
    async fn s_020_the_forms_ask_for_the_country(app: &TestApp); {
        let (visitor, _) = with_codes(app, &[("guide", "guide")], &[]).await;
        let shown = visitor.get(plain::CHECKOUT).await.text;
        assert!(shown.contains("Your country, for the tax") && shown.contains("name=\"country\"") && !shown.contains("name=\"line1\""), "{shown}");
        let none = plain::pay(app, &visitor, "1200", &[]).await;
        assert!(none.status == 400 && none.text.contains("Please select your country: the tax depends on it."), "{}", none.text);
        let changed = plain::pay(app, &visitor, "1200", &[("country", "FR")]).await;
        assert!(changed.status == 409 && changed.text.contains("The total was $12.00 and is now $14.40. The tax changed."), "{}", changed.text);
        let thanks = plain::pay(app, &visitor, "1440", &[("country", "FR")]).await;
        assert!(thanks.text.contains("Thank you for your order"), "{}", thanks.text);
        assert_eq!(app.count("shop_order", "status = 'paid' AND tax_cents = 240").await, 1);
        assert_eq!(visitor.get(CART).await.json()["entries"], json!([]));
    }
}
