//! Stock at several places: sold from them in their order, given back to where it came from, counted, moved, expected and received.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::join_all;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

pub const STOCK: &str = "/api/commerce/desk/stock";
pub const ADJUST: &str = "/api/commerce/inventory/adjustments";
pub const LOCATIONS: &str = "/api/commerce/desk/locations";
pub const TRANSFERS: &str = "/api/commerce/desk/transfers";

pub fn unlimited(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
    settings.workers = Some(2);
}

pub fn ok(reply: &Reply) -> Value {
    assert!(reply.status.is_success(), "{}", reply.text);
    reply.json()
}

pub fn code(reply: &Reply) -> String {
    reply.json()["code"].as_str().unwrap_or_default().to_owned()
}

pub async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

/// Adds a location; its id.
pub async fn location(who: &Visitor, name: &str) -> String {
    let added = who.post(LOCATIONS, json!({"name": name, "mainName": "Shop floor"})).await;
    ok(&added)["id"].as_str().unwrap().to_owned()
}

/// What the list says of a variant.
pub async fn row(who: &Visitor, sku: &str) -> Value {
    let page = ok(&who.get(&format!("{STOCK}?text={sku}")).await);
    page["variants"].as_array().unwrap().iter().find(|row| row["sku"] == sku).unwrap().clone()
}

/// How many of a variant lie where, in the order of the locations.
pub async fn levels(who: &Visitor, sku: &str) -> Vec<i64> {
    let row = row(who, sku).await;
    row["locations"].as_array().unwrap().iter().map(|one| one["available"].as_i64().unwrap()).collect()
}

/// A transfer of one variant, whose product has its name.
pub fn sent(from: Option<&str>, to: &str, sku: &str, pieces: i64) -> Value {
    json!({"fromId": from, "toId": to, "lines": [{"itemId": sku, "sku": sku, "quantity": pieces}]})
}

pub fn came(sku: &str, received: i64, lost: i64) -> Value {
    json!({"lines": [{"itemId": sku, "sku": sku, "received": received, "lost": lost}]})
}

/// Moves pieces from the first location to another at once.
pub async fn moved(who: &Visitor, to: &str, sku: &str, pieces: i64) {
    let transfer = ok(&who.post(TRANSFERS, sent(Some("main"), to, sku, pieces)).await);
    let receipt = format!("{TRANSFERS}/{}/receipt", transfer["id"].as_str().unwrap());
    assert_eq!(ok(&who.post(&receipt, came(sku, pieces, 0)).await)["state"], "DONE");
}

async fn keyed(who: &Visitor, path: &str, key: &str, body: &Value) -> Reply {
    let headers = [
        ("x-csrf-token", who.crumb().await),
        ("x-siteuser-xsrf-token", who.xsrf().unwrap()),
        ("content-type", "application/json".to_owned()),
        ("idempotency-key", key.to_owned()),
    ];
    who.send(Method::POST, path, &headers, Some(body.to_string())).await
}

fn names(answer: &Value) -> Vec<String> {
    let text = |one: &Value| one["name"].as_str().unwrap().to_owned();
    answer["locations"].as_array().unwrap().iter().map(text).collect()
}

on_both! {
    /// S-687: a shop without locations has none; with the second the first gets its name; names are one each; archived is what is empty.
    async fn s_687_locations_are_added_named_ordered_and_archived(app: &TestApp); {
        let who = owner(app).await;
        assert_eq!(ok(&who.get(LOCATIONS).await), json!({"locations": []}));
        assert_eq!(row(&who, "bread").await["locations"], json!([]));
        assert_eq!(code(&who.post(LOCATIONS, json!({"name": "Warehouse"})).await), "main-name-missing");
        assert_eq!(code(&who.post(LOCATIONS, json!({"name": " ", "mainName": "Shop"})).await), "malformed-location");
        assert_eq!(code(&who.post(LOCATIONS, json!({"name": "Shop", "mainName": "SHOP"})).await), "location-name-taken");
        assert_eq!(ok(&who.get(LOCATIONS).await), json!({"locations": []}));
        let warehouse = location(&who, "Warehouse").await;
        assert_eq!(levels(&who, "bread").await, [20, 0]);
        let van = location(&who, "Van").await;
        assert_eq!(names(&ok(&who.get(LOCATIONS).await)), ["Shop floor", "Warehouse", "Van"]);
        assert_eq!(code(&who.post(LOCATIONS, json!({"name": "  shop   FLOOR "})).await), "location-name-taken");
        let of = |id: &str| format!("{LOCATIONS}/{id}");
        assert_eq!(code(&who.put(&of(&van), json!({"name": "warehouse"})).await), "location-name-taken");
        assert_eq!(ok(&who.put(&of(&van), json!({"name": "VAN"})).await)["name"], "VAN");
        assert_eq!(who.put(&of("nowhere"), json!({"name": "x"})).await.status, 404);
        let ordered = ok(&who.put(LOCATIONS, json!({"ids": [van, "main", warehouse]})).await);
        assert_eq!(names(&ordered), ["VAN", "Shop floor", "Warehouse"]);
        for ids in [json!([van, "main"]), json!([van, van, "main", warehouse]), json!([van, "main", warehouse, "x"])] {
            assert_eq!(code(&who.put(LOCATIONS, json!({"ids": ids})).await), "locations-changed");
        }
        // What holds something, or expects it, is not archived, and the first never.
        let archived = json!({"isArchived": true});
        assert_eq!(code(&who.put(&of("main"), archived.clone()).await), "main-location");
        let transfer = ok(&who.post(TRANSFERS, sent(Some("main"), &van, "bread", 2)).await);
        let refused = who.put(&of(&van), archived.clone()).await;
        assert_eq!((refused.status.as_u16(), code(&refused)), (409, "location-expects".to_owned()));
        ok(&who.post(&format!("{TRANSFERS}/{}/receipt", transfer["id"].as_str().unwrap()), came("bread", 2, 0)).await);
        let refused = who.put(&of(&van), archived.clone()).await;
        assert_eq!((refused.status.as_u16(), code(&refused)), (409, "location-not-empty".to_owned()));
        assert!(refused.error().contains("2 pieces of 1 variants"), "{}", refused.text);
        ok(&who.post(ADJUST, json!({"itemId": "bread", "sku": "bread", "locationId": van, "quantity": 0, "cause": "COUNTED"})).await);
        assert_eq!(ok(&who.put(&of(&van), archived).await)["isArchived"], true);
        assert_eq!(code(&who.post(TRANSFERS, sent(None, &van, "bread", 1)).await), "location-archived");
        assert_eq!(code(&who.post(LOCATIONS, json!({"name": "van"})).await), "location-name-taken");
        assert_eq!(levels(&who, "bread").await, [18, 0]);
        assert_eq!(ok(&who.put(&of(&van), json!({"isArchived": false})).await)["isArchived"], false);
        assert_eq!(app.count("record", "kind = 'put-location'").await, 6);
        app.audit().await;
    }

    /// S-688: what is sold is taken from the locations in their order, in lines of the ledger by location; what comes back goes to where
    /// it was taken from, or to the first where that is archived.
    async fn s_688_sales_take_in_order_and_give_back(app: &TestApp); {
        let who = owner(app).await;
        let warehouse = location(&who, "Warehouse").await;
        moved(&who, &warehouse, "bread", 15).await;
        assert_eq!(levels(&who, "bread").await, [5, 15]);
        let buy = async |pieces: u32| {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", pieces).await;
            ok(&visitor.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned()
        };
        let first = buy(7).await;
        assert_eq!((levels(&who, "bread").await, app.stock("bread", "bread").await), (vec![0, 13], 13));
        let taken = format!("order_id = '{first}' AND reason = 'order'");
        assert_eq!(app.count("stock_change", &taken).await, 2);
        assert_eq!(app.number(&format!("SELECT change FROM stock_change WHERE {taken} AND location_id = '{warehouse}'")).await, -2);
        // The warehouse first.
        ok(&who.put(LOCATIONS, json!({"ids": [warehouse, "main"]})).await);
        let second = buy(3).await;
        assert_eq!(levels(&who, "bread").await, [10, 0]);
        let back = |order: &str| format!("/api/commerce/orders/{order}/refunds");
        let pieces = |quantity: i64| json!({"lines": [{"position": 0, "quantity": quantity, "restock": true}], "reason": "came back"});
        ok(&who.post(&back(&first), pieces(7)).await);
        assert_eq!(levels(&who, "bread").await, [12, 5]);
        ok(&who.post(&back(&second), pieces(1)).await);
        assert_eq!(levels(&who, "bread").await, [13, 5]);
        // Archived: what comes back lies at the first.
        moved_back(&who, &warehouse, 13).await;
        ok(&who.put(&format!("{LOCATIONS}/{warehouse}"), json!({"isArchived": true})).await);
        ok(&who.post(&back(&second), pieces(2)).await);
        assert_eq!((levels(&who, "bread").await, app.stock("bread", "bread").await), (vec![20], 20));
        app.audit().await;
    }

    /// S-695: an order at the desk says from where its pieces were taken, beside those that came back; a shop of one place says nothing.
    async fn s_695_an_order_says_where_its_pieces_were_taken(app: &TestApp); {
        let who = owner(app).await;
        let buy = async |pieces: u32| {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", pieces).await;
            ok(&visitor.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned()
        };
        let taken = async |id: &str| {
            let order = ok(&who.get(&format!("/api/commerce/desk/orders/{id}")).await);
            let one = |taken: &Value| (taken["name"].as_str().unwrap().to_owned(), taken["pieces"].as_i64().unwrap());
            order["takenFrom"].as_array().unwrap().iter().map(one).collect::<Vec<_>>()
        };
        let before = buy(1).await;
        assert_eq!(taken(&before).await, []);
        let warehouse = location(&who, "Warehouse").await;
        moved(&who, &warehouse, "bread", 15).await;
        let id = buy(7).await;
        let at = |name: &str, pieces| (name.to_owned(), pieces);
        assert_eq!(taken(&id).await, [at("Shop floor", 4), at("Warehouse", 3)]);
        let back = json!({"lines": [{"position": 0, "quantity": 2, "restock": true}], "reason": "x"});
        ok(&who.post(&format!("/api/commerce/orders/{id}/refunds"), back).await);
        assert_eq!(taken(&id).await, [at("Shop floor", 4), at("Warehouse", 1)]);
        assert_eq!(taken(&before).await, [at("Shop floor", 1)]);
        let pdf = who.get(&format!("/api/commerce/desk/print.pdf?orders={id}&sheets=picks")).await;
        assert_eq!(pdf.status, 200, "{}", pdf.text);
        app.audit().await;
    }

    /// S-688: forty buyers at once of pieces that lie at three locations: as many are sold as there are, and no level is below zero.
    async fn s_688_buyers_at_once_of_three_locations(app: &TestApp) with |settings| unlimited(settings); {
        let who = owner(app).await;
        let (first, second) = (location(&who, "Warehouse").await, location(&who, "Van").await);
        moved(&who, &first, "bread", 8).await;
        moved(&who, &second, "bread", 7).await;
        ok(&who.put(LOCATIONS, json!({"ids": [second, "main", first]})).await);
        let visitors: Vec<Visitor> = (0..40).map(|_| app.visitor()).collect();
        for (n, visitor) in (0..).zip(&visitors) {
            add(visitor, "bread", "bread", 1 + n % 2).await;
        }
        let bought = join_all(visitors.iter().map(|visitor| visitor.post(CHECKOUT, purchase()))).await;
        let sold: i64 = (0_i64..).zip(&bought).filter(|(_, reply)| reply.status == 200).map(|(n, _)| 1 + n % 2).sum();
        let left = app.stock("bread", "bread").await;
        assert_eq!((sold + left, (0..=1).contains(&left)), (20, true), "{sold} sold");
        assert!(bought.iter().all(|reply| reply.status.as_u16() < 500));
        assert_eq!(levels(&who, "bread").await.iter().sum::<i64>(), left);
        app.audit().await;
        // All of them come back at once.
        let ids: Vec<String> = bought.iter().filter(|reply| reply.status == 200).map(|reply| reply.json()["id"].as_str().unwrap().to_owned()).collect();
        let back = |id: &String| format!("/api/commerce/orders/{id}/cancellation");
        let paths: Vec<String> = ids.iter().map(back).collect();
        let cancelled = join_all(paths.iter().map(|path| who.post(path, json!({"reason": "wrong", "restock": true})))).await;
        assert!(cancelled.iter().all(|reply| reply.status.is_success()), "{:?}", cancelled.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!((app.stock("bread", "bread").await, levels(&who, "bread").await), (20, vec![7, 5, 8]));
        app.audit().await;
    }

    /// S-689: a change and a count are of a location; the answer says what there was there and how many there are in all.
    async fn s_689_adjustments_are_of_a_location(app: &TestApp); {
        let who = owner(app).await;
        let warehouse = location(&who, "Warehouse").await;
        let at = async |location: Option<&str>, more: Value| {
            let mut body = json!({"itemId": "bread", "sku": "bread", "cause": "COUNTED"});
            if let Some(location) = location { body["locationId"] = json!(location); }
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            who.post(ADJUST, body).await
        };
        let said = |reply: &Reply| { let one = ok(reply); [&one["before"], &one["change"], &one["qtyInStock"], &one["total"]].map(|n| n.as_i64().unwrap()) };
        assert_eq!(said(&at(Some(&warehouse), json!({"change": 6})).await), [0, 6, 6, 26]);
        assert_eq!(said(&at(Some("main"), json!({"quantity": 4})).await), [20, -16, 4, 10]);
        assert_eq!(said(&at(None, json!({"change": 1})).await), [4, 1, 5, 11]);
        assert_eq!(said(&at(Some(&warehouse), json!({"quantity": 2, "expected": 6})).await), [6, -4, 2, 7]);
        assert_eq!(code(&at(Some(&warehouse), json!({"quantity": 2, "expected": 7})).await), "stock-changed");
        assert_eq!(code(&at(Some(&warehouse), json!({"change": -3})).await), "stock-below-zero");
        assert_eq!(code(&at(None, json!({"change": -6})).await), "stock-below-zero");
        assert_eq!(at(Some("nowhere"), json!({"change": 1})).await.status, 404);
        assert_eq!((levels(&who, "bread").await, app.stock("bread", "bread").await), (vec![5, 2], 7));
        let ledger = ok(&who.get("/api/commerce/inventory/changes?itemId=bread&sku=bread").await);
        assert_eq!(ledger["changes"][0]["locationId"], json!(warehouse));
        assert_eq!(ledger["changes"][1]["locationId"], Value::Null);
        app.audit().await;
    }

    /// S-690: the list is narrowed to what lies at a location, by words and by list, in pages without a gap.
    async fn s_690_the_list_is_narrowed_by_location(app: &TestApp); {
        let who = owner(app).await;
        let mut shop = catalog::catalog();
        shop["products"].as_array_mut().unwrap().extend((0..45).map(|n| json!({"id": format!("thing{n}"), "title": format!("Thing {n:06}"),
            "fullUrl": "/shop/thing", "productType": 1, "variants": [{"sku": format!("thing{n}"), "price": 100, "qtyInStock": 3}]})));
        app.publish(&shop).await;
        let warehouse = location(&who, "Warehouse").await;
        let lines: Vec<Value> = (0..30).map(|n| json!({"itemId": format!("thing{n}"), "sku": format!("thing{n}"), "quantity": 3})).collect();
        let transfer = ok(&who.post(TRANSFERS, json!({"fromId": "main", "toId": warehouse, "lines": lines})).await);
        let came: Vec<Value> = (0..30).map(|n| json!({"itemId": format!("thing{n}"), "sku": format!("thing{n}"), "received": 3})).collect();
        ok(&who.post(&format!("{TRANSFERS}/{}/receipt", transfer["id"].as_str().unwrap()), json!({"lines": came})).await);
        let skus = async |query: &str| {
            let (mut found, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = ok(&who.get(&format!("{STOCK}?{query}&cursor={cursor}")).await);
                found.extend(page["variants"].as_array().unwrap().iter().map(|row| row["sku"].as_str().unwrap().to_owned()));
                match page["nextPageCursor"].as_str() { Some(next) => next.clone_into(&mut cursor), None => return found }
            }
        };
        let expected: Vec<String> = (0..30).map(|n| format!("thing{n}")).collect();
        assert_eq!(skus(&format!("location={warehouse}")).await, expected);
        assert_eq!(skus(&format!("location={warehouse}&text=thing")).await, expected);
        assert_eq!(skus(&format!("location={warehouse}&text=000007")).await, ["thing7"]);
        assert_eq!(skus(&format!("location={warehouse}&view=OUT")).await, Vec::<String>::new());
        assert_eq!(skus("location=main&text=thing").await.len(), 15);
        assert_eq!(skus("location=main").await.len(), 15 + 5);
        assert_eq!(skus("location=nowhere").await, Vec::<String>::new());
        // Another title moves it in the list.
        shop["products"].as_array_mut().unwrap().iter_mut().find(|product| product["id"] == "thing29").unwrap()["title"] = json!("Aardvark");
        app.publish(&shop).await;
        assert_eq!(skus(&format!("location={warehouse}")).await.first().unwrap(), "thing29");
        app.audit().await;
    }

    /// S-691: what is on its way has left where it comes from and is not sold; it is received in parts, with what was lost, or cancelled.
    async fn s_691_transfers_go_and_come(app: &TestApp); {
        let who = owner(app).await;
        let warehouse = location(&who, "Warehouse").await;
        let mut body = sent(Some("main"), &warehouse, "bread", 12);
        for (name, value) in [("reference", "PO 7"), ("note", "by van"), ("tracking", "DHL 123"), ("expectedOn", "2026-03-01")] { body[name] = json!(value); }
        let transfer = ok(&who.post(TRANSFERS, body).await);
        assert_eq!((transfer["state"].as_str(), transfer["reference"].as_str(), transfer["author"].as_str()), (Some("ON_ITS_WAY"), Some("PO 7"), Some("own@shop.example")));
        let bread = row(&who, "bread").await;
        assert_eq!((&bread["available"], &bread["incoming"][0]["pieces"], &bread["incoming"][0]["expectedOn"]), (&json!(8), &json!(12), &json!("2026-03-01")));
        let of = |step: &str| format!("{TRANSFERS}/{}/{step}", transfer["id"].as_str().unwrap());
        let part = ok(&who.post(&of("receipt"), came("bread", 5, 2)).await);
        assert_eq!((&part["state"], &part["lines"][0]["received"], &part["lines"][0]["lost"]), (&json!("ON_ITS_WAY"), &json!(5), &json!(2)));
        assert_eq!(levels(&who, "bread").await, [8, 5]);
        for (body, said) in [(came("bread", 5, 1), "transfer-more-than-sent"), (came("cake", 1, 0), "malformed-transfer"), (came("bread", 0, 0), "malformed-transfer"),
            (came("bread", -1, 2), "malformed-transfer"), (json!({"lines": []}), "malformed-transfer")] {
            assert_eq!(code(&who.post(&of("receipt"), body.clone()).await), said, "{body}");
        }
        let cancelled = ok(&who.post(&of("cancellation"), json!({})).await);
        assert_eq!((&cancelled["state"], &cancelled["lines"][0]["back"]), (&json!("CANCELLED"), &json!(5)));
        assert_eq!(levels(&who, "bread").await, [13, 5]);
        for step in ["receipt", "cancellation"] {
            assert_eq!(code(&who.post(&of(step), came("bread", 1, 0)).await), "transfer-ended");
        }
        // From a supplier: nothing leaves, what comes is added; a cancelled rest does not come.
        let goods = ok(&who.post(TRANSFERS, sent(None, "main", "cake", 10)).await);
        let of = |step: &str| format!("{TRANSFERS}/{}/{step}", goods["id"].as_str().unwrap());
        ok(&who.post(&of("receipt"), came("cake", 4, 0)).await);
        ok(&who.post(&of("cancellation"), json!({})).await);
        assert_eq!((app.stock("cake", "cake").await, row(&who, "cake").await["incoming"].clone()), (13, json!([])));
        for (body, said) in [
            (sent(Some("main"), &warehouse, "bread", 14), "transfer-too-few"), (sent(Some("main"), "main", "bread", 1), "transfer-to-itself"),
            (sent(None, "nowhere", "bread", 1), "location-missing"), (sent(None, "main", "nobody", 1), "variant-missing"),
            (sent(None, "main", "lesson", 1), "stock-unlimited"), (sent(None, "main", "bread", 0), "malformed-transfer"),
            (json!({"toId": "main", "lines": []}), "malformed-transfer"),
            (json!({"toId": "main", "expectedOn": "soon", "lines": [{"itemId": "bread", "sku": "bread", "quantity": 1}]}), "malformed-transfer"),
        ] {
            assert_eq!(code(&who.post(TRANSFERS, body.clone()).await), said, "{body}");
        }
        let listed = async |view: &str| ok(&who.get(&format!("{TRANSFERS}?view={view}")).await)["transfers"].as_array().unwrap().len();
        assert_eq!((listed("ALL").await, listed("OPEN").await, listed("ENDED").await), (2, 0, 2));
        for (kind, times) in [("send-transfer", 2), ("receive-transfer", 2), ("cancel-transfer", 2)] {
            assert_eq!(app.count("record", &format!("kind = '{kind}'")).await, times, "{kind}");
        }
        app.audit().await;
    }

    /// S-691: transfers come in pages, and a shop of one place expects goods from a supplier too.
    async fn s_691_a_shop_of_one_place_expects_goods(app: &TestApp); {
        let who = owner(app).await;
        for _ in 0..23 { ok(&who.post(TRANSFERS, sent(None, "main", "bread", 1)).await); }
        let first = ok(&who.get(TRANSFERS).await);
        let second = ok(&who.get(&format!("{TRANSFERS}?cursor={}", first["nextPageCursor"].as_str().unwrap())).await);
        assert_eq!((first["transfers"].as_array().unwrap().len(), second["transfers"].as_array().unwrap().len()), (20, 3));
        assert_eq!((app.stock("bread", "bread").await, row(&who, "bread").await["incoming"].as_array().unwrap().len()), (20, 23));
        app.audit().await;
    }

    /// S-692: a receipt with one key counts once; people who receive at once never receive more than was sent.
    async fn s_692_receiving_at_once(app: &TestApp) with |settings| unlimited(settings); {
        let who = owner(app).await;
        let warehouse = location(&who, "Warehouse").await;
        let transfer = ok(&who.post(TRANSFERS, sent(Some("main"), &warehouse, "bread", 10)).await);
        let receipt = format!("{TRANSFERS}/{}/receipt", transfer["id"].as_str().unwrap());
        let (body, other) = (came("bread", 2, 0), came("bread", 1, 0));
        let same = join_all((0..6).map(|_| keyed(&who, &receipt, "one", &body))).await;
        assert!(same.iter().all(|reply| reply.status == 200 || code(reply) == "stock-changed"), "{:?}", same.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert_eq!(levels(&who, "bread").await, [10, 2]);
        assert_eq!(ok(&keyed(&who, &receipt, "one", &body).await)["lines"][0]["received"], 2);
        assert_eq!(keyed(&who, &receipt, "one", &other).await.status, 422);
        let three = came("bread", 2, 1);
        let both = join_all((0..6).map(|_| who.post(&receipt, three.clone()))).await;
        assert_eq!(both.iter().filter(|reply| reply.status == 200).count(), 2);
        assert!(both.iter().all(|reply| reply.status == 200 || code(reply) == "transfer-more-than-sent"));
        assert_eq!(levels(&who, "bread").await, [10, 6]);
        // One receives the rest while another cancels.
        let cancellation = format!("{TRANSFERS}/{}/cancellation", transfer["id"].as_str().unwrap());
        let (received, cancelled) = futures_util::future::join(who.post(&receipt, came("bread", 2, 0)), who.post(&cancellation, json!({}))).await;
        assert!((received.status == 200) != (cancelled.status == 200), "{} {}", received.text, cancelled.text);
        assert_eq!(app.stock("bread", "bread").await, 18);
        let (a, b) = (sent(Some("main"), &warehouse, "bread", 1), sent(Some("main"), &warehouse, "bread", 2));
        let first = ok(&keyed(&who, TRANSFERS, "two", &a).await);
        assert_eq!(ok(&keyed(&who, TRANSFERS, "two", &a).await)["id"], first["id"]);
        assert_eq!(keyed(&who, TRANSFERS, "two", &b).await.status, 422);
        app.audit().await;
    }

    /// S-694: the audit tells of a level, of a sum of levels and of a transfer that do not agree with what is written beside them.
    async fn s_694_the_audit_tells_what_does_not_agree(app: &TestApp); {
        let who = owner(app).await;
        let warehouse = location(&who, "Warehouse").await;
        moved(&who, &warehouse, "bread", 8).await;
        app.audit().await;
        let found = async || {
            let db = &app.handle().context().db;
            let told = db.read(async |connection| loggia_api::repository::audit::disagreements(connection).await).await.unwrap();
            let mut rules: Vec<String> = told.iter().map(|one| one.split(':').next().unwrap().to_owned()).collect();
            rules.dedup();
            rules
        };
        for (wrong, right, rules) in [
            ("UPDATE stock_level SET quantity = 9", "UPDATE stock_level SET quantity = 8", vec!["stock lies somewhere", "level is its ledger"]),
            ("UPDATE stock SET elsewhere = 7 WHERE sku = 'bread'", "UPDATE stock SET elsewhere = 8 WHERE sku = 'bread'", vec!["stock lies somewhere"]),
            ("UPDATE location SET archived_at = 1 WHERE id <> 'main'", "UPDATE location SET archived_at = NULL", vec!["nothing lies at an archived location"]),
            ("UPDATE stock_transfer_line SET received = 7", "UPDATE stock_transfer_line SET received = 8", vec!["transfer is its lines", "transfer is its ledger"]),
            ("UPDATE stock_transfer SET state = 'on-its-way'", "UPDATE stock_transfer SET state = 'done'", vec!["transfer is its lines"]),
        ] {
            app.execute(wrong).await;
            assert_eq!(found().await, rules, "{wrong}");
            app.execute(right).await;
        }
        app.audit().await;
    }

    /// S-693: the table has a line for each variant and location, comes back unchanged, and changes what lies at the location it names.
    async fn s_693_a_table_by_location(app: &TestApp); {
        let who = owner(app).await;
        let warehouse = location(&who, "=Ware\"house").await;
        moved(&who, &warehouse, "bread", 4).await;
        let out = who.get(&format!("{STOCK}.csv")).await.text;
        assert!(out.starts_with("product,sku,title,options,available,held,lowAt,location,count,change,reason,note\r\n"), "{out}");
        assert!(out.contains("\r\nbread,bread,Bread,,16,0,,Shop floor,,,,\r\nbread,bread,Bread,,4,0,,\"'=Ware\"\"house\",,,,\r\n"), "{out}");
        let take = async |table: &str| ok(&who.post(&format!("{STOCK}/tables"), json!({"table": table})).await);
        let back = take(&out).await;
        assert_eq!((&back["isDone"], &back["changes"], &back["faults"]), (&json!(true), &json!([]), &json!([])));
        let typed = "sku,location,count,change,reason\nbread,shop FLOOR,9,,\nbread,'=ware\"house,,-3,damaged\nmug-s,,,1,received\n";
        let done = take(typed).await;
        let changes: Vec<Value> = done["changes"].as_array().unwrap().iter().map(|one| json!([one["location"], one["before"], one["after"]])).collect();
        assert_eq!(changes, [json!(["Shop floor", 16, 9]), json!(["=Ware\"house", 4, 1]), json!(["Shop floor", 5, 6])]);
        assert_eq!((levels(&who, "bread").await, levels(&who, "mug-s").await), (vec![9, 1], vec![6, 0]));
        let bad = take("sku,location,count,change,reason\nbread,Nowhere,1,,\nbread,=ware\"house,,-2,damaged\nbread,=WARE\"house,3,,\n").await;
        let faults: Vec<Value> = bad["faults"].as_array().unwrap().iter().map(|one| json!([one["line"], one["column"], one["code"]])).collect();
        assert_eq!(faults, [json!([2, "location", "location-unknown"]), json!([3, "change", "stock-below-zero"]), json!([4, "sku", "line-twice"])]);
        assert_eq!(levels(&who, "bread").await, [9, 1]);
        app.audit().await;
    }
}

/// Takes everything out of the warehouse, to the first location.
async fn moved_back(who: &Visitor, warehouse: &str, pieces: i64) {
    let transfer = ok(&who.post(TRANSFERS, sent(Some(warehouse), "main", "bread", pieces)).await);
    let receipt = format!("{TRANSFERS}/{}/receipt", transfer["id"].as_str().unwrap());
    ok(&who.post(&receipt, came("bread", pieces, 0)).await);
}
