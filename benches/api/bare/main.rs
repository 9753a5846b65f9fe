//! The least that can answer: the same web server and database driver, one statement that puts and one that reads.
//! No rules, no crumb, no rates, no log. What the API costs beyond this is what its promises cost.
//!
//! `bare <database url> <address>`; `POST /add` with the header `x-cart` (without it: a new cart) and a body
//! `{itemId, sku, quantity}`; `GET /cart` with the header `x-cart`.

#![expect(clippy::print_stdout, reason = "a program for measuring")]

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, PgPool, SqliteConnection, SqlitePool};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

const TABLES: [&str; 3] = [
    "CREATE TABLE stock (item_id TEXT NOT NULL, sku TEXT NOT NULL, quantity BIGINT NOT NULL, price_cents BIGINT NOT NULL, PRIMARY KEY (item_id, sku))",
    "CREATE TABLE entry (cart TEXT NOT NULL, item_id TEXT NOT NULL, sku TEXT NOT NULL, quantity BIGINT NOT NULL, price_cents BIGINT NOT NULL, PRIMARY KEY (cart, item_id, sku))",
    "INSERT INTO stock SELECT 'mug-' || CAST(number AS TEXT), 'SKU' || CAST(number AS TEXT) || 'S', 100000000, 1000 + number FROM \
     (WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 200) SELECT number FROM counted) AS numbers",
];
const PUT: &str = "INSERT INTO entry (cart, item_id, sku, quantity, price_cents) SELECT $1, item_id, sku, CAST($4 AS BIGINT), price_cents FROM stock \
    WHERE item_id = $2 AND sku = $3 AND quantity >= CAST($4 AS BIGINT) \
    ON CONFLICT (cart, item_id, sku) DO UPDATE SET quantity = entry.quantity + excluded.quantity";
const READ: &str = "SELECT item_id, sku, quantity, price_cents FROM entry WHERE cart = $1";
const BATCH: usize = 256;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Add {
    item_id: String,
    sku: String,
    quantity: i64,
}

#[derive(sqlx_macros::FromRow, Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    item_id: String,
    sku: String,
    quantity: i64,
    price_cents: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Cart {
    entries: Vec<Entry>,
    subtotal_cents: i64,
}

struct Job {
    cart: String,
    add: Add,
    reply: oneshot::Sender<Vec<Entry>>,
}

#[derive(Clone)]
enum Store {
    Sqlite(mpsc::Sender<Job>, SqlitePool),
    Postgres(PgPool),
}

impl Store {
    async fn add(&self, cart: String, add: Add) -> anyhow::Result<Vec<Entry>> {
        match self {
            Store::Sqlite(writer, _) => {
                let (reply, answer) = oneshot::channel();
                writer.send(Job { cart, add, reply }).await.ok().context("the writer is gone")?;
                Ok(answer.await?)
            }
            Store::Postgres(pool) => {
                let put = sqlx::query(PUT).bind(&cart).bind(add.item_id).bind(add.sku).bind(add.quantity);
                put.execute(pool).await?;
                Ok(sqlx::query_as(READ).bind(&cart).fetch_all(pool).await?)
            }
        }
    }

    async fn read(&self, cart: &str) -> sqlx::Result<Vec<Entry>> {
        match self {
            Store::Sqlite(_, readers) => sqlx::query_as(READ).bind(cart).fetch_all(readers).await,
            Store::Postgres(pool) => sqlx::query_as(READ).bind(cart).fetch_all(pool).await,
        }
    }
}

/// One transaction for all that waits, answered after its commit.
async fn write(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Job>) -> sqlx::Result<()> {
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut waiting, BATCH).await > 0 {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let mut done = Vec::with_capacity(waiting.len());
        for Job { cart, add, reply } in waiting.drain(..) {
            let put = sqlx::query(PUT).bind(&cart).bind(add.item_id).bind(add.sku).bind(add.quantity);
            put.execute(&mut *transaction).await?;
            let entries: Vec<Entry> = sqlx::query_as(READ).bind(&cart).fetch_all(&mut *transaction).await?;
            done.push((reply, entries));
        }
        transaction.commit().await?;
        for (reply, entries) in done {
            // Whoever waited may be gone.
            let _ = reply.send(entries);
        }
    }
    Ok(())
}

async fn open(url: &str) -> anyhow::Result<Store> {
    if url.starts_with("postgres:") {
        let pool = PgPoolOptions::new().max_connections(16).connect(url).await?;
        for sql in TABLES {
            sqlx::query(sql).execute(&pool).await?;
        }
        return Ok(Store::Postgres(pool));
    }
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    for sql in TABLES {
        sqlx::query(sql).execute(&mut connection).await?;
    }
    let (writer, queue) = mpsc::channel(4096);
    tokio::spawn(write(connection, queue));
    Ok(Store::Sqlite(writer, SqlitePoolOptions::new().max_connections(16).connect_with(options).await?))
}

/// Names the carts that are made.
static CARTS: AtomicU64 = AtomicU64::new(0);

fn named(request: &HttpRequest) -> String {
    let name = request.headers().get("x-cart").and_then(|cart| cart.to_str().ok());
    name.map_or_else(|| format!("new-{}", CARTS.fetch_add(1, Ordering::Relaxed)), str::to_owned)
}

fn answer(entries: Result<Vec<Entry>, impl std::fmt::Display>) -> actix_web::Result<HttpResponse> {
    let entries = entries.map_err(|fault| actix_web::error::ErrorInternalServerError(fault.to_string()))?;
    let subtotal_cents = entries.iter().map(|entry| entry.quantity * entry.price_cents).sum();
    Ok(HttpResponse::Ok().json(Cart { entries, subtotal_cents }))
}

async fn add(
    request: HttpRequest,
    store: web::Data<Store>,
    wish: web::Json<Add>,
) -> actix_web::Result<HttpResponse> {
    answer(store.add(named(&request), wish.into_inner()).await)
}

async fn read(request: HttpRequest, store: web::Data<Store>) -> actix_web::Result<HttpResponse> {
    answer(store.read(&named(&request)).await)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().context("bare <database url> <address>")?;
    let address = arguments.next().context("bare <database url> <address>")?;
    let store = web::Data::new(open(&url).await?);
    println!("listening on http://{address}");
    HttpServer::new(move || {
        App::new()
            .app_data(store.clone())
            .route("/add", web::post().to(add))
            .route("/cart", web::get().to(read))
            .route("/", web::get().to(HttpResponse::Ok))
    })
    .bind(address)?
    .run()
    .await?;
    Ok(())
}
