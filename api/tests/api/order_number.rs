//! The numbers that people say: one after the other, none twice, none left out.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";

fn unlimited(settings: &mut loggia_api::Settings) {
    settings.limits.checkout = 10_000;
    settings.limits.add_entry = 10_000;
    settings.connections = 12;
}

/// A purchase of a loaf, paid or declined; what was answered.
async fn buy(app: &TestApp, email: &str, card: &str) -> (u16, Value) {
    let visitor = app.visitor();
    add(&visitor, "guide", "guide", 1).await;
    let mut body = purchase();
    body["email"] = json!(email);
    body["paymentToken"] = json!(card);
    let reply = visitor.post(CHECKOUT, body).await;
    (reply.status.as_u16(), reply.json())
}

on_both! {
    /// S-650: each paid order has the next number; one that comes to nothing takes none.
    async fn s_650_paid_orders_are_numbered_without_a_gap(app: &TestApp) with |settings| unlimited(settings); {
        let mut numbers = Vec::new();
        for (card, status) in [("test-pass", 200), ("no", 400), ("test-pass", 200), ("no", 400), ("no", 400), ("test-pass", 200)] {
            let (answered, order) = buy(app, "ann@shopper.example", card).await;
            assert_eq!(answered, status, "{order}");
            numbers.extend(order["number"].as_i64());
        }
        assert_eq!(numbers, [1001, 1002, 1003]);
        app.audit().await;
    }

    /// S-650: many who pay at once, some of them refused: every number once, none left out; repeats of a call keep theirs.
    async fn s_650_many_buyers_at_once_get_numbers_without_a_gap(app: &TestApp) with |settings| unlimited(settings); {
        let each = (0..60).map(|buyer| async move {
            let visitor = app.visitor();
            add(&visitor, "guide", "guide", 1).await;
            let mut body = purchase();
            body["email"] = json!(format!("b{buyer}@shopper.example"));
            body["cartToken"] = json!(visitor.cookie("CART").unwrap());
            body["paymentToken"] = json!(if buyer % 5 == 4 { "no" } else { "test-pass" });
            let (one, other) = (visitor.post(CHECKOUT, body.clone()).await, visitor.post(CHECKOUT, body).await);
            let number = |reply: &crate::app::Reply| (reply.status == 200).then(|| reply.json()["number"].as_i64().unwrap());
            assert_eq!(number(&one), number(&other));
            number(&one)
        });
        let mut numbers: Vec<i64> = join_all(each).await.into_iter().flatten().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1001..1049).collect::<Vec<i64>>());
        app.audit().await;
    }

    /// S-650: orders from before numbers get theirs in the order in which they were paid, and the next one follows.
    async fn s_650_orders_from_before_are_numbered_by_the_migration(app: &TestApp) with |settings| unlimited(settings); {
        let mut ids = Vec::new();
        for card in ["test-pass", "no", "test-pass", "test-pass"] {
            ids.extend(buy(app, "ann@shopper.example", card).await.1["id"].as_str().map(str::to_owned));
            app.clock.advance(1000);
        }
        // The last was paid first.
        app.execute(&format!("UPDATE shop_order SET paid_at = 1 WHERE id = '{}'; UPDATE shop_order SET number = NULL; DELETE FROM order_number", ids[2])).await;
        let folder = if app.settings.database_url.is_some() { "postgres" } else { "sqlite" };
        let path = format!("{}/migrations/{folder}/0086_order_number.sql", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("--")).collect();
        let text = lines.join("\n");
        let statements = text.split(';').map(str::trim).filter(|sql| sql.starts_with("UPDATE") || sql.starts_with("INSERT"));
        for statement in statements {
            app.execute(statement).await;
        }
        let mut numbers = Vec::new();
        for id in &ids {
            numbers.push(app.number(&format!("SELECT number FROM shop_order WHERE id = '{id}'")).await);
        }
        assert_eq!(numbers, [1002, 1003, 1001]);
        assert_eq!(buy(app, "ann@shopper.example", "test-pass").await.1["number"], 1004);
        app.audit().await;
    }

    /// S-651: the owner sets the first number; it never goes back.
    async fn s_651_the_first_number_is_the_owner_s(app: &TestApp) with |settings| unlimited(settings); {
        let mut numbers = Vec::new();
        for first in [5000, 1, 5001, 7000, 100] {
            let mut catalog = catalog::catalog();
            catalog["orderSettings"] = json!({"firstNumber": first});
            app.publish(&catalog).await;
            numbers.push(buy(app, "ann@shopper.example", "test-pass").await.1["number"].as_i64().unwrap());
        }
        assert_eq!(numbers, [5000, 5001, 5002, 7000, 7001]);
    }

    /// S-651: the number stands where an order is named, and finds it.
    async fn s_651_an_order_is_found_by_its_number(app: &TestApp) with |settings| unlimited(settings); {
        let ann = app.member("ann@shopper.example", &[]).await;
        add(&ann, "guide", "guide", 1).await;
        let order = ann.post(CHECKOUT, purchase()).await.json();
        buy(app, "bob@shopper.example", "test-pass").await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let found = owner.get(&format!("{ORDERS}?number=1001")).await.json();
        assert_eq!((found["orders"].as_array().unwrap().len(), &found["orders"][0]["id"], &found["orders"][0]["number"]), (1, &order["id"], &json!(1001)));
        assert_eq!(owner.get(&format!("{ORDERS}?number=99")).await.json()["orders"], json!([]));
        let detail = owner.get(&format!("{ORDERS}/{}", order["id"].as_str().unwrap())).await.json();
        assert_eq!(detail["number"], 1001);
        let own = ann.get("/api/site-users/account/orders").await.json()["orders"][0].clone();
        assert_eq!(own["number"], 1001);
        assert!(app.visitor().get(own["orderPage"].as_str().unwrap()).await.text.contains("Order #1001"));
        let table = owner.get(&format!("{ORDERS}.csv")).await.text;
        let place = table.lines().next().unwrap().split(',').position(|title| title == "number").unwrap();
        let row = table.lines().find(|line| line.starts_with(order["id"].as_str().unwrap())).unwrap();
        assert_eq!(row.split(',').nth(place), Some("1001"), "{table}");
        for wanted in ["1001", "%231001", "#1001"] {
            let page = owner.get(&format!("/api/owner/orders?number={}", wanted.replace('#', "%23"))).await.text;
            assert!(page.contains(">#1001</a>") && !page.contains("#1002"), "{page}");
        }
        let page = owner.get(&format!("/api/owner/orders/{}", order["id"].as_str().unwrap())).await.text;
        assert!(page.contains("Order #1001"), "{page}");
        let letters = app.emails_to("ann@shopper.example").await;
        assert!(letters[0].contains("your order #1001"), "{}", letters[0]);
        let data = ann.get("/api/site-users/account/data").await.json();
        assert_eq!(data["orders"][0]["number"], 1001);
    }
}
