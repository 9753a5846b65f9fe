//! The small shop every test runs on.

use serde_json::{Value, json};

/// Its catalogue, as the generator would write it.
pub fn catalog() -> Value {
    json!({
        "version": 1,
        "buildId": "build-1",
        "website": {"id": "site-1", "title": "Test Shop", "baseUrl": "https://shop.example", "timeZone": "America/New_York",
            "commentsEnabled": true, "simpleLikingEnabled": true},
        "storeSettings": {"minimumOrderSubtotalCents": 0, "productReviewsEnabled": true},
        "products": products(),
        "forms": forms(),
        "coupons": [
            {"code": "TEN", "kind": "percent", "value": "10"},
            {"code": "FIVE", "kind": "amount", "value": 500, "minimumCents": 2000},
            {"code": "OLD", "kind": "percent", "value": "50", "expiresOn": 1},
        ],
        "shippingOptions": [
            {"id": "post", "name": "Post", "costCents": 500, "countries": ["US"]},
            {"id": "air", "name": "Air", "costCents": 1500},
        ],
        "taxRules": [{"country": "US", "rate": "8"}, {"country": "FR", "rate": "20"}],
        "merchandising": {
            "empty": {"mailingListSignUpEnabled": true, "restockNotificationMessages": {"successText": "You are on the list."}},
        },
        "pages": [
            {"id": "post-1", "url": "/blog/open", "commentsOpen": true, "formIds": ["contact"]},
            {"id": "post-2", "url": "/blog/closed"},
            {"id": "members", "url": "/members", "access": "members", "formIds": ["inner", "contact"]},
        ],
    })
}

/// The same shop without one of its products.
pub fn without(id: &str) -> Value {
    let mut catalog = catalog();
    catalog["products"].as_array_mut().unwrap().retain(|product| product["id"] != id);
    catalog
}

/// The same shop with another member of a product's first variant.
pub fn with_variant(id: &str, member: &str, value: Value) -> Value {
    let mut catalog = catalog();
    let products = catalog["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == id).unwrap()["variants"][0][member] = value;
    catalog
}

fn products() -> Value {
    json!([
        {"id": "mug", "title": "Mug", "fullUrl": "/shop/mug", "productType": 1, "variantOptionOrdering": ["Size"], "variants": [
            {"sku": "mug-s", "attributes": {"Size": "Small"}, "price": 1850, "qtyInStock": 5},
            {"sku": "mug-l", "attributes": {"Size": "Large"}, "price": 2250, "salePrice": 1900, "onSale": true, "qtyInStock": 1},
        ]},
        {"id": "bread", "title": "Bread", "fullUrl": "/shop/bread", "productType": 1,
            "variants": [{"sku": "bread", "price": 600, "qtyInStock": 20}]},
        {"id": "empty", "title": "Empty shelf", "fullUrl": "/shop/empty", "productType": 1,
            "variants": [{"sku": "empty", "price": 900, "qtyInStock": 0}]},
        {"id": "guide", "title": "Guide", "productType": 2, "price": 1200, "variants": [{"sku": "guide", "price": 1200}]},
        {"id": "lesson", "title": "Lesson", "productType": 3, "variants": [{"sku": "lesson", "price": 4000, "unlimited": true}]},
        {"id": "voucher", "title": "Gift card", "productType": 4, "variantOptionOrdering": ["Value"], "variants": [
            {"sku": "gift-25", "attributes": {"Value": "25"}, "price": 2500},
            {"sku": "gift-50", "attributes": {"Value": "50"}, "price": 5000},
        ]},
        {"id": "box", "title": "Box", "productType": 3, "isSubscribable": true,
            "subscriptionPlan": {"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0},
            "variants": [{"sku": "box", "price": 3000, "qtyInStock": 10}]},
        {"id": "cake", "title": "Cake", "productType": 3, "additionalFieldsFormId": "cake-form",
            "variants": [{"sku": "cake", "price": 5000, "qtyInStock": 9}]},
    ])
}

fn forms() -> Value {
    json!([
        {"id": "contact", "name": "Contact", "fields": [
            {"id": "name", "type": "text", "title": "Name", "required": true, "maxLength": 20},
            {"id": "email", "type": "email", "title": "Email"},
            {"id": "mood", "type": "likert", "title": "Mood", "required": true, "options": ["Bread"]},
            {"id": "head", "type": "section", "title": "More", "required": true},
        ]},
        {"id": "closed", "name": "Closed", "fields": [], "storage": []},
        {"id": "guarded", "name": "Guarded", "captchaEnabled": true, "fields": [{"id": "text", "type": "text"}]},
        {"id": "free", "name": "Free", "validationDisabled": true, "fields": [{"id": "text", "type": "text", "required": true}]},
        {"id": "routed", "name": "Routed", "fields": [{"id": "email", "type": "email", "title": "Email"}], "storage": [
            {"kind": "inbox"}, {"kind": "email", "target": "owner@shop.example"}, {"kind": "list", "target": "news"},
            {"kind": "webhook", "target": "https://hooks.example/form"},
        ]},
        {"id": "values", "name": "Values", "fields": [
            {"id": "day", "type": "date"}, {"id": "hour", "type": "time"}, {"id": "guests", "type": "number"}, {"id": "call", "type": "phone"},
        ]},
        {"id": "inner", "name": "Inner", "fields": [{"id": "text", "type": "text"}]},
        {"id": "cake-form", "name": "Cake", "fields": [{"id": "words", "type": "text", "title": "Words", "required": true}]},
    ])
}
