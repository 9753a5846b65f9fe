//! Discounts without a code: by name wherever an order is shown, within their limits, and never more than is agreed to.

use crate::agreed::{ask, cart_of, many, seen};
use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::money::{COUPONS, owner, with_codes};
use crate::plain;
use futures_util::future::join_all;
use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";
const LOCATION: &str = "/api/commerce/shopping-cart/shipping-location";
const OPTION: &str = "/api/commerce/shopping-cart/shipping-option";

fn with(discounts: Value) -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["discounts"] = discounts;
    catalog
}

fn loaves_and_post() -> Value {
    with(json!([
        {"id": "loaves", "name": "Three for two", "kind": "buy-get", "buy": 2, "get": 1, "products": ["bread"]},
        {"id": "post", "name": "Post for nothing", "kind": "free-delivery", "minimumCents": 1500, "options": ["post"]},
    ]))
}

/// Three loaves that go by post.
async fn three_loaves(app: &TestApp) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 3).await;
    visitor.put(LOCATION, purchase()["shippingLocation"].clone()).await;
    visitor.put(OPTION, json!({"id": "post"})).await;
    let cart = cart_of(&visitor).await;
    (visitor, cart)
}

/// A loaf that needs no delivery to be paid: a guide, which is downloaded.
async fn guide(app: &TestApp) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "guide", "guide", 1).await;
    visitor.put(LOCATION, json!({"country": "GB"})).await;
    let cart = cart_of(&visitor).await;
    (visitor, cart)
}

fn code(reply: &Reply) -> String {
    reply.json()["code"].as_str().unwrap_or_default().to_owned()
}

on_both! {
    /// S-677: a discount stands by its name and with its amount in cart, order, letter, and the owner's pages.
    async fn s_677_a_discount_is_shown_by_name_wherever_an_order_is(app: &TestApp); {
        app.publish(&loaves_and_post()).await;
        let (visitor, cart) = three_loaves(app).await;
        let given = json!([
            {"id": "loaves", "name": "Three for two", "amountCents": 600},
            {"id": "post", "name": "Post for nothing", "amountCents": 500, "ofDelivery": true},
        ]);
        assert_eq!(cart["discounts"], given);
        // 18.00 less 6.00, nothing for the post, 8 % of what is paid.
        let amounts = ["subtotalCents", "discountCents", "shippingCostCents", "taxCents", "grandTotalCents"].map(|key| cart[key].as_i64().unwrap());
        assert_eq!(amounts, [1800, 600, 0, 96, 1296]);
        let post = &cart["shippingOptions"][0];
        assert_eq!((&post["costCents"], &post["fullCostCents"]), (&json!(0), &json!(500)), "{post}");
        let bought = ask(&visitor, &seen(&cart, "ann@shopper.example"), None).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        assert_eq!(bought.json()["discounts"], given);
        app.audit().await;
        let owner = owner(app).await;
        let id = bought.json()["id"].as_str().unwrap().to_owned();
        let detail = owner.get(&format!("{ORDERS}/{id}")).await.json();
        assert_eq!((&detail["discounts"], &detail["discountCents"], &detail["grandTotalCents"]), (&given, &json!(600), &json!(1296)));
        let letter = app.emails_to("ann@shopper.example").await.concat();
        for line in ["Three for two: -$6.00", "Shipping: $5.00", "Post for nothing: -$5.00", "Total: $12.96"] {
            assert!(letter.contains(line), "{line} in {letter}");
        }
        assert!(!letter.contains("Discount:"), "{letter}");
        let page = owner.get(&format!("/api/owner/orders/{id}")).await.text;
        assert!(page.contains("Three for two: -$6.00") && page.contains("Post for nothing: -$5.00"), "{page}");
        let listed = owner.get("/api/commerce/coupons").await.json();
        assert_eq!(listed["discounts"], json!([{"id": "loaves", "name": "Three for two", "uses": 1}, {"id": "post", "name": "Post for nothing", "uses": 1}]));
        assert_eq!(listed["uses"], json!({}));
    }

    /// S-677: the pages without script show the same, before the payment and after it.
    async fn s_677_the_forms_show_discounts_by_name(app: &TestApp); {
        app.publish(&loaves_and_post()).await;
        let (visitor, _) = three_loaves(app).await;
        let shown = visitor.get("/api/plain/cart").await.text;
        assert!(shown.contains("<dt>Three for two</dt><dd>-$6.00</dd>"), "{shown}");
        let rows = ["<dt>Three for two</dt><dd>-$6.00</dd>", "<dt>Delivery</dt><dd>$5.00</dd>", "<dt>Post for nothing</dt><dd>-$5.00</dd>", "<dt>Total</dt><dd>$12.96</dd>"];
        let checkout = visitor.get("/api/plain/checkout").await.text;
        let address = purchase()["shippingLocation"].clone();
        let fields: Vec<(&str, &str)> = ["country", "region", "city", "postalCode", "line1"].into_iter()
            .filter_map(|key| Some((key, address[key].as_str()?))).chain([("shippingOption", "post")]).collect();
        let thanks = plain::pay(app, &visitor, "1296", &fields).await;
        for page in [&checkout, &thanks.text] {
            for row in rows {
                assert!(page.contains(row), "{row} in {page}");
            }
            assert!(!page.contains("<dt>Discount</dt>"), "{page}");
        }
        app.audit().await;
    }

    /// S-678: a discount that ended between the look and the payment is told, and nothing is charged.
    async fn s_678_a_discount_that_ended_is_told(app: &TestApp); {
        app.publish(&with(json!([{"id": "tenth", "name": "A tenth", "kind": "percent", "value": "10"}]))).await;
        let (visitor, cart) = guide(app).await;
        assert_eq!(cart["grandTotalCents"], 1080, "{cart}");
        app.publish(&crate::catalog::catalog()).await;
        let told = ask(&visitor, &seen(&cart, "ann@shopper.example"), None).await;
        assert_eq!((told.status.as_u16(), code(&told).as_str()), (409, "total-changed"), "{}", told.text);
        assert_eq!((&told.json()["totalCents"], &told.json()["changes"]), (&json!(1200), &json!(["discounts"])));
        assert_eq!(app.count("shop_order", "1 = 1").await, 0);
        app.audit().await;
    }

    /// S-678: a discount for one order of each customer: the address is known at the payment only, and the total is told.
    async fn s_678_one_use_of_each_customer(app: &TestApp); {
        app.publish(&with(json!([{"id": "tenth", "name": "A tenth", "kind": "percent", "value": "10", "usesPerCustomer": 1}]))).await;
        let (visitor, cart) = guide(app).await;
        assert_eq!(ask(&visitor, &seen(&cart, "ann@shopper.example"), None).await.status, 200);
        let (visitor, cart) = guide(app).await;
        assert_eq!(cart["grandTotalCents"], 1080, "nobody is known yet: {cart}");
        let told = ask(&visitor, &seen(&cart, "Ann+2@shopper.example"), None).await;
        assert_eq!((told.status.as_u16(), &told.json()["totalCents"]), (409, &json!(1200)), "{}", told.text);
        let other = ask(&visitor, &seen(&cart, "bob@shopper.example"), None).await;
        assert_eq!(other.status, 200, "{}", other.text);
        app.audit().await;
    }

    /// S-678: the use of a payment that was declined is given back; a refund gives back no more than was paid.
    async fn s_678_uses_and_money_come_back(app: &TestApp); {
        app.publish(&with(json!([{"id": "tenth", "name": "A tenth", "kind": "percent", "value": "10", "usesInAll": 1}]))).await;
        let (visitor, cart) = guide(app).await;
        let mut declined = seen(&cart, "ann@shopper.example");
        declined["paymentToken"] = json!("test-decline");
        assert_ne!(ask(&visitor, &declined, None).await.status, 200);
        assert_eq!(app.count("coupon_use", "1 = 1").await, 0);
        let cart = cart_of(&visitor).await;
        assert_eq!(cart["grandTotalCents"], 1080, "{cart}");
        let bought = ask(&visitor, &seen(&cart, "ann@shopper.example"), None).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        app.audit().await;
        let (_, next) = guide(app).await;
        assert_eq!((&next["grandTotalCents"], &next["discounts"]), (&json!(1200), &Value::Null), "it is used up");
        let owner = owner(app).await;
        let path = format!("{ORDERS}/{}/refunds", bought.json()["id"].as_str().unwrap());
        let back = owner.post(&path, json!({"amountCents": 1081, "reason": "too much"})).await;
        assert_ne!(back.status, 200, "{}", back.text);
        assert_eq!(owner.post(&path, json!({"reason": "asked for it"})).await.status, 200);
        assert_eq!(app.count("shop_order", "refunded_cents = 1080 AND grand_total_cents = 1080").await, 1);
        app.audit().await;
    }

    /// S-679: of sixty who want one of five uses at once five get it; nobody pays more than was shown.
    async fn s_679_sixty_buyers_share_five_uses(app: &TestApp) with |settings| many(settings); {
        app.publish(&with(json!([{"id": "tenth", "name": "A tenth", "kind": "percent", "value": "10", "usesInAll": 5}]))).await;
        let carts = join_all((0..60).map(|_| guide(app))).await;
        let buy = async |place: usize| {
            let (visitor, cart) = &carts[place];
            ask(visitor, &seen(cart, &format!("buyer-{place}@shopper.example")), None).await
        };
        let replies = join_all((0..60).map(buy)).await;
        let bought = replies.iter().filter(|reply| reply.status == 200).count();
        let told: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 409).collect();
        assert_eq!((bought, told.len()), (5, 55));
        for reply in told {
            assert_eq!((code(reply).as_str(), &reply.json()["totalCents"]), ("total-changed", &json!(1200)), "{}", reply.text);
        }
        assert_eq!(app.count("shop_order", "status = 'paid' AND grand_total_cents = 1080 AND discount_cents = 120").await, 5);
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 5);
        app.audit().await;
    }

    /// S-673: a code beside a discount: what goes together counts together, what does not is told.
    async fn s_673_a_code_beside_a_discount(app: &TestApp); {
        app.publish(&with(json!([{"id": "fifth", "name": "A fifth", "kind": "percent", "value": "20", "products": ["guide"]}]))).await;
        let (visitor, cart) = with_codes(app, &[("guide", "guide")], &["TEN"]).await;
        assert_eq!(cart["invalidCoupons"][0]["problem"]["code"], "coupon-not-combinable", "{cart}");
        assert_eq!((&cart["discountCents"], &cart["discounts"][0]["id"]), (&json!(240), &json!("fifth")));
        // Of a lesson as well the code takes off more than the discount does of the guide.
        add(&visitor, "lesson", "lesson", 1).await;
        let cart = cart_of(&visitor).await;
        assert_eq!((&cart["discountCents"], &cart["validCoupons"][0]["code"], &cart["discounts"]), (&json!(520), &json!("TEN"), &Value::Null), "{cart}");
        visitor.delete(&format!("{COUPONS}/TEN")).await;
        assert_eq!(cart_of(&visitor).await["discountCents"], 240);
        let bought = visitor.post(CHECKOUT, json!({"email": "ann@shopper.example", "paymentToken": "test-pass", "shippingLocation": {"country": "GB"}})).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        app.audit().await;
    }
}
