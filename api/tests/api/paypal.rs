//! Paid through PayPal: a server of ours speaks its calls.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, leaves_by, order_page, purchase, purchase_by};
use crate::paypal_server::{self, Captures, PayPalServer};
use crate::plain;
use crate::stripe_server::Fault;
use futures_util::future::{join, join_all};
use loggia_api::clock::{DAY, HOUR, MINUTE};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;

const ANN: &str = "ann@shopper.example";
const EVENTS: &str = "/api/commerce/webhooks/paypal";
const METHOD: &str = "provider:paypal";

fn paypal(app: &TestApp) -> Arc<PayPalServer> {
    paypal_server::of(&app.settings)
}

/// A shopper with a loaf who is sent to the page, and the answer.
async fn leaves(app: &TestApp) -> (Visitor, Value) {
    leaves_by(app, METHOD).await
}

/// A message of PayPal's about something, signed by it.
async fn tell(app: &TestApp, id: &str, kind: &str, resource: &Value) -> Reply {
    let event = json!({"id": id, "event_type": kind, "resource": resource});
    let signature = paypal(app).signs(&event);
    send(app, &signature, event.to_string()).await
}

async fn send(app: &TestApp, signature: &str, body: String) -> Reply {
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("paypal-auth-algo", "SHA256withRSA".to_owned()),
        ("paypal-cert-url", "https://api.paypal.example/cert".to_owned()),
        ("paypal-transmission-id", "t-1".to_owned()),
        ("paypal-transmission-time", "2026-11-21T06:00:00Z".to_owned()),
        ("paypal-transmission-sig", signature.to_owned()),
    ];
    Visitor::at(&format!("http://{}", app.address())).send(Method::POST, EVENTS, &headers, Some(body)).await
}

async fn orders(app: &TestApp, status: &str) -> i64 {
    app.count("shop_order", &format!("status = '{status}'")).await
}

on_both! {
    /// S-804: PayPal stands beside the shop's provider; the shopper agrees there and comes back, then the money is taken, once.
    async fn s_804_paypal_pays_an_order(app: &TestApp) with |settings| paypal_server::start(settings); {
        let offered = app.visitor().get("/api/commerce/payment-settings").await.json();
        assert_eq!((&offered["provider"], &offered["pages"]), (&json!("test"), &json!([{"id": METHOD, "name": "PayPal"}])));
        let (visitor, pending) = leaves(app).await;
        assert_eq!(pending["redirectUrl"], "https://www.paypal.example/checkoutnow?token=PP-1");
        let order = paypal(app).order("PP-1");
        assert_eq!(order["purchase_units"][0]["amount"], json!({"currency_code": "USD", "value": "11.48"}));
        assert_eq!(order["purchase_units"][0]["custom_id"], pending["orderId"]);
        let back = order["context"]["return_url"].as_str().unwrap();
        assert!(back.starts_with("http") && back.ends_with(pending["orderPage"].as_str().unwrap()), "{back}");
        // Looked at before the shopper agreed: nothing is taken.
        assert!(order_page(app, &pending).await.contains("being confirmed"));
        assert_eq!((paypal(app).taken(), app.stock("bread", "bread").await), (0, 19));
        paypal(app).shopper_agrees("PP-1");
        // They come back in two tabs at once, with what PayPal adds to the address.
        let address = format!("{}&token=PP-1&PayerID=X", pending["orderPage"].as_str().unwrap());
        let (one, other) = (app.visitor(), app.visitor());
        let (one, other) = join(one.get(&address), other.get(&address)).await;
        assert!(one.text.contains("Paid.") || other.text.contains("Paid."), "{}", one.text);
        assert!(order_page(app, &pending).await.contains("Paid. We are preparing your order."));
        tell(app, "WH-1", "PAYMENT.CAPTURE.COMPLETED", &paypal(app).capture("PP-1")).await;
        app.work().await;
        assert_eq!((paypal(app).taken(), orders(app, "paid").await, app.emails_to(ANN).await.len()), (1148, 1, 1));
        assert_eq!(app.count("payment", "provider = 'paypal' AND reference = 'CAP-PP-1'").await, 1);
        // The repeat of the call answers the order.
        let mut body = purchase_by(METHOD);
        body["cartToken"] = json!(visitor.cookie("CART").unwrap_or_default());
        assert_ne!(visitor.post(CHECKOUT, body).await.status, 202);
        app.audit().await;
    }

    /// S-804: without script PayPal is offered likewise.
    async fn s_804_paypal_without_script(app: &TestApp) with |settings| paypal_server::start(settings); {
        let visitor = plain::with_cart(app, "guide", "guide", "1").await;
        let shown = visitor.get(plain::CHECKOUT).await.text;
        assert!(shown.contains("PayPal (on a page of its own)"), "{shown}");
        let leads = plain::pay(app, &visitor, "1200", &[("country", "GB"), ("payment", METHOD)]).await;
        assert!(leads.status == 200 && leads.text.contains("0;url=https://www.paypal.example/checkoutnow?token=PP-1"), "{}", leads.text);
        assert_eq!(paypal(app).order("PP-1")["purchase_units"][0]["amount"]["value"], "12.00");
    }

    /// S-805: the tab is closed after the shopper agreed: PayPal's message, or the shop's own question, takes the money; who never
    /// agreed pays nothing, and the stock is back.
    async fn s_805_a_closed_tab_loses_nothing(app: &TestApp) with |settings| paypal_server::start(settings); {
        leaves(app).await;
        paypal(app).shopper_agrees("PP-1");
        // The capture fails at first: the message is to come again.
        paypal(app).fails(&[Fault::LosesAnswer, Fault::Refuses, Fault::Refuses, Fault::Refuses, Fault::Refuses]);
        let order = paypal(app).order("PP-1");
        assert_eq!(tell(app, "WH-1", "CHECKOUT.ORDER.APPROVED", &order).await.status, 503);
        for _ in 0..2 {
            assert_eq!(tell(app, "WH-1", "CHECKOUT.ORDER.APPROVED", &order).await.status, 200);
        }
        assert_eq!((orders(app, "paid").await, paypal(app).taken()), (1, 1148));
        leaves(app).await;
        leaves(app).await;
        paypal(app).shopper_agrees("PP-2");
        app.clock.advance(34 * MINUTE);
        app.work().await;
        assert_eq!((orders(app, "paid").await, orders(app, "cancelled").await, app.stock("bread", "bread").await), (2, 1, 18));
        // Somebody agrees after the end: nothing takes the money, by message, page or question.
        paypal(app).shopper_agrees("PP-3");
        tell(app, "WH-3", "CHECKOUT.ORDER.APPROVED", &paypal(app).order("PP-3")).await;
        for _ in 0..3 {
            app.clock.advance(HOUR);
            app.work().await;
        }
        assert_eq!((paypal(app).taken(), paypal(app).order("PP-3")["status"].clone()), (2 * 1148, json!("APPROVED")));
        assert!(!paypal(app).calls().contains(&"POST /v2/checkout/orders/PP-3/capture".to_owned()));
        // One that PayPal has forgotten by then is an order that came to nothing.
        leaves(app).await;
        paypal(app).shopper_agrees("PP-4");
        paypal(app).forgets("PP-4");
        app.clock.advance(34 * MINUTE);
        app.work().await;
        assert_eq!((orders(app, "cancelled").await, app.stock("bread", "bread").await), (2, 18));
        app.audit().await;
    }

    /// S-805: lost answers, a busy server, an ended token: one order at PayPal and one capture all the same.
    async fn s_805_lost_answers_take_nothing_twice(app: &TestApp) with |settings| paypal_server::start(settings); {
        paypal(app).fails(&[Fault::LosesAnswer, Fault::IsBusy, Fault::Refuses]);
        let (visitor, pending) = leaves(app).await;
        assert_eq!(paypal(app).orders().len(), 1);
        // The shopper came back by the browser's button, and pays once more: the same page.
        let mut body = purchase_by(METHOD);
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.json()["redirectUrl"], pending["redirectUrl"]);
        paypal(app).shopper_agrees("PP-1");
        paypal(app).ends_tokens();
        paypal(app).fails(&[Fault::IsBusy, Fault::LosesAnswer, Fault::LosesAnswer]);
        let replies = join_all((0..6).map(|_| visitor.post(CHECKOUT, body.clone()))).await;
        // A caller whom three lost answers met is asked to try again, which takes nothing twice.
        let is_fine = |reply: &Reply| [200, 202].contains(&reply.status.as_u16()) || reply.json()["code"] == "payment-unanswered";
        assert!(replies.iter().all(is_fine), "{:?}", replies.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.status, 200);
        assert_eq!((paypal(app).taken(), orders(app, "paid").await, paypal(app).orders().len()), (1148, 1, 1));
        app.audit().await;
    }

    /// S-805: a capture that waits keeps the order and its stock; it ends by PayPal's word, either way.
    async fn s_805_a_capture_that_waits(app: &TestApp) with |settings| paypal_server::start(settings); {
        paypal(app).captures(Captures::Pending);
        for (id, status, kind) in [("PP-1", "COMPLETED", "PAYMENT.CAPTURE.COMPLETED"), ("PP-2", "DECLINED", "PAYMENT.CAPTURE.DENIED")] {
            let (_, pending) = leaves(app).await;
            paypal(app).shopper_agrees(id);
            assert!(order_page(app, &pending).await.contains("being confirmed"));
            for _ in 0..3 {
                app.clock.advance(DAY);
                app.work().await;
            }
            assert_eq!(orders(app, "pending").await, 1);
            paypal(app).capture_ends(id, status);
            assert_eq!(tell(app, &format!("WH-{id}"), kind, &paypal(app).capture(id)).await.status, 200);
        }
        assert_eq!((orders(app, "paid").await, orders(app, "cancelled").await, app.stock("bread", "bread").await), (1, 1, 19));
        let letters = app.emails_to(ANN).await;
        assert_eq!(letters.iter().filter(|one| one.contains("did not go through")).count(), 1, "{letters:?}");
        assert_eq!(paypal(app).taken(), 1148);
        app.audit().await;
    }

    /// S-805: a refused way of paying leads back to PayPal, a refused payment to the cart.
    async fn s_805_refused_there(app: &TestApp) with |settings| paypal_server::start(settings); {
        let (visitor, pending) = leaves(app).await;
        paypal(app).shopper_agrees("PP-1");
        paypal(app).captures(Captures::InstrumentDeclined);
        assert!(order_page(app, &pending).await.contains("being confirmed"));
        let mut body = purchase_by(METHOD);
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.json()["redirectUrl"], pending["redirectUrl"]);
        // There they choose another, and come back.
        paypal(app).captures(Captures::Completed);
        paypal(app).shopper_agrees("PP-1");
        assert!(order_page(app, &pending).await.contains("Paid."));
        assert_eq!((paypal(app).taken(), app.stock("bread", "bread").await), (1148, 19));
        // One whose payment is refused is told, and still has the cart.
        paypal(app).captures(Captures::Declined);
        let (visitor, pending) = leaves(app).await;
        paypal(app).shopper_agrees("PP-2");
        assert!(order_page(app, &pending).await.contains("This order was not paid."));
        assert_eq!((paypal(app).taken(), app.stock("bread", "bread").await), (1148, 19));
        // And then by the test card: another order.
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        body["paymentToken"] = json!("test-pass");
        body.as_object_mut().unwrap().remove("paymentMethod");
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!((orders(app, "paid").await, app.stock("bread", "bread").await), (2, 18));
        app.audit().await;
    }

    /// S-805: a capture whose order was cancelled meanwhile goes back, whole, once.
    async fn s_805_money_for_a_cancelled_order_goes_back(app: &TestApp) with |settings| paypal_server::start(settings); {
        let (visitor, _) = leaves(app).await;
        paypal(app).shopper_agrees("PP-1");
        // The money is taken, every answer is lost, and in another tab the cart is paid another way.
        paypal(app).fails(&[Fault::IsBusy]);
        let order = paypal(app).order("PP-1");
        let capture_then_cancel = async {
            tell(app, "WH-1", "CHECKOUT.ORDER.APPROVED", &order).await;
        };
        let mut body = purchase();
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        let (reply, ()) = join(visitor.post(CHECKOUT, body), capture_then_cancel).await;
        assert!(reply.status.is_success(), "{}", reply.text);
        if paypal(app).taken() > 0 {
            tell(app, "WH-2", "PAYMENT.CAPTURE.COMPLETED", &paypal(app).capture("PP-1")).await;
        }
        for _ in 0..4 {
            app.clock.advance(HOUR);
            app.work().await;
        }
        // Paid once, by one of both: what PayPal kept is what PayPal's orders cost.
        let by_paypal = app.count("payment", "provider = 'paypal' AND status = 'paid'").await;
        assert_eq!((orders(app, "paid").await, paypal(app).taken()), (1, by_paypal * 1148));
        assert_eq!(app.stock("bread", "bread").await, 19);
        app.audit().await;
        // One that is cancelled for certain before PayPal tells that it was paid.
        let (visitor, _) = leaves(app).await;
        let id = format!("PP-{}", paypal(app).orders().len());
        let mut body = purchase();
        body["cartToken"] = json!(visitor.cookie("CART").unwrap());
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        paypal(app).shopper_agrees(&id);
        paypal(app).captured_by_somebody(&id);
        for name in ["WH-8", "WH-9"] {
            tell(app, name, "PAYMENT.CAPTURE.COMPLETED", &paypal(app).capture(&id)).await;
        }
        for _ in 0..3 {
            app.clock.advance(HOUR);
            app.work().await;
        }
        assert_eq!((paypal(app).taken(), orders(app, "paid").await), (by_paypal * 1148, 2));
        app.audit().await;
    }

    /// S-806: refunds in part and whole, known by PayPal's name of the capture; no more than was paid; one that is made at PayPal is
    /// known here.
    async fn s_806_refunds_in_part_and_whole(app: &TestApp) with |settings| paypal_server::start(settings); {
        let (_, pending) = leaves(app).await;
        paypal(app).shopper_agrees("PP-1");
        order_page(app, &pending).await;
        let owner = app.member("owner@shop.example", &[Role::Admin]).await;
        let refund = format!("/api/commerce/orders/{}/refunds", pending["orderId"].as_str().unwrap());
        paypal(app).fails(&[Fault::LosesAnswer, Fault::IsBusy]);
        assert!(owner.post(&refund, json!({"amountCents": 148, "reason": "late"})).await.status.is_success());
        app.work().await;
        assert_eq!((paypal(app).refunds().len(), &paypal(app).refunds()[0]["amount"]["value"]), (1, &json!("1.48")));
        // PayPal's message about our own refund changes nothing; about one of theirs it is written down, once.
        tell(app, "WH-1", "PAYMENT.CAPTURE.REFUNDED", &paypal(app).refunds()[0]).await;
        assert_eq!(app.number("SELECT refunded_cents FROM shop_order").await, 148);
        let theirs = json!({"id": "REF-X", "status": "COMPLETED", "amount": {"currency_code": "USD", "value": "5.00"}, "custom_id": pending["orderId"],
            "links": [{"rel": "up", "href": "https://api.paypal.example/v2/payments/captures/CAP-PP-1"}]});
        for id in ["WH-2", "WH-3"] {
            tell(app, id, "PAYMENT.CAPTURE.REFUNDED", &theirs).await;
        }
        assert_eq!(app.number("SELECT refunded_cents FROM shop_order").await, 648);
        assert!(owner.post(&refund, json!({"amountCents": 501, "reason": "too much"})).await.status.is_client_error());
        assert!(owner.post(&refund, json!({"amountCents": 500, "reason": "the rest"})).await.status.is_success());
        app.work().await;
        assert_eq!((paypal(app).taken(), app.number("SELECT refunded_cents FROM shop_order").await), (500, 1148));
        app.audit().await;
    }

    /// S-806: yen are asked for whole; what PayPal cannot take is not offered and not asked for.
    async fn s_806_currencies(app: &TestApp) with |settings| paypal_server::start(settings); {
        let mut shop = catalog::catalog();
        shop["storeSettings"]["currency"] = json!("JPY");
        app.publish(&shop).await;
        let visitor = app.visitor();
        add(&visitor, "guide", "guide", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase_by(METHOD)).await.status, 202);
        assert_eq!(paypal(app).order("PP-1")["purchase_units"][0]["amount"], json!({"currency_code": "JPY", "value": "13"}));
        paypal(app).shopper_agrees("PP-1");
        // Told by message alone: what came is what was asked for.
        tell(app, "WH-1", "CHECKOUT.ORDER.APPROVED", &paypal(app).order("PP-1")).await;
        assert_eq!(orders(app, "paid").await, 1);
        for (currency, offered) in [("INR", 0), ("HUF", 1)] {
            shop["storeSettings"]["currency"] = json!(currency);
            app.publish(&shop).await;
            let settings = app.visitor().get("/api/commerce/payment-settings").await.json();
            assert_eq!(settings["pages"].as_array().map_or(0, Vec::len), offered, "{currency}");
            let visitor = app.visitor();
            // 12.96 forints: a part of one that PayPal does not take.
            add(&visitor, "guide", "guide", 1).await;
            let refused = visitor.post(CHECKOUT, purchase_by(METHOD)).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-method-unavailable")), "{currency}");
        }
        assert_eq!(app.count("shop_order", "TRUE").await, 1);
    }

    /// S-808: a message that PayPal does not know, that was changed, or that it cannot be asked about, does nothing.
    async fn s_808_a_forged_message_does_nothing(app: &TestApp) with |settings| paypal_server::start(settings); {
        let (_, pending) = leaves(app).await;
        let capture = json!({"id": "CAP-X", "status": "COMPLETED", "custom_id": pending["orderId"], "amount": {"currency_code": "USD", "value": "11.48"}});
        let event = json!({"id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": capture});
        let signature = paypal(app).signs(&event);
        for (signature, body) in [
            ("", event.to_string()), ("x", event.to_string()), (signature.as_str(), event.to_string().replace("WH-1", "WH-2")),
            (&"x".repeat(2000), event.to_string()),
        ] {
            let refused = send(app, signature, body).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("bad-signature")), "{signature}");
        }
        for body in ["", "[]", "{", "null", "{\"id\":1}"] {
            assert_eq!(send(app, &signature, body.into()).await.status, 400, "{body}");
        }
        // Nobody answers whether it is signed: it is to come again, and nothing happens.
        paypal(app).fails(&[Fault::Refuses; 4]);
        assert_eq!(send(app, &signature, event.to_string()).await.status, 503);
        assert_eq!((orders(app, "pending").await, app.count("payment_event", "TRUE").await), (1, 0));
        // Signed, and of another amount, currency or order: nothing either.
        for (member, value) in [("amount", json!({"currency_code": "USD", "value": "0.01"})), ("amount", json!({"currency_code": "JPY", "value": "11.48"})), ("custom_id", json!("nobody")), ("custom_id", Value::Null)] {
            let mut other = capture.clone();
            other[member] = value;
            assert_eq!(tell(app, &format!("WH-{member}-{}", other["amount"]), "PAYMENT.CAPTURE.COMPLETED", &other).await.status, 200);
        }
        assert_eq!((orders(app, "pending").await, orders(app, "paid").await), (1, 0));
    }

    /// S-797: who sends messages that are nobody's has PayPal asked a few times a minute, and PayPal's own are heard again after it.
    async fn s_797_a_stranger_does_not_have_paypal_asked_without_end(app: &TestApp) with |settings| { paypal_server::start(settings); settings.limits.webhook = 3; }; {
        leaves(app).await;
        let asked = || paypal(app).calls().iter().filter(|call| call.contains("verify-webhook-signature")).count();
        for round in 0..6 {
            let refused = send(app, "x", json!({"id": "WH-X", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": {"id": "CAP-X", "status": "COMPLETED", "custom_id": "nobody", "amount": {"currency_code": "USD", "value": "1.00"}}}).to_string()).await;
            let expected = if round < 3 { (400, "bad-signature") } else { (429, "too-many-requests") };
            assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str().unwrap()), expected, "{round}");
        }
        assert_eq!(asked(), 3);
        app.clock.advance(MINUTE);
        paypal(app).shopper_agrees("PP-1");
        assert_eq!(tell(app, "WH-1", "CHECKOUT.ORDER.APPROVED", &paypal(app).order("PP-1")).await.status, 200);
        assert_eq!((orders(app, "paid").await, asked()), (1, 4));
    }

    /// S-808: a shop without PayPal has no such call, and none of its orders can be.
    async fn s_808_without_an_account_there_is_none(app: &TestApp); {
        assert_eq!(send(app, "x", "{}".into()).await.status, 404);
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase_by(METHOD)).await.json()["code"], "payment-method-unavailable");
    }
}
