use crate::app::{TestApp, on_both};
use crate::catalog;
use loggia_api::roles::Role;
use reqwest::Method;
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

    /// S-739: a count says how many there were when it was looked at, and is refused when an order came in between; a change
    /// (+6) needs to know nothing. Both reach the pages at once and stand in the ledger with their reason.
    async fn s_739_an_adjustment_is_of_what_was_seen(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let adjust = async |body: serde_json::Value| owner.post("/api/commerce/inventory/adjustments", body).await;
        let piece = |more: serde_json::Value| {
            let mut all = json!({"itemId": "bread", "sku": "bread"});
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        app.execute("UPDATE stock SET quantity = 18 WHERE sku = 'bread'").await;
        let late = adjust(piece(json!({"quantity": 20, "expected": 20, "reason": "Counted"}))).await;
        assert_eq!((late.status.as_u16(), &late.json()["code"]), (409, &json!("stock-changed")));
        let done = adjust(piece(json!({"quantity": 20, "expected": 18, "reason": "Counted"}))).await;
        assert_eq!(done.json()["qtyInStock"], 20);
        assert_eq!(adjust(piece(json!({"change": 6, "reason": "Baked more"}))).await.json()["qtyInStock"], 26);
        let now = app.visitor().get(&format!("{STOCK}?itemId=bread")).await.json();
        assert_eq!(now["results"][0]["qtyInStock"], 26);
        let ledger = owner.get("/api/commerce/inventory/changes?itemId=bread&sku=bread").await.json();
        let told: Vec<(i64, &str)> = ledger["changes"].as_array().unwrap().iter().take(2)
            .map(|one| (one["change"].as_i64().unwrap(), one["note"].as_str().unwrap())).collect();
        assert_eq!(told, [(6, "Baked more"), (2, "Counted")]);
    }

    /// S-443: a count that is sent twice, as after a lost answer, counts once: an order in between stays counted.
    async fn s_443_a_repeat_of_a_count_changes_nothing(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let body = |quantity: i64| json!({"itemId": "bread", "sku": "bread", "quantity": quantity, "cause": "COUNTED"});
        let send = async |key: &str, quantity: i64| {
            let headers = [
                ("x-csrf-token", owner.crumb().await),
                ("x-siteuser-xsrf-token", owner.xsrf().unwrap()),
                ("content-type", "application/json".into()),
                ("idempotency-key", key.to_owned()),
            ];
            let path = "/api/commerce/inventory/adjustments";
            owner.send(Method::POST, path, &headers, Some(body(quantity).to_string())).await
        };
        app.execute("UPDATE stock SET quantity = 18 WHERE sku = 'bread'").await;
        let first = send("count-1", 15).await.json();
        assert_eq!((&first["before"], &first["qtyInStock"]), (&json!(18), &json!(15)));
        app.execute("UPDATE stock SET quantity = quantity - 2 WHERE sku = 'bread'").await;
        assert_eq!(send("count-1", 15).await.json(), first);
        assert_eq!(owner.get(&format!("{STOCK}?itemId=bread")).await.json()["results"][0]["qtyInStock"], 13);
        let other = send("count-1", 14).await;
        assert_eq!((other.status.as_u16(), &other.json()["code"]), (422, &json!("idempotency-key-reused")));
        assert_eq!(send("count-2", 15).await.json()["before"], 13);
        let ledger = owner.get("/api/commerce/inventory/changes?itemId=bread&sku=bread").await.json();
        let changes: Vec<_> = ledger["changes"].as_array().unwrap().iter().take(2).map(|one| one["change"].clone()).collect();
        assert_eq!(changes, [json!(2), json!(-3)]);
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
