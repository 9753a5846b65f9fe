//! From what browsers tell to metrics: groups, roll-ups done once, room that is bounded, what is forgotten in time.

use crate::app::{Store, TestApp, on_both};
use crate::process::Server;
use futures_util::future::join_all;
use loggia_api::clock::{Clock, DAY, HOUR};
use loggia_api::repository::Db;
use loggia_api::repository::visits::event::Event;
use loggia_api::roles::Role;
use loggia_api::tracking::{self, Tracking};
use serde_json::{Value, json};
use std::collections::HashSet;

pub const HIT: &str = "/api/census/RecordHit";

/// A page view as the tracker tells it.
pub async fn view(app: &TestApp, path: &str, visitor: &str, visit: i64) {
    view_from(app, path, visitor, visit, "").await;
}

/// The same, led there by another site.
pub async fn view_from(app: &TestApp, path: &str, visitor: &str, visit: i64, referrer: &str) {
    let data =
        json!({"eventName": "page_view", "payload": {"pagePath": path}, "referrer": referrer}).to_string();
    let cookie = format!("{visitor}|1|1|1|{visit}");
    let fields = [("event", "1"), ("data", data.as_str()), ("ss_cvr", cookie.as_str())];
    assert_eq!(app.visitor().post_form(HIT, &fields).await.status, 204);
}

fn event(name: &str, at: i64) -> Event {
    Event {
        kind: "hit".into(),
        name: "1".into(),
        data: json!({"payload": {"pagePath": format!("/{name}")}}).to_string(),
        visitor: Some(name.into()),
        visit: Some(1),
        occurred_at: at,
        ..Event::default()
    }
}

on_both! {
    /// K-001 to K-013, K-025 to K-027: the week of `vectors/week.json` as the server sees it: the browser's side of the same
    /// file is tracking/week.test.ts.
    async fn k_010_a_week_of_visits_gives_exactly_these_rows(app: &TestApp); {
        let week: Value = serde_json::from_str(include_str!("../../vectors/week.json")).unwrap();
        app.clock.advance(2 * HOUR);
        let monday = app.clock.now_ms();
        let mut all = 0;
        for step in week["cases"][0]["expect"].as_array().unwrap() {
            let at = monday + step["at"].as_i64().unwrap();
            app.clock.advance(at - app.clock.now_ms());
            let cookie = step["cookies"]["ss_cvr"].as_str().unwrap();
            let (visitor, visit) = (cookie.split('|').next().unwrap(), cookie.rsplit('|').next().unwrap());
            for hit in step["hits"].as_array().unwrap() {
                let number = hit["event"].as_str().unwrap();
                let data = json!({"eventName": "x", "payload": {"pagePath": hit["pagePath"], "query": hit["query"]}}).to_string();
                let fields = [("event", number), ("data", &data), ("ss_cvr", cookie)];
                assert_eq!(app.visitor().post_form(HIT, &fields).await.status, 204);
                all += 1;
                let row = format!("occurred_at = {at} AND kind = 'hit' AND name = '{number}' AND visitor = '{visitor}' AND visit = {visit}");
                assert_eq!(app.count_visits("event", &row).await, 1, "{row}");
            }
        }
        assert_eq!(app.count_visits("event", "1 = 1").await, all);
        app.work().await;
        let owner = app.member("own@shop.example", &[Role::Reporting]).await;
        let week = owner.get("/api/reports/overview?range=7d").await.json();
        assert_eq!([&week["visitors"], &week["visits"], &week["views"], &week["searches"]], [&json!(1), &json!(5), &json!(8), &json!(1)]);
        let days: Vec<[i64; 3]> = week["periods"].as_array().unwrap().iter()
            .map(|day| ["visitors", "visits", "views"].map(|count| day[count].as_i64().unwrap())).collect();
        assert_eq!(days, [[1, 1, 3], [1, 1, 1], [0, 0, 0], [1, 1, 2], [0, 0, 0], [0, 0, 0], [1, 2, 2]]);
        let steps = owner.get("/api/reports/funnel?range=7d").await.json();
        let steps: Vec<i64> = steps["steps"].as_array().unwrap().iter().map(|step| step["times"].as_i64().unwrap()).collect();
        assert_eq!(steps, [8, 2, 1, 2, 0]);
    }

    /// Every group is rolled up once, however many servers are at it.
    async fn two_servers_roll_up_each_event_once(app: &TestApp); {
        let context = app.handle().context();
        for number in 0..40 {
            view(app, &format!("/page-{number}"), &format!("visitor-{number}"), 1).await;
            context.tracking.flush().await;
        }
        let other = Db::open_visits(&app.settings.database_url(), 2).await.unwrap();
        let now = app.clock.now_ms();
        let both = [context.tracking.db(), &other, &other, context.tracking.db()];
        let rolled = join_all(both.map(|db| tracking::roll_up(db, HashSet::new(), now))).await;
        assert_eq!(rolled.into_iter().map(Result::unwrap).sum::<usize>(), 40);
        app.work().await;
        other.close().await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let report = owner.get("/api/reports/overview?range=today").await.json();
        assert_eq!([&report["views"], &report["visitors"]], [&json!(40), &json!(40)]);
        assert_eq!(app.count_visits("event_group", "1 = 1").await, 0);
    }

    /// What is older than the settings say goes; metrics live longer than events.
    async fn events_and_figures_are_forgotten_in_time(app: &TestApp) with |settings| {
        settings.tracking.events_kept_days = 30;
        settings.tracking.figures_kept_days = 400;
    }; {
        let error = json!([{"event": "JavascriptError", "data": json!({"message": "old"}).to_string(), "timestamp": 1}]);
        assert_eq!(app.visitor().post("/api/events/RecordJavascriptErrors", error).await.status, 204);
        for _ in 0..6 {
            view(app, "/", "somebody", 1).await;
            app.work().await;
            app.clock.advance(8 * DAY);
        }
        app.work().await;
        // 48, 40 and 32 days ago are gone; 24, 16 and 8 days ago are there.
        assert_eq!(app.count_visits("event", "kind = 'hit'").await, 3);
        assert_eq!(app.count_visits("javascript_error", "1 = 1").await, 0);
        assert_eq!(app.count_visits("figure", &format!("kind = 'view' AND step = {HOUR}")).await, 4);
        assert_eq!(app.count_visits("figure", &format!("kind = 'view' AND step = {DAY}")).await, 6);
        if app.settings.database_url.is_some() {
            let weeks = "SELECT COUNT(*) FROM pg_inherits WHERE inhparent = 'visits.event'::regclass";
            assert!((4..=8).contains(&app.number(weeks).await), "weeks that are over have no table");
        }
        app.clock.advance(401 * DAY);
        app.work().await;
        assert_eq!((app.count_visits("event", "1 = 1").await, app.count_visits("figure", "1 = 1").await), (0, 0));
    }

    /// Anyone who makes up paths fills no table: beyond a thousand a day they are one name.
    async fn made_up_names_are_bounded(app: &TestApp); {
        let tracking = &app.handle().context().tracking;
        let now = app.clock.now_ms();
        for batch in 0..3 {
            tracking.tell((0..700).map(|number| event(&format!("{batch}-{number}"), now)).collect());
            app.work().await;
        }
        let day = format!("kind = 'page' AND step = {DAY}");
        assert_eq!(app.count_visits("figure", &day).await, 1001);
        assert_eq!(app.count_visits("figure", &format!("{day} AND name = '(other)' AND times = 1100")).await, 1);
    }

    /// S-707: what is told late finds a table, however far before or between what was told before it.
    async fn s_707_what_is_told_late_is_kept(app: &TestApp); {
        let tracking = &app.handle().context().tracking;
        for (number, weeks) in [0, 30, 2, 16, 31, 5].into_iter().enumerate() {
            tracking.tell(vec![event(&format!("v{number}"), app.clock.now_ms() - weeks * 7 * DAY)]);
            tracking.flush().await;
        }
        assert_eq!(app.count_visits("event", "1 = 1").await, 6);
        assert_eq!(tracking.gauges().shed, 0);
    }

    /// no text that a database cannot keep stops the events beside it.
    async fn a_123_a_text_with_a_nul_stops_nobody(app: &TestApp); {
        let fields = [("event", "1\0"), ("data", "{\"a\":\"\0\"}"), ("ss_cvr", "v|1|1|1|1")];
        assert_eq!(app.visitor().post_form(HIT, &fields).await.status, 204);
        view(app, "/", "v", 1).await;
        assert_eq!(app.count_visits("event", "visitor = 'v' AND name = '1'").await, 2);
    }
}

/// There is room for so many; the others are shed and counted, and no call waits.
#[tokio::test]
async fn what_there_is_no_room_for_is_shed_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("shop.db").display());
    let db = Db::open_visits(&url, 1).await.unwrap();
    let clock = Clock::stopped_at(crate::app::NOW);
    let tracking = Tracking::start(db, clock, 100, false).unwrap();
    // The thread that writes is held up by a lock on the file.
    let mut lock = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url.replace(".db", ".visits.db"))
        .await
        .unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
    for number in 0..150 {
        tracking.tell(vec![event(&format!("v{number}"), crate::app::NOW)]);
    }
    assert_eq!((tracking.gauges().waiting, tracking.gauges().shed), (100, 50));
    tracking.tell((0..10).map(|_| Event { data: "x".repeat(10_000_000), ..Event::default() }).collect());
    assert_eq!(tracking.gauges().shed, 60);
    sqlx::raw_sql("ROLLBACK").execute(&mut lock).await.unwrap();
    tracking.flush().await;
    let gauges = tracking.gauges();
    assert_eq!((gauges.waiting, gauges.written, gauges.shed), (0, 100, 60));
    tracking.stop().await;
    tracking.tell(vec![event("late", crate::app::NOW)]);
    assert_eq!(tracking.gauges().shed, 61);
}

/// A server that ends in order has written everything it took.
#[tokio::test]
async fn a_server_that_ends_writes_what_waits() {
    for store in [Store::Sqlite, Store::Postgres] {
        let Some(mut app) = TestApp::start(store, |_| ()).await else { return };
        let now = app.clock.now_ms();
        let tracking = &app.handle().context().tracking;
        for number in 0..5000 {
            tracking.tell(vec![event(&format!("v{number}"), now)]);
        }
        app.restart().await;
        assert_eq!(app.count_visits("event", "1 = 1").await, 5000);
        app.stop().await;
    }
}

/// A server that is killed in the middle of rolling up has rolled up whole groups or none: the next one makes the rest.
#[tokio::test]
async fn a_server_killed_while_it_rolls_up_counts_nothing_twice() {
    for store in [Store::Sqlite, Store::Postgres] {
        let folder = tempfile::tempdir().unwrap();
        let url = match store {
            Store::Sqlite => format!("sqlite:{}", folder.path().join("shop.db").display()),
            Store::Postgres => match crate::postgres::empty_database().await {
                Some(url) => url,
                None => return,
            },
        };
        std::fs::write(folder.path().join("catalog.json"), crate::catalog::catalog().to_string()).unwrap();
        let now = Clock::System.now_ms();
        let db = Db::open_visits(&url, 1).await.unwrap();
        let tracking = Tracking::start(db, Clock::System, 100_000, false).unwrap();
        for _ in 0..120 {
            tracking.tell((0..100).map(|number| event(&format!("v{number}"), now)).collect());
            tracking.flush().await;
        }
        tracking.stop().await;
        for _ in 0..3 {
            // It begins to roll up at once.
            Server::start(&url, folder.path(), &[]).kill();
        }
        let db = Db::open_visits(&url, 1).await.unwrap();
        tracking::roll_up(&db, HashSet::new(), now).await.unwrap();
        db.close().await;
        let sql =
            format!("SELECT CAST(SUM(times) AS BIGINT) FROM figure WHERE kind = 'view' AND step = {DAY}");
        let views = match store {
            Store::Sqlite => crate::app::number(&url.replace(".db", ".visits.db"), &sql).await,
            Store::Postgres => crate::app::number(&url, &sql.replace("figure", "visits.figure")).await,
        };
        assert_eq!(views, 12_000, "{store:?}");
    }
}
