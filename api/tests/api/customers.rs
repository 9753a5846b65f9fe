//! Who bought: each once, whatever the spelling of the address, found by the words of their orders, and shown whole.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const CUSTOMERS: &str = "/api/commerce/customers";
const ONE: &str = "/api/commerce/customers/one";

async fn buy(app: &TestApp, email: &str, name: &str, line1: &str) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let mut body = purchase();
    body["email"] = json!(email);
    body["buyer"]["name"] = json!(name);
    body["shippingLocation"]["line1"] = json!(line1);
    let order = visitor.post(CHECKOUT, body).await;
    assert_eq!(order.status, 200, "{}", order.text);
    app.clock.advance(1000);
    order.json()["id"].as_str().unwrap().to_owned()
}

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn emails(owner: &Visitor, text: &str) -> Vec<(String, i64)> {
    let found = good(&owner.post(CUSTOMERS, json!({"text": text})).await);
    let rows = found["customers"].as_array().unwrap().iter();
    rows.map(|row| (row["email"].as_str().unwrap().to_owned(), row["orders"].as_i64().unwrap())).collect()
}

on_both! {
    /// S-921: a customer is an address in one spelling, with all their orders; who ordered last stands first; words find them.
    async fn s_921_each_customer_stands_once(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        assert_eq!(emails(&owner, "").await, []);
        buy(app, "Ann@Shopper.example", "Ann Lee", "1 Main Street").await;
        let bea = buy(app, "bea@shopper.example", "Bea Ray", "2 Side Street").await;
        buy(app, "ann@shopper.example", "Ann Smith", "3 Low Street").await;
        app.work().await;
        let [ann, both] = [("ann@shopper.example".to_owned(), 2), ("bea@shopper.example".to_owned(), 1)];
        assert_eq!(emails(&owner, "").await, [ann.clone(), both.clone()]);
        assert_eq!(emails(&owner, "lee").await, std::slice::from_ref(&ann));
        assert_eq!(emails(&owner, "side").await, std::slice::from_ref(&both));
        assert_eq!(emails(&owner, "shopper.example").await, [ann.clone(), both]);
        assert_eq!(emails(&owner, "nobody").await, []);
        // An order that was not paid makes no customer.
        app.execute(&format!("UPDATE shop_order SET status = 'cancelled' WHERE id = '{bea}'")).await;
        assert_eq!(emails(&owner, "").await, [ann]);
        assert_eq!(owner.post(ONE, json!({"email": "bea@shopper.example"})).await.status, 404);
        for wrong in [json!({"cursor": "x"}), json!({"cursor": "1.'"}), json!({"text": "x".repeat(321)}), json!({"text": 5})] {
            assert_eq!(owner.post(CUSTOMERS, wrong.clone()).await.status, 400, "{wrong}");
        }
    }

    /// S-922: one customer has their orders, what these came to but for those of tests, every address once, consent and notes; who was
    /// erased is none.
    async fn s_922_one_customer_is_shown_whole(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let first = buy(app, "Ann@Shopper.example", "Ann Lee", "1 Main Street").await;
        app.execute("UPDATE shop_order SET test_mode = (1 = 0)").await;
        let second = buy(app, "ann@shopper.example", "Ann Lee", "1 Main Street").await;
        good(&owner.post(&format!("/api/commerce/desk/orders/{first}/notes"), json!({"text": "Ring twice."})).await);
        let one = good(&owner.post(ONE, json!({"email": " ANN@shopper.EXAMPLE "})).await);
        let ids: Vec<&str> = one["orders"].as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap()).collect();
        assert_eq!(ids, [&second, &first]);
        let paid = app.number(&format!("SELECT grand_total_cents FROM shop_order WHERE id = '{first}'")).await;
        assert_eq!(one["sums"], json!([{"currency": "USD", "orders": 1, "amountCents": paid, "refundedCents": 0}]));
        assert_eq!((&one["count"], &one["name"], &one["hasAccount"], one["addresses"].as_array().unwrap().len()), (&json!(2), &json!("Ann Lee"), &json!(false), 1));
        assert_eq!((&one["notes"][0]["text"], &one["notes"][0]["orderId"], &one["consent"]), (&json!("Ring twice."), &json!(first), &json!([])));
        app.work().await;
        good(&owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await);
        assert_eq!(emails(&owner, "").await, []);
        assert_eq!(owner.post(ONE, json!({"email": "ann@shopper.example"})).await.status, 404);
    }

    /// S-921: pages follow each other without a gap or a repeat.
    async fn s_921_pages_of_customers_follow_without_gaps(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let shape = buy(app, "ann@shopper.example", "Ann Lee", "1 Main Street").await;
        app.execute(&format!("WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200) \
            INSERT INTO shop_order (id, cart_id, status, test_mode, email, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, grand_total_cents, coupons, created_at, paid_at, hold_until) \
            SELECT 'more' || n, 'more' || n, status, test_mode, 'p' || (n % 70) || '@shopper.example', currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, grand_total_cents, coupons, created_at + n / 3, paid_at, hold_until \
            FROM shop_order, n WHERE id = '{shape}'")).await;
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = good(&owner.post(CUSTOMERS, json!({"cursor": cursor})).await);
            seen.extend(page["customers"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap().to_owned()));
            let Some(next) = page["nextCursor"].as_str() else { break };
            next.clone_into(&mut cursor);
        }
        let mut once = seen.clone();
        once.sort();
        once.dedup();
        assert_eq!((seen.len(), once.len()), (71, 71));
    }
}
