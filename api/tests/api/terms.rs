use crate::app::{TestApp, on_both};
use crate::cart::{CART, add};
use serde_json::json;

const COUPONS: &str = "/api/commerce/shopping-cart/coupons";
const LOCATION: &str = "/api/commerce/shopping-cart/shipping-location";
const OPTION: &str = "/api/commerce/shopping-cart/shipping-option";

on_both! {
    /// valid codes take off, others say why not; a code goes out again.
    async fn a_037_coupons_are_valid_or_say_why_not(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let cart = visitor.post(COUPONS, json!({"promoCode": "ten"})).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["discountCents"], &cart["validCoupons"][0]["code"]), (&json!(120), &json!("ten")));
        for (code, problem) in [("FIVE", "coupon-below-minimum"), ("OLD", "coupon-expired"), ("NOPE", "coupon-unknown")] {
            let cart = visitor.post(COUPONS, json!({"promoCode": code})).await.json()["shoppingCart"].clone();
            let invalid = cart["invalidCoupons"].as_array().unwrap().last().unwrap().clone();
            assert_eq!((&invalid["code"], &invalid["problem"]["code"]), (&json!(code), &json!(problem)));
        }
        let cart = visitor.delete(&format!("{COUPONS}/TEN")).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["discountCents"], cart["coupons"].as_array().unwrap().len()), (&json!(0), 2));
        // NOPE is nobody's code: it was said, and did not stay.
        assert_eq!(visitor.get(CART).await.json()["coupons"].as_array().unwrap().len(), 2);
        assert_eq!(app.visitor().post(COUPONS, json!({"promoCode": "TEN"})).await.status, 404);
    }

    /// a location brings options and taxes, an option its price.
    async fn a_038_location_and_option_change_the_totals(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 5).await;
        let cart = visitor.put(LOCATION, json!({"country": "US", "region": "NY", "postalCode": "10001"})).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["taxCents"], &cart["shippingOptions"].as_array().unwrap().len()), (&json!(240), &2));
        let cart = visitor.put(OPTION, json!({"id": "post"})).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["shippingCostCents"], &cart["grandTotalCents"]), (&json!(500), &json!(3000 + 240 + 500)));
        let cart = visitor.put(LOCATION, json!({"country": "FR"})).await.json()["shoppingCart"].clone();
        assert_eq!((&cart["taxCents"], &cart["selectedShippingOption"]), (&json!(600), &json!(null)));
        let refused = visitor.put(OPTION, json!({"id": "post"})).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (400, "Please select a shipping option.".into()));
    }
}
