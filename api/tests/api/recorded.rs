//! What is done stands in the record: each call is made for real, and its row is looked for by a table written by hand.

use crate::app::{NOW, PASSWORD, TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::factors::{CONFIRM, OWN, set_up_totp};
use crate::record::prove;
use loggia_api::repository::record::{self, Filter, Row};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const SESSION: &str = "/api/site-users/account/session";
const CHOOSE: &str = "/api/site-users/account/password";
const PEOPLE: &str = "/api/people";
const ED: &str = "ed@shop.example";
const NEW: &str = "new@shop.example";
const READER: &str = "reports-0123456789-reports-abcdef";

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.log_in = 1000;
}

/// Every row, oldest first; the chain holds.
async fn rows(app: &TestApp) -> Vec<Row> {
    let db = &app.handle().context().db;
    let filter = Filter::default();
    let mut rows = db.read(async |connection| record::list(connection, &filter, 500).await).await.unwrap();
    rows.reverse();
    assert_eq!(prove(app, None).await.fault, None);
    rows
}

/// Each row must be what a line says: kind, who (an address, or the word for somebody without one), subject, and facts that its
/// detail has. Anyone who calls from outside is known by their address on the network.
async fn say(app: &TestApp, lines: &[(&str, &str, &str, Value)]) {
    let rows = rows(app).await;
    let kinds: Vec<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
    let expected: Vec<&str> = lines.iter().map(|line| line.0).collect();
    assert_eq!(kinds, expected, "{rows:#?}");
    for (row, (kind, who, subject, facts)) in rows.iter().zip(lines) {
        let author = if row.who_email.is_empty() { &row.actor } else { &row.who_email };
        assert_eq!((author.as_str(), row.subject.as_str()), (*who, *subject), "{kind}: {row:?}");
        assert_eq!(row.actor.starts_with("account "), who.contains('@'), "{row:?}");
        let from: Value = serde_json::from_str(&row.who_body).unwrap_or_default();
        let is_inside = matches!(row.actor.as_str(), "command" | "shop");
        assert_eq!(from["address"], if is_inside { Value::Null } else { "127.0.0.1".into() }, "{row:?}");
        assert!((NOW..NOW + 10 * 60_000).contains(&row.made_at), "{row:?}");
        let detail: Value = serde_json::from_str(&row.detail).unwrap();
        for (name, value) in facts.as_object().unwrap() {
            assert_eq!(&detail[name], value, "{kind} {name}: {detail}");
        }
        assert!(!row.detail.contains(PASSWORD) && !row.detail.contains("another long"), "{row:?}");
    }
}

async fn account_id(app: &TestApp, email: &str) -> String {
    let db = &app.handle().context().db;
    let found =
        db.read(async |connection| loggia_api::repository::site_user::by_email(connection, email).await);
    found.await.unwrap().unwrap().id
}

/// The key in the newest email to an address.
async fn key(app: &TestApp, email: &str) -> String {
    let emails = app.emails_to(email).await;
    let last = emails.iter().rev().find_map(|message| message.split_once("/account#key=")).unwrap();
    last.1.split_whitespace().next().unwrap().to_owned()
}

async fn done(reply: crate::app::Reply) {
    assert!(reply.status.is_success(), "{} {}", reply.status, reply.text);
}

on_both! {
    /// S-250: log-ins, tries that fail, changes of the password and log-outs.
    async fn s_250_log_ins_and_passwords_are_recorded(app: &TestApp) with |settings| many(settings); {
        let own = app.member(OWN, &[Role::Admin]).await;
        let id = account_id(app, OWN).await;
        done(own.post(CHOOSE, json!({"currentPassword": PASSWORD, "password": "another long one"})).await).await;
        done(own.delete(SESSION).await).await;
        for email in [OWN, "nobody@shop.example"] {
            let refused = app.visitor().post(SESSION, json!({"email": email, "password": "not the password"})).await;
            assert_eq!(refused.status, 401, "{}", refused.text);
        }
        say(app, &[
            ("account-made", "command", &id, json!({"roles": [1]})),
            ("log-in", OWN, &id, json!({})),
            ("password-changed", OWN, &id, json!({})),
            ("log-out", OWN, &id, json!({})),
            ("log-in-failed", "visitor", &id, json!({})),
            ("log-in-failed", "visitor", "unknown", json!({})),
        ]).await;
        let all = format!("{:?}", rows(app).await);
        assert!(!all.contains("nobody@shop.example") && !all.contains("not the password"), "what a stranger typed is not kept");
    }

    /// S-251: second factors, the fresh proof, and the proofs that fail.
    async fn s_251_second_factors_are_recorded(app: &TestApp) with |settings| many(settings); {
        let own = app.member(OWN, &[Role::Admin]).await;
        let id = account_id(app, OWN).await;
        let (_, codes) = set_up_totp(app, &own).await;
        done(own.post("/api/site-users/account/factors/recovery-codes", json!({})).await).await;
        let wrong = own.post(CONFIRM, json!({"password": PASSWORD, "code": codes[0]})).await;
        assert_eq!(wrong.status, 403, "a code of before holds no more: {}", wrong.text);
        say(app, &[
            ("account-made", "command", &id, json!({})),
            ("log-in", OWN, &id, json!({})),
            ("second-factor-added", OWN, &id, json!({"kind": "totp"})),
            ("recovery-codes-made", OWN, &id, json!({})),
            ("second-factor-failed", OWN, &id, json!({})),
        ]).await;
    }

    /// S-252: invitations, roles before and after, sessions that were ended, accounts that were removed.
    async fn s_252_people_and_roles_are_recorded(app: &TestApp) with |settings| many(settings); {
        let own = app.member(OWN, &[Role::Admin]).await;
        let id = account_id(app, OWN).await;
        let invite = async |email: &str| done(own.post(&format!("{PEOPLE}/invitations"), json!({"email": email, "roles": [4]})).await).await;
        invite(NEW).await;
        done(own.delete(&format!("{PEOPLE}/invitations/{NEW}")).await).await;
        invite(ED).await;
        let ed = app.visitor();
        done(ed.put(CHOOSE, json!({"key": key(app, ED).await, "password": PASSWORD})).await).await;
        let theirs = account_id(app, ED).await;
        let sessions = own.get(&format!("{PEOPLE}/{theirs}/sessions")).await.json();
        done(own.delete(&format!("{PEOPLE}/{theirs}/sessions/{}", sessions["sessions"][0]["id"].as_str().unwrap())).await).await;
        done(own.put(&format!("{PEOPLE}/{theirs}/roles"), json!({"roles": [8, 4]})).await).await;
        done(own.post(&format!("{PEOPLE}/{theirs}/password"), json!({})).await).await;
        done(own.delete(&format!("{PEOPLE}/{theirs}")).await).await;
        say(app, &[
            ("account-made", "command", &id, json!({})),
            ("log-in", OWN, &id, json!({})),
            ("invitation-sent", OWN, "", json!({"roles": [4], "days": 7})),
            ("invitation-revoked", OWN, "", json!({})),
            ("invitation-sent", OWN, "", json!({"roles": [4]})),
            ("invitation-accepted", ED, &theirs, json!({"roles": [4]})),
            ("log-in", ED, &theirs, json!({})),
            ("session-ended", OWN, &theirs, json!({})),
            ("roles-changed", OWN, &theirs, json!({"before": [4], "after": [8, 4]})),
            ("password-key-sent", OWN, &theirs, json!({})),
            ("account-removed", OWN, &theirs, json!({"roles": [8, 4]})),
        ]).await;
        let rows = rows(app).await;
        let about: Vec<&str> = rows.iter().map(|row| row.about_email.as_str()).filter(|email| !email.is_empty()).collect();
        assert_eq!(about, [OWN, NEW, NEW, ED, ED, ED, ED], "whom it is about");
    }

    /// S-253: what personal data leaves the shop, by whom; a program is known as one, whatever it asks for.
    async fn s_253_exports_are_recorded(app: &TestApp) with |settings| { many(settings); settings.tracking.report_token = Some(READER.into()); }; {
        let own = app.member(OWN, &[Role::Admin]).await;
        let id = account_id(app, OWN).await;
        for path in ["/api/commerce/orders.csv", "/api/reports/events.csv", "/api/reports/events.jsonl", "/api/record.csv"] {
            done(own.get(path).await).await;
        }
        let token = [("authorization", format!("Bearer {READER}"))];
        done(app.visitor().send(Method::GET, "/api/reports/events.jsonl", &token, None).await).await;
        let wrong = [("authorization", "Bearer somebody".to_owned())];
        assert_eq!(app.visitor().send(Method::GET, "/api/reports/events.jsonl", &wrong, None).await.status, 401);
        say(app, &[
            ("account-made", "command", &id, json!({})),
            ("log-in", OWN, &id, json!({})),
            ("export", OWN, "orders", json!({})),
            ("export", OWN, "visit-events", json!({})),
            ("export", OWN, "visit-events", json!({})),
            ("export", OWN, "record", json!({})),
            ("export", "program", "visit-events", json!({})),
        ]).await;
    }

    /// S-254: refunds, cancellations, what is sent, stock and coupons, with what before and after; who bought stays out of it.
    async fn s_254_what_is_done_in_the_shop_is_recorded(app: &TestApp) with |settings| many(settings); {
        let own = app.member(OWN, &[Role::StoreManager]).await;
        let id = account_id(app, OWN).await;
        let buy = async || {
            let visitor = app.visitor();
            add(&visitor, "bread", "bread", 2).await;
            visitor.post(CHECKOUT, purchase()).await.json()["id"].as_str().unwrap().to_owned()
        };
        let (first, second) = (buy().await, buy().await);
        let order = |id: &str, what: &str| format!("/api/commerce/orders/{id}/{what}");
        done(own.post(&order(&first, "refunds"), json!({"amountCents": 600, "reason": "Ann was ill"})).await).await;
        done(own.put(&order(&first, "fulfilment"), json!({})).await).await;
        done(own.delete(&order(&first, "fulfilment")).await).await;
        done(own.post(&order(&second, "cancellation"), json!({"reason": "the oven broke"})).await).await;
        let stock = json!({"itemId": "bread", "sku": "bread", "quantity": 9, "reason": "counted"});
        done(own.post("/api/commerce/inventory/adjustments", stock).await).await;
        let coupon = "/api/commerce/coupons/SPRING";
        done(own.put(coupon, json!({"kind": "percent", "value": "20"})).await).await;
        done(own.delete(coupon).await).await;
        say(app, &[
            ("account-made", "command", &id, json!({})),
            ("log-in", OWN, &id, json!({})),
            ("refund", OWN, &first, json!({"amountCents": 600})),
            ("fulfil", OWN, &first, json!({})),
            ("undo-fulfilment", OWN, &first, json!({})),
            ("cancel", OWN, &second, json!({})),
            ("adjust-stock", OWN, "bread bread", json!({"before": 18, "after": 9})),
            ("put-coupon", OWN, "SPRING", json!({"before": null})),
            ("remove-coupon", OWN, "SPRING", json!({})),
        ]).await;
        for row in rows(app).await {
            assert!(!row.detail.contains("ann@shopper.example") && !row.detail.contains("Ann was ill"), "{row:?}");
        }
    }
}
