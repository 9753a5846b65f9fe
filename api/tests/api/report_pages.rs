//! The reports as pages: the way in, what they show, and that no visitor's word is markup.

use crate::app::{PASSWORD, TestApp, Visitor, encoded, on_both};
use crate::owner_pages::submit;
use crate::reports::two_days;
use crate::visits::view;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::json;

const PAGES: [&str; 7] = ["overview", "sources", "pages", "searches", "funnel", "errors", "vitals"];

async fn enter(
    app: &TestApp,
    visitor: &Visitor,
    email: &str,
    password: &str,
    next: &str,
) -> crate::app::Reply {
    submit(app, visitor, "/log-in", &[("email", email), ("password", password), ("next", next)]).await
}

fn redirect(reply: &crate::app::Reply) -> &str {
    assert_eq!(reply.status, 303, "{}", reply.text);
    reply.headers["location"].to_str().unwrap()
}

on_both! {
    /// Anyone who is not logged in is shown the way, and comes back to the page they asked for; anyone who has no right reads nothing.
    async fn a_099_pages_are_for_those_with_the_right(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        app.account("own@shop.example", &[Role::Reporting]).await;
        app.account("cook@shop.example", &[Role::Editor]).await;
        let visitor = Visitor::still(&format!("http://{}", app.address()));
        for page in PAGES.into_iter().chain(["errors/0123"]) {
            let reply = visitor.get(&format!("/api/figures/{page}?range=7d")).await;
            let next = encoded(&format!("/api/figures/{page}?range=7d"));
            assert_eq!(redirect(&reply).to_lowercase(), format!("/api/owner/log-in?next={next}").to_lowercase().replace("%2d", "-"));
        }
        let form = visitor.get("/api/owner/log-in?next=%2Fapi%2Ffigures%2Ffunnel%3Frange%3D7d").await;
        assert!(form.text.contains("value=\"/api/figures/funnel?range=7d\"") && form.text.contains("type=\"password\""), "{}", form.text);
        let wrong = enter(app, &visitor, "own@shop.example", "wrong password", "").await;
        assert_eq!(wrong.status, 401);
        assert!(wrong.text.contains("Incorrect email or password.") && wrong.text.contains("value=\"own@shop.example\""), "{}", wrong.text);
        let without = visitor.post_form("/api/owner/log-in", &[("email", "own@shop.example"), ("password", PASSWORD)]).await;
        assert_eq!(without.status, 403);
        let entered = enter(app, &visitor, "own@shop.example", PASSWORD, "/api/figures/funnel?range=7d").await;
        assert_eq!(redirect(&entered), "/api/figures/funnel?range=7d");
        for page in PAGES {
            let reply = visitor.get(&format!("/api/figures/{page}?range=90d")).await;
            assert_eq!(reply.status, 200, "{page}");
            assert!(reply.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'; style-src 'self'"));
            assert!(reply.text.contains("aria-current=\"page\"") && !reply.text.contains("<script"), "{page}");
            // One log-in opens all that the role opens, and each page leads to the others of them and to no more.
            assert!(reply.text.contains("href=\"/api/owner/restock\"") && !reply.text.contains("href=\"/api/owner/comments\""), "{page}");
        }
        assert_eq!(redirect(&visitor.get("/api/figures").await), "/api/figures/overview");
        assert!(visitor.get("/api/owner/restock").await.text.contains("href=\"/api/figures/overview\""));
        assert_eq!(visitor.get("/api/figures/errors/0123").await.status, 404);
        assert_eq!(redirect(&submit(app, &visitor, "/log-out", &[]).await), "/api/owner/log-in");
        assert_eq!(visitor.get("/api/figures/overview").await.status, 303);
        let elsewhere = enter(app, &visitor, "cook@shop.example", PASSWORD, "https://evil.example/").await;
        assert_eq!(redirect(&elsewhere), "/api/owner");
        let refused = visitor.get("/api/figures/overview").await;
        assert_eq!(refused.status, 403);
        assert!(refused.text.contains("href=\"/api/owner/submissions\"") && refused.text.contains("href=\"/api/owner\""), "{}", refused.text);
    }

    /// What happened stands on the pages, each plot with its table.
    async fn pages_show_what_happened(app: &TestApp); {
        two_days(app).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let page = async |name: &str| owner.get(&format!("/api/figures/{name}?range=7d")).await.text;
        let overview = page("overview").await;
        for part in ["<dt>Page views</dt><dd>6</dd>", "<dt>Visitors</dt><dd>2</dd>", "<dt>Orders</dt><dd>1</dd>", "role=\"img\"", "<th scope=\"row\">Sun 22 Nov</th>"] {
            assert!(overview.contains(part), "{part} is not in {overview}");
        }
        assert!(page("sources").await.contains("search.example"));
        assert!(page("searches").await.contains("rye"));
        assert!(page("pages").await.contains("/shop/bread"));
        let funnel = page("funnel").await;
        assert!(funnel.contains("Ordered") && funnel.contains("50 %"), "{funnel}");
    }

    /// A path, a search, a site and an error are what a visitor wrote: text on every page.
    async fn what_visitors_wrote_is_no_markup(app: &TestApp); {
        let evil = "<img src=x onerror=alert(1)>";
        view(app, evil, "ann", 1).await;
        let visitor = app.visitor();
        let data = json!({"payload": {"query": evil}}).to_string();
        visitor.post_form("/api/census/RecordHit", &[("event", "2"), ("data", &data)]).await;
        let report = json!({"message": evil, "stack": format!("at {evil} ({evil}:1:2)"), "url": evil, "userAgent": evil}).to_string();
        visitor.post("/api/events/RecordJavascriptErrors", json!([{"event": "x", "data": report, "timestamp": 1}])).await;
        let record = json!([{"pathname": evil, "timings": {"LCP": 3000.0}}]).to_string();
        visitor.send(Method::POST, "/api/1/performance/records", &[], Some(record)).await;
        app.work().await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let list = owner.get("/api/reports/errors").await.json();
        let error = format!("errors/{}", list["errors"][0]["fingerprint"].as_str().unwrap());
        for page in ["pages", "searches", "errors", "vitals", &error] {
            let text = owner.get(&format!("/api/figures/{page}")).await.text;
            assert!(text.contains("&lt;img src=x onerror=alert(1)&gt;") && !text.contains("<img"), "{page}: {text}");
        }
    }
}
