//! May this be added, subscribed to, changed?

use std::collections::BTreeMap;

use loggia_commerce::forms::Form;
use loggia_commerce::{
    Accepted, AddRequest, Cart, CurrencyCode, Problem, Product, ProductType, Purchase, StockLevel,
    StockRecord, StoreSettings, SubscriptionPlan, Variant, check_add, check_additional_fields,
    check_purchase, check_quantity_change,
};
use serde_json::json;

fn product(product_type: ProductType, skus: &[&str]) -> Product {
    let variant = |sku: &&str| Variant {
        sku: (*sku).into(),
        attributes: BTreeMap::from([("Size".to_owned(), (*sku).to_owned())]),
        price: 1000_u32.into(),
        qty_in_stock: 5,
        ..Variant::default()
    };
    Product {
        id: "jug".into(),
        title: "Jug".into(),
        product_type,
        variants: skus.iter().map(variant).collect(),
        ..Product::default()
    }
}

fn request(sku: Option<&str>, quantity: u32) -> AddRequest<'_> {
    AddRequest { sku, quantity, additional_fields: None, purchase: Purchase::Once }
}

fn add(product: &Product, request: AddRequest<'_>, in_stock: u32, in_cart: u64) -> Result<Accepted, Problem> {
    let stock =
        StockRecord { sku: request.sku.unwrap_or_default().into(), unlimited: false, qty_in_stock: in_stock };
    check_add(product, request, StockLevel { stock: &stock, in_cart }, None, &StoreSettings::default())
}

// A-020.
#[test]
fn a_020_a_product_with_one_variant_needs_no_sku() {
    let only = product(ProductType::Physical, &["s"]);
    assert_eq!(add(&only, request(None, 1), 5, 0).unwrap().chosen_variant.sku, "s");
    assert_eq!(add(&only, request(Some(""), 1), 5, 0).unwrap().chosen_variant.sku, "s");
}

// A-021.
#[test]
fn a_021_with_several_variants_a_sku_is_needed() {
    assert_eq!(
        add(&product(ProductType::Physical, &["s", "l"]), request(None, 1), 5, 0),
        Err(Problem::VariantUnavailable)
    );
}

// A-022.
#[test]
fn a_022_an_unknown_sku_is_refused() {
    assert_eq!(
        add(&product(ProductType::Physical, &["s"]), request(Some("ZZZ"), 1), 5, 0),
        Err(Problem::VariantUnavailable)
    );
}

// A-023, C-061.
#[test]
fn a_023_c_061_stock_counts_what_the_cart_holds() {
    let jug = product(ProductType::Physical, &["s"]);
    assert_eq!(add(&jug, request(Some("s"), 2), 1, 0), Err(Problem::NotEnoughStock { available: 1 }));
    assert_eq!(add(&jug, request(Some("s"), 1), 2, 2), Err(Problem::NotEnoughStock { available: 0 }));
    assert_eq!(add(&jug, request(Some("s"), 1), 2, 1).unwrap().quantity, 1);
}

// A-024, C-038, N-054.
#[test]
fn a_024_c_038_n_054_the_quantity_is_checked() {
    let jug = product(ProductType::Physical, &["s"]);
    for quantity in [0, 10_000, u32::MAX] {
        assert_eq!(
            add(&jug, request(Some("s"), quantity), u32::MAX, 0),
            Err(Problem::QuantityOutOfRange),
            "{quantity}"
        );
    }
    for quantity in [1, 9999] {
        assert!(add(&jug, request(Some("s"), quantity), u32::MAX, 0).is_ok(), "{quantity}");
    }
}

// A-028, C-067.
#[test]
fn a_028_c_067_a_gift_card_needs_a_denomination() {
    let card = product(ProductType::GiftCard, &["25", "50"]);
    let one = product(ProductType::GiftCard, &["25"]);
    assert_eq!(add(&card, request(None, 1), 5, 0), Err(Problem::DenominationMissing));
    assert_eq!(
        add(&one, request(None, 1), 5, 0),
        Err(Problem::DenominationMissing),
        "even where there is only one"
    );
    assert_eq!(add(&card, request(Some("30"), 1), 5, 0), Err(Problem::DenominationMissing));
    assert_eq!(add(&card, request(Some("50"), 1), 5, 0).unwrap().chosen_variant.sku, "50");
}

#[test]
fn several_variants_without_options_are_never_chosen_by_accident() {
    let mut card = product(ProductType::GiftCard, &["25", "50"]);
    card.variants.iter_mut().for_each(|variant| variant.attributes.clear());
    assert_eq!(card.choose_variant(&BTreeMap::new()), Err(Problem::DenominationMissing));
    card.product_type = ProductType::Physical;
    assert_eq!(card.choose_variant(&BTreeMap::new()), Err(Problem::VariantUnavailable));
}

// C-043.
#[test]
fn c_043_more_than_one_of_a_service_only_where_allowed() {
    let lesson = product(ProductType::Service, &["s"]);
    let stock = StockRecord { sku: "s".into(), unlimited: true, qty_in_stock: 0 };
    let once = StoreSettings { multiple_quantity_allowed_for_services: false, ..StoreSettings::default() };
    let add = |quantity, in_cart| {
        check_add(&lesson, request(Some("s"), quantity), StockLevel { stock: &stock, in_cart }, None, &once)
    };
    assert!(add(1, 0).is_ok());
    assert_eq!(add(2, 0), Err(Problem::NotEnoughStock { available: 1 }));
    assert_eq!(add(1, 1), Err(Problem::NotEnoughStock { available: 0 }));
}

// C-049, A-042.
#[test]
fn c_049_a_042_only_physical_and_service_products_can_be_subscribed_to() {
    let plan: SubscriptionPlan =
        serde_json::from_value(json!({"billingPeriod": {"value": 1, "unit": "MONTH"}})).unwrap();
    for product_type in ProductType::ALL {
        let subscribable =
            Product { is_subscribable: true, subscription_plan: Some(plan), ..product(product_type, &["s"]) };
        let allowed = matches!(product_type, ProductType::Physical | ProductType::Service);
        let expected = if allowed { Ok(()) } else { Err(Problem::NotSubscribable) };
        assert_eq!(check_purchase(&subscribable, Purchase::Subscription), expected, "{product_type:?}");
        assert_eq!(check_purchase(&subscribable, Purchase::Once), Err(Problem::SubscriptionOnly));
    }
    let plain = product(ProductType::Physical, &["s"]);
    assert_eq!(check_purchase(&plain, Purchase::Subscription), Err(Problem::NotSubscribable));
    assert_eq!(check_purchase(&plain, Purchase::Once), Ok(()));
}

fn engraving() -> Form {
    serde_json::from_value(json!({"id": "engraving", "fields": [
        {"id": "text", "type": "text", "required": true, "maxLength": 10}, {"id": "note", "type": "textarea"},
        {"id": "section", "type": "section"},
    ]}))
    .unwrap()
}

// A-027.
#[test]
fn a_027_additional_fields_must_pass_the_products_form() {
    let form = engraving();
    let check = |text| check_additional_fields(Some(&form), text);
    let required = BTreeMap::from([("text".to_owned(), "Required".to_owned())]);
    assert_eq!(check(None), Err(Problem::AdditionalFieldsInvalid { errors: required.clone() }));
    assert_eq!(check(Some("")), Err(Problem::AdditionalFieldsInvalid { errors: required.clone() }));
    assert_eq!(check(Some("{}")), Err(Problem::AdditionalFieldsInvalid { errors: required }));
    for unreadable in ["[1", "[1]", "\"x\"", "{\"text\": {\"a\": {}}}"] {
        assert_eq!(check(Some(unreadable)), Err(Problem::AdditionalFieldsUnreadable), "{unreadable}");
    }
    assert_eq!(check(Some(r#"{"text":"Ada"}"#)), Ok(Some(r#"{"text":"Ada"}"#.to_owned())));
}

#[test]
fn additional_fields_without_a_form_are_not_kept() {
    assert_eq!(check_additional_fields(None, Some("{\"x\": 1}")), Ok(None));
}

#[test]
fn equal_answers_become_equal_texts() {
    let form = engraving();
    let check = |text| check_additional_fields(Some(&form), Some(text)).unwrap();
    let one = check(r#"{"text": "Ada", "note": "", "section": "x", "unknown": "y"}"#);
    assert_eq!(one, check(r#"{ "note": " ", "text":"Ada" }"#));
    assert_ne!(one, check(r#"{"text": "Bob"}"#));
}

// A-034, A-035.
#[test]
fn a_034_a_035_a_new_quantity_is_checked_like_an_add() {
    let jug = product(ProductType::Physical, &["s"]);
    let settings = StoreSettings::default();
    let stock = StockRecord { sku: "s".into(), unlimited: false, qty_in_stock: 5 };
    let mut cart = Cart::new("c", "w", CurrencyCode::default(), 0);
    let engraved =
        Accepted { additional_fields: Some("{}".to_owned()), ..add(&jug, request(None, 2), 5, 0).unwrap() };
    cart.add(&jug, engraved, "engraved".into()).unwrap();
    cart.add(&jug, add(&jug, request(None, 1), 5, 2).unwrap(), "plain".into()).unwrap();
    let change = |quantity| check_quantity_change(&cart, "plain", quantity, &jug, &stock, &settings);
    assert_eq!(change(3), Ok(3), "the entry's own one does not count, the engraved two do");
    assert_eq!(change(4), Err(Problem::NotEnoughStock { available: 3 }));
    assert_eq!(change(0), Err(Problem::QuantityOutOfRange));
    assert_eq!(change(10_000), Err(Problem::QuantityOutOfRange));
    assert_eq!(check_quantity_change(&cart, "gone", 1, &jug, &stock, &settings), Err(Problem::EntryMissing));
}
