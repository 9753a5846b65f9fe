//! The desk, many orders at once: all of a list chosen, tagged, given out, printed, and sent by a table of tracking numbers.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::desk::copies;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk";

fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.headers.get(name).and_then(|value| value.to_str().ok())
}

async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

async fn buy(app: &TestApp, item: &str, name: &str) -> (String, i64) {
    let visitor = app.visitor();
    add(&visitor, item, item, 2).await;
    let mut purchase = purchase();
    purchase["buyer"]["name"] = json!(name);
    let order = visitor.post(CHECKOUT, purchase).await;
    assert_eq!(order.status, 200, "{}", order.text);
    let id = order.json()["id"].as_str().unwrap().to_owned();
    let number = app.number(&format!("SELECT number FROM shop_order WHERE id = '{id}'")).await;
    (id, number)
}

async fn take(owner: &Visitor, table: &str, apply: bool) -> Value {
    let reply = owner
        .post(&format!("{DESK}/tracking"), json!({"table": table, "apply": apply, "notify": true}))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn outcomes(answer: &Value) -> Vec<&str> {
    answer["lines"].as_array().unwrap().iter().map(|line| line["outcome"].as_str().unwrap()).collect()
}

async fn state(app: &TestApp) -> (i64, i64, i64) {
    app.work().await;
    (
        app.count("shipment", "TRUE").await,
        app.count("outbox", "dedupe_key LIKE 'shipped-%' OR dedupe_key LIKE 'again-%'").await,
        app.count("shop_order", "fulfilled_at IS NOT NULL").await,
    )
}

on_both! {
    /// S-888: a table of tracking numbers is looked through before anything is done; each fault has its line and column, and with one
    /// nothing is sent.
    async fn s_888_a_table_with_a_fault_does_nothing(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let (_, first) = buy(app, "bread", "Ann Lee").await;
        let (off, cancelled) = buy(app, "bread", "Bea Lee").await;
        assert_eq!(owner.post(&format!("/api/commerce/orders/{off}/cancellation"), json!({"reason": "x"})).await.status, 200);
        let before = state(app).await;
        let long = "x".repeat(301);
        let table = format!("Order;Carrier;Tracking number;Tracking URL\n#{first};UPS;1Z1;\n\n{cancelled};UPS;1Z2;\n99999;UPS;1Z3;\n;UPS;1Z4;\n{first};UPS;;\n{first};UPS;{long};\n{first};UPS;1Z5;javascript:alert(1)\n{first};UPS;1Z6;\n");
        let answer = take(&owner, &table, true).await;
        assert_eq!(answer["isApplied"], false);
        let found: Vec<(u64, &str, &str)> = answer["lines"].as_array().unwrap().iter()
            .map(|line| (line["line"].as_u64().unwrap(), line["outcome"].as_str().unwrap(), line["column"].as_str().unwrap_or_default())).collect();
        assert_eq!(found, [(2, "SENT", ""), (4, "WRONG", "order"), (5, "WRONG", "order"), (6, "WRONG", "order"), (7, "WRONG", "trackingNumber"),
            (8, "WRONG", "trackingNumber"), (9, "WRONG", "trackingUrl"), (10, "WRONG", "order")]);
        assert!(answer["lines"].as_array().unwrap().iter().all(|line| (line["outcome"] == "WRONG") == line["fault"].is_string()));
        assert_eq!(state(app).await, before);
        for wrong in ["", "a,b\n1,2", "order\n1", "\u{0}", &format!("order,tracking number\n{}", "1,2\n".repeat(2001))] {
            let refused = owner.post(&format!("{DESK}/tracking"), json!({"table": wrong, "apply": true})).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("malformed-table")), "{wrong:.40}");
        }
    }

    /// S-889: a table sends what is left of its orders with the carrier's page and a letter each; looked through it changes nothing, and
    /// taken twice it changes nothing more. An order that was sent without a number gets its number.
    async fn s_889_the_same_table_twice_changes_nothing(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let (one, first) = buy(app, "bread", "Ann Lee").await;
        let (two, second) = buy(app, "bread", "Bea Lee").await;
        let (sent, third) = buy(app, "bread", "Cal Lee").await;
        assert_eq!(owner.post(&format!("{DESK}/orders/{sent}/parcels"), json!({})).await.status, 200);
        let part = json!({"lines": [{"position": 0, "quantity": 1}], "tracking": {"carrier": "UPS", "trackingNumber": "1Z0", "trackingUrl": ""}});
        assert_eq!(owner.post(&format!("{DESK}/orders/{two}/parcels"), part).await.status, 200);
        let table = format!("\u{feff}order,tracking number,carrier\r\n#{first},1Z1,UPS\r\n{two},1Z2,UPS\r\n{third},1Z3,UPS\r\n{second},1Z2,UPS\r\n");
        let before = state(app).await;
        assert_eq!(before, (2, 0, 1));
        let looked = take(&owner, &table, false).await;
        assert_eq!((looked["isApplied"].as_bool(), outcomes(&looked)), (Some(false), vec!["SENT", "SENT", "NAMED", "SAME"]));
        assert_eq!(state(app).await, before);
        let done = take(&owner, &table, true).await;
        assert_eq!((done["isApplied"].as_bool(), outcomes(&done)), (Some(true), vec!["SENT", "SENT", "NAMED", "SAME"]));
        let after = state(app).await;
        assert_eq!(after, (4, 3, 3));
        app.clock.advance(1000);
        let again = take(&owner, &table, true).await;
        assert_eq!((again["isApplied"].as_bool(), outcomes(&again)), (Some(true), vec!["SAME"; 4]));
        assert_eq!(state(app).await, after);
        let order = owner.get(&format!("{DESK}/orders/{one}")).await.json();
        assert_eq!(order["parcels"][0]["trackingUrl"], "https://www.ups.com/track?tracknum=1Z1");
        assert_eq!(owner.get(&format!("{DESK}/orders/{sent}")).await.json()["parcels"][0]["trackingNumber"], "1Z3");
        let third_number = take(&owner, &format!("order,tracking number\n{first},OTHER\n"), true).await;
        assert_eq!(third_number["lines"][0]["column"], "order", "nothing is left");
        app.audit().await;
    }

    /// S-886: pick list, slips and labels of orders are one PDF; orders without a label and with letters that cannot be printed are named.
    async fn s_886_orders_are_printed(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let (ann, _) = buy(app, "bread", "Ann Lee").await;
        let (taro, number) = buy(app, "bread", "山田太郎").await;
        let (file, none) = buy(app, "guide", "Bea Lee").await;
        let print = async |orders: &str, sheets: &str, paper: &str| owner.get(&format!("{DESK}/print.pdf?orders={orders}&sheets={sheets}&paper={paper}")).await;
        let three = format!("{ann},{taro},{file}");
        for paper in ["", "a4", "letter", "label"] {
            let reply = print(&three, "picks,slips,labels", paper).await;
            assert_eq!((reply.status.as_u16(), header(&reply, "content-type")), (200, Some("application/pdf")), "{paper}");
            assert!(reply.text.starts_with("%PDF-"), "{paper}");
            let named = [header(&reply, "loggia-unknown-letters"), header(&reply, "loggia-without-label")];
            assert_eq!(named, [Some(format!("#{number}").as_str()), Some(format!("#{none}").as_str())]);
        }
        for (orders, sheets, paper, code) in [(file.as_str(), "labels", "a4", "nothing-to-print"), ("", "slips", "a4", "nothing-to-print"), (&ann, "", "a4", "nothing-to-print"),
            (&ann, "cards", "a4", "malformed-print"), (&ann, "slips", "a9", "malformed-print"), (&"x,".repeat(201), "slips", "a4", "too-many-orders")] {
            let refused = print(orders, sheets, paper).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!(code)), "{orders:.30} {sheets}");
        }
        assert_eq!(print("nobody", "slips", "a4").await.status, 404);
    }

    /// S-885: all orders of a list are chosen, beyond its page, tagged at once each by itself, and given out as a table.
    async fn s_885_all_of_a_list_are_chosen_tagged_and_given_out(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("adm@shop.example", &[Role::Admin]).await;
        let mut ids = Vec::new();
        for index in 0..9 {
            ids.insert(0, buy(app, "bread", &format!("Ann{index} Lee")).await.0);
            app.clock.advance(1000);
        }
        copies(app, &ids[0], 50).await;
        app.work().await;
        let chosen = owner.get(&format!("{DESK}/selection?view=PAID")).await.json();
        assert_eq!((chosen["orders"].as_array().unwrap().len(), &chosen["isMore"]), (59, &json!(false)));
        assert_eq!(owner.get(&format!("{DESK}/selection?text=ann3")).await.json()["orders"], json!([ids[5]]));
        let tagged = owner.post(&format!("{DESK}/tags"), json!({"orders": [ids[0], "nobody", ids[1]], "add": ["Gift", "gift", " Fragile "]})).await.json();
        let refused: Vec<bool> = tagged["orders"].as_array().unwrap().iter().map(|one| one["refused"].is_string()).collect();
        assert_eq!(refused, [false, true, false]);
        assert_eq!(owner.post(&format!("{DESK}/tags"), json!({"orders": [ids[0]], "add": ["New"], "remove": ["GIFT"]})).await.status, 200);
        assert_eq!(owner.get(&format!("{DESK}/orders/{}", ids[0])).await.json()["tags"], json!(["Fragile", "New"]));
        assert_eq!(owner.get(&format!("{DESK}/selection?tag=fragile")).await.json()["orders"].as_array().unwrap().len(), 2);
        let many = vec!["x"; 101];
        assert_eq!(owner.post(&format!("{DESK}/tags"), json!({"orders": many})).await.json()["code"], "too-many-orders");
        let table = owner.get(&format!("{DESK}/orders.csv?tag=fragile")).await;
        assert_eq!(table.status, 200, "{}", table.text);
        assert_eq!(table.text.lines().count(), 3, "{}", table.text);
        assert!(table.text.contains("Ann8 Lee") && table.text.contains("\"Fragile, New\""), "{}", table.text);
        assert_eq!(app.count("record", "kind = 'export' AND subject = 'orders'").await, 1);
    }
}
