use crate::app::{TestApp, on_both};
use crate::socket::read_some;
use reqwest::Method;
use serde_json::json;
use std::io::Write;

const SITE: &str = "https://shop.example";
const CALL: &str = "/api/events/RecordJavascriptErrors";

on_both! {
    /// the site's own origin is allowed with credentials, another is not.
    async fn a_014_only_the_listed_origin_is_allowed(app: &TestApp) with |settings| settings.site_origins = vec![SITE.into()]; {
        let visitor = app.visitor();
        let preflight = |origin: &str| [
            ("origin", origin.to_owned()),
            ("access-control-request-method", "POST".to_owned()),
            ("access-control-request-headers", "content-type,x-csrf-token".to_owned()),
        ];
        let allowed = visitor.send(Method::OPTIONS, CALL, &preflight(SITE), None).await;
        assert_eq!(allowed.status, 200);
        assert_eq!(allowed.headers["access-control-allow-origin"], SITE);
        assert_eq!(allowed.headers["access-control-allow-credentials"], "true");
        let refused = visitor.send(Method::OPTIONS, CALL, &preflight("https://evil.example"), None).await;
        assert_eq!(refused.status, 400);
        assert!(!refused.headers.contains_key("access-control-allow-origin"));
    }

    /// a page of another site cannot change anything, whatever its browser sends along.
    async fn a_014_a_changing_call_of_another_site_is_refused(app: &TestApp) with |settings| settings.site_origins = vec![SITE.into()]; {
        let visitor = app.visitor();
        let crumb = visitor.crumb().await;
        let call = |origin: String| [("origin", origin), ("x-csrf-token", crumb.clone()), ("content-type", "application/json".to_owned())];
        let refused = visitor.send(Method::POST, CALL, &call("https://evil.example".into()), Some("[]".into())).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (403, json!("origin-not-allowed")));
        assert_eq!(visitor.send(Method::POST, CALL, &call(SITE.into()), Some("[]".into())).await.status, 204);
        let own = format!("http://{}", app.address());
        assert_eq!(visitor.send(Method::POST, CALL, &call(own), Some("[]".into())).await.status, 204);
    }

    /// a body that never ends is cut off, in the time that is set.
    async fn a_123_a_body_that_does_not_arrive_is_cut_off(app: &TestApp) with |settings| settings.limits.body_ms = 200; {
        let address = app.address();
        let answer = tokio::task::spawn_blocking(move || {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            stream.write_all(b"POST /api/census/RecordHit HTTP/1.1\r\nhost: shop\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 50\r\n\r\nevent=1").unwrap();
            let mut answer = vec![0; 1024];
            let length = read_some(&mut stream, &mut answer).unwrap();
            String::from_utf8_lossy(&answer[..length]).into_owned()
        });
        assert!(answer.await.unwrap().starts_with("HTTP/1.1 408"));
    }

    /// Every answer carries the headers that keep a browser from guessing and from keeping.
    async fn answers_carry_the_protecting_headers(app: &TestApp); {
        let reply = app.visitor().get("/api/crumb").await;
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["cache-control"], "no-store");
        assert_eq!(reply.headers["x-frame-options"], "DENY");
    }
}
