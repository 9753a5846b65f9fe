//! A database whose server goes or leads no more, one behind a pooler, and one that is spread over many.

use crate::app::{Store, TestApp, Visitor, number};
use crate::cart::{CART, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::postgres::{empty_database, fresh_database, pooled};
use futures_util::future::join_all;
use loggia_api::Settings;
use loggia_api::repository::Db;

/// Ends every session of the shop's database but the one that says so.
const END_SESSIONS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

/// A statement that lets the database write, or only read.
fn only_reads(whether: &str) -> String {
    format!(
        "SET transaction_read_only = off; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = {whether}', \
         current_database()); END $$"
    )
}

async fn shop_at(url: String) -> Option<TestApp> {
    TestApp::start(Store::Postgres, |settings: &mut Settings| {
        settings.database_url = Some(url);
        settings.limits.add_entry = 1_000_000;
        settings.limits.checkout = 1_000_000;
        settings.workers = Some(2);
    })
    .await
}

/// S-353: sessions that the server ended a moment ago, as one does that hands over, are no fault of a call.
#[tokio::test]
async fn s_353_a_server_that_went_and_came_is_not_noticed() {
    let Some(url) = fresh_database().await else { return };
    let Some(app) = shop_at(url).await else { return };
    let visitors: Vec<Visitor> = (0..8).map(|_| app.visitor()).collect();
    for pieces in 1..=3 {
        join_all(visitors.iter().map(|visitor| add(visitor, "lesson", "lesson", 1))).await;
        app.execute(END_SESSIONS).await;
        let carts = join_all(visitors.iter().map(|visitor| visitor.get(CART))).await;
        for cart in carts {
            assert_eq!(
                (cart.status.as_u16(), &cart.json()["totalQuantity"]),
                (200, &pieces.into()),
                "{}",
                cart.text
            );
        }
        app.execute(END_SESSIONS).await;
    }
    app.stop().await;
}

/// S-353: a session to a server that leads no more is not kept: as soon as another leads, the call is done.
#[tokio::test]
async fn s_353_a_server_that_only_reads_is_left() {
    let Some(url) = fresh_database().await else { return };
    let Some(app) = shop_at(url).await else { return };
    let visitor = app.visitor();
    add(&visitor, "lesson", "lesson", 1).await;
    app.execute(&only_reads("on")).await;
    app.execute(END_SESSIONS).await;
    let leads_again = async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        app.execute(&only_reads("off")).await;
    };
    let (reply, ()) = tokio::join!(visitor.get(CART), leads_again);
    assert_eq!(reply.status, 200);
    add(&visitor, "lesson", "lesson", 1).await;
    app.stop().await;
}

/// S-352: two sessions for forty buyers at once, through pgbouncer in transaction mode: no statement meets another's, and what visitors
/// do stands in its own schema.
#[tokio::test]
async fn s_352_sessions_are_shared_by_transactions() {
    let Some(url) = fresh_database().await else { return };
    let Some((pooler, through)) = pooled(&url) else { return };
    let Some(app) = shop_at(through.clone()).await else { return };
    let visitors: Vec<Visitor> = (0..40).map(|_| app.visitor()).collect();
    join_all(visitors.iter().map(|visitor| add(visitor, "bread", "bread", 1))).await;
    let replies = join_all(visitors.iter().map(|visitor| visitor.post(CHECKOUT, purchase()))).await;
    let with = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
    assert_eq!((with(200), with(400)), (20, 20));
    app.audit().await;
    assert_eq!(app.emails_to("ann@shopper.example").await.len(), 20);
    assert_eq!(number(&url, "SELECT COUNT(*) FROM visits._sqlx_migrations").await, 2);
    // The whole store is read and written through it as well.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    loggia_api::repository::backup::back_up(&through, &file).await.unwrap();
    loggia_api::repository::backup::visits::back_up(&through, &folder.path().join("shop.visits.db"))
        .await
        .unwrap();
    app.stop().await;
    drop(pooler);
    let empty = empty_database().await.unwrap();
    let (_pooler, through) = pooled(&empty).unwrap();
    let carried = loggia_api::repository::backup::restore(&file, &through).await.unwrap();
    assert!(carried.rows > 40);
    assert_eq!(number(&empty, "SELECT COUNT(*) FROM shop_order").await, 20);
}

/// What a server that is spread over many lacks, as PostgreSQL counts it.
const LACKED: [&str; 4] = [
    "SELECT COUNT(*) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT COUNT(*) FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'visits'::regnamespace)",
    "SELECT COUNT(*) FROM pg_class WHERE relkind = 'p'",
    "SELECT COUNT(*) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_collation ON pg_collation.oid = attcollation \
     WHERE relnamespace = 'public'::regnamespace AND collname = 'C' AND relname NOT LIKE 'pg%'",
];
const COLUMNS: &str = "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema IN ('public', 'visits') AND table_name NOT LIKE '\\_%'";

/// S-354: with `engine=distributed` the tables are the same without what such servers lack, made by two programs at once, also where one
/// was killed between a statement and its note; and the shop sells on them.
#[tokio::test]
async fn s_354_the_tables_are_made_without_what_others_lack() {
    let Some(usual) = fresh_database().await else { return };
    Db::open_visits(&usual, 1).await.unwrap().close().await;
    for question in LACKED {
        assert!(number(&usual, question).await > 0, "{question} asks for nothing");
    }
    let plain = empty_database().await.unwrap();
    let url = format!("{plain}&engine=distributed");
    let (one, two) = tokio::join!(Db::open(&url, 1), Db::open(&url, 1));
    one.unwrap().close().await;
    two.unwrap().close().await;
    Db::open_visits(&url, 1).await.unwrap().close().await;
    for question in LACKED {
        assert_eq!(number(&plain, question).await, 0, "{question}");
    }
    assert_eq!(number(&plain, COLUMNS).await, number(&usual, COLUMNS).await);
    // As a program leaves it that is killed after the last statement of a migration.
    let last = "(SELECT MAX(version) FROM _sqlx_migrations)";
    let killed = format!(
        "UPDATE _migrating SET steps = steps - 1 WHERE version = {last}; DELETE FROM _sqlx_migrations WHERE version = {last}"
    );
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&plain).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(killed)).execute(&mut connection).await.unwrap();
    let Some(app) = shop_at(url).await else { return };
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    app.audit().await;
    app.stop().await;
}
