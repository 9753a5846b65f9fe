use crate::app::{TestApp, on_both};
use reqwest::Method;
use serde_json::json;

const ERRORS: &str = "/api/events/RecordJavascriptErrors";

on_both! {
    /// each report is one row; the answer says nothing.
    async fn a_104_a_106_two_reports_are_two_rows(app: &TestApp); {
        let report = json!({"event": "error", "data": "{\"message\":\"x is not a function\"}", "timestamp": 1});
        let reply = app.visitor().post(ERRORS, json!([report, report])).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (204, ""));
        assert_eq!(app.count_visits("event", "kind = 'javascript-error' AND name = 'error'").await, 2);
    }

    /// JSON only, and nothing without the crumb.
    async fn a_105_reports_need_json_and_the_crumb(app: &TestApp); {
        let visitor = app.visitor();
        let body = Some(json!([{"event": "error", "data": "{}", "timestamp": 1}]).to_string());
        let crumb = ("x-csrf-token", visitor.crumb().await);
        let text = visitor.send(Method::POST, ERRORS, &[crumb, ("content-type", "text/plain".into())], body.clone()).await;
        assert_eq!(text.status, 415);
        let without = visitor.send(Method::POST, ERRORS, &[("content-type", "application/json".into())], body).await;
        assert_eq!(without.status, 403);
        assert_eq!(app.count_visits("event", "kind = 'javascript-error'").await, 0);
    }

    /// the crumb travels in the form; the number is kept.
    async fn a_107_an_event_is_kept_with_its_number(app: &TestApp); {
        let visitor = app.visitor();
        let crumb = visitor.crumb().await;
        let fields = [("crumb", crumb.as_str()), ("event", "20"), ("extra", "ignored"), ("data", "{\"track\":1}")];
        assert_eq!(visitor.post_form("/api/events/RecordEvent", &fields).await.status, 204);
        assert_eq!(app.count_visits("event", "kind = 'event' AND name = '20' AND data LIKE '%track%' AND data NOT LIKE '%ignored%'").await, 1);
        let without = visitor.post_form("/api/events/RecordEvent", &[("event", "20")]).await;
        assert_eq!(without.json()["crumbFail"], true);
    }
}
