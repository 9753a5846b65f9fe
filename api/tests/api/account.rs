//! An account of one's own: the email, the password, what belongs to it, and its end.

use crate::app::{PASSWORD, Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use serde_json::{Value, json};

const ACCOUNT: &str = "/api/site-users/account";
const CHOOSE: &str = "/api/site-users/account/password";
const FORGOTTEN: &str = "/api/site-users/account/password/key";
const ANN: &str = "ann@shopper.example";
const MINUTE: i64 = 60_000;

async fn ask(visitor: &Visitor, path: &str, email: &str) -> Value {
    let reply = visitor.post(path, json!({"email": email})).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

/// The key in the one email to an address whose subject ends so.
async fn key(app: &TestApp, email: &str, subject: &str) -> String {
    let emails = app.emails_to(email).await;
    let of: Vec<&String> =
        emails.iter().filter(|message| message.contains(&format!(": {subject}\r\n"))).collect();
    assert_eq!(of.len(), 1, "{emails:?}");
    of[0].split_once("/account#key=").unwrap().1.split_whitespace().next().unwrap().to_owned()
}

async fn choose(visitor: &Visitor, key: &str, password: &str) -> Reply {
    visitor.put(CHOOSE, json!({"key": key, "password": password})).await
}

async fn is_in(visitor: &Visitor) -> bool {
    visitor.get(ACCOUNT).await.json()["authenticated"] == true
}

/// Buys a mug with this address; the order's id.
async fn buy(visitor: &Visitor, email: &str) -> String {
    add(visitor, "mug", "mug-s", 1).await;
    let mut wish = purchase();
    wish["email"] = json!(email);
    let reply = visitor.post(CHECKOUT, wish).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()["id"].as_str().unwrap().to_owned()
}

on_both! {
    /// S-114: whatever a published site says of itself, every email leads where the operator says.
    async fn s_114_no_email_leads_where_the_site_says(app: &TestApp) with |settings| settings.public_url = Some("https://pages.example/".into()); {
        for base_url in ["https://evil.example", "https://pages.example@evil.example/", "//evil.example", ""] {
            let mut catalog = crate::catalog::catalog();
            catalog["buildId"] = json!(base_url);
            catalog["website"]["baseUrl"] = json!(base_url);
            app.publish(&catalog).await;
            let visitor = app.visitor();
            ask(&visitor, FORGOTTEN, ANN).await;
            ask(&visitor, ACCOUNT, &format!("b{}@shopper.example", base_url.len())).await;
        }
        app.account(ANN, &[]).await;
        ask(&app.visitor(), FORGOTTEN, ANN).await;
        app.work().await;
        let mut emails = app.emails_to(ANN).await;
        for length in [0, 14, 20, 35] {
            emails.extend(app.emails_to(&format!("b{length}@shopper.example")).await);
        }
        assert!(emails.len() >= 4, "{emails:?}");
        for message in emails {
            let leads = message.split("http").skip(1).all(|rest| rest.starts_with("s://pages.example/"));
            assert!(leads && message.contains("https://pages.example/account#key=") && !message.contains("evil"), "{message}");
        }
    }

    /// Asked for, chosen, signed in; the cart that was there before is the person's own.
    async fn an_account_begins_with_an_email(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        assert_eq!(visitor.get(ACCOUNT).await.json(), json!({"authenticated": false, "signUpOpen": true}));
        assert_eq!(ask(&visitor, ACCOUNT, " Ann@Shopper.example").await, json!({"sent": true}));
        assert_eq!(app.count("site_user", "TRUE").await, 0);
        let key = key(app, ANN, "your account").await;
        let reply = choose(&visitor, &key, "a password of mine").await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(reply.json()["xsrfToken"].is_string());
        let account = visitor.get(ACCOUNT).await.json();
        assert_eq!((&account["authenticated"], &account["email"], &account["roles"]), (&json!(true), &json!(ANN), &json!([])));
        assert_eq!(visitor.get(crate::cart::CART).await.json()["totalQuantity"], 1);
        let elsewhere = app.visitor();
        let body = json!({"email": ANN, "password": "a password of mine", "rememberMe": false});
        assert_eq!(elsewhere.post("/api/site-users/account/session", body).await.status, 200);
    }

    /// What is tried first opens no account: common passwords, the address, the name of the site. The key of the email stays
    /// good, and nothing has changed.
    async fn s_186_what_is_tried_first_is_no_password(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let visitor = app.visitor();
        ask(&visitor, ACCOUNT, ANN).await;
        let first = key(app, ANN, "your account").await;
        for common in ["Password2024", "1234567890", "qwertyuiop", "ann@shopper.example", "AnnShopper1"] {
            let refused = choose(&visitor, &first, common).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (400, json!("common-password")), "{common}");
        }
        assert_eq!(app.count("site_user", "TRUE").await, 0);
        let chosen = choose(&visitor, &first, "linen flour and rye").await;
        assert_eq!(chosen.status, 200, "{}", chosen.text);
        visitor.learn_xsrf(&chosen);
        let changed = visitor
            .post(CHOOSE, json!({"currentPassword": "linen flour and rye", "password": "shopper.example"}))
            .await;
        assert_eq!((changed.status.as_u16(), changed.json()["code"].clone()), (400, json!("common-password")));
        let body = json!({"email": ANN, "password": "linen flour and rye", "rememberMe": false});
        assert_eq!(app.visitor().post("/api/site-users/account/session", body).await.status, 200);
    }

    /// A key works once, in its time, and a newer password takes every older key with it.
    async fn a_key_works_once_and_in_its_time(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let visitor = app.visitor();
        ask(&visitor, ACCOUNT, ANN).await;
        let first = key(app, ANN, "your account").await;
        let short = choose(&visitor, &first, "short").await;
        assert_eq!((short.status.as_u16(), short.error()), (400, "Your password must have at least 10 characters.".into()));
        assert_eq!(choose(&visitor, &first, "the first password").await.status, 200);
        for old in [first.as_str(), "", "nonsense", "' OR TRUE --"] {
            let again = choose(&app.visitor(), old, "another password").await;
            assert_eq!((again.status.as_u16(), again.json()["code"].clone()), (400, json!("key-over")), "{old}");
        }
        app.clock.advance(2 * MINUTE);
        ask(&visitor, FORGOTTEN, ANN).await;
        let late = key(app, ANN, "a new password").await;
        assert_ne!(late, first);
        app.clock.advance(60 * MINUTE);
        assert_eq!(choose(&app.visitor(), &late, "another password").await.status, 400);
        app.work().await;
        assert_eq!(app.count("account_key", "TRUE").await, 0);
    }

    /// Nobody learns from the answers who has an account; who has one is told in an email.
    async fn a_085_asking_tells_nothing(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        for path in [ACCOUNT, FORGOTTEN] {
            for email in [ANN, "bob@shopper.example"] {
                assert_eq!(ask(&visitor, path, email).await, json!({"sent": true}));
                app.clock.advance(3 * MINUTE);
            }
        }
        let to_ann = app.emails_to(ANN).await;
        assert!(to_ann.iter().any(|message| message.contains("you have an account")), "{to_ann:?}");
        assert!(to_ann.iter().any(|message| message.contains("a new password")), "{to_ann:?}");
        let to_bob = app.emails_to("bob@shopper.example").await;
        assert_eq!(to_bob.len(), 1, "a forgotten password of nobody's writes no letter: {to_bob:?}");
        let wrong = visitor.post(ACCOUNT, json!({"email": "ann@"})).await;
        assert_eq!((wrong.status.as_u16(), wrong.error()), (400, "Email is invalid".into()));
    }

    /// A mailbox is not filled from here: one email in two minutes, ten askings in one.
    async fn a_013_one_email_at_a_time(app: &TestApp) with |settings| settings.limits.log_in = 5; {
        let visitor = app.visitor();
        for _ in 0..5 {
            ask(&visitor, ACCOUNT, ANN).await;
        }
        assert_eq!(visitor.post(ACCOUNT, json!({"email": ANN})).await.status, 429);
        assert_eq!(app.emails_to(ANN).await.len(), 1);
        app.clock.advance(2 * MINUTE);
        ask(&visitor, ACCOUNT, ANN).await;
        assert_eq!(app.emails_to(ANN).await.len(), 2);
    }

    /// A forgotten password ends every session and is told.
    async fn a_new_password_ends_every_session(app: &TestApp); {
        let there = app.member(ANN, &[]).await;
        let here = app.visitor();
        ask(&here, FORGOTTEN, ANN).await;
        assert_eq!(choose(&here, &key(app, ANN, "a new password").await, "a password of mine").await.status, 200);
        assert!(is_in(&here).await && !is_in(&there).await);
        let emails = app.emails_to(ANN).await;
        assert!(emails.iter().any(|message| message.contains("your password was changed")), "{emails:?}");
        let old = json!({"email": ANN, "password": PASSWORD, "rememberMe": false});
        assert_eq!(app.visitor().post("/api/site-users/account/session", old).await.status, 401);
    }

    /// Changed by who knows it; other browsers are out, this one stays in.
    async fn a_password_is_changed_by_who_knows_it(app: &TestApp); {
        let (here, there) = (app.member(ANN, &[]).await, app.visitor());
        there.log_in(ANN, false).await;
        let wrong = here.post(CHOOSE, json!({"currentPassword": "guess", "password": "a password of mine"})).await;
        assert_eq!((wrong.status.as_u16(), wrong.error()), (403, "Incorrect password.".into()));
        let right = json!({"currentPassword": PASSWORD, "password": "a password of mine"});
        assert_eq!(app.visitor().post(CHOOSE, right.clone()).await.status, 401);
        assert_eq!(here.post(CHOOSE, right).await.status, 200);
        assert!(is_in(&here).await && !is_in(&there).await);
    }

    /// Where the owner closed it, nobody gets an email; an invitation works all the same.
    async fn sign_up_may_be_closed(app: &TestApp) with |settings| settings.sign_up = loggia_api::config::SignUp::Closed; {
        let visitor = app.visitor();
        assert_eq!(visitor.get(ACCOUNT).await.json()["signUpOpen"], false);
        let refused = visitor.post(ACCOUNT, json!({"email": ANN})).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (403, json!("sign-up-closed")));
        assert_eq!(app.emails_to(ANN).await.len(), 0);
        let context = app.handle().context();
        let roles = [loggia_api::roles::Role::Editor];
        loggia_api::accounts::invite(&context.db, &context.publications, ANN, &roles, crate::app::NOW).await.unwrap();
        assert_eq!(choose(&visitor, &key(app, ANN, "an account for you").await, "a password of mine").await.status, 200);
        assert_eq!(visitor.get(ACCOUNT).await.json()["roles"], json!([4]));
        let twice = loggia_api::accounts::invite(&context.db, &context.publications, ANN, &roles, crate::app::NOW).await;
        assert_eq!(twice.unwrap_err().to_string(), "ann@shopper.example has an account already");
    }

    /// One's own orders, those before the account too, and nobody else's.
    async fn one_sees_ones_own_orders(app: &TestApp); {
        let before = app.visitor();
        let mine = buy(&before, "Ann@Shopper.example").await;
        let other = app.visitor();
        buy(&other, "bob@shopper.example").await;
        assert_eq!(before.get(&format!("{ACCOUNT}/orders")).await.status, 401);
        let ann = app.member(ANN, &[]).await;
        let page = ann.get(&format!("{ACCOUNT}/orders")).await.json();
        assert_eq!(page["orders"].as_array().unwrap().len(), 1, "{page}");
        assert_eq!((&page["orders"][0]["id"], &page["orders"][0]["state"]), (&json!(mine), &json!("PAID")));
        assert_eq!(page["orders"][0]["lines"][0]["quantity"], 1);
        assert_eq!(page["hasNextPage"], false);
    }

    /// The account goes, with its sessions and its cart; what was bought stays in the books.
    async fn an_account_can_be_left(app: &TestApp); {
        let ann = app.member(ANN, &[]).await;
        buy(&ann, ANN).await;
        add(&ann, "bread", "bread", 1).await;
        let leave = format!("{ACCOUNT}/removal");
        assert_eq!(ann.post(&leave, json!({"password": "guess"})).await.status, 403);
        let gone = ann.post(&leave, json!({"password": PASSWORD})).await;
        assert_eq!((gone.status.as_u16(), gone.json()), (200, json!({"removed": true})));
        assert!(!is_in(&ann).await);
        assert_eq!((app.count("site_user", "TRUE").await, app.count("session", "TRUE").await), (0, 0));
        assert_eq!(app.count("cart", "NOT is_purchased").await, 0);
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 1);
        app.audit().await;
    }

    /// whether an address has an account is told neither by the answer nor by the work behind it: the same statements are
    /// sent for one that is known and for one that is not, the first time and within the pause.
    async fn a_085_a_forgotten_password_tells_nothing_of_who_has_an_account(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        visitor.crumb().await;
        let db = &app.handle().context().db;
        let work = async |email: &str| {
            let before = db.statements_sent();
            let reply = visitor.post(FORGOTTEN, json!({"email": email})).await;
            (reply.status.as_u16(), reply.text, db.statements_sent() - before)
        };
        let nobody = "nobody@shopper.example";
        for _ in 0..2 {
            let (known, unknown) = (work(ANN).await, work(nobody).await);
            assert_eq!(known, unknown);
        }
        assert_eq!((app.emails_to(ANN).await.len(), app.emails_to(nobody).await.len()), (1, 0));
        assert_eq!(app.count("outbox", "done_at IS NULL").await, 0);
        // Anyone who finds out that there is none may ask for one at once.
        ask(&visitor, ACCOUNT, nobody).await;
        assert_eq!(app.emails_to(nobody).await.len(), 1);
    }
}
