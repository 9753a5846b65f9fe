use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::catalog;
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub const CART: &str = "/api/commerce/shopping-cart";
pub const ENTRIES: &str = "/api/commerce/shopping-cart/entries";

/// Adds, and expects it to succeed.
pub async fn add(visitor: &Visitor, item_id: &str, sku: &str, quantity: u32) -> Value {
    let reply = try_add(visitor, item_id, json!(sku), json!(quantity)).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

pub async fn try_add(visitor: &Visitor, item_id: &str, sku: Value, quantity: Value) -> Reply {
    visitor
        .post(ENTRIES, json!({"itemId": item_id, "sku": sku, "quantity": quantity, "additionalFields": null}))
        .await
}

async fn refused(visitor: &Visitor, item_id: &str, sku: Value, quantity: Value) -> (u16, String) {
    let reply = try_add(visitor, item_id, sku, quantity).await;
    (reply.status.as_u16(), reply.error())
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

fn names(names: &str) -> BTreeSet<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

const UNAVAILABLE: &str = "Sorry, that item variant is unavailable. Please select another variant.";
const NOT_ENOUGH: &str = "Sorry, we do not have enough of that item available.";

on_both! {
    /// the answer has the cart and the entry, and nothing else.
    async fn a_018_an_entry_is_added_and_a_019_answered(app: &TestApp); {
        let answer = add(&app.visitor(), "mug", "mug-s", 2).await;
        assert_eq!(keys(&answer), names("shoppingCart newlyAdded"));
        assert_eq!(answer["newlyAdded"]["chosenVariant"], json!({"sku": "mug-s", "attributes": {"Size": "Small"}}));
        assert_eq!(answer["newlyAdded"]["quantity"], 2);
        assert_eq!(answer["newlyAdded"]["subTotal"], 3700);
        assert_eq!(answer["shoppingCart"]["subtotalCents"], 3700);
    }

    /// the cookies of a first add; the token is not readable by script.
    async fn a_011_the_first_add_sets_the_cart_cookies(app: &TestApp); {
        let visitor = app.visitor();
        let reply = try_add(&visitor, "bread", json!("bread"), json!(1)).await;
        let cart = reply.set_cookie("CART").unwrap();
        assert!(cart.contains("HttpOnly") && cart.contains("SameSite=Lax") && cart.contains("Path=/") && cart.contains("Max-Age=2592000"), "{cart}");
        let sign = reply.set_cookie("hasCart").unwrap();
        assert!(sign.starts_with("hasCart=true;") && !sign.contains("HttpOnly"), "{sign}");
        let token = visitor.cookie("CART").unwrap();
        assert_eq!(app.count("cart", &format!("id = '{token}'")).await, 0);
    }

    /// a cart is there after a restart; C-061: the same variant joins its entry.
    async fn a_004_the_same_variant_joins_its_entry(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-s", 1).await;
        let answer = add(&visitor, "mug", "mug-s", 2).await;
        assert_eq!(answer["shoppingCart"]["entries"].as_array().unwrap().len(), 1);
        assert_eq!(answer["newlyAdded"]["quantity"], 3);
        add(&visitor, "mug", "mug-l", 1).await;
        let cart = visitor.get(CART).await.json();
        assert_eq!(cart["entries"].as_array().unwrap().len(), 2);
        assert_eq!((&cart["totalQuantity"], &cart["subtotalCents"]), (&json!(4), &json!(3 * 1850 + 1900)));
    }

    /// no sku where there is no choice.
    async fn a_020_a_single_variant_needs_no_sku(app: &TestApp); {
        let reply = try_add(&app.visitor(), "bread", Value::Null, json!(1)).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.json()["newlyAdded"]["chosenVariant"]["sku"], "bread");
    }

    /// what is not there.
    async fn a_021_what_is_not_there_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(refused(&visitor, "mug", Value::Null, json!(1)).await, (400, UNAVAILABLE.into()));
        //
        assert_eq!(refused(&visitor, "mug", json!("ZZZ"), json!(1)).await, (400, UNAVAILABLE.into()));
        //
        assert_eq!(refused(&visitor, "x", Value::Null, json!(1)).await, (404, "Sorry, that item is unavailable.".into()));
        //
        assert_eq!(refused(&visitor, "voucher", Value::Null, json!(1)).await, (400, "Select a denomination for the Gift Card".into()));
        assert_eq!(app.count("cart", "TRUE").await, 0);
        assert_eq!(try_add(&visitor, "voucher", json!("gift-25"), json!(1)).await.status, 200);
    }

    /// more than there is, at once or in two steps.
    async fn a_023_more_than_the_stock_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(refused(&visitor, "mug", json!("mug-l"), json!(2)).await, (400, NOT_ENOUGH.into()));
        assert_eq!(visitor.get(CART).await.json()["entries"], json!([]));
        add(&visitor, "mug", "mug-l", 1).await;
        assert_eq!(refused(&visitor, "mug", json!("mug-l"), json!(1)).await, (400, NOT_ENOUGH.into()));
        assert_eq!(refused(&visitor, "empty", json!("empty"), json!(1)).await, (400, NOT_ENOUGH.into()));
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 1);
    }

    /// the quantity is checked here as in the page.
    async fn a_024_quantities_are_whole_numbers_in_range(app: &TestApp); {
        let visitor = app.visitor();
        for (quantity, message) in [
            (json!("abc"), "Quantity must be a number."),
            (json!(null), "Quantity must be a number."),
            (json!({"a": 1}), "Quantity must be a number."),
            (json!(1.5), "Quantity must be a whole number"),
            (json!("1.5"), "Quantity must be a whole number"),
            (json!(0), "Quantity must be between 1 and 9999."),
            (json!(-1), "Quantity must be between 1 and 9999."),
            (json!(10_000), "Quantity must be between 1 and 9999."),
            (json!("99999999999999999999"), "Quantity must be between 1 and 9999."),
        ] {
            assert_eq!(refused(&visitor, "guide", json!("guide"), quantity).await, (400, message.into()));
        }
        assert_eq!(try_add(&visitor, "guide", json!("guide"), json!("2")).await.status, 200);
    }

    /// a wrong crumb is told by its flag.
    async fn a_025_an_add_without_the_crumb_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        let headers = [("content-type", "application/json".to_owned()), ("x-csrf-token", "wrong".to_owned())];
        let body = json!({"itemId": "bread", "sku": null, "quantity": 1}).to_string();
        let reply = visitor.send(reqwest::Method::POST, ENTRIES, &headers, Some(body)).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["crumbFail"]), (403, &json!(true)));
        assert_eq!(app.count("cart_entry", "TRUE").await, 0);
    }

    /// the 61st add within a minute.
    async fn a_012_too_many_adds_are_refused(app: &TestApp) with |settings| settings.limits.add_entry = 3; {
        let visitor = app.visitor();
        for _ in 0..3 {
            add(&visitor, "guide", "guide", 1).await;
        }
        let reply = try_add(&visitor, "guide", json!("guide"), json!(1)).await;
        assert_eq!((reply.status.as_u16(), reply.error()), (429, "Please try again in a few seconds.".into()));
        assert!(reply.headers.contains_key("retry-after"));
        app.clock.advance(60_000);
        add(&visitor, "guide", "guide", 1).await;
    }

    /// the product's own form.
    async fn a_027_additional_fields_are_checked_and_a_033_changed(app: &TestApp); {
        let visitor = app.visitor();
        let ask = |fields: Value| json!({"itemId": "cake", "sku": null, "quantity": 1, "additionalFields": fields});
        let missing = visitor.post(ENTRIES, ask(json!("{\"words\":\"\"}"))).await;
        assert_eq!((missing.status.as_u16(), &missing.json()["errors"]), (400, &json!({"words": "Required"})));
        let broken = visitor.post(ENTRIES, ask(json!("{"))).await;
        assert_eq!(broken.error(), "Could not parse the form fields, please check your entries.");
        let added = visitor.post(ENTRIES, ask(json!("{\"words\":\"Happy\"}"))).await.json();
        let id = added["newlyAdded"]["id"].as_str().unwrap();
        //
        let path = format!("{ENTRIES}/{id}/additionalFields");
        let change = json!({"itemId": "cake", "sku": "cake", "additionalFields": "{\"words\":\"Merry\"}"});
        let changed = visitor.put(&path, change.clone()).await.json();
        assert_eq!(keys(&changed), names("shoppingCart updatedEntry"));
        assert_eq!(visitor.get(CART).await.json()["entries"][0]["additionalFields"], "{\"words\":\"Merry\"}");
        let unknown = visitor.put(&format!("{ENTRIES}/nobody/additionalFields"), change).await;
        assert_eq!(unknown.status, 404);
        assert_eq!(visitor.put(&path, json!({"itemId": "cake", "additionalFields": "{}"})).await.status, 400);
    }

    /// two entries whose answers become equal are one; a second cake with other words is an entry of its own.
    async fn a_033_equal_entries_are_joined(app: &TestApp); {
        let visitor = app.visitor();
        let ask = |words: &str| json!({"itemId": "cake", "sku": null, "quantity": 2, "additionalFields": json!({"words": words}).to_string()});
        let first = visitor.post(ENTRIES, ask("A")).await.json();
        assert_eq!(visitor.post(ENTRIES, ask("B")).await.json()["shoppingCart"]["entries"].as_array().unwrap().len(), 2);
        let path = format!("{ENTRIES}/{}/additionalFields", first["newlyAdded"]["id"].as_str().unwrap());
        let joined = visitor.put(&path, json!({"itemId": "cake", "sku": "cake", "additionalFields": "{\"words\":\"B\"}"})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
        let cart = visitor.get(CART).await.json();
        assert_eq!((cart["entries"].as_array().unwrap().len(), &cart["totalQuantity"]), (1, &json!(4)));
    }

    /// an empty cart without a cookie, with every key by its name.
    async fn a_029_a_visitor_without_a_cart_gets_an_empty_one(app: &TestApp); {
        let reply = app.visitor().get(CART).await;
        assert_eq!(reply.status, 200);
        let wanted = names("id websiteId orderId created isPurchased entries shippingOptions selectedShippingOption shippingLocation \
            applicableTaxRules coupons validCoupons invalidCoupons subtotalCents taxCents shippingCostCents discountCents grandTotalCents \
            totalQuantity hasDigital purelyDigital requiresShipping currency");
        assert_eq!(keys(&reply.json()), wanted);
        assert_eq!(reply.json()["websiteId"], "site-1");
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }

    /// the keys of an entry.
    async fn a_030_an_entry_has_its_keys(app: &TestApp); {
        let answer = add(&app.visitor(), "mug", "mug-s", 1).await;
        assert_eq!(keys(&answer["newlyAdded"]), names("id itemId chosenVariant quantity title subTotal purchasePriceCents productType"));
    }

    /// the three queries.
    async fn a_031_mock_timecode_and_calculate_subtotal(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let mock = visitor.get(&format!("{CART}?mock=true")).await;
        assert_eq!((&mock.json()["id"], &mock.json()["subtotalCents"]), (&json!("mock"), &json!(4900)));
        assert_eq!(mock.set_cookie("CART"), None);
        assert_eq!(visitor.get(&format!("{CART}?calculateSubtotal=false")).await.json()["subtotalCents"], 0);
        assert_eq!(visitor.get(&format!("{CART}?timecode=123")).await.json()["subtotalCents"], 600);
    }

    /// prices follow the catalogue, what is gone leaves the cart, a changed price is told.
    async fn a_032_the_cart_follows_the_catalogue(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        add(&visitor, "guide", "guide", 1).await;
        app.publish(&catalog::with_variant("bread", "price", json!(700))).await;
        let cart = visitor.get(CART).await.json();
        assert_eq!((&cart["subtotalCents"], &cart["priceChanged"]), (&json!(2 * 700 + 1200), &json!(true)));
        let accepted = visitor.put("/api/commerce/shopping-cart/accepted-prices", json!({})).await.json();
        assert_eq!(accepted["shoppingCart"].get("priceChanged"), None);
        app.publish(&catalog::without("bread")).await;
        let cart = visitor.get(CART).await.json();
        assert_eq!(cart["entries"].as_array().unwrap().len(), 1);
        assert_eq!(cart["entries"][0]["itemId"], "guide");
    }

    /// quantities of an entry.
    async fn a_034_a_quantity_is_changed_and_a_035_never_to_zero(app: &TestApp); {
        let visitor = app.visitor();
        let id = add(&visitor, "mug", "mug-s", 1).await["newlyAdded"]["id"].as_str().unwrap().to_owned();
        let path = format!("{ENTRIES}/{id}");
        let changed = visitor.put(&path, json!({"quantity": 3})).await.json();
        assert_eq!(keys(&changed), names("shoppingCart updatedEntry"));
        assert_eq!((&changed["updatedEntry"]["quantity"], &changed["shoppingCart"]["subtotalCents"]), (&json!(3), &json!(5550)));
        for (quantity, message) in [
            (json!(6), NOT_ENOUGH),
            (json!(0), "Quantity must be between 1 and 9999."),
            (json!("x"), "Quantity must be a number."),
        ] {
            let reply = visitor.put(&path, json!({"quantity": quantity})).await;
            assert_eq!((reply.status.as_u16(), reply.error()), (400, message.into()));
        }
        assert_eq!(visitor.put(&format!("{ENTRIES}/nobody"), json!({"quantity": 1})).await.status, 404);
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 3);
    }

    /// the last entry takes the sign with it.
    async fn a_036_an_entry_is_removed(app: &TestApp); {
        let visitor = app.visitor();
        let id = add(&visitor, "mug", "mug-s", 1).await["newlyAdded"]["id"].as_str().unwrap().to_owned();
        let removed = visitor.delete(&format!("{ENTRIES}/{id}")).await;
        assert_eq!(removed.status, 200);
        assert_eq!(removed.json()["shoppingCart"]["entries"], json!([]));
        assert_eq!(visitor.cookie("hasCart"), None);
        assert_eq!(visitor.delete(&format!("{ENTRIES}/{id}")).await.status, 404);
    }

    /// thirty days after the last change.
    async fn a_039_a_cart_is_over_after_thirty_days(app: &TestApp); {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        app.clock.advance(29 * DAY);
        add(&visitor, "bread", "bread", 1).await;
        app.clock.advance(29 * DAY);
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 2);
        app.clock.advance(2 * DAY);
        assert_eq!(visitor.get(CART).await.json()["entries"], json!([]));
        assert_eq!(visitor.cookie("CART"), None);
        app.work().await;
        assert_eq!(app.count("cart", "TRUE").await + app.count("cart_entry", "TRUE").await, 0);
    }

    /// nobody gets at another's cart: neither by its id nor by a made-up token.
    async fn a_011_a_cart_is_opened_by_its_token_only(app: &TestApp); {
        let owner = app.visitor();
        let added = add(&owner, "bread", "bread", 1).await;
        let thief = app.visitor();
        for token in [added["shoppingCart"]["id"].as_str().unwrap(), "x", "' OR 1=1 --"] {
            thief.set_cookie("CART", &crate::app::encoded(token));
            assert_eq!(thief.get(CART).await.json()["entries"], json!([]));
        }
        let path = format!("{ENTRIES}/{}", added["newlyAdded"]["id"].as_str().unwrap());
        assert_eq!(thief.delete(&path).await.status, 404);
        assert_eq!(owner.get(CART).await.json()["totalQuantity"], 1);
    }
}

/// the cart survives a restart of the server.
#[tokio::test]
async fn a_004_a_cart_survives_a_restart() {
    let mut app = TestApp::start(crate::app::Store::Sqlite, |_| ()).await.unwrap();
    let before = app.visitor();
    add(&before, "bread", "bread", 2).await;
    let token = before.cookie("CART").unwrap();
    app.restart().await;
    let after = app.visitor();
    after.set_cookie("CART", &token);
    assert_eq!(after.get(CART).await.json()["totalQuantity"], 2);
    app.stop().await;
}
