//! What the cart's page asks beside the cart itself: pictures and links, an estimate for a place, how many are left; and how
//! its amounts are written in the shop's language.

use crate::app::{TestApp, on_both};
use crate::cart::{CART, add};
use crate::catalog::catalog;
use serde_json::{Value, json};

const CARDS: &str = "/api/commerce/products/cards";
const ESTIMATE: &str = "/api/commerce/shopping-cart/estimate";
const COUPONS: &str = "/api/commerce/shopping-cart/coupons";

/// The shop with pictures, and with amounts as Germans write them.
fn german() -> Value {
    let mut catalog = catalog();
    catalog["pictures"] = json!({"bread": "/assets/bread.abc.jpg"});
    catalog["website"]["locale"] = json!("de-DE");
    catalog["storeSettings"]["currency"] = json!("EUR");
    catalog["storeSettings"]["minimumOrderSubtotalCents"] = json!(200_000);
    catalog["amounts"] = json!({"de-DE": {"code": "EUR", "fractionDigits": 2, "symbol": "€", "prefix": "€", "suffix": "",
        "locale": "de-DE", "form": {"prefix": "", "suffix": "\u{a0}€", "negativePrefix": "-", "negativeSuffix": "\u{a0}€",
            "decimal": ",", "group": ".", "groupSize": 3, "furtherGroupSize": 3, "minimumGrouping": 1, "fractionDigits": 2}}});
    catalog
}

on_both! {
    /// S-736: a list of products has its pictures and pages from one call; nobody's are left out, and caches may keep it.
    async fn s_736_products_have_cards(app: &TestApp); {
        app.publish(&german()).await;
        let cards = app.visitor().get(&format!("{CARDS}?itemIds=bread,mug,nobody,bread")).await;
        assert_eq!(cards.headers["cache-control"], "public, max-age=60");
        assert_eq!(cards.json(), json!({"items": {
            "bread": {"title": "Bread", "url": "/shop/bread", "picture": "/assets/bread.abc.jpg"},
            "mug": {"title": "Mug", "url": "/shop/mug"},
        }}));
        let many: Vec<String> = (0..101).map(|id| id.to_string()).collect();
        assert_eq!(app.visitor().get(&format!("{CARDS}?itemIds={}", many.join(","))).await.status, 400);
    }

    /// S-735: an estimate is what the cart comes to there by the cheapest way, as the checkout works it out, and nothing of it
    /// is kept.
    async fn s_735_an_estimate_is_what_the_checkout_asks_and_changes_nothing(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(visitor.get(&format!("{ESTIMATE}?country=US")).await.json()["code"], "cart-empty");
        add(&visitor, "bread", "bread", 5).await;
        let before = visitor.get(CART).await.json();
        let found = visitor.get(&format!("{ESTIMATE}?country=us&region=NY&postalCode=10001")).await.json();
        assert_eq!((&found["shippingCostCents"], &found["taxCents"], &found["totalCents"]),
            (&json!(500), &json!(240), &json!(3000 + 500 + 240)));
        assert_eq!(found["shippingOptions"].as_array().unwrap().len(), 2);
        assert_eq!(visitor.get(CART).await.json(), before);
        for (query, code) in [("country=XX", "country-missing"), ("", "country-missing"), ("country=", "country-missing")] {
            let refused = visitor.get(&format!("{ESTIMATE}?{query}")).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!(code)), "{query}");
        }
        let long = "x".repeat(201);
        assert_eq!(visitor.get(&format!("{ESTIMATE}?country=US&region={long}")).await.json()["code"], "address-too-long");
        let location = json!({"country": "US", "region": "NY", "postalCode": "10001"});
        visitor.put("/api/commerce/shopping-cart/shipping-location", location).await;
        let cart = visitor.put("/api/commerce/shopping-cart/shipping-option", json!({"id": "post"})).await.json();
        assert_eq!(cart["shoppingCart"]["grandTotalCents"], found["totalCents"]);
    }

    /// S-735: what is not shipped is estimated as well, without a way there.
    async fn s_735_goods_without_a_parcel_have_their_tax(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "lesson", "lesson", 1).await;
        let found = visitor.get(&format!("{ESTIMATE}?country=FR")).await.json();
        assert_eq!((&found["requiresShipping"], &found["shippingOptions"], &found["totalCents"]),
            (&json!(false), &json!([]), &json!(4800)));
    }

    /// S-737: a quantity above the stock is refused with how many there are, on both ways in.
    async fn s_737_a_quantity_above_the_stock_says_how_many_there_are(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-s", 2).await;
        let id = visitor.get(CART).await.json()["entries"][0]["id"].as_str().unwrap().to_owned();
        let refused = visitor.put(&format!("/api/commerce/shopping-cart/entries/{id}"), json!({"quantity": 9})).await;
        assert_eq!(refused.json(), json!({"error": "Sorry, we do not have enough of that item available.",
            "code": "not-enough-stock", "available": 5}));
    }

    /// S-738: a code that nobody gave out is said once, and is not in the cart afterwards; one that may yet count stays.
    async fn s_738_an_unknown_code_does_not_stay(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        for code in ["NOPE", "FIVE"] {
            let cart = visitor.post(COUPONS, json!({"promoCode": code})).await.json()["shoppingCart"].clone();
            assert_eq!(cart["invalidCoupons"].as_array().unwrap().last().unwrap()["code"], code);
        }
        let cart = visitor.get(CART).await.json();
        let codes: Vec<&str> = cart["coupons"].as_array().unwrap().iter().map(|code| code["code"].as_str().unwrap()).collect();
        assert_eq!(codes, ["FIVE"]);
        assert_eq!(visitor.post(COUPONS, json!({"promoCode": "TEN"})).await.json()["shoppingCart"]["discountCents"], 120);
    }

    /// S-730, S-733: plain pages and refusals write amounts as the shop's language does, and say which way it is read.
    async fn s_730_plain_pages_and_refusals_write_as_the_site_does(app: &TestApp); {
        app.publish(&german()).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 3).await;
        let page = visitor.get("/api/plain/cart").await.text;
        for part in ["18,00\u{a0}€", "6,00\u{a0}€ each", "2.000,00\u{a0}€", "<html lang=\"de-DE\">",
            "href=\"/shop/bread\"", "src=\"/assets/bread.abc.jpg\""] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("€18"), "{page}");
        visitor.post(COUPONS, json!({"promoCode": "FIVE"})).await;
        let cart = visitor.get(CART).await.json();
        assert_eq!(cart["invalidCoupons"][0]["problem"]["subtotal"], "20,00\u{a0}€");
        let mut arabic = german();
        arabic["website"]["locale"] = json!("ar-EG");
        app.publish(&arabic).await;
        assert!(visitor.get("/api/plain/cart").await.text.contains("<html lang=\"ar-EG\" dir=\"rtl\">"));
    }

    /// S-735: the cart without script asks for a place as well, and shows what was typed beside what it comes to.
    async fn s_735_the_plain_cart_estimates(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 5).await;
        let page = visitor.get("/api/plain/cart").await.text;
        assert!(page.contains("Estimate delivery and tax") && !page.contains("Estimated total"), "{page}");
        let page = visitor.get("/api/plain/cart?country=FR&region=&postalCode=75001").await.text;
        for part in ["<details open>", "$15.00", "$6.00", "Estimated total", "$51.00", "value=\"75001\""] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let page = visitor.get("/api/plain/cart?country=XX").await.text;
        assert!(page.contains("Please select your country") && page.contains("aria-invalid=\"true\""), "{page}");
    }
}
