//! Ways of shipping by zones, rates and days: what is offered is what is charged, and is said wherever the order is.

use crate::agreed::{ask, cart_of, seen};
use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::money::owner;
use crate::plain;
use serde_json::{Value, json};

const LOCATION: &str = "/api/commerce/shopping-cart/shipping-location";
const OPTION: &str = "/api/commerce/shopping-cart/shipping-option";

/// A shop with rates by weight, a van around the corner, and two points where goods are collected.
fn shop() -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["shippingOptions"] = json!([
        {"id": "parcel", "name": "Parcel", "places": [{"country": "DE"}], "handlingDays": 1, "transitDays": {"from": 1, "to": 2},
            "rates": [{"upToGrams": 2000, "costCents": 500}, {"upToGrams": 10000, "costCents": 900}], "freeFromCents": 6000},
        {"id": "van", "name": "Van", "places": [{"country": "DE", "postalCodes": ["50667-50679"]}], "costCents": 300},
        {"id": "mill", "name": "Collect", "pickup": {"address": {"country": "DE", "postalCode": "50667", "city": "Köln", "line1": "1 Mill Lane"}, "hours": "Tu-Sa 8-13"}, "handlingDays": 0},
    ]);
    catalog["taxRules"] = json!([]);
    catalog["businessDays"] = json!({"closedWeekdays": []});
    let products = catalog["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == "bread").unwrap()["variants"][0]["shippingWeight"] =
        json!(900);
    catalog
}

fn to(postal_code: &str) -> Value {
    json!({"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": postal_code})
}

async fn offered(visitor: &Visitor, postal_code: &str) -> Value {
    visitor.put(LOCATION, to(postal_code)).await;
    let cart = cart_of(visitor).await;
    let options = cart["shippingOptions"].as_array().unwrap().iter();
    options.map(|option| json!([option["id"], option["costCents"]])).collect::<Vec<_>>().into()
}

on_both! {
    /// S-680: what is offered follows place and weight.
    async fn s_680_what_is_offered_follows_place_and_weight(app: &TestApp); {
        app.publish(&shop()).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        assert_eq!(offered(&visitor, "50667").await, json!([["parcel", 500], ["van", 300], ["mill", 0]]));
        assert_eq!(offered(&visitor, "10115").await, json!([["parcel", 500], ["mill", 0]]));
        add(&visitor, "bread", "bread", 1).await;
        assert_eq!(offered(&visitor, "10115").await, json!([["parcel", 900], ["mill", 0]]));
        // Ten of 600 are 60.00; twelve are beyond every weight.
        add(&visitor, "bread", "bread", 7).await;
        assert_eq!(offered(&visitor, "10115").await, json!([["parcel", 0], ["mill", 0]]));
        add(&visitor, "bread", "bread", 2).await;
        assert_eq!(offered(&visitor, "10115").await, json!([["mill", 0]]));
    }

    /// S-682: days and the point where goods are collected are said in cart, confirmation, letter and the owner's pages.
    async fn s_682_an_order_says_when_and_where(app: &TestApp); {
        app.publish(&shop()).await;
        let owner = owner(app).await;
        // It is Saturday, 21 November 2026 in the shop, which sends on every day.
        for (option, from, until, words) in [("parcel", "2026-11-23", "2026-11-24", vec!["Arrives:\n2026-11-23 – 2026-11-24", "Delivery: Parcel"]), ("mill", "2026-11-21", "2026-11-21", vec!["Collect it at:\n1 Mill Lane\n50667 Köln\nGERMANY", "Open:\nTu-Sa 8-13", "Ready to collect from:\n2026-11-21"])] {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", 1).await;
            visitor.put(LOCATION, to("10115")).await;
            visitor.put(OPTION, json!({"id": option})).await;
            let cart = cart_of(&visitor).await;
            let chosen = &cart["selectedShippingOption"];
            assert_eq!(chosen["dates"], json!({"from": from, "to": until}));
            let email = format!("{option}@shopper.example");
            let bought = ask(&visitor, &seen(&cart, &email), None).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            assert_eq!(&bought.json()["delivery"], chosen);
            let letter = app.emails_to(&email).await.concat();
            for word in words.iter().copied().chain([from]) {
                assert!(letter.contains(word), "{word} in {letter}");
            }
            let id = bought.json()["id"].as_str().unwrap().to_owned();
            let detail = owner.get(&format!("/api/commerce/orders/{id}")).await.json();
            assert_eq!(&detail["shippingOption"], chosen);
            let page = owner.get(&format!("/api/owner/orders/{id}")).await.text;
            assert!(page.contains(from) && (option != "mill" || page.contains("1 Mill Lane")), "{page}");
        }
        app.audit().await;
    }

    /// S-682: the pages without script say the same.
    async fn s_682_the_forms_say_when_and_where(app: &TestApp); {
        app.publish(&shop()).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        visitor.put(LOCATION, to("10115")).await;
        visitor.put(OPTION, json!({"id": "mill"})).await;
        let shown = visitor.get("/api/plain/checkout").await.text;
        for words in ["Arrives between", "1 Mill Lane, 50667 Köln", "Tu-Sa 8-13", "Ready to collect from"] {
            assert!(shown.contains(words), "{words} in {shown}");
        }
        let fields = [("country", "DE"), ("line1", "Ring 1"), ("city", "Köln"), ("postalCode", "10115"), ("shippingOption", "mill")];
        let thanks = plain::pay(app, &visitor, "600", &fields).await;
        for words in ["Collect", "1 Mill Lane, 50667 Köln", "Ready to collect from"] {
            assert!(thanks.text.contains(words), "{words} in {}", thanks.text);
        }
        app.audit().await;
    }
}
