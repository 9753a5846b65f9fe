//! Paid without a script: on Stripe's own page.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, leaves_by, order_page, purchase_by};
use crate::plain::{self, ADDRESS, pay_once_more, with_cart};
use crate::stripe::{tell, with_card};
use crate::stripe_server::{self, Fault, StripeServer};
use futures_util::future::join_all;
use loggia_api::clock::{DAY, HOUR, MINUTE};
use serde_json::{Value, json};
use std::sync::Arc;

const ANN: &str = "ann@shopper.example";
const PAGE: &str = "provider:stripe-page";

fn start(settings: &mut loggia_api::Settings) {
    stripe_server::start(settings);
    settings.limits.order_page = 1_000_000;
}

fn stripe(app: &TestApp) -> Arc<StripeServer> {
    stripe_server::of(&app.settings)
}

/// A shopper with a loaf who is sent to the page, and the answer.
async fn leaves(app: &TestApp) -> (Visitor, Value) {
    leaves_by(app, PAGE).await
}

async fn later(app: &TestApp, ms: i64) {
    app.clock.advance(ms);
    stripe(app).is_now(app.clock.now_ms());
    app.work().await;
}

async fn paid(app: &TestApp) -> i64 {
    app.count("shop_order", "status = 'paid'").await
}

on_both! {
    /// S-800: a browser without a script pays by card: the form leads to Stripe's page, for exactly the total that was shown, and the
    /// way back to the order's page, which asks how it went.
    async fn s_800_a_card_without_script(app: &TestApp) with |settings| start(settings); {
        let visitor = with_cart(app, "bread", "bread", "2").await;
        let shown = visitor.get(plain::CHECKOUT).await.text;
        assert!(shown.contains("Stripe (on a page of its own)") && !shown.contains("needs JavaScript"), "{shown}");
        let mut fields = ADDRESS.to_vec();
        fields.extend([("shippingOption", "post"), ("payment", PAGE)]);
        let leads = pay_once_more(app, &visitor, "1296", &fields).await;
        assert_eq!(leads.status, 200, "{}", leads.text);
        let session = stripe(app).session("cs_1");
        let url = session["url"].as_str().unwrap();
        assert!(leads.text.contains(&format!("content=\"0;url={url}\"")) && leads.text.contains(&format!("href=\"{url}\"")), "{}", leads.text);
        assert_eq!((&session["amount_total"], &session["currency"]), (&json!(1796), &json!("usd")));
        assert_eq!(session["names"], json!(["2 × Bread", "Shipping", "Tax"]));
        assert_eq!(app.stock("bread", "bread").await, 18);
        // Within the hold of the stock.
        assert!(session["expires_at"].as_i64().unwrap() * 1000 <= app.number("SELECT hold_until FROM shop_order").await);
        // Pressed once more: the same page.
        let again = plain::pay_back(app, &visitor, "1796", &fields).await;
        assert!(again.text.contains(url) && stripe(app).sessions().len() == 1, "{}", again.text);
        assert!(stripe(app).shopper_pays_on_page("cs_1", false));
        let back = session["success_url"].as_str().unwrap();
        let back = &back[back.find("/api/").unwrap()..];
        let order = app.visitor().get(back).await;
        assert!(order.text.contains("Paid. We are preparing your order."), "{}", order.text);
        app.work().await;
        assert_eq!((stripe(app).taken(), paid(app).await, app.emails_to(ANN).await.len()), (1796, 1, 1));
        // What it took is given back by the name of the payment.
        assert_eq!(app.count("payment", "provider = 'stripe-page' AND reference = 'pi_1'").await, 1);
        app.audit().await;
    }

    /// S-801: between cart and Pay the price rises: the old total stands beside the new one, and no page is opened.
    async fn s_801_a_changed_total_opens_no_page(app: &TestApp) with |settings| start(settings); {
        let visitor = with_cart(app, "guide", "guide", "1").await;
        let fields = [("country", "GB"), ("payment", PAGE)];
        let refused = plain::pay(app, &visitor, "900", &fields).await;
        assert!(refused.status == 409 && refused.text.contains("The total was $9.00 and is now $12.00."), "{}", refused.text);
        assert_eq!((stripe(app).calls().len(), app.count("shop_order", "TRUE").await), (0, 0));
        assert_eq!(plain::pay(app, &visitor, "1200", &fields).await.status, 200);
        assert_eq!(stripe(app).session("cs_1")["amount_total"], 1200);
        // The cart grows in another tab while the page is open: the next Pay closes it, and opens one for the new total.
        add(&visitor, "guide", "guide", 1).await;
        assert_eq!(plain::pay_back(app, &visitor, "1200", &fields).await.status, 409);
        assert_eq!(plain::pay_back(app, &visitor, "2400", &fields).await.status, 200);
        assert_eq!((stripe(app).session("cs_2")["amount_total"].clone(), stripe(app).sessions().len()), (json!(2400), 2));
        app.work().await;
        assert!(!stripe(app).shopper_pays_on_page("cs_1", false) && stripe(app).shopper_pays_on_page("cs_2", false));
        later(app, 40 * MINUTE).await;
        assert_eq!((stripe(app).taken(), paid(app).await), (2400, 1));
        app.audit().await;
    }

    /// S-802: messages come as often and in whatever order: one order, one letter, one payment.
    async fn s_802_messages_in_any_order(app: &TestApp) with |settings| start(settings); {
        leaves(app).await;
        assert!(stripe(app).shopper_pays_on_page("cs_1", true));
        let waiting = stripe(app).session("cs_1");
        // Complete and not paid: a bank is at work.
        tell(app, "evt_1", "checkout.session.completed", &waiting).await;
        assert_eq!(paid(app).await, 0);
        stripe(app).bank_decides("cs_1", true);
        let (session, intent) = (stripe(app).session("cs_1"), stripe(app).intent("pi_1"));
        let kinds = ["checkout.session.async_payment_succeeded", "checkout.session.completed", "payment_intent.succeeded"];
        let told = join_all((0..12).map(|number| {
            let kind = kinds[number % 3];
            let object = if number % 3 == 2 { &intent } else { &session };
            let name = format!("evt_{}", 2 + number % 6);
            async move { tell(app, &name, kind, object).await.status.as_u16() }
        })).await;
        assert!(told.iter().all(|status| *status == 200), "{told:?}");
        // Old ones, after the end.
        tell(app, "evt_90", "checkout.session.completed", &waiting).await;
        let mut expired = waiting.clone();
        expired["status"] = json!("expired");
        tell(app, "evt_91", "checkout.session.expired", &expired).await;
        later(app, HOUR).await;
        assert_eq!((paid(app).await, stripe(app).taken(), app.stock("bread", "bread").await, stripe(app).refunds().len()), (1, 1148, 19, 0));
        assert_eq!(app.emails_to(ANN).await.len(), 1);
        app.audit().await;
    }

    /// S-802: a message about another amount or currency, of somebody else's session, or forged, pays nothing.
    async fn s_802_what_is_not_ours_pays_nothing(app: &TestApp) with |settings| start(settings); {
        leaves(app).await;
        assert!(stripe(app).shopper_pays_on_page("cs_1", false));
        let session = stripe(app).session("cs_1");
        let with = |member: &str, value: Value| {
            let mut session = session.clone();
            session[member] = value;
            session
        };
        let foreign = [with("amount_total", json!(1)), with("currency", json!("jpy")), with("metadata", json!({})), with("metadata", json!({"loggia_order": "nobody"}))];
        for (number, session) in foreign.iter().enumerate() {
            assert_eq!(tell(app, &format!("evt_{number}"), "checkout.session.completed", session).await.status, 200);
        }
        assert_eq!(paid(app).await, 0);
        tell(app, "evt_9", "checkout.session.completed", &session).await;
        assert_eq!(paid(app).await, 1);
    }

    /// S-803: a closed tab: the shop asks by itself, and pays the order or gives the stock back; a page that has ended takes no money.
    async fn s_803_a_closed_tab_is_asked_for(app: &TestApp) with |settings| start(settings); {
        leaves(app).await;
        let (_, left) = leaves(app).await;
        assert!(stripe(app).shopper_pays_on_page("cs_1", false));
        later(app, 34 * MINUTE).await;
        assert_eq!((paid(app).await, app.count("shop_order", "status = 'cancelled'").await, app.stock("bread", "bread").await), (1, 1, 19));
        assert!(!stripe(app).shopper_pays_on_page("cs_2", false));
        assert!(order_page(app, &left).await.contains("This order was not paid."));
        // By message: Stripe's own clock ended it.
        leaves(app).await;
        let mut expired = stripe(app).session("cs_3");
        expired["status"] = json!("expired");
        for id in ["evt_1", "evt_2"] {
            tell(app, id, "checkout.session.expired", &expired).await;
        }
        app.work().await;
        assert_eq!((app.stock("bread", "bread").await, stripe(app).session("cs_3")["status"].clone()), (19, json!("expired")));
        app.audit().await;
    }

    /// S-803: who pays in the moment in which the order is cancelled gets the money back, whole, once.
    async fn s_803_a_payment_after_the_end_goes_back(app: &TestApp) with |settings| start(settings); {
        let (visitor, _) = leaves(app).await;
        // Another tab pays the same cart by card; the page is not closed yet.
        let paid_by_card = visitor.post(CHECKOUT, with_card("pm_card_visa")).await;
        assert_eq!(paid_by_card.status, 200, "{}", paid_by_card.text);
        assert!(stripe(app).shopper_pays_on_page("cs_1", false));
        for id in ["evt_1", "evt_2"] {
            tell(app, id, "checkout.session.completed", &stripe(app).session("cs_1")).await;
        }
        stripe(app).fails(&[Fault::Refuses, Fault::LosesAnswer, Fault::IsBusy]);
        for _ in 0..4 {
            later(app, HOUR).await;
        }
        assert_eq!((stripe(app).taken(), stripe(app).refunds().len(), paid(app).await, app.stock("bread", "bread").await), (1148, 1, 1, 19));
        assert_eq!(stripe(app).refunds()[0]["payment_intent"], "pi_2");
        app.audit().await;
    }

    /// S-803: a debit that was ordered on the page takes days; when it fails the order is closed and the buyer told.
    async fn s_803_a_debit_on_the_page(app: &TestApp) with |settings| start(settings); {
        for passes in [true, false] {
            let (_, pending) = leaves(app).await;
            let id = format!("cs_{}", stripe(app).sessions().len());
            assert!(stripe(app).shopper_pays_on_page(&id, true));
            for _ in 0..3 {
                later(app, DAY).await;
            }
            assert!(order_page(app, &pending).await.contains("being confirmed"));
            stripe(app).bank_decides(&id, passes);
            if passes {
                later(app, 2 * HOUR).await;
            } else {
                tell(app, "evt_f", "checkout.session.async_payment_failed", &stripe(app).session(&id)).await;
                later(app, MINUTE).await;
            }
        }
        assert_eq!((paid(app).await, stripe(app).taken(), app.stock("bread", "bread").await), (1, 1148, 19));
        let letters = app.emails_to(ANN).await;
        assert_eq!(letters.iter().filter(|one| one.contains("did not go through")).count(), 1, "{letters:?}");
        app.audit().await;
    }

    /// S-800: a refund of what was paid on the page, in part and whole, goes by Stripe's name of the payment; made elsewhere it is known.
    async fn s_800_what_was_paid_there_goes_back(app: &TestApp) with |settings| start(settings); {
        let (_, pending) = leaves(app).await;
        assert!(stripe(app).shopper_pays_on_page("cs_1", false));
        order_page(app, &pending).await;
        let owner = app.member("owner@shop.example", &[loggia_api::roles::Role::Admin]).await;
        let order = pending["orderId"].as_str().unwrap();
        let refund = format!("/api/commerce/orders/{order}/refunds");
        assert!(owner.post(&refund, json!({"amountCents": 148, "reason": "late"})).await.status.is_success());
        app.work().await;
        let charge = json!({"id": "ch_1", "amount_refunded": 648, "currency": "usd", "payment_intent": "pi_1"});
        tell(app, "evt_1", "charge.refunded", &charge).await;
        app.work().await;
        assert_eq!((stripe(app).refunds().len(), app.number("SELECT refunded_cents FROM shop_order").await), (1, 648));
        assert!(owner.post(&refund, json!({"amountCents": 501, "reason": "too much"})).await.status.is_client_error());
        app.audit().await;
    }

    /// S-800: subscriptions are not paid there, nor is anything by a name that is no page; nothing is made.
    async fn s_800_what_is_not_offered_there(app: &TestApp) with |settings| start(settings); {
        let visitor = app.visitor();
        let started = visitor.post(crate::subscription::SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
        let mut body = purchase_by(PAGE);
        body["cartToken"] = started["cartToken"].clone();
        let refused = visitor.post(CHECKOUT, body).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-method-unavailable")));
        add(&visitor, "bread", "bread", 1).await;
        for method in ["provider:stripe", "provider:", "provider:paypal", "provider:manual"] {
            let mut body = purchase_by(PAGE);
            body["paymentMethod"] = json!(method);
            let refused = visitor.post(CHECKOUT, body).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-method-unavailable")), "{method}");
        }
        assert_eq!((app.count("shop_order", "TRUE").await, stripe(app).calls().len()), (0, 0));
    }
}
