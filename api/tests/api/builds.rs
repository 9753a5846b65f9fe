//! What a page promised, what the shop asks today; live stock for a whole page.

use crate::app::{TestApp, on_both};
use crate::cart::{CART, ENTRIES};
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use loggia_commerce::{Catalog, signature_header};
use reqwest::Method;
use serde_json::{Value, json};

const STOCKS: &str = "/api/commerce/inventory/stocks";

fn dearer_bread(build: &str, price: i64) -> Value {
    let mut catalog = catalog::with_variant("bread", "price", json!(price));
    catalog["buildId"] = json!(build);
    catalog
}

/// What a page made from a catalogue names beside a product.
fn build_of(catalog: &Value, item_id: &str) -> String {
    let catalog: Catalog = serde_json::from_value(catalog.clone()).unwrap();
    let product = catalog.products.iter().find(|product| product.id.as_str() == item_id).unwrap();
    product.build_id(catalog.store_settings.currency)
}

/// What signs a catalogue that is handed over.
const PUBLISHER: &str = "publish-0123456789-publish-abcdef";

on_both! {
    /// a page of an earlier build promised another price: the cart says so until the shopper accepts.
    async fn a_032_a_price_of_an_earlier_build_is_said(app: &TestApp); {
        app.publish(&dearer_bread("build-2", 700)).await;
        let visitor = app.visitor();
        let seen = build_of(&catalog::catalog(), "bread");
        let added = visitor.post(ENTRIES, json!({"itemId": "bread", "sku": "bread", "quantity": 1, "buildId": seen})).await.json();
        assert_eq!((&added["shoppingCart"]["priceChanged"], &added["shoppingCart"]["subtotalCents"]), (&json!(true), &json!(700)));
        assert_eq!(visitor.get(CART).await.json()["priceChanged"], true);
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.json()["code"], "price-changed");
        let accepted = visitor.put("/api/commerce/shopping-cart/accepted-prices", json!({})).await.json();
        assert_eq!(accepted["shoppingCart"].get("priceChanged"), None);
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    }

    /// a page of today's prices and of no build promises what is asked; so does one of earlier prices for the
    /// variant whose price stayed. A new title or another product's price is no new build.
    async fn a_005_a_page_that_shows_todays_price_changes_nothing(app: &TestApp); {
        let before = build_of(&catalog::catalog(), "mug");
        let mut large = catalog::catalog();
        let mugs = large["products"].as_array_mut().unwrap().iter_mut().find(|product| product["id"] == "mug").unwrap();
        mugs["title"] = json!("Another title");
        assert_eq!(build_of(&large, "mug"), before);
        let mugs = large["products"].as_array_mut().unwrap().iter_mut().find(|product| product["id"] == "mug").unwrap();
        let variant = mugs["variants"].as_array_mut().unwrap().iter_mut().find(|variant| variant["sku"] == "mug-l").unwrap();
        for price in ["price", "salePrice"] {
            variant[price] = json!(9900);
        }
        assert_eq!(build_of(&large, "bread"), build_of(&catalog::catalog(), "bread"));
        app.publish(&large).await;
        let today = build_of(&large, "mug");
        for (sku, build, changed) in [
            ("mug-s", json!(before), None), ("mug-s", json!(today), None), ("mug-s", json!(""), None), ("mug-s", json!(null), None),
            ("mug-l", json!(today), None), ("mug-l", json!(before), Some(true)),
        ] {
            let visitor = app.visitor();
            let added = visitor.post(ENTRIES, json!({"itemId": "mug", "sku": sku, "quantity": 1, "buildId": build})).await.json();
            assert_eq!(added["shoppingCart"].get("priceChanged"), changed.map(Value::Bool).as_ref(), "{sku} {build}");
        }
    }

    /// a build nobody remembers promised nothing we know: the shopper looks once more.
    async fn a_005_a_forgotten_build_promises_nothing(app: &TestApp); {
        for number in 2..60 {
            app.clock.advance(1000);
            app.publish(&dearer_bread(&format!("build-{number}"), 600 + number)).await;
        }
        assert_eq!(app.count("build_price", "item_id = 'bread'").await, 50);
        assert_eq!(app.count("build_price", "item_id = 'mug'").await, 1);
        let visitor = app.visitor();
        let forgotten = build_of(&catalog::catalog(), "bread");
        let added = visitor.post(ENTRIES, json!({"itemId": "bread", "sku": "bread", "quantity": 1, "buildId": forgotten})).await.json();
        assert_eq!((&added["shoppingCart"]["priceChanged"], &added["newlyAdded"]["purchasePriceCents"]), (&json!(true), &json!(659)));
    }

    /// what is left of many products in one small answer that caches may keep.
    async fn a_043_the_stock_of_many_products_is_one_answer(app: &TestApp); {
        let visitor = app.visitor();
        let reply = visitor.get(&format!("{STOCKS}?itemIds=mug,bread,nobody,lesson,empty,guide,voucher,box,cake,a,b,c")).await;
        let items = reply.json()["items"].clone();
        let stock = |item: &str| {
            let variants = items[item]["variants"].as_array().unwrap().iter();
            variants.map(|one| json!([one["sku"], one["unlimited"], one["qtyInStock"]])).collect::<Vec<Value>>()
        };
        assert_eq!(stock("mug"), [json!(["mug-s", false, 5]), json!(["mug-l", false, 1])]);
        assert_eq!((stock("bread"), stock("lesson")[0][1].clone(), items.get("nobody")), (vec![json!(["bread", false, 20])], json!(true), None));
        assert_eq!(items.as_object().unwrap().len(), 8);
        assert_eq!(reply.headers["cache-control"], "public, max-age=5");
        let tag = reply.headers["etag"].to_str().unwrap().to_owned();
        let again = visitor.send(Method::GET, &format!("{STOCKS}?itemIds=mug,bread,nobody,lesson,empty,guide,voucher,box,cake,a,b,c"), &[("if-none-match", tag.clone())], None).await;
        assert_eq!((again.status.as_u16(), again.text.len()), (304, 0));
        crate::cart::add(&visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        let after = visitor.send(Method::GET, &format!("{STOCKS}?itemIds=mug,bread,nobody,lesson,empty,guide,voucher,box,cake,a,b,c"), &[("if-none-match", tag)], None).await;
        assert_eq!((after.status.as_u16(), &after.json()["items"]["bread"]["variants"][0]["qtyInStock"]), (200, &json!(19)));
        let many: Vec<String> = (0..101).map(|number| format!("i{number}")).collect();
        assert_eq!(visitor.get(&format!("{STOCKS}?itemIds={}", many.join(","))).await.status, 400);
        assert_eq!(visitor.get(&format!("{STOCKS}?itemIds=")).await.json(), json!({"items": {}}));
    }

    /// S-624: a page that was made before asks what its products cost now; what it shows then it promises.
    async fn s_624_a_page_learns_todays_prices(app: &TestApp); {
        app.publish(&dearer_bread("build-2", 700)).await;
        let visitor = app.visitor();
        let bread = visitor.get(&format!("{STOCKS}?itemIds=bread")).await.json()["items"]["bread"].clone();
        assert_eq!(bread["variants"][0]["price"], 700);
        assert_eq!(bread["buildId"], build_of(&dearer_bread("build-2", 700), "bread"));
        let entry = json!({"itemId": "bread", "sku": "bread", "quantity": 1, "buildId": bread["buildId"]});
        let cart = visitor.post(ENTRIES, entry).await.json()["shoppingCart"].clone();
        assert_eq!((cart.get("priceChanged"), &cart["subtotalCents"]), (None, &json!(700)));
    }

    /// the calls of a subscription's cart name it.
    async fn a_038_a_subscriptions_cart_is_named_by_its_token(app: &TestApp); {
        let mut catalog = catalog::catalog();
        let products = catalog["products"].as_array_mut().unwrap();
        products.iter_mut().find(|product| product["id"] == "box").unwrap()["productType"] = json!(1);
        app.publish(&catalog).await;
        let visitor = app.visitor();
        let token = visitor.post(crate::subscription::SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json()["cartToken"].as_str().unwrap().to_owned();
        let path = |call: &str| format!("{CART}/{call}?cartToken={token}");
        let cart = visitor.put(&path("shipping-location"), json!({"country": "US"})).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["taxCents"], cart["shippingOptions"].as_array().unwrap().len()), (&json!(240), 2));
        let cart = visitor.put(&path("shipping-option"), json!({"id": "air"})).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["shippingCostCents"], &cart["grandTotalCents"]), (&json!(1500), &json!(4740)));
        let cart = visitor.post(&path("coupons"), json!({"promoCode": "TEN"})).await.json()["shoppingCart"].clone();
        assert_eq!(cart["discountCents"], 300);
        assert_eq!(visitor.put(&format!("{CART}/shipping-option?cartToken=nobody"), json!({"id": "air"})).await.status, 404);
        assert_eq!(visitor.put(&format!("{CART}/shipping-option"), json!({"id": "air"})).await.status, 404);
    }

    /// a page that is not the product's asks for its form; where it is kept is not told.
    async fn a_027_the_form_of_a_product_can_be_asked_for(app: &TestApp); {
        let form = app.visitor().get("/api/commerce/products/cake/form").await.json();
        assert_eq!((&form["id"], &form["fields"][0]["id"], form.get("storage")), (&json!("cake-form"), &json!("words"), None));
        assert_eq!(app.visitor().get("/api/commerce/products/bread/form").await.status, 404);
        assert_eq!(app.visitor().get("/api/commerce/products/nobody/form").await.status, 404);
    }

    /// a site in several languages says which.
    async fn a_095_a_site_says_its_languages(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["website"]["locale"] = json!("en-US");
        catalog["website"]["languages"] = json!(["de-DE", "en-US", "fr-FR"]);
        app.publish(&catalog).await;
        assert_eq!(app.visitor().get("/api/multilingual/status").await.json(),
            json!({"enabled": true, "defaultLanguage": "en-US", "languages": ["en-US", "de-DE", "fr-FR"]}));
    }

    /// a publish hands its catalogue over: signed, whole, once; stock that is counted keeps its count.
    async fn a_005_a_publish_hands_its_catalogue_over(app: &TestApp) with |settings| settings.commerce.publish_secret = Some(PUBLISHER.into()); {
        let mut catalog = dearer_bread("build-2", 700);
        // Larger than what any visitor may send.
        catalog["localizedStrings"] = json!({"padding": "x".repeat(200_000)});
        catalog["products"][1]["variants"][0]["qtyInStock"] = json!(999);
        let body = catalog.to_string();
        let now = app.clock.now_ms() / 1000;
        let hand_over = async |key: &str, seconds: i64, body: &str| {
            let headers = [("content-type", "application/json".to_owned()), ("loggia-signature", signature_header(key.as_bytes(), seconds, body.as_bytes()))];
            app.visitor().send(Method::POST, "/api/commerce/catalog", &headers, Some(body.to_owned())).await
        };
        for (key, seconds) in [("somebody", now), (PUBLISHER, now - 301)] {
            assert_eq!(hand_over(key, seconds, &body).await.status, 401);
        }
        let taken = hand_over(PUBLISHER, now, &body).await;
        assert_eq!((taken.status.as_u16(), taken.json()), (200, json!({"version": 2, "changed": true, "buildId": "build-2"})));
        assert_eq!(hand_over(PUBLISHER, now, &body).await.json()["changed"], false);
        assert_eq!((app.stock("bread", "bread").await, app.count("catalog", "version = 2").await), (20, 1));
        for broken in ["{}", "[", "{\"version\":99,\"buildId\":\"b\",\"website\":{\"id\":\"w\"}}"] {
            assert_eq!(hand_over(PUBLISHER, now, broken).await.status, 400, "{broken}");
        }
        assert_eq!(app.count("catalog", "version = 2").await, 1);
    }

    /// without a secret no catalogue is taken by call.
    async fn a_005_without_a_secret_no_catalogue_is_taken(app: &TestApp); {
        let headers = [("content-type", "application/json".to_owned())];
        let body = catalog::catalog().to_string();
        let refused = app.visitor().send(Method::POST, "/api/commerce/catalog", &headers, Some(body)).await;
        assert_eq!(refused.status, 404);
    }
}
