//! What the programs and pages exchange: names, defaults, round trips, texts.

use std::collections::BTreeMap;

use loggia_commerce::labels::{LABELS, label, localized_strings};
use loggia_commerce::{
    Cart, Catalog, FeatureFlags, PageData, PageProduct, Problem, Product, RestockSignUp, StoreSettings,
};
use serde_json::{Value, json};

// C-008, C-063.
#[test]
fn c_008_c_063_an_empty_store_has_defaults() {
    let settings: StoreSettings = serde_json::from_value(json!({})).unwrap();
    assert_eq!(settings, StoreSettings::default());
    let wire = serde_json::to_value(&settings).unwrap();
    assert_eq!(wire["currency"], "USD");
    assert_eq!(wire["multipleQuantityAllowedForServices"], true);
    assert_eq!(wire["productReviewsEnabled"], false);
    assert_eq!(wire["expressCheckoutEnabled"], false);
    assert_eq!(wire["minimumOrderSubtotalCents"], 0);
    assert_eq!(wire["continueShoppingUrl"], "/");
}

#[test]
fn a_catalogue_survives_the_wire() {
    let wire = json!({
        "version": 1, "buildId": "b1",
        "website": {"id": "site-1", "captchaSiteKey": "key"},
        "storeSettings": {"currency": "EUR", "minimumOrderSubtotalCents": 2000},
        "featureFlags": {"productReviews": true, "useCLDRMoneyFormat": true},
        "products": [{"id": "jug", "productType": 1, "variants": [{"sku": "a", "price": 1000, "qtyInStock": 3}]}],
        "forms": [{"id": "contact", "fields": [{"id": "f", "type": "email"}], "storage": [{"kind": "inbox"}]}],
        "coupons": [
            {"code": "TEN", "kind": "percent", "value": "10"},
            {"code": "FIVE", "kind": "amount", "value": 500, "minimumCents": 1000, "expiresOn": 1_800_000_000_000_i64},
        ],
        "shippingOptions": [{"id": "post", "name": "Post", "costCents": 500}],
        "taxRules": [{"country": "DE", "rate": "19"}],
        "merchandising": {"jug": {"restockNotificationViews": [{"variantId": 7, "hiddenByDefault": true}]}},
        "pages": [{"id": "p1", "url": "/secret", "access": "locked", "formIds": ["contact"]}],
    });
    let catalog: Catalog = serde_json::from_value(wire).unwrap();
    let again: Catalog = serde_json::from_str(&serde_json::to_string(&catalog).unwrap()).unwrap();
    assert_eq!(again, catalog);
    assert_eq!(catalog.product("jug").unwrap().variant("a").unwrap().qty_in_stock, 3);
    assert!(catalog.form("contact").unwrap().is_configured());
    assert_eq!(catalog.merchandising["jug"].restock_notification_views[0].variant_id, "7");
    assert!(catalog.feature_flags.use_cldr_money_format);
    assert_eq!(catalog.product("none"), None);
}

#[test]
fn a_cart_survives_the_wire_but_not_its_weights() {
    let mut cart = Cart::new("c", "w", Default::default(), 5);
    cart.apply_coupon("TEN");
    let again: Cart = serde_json::from_str(&serde_json::to_string(&cart).unwrap()).unwrap();
    assert_eq!(again, cart);
}

#[test]
fn no_text_of_a_site_can_end_the_script_that_carries_a_pages_data() {
    let product = Product { title: "</script><script>alert('&\u{2028}')".into(), ..Product::default() };
    let data =
        PageData { products: vec![PageProduct { product, ..Default::default() }], ..Default::default() };
    let json = data.to_script_json().unwrap();
    assert!(!json.contains(['<', '>', '&', '\u{2028}']));
    assert_eq!(serde_json::from_str::<PageData>(&json).unwrap(), data);
}

/// The members of an object, in the order of the alphabet.
fn sorted_keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn a_pages_data_has_the_agreed_members() {
    let wire = serde_json::to_value(PageData::default()).unwrap();
    let members = sorted_keys(&wire);
    let expected = [
        "apiBaseUrl",
        "currency",
        "featureFlags",
        "forms",
        "localizedStrings",
        "page",
        "products",
        "storeSettings",
        "website",
    ];
    assert_eq!(members, expected);
    assert_eq!(wire["currency"]["prefix"], "$");
    assert_eq!(wire["website"]["timeZone"], "America/New_York");
}

// N-078.
#[test]
fn n_078_feature_flags_are_off_unless_set() {
    let flags: FeatureFlags = serde_json::from_value(json!({})).unwrap();
    assert_eq!(flags, FeatureFlags::default());
    let wire: Value = serde_json::to_value(flags).unwrap();
    let keys = [
        "analyticsTagV2",
        "commerceVisitorMetrics",
        "installmentPaymentPdp",
        "multiProduct",
        "productReviews",
        "useCLDRMoneyFormat",
        "vanillaFormHandler",
    ];
    assert_eq!(sorted_keys(&wire), keys);
}

// W-021.
#[test]
fn w_021_labels_are_sorted_unique_and_replaced_by_the_sites_own() {
    assert!(LABELS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    let own = BTreeMap::from([
        ("productAddToCartText".to_owned(), "Kaufen".to_owned()),
        ("mine".to_owned(), "x".to_owned()),
    ]);
    let strings = localized_strings(&own);
    assert_eq!((strings["productAddToCartText"].as_str(), strings["mine"].as_str()), ("Kaufen", "x"));
    assert_eq!(strings["productSubscribeText"], "Subscribe");
    assert_eq!(label("none"), None);
}

// The default labels and the refusals, letter by letter.
#[test]
fn w_023_w_024_w_039_w_097_labels_read_as_specified() {
    for (key, text) in [
        ("productAddToCartText", "Add To Cart"),
        ("productSubscribeText", "Subscribe"),
        ("productQuantityInputLabel", "Quantity"),
        ("productQuickViewText", "Quick View"),
        ("productSoldOutText", "sold out"),
        ("productSaleText", "sale"),
        ("giftCardVariantSelectText", "Select Value"),
        ("productVariantSelectText", "Select {variantName}"),
        ("giftCardValueDisplayText", "Value"),
        ("productSummaryFormNoAnswerText", "N/A"),
        ("productPriceFromText", "from {fromPrice}"),
        ("productPriceUnavailable", "Unavailable"),
        ("salePriceText", "Sale Price:"),
        ("originalPriceText", "Original Price:"),
        ("productAddingText", "Adding…"),
        ("productAddedText", "Added!"),
        ("formSavingText", "Saving…"),
        ("formSubmittingText", "Submitting…"),
        ("formDefaultButtonText", "Add to Cart"),
        ("restockSignedUpText", "Signed up!"),
        ("productUnableToAddTitle", "Unable to Add Item"),
        ("productUnableToPurchaseTitle", "Unable to Purchase Item"),
        ("giftCardUnableToPurchaseTitle", "Unable to purchase Gift Card"),
        ("cartUnableToUpdateQuantityText", "Unable to update quantity"),
        ("cartUnableToRemoveText", "Unable to remove item"),
        ("cartUnableToOpenFormText", "Unable to open form"),
        ("cartUnableToUpdateFormText", "Unable to update form"),
        ("networkErrorText", "Please check your internet connection."),
        ("cartPillLabelOne", "One item in cart"),
        ("cartPillLabelOther", "{n} items in cart"),
        ("cartPillLabelAboveMaximum", "More than {n} items in cart"),
        ("cartRemoveQuestion", "Remove this item from your cart?"),
        ("cartEmptyText", "You have nothing in your shopping cart."),
        ("cartButtonText", "Checkout"),
        ("cartContinueShoppingText", "Continue Shopping"),
    ] {
        assert_eq!(label(key), Some(text), "{key}");
    }
}

#[test]
fn a_problem_on_the_wire_is_its_code_with_its_members() {
    let problem = Problem::NotEnoughStock { available: 2 };
    assert_eq!(serde_json::to_value(&problem).unwrap(), json!({"code": "not-enough-stock", "available": 2}));
}

//
#[test]
fn a_071_a_restock_sign_up_by_its_wire_names() {
    let body = json!({"productId": "jug", "variantId": "a", "siteVisitorEmail": "ada@example.com", "isJoinMailingList": true});
    let sign_up: RestockSignUp = serde_json::from_value(body.clone()).unwrap();
    assert_eq!(serde_json::to_value(sign_up).unwrap(), body);
}
