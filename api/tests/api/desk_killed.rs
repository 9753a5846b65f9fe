//! The server is killed while the staff refund and change orders: what was acknowledged is there, nothing is half done, and the same
//! call once more does it once.

use crate::app::{PASSWORD, Reply, Store, Visitor, number};
use crate::checkout::CHECKOUT;
use crate::process::Server;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use loggia_api::clock::Clock;
use loggia_api::repository::{Db, audit};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const OWN: &str = "own@shop.example";
const DESK: &str = "/api/commerce/desk/orders";
/// How often the server is killed in one run, and how many orders are worked on at once.
const ROUNDS: usize = 4;
const ORDERS: usize = 6;
/// What of each kind there is at first.
const STOCK: i64 = 1000;

/// A call, and what shows that it was done.
#[derive(Clone)]
struct Press {
    order: String,
    path: String,
    key: String,
    body: Value,
    /// How many pieces of the order are left, and how many changes are made, once it is done.
    left: i64,
    made: usize,
}

/// Sends it; `None` from where the server was gone.
async fn send(visitor: &Visitor, press: &Press) -> Option<Reply> {
    let headers = [
        ("x-csrf-token", visitor.cookie("crumb")?),
        ("x-siteuser-xsrf-token", visitor.xsrf()?),
        ("content-type", "application/json".to_owned()),
        ("idempotency-key", press.key.clone()),
    ];
    visitor.try_send(Method::POST, &press.path, &headers, Some(press.body.to_string())).await.ok()
}

async fn good(visitor: &Visitor, path: &str) -> Value {
    let reply = visitor.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    reply.json()
}

/// How many pieces of an order are left to be sent, and how many of its changes are made.
async fn state(visitor: &Visitor, order: &str) -> (i64, usize) {
    let left = good(visitor, &format!("{DESK}/{order}")).await["lines"][0]["left"].as_i64().unwrap();
    let changes = good(visitor, &format!("{DESK}/{order}/changes")).await;
    (left, changes["changes"].as_array().unwrap().iter().filter(|change| change["state"] == "DONE").count())
}

/// A refund of a piece, a piece less, a piece more, or an exchange that pays for itself.
async fn press(visitor: &Visitor, order: &str, round: usize, kind: usize) -> Press {
    let (left, made) = state(visitor, order).await;
    let key = format!("{order}-{round}");
    if kind == 0 {
        let body = json!({"reason": "x", "lines": [{"position": 0, "quantity": 1, "restock": true}]});
        let path = format!("/api/commerce/orders/{order}/refunds");
        return Press { order: order.to_owned(), path, key, body, left: left - 1, made };
    }
    let one = json!([{"itemId": "bread", "sku": "bread", "quantity": 1}]);
    let (edit, left) = match kind {
        1 => (json!({"lines": [{"position": 0, "quantity": left - 1}]}), left - 1),
        2 => (json!({"added": one, "payment": "RECEIVED"}), left),
        _ => (json!({"lines": [{"position": 0, "quantity": left - 2}], "added": one}), left - 2),
    };
    let told = visitor.post(&format!("{DESK}/{order}/change-preview"), json!({"edit": edit})).await;
    assert_eq!(told.status, 200, "{}", told.text);
    let body = json!({"edit": edit, "digest": told.json()["digest"], "notify": true, "reason": "x"});
    Press {
        order: order.to_owned(),
        path: format!("{DESK}/{order}/changes"),
        key,
        body,
        left,
        made: made + 1,
    }
}

async fn signed_in(server: &Server) -> Visitor {
    let visitor = Visitor::at(&server.base);
    visitor.log_in(OWN, false).await;
    visitor.crumb().await;
    visitor
}

/// Every piece is for sale or sold, nobody got back more than was paid, and the books agree.
async fn is_whole(database: &str) {
    let sold = "SELECT CAST(COALESCE(SUM(l.quantity - l.restocked), 0) AS BIGINT) FROM order_line AS l JOIN shop_order AS o ON o.id = l.order_id WHERE o.status = 'paid'";
    let stock = "SELECT quantity FROM stock WHERE sku = 'bread'";
    assert_eq!(number(database, stock).await + number(database, sold).await, STOCK);
    for wrong in [
        "SELECT COUNT(*) FROM shop_order WHERE refunded_cents > grand_total_cents OR status = 'pending'",
        "SELECT COUNT(*) FROM order_change WHERE state = 'pending'",
        "SELECT COUNT(*) FROM draft_order WHERE held",
        "SELECT COUNT(*) FROM shop_order AS o WHERE o.refunded_cents <> (SELECT COALESCE(SUM(r.amount_cents), 0) FROM refund AS r WHERE r.order_id = o.id AND r.status <> 'failed')",
        "SELECT COUNT(*) FROM order_change AS c WHERE c.draft_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shop_order AS o WHERE o.cart_id = c.draft_id AND o.status = 'paid')",
    ] {
        assert_eq!(number(database, wrong).await, 0, "{wrong}");
    }
    let db = Db::open(database, 2).await.unwrap();
    let found = db.read(async |connection| audit::disagreements(connection).await).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
    db.close().await;
}

async fn work_and_kill(store: Store) {
    let folder = tempfile::tempdir().unwrap();
    let database = match store {
        Store::Sqlite => format!("sqlite:{}", folder.path().join("shop.db").display()),
        Store::Postgres => match crate::postgres::fresh_database().await {
            Some(url) => url,
            None => return,
        },
    };
    let catalog = crate::catalog::with_variant("bread", "qtyInStock", json!(STOCK));
    std::fs::write(folder.path().join("catalog.json"), catalog.to_string()).unwrap();
    let server = Server::start(&database, folder.path(), &[]);
    let db = Db::open(&database, 2).await.unwrap();
    loggia_api::accounts::add(&db, OWN, PASSWORD, &[Role::StoreManager], Clock::System.now_ms())
        .await
        .unwrap();
    db.close().await;
    let mut orders = Vec::new();
    for _ in 0..ORDERS {
        let visitor = Visitor::at(&server.base);
        let entry = json!({"itemId": "bread", "sku": "bread", "quantity": 12});
        assert_eq!(visitor.post("/api/commerce/shopping-cart/entries", entry).await.status, 200);
        let bought = visitor.post(CHECKOUT, crate::checkout::purchase()).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        orders.push(bought.json()["id"].as_str().unwrap().to_owned());
    }
    server.kill();
    let mut answered = 0;
    for round in 0..ROUNDS {
        let server = Server::start(&database, folder.path(), &[]);
        let visitor = signed_in(&server).await;
        let mut presses = Vec::new();
        for (at, order) in orders.iter().enumerate() {
            presses.push(press(&visitor, order, round, (at + round) % 4).await);
        }
        let mut sending: FuturesUnordered<_> =
            presses.iter().map(|press| async { (press.clone(), send(&visitor, press).await) }).collect();
        let mut replies = Vec::new();
        while replies.len() < round {
            replies.extend(sending.next().await);
        }
        server.kill();
        while let Some(reply) = sending.next().await {
            replies.push(reply);
        }
        drop(sending);
        is_whole(&database).await;
        let server = Server::start(&database, folder.path(), &[]);
        let visitor = signed_in(&server).await;
        for (press, reply) in replies {
            if let Some(reply) = &reply {
                assert_eq!(reply.status, 200, "{}", reply.text);
                answered += 1;
                assert_eq!(
                    state(&visitor, &press.order).await,
                    (press.left, press.made),
                    "what was acknowledged is there"
                );
            }
            // Whoever got no answer presses once more, and so may who got one.
            let again = send(&visitor, &press).await.unwrap();
            assert!(again.status.as_u16() < 500, "{}", again.text);
            assert_eq!(
                state(&visitor, &press.order).await,
                (press.left, press.made),
                "once, not twice: {}",
                again.text
            );
        }
        is_whole(&database).await;
        assert!(server.terminate());
    }
    assert!(answered > 0, "nothing was acknowledged before a kill");
}

/// S-982: on the embedded file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_982_killed_while_orders_are_changed_and_refunded_on_sqlite() {
    work_and_kill(Store::Sqlite).await;
}

/// S-982: on the server that many share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_982_killed_while_orders_are_changed_and_refunded_on_postgres() {
    work_and_kill(Store::Postgres).await;
}
