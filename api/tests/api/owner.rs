//! The owner's calls: orders, refunds, fulfilment, stock, coupons, subscriptions; each change written down.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe::with_card;
use crate::stripe_server::{self, Fault};
use futures_util::future::join_all;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";
const ADJUSTMENTS: &str = "/api/commerce/inventory/adjustments";

async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

/// Buys so many loaves; the order's id.
async fn buy(app: &TestApp, quantity: u32, purchase: Value) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", quantity).await;
    let order = visitor.post(CHECKOUT, purchase).await;
    assert_eq!(order.status, 200, "{}", order.text);
    order.json()["id"].as_str().unwrap().to_owned()
}

async fn with_key(visitor: &Visitor, path: &str, key: &str, body: &Value) -> Reply {
    // The session's token is known to the visitor's own calls only; it is read from one of them.
    let headers = [
        ("x-csrf-token", visitor.crumb().await),
        ("x-siteuser-xsrf-token", visitor.xsrf().unwrap()),
        ("content-type", "application/json".into()),
        ("idempotency-key", key.into()),
    ];
    visitor.send(Method::POST, path, &headers, Some(body.to_string())).await
}

on_both! {
    /// the owner lists orders in pages, by state and address, and sees one of them whole.
    async fn a_099_the_owner_sees_the_orders(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let mut ids = Vec::new();
        for _ in 0..21 {
            ids.push(buy(app, 1, json!({"email": "bea@shopper.example", "paymentToken": "test-pass",
                "buyer": {"name": "Ann Lee"}, "shippingLocation": {"country": "US", "line1": "1 Main Street", "city": "New York", "region": "NY", "postalCode": "10001"}, "shippingOptionId": "post"})).await);
            if ids.len() == 20 { app.execute("UPDATE stock SET quantity = quantity + 20; INSERT INTO stock_change (id, item_id, sku, change, reason, created_at) \
                SELECT 'more-' || sku, item_id, sku, 20, 'adjustment', 0 FROM stock").await; }
        }
        let first = owner.get(ORDERS).await.json();
        assert_eq!((first["orders"].as_array().unwrap().len(), &first["hasNextPage"]), (20, &json!(true)));
        assert_eq!(first["orders"][0]["id"], json!(ids[20]));
        let cursor = first["nextPageCursor"].as_str().unwrap();
        let second = owner.get(&format!("{ORDERS}?cursor={cursor}")).await.json();
        assert_eq!((second["orders"].as_array().unwrap().len(), &second["orders"][0]["id"]), (1, &json!(ids[0])));
        assert_eq!(owner.get(&format!("{ORDERS}?state=PENDING")).await.json()["orders"], json!([]));
        assert_eq!(owner.get(&format!("{ORDERS}?email=nobody@b.example")).await.json()["orders"], json!([]));
        assert_eq!(owner.get(&format!("{ORDERS}?state=NONE")).await.status, 400);
        let order = owner.get(&format!("{ORDERS}/{}", ids[0])).await.json();
        assert_eq!((&order["state"], &order["grandTotalCents"], &order["lines"][0]["sku"], &order["payment"]["status"]),
            (&json!("PAID"), &json!(1148), &json!("bread"), &json!("paid")));
        assert_eq!(owner.get(&format!("{ORDERS}/nobody")).await.status, 404);
    }

    /// only ADMIN and STORE_MANAGER; nobody else learns anything.
    async fn a_099_orders_are_for_those_who_manage_the_store(app: &TestApp) with |settings| settings.limits.log_in = 1000; {
        let id = buy(app, 1, purchase()).await;
        assert_eq!(app.visitor().get(ORDERS).await.status, 401);
        for role in Role::ALL {
            let who = app.member(&format!("{}@shop.example", role.code()), &[role]).await;
            let expected = if matches!(role, Role::Admin | Role::StoreManager) { 200 } else { 403 };
            let calls = [
                who.get(ORDERS).await, who.get(&format!("{ORDERS}/{id}")).await, who.get(&format!("{ORDERS}.csv")).await,
                who.get("/api/commerce/coupons").await, who.get("/api/commerce/subscriptions").await, who.get("/api/commerce/actions").await,
                who.get("/api/commerce/inventory/changes?itemId=bread&sku=bread").await,
                who.post(ADJUSTMENTS, json!({"itemId": "bread", "sku": "bread", "change": 1, "reason": "found"})).await,
                who.put("/api/commerce/coupons/NEW", json!({"kind": "percent", "value": "5"})).await,
            ];
            for call in calls {
                assert_eq!(call.status.as_u16(), expected, "{role:?} {}", call.text);
            }
            if expected == 403 {
                for verb in ["refunds", "cancellation"] {
                    assert_eq!(who.post(&format!("{ORDERS}/{id}/{verb}"), json!({"reason": "x"})).await.status, 403);
                }
                assert_eq!(who.put(&format!("{ORDERS}/{id}/fulfilment"), json!({})).await.status, 403);
                assert_eq!(who.post("/api/commerce/subscriptions/s/cancellation", json!({})).await.status, 403);
            }
        }
        app.audit().await;
    }

    /// part of the money goes back, then the rest; never more than was paid; the goods only when they came back.
    async fn a_046_money_goes_back_in_parts(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let id = buy(app, 2, with_card("pm_card_visa")).await;
        let path = format!("{ORDERS}/{id}/refunds");
        let order = owner.post(&path, json!({"amountCents": 600, "restock": [{"position": 0, "quantity": 1}], "reason": "one was stale"})).await;
        assert_eq!(order.status, 200, "{}", order.text);
        let order = order.json();
        assert_eq!((&order["refundedCents"], &order["refunds"][0]["status"], &order["lines"][0]["restocked"]), (&json!(600), &json!("done"), &json!(1)));
        assert_eq!(app.stock("bread", "bread").await, 19);
        let too_much = owner.post(&path, json!({"amountCents": 1197, "reason": "all"})).await;
        assert_eq!((too_much.status.as_u16(), &too_much.json()["code"]), (400, &json!("refund-too-large")));
        for wrong in [json!({"amountCents": 0, "reason": "x"}), json!({"amountCents": -5, "reason": "x"}), json!({"amountCents": 5, "reason": " "}), json!({"amountCents": i64::MAX, "reason": "x"}), json!({"amountCents": i64::MIN, "reason": "x"}),
            json!({"amountCents": 5, "restock": [{"position": 0, "quantity": i64::MAX}], "reason": "x"}),
            json!({"amountCents": 5, "restock": [{"position": 0, "quantity": 2}], "reason": "x"}), json!({"amountCents": 5, "restock": [{"position": 9, "quantity": 1}], "reason": "x"})] {
            assert_eq!(owner.post(&path, wrong.clone()).await.status, 400, "{wrong}");
        }
        let rest = owner.post(&path, json!({"reason": "the rest"})).await.json();
        assert_eq!((&rest["refundedCents"], &rest["state"]), (&json!(1796), &json!("PAID")));
        assert_eq!((stripe_server::of(&app.settings).taken(), app.stock("bread", "bread").await), (0, 19));
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 3);
        let actions = owner.get(&format!("/api/commerce/actions?subject={id}")).await.json();
        assert_eq!((&actions["actions"][1]["action"], &actions["actions"][1]["email"]), (&json!("refund"), &json!("own@shop.example")));
        app.audit().await;
    }

    /// many who refund at once, and one who clicks many times: never more than was paid, one refund a key.
    async fn a_046_refunds_at_once_never_pass_what_was_paid(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let id = buy(app, 2, with_card("pm_card_visa")).await;
        let path = format!("{ORDERS}/{id}/refunds");
        let body = json!({"amountCents": 100, "reason": "a scratch"});
        let same = join_all((0..8).map(|_| with_key(&owner, &path, "key-1", &body))).await;
        assert!(same.iter().all(|reply| reply.status == 200), "{:?}", same.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!(app.count("refund", "TRUE").await, 1);
        let other = with_key(&owner, &path, "key-1", &json!({"amountCents": 200, "reason": "a scratch"})).await;
        assert_eq!(other.status, 422);
        // A key that is not known again would do a repeat once more: it is refused, and not left out.
        for unusable in ["", "é", &"k".repeat(256)] {
            let reply = with_key(&owner, &path, unusable, &body).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("bad-idempotency-key")), "{unusable}");
        }
        assert_eq!(app.count("refund", "TRUE").await, 1);
        let large = json!({"amountCents": 600, "reason": "x"});
        let many = join_all((0..8).map(|_| owner.post(&path, large.clone()))).await;
        let count = |status: u16| many.iter().filter(|reply| reply.status == status).count();
        assert_eq!((count(200), count(400)), (2, 6));
        app.work().await;
        assert_eq!((stripe_server::of(&app.settings).taken(), stripe_server::of(&app.settings).refunds().len()), (1796 - 1300, 3));
        app.audit().await;
    }

    /// a refund the provider does not hear waits, and is made once when it is back.
    async fn a_046_a_refund_waits_for_its_provider(app: &TestApp) with |settings| stripe_server::start(settings); {
        let owner = owner(app).await;
        let id = buy(app, 1, with_card("pm_card_visa")).await;
        let stripe = stripe_server::of(&app.settings);
        stripe.fails(&[Fault::LosesAnswer, Fault::Refuses, Fault::Refuses, Fault::Refuses]);
        let order = owner.post(&format!("{ORDERS}/{id}/refunds"), json!({"reason": "broken"})).await.json();
        assert_eq!((&order["refunds"][0]["status"], &order["refundedCents"]), (&json!("pending"), &json!(1148)));
        app.clock.advance(61_000);
        app.work().await;
        app.work().await;
        let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
        assert_eq!((&order["refunds"][0]["status"], stripe.refunds().len(), stripe.taken()), (&json!("done"), 1, 0));
        app.audit().await;
    }

    /// an order is called off once: money, goods, gift cards and what it began all go back.
    async fn a_046_an_order_is_called_off(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 3, purchase()).await;
        let path = format!("{ORDERS}/{id}/cancellation");
        let order = owner.post(&path, json!({"reason": "the oven broke"})).await.json();
        assert_eq!((&order["state"], &order["refundedCents"]), (&json!("CANCELLED"), &order["grandTotalCents"]));
        assert_eq!(app.stock("bread", "bread").await, 20);
        assert_eq!(owner.post(&path, json!({"reason": "again"})).await.status, 400);
        // A gift card that was bought goes with its order, unless somebody spent from it.
        let buyer = app.visitor();
        add(&buyer, "voucher", "gift-25", 1).await;
        let order = buyer.post(CHECKOUT, purchase()).await.json();
        let emails = app.emails_to("ann@shopper.example").await;
        let code = emails.iter().find_map(|message| message.split("Code: ").nth(1)).unwrap().split_whitespace().next().unwrap().to_owned();
        let friend = app.visitor();
        add(&friend, "guide", "guide", 1).await;
        friend.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": code})).await;
        let bought = friend.post(CHECKOUT, purchase()).await.json();
        // What was spent of it stays paid: the guide and its tax.
        let called_off = owner.post(&format!("{ORDERS}/{}/cancellation", order["id"].as_str().unwrap()), json!({"reason": "x"})).await.json();
        let kept = called_off["grandTotalCents"].as_i64().unwrap() - called_off["refundedCents"].as_i64().unwrap();
        assert_eq!((kept, &called_off["giftCards"][0]["spentCents"]), (1296, &json!(1296)));
        assert_eq!(app.count("gift_card", "balance_cents = 0 AND voided_at IS NOT NULL").await, 1);
        // Calling off what the card paid gives that back to the card, which its own order was paid for.
        assert_eq!(owner.post(&format!("{ORDERS}/{}/cancellation", bought["id"].as_str().unwrap()), json!({"reason": "x"})).await.status, 200);
        assert_eq!(app.count("gift_card", "balance_cents = 1296").await, 1);
        assert_eq!(owner.post(&format!("{ORDERS}/{}/refunds", order["id"].as_str().unwrap()), json!({"reason": "x"})).await.status, 200);
        assert_eq!(app.count("gift_card", "balance_cents = 0").await, 1);
        app.audit().await;
    }

    /// goods go out once, with an email that says how to follow them; then the order cannot be called off.
    async fn a_046_an_order_is_fulfilled(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 1, purchase()).await;
        let path = format!("{ORDERS}/{id}/fulfilment");
        let tracking = json!({"carrier": "Post", "trackingNumber": "P1", "trackingUrl": "https://post.example/P1"});
        let bad = json!({"tracking": {"trackingUrl": "javascript:alert(1)"}});
        assert_eq!(owner.put(&path, bad).await.status, 400);
        let order = owner.put(&path, json!({"tracking": tracking, "notify": true})).await.json();
        assert_eq!((&order["state"], &order["tracking"]), (&json!("FULFILLED"), &tracking));
        assert_eq!(owner.put(&path, json!({})).await.status, 400);
        assert_eq!(owner.post(&format!("{ORDERS}/{id}/cancellation"), json!({"reason": "x"})).await.status, 400);
        let emails = app.emails_to("ann@shopper.example").await;
        assert!(emails.iter().any(|message| message.contains("Follow it at: https://post.example/P1")), "{emails:?}");
        assert_eq!(owner.delete(&path).await.json()["state"], "PAID");
        assert_eq!(owner.delete(&path).await.status, 400);
    }

    /// a count changes by the owner's word, with a reason, in a ledger; a publish leaves it alone.
    async fn a_005_stock_is_adjusted_with_a_reason(app: &TestApp); {
        let owner = owner(app).await;
        let adjust = |body: Value| owner.post(ADJUSTMENTS, body);
        let by = adjust(json!({"itemId": "bread", "sku": "bread", "change": -3, "reason": "mouldy"})).await;
        assert_eq!(by.json(), json!({"sku": "bread", "unlimited": false, "qtyInStock": 17, "before": 20, "change": -3, "total": 17}));
        let to = adjust(json!({"itemId": "bread", "sku": "bread", "quantity": 30, "reason": "counted"})).await;
        assert_eq!(to.json()["qtyInStock"], 30);
        for wrong in [json!({"itemId": "bread", "sku": "bread", "change": -31, "reason": "x"}), json!({"itemId": "bread", "sku": "bread", "change": 1, "reason": ""}),
            json!({"itemId": "bread", "sku": "bread", "reason": "x"}), json!({"itemId": "bread", "sku": "bread", "change": 1, "quantity": 1, "reason": "x"}),
            json!({"itemId": "bread", "sku": "bread", "change": i64::MIN, "reason": "x"}), json!({"itemId": "bread", "sku": "bread", "quantity": -1, "reason": "x"}),
            json!({"itemId": "lesson", "sku": "lesson", "change": 1, "reason": "x"})] {
            assert_eq!(adjust(wrong.clone()).await.status, 400, "{wrong}");
        }
        assert_eq!(adjust(json!({"itemId": "nobody", "sku": "x", "change": 1, "reason": "x"})).await.status, 404);
        app.publish(&crate::catalog::with_variant("bread", "qtyInStock", json!(999))).await;
        assert_eq!(app.stock("bread", "bread").await, 30);
        let ledger = owner.get("/api/commerce/inventory/changes?itemId=bread&sku=bread").await.json();
        let changes: Vec<(i64, &str)> = ledger["changes"].as_array().unwrap().iter().map(|row| (row["change"].as_i64().unwrap(), row["reason"].as_str().unwrap())).collect();
        assert_eq!(changes, [(13, "adjustment"), (-3, "adjustment"), (20, "import")]);
        assert_eq!(ledger["changes"][1]["note"], "mouldy");
        app.audit().await;
    }

    /// adjustments and orders at once lose no piece.
    async fn a_005_adjustments_at_once_lose_nothing(app: &TestApp); {
        let owner = owner(app).await;
        let replies = join_all((0..12).map(|_| owner.post(ADJUSTMENTS, json!({"itemId": "bread", "sku": "bread", "change": 1, "reason": "x"})))).await;
        assert!(replies.iter().all(|reply| matches!(reply.status.as_u16(), 200 | 409)));
        let done = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(app.stock("bread", "bread").await, 20 + i64::try_from(done).unwrap());
        app.audit().await;
    }

    /// of counts that were made at once one stands, as it was counted; none is added to another.
    async fn a_005_counts_at_once_are_not_mixed(app: &TestApp) with |settings| { settings.workers = Some(2); settings.connections = 12; }; {
        let owner = owner(app).await;
        let counts: Vec<i64> = (1..=12).map(|number| number * 100).collect();
        let bodies = counts.iter().map(|counted| json!({"itemId": "bread", "sku": "bread", "quantity": counted, "reason": "counted"}));
        let replies = join_all(bodies.map(|body| owner.post(ADJUSTMENTS, body))).await;
        assert!(replies.iter().all(|reply| matches!(reply.status.as_u16(), 200 | 409)));
        let accepted: Vec<i64> = counts.into_iter().zip(&replies).filter(|(_, reply)| reply.status == 200).map(|(counted, _)| counted).collect();
        let left = app.stock("bread", "bread").await;
        assert!(accepted.contains(&left), "{left} of {accepted:?}");
        app.audit().await;
    }

    /// A-037, C-060: a coupon made in the shop counts like one of the site's own.
    async fn a_037_a_coupon_is_made_in_the_shop(app: &TestApp); {
        let owner = owner(app).await;
        let path = "/api/commerce/coupons/Spring";
        assert_eq!(owner.put(path, json!({"kind": "percent", "value": "20", "minimumCents": 500})).await.status, 200);
        for wrong in [json!({"kind": "percent", "value": "0"}), json!({"kind": "percent", "value": "101"}), json!({"kind": "amount", "value": 0}), json!({"kind": "amount", "value": -5}), json!({"kind": "gift-card", "value": 5})] {
            assert_eq!(owner.put(path, wrong.clone()).await.status, 400, "{wrong}");
        }
        assert_eq!(owner.put("/api/commerce/coupons/ten", json!({"kind": "percent", "value": "20"})).await.status, 409);
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let cart = visitor.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": "SPRING"})).await.json();
        assert_eq!(cart["shoppingCart"]["discountCents"], 240);
        let listed = owner.get("/api/commerce/coupons").await.json();
        assert_eq!((listed["ofTheShop"][0]["code"].clone(), listed["ofTheSite"].as_array().unwrap().len()), (json!("Spring"), 3));
        assert_eq!(owner.delete(path).await.status, 204);
        assert_eq!(owner.delete(path).await.status, 404);
        assert_eq!(visitor.get(crate::cart::CART).await.json()["discountCents"], 0);
    }

    /// orders as a table, every one once, nothing in it a formula.
    async fn a_099_orders_are_exported(app: &TestApp); {
        let owner = owner(app).await;
        let mut formula = purchase();
        formula["email"] = json!("+1@shopper.example");
        for purchase in [purchase(), formula] {
            buy(app, 1, purchase).await;
        }
        let reply = owner.get(&format!("{ORDERS}.csv")).await;
        assert_eq!(reply.headers["content-type"], "text/csv; charset=utf-8");
        let lines: Vec<&str> = reply.text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].contains(",'+1@shopper.example,PAID,true,USD,6.00,0.00,5.00,0.48,11.48,0.00,1,"), "{}", lines[1]);
        let none = owner.get(&format!("{ORDERS}.csv?to=1")).await;
        assert_eq!(none.text.lines().count(), 1);
    }
}
