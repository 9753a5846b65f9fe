//! Pages that are not for everybody.

use crate::app::{TestApp, Visitor, on_both};
use loggia_api::passwords;
use loggia_api::roles::Role;
use serde_json::json;

const UNLOCK: &str = "/api/site/pages/unlock";

/// The content of the locked pages lies beside the output in which the catalogue stands.
fn beside_the_catalog(settings: &mut loggia_api::Settings) {
    let site = settings.data_folder.join("site");
    std::fs::create_dir_all(site.join("output.data")).unwrap();
    std::fs::create_dir_all(site.join("output.protected")).unwrap();
    std::fs::write(site.join("output.protected/secret.html"), "<h1>Secret</h1>").unwrap();
    std::fs::write(site.join("output.protected/club.html"), "<h1>Club</h1>").unwrap();
    std::fs::write(site.join("outside.html"), "outside").unwrap();
    let path = site.join("output.data/catalog.json");
    std::fs::write(&path, crate::catalog::catalog().to_string()).unwrap();
    settings.catalog = Some(path);
    settings.limits.log_in = 1000;
    settings.limits.form = 1000;
}

async fn with_locks(app: &TestApp, password: &str) {
    let hash = passwords::hash(password.to_owned()).await.unwrap();
    let mut catalog = crate::catalog::catalog();
    catalog["pages"] = json!([
        {"id": "secret", "url": "/secret", "access": "locked", "formIds": ["inner"], "lock": {"passwordHash": hash, "content": "secret.html"}},
        {"id": "club", "url": "/club", "access": "members", "lock": {"content": "club.html"}},
        {"id": "trap", "url": "/trap", "access": "members", "lock": {"content": "../outside.html"}},
        {"id": "open", "url": "/open"},
    ]);
    let file = app.handle().context().settings.catalog.clone().unwrap();
    std::fs::write(&file, catalog.to_string()).unwrap();
    app.handle().import_catalog(&loggia_api::published::read(&file).unwrap()).await.unwrap();
}

async fn see(visitor: &Visitor, url: &str) -> (u16, String) {
    let reply = visitor.get(&format!("/api/site/pages/content?url={url}")).await;
    (reply.status.as_u16(), reply.text)
}

on_both! {
    /// a locked page's content is for anyone who has its password; its form as well.
    async fn a_057_a_locked_page_opens_with_its_password(app: &TestApp) with |settings| beside_the_catalog(settings); {
        with_locks(app, "open sesame").await;
        let visitor = app.visitor();
        assert_eq!(see(&visitor, "/secret").await.0, 401);
        let wrong = visitor.post(UNLOCK, json!({"url": "/secret", "password": "open barley"})).await;
        assert_eq!((wrong.status.as_u16(), wrong.error()), (401, "Incorrect password.".into()));
        for url in ["/club", "/open", "/nobody"] {
            assert_eq!(visitor.post(UNLOCK, json!({"url": url, "password": "open sesame"})).await.status, 401, "{url}");
        }
        let refused = crate::forms::send(&visitor, "inner", json!({"text": "x"})).await;
        assert_eq!(refused.status, 401);
        let opened = visitor.post(UNLOCK, json!({"url": "/secret", "password": "open sesame"})).await;
        assert_eq!(opened.status, 200);
        assert!(opened.set_cookie("Unlocked").unwrap().contains("HttpOnly"));
        assert_eq!(see(&visitor, "/secret").await, (200, "<h1>Secret</h1>".into()));
        assert_eq!(crate::forms::send(&visitor, "inner", json!({"text": "x"})).await.status, 200);
        assert_eq!((see(&visitor, "/club").await.0, see(&visitor, "/open").await.0), (401, 404));
        // Another browser is not let in; a cookie that was made up opens nothing.
        let other = app.visitor();
        other.set_cookie("Unlocked", "9999999999999.made-up");
        assert_eq!(see(&other, "/secret").await.0, 401);
    }

    /// a page is open for a day, and closed again as soon as its password is another.
    async fn a_057_a_locked_page_closes_again(app: &TestApp) with |settings| beside_the_catalog(settings); {
        with_locks(app, "open sesame").await;
        let visitor = app.visitor();
        visitor.post(UNLOCK, json!({"url": "/secret", "password": "open sesame"})).await;
        assert_eq!(see(&visitor, "/secret").await.0, 200);
        let kept = visitor.cookie("Unlocked").unwrap();
        with_locks(app, "another word").await;
        assert_eq!(see(&visitor, "/secret").await.0, 401);
        visitor.post(UNLOCK, json!({"url": "/secret", "password": "another word"})).await;
        assert_eq!(see(&visitor, "/secret").await.0, 200);
        assert_ne!(visitor.cookie("Unlocked").unwrap(), kept);
        app.clock.advance(25 * 3_600_000);
        assert_eq!(see(&visitor, "/secret").await.0, 401);
    }

    /// a page of members is for members; of all roles VIEWER and ADMIN see the locked ones too. No file beside is given out.
    async fn a_057_a_page_of_members_is_for_members(app: &TestApp) with |settings| { beside_the_catalog(settings); settings.limits.log_in = 100; }; {
        with_locks(app, "open sesame").await;
        assert_eq!(see(&app.visitor(), "/club").await.0, 401);
        for role in [None].into_iter().chain(Role::ALL.map(Some)) {
            let email = format!("m{}@shop.example", role.map_or(0, Role::code));
            let member = app.member(&email, role.as_slice()).await;
            let secret = if matches!(role, Some(Role::Viewer | Role::Admin)) { 200 } else { 401 };
            assert_eq!((see(&member, "/club").await.0, see(&member, "/secret").await.0, see(&member, "/trap").await.0), (200, secret, 404), "{role:?}");
        }
    }
}
