//! The total that is shown is the total that is taken: whatever changes between the cart and the payment, nobody pays a minor unit
//! that was not agreed to, and a purchase that is refused leaves nothing behind.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{CART, ENTRIES, add};
use crate::catalog;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, place, purchase};
use crate::money::{COUPONS, buy_card, owner, with_codes};
use crate::stripe_server;
use crate::subscription::SUBSCRIPTION;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

const LOCATION: &str = "/api/commerce/shopping-cart/shipping-location";
const OPTION: &str = "/api/commerce/shopping-cart/shipping-option";

pub fn many(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
    settings.limits.code = 1_000_000;
    settings.workers = Some(2);
}

/// Exactly this purchase: nobody agrees to anything else on its behalf.
pub async fn ask(visitor: &Visitor, body: &Value, key: Option<&str>) -> Reply {
    let mut headers =
        vec![("x-csrf-token", visitor.crumb().await), ("content-type", "application/json".into())];
    headers.extend(key.map(|key| ("idempotency-key", key.to_owned())));
    visitor.send_once(Method::POST, CHECKOUT, &headers, Some(body.to_string())).await.unwrap()
}

/// The purchase of what a cart shows, by somebody who saw it.
pub fn seen(cart: &Value, email: &str) -> Value {
    json!({"email": email, "buyer": {"name": "Ann Lee"}, "paymentToken": "test-pass", "acceptPrices": true, "totalCents": cart["grandTotalCents"], "cartDigest": cart["digest"]})
}

pub async fn cart_of(visitor: &Visitor) -> Value {
    visitor.get(CART).await.json()
}

/// A cart with a loaf and a lesson that goes by post, as it is shown.
async fn parcel(app: &TestApp) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    add(&visitor, "lesson", "lesson", 1).await;
    visitor.put(LOCATION, purchase()["shippingLocation"].clone()).await;
    visitor.put(OPTION, json!({"id": "post"})).await;
    let cart = cart_of(&visitor).await;
    assert_eq!(cart["grandTotalCents"], json!(600 + 4000 + 500 + 368), "{cart}");
    (visitor, cart)
}

/// What a purchase takes: orders, payments, stock, cards, uses, what is kept in carts.
async fn taken(app: &TestApp) -> Vec<i64> {
    let mut all = Vec::new();
    for sql in [
        "SELECT COUNT(*) FROM shop_order",
        "SELECT COUNT(*) FROM payment",
        "SELECT CAST(COALESCE(SUM(balance_cents), 0) AS BIGINT) FROM gift_card",
        "SELECT COUNT(*) FROM coupon_use",
        "SELECT COUNT(*) FROM cart WHERE is_purchased",
        "SELECT COUNT(*) FROM idempotency",
    ] {
        all.push(app.number(sql).await);
    }
    all.push(app.stock("bread", "bread").await);
    all
}

fn cents(order: &Value, member: &str) -> i64 {
    let value = order[member]["value"].as_str().unwrap();
    value.replace('.', "").parse().unwrap()
}

on_both! {
    /// S-608: a purchase that does not say what was shown is told the total; the same purchase with it buys.
    async fn s_608_a_purchase_says_what_was_shown(app: &TestApp); {
        let (visitor, cart) = parcel(app).await;
        let before = taken(app).await;
        let mut body = seen(&cart, "ann@shopper.example");
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        for missing in ["totalCents", "cartDigest"] {
            let mut without = body.clone();
            without.as_object_mut().unwrap().remove(missing);
            let refused = ask(&visitor, &without, Some("key-1")).await;
            let told = refused.json();
            assert_eq!((refused.status.as_u16(), &told["code"]), (409, &json!("total-missing")), "{missing}");
            assert_eq!((&told["totalCents"], &told["cartDigest"], &told["currency"]), (&json!(5468), &cart["digest"], &json!("USD")));
            assert_eq!(told["error"], "The total is $54.68. Please look at it and pay again.");
        }
        for wrong in [json!(5467), json!(5469), json!(0), json!(-1)] {
            body["totalCents"] = wrong;
            let refused = ask(&visitor, &body, Some("key-1")).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("total-changed")));
        }
        assert_eq!(taken(app).await, before);
        body["totalCents"] = json!(5468);
        let order = ask(&visitor, &body, Some("key-1")).await;
        assert_eq!((order.status.as_u16(), cents(&order.json(), "grandTotal")), (200, 5468), "{}", order.text);
        // Asked again it is the same order, whatever became of the catalogue.
        app.publish(&catalog::with_variant("bread", "price", json!(9900))).await;
        assert_eq!(ask(&visitor, &body, Some("key-1")).await.json(), order.json());
        app.audit().await;
    }

    /// S-608: each cause of a change is refused before anything is taken, and named; what is agreed to then is what is taken.
    async fn s_608_each_cause_of_a_change_is_named(app: &TestApp) with |settings| many(settings); {
        owner(app).await.put("/api/commerce/coupons/SOON", json!({"kind": "percent", "value": "50", "expiresOn": crate::app::NOW + 60_000})).await;
        for (cause, expected) in [
            ("another tab", vec!["items", "tax"]), ("quantity", vec!["items", "tax"]), ("price", vec!["prices", "tax"]),
            ("delivery", vec!["delivery"]), ("option", vec!["delivery"]), ("tax", vec!["tax"]), ("code", vec!["discounts", "tax"]),
            ("code ends", vec!["discounts", "tax"]), ("card", vec!["giftCards"]), ("place", vec!["tax"]),
        ] {
            app.publish(&catalog::catalog()).await;
            let (_, code) = buy_card(app, "gift-25", "giver@shopper.example").await;
            let (visitor, _) = parcel(app).await;
            let entered = match cause {
                "code" => "TEN",
                "code ends" => "SOON",
                "card" => code.as_str(),
                _ => "",
            };
            if !entered.is_empty() {
                visitor.post(COUPONS, json!({"promoCode": entered})).await;
            }
            let shown = cart_of(&visitor).await;
            let mut changed = catalog::catalog();
            match cause {
                "another tab" => drop(add(&visitor, "guide", "guide", 1).await),
                "quantity" => {
                    let entry = shown["entries"][0]["id"].as_str().unwrap();
                    assert_eq!(visitor.put(&format!("{ENTRIES}/{entry}"), json!({"quantity": 3})).await.status, 200);
                }
                "price" => app.publish(&catalog::with_variant("bread", "price", json!(700))).await,
                "delivery" => {
                    changed["shippingOptions"][0]["costCents"] = json!(4900);
                    app.publish(&changed).await;
                }
                "option" => drop(visitor.put(OPTION, json!({"id": "air"})).await),
                "tax" => {
                    changed["taxRules"][0]["rate"] = json!("9");
                    app.publish(&changed).await;
                }
                "code" => assert_eq!(visitor.delete(&format!("{COUPONS}/TEN")).await.status, 200),
                "code ends" => app.clock.advance(60_000),
                "card" => {
                    let (other, cart) = with_codes(app, &[("guide", "guide")], &[&code]).await;
                    assert_eq!((cart["grandTotalCents"].clone(), other.post(CHECKOUT, purchase()).await.status.as_u16()), (json!(0), 200));
                }
                _ => drop(visitor.put(LOCATION, place("FR")).await),
            }
            // The place is France now, where the post does not go: by air it costs more, too.
            let expected = if cause == "place" { vec!["delivery", "tax"] } else { expected };
            if cause == "place" {
                visitor.put(OPTION, json!({"id": "air"})).await;
            }
            let before = taken(app).await;
            let refused = ask(&visitor, &seen(&shown, "ann@shopper.example"), None).await;
            let told = refused.json();
            assert_eq!((refused.status.as_u16(), &told["code"]), (409, &json!("total-changed")), "{cause}: {}", refused.text);
            assert_eq!((&told["changes"], &told["shownCents"]), (&json!(expected), &shown["grandTotalCents"]), "{cause}");
            assert_eq!(taken(app).await, before, "{cause}");
            let now = cart_of(&visitor).await;
            assert_eq!((&now["grandTotalCents"], &now["digest"]), (&told["totalCents"], &told["cartDigest"]), "{cause}");
            let order = ask(&visitor, &seen(&now, "ann@shopper.example"), None).await;
            assert_eq!((order.status.as_u16(), cents(&order.json(), "grandTotal")), (200, told["totalCents"].as_i64().unwrap()), "{cause}: {}", order.text);
        }
        app.audit().await;
    }

    /// S-608: another cart that comes to the same is another cart; a subscription's cart is asked as well.
    async fn s_608_the_same_total_of_other_things_is_refused(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["products"][1]["variants"][0]["price"] = json!(1850);
        app.publish(&catalog).await;
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-s", 1).await;
        let shown = cart_of(&visitor).await;
        visitor.delete(&format!("{ENTRIES}/{}", shown["entries"][0]["id"].as_str().unwrap())).await;
        add(&visitor, "bread", "bread", 1).await;
        let mut body = purchase();
        body["totalCents"] = json!(1850 + 500 + 148);
        body["cartDigest"] = shown["digest"].clone();
        let refused = ask(&visitor, &body, None).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["changes"][0]), (409, &json!("items")), "{}", refused.text);
        assert!(refused.error().starts_with("Your order changed; the total is still $24.98."), "{}", refused.text);
        let token = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json()["cartToken"].clone();
        let shown = visitor.get(&format!("{CART}?cartToken={}", token.as_str().unwrap())).await.json();
        app.publish(&catalog::with_variant("box", "price", json!(3100))).await;
        let mut body = seen(&shown, "ann@shopper.example");
        body["cartToken"] = token;
        body["shippingLocation"] = json!({"country": "GB"});
        assert_eq!(ask(&visitor, &body, None).await.json()["totalCents"], 3100);
        assert_eq!((app.count("subscription", "TRUE").await, app.count("shop_order", "TRUE").await), (0, 0));
    }

    /// S-608: an order that waits for the bank is paid as it was agreed to, whatever becomes of the cart meanwhile.
    async fn s_608_the_banks_question_changes_no_total(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, cart) = parcel(app).await;
        let mut body = seen(&cart, "ann@shopper.example");
        body["paymentToken"] = json!("pm_card_authenticationRequired");
        assert_eq!(ask(&visitor, &body, Some("first")).await.status, 202);
        add(&visitor, "guide", "guide", 1).await;
        app.publish(&catalog::with_variant("bread", "price", json!(9900))).await;
        let stripe = stripe_server::of(&app.settings);
        // Without its key it is a purchase of the cart as it is now, which nobody agreed to.
        assert_eq!(ask(&visitor, &body, None).await.status, 409);
        assert_eq!(ask(&visitor, &body, Some("first")).await.status, 202);
        stripe.shopper_answers_the_bank("pi_1", true);
        let order = ask(&visitor, &body, Some("first")).await;
        assert_eq!((order.status.as_u16(), stripe.taken()), (200, 5468), "{}", order.text);
        app.audit().await;
    }

    /// S-610: thirty who were shown $0 for one gift card: at most one of them buys, and nobody pays.
    async fn s_610_thirty_race_for_one_card(app: &TestApp) with |settings| many(settings); {
        let (_, code) = buy_card(app, "gift-50", "giver@shopper.example").await;
        let mut buyers = Vec::new();
        for number in 0..30 {
            let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &[&code]).await;
            assert_eq!(cart["grandTotalCents"], 0);
            known_code(app).await;
            let mut body = seen(&cart, &format!("b{number}@shopper.example"));
            body["shippingLocation"] = json!({"country": "GB"});
            buyers.push((visitor, body));
        }
        let replies = join_all(buyers.iter().map(|(visitor, body)| ask(visitor, body, None))).await;
        let bought = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(bought, 1, "{:?}", replies.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert!(replies.iter().all(|reply| matches!(reply.status.as_u16(), 200 | 400 | 409)));
        assert_eq!(app.number("SELECT CAST(SUM(grand_total_cents) AS BIGINT) FROM shop_order WHERE email LIKE 'b%'").await, 0);
        assert_eq!(app.number("SELECT balance_cents FROM gift_card").await, 1000);
        app.audit().await;
    }

    /// S-610: random changes between the look and the payment; every order is what was agreed to, every refusal takes nothing.
    async fn s_610_random_changes_charge_only_what_was_agreed(app: &TestApp) with |settings| many(settings); {
        let rounds = std::env::var("LOGGIA_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(30_usize);
        let mut chance = Chance(0x5eed_0609);
        let (mut bought, mut refused) = (0, 0);
        for round in 0..rounds {
            let (visitor, codes) = look(app, &mut chance, round).await;
            let shown = cart_of(&visitor).await;
            for _ in 0..chance.below(3) {
                disturb(app, &visitor, &codes, &mut chance, round).await;
            }
            let before = taken(app).await;
            let mut body = seen(&shown, &format!("r{round}@shopper.example"));
            body["acceptPrices"] = json!(chance.below(4) > 0);
            let mut reply = ask(&visitor, &body, None).await;
            if reply.status == 409 {
                refused += 1;
                assert_eq!(taken(app).await, before);
                let told = reply.json();
                body["totalCents"] = told["totalCents"].clone();
                body["cartDigest"] = told["cartDigest"].clone();
                reply = ask(&visitor, &body, None).await;
                assert_ne!(reply.status, 409, "nothing changed since: {}", reply.text);
            }
            if reply.status == 200 {
                bought += 1;
                assert_eq!(cents(&reply.json(), "grandTotal"), body["totalCents"].as_i64().unwrap());
            } else {
                assert!(reply.status.is_client_error(), "{}", reply.text);
                assert_eq!(taken(app).await, before, "{}", reply.text);
            }
        }
        assert!(bought > rounds / 2 && refused > rounds / 6, "{bought} bought, {refused} refused");
        app.audit().await;
    }
}

/// A code of the shop's that somebody at this address types right: cards are guesses, and guesses have growing pauses.
async fn known_code(app: &TestApp) {
    with_codes(app, &[("guide", "guide")], &["TEN"]).await;
}

/// A cart of anything that can be delivered, looked at; the codes that are about.
async fn look(app: &TestApp, chance: &mut Chance, round: usize) -> (Visitor, Vec<String>) {
    app.publish(&catalog::with_variant("bread", "qtyInStock", json!(100_000))).await;
    known_code(app).await;
    let visitor = app.visitor();
    let (_, card) = buy_card(app, "gift-25", &format!("giver{round}@shopper.example")).await;
    let codes = vec!["TEN".to_owned(), "FIVE".to_owned(), card];
    add(&visitor, "lesson", "lesson", 1).await;
    for (item, sku) in [("guide", "guide"), ("bread", "bread")] {
        // The shelf is filled once; when it is nearly empty, parcels are no longer sent.
        if chance.below(2) == 0 && (item != "bread" || app.stock("bread", "bread").await > 1) {
            add(&visitor, item, sku, 1).await;
        }
    }
    if chance.below(2) == 0 {
        visitor.post(COUPONS, json!({"promoCode": codes[chance.below(codes.len())]})).await;
    }
    visitor.put(LOCATION, place(["US", "FR"][chance.below(2)])).await;
    visitor.put(OPTION, json!({"id": "air"})).await;
    (visitor, codes)
}

/// Something that happens elsewhere: another tab, another shopper, a publication, time.
async fn disturb(app: &TestApp, visitor: &Visitor, codes: &[String], chance: &mut Chance, round: usize) {
    let mut catalog = catalog::with_variant("bread", "qtyInStock", json!(100_000));
    match chance.below(9) {
        0 => drop(add(visitor, "guide", "guide", 1).await),
        1 => drop(visitor.post(COUPONS, json!({"promoCode": codes[chance.below(codes.len())]})).await),
        2 => drop(visitor.delete(&format!("{COUPONS}/TEN")).await),
        3 => drop(visitor.put(LOCATION, place(["US", "FR", "GB"][chance.below(3)])).await),
        4 => {
            let (other, _) = with_codes(app, &[("guide", "guide")], &[&codes[2]]).await;
            let mut body = purchase();
            body["email"] = json!(format!("other{round}@shopper.example"));
            assert_eq!(other.post(CHECKOUT, body).await.status, 200);
        }
        5 => {
            catalog["products"][4]["variants"][0]["price"] = json!(3500 + chance.below(1000));
            app.publish(&catalog).await;
        }
        6 => {
            catalog["shippingOptions"][1]["costCents"] = json!(1000 + chance.below(1000));
            app.publish(&catalog).await;
        }
        7 => {
            catalog["taxRules"][0]["rate"] = json!((1 + chance.below(20)).to_string());
            app.publish(&catalog).await;
        }
        _ => app.clock.advance(1000),
    }
}
