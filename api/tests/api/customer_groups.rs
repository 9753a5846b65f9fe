//! Groups of customers: filled by hand and by a rule, listed and given out; discounts and codes for a group go to who is signed in
//! and in it, and to nobody who types an address.

use crate::agreed::{ask, cart_of, many, seen};
use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use crate::money::COUPONS;
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const GROUPS: &str = "/api/commerce/customer-groups";
const CUSTOMERS: &str = "/api/commerce/customers";
const TRADE: &str = "/api/commerce/customer-groups/trade";

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refused(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

async fn buy(app: &TestApp, email: &str, item: &str) -> String {
    let visitor = app.visitor();
    add(&visitor, item, item, 1).await;
    let mut body = purchase();
    body["email"] = json!(email);
    if item == "guide" {
        body["shippingLocation"] = json!({"country": "GB"});
        body.as_object_mut().unwrap().remove("shippingOptionId");
    }
    let order = good(&visitor.post(CHECKOUT, body).await);
    app.clock.advance(1000);
    order["id"].as_str().unwrap().to_owned()
}

/// Who is in a group, page after page.
async fn those(owner: &Visitor, group: &str, text: &str) -> Vec<String> {
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page =
            good(&owner.post(CUSTOMERS, json!({"group": group, "text": text, "cursor": cursor})).await);
        let rows = page["customers"].as_array().unwrap().iter();
        found.extend(rows.map(|row| row["email"].as_str().unwrap().to_owned()));
        let Some(next) = page["nextCursor"].as_str() else { return found };
        next.clone_into(&mut cursor);
    }
}

async fn change(owner: &Visitor, add: &[&str], take_out: &[&str]) -> Reply {
    owner.post(&format!("{TRADE}/members"), json!({"add": add, "takeOut": take_out})).await
}

/// An order that stands: its id, what was bought, what it came to, and when.
type Order = (String, &'static str, i64, i64);
/// What is known of a customer: their orders, whether they are on the mailing list, and in the group by hand.
type Known = (Vec<Order>, bool, bool);

/// What an order was cheaper by.
async fn off(app: &TestApp, order: &Value) -> i64 {
    let id = order["id"].as_str().unwrap();
    app.number(&format!("SELECT discount_cents FROM shop_order WHERE id = '{id}'")).await
}

on_both! {
    /// S-460, S-461: a group by hand takes who bought and who did not, once each and in one spelling; it is listed, searched, given out,
    /// written down, exported and erased with its people, and stays while a code is for it.
    async fn s_461_a_group_is_filled_by_hand(app: &TestApp) with |settings| many(settings); {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        for (path, body) in [("Trade", json!({"name": "x"})), ("trade", json!({"name": " "})), ("trade", json!({"name": "x", "rule": {}})),
            ("trade", json!({"name": "x", "rule": {"ordersAtLeast": 0}})), ("trade", json!({"name": "x", "rule": {"spend": 5}}))] {
            assert_eq!(owner.put(&format!("{GROUPS}/{path}"), body.clone()).await.status, 400, "{body}");
        }
        assert_eq!(refused(&change(&owner, &["ann@shopper.example"], &[]).await), (404, "group-missing".into()));
        let made = good(&owner.put(TRADE, json!({"name": " Trade customers "})).await);
        assert_eq!(made["groups"], json!([{"key": "trade", "name": "Trade customers", "rule": null, "members": 0}]));
        assert_eq!(refused(&owner.put(TRADE, json!({"name": "x", "rule": {"ordersAtLeast": 1}})).await), (409, "group-of-another-kind".into()));
        buy(app, "Ann@Shopper.example", "bread").await;
        buy(app, "bea@shopper.example", "bread").await;
        // One address that is none, and nobody is put in.
        assert_eq!(change(&owner, &["ann@shopper.example", "nobody"], &[]).await.status, 400);
        let changed = good(&change(&owner, &["ANN@shopper.example ", "ann@shopper.example", "new@shop.example"], &["bea@shopper.example"]).await);
        assert_eq!(changed, json!({"added": 2, "takenOut": 0}));
        assert_eq!(those(&owner, "trade", "").await, ["ann@shopper.example", "new@shop.example"]);
        app.work().await;
        assert_eq!(those(&owner, "trade", "shopper").await, ["ann@shopper.example"]);
        assert_eq!(refused(&owner.post(CUSTOMERS, json!({"group": "gone"})).await), (404, "group-missing".into()));
        let many: Vec<String> = (0..201).map(|n| format!("p{n}@shop.example")).collect();
        assert_eq!(owner.post(&format!("{TRADE}/members"), json!({"add": many})).await.status, 400);
        let one = |email: &'static str| owner.post("/api/commerce/customers/one", json!({"email": email}));
        assert_eq!(good(&one("ann@shopper.example").await)["groups"], json!([{"key": "trade", "name": "Trade customers", "byRule": false}]));
        assert_eq!(good(&one("new@shop.example").await)["count"], 0);
        assert_eq!(one("never@shop.example").await.status, 404);
        let table = owner.get(&format!("{TRADE}/members.csv")).await.text;
        assert!(table.starts_with("email,name,orders,lastOrderOn\r\nann@shopper.example,Ann Lee,1,2026-"), "{table}");
        assert!(table.ends_with("\r\nnew@shop.example,,0,\r\n"), "{table}");
        // What a code is for stays; a code for what is not there is not made.
        let code = |groups: Value| json!({"kind": "percent", "value": "10", "groups": groups});
        assert_eq!(refused(&owner.put("/api/commerce/coupons/X", code(json!(["gone"]))).await), (400, "group-missing".into()));
        good(&owner.put("/api/commerce/coupons/X", code(json!(["trade"]))).await);
        let kept = owner.delete(TRADE).await;
        assert_eq!(refused(&kept), (409, "group-in-use".into()));
        assert!(kept.error().contains("\"X\""), "{}", kept.text);
        // Everything of a person is given out and erased with the groups they were put into.
        let whole = good(&owner.post("/api/people/export", json!({"email": "ann@shopper.example"})).await);
        assert_eq!(whole["customerGroups"][0]["name"], "Trade customers");
        app.work().await;
        good(&owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await);
        assert_eq!(those(&owner, "trade", "").await, ["new@shop.example"]);
        assert_eq!(good(&change(&owner, &[], &["new@shop.example", "never@shop.example"]).await)["takenOut"], 1);
        assert_eq!(owner.delete("/api/commerce/coupons/X").await.status, 204);
        assert_eq!(owner.delete(TRADE).await.status, 204);
        assert_eq!(good(&owner.get(GROUPS).await), json!({"groups": []}));
        for (kind, times) in [("put", 1), ("join", 2), ("leave", 1), ("remove", 1)] {
            assert_eq!(app.count("record", &format!("kind = '{kind}-customer-group'")).await, times, "{kind}");
        }
    }

    /// S-462: who is signed in and in a group gets its discount and its code; who is not is told so of a code, and gets neither by
    /// typing the address of somebody who is. What changes between the cart and the payment is not charged.
    async fn s_462_a_discount_for_a_group_goes_to_who_is_signed_in(app: &TestApp) with |settings| many(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let mut catalog = crate::catalog::catalog();
        catalog["discounts"] = json!([{"id": "trade", "name": "Trade price", "kind": "percent", "value": "50", "groups": ["trade"]}]);
        app.publish(&catalog).await;
        good(&owner.put(TRADE, json!({"name": "Trade"})).await);
        good(&owner.put("/api/commerce/coupons/FRIEND", json!({"kind": "amount", "value": 100, "groups": ["trade"], "combinable": true})).await);
        good(&change(&owner, &["ann@shopper.example"], &[]).await);
        let own = owner.get("/api/commerce/coupons").await.json();
        assert_eq!(own["ofTheShop"][0]["groups"], json!(["trade"]));
        // A guest who types a member's address.
        let guest = app.visitor();
        add(&guest, "guide", "guide", 1).await;
        guest.put("/api/commerce/shopping-cart/shipping-location", json!({"country": "GB"})).await;
        guest.post(COUPONS, json!({"promoCode": "FRIEND"})).await;
        let cart = cart_of(&guest).await;
        assert_eq!((&cart["discountCents"], &cart["invalidCoupons"][0]["problem"]["code"]), (&json!(0), &json!("coupon-for-group")));
        let order = good(&ask(&guest, &seen(&cart, "ann@shopper.example"), None).await);
        assert_eq!((off(app, &order).await, &order["discounts"]), (0, &Value::Null));
        // She signs in; an account that is in no group gets nothing.
        let ann = app.member("ann@shopper.example", &[]).await;
        let bea = app.member("bea@shopper.example", &[]).await;
        for shopper in [&ann, &bea] {
            add(shopper, "guide", "guide", 1).await;
            shopper.put("/api/commerce/shopping-cart/shipping-location", json!({"country": "GB"})).await;
        }
        let of_bea = cart_of(&bea).await;
        assert_eq!(of_bea["discountCents"], 0);
        let order = good(&ask(&bea, &seen(&of_bea, "ann@shopper.example"), None).await);
        assert_eq!(off(app, &order).await, 0);
        let cart = cart_of(&ann).await;
        assert_eq!(cart["discounts"], json!([{"id": "trade", "name": "Trade price", "amountCents": 600}]));
        // Taken out of the group between the cart and the payment: nothing is charged, and the new total is told.
        good(&change(&owner, &[], &["ann@shopper.example"]).await);
        let orders = app.count("shop_order", "1 = 1").await;
        let told = ask(&ann, &seen(&cart, "ann@shopper.example"), None).await;
        assert_eq!(refused(&told), (409, "total-changed".into()));
        assert_eq!((told.json()["totalCents"].as_i64().unwrap() - cart["grandTotalCents"].as_i64().unwrap(), app.count("shop_order", "1 = 1").await), (600, orders));
        good(&change(&owner, &["ann@shopper.example"], &[]).await);
        // She may have the order sent to another address: the account says who she is.
        let cart = cart_of(&ann).await;
        let order = good(&ask(&ann, &seen(&cart, "office@shopper.example"), None).await);
        assert_eq!((off(app, &order).await, &order["discounts"][0]["id"]), (600, &json!("trade")));
        app.audit().await;
    }

    /// S-460: by chance: customers buy, cancel, join and leave the mailing list and groups; each list has those, and those alone, whom
    /// the rule names.
    async fn s_460_groups_follow_what_customers_do(app: &TestApp) with |settings| many(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let started = app.clock.now_ms();
        for (key, rule) in [
            ("often", json!({"ordersAtLeast": 2})),
            ("rich", json!({"spent": {"currency": "USD", "cents": 3000}})),
            ("readers", json!({"bought": ["guide"], "acceptsLetters": true})),
            ("british", json!({"countries": ["GB"]})),
            ("new", json!({"firstOrderFrom": started + 6000, "firstOrderBefore": started + 1_000_000})),
            ("trade", Value::Null),
        ] {
            good(&owner.put(&format!("{GROUPS}/{key}"), json!({"name": key, "rule": rule})).await);
        }
        let people = ["ann@shopper.example", "bea@shopper.example", "cy@shopper.example"];
        let mut known: BTreeMap<&str, Known> = BTreeMap::new();
        let mut chance = Chance(0x00C0_FFEE);
        for step in 0..24 {
            let who = people[chance.below(people.len())];
            let (orders, reads, is_in) = known.entry(who).or_default();
            match chance.below(6) {
                0..=2 => {
                    let (item, at) = (["bread", "guide"][chance.below(2)], app.clock.now_ms());
                    let id = buy(app, &who.to_uppercase().replace("SHOPPER.EXAMPLE", "shopper.example"), item).await;
                    let cents = app.number(&format!("SELECT grand_total_cents FROM shop_order WHERE id = '{id}'")).await;
                    orders.push((id, item, cents, at));
                }
                3 => {
                    if let Some((id, ..)) = orders.pop() {
                        let cancelled = owner.post(&format!("/api/commerce/orders/{id}/cancellation"), json!({"reason": "test"})).await;
                        assert_eq!(cancelled.status, 200, "{}", cancelled.text);
                    }
                }
                4 => {
                    *reads = !*reads;
                    app.execute(&format!("DELETE FROM mailing_list_member WHERE email = '{who}'")).await;
                    if *reads {
                        app.execute(&format!("INSERT INTO mailing_list_member (email, source, created_at) VALUES ('{who}', 'test', 1)")).await;
                    }
                }
                _ => {
                    *is_in = !*is_in;
                    let one = [who];
                    let (put, take) = if *is_in { (one.as_slice(), [].as_slice()) } else { ([].as_slice(), one.as_slice()) };
                    good(&change(&owner, put, take).await);
                }
            }
            for key in ["often", "rich", "readers", "british", "new", "trade"] {
                let belongs = |(orders, reads, is_in): &Known| match key {
                    "often" => orders.len() >= 2,
                    "rich" => orders.iter().map(|order| order.2).sum::<i64>() >= 3000,
                    "readers" => *reads && orders.iter().any(|order| order.1 == "guide"),
                    "british" => orders.last().is_some_and(|order| order.1 == "guide"),
                    "new" => orders.first().is_some_and(|order| order.3 >= started + 6000),
                    _ => *is_in,
                };
                let expected: Vec<&str> = known.iter().filter(|(_, facts)| belongs(facts)).map(|(who, _)| *who).collect();
                let mut found = those(&owner, key, "").await;
                found.sort();
                assert_eq!(found, expected, "{key} after step {step}");
            }
        }
        app.audit().await;
    }
}
