//! Guessing costs time, wherever it comes from, and locks nobody out (S-060 to S-064).

use crate::app::{PASSWORD, TestApp, Visitor, on_both};
use reqwest::Method;
use serde_json::json;

const SESSION: &str = "/api/site-users/account/session";
const ACCOUNT: &str = "/api/site-users/account";
const ANN: &str = "ann@shopper.example";
const MINUTE: i64 = 60_000;

fn behind_a_proxy(settings: &mut loggia_api::Settings) {
    settings.client_address_header = Some("x-forwarded-for".into());
    settings.limits.log_in = 10_000;
}

/// A log-in from an address.
async fn from(visitor: &Visitor, address: &str, email: &str, password: &str) -> (u16, Option<u64>) {
    let headers = [
        ("x-csrf-token", visitor.crumb().await),
        ("content-type", "application/json".to_owned()),
        ("x-forwarded-for", address.to_owned()),
    ];
    let body = json!({"email": email, "password": password}).to_string();
    let reply = visitor.send(Method::POST, SESSION, &headers, Some(body)).await;
    let wait = reply.headers.get("retry-after").map(|wait| wait.to_str().unwrap().parse().unwrap());
    (reply.status.as_u16(), wait)
}

/// The key in the newest email.
async fn key_in_email(app: &TestApp, email: &str) -> String {
    let emails = app.emails_to(email).await;
    emails.last().unwrap().split("#key=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

on_both! {
    /// S-061: from the fifth wrong password on each costs twice as long; the right one is not taken meanwhile, and ends it.
    async fn s_061_wrong_passwords_cost_more_every_time(app: &TestApp) with |settings| behind_a_proxy(settings); {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        for _ in 0..4 {
            assert_eq!(from(&visitor, "203.0.113.1", ANN, "wrong").await, (401, None));
        }
        for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            assert_eq!(from(&visitor, "203.0.113.1", ANN, "wrong").await, (401, None), "{pause}");
            assert_eq!(from(&visitor, "203.0.113.1", ANN, PASSWORD).await, (429, Some(pause)));
            app.clock.advance(i64::try_from(pause).unwrap() * 1000 - 1);
            assert_eq!(from(&visitor, "203.0.113.1", ANN, PASSWORD).await.0, 429);
            app.clock.advance(1);
            // Days later the account's own count begins anew; this test is about the address.
            app.execute("DELETE FROM guess WHERE wrong >= 17").await;
        }
        assert_eq!(from(&visitor, "203.0.113.1", ANN, PASSWORD).await.0, 200);
        for _ in 0..4 {
            assert_eq!(from(&visitor, "203.0.113.1", ANN, "wrong").await, (401, None), "it begins anew");
        }
    }

    /// S-061: of many tries at once no more are looked at than one after another.
    async fn s_061_tries_at_once_are_no_more_than_one_by_one(app: &TestApp) with |settings| behind_a_proxy(settings); {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        visitor.crumb().await;
        let tries = (0..30).map(|_| from(&visitor, "203.0.113.1", ANN, "wrong"));
        let answers = futures_util::future::join_all(tries).await;
        assert_eq!(answers.iter().filter(|(status, _)| *status == 401).count(), 5, "{answers:?}");
    }

    /// S-062: sixty wrong passwords from sixty addresses: then the right one says nothing from a sixty-first. Its owner comes
    /// from where they were before, or by an email; and nothing lasts.
    async fn s_062_an_account_tried_from_everywhere(app: &TestApp) with |settings| behind_a_proxy(settings); {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        assert_eq!(from(&visitor, "198.51.100.7", ANN, PASSWORD).await.0, 200);
        let mut looked_at = 0;
        for number in 0..60 {
            let (status, _) = from(&visitor, &format!("203.0.113.{number}"), ANN, "wrong").await;
            looked_at += usize::from(status == 401);
        }
        assert_eq!(looked_at, 20);
        assert_eq!(from(&visitor, "203.0.113.99", ANN, PASSWORD).await.0, 429);
        // Another account does not notice.
        assert_eq!(from(&visitor, "203.0.113.99", "bob@shopper.example", "wrong").await.0, 401);
        assert_eq!(from(&visitor, "198.51.100.7", ANN, PASSWORD).await.0, 200, "a known address");
        let other = app.visitor();
        assert_eq!(other.post(&format!("{ACCOUNT}/password/key"), json!({"email": ANN})).await.status, 200);
        let key = key_in_email(app, ANN).await;
        let chosen = other.put(&format!("{ACCOUNT}/password"), json!({"key": key, "password": "another long word"})).await;
        assert_eq!(chosen.status, 200, "by letter");
        app.clock.advance(15 * MINUTE);
        assert_eq!(from(&visitor, "203.0.113.99", ANN, "another long word").await.0, 200, "a pause ends");
    }

    /// S-060, S-061: the addresses of one IPv6 household are one; those around it have a limit together.
    async fn s_061_a_household_is_one_whoever_of_it_asks(app: &TestApp) with |settings| behind_a_proxy(settings); {
        let visitor = app.visitor();
        let mut looked_at = 0;
        for number in 0..10 {
            looked_at += usize::from(from(&visitor, &format!("2001:db8:1:1::{number:x}"), ANN, "wrong").await.0 == 401);
        }
        assert_eq!(looked_at, 5);
        // Other households of the same /48, each with accounts of its own to try.
        let mut around = 0;
        for number in 2..60 {
            let address = format!("2001:db8:1:{number:x}::1");
            around += usize::from(from(&visitor, &address, &format!("a{number}@shopper.example"), "wrong").await.0 == 401);
        }
        assert_eq!(around, 35);
    }

    /// S-061: codes that nobody gave out cost time, too; one that somebody did ends it.
    async fn s_061_wrong_codes_cost_more_every_time(app: &TestApp); {
        let visitor = app.visitor();
        crate::cart::add(&visitor, "bread", "bread", 1).await;
        let enter = async |code: String| {
            visitor.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": code})).await.status.as_u16()
        };
        for number in 0..10 {
            assert_eq!(enter(format!("CODE-{number}")).await, 200);
        }
        assert_eq!(enter("CODE-11".into()).await, 429);
        app.clock.advance(1000);
        assert_eq!(enter("CODE-12".into()).await, 200);
        assert_eq!(enter("CODE-13".into()).await, 429);
    }

    /// S-061: the password of a page.
    async fn s_061_the_password_of_a_page_cannot_be_tried_on_and_on(app: &TestApp) with |settings| settings.limits.log_in = 10_000; {
        let visitor = app.visitor();
        let unlock = async || {
            visitor.post("/api/site/pages/unlock", json!({"url": "/members", "password": "x"})).await.status.as_u16()
        };
        for _ in 0..5 {
            assert_eq!(unlock().await, 401);
        }
        assert_eq!(unlock().await, 429);
    }

    /// S-063: a newer key, a changed password and a use each end a key.
    async fn s_063_a_key_ends_with_a_newer_one_and_with_the_password(app: &TestApp) with |settings| settings.limits.log_in = 10_000; {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        let ask = async || {
            app.clock.advance(3 * MINUTE);
            assert_eq!(visitor.post(&format!("{ACCOUNT}/password/key"), json!({"email": ANN})).await.status, 200);
            app.execute("UPDATE outbox SET dedupe_key = dedupe_key").await;
            app.work().await;
        };
        let choose = async |key: &str| {
            let body = json!({"key": key, "password": "another long word"});
            app.visitor().put(&format!("{ACCOUNT}/password"), body).await.status.as_u16()
        };
        let keys = async || {
            let mut keys: Vec<String> = app.emails_to(ANN).await.iter()
                .filter_map(|message| Some(message.split("#key=").nth(1)?.split_whitespace().next()?.to_owned())).collect();
            keys.sort();
            keys
        };
        ask().await;
        let first = keys().await;
        ask().await;
        let second: Vec<String> = keys().await.into_iter().filter(|key| !first.contains(key)).collect();
        assert_eq!((first.len(), second.len()), (1, 1));
        assert_eq!(choose(&first[0]).await, 400, "a newer one was asked for");
        loggia_api::accounts::set_password(&app.handle().context().db, ANN, "set by the owner", crate::app::NOW).await.unwrap();
        assert_eq!(choose(&second[0]).await, 400, "the password was changed");
        let before = keys().await;
        ask().await;
        let third: Vec<String> = keys().await.into_iter().filter(|key| !before.contains(key)).collect();
        assert_eq!((choose(&third[0]).await, choose(&third[0]).await), (200, 400));
    }

    /// S-063: an invitation is taken back, and nobody's asking for an account takes it away.
    async fn s_063_an_invitation_can_be_taken_back(app: &TestApp); {
        let db = &app.handle().context().db;
        let publications = &app.handle().context().publications;
        loggia_api::accounts::invite(db, publications, ANN, &[], crate::app::NOW).await.unwrap();
        app.clock.advance(3 * MINUTE);
        assert_eq!(app.visitor().post(ACCOUNT, json!({"email": ANN})).await.status, 200);
        assert_eq!(app.count("account_key", "kind = 'invitation'").await, 1);
        loggia_api::accounts::take_back(db, ANN, crate::app::NOW).await.unwrap();
        assert_eq!(app.count("account_key", "kind = 'invitation'").await, 0);
        assert!(loggia_api::accounts::take_back(db, ANN, crate::app::NOW).await.is_err());
    }

    /// S-068: an address is written to so many times a day, no matter who asks and how often.
    async fn s_068_an_address_gets_so_many_emails_a_day(app: &TestApp) with |settings| {
        settings.limits.log_in = 10_000;
        settings.commerce.letters_a_day = 5;
    }; {
        for _ in 0..12 {
            app.clock.advance(3 * MINUTE);
            assert_eq!(app.visitor().post(ACCOUNT, json!({"email": ANN})).await.status, 200);
        }
        assert_eq!(app.emails_to(ANN).await.len(), 5);
        app.clock.advance(24 * 60 * MINUTE);
        assert_eq!(app.visitor().post(ACCOUNT, json!({"email": ANN})).await.status, 200);
        assert_eq!(app.emails_to(ANN).await.len(), 6);
    }

    /// S-065: what was given up is kept some days, and then nobody reads what it said.
    async fn s_065_what_was_given_up_is_forgotten_in_time(app: &TestApp) with |settings| settings.commerce.letters_kept_days = 7; {
        let now = app.clock.now_ms();
        app.execute(&format!(
            "INSERT INTO outbox (id, dedupe_key, kind, body, due_at, created_at, failed_at) VALUES ('a', 'a', 'mail', '{{\"to\":\"x\"}}', {now}, {now}, {now})"
        )).await;
        app.clock.advance(7 * 24 * 60 * MINUTE - 1);
        app.work().await;
        assert_eq!(app.count("outbox", "id = 'a' AND body <> ''").await, 1);
        app.clock.advance(1);
        app.work().await;
        assert_eq!(app.count("outbox", "id = 'a' AND body = ''").await, 1);
    }
}
