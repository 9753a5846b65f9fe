//! Ten pieces, two hundred shoppers who pay at the same moment, and servers that are killed while they do.
//!
//! `LOGGIA_STRESS_ROUNDS` sets how often the servers are killed (`make stress`: 50).

use crate::app::{Store, Visitor};
use crate::catalog::with_variant;
use crate::checkout::{CHECKOUT, agreed, purchase};
use crate::process::Server;
use futures_util::StreamExt;
use futures_util::future::join_all;
use loggia_api::clock::{Clock, DAY};
use loggia_api::repository::{Db, audit};
use loggia_api::{Handle, Settings};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SHOPPERS: usize = 200;
const PIECES: usize = 10;
/// How long a shopper goes on asking.
const PATIENCE: Duration = Duration::from_secs(120);

fn rounds() -> usize {
    std::env::var("LOGGIA_STRESS_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// The servers that run at the moment, by place; a killed one's place gets another.
struct Shop {
    servers: RwLock<Vec<Server>>,
    database: String,
    folder: tempfile::TempDir,
    client: reqwest::Client,
}

impl Shop {
    /// On SQLite one server, on PostgreSQL three.
    async fn open(store: Store) -> Option<Shop> {
        let folder = tempfile::tempdir().unwrap();
        let (database, servers) = match store {
            Store::Sqlite => (format!("sqlite:{}", folder.path().join("shop.db").display()), 1),
            Store::Postgres => (crate::postgres::fresh_database().await?, 3),
        };
        let catalog = with_variant("bread", "qtyInStock", json!(PIECES));
        std::fs::write(folder.path().join("catalog.json"), catalog.to_string()).unwrap();
        let shop = Shop { servers: RwLock::default(), database, folder, client: crate::app::client() };
        for _ in 0..servers {
            let server = shop.start();
            shop.servers.write().unwrap().push(server);
        }
        Some(shop)
    }

    fn start(&self) -> Server {
        Server::start(&self.database, self.folder.path(), &[])
    }

    /// The address of the server a shopper is sent to at this try, as a balancer would.
    fn base(&self, shopper: usize, attempt: usize) -> String {
        let servers = self.servers.read().unwrap();
        servers[(shopper + attempt) % servers.len()].base.clone()
    }

    /// Kills the server at `place`, and starts another in its place.
    fn kill(&self, place: usize) {
        let place = place % self.servers.read().unwrap().len();
        let base = self.servers.read().unwrap()[place].base.clone();
        // Shoppers who are sent there meanwhile find nobody, as they would.
        let nobody = Server::nobody(&base);
        let killed = std::mem::replace(&mut self.servers.write().unwrap()[place], nobody);
        killed.kill();
        let server = self.start();
        self.servers.write().unwrap()[place] = server;
    }
}

/// Somebody with a piece in the cart.
struct Shopper {
    number: usize,
    /// The purchase as it was agreed to.
    body: Value,
    crumb: String,
}

/// How a purchase ended: the order, or a clear refusal.
#[derive(Debug)]
enum Ending {
    Bought(Value),
    Refused(String),
}

async fn fill_cart(shop: &Shop, number: usize) -> Shopper {
    let visitor = Visitor::sharing(&shop.client, &shop.base(number, 0));
    let entry = json!({"itemId": "bread", "sku": "bread", "quantity": 1});
    let reply = visitor.post("/api/commerce/shopping-cart/entries", entry).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let mut body = purchase();
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    body["email"] = json!(format!("shopper{number}@shopper.example"));
    let body = agreed(&visitor, &body).await.unwrap();
    Shopper { number, body, crumb: visitor.crumb().await }
}

/// Asks until there is an answer, always with the same key. Nothing but an answer or a broken connection may come.
async fn buy(shop: &Shop, shopper: &Shopper, answered: &AtomicUsize) -> Ending {
    let begun = Instant::now();
    let body = shopper.body.to_string();
    for attempt in 0.. {
        assert!(begun.elapsed() < PATIENCE, "shopper {} got no answer", shopper.number);
        let visitor = Visitor::sharing(&shop.client, &shop.base(shopper.number, attempt));
        visitor.set_cookie("crumb", &shopper.crumb);
        let headers = [
            ("x-csrf-token", shopper.crumb.clone()),
            ("content-type", "application/json".to_owned()),
            ("idempotency-key", format!("key-{}", shopper.number)),
        ];
        match visitor.try_send(Method::POST, CHECKOUT, &headers, Some(body.clone())).await {
            // On a machine with much else to do a head may arrive too late for the server: nothing was begun, so it is sent again.
            Ok(reply) if reply.status == 408 => {}
            Ok(reply) => {
                answered.fetch_add(1, Ordering::SeqCst);
                return match reply.status.as_u16() {
                    200 => Ending::Bought(reply.json()),
                    400 => Ending::Refused(reply.error()),
                    other => panic!("{other}: {}", reply.text),
                };
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    unreachable!("the loop ends by its answer or by its patience")
}

/// Everybody pays at once; `kill_after` answers a server dies, and its place is taken.
async fn everybody_pays(shop: &Shop, kill_after: Option<usize>) -> Vec<Ending> {
    let filling = futures_util::stream::iter(0..SHOPPERS).map(|number| fill_cart(shop, number));
    let shoppers: Vec<Shopper> = filling.buffer_unordered(16).collect().await;
    let answered = AtomicUsize::new(0);
    let buying = join_all(shoppers.iter().map(|shopper| buy(shop, shopper, &answered)));
    let killing = async {
        let Some(kill_after) = kill_after else { return };
        while answered.load(Ordering::SeqCst) < kill_after {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::task::block_in_place(|| shop.kill(kill_after));
    };
    let (endings, ()) = tokio::join!(buying, killing);
    endings
}

/// Exactly ten orders, a clear refusal for everybody else, nothing left, the books agree, one email an order.
async fn check(shop: &Shop, endings: &[Ending]) {
    let mut orders = BTreeSet::new();
    let mut refusals: BTreeMap<&str, usize> = BTreeMap::new();
    for ending in endings {
        match ending {
            Ending::Bought(order) => {
                assert_eq!(order["items"][0]["quantity"], 1);
                assert!(
                    orders.insert(order["id"].as_str().unwrap().to_owned()),
                    "one order for two shoppers"
                );
            }
            Ending::Refused(words) => *refusals.entry(words).or_default() += 1,
        }
    }
    assert_eq!(orders.len(), PIECES);
    let words = "Sorry, we do not have enough of that item available.";
    assert_eq!(refusals, BTreeMap::from([(words, SHOPPERS - PIECES)]));
    shop.servers.write().unwrap().clear();

    let db = Db::open(&shop.database, 2).await.unwrap();
    let (found, figures, left) = db
        .read(async |connection| {
            Ok((
                audit::disagreements(connection).await?,
                loggia_api::repository::gauges::read(connection, 0).await?,
                loggia_api::repository::catalog::stock_of_item(connection, "bread").await?,
            ))
        })
        .await
        .unwrap();
    db.close().await;
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(left[0].quantity, 0);
    assert_eq!(figures.orders_pending, 0, "nothing is half done");
    assert_eq!(emails(&shop.database, shop.folder.path()).await, orders);
}

/// Sends what still waits a day later; the orders emails went out for, each under its order's name.
async fn emails(database: &str, folder: &Path) -> BTreeSet<String> {
    let settings = Settings {
        bind: ([127, 0, 0, 1], 0).into(),
        database_url: Some(database.into()),
        data_folder: folder.to_owned(),
        no_background_work: true,
        ..Settings::default()
    };
    let tomorrow = Clock::stopped_at(Clock::System.now_ms() + DAY);
    let handle: Handle = loggia_api::serve_at(settings, tomorrow, loggia_api::nothing()).await.unwrap();
    loggia_api::work::send_due(handle.context()).await.unwrap();
    handle.stop().await;
    let files: Vec<String> = std::fs::read_dir(folder.join("mail"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let orders: BTreeSet<String> = files
        .iter()
        .map(|name| {
            name.strip_prefix("confirmation-").and_then(|name| name.strip_suffix(".eml")).unwrap().to_owned()
        })
        .collect();
    assert_eq!(orders.len(), files.len());
    orders
}

async fn under_load(store: Store) {
    // Once in peace, then with a server killed at another moment in every round.
    for round in 0..=rounds() {
        let Some(shop) = Shop::open(store).await else { return };
        let kill_after = (round > 0).then(|| (round * 37) % (SHOPPERS - 1));
        let endings = everybody_pays(&shop, kill_after).await;
        check(&shop, &endings).await;
        if rounds() > 2 {
            println!(
                "{store:?} round {round}: killed after {kill_after:?} answers: {PIECES} orders, the rest refused"
            );
        }
    }
}

/// the embedded file and its one server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_046_ten_pieces_are_ten_orders_under_load_on_sqlite() {
    under_load(Store::Sqlite).await;
}

/// three servers on one PostgreSQL.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_046_ten_pieces_are_ten_orders_under_load_on_postgres() {
    under_load(Store::Postgres).await;
}
