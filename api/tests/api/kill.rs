//! The server is killed while it sells. What it acknowledged is there, nothing is half done, nothing is done twice.

use crate::app::{Store, Visitor};
use crate::checkout::{CHECKOUT, agreed};
use crate::process::Server;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use loggia_api::clock::{Clock, DAY};
use loggia_api::repository::{Db, audit, outbox};
use loggia_api::{Handle, Settings};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How often the server is killed in one run.
const ROUNDS: usize = 5;
/// Shoppers who buy at the same time.
const SHOPPERS: usize = 8;

/// One purchase from an empty cart to its answer; `None` from where the server was gone. The key and what was agreed to stay known.
struct Purchase {
    key: String,
    body: Option<Value>,
    answer: Option<Value>,
}

async fn buy(base: String, key: String) -> Purchase {
    let visitor = Visitor::at(&base);
    let mut purchase = Purchase { key, body: None, answer: None };
    if visitor.try_send(Method::GET, "/api/crumb", &[], None).await.is_err() {
        return purchase;
    }
    let headers = [("x-csrf-token", visitor.crumb().await), ("content-type", "application/json".to_owned())];
    let entry = json!({"itemId": "bread", "sku": "bread", "quantity": 1}).to_string();
    let added =
        visitor.try_send(Method::POST, "/api/commerce/shopping-cart/entries", &headers, Some(entry)).await;
    if !added.is_ok_and(|reply| reply.status == 200) {
        return purchase;
    }
    let mut body = crate::checkout::purchase();
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    purchase.body = agreed(&visitor, &body).await;
    purchase.answer = pay(&visitor, &purchase).await;
    purchase
}

async fn pay(visitor: &Visitor, what: &Purchase) -> Option<Value> {
    let body = what.body.as_ref()?;
    let headers = [
        ("x-csrf-token", visitor.cookie("crumb")?),
        ("content-type", "application/json".to_owned()),
        ("idempotency-key", what.key.clone()),
    ];
    let reply = visitor.try_send(Method::POST, CHECKOUT, &headers, Some(body.to_string())).await.ok()?;
    assert_eq!(reply.status, 200, "{}", reply.text);
    Some(reply.json())
}

/// Shoppers buy; after `answers` of them were answered the server is killed in the middle of the others.
async fn round(server: Server, round: usize, answers: usize) -> Vec<Purchase> {
    let mut buying: FuturesUnordered<_> =
        (0..SHOPPERS * 3).map(|shopper| buy(server.base.clone(), format!("key-{round}-{shopper}"))).collect();
    let mut done = Vec::new();
    while done.len() < answers {
        done.extend(buying.next().await);
    }
    server.kill();
    while let Some(purchase) = buying.next().await {
        done.push(purchase);
    }
    done
}

async fn sell_and_kill(store: Store) {
    let folder = tempfile::tempdir().unwrap();
    let database = match store {
        Store::Sqlite => format!("sqlite:{}", folder.path().join("shop.db").display()),
        Store::Postgres => match crate::postgres::fresh_database().await {
            Some(url) => url,
            None => return,
        },
    };
    let catalog = crate::catalog::with_variant("bread", "qtyInStock", json!(1000));
    std::fs::write(folder.path().join("catalog.json"), catalog.to_string()).unwrap();
    let mut acknowledged: BTreeMap<String, Value> = BTreeMap::new();
    for number in 0..ROUNDS {
        let server = Server::start(&database, folder.path(), &[]);
        let purchases = round(server, number, 1 + (number * 5) % SHOPPERS).await;
        // A client that got no answer asks again with the same key.
        let server = Server::start(&database, folder.path(), &[]);
        let visitor = Visitor::at(&server.base);
        visitor.crumb().await;
        for purchase in purchases {
            let order = match (&purchase.answer, &purchase.body) {
                (_, None) => continue,
                (Some(answer), Some(_)) => {
                    assert_eq!(
                        pay(&visitor, &purchase).await.unwrap(),
                        *answer,
                        "the repeat answers the same order"
                    );
                    answer.clone()
                }
                (None, Some(_)) => pay(&visitor, &purchase).await.unwrap(),
            };
            acknowledged.insert(purchase.key, order);
        }
        server.kill();
    }
    assert!(acknowledged.len() >= ROUNDS * 2, "only {} purchases", acknowledged.len());
    check(&database, folder.path(), &acknowledged).await;
}

async fn check(database: &str, folder: &Path, acknowledged: &BTreeMap<String, Value>) {
    let orders: BTreeSet<&str> = acknowledged.values().map(|order| order["id"].as_str().unwrap()).collect();
    assert_eq!(orders.len(), acknowledged.len(), "no order answers two purchases");
    let db = Db::open(database, 2).await.unwrap();
    let found = db.read(async |connection| audit::disagreements(connection).await).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
    for id in &orders {
        let order = db
            .read(async |connection| loggia_api::repository::order::read(connection, id).await)
            .await
            .unwrap();
        assert!(order.is_some_and(|order| order.is_paid()), "order {id} was acknowledged and is not there");
    }
    db.close().await;
    // A day later everything that waits for its next try is due: one email an order, under the order's name.
    let settings = Settings {
        bind: ([127, 0, 0, 1], 0).into(),
        database_url: Some(database.into()),
        data_folder: folder.to_owned(),
        no_background_work: true,
        ..Settings::default()
    };
    let tomorrow = Clock::stopped_at(Clock::System.now_ms() + DAY);
    let handle = loggia_api::serve_at(settings, tomorrow, loggia_api::nothing()).await.unwrap();
    while sent(&handle).await {}
    handle.stop().await;
    let emails = folder.join("mail");
    for id in orders {
        assert!(emails.join(format!("confirmation-{id}.eml")).is_file());
    }
}

/// Whether there was an email to send.
async fn sent(handle: &Handle) -> bool {
    let now = handle.context().clock.now_ms();
    let due = handle.context().db.read(async |connection| outbox::due(connection, now).await).await.unwrap();
    loggia_api::work::send_due(handle.context()).await.unwrap();
    !due.is_empty()
}

/// on the embedded file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_046_a_killed_server_loses_and_doubles_nothing_on_sqlite() {
    sell_and_kill(Store::Sqlite).await;
}

/// on the server that many share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_046_a_killed_server_loses_and_doubles_nothing_on_postgres() {
    sell_and_kill(Store::Postgres).await;
}
