//! Letters to the owner about what runs low: each time once, whatever is bought, filled up and sold again in between.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::join;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const OWNER: &str = "owner@shop.example";
const LOW: &str = "/api/commerce/desk/stock/low";
const ADJUST: &str = "/api/commerce/inventory/adjustments";

fn shop() -> Value {
    let mut catalog = catalog::catalog();
    catalog["website"]["ownerEmail"] = json!(OWNER);
    catalog
}

async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

/// The letters about stock so far.
async fn letters(app: &TestApp) -> Vec<String> {
    app.work().await;
    let all = app.emails_to(OWNER).await;
    all.into_iter()
        .filter(|letter| letter.lines().nth(1).is_some_and(|line| line.contains("Low stock")))
        .collect()
}

async fn buy(app: &TestApp, quantity: u32) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", quantity).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
}

async fn count(owner: &Visitor, quantity: i64) {
    let body = json!({"itemId": "bread", "sku": "bread", "quantity": quantity, "cause": "COUNTED"});
    assert_eq!(owner.post(ADJUST, body).await.status, 200);
}

on_both! {
    /// S-978: a variant that becomes low is told of once, once more when it is sold out, and anew after it was filled up.
    async fn s_978_what_runs_low_is_told_of_once_each_time(app: &TestApp); {
        app.publish(&shop()).await;
        app.work().await;
        let owner = owner(app).await;
        count(&owner, 4).await;
        assert_eq!(letters(app).await.len(), 0, "nobody said from how many on");
        let said = owner.put(LOW, json!({"lowAt": 2, "itemId": "bread", "sku": "bread"})).await;
        assert!(said.status.is_success(), "{}", said.text);
        buy(app, 1).await;
        assert_eq!(letters(app).await.len(), 0, "three are left");
        buy(app, 1).await;
        // Two servers look at once.
        join(app.work(), app.work()).await;
        let first = letters(app).await;
        assert_eq!(first.len(), 1, "{first:#?}");
        assert!(first[0].contains("Few left") && !first[0].contains("Sold out"), "{}", first[0]);
        buy(app, 1).await;
        assert_eq!(letters(app).await.len(), 1, "it was told of");
        buy(app, 1).await;
        let second = letters(app).await;
        assert_eq!(second.len(), 2);
        assert!(second.iter().any(|letter| letter.contains("Sold out")), "{second:#?}");
        count(&owner, 10).await;
        assert_eq!(letters(app).await.len(), 2);
        buy(app, 9).await;
        assert_eq!(letters(app).await.len(), 3);
        // Filled up only a little after it was sold out: still low, and told of when it is sold out again.
        buy(app, 1).await;
        assert_eq!(letters(app).await.len(), 4);
        count(&owner, 1).await;
        assert_eq!(letters(app).await.len(), 4);
        buy(app, 1).await;
        assert_eq!(letters(app).await.len(), 5);
        app.audit().await;
    }

    /// S-978: a shop without an address of its owner loses nothing: the letter comes when there is one.
    async fn s_978_the_letter_waits_for_an_address(app: &TestApp); {
        let owner = owner(app).await;
        app.work().await;
        count(&owner, 1).await;
        assert!(owner.put(LOW, json!({"lowAt": 1})).await.status.is_success());
        app.work().await;
        assert_eq!(app.count("stock", "low_told > 0").await, 0);
        app.publish(&shop()).await;
        let found = letters(app).await;
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("bread"), "{}", found[0]);
    }
}
