//! How the databases find what the desk asks for: the plan of each statement that a call runs, for `make bench-desk`. SQLite is asked for the
//! plans of the statements that it was sent, PostgreSQL writes into its log the ones that it used.

use crate::app::{Store, TestApp};
use loggia_api::roles::Role;
use sqlx::Row;
use std::collections::BTreeSet;
use std::sync::{Mutex, Once};
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// What the library of the databases says after each statement.
const TOLD_BY: &str = "sqlx::query";

/// The statements that ran since somebody began to listen.
static STATEMENTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Listener;

impl<S: tracing::Subscriber> Layer<S> for Listener {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        STATEMENTS
            .lock()
            .unwrap()
            .extend([statement.whole, statement.summary].into_iter().find(|text| !text.is_empty()));
    }
}

/// A long statement stands beside its summary, a short one is the summary.
#[derive(Default)]
struct Statement {
    whole: String,
    summary: String,
}

impl Visit for Statement {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.keep(field, format!("{value:?}"));
    }
    fn record_str(&mut self, field: &Field, value: &str) {
        self.keep(field, value.to_owned());
    }
}

impl Statement {
    fn keep(&mut self, field: &Field, text: String) {
        match field.name() {
            "db.statement" => self.whole = text.trim().to_owned(),
            "summary" => self.summary = text.trim().to_owned(),
            _ => {}
        }
    }
}

/// Runs `ask`, and says which scans and searches its statements came to, each once.
pub async fn plans(app: &TestApp, ask: impl Future) -> BTreeSet<String> {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let only = tracing_subscriber::filter::Targets::new().with_target(TOLD_BY, tracing::Level::TRACE);
        tracing_subscriber::registry().with(Listener.with_filter(only)).init();
    });
    if app.settings.database_url.is_some() {
        return crate::postgres::plans(ask).await;
    }
    STATEMENTS.lock().unwrap().clear();
    ask.await;
    let statements: BTreeSet<String> = STATEMENTS.lock().unwrap().drain(..).collect();
    let mut connection =
        <sqlx::SqliteConnection as sqlx::Connection>::connect(app.settings.database_url().as_str())
            .await
            .unwrap();
    let mut found = BTreeSet::new();
    for statement in statements {
        let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        // What opens and closes a transaction has no plan.
        let Ok(rows) = sqlx::query(explained).fetch_all(&mut connection).await else { continue };
        let details = rows.iter().map(|row| row.get::<String, _>("detail"));
        found.extend(details.filter(|detail| detail.starts_with("SCAN") || detail.starts_with("SEARCH")));
    }
    found
}

/// Whoever listens hears the statements of every test, so that this one is alone in its process.
#[actix_web::test]
#[ignore = "begun by the test below, in a process of its own"]
async fn a_list_has_its_plan() {
    let app = TestApp::start(Store::Sqlite, |_| ()).await.unwrap();
    let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
    let plans = plans(&app, owner.get("/api/commerce/desk/orders?view=TO_SEND")).await;
    assert!(plans.iter().any(|plan| plan.contains("INDEX desk_to_send")), "{plans:?}");
    app.stop().await;
}

/// S-729: what is printed beside a list is the plan of that list.
#[test]
fn s_729_the_plan_of_a_list_is_known() {
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["desk_plans::a_list_has_its_plan", "--exact", "--ignored"])
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}
