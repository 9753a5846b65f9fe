//! Figures of long spans are read from sums of quarters of an hour: they are what the books say, whatever the zone of the shop.

use crate::app::{NOW, TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::desk::copies;
use crate::figures::{add_up, make_live};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use loggia_api::roles::Role;
use serde_json::{Value, json};

/// How many orders there are beside the one that is bought.
const ORDERS: usize = 300;
/// How long before the one in front of it each was paid: something more than a day, and no whole number of minutes.
const APART: i64 = 93_784_123;

/// A moment of a day in a zone, in epoch milliseconds.
fn begins(day: Date, zone: &TimeZone) -> i64 {
    zone.to_zoned(day.to_datetime(jiff::civil::Time::midnight())).unwrap().timestamp().as_millisecond()
}

fn day(text: &Value) -> Date {
    text.as_str().unwrap().parse().unwrap()
}

/// How many quarters of an hour the audit finds that are not the sum of their rows.
async fn wrong_quarters(app: &TestApp) -> usize {
    let db = &app.handle().context().db;
    let found = db
        .read(async |connection| loggia_api::repository::audit::disagreements(connection).await)
        .await
        .unwrap();
    found.iter().filter(|one| one.contains("the quarter of an hour is not the sum")).count()
}

on_both! {
    /// S-746: each day, week and month has what the rows of the books between its first and its last moment come to, also where days
    /// begin at a quarter of an hour and where a clock is put forward by half an hour; together they are the total.
    async fn s_746_periods_are_what_the_books_say(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let order = visitor.post(CHECKOUT, purchase()).await.json();
        let paid_cents = app.number("SELECT grand_total_cents FROM shop_order").await;
        copies(app, order["id"].as_str().unwrap(), ORDERS).await;
        while app.count("shop_order", "status = 'paid' AND NOT is_booked").await > 0 {
            app.work().await;
        }
        // As the program wrote them, and then as the test does.
        assert_eq!(wrong_quarters(app).await, 0);
        make_live(app).await;
        let number = "CAST(substr(order_id, 5) AS BIGINT)";
        app.execute(&format!("UPDATE book_move SET at = {NOW} - {number} * {APART} WHERE order_id LIKE 'copy%'")).await;
        add_up(app).await;
        assert_eq!(wrong_quarters(app).await, 0);
        let paid: Vec<i64> = (0..=i64::try_from(ORDERS).unwrap()).map(|number| NOW - number * APART).collect();
        let mut compared = 0;
        for zone in ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"] {
            let mut catalog = crate::catalog::catalog();
            catalog["website"]["timeZone"] = json!(zone);
            app.publish(&catalog).await;
            let zone = TimeZone::get(zone).unwrap();
            for step in ["day", "week", "month"] {
                let today = jiff::Timestamp::from_millisecond(NOW).unwrap().to_zoned(zone.clone()).date();
                let from = today.checked_sub(jiff::Span::new().days(364)).unwrap();
                let reply = owner.get(&format!("/api/commerce/figures?from={from}&step={step}")).await;
                assert_eq!(reply.status, 200, "{}", reply.text);
                let figures = reply.json()["currencies"][0].clone();
                let mut all = 0;
                for period in figures["periods"].as_array().unwrap() {
                    let span = begins(day(&period["from"]), &zone)..begins(day(&period["to"]).tomorrow().unwrap(), &zone);
                    let within = paid.iter().filter(|at| span.contains(at)).count();
                    let (orders, gross) = (period["orders"].as_u64().unwrap(), period["grossCents"].as_i64().unwrap());
                    let cents = i64::try_from(within).unwrap() * paid_cents;
                    assert_eq!((orders, gross), (within as u64, cents), "{zone:?}, {step}: {period}");
                    all += orders;
                    compared += 1;
                }
                assert_eq!(figures["total"]["orders"].as_u64().unwrap(), all);
                assert!(all > 250, "{all}");
            }
        }
        assert!(compared > 4 * (365 + 52 + 12), "{compared}");
        // What is not the sum of its rows is found.
        app.execute("UPDATE book_quarter SET money_cents = money_cents + 1, gross_cents = gross_cents + 1 WHERE at = (SELECT MAX(at) FROM book_quarter)").await;
        assert_eq!(wrong_quarters(app).await, 1);
    }
}
