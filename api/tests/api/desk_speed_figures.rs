//! Figures and customers over many orders, those that the desk's own measure fills in. With `LOGGIA_ORDERS` (`make bench-desk`) the store has
//! that many and the milliseconds are printed; nothing here depends on them. `LOGGIA_KEEP_STORE` names a file that is to have the store.

use crate::app::{NOW, Store, TestApp};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::desk_speed::{fill, plans_of, print};
use loggia_api::roles::Role;
use serde_json::json;
use std::time::Instant;

const FEW: i64 = 2_000;
const DAY: i64 = 86_400_000;

/// What the program wrote of one order into the books, for all that it was not asked to write: they are alike.
async fn copy_books(app: &TestApp) {
    let moved = "cause, currency, test_mode, orders, gross_cents, back_cents, discount_cents, delivery_cents, tax_cents, money_cents, \
        by_cards_cents, cards_sold_cents";
    let taxed = "cause, position, currency, test_mode, country, region, name, rate, net_cents, tax_cents";
    for (table, columns) in [("book_move", moved), ("book_tax", taxed)] {
        let of_one =
            columns.split(',').map(|column| format!("m.{}", column.trim())).collect::<Vec<_>>().join(", ");
        app.execute(&format!(
            "INSERT INTO {table} (order_id, at, {columns}) SELECT o.id, o.paid_at, {of_one} FROM {table} AS m, shop_order AS o \
             WHERE m.order_id = 'big000000000' AND o.id >= 'big{FEW:09}'"
        ))
        .await;
    }
}

async fn measure(store: Store) {
    let asked_for = std::env::var("LOGGIA_ORDERS").ok().and_then(|text| text.parse().ok());
    let (orders, rounds) = asked_for.map_or((FEW, 1), |orders: i64| (orders, 20));
    let Some(app) = TestApp::start(store, |settings| settings.limits.checkout = 1000).await else { return };
    let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    app.work().await;
    fill(&app, orders).await;
    // Each is paid when it was placed, and money moved.
    app.execute(&format!(
        "UPDATE shop_order SET paid_at = created_at, test_mode = (1 = 0), refunded_cents = 0, is_booked = (id >= 'big{FEW:09}'); \
         DELETE FROM book_tax; DELETE FROM book_move; DELETE FROM book_quarter"
    ))
    .await;
    let begun = Instant::now();
    while app.count("shop_order", "NOT is_booked").await > 0 {
        app.work().await;
    }
    if asked_for.is_some() {
        println!("{store:?}: {FEW} orders written into the books in {:?}", begun.elapsed());
        copy_books(&app).await;
        crate::figures::add_up(&app).await;
        app.execute(if matches!(store, Store::Postgres) { "VACUUM ANALYZE" } else { "ANALYZE" }).await;
    }
    let counted =
        app.number(&format!("SELECT COUNT(*) FROM shop_order WHERE paid_at >= {} ", NOW - 300 * DAY)).await;
    let day = |before: i64| {
        let at = jiff::Timestamp::from_millisecond(NOW - before * DAY).unwrap();
        at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
    };
    let paths = [
        ("30 days by day", "figures".to_owned()),
        ("a year by month", format!("figures?from={}&step=month", day(364))),
        ("a year by day", format!("figures?from={}&step=day", day(364))),
        ("two years by week", format!("figures?from={}&step=week", day(729))),
        ("taxes of 30 days", "figures/taxes".to_owned()),
        ("taxes of a year", format!("figures/taxes?from={}", day(364))),
        ("products of 30 days", "figures/products".to_owned()),
        ("products of a year", format!("figures/products?from={}&step=month", day(364))),
        ("carts of 30 days", "figures/carts".to_owned()),
    ];
    for (name, path) in paths {
        let mut times = Vec::new();
        for _ in 0..rounds {
            let begun = Instant::now();
            let reply = owner.get(&format!("/api/commerce/{path}")).await;
            times.push(begun.elapsed());
            assert_eq!(reply.status, 200, "{}", reply.text);
            if name == "two years by week" {
                let total = reply.json()["currencies"][0]["total"]["orders"].as_i64().unwrap();
                assert!(total > counted && total <= orders + 1, "{total} of {orders}");
            }
        }
        print(asked_for.is_some(), (store, name), times);
        if asked_for.is_some() {
            plans_of(&app, &owner, owner.get(&format!("/api/commerce/{path}"))).await;
        }
    }
    for (name, path, body, found) in [
        ("customers", "customers", json!({}), 50),
        ("customers by words", "customers", json!({"text": format!("mail{}", orders / 2)}), 1),
        ("one customer", "customers/one", json!({"email": format!("mail{}@shopper.example", orders / 2)}), 1),
    ] {
        let mut times = Vec::new();
        for _ in 0..rounds {
            let begun = Instant::now();
            let reply = owner.post(&format!("/api/commerce/{path}"), body.clone()).await;
            times.push(begun.elapsed());
            assert_eq!(reply.status, 200, "{}", reply.text);
            let page = reply.json();
            let rows = page["customers"].as_array().map_or(1, Vec::len);
            assert!(rows >= found, "{name}: {rows}");
        }
        print(asked_for.is_some(), (store, name), times);
        if asked_for.is_some() {
            plans_of(&app, &owner, owner.post(&format!("/api/commerce/{path}"), body)).await;
        }
    }
    if let (Store::Sqlite, Ok(file)) = (store, std::env::var("LOGGIA_KEEP_STORE")) {
        // Without an account its editor opens by the address that the program says.
        app.execute("DELETE FROM session").await;
        app.execute("DELETE FROM site_user").await;
        app.execute(&format!("VACUUM INTO '{file}'")).await;
    }
    app.stop().await;
}

/// S-926: figures of many orders are sums of the books, and customers are found among as many.
#[tokio::test]
async fn s_926_sqlite() {
    measure(Store::Sqlite).await;
}

/// S-926: the same on PostgreSQL.
#[tokio::test]
async fn s_926_postgres() {
    measure(Store::Postgres).await;
}
