use crate::app::{TestApp, on_both};
use reqwest::Method;
use serde_json::json;

on_both! {
    /// a path nobody knows.
    async fn a_002_an_unknown_path_answers_404_in_json(app: &TestApp); {
        let reply = app.visitor().get("/api/nope").await;
        assert_eq!(reply.status, 404);
        assert_eq!(reply.json(), json!({"error": "Not found", "code": "not-found"}));
    }

    /// a known path asked in another way.
    async fn a_002_an_unknown_method_answers_405(app: &TestApp); {
        let reply = app.visitor().send(Method::PUT, "/api/crumb", &[], None).await;
        assert_eq!(reply.status, 405);
        assert_eq!(reply.headers["allow"], "GET");
        assert_eq!(reply.error(), "Method not allowed");
    }

    /// a body that is no JSON.
    async fn a_002_a_broken_body_answers_400_in_json(app: &TestApp); {
        let visitor = app.visitor();
        let headers = [("x-csrf-token", visitor.crumb().await), ("content-type", "application/json".into())];
        let reply = visitor.send(Method::POST, "/api/events/RecordJavascriptErrors", &headers, Some("[{".into())).await;
        assert_eq!(reply.status, 400);
        assert!(reply.json()["error"].is_string());
    }
}
