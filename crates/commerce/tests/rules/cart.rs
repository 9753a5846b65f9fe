//! Entries of a cart: adding, changing, reading against the catalogue again, joining two carts, becoming an order.

use loggia_commerce::{
    Accepted, Cart, Cents, ChosenVariant, CurrencyCode, Money, Order, OrderItem, Problem, Product, Terms,
    Variant, limit::ENTRIES_MAXIMUM,
};
use serde_json::json;

fn product(id: &str, price: u32) -> Product {
    let variant = Variant { sku: format!("{id}-sku").into(), price: price.into(), ..Variant::default() };
    Product { id: id.into(), title: id.to_uppercase(), variants: vec![variant], ..Product::default() }
}

fn accepted(product: &Product, quantity: u32, answers: Option<&str>) -> Accepted {
    let variant = &product.variants[0];
    Accepted {
        chosen_variant: ChosenVariant { sku: variant.sku.clone(), attributes: variant.attributes.clone() },
        quantity,
        price: product.current_price(variant),
        additional_fields: answers.map(str::to_owned),
        shipping_weight: variant.shipping_weight,
    }
}

fn cart_of(entries: &[(&Product, u32)]) -> Cart {
    let mut cart = Cart::new("cart-1", "site-1", CurrencyCode::default(), 1_000);
    for (index, (product, quantity)) in entries.iter().enumerate() {
        cart.add(product, accepted(product, *quantity, None), format!("e{index}").into()).unwrap();
    }
    cart.settle(&Terms::default()).unwrap();
    cart
}

// C-050, C-051.
#[test]
fn c_050_c_051_a_fresh_cart() {
    let cart = serde_json::to_value(Cart::new("cart-1", "site-1", CurrencyCode::default(), 1_000)).unwrap();
    let expected = json!({
        "id": "cart-1", "websiteId": "site-1", "orderId": null, "created": 1000, "isPurchased": false, "entries": [],
        "shippingOptions": [], "selectedShippingOption": null, "shippingLocation": null, "applicableTaxRules": [],
        "coupons": [], "validCoupons": [], "invalidCoupons": [],
        "subtotalCents": 0, "taxCents": 0, "shippingCostCents": 0, "discountCents": 0, "grandTotalCents": 0,
        "totalQuantity": 0, "hasDigital": false, "purelyDigital": false, "requiresShipping": false, "currency": "USD",
    });
    assert_eq!(cart, expected);
}

// C-052.
#[test]
fn c_052_an_entry_has_the_specified_members() {
    let jug = product("jug", 1050);
    let cart = cart_of(&[(&jug, 2)]);
    let expected = json!({
        "id": "e0", "itemId": "jug", "chosenVariant": {"sku": "jug-sku", "attributes": {}}, "quantity": 2, "title": "JUG",
        "subTotal": 2100, "purchasePriceCents": 1050, "productType": 1,
    });
    assert_eq!(serde_json::to_value(&cart.entries[0]).unwrap(), expected);
}

// C-061.
#[test]
fn c_061_the_same_item_variant_and_answers_are_one_entry() {
    let jug = product("jug", 1050);
    let mut cart = cart_of(&[(&jug, 1)]);
    assert_eq!(cart.add(&jug, accepted(&jug, 1, None), "new".into()).unwrap(), "e0");
    assert_eq!((cart.entries.len(), cart.entries[0].quantity), (1, 2));
    assert_eq!(cart.add(&jug, accepted(&jug, 1, Some("{}")), "engraved".into()).unwrap(), "engraved");
    assert_eq!(cart.entries.len(), 2, "other answers are another entry");
    assert_eq!(cart.quantity_of(&jug.id, "jug-sku"), 3);
}

// C-061.
#[test]
fn c_061_an_entry_never_exceeds_9999_and_a_refused_add_changes_nothing() {
    let jug = product("jug", 1);
    let mut cart = cart_of(&[(&jug, 9999)]);
    let before = cart.clone();
    assert_eq!(cart.add(&jug, accepted(&jug, 1, None), "new".into()), Err(Problem::QuantityOutOfRange));
    assert_eq!(
        cart.add(&jug, accepted(&jug, u32::MAX, None), "new".into()),
        Err(Problem::QuantityOutOfRange)
    );
    assert_eq!(cart, before);
}

#[test]
fn a_cart_holds_a_limited_number_of_entries() {
    let jug = product("jug", 1);
    let mut cart = Cart::default();
    for index in 0..ENTRIES_MAXIMUM {
        cart.add(&jug, accepted(&jug, 1, Some(&index.to_string())), index.to_string().into()).unwrap();
    }
    assert_eq!(cart.add(&jug, accepted(&jug, 1, Some("more")), "more".into()), Err(Problem::CartFull));
    assert!(
        cart.add(&jug, accepted(&jug, 1, Some("0")), "more".into()).is_ok(),
        "an entry it has may still grow"
    );
}

//
#[test]
fn a_033_a_034_a_036_entries_are_changed_and_removed_by_their_id() {
    let jug = product("jug", 100);
    let mut cart = cart_of(&[(&jug, 1)]);
    assert_eq!(cart.change_quantity("e0", 3).unwrap().quantity, 3);
    assert_eq!(cart.change_quantity("e0", 0), Err(Problem::QuantityOutOfRange));
    assert_eq!(
        cart.change_additional_fields("e0", Some("{}".into())).unwrap().additional_fields.as_deref(),
        Some("{}")
    );
    assert_eq!(cart.change_quantity("none", 1).unwrap_err(), Problem::EntryMissing);
    assert_eq!(cart.change_additional_fields("none", None).unwrap_err(), Problem::EntryMissing);
    assert_eq!(cart.remove_entry("none").unwrap_err(), Problem::EntryMissing);
    assert_eq!(cart.remove_entry("e0").unwrap().quantity, 3);
    assert!(cart.entries.is_empty());
}

// A-032, C-054.
#[test]
fn a_032_c_054_entries_follow_the_catalogue() {
    let (jug, cup) = (product("jug", 1000), product("cup", 500));
    let mut cart = cart_of(&[(&jug, 1), (&cup, 2)]);
    cart.entries[0].purchase_price_cents = Cents::new(1).unwrap();
    let repricing = cart.reprice(|id| (*id == "jug").then_some(&jug));
    assert_eq!(repricing.changed, ["e0"]);
    assert_eq!(repricing.dropped.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), ["e1"]);
    cart.settle(&Terms::default()).unwrap();
    assert_eq!(cart.subtotal_cents, Cents::new(1000).unwrap());
    assert!(cart.price_changed);
    assert_eq!(cart.check_checkout(&Default::default(), &Terms::default()), Err(Problem::PriceChanged));
    cart.accept_prices();
    assert!(cart.reprice(|_| Some(&jug)).changed.is_empty());
    assert!(!cart.price_changed);
}

//
#[test]
fn a_032_a_variant_that_is_gone_drops_its_entry() {
    let jug = product("jug", 1000);
    let mut cart = cart_of(&[(&jug, 1)]);
    let other = Product { variants: vec![Variant { sku: "other".into(), ..Variant::default() }], ..jug };
    assert_eq!(cart.reprice(|_| Some(&other)).dropped.len(), 1);
    assert!(cart.entries.is_empty());
}

#[test]
fn two_carts_become_one() {
    let (jug, cup) = (product("jug", 1000), product("cup", 500));
    let mut mine = cart_of(&[(&jug, 9000)]);
    let mut other = cart_of(&[(&jug, 1500), (&cup, 2)]);
    mine.apply_coupon("TEN");
    other.apply_coupon("ten");
    other.apply_coupon("FIVE");
    mine.absorb(other);
    let quantities: Vec<_> =
        mine.entries.iter().map(|entry| (entry.item_id.as_str(), entry.quantity)).collect();
    assert_eq!(quantities, [("jug", 9999), ("cup", 2)]);
    assert_eq!(mine.coupons.iter().map(|coupon| coupon.code.as_str()).collect::<Vec<_>>(), ["TEN", "FIVE"]);
}

//
#[test]
fn a_037_a_code_is_removed_whatever_its_capitals() {
    let mut cart = Cart::default();
    cart.apply_coupon(" TEN ");
    cart.apply_coupon("");
    assert_eq!(cart.coupons.len(), 1);
    cart.remove_coupon("ten");
    assert!(cart.coupons.is_empty());
}

//
#[test]
fn a_049_an_order_has_the_specified_members() {
    let money = |cents| Money::new(Cents::new(cents).unwrap(), CurrencyCode::parse("USD").unwrap());
    let order = Order {
        id: "order-1".to_owned(),
        purchased_cart_id: "cart-1".to_owned(),
        test_mode: true,
        website_id: "site-1".to_owned(),
        items: vec![OrderItem {
            sku: "jug-sku".into(),
            product_name: "JUG".to_owned(),
            quantity: 2,
            unit_price: money(1050),
        }],
        grand_total: money(2100),
        shipping_total: money(0),
        tax_total: money(0),
    };
    let usd = |value: &str| json!({"value": value, "currency": "USD"});
    let expected = json!({
        "id": "order-1", "purchasedCartId": "cart-1", "testMode": true, "websiteId": "site-1",
        "items": [{"sku": "jug-sku", "productName": "JUG", "quantity": 2, "unitPrice": usd("10.50")}],
        "grandTotal": usd("21.00"), "shippingTotal": usd("0.00"), "taxTotal": usd("0.00"),
    });
    assert_eq!(serde_json::to_value(order).unwrap(), expected);
}
