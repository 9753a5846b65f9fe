use crate::app::{TestApp, on_both};
use reqwest::Method;
use serde_json::{Value, json};

const EVENTS: &str = "/api/v1/clanker/events";
const CHECK: &str = "/api/v1/clanker/validate-event-content/page_view";

fn content() -> Value {
    let members = "analytics_id browser_language window_height window_width client_name client_version marketing_id page_host page_path \
        page_query_params page_referrer_url session_id user_agent event_occurrence_timestamp browser_locale custom_schema_name source_environment \
        context_website_id destination_url member_account_id object_identifier resolved_locale website_locale member_account_locale";
    members
        .split_whitespace()
        .map(|member| (member.to_owned(), json!("x")))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

on_both! {
    /// an event, as JSON or as the text of a beacon; without crumb.
    async fn a_108_a_pipeline_event_is_kept(app: &TestApp); {
        let visitor = app.visitor();
        let event = json!({"eventContent": json!({"page_path": "/", "analytics_id": "a1", "other": 1}).to_string(), "eventSchemaName": "page_view"});
        for kind in ["application/json", "text/plain;charset=UTF-8"] {
            let reply = visitor.send(Method::POST, EVENTS, &[("content-type", kind.to_owned())], Some(event.to_string())).await;
            //
            assert_eq!(reply.status, 202);
        }
        assert_eq!(app.count_visits("event", "kind = 'pipeline' AND name = 'page_view' AND visitor = 'a1' AND data NOT LIKE '%other%'").await, 2);
        //
        for body in [json!({}), json!({"eventContent": "{}"}), json!({"eventContent": "no", "eventSchemaName": "x"}), json!({"eventContent": "{}", "eventSchemaName": " "})] {
            assert_eq!(visitor.send(Method::POST, EVENTS, &[], Some(body.to_string())).await.status, 400);
        }
    }

    /// complete content, and what is missing.
    async fn a_111_content_is_checked_and_a_112_faults_listed(app: &TestApp); {
        let visitor = app.visitor();
        let complete = visitor.send(Method::POST, CHECK, &[], Some(content().to_string())).await;
        assert_eq!((complete.status.as_u16(), complete.json()), (200, json!({"valid": true})));
        let mut lacking = content();
        lacking.as_object_mut().unwrap().remove("page_path");
        let reply = visitor.send(Method::POST, CHECK, &[], Some(lacking.to_string())).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (400, json!({"valid": false, "errors": ["page_path is missing"]})));
    }
}
