//! Gift cards at the desk: found by what is known of them, made once, and voided for good; and which orders a code was used by.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::checkout::CHECKOUT;
use crate::money::{bought_by, buy_card, newest_code, owner, with_codes};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

const CARDS: &str = "/api/commerce/gift-cards";
const SEARCH: &str = "/api/commerce/gift-cards/search";

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
}

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn found(owner: &Visitor, wish: Value) -> Vec<Value> {
    good(&owner.post(SEARCH, wish).await)["cards"].as_array().unwrap().clone()
}

/// Makes a card with this key.
async fn make(owner: &Visitor, key: &str, wish: &Value) -> Reply {
    let headers = [
        ("x-csrf-token", owner.crumb().await),
        ("x-siteuser-xsrf-token", owner.xsrf().unwrap()),
        ("content-type", "application/json".into()),
        ("idempotency-key", key.into()),
    ];
    owner.send(Method::POST, CARDS, &headers, Some(wish.to_string())).await
}

async fn void(owner: &Visitor, id: &str) -> Reply {
    owner.post(&format!("{CARDS}/{id}/void"), json!({"reason": "It was stolen."})).await
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value}")).to_owned()
}

/// What the cart of a lesson says of a code.
async fn problem_of(app: &TestApp, code: &str) -> Value {
    let (_, cart) = with_codes(app, &[("lesson", "lesson")], &[code]).await;
    cart["invalidCoupons"][0]["problem"]["code"].clone()
}

fn for_grace(cents: i64) -> Value {
    json!({"amountCents": cents, "recipientName": "Grace", "recipientEmail": "Grace@Shopper.example", "message": "Sorry!", "reason": "A late parcel."})
}

on_both! {
    /// S-830: a card is found by its whole code, its last letters, the addresses and the order, whatever the spelling; the lists hold what
    /// they say, and pages follow without a gap or a repeat.
    async fn s_830_a_card_is_found(app: &TestApp) with |settings| many(settings); {
        let owner = owner(app).await;
        let (order, code) = buy_card(app, "gift-25", "Ann@Shopper.example").await;
        let number = app.number(&format!("SELECT number FROM shop_order WHERE id = '{order}'")).await;
        let made = good(&make(&owner, "one", &for_grace(1000)).await);
        let (bought, given) = (json!([order.clone()]), text(&made["card"]["id"]));
        for words in [code.clone(), code.to_lowercase().replace('-', " "), code[20..].to_owned(), "ann@shopper.example".into(), " ANN@shopper.example ".into(),
            format!("#{number}"), number.to_string(), order.clone()] {
            let cards = found(&owner, json!({"text": words})).await;
            let orders: Vec<&Value> = cards.iter().map(|card| &card["orderId"]).collect();
            assert_eq!(json!(orders), bought, "{words}");
        }
        for words in ["grace@shopper.example".to_owned(), text(&made["code"])] {
            let cards = found(&owner, json!({"text": words})).await;
            assert_eq!((cards.len(), &cards[0]["id"]), (1, &json!(given)), "{words}");
        }
        for words in ["nobody@shopper.example", "#999999", "ABC", "shopper.example", "made-", "%"] {
            assert_eq!(found(&owner, json!({"text": words})).await, Vec::<Value>::new(), "{words}");
        }
        let card = &found(&owner, json!({"text": code})).await[0];
        assert_eq!((&card["source"], &card["state"], &card["buyer"], &card["codeEnd"]), (&json!("ORDER"), &json!("OPEN"), &json!("Ann@Shopper.example"), &json!(code[20..])));
        // Fifty and two, of which one is void.
        for round in 0..50 {
            good(&make(&owner, &format!("more-{round}"), &json!({"amountCents": 100, "reason": "A prize."})).await);
        }
        assert_eq!(void(&owner, &given).await.status, 200);
        let first = good(&owner.post(SEARCH, json!({})).await);
        let second = good(&owner.post(SEARCH, json!({"cursor": first["nextCursor"]})).await);
        let ids: std::collections::BTreeSet<String> = [&first, &second].iter()
            .flat_map(|page| page["cards"].as_array().unwrap().iter().map(|card| text(&card["id"]))).collect();
        assert_eq!((first["cards"].as_array().unwrap().len(), ids.len(), &second["nextCursor"]), (50, 52, &Value::Null));
        let voided = found(&owner, json!({"view": "VOIDED"})).await;
        assert_eq!((voided.len(), &voided[0]["id"]), (1, &json!(given)));
        let open = good(&owner.post(SEARCH, json!({"view": "OPEN"})).await);
        assert!(open["cards"].as_array().unwrap().iter().all(|card| card["state"] == "OPEN") && open["nextCursor"] != Value::Null);
        for wrong in [json!({"cursor": "x'"}), json!({"text": "x".repeat(321)}), json!({"text": "a\u{0}"}), json!({"view": "LOST"})] {
            assert_eq!(owner.post(SEARCH, wrong.clone()).await.status, 400, "{wrong}");
        }
        assert_eq!(owner.get(&format!("{CARDS}/nothing")).await.status, 404);
    }

    /// S-831: a card that is made is sent to whom it is for and pays as any other; the same key makes one card, and its code is said once.
    async fn s_831_a_card_is_made_once(app: &TestApp) with |settings| many(settings); {
        let owner = owner(app).await;
        let made = good(&make(&owner, "key", &for_grace(2500)).await);
        let code = text(&made["code"]);
        assert_eq!((&made["card"]["source"], &made["card"]["recipient"], &made["card"]["balanceCents"], &made["card"]["orderId"]),
            (&json!("MADE"), &json!("grace@shopper.example"), &json!(2500), &Value::Null));
        assert_eq!((&made["ledger"][0]["reason"], &made["ledger"][0]["note"], &made["ledger"][0]["actor"]),
            (&json!("issued"), &json!("A late parcel."), &json!("own@shop.example")));
        let again = good(&make(&owner, "key", &for_grace(2500)).await);
        assert_eq!((&again["card"]["id"], &again["code"]), (&made["card"]["id"], &Value::Null));
        let other = make(&owner, "key", &for_grace(2501)).await;
        assert_eq!((other.status.as_u16(), &other.json()["code"]), (422, &json!("idempotency-key-reused")));
        let wish = for_grace(700);
        let twenty = join_all((0..20).map(|_| make(&owner, "at-once", &wish))).await;
        assert!(twenty.iter().all(|reply| reply.status == 200), "{:?}", twenty.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!(twenty.iter().filter(|reply| reply.json()["code"] != Value::Null).count(), 1);
        assert_eq!((app.count("gift_card", "worth_cents = 700").await, app.count("record", "kind = 'gift-card-issued'").await), (1, 2));
        app.work().await;
        let letters = app.emails_to("Grace@Shopper.example").await;
        assert_eq!(letters.len(), 2);
        assert!(letters.iter().any(|letter| letter.contains(&code)) && letters.iter().all(|letter| letter.contains("Sorry!")), "{letters:?}");
        assert_ne!(newest_code(app, "Grace@Shopper.example").await, "");
        // Of the lesson's $40 and its tax it pays $25.
        let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &[&code]).await;
        assert_eq!(cart["discountCents"], 2500);
        let order = good(&visitor.post(CHECKOUT, bought_by("friend@shopper.example")).await);
        let id = text(&made["card"]["id"]);
        let seen = good(&owner.get(&format!("{CARDS}/{id}")).await);
        assert_eq!((&seen["card"]["state"], &seen["ledger"][0]["changeCents"], &seen["ledger"][0]["orderId"], &seen["ledger"][1]["orderId"]),
            (&json!("SPENT"), &json!(-2500), &order["id"], &Value::Null));
        app.audit().await;
        for wrong in [json!({"amountCents": 0}), json!({"amountCents": -5}), json!({"amountCents": 10_000_001}), json!({"reason": " "}),
            json!({"recipientEmail": "grace@"}), json!({"recipientName": ""}), json!({"message": "x".repeat(501)}), json!({"amountCents": 1.5})] {
            let mut wish = for_grace(100);
            wish.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
            assert_eq!(make(&owner, &wrong.to_string(), &wish).await.status, 400, "{wrong}");
        }
        assert_eq!(app.count("gift_card", "TRUE").await, 2);
    }

    /// S-832: a voided card cannot be spent, whoever holds its code in a cart already, and also when something comes back to it; the money
    /// that was paid for it can go back, and no sum is lost.
    async fn s_832_a_voided_card_is_never_spent(app: &TestApp) with |settings| many(settings); {
        let owner = owner(app).await;
        let (order, code) = buy_card(app, "gift-50", "ann@shopper.example").await;
        let id = text(&found(&owner, json!({"text": code})).await[0]["id"]);
        // A guide of $12 with its tax is bought with it; another buyer has it in the cart when it is voided.
        let (friend, _) = with_codes(app, &[("guide", "guide")], &[&code]).await;
        let spent = good(&friend.post(CHECKOUT, bought_by("friend@shopper.example")).await);
        let (late, cart) = with_codes(app, &[("guide", "guide")], &[&code]).await;
        assert_eq!(cart["discountCents"], 1200);
        assert_eq!(owner.post(&format!("{CARDS}/{id}/void"), json!({"reason": ""})).await.status, 400);
        let voided = good(&void(&owner, &id).await);
        assert_eq!((&voided["card"]["state"], &voided["card"]["balanceCents"], &voided["ledger"][0]["changeCents"], &voided["ledger"][0]["note"]),
            (&json!("VOIDED"), &json!(0), &json!(1296 - 5000), &json!("It was stolen.")));
        let mut body = bought_by("late@shopper.example");
        body["totalCents"] = json!(0);
        assert_eq!(late.post(CHECKOUT, body).await.status, 409);
        assert_eq!(problem_of(app, &code).await, "gift-card-blocked");
        let twice = void(&owner, &id).await;
        assert_eq!((twice.status.as_u16(), &twice.json()["code"]), (409, &json!("gift-card-void")));
        app.audit().await;
        // What it paid comes back to it, and cannot be spent either; another press takes it off.
        let path = format!("/api/commerce/orders/{}/refunds", text(&spent["id"]));
        good(&owner.post(&path, json!({"reason": "broken"})).await);
        assert_eq!(found(&owner, json!({"text": code})).await[0]["balanceCents"], 1296);
        assert_eq!(problem_of(app, &code).await, "gift-card-blocked");
        app.audit().await;
        assert_eq!(good(&void(&owner, &id).await)["card"]["balanceCents"], 0);
        // The buyer gets the money back.
        let refunded = good(&owner.post(&format!("/api/commerce/orders/{order}/refunds"), json!({"reason": "asked"})).await);
        assert_eq!(refunded["refundedCents"], 5000);
        assert_eq!(app.count("record", "kind = 'gift-card-voided'").await, 2);
        app.work().await;
        app.audit().await;
    }

    /// S-832: while many spend a card and it is voided, each cent goes one way, and afterwards nothing is spent.
    async fn s_832_voided_while_it_is_spent(app: &TestApp) with |settings| { many(settings); settings.workers = Some(2); }; {
        let owner = owner(app).await;
        let (_, code) = buy_card(app, "gift-50", "ann@shopper.example").await;
        let id = text(&found(&owner, json!({"text": code})).await[0]["id"]);
        let mut buyers = Vec::new();
        for number in 0..8 {
            let (visitor, _) = with_codes(app, &[("guide", "guide")], &[&code]).await;
            buyers.push((visitor, bought_by(&format!("b{number}@shopper.example"))));
        }
        let all = join_all(buyers.iter().map(|(visitor, body)| visitor.post(CHECKOUT, body.clone())));
        let (replies, voided) = tokio::join!(all, void(&owner, &id));
        assert_eq!(voided.status, 200, "{}", voided.text);
        assert!(replies.iter().all(|reply| [200, 400, 409].contains(&reply.status.as_u16())), "{:?}", replies.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!(app.number("SELECT balance_cents FROM gift_card").await, 0);
        assert_eq!(app.number("SELECT CAST(SUM(change_cents) AS BIGINT) FROM gift_card_change").await, 0);
        let by_cards = app.number("SELECT CAST(COALESCE(SUM(gift_card_cents), 0) AS BIGINT) FROM shop_order").await;
        let off = app.number("SELECT CAST(-SUM(change_cents) AS BIGINT) FROM gift_card_change WHERE reason = 'voided'").await;
        assert_eq!(by_cards + off, 5000);
        assert_eq!(problem_of(app, &code).await, "gift-card-blocked");
        app.audit().await;
    }

    /// S-833: the orders that use a code are listed with what it took off, in pages; a limit that is lowered holds at once, and a code that
    /// has ended is used no more and goes on when its end is moved.
    async fn s_833_a_code_shows_its_orders_and_holds_its_limit(app: &TestApp) with |settings| many(settings); {
        let owner = owner(app).await;
        let path = "/api/commerce/coupons/SPRING";
        let put = async |limits: Value| {
            let mut wish = json!({"kind": "amount", "value": 1000});
            wish.as_object_mut().unwrap().extend(limits.as_object().unwrap().clone());
            good(&owner.put(path, wish).await);
        };
        put(json!({})).await;
        let mut orders = Vec::new();
        for number in 0..23 {
            let (visitor, _) = with_codes(app, &[("guide", "guide")], &["spring"]).await;
            orders.push(text(&good(&visitor.post(CHECKOUT, bought_by(&format!("b{number}@shopper.example"))).await)["id"]));
        }
        orders.reverse();
        let first = good(&owner.get(&format!("{path}/orders")).await);
        let cursor = text(&first["nextPageCursor"]);
        let second = good(&owner.get(&format!("/api/commerce/coupons/spring/orders?cursor={cursor}")).await);
        let listed: Vec<String> = [&first, &second].iter().flat_map(|page| page["orders"].as_array().unwrap()).map(|order| text(&order["orderId"])).collect();
        assert_eq!((listed, &second["hasNextPage"]), (orders.clone(), &json!(false)));
        let newest = &first["orders"][0];
        assert_eq!((&newest["discountCents"], &newest["email"], &newest["isPaid"], newest["number"].is_i64()), (&json!(1000), &json!("b22@shopper.example"), &json!(true), true));
        assert_eq!(good(&owner.get("/api/commerce/coupons/NOTHING/orders").await)["orders"], json!([]));
        assert_eq!(owner.get(&format!("{path}/orders?cursor=%27")).await.status, 400);
        // As many as used it already: a cart that had it is told, and one more order comes to the whole price.
        let (waiting, cart) = with_codes(app, &[("guide", "guide")], &["SPRING"]).await;
        assert_eq!(cart["discountCents"], 1000);
        put(json!({"usesInAll": 23})).await;
        let refused = waiting.post(CHECKOUT, json!({"email": "late@shopper.example", "paymentToken": "test-pass", "shippingLocation": {"country": "GB"}, "totalCents": 200})).await;
        assert!(refused.text.contains("That code has been used as often as it can be."), "{}", refused.text);
        put(json!({"usesInAll": 24, "expiresOn": crate::app::NOW})).await;
        assert_eq!(problem_of(app, "SPRING").await, "coupon-expired");
        put(json!({"usesInAll": 24})).await;
        let (visitor, _) = with_codes(app, &[("guide", "guide")], &["SPRING"]).await;
        good(&visitor.post(CHECKOUT, bought_by("last@shopper.example")).await);
        assert_eq!(problem_of(app, "SPRING").await, "coupon-used-up");
        assert_eq!(app.number("SELECT uses FROM coupon_count").await, 24);
        app.audit().await;
    }
}
