//! What is kept for how long, by a clock that stands still until it is moved.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use serde_json::json;

const DAY: i64 = 24 * 60 * 60 * 1000;

on_both! {
    /// S-245: each kind goes on its day and not before; 0 keeps for ever; the books and the record's chain stay whole.
    async fn s_245_each_kind_goes_on_its_day(app: &TestApp) with |settings| {
        settings.keep.submissions_kept_days = 10;
        settings.keep.suspects_kept_days = 5;
        settings.keep.notices_kept_days = 0;
        settings.keep.given_up_kept_days = 7;
        settings.keep.order_places_kept_days = 20;
        settings.keep.record_people_kept_days = 15;
    }; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        for _ in 0..2 {
            assert_eq!(crate::forms::send(&app.visitor(), "routed", json!({"email": "ann@shopper.example"})).await.status, 200);
        }
        app.execute("UPDATE form_submission SET is_suspect = TRUE WHERE id = (SELECT MAX(id) FROM form_submission)").await;
        let notice = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": "ann@shopper.example"});
        assert_eq!(app.visitor().post(crate::restock::RESTOCK, notice).await.status, 200);
        let shopper = app.visitor();
        add(&shopper, "bread", "bread", 1).await;
        assert_eq!(shopper.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(owner.put("/api/commerce/coupons/SPRING", json!({"kind": "percent", "value": "10"})).await.status, 200);
        app.execute(&format!("INSERT INTO outbox (id, dedupe_key, kind, body, attempts, due_at, failed_at, created_at) VALUES ('x', 'x', 'mail', 'Dear Ann', 12, 1, {}, 1)", app.clock.now_ms())).await;
        let kept = async || {
            app.work().await;
            [
                app.count("form_submission", "NOT is_suspect").await,
                app.count("form_submission", "is_suspect").await,
                app.count("restock_sign_up", "TRUE").await,
                app.count("outbox", "body = 'Dear Ann'").await,
                app.count("shop_order", "shipping_location IS NOT NULL AND buyer LIKE '%Ann Lee%'").await + app.count("shop_order", "shipping_location IS NULL AND buyer <> '{}'").await,
                app.count("record_person", "email = 'own@shop.example' AND seq = (SELECT MIN(seq) FROM record WHERE kind = 'put-coupon')").await,
            ]
        };
        for (days, expected) in [
            (0, [1, 1, 1, 1, 1, 1]), (4, [1, 1, 1, 1, 1, 1]), (6, [1, 0, 1, 1, 1, 1]), (8, [1, 0, 1, 0, 1, 1]), (11, [0, 0, 1, 0, 1, 1]),
            (16, [0, 0, 1, 0, 1, 0]), (21, [0, 0, 1, 0, 0, 0]), (4000, [0, 0, 1, 0, 0, 0]),
        ] {
            let (now, at) = (app.clock.now_ms(), crate::app::NOW + days * DAY);
            app.clock.advance(at - now);
            assert_eq!(kept().await, expected, "after {days} days");
        }
        app.audit().await;
        assert_eq!(app.count("record", "kind = 'put-coupon' AND who_digest <> ''").await, 1);
    }
}
