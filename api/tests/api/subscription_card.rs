//! Another card for a subscription: by its link and its account, without a script, once, and charged from then on.

use crate::app::{Reply, TestApp, on_both};
use crate::own_subscription::{ANN, PAGE, browser, change, limits, pass, press, subscribed, subscribed_by};
use crate::stripe::tell;
use crate::stripe_server::{self, Fault, StripeServer};
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use serde_json::{Value, json};
use std::sync::Arc;

const CARD: &str = "/api/commerce/subscription-page/card";

fn stripe(app: &TestApp) -> Arc<StripeServer> {
    stripe_server::of(&app.settings)
}

async fn begin(app: &TestApp, (id, key): &(String, String)) -> Reply {
    stripe(app).is_now(app.clock.now_ms());
    app.visitor().post(CARD, json!({"id": id, "key": key})).await
}

/// The page that was opened last.
fn newest(app: &TestApp) -> Value {
    stripe(app)
        .sessions()
        .into_iter()
        .max_by_key(|one| one["id"].as_str().unwrap()[3..].parse::<u32>().unwrap())
        .unwrap()
}

/// What the shopper comes back to.
async fn back(app: &TestApp, session: &str) -> Reply {
    let url = stripe(app).session(session)["success_url"]
        .as_str()
        .unwrap()
        .replace("{CHECKOUT_SESSION_ID}", session);
    app.visitor().get(&url[url.find("/api/").unwrap()..]).await
}

/// What Stripe tells of it: the intent is only named.
async fn told(app: &TestApp, event: &str, session: &str) -> Reply {
    let mut object = stripe(app).session(session);
    object["setup_intent"] = object["setup_intent"]["id"].clone();
    tell(app, event, "checkout.session.completed", &object).await
}

async fn method(app: &TestApp, name: &str) -> i64 {
    app.count("subscription", &format!("method = '{name}'")).await
}

on_both! {
    /// S-418: a payment that was refused brings a letter with a link; there, without a script, another card is entered on Stripe's page,
    /// it is charged at once and from then on, and the one before is kept no longer.
    async fn s_418_a_refused_payment_is_made_with_another_card(app: &TestApp) with |settings| limits(settings); {
        let link = subscribed(app).await;
        stripe(app).wallets(|wallets| wallets.methods.insert("pm_card_visa".into(), json!({"id": "pm_card_visa", "type": "card", "customer": "cus_1", "card": {}, "declines": true})));
        assert_eq!(pass(app, 31).await, 0);
        let letter = app.emails_to(ANN).await.into_iter().find(|letter| letter.contains("was refused.")).unwrap();
        assert!(letter.contains("The payment of $32.40 for") && letter.contains("We will try again on") && letter.contains("another card"), "{letter}");
        let path = letter.split_whitespace().find(|word| word.contains(&format!("{PAGE}?subscription="))).unwrap();
        let guest = browser(app);
        let page = guest.get(&path[path.find("/api/").unwrap()..]).await;
        assert!(page.text.contains("Change the card"), "{}", page.text);
        stripe(app).is_now(app.clock.now_ms());
        let leads = press(app, &guest, &[("subscription", &link.0), ("key", &link.1), ("action", "card")]).await;
        let session = newest(app);
        let (id, url) = (session["id"].as_str().unwrap(), session["url"].as_str().unwrap());
        assert!(leads.status == 200 && leads.text.contains(&format!("content=\"0;url={url}\"")), "{}", leads.text);
        assert_eq!((&session["customer"], session["metadata"]["loggia_subscription"].as_str()), (&json!("cus_1"), Some(link.0.as_str())));
        // Back without having entered one: everything is as it was.
        assert!(back(app, id).await.text.contains("No card was entered"));
        assert_eq!(method(app, "pm_card_visa").await, 1);
        let card = stripe(app).shopper_enters_card(id, "mastercard", false);
        assert!(back(app, id).await.text.contains("The card is changed."));
        app.work().await;
        assert_eq!(stripe(app).taken(), 2 * 3240);
        assert_eq!((method(app, &card).await, app.count("subscription", "attempts = 0 AND status = 'active' AND cycles_billed = 2").await), (1, 1));
        assert!(stripe(app).wallets(|wallets| wallets.methods["pm_card_visa"]["customer"].is_null()));
        assert_eq!(pass(app, 31).await, 3240);
        app.audit().await;
    }

    /// S-418: also one that was given up goes on with another card; the account of its buyer may change it, a paused one is not charged for it.
    async fn s_418_past_due_paused_and_by_account(app: &TestApp) with |settings| limits(settings); {
        let link = subscribed(app).await;
        stripe(app).declines_without_shopper(true);
        pass(app, 50).await;
        assert_eq!(app.count("subscription", "status = 'past_due'").await, 1);
        stripe(app).declines_without_shopper(false);
        let ann = app.member(ANN, &[]).await;
        let path = format!("/api/site-users/account/subscriptions/{}/card", link.0);
        stripe(app).is_now(app.clock.now_ms());
        let there = ann.post(&path, json!({})).await;
        assert_eq!(there.json()["url"], newest(app)["url"], "{}", there.text);
        let own = ann.get("/api/site-users/account/subscriptions").await.json();
        assert_eq!(own["subscriptions"][0]["mayChangeCard"], true);
        let first = newest(app)["id"].as_str().unwrap().to_owned();
        stripe(app).shopper_enters_card(&first, "visa", false);
        // The tab is closed: Stripe tells.
        assert_eq!(told(app, "evt_1", &first).await.status, 200);
        app.work().await;
        assert_eq!((stripe(app).taken(), app.count("subscription", "status = 'active'").await), (2 * 3240, 1));
        assert_eq!(change(app, &link, json!({"action": "pause"})).await.status, 200);
        assert_eq!(begin(app, &link).await.status, 200);
        let second = newest(app)["id"].as_str().unwrap().to_owned();
        let card = stripe(app).shopper_enters_card(&second, "visa", false);
        assert!(back(app, &second).await.text.contains("The card is changed."));
        assert_eq!(pass(app, 40).await, 0);
        assert_eq!((method(app, &card).await, app.count("subscription", "paused_at IS NOT NULL AND due_at IS NULL").await), (1, 1));
        app.audit().await;
    }

    /// S-419: each card is taken over once, the newest stays, whoever tells of it, how often and in which order; lost answers and a
    /// customer that was deleted at Stripe change nothing; nobody else's link or page opens any of it.
    async fn s_419_repeats_order_and_strangers(app: &TestApp) with |settings| { limits(settings); settings.connections = 8; }; {
        let link = subscribed(app).await;
        let other = subscribed_by(app, "bob@shopper.example").await;
        for wrong in [(link.0.clone(), other.1.clone()), (link.0.clone(), String::new()), (String::new(), link.1.clone())] {
            assert_eq!(begin(app, &wrong).await.status, 404);
        }
        let eve = app.member("eve@shopper.example", &[]).await;
        assert_eq!(eve.post(&format!("/api/site-users/account/subscriptions/{}/card", link.0), json!({})).await.status, 404);
        assert_eq!(stripe(app).sessions().len(), 0);
        // Two tabs; the second is finished first. The older one's card does not stay.
        assert_eq!(begin(app, &link).await.status, 200);
        let older = newest(app)["id"].as_str().unwrap().to_owned();
        app.clock.advance(1000);
        stripe(app).fails(&[Fault::LosesAnswer]);
        assert_eq!(begin(app, &link).await.status, 200);
        let newer = newest(app)["id"].as_str().unwrap().to_owned();
        let (late, stays) = (stripe(app).shopper_enters_card(&older, "visa", false), stripe(app).shopper_enters_card(&newer, "visa", false));
        // The answer to the look is lost once: the page says to try again, and does.
        stripe(app).fails(&[Fault::Refuses; 4]);
        assert_eq!(back(app, &newer).await.status, 503);
        let seen = newer.as_str();
        let both = join_all((0..4).map(|index| async move {
            if index % 2 == 0 {
                back(app, seen).await.status
            } else {
                told(app, &format!("evt_{index}"), seen).await.status
            }
        }))
        .await;
        assert!(both.iter().all(|status| *status == 200), "{both:?}");
        back(app, &older).await;
        assert_eq!(told(app, "evt_9", &older).await.status, 200);
        app.work().await;
        assert_eq!((method(app, &stays).await, method(app, &late).await, app.count("subscription_card", "done_at IS NOT NULL").await), (1, 0, 2));
        assert!(stripe(app).wallets(|wallets| wallets.methods[&late]["customer"].is_null() && wallets.methods[&stays]["customer"] == "cus_1"));
        // The page of one subscription does nothing at another; an unknown one nothing at all.
        let page = app.visitor().get(&format!("{PAGE}?subscription={}&key={}&card={newer}", other.0, other.1)).await;
        assert!(page.status == 200 && page.text.contains("No card was entered"), "{}", page.text);
        assert_eq!(tell(app, "evt_10", "checkout.session.completed", &json!({"id": "cs_99", "status": "complete", "metadata": {"loggia_subscription": other.0}})).await.status, 200);
        assert_eq!(method(app, "pm_card_visa").await, 1);
        // Deleted at Stripe: a new customer, which is charged from then on.
        stripe(app).wallets(|wallets| wallets.deleted.push("cus_1".into()));
        app.clock.advance(1000);
        assert_eq!(begin(app, &link).await.status, 200);
        let again = newest(app);
        assert_ne!(again["customer"], "cus_1");
        stripe(app).shopper_enters_card(again["id"].as_str().unwrap(), "visa", false);
        back(app, again["id"].as_str().unwrap()).await;
        assert_eq!(pass(app, 31).await, 2 * 3240);
        // It ends with a page open: the card is not kept.
        assert_eq!(begin(app, &link).await.status, 200);
        let open = newest(app)["id"].as_str().unwrap().to_owned();
        assert_eq!(change(app, &link, json!({"action": "stop"})).await.status, 200);
        let unused = stripe(app).shopper_enters_card(&open, "visa", false);
        assert!(back(app, &open).await.text.contains("No card was entered"));
        assert_eq!(begin(app, &link).await.status, 409);
        app.clock.advance(DAY);
        app.work().await;
        assert!(stripe(app).wallets(|wallets| wallets.methods[&unused]["customer"].is_null()));
        app.audit().await;
    }
}
