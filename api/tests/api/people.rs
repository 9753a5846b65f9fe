//! Who works on the site: listed, invited, given and taken roles, removed; by administrators alone.

use crate::app::{PASSWORD, Reply, TestApp, Visitor, on_both};
use crate::factors::{OWN, set_up_totp};
use actix_web::HttpRequest;
use futures_util::future::LocalBoxFuture;
use loggia_api::extract::editor_auth::{Admitted, EDITOR_HEADER, EditorAuth};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const PEOPLE: &str = "/api/people";
const INVITATIONS: &str = "/api/people/invitations";
const CHOOSE: &str = "/api/site-users/account/password";
const NEW: &str = "new@shop.example";
const DAY: i64 = 24 * 60 * 60 * 1000;

fn is(reply: &Reply, status: u16, code: &str) {
    assert_eq!(
        (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default()),
        (status, code),
        "{}",
        reply.text
    );
}

/// The key in the newest email to an address.
async fn key(app: &TestApp, email: &str) -> String {
    let emails = app.emails_to(email).await;
    let keys: Vec<&str> = emails
        .iter()
        .filter_map(|message| message.split_once("/account#key="))
        .map(|(_, rest)| rest.split_whitespace().next().unwrap())
        .collect();
    assert_eq!(keys.len(), 1, "{emails:?}");
    keys[0].to_owned()
}

async fn id(admin: &Visitor, email: &str) -> String {
    let found = admin.get(&format!("{PEOPLE}?email={email}")).await.json();
    found["people"][0]["id"].as_str().unwrap_or_else(|| panic!("{found}")).to_owned()
}

async fn is_in(visitor: &Visitor) -> bool {
    visitor.get("/api/site-users/account").await.json()["authenticated"] == true
}

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.log_in = 1000;
}

on_both! {
    /// S-200: everybody with a role, with roles and second factor; shoppers only when they are looked for.
    async fn s_200_people_are_listed(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        app.account("ed@shop.example", &[Role::Editor, Role::Moderator]).await;
        app.account("ann@shopper.example", &[]).await;
        set_up_totp(app, &admin).await;
        let found = admin.get(PEOPLE).await.json();
        let rows: Vec<Value> = found["people"].as_array().unwrap().iter().map(|one| json!([one["email"], one["roles"], one["hasSecondFactor"], one["isSelf"]])).collect();
        assert_eq!(rows, [json!(["ed@shop.example", [4, 6], false, false]), json!([OWN, [1], true, true])]);
        assert_eq!((&found["nobodyYet"], &found["invitations"]), (&json!(false), &json!([])));
        assert!(!found.to_string().contains("argon2"));
        let ann = admin.get(&format!("{PEOPLE}?email=Ann@shopper.example")).await.json();
        assert_eq!(ann["people"][0]["email"], "ann@shopper.example");
    }

    /// S-200: an invitation is an email with an end; anyone who reads it chooses a password and has the roles, once.
    async fn s_200_somebody_is_invited(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        for (wish, status, code) in [
            (json!({"email": NEW, "roles": []}), 400, "role-missing"),
            (json!({"email": NEW, "roles": [5]}), 400, "unknown-role"),
            (json!({"email": NEW, "roles": [4], "days": 31}), 400, "days-out-of-range"),
            (json!({"email": NEW, "roles": [4], "days": 0}), 400, "days-out-of-range"),
            (json!({"email": "new@", "roles": [4]}), 400, "malformed-email"),
            (json!({"email": OWN, "roles": [4]}), 409, "has-account"),
        ] {
            is(&admin.post(INVITATIONS, wish.clone()).await, status, code);
        }
        assert_eq!(app.count("account_key", "TRUE").await, 0);
        assert_eq!(admin.post(INVITATIONS, json!({"email": " New@shop.example", "roles": [4, 4], "days": 2})).await.status, 200);
        let waiting = admin.get(PEOPLE).await.json()["invitations"][0].clone();
        assert_eq!((&waiting["email"], &waiting["roles"]), (&json!(NEW), &json!([4])));
        assert_eq!(waiting["expiresOn"].as_i64().unwrap() - waiting["createdOn"].as_i64().unwrap(), 2 * DAY);
        let opens = key(app, NEW).await;
        let visitor = app.visitor();
        assert_eq!(visitor.put(CHOOSE, json!({"key": opens, "password": PASSWORD})).await.status, 200);
        assert_eq!(visitor.get("/api/form/submissions").await.status, 200);
        assert_eq!(visitor.get(PEOPLE).await.status, 403);
        assert_eq!(visitor.put(CHOOSE, json!({"key": opens, "password": PASSWORD})).await.status, 400);
        assert_eq!(admin.get(PEOPLE).await.json()["invitations"], json!([]));
    }

    /// S-201: taken back it opens nothing; so does one of before, and one whose time is over.
    async fn s_201_an_invitation_is_taken_back(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let invite = async |days: i64| assert_eq!(admin.post(INVITATIONS, json!({"email": NEW, "roles": [1], "days": days})).await.status, 200);
        invite(7).await;
        let opens = key(app, NEW).await;
        assert_eq!(admin.delete(&format!("{INVITATIONS}/{NEW}")).await.status, 200);
        is(&admin.delete(&format!("{INVITATIONS}/{NEW}")).await, 404, "not-found");
        is(&app.visitor().put(CHOOSE, json!({"key": opens, "password": PASSWORD})).await, 400, "key-over");
        invite(1).await;
        invite(1).await;
        assert_eq!(app.count("account_key", "TRUE").await, 1);
        app.clock.advance(DAY);
        assert_eq!(app.visitor().get(PEOPLE).await.status, 401);
        assert_eq!(app.count("site_user", "TRUE").await, 1);
    }

    /// S-202: roles change for the person from the next log-in on, their sessions end, and they are told.
    async fn s_202_roles_are_changed(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let ed = id(&admin, "ed@shop.example").await;
        let change = format!("{PEOPLE}/{ed}/roles");
        is(&admin.put(&change, json!({"roles": [99]})).await, 400, "unknown-role");
        assert!(is_in(&editor).await);
        assert_eq!(admin.put(&change, json!({"roles": [8]})).await.status, 200);
        assert!(!is_in(&editor).await);
        let again = app.visitor();
        again.log_in("ed@shop.example", false).await;
        assert_eq!((again.get("/api/commerce/orders").await.status.as_u16(), again.get("/api/form/submissions").await.status.as_u16()), (200, 403));
        let emails = app.emails_to("ed@shop.example").await;
        assert!(emails.iter().any(|message| message.contains("Your roles are now: STORE_MANAGER.")), "{emails:?}");
        assert_eq!(app.count("record", "kind = 'roles-changed'").await, 1);
        is(&admin.put(&format!("{PEOPLE}/nobody/roles"), json!({"roles": [8]})).await, 404, "not-found");
    }

    /// S-202: nobody raises their own roles, and nobody but an administrator any.
    async fn s_202_nobody_raises_their_own_roles(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let own = id(&admin, OWN).await;
        is(&admin.put(&format!("{PEOPLE}/{own}/roles"), json!({"roles": [1, 4]})).await, 403, "own-roles");
        is(&admin.delete(&format!("{PEOPLE}/{own}")).await, 403, "own-account");
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Admin) {
            let email = format!("role{}@shop.example", role.code());
            let visitor = app.member(&email, &[role]).await;
            let theirs = id(&admin, &email).await;
            is(&visitor.get(PEOPLE).await, 403, "forbidden");
            for target in [&theirs, &own] {
                is(&visitor.put(&format!("{PEOPLE}/{target}/roles"), json!({"roles": [1]})).await, 403, "forbidden");
                is(&visitor.delete(&format!("{PEOPLE}/{target}")).await, 403, "forbidden");
                is(&visitor.post(&format!("{PEOPLE}/{target}/password"), json!({})).await, 403, "forbidden");
                is(&visitor.get(&format!("{PEOPLE}/{target}/sessions")).await, 403, "forbidden");
            }
            is(&visitor.post(INVITATIONS, json!({"email": NEW, "roles": [1]})).await, 403, "forbidden");
            is(&visitor.post(&format!("{PEOPLE}/first"), json!({"email": NEW, "password": PASSWORD})).await, 403, "forbidden");
        }
        is(&admin.post(&format!("{PEOPLE}/first"), json!({"email": NEW, "password": PASSWORD})).await, 409, "not-first");
        assert_eq!(app.count("site_user", "roles = '[1]'").await, 1);
    }

    /// S-203: one administrator always stays, even when two take each other away at the same moment.
    async fn s_203_the_last_administrator_stays(app: &TestApp) with |settings| many(settings); {
        let one = app.member(OWN, &[Role::Admin]).await;
        let two = app.member("two@shop.example", &[Role::Admin, Role::Editor]).await;
        let (first, second) = (id(&one, OWN).await, id(&one, "two@shop.example").await);
        let (of_second, of_first) = (format!("{PEOPLE}/{second}"), format!("{PEOPLE}/{first}/roles"));
        let (removed, demoted) = futures_util::join!(one.delete(&of_second), two.put(&of_first, json!({"roles": [4]})));
        let worked = [&removed, &demoted].iter().filter(|reply| reply.status == 200).count();
        assert_eq!(worked, 1, "{} {}", removed.text, demoted.text);
        // The last one cannot leave either.
        let last = if removed.status == 200 { &one } else { &two };
        is(&last.post("/api/site-users/account/removal", json!({"password": PASSWORD})).await, 409, "last-admin");
        assert!(is_in(last).await);
        app.member("ed@shop.example", &[Role::Editor]).await;
        let ed = id(last, "ed@shop.example").await;
        assert_eq!(last.delete(&format!("{PEOPLE}/{ed}")).await.status, 200);
        assert_eq!(app.count("site_user", "roles IN ('[1]', '[1,4]')").await, 1);
    }

    /// S-204: an email for a new password; the sessions of somebody, and ending them.
    async fn s_204_passwords_and_sessions_of_others(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let ed = id(&admin, "ed@shop.example").await;
        assert_eq!(admin.post(&format!("{PEOPLE}/{ed}/password"), json!({})).await.status, 200);
        let opens = key(app, "ed@shop.example").await;
        assert!(is_in(&editor).await, "the old one holds until a new one is chosen");
        let sessions = admin.get(&format!("{PEOPLE}/{ed}/sessions")).await.json();
        let session = sessions["sessions"][0]["id"].as_str().unwrap();
        let own = admin.get("/api/site-users/account/sessions").await.json()["sessions"][0]["id"].as_str().unwrap().to_owned();
        is(&admin.delete(&format!("{PEOPLE}/{ed}/sessions/{own}")).await, 404, "not-found");
        assert_eq!(admin.delete(&format!("{PEOPLE}/{ed}/sessions/{session}")).await.status, 200);
        assert!(!is_in(&editor).await && is_in(&admin).await);
        assert_eq!(editor.put(CHOOSE, json!({"key": opens, "password": "yet another long one"})).await.status, 200);
    }
}

/// Lets in anyone who sends the token of the editor's page, as the one at the machine of a site without users.
struct AtTheMachine;

impl EditorAuth for AtTheMachine {
    fn admits<'a>(&'a self, request: &'a HttpRequest) -> LocalBoxFuture<'a, Option<Admitted>> {
        let is_ours = request.headers().get(EDITOR_HEADER).is_some_and(|sent| sent == "page");
        Box::pin(async move { is_ours.then_some(Admitted::Alone) })
    }
}

/// S-205: on a site without users the one at the machine is asked for nothing, makes the first account, and is logged in with
/// it at once: nobody is locked out, and nobody makes a second first one.
#[tokio::test]
async fn s_205_the_first_account_is_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let settings = loggia_api::Settings {
        bind: std::net::SocketAddr::from(([127, 0, 0, 1], 0)),
        data_folder: folder.path().join("data"),
        workers: Some(1),
        no_background_work: true,
        ..loggia_api::Settings::default()
    };
    let clock = loggia_api::clock::Clock::stopped_at(crate::app::NOW);
    let auth: std::sync::Arc<dyn EditorAuth> = std::sync::Arc::new(AtTheMachine);
    let mount: loggia_api::Mount = std::sync::Arc::new(move |config| {
        config.app_data(actix_web::web::Data::from(auth.clone()));
    });
    let handle = loggia_api::serve_at(settings, clock.clone(), mount).await.unwrap();
    let visitor = Visitor::at(&format!("http://{}", handle.address()));
    let alone = async |method: &str, path: &str, body: Value| {
        let headers = [
            ("x-csrf-token", visitor.crumb().await),
            ("x-siteuser-xsrf-token", "page".to_owned()),
            (EDITOR_HEADER, "page".to_owned()),
            ("content-type", "application/json".to_owned()),
        ];
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let body = (method != "GET").then(|| body.to_string());
        visitor.send(method, path, &headers, body).await
    };
    clock.advance(DAY);
    assert_eq!(alone("GET", PEOPLE, Value::Null).await.json()["nobodyYet"], true);
    assert_eq!(alone("GET", "/api/commerce/orders.csv", Value::Null).await.status, 200);
    is(&alone("POST", INVITATIONS, json!({"email": NEW, "roles": [1]})).await, 409, "first-account");
    is(&alone("GET", "/api/site-users/account/factors", Value::Null).await, 400, "no-account");
    let first = |password: &str| json!({"email": OWN, "password": password});
    is(&alone("POST", "/api/people/first", first("short")).await, 400, "password-short");
    is(&alone("POST", "/api/people/first", first("password1234")).await, 400, "password-common");
    let made = alone("POST", "/api/people/first", first(PASSWORD)).await;
    assert!(made.status == 200 && made.json()["xsrfToken"].is_string(), "{}", made.text);
    visitor.learn_xsrf(&made);
    let people = visitor.get(PEOPLE).await.json();
    assert_eq!(
        (&people["people"][0]["email"], &people["people"][0]["roles"], &people["nobodyYet"]),
        (&json!(OWN), &json!([1]), &json!(false))
    );
    assert_eq!(visitor.post(INVITATIONS, json!({"email": NEW, "roles": [4]})).await.status, 200);
    let other = Visitor::at(&format!("http://{}", handle.address()));
    let headers = [
        ("x-csrf-token", other.crumb().await),
        ("x-siteuser-xsrf-token", "page".to_owned()),
        (EDITOR_HEADER, "page".to_owned()),
        ("content-type", "application/json".to_owned()),
    ];
    let again = other
        .send(
            reqwest::Method::POST,
            "/api/people/first",
            &headers,
            Some(first("a thief's password").to_string()),
        )
        .await;
    is(&again, 409, "not-first");
    handle.stop().await;
}
