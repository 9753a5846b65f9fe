//! Paid through Stripe: a server of ours speaks its calls.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{ENTRIES, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe_server::{self, Fault, StripeServer, WEBHOOK_SECRET};
use futures_util::future::join_all;
use loggia_commerce::signature_header;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

const EVENTS: &str = "/api/commerce/webhooks/stripe";

pub fn with_card(card: &str) -> Value {
    let mut purchase = purchase();
    purchase["paymentToken"] = json!(card);
    purchase
}

fn stripe(app: &TestApp) -> Arc<StripeServer> {
    stripe_server::of(&app.settings)
}

/// A visitor with one loaf, and the purchase of it with this card.
async fn shopper(app: &TestApp, card: &str) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let mut body = with_card(card);
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    (visitor, body)
}

/// A message of Stripe's about an object, signed now.
pub async fn tell(app: &TestApp, id: &str, kind: &str, object: &Value) -> Reply {
    let body = json!({"id": id, "object": "event", "type": kind, "data": {"object": object}}).to_string();
    let signature = signature_header(WEBHOOK_SECRET.as_bytes(), app.clock.now_ms() / 1000, body.as_bytes());
    send(app, &signature, body).await
}

async fn send(app: &TestApp, signature: &str, body: String) -> Reply {
    let headers =
        [("content-type", "application/json".to_owned()), ("stripe-signature", signature.to_owned())];
    Visitor::at(&format!("http://{}", app.address())).send(Method::POST, EVENTS, &headers, Some(body)).await
}

on_both! {
    /// two calls pay an order, in the order's amount and currency; nothing is open afterwards.
    async fn a_046_stripe_pays_an_order(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_visa").await;
        let reply = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let order = reply.json();
        assert_eq!(order["testMode"], true);
        let intent = stripe(app).intent("pi_1");
        // 6.00 and 8 % tax and 5.00 for the post.
        assert_eq!((&intent["status"], &intent["amount"], &intent["currency"]), (&json!("succeeded"), &json!(1148), &json!("usd")));
        assert_eq!(intent["metadata"]["loggia_order"], order["id"]);
        assert_eq!(stripe(app).calls(), ["POST /v1/payment_intents", "POST /v1/payment_intents/pi_1/confirm"]);
        assert_eq!(app.count("payment", "provider = 'stripe' AND status = 'paid' AND reference = 'pi_1'").await, 1);
        assert_eq!(visitor.post(CHECKOUT, body).await.text, reply.text);
        assert_eq!(stripe(app).calls().len(), 2);
        app.audit().await;
    }

    /// a page learns who takes the money, and the public key of the fields it shows.
    async fn a_046_a_page_learns_who_takes_the_money(app: &TestApp) with |settings| stripe_server::start(settings); {
        let settings = app.visitor().get("/api/commerce/payment-settings").await.json();
        assert_eq!(settings, json!({"provider": "stripe", "publishableKey": "pk_test_ours", "testMode": true}));
    }

    /// a confirmation token of the page's fields pays too; a token Stripe does not know is a refused payment.
    async fn a_046_a_confirmation_token_pays(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "ctoken_ours").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        for unknown in ["pm_nobody", "", "test-pass"] {
            let (visitor, body) = shopper(app, unknown).await;
            let refused = visitor.post(CHECKOUT, body).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-refused")), "{unknown}");
        }
        app.audit().await;
    }

    /// a refused card gives the stock back; another one pays, and the first payment can never be made any more.
    async fn a_046_a_declined_card_gives_everything_back(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, mut body) = shopper(app, "pm_card_chargeDeclined").await;
        let refused = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-refused")));
        assert_eq!(app.stock("bread", "bread").await, 20);
        body["paymentToken"] = json!("pm_card_visa");
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        app.work().await;
        let states: Vec<Value> = stripe(app).intents().into_iter().map(|intent| intent["status"].clone()).collect();
        assert_eq!(states, [json!("canceled"), json!("succeeded")]);
        assert_eq!((app.stock("bread", "bread").await, stripe(app).taken()), (19, 1148));
        app.audit().await;
    }

    /// when the bank asks the shopper, the order waits with its stock; the same call afterwards answers the order.
    async fn a_046_the_bank_may_ask_the_shopper(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_authenticationRequired").await;
        let waits = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!((waits.status.as_u16(), &waits.json()["clientSecret"]), (202, &json!("pi_1_secret")));
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'pending'").await), (19, 1));
        // Asked again before the shopper has answered: still the same question.
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.text, waits.text);
        stripe(app).shopper_answers_the_bank("pi_1", true);
        let order = visitor.post(CHECKOUT, body).await;
        assert_eq!((order.status.as_u16(), &order.json()["id"]), (200, &waits.json()["orderId"]));
        assert_eq!((stripe(app).taken(), stripe(app).intents().len()), (1148, 1));
        app.audit().await;
    }

    /// a shopper who fails the bank's question may take another card for the same order.
    async fn a_046_another_card_after_the_banks_question(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, mut body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.status, 202);
        body["paymentToken"] = json!("pm_card_visa");
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!((stripe(app).taken(), stripe(app).intents().len(), app.stock("bread", "bread").await), (1148, 1, 19));
        app.audit().await;
    }

    /// Stripe's own message pays an order whose shopper never came back.
    async fn a_046_a_message_of_the_provider_pays_an_order(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 202);
        stripe(app).shopper_answers_the_bank("pi_1", true);
        let intent = stripe(app).intent("pi_1");
        // The same message ten times at once, and once more later, and an older one at last.
        let replies = join_all((0..10).map(|_| tell(app, "evt_1", "payment_intent.succeeded", &intent))).await;
        assert!(replies.iter().all(|reply| reply.status == 200));
        assert_eq!(tell(app, "evt_1", "payment_intent.succeeded", &intent).await.json(), json!({"received": true}));
        let mut older = intent.clone();
        older["status"] = json!("requires_payment_method");
        assert_eq!(tell(app, "evt_0", "payment_intent.payment_failed", &older).await.status, 200);
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 1);
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 1);
        assert_eq!(app.count("payment_event", "id = 'evt_1'").await, 1);
        app.audit().await;
    }

    /// the message may come before our own call has its answer, and be about nothing we know.
    async fn a_046_messages_may_come_in_any_order(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.status, 202);
        stripe(app).shopper_answers_the_bank("pi_1", true);
        let intent = stripe(app).intent("pi_1");
        let (call, message) = tokio::join!(visitor.post(CHECKOUT, body), tell(app, "evt_1", "payment_intent.succeeded", &intent));
        assert_eq!((call.status.as_u16(), message.status.as_u16()), (200, 200));
        let mut foreign = intent.clone();
        foreign["metadata"] = json!({});
        assert_eq!(tell(app, "evt_2", "payment_intent.succeeded", &foreign).await.status, 200);
        foreign["metadata"] = json!({"loggia_order": "nobody"});
        assert_eq!(tell(app, "evt_3", "payment_intent.succeeded", &foreign).await.status, 200);
        let mut canceled = intent;
        canceled["status"] = json!("canceled");
        assert_eq!(tell(app, "evt_4", "payment_intent.canceled", &canceled).await.status, 200);
        assert_eq!(tell(app, "evt_5", "charge.dispute.created", &json!({"id": "dp_1"})).await.status, 200);
        assert_eq!((app.count("shop_order", "status = 'paid'").await, app.count("outbox", "dedupe_key LIKE 'confirmation-%'").await), (1, 1));
        app.audit().await;
    }

    /// a message that is not signed, signed by somebody else, changed, or old does nothing.
    async fn a_046_a_forged_message_does_nothing(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 202);
        let mut intent = stripe(app).intent("pi_1");
        intent["status"] = json!("succeeded");
        intent["amount_received"] = intent["amount"].clone();
        let body = json!({"id": "evt_1", "type": "payment_intent.succeeded", "data": {"object": intent}}).to_string();
        let now = app.clock.now_ms() / 1000;
        let good = signature_header(WEBHOOK_SECRET.as_bytes(), now, body.as_bytes());
        let old = signature_header(WEBHOOK_SECRET.as_bytes(), now - 301, body.as_bytes());
        let foreign = signature_header(b"whsec_other", now, body.as_bytes());
        for signature in ["", "t=1", &old, &foreign, &good.replace("v1=", "v0=")] {
            let refused = send(app, signature, body.clone()).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("bad-signature")), "{signature}");
        }
        assert_eq!(send(app, &good, body.replace("evt_1", "evt_2")).await.status, 400);
        assert_eq!((app.count("shop_order", "status = 'pending'").await, app.count("payment_event", "TRUE").await), (1, 0));
        let nonsense = "[]".to_owned();
        let signed = signature_header(WEBHOOK_SECRET.as_bytes(), now, nonsense.as_bytes());
        assert_eq!(send(app, &signed, nonsense).await.status, 400);
    }

    /// a payment of another amount or currency than was asked for pays nothing.
    async fn a_046_a_payment_of_another_amount_pays_nothing(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 202);
        let mut intent = stripe(app).intent("pi_1");
        intent["status"] = json!("succeeded");
        intent["amount_received"] = json!(1);
        assert_eq!(tell(app, "evt_1", "payment_intent.succeeded", &intent).await.status, 200);
        intent["amount_received"] = intent["amount"].clone();
        intent["currency"] = json!("jpy");
        assert_eq!(tell(app, "evt_2", "payment_intent.succeeded", &intent).await.status, 200);
        assert_eq!(app.count("shop_order", "status = 'pending'").await, 1);
    }

    /// answers that are lost, servers that are busy or broken for a moment: one payment all the same.
    async fn a_046_a_lost_answer_is_asked_for_again(app: &TestApp) with |settings| stripe_server::start(settings); {
        stripe(app).fails(&[Fault::LosesAnswer, Fault::IsBusy, Fault::Refuses]);
        let (visitor, body) = shopper(app, "pm_card_visa").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        let (visitor, body) = shopper(app, "pm_card_visa").await;
        // The intent is made, the answer to its payment is lost twice.
        stripe(app).fails(&[Fault::IsBusy, Fault::LosesAnswer, Fault::LosesAnswer, Fault::LosesAnswer]);
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!((stripe(app).intents().len(), stripe(app).taken(), app.stock("bread", "bread").await), (2, 2 * 1148, 18));
        app.audit().await;
    }

    /// a provider that does not answer at all leaves the order waiting; the same call later pays it, once.
    async fn a_046_a_provider_that_is_away_loses_nothing(app: &TestApp) with |settings| stripe_server::start(settings); {
        stripe(app).fails(&[Fault::Refuses; 4]);
        let (visitor, body) = shopper(app, "pm_card_visa").await;
        let away = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!((away.status.as_u16(), &away.json()["code"]), (503, &json!("payment-unanswered")));
        assert_eq!((app.count("shop_order", "status = 'pending'").await, app.stock("bread", "bread").await), (1, 19));
        // It took the money and every answer was lost.
        stripe(app).fails(&[Fault::LosesAnswer]);
        let _ = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!((app.count("shop_order", "TRUE").await, stripe(app).taken(), stripe(app).intents().len()), (1, 1148, 1));
        app.audit().await;
    }

    /// money that was taken while every answer was lost is found by the sweep: the order is paid, not cancelled.
    async fn a_046_the_sweep_finds_a_payment_nobody_heard_of(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 202);
        stripe(app).shopper_answers_the_bank("pi_1", true);
        let (other, body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(other.post(CHECKOUT, body).await.status, 202);
        app.clock.advance(16 * 60_000);
        app.work().await;
        assert_eq!((app.count("shop_order", "status = 'paid'").await, app.count("shop_order", "status = 'cancelled'").await), (1, 1));
        assert_eq!((stripe(app).intent("pi_2")["status"].clone(), app.stock("bread", "bread").await), (json!("canceled"), 19));
        app.audit().await;
    }

    /// money that comes for an order which had come to nothing goes back, whole and once.
    async fn a_046_money_for_a_cancelled_order_goes_back(app: &TestApp) with |settings| stripe_server::start(settings); {
        let (visitor, mut body) = shopper(app, "pm_card_authenticationRequired").await;
        assert_eq!(visitor.post(CHECKOUT, body.clone()).await.status, 202);
        // In another tab the shopper takes one more loaf and pays: the first order is cancelled.
        add(&visitor, "bread", "bread", 1).await;
        body["paymentToken"] = json!("pm_card_visa");
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        stripe(app).shopper_answers_the_bank("pi_1", true);
        let intent = stripe(app).intent("pi_1");
        for id in ["evt_1", "evt_2"] {
            assert_eq!(tell(app, id, "payment_intent.succeeded", &intent).await.status, 200);
        }
        for _ in 0..3 {
            app.work().await;
        }
        assert_eq!(stripe(app).refunds().len(), 1);
        assert_eq!((stripe(app).taken(), app.stock("bread", "bread").await), (1796, 18));
        app.audit().await;
    }

    /// one cart paid sixteen times at once: one intent, one payment, sixteen equal answers, no fault of ours.
    async fn a_046_one_cart_paid_sixteen_times_through_stripe(app: &TestApp) with |settings| { stripe_server::start(settings); settings.workers = Some(2); }; {
        let (visitor, body) = shopper(app, "pm_card_visa").await;
        let replies = join_all((0..16).map(|_| visitor.post(CHECKOUT, body.clone()))).await;
        let statuses: BTreeSet<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
        assert!(statuses.is_subset(&BTreeSet::from([200, 202])), "{statuses:?}");
        let again = visitor.post(CHECKOUT, body).await;
        let answers: BTreeSet<&str> = replies.iter().filter(|reply| reply.status == 200).map(|reply| reply.text.as_str()).collect();
        assert_eq!(answers, BTreeSet::from([again.text.as_str()]));
        assert_eq!((stripe(app).taken(), stripe(app).intents().len(), app.count("payment", "TRUE").await), (1148, 1, 1));
        app.audit().await;
    }

    /// what pays a subscription is kept for its next payments.
    async fn a_047_what_pays_a_subscription_is_kept(app: &TestApp) with |settings| stripe_server::start(settings); {
        let visitor = app.visitor();
        let started = visitor.post(crate::subscription::SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
        let mut body = with_card("pm_card_visa");
        body["cartToken"] = started["cartToken"].clone();
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!(stripe(app).intent("pi_1")["setup_future_usage"], "off_session");
        assert_eq!(stripe(app).customers()[0]["email"], "ann@shopper.example");
        assert_eq!(app.count("subscription", "customer = 'cus_1' AND method = 'pm_card_visa' AND provider = 'stripe'").await, 1);
        // A cart that is bought once keeps nothing.
        let (visitor, body) = shopper(app, "pm_card_visa").await;
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!((stripe(app).intent("pi_2")["setup_future_usage"].clone(), stripe(app).customers().len()), (Value::Null, 1));
    }

    /// C-012: a currency without hundredths is charged in whole units.
    async fn c_012_yen_are_charged_whole(app: &TestApp) with |settings| stripe_server::start(settings); {
        let mut catalog = crate::catalog::catalog();
        catalog["storeSettings"]["currency"] = json!("JPY");
        app.publish(&catalog).await;
        let visitor = app.visitor();
        visitor.post(ENTRIES, json!({"itemId": "guide", "sku": null, "quantity": 1})).await;
        assert_eq!(visitor.post(CHECKOUT, with_card("pm_card_visa")).await.status, 200);
        // 12.00 and 8 % tax: 12.96 hundredths of hundreds, shown as ¥13.
        let intent = stripe(app).intent("pi_1");
        assert_eq!((&intent["amount"], &intent["currency"]), (&json!(13), &json!("jpy")));
        app.audit().await;
    }
}
