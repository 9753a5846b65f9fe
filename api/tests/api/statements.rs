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

    /// S-728: a large catalogue is taken over in few statements, and one that changed little in fewer: nobody can buy meanwhile. What it
    /// says of each variant is there as before.
    async fn s_728_a_catalogue_is_taken_over_in_few_statements(app: &TestApp); {
        let shop = |build: &str, changed: &str| {
            let mut catalog = crate::catalog::catalog();
            catalog["buildId"] = json!(build);
            let loaf = |number: usize| {
                let title = if number == 7 { changed.to_owned() } else { format!("Loaf {number}") };
                json!({"id": format!("loaf-{number}"), "title": title, "productType": 1,
                    "variants": [{"sku": format!("loaf-{number}"), "price": 600, "qtyInStock": number}]})
            };
            catalog["products"].as_array_mut().unwrap().extend((0..1_200).map(loaf));
            catalog
        };
        let take_over = async |catalog: Value| sent(app, app.publish(&catalog)).await;
        let counted = [
            take_over(shop("one", "Loaf seven")).await,
            take_over(shop("two", "Loaf seven")).await,
            take_over(shop("three", "A round rye")).await,
            take_over(crate::catalog::catalog()).await,
        ];
        assert!(counted[0] <= 50 && counted[1] <= 15 && counted[2] <= 25, "{counted:?}");
        assert_eq!(app.count("stock", "item_id LIKE 'loaf-%' AND NOT listed").await, 1_200, "what is gone is sold no more");
        take_over(shop("four", "A round rye")).await;
        assert_eq!(app.count("stock", "item_id LIKE 'loaf-%' AND listed").await, 1_200);
        assert_eq!(app.stock("loaf-7", "loaf-7").await, 7, "what is counted keeps its count");
        assert_eq!(app.number("SELECT CAST(SUM(quantity) AS BIGINT) FROM stock WHERE item_id LIKE 'loaf-%'").await, 1_199 * 600);
        let words = async |term: &str| app.count("stock_term", &format!("item_id = 'loaf-7' AND term = '{term}'")).await;
        assert_eq!([words("rye").await, words("round").await, words("seven").await], [1, 1, 0]);
        app.audit().await;
    }

    /// S-728: of each product the newest fifty builds are remembered, whatever else is published.
    async fn s_728_the_newest_builds_of_a_product_are_remembered(app: &TestApp); {
        for price in 1..=60 {
            app.clock.advance(1000);
            app.publish(&crate::catalog::with_variant("bread", "price", json!(600 + price))).await;
        }
        let of = async |id: &str| app.count("build_price", &format!("item_id = '{id}'")).await;
        assert_eq!([of("bread").await, of("mug").await], [50, 1]);
        let newest = app.number("SELECT COUNT(*) FROM build_price WHERE item_id = 'bread' AND prices LIKE '%660%'").await;
        let oldest = app.number("SELECT COUNT(*) FROM build_price WHERE item_id = 'bread' AND prices LIKE '%601%'").await;
        assert_eq!([newest, oldest], [1, 0]);
        // One that comes back is the newest again.
        app.clock.advance(1000);
        app.publish(&crate::catalog::with_variant("bread", "price", json!(611))).await;
        app.clock.advance(1000);
        app.publish(&crate::catalog::with_variant("bread", "price", json!(700))).await;
        let back = app.number("SELECT COUNT(*) FROM build_price WHERE item_id = 'bread' AND prices LIKE '%611%'").await;
        assert_eq!([of("bread").await, back], [50, 1]);
        // A catalogue that has a product twice, of two prices, is taken over like any other.
        let mut twice = crate::catalog::with_variant("bread", "price", json!(800));
        let again = twice["products"].as_array().unwrap().iter().find(|product| product["id"] == "bread").unwrap().clone();
        twice["products"].as_array_mut().unwrap().push(again);
        app.publish(&twice).await;
        assert_eq!(of("bread").await, 50);
    }

    /// S-728: catalogues that come at once are taken over one after the other: each variant is counted once, with one first line in its
    /// ledger, and what is listed is what the last of them has.
    async fn s_728_catalogues_that_come_at_once(app: &TestApp); {
        let shop = |who: usize| {
            let mut catalog = crate::catalog::catalog();
            catalog["buildId"] = json!(format!("build-of-{who}"));
            let loaf = |number: usize| {
                json!({"id": format!("loaf-{number}"), "title": format!("Loaf {number} of {who}"), "productType": 1,
                    "variants": [{"sku": format!("loaf-{number}"), "price": 600 + who, "qtyInStock": 10 + who}]})
            };
            // Each has what the others have, and something of its own.
            let more = (0..100).chain([1_000 + who]).map(loaf);
            catalog["products"].as_array_mut().unwrap().extend(more);
            catalog
        };
        for _ in 0..3 {
            let catalogs = [shop(0), shop(1), shop(2), shop(3)];
            tokio::join!(app.publish(&catalogs[0]), app.publish(&catalogs[1]), app.publish(&catalogs[2]), app.publish(&catalogs[3]));
            assert_eq!(app.count("stock", "item_id LIKE 'loaf-%'").await, 104);
            assert_eq!(app.count("stock_change", "item_id LIKE 'loaf-%' AND reason = 'import'").await, 104);
            assert_eq!(app.count("stock", "item_id LIKE 'loaf-%' AND listed").await, 101);
            app.audit().await;
        }
    }
}
