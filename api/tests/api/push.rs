//! Notices to the browsers of the staff: who hears of what, how often, and where nothing is ever sent.

use crate::app::{NOW, Store, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::push_server::{Browser, PushServer, signed};
use loggia_api::Settings;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DEVICES: &str = "/api/site-users/account/devices";
const CONTACT: &str = "mailto:ops@shop.example";
const MINUTE: i64 = 60_000;

fn set_up(settings: &mut Settings) {
    settings.web_push.contact = Some(CONTACT.into());
    settings.web_push.hosts = Some("127.0.0.1".into());
    settings.limits.checkout = 10_000;
    settings.limits.order_page = 10_000;
    settings.limits.log_in = 1000;
}

async fn buy(app: &TestApp) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
}

/// What happened is told: it is gathered in one round and carried in the next.
async fn told(app: &TestApp, server: &PushServer, browser: &Browser) -> Vec<Value> {
    app.work().await;
    app.work().await;
    server.came().iter().map(|came| browser.open(came)).collect()
}

async fn subscribed(app: &TestApp, who: &Visitor, browser: &Browser, kinds: &[&str]) -> Value {
    let reply = who.put(DEVICES, browser.subscription(kinds)).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(app.count("push_device", "TRUE").await > 0);
    reply.json()
}

on_both! {
    /// S-669: an order that was placed is told of once, encrypted for the browser, with its number and its total and nobody's name.
    async fn s_669_an_order_is_told_of_once(app: &TestApp) with |settings| set_up(settings); {
        let (server, owner) = (PushServer::start().await, app.member("own@shop.example", &[Role::StoreManager]).await);
        let browser = Browser::at(&server, "own");
        let asked = owner.get(DEVICES).await.json();
        assert_eq!((asked["isOn"].clone(), asked["open"].clone()), (json!(true), json!(["order", "payment", "stock", "mention"])));
        let listed = subscribed(app, &owner, &browser, &["order", "message"]).await;
        assert_eq!(listed["devices"][0]["kinds"], json!(["order"]), "what the role does not open is not chosen");
        assert_eq!(listed["devices"][0]["isThis"], json!(true));
        buy(app).await;
        app.work().await;
        app.work().await;
        let came = server.came();
        assert_eq!(came.len(), 1);
        assert_eq!((came[0].path.as_str(), came[0].header("urgency")), ("/own", "high"));
        assert!((1..=86_400).contains(&came[0].header("ttl").parse::<i64>().unwrap()));
        let claims = signed(&came[0], listed["publicKey"].as_str().unwrap());
        assert_eq!((claims["aud"].as_str(), claims["sub"].as_str()), (Some(server.origin.as_str()), Some(CONTACT)));
        let ends = claims["exp"].as_i64().unwrap();
        assert!(ends > NOW / 1000 && ends <= app.clock.now_ms() / 1000 + 86_400);
        let notice = browser.open(&came[0]);
        let number = app.number("SELECT number FROM shop_order").await;
        assert_eq!(notice["title"], json!(format!("Order #{number}")));
        assert_eq!((notice["kind"].as_str(), notice["count"].as_i64()), (Some("order"), Some(1)));
        assert!(notice["body"].as_str().unwrap().chars().any(|letter| letter.is_ascii_digit()));
        let text = notice.to_string();
        assert!(!text.contains("shopper") && !text.contains('@'), "{text}");
        assert_eq!(told(app, &server, &browser).await.len(), 0, "it was told of");
    }

    /// S-669: thirty orders at once are one notice; however many come, a browser is told a bounded number of times an hour, and
    /// no order is left out of the counts.
    async fn s_669_many_at_once_are_told_together(app: &TestApp) with |settings| set_up(settings); {
        let (server, owner) = (PushServer::start().await, app.member("own@shop.example", &[Role::Admin]).await);
        let browser = Browser::at(&server, "own");
        subscribed(app, &owner, &browser, &["order"]).await;
        app.execute("UPDATE stock SET quantity = 1000 WHERE sku = 'bread'").await;
        for _ in 0..30 {
            buy(app).await;
        }
        let notices = told(app, &server, &browser).await;
        assert_eq!(notices.len(), 1, "{notices:#?}");
        assert_eq!((notices[0]["title"].clone(), notices[0]["count"].clone()), (json!("30 new orders"), json!(30)));
        let (mut times, mut orders) = (1, 30);
        for _ in 0..60 {
            buy(app).await;
            app.clock.advance(MINUTE);
            let notices = told(app, &server, &browser).await;
            times += notices.len();
            orders += notices.iter().map(|one| one["count"].as_i64().unwrap()).sum::<i64>();
        }
        assert!((6..=18).contains(&times), "{times}");
        app.clock.advance(10 * MINUTE);
        let rest = told(app, &server, &browser).await;
        orders += rest.iter().map(|one| one["count"].as_i64().unwrap()).sum::<i64>();
        assert_eq!(orders, 90);
    }

    /// S-991: only known push services are called, and only with keys that are some.
    async fn s_991_a_hostile_subscription_is_refused(app: &TestApp) with |settings| set_up(settings); {
        let (server, owner) = (PushServer::start().await, app.member("own@shop.example", &[Role::Admin]).await);
        let good = Browser::at(&server, "own").subscription(&["order"]);
        let long = format!("https://fcm.googleapis.com/{}", "a".repeat(10_000));
        for endpoint in [
            "http://fcm.googleapis.com/x", "https://127.0.0.2/x", "https://10.0.0.1/x", "https://169.254.169.254/latest/meta-data", "https://[::1]/x",
            "https://evil.example/x", "https://fcm.googleapis.com.evil.example/x", "https://ann:x@fcm.googleapis.com/x",
            "https://fcm.googleapis.com:444/x", "https://fcm.googleapis.com/x#y", "javascript:alert(1)", "file:///etc/passwd", "", &long,
        ] {
            let mut wrong = good.clone();
            wrong["endpoint"] = json!(endpoint);
            let reply = owner.put(DEVICES, wrong).await;
            assert_eq!((reply.status.as_u16(), reply.json()["code"].as_str()), (400, Some("no-push-service")), "{endpoint}");
        }
        for keys in [json!({"p256dh": "", "auth": ""}), json!({"p256dh": "AAAA", "auth": good["keys"]["auth"]}),
            json!({"p256dh": good["keys"]["p256dh"], "auth": "AAAA"}), json!({"p256dh": "B".repeat(87), "auth": good["keys"]["auth"]}),
            json!({"p256dh": "A".repeat(10_000), "auth": good["keys"]["auth"]})] {
            let mut wrong = good.clone();
            wrong["keys"] = keys;
            let reply = owner.put(DEVICES, wrong).await;
            assert_eq!((reply.status.as_u16(), reply.json()["code"].as_str()), (400, Some("no-push-key")), "{}", reply.text);
        }
        let mut none = good.clone();
        none["kinds"] = json!(["nonsense"]);
        assert_eq!(owner.put(DEVICES, none).await.json()["code"], json!("no-kind"));
        assert_eq!(app.count("push_device", "TRUE").await, 0);
        // Who works on nothing has nothing to hear of.
        let member = app.member("ann@shopper.example", &[]).await;
        assert_eq!(member.put(DEVICES, good.clone()).await.status, 403);
        assert_eq!(app.visitor().put(DEVICES, good).await.status, 401);
    }

    /// S-992: a browser is told nothing more once its role, its session or its account is gone, or another person has it.
    async fn s_992_who_may_not_hear_hears_nothing(app: &TestApp) with |settings| set_up(settings); {
        let server = PushServer::start().await;
        let people = |email: &'static str| async move {
            app.number(&format!("SELECT COUNT(*) FROM push_device WHERE site_user_id = (SELECT id FROM site_user WHERE email = '{email}')")).await
        };
        let browser = Browser::at(&server, "one");
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        subscribed(app, &owner, &browser, &["order"]).await;
        // The role is taken while an order waits to be told.
        buy(app).await;
        app.execute("UPDATE site_user SET roles = '[7]' WHERE email = 'own@shop.example'").await;
        assert_eq!(told(app, &server, &browser).await, Vec::<Value>::new());
        app.execute("UPDATE site_user SET roles = '[8]' WHERE email = 'own@shop.example'").await;
        // Logged in again in the same browser: it goes on.
        owner.log_in("own@shop.example", false).await;
        assert_eq!(people("own@shop.example").await, 1);
        // Another person in the same browser has it for themselves.
        let other = app.member("other@shop.example", &[Role::StoreManager]).await;
        buy(app).await;
        subscribed(app, &other, &browser, &["stock"]).await;
        assert_eq!((people("own@shop.example").await, people("other@shop.example").await), (0, 1));
        assert_eq!(told(app, &server, &browser).await, Vec::<Value>::new(), "what waited for the one is not for the other");
        // Elsewhere logged out everywhere.
        let elsewhere = app.visitor();
        elsewhere.log_in("other@shop.example", false).await;
        assert_eq!(elsewhere.delete("/api/site-users/account/sessions").await.status, 200);
        assert_eq!(people("other@shop.example").await, 0);
        subscribed(app, &elsewhere, &browser, &["order"]).await;
        assert_eq!(elsewhere.delete("/api/site-users/account/session").await.status.as_u16() / 100, 2);
        assert_eq!(people("other@shop.example").await, 0);
        // The oldest of too many goes.
        for number in 0..12 {
            app.clock.advance(1000);
            let one = app.visitor();
            one.log_in("own@shop.example", false).await;
            subscribed(app, &one, &Browser::at(&server, &format!("n{number}")), &["order"]).await;
        }
        assert_eq!(people("own@shop.example").await, 10);
        assert_eq!(app.count("push_device", "endpoint LIKE '%/n0' OR endpoint LIKE '%/n1'").await, 0);
        app.execute("DELETE FROM site_user WHERE email = 'own@shop.example'").await;
        assert_eq!(app.count("push_device", "TRUE").await, 0);
    }

    /// S-669: a service that says later is asked later, one that knows the browser no more ends it, and letters go meanwhile.
    async fn s_669_a_service_that_fails_holds_up_nothing(app: &TestApp) with |settings| set_up(settings); {
        let (server, owner) = (PushServer::start().await, app.member("own@shop.example", &[Role::Admin]).await);
        let browser = Browser::at(&server, "own");
        let id = subscribed(app, &owner, &browser, &["order"]).await["devices"][0]["id"].as_str().unwrap().to_owned();
        server.answers(&["503 Service Unavailable\r\nRetry-After: 600"]);
        buy(app).await;
        assert_eq!(told(app, &server, &browser).await.len(), 1);
        app.clock.advance(5 * MINUTE);
        assert_eq!(told(app, &server, &browser).await.len(), 0, "it said ten minutes");
        app.clock.advance(6 * MINUTE);
        assert_eq!(told(app, &server, &browser).await.len(), 1, "the same again");
        assert_eq!(app.count("outbox", "kind = 'mail' AND done_at IS NULL").await, 0);
        // A try says what became of it.
        let path = format!("{DEVICES}/{id}/try");
        assert_eq!(owner.post(&path, json!({})).await.status, 204);
        let tries: Vec<Value> = server.came().iter().map(|came| browser.open(came)).collect();
        assert_eq!(tries[0]["kind"], json!("try"));
        server.answers(&["500 Internal Server Error"]);
        assert_eq!(owner.post(&path, json!({})).await.json()["code"], json!("push-unanswered"));
        let stranger = app.member("other@shop.example", &[Role::Admin]).await;
        assert_eq!(stranger.post(&path, json!({})).await.status, 404);
        assert_eq!(stranger.delete(&format!("{DEVICES}/{id}")).await.status, 404);
        server.answers(&["410 Gone"]);
        server.came();
        buy(app).await;
        assert_eq!(told(app, &server, &browser).await.len(), 1);
        assert_eq!(app.count("push_device", "TRUE").await, 0);
        buy(app).await;
        assert_eq!(told(app, &server, &browser).await.len(), 0);
        assert_eq!(app.count("outbox", "kind = 'push' AND (done_at IS NULL OR body <> '')").await, 0);
    }

    /// S-669: a person is given what is kept of their devices, without the keys.
    async fn s_669_an_export_lists_devices_without_keys(app: &TestApp) with |settings| set_up(settings); {
        let (server, owner) = (PushServer::start().await, app.member("own@shop.example", &[Role::Admin]).await);
        let browser = Browser::at(&server, "secret-path");
        let listed = subscribed(app, &owner, &browser, &["order"]).await;
        let data = owner.get("/api/site-users/account/data").await;
        assert!(data.text.contains("\"devices\"") && data.text.contains("order"), "{}", data.text);
        assert!(!data.text.contains("secret-path") && !data.text.contains("p256dh"), "{}", data.text);
        let id = listed["devices"][0]["id"].as_str().unwrap();
        assert_eq!(owner.delete(&format!("{DEVICES}/{id}")).await.json()["devices"], json!([]));
        assert_eq!(app.count("record", "kind IN ('device-set', 'device-removed')").await, 2);
    }

    /// S-990: without the operator's word nothing is kept and nothing is sent.
    async fn s_990_notices_are_off_until_they_are_set_up(app: &TestApp); {
        let (server, owner) = (PushServer::start().await, app.member("own@shop.example", &[Role::Admin]).await);
        let said = owner.get(DEVICES).await.json();
        assert_eq!((said["isOn"].clone(), said["publicKey"].clone()), (json!(false), json!("")));
        let sent = Browser::at(&server, "own").subscription(&["order"]);
        assert_eq!(owner.put(DEVICES, sent).await.status, 403);
        buy(app).await;
        app.work().await;
        app.work().await;
        assert_eq!((server.came().len(), app.count("push_waiting", "TRUE").await), (0, 0));
    }
}

/// S-990: with another secret the server has another key, and browsers that subscribed with the one before are told nothing.
async fn rotated(store: Store) {
    let Some(mut app) = TestApp::start(store, set_up).await else { return };
    let server = PushServer::start().await;
    let owner = app.member("own@shop.example", &[Role::Admin]).await;
    let browser = Browser::at(&server, "own");
    let before = subscribed(&app, &owner, &browser, &["order"]).await;
    app.settings.secret = Some("k7Qm2xW9vB4nT8sZ1cH6pL3dR5fJ0yGa".into());
    app.restart().await;
    let owner = app.visitor();
    owner.log_in("own@shop.example", false).await;
    let after = owner.get(DEVICES).await.json();
    assert_ne!(before["publicKey"], after["publicKey"]);
    assert_eq!(after["devices"][0]["isOver"], json!(true));
    buy(&app).await;
    assert_eq!(told(&app, &server, &browser).await.len(), 0);
    subscribed(&app, &owner, &browser, &["order"]).await;
    assert_eq!(told(&app, &server, &browser).await.len(), 1, "what happened meanwhile");
    app.stop().await;
}

#[tokio::test]
async fn s_990_with_another_secret_browsers_subscribe_anew_sqlite() {
    rotated(Store::Sqlite).await;
}

#[tokio::test]
async fn s_990_with_another_secret_browsers_subscribe_anew_postgres() {
    rotated(Store::Postgres).await;
}
