//! Subscriptions renew on schedule, each cycle once. The clock stands still until a test moves it.

use crate::app::{TestApp, Visitor, on_both};
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe_server::{self, Fault};
use crate::subscription::SUBSCRIPTION;
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use serde_json::json;

/// Somebody subscribes to the box, paid by this card.
async fn subscribe(app: &TestApp, visitor: &Visitor, card: &str) {
    let started = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
    let mut body = purchase();
    body["cartToken"] = started["cartToken"].clone();
    body["paymentToken"] = json!(card);
    let reply = visitor.post(CHECKOUT, body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    app.work().await;
}

async fn billed(app: &TestApp) -> i64 {
    app.number("SELECT cycles_billed FROM subscription").await
}

on_both! {
    /// a month later the next payment is made, once, with an email, and the month after that again.
    async fn a_047_a_subscription_renews_every_month(app: &TestApp); {
        subscribe(app, &app.visitor(), "test-pass").await;
        app.clock.advance(29 * DAY);
        app.work().await;
        assert_eq!(billed(app).await, 1);
        app.clock.advance(DAY);
        for _ in 0..3 {
            app.work().await;
        }
        assert_eq!((billed(app).await, app.count("shop_order", "status = 'paid'").await, app.stock("box", "box").await), (2, 2, 8));
        // 21 January 2027, 06:00 UTC.
        assert_eq!(app.number("SELECT next_billing_at FROM subscription").await, 1_800_511_200_000);
        assert_eq!(app.number("SELECT grand_total_cents FROM shop_order WHERE subscription_id IS NOT NULL").await, 3240);
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 2);
        app.clock.advance(31 * DAY);
        app.work().await;
        assert_eq!(billed(app).await, 3);
        app.audit().await;
    }

    /// the agreed price stays when the shop's price changes.
    async fn a_047_the_agreed_price_stays(app: &TestApp); {
        subscribe(app, &app.visitor(), "test-pass").await;
        app.publish(&crate::catalog::with_variant("box", "price", json!(9_900))).await;
        app.clock.advance(31 * DAY);
        app.work().await;
        assert_eq!(app.number("SELECT subtotal_cents FROM shop_order WHERE subscription_id IS NOT NULL").await, 3000);
    }

    /// workers that run at once renew each cycle once.
    async fn a_047_workers_at_once_renew_once(app: &TestApp) with |settings| { stripe_server::start(settings); settings.connections = 12; }; {
        for _ in 0..4 {
            subscribe(app, &app.visitor(), "pm_card_visa").await;
        }
        let before = stripe_server::of(&app.settings).taken();
        app.clock.advance(31 * DAY);
        join_all((0..6).map(|_| app.work())).await;
        app.work().await;
        let stripe = stripe_server::of(&app.settings);
        assert_eq!((stripe.taken() - before, stripe.intents().len()), (4 * 3240, 8));
        assert_eq!((app.count("subscription", "cycles_billed = 2").await, app.count("shop_order", "subscription_id IS NOT NULL").await), (4, 4));
        app.audit().await;
    }

    /// a refused payment is tried again after 1, 3, 5 and 7 days, then the subscription is past due.
    async fn a_047_a_refused_payment_is_tried_again_then_past_due(app: &TestApp) with |settings| stripe_server::start(settings); {
        subscribe(app, &app.visitor(), "pm_card_visa").await;
        let stripe = stripe_server::of(&app.settings);
        stripe.declines_without_shopper(true);
        app.clock.advance(30 * DAY);
        let mut tried = Vec::new();
        for day in 0..40 {
            let before = app.count("shop_order", "subscription_id IS NOT NULL").await;
            app.work().await;
            if app.count("shop_order", "subscription_id IS NOT NULL").await > before {
                tried.push(day);
            }
            app.clock.advance(DAY);
        }
        assert_eq!(tried, [0, 1, 4, 9, 16]);
        assert_eq!((app.count("subscription", "status = 'past_due'").await, app.stock("box", "box").await, billed(app).await), (1, 9, 1));
        // One email for each refusal, one for the first order.
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 6);
        // The owner may try again once the card is good.
        stripe.declines_without_shopper(false);
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let listed = owner.get("/api/commerce/subscriptions?status=past_due").await.json();
        let id = listed["subscriptions"][0]["id"].as_str().unwrap().to_owned();
        let resumed = owner.post(&format!("/api/commerce/subscriptions/{id}/resumption"), json!({})).await;
        assert_eq!((resumed.status.as_u16(), &resumed.json()["status"]), (200, &json!("active")));
        app.work().await;
        assert_eq!(app.count("subscription", "status = 'active' AND attempts = 0").await, 1);
        app.audit().await;
    }

    /// a provider that is away counts as no refusal; the same order is paid when it is back.
    async fn a_047_a_provider_that_is_away_is_no_refusal(app: &TestApp) with |settings| stripe_server::start(settings); {
        subscribe(app, &app.visitor(), "pm_card_visa").await;
        let stripe = stripe_server::of(&app.settings);
        let before = stripe.taken();
        app.clock.advance(31 * DAY);
        // The intent is made, then nothing is heard of its payment: the money was taken.
        stripe.fails(&[Fault::IsBusy, Fault::LosesAnswer, Fault::LosesAnswer, Fault::LosesAnswer]);
        stripe.fails(&[Fault::Refuses, Fault::Refuses, Fault::Refuses, Fault::Refuses]);
        app.work().await;
        app.clock.advance(11 * 60_000);
        app.work().await;
        app.clock.advance(11 * 60_000);
        app.work().await;
        assert_eq!((billed(app).await, stripe.taken() - before, app.count("subscription", "attempts = 0").await), (2, 3240, 1));
        assert_eq!(app.count("shop_order", "subscription_id IS NOT NULL").await, 1);
        app.audit().await;
    }

    /// nobody is charged for goods that are not there.
    async fn a_047_an_empty_shelf_postpones_the_payment(app: &TestApp); {
        subscribe(app, &app.visitor(), "test-pass").await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let adjust = |quantity: i64| json!({"itemId": "box", "sku": "box", "quantity": quantity, "reason": "counted"});
        owner.post("/api/commerce/inventory/adjustments", adjust(0)).await;
        app.clock.advance(31 * DAY);
        app.work().await;
        assert_eq!((billed(app).await, app.count("subscription", "attempts = 0 AND status = 'active'").await), (1, 1));
        owner.log_in("own@shop.example", false).await;
        assert_eq!(owner.post("/api/commerce/inventory/adjustments", adjust(5)).await.status, 200);
        app.clock.advance(DAY);
        app.work().await;
        assert_eq!((billed(app).await, app.stock("box", "box").await), (2, 4));
        app.audit().await;
    }

    /// so many payments as were agreed, then it has ended.
    async fn a_047_a_subscription_of_two_payments_ends(app: &TestApp); {
        let mut catalog = crate::catalog::catalog();
        let products = catalog["products"].as_array_mut().unwrap();
        products.iter_mut().find(|product| product["id"] == "box").unwrap()["subscriptionPlan"]["numBillingCycles"] = json!(2);
        app.publish(&catalog).await;
        subscribe(app, &app.visitor(), "test-pass").await;
        app.clock.advance(31 * DAY);
        app.work().await;
        assert_eq!(app.count("subscription", "status = 'ended' AND cycles_billed = 2 AND next_billing_at IS NULL").await, 1);
        app.clock.advance(62 * DAY);
        app.work().await;
        assert_eq!(billed(app).await, 2);
    }

    /// a member ends their own subscription, and nobody else's; nothing is charged afterwards.
    async fn a_047_a_member_ends_their_subscription(app: &TestApp); {
        let ann = app.member("ann@shopper.example", &[]).await;
        subscribe(app, &ann, "test-pass").await;
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let listed = owner.get("/api/commerce/subscriptions").await.json();
        let id = listed["subscriptions"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/commerce/subscriptions/{id}/cancellation");
        let eve = app.member("eve@shopper.example", &[]).await;
        assert_eq!(eve.post(&path, json!({})).await.status, 403);
        assert_eq!(ann.post(&path, json!({})).await.json()["status"], "cancelled");
        assert_eq!(ann.post(&path, json!({})).await.status, 400);
        app.clock.advance(62 * DAY);
        app.work().await;
        assert_eq!(billed(app).await, 1);
        app.audit().await;
    }
}
