//! Cards that Stripe keeps for members who agreed to it: kept, paid with, looked at, removed, forgotten.

use crate::app::{PASSWORD, Reply, TestApp, Visitor, encoded, on_both};
use crate::cart::{ENTRIES, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::owner_pages::submit as submit_to_owner;
use crate::stripe::with_card;
use crate::stripe_server::{self, Fault, StripeServer};
use futures_util::future::join_all;
use loggia_api::clock::HOUR;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;

const CARDS: &str = "/api/site-users/account/cards";
const SESSION: &str = "/api/site-users/account/card-session";
const ANN: &str = "ann@shopper.example";

fn start(settings: &mut loggia_api::Settings) {
    stripe_server::start(settings);
    settings.limits.order_page = 1_000_000;
    settings.limits.log_in = 1_000_000;
}

fn stripe(app: &TestApp) -> Arc<StripeServer> {
    stripe_server::of(&app.settings)
}

/// Buys a loaf with this card.
async fn buys(who: &Visitor, card: &str) -> Reply {
    who.post(ENTRIES, json!({"itemId": "bread", "sku": "bread", "quantity": 1})).await;
    who.post(CHECKOUT, with_card(card)).await
}

/// A member who ticked the box in Stripe's fields.
async fn keeper(app: &TestApp, email: &str) -> Visitor {
    let who = app.member(email, &[]).await;
    assert_eq!(who.post(SESSION, json!({})).await.status, 200);
    let bought = buys(&who, "ctoken_save").await;
    assert_eq!(bought.status, 200, "{}", bought.text);
    who
}

/// A form of the page of cards.
async fn press(app: &TestApp, visitor: &Visitor, id: &str, crumb: &str) -> Reply {
    let kind = "application/x-www-form-urlencoded".to_owned();
    let headers = [("content-type", kind), ("origin", format!("http://{}", app.address()))];
    let body = format!("card={}&crumb={}", encoded(id), encoded(crumb));
    visitor.send(Method::POST, "/api/plain/cards", &headers, Some(body)).await
}

async fn cards(who: &Visitor) -> Vec<Value> {
    let reply = who.get(CARDS).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()["cards"].as_array().unwrap().clone()
}

on_both! {
    /// S-413: a card is kept when its member ticked the box, and not else; it pays again, and once removed no more.
    async fn s_413_saved_paid_removed_and_paid(app: &TestApp) with |settings| start(settings); {
        let ann = app.member(ANN, &[]).await;
        // Who never saw the fields' question is no customer there.
        assert_eq!(buys(&ann, "pm_card_visa").await.status, 200);
        assert_eq!((cards(&ann).await, stripe(app).customers()), (vec![], vec![]));
        let session = ann.post(SESSION, json!({})).await;
        assert_eq!(session.json(), json!({"clientSecret": "cuss_secret_cus_1"}));
        assert_eq!(buys(&ann, "ctoken_ours").await.status, 200);
        assert_eq!(cards(&ann).await, Vec::<Value>::new());
        assert_eq!(buys(&ann, "ctoken_save").await.status, 200);
        let kept = cards(&ann).await;
        assert_eq!(kept.len(), 1);
        let id = kept[0]["id"].as_str().unwrap().to_owned();
        assert_eq!(kept[0], json!({"id": id, "brand": "visa", "last4": "4242", "expiryMonth": 4, "expiryYear": 2031}));
        // Of the member Stripe is told an opaque name, nothing else.
        let customer = &stripe(app).customers()[0];
        assert_eq!(customer["email"], Value::Null);
        assert_eq!(customer["metadata"].as_object().unwrap().len(), 1);
        let taken = stripe(app).taken();
        assert_eq!(buys(&ann, "ctoken_of_pm_1").await.status, 200);
        assert_eq!(stripe(app).taken() - taken, 1148);
        assert_eq!(ann.delete(&format!("{CARDS}/{id}")).await.json(), json!({"cards": []}));
        assert_eq!(ann.delete(&format!("{CARDS}/{id}")).await.status, 404);
        assert_eq!(cards(&ann).await, Vec::<Value>::new());
        let refused = buys(&ann, "ctoken_of_pm_1").await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-refused")));
        assert_eq!(ann.post(CHECKOUT, with_card("ctoken_save")).await.status, 200);
        assert_eq!(cards(&ann).await.len(), 1);
        app.work().await;
        assert_eq!((stripe(app).taken(), app.count("shop_order", "status = 'paid'").await), (5 * 1148, 5));
        app.audit().await;
    }

    /// S-414: nobody sees, removes or pays with another's card; a guest learns nothing; what the provider calls things stays here.
    async fn s_414_cards_are_their_member_s_alone(app: &TestApp) with |settings| start(settings); {
        let (ann, eve) = (keeper(app, ANN).await, keeper(app, "eve@shopper.example").await);
        let (hers, other) = (cards(&ann).await, cards(&eve).await);
        assert_eq!((&hers[0]["last4"], &other[0]["last4"], hers.len(), other.len()), (&json!("4242"), &json!("4243"), 1, 1));
        let id = hers[0]["id"].as_str().unwrap();
        for name in [id, "pm_1", "pm_2%2F..%2Fpm_1", "..%2F..%2Fcustomers%2Fcus_1", "cus_1"] {
            assert_eq!(eve.delete(&format!("{CARDS}/{name}")).await.status, 404, "{name}");
        }
        let refused = buys(&eve, "ctoken_of_pm_1").await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("payment-refused")));
        assert_eq!(cards(&ann).await, hers);
        for (who, text) in [(&ann, ann.get(CARDS).await.text), (&eve, eve.get(CARDS).await.text)] {
            assert!(!text.contains("pm_") && !text.contains("cus_") && !text.contains("fingerprint"), "{text}");
            // A session without its token, as a page of somebody else's would send it, removes nothing.
            let thief = who.copied();
            thief.forget_xsrf();
            assert_eq!(thief.delete(&format!("{CARDS}/{id}")).await.status, 403);
            assert_eq!(thief.post(SESSION, json!({})).await.status, 403);
        }
        let guest = app.visitor();
        for status in [guest.get(CARDS).await.status, guest.post(SESSION, json!({})).await.status, guest.delete(&format!("{CARDS}/{id}")).await.status] {
            assert_eq!(status, 401);
        }
        assert!(!guest.get("/api/plain/cards").await.text.contains("4242"));
        // A guest who says a member's address is no member.
        add(&guest, "bread", "bread", 1).await;
        let before = stripe(app).wallets(|wallets| wallets.methods.len());
        assert_eq!(guest.post(CHECKOUT, with_card("ctoken_save")).await.status, 400);
        assert_eq!(stripe(app).wallets(|wallets| wallets.methods.len()), before);
        app.audit().await;
    }

    /// S-415: two pages at once, lost answers, cards and members deleted at Stripe in between, refunds: one customer, no double charge, and
    /// the shop goes on.
    async fn s_415_what_happens_between_two_steps(app: &TestApp) with |settings| { start(settings); settings.connections = 8; }; {
        let ann = app.member(ANN, &[]).await;
        // The answer is lost, the server goes, and it is asked again: the same customer.
        stripe(app).fails(&[Fault::LosesAnswer, Fault::Refuses, Fault::Refuses, Fault::Refuses]);
        let lost = ann.post(SESSION, json!({})).await;
        assert_eq!((lost.status.as_u16(), &lost.json()["code"]), (503, &json!("cards-unanswered")));
        assert_eq!(app.count("member_wallet", "TRUE").await, 0);
        let both = join_all((0..6).map(|_| ann.post(SESSION, json!({})))).await;
        assert!(both.iter().all(|reply| reply.text == both[0].text && reply.status == 200), "{}", both[0].text);
        assert_eq!((stripe(app).customers().len(), app.count("member_wallet", "TRUE").await), (1, 1));
        // Two tabs pay the same cart with the kept card and a new one.
        assert_eq!(buys(&ann, "ctoken_save").await.status, 200);
        ann.post(ENTRIES, json!({"itemId": "bread", "sku": "bread", "quantity": 1})).await;
        let paid = join_all(["ctoken_of_pm_1", "ctoken_ours"].map(|card| ann.post(CHECKOUT, with_card(card)))).await;
        assert!(paid.iter().any(|reply| reply.status == 200));
        app.work().await;
        assert_eq!(stripe(app).taken(), 2 * 1148);
        // Removed at Stripe between the look and Pay: refused, nothing taken, another pays.
        let id = cards(&ann).await[0]["id"].as_str().unwrap().to_owned();
        stripe(app).wallets(|wallets| wallets.methods.get_mut("pm_1").unwrap()["customer"] = Value::Null);
        assert_eq!(buys(&ann, "ctoken_of_pm_1").await.json()["code"], "payment-refused");
        assert_eq!(ann.delete(&format!("{CARDS}/{id}")).await.status, 404);
        // The customer is deleted at Stripe: nothing is listed, one without it pays, the next session is a new customer's.
        stripe(app).wallets(|wallets| wallets.deleted.push("cus_1".into()));
        assert_eq!(cards(&ann).await, Vec::<Value>::new());
        assert_eq!(ann.post(CHECKOUT, with_card("ctoken_ours")).await.status, 200);
        assert_eq!(ann.post(SESSION, json!({})).await.json(), json!({"clientSecret": "cuss_secret_cus_2"}));
        assert_eq!(buys(&ann, "ctoken_save").await.status, 200);
        let order = app.number("SELECT MAX(number) FROM shop_order").await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let listed = owner.get("/api/commerce/orders").await.json();
        let newest = listed["orders"].as_array().unwrap().iter().find(|one| one["number"] == order).unwrap();
        let path = format!("/api/commerce/orders/{}/refunds", newest["id"].as_str().unwrap());
        let back = owner.post(&path, json!({"amountCents": 1148, "reason": "It was stale."})).await;
        assert!(back.status.is_success(), "{}", back.text);
        app.work().await;
        assert_eq!((stripe(app).taken(), cards(&ann).await.len()), (3 * 1148, 1));
        app.audit().await;
    }

    /// S-416: with the account, or the person, the customer at Stripe goes, and is asked for again until it does; an export names it.
    async fn s_416_forgotten_with_the_member(app: &TestApp) with |settings| start(settings); {
        let ann = keeper(app, ANN).await;
        let bob = keeper(app, "bob@shopper.example").await;
        let told = ann.get("/api/site-users/account/data").await.json();
        assert_eq!((&told["wallets"][0]["provider"], &told["wallets"][0]["customer"]), (&json!("stripe"), &json!("cus_1")));
        app.work().await;
        let left = ann.post("/api/site-users/account/removal", json!({"password": PASSWORD})).await;
        assert_eq!(left.status, 200, "{}", left.text);
        stripe(app).fails(&[Fault::Refuses; 4]);
        app.work().await;
        assert_eq!(stripe(app).wallets(|wallets| wallets.deleted.clone()), Vec::<String>::new());
        let erased = bob.post("/api/site-users/account/removal", json!({"password": PASSWORD, "everything": true})).await;
        assert_eq!(erased.status, 200, "{}", erased.text);
        for _ in 0..3 {
            app.clock.advance(HOUR);
            app.work().await;
        }
        let mut deleted = stripe(app).wallets(|wallets| wallets.deleted.clone());
        deleted.sort();
        assert_eq!(deleted, ["cus_1", "cus_2"]);
        assert_eq!((app.count("member_wallet", "TRUE").await, app.count("outbox", "kind = 'forget-customer' AND (done_at IS NULL OR body <> '')").await), (0, 0));
        app.audit().await;
    }

    /// S-417: without a script a member sees and removes cards on a page, and Stripe's own page asks whether one may be kept.
    async fn s_417_without_a_script(app: &TestApp) with |settings| start(settings); {
        let ann = keeper(app, ANN).await;
        let browser = Visitor::still(&format!("http://{}", app.address()));
        let out = browser.get("/api/plain/cards").await;
        assert!(out.status == 401 && out.text.contains("/api/owner/log-in"), "{}", out.text);
        submit_to_owner(app, &browser, "/log-in", &[("email", ANN), ("password", PASSWORD), ("next", "")]).await;
        let page = browser.get("/api/plain/cards").await;
        assert!(page.text.contains("visa •••• 4242, valid until 04/2031"), "{}", page.text);
        let id = page.text.split("name=\"card\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert_eq!(press(app, &browser, &id, "x").await.status, 403);
        let crumb = browser.crumb().await;
        let done = press(app, &browser, &id, &crumb).await;
        assert_eq!(done.status, 303, "{}", done.text);
        let page = browser.get("/api/plain/cards?done").await;
        assert!(page.text.contains("No card is saved.") && page.text.contains("The card is removed."), "{}", page.text);
        // A guest's page asks for nothing of the kind.
        let mut body = purchase();
        body["paymentMethod"] = json!("provider:stripe-page");
        ann.post(ENTRIES, json!({"itemId": "bread", "sku": "bread", "quantity": 1})).await;
        assert_eq!(ann.post(CHECKOUT, body.clone()).await.status, 202);
        let guest = app.visitor();
        add(&guest, "bread", "bread", 1).await;
        assert_eq!(guest.post(CHECKOUT, body).await.status, 202);
        let asked: Vec<Value> = stripe(app).sessions().iter().map(|session| json!([session["customer"], session["asks_to_keep"]])).collect();
        assert_eq!(asked, [json!(["cus_1", true]), json!([null, false])]);
        app.audit().await;
    }
}
