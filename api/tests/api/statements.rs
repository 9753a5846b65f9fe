//! How many statements a call sends: the price of a call, and it must not grow with the cart.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::{CART, add};
use serde_json::{Value, json};

/// A shop of sixty kinds of bread.
fn many() -> Value {
    let mut catalog = crate::catalog::catalog();
    let bread = |number: usize| {
        json!({"id": format!("bread-{number}"), "title": "Bread", "fullUrl": format!("/shop/bread-{number}"), "productType": 1,
            "variants": [{"sku": format!("bread-{number}"), "price": 600, "qtyInStock": 100}]})
    };
    catalog["products"].as_array_mut().unwrap().extend((0..60).map(bread));
    catalog
}

async fn add_kind(visitor: &Visitor, number: usize) {
    let name = format!("bread-{number}");
    add(visitor, &name, &name, 1).await;
}

/// How many statements were sent meanwhile.
async fn sent(app: &TestApp, work: impl Future<Output = ()>) -> u64 {
    let db = &app.handle().context().db;
    let before = db.statements_sent();
    work.await;
    db.statements_sent() - before
}

on_both! {
    /// an add, a read and a first add each take a handful of statements, in a cart of one line and of sixty.
    async fn a_018_a_call_takes_few_statements_however_full_the_cart(app: &TestApp) with |settings| settings.limits.add_entry = 1_000_000; {
        app.publish(&many()).await;
        let (few, full, fresh) = (app.visitor(), app.visitor(), app.visitor());
        // Servers that share a database also count calls there; one alone with its file makes a cart, puts the entry in and turns the
        // cart by a statement each.
        let shared = u64::from(app.settings.database_url.is_some());
        add_kind(&few, 0).await;
        for number in 0..60 {
            add_kind(&full, number).await;
        }
        fresh.crumb().await;
        let read = async |visitor: &Visitor| assert_eq!(visitor.get(CART).await.status, 200);
        let counted = [
            sent(app, add_kind(&fresh, 1)).await,
            sent(app, add_kind(&few, 1)).await,
            sent(app, add_kind(&full, 1)).await,
            sent(app, read(&few)).await,
            sent(app, read(&full)).await,
        ];
        assert_eq!(counted, [4 - shared, 3, 3, 1, 1]);
        app.clock.advance(60 * 60 * 1000 + 1);
        assert_eq!(sent(app, add_kind(&few, 1)).await, 6 + shared, "once an hour the cart is told to live on");
    }
}
