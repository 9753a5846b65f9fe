//! Stock at the desk: found, listed by how much is left, changed one by one and by a table, while shoppers buy.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::{join, join_all};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const STOCK: &str = "/api/commerce/desk/stock";
const ADJUST: &str = "/api/commerce/inventory/adjustments";
const OWNER: &str = "own@shop.example";

fn unlimited(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
    settings.workers = Some(2);
}

async fn owner(app: &TestApp) -> Visitor {
    app.member(OWNER, &[Role::StoreManager]).await
}

/// The SKUs of every page of a list.
async fn skus(who: &Visitor, query: &str) -> Vec<String> {
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ok(who.get(&format!("{STOCK}?{query}&cursor={cursor}")).await).json();
        found.extend(
            page["variants"].as_array().unwrap().iter().map(|row| row["sku"].as_str().unwrap().to_owned()),
        );
        match page["nextPageCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return found,
        }
    }
}

fn ok(reply: Reply) -> Reply {
    assert!(reply.status.is_success(), "{}", reply.text);
    reply
}

async fn row(who: &Visitor, sku: &str) -> Value {
    let page = ok(who.get(&format!("{STOCK}?text={sku}")).await).json();
    page["variants"].as_array().unwrap().iter().find(|row| row["sku"] == sku).unwrap().clone()
}

async fn counts(who: &Visitor) -> Value {
    let answer = ok(who.get(&format!("{STOCK}/counts")).await).json();
    Value::from_iter(
        answer["views"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["view"].as_str().unwrap().to_owned(), one["variants"].clone())),
    )
}

fn change(sku: &str, change: i64) -> Value {
    json!({"itemId": sku, "sku": sku, "change": change, "cause": "RECEIVED"})
}

fn code(reply: &Reply) -> String {
    reply.json()["code"].as_str().unwrap_or_default().to_owned()
}

async fn take(who: &Visitor, table: &str, more: Value) -> Reply {
    let mut body = json!({"table": table});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    who.post(&format!("{STOCK}/tables"), body).await
}

/// So many more products with a variant each: `Thing 000001` with `thing-000001`, every fifth sold out, every seventh not counted.
async fn things(app: &TestApp, many: usize) {
    let mut catalog = catalog::catalog();
    let products = catalog["products"].as_array_mut().unwrap();
    products.extend((0..many).map(|n| {
        json!({"id": format!("thing{n}"), "title": format!("Thing {n:06}"), "fullUrl": "/shop/thing", "productType": 1, "variants": [
            {"sku": format!("thing-{n:06}"), "price": 100, "qtyInStock": n % 5, "unlimited": n % 7 == 0}]})
    }));
    app.publish(&catalog).await;
}

on_both! {
    /// S-900: every variant is found by words of its title, options and SKU, page by page without a gap or a repeat.
    async fn s_900_variants_are_found_by_words(app: &TestApp); {
        let who = owner(app).await;
        things(app, 45).await;
        let all = skus(&who, "").await;
        assert_eq!((all.len(), &all[..3]), (55, &["box", "bread", "cake"].map(str::to_owned)[..]));
        let mut once = all.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), 55);
        assert_eq!(skus(&who, "text=mug").await, ["mug-l", "mug-s"]);
        assert_eq!(skus(&who, "text=mug+larg").await, ["mug-l"]);
        assert_eq!(skus(&who, "text=MUG-S").await, ["mug-s"]);
        assert_eq!(skus(&who, "text=large+bread").await, Vec::<String>::new());
        assert_eq!(skus(&who, "text=%25").await, Vec::<String>::new());
        assert_eq!(skus(&who, "text=thing").await.len(), 45);
        assert_eq!(skus(&who, "text=00004").await, ["thing-000040", "thing-000041", "thing-000042", "thing-000043", "thing-000044"]);
        let mug = row(&who, "mug-s").await;
        assert_eq!((&mug["title"], &mug["options"], &mug["available"], &mug["held"]), (&json!("Mug"), &json!("Small"), &json!(5), &json!(0)));
        // What is not published any more is not listed; its count stays.
        app.publish(&catalog::without("mug")).await;
        assert_eq!(skus(&who, "text=mug").await, Vec::<String>::new());
        assert_eq!(app.stock("mug", "mug-s").await, 5);
        for query in ["cursor=%21", "cursor=AAAA"] {
            assert_eq!(who.get(&format!("{STOCK}?{query}")).await.status, 400);
        }
        assert_eq!(who.get(&format!("{STOCK}?text={}", "a".repeat(201))).await.status, 400);
    }

    /// S-900: a shop from before titles were written down is described when it is first looked at.
    async fn s_900_a_shop_from_before_is_listed(app: &TestApp); {
        app.execute("UPDATE stock SET listed = NULL, title = '', words = '', place = '', options = ''; DELETE FROM stock_term").await;
        let who = owner(app).await;
        assert_eq!(skus(&who, "text=small").await, ["mug-s"]);
        assert_eq!(skus(&who, "").await.len(), 10);
    }

    /// S-901: each list holds what it says and is counted; low is what the shop says, or the variant itself.
    async fn s_901_lists_are_by_what_is_left(app: &TestApp); {
        let who = owner(app).await;
        assert_eq!(skus(&who, "view=OUT").await, ["empty"]);
        assert_eq!(skus(&who, "view=UNCOUNTED").await, ["gift-25", "gift-50", "guide", "lesson"]);
        assert_eq!(skus(&who, "view=LOW").await, Vec::<String>::new());
        let low = async |body: Value| who.put(&format!("{STOCK}/low"), body).await;
        assert_eq!(low(json!({"lowAt": 5})).await.status, 204);
        assert_eq!(skus(&who, "view=LOW").await, ["mug-l", "mug-s"]);
        assert_eq!(low(json!({"itemId": "mug", "sku": "mug-s", "lowAt": 2})).await.status, 204);
        assert_eq!(skus(&who, "view=LOW").await, ["mug-l"]);
        assert_eq!(low(json!({"lowAt": 20})).await.status, 204);
        assert_eq!(skus(&who, "view=LOW").await, ["box", "bread", "cake", "mug-l"]);
        assert_eq!(skus(&who, "view=LOW&text=br").await, ["bread"]);
        assert_eq!(counts(&who).await, json!({"ALL": 10, "LOW": 4, "OUT": 1, "UNCOUNTED": 4}));
        // A new variant begins with the shop's number, and one without its own has it again.
        app.publish(&catalog::with_variant("bread", "sku", json!("rye"))).await;
        assert_eq!(row(&who, "rye").await["lowAt"], 20);
        assert_eq!(low(json!({"itemId": "mug", "sku": "mug-s", "lowAt": null})).await.status, 204);
        let mug = row(&who, "mug-s").await;
        assert_eq!((&mug["lowAt"], &mug["lowIsOwn"]), (&json!(20), &json!(false)));
        for bad in [json!({"lowAt": -1}), json!({"lowAt": 1_000_001}), json!({"itemId": "mug", "lowAt": 1})] {
            assert_eq!(code(&low(bad).await), "malformed-low");
        }
        assert_eq!(low(json!({"itemId": "nobody", "sku": "x", "lowAt": 1})).await.status, 404);
        assert_eq!(low(json!({"lowAt": null})).await.status, 204);
        assert_eq!(skus(&who, "view=LOW").await, Vec::<String>::new());
        assert_eq!(app.count("record", "kind = 'set-low-stock'").await, 5);
    }

    /// S-902: a change and a count say what was there; the ledger says who, when, why and which order; nothing goes below zero.
    async fn s_902_changes_stand_in_the_ledger(app: &TestApp); {
        let who = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let order = ok(visitor.post(CHECKOUT, purchase()).await).json();
        let more = ok(who.post(ADJUST, change("bread", 6)).await).json();
        assert_eq!((&more["before"], &more["change"], &more["qtyInStock"]), (&json!(18), &json!(6), &json!(24)));
        let counted = json!({"itemId": "bread", "sku": "bread", "quantity": 10, "cause": "COUNTED", "reason": "behind the oven too"});
        let counted = ok(who.post(ADJUST, counted).await).json();
        assert_eq!((&counted["before"], &counted["change"], &counted["qtyInStock"]), (&json!(24), &json!(-14), &json!(10)));
        for (bad, said) in [
            (json!({"change": -11, "cause": "DAMAGED"}), "stock-below-zero"),
            (json!({"change": -1, "cause": "OTHER"}), "reason-missing"),
            (json!({"change": -1}), "reason-missing"),
            (json!({"change": 1, "quantity": 1, "cause": "COUNTED"}), "malformed-adjustment"),
            (json!({"quantity": -1, "cause": "COUNTED"}), "malformed-adjustment"),
            (json!({"change": i64::MIN, "cause": "COUNTED"}), "malformed-adjustment"),
            (json!({"change": 1_000_000_000, "cause": "COUNTED"}), "malformed-adjustment"),
        ] {
            let mut body = json!({"itemId": "bread", "sku": "bread"});
            body.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
            assert_eq!(code(&who.post(ADJUST, body.clone()).await), said, "{body}");
        }
        assert_eq!(code(&who.post(ADJUST, change("lesson", 1)).await), "stock-unlimited");
        assert_eq!(who.post(ADJUST, change("nobody", 1)).await.status, 404);
        let ledger = ok(who.get("/api/commerce/inventory/changes?itemId=bread&sku=bread").await).json();
        let lines: Vec<Value> = ledger["changes"].as_array().unwrap().iter()
            .map(|one| json!([one["change"], one["reason"], one["cause"], one["note"], one["actor"], one["orderNumber"]])).collect();
        assert_eq!(lines, [
            json!([-14, "adjustment", "COUNTED", "behind the oven too", OWNER, null]),
            json!([6, "adjustment", "RECEIVED", null, OWNER, null]),
            json!([-2, "order", null, null, null, order["number"]]),
            json!([20, "import", null, null, null, null]),
        ]);
        assert_eq!(app.count("record", "kind = 'adjust-stock'").await, 2);
        app.audit().await;
    }

    /// S-902: what unpaid orders hold is said beside what can be bought, and goes with them.
    async fn s_902_unpaid_orders_hold_pieces(app: &TestApp); {
        let mut shop = catalog::catalog();
        shop["orderSettings"] = json!({"manualPayments": [{"id": "transfer", "kind": "transfer", "name": "Bank transfer", "holdDays": 10}]});
        app.publish(&shop).await;
        let who = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 3).await;
        let mut body = purchase();
        body["paymentMethod"] = json!("transfer");
        body["paymentToken"] = json!("");
        let order = ok(visitor.post(CHECKOUT, body).await).json();
        let bread = row(&who, "bread").await;
        assert_eq!((&bread["available"], &bread["held"]), (&json!(17), &json!(3)));
        let cancelled = format!("/api/commerce/orders/{}/cancellation", order["id"].as_str().unwrap());
        ok(who.post(&cancelled, json!({"reason": "never paid", "restock": true})).await);
        let bread = row(&who, "bread").await;
        assert_eq!((&bread["available"], &bread["held"]), (&json!(20), &json!(0)));
        app.audit().await;
    }

    /// S-903: sixty buyers while the owner adds and takes away at the same moment: no piece is sold twice, none is lost, and the ledger is the count.
    async fn s_903_buyers_and_the_owner_at_once(app: &TestApp) with |settings| unlimited(settings); {
        let who = owner(app).await;
        let visitors: Vec<Visitor> = (0..60).map(|_| app.visitor()).collect();
        for visitor in &visitors {
            add(visitor, "bread", "bread", 1).await;
        }
        let buying = join_all(visitors.iter().map(|visitor| visitor.post(CHECKOUT, purchase())));
        let changes: Vec<i64> = (0..20).map(|n| if n % 3 == 0 { -2 } else { 3 }).collect();
        let adjusting = join_all(changes.iter().map(|pieces| who.post(ADJUST, change("bread", *pieces))));
        let (bought, adjusted) = join(buying, adjusting).await;
        let sold = i64::try_from(bought.iter().filter(|reply| reply.status == 200).count()).unwrap();
        let done: i64 = adjusted.iter().zip(&changes).filter(|(reply, _)| reply.status == 200).map(|(_, pieces)| pieces).sum();
        for reply in adjusted.iter().filter(|reply| reply.status != 200) {
            assert_eq!(code(reply), "stock-below-zero", "{}", reply.text);
        }
        let left = app.stock("bread", "bread").await;
        assert_eq!((left, left >= 0), (20 + done - sold, true));
        app.audit().await;
    }

    /// S-903: steps of every kind in any order: after each the count is what was told, and the ledger is the count.
    async fn s_903_sequences_keep_count_and_ledger_together(app: &TestApp) with |settings| unlimited(settings); {
        let who = owner(app).await;
        let mut chance = Chance(903);
        let mut count: i64 = 20;
        for _ in 0..40 {
            let pieces = i64::try_from(chance.below(9)).unwrap();
            let is_done = match chance.below(4) {
                0 => {
                    let visitor = app.visitor();
                    let added = crate::cart::try_add(&visitor, "bread", json!("bread"), json!(pieces + 1)).await;
                    let is_sold = added.status == 200 && visitor.post(CHECKOUT, purchase()).await.status == 200;
                    assert_eq!(is_sold, pieces < count);
                    count -= if is_sold { pieces + 1 } else { 0 };
                    continue;
                }
                1 => {
                    let reply = who.post(ADJUST, change("bread", -pieces)).await;
                    assert_eq!(reply.status == 200, pieces <= count);
                    count -= if reply.status == 200 { pieces } else { 0 };
                    continue;
                }
                2 => ok(who.post(ADJUST, json!({"itemId": "bread", "sku": "bread", "quantity": pieces, "cause": "COUNTED"})).await),
                _ => ok(take(&who, &format!("sku,count\nbread,{pieces}\n"), json!({})).await),
            };
            assert!(is_done.status.is_success());
            count = pieces;
            assert_eq!(app.stock("bread", "bread").await, count);
        }
        assert_eq!(app.stock("bread", "bread").await, count);
        app.audit().await;
    }

    /// S-904: a table is looked at first, taken over whole or not at all, with faults by line and column; counts change nothing twice.
    async fn s_904_a_table_is_taken_over_whole(app: &TestApp); {
        let who = owner(app).await;
        let table = "sku,count,change,reason,note\r\nbread,12,,,\r\nmug-s,,+4,received,van 7\r\ncake,9,,counted,\r\nbox,,,,\r\n";
        let seen = ok(take(&who, table, json!({"preview": true})).await).json();
        assert_eq!((&seen["isDone"], &seen["unchanged"], &seen["faults"]), (&json!(false), &json!(1), &json!([])));
        assert_eq!(seen["changes"][0], json!({"line": 2, "itemId": "bread", "sku": "bread", "title": "Bread", "options": "", "before": 20, "after": 12, "cause": "COUNTED"}));
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (20, 5));
        let done = ok(take(&who, table, json!({})).await).json();
        assert_eq!((&done["isDone"], &done["changes"]), (&json!(true), &seen["changes"]));
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (12, 9));
        // Its changes would count again, so it is recognised.
        assert_eq!(ok(take(&who, table, json!({"preview": true})).await).json()["isKnown"], true);
        let again = take(&who, table, json!({})).await;
        assert_eq!((again.status.as_u16(), code(&again)), (409, "stock-table-known".to_owned()));
        assert_eq!(app.stock("mug", "mug-s").await, 9);
        ok(take(&who, table, json!({"again": true})).await);
        assert_eq!(app.stock("mug", "mug-s").await, 13);
        // Counts alone may come as often as they like.
        let count = "sku;count\nbread;7\n";
        for changed in [1, 0, 0] {
            let done = ok(take(&who, count, json!({})).await).json();
            assert_eq!((done["isKnown"].clone(), done["changes"].as_array().unwrap().len()), (json!(false), changed));
        }
        let bad = "sku,count,change,reason\nbread,3,,\nnobody,1,,\nmug-l,,-2,damaged\nlesson,1,,\nbread,4,,\ncake,x,,\n";
        let refused = ok(take(&who, bad, json!({})).await).json();
        let faults: Vec<Value> = refused["faults"].as_array().unwrap().iter().map(|one| json!([one["line"], one["column"], one["code"]])).collect();
        assert_eq!(refused["isDone"], false);
        assert_eq!(faults, [json!([3, "sku", "sku-unknown"]), json!([4, "change", "stock-below-zero"]), json!([5, "count", "stock-unlimited"]),
            json!([6, "sku", "line-twice"]), json!([7, "count", "malformed-number"])]);
        assert_eq!(app.stock("bread", "bread").await, 7);
        assert_eq!(code(&take(&who, "name,price\nBread,1\n", json!({})).await), "malformed-table");
        let long = format!("sku,count\n{}", "bread,1\n".repeat(5001));
        assert_eq!(code(&take(&who, &long, json!({"preview": true})).await), "table-too-long");
        let wide = format!("sku,count,note\nbread,7,{}\n", "long ".repeat(60_000));
        assert_eq!(ok(take(&who, &wide, json!({"preview": true})).await).json()["faults"][0]["code"], "note-too-long");
        let large = "long ".repeat(220_000);
        assert_eq!(take(&who, &large, json!({"preview": true})).await.status, 413);
        app.audit().await;
    }

    /// S-905: the table that goes out can come back: nothing in it changes anything, a number that is typed into it does, and no cell is a formula.
    async fn s_905_a_table_that_went_out_comes_back(app: &TestApp); {
        let mut catalog = catalog::with_variant("bread", "sku", json!("=1+cmd"));
        let products = catalog["products"].as_array_mut().unwrap();
        products.iter_mut().find(|product| product["id"] == "bread").unwrap()["title"] = json!("@SUM(A1), \"old\"");
        // Another product has the same SKU.
        products.iter_mut().find(|product| product["id"] == "cake").unwrap()["variants"][0]["sku"] = json!("box");
        app.publish(&catalog).await;
        let who = owner(app).await;
        let out = ok(who.get(&format!("{STOCK}.csv")).await).text;
        assert!(out.starts_with("product,sku,title,options,available,held,lowAt,count,change,reason,note\r\n"), "{out}");
        assert!(out.contains("\r\nbread,'=1+cmd,\"'@SUM(A1), \"\"old\"\"\",,20,0,,,,,\r\n"), "{out}");
        assert!(out.contains("\r\nlesson,lesson,Lesson,,unlimited,0,,,,,\r\n"), "{out}");
        let back = ok(take(&who, &out, json!({})).await).json();
        assert_eq!((&back["isDone"], &back["changes"], &back["faults"]), (&json!(true), &json!([]), &json!([])));
        let typed = out.replace("\"\"old\"\"\",,20,0,,,,,", "\"\"old\"\"\",,20,0,,4,,,").replace("cake,box,Cake,,9,0,,,,,", "cake,box,Cake,,9,0,,,-1,damaged,");
        ok(take(&who, &typed, json!({})).await);
        assert_eq!((app.stock("bread", "=1+cmd").await, app.stock("cake", "box").await, app.stock("box", "box").await), (4, 8, 10));
        let ambiguous = ok(take(&who, "sku,count\nbox,1\n", json!({})).await).json();
        assert_eq!(ambiguous["faults"][0]["code"], "sku-ambiguous");
        app.audit().await;
    }

    /// S-901: no list or search of stock goes through every variant, by the plans of both databases.
    async fn s_901_no_list_reads_every_variant(app: &TestApp); {
        things(app, 2_000).await;
        let who = owner(app).await;
        assert_eq!(skus(&who, "text=thing+001999").await, ["thing-001999"]);
        app.execute("ANALYZE").await;
        let plans = app.handle().context().db.desk_plans().await.unwrap();
        let plans: Vec<_> = plans.into_iter().filter(|(name, _)| name.starts_with("stock")).collect();
        assert_eq!(plans.len(), 30);
        for (name, plan) in plans {
            let goes_through = plan.lines().any(|line| {
                let line = line.trim();
                // What SQLite and PostgreSQL say of a table that is read from end to end.
                let is_scan = ["SCAN s", "SCAN stock_term", "SCAN o", "SCAN v"].iter().any(|scan| line.starts_with(scan));
                is_scan && !line.contains("USING") || ["stock", "stock_term", "shop_order", "stock_level"].iter().any(|table| line.contains(&format!("Seq Scan on {table} ")))
            });
            assert!(!goes_through, "{name}:\n{plan}");
        }
    }
}
