//! What is slow holds up nothing else (S-067).

use crate::app::{Store, TestApp};
use std::time::Duration;
use tokio::net::TcpListener;

/// A system of the owner's that takes calls and never answers.
async fn silent() -> (String, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let task = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((call, _)) = listener.accept().await {
            held.push(call);
        }
    });
    (address, task)
}

async fn put(app: &TestApp, id: &str, kind: &str, body: &serde_json::Value) {
    let now = app.clock.now_ms();
    app.execute(&format!(
        "INSERT INTO outbox (id, dedupe_key, kind, body, due_at, created_at) VALUES ('{id}', '{id}', '{kind}', '{body}', {now}, {now})"
    ))
    .await;
}

/// Forty messages wait for a system that does not answer; an email, and a message to another system, arrive.
async fn check(store: Store) {
    let Some(mut app) = TestApp::start(store, |_| ()).await else { return };
    let (address, task) = silent().await;
    for number in 0..40 {
        let body = serde_json::json!({"url": address, "event": {"number": number}});
        put(&app, &format!("a{number:02}"), "webhook", &body).await;
    }
    // The server itself refuses such a message for good: it was asked.
    let other = format!("http://{}/nothing", app.address());
    put(&app, "b", "webhook", &serde_json::json!({"url": other, "event": {}})).await;
    put(&app, "c", "mail", &serde_json::json!({"to": "ann@shopper.example", "subject": "s", "text": "t"}))
        .await;
    app.settings.bind = app.address();
    app.settings.no_background_work = false;
    app.restart().await;
    let both = async {
        const DONE: &str = "(id = 'c' AND done_at IS NOT NULL) OR (id = 'b' AND failed_at IS NOT NULL)";
        while app.count("outbox", DONE).await < 2 {
            tokio::task::yield_now().await;
        }
    };
    // One after another the forty would take ten minutes.
    tokio::time::timeout(Duration::from_secs(60), both).await.expect("the letter and the other message wait");
    task.abort();
    app.stop().await;
}

#[tokio::test]
async fn s_067_a_system_that_does_not_answer_holds_up_nothing_else_sqlite() {
    check(Store::Sqlite).await;
}

#[tokio::test]
async fn s_067_a_system_that_does_not_answer_holds_up_nothing_else_postgres() {
    check(Store::Postgres).await;
}
