//! The letter about a week: once, on Monday morning of the shop, with what its books say.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use crate::figures::make_live;
use futures_util::future::join;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const OWNER: &str = "owner@shop.example";
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// The clock of a test begins on Saturday, 21 November 2026, at 06:00 UTC: 01:00 in New York.
fn shop(settings: &Value) -> Value {
    let mut catalog = catalog::catalog();
    catalog["website"]["ownerEmail"] = json!(OWNER);
    catalog["website"]["timeZone"] = json!("America/New_York");
    catalog["orderSettings"] = settings.clone();
    catalog
}

async fn letters(app: &TestApp) -> Vec<String> {
    app.work().await;
    let all = app.emails_to(OWNER).await;
    all.into_iter().filter(|letter| letter.contains("your week, ")).collect()
}

async fn buy(app: &TestApp, quantity: u32) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", quantity).await;
    let paid = visitor.post(CHECKOUT, purchase()).await;
    assert_eq!(paid.status, 200, "{}", paid.text);
}

on_both! {
    /// S-444: one letter for a week, whoever looks and how often; its amounts are those of the figures.
    async fn s_444_one_letter_a_week_says_what_the_books_say(app: &TestApp); {
        app.publish(&shop(&json!({"weeklyLetter": true}))).await;
        buy(app, 2).await;
        buy(app, 1).await;
        app.work().await;
        make_live(app).await;
        assert!(letters(app).await.is_empty(), "the week is not over");
        // Monday, 06:45 in New York, and 07:00.
        app.clock.advance(2 * DAY + 5 * HOUR + 45 * 60_000);
        assert!(letters(app).await.is_empty(), "too early");
        app.clock.advance(HOUR / 4);
        join(app.work(), app.work()).await;
        let first = letters(app).await;
        assert_eq!(first.len(), 1, "{first:#?}");
        let span = "/api/commerce/figures?from=2026-11-16&to=2026-11-22";
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let figures = owner.get(span).await;
        let figures: Value = serde_json::from_str(&figures.text).unwrap();
        let gross = figures["currencies"][0]["total"]["grossCents"].as_i64().unwrap();
        assert!(gross > 0);
        let money = format!("${}.{:02}", gross / 100, gross % 100);
        let text = &first[0];
        assert!(text.contains("2026-11-16") && text.contains("2026-11-22"), "{text}");
        for part in [money.as_str(), "$0.00", "Orders", "3 x "] {
            assert!(text.contains(part), "{part} in {text}");
        }
        for _ in 0..5 {
            app.clock.advance(DAY);
            assert_eq!(letters(app).await.len(), 1);
        }
        // A week without a sale after one with some: told once more. Then nothing is left to tell.
        app.clock.advance(3 * DAY);
        assert_eq!(letters(app).await.len(), 2);
        app.clock.advance(7 * DAY);
        assert_eq!(letters(app).await.len(), 2);
        app.audit().await;
    }

    /// S-444: who does not wish it gets none.
    async fn s_444_without_the_setting_nothing_is_written(app: &TestApp); {
        app.publish(&shop(&json!({}))).await;
        buy(app, 1).await;
        app.work().await;
        make_live(app).await;
        app.clock.advance(4 * DAY);
        assert!(letters(app).await.is_empty());
        app.publish(&shop(&json!({"weeklyLetter": true, "email": "orders@shop.example"}))).await;
        app.clock.advance(HOUR);
        assert!(letters(app).await.is_empty(), "the letters of orders go elsewhere");
        let sent = app.emails_to("orders@shop.example").await;
        assert_eq!(sent.iter().filter(|letter| letter.contains("your week, ")).count(), 1, "{sent:#?}");
    }
}
