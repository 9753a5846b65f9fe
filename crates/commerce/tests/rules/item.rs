//! Reading a site's items.

use loggia_commerce::{Cents, Product, ProductType, ReadOptions, product_from_item};
use serde_json::{Value, json};

fn read(item: &Value) -> Result<Product, Vec<String>> {
    product_from_item(item, ReadOptions::default())
        .map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

fn with_content(content: Value) -> Value {
    json!({"id": "jug", "title": "Jug", "structuredContent": content})
}

fn cents(minor_units: i64) -> Cents {
    Cents::new(minor_units).unwrap()
}

// G-031, G-033.
#[test]
fn g_031_g_033_every_member_is_read() {
    let item = json!({
        "id": "jug", "collectionId": "shop", "title": "Jug", "fullUrl": "/shop/jug", "recordType": 11,
        "mainImage": {"assetUrl": "/files/jug.jpg"}, "variantOptionOrdering": ["Size", "Color"],
        "structuredContent": {
            "productType": 1, "isSubscribable": true, "onSale": true,
            "subscriptionPlan": {"billingPeriod": {"value": 2, "unit": "WEEK"}, "numBillingCycles": 26},
            "priceMoney": {"value": "1.00", "currency": "USD"}, "salePriceMoney": {"value": "0.50", "currency": "USD"},
            "additionalFieldsFormId": "engraving", "useCustomAddButtonText": true, "customAddButtonText": "Grab",
            "variants": [{
                "sku": "jug-s", "attributes": {"Size": "S", "Color": "Red"}, "price": 1050, "salePrice": 900, "onSale": true,
                "qtyInStock": 3, "unlimited": false, "shippingWeight": 400,
            }],
        },
    });
    let product = read(&item).unwrap();
    let expected = json!({
        "id": "jug", "collectionId": "shop", "title": "Jug", "fullUrl": "/shop/jug", "imageUrl": "/files/jug.jpg",
        "productType": 1, "variantOptionOrdering": ["Size", "Color"], "isSubscribable": true, "onSale": true,
        "price": 100, "salePrice": 50,
        "subscriptionPlan": {"billingPeriod": {"value": 2, "unit": "WEEK"}, "numBillingCycles": 26},
        "additionalFieldsFormId": "engraving", "useCustomAddButtonText": true, "customAddButtonText": "Grab",
        "variants": [{
            "sku": "jug-s", "attributes": {"Size": "S", "Color": "Red"}, "price": 1050, "salePrice": 900, "onSale": true,
            "optionValues": [{"optionName": "Size", "value": "S"}, {"optionName": "Color", "value": "Red"}],
            "qtyInStock": 3, "unlimited": false, "shippingWeight": 400,
        }],
    });
    assert_eq!(serde_json::to_value(product).unwrap(), expected);
}

#[test]
fn the_smallest_item_is_a_physical_product_without_variants() {
    let product = read(&json!({"id": "jug", "name": "Jug"})).unwrap();
    assert_eq!(
        (product.title.as_str(), product.product_type, product.variants.len()),
        ("Jug", ProductType::Physical, 0)
    );
}

// C-005.
#[test]
fn c_005_the_money_node_is_what_the_page_shows_and_either_form_is_enough() {
    for variant in [
        json!({"sku": "a", "price": 10_000, "priceMoney": {"value": "100", "currency": "USD"}}),
        json!({"sku": "a", "priceMoney": {"value": "100", "currency": "USD"}}),
    ] {
        let product = read(&with_content(json!({"variants": [variant]}))).unwrap();
        assert_eq!(product.variants[0].price, cents(10_000));
    }
    let product = read(&with_content(json!({"variants": [{"sku": "a", "price": "10000"}]}))).unwrap();
    assert_eq!(product.variants[0].price, cents(10_000));
}

// C-003.
#[test]
fn c_003_the_cldr_setting_decides_between_two_pairs() {
    let item = with_content(json!({"variants": [{"sku": "a", "priceMoney": {
        "value": "1", "currency": "USD", "decimalValue": "2", "currencyCode": "USD",
    }}]}));
    let price = |use_cldr_money_format| {
        let options = ReadOptions { use_cldr_money_format };
        product_from_item(&item, options).unwrap().variants[0].price
    };
    assert_eq!((price(true), price(false)), (cents(100), cents(200)));
}

#[test]
fn a_digital_product_becomes_one_variant_that_is_always_there() {
    for product_type in [2, 5] {
        let item = with_content(json!({
            "productType": product_type, "priceMoney": {"value": "7.50", "currency": "USD"},
            "salePriceMoney": {"value": "5", "currency": "USD"}, "onSale": true,
        }));
        let product = read(&item).unwrap();
        let variant = &product.variants[0];
        assert_eq!((product.variants.len(), variant.sku.as_str(), variant.unlimited), (1, "jug", true));
        assert_eq!(product.current_price(variant), cents(500));
    }
}

#[test]
fn variants_without_a_sku_get_one_that_stays() {
    let item = with_content(
        json!({"variants": [{"attributes": {"Size": "S"}}, {"attributes": {"Size": "Extra Large"}}]}),
    );
    let skus: Vec<_> = read(&item).unwrap().variants.iter().map(|variant| variant.sku.to_string()).collect();
    assert_eq!(skus, ["jug-S", "jug-Extra-Large"]);
    assert_eq!(read(&with_content(json!({"variants": [{}]}))).unwrap().variants[0].sku, "jug");
}

#[test]
fn the_option_ordering_is_read_in_both_places() {
    let inside = with_content(json!({"variantOptionOrdering": ["Size"]}));
    assert_eq!(read(&inside).unwrap().variant_option_ordering, ["Size"]);
}

#[test]
fn a_product_type_may_be_written_as_a_text() {
    assert_eq!(read(&with_content(json!({"productType": "4"}))).unwrap().product_type, ProductType::GiftCard);
}

// C-049, G-126.
#[test]
fn c_049_g_126_a_digital_product_cannot_be_a_subscription() {
    let item = with_content(json!({
        "productType": 2, "isSubscribable": true, "subscriptionPlan": {"billingPeriod": {"value": 1, "unit": "MONTH"}},
    }));
    let faults = read(&item).unwrap_err();
    assert_eq!(
        faults,
        [
            "structuredContent.isSubscribable: a digital product cannot be a subscription, only a physical or a service one can"
        ]
    );
}

// C-065, N-023.
#[test]
fn c_065_n_023_a_billing_period_of_days_is_a_fault() {
    let plan = |unit: &str, value: u32| {
        read(&with_content(json!({
            "isSubscribable": true, "subscriptionPlan": {"billingPeriod": {"value": value, "unit": unit}},
        })))
    };
    let faults = plan("DAY", 1).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("structuredContent.subscriptionPlan: unknown variant `DAY`"), "{faults:?}");
    assert!(plan("WEEK", 0).unwrap_err()[0].contains("at least 1"));
    for unit in ["WEEK", "MONTH", "YEAR"] {
        assert!(plan(unit, 1).is_ok(), "{unit}");
    }
    let faults = read(&with_content(json!({"isSubscribable": true}))).unwrap_err();
    assert_eq!(faults, ["structuredContent.subscriptionPlan: a subscription needs a billing period"]);
}

#[test]
fn every_fault_is_found_at_once_and_named_by_its_place() {
    let item = json!({"structuredContent": {
        "productType": 9, "price": 1.5,
        "variants": [
            {"sku": "a", "priceMoney": {"value": "abc", "currency": "USD"}, "qtyInStock": -1},
            {"sku": "a", "priceMoney": {"value": "1", "currency": "EUR"}, "salePrice": -5},
            {"sku": "b", "priceMoney": {"value": "-1", "currency": "USD"}, "shippingWeight": 0.5, "attributes": {"Size": "S"}},
        ],
    }});
    let faults = read(&item).unwrap_err();
    assert_eq!(
        faults,
        [
            "id: a product needs an id",
            "structuredContent.productType: 9 is not a product type: 1 physical, 2 digital, 3 service, 4 gift card, 5 paywall",
            "structuredContent.price: 1.5 is not a price: minor units are whole numbers from 0",
            "structuredContent.variants[0].priceMoney.value: 'abc' is not an amount: a decimal number such as 12.50 is expected",
            "structuredContent.variants[0].qtyInStock: -1 is not a whole number from 0",
            "structuredContent.variants[1].salePrice: -5 is not a price: minor units are whole numbers from 0",
            "structuredContent.variants[2].priceMoney: a price cannot be negative",
            "structuredContent.variants[2].shippingWeight: 0.5 is not a whole number from 0",
            "structuredContent.variants[1].sku: the sku 'a' stands twice",
        ]
    );
}

#[test]
fn shapes_that_are_wrong_altogether_are_faults_and_never_a_panic() {
    for item in
        [json!(null), json!([]), json!("x"), json!({"id": 5}), json!({"id": "a", "structuredContent": []})]
    {
        assert!(read(&item).is_err(), "{item}");
    }
    assert!(read(&with_content(json!({"variants": "x"}))).is_err());
    assert!(read(&with_content(json!({"variants": [1, null, "x"]}))).is_err(), "three that have one sku");
}

// E-126.
#[test]
fn e_126_amounts_are_of_the_stores_currency_whatever_an_item_calls_it() {
    for money in [
        json!({"value": "5", "currency": "USD"}),
        json!({"value": "5", "currency": "EUR"}),
        json!({"value": "5"}),
    ] {
        let product = read(&with_content(json!({"variants": [{"sku": "a", "priceMoney": money}]}))).unwrap();
        assert_eq!(product.variants[0].price, cents(500));
    }
}

// S-400.
#[test]
fn s_400_two_forms_of_one_amount_say_the_same_or_nothing_is_sold() {
    for (price, money, same) in [
        (json!(1850), json!({"value": "18.50", "currency": "USD"}), true),
        (json!(1850), json!({"value": "18.5"}), true),
        (json!("1850"), json!({"decimalValue": "18.50", "currencyCode": "USD"}), true),
        (json!(1850), json!({"value": "18.49", "currency": "USD"}), false),
        (json!(0), json!({"value": "18.50"}), false),
        (json!(18.5), json!({"value": "18.50"}), false),
        (json!(null), json!({"value": "18.50"}), true),
        (json!(1850), json!(null), true),
        (json!(1850), json!({}), true),
    ] {
        for (plain, object) in [("price", "priceMoney"), ("salePrice", "salePriceMoney")] {
            let variant = json!({"sku": "a", plain: price, object: money});
            for content in
                [json!({"variants": [variant]}), json!({"productType": 2, plain: price, object: money})]
            {
                let read = read(&with_content(content.clone()));
                assert_eq!(read.is_ok(), same, "{content}: {read:?}");
                if let Err(problems) = read {
                    assert!(
                        problems[0].contains(object) && problems[0].contains("hundredths"),
                        "{problems:?}"
                    );
                }
            }
        }
    }
}

// S-401.
#[test]
fn s_401_what_is_priced_as_a_whole_takes_the_price_of_its_only_variant_when_it_says_none() {
    let read = |content: Value| read(&with_content(content)).unwrap();
    let product = read(json!({"productType": 2, "variants": [
        {"sku": "map", "priceMoney": {"value": "12.00", "currency": "USD"}, "salePrice": 900, "onSale": true}]}));
    assert_eq!((product.price, product.sale_price, product.on_sale), (cents(1200), cents(900), true));
    assert_eq!((product.variants[0].price, product.variants[0].sale_price), (cents(1200), cents(900)));
    // Its own price goes first, also when it is nothing.
    let own = json!({"productType": 5, "price": 0, "variants": [{"sku": "club", "price": 1200}]});
    assert_eq!(read(own).variants[0].price, cents(0));
}

#[test]
fn variants_with_the_same_options_are_reported() {
    let variants = json!({"variants": [
        {"sku": "a", "attributes": {"Size": "S"}}, {"sku": "b", "attributes": {"Size": "M"}},
        {"sku": "c", "attributes": {"Size": "S"}}]});
    assert_eq!(read(&with_content(variants)).unwrap().indistinguishable_variants(), [(0, 2)]);
}
