//! The wire types as the OpenAPI document describes them (feature `schema`): numbers stay numbers, codes stay literal.

#![cfg(feature = "schema")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "runner/samples.rs"]
mod samples;

use loggia_commerce::forms::{Field, Form};
use loggia_commerce::{
    AddEntryAnswer, Cart, CartEntry, Money, Order, PageData, Problem, Product, ProductType, StockAnswer,
    StoreSettings,
};
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

fn schema<T: PartialSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

#[test]
fn product_types_are_a_union_of_numbers() {
    let schema = schema::<ProductType>();
    assert_eq!(schema["type"], "integer");
    assert_eq!(schema["enum"], json!([1, 2, 3, 4, 5]));
}

#[test]
fn money_is_two_texts_and_cents_are_whole_numbers() {
    let money = schema::<Money>();
    assert_eq!(money["required"], json!(["value", "currency"]));
    let cart = schema::<Cart>();
    let subtotal = &cart["properties"]["subtotalCents"];
    assert!(subtotal["type"] == "integer" || subtotal.to_string().contains("Cents"), "{subtotal}");
}

#[test]
fn a_problem_is_a_union_told_apart_by_its_code() {
    let schema = schema::<Problem>();
    let variants = schema["oneOf"].as_array().unwrap();
    assert_eq!(variants.len(), samples::samples().len());
    let text = schema.to_string();
    for problem in samples::samples() {
        assert!(text.contains(&format!("\"{}\"", problem.code())), "{} is not described", problem.code());
    }
}

// the described members are those on the wire.
#[test]
fn a_030_every_member_on_the_wire_is_described() {
    assert_described(&schema::<Cart>(), &serde_json::to_value(Cart::default()).unwrap());
    assert_described(&schema::<CartEntry>(), &serde_json::to_value(CartEntry::default()).unwrap());
    assert_described(&schema::<Product>(), &serde_json::to_value(Product::default()).unwrap());
    assert_described(&schema::<PageData>(), &serde_json::to_value(PageData::default()).unwrap());
    assert_described(&schema::<StoreSettings>(), &serde_json::to_value(StoreSettings::default()).unwrap());
    let form: Form =
        serde_json::from_value(json!({"id": "f", "fields": [{"id": "a", "type": "text"}]})).unwrap();
    assert_described(&schema::<Form>(), &serde_json::to_value(&form).unwrap());
    assert_described(&schema::<Field>(), &serde_json::to_value(&form.fields[0]).unwrap());
}

fn assert_described(schema: &Value, wire: &Value) {
    for key in wire.as_object().unwrap().keys() {
        assert!(schema["properties"].get(key).is_some(), "{key} is not described");
        let required = schema["required"].as_array().unwrap();
        assert!(
            required.contains(&json!(key)),
            "{key} is always written, so a reader need not ask whether it is there"
        );
    }
    let skipped = schema["properties"].get("shippingWeight");
    assert!(
        skipped.is_none() || wire.get("shippingWeight").is_some(),
        "what is not on the wire is not described"
    );
}

#[test]
fn answers_name_the_types_they_hold() {
    let mut schemas = Vec::new();
    AddEntryAnswer::schemas(&mut schemas);
    StockAnswer::schemas(&mut schemas);
    Order::schemas(&mut schemas);
    PageData::schemas(&mut schemas);
    let names: Vec<&str> = schemas.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "Cart",
        "CartEntry",
        "StockRecord",
        "OrderItem",
        "Money",
        "Problem",
        "PageProduct",
        "Form",
        "Field",
        "PageCurrency",
    ] {
        assert!(names.contains(&name), "{name} is missing among {names:?}");
    }
}
