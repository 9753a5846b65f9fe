//! What a shopper would see of delivery and taxes, as the editor shows its owner.

use serde_json::{Value, json};

use super::{Editor, bakery, until};

fn offer(editor: &Editor, query: &str) -> Value {
    editor.get(&format!("/config/api/offer?{query}")).ok()
}

fn names(offer: &Value) -> Vec<(String, i64)> {
    let ways = offer["ways"].as_array().unwrap().iter();
    ways.map(|way| (way["name"].as_str().unwrap().to_owned(), way["costCents"].as_i64().unwrap())).collect()
}

/// S-969: the owner sees what the shop would say, by the settings as they are now. The amounts follow from
/// `docs/owners/selling.md`.
#[test]
fn s_969_the_owner_sees_what_a_shopper_in_a_country_would() {
    let editor = Editor::open(bakery());
    // In New York 4 percent are added. Parcels go to the United States alone; what is collected is offered to everybody.
    let there = offer(&editor, "country=US&region=NY&product=product-lemon-tart");
    let subtotal = there["subtotalCents"].as_i64().unwrap();
    assert_eq!(there["taxes"][0]["rate"], json!("4"));
    assert_eq!(there["taxes"][0]["taxCents"], json!((subtotal * 4 + 50) / 100));
    assert_eq!(there["totalCents"], json!(subtotal + (subtotal * 4 + 50) / 100));
    assert!(names(&there).contains(&("Collect at the bakery".to_owned(), 0)));
    let elsewhere = offer(&editor, "country=DE&product=product-lemon-tart");
    assert!(names(&elsewhere).iter().any(|(name, _)| name.starts_with("Collect")), "{elsewhere}");
    assert!(!names(&elsewhere).iter().any(|(name, _)| name.starts_with("Parcel")), "{elsewhere}");

    let way = json!({"id": "eu", "name": "Parcel to Europe", "zones": ["eu"], "rates": [
        {"upToItems": 2, "costCents": 900}, {"upToItems": 10, "costCents": 1500}]});
    editor
        .edit(
            "site.json",
            json!([
                {"op": "set", "pointer": "/shippingZones", "value": [{"id": "eu", "countries": ["DE", "FR"]}]},
                {"op": "set", "pointer": "/shippingOptions", "value": [way]},
                {"op": "set", "pointer": "/taxRules", "value": [
                    {"country": "DE", "rate": "7", "name": "MwSt.", "included": true, "shipping": true}]},
            ]),
        )
        .ok();
    until("the settings count", || {
        names(&offer(&editor, "country=DE&product=product-lemon-tart")).len() == 1
    });
    let one = offer(&editor, "country=DE&product=product-lemon-tart");
    let three = offer(&editor, "country=DE&product=product-lemon-tart&quantity=3");
    assert_eq!(names(&one), [("Parcel to Europe".to_owned(), 900)]);
    assert_eq!(names(&three), [("Parcel to Europe".to_owned(), 1500)]);
    // What the price holds changes no total.
    assert_eq!(three["totalCents"], json!(three["subtotalCents"].as_i64().unwrap() + 1500));
    assert_eq!(three["taxes"][0]["included"], json!(true));
    assert_eq!(names(&offer(&editor, "country=US&product=product-lemon-tart")), []);
    assert_eq!(names(&offer(&editor, "country=DE&product=product-lemon-tart&quantity=11")), []);
}

#[test]
fn s_969_what_cannot_be_asked_is_said() {
    let editor = Editor::open(bakery());
    for (query, code) in [
        ("country=XX", "country-missing"),
        ("country=US", "region-missing"),
        ("country=US&region=Nowhere", "region-missing"),
        ("country=DE&product=none", "no-product"),
        ("country=DE&quantity=0", "quantity"),
        ("country=DE&quantity=10000", "quantity"),
    ] {
        let refused = editor.get(&format!("/config/api/offer?{query}"));
        assert_eq!((refused.status, &refused.json()["code"]), (400, &json!(code)), "{query}");
    }
    assert_eq!(editor.get("/config/api/offer").status, 400);
}
