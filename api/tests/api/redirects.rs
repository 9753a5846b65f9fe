//! Ways of paying that send the shopper to a bank, and those whose bank takes days.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::CHECKOUT;
use crate::stripe::{tell, with_card};
use crate::stripe_server::{self, Fault, StripeServer};
use futures_util::future::join_all;
use loggia_api::clock::{DAY, HOUR, MINUTE};
use serde_json::{Value, json};
use std::sync::Arc;

const ANN: &str = "ann@shopper.example";

fn start(settings: &mut loggia_api::Settings) {
    stripe_server::start(settings);
    settings.limits.order_page = 1_000_000;
}

fn stripe(app: &TestApp) -> Arc<StripeServer> {
    stripe_server::of(&app.settings)
}

/// A shopper with a loaf who chose a way of paying; the answer.
async fn leaves(app: &TestApp, token: &str) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let mut body = with_card(token);
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    let reply = visitor.post(CHECKOUT, body).await;
    assert_eq!(reply.status, 202, "{}", reply.text);
    (visitor, reply.json())
}

async fn page(app: &TestApp, pending: &Value) -> String {
    app.visitor().get(pending["orderPage"].as_str().unwrap()).await.text
}

on_both! {
    /// S-770: who pays at a bank is sent there and comes back to the order's page, which asks how it went: no message is needed.
    async fn s_770_the_bank_leads_back_to_the_order(app: &TestApp) with |settings| start(settings); {
        let (_, pending) = leaves(app, "ctoken_ideal").await;
        assert_eq!(pending["redirectUrl"], "https://bank.example/pay");
        let back = stripe(app).intent("pi_1")["next_action"]["redirect_to_url"]["return_url"].as_str().unwrap().to_owned();
        assert!(back.starts_with("http") && back.ends_with(pending["orderPage"].as_str().unwrap()), "{back}");
        assert!(page(app, &pending).await.contains("Your payment is being confirmed."));
        stripe(app).shopper_answers_the_bank("pi_1", true);
        let shown = page(app, &pending).await;
        assert!(shown.contains("Paid. We are preparing your order."), "{shown}");
        assert_eq!((stripe(app).taken(), app.stock("bread", "bread").await, app.count("shop_order", "status = 'paid'").await), (1148, 19, 1));
        // The message that comes after it changes nothing.
        tell(app, "evt_1", "payment_intent.succeeded", &stripe(app).intent("pi_1")).await;
        app.work().await;
        assert_eq!((stripe(app).taken(), app.emails_to(ANN).await.len()), (1148, 1));
        app.audit().await;
    }

    /// S-770: a shopper who breaks off at the bank is told, gets the cart back, and pays another way.
    async fn s_770_who_breaks_off_still_has_the_cart(app: &TestApp) with |settings| start(settings); {
        let (visitor, pending) = leaves(app, "ctoken_ideal").await;
        stripe(app).shopper_answers_the_bank("pi_1", false);
        let shown = page(app, &pending).await;
        assert!(shown.contains("This order was not paid.") && shown.contains("Back to the checkout"), "{shown}");
        assert_eq!(app.stock("bread", "bread").await, 20);
        assert_eq!(visitor.post(CHECKOUT, with_card("pm_card_visa")).await.status, 200);
        app.work().await;
        assert_eq!((stripe(app).taken(), app.stock("bread", "bread").await), (1148, 19));
        app.audit().await;
    }

    /// S-771: the tab is closed and never comes back: the provider's message, or the shop's own question, settles the order.
    async fn s_771_a_closed_tab_loses_nothing(app: &TestApp) with |settings| start(settings); {
        for (number, by_message) in [(1, true), (2, false)] {
            leaves(app, "ctoken_ideal").await;
            let name = format!("pi_{number}");
            stripe(app).shopper_answers_the_bank(&name, true);
            if by_message {
                tell(app, "evt_1", "payment_intent.succeeded", &stripe(app).intent(&name)).await;
            } else {
                app.clock.advance(16 * MINUTE);
                app.work().await;
            }
            assert_eq!(app.count("shop_order", "status = 'paid'").await, number);
        }
        // One that nobody finishes gives its goods back, and can never be paid any more.
        leaves(app, "ctoken_ideal").await;
        app.clock.advance(16 * MINUTE);
        app.work().await;
        assert_eq!((app.stock("bread", "bread").await, &stripe(app).intent("pi_3")["status"]), (18, &json!("canceled")));
        app.audit().await;
    }

    /// S-771: money of somebody who returns after the order was closed goes back, whole, once.
    async fn s_771_who_returns_late_gets_the_money_back(app: &TestApp) with |settings| start(settings); {
        let (_, pending) = leaves(app, "ctoken_ideal").await;
        // Paid in the moment in which the shop closes it, which the provider does not tell.
        stripe(app).fails(&[Fault::Refuses; 8]);
        app.clock.advance(16 * MINUTE);
        app.work().await;
        stripe(app).shopper_answers_the_bank("pi_1", true);
        app.execute("UPDATE shop_order SET status = 'cancelled'").await;
        app.execute("UPDATE payment SET status = 'declined'").await;
        app.execute("UPDATE stock SET quantity = quantity + 1 WHERE sku = 'bread'").await;
        for id in ["evt_1", "evt_2"] {
            tell(app, id, "payment_intent.succeeded", &stripe(app).intent("pi_1")).await;
        }
        // The provider still fails at first; it is asked again.
        for _ in 0..5 {
            app.work().await;
            app.clock.advance(HOUR);
        }
        assert!(page(app, &pending).await.contains("This order was not paid."));
        assert_eq!((stripe(app).taken(), stripe(app).refunds().len()), (0, 1));
    }

    /// S-772: a bank that takes days is waited for: the goods stay, the buyer is told once, and the order is paid when the bank says so.
    async fn s_772_a_debit_takes_days(app: &TestApp) with |settings| start(settings); {
        let (_, pending) = leaves(app, "ctoken_sepa").await;
        assert_eq!(pending["redirectUrl"], Value::Null);
        for _ in 0..5 {
            app.clock.advance(DAY);
            app.work().await;
            assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'pending'").await), (19, 1));
        }
        let letters = app.emails_to(ANN).await;
        assert!(letters.len() == 1 && letters[0].contains("Your bank confirms the payment"), "{letters:?}");
        stripe(app).shopper_answers_the_bank("pi_1", true);
        app.clock.advance(2 * HOUR);
        app.work().await;
        assert_eq!((app.count("shop_order", "status = 'paid'").await, app.emails_to(ANN).await.len()), (1, 2));
        assert!(page(app, &pending).await.contains("Paid."));
        app.audit().await;
    }

    /// S-773: a debit that fails after days closes the order: the goods are back, and the buyer is told.
    async fn s_773_a_debit_fails_after_days(app: &TestApp) with |settings| start(settings); {
        let (_, pending) = leaves(app, "ctoken_sepa").await;
        app.clock.advance(DAY);
        app.work().await;
        app.clock.advance(3 * DAY);
        stripe(app).shopper_answers_the_bank("pi_1", false);
        app.work().await;
        app.work().await;
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "status = 'cancelled'").await, stripe(app).taken()), (20, 1, 0));
        let letters = app.emails_to(ANN).await;
        assert_eq!((letters.len(), letters.iter().filter(|one| one.contains("did not go through")).count()), (2, 1), "{letters:?}");
        assert!(page(app, &pending).await.contains("This order was not paid."));
        app.audit().await;
        // And one on which the bank is at work for ever is closed one day; money that comes then goes back.
        leaves(app, "ctoken_sepa").await;
        for _ in 0..22 {
            app.clock.advance(DAY);
            app.work().await;
        }
        assert_eq!(app.stock("bread", "bread").await, 20);
        stripe(app).shopper_answers_the_bank("pi_2", true);
        tell(app, "evt_9", "payment_intent.succeeded", &stripe(app).intent("pi_2")).await;
        for _ in 0..4 {
            app.clock.advance(DAY);
            app.work().await;
        }
        assert_eq!(stripe(app).taken(), 0);
        app.audit().await;
    }

    /// S-774: sixty buyers, twenty pieces, each sent to the bank; answers are lost, some return, some do not, messages come twice and
    /// in any order: never more orders than pieces, and nobody has paid without an order.
    async fn s_774_sixty_buyers_at_the_bank(app: &TestApp) with |settings| start(settings); {
        let visitors: Vec<Visitor> = (0..60).map(|_| app.visitor()).collect();
        for visitor in &visitors {
            add(visitor, "bread", "bread", 1).await;
        }
        stripe(app).fails(&[Fault::LosesAnswer, Fault::IsBusy, Fault::Refuses, Fault::LosesAnswer]);
        let kinds = ["ctoken_ideal", "ctoken_sepa", "ctoken_ideal"];
        let replies = join_all(visitors.iter().enumerate().map(|(number, visitor)| visitor.post(CHECKOUT, with_card(kinds[number % 3])))).await;
        let pending: Vec<Value> = replies.iter().filter(|reply| reply.status == 202).map(|reply| reply.json()).collect();
        assert_eq!((pending.len(), app.stock("bread", "bread").await), (20, 0));
        let intents = stripe(app).intents();
        for (number, intent) in intents.iter().enumerate() {
            stripe(app).shopper_answers_the_bank(intent["id"].as_str().unwrap(), number % 3 != 0);
        }
        let told = join_all(intents.iter().enumerate().flat_map(|(number, intent)| [(number, intent), (number + 100, intent)]).rev().map(async |(number, intent)| {
            let intent = stripe(app).intent(intent["id"].as_str().unwrap());
            if number % 2 == 0 && intent["status"] == "succeeded" {
                tell(app, &format!("evt_{}", number % 100), "payment_intent.succeeded", &intent).await;
            }
        }));
        let looked = join_all(pending.iter().step_by(2).map(|one| page(app, one)));
        futures_util::future::join(told, looked).await;
        app.clock.advance(HOUR + MINUTE);
        app.work().await;
        app.work().await;
        let paid = app.count("shop_order", "status = 'paid'").await;
        assert_eq!((app.count("shop_order", "status = 'pending'").await, app.stock("bread", "bread").await), (0, 20 - paid));
        assert_eq!(stripe(app).taken(), paid * 1148);
        app.audit().await;
    }
}
