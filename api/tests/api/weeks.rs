//! Weeks that are over are added up: a report of a year says the same with them and without, and reads no day of them.

use crate::app::{Store, TestApp, Visitor, on_both};
use loggia_api::clock::DAY;
use loggia_api::repository::Db;
use loggia_api::repository::visits::event::Event;
use loggia_api::repository::visits::week::WEEK;
use loggia_api::roles::Role;
use loggia_api::tracking;
use serde_json::{Value, json};
use std::collections::HashSet;

const DAYS: i64 = 60;

fn event(kind: &str, name: &str, data: &Value, at: i64) -> Event {
    Event {
        kind: kind.into(),
        name: name.into(),
        data: data.to_string(),
        visitor: Some("ann".into()),
        visit: Some(1),
        occurred_at: at,
        ..Event::default()
    }
}

fn view(path: &str, at: i64) -> Event {
    event("hit", "1", &json!({"payload": {"pagePath": path}}), at)
}

/// A day: three views of one page and one of another, a source, a search, an error, a measurement that grows by the day.
fn day(number: i64, at: i64) -> Vec<Event> {
    let mut all: Vec<Event> = ["/", "/", "/", "/shop"].map(|path| view(path, at)).into();
    all[0].source = Some("search.example".into());
    all.push(event("hit", "2", &json!({"payload": {"query": "rye"}}), at));
    all.push(event("javascript-error", "x", &json!({"message": "it broke"}), at));
    all.push(event("performance", "/shop", &json!({"timings": {"LCP": 100 * (number + 1)}}), at));
    all
}

/// A statement on the store of visits; `@` stands before its tables.
async fn on_visits(app: &TestApp, sql: &str) {
    if app.settings.database_url.is_some() {
        return app.execute(&sql.replace('@', "visits.")).await;
    }
    let url = app.settings.database_url().replace(".db", ".visits.db");
    let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.replace('@', ""))).execute(&mut connection).await.unwrap();
}

/// What the reports of the last sixty days say.
async fn reports(app: &TestApp, owner: &Visitor) -> Value {
    let to = (app.clock.now_ms().div_euclid(DAY) + 1) * DAY;
    let ask = async |path: &str| {
        owner.get(&format!("/api/reports/{path}?from={}&to={to}", to - DAYS * DAY)).await.json()
    };
    let rows = async |of: &str| ask(&format!("rankings/{of}")).await["rows"].clone();
    let (overview, vitals) = (ask("overview").await, ask("vitals").await);
    let overview = ["views", "searches", "errors"].map(|name| overview[name].clone());
    json!({
        "overview": overview,
        "rankings": [rows("pages").await, rows("sources").await, rows("searches").await],
        "error": ask("errors").await["errors"][0]["times"],
        "site": [vitals["metrics"][0]["times"], vitals["metrics"][0]["p75"]],
        "page": vitals["pages"],
    })
}

on_both! {
    /// K-080, A-113: also what was measured: a percentile of a year is made of the percentiles' sketches of its weeks.
    async fn a_113_a_long_report_is_the_same_from_weeks_and_from_days(app: &TestApp); {
        let today = app.clock.now_ms().div_euclid(DAY) * DAY;
        let queue = &app.handle().context().tracking;
        for number in 0..DAYS {
            queue.tell(day(number, today - number * DAY));
        }
        app.work().await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let row = |name: &str, times: i64| json!({"name": name, "times": times});
        let expected = json!({
            "overview": [240, 60, 60],
            "rankings": [[row("/", 180), row("/shop", 60)], [row("search.example", 60)], [row("rye", 60)]],
            "error": 60,
            "site": [60, 4500.0],
            "page": [{"path": "/shop", "times": 60, "p75": {"LCP": 4500.0}}],
        });
        assert_eq!(reports(app, &owner).await, expected);
        let closed = async || (app.count_visits("week", "closed_at IS NULL").await, app.count_visits("week", "closed_at IS NOT NULL").await);
        assert_eq!(closed().await, (1, 9), "all but this week");
        on_visits(app, "UPDATE @week SET closed_at = NULL").await;
        assert_eq!(reports(app, &owner).await, expected, "from days alone");
        app.work().await;
        assert_eq!(closed().await, (1, 9));
        // An event that comes late opens its week, which is added up once more.
        queue.tell(vec![view("/", today - 20 * DAY)]);
        app.work().await;
        assert_eq!(closed().await, (1, 9));
        let later = reports(app, &owner).await;
        assert_eq!((&later["overview"][0], &later["rankings"][0][0]), (&json!(241), &row("/", 181)));
        // Nothing of the days of those weeks is read.
        let first = (today - (DAYS - 1) * DAY + WEEK - 1) / WEEK * WEEK;
        let inside = format!("step = {DAY} AND starts_at >= {first} AND starts_at < {}", today / WEEK * WEEK);
        on_visits(app, &format!("DELETE FROM @figure WHERE kind NOT IN ('view', 'funnel') AND {inside}")).await;
        on_visits(app, &format!("DELETE FROM @vital WHERE path <> '' AND {inside}")).await;
        assert_eq!(reports(app, &owner).await, later);
    }

    /// A client that makes up names fills no week either: the thousand that were counted most are told apart.
    async fn a_week_has_a_thousand_names(app: &TestApp); {
        let queue = &app.handle().context().tracking;
        let monday = (app.clock.now_ms() / WEEK - 1) * WEEK;
        for number in 0..3 {
            let at = monday + number * DAY;
            queue.tell((0..500).map(|page| view(&format!("/{number}-{page}"), at)).collect());
            queue.tell(vec![view("/", at)]);
        }
        app.work().await;
        let week = format!("kind = 'page' AND step = {WEEK}");
        assert_eq!(app.count_visits("figure", &week).await, 1001);
        assert_eq!(app.count_visits("figure", &format!("{week} AND name = '(other)' AND times = 501")).await, 1);
        assert_eq!(app.count_visits("figure", &format!("{week} AND name = '/' AND times = 3")).await, 1);
        app.clock.advance(900 * DAY);
        app.work().await;
        assert_eq!((app.count_visits("figure", "1 = 1").await, app.count_visits("week", "1 = 1").await), (0, 0));
    }
}

/// A store of before is brought along: its metrics stand, its pages that were measured are ranked, its weeks are added up.
#[tokio::test]
async fn a_store_of_before_is_brought_along() {
    for store in [Store::Sqlite, Store::Postgres] {
        let folder = tempfile::tempdir().unwrap();
        let (url, kind) = match store {
            Store::Sqlite => (format!("sqlite:{}", folder.path().join("shop.db").display()), "sqlite"),
            Store::Postgres => match crate::postgres::empty_database().await {
                Some(url) => (url, "postgres"),
                None => return,
            },
        };
        let first = format!("{}/migrations/visits/{kind}/0022_visits.sql", env!("CARGO_MANIFEST_DIR"));
        std::fs::create_dir(folder.path().join("before")).unwrap();
        std::fs::copy(first, folder.path().join("before/0022_visits.sql")).unwrap();
        let before = sqlx::migrate::Migrator::new(folder.path().join("before")).await.unwrap();
        let mut measured = tracking::Values::default();
        measured.add(700.0);
        let sketch: String = measured.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let sketch = if kind == "sqlite" { format!("X'{sketch}'") } else { format!("'\\x{sketch}'") };
        let rows = format!(
            "INSERT INTO figure (kind, step, starts_at, name, times) VALUES ('page', {DAY}, {WEEK}, '/a', 2), ('page', {DAY}, {WEEK} + {DAY}, '/a', 3); \
             INSERT INTO vital (step, starts_at, path, metric, times, sketch) VALUES ({DAY}, {WEEK}, '/a', 'LCP', 1, {sketch})"
        );
        let rows = sqlx::AssertSqlSafe(rows);
        let visits = url.replace(".db", ".visits.db");
        if kind == "sqlite" {
            let url = format!("{visits}?mode=rwc");
            let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url).await.unwrap();
            before.run(&mut connection).await.unwrap();
            sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
        } else {
            let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.unwrap();
            let schema = "CREATE SCHEMA visits; SET search_path = visits";
            sqlx::raw_sql(schema).execute(&mut connection).await.unwrap();
            before.run(&mut connection).await.unwrap();
            sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
        }
        let db = Db::open_visits(&url, 1).await.unwrap();
        tracking::roll_up(&db, HashSet::new(), 5 * WEEK).await.unwrap();
        db.close().await;
        let table = |name: &str| if kind == "sqlite" { name.to_owned() } else { format!("visits.{name}") };
        for (from, expected) in [
            (format!("{} WHERE kind = 'page' AND step = {DAY}", table("figure")), 5),
            (format!("{} WHERE kind = 'page' AND step = {WEEK} AND name = '/a'", table("figure")), 5),
            (format!("{} WHERE kind = 'measured' AND step = {WEEK} AND name = '/a'", table("figure")), 1),
            (format!("{} WHERE path = '/a' AND step = {WEEK}", table("vital")), 1),
        ] {
            let sql = format!("SELECT CAST(SUM(times) AS BIGINT) FROM {from}");
            assert_eq!(crate::app::number(&visits, &sql).await, expected, "{kind}: {from}");
        }
    }
}
