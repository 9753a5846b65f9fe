use crate::app::{TestApp, on_both};
use reqwest::Method;
use serde_json::json;

const CALL: &str = "/api/events/RecordJavascriptErrors";

on_both! {
    /// the crumb comes with the first answer, readable, and stays.
    async fn a_007_a_visitor_gets_one_crumb(app: &TestApp); {
        let visitor = app.visitor();
        let first = visitor.get("/api/crumb").await;
        let line = first.set_cookie("crumb").unwrap();
        assert!(line.contains("Path=/") && line.contains("SameSite=Lax") && !line.contains("HttpOnly"), "{line}");
        assert_eq!(first.json()["crumb"], visitor.cookie("crumb").unwrap());
        let second = visitor.get("/api/crumb").await;
        assert_eq!(second.set_cookie("crumb"), None);
        assert_eq!(second.json(), first.json());
    }

    /// S-741: an answer that caches may keep for others brings no visitor's crumb, and a first answer that none may keep does.
    async fn s_741_what_caches_keep_has_no_crumb(app: &TestApp); {
        for shared in ["inventory/stocks?itemIds=bread", "inventory/stock/?itemId=bread", "products/cards?itemIds=bread"] {
            let reply = app.visitor().get(&format!("/api/commerce/{shared}")).await;
            let said = reply.headers["cache-control"].to_str().unwrap().to_owned();
            assert!(reply.status == 200 && said.starts_with("public") && !reply.headers.contains_key("set-cookie"), "{shared}: {} {said}", reply.status);
        }
        assert!(app.visitor().get("/api/commerce/shopping-cart").await.set_cookie("crumb").is_some());
    }

    /// the header repeats the cookie, or the call is refused with the flag and a fresh crumb.
    async fn a_006_a_wrong_crumb_is_refused_with_its_flag(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(visitor.post(CALL, json!([])).await.status, 204);
        let wrong = [("x-csrf-token", "wrong".to_owned()), ("content-type", "application/json".into())];
        let refused = visitor.send(Method::POST, CALL, &wrong, Some("[]".into())).await;
        assert_eq!(refused.status, 403);
        assert_eq!(refused.json()["crumbFail"], true);
        assert_eq!(refused.error(), "Your session has expired. Please reload the page and try again.");
    }

    /// no crumb at all; the refusal brings one, and the repeat succeeds.
    async fn a_007_a_call_without_a_crumb_is_refused_and_its_repeat_succeeds(app: &TestApp); {
        let visitor = app.visitor();
        let json = ("content-type", "application/json".to_owned());
        let refused = visitor.send(Method::POST, CALL, std::slice::from_ref(&json), Some("[]".into())).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["crumbFail"]), (403, &json!(true)));
        let crumb = visitor.cookie("crumb").unwrap();
        let repeat = visitor.send(Method::POST, CALL, &[json, ("x-csrf-token", crumb)], Some("[]".into())).await;
        assert_eq!(repeat.status, 204);
    }

    /// by query, for callers that cannot set a header.
    async fn a_007_the_crumb_may_come_by_query(app: &TestApp); {
        let visitor = app.visitor();
        let path = format!("{CALL}?crumb={}", visitor.crumb().await);
        let reply = visitor.send(Method::POST, &path, &[("content-type", "application/json".into())], Some("[]".into())).await;
        assert_eq!(reply.status, 204);
    }

    /// a crumb that matches its cookie but that we never signed.
    async fn a_006_a_planted_crumb_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        visitor.set_cookie("crumb", "planted.value");
        assert_eq!(visitor.post(CALL, json!([])).await.status, 403);
    }

    /// one visitor's crumb does not serve another.
    async fn a_006_the_crumb_of_another_visitor_is_refused(app: &TestApp); {
        let (one, other) = (app.visitor(), app.visitor());
        one.crumb().await;
        let headers = [("x-csrf-token", other.crumb().await), ("content-type", "application/json".into())];
        assert_eq!(one.send(Method::POST, CALL, &headers, Some("[]".into())).await.status, 403);
    }

    /// pages and API on different sites: the cookies say so.
    async fn a_014_cookies_across_sites_say_so(app: &TestApp) with |settings| {
        settings.site_origins = vec!["https://shop.example".into()];
        settings.cross_site_cookies = true;
    }; {
        let line = app.visitor().get("/api/crumb").await.set_cookie("crumb").unwrap();
        assert!(line.contains("SameSite=None") && line.contains("Secure") && line.contains("Partitioned") && line.contains("Path=/;"), "{line}");
    }

    /// S-072: over an encrypted connection the cookies that open something are this host's alone, and no others count.
    async fn s_072_cookies_that_open_something_belong_to_the_host(app: &TestApp) with |settings| {
        settings.cross_site_cookies = true;
        settings.site_origins = vec!["http://localhost:5173".into()];
    }; {
        app.account("ann@shopper.example", &[]).await;
        let visitor = app.visitor();
        let crumb = visitor.get("/api/crumb").await.set_cookie("crumb").unwrap();
        assert!(crumb.starts_with("__Host-crumb=") && crumb.contains("Path=/;") && crumb.contains("Secure") && !crumb.contains("Domain"), "{crumb}");
        let reply = visitor.log_in("ann@shopper.example", false).await;
        assert!(reply.set_cookie("SiteUserSession").unwrap().starts_with("__Host-SiteUserSession="));
        // What a neighbour could plant is no crumb and no session.
        let planted = app.visitor();
        planted.set_cookie("crumb", &visitor.cookie("crumb").unwrap());
        planted.set_cookie("SiteUserSession", &visitor.cookie("SiteUserSession").unwrap());
        let headers = [("x-csrf-token", visitor.cookie("crumb").unwrap()), ("content-type", "application/json".to_owned())];
        let body = "{\"email\":\"ann@shopper.example\",\"password\":\"x\"}".to_owned();
        let refused = planted.send(Method::POST, "/api/site-users/account/session", &headers, Some(body)).await;
        assert_eq!(refused.json()["crumbFail"], true);
        assert_eq!(planted.get("/api/site-users/account").await.json()["authenticated"], false);
    }
}
