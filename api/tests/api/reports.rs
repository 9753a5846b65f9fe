//! What an owner reads by call: metrics, errors with the lines that were written, exports, a visitor taken away.

use crate::app::{TestApp, Visitor, client, on_both};
use crate::visits::{view, view_from};
use loggia_api::clock::{DAY, HOUR};
use loggia_api::roles::Role;
use loggia_commerce::signature_header;
use serde_json::{Value, json};

const ERRORS: &str = "/api/events/RecordJavascriptErrors";
const SECRET: &str = "publish-0123456789-publish-abcdef";
const TOKEN: &str = "reports-0123456789-reports-abcdef";

/// The owner.
pub async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::Admin]).await
}

/// A little of everything on two days.
pub async fn two_days(app: &TestApp) {
    view_from(app, "/", "ann", 1, "https://www.search.example/?q=bread").await;
    view(app, "/shop/bread", "ann", 1).await;
    view(app, "/cart", "ann", 1).await;
    view(app, "/checkout", "ann", 1).await;
    let visitor = app.visitor();
    let crumb = visitor.crumb().await;
    let order = [
        ("crumb", crumb.as_str()),
        ("event", "order"),
        ("data", "{\"id\":\"o1\"}"),
        ("ss_cvr", "ann|1|1|1|1"),
    ];
    assert_eq!(visitor.post_form("/api/events/RecordEvent", &order).await.status, 204);
    let data = json!({"payload": {"query": "Rye "}}).to_string();
    let search = [("event", "2"), ("data", data.as_str()), ("ss_cvr", "ann|1|1|1|1")];
    assert_eq!(visitor.post_form("/api/census/RecordHit", &search).await.status, 204);
    app.clock.advance(DAY);
    view_from(app, "/", "ben", 1, "news.example").await;
    // Our own pages are no source.
    view_from(app, "/", "ann", 2, &format!("http://{}/shop", app.address())).await;
    app.work().await;
}

on_both! {
    /// Visitors, visits and views; sources, pages, searches; the steps to an order.
    async fn figures_say_what_happened(app: &TestApp); {
        two_days(app).await;
        let owner = owner(app).await;
        let report = owner.get("/api/reports/overview?range=7d").await.json();
        let counts = ["visitors", "visits", "views", "orders", "searches", "errors"].map(|name| report[name].as_i64().unwrap());
        assert_eq!(counts, [2, 3, 6, 1, 1, 0]);
        assert_eq!(report["periods"].as_array().unwrap().len(), 7);
        let rows = async |of: &str| owner.get(&format!("/api/reports/rankings/{of}?range=7d")).await.json();
        let sources = rows("sources").await;
        assert_eq!(sources["rows"], json!([{"name": "news.example", "times": 1}, {"name": "search.example", "times": 1}]));
        assert_eq!((&sources["direct"], &sources["total"]), (&json!(1), &json!(2)));
        let pages = rows("pages").await;
        assert_eq!((&pages["rows"][0], &pages["total"]), (&json!({"name": "/", "times": 3}), &json!(6)));
        assert_eq!(rows("searches").await["rows"], json!([{"name": "rye", "times": 1}]));
        let steps = owner.get("/api/reports/funnel").await.json()["steps"].clone();
        let step = |step: &str, visitors: i64, times: i64| json!({"step": step, "visitors": visitors, "times": times});
        assert_eq!(steps, json!([step("visit", 2, 6), step("product", 1, 1), step("cart", 1, 1), step("checkout", 1, 1), step("order", 1, 1)]));
        let today = owner.get("/api/reports/overview?range=today").await.json();
        assert_eq!((&today["views"], &today["step"], today["periods"].as_array().unwrap().len()), (&json!(2), &json!(HOUR), 24));
        assert_eq!(owner.get("/api/reports/overview?range=soon").await.status, 400);
        assert_eq!(owner.get("/api/reports/rankings/made-up").await.status, 404);
    }

    /// A program reads with the token of reports, and changes nothing with it.
    async fn a_program_reads_with_its_token(app: &TestApp) with |settings| settings.tracking.report_token = Some(TOKEN.into()); {
        let ask = async |method: reqwest::Method, path: &str, token: &str| {
            let url = format!("http://{}{path}", app.address());
            client().request(method, url).bearer_auth(token).send().await.unwrap().status().as_u16()
        };
        let overview = "/api/reports/overview";
        assert_eq!(ask(reqwest::Method::GET, overview, TOKEN).await, 200);
        assert_eq!(ask(reqwest::Method::GET, overview, "").await, 401);
        assert_eq!(ask(reqwest::Method::GET, overview, "reports-0123456789-reports-abcdeg").await, 401);
        assert_eq!(ask(reqwest::Method::GET, "/api/commerce/orders", TOKEN).await, 401);
        // Without a crumb and a session nothing is taken away, whatever the token.
        assert_eq!(ask(reqwest::Method::DELETE, "/api/reports/visitors/ann", TOKEN).await, 403);
    }

    /// Where no token is set none is right, not even an empty one.
    async fn without_a_token_no_program_reads(app: &TestApp); {
        let url = format!("http://{}/api/reports/overview", app.address());
        for token in ["", "x"] {
            assert_eq!(client().get(&url).bearer_auth(token).send().await.unwrap().status(), 401);
        }
    }

    /// Errors that are alike are one, counted, with when they were first and last seen.
    async fn a_104_errors_that_are_alike_are_one(app: &TestApp); {
        let visitor = app.visitor();
        let begun = app.clock.now_ms();
        let report = |message: &str| json!({"event": "JavascriptError", "timestamp": 1, "data": json!({
            "message": message, "stack": "TypeError: x\n    at f (https://shop.example/assets/widgets/c/cart-12345678.js:1:2)", "url": "https://shop.example/cart"}).to_string()});
        assert_eq!(visitor.post(ERRORS, json!([report("item 7 is lost"), report("item 12 is lost"), report("no money")])).await.status, 204);
        app.clock.advance(HOUR);
        assert_eq!(visitor.post(ERRORS, json!([report("item 13 is lost")])).await.status, 204);
        app.work().await;
        let owner = owner(app).await;
        let list = owner.get("/api/reports/errors?range=7d").await.json();
        assert_eq!(list["total"], 4);
        let first = &list["errors"][0];
        assert_eq!((&first["message"], &first["times"]), (&json!("item 13 is lost"), &json!(3)));
        assert_eq!((&first["firstSeen"], &first["lastSeen"]), (&json!(begun), &json!(begun + HOUR)));
        assert_eq!(list["errors"][1]["message"], "no money");
        let one = owner.get(&format!("/api/reports/errors/{}", first["fingerprint"].as_str().unwrap())).await.json();
        assert_eq!((&one["frames"][0]["function"], &one["frames"][0]["isOriginal"], &one["url"]), (&json!("f"), &json!(false), &json!("https://shop.example/cart")));
        assert_eq!(owner.get("/api/reports/errors/0000").await.status, 404);
    }

    /// A minified script's error shows the file, the line and the function that were written. The script, its map and the
    /// stack are what a bundler and a JavaScript engine made of `tests/minified/src`.
    async fn k_069_a_minified_error_shows_what_was_written(app: &TestApp) with |settings| settings.commerce.publish_secret = Some(SECRET.into()); {
        let made: Value = serde_json::from_str(include_str!("../minified/made.json")).unwrap();
        let file = made["file"].as_str().unwrap();
        assert!(made["script"].as_str().unwrap().lines().count() <= 2 && !made["script"].as_str().unwrap().contains("priceOfTray"), "it is minified");
        let body = json!({"buildId": "b1", "files": [{"file": file, "script": made["script"], "map": made["map"]}]}).to_string();
        let maps = format!("http://{}/api/reports/source-maps", app.address());
        let send = async |secret: &str, body: &str| {
            let signature = signature_header(secret.as_bytes(), app.clock.now_ms() / 1000, body.as_bytes());
            let call = client().post(&maps).header("loggia-signature", signature).header("content-type", "application/json");
            call.body(body.to_owned()).send().await.unwrap().status().as_u16()
        };
        assert_eq!(send("another-secret-another-secret-123", &body).await, 401);
        assert_eq!(send(SECRET, "{").await, 400);
        assert_eq!(send(SECRET, &body).await, 200);
        let report = json!({"message": made["message"], "stack": made["stack"], "url": "https://shop.example/"}).to_string();
        let sent = json!([{"event": "JavascriptError", "data": report, "timestamp": 1}]);
        assert_eq!(app.visitor().post(ERRORS, sent).await.status, 204);
        app.work().await;
        let owner = owner(app).await;
        let list = owner.get("/api/reports/errors").await.json();
        let one = owner.get(&format!("/api/reports/errors/{}", list["errors"][0]["fingerprint"].as_str().unwrap())).await.json();
        let frames = one["frames"].as_array().unwrap();
        let places: Vec<(&str, &str, i64)> = frames.iter().take(2)
            .map(|frame| (frame["file"].as_str().unwrap(), frame["function"].as_str().unwrap(), frame["line"].as_i64().unwrap())).collect();
        let expected: Vec<(&str, &str, i64)> = made["written"].as_array().unwrap().iter()
            .map(|place| (place["file"].as_str().unwrap(), place["function"].as_str().unwrap(), place["line"].as_i64().unwrap())).collect();
        assert_eq!(places, expected);
        // The map itself is given to nobody.
        for path in ["/api/reports/source-maps", &format!("/api/reports/source-maps/{file}"), &format!("/assets/widgets/{file}.map")] {
            assert!([404, 405].contains(&owner.get(path).await.status.as_u16()), "{path}");
        }
    }

    /// Everything that was sent goes out, a line an event, in the order of time.
    async fn events_are_exported(app: &TestApp); {
        for number in 0..2500 {
            let event = loggia_api::repository::visits::event::Event {
                kind: "hit".into(), name: "1".into(), data: "{\"a\":1}".into(), visitor: Some(format!("v{number}")),
                occurred_at: app.clock.now_ms() + number / 2, ..Default::default()
            };
            app.handle().context().tracking.tell(vec![event]);
        }
        view_from(app, "/", "=evil", 1, "=1+1.example").await;
        app.work().await;
        let owner = owner(app).await;
        let lines = owner.get("/api/reports/events.jsonl").await;
        assert_eq!(lines.headers["content-type"], "application/jsonl");
        let events: Vec<Value> = lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(events.len(), 2501);
        assert!(events.is_sorted_by_key(|event| event["occurredOn"].as_str().unwrap().to_owned()));
        assert_eq!(events.iter().map(|event| event["id"].as_str().unwrap()).collect::<std::collections::HashSet<_>>().len(), 2501);
        assert!(events.iter().any(|event| event["visitor"] == "v17" && event["data"]["a"] == 1));
        let table = owner.get(&format!("/api/reports/events.csv?kind=hit&from={}", app.clock.now_ms() + 1000)).await.text;
        assert!(table.starts_with("id,occurredOn,kind,name,visitor,visit,analyticsId,source,data\r\n"), "{}", &table[..100]);
        assert_eq!(table.lines().count(), 1 + 500);
        assert_eq!(owner.get("/api/reports/events.jsonl?kind=overlay").await.text, "");
    }

    /// Everything of a visitor goes by either of their ids; the metrics stay, and say nothing of them.
    async fn a_visitor_can_be_taken_away(app: &TestApp); {
        view(app, "/", "ann", 1).await;
        view(app, "/", "ben", 1).await;
        let browser = app.visitor();
        browser.set_cookie("ss_cvr", "ann|1|1|1|1");
        let content = json!({"analytics_id": "analytics-of-ann", "page_path": "/"}).to_string();
        let event = json!({"eventContent": content, "eventSchemaName": "page_view"}).to_string();
        browser.send(reqwest::Method::POST, "/api/v1/clanker/events", &[], Some(event)).await;
        let record = json!([{"pathname": "/", "analyticsId": "analytics-of-ann", "timings": {"LCP": 1}}]).to_string();
        app.visitor().send(reqwest::Method::POST, "/api/1/performance/records", &[], Some(record)).await;
        assert_eq!(app.count_visits("event", "visitor = 'ann' OR analytics_id = 'analytics-of-ann'").await, 3);
        app.work().await;
        let owner = owner(app).await;
        // Still under way when the owner asks.
        view(app, "/late", "ann", 1).await;
        let gone = owner.delete("/api/reports/visitors/analytics-of-ann").await;
        assert_eq!((gone.status.as_u16(), gone.json()), (200, json!({"events": 4})));
        assert_eq!(app.count_visits("event", "visitor = 'ann' OR analytics_id = 'analytics-of-ann' OR data LIKE '%ann%'").await, 0);
        assert_eq!(app.count_visits("event", "visitor = 'ben'").await, 1);
        assert_eq!(owner.delete("/api/reports/visitors/ann").await.json(), json!({"events": 0}));
        assert_eq!(owner.delete("/api/reports/visitors/a%20n").await.status, 400);
        let report = owner.get("/api/reports/overview?range=today").await.json();
        assert_eq!((&report["visitors"], &report["views"]), (&json!(2), &json!(2)));
        let actions = owner.get("/api/commerce/actions").await;
        assert!(actions.text.contains("remove-visitor") && !actions.text.contains("ann\""), "{}", actions.text);
    }
}
