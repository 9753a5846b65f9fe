//! Three servers on one PostgreSQL: nothing that matters lives in a process.

use crate::app::{PASSWORD, TestApp, Visitor, on_both};
use crate::cart::{CART, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::process::Server;
use futures_util::future::join_all;
use loggia_api::accounts;
use loggia_api::repository::{Db, schedule};
use loggia_api::roles::Role;
use serde_json::json;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a machine with much else to do may take.
const PATIENCE: Duration = Duration::from_secs(120);
const SESSION: &str = "/api/site-users/account/session";

struct Replicas {
    servers: Vec<Server>,
    database: String,
    folder: TempDir,
}

impl Replicas {
    /// Three that start at the same moment on a database without a table.
    async fn start(more: &[(&str, &str)]) -> Option<Replicas> {
        let database = crate::postgres::empty_database().await?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("catalog.json"), crate::catalog::catalog().to_string()).unwrap();
        let servers = std::thread::scope(|scope| {
            let starting: Vec<_> =
                (0..3).map(|_| scope.spawn(|| Server::start(&database, folder.path(), more))).collect();
            starting.into_iter().map(|server| server.join().unwrap()).collect()
        });
        Some(Replicas { servers, database, folder })
    }

    /// The same browser, sent to another server.
    fn moved(&self, visitor: &Visitor, to: usize) -> Visitor {
        let other = Visitor::at(&self.servers[to].base);
        for name in ["crumb", "CART", "SiteUserSession"] {
            if let Some(value) = visitor.cookie(name) {
                other.set_cookie(name, &value);
            }
        }
        other
    }
}

/// ten log-ins a minute are ten, however many servers there are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_013_three_servers_count_together() {
    let Some(replicas) = Replicas::start(&[]).await else { return };
    let visitors: Vec<Visitor> =
        (0..30).map(|number| Visitor::at(&replicas.servers[number % 3].base)).collect();
    // Each at an account of its own: wrong passwords of one have pauses beside.
    let wrong = |number: usize| json!({"email": format!("nobody{number}@shop.example"), "password": "wrong password"});
    let tries = visitors.iter().enumerate().map(|(number, visitor)| visitor.post(SESSION, wrong(number)));
    let replies = join_all(tries).await;
    let count = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
    assert_eq!((count(401), count(429)), (10, 20));
    let refused = replies.iter().find(|reply| reply.status == 429).unwrap();
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=6).contains(&wait), "{wait}");
}

/// a crumb, a cart, a session of one server are good at every other; log-out too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_085_a_visitor_is_known_at_every_server() {
    let Some(replicas) = Replicas::start(&[]).await else { return };
    let first = Visitor::at(&replicas.servers[0].base);
    add(&first, "bread", "bread", 2).await;
    let second = replicas.moved(&first, 1);
    assert_eq!(second.get(CART).await.json()["totalQuantity"], 2);
    add(&second, "bread", "bread", 1).await;
    let order = replicas.moved(&second, 2).post(CHECKOUT, purchase()).await;
    assert_eq!((order.status.as_u16(), &order.json()["items"][0]["quantity"]), (200, &json!(3)));

    let db = Db::open(&replicas.database, 1).await.unwrap();
    accounts::add(&db, "own@shop.example", PASSWORD, &[Role::Admin], 0).await.unwrap();
    db.close().await;
    let owner = Visitor::at(&replicas.servers[0].base);
    owner.log_in("own@shop.example", false).await;
    let elsewhere = replicas.moved(&owner, 1);
    assert_eq!(elsewhere.get("/api/1/performance").await.status, 200);
    assert_eq!(replicas.moved(&owner, 2).delete(SESSION).await.status, 200);
    assert_eq!(elsewhere.get("/api/1/performance").await.status, 401);
}

/// a catalogue that is imported beside the servers reaches every one of them; each email goes out once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_005_an_import_reaches_every_server() {
    let Some(replicas) = Replicas::start(&[]).await else { return };
    let visitors: Vec<Visitor> = replicas.servers.iter().map(|server| Visitor::at(&server.base)).collect();
    for visitor in &visitors {
        add(visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    }
    let catalog = crate::catalog::with_variant("bread", "price", json!(777));
    let db = Db::open(&replicas.database, 1).await.unwrap();
    let publications = loggia_api::published::Publications::default();
    let catalog = serde_json::from_value(catalog).unwrap();
    loggia_api::published::import(&db, &publications, &catalog, 0).await.unwrap();
    let begun = Instant::now();
    for visitor in &visitors {
        let entry = json!({"itemId": "bread", "sku": "bread", "quantity": 1});
        let path = "/api/commerce/shopping-cart/entries";
        while visitor.post(path, entry.clone()).await.json()["newlyAdded"]["purchasePriceCents"] != 777 {
            assert!(begun.elapsed() < PATIENCE, "a server sells at the old price");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let sent = || async {
        db.read(async |connection| loggia_api::repository::gauges::read(connection, 0).await).await.unwrap()
    };
    while sent().await.outbox_waiting > 0 {
        assert!(begun.elapsed() < PATIENCE, "letters wait");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    db.close().await;
    assert_eq!(std::fs::read_dir(replicas.folder.path().join("mail")).unwrap().count(), 3);
}

on_both! {
    /// Of all who look, one does the work; it is due again when its time has come, also when that one is gone.
    async fn work_that_is_due_is_done_by_one(app: &TestApp); {
        let db = &app.handle().context().db;
        let claim = |now: i64| db.write(async move |connection| schedule::claim(connection, "sweep", now, 1_000).await);
        for now in [5_000, 6_000, 9_000] {
            let claims = join_all((0..8).map(|_| claim(now))).await;
            assert_eq!(claims.into_iter().filter(|claimed| *claimed.as_ref().unwrap()).count(), 1, "at {now}");
            assert!(!claim(now + 999).await.unwrap());
        }
    }

    /// the quota fills again evenly, and different addresses have their own.
    async fn a_013_a_quota_fills_again(app: &TestApp) with |settings| settings.limits.log_in = 3; {
        let rates = &app.handle().context().rates;
        let count = async |who: &str| rates.count(loggia_api::rates::Class::LogIn, &loggia_api::rates::Caller::of(who), "").await.is_ok();
        for expected in [true, true, true, false] {
            assert_eq!(count("a").await, expected);
        }
        assert!(count("b").await);
        app.clock.advance(20_000);
        assert!(count("a").await && !count("a").await);
        app.clock.advance(600_000);
        rates.sweep().await.unwrap();
        for expected in [true, true, true, false] {
            assert_eq!(count("a").await, expected);
        }
    }
}
