//! What a shopper says beside the address: when goods come or are collected, a message for a gift, and that the terms are agreed to
//! (S-811 to S-816).

use crate::agreed::many;
use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::chance::Chance;
use crate::checkout::CHECKOUT;
use crate::money::owner;
use crate::plain;
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const WINDOWS: &str = "/api/commerce/delivery-windows?option=oven";
const OPTION: &str = "/api/commerce/shopping-cart/shipping-option";

/// A shop in California; there it is ten in the evening of Friday, 20 November 2026. Who collects chooses a window.
fn shop(windows: &Value, checkout: &Value) -> Value {
    let mut catalog = catalog::catalog();
    let point = json!({"country": "US", "region": "CA", "city": "Los Angeles", "postalCode": "90012", "line1": "1 Alameda Street"});
    catalog["website"]["timeZone"] = json!("America/Los_Angeles");
    catalog["taxRules"] = json!([]);
    catalog["shippingOptions"] = json!([
        {"id": "oven", "name": "Collect", "pickup": {"address": point}, "windows": windows},
        {"id": "post", "name": "Post", "costCents": 500},
    ]);
    catalog["storeSettings"]["checkout"] = checkout.clone();
    catalog["orderSettings"] =
        json!({"manualPayments": [{"id": "counter", "kind": "collection", "name": "When I collect it"}]});
    catalog
}

/// Two windows on each day from tomorrow on, but on Sunday.
fn mornings() -> Value {
    json!({"hours": [{"weekdays": [1, 2, 3, 4, 5, 6], "from": "09:00", "to": "11:00"}], "noticeHours": 11, "daysAhead": 3})
}

fn body(window: &Value, buyer: &Value) -> Value {
    let mut all = json!({"name": "Ann Lee"});
    buyer.as_object().unwrap().iter().for_each(|(name, value)| all[name] = value.clone());
    let place = json!({"country": "US", "region": "CA", "city": "Los Angeles", "postalCode": "90012", "line1": "1 Main Street"});
    json!({"email": "ann@shopper.example", "buyer": all, "shippingLocation": place, "shippingOptionId": "oven", "paymentToken": "test-pass", "window": window})
}

async fn with_loaf(app: &TestApp) -> Visitor {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    visitor.put(OPTION, json!({"id": "oven"})).await;
    visitor
}

async fn left(visitor: &Visitor) -> Vec<String> {
    let answer = visitor.get(WINDOWS).await.json();
    let all = answer["windows"].as_array().unwrap().iter();
    all.map(|one| {
        format!(
            "{}T{}-{}",
            one["day"].as_str().unwrap(),
            one["from"].as_str().unwrap(),
            one["to"].as_str().unwrap()
        )
    })
    .collect()
}

fn at(day: &str, from: &str) -> Value {
    json!({"day": day, "from": from})
}

fn refused_at(reply: &Reply, codes: &Value) {
    assert_eq!((reply.status.as_u16(), &reply.json()["codes"]), (400, codes), "{}", reply.text);
}

/// How many orders that did not come to nothing have each window.
async fn held(app: &TestApp, key: &str) -> i64 {
    app.count(
        "shop_order",
        &format!("window_key = '{key}' AND status <> 'cancelled' AND cancelled_at IS NULL"),
    )
    .await
}

on_both! {
    /// S-811: tomorrow at ten, in the shop's own time: what may be chosen is what is offered, and wherever the order is it is said; an
    /// erasure leaves no word of the gift.
    async fn s_811_a_californian_collects_a_cake_tomorrow_at_ten(app: &TestApp); {
        app.publish(&shop(&mornings(), &json!({"giftMessage": true}))).await;
        let visitor = with_loaf(app).await;
        // Nine o'clock tomorrow is eleven hours away; on Sunday nobody is there.
        assert_eq!(left(&visitor).await, ["2026-11-21T09:00-10:00", "2026-11-21T10:00-11:00", "2026-11-23T09:00-10:00", "2026-11-23T10:00-11:00"]);
        app.clock.advance(1);
        assert_eq!(left(&visitor).await[0], "2026-11-21T10:00-11:00", "the notice is over for the first");
        let said = json!({"note": "Please write Ben on it.", "giftMessage": "Happy birthday, Ben!\nYours, Ann"});
        let bought = visitor.post(CHECKOUT, body(&at("2026-11-21", "10:00"), &said)).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let answer = bought.json();
        let window = json!({"day": "2026-11-21", "from": "10:00", "to": "11:00"});
        assert_eq!((&answer["delivery"]["window"], &answer["buyer"]["giftMessage"]), (&window, &said["giftMessage"]));
        let id = answer["id"].as_str().unwrap();
        let texts = ["2026-11-21, 10:00–11:00", "Please write Ben on it.", "Happy birthday, Ben!"];
        let letter = app.emails_to("ann@shopper.example").await.remove(0);
        assert!(letter.contains("Collect it on:\n2026-11-21, 10:00–11:00") && letter.contains("Gift message:\nHappy birthday, Ben!"), "{letter}");
        let to_owner = app.visitor().get(answer["orderPage"].as_str().unwrap()).await.text;
        let owner = owner(app).await;
        let detail = owner.get(&format!("/api/commerce/orders/{id}")).await.json();
        assert_eq!(detail["shippingOption"]["window"], window);
        let desk = owner.get(&format!("/api/commerce/desk/orders/{id}")).await.json();
        assert_eq!((&desk["order"]["shippingOption"]["window"], &desk["order"]["buyer"]["giftMessage"]), (&window, &said["giftMessage"]));
        let page = owner.get(&format!("/api/owner/orders/{id}")).await.text;
        let table = owner.get("/api/commerce/orders.csv").await.text;
        for (text, place) in texts.iter().flat_map(|text| [&letter, &to_owner, &page, &table].map(|place| (text, place))) {
            assert!(place.contains(text), "{text} in {place}");
        }
        let slip = owner.get(&format!("/api/commerce/desk/print.pdf?orders={id}&sheets=slips&paper=a4")).await;
        assert!(slip.status == 200 && slip.text.starts_with("%PDF-"));
        let owner = app.member("adm@shop.example", &[Role::Admin]).await;
        let all = owner.post("/api/people/export", json!({"email": "ann@shopper.example"})).await.text;
        assert!(all.contains("Happy birthday, Ben!") && all.contains("10:00"), "{all}");
        assert_eq!(owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await.status, 200);
        let detail = owner.get(&format!("/api/commerce/orders/{id}")).await.text;
        assert!(!detail.contains("Happy birthday") && !detail.contains("write Ben"), "{detail}");
        // What was agreed of the day is no word about the person, and its place is still taken.
        assert_eq!(held(app, "2026-11-21T10:00 oven").await, 1);
        app.audit().await;
    }

    /// S-812: without a window, with one that there is not, or one that is past, nothing is bought, and the field says so; another way of
    /// delivery takes none.
    async fn s_812_a_window_that_there_is_not_is_refused_at_its_field(app: &TestApp) with |settings| many(settings); {
        app.publish(&shop(&mornings(), &json!({}))).await;
        let visitor = with_loaf(app).await;
        let long = "x".repeat(5000);
        refused_at(&visitor.post(CHECKOUT, body(&Value::Null, &json!({}))).await, &json!({"window": "window-missing"}));
        refused_at(&visitor.post(CHECKOUT, body(&json!({}), &json!({}))).await, &json!({"window": "window-missing"}));
        for (day, from) in [("2026-11-20", "10:00"), ("2026-11-21", "10:30"), ("2026-11-22", "10:00"), ("2026-11-24", "10:00"), ("2026-11-21", ""),
            ("2026-02-30", "10:00"), ("' OR 1=1", "--"), ("2026-11-21T10:00", "10:00"), ("٢٠٢٦", "١٠"), (long.as_str(), long.as_str())] {
            refused_at(&visitor.post(CHECKOUT, body(&at(day, from), &json!({}))).await, &json!({"window": "window-unavailable"}));
        }
        assert_eq!(visitor.post(CHECKOUT, body(&json!({"day": 5}), &json!({}))).await.status, 400);
        // Everything that is wrong is said at once.
        let mut nobody = body(&Value::Null, &json!({}));
        nobody["buyer"]["name"] = json!("");
        refused_at(&visitor.post(CHECKOUT, nobody).await, &json!({"name": "recipient-missing", "window": "window-missing"}));
        assert_eq!(app.count("shop_order", "TRUE").await, 0);
        for nothing in ["post", "none", "%27", ""] {
            let answer = visitor.get(&format!("/api/commerce/delivery-windows?option={nothing}")).await;
            assert_eq!((answer.status.as_u16(), answer.json()), (200, json!({"windows": []})), "{nothing}");
        }
        let mut post = body(&at("2026-11-21", "10:00"), &json!({}));
        post["shippingOptionId"] = json!("post");
        let bought = visitor.post(CHECKOUT, post).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        assert_eq!(app.count("shop_order", "window_key IS NULL").await, 1);
        app.audit().await;
    }

    /// S-813: of sixty who want one window at once as many get it as it has places, and who gets none has no order and no stock taken.
    async fn s_813_sixty_at_once_never_fill_more_than_the_places(app: &TestApp) with |settings| many(settings); {
        let mut windows = mornings();
        windows["places"] = json!(7);
        app.publish(&catalog_with_stock(&shop(&windows, &json!({})))).await;
        let mut buyers = Vec::new();
        for _ in 0..60 {
            buyers.push(with_loaf(app).await);
        }
        let wanted = body(&at("2026-11-21", "10:00"), &json!({}));
        let replies = join_all(buyers.iter().map(|visitor| visitor.post(CHECKOUT, wanted.clone()))).await;
        let bought = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(bought, 7, "{:?}", replies.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        for refused in replies.iter().filter(|reply| reply.status != 200) {
            refused_at(refused, &json!({"window": "window-unavailable"}));
        }
        assert_eq!((held(app, "2026-11-21T10:00 oven").await, app.count("shop_order", "TRUE").await), (7, 7));
        assert!(!left(&buyers[0]).await.contains(&"2026-11-21T10:00-11:00".to_owned()), "a full window is not offered");
        // One that is called off makes room for one.
        let first = replies.iter().find(|reply| reply.status == 200).unwrap().json()["id"].as_str().unwrap().to_owned();
        let owner = owner(app).await;
        assert_eq!(owner.post(&format!("/api/commerce/orders/{first}/cancellation"), json!({"reason": "x"})).await.status, 200);
        let refused: Vec<&Visitor> = buyers.iter().zip(&replies).filter(|(_, reply)| reply.status != 200).map(|(visitor, _)| visitor).collect();
        let again = join_all(refused.iter().take(20).map(|visitor| visitor.post(CHECKOUT, wanted.clone()))).await;
        assert_eq!(again.iter().filter(|reply| reply.status == 200).count(), 1);
        app.audit().await;
    }

    /// S-813: orders that wait for their money hold their places; one that is moved to another window frees the first.
    async fn s_813_what_waits_holds_one_place(app: &TestApp) with |settings| many(settings); {
        let mut windows = mornings();
        windows["places"] = json!(1);
        app.publish(&shop(&windows, &json!({}))).await;
        let ann = with_loaf(app).await;
        let (nine, ten) = (at("2026-11-21", "09:00"), at("2026-11-21", "10:00"));
        let token = ann.cookie("CART").unwrap();
        let of_ann = |window: &Value| {
            let mut body = body(window, &json!({}));
            body["cartToken"] = json!(token);
            body
        };
        assert_eq!(ann.post(CHECKOUT, of_ann(&nine)).await.status, 200);
        // The payment is not decided yet.
        app.execute("UPDATE shop_order SET status = 'pending', number = NULL; UPDATE payment SET status = 'started'; UPDATE cart SET is_purchased = FALSE, order_id = NULL").await;
        let ben = with_loaf(app).await;
        refused_at(&ben.post(CHECKOUT, body(&nine, &json!({}))).await, &json!({"window": "window-unavailable"}));
        let hers = ann.get(&format!("{WINDOWS}&cartToken={token}")).await.text;
        assert!(hers.contains("09:00"), "her own place is free for her: {hers}");
        assert!(!left(&ben).await.contains(&"2026-11-21T09:00-10:00".to_owned()));
        assert_eq!(ann.post(CHECKOUT, of_ann(&ten)).await.status, 200);
        assert_eq!((held(app, "2026-11-21T09:00 oven").await, held(app, "2026-11-21T10:00 oven").await), (0, 1));
        let waits = |window: &Value| {
            let mut body = body(window, &json!({}));
            body["paymentMethod"] = json!("counter");
            body["paymentToken"] = json!("");
            body
        };
        let waiting = ben.post(CHECKOUT, waits(&nine)).await;
        assert_eq!(waiting.status, 200, "{}", waiting.text);
        let cleo = with_loaf(app).await;
        refused_at(&cleo.post(CHECKOUT, waits(&nine)).await, &json!({"window": "window-unavailable"}));
        let owner = owner(app).await;
        let id = waiting.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(owner.post(&format!("/api/commerce/orders/{id}/cancellation"), json!({"reason": "x"})).await.status, 200);
        assert_eq!(cleo.post(CHECKOUT, waits(&nine)).await.status, 200);
    }

    /// S-813: in any order of buying, cancelling and buying again no window has more orders than places.
    async fn s_813_in_any_order_of_steps_there_are_never_more_than_places(app: &TestApp) with |settings| many(settings); {
        let mut windows = mornings();
        windows["places"] = json!(3);
        app.publish(&catalog_with_stock(&shop(&windows, &json!({})))).await;
        let owner = owner(app).await;
        let mut chance = Chance(0x5eed_0813);
        let mut orders: Vec<(String, String)> = Vec::new();
        let steps = std::env::var("LOGGIA_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(12_usize);
        for _ in 0..steps {
            let mut wanted = Vec::new();
            for _ in 0..=chance.below(5) {
                let day = ["2026-11-21", "2026-11-23"][chance.below(2)];
                let from = ["09:00", "10:00"][chance.below(2)];
                wanted.push((with_loaf(app).await, day, from));
            }
            let gone = if orders.is_empty() || chance.below(2) == 0 { None } else { Some(orders.swap_remove(chance.below(orders.len()))) };
            let buying = join_all(wanted.iter().map(|(visitor, day, from)| visitor.post(CHECKOUT, body(&at(day, from), &json!({})))));
            let cancelling = async {
                if let Some((id, _)) = &gone {
                    let off = owner.post(&format!("/api/commerce/orders/{id}/cancellation"), json!({"reason": "x"})).await;
                    assert_eq!(off.status, 200, "{}", off.text);
                }
            };
            let (replies, ()) = futures_util::future::join(buying, cancelling).await;
            for (reply, (_, day, from)) in replies.iter().zip(&wanted) {
                if reply.status == 200 {
                    orders.push((reply.json()["id"].as_str().unwrap().to_owned(), format!("{day}T{from} oven")));
                } else {
                    refused_at(reply, &json!({"window": "window-unavailable"}));
                }
            }
            let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
            orders.iter().for_each(|(_, key)| *counts.entry(key).or_default() += 1);
            for (key, count) in counts {
                assert!(count <= 3, "{key} has {count}");
                assert_eq!(held(app, key).await, count, "{key}");
            }
        }
        assert!(!orders.is_empty());
        app.audit().await;
    }

    /// S-814: the same by forms alone: the windows stand in a list, one is missing, then chosen; a gift, and the terms.
    async fn s_814_the_forms_ask_for_a_window_a_gift_and_the_terms(app: &TestApp); {
        let checkout = json!({"giftMessage": true, "terms": {"page": "/terms", "digest": "abc123"}});
        app.publish(&shop(&mornings(), &checkout)).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        visitor.put(OPTION, json!({"id": "oven"})).await;
        let shown = visitor.get(plain::CHECKOUT).await.text;
        for words in ["<select id=\"window\"", "<option value=\"2026-11-21T10:00\">2026-11-21, 10:00–11:00</option>", "name=\"giftMessage\"",
            "name=\"terms\" value=\"abc123\"", "/terms\" target=\"_blank\">Read the terms"] {
            assert!(shown.contains(words), "{words} in {shown}");
        }
        let fields = [("shippingOption", "oven"), ("name", "Ann Lee"), ("giftMessage", "Happy birthday!"), ("country", "US"), ("region", "CA")];
        let refused = plain::pay(app, &visitor, "600", &fields).await;
        assert_eq!(refused.status, 400);
        for words in ["Please choose a day and a time.", "Please agree to the terms of the shop.", "Happy birthday!"] {
            assert!(refused.text.contains(words), "{words} in {}", refused.text);
        }
        assert_eq!(app.count("shop_order", "TRUE").await, 0);
        let mut whole = fields.to_vec();
        whole.extend([("window", "2026-11-20T10:00"), ("terms", "old")]);
        let refused = plain::pay(app, &visitor, "600", &whole).await;
        assert!(refused.text.contains("The terms of the shop changed."), "{}", refused.text);
        whole.truncate(5);
        whole.extend([("window", "2026-11-20T10:00"), ("terms", "abc123")]);
        let refused = plain::pay(app, &visitor, "600", &whole).await;
        assert!(refused.text.contains("This time is not available any more."), "{}", refused.text);
        whole.truncate(5);
        whole.extend([("window", "2026-11-21T10:00"), ("terms", "abc123")]);
        let thanks = plain::pay(app, &visitor, "600", &whole).await;
        assert!(thanks.text.contains("2026-11-21, 10:00–11:00"), "{}", thanks.text);
        assert_eq!(app.count("shop_order", "buyer LIKE '%abc123%' AND buyer LIKE '%Happy birthday!%' AND window_key = '2026-11-21T10:00 oven'").await, 1);
        app.audit().await;
    }

    /// S-815: a gift's message is kept only where the shop offers it, and for what is put into somebody's hands.
    async fn s_815_a_gift_message_only_where_it_is_offered(app: &TestApp) with |settings| many(settings); {
        let said = json!({"giftMessage": "Happy birthday!"});
        let ten = at("2026-11-21", "10:00");
        app.publish(&shop(&mornings(), &json!({}))).await;
        let bought = with_loaf(app).await.post(CHECKOUT, body(&ten, &said)).await;
        assert_eq!((bought.status.as_u16(), bought.json()["buyer"].get("giftMessage")), (200, None), "{}", bought.text);
        app.publish(&shop(&mornings(), &json!({"giftMessage": true}))).await;
        let long = json!({"giftMessage": "x".repeat(501)});
        refused_at(&with_loaf(app).await.post(CHECKOUT, body(&ten, &long)).await, &json!({"giftMessage": "text-too-long"}));
        let bought = with_loaf(app).await.post(CHECKOUT, body(&ten, &said)).await;
        assert_eq!(bought.json()["buyer"]["giftMessage"], "Happy birthday!", "{}", bought.text);
        let lesson = app.visitor();
        add(&lesson, "lesson", "lesson", 1).await;
        let bought = lesson.post(CHECKOUT, body(&Value::Null, &said)).await;
        assert_eq!((bought.status.as_u16(), bought.json()["buyer"].get("giftMessage")), (200, None), "{}", bought.text);
    }

    /// S-816: in a shop with terms nothing is bought without agreeing to those that hold now; the order keeps which ones they were.
    async fn s_816_the_terms_are_agreed_to(app: &TestApp) with |settings| many(settings); {
        let terms = |digest: &str| json!({"terms": {"page": "/terms", "digest": digest, "translated": ["de-1"]}});
        app.publish(&shop(&mornings(), &terms("en-1"))).await;
        let ten = at("2026-11-21", "10:00");
        let visitor = with_loaf(app).await;
        for (agreed, code) in [(json!({}), "terms-missing"), (json!({"termsDigest": "other"}), "terms-changed")] {
            refused_at(&visitor.post(CHECKOUT, body(&ten, &agreed)).await, &json!({"terms": code}));
        }
        app.publish(&shop(&mornings(), &terms("en-2"))).await;
        refused_at(&visitor.post(CHECKOUT, body(&ten, &json!({"termsDigest": "en-1"}))).await, &json!({"terms": "terms-changed"}));
        assert_eq!(app.count("shop_order", "TRUE").await, 0);
        let owner = owner(app).await;
        for digest in ["en-2", "de-1"] {
            let bought = with_loaf(app).await.post(CHECKOUT, body(&ten, &json!({"termsDigest": digest}))).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            let id = bought.json()["id"].as_str().unwrap().to_owned();
            let detail = owner.get(&format!("/api/commerce/orders/{id}")).await.json();
            assert_eq!(detail["buyer"]["termsDigest"], digest);
            let page = owner.get(&format!("/api/owner/orders/{id}")).await.text;
            assert!(page.contains("Terms agreed to") && page.contains(digest), "{page}");
        }
        // A shop without terms keeps nothing of what is said of them.
        app.publish(&shop(&mornings(), &json!({}))).await;
        let bought = with_loaf(app).await.post(CHECKOUT, body(&ten, &json!({"termsDigest": "en-2"}))).await;
        assert_eq!((bought.status.as_u16(), bought.json()["buyer"].get("termsDigest")), (200, None), "{}", bought.text);
    }
}

/// With loaves for everybody.
fn catalog_with_stock(catalog: &Value) -> Value {
    let mut catalog = catalog.clone();
    let products = catalog["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == "bread").unwrap()["variants"][0]["unlimited"] =
        json!(true);
    catalog
}
