//! S-346 to S-349: orders that are worth a look are marked with the reasons, and nothing is held up by a mark.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, leaves_by, order_page, place, purchase};
use crate::returns::limits;
use crate::stripe_server::{self, Fault};
use crate::{paypal_server, subscription};
use futures_util::future::{join, join_all};
use loggia_api::clock::{DAY, HOUR, MINUTE};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

/// A purchase of loaves by somebody who is new, changed; the id of the order.
async fn bought(app: &TestApp, loaves: u32, change: &Value) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", loaves).await;
    good(&visitor.post(CHECKOUT, changed(change)).await)["id"].as_str().unwrap().to_owned()
}

fn changed(change: &Value) -> Value {
    let mut body = purchase();
    for (member, value) in change.as_object().into_iter().flatten() {
        body[member] = value.clone();
    }
    body
}

async fn seen(owner: &Visitor, id: &str) -> Value {
    good(&owner.get(&format!("{DESK}/{id}")).await)
}

/// The reasons of an order, by kind.
async fn kinds(owner: &Visitor, id: &str) -> Vec<String> {
    let order = seen(owner, id).await;
    order["marks"].as_array().unwrap().iter().map(|mark| mark["kind"].as_str().unwrap().to_owned()).collect()
}

/// The orders of the list of those that are worth a look; it is counted as well.
async fn to_check(owner: &Visitor) -> Vec<String> {
    let found = good(&owner.get(&format!("{DESK}?view=CHECK")).await);
    let rows = found["orders"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["openMarks"].as_i64().unwrap() > 0), "{found}");
    let counts = good(&owner.get("/api/commerce/desk/counts").await);
    let views = counts["views"].as_array().unwrap();
    assert_eq!(views.iter().find(|view| view["view"] == "CHECK").unwrap()["orders"], rows.len());
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

async fn look_at(owner: &Visitor, id: &str, marks: Value) -> Reply {
    owner.post(&format!("{DESK}/{id}/looked-at"), json!({"marks": marks})).await
}

fn ids_of(order: &Value) -> Value {
    order["marks"].as_array().unwrap().iter().map(|mark| mark["id"].clone()).collect::<Vec<_>>().into()
}

on_both! {
    /// S-346: what Stripe says of the charge marks the order, once, however often it is looked; nothing waits for it, and a provider that
    /// does not answer is asked again.
    async fn s_346_what_stripe_says_of_a_payment(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let stripe = stripe_server::of(&app.settings);
        let charge = |level: &str, country: &str, cvc: &str, code: &str| json!({"id": "ch_1",
            "outcome": {"network_status": "approved_by_network", "risk_level": level, "risk_score": 71, "type": "authorized"},
            "payment_method_details": {"type": "card", "card": {"brand": "visa", "country": country,
                "checks": {"address_line1_check": "fail", "address_postal_code_check": code, "cvc_check": cvc}}}});
        let with_card = json!({"paymentToken": "pm_card_visa"});
        stripe.judges(charge("normal", "US", "pass", "pass"));
        let plain = bought(app, 1, &with_card).await;
        app.work().await;
        assert_eq!(kinds(&owner, &plain).await, Vec::<String>::new());
        stripe.judges(charge("elevated", "FR", "fail", "fail"));
        let odd = bought(app, 2, &with_card).await;
        // Stripe is away for a while: the order is as any other meanwhile.
        stripe.fails(&[Fault::Refuses; 4]);
        app.work().await;
        assert_eq!((kinds(&owner, &odd).await.len(), to_check(&owner).await.len()), (0, 0));
        app.clock.advance(5 * MINUTE);
        for _ in 0..3 {
            app.work().await;
        }
        let order = seen(&owner, &odd).await;
        let told: Vec<(&str, &Value, &Value)> =
            order["marks"].as_array().unwrap().iter().map(|mark| (mark["kind"].as_str().unwrap(), &mark["number"], &mark["countries"])).collect();
        assert_eq!(told, [
            ("risk-elevated", &json!(71), &json!([])), ("card-country", &json!(null), &json!(["FR", "US"])),
            ("security-code", &json!(null), &json!([])), ("postal-code", &json!(null), &json!([])),
        ]);
        assert_eq!(to_check(&owner).await, std::slice::from_ref(&odd));
        let asked = stripe.calls().iter().filter(|call| call.starts_with("GET /v1/payment_intents/pi_2")).count();
        assert_eq!(asked, 5, "four times in vain, then once");
        stripe.judges(charge("highest", "US", "pass", "unavailable"));
        let worst = bought(app, 3, &with_card).await;
        app.work().await;
        assert_eq!(kinds(&owner, &worst).await, ["risk-highest"]);
        // A mark holds nothing up.
        good(&owner.post(&format!("{DESK}/{worst}/parcels"), json!({})).await);
        app.audit().await;
    }

    /// S-346: of a provider that is away for a day nothing more is asked.
    async fn s_346_a_provider_that_is_away_is_not_asked_for_ever(app: &TestApp) with |settings| stripe_server::start(settings); {
        let stripe = stripe_server::of(&app.settings);
        bought(app, 1, &json!({"paymentToken": "pm_card_visa"})).await;
        let mut asked = 0;
        for _ in 0..40 {
            stripe.fails(&[Fault::Refuses; 4]);
            let before = stripe.calls().len();
            app.work().await;
            asked += usize::from(stripe.calls().len() > before);
            app.clock.advance(HOUR);
            if app.count("shop_order", "risk_due IS NULL").await == 1 {
                break;
            }
        }
        assert!((3..20).contains(&asked), "{asked}");
        assert_eq!((app.count("shop_order", "risk_due IS NULL").await, app.count("order_mark", "1 = 1").await), (1, 0));
    }

    /// S-346: what PayPal says of the money it took is told; that it bears no loss puts an order on no list.
    async fn s_346_what_paypal_says_of_a_payment(app: &TestApp) with |settings| paypal_server::start(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let paypal = paypal_server::of(&app.settings);
        paypal.judges(json!({"seller_protection": {"status": "NOT_ELIGIBLE"}}));
        let (_, pending) = leaves_by(app, "provider:paypal").await;
        paypal.shopper_agrees("PP-1");
        assert!(order_page(app, &pending).await.contains("Paid."));
        app.work().await;
        let id = pending["orderId"].as_str().unwrap();
        assert_eq!((kinds(&owner, id).await, to_check(&owner).await), (vec!["not-protected".to_owned()], Vec::new()));
        paypal.judges(json!({"seller_protection": {"status": "ELIGIBLE"}, "processor_response": {"avs_code": "N", "cvv_code": "N"}}));
        app.clock.advance(HOUR);
        let (_, pending) = leaves_by(app, "provider:paypal").await;
        paypal.shopper_agrees("PP-2");
        order_page(app, &pending).await;
        app.work().await;
        let id = pending["orderId"].as_str().unwrap();
        assert_eq!((kinds(&owner, id).await, to_check(&owner).await), (vec!["security-code".to_owned(), "postal-code".to_owned()], vec![id.to_owned()]));
    }

    /// S-347: an invoice to another country, and many refused payments within the hour before, of one cart, or of one address of email.
    async fn s_347_what_the_shop_itself_knows(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let billed = |country: &str| json!({"email": "bea@shopper.example", "buyer": {"name": "Bea Lee", "billing": {"name": "Bea Lee", "address": place(country)}}});
        let (same, other) = (bought(app, 1, &billed("US")).await, bought(app, 2, &billed("FR")).await);
        app.work().await;
        assert_eq!(kinds(&owner, &same).await, Vec::<String>::new());
        assert_eq!(seen(&owner, &other).await["marks"][0]["countries"], json!(["FR", "US"]));
        // One cart, three cards of others, each under another name; two of them are not many.
        for (refusals, marked) in [(2, false), (3, true)] {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", 3).await;
            for turn in 0..refusals {
                let refused = visitor.post(CHECKOUT, changed(&json!({"paymentToken": "stolen", "email": format!("e{turn}{refusals}@shopper.example")}))).await;
                assert_eq!(refused.json()["code"], "payment-refused", "{}", refused.text);
            }
            let id = good(&visitor.post(CHECKOUT, changed(&json!({"email": format!("f{refusals}@shopper.example")}))).await)["id"].as_str().unwrap().to_owned();
            app.work().await;
            let marks = seen(&owner, &id).await["marks"].clone();
            assert_eq!(marks.as_array().unwrap().len(), usize::from(marked), "{marks}");
            if marked {
                assert_eq!((&marks[0]["kind"], &marks[0]["number"]), (&json!("refused-payments"), &json!(3)));
            }
        }
        // One address of email from three browsers, in any capitals; two hours later nothing of it counts.
        for _ in 0..3 {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", 1).await;
            visitor.post(CHECKOUT, changed(&json!({"paymentToken": "stolen", "email": "Carl@shopper.example"}))).await;
        }
        let soon = bought(app, 1, &json!({"email": "carl@shopper.example"})).await;
        app.clock.advance(2 * HOUR);
        let late = bought(app, 1, &json!({"email": "carl@shopper.example"})).await;
        app.work().await;
        assert_eq!((kinds(&owner, &soon).await, kinds(&owner, &late).await), (vec!["refused-payments".to_owned()], Vec::new()));
        app.audit().await;
    }

    /// S-347: the same bought twice within half an hour by one address of email to one address is marked at the later order, with the
    /// earlier one's number; what differs in any of that is not.
    async fn s_347_perhaps_the_same_order_twice(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let first = bought(app, 1, &json!({})).await;
        let others = [
            bought(app, 2, &json!({})).await,
            bought(app, 1, &json!({"email": "anna@shopper.example"})).await,
            bought(app, 1, &json!({"shippingLocation": {"country": "US", "line1": "2 Main Street", "city": "New York", "region": "NY", "postalCode": "10001"}})).await,
        ];
        app.clock.advance(29 * MINUTE);
        let again = bought(app, 1, &json!({"email": "ANN@shopper.example", "shippingLocation": {"country": "US", "line1": "1 main street ", "city": "NEW YORK", "region": "NY", "postalCode": "10001"}})).await;
        app.clock.advance(31 * MINUTE);
        let later = bought(app, 1, &json!({})).await;
        app.work().await;
        for other in others.iter().chain([&first, &later]) {
            assert_eq!(kinds(&owner, other).await, Vec::<String>::new());
        }
        let number = seen(&owner, &first).await["order"]["number"].clone();
        assert!(number.is_i64());
        let mark = seen(&owner, &again).await["marks"][0].clone();
        assert_eq!((&mark["kind"], &mark["other"]), (&json!("doubled"), &json!({"id": first, "number": number})));
        assert_eq!(to_check(&owner).await, std::slice::from_ref(&again));
        // Called off, it needs no look any more.
        let fresh = app.member("two@shop.example", &[Role::StoreManager]).await;
        good(&fresh.post(&format!("/api/commerce/orders/{again}/cancellation"), json!({"reason": "twice"})).await);
        assert_eq!(to_check(&owner).await, Vec::<String>::new());
        app.audit().await;
    }

    /// S-347: two presses at one moment from two browsers, looked at by two servers at once: one of the two is marked, once.
    async fn s_347_two_at_one_moment(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let nothing = json!({});
        let ids = join_all((0..4).map(|_| bought(app, 1, &nothing))).await;
        join(app.work(), app.work()).await;
        app.work().await;
        // Of four each but the first is the same as all before it.
        assert_eq!(app.count("order_mark", "kind = 'doubled'").await, 6);
        assert_eq!(to_check(&owner).await.len(), 3);
        let mut counts = Vec::new();
        for id in &ids {
            counts.push(kinds(&owner, id).await.len());
        }
        counts.sort_unstable();
        assert_eq!(counts, [0, 1, 2, 3]);
    }

    /// S-347: what a subscription charges again is no second order.
    async fn s_347_a_renewal_is_no_second_order(app: &TestApp) with |settings| limits(settings); {
        for _ in 0..2 {
            let visitor = app.visitor();
            let reply = visitor.post(subscription::SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            let mut body = purchase();
            body["cartToken"] = reply.json()["cartToken"].clone();
            good(&visitor.post(CHECKOUT, body).await);
            app.clock.advance(HOUR);
        }
        app.work().await;
        app.clock.advance(40 * DAY);
        app.work().await;
        app.work().await;
        assert!(app.count("shop_order", "subscription_id IS NOT NULL").await >= 2);
        assert_eq!(app.count("order_mark", "1 = 1").await, 0);
    }

    /// S-348: what was looked at leaves the list and stays with who did it, once however many press; a mark that was not seen stays, and
    /// the record has it.
    async fn s_348_looked_at(app: &TestApp) with |settings| limits(settings); {
        let (owner, other) = (app.member("own@shop.example", &[Role::StoreManager]).await, app.member("two@shop.example", &[Role::Admin]).await);
        bought(app, 1, &json!({})).await;
        let id = bought(app, 1, &json!({})).await;
        app.work().await;
        let marks = ids_of(&seen(&owner, &id).await);
        for (wrong, status) in [(json!([]), 400), (vec!["x"; 101].into(), 400), (json!("x"), 400)] {
            assert_eq!(look_at(&owner, &id, wrong).await.status, status);
        }
        assert_eq!(look_at(&owner, "nothing", marks.clone()).await.status, 404);
        good(&look_at(&owner, &id, json!(["of-another-order"])).await);
        assert_eq!(to_check(&owner).await, std::slice::from_ref(&id));
        app.execute(&format!("INSERT INTO order_mark (id, order_id, kind, detail, found_at) VALUES ('later', '{id}', 'security-code', '', 9)")).await;
        let both = join_all((0..6).map(|turn| look_at(if turn % 2 == 0 { &owner } else { &other }, &id, marks.clone()))).await;
        assert!(both.iter().all(|reply| reply.status == 200), "{:?}", both.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!((app.count("record", "kind = 'look-at-order'").await, to_check(&owner).await), (1, vec![id.clone()]));
        let order = seen(&owner, &id).await;
        let known: Vec<(&str, bool)> = order["marks"].as_array().unwrap().iter().map(|mark| (mark["kind"].as_str().unwrap(), mark["seenOn"].is_i64())).collect();
        assert_eq!(known, [("security-code", false), ("doubled", true)]);
        let by = order["marks"][1]["seenBy"].as_str().unwrap();
        assert!(["own@shop.example", "two@shop.example"].contains(&by), "{by}");
        good(&look_at(&owner, &id, json!(["later"])).await);
        assert_eq!((app.count("record", "kind = 'look-at-order'").await, to_check(&owner).await), (2, Vec::new()));
        app.audit().await;
    }

    /// S-348: the marks of a person's orders are given out with the rest, and are gone after an erasure.
    async fn s_348_marks_of_a_person(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        for _ in 0..2 {
            bought(app, 1, &json!({})).await;
        }
        app.work().await;
        let wish = json!({"email": "ann@shopper.example"});
        let given = good(&owner.post("/api/people/export", wish.clone()).await);
        assert_eq!((&given["orders"][0]["marks"], &given["orders"][1]["marks"][0]["kind"]), (&json!([]), &json!("doubled")));
        good(&owner.post("/api/people/erasure", wish).await);
        assert_eq!(app.count("order_mark", "1 = 1").await, 0);
    }

    /// S-349: a return that is begun again with its key, or by a double press, is begun once; the key of another return is refused.
    async fn s_349_a_return_is_begun_once(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let id = bought(app, 3, &json!({})).await;
        good(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
        let crumb = owner.crumb().await;
        let begin = async |key: &str, quantity: i64| {
            let headers = [("x-csrf-token", crumb.clone()), ("x-siteuser-xsrf-token", owner.xsrf().unwrap()), ("content-type", "application/json".into()), ("idempotency-key", key.into())];
            let body = json!({"lines": [{"position": 0, "quantity": quantity}]}).to_string();
            owner.send(Method::POST, &format!("{DESK}/{id}/returns"), &headers, Some(body)).await
        };
        let all = join_all((0..5).map(|_| begin("one", 1))).await;
        assert!(all.iter().all(|reply| reply.status == 200), "{:?}", all.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!((app.count("order_return", "1 = 1").await, app.count("record", "kind = 'begin-return'").await), (1, 1));
        let reused = begin("one", 2).await;
        assert_eq!((reused.status.as_u16(), &reused.json()["code"]), (422, &json!("idempotency-key-reused")));
        good(&begin("two", 1).await);
        // A refusal keeps no key: the same call is tried again when it can be done.
        assert_eq!(begin("three", 2).await.status, 400);
        assert_eq!((app.count("order_return", "1 = 1").await, app.count("idempotency", "scope = 'return'").await), (2, 2));
        app.audit().await;
    }
}
