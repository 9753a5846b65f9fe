//! A PostgreSQL where every transaction is serializable and one commit in ten is lost: what was acknowledged is there once.
//! `make isolation-test` runs the whole suite on such databases; these few run with every `make test`.

use crate::app::{Reply, Store, TestApp, Visitor};
use crate::cart::{CART, add};
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::join_all;
use loggia_api::Settings;
use std::collections::BTreeSet;

async fn strict_shop() -> Option<TestApp> {
    let url = crate::postgres::strict_database().await?;
    TestApp::start(Store::Postgres, |settings: &mut Settings| {
        settings.database_url = Some(url);
        settings.limits.add_entry = 1_000_000;
        settings.limits.checkout = 1_000_000;
        settings.workers = Some(2);
    })
    .await
}

/// How many commits the server refused so far; the first number of a sequence that nobody used is one as well.
async fn lost(app: &TestApp) -> i64 {
    app.number("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM chance.lost").await
}

fn with_status(replies: &[Reply], status: u16) -> Vec<&Reply> {
    replies.iter().filter(|reply| reply.status == status).collect()
}

/// S-942: nobody who fills a cart, by calls of one statement, notices that commits are lost.
#[tokio::test]
async fn s_942_carts_are_filled_while_commits_are_lost() {
    let Some(app) = strict_shop().await else { return };
    // S-940: the server is strict, and (below) it has lost commits; else these tests would say nothing.
    let strict = "name = 'default_transaction_isolation' AND setting = 'serializable'";
    assert_eq!(app.count("pg_settings", strict).await, 1);
    // That none of two hundred commits is lost has a chance below one in a thousand million.
    let visitors: Vec<Visitor> = (0..40).map(|_| app.visitor()).collect();
    join_all(visitors.iter().map(async |visitor| {
        for _ in 0..5 {
            add(visitor, "bread", "bread", 1).await;
        }
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 5);
    }))
    .await;
    assert!(lost(&app).await > 0);
    app.stop().await;
}

/// S-941: forty buyers of twenty pieces: twenty orders, each paid once, a letter each, the books agree.
#[tokio::test]
async fn s_941_what_is_sold_is_sold_once() {
    let Some(app) = strict_shop().await else { return };
    let visitors: Vec<Visitor> = (0..40).map(|_| app.visitor()).collect();
    for visitor in &visitors {
        add(visitor, "bread", "bread", 1).await;
    }
    let replies = join_all(visitors.iter().map(|visitor| visitor.post(CHECKOUT, purchase()))).await;
    let sold = with_status(&replies, 200);
    let orders: BTreeSet<String> = sold.iter().map(|reply| reply.json()["id"].to_string()).collect();
    assert_eq!((sold.len(), orders.len(), with_status(&replies, 400).len()), (20, 20, 20));
    assert_eq!(app.count("shop_order", "status = 'paid'").await, 20);
    assert_eq!(app.count("payment", "status = 'paid'").await, 20);
    assert_eq!(app.stock("bread", "bread").await, 0);
    app.audit().await;
    assert_eq!(app.emails_to("ann@shopper.example").await.len(), 20);
    app.stop().await;
}

/// S-941: one cart paid sixteen times at once is one payment, one gift card and one answer.
#[tokio::test]
async fn s_941_one_cart_is_paid_once() {
    let Some(app) = strict_shop().await else { return };
    crate::concurrency::sixteen_times(&app).await;
    app.stop().await;
}
