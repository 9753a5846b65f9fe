//! Subscriptions that a shopper changes and stops: what is charged after each step, as the clock goes on.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe_server::{self};
use crate::subscription::SUBSCRIPTION;
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use reqwest::Method;
use serde_json::{Value, json};

const CHANGES: &str = "/api/commerce/subscription-page/changes";
pub const PAGE: &str = "/api/plain/subscription";
pub const ANN: &str = "ann@shopper.example";

pub fn limits(settings: &mut loggia_api::Settings) {
    settings.limits.order_page = 10_000;
    stripe_server::start(settings);
}

/// A guest who subscribed to the box: the id and what opens its page.
pub async fn subscribed(app: &TestApp) -> (String, String) {
    let guest = app.visitor();
    let started = guest.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
    let mut body = purchase();
    body["cartToken"] = started["cartToken"].clone();
    body["paymentToken"] = json!("pm_card_visa");
    let reply = guest.post(CHECKOUT, body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let letter = app
        .emails_to(ANN)
        .await
        .into_iter()
        .find(|letter| letter.contains("Change or stop your subscription: "))
        .unwrap();
    let link =
        letter.split("Change or stop your subscription: ").nth(1).unwrap().split_whitespace().next().unwrap();
    let (id, key) = link.split_once("subscription?subscription=").unwrap().1.split_once("&key=").unwrap();
    (id.to_owned(), key.to_owned())
}

pub async fn change(app: &TestApp, (id, key): &(String, String), what: Value) -> Reply {
    let mut body = what;
    body["id"] = json!(id);
    body["key"] = json!(key);
    app.visitor().post(CHANGES, body).await
}

async fn done(app: &TestApp, link: &(String, String), what: Value) -> Value {
    let reply = change(app, link, what.clone()).await;
    assert_eq!(reply.status, 200, "{what}: {}", reply.text);
    reply.json()
}

/// Lets so many days pass, each with its work; what was charged meanwhile.
pub async fn pass(app: &TestApp, days: i64) -> i64 {
    let before = stripe_server::of(&app.settings).taken();
    for _ in 0..days {
        app.clock.advance(DAY);
        app.work().await;
    }
    stripe_server::of(&app.settings).taken() - before
}

pub fn browser(app: &TestApp) -> Visitor {
    Visitor::still(&format!("http://{}", app.address()))
}

pub async fn press(app: &TestApp, visitor: &Visitor, fields: &[(&str, &str)]) -> Reply {
    let crumb = visitor.crumb().await;
    let mut all = vec![("crumb", crumb.as_str())];
    all.extend_from_slice(fields);
    let body: Vec<String> = all.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let kind = "application/x-www-form-urlencoded".to_owned();
    let headers = [("content-type", kind), ("origin", format!("http://{}", app.address()))];
    visitor.send(Method::POST, PAGE, &headers, Some(body.join("&"))).await
}

on_both! {
    /// S-663: while it is paused nothing is charged, however long; it goes on with the next day of its schedule, once.
    async fn s_663_a_pause_charges_nothing(app: &TestApp) with |settings| limits(settings); {
        let link = subscribed(app).await;
        assert_eq!(pass(app, 31).await, 3240);
        let paused = done(app, &link, json!({"action": "pause"})).await;
        assert_eq!((&paused["status"], &paused["nextBillingDate"]), (&json!("paused"), &Value::Null));
        assert_eq!(change(app, &link, json!({"action": "pause"})).await.status, 409);
        assert_eq!(change(app, &link, json!({"action": "skip"})).await.status, 409);
        assert_eq!(pass(app, 100).await, 0);
        let on = done(app, &link, json!({"action": "resume"})).await;
        // Begun on 21 November: the days of its schedule are the 21st; it is 1 April by now.
        assert_eq!((&on["status"], &on["nextBillingDate"]), (&json!("active"), &json!(1_808_283_600_000_i64)));
        assert_eq!(change(app, &link, json!({"action": "resume"})).await.status, 409);
        assert_eq!((pass(app, 19).await, pass(app, 1).await, pass(app, 29).await, pass(app, 1).await), (0, 3240, 0, 3240));
        app.audit().await;
    }

    /// S-663: a delivery that is left out is not charged, and the one behind it is; two who press at once leave out two at most.
    async fn s_663_a_skipped_delivery_is_not_charged(app: &TestApp) with |settings| { limits(settings); settings.connections = 12; }; {
        let link = subscribed(app).await;
        done(app, &link, json!({"action": "skip"})).await;
        assert_eq!((pass(app, 45).await, pass(app, 20).await), (0, 3240));
        // Many presses at once.
        let replies = join_all((0..8).map(|_| change(app, &link, json!({"action": "skip"})))).await;
        let skipped = replies.iter().filter(|reply| reply.status == 200).count();
        assert!((1..=8).contains(&skipped));
        assert_eq!(app.number("SELECT skipped FROM subscription").await, 1 + i64::try_from(skipped).unwrap());
        // Not for ever.
        let mut refused = 0;
        for _ in 0..40 {
            refused += i32::from(change(app, &link, json!({"action": "skip"})).await.status == 409);
        }
        assert!(refused > 5, "{refused}");
        app.audit().await;
    }

    /// S-664: stopped, it charges nothing ever after, whoever presses what; a letter says so, once.
    async fn s_664_a_guest_stops_a_subscription(app: &TestApp) with |settings| limits(settings); {
        let link = subscribed(app).await;
        let visitor = browser(app);
        let page = visitor.get(&format!("{PAGE}?subscription={}&key={}", link.0, link.1)).await;
        assert!(page.status == 200 && page.text.contains("Stop the subscription") && page.text.contains("Skip the next delivery"), "{}", page.text);
        let fields = [("subscription", link.0.as_str()), ("key", link.1.as_str()), ("action", "stop")];
        assert_eq!(press(app, &visitor, &fields).await.status, 303);
        assert_eq!(press(app, &visitor, &fields).await.status, 409);
        for action in ["pause", "resume", "skip", "stop"] {
            assert_eq!(change(app, &link, json!({"action": action})).await.status, 409, "{action}");
        }
        assert_eq!(change(app, &link, json!({"action": "quantity", "quantity": 2})).await.status, 409);
        assert_eq!(pass(app, 70).await, 0);
        let ended = app.emails_to(ANN).await.iter().filter(|letter| letter.contains("your subscription has ended")).count();
        assert_eq!(ended, 1);
        let page = visitor.get(&format!("{PAGE}?subscription={}&key={}", link.0, link.1)).await.text;
        assert!(page.contains("It has ended: nothing more is charged.") && !page.contains("Stop the subscription"), "{page}");
        app.audit().await;
    }

    /// S-665: the next payment is for what was changed: how many, and where to; never what was paid.
    async fn s_665_quantity_and_address_count_from_the_next_payment(app: &TestApp) with |settings| limits(settings); {
        let link = subscribed(app).await;
        let own = done(app, &link, json!({"action": "quantity", "quantity": 3})).await;
        assert_eq!(own["quantity"], 3);
        for wrong in [json!({"action": "quantity", "quantity": 0}), json!({"action": "quantity", "quantity": 10_000}), json!({"action": "quantity"}), json!({"action": "burn"})] {
            assert_eq!(change(app, &link, wrong.clone()).await.status, 400, "{wrong}");
        }
        let there = json!({"country": "US", "region": "NY", "city": "Albany", "postalCode": "12207", "line1": "2 State Street", "line2": ""});
        let own = done(app, &link, json!({"action": "address", "location": there})).await;
        assert_eq!(own["shippingLocation"]["city"], "Albany");
        let mut abroad = there.clone();
        abroad["country"] = json!("FR");
        let mut nowhere = there.clone();
        nowhere["line1"] = json!("");
        for (wrong, status) in [(abroad, 409), (nowhere, 400)] {
            assert_eq!(change(app, &link, json!({"action": "address", "location": wrong})).await.status, status);
        }
        let charged = pass(app, 31).await;
        assert_eq!(app.number("SELECT grand_total_cents FROM shop_order WHERE subscription_id IS NOT NULL").await, charged);
        assert_eq!(app.number("SELECT subtotal_cents FROM shop_order WHERE subscription_id IS NOT NULL").await, 9000);
        assert_eq!(app.count("shop_order", "subscription_id IS NOT NULL AND shipping_location LIKE '%Albany%'").await, 1);
        assert_eq!(app.count("shop_order", "subscription_id IS NULL AND shipping_location LIKE '%Albany%'").await, 0);
        app.audit().await;
    }

    /// S-666: only its link and its buyer's account open a subscription; a guest who has an account later may stop it there, too.
    async fn s_666_a_subscription_is_its_buyer_s_alone(app: &TestApp) with |settings| limits(settings); {
        let link = subscribed(app).await;
        let other = subscribed_by(app, "bob@shopper.example").await;
        for (id, key) in [(link.0.clone(), other.1.clone()), (link.0.clone(), String::new()), ("nobody".into(), link.1.clone()), (link.0.clone(), format!("{}x", link.1))] {
            assert_eq!(change(app, &(id.clone(), key.clone()), json!({"action": "stop"})).await.status, 404);
            assert_eq!(app.visitor().get(&format!("/api/commerce/subscription-page?id={id}&key={key}")).await.status, 404);
        }
        let eve = app.member("eve@shopper.example", &[]).await;
        let own = format!("/api/site-users/account/subscriptions/{}/changes", link.0);
        assert_eq!(eve.post(&own, json!({"action": "stop"})).await.status, 404);
        assert_eq!(eve.post(&format!("/api/commerce/subscriptions/{}/cancellation", link.0), json!({})).await.status, 403);
        assert_eq!(app.count("subscription", "status = 'active'").await, 2);
        let ann = app.member(ANN, &[]).await;
        let listed = ann.get("/api/site-users/account/subscriptions").await.json();
        assert_eq!((listed["subscriptions"].as_array().unwrap().len(), &listed["subscriptions"][0]["id"]), (1, &json!(link.0)));
        assert_eq!(ann.post(&own, json!({"action": "pause"})).await.json()["status"], "paused");
        assert_eq!(ann.post(&format!("/api/commerce/subscriptions/{}/cancellation", link.0), json!({})).await.status, 200);
        assert_eq!(app.count("subscription", "status = 'active'").await, 1);
    }
}

/// Somebody else who did.
pub async fn subscribed_by(app: &TestApp, email: &str) -> (String, String) {
    let guest = app.visitor();
    let started = guest.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
    let mut body = purchase();
    body["cartToken"] = started["cartToken"].clone();
    body["paymentToken"] = json!("pm_card_visa");
    body["email"] = json!(email);
    assert_eq!(guest.post(CHECKOUT, body).await.status, 200);
    let letter = app.emails_to(email).await.remove(0);
    let link = letter.split("subscription?subscription=").nth(1).unwrap().split_whitespace().next().unwrap();
    let (id, key) = link.split_once("&key=").unwrap();
    (id.to_owned(), key.to_owned())
}
