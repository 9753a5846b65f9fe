use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{CART, ENTRIES, add};
use crate::catalog;
use crate::subscription::SUBSCRIPTION;
use reqwest::Method;
use serde_json::{Value, json};

pub const CHECKOUT: &str = "/api/commerce/checkout";

/// A purchase that names everything.
pub fn purchase() -> Value {
    json!({"email": "ann@shopper.example", "buyer": {"name": "Ann Lee"}, "shippingLocation": {"country": "US", "line1": "1 Main Street", "city": "New York", "region": "NY", "postalCode": "10001"}, "shippingOptionId": "post",
        "paymentToken": "test-pass"})
}

/// A purchase by a way of paying that leads to a page of its own.
pub fn purchase_by(method: &str) -> Value {
    let mut purchase = purchase();
    purchase["paymentMethod"] = json!(method);
    purchase["paymentToken"] = json!("");
    purchase
}

/// A shopper with a loaf who is sent to such a page, and the answer.
pub async fn leaves_by(app: &TestApp, method: &str) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let mut body = purchase_by(method);
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    let reply = visitor.post(CHECKOUT, body).await;
    assert_eq!(reply.status, 202, "{}", reply.text);
    (visitor, reply.json())
}

/// The order's page as anybody sees it who has its link.
pub async fn order_page(app: &TestApp, order: &Value) -> String {
    app.visitor().get(order["orderPage"].as_str().unwrap()).await.text
}

/// An address of a country where the shop of these tests delivers.
pub fn place(country: &str) -> Value {
    let (city, region, postal_code) = match country {
        "US" => ("New York", "NY", "10001"),
        "FR" => ("Lyon", "", "69001"),
        _ => ("London", "", "SW1A 1AA"),
    };
    json!({"country": country, "line1": "1 Main Street", "city": city, "region": region, "postalCode": postal_code})
}

fn with(member: &str, value: Value) -> Value {
    let mut purchase = purchase();
    purchase[member] = value;
    purchase
}

/// A purchase with the total and the digest that the shop names for it: what a shopper agrees to, and sends at each repeat. `None`
/// when the shop does not answer, or answers something else.
pub async fn agreed(visitor: &Visitor, body: &Value) -> Option<Value> {
    let headers = [("x-csrf-token", visitor.crumb().await), ("content-type", "application/json".into())];
    let told = visitor.send_once(Method::POST, CHECKOUT, &headers, Some(body.to_string())).await.ok()?;
    let told = Some(told).filter(|told| told.status == 409)?.json();
    let mut body = body.clone();
    for member in ["totalCents", "cartDigest"] {
        body[member] = told[member].clone();
    }
    Some(body)
}

async fn with_key(visitor: &Visitor, key: &str, body: &Value) -> Reply {
    let headers = [
        ("x-csrf-token", visitor.crumb().await),
        ("content-type", "application/json".into()),
        ("idempotency-key", key.into()),
    ];
    visitor.send(Method::POST, CHECKOUT, &headers, Some(body.to_string())).await
}

on_both! {
    /// S-021: a parcel goes to an address that is one, in its length as well; nothing of a refused one is kept.
    async fn s_021_a_parcel_has_an_address(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        for (member, value, code) in [
            ("line1", String::new(), "shipping-location-missing"), ("line1", " \t".into(), "shipping-location-missing"),
            ("city", "  ".into(), "shipping-location-missing"), ("line1", "x".repeat(201), "address-too-long"),
            ("line2", "é".repeat(201), "address-too-long"), ("region", "x".repeat(50_000), "address-too-long"),
        ] {
            let mut body = purchase();
            body["shippingLocation"][member] = json!(value);
            let refused = visitor.post(CHECKOUT, body.clone()).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!(code)), "{member}");
            if code == "address-too-long" {
                let put = visitor.put("/api/commerce/shopping-cart/shipping-location", body["shippingLocation"].clone()).await;
                assert_eq!((put.status.as_u16(), &put.json()["code"]), (400, &json!(code)), "{member}");
            }
        }
        assert_eq!(app.count("cart", "shipping_location IS NOT NULL").await, 0);
        let mut body = purchase();
        body["shippingLocation"]["line2"] = json!("é".repeat(200));
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
    }

    /// the order has exactly its keys and the cart's amounts, the stock goes down, the cart is bought.
    async fn a_046_a_cart_becomes_an_order_and_a_049_answers_it(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-s", 2).await;
        let token = visitor.cookie("CART").unwrap();
        let reply = visitor.post(CHECKOUT, purchase()).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let mut order = reply.json();
        let members = order.as_object_mut().unwrap();
        let id = members.remove("id").unwrap().as_str().unwrap().to_owned();
        members.remove("purchasedCartId").unwrap();
        // S-631: beside its keys the answer says to whom and where the parcel goes.
        assert_eq!(members.remove("buyer"), Some(json!({"name": "Ann Lee"})));
        assert_eq!(members.remove("deliveryLines"), Some(json!(["Ann Lee", "1 Main Street", "New York, NY 10001", "UNITED STATES"])));
        // What is beside the order that is tracked: what people call it, and where its page is.
        assert_eq!(members.remove("number").unwrap(), 1001);
        assert!(members.remove("orderPage").unwrap().as_str().unwrap().starts_with(&format!("/api/plain/order?order={id}&key=")));
        let usd = |value: &str| json!({"value": value, "currency": "USD"});
        assert_eq!(order, json!({
            "testMode": true, "websiteId": "site-1",
            "items": [{"sku": "mug-s", "productName": "Mug", "quantity": 2, "unitPrice": usd("18.50")}],
            "grandTotal": usd("44.96"), "shippingTotal": usd("5.00"), "taxTotal": usd("2.96"),
        }));
        assert_eq!(app.stock("mug", "mug-s").await, 3);
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 1);
        assert_eq!(app.count("payment", "status = 'paid' AND amount_cents = 4496").await, 1);
        // The visitor starts anew; anyone who names the token sees what was bought.
        assert_eq!((visitor.cookie("CART"), visitor.cookie("hasCart")), (None, None));
        assert_eq!(visitor.get(CART).await.json()["entries"], json!([]));
        let bought = visitor.get(&format!("{CART}?cartToken={token}")).await.json();
        assert_eq!((&bought["isPurchased"], &bought["orderId"]), (&json!(true), &json!(id)));
    }

    /// the last piece is sold once.
    async fn a_046_the_last_piece_is_sold_once(app: &TestApp); {
        let (one, other) = (app.visitor(), app.visitor());
        add(&one, "mug", "mug-l", 1).await;
        add(&other, "mug", "mug-l", 1).await;
        assert_eq!(one.post(CHECKOUT, purchase()).await.status, 200);
        let refused = other.post(CHECKOUT, purchase()).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (400, "Sorry, we do not have enough of that item available.".into()));
        assert_eq!((app.stock("mug", "mug-l").await, app.count("shop_order", "TRUE").await), (0, 1));
    }

    /// below the minimum.
    async fn a_045_a_subtotal_below_the_minimum_is_refused(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["storeSettings"]["minimumOrderSubtotalCents"] = json!(2000);
        app.publish(&catalog).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 3).await;
        let refused = visitor.post(CHECKOUT, purchase()).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (400, "To check out, your order subtotal must be $20.00 or more.".into()));
        add(&visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    }

    /// what is missing is named; nothing is taken.
    async fn a_046_an_incomplete_purchase_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        let empty = visitor.post(CHECKOUT, purchase()).await;
        assert_eq!((empty.status.as_u16(), empty.error()), (400, "You have nothing in your shopping cart.".into()));
        add(&visitor, "bread", "bread", 1).await;
        for (body, message) in [
            (with("email", json!("")), "Email cannot be blank"),
            (with("email", json!("ann@")), "Email is invalid"),
            (with("shippingLocation", json!(null)), "Please enter a shipping address."),
            (with("shippingOptionId", json!(null)), "Please select a shipping option."),
            (with("shippingOptionId", json!("pigeon")), "Please select a shipping option."),
        ] {
            let refused = visitor.post(CHECKOUT, body).await;
            assert_eq!((refused.status.as_u16(), refused.error()), (400, message.into()));
        }
        assert_eq!((app.stock("bread", "bread").await, app.count("shop_order", "TRUE").await), (20, 0));
    }

    /// a declined payment gives everything back, and the cart may be bought with another.
    async fn a_046_a_declined_payment_gives_the_stock_back(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-l", 1).await;
        let declined = visitor.post(CHECKOUT, with("paymentToken", json!("test-fail"))).await;
        assert_eq!(declined.status, 400);
        assert_eq!(declined.json()["code"], "payment-refused");
        assert_eq!((app.stock("mug", "mug-l").await, app.count("shop_order", "status = 'cancelled'").await), (1, 1));
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 1);
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(app.number("SELECT CAST(SUM(change) AS BIGINT) FROM stock_change WHERE sku = 'mug-l'").await, 0);
    }

    /// prices of the day count; a shopper who saw others must agree first.
    async fn a_046_a_changed_price_must_be_accepted(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        app.publish(&catalog::with_variant("bread", "price", json!(1000))).await;
        let refused = visitor.post(CHECKOUT, purchase()).await;
        assert_eq!(refused.json()["code"], "price-changed");
        let order = visitor.post(CHECKOUT, with("acceptPrices", json!(true))).await.json();
        assert_eq!(order["items"][0]["unitPrice"]["value"], "10.00");
    }

    /// a purchase sent again answers the same order, by its key and by its cart.
    async fn a_046_a_repeated_purchase_is_one_order(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let token = visitor.cookie("CART").unwrap();
        let body = agreed(&visitor, &purchase()).await.unwrap();
        let first = with_key(&visitor, "key-1", &body).await;
        visitor.set_cookie("CART", &token);
        let second = with_key(&visitor, "key-1", &body).await;
        assert_eq!((second.status.as_u16(), &second.text), (200, &first.text));
        let named = visitor.post(CHECKOUT, with("cartToken", json!(token))).await;
        assert_eq!(named.text, first.text);
        visitor.set_cookie("CART", &token);
        let other = with_key(&visitor, "key-1", &with("email", json!("eve@shopper.example"))).await;
        assert_eq!((other.status.as_u16(), &other.json()["code"]), (422, &json!("idempotency-key-reused")));
        assert_eq!((app.count("shop_order", "TRUE").await, app.stock("bread", "bread").await), (1, 19));
    }

    /// an order nobody paid in time gives its stock back; the shopper may try again.
    async fn a_046_an_abandoned_order_ends(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 4).await;
        visitor.post(CHECKOUT, purchase()).await;
        app.execute("UPDATE shop_order SET status = 'pending'; UPDATE payment SET status = 'started'").await;
        app.work().await;
        assert_eq!(app.count("shop_order", "status = 'pending'").await, 1);
        app.clock.advance(16 * 60_000);
        app.work().await;
        assert_eq!((app.count("shop_order", "status = 'cancelled'").await, app.stock("bread", "bread").await), (1, 20));
    }

    /// a subscription's cart becomes an order with the next payment's day.
    async fn a_047_a_subscription_is_bought(app: &TestApp); {
        let visitor = app.visitor();
        let started = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
        let order = visitor.post(CHECKOUT, with("cartToken", started["cartToken"].clone())).await.json();
        // 21 December 2026, 06:00 UTC: the same hour a month later.
        assert_eq!(order["nextBillingDate"], 1_797_832_800_000_i64);
        let condition = "period_unit = 'MONTH' AND period_value = 1 AND billing_cycles = 0 AND cycles_billed = 1 AND price_cents = 3000";
        assert_eq!(app.count("subscription", condition).await, 1);
        assert_eq!(app.stock("box", "box").await, 9);
    }

    /// a bought gift card comes as a code by email, and pays for another cart.
    async fn a_048_a_gift_card_is_a_code_with_a_balance(app: &TestApp); {
        let buyer = app.visitor();
        add(&buyer, "voucher", "gift-25", 1).await;
        assert_eq!(buyer.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(app.count("gift_card", "balance_cents = 2500").await, 1);
        let emails = app.emails_to("ann@shopper.example").await;
        assert_eq!(emails.len(), 2);
        let code = emails.iter().find_map(|message| message.split("Code: ").nth(1)).unwrap().split_whitespace().next().unwrap().to_owned();
        assert_eq!(app.count("outbox", &format!("body LIKE '%{code}%'")).await, 0);
        let friend = app.visitor();
        add(&friend, "guide", "guide", 3).await;
        let cart = friend.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": code.to_lowercase()})).await.json();
        assert_eq!((&cart["shoppingCart"]["discountCents"], &cart["shoppingCart"]["grandTotalCents"]), (&json!(2500), &json!(1100)));
        assert_eq!(friend.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(app.count("gift_card", "balance_cents = 0").await, 1);
        assert_eq!(app.number("SELECT CAST(SUM(change_cents) AS BIGINT) FROM gift_card_change").await, 0);
        let again = app.visitor();
        add(&again, "guide", "guide", 1).await;
        let cart = again.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": code})).await.json();
        assert_eq!(cart["shoppingCart"]["invalidCoupons"][0]["problem"]["code"], "gift-card-empty");
    }

    /// a declined purchase gives the card its balance back.
    async fn a_048_a_declined_purchase_keeps_the_balance(app: &TestApp); {
        let buyer = app.visitor();
        add(&buyer, "voucher", "gift-25", 1).await;
        buyer.post(CHECKOUT, purchase()).await;
        let emails = app.emails_to("ann@shopper.example").await;
        let code = emails.iter().find_map(|message| message.split("Code: ").nth(1)).unwrap().split_whitespace().next().unwrap().to_owned();
        let friend = app.visitor();
        add(&friend, "lesson", "lesson", 1).await;
        friend.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": code})).await;
        assert_eq!(friend.post(CHECKOUT, with("paymentToken", json!("no"))).await.status, 400);
        assert_eq!(app.count("gift_card", "balance_cents = 2500").await, 1);
    }

    /// one email of confirmation, however often it is worked.
    async fn a_046_the_confirmation_goes_out_once(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        visitor.post(CHECKOUT, purchase()).await;
        let emails = app.emails_to("ann@shopper.example").await;
        assert_eq!(emails.len(), 1);
        assert!(emails[0].contains("2 x Bread: $12.00") && emails[0].contains("Total: $17.96"), "{}", emails[0]);
        assert_eq!(app.emails_to("ann@shopper.example").await, emails);
        assert_eq!(app.count("outbox", "kind = 'mail' AND done_at IS NOT NULL AND attempts = 1").await, 1);
    }

    /// A-024, C-053: amounts that cannot be counted are refused, never wrapped.
    async fn a_024_an_amount_too_large_is_refused(app: &TestApp); {
        app.publish(&catalog::with_variant("lesson", "price", json!(9_007_199_254_740_991_i64))).await;
        let visitor = app.visitor();
        let refused = visitor.post(ENTRIES, json!({"itemId": "lesson", "sku": null, "quantity": 9999})).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (400, "Sorry, that order is too large.".into()));
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }
}
