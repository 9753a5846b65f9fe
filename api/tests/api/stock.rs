use crate::app::{TestApp, on_both};
use crate::catalog;
use serde_json::json;

const STOCK: &str = "/api/commerce/inventory/stock/";

on_both! {
    /// one record a variant, in the catalogue's order, with and without the slash.
    async fn a_043_stock_has_a_record_for_each_variant(app: &TestApp); {
        let visitor = app.visitor();
        let wanted = json!({"results": [
            {"sku": "mug-s", "unlimited": false, "qtyInStock": 5},
            {"sku": "mug-l", "unlimited": false, "qtyInStock": 1},
        ]});
        assert_eq!(visitor.get(&format!("{STOCK}?itemId=mug")).await.json(), wanted);
        assert_eq!(visitor.get("/api/commerce/inventory/stock?itemId=mug").await.json(), wanted);
        //
        assert_eq!(visitor.get(&format!("{STOCK}?itemId=guide")).await.json()["results"][0]["unlimited"], true);
        assert_eq!(visitor.get(&format!("{STOCK}?itemId=nobody")).await.status, 404);
        let without = visitor.get(STOCK).await;
        assert_eq!(without.status, 400);
        assert!(without.json()["error"].is_string());
    }

    /// stock is counted here; publishing again does not reset it, a new variant starts with its own number.
    async fn a_005_publishing_never_resets_the_stock(app: &TestApp); {
        let visitor = app.visitor();
        app.execute("UPDATE stock SET quantity = 3 WHERE sku = 'bread'").await;
        app.publish(&catalog::with_variant("bread", "qtyInStock", json!(500))).await;
        let left = visitor.get(&format!("{STOCK}?itemId=bread")).await.json();
        assert_eq!(left["results"][0]["qtyInStock"], 3);
        app.publish(&catalog::with_variant("bread", "sku", json!("rye"))).await;
        let left = visitor.get(&format!("{STOCK}?itemId=bread")).await.json();
        assert_eq!(left["results"], json!([{"sku": "rye", "unlimited": false, "qtyInStock": 20}]));
    }
}
