//! The server is killed between a charge and its record: the provider has the money, and the shop finds it when it is back.

use crate::app::{Store, Visitor, number};
use crate::checkout::{CHECKOUT, agreed, purchase};
use crate::paypal_server;
use crate::process::Server;
use crate::stripe_server::{self, Fault};
use loggia_api::clock::{Clock, HOUR};
use loggia_api::repository::{Db, audit};
use loggia_api::{Settings, nothing};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::Path;

/// The settings of a server of its own that asks our Stripe and our PayPal.
fn environment(settings: &Settings) -> Vec<(&'static str, String)> {
    let (stripe, paypal) = (&settings.commerce, &settings.paypal);
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    vec![
        ("LOGGIA_PAYMENT", "stripe".into()),
        ("LOGGIA_STRIPE_URL", stripe.stripe_url.clone()),
        ("LOGGIA_STRIPE_SECRET_KEY", text(&stripe.stripe_secret_key)),
        ("LOGGIA_STRIPE_PUBLISHABLE_KEY", text(&stripe.stripe_publishable_key)),
        ("LOGGIA_STRIPE_WEBHOOK_SECRET", text(&stripe.stripe_webhook_secret)),
        ("LOGGIA_PAYPAL_URL", paypal.url.clone()),
        ("LOGGIA_PAYPAL_CLIENT_ID", text(&paypal.client_id)),
        ("LOGGIA_PAYPAL_SECRET", text(&paypal.secret)),
        ("LOGGIA_PAYPAL_WEBHOOK_ID", text(&paypal.webhook_id)),
        ("LOGGIA_PAYMENT_PAUSE_MS", "60000".into()),
        ("LOGGIA_PUBLIC_URL", "http://127.0.0.1".into()),
    ]
}

fn start(database: &str, folder: &Path, settings: &Settings) -> Server {
    let environment = environment(settings);
    let more: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Server::start(database, folder, &more)
}

/// The purchase of a loaf, as it was agreed to.
async fn shopper(base: &str, change: &Value) -> (Visitor, Value) {
    let visitor = Visitor::at(base);
    let entry = json!({"itemId": "bread", "sku": "bread", "quantity": 1});
    assert_eq!(visitor.post("/api/commerce/shopping-cart/entries", entry).await.status, 200);
    let mut body = purchase();
    body["cartToken"] = json!(visitor.cookie("CART").unwrap());
    for (member, value) in change.as_object().unwrap() {
        body[member] = value.clone();
    }
    let body = agreed(&visitor, &body).await.unwrap();
    (visitor, body)
}

async fn send(visitor: &Visitor, path: &str, body: Option<&Value>) -> Option<Value> {
    let headers = [("x-csrf-token", visitor.crumb().await), ("content-type", "application/json".to_owned())];
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let reply = visitor.try_send(method, path, &headers, body.map(Value::to_string)).await.ok()?;
    serde_json::from_str(&reply.text).ok()
}

async fn until(mut is_so: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed().as_secs() < 60, "it never happened");
        tokio::task::yield_now().await;
    }
}

async fn charge_and_kill(store: Store) {
    let mut settings = Settings::default();
    stripe_server::start(&mut settings);
    paypal_server::start(&mut settings);
    let (stripe, paypal) = (stripe_server::of(&settings), paypal_server::of(&settings));
    let folder = tempfile::tempdir().unwrap();
    let database = match store {
        Store::Sqlite => format!("sqlite:{}", folder.path().join("shop.db").display()),
        Store::Postgres => match crate::postgres::fresh_database().await {
            Some(url) => url,
            None => return,
        },
    };
    std::fs::write(folder.path().join("catalog.json"), crate::catalog::catalog().to_string()).unwrap();
    stripe.is_now(Clock::System.now_ms());

    // A card is charged and the answer lost: the server waits to ask again, and is killed while it does.
    let server = start(&database, folder.path(), &settings);
    let (visitor, body) = shopper(&server.base, &json!({"paymentToken": "pm_card_visa"})).await;
    stripe.fails_after(1, Fault::LosesAnswer);
    let buying = async { send(&visitor, CHECKOUT, Some(&body)).await };
    let killing = async {
        until(|| stripe.taken() > 0).await;
        server.kill();
    };
    let (answer, ()) = tokio::join!(buying, killing);
    assert!(answer.is_none_or(|answer| answer["id"].is_null()), "it was answered before the end");
    assert_eq!(number(&database, "SELECT COUNT(*) FROM shop_order WHERE status = 'pending'").await, 1);

    // A page that was paid, and an agreement at PayPal whose capture was made and its answer lost.
    let server = start(&database, folder.path(), &settings);
    let (visitor, body) = shopper(&server.base, &json!({"paymentMethod": "provider:stripe-page"})).await;
    assert!(send(&visitor, CHECKOUT, Some(&body)).await.unwrap()["redirectUrl"].is_string());
    assert!(stripe.shopper_pays_on_page("cs_1", false));
    let (visitor, body) = shopper(&server.base, &json!({"paymentMethod": "provider:paypal"})).await;
    let pending = send(&visitor, CHECKOUT, Some(&body)).await.unwrap();
    paypal.shopper_agrees("PP-1");
    let back = pending["orderPage"].as_str().unwrap().to_owned();
    let coming_back = async { send(&visitor, &back, None).await };
    // First the order is read, then it is captured.
    paypal.fails_after(1, Fault::LosesAnswer);
    let killing = async {
        until(|| paypal.taken() > 0).await;
        server.kill();
    };
    let (_, ()) = tokio::join!(coming_back, killing);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM shop_order WHERE status = 'paid'").await, 0);

    // An hour later the shop asks for each of them.
    settings.bind = ([127, 0, 0, 1], 0).into();
    settings.database_url = Some(database.clone());
    settings.data_folder = folder.path().to_owned();
    settings.no_background_work = true;
    let later = Clock::stopped_at(Clock::System.now_ms() + HOUR);
    let handle = loggia_api::serve_at(settings, later, nothing()).await.unwrap();
    for _ in 0..2 {
        loggia_api::work::run(handle.context()).await.unwrap();
    }
    handle.stop().await;
    let paid = "SELECT COUNT(*) FROM shop_order WHERE status = 'paid'";
    assert_eq!(number(&database, paid).await, 3);
    assert_eq!((stripe.taken(), paypal.taken()), (2 * 1148, 1148));
    assert_eq!(number(&database, "SELECT quantity FROM stock WHERE sku = 'bread'").await, 17);
    let db = Db::open(&database, 2).await.unwrap();
    let found = db.read(async |connection| audit::disagreements(connection).await).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
    db.close().await;
}

/// S-810: on the embedded file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_810_killed_between_charge_and_record_on_sqlite() {
    charge_and_kill(Store::Sqlite).await;
}

/// S-810: on the server that many share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_810_killed_between_charge_and_record_on_postgres() {
    charge_and_kill(Store::Postgres).await;
}
