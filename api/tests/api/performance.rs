use crate::app::{TestApp, on_both};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const RECORDS: &str = "/api/1/performance/records";

fn record(lcp: f64) -> Value {
    json!({"pathname": "/", "hostname": "shop.example", "version": "4.0.7", "secret": "x", "timings": {"LCP": lcp, "CLS": 0.1, "WARP": 9}})
}

on_both! {
    /// an array of two is two rows; known members only.
    async fn a_114_records_are_kept(app: &TestApp); {
        let reply = app.visitor().send(Method::POST, RECORDS, &[], Some(json!([record(1.0), record(2.0)]).to_string())).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (202, ""));
        assert_eq!(app.count_visits("event", "kind = 'performance' AND name = '/' AND data LIKE '%LCP%' AND data NOT LIKE '%WARP%' AND data NOT LIKE '%secret%'").await, 2);
        assert_eq!(app.visitor().send(Method::POST, RECORDS, &[], Some("{}".into())).await.status, 400);
    }

    /// K-080: what did not occur is null, as browsers send it, and is kept as nothing.
    async fn k_080_a_metric_that_did_not_occur_is_null(app: &TestApp); {
        let measurements = json!([{"analyticsId": "a1", "marketingId": null, "memberId": null, "pathname": "/", "hostname": "shop.example", "version": "4.0.7",
            "pageContext": {"pageType": 1}, "timings": {"TTFB": 12.5, "FCP": 90, "LCP": 120, "CLS": 0, "INP": null, "FID": null}}]);
        let reply = app.visitor().send(Method::POST, RECORDS, &[], Some(measurements.to_string())).await;
        assert_eq!(reply.status, 202, "{}", reply.text);
        assert_eq!(app.count_visits("event", "kind = 'performance' AND analytics_id = 'a1' AND data LIKE '%TTFB%' AND data NOT LIKE '%INP%'").await, 1);
    }

    /// how a page measures.
    async fn a_115_the_settings_are_told(app: &TestApp); {
        let settings = app.visitor().get("/api/1/performance/settings").await.json();
        assert_eq!(settings, json!({"enabled": true, "sampleRate": 1.0, "timeoutMs": 30000}));
    }

    /// the 75th percentile of 28 days, for those who may know.
    async fn a_113_the_figures_are_told_to_the_owner(app: &TestApp); {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let visitor = app.visitor();
        visitor.send(Method::POST, RECORDS, &[], Some(json!([record(9000.0)]).to_string())).await;
        app.clock.advance(29 * DAY);
        let fresh = json!([record(1000.0), record(2000.0), record(3000.0), record(4000.0)]);
        visitor.send(Method::POST, RECORDS, &[], Some(fresh.to_string())).await;
        assert_eq!(visitor.get("/api/1/performance").await.status, 401);
        app.work().await;
        let owner = app.member("own@shop.example", &[Role::Reporting]).await;
        assert_eq!(owner.get("/api/1/performance").await.json(), json!({"days": 28, "records": 4, "p75": {"LCP": 3000.0, "CLS": 0.1}}));
    }
}
