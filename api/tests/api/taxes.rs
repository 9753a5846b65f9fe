//! Taxes that prices hold, and gift cards that pay them.

use crate::app::{TestApp, on_both};
use crate::cart::CART;
use crate::checkout::CHECKOUT;
use crate::money::{buy_card, owner, with_codes};
use crate::plain;
use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";

/// The shop in Germany, where its guide is a book.
fn german() -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["taxRules"] = json!([
        {"country": "DE", "rate": "19", "name": "VAT", "included": true, "shipping": true},
        {"country": "DE", "class": "reduced", "rate": "7", "name": "VAT", "included": true, "shipping": true},
    ]);
    let products = catalog["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == "guide").unwrap()["taxClass"] = json!("reduced");
    catalog
}

fn to_germany() -> Value {
    json!({"email": "ann@shopper.example", "paymentToken": "test-pass", "shippingOptionId": "air",
        "buyer": {"name": "Ann Lee"}, "shippingLocation": {"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"}})
}

on_both! {
    /// S-622: the order, its letter and its pages say which taxes the prices held, and nothing is added to them.
    async fn s_622_a_receipt_shows_the_taxes_that_prices_held(app: &TestApp); {
        app.publish(&german()).await;
        let (visitor, _) = with_codes(app, &[("guide", "guide"), ("bread", "bread")], &[]).await;
        let answer = visitor.post(CHECKOUT, to_germany()).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let order = answer.json();
        let goods = visitor.get(CART).await; // the purchased cart is gone
        assert_eq!(goods.json()["entries"], json!([]));
        // A guide of 12.00 at 7 %, and bread with the air mail of 15.00 at 19 %: all by what was paid.
        let taxes = order["taxes"].as_array().unwrap();
        let owner = owner(app).await;
        let detail = owner.get(&format!("{ORDERS}/{}", order["id"].as_str().unwrap())).await.json();
        let cents = |key: &str| detail[key].as_i64().unwrap();
        assert_eq!(detail["taxes"], order["taxes"]);
        assert_eq!((cents("taxCents"), cents("grandTotalCents")), (0, cents("subtotalCents") + cents("shippingCents")));
        let sum = |key: &str| taxes.iter().map(|line| line[key].as_i64().unwrap()).sum::<i64>();
        assert_eq!(sum("taxCents"), cents("includedTaxCents"));
        assert_eq!(sum("taxCents") + sum("netCents"), cents("grandTotalCents"));
        let guide = taxes.iter().find(|line| line["rate"] == "7").unwrap();
        assert_eq!((&guide["netCents"], &guide["taxCents"]), (&json!(1121), &json!(79)));
        let letter = app.emails_to("ann@shopper.example").await.concat();
        assert!(letter.contains("VAT 7 %: $0.79 (included, on $11.21)"), "{letter}");
        app.audit().await;
    }

    /// S-622: the pages without script show them too, before the payment and after it.
    async fn s_622_the_forms_show_the_taxes_that_prices_hold(app: &TestApp); {
        app.publish(&german()).await;
        let (visitor, _) = with_codes(app, &[("guide", "guide")], &[]).await;
        let changed = plain::pay(app, &visitor, "0", &[("country", "DE")]).await;
        assert!(changed.text.contains("<dt>Including VAT 7 %</dt><dd>$0.79</dd>"), "{}", changed.text);
        let thanks = plain::pay(app, &visitor, "1200", &[("country", "DE")]).await;
        assert!(thanks.text.contains("<dt>Including VAT 7 %</dt><dd>$0.79</dd>"), "{}", thanks.text);
        assert!(!thanks.text.contains("<dt>Tax</dt>"), "{}", thanks.text);
    }

    /// S-621: a gift card pays the tax and takes none off; refunded, it has all of it back.
    async fn s_621_a_gift_card_pays_the_tax(app: &TestApp); {
        let (_, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        let (visitor, _) = with_codes(app, &[("guide", "guide")], &[&code]).await;
        let body = json!({"email": "bob@shopper.example", "paymentToken": "test-pass", "shippingLocation": {"country": "FR"}});
        let order = visitor.post(CHECKOUT, body).await;
        assert_eq!(order.status, 200, "{}", order.text);
        assert_eq!(app.count("shop_order", "tax_cents = 240 AND discount_cents = 1440 AND gift_card_cents = 1440 \
            AND gift_card_rest_cents = 240 AND grand_total_cents = 0").await, 1);
        assert_eq!(app.count("gift_card", "balance_cents = 1060").await, 1);
        app.audit().await;
        let owner = owner(app).await;
        let path = format!("{ORDERS}/{}/refunds", order.json()["id"].as_str().unwrap());
        let back = owner.post(&path, json!({"reason": "asked for it"})).await;
        assert_eq!(back.status, 200, "{}", back.text);
        assert_eq!(app.count("gift_card", "balance_cents = 2500").await, 1);
        app.audit().await;
    }

    /// S-621: without script the card stands apart from what a coupon takes off.
    async fn s_621_a_coupon_and_a_card_stand_apart(app: &TestApp); {
        let (_, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        let (visitor, _) = with_codes(app, &[("guide", "guide"), ("lesson", "lesson")], &["TEN", &code]).await;
        let shown = plain::pay(app, &visitor, "0", &[("country", "FR")]).await.text;
        assert!(shown.contains("<dt>Discount</dt>") && shown.contains("<dt>Gift card</dt><dd>-$25.00</dd>"), "{shown}");
        app.audit().await;
    }
}
