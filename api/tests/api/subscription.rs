use crate::app::{TestApp, on_both};
use crate::cart::{CART, ENTRIES};
use serde_json::json;

pub const SUBSCRIPTION: &str = "/api/3/commerce/cart/subscription";

on_both! {
    /// a cart of its own, opened by its token; the visitor's own cart is left alone.
    async fn a_040_a_subscription_gets_a_cart_and_a_041_its_token(app: &TestApp); {
        let visitor = app.visitor();
        let reply = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 2, "additionalFields": ""})).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let answer = reply.json();
        assert_eq!(answer.as_object().unwrap().len(), 1);
        let cart = app.visitor().get(&format!("{CART}?cartToken={}", answer["cartToken"].as_str().unwrap())).await.json();
        assert_eq!((&cart["entries"][0]["itemId"], &cart["subtotalCents"]), (&json!("box"), &json!(6000)));
        assert_eq!(visitor.get(CART).await.json()["entries"], json!([]));
    }

    /// what cannot be subscribed to, and what can only be.
    async fn a_042_other_products_are_refused(app: &TestApp); {
        let visitor = app.visitor();
        for item in ["guide", "bread"] {
            let reply = visitor.post(SUBSCRIPTION, json!({"itemId": item, "sku": null, "qty": 1})).await;
            assert_eq!((reply.status.as_u16(), reply.error()), (400, "Sorry, that item is not available as a subscription.".into()));
        }
        assert_eq!(visitor.post(SUBSCRIPTION, json!({"itemId": "nobody", "sku": null, "qty": 1})).await.status, 404);
        assert_eq!(visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 11})).await.status, 400);
        let once = visitor.post(ENTRIES, json!({"itemId": "box", "sku": null, "quantity": 1})).await;
        assert_eq!(once.error(), "Sorry, that item is only available as a subscription.");
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }
}
