//! S-341 to S-343: what came of attacks on returns, tables and refunds in a currency without hundredths.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, place};
use crate::money::owner;
use crate::returns::{Bought, act, ask, limits, newest, with_returns};
use crate::stripe::tell;
use crate::stripe_server;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";

/// A shop of yen, where three loaves of 198 come to 653.40 with their taxes, and 653 are charged.
fn yen() -> Value {
    let mut shop = crate::catalog::with_variant("bread", "price", json!(19_800));
    shop["storeSettings"]["currency"] = json!("JPY");
    shop["shippingOptions"] = json!([{"id": "post", "name": "Post", "costCents": 0}]);
    shop["taxRules"] = json!([{"country": "US", "rate": "10"}]);
    shop
}

on_both! {
    /// S-341: what came back by a return had been sent: it is not asked for again, its parcels stay, and what was not sent yet still is.
    async fn s_341_what_came_back_is_not_what_is_left(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        with_returns(app, 14).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 5).await;
        let order = visitor.post(CHECKOUT, crate::checkout::purchase()).await.json();
        let page = order["orderPage"].as_str().unwrap().to_owned();
        let (id, key) = page.strip_prefix("/api/plain/order?order=").unwrap().split_once("&key=").unwrap();
        let order = Bought { id: id.to_owned(), key: key.to_owned(), page: page.clone() };
        let parcel = async |quantity: i64| owner.post(&format!("{DESK}/{}/parcels", order.id), json!({"lines": [{"position": 0, "quantity": quantity}]})).await;
        assert_eq!(parcel(2).await.status, 200);
        assert_eq!(ask(app, &order, "2").await.status, 303);
        let back = newest(app, &owner).await;
        act(app, &owner, &back, &[("step", "accept"), ("answer", "")]).await;
        let fee = act(app, &owner, &back, &[("step", "receive"), ("line-0", "2"), ("fee", "-1")]).await;
        assert!(fee.status == 400 && fee.text.contains("less than nothing"), "{}", fee.text);
        act(app, &owner, &back, &[("step", "receive"), ("line-0", "2"), ("stock-0", "yes")]).await;
        assert_eq!(app.count("order_return", "state = 'refunded'").await, 1);
        assert_eq!(ask(app, &order, "1").await.status, 409, "the others were not sent");
        let desk = owner.get(&format!("{DESK}/{}", order.id)).await.json();
        assert_eq!(desk["lines"][0]["left"], 3, "{desk}");
        let undone = owner.delete(&format!("/api/commerce/orders/{}/fulfilment", order.id)).await;
        assert_eq!((undone.status.as_u16(), &undone.json()["code"]), (400, &json!("sent-and-returned")));
        assert_eq!((parcel(4).await.status.as_u16(), parcel(3).await.status.as_u16()), (400, 200));
        assert_eq!(app.count("shop_order", "fulfilled_at IS NOT NULL").await, 1);
        assert_eq!(ask(app, &order, "4").await.status, 400);
        assert_eq!(ask(app, &order, "3").await.status, 303);
        app.audit().await;
    }

    /// S-342: a table whose filter no database can read is refused, and does not break off behind its head.
    async fn s_342_a_table_is_refused_before_it_begins(app: &TestApp); {
        let admin = app.member("root@shop.example", &[Role::Admin]).await;
        for path in ["/api/record.csv?kind=", "/api/record.jsonl?person=", "/api/form/submissions.csv?formId=", "/api/reports/events.csv?kind=", "/api/reports/events.jsonl?kind="] {
            assert_eq!(admin.get(&format!("{path}x")).await.status, 200, "{path}");
            let odd = admin.get(&format!("{path}a%00b")).await;
            let wanted = if app.settings.database_url.is_some() { 400 } else { 200 };
            assert_eq!(odd.status, wanted, "{path}: {}", odd.text);
        }
    }

    /// S-343: refunds of an order in a currency without hundredths are together what was charged, however it is cut; what the provider
    /// tells of them is no other refund, and less than the smallest coin is asked of nobody.
    async fn s_343_refunds_in_yen_are_together_what_was_charged(app: &TestApp) with |settings| stripe_server::start(settings); {
        app.publish(&yen()).await;
        let owner = owner(app).await;
        let stripe = stripe_server::of(&app.settings);
        let buy = async || {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", 3).await;
            let body = json!({"email": "ann@shopper.example", "buyer": {"name": "Ann Lee"}, "paymentToken": "pm_card_visa", "shippingLocation": place("US"), "shippingOptionId": "post"});
            let reply = visitor.post(CHECKOUT, body).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            format!("/api/commerce/orders/{}", reply.json()["id"].as_str().unwrap())
        };
        let order = buy().await;
        assert_eq!(stripe.taken(), 653);
        for step in 1..=3 {
            let reply = owner.post(&format!("{order}/refunds"), json!({"lines": [{"position": 0, "quantity": 1}], "reason": "x"})).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            app.work().await;
            let told = json!({"id": "ch_1", "payment_intent": "pi_1", "amount_refunded": 653 - stripe.taken(), "currency": "jpy"});
            assert_eq!(tell(app, &format!("evt_{step}"), "charge.refunded", &told).await.status, 200);
            app.audit().await;
        }
        assert_eq!((stripe.taken(), app.count("refund", "status = 'done'").await, app.count("refund", "TRUE").await), (0, 3, 3));
        assert_eq!(app.count("shop_order", "refunded_cents = grand_total_cents").await, 1);
        let other = buy().await;
        let calls = stripe.refunds().len();
        let reply = owner.post(&format!("{other}/refunds"), json!({"amountCents": 30, "reason": "x"})).await;
        assert_eq!((reply.status.as_u16(), stripe.refunds().len()), (200, calls), "{}", reply.text);
        assert_eq!(owner.post(&format!("{other}/refunds"), json!({"reason": "x"})).await.status, 200);
        assert_eq!((stripe.taken(), app.count("refund", "status = 'done'").await), (0, 5));
        app.audit().await;
    }
}
