//! Product types, prices, subscriptions, merchandising.

use loggia_commerce::{
    BillingPeriod, BillingUnit, Cents, CurrencyCode, ItemId, MerchandisingContext, Product, ProductType, Sku,
    SubscriptionPlan, Variant,
};
use serde_json::json;

fn cents(minor_units: i64) -> Cents {
    Cents::new(minor_units).unwrap()
}

fn variant(price: i64, sale: Option<i64>) -> Variant {
    Variant {
        price: cents(price),
        sale_price: cents(sale.unwrap_or(0)),
        on_sale: sale.is_some(),
        ..Variant::default()
    }
}

// N-001.
#[test]
fn n_001_product_types_and_their_numbers() {
    let pairs = [(1, "physical"), (2, "digital"), (3, "service"), (4, "gift-card"), (5, "paywall")];
    for (code, name) in pairs {
        let product_type = ProductType::try_from(code).unwrap();
        assert_eq!((product_type.code(), product_type.name()), (code, name));
        assert_eq!(serde_json::to_value(product_type).unwrap(), json!(code));
    }
    for code in [0_u8, 6, 255] {
        assert!(serde_json::from_value::<ProductType>(json!(code)).is_err());
    }
}

// C-037.
#[test]
fn c_037_from_normal_and_sale_price() {
    let product = Product { variants: vec![variant(100, None), variant(80, Some(50))], ..Product::default() };
    assert_eq!(product.from_price(), cents(50));
    assert_eq!(product.normal_price(), cents(100));
    assert_eq!(product.lowest_sale_price(), cents(50));
}

// C-007.
#[test]
fn c_007_a_product_without_variants_costs_nothing() {
    let product = Product::default();
    assert_eq!(
        (product.from_price(), product.normal_price(), product.lowest_sale_price()),
        (cents(0), cents(0), cents(0))
    );
}

// C-037.
#[test]
fn c_037_a_digital_product_has_its_own_price() {
    let product = Product {
        product_type: ProductType::Digital,
        price: cents(750),
        sale_price: cents(600),
        ..Product::default()
    };
    assert_eq!(
        (product.from_price(), product.normal_price(), product.lowest_sale_price()),
        (cents(750), cents(750), cents(600))
    );
}

// C-054.
#[test]
fn c_054_the_price_charged_is_the_sale_price_while_on_sale() {
    let mut product = Product::default();
    assert_eq!(product.current_price(&variant(80, Some(50))), cents(50));
    assert_eq!(product.current_price(&Variant { sale_price: cents(50), ..variant(80, None) }), cents(80));
    product =
        Product { product_type: ProductType::Digital, price: cents(750), sale_price: cents(600), ..product };
    assert_eq!(product.current_price(&variant(1, None)), cents(750));
    product.on_sale = true;
    assert_eq!(product.current_price(&variant(1, None)), cents(600));
}

// C-031: a gift card is worth what it says.
#[test]
fn c_031_a_gift_card_is_charged_its_denomination() {
    let product = Product { product_type: ProductType::GiftCard, ..Product::default() };
    assert_eq!(product.current_price(&variant(2500, Some(100))), cents(2500));
}

fn plan(value: u32, unit: BillingUnit, cycles: u32) -> SubscriptionPlan {
    SubscriptionPlan { billing_period: BillingPeriod { value, unit }, num_billing_cycles: cycles }
}

// C-066, N-053.
#[test]
fn c_066_n_053_whole_years_are_called_years() {
    let text = |value, unit, cycles| plan(value, unit, cycles).duration().unwrap().to_string();
    assert_eq!(text(2, BillingUnit::Week, 26), "1 year");
    assert_eq!(text(1, BillingUnit::Week, 52), "1 year");
    assert_eq!(text(1, BillingUnit::Month, 12), "1 year");
    assert_eq!(text(1, BillingUnit::Year, 1), "1 year");
    assert_eq!(text(6, BillingUnit::Month, 4), "2 years");
    assert_eq!(text(1, BillingUnit::Month, 18), "18 months");
    assert_eq!(text(1, BillingUnit::Week, 1), "1 week");
    assert_eq!(text(u32::MAX, BillingUnit::Week, u32::MAX), "18446744065119617025 weeks");
}

// C-065.
#[test]
fn c_065_no_cycles_is_indefinite() {
    assert_eq!(plan(1, BillingUnit::Month, 0).duration(), None);
    assert_eq!(plan(1, BillingUnit::Month, 0).text(), "every month");
}

// W-094.
#[test]
fn w_094_how_often_and_how_long() {
    assert_eq!(plan(2, BillingUnit::Week, 26).text(), "every 2 weeks for 1 year");
    assert_eq!(plan(1, BillingUnit::Month, 6).text(), "every month for 6 months");
    assert_eq!(plan(12, BillingUnit::Month, 0).text(), "every year");
    assert_eq!(plan(52, BillingUnit::Week, 3).text(), "every year for 3 years");
}

// N-023.
#[test]
fn n_023_the_units_of_a_billing_period() {
    for (unit, name) in
        [(BillingUnit::Week, "WEEK"), (BillingUnit::Month, "MONTH"), (BillingUnit::Year, "YEAR")]
    {
        assert_eq!(serde_json::to_value(unit).unwrap(), json!(name));
    }
    assert!(serde_json::from_value::<BillingUnit>(json!("DAY")).is_err());
}

// W-192, W-193.
#[test]
fn w_192_w_193_the_text_after_a_restock_sign_up() {
    let mut context = MerchandisingContext::default();
    assert_eq!(context.restock_success_text(), "Signed up!");
    context.restock_notification_messages.success_text = "Thanks".to_owned();
    assert_eq!(context.restock_success_text(), "Thanks");
}

// a page names the build of a product's prices, and nothing but a price makes a new one.
#[test]
fn a_005_a_build_of_prices_has_a_name_of_its_own() {
    let with_sku = |sku: &str, price: i64| Variant { sku: Sku::new(sku), ..variant(price, None) };
    let product = |variants: Vec<Variant>| Product { id: ItemId::new("mug"), variants, ..Product::default() };
    let currency = CurrencyCode::default();
    let shown = product(vec![with_sku("s", 100), with_sku("l", 200)]);
    let name = shown.build_id(currency);
    assert_eq!((name.len(), name.bytes().all(|byte| byte.is_ascii_hexdigit())), (16, true));

    let turned = product(vec![with_sku("l", 200), with_sku("s", 100)]);
    let retold = Product { title: "Mug".to_owned(), ..shown.clone() };
    let never_on_sale =
        product(vec![Variant { sale_price: cents(10), ..with_sku("s", 100) }, with_sku("l", 200)]);
    for same in [turned, retold, never_on_sale] {
        assert_eq!(same.build_id(currency), name);
    }
    let dearer = product(vec![with_sku("s", 101), with_sku("l", 200)]);
    let exchanged = product(vec![with_sku("s", 200), with_sku("l", 100)]);
    let on_sale = product(vec![Variant { sku: Sku::new("s"), ..variant(100, Some(90)) }, with_sku("l", 200)]);
    let another = Product { id: ItemId::new("cup"), ..shown.clone() };
    for other in [dearer, exchanged, on_sale, another] {
        assert_ne!(other.build_id(currency), name);
    }
    assert_ne!(shown.build_id(CurrencyCode::parse("EUR").unwrap()), name);
}
