//! Restock emails: the way out each carries, the mailing list, and that nobody gets two.

use crate::app::{Reply, Store, TestApp, Visitor, on_both};
use crate::restock::RESTOCK;
use crate::smtp_server;
use futures_util::future::join_all;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const ANN: &str = "ann@shopper.example";

async fn sign_up(app: &TestApp, joins: bool) {
    let body = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": ANN, "isJoinMailingList": joins});
    assert_eq!(app.visitor().post(RESTOCK, body).await.status, 200);
}

fn group() -> Value {
    json!({"productId": "empty", "variantId": "empty"})
}

/// The email of one notice: signed up, in stock again, sent.
async fn notice(app: &TestApp, owner: &Visitor, joins: bool) -> String {
    sign_up(app, joins).await;
    app.execute("UPDATE stock SET quantity = 5 WHERE sku = 'empty'").await;
    assert_eq!(owner.post(&format!("{RESTOCK}/send"), group()).await.json(), json!({"sent": 1}));
    app.emails_to(ANN).await.pop().unwrap()
}

/// The path of the way out, as the email names it.
fn way_out(message: &str) -> String {
    let line = message.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <")).unwrap();
    let address = line.trim_end().strip_suffix('>').unwrap();
    assert!(message.contains(&format!("Unsubscribe: {address}")), "the text names it, too: {message}");
    address.strip_prefix("https://shop.example").unwrap().to_owned()
}

/// What a mail program posts: no cookie, no origin, no page before.
async fn one_click(app: &TestApp, path: &str, body: &str) -> Reply {
    let kind = [("content-type", "application/x-www-form-urlencoded".to_owned())];
    app.visitor().send(Method::POST, path, &kind, Some(body.into())).await
}

const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

on_both! {
    /// looking at the link changes nothing; one click ends what the address waits for and its membership.
    async fn a_083_an_email_has_a_way_out(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let message = notice(app, &owner, true).await;
        assert!(message.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{message}");
        let path = way_out(&message);
        sign_up(app, false).await;
        assert_eq!(app.count("restock_sign_up", "sent_at IS NULL").await, 1);
        let page = app.visitor().get(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains(ANN) && page.text.contains("<button"), "{}", page.text);
        assert_eq!((app.count("restock_sign_up", "sent_at IS NULL").await, app.count("mailing_list_member", "left_at IS NULL").await), (1, 1));
        assert_eq!(one_click(app, &path, "something=else").await.status, 400);
        for _ in 0..2 {
            let done = one_click(app, &path, ONE_CLICK).await;
            assert_eq!(done.status, 200, "{}", done.text);
            assert!(done.text.contains("You will get no more of these letters."), "{}", done.text);
            assert_eq!((app.count("restock_sign_up", "sent_at IS NULL").await, app.count("mailing_list_member", "left_at IS NULL").await), (0, 0));
        }
        assert_eq!(owner.post(&format!("{RESTOCK}/send"), group()).await.json(), json!({"sent": 0}));
    }

    /// a link of another shop, of another sign-up, or made up ends nobody's emails.
    async fn a_083_a_made_up_way_out_is_none(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let path = way_out(&notice(app, &owner, false).await);
        sign_up(app, false).await;
        let (before, key) = path.split_once("&key=").unwrap();
        let notice = before.split_once("notice=").unwrap().1;
        for wrong in [before.to_owned(), format!("{before}&key="), format!("{before}&key={key}x"), path.replace(notice, "other"), "/api/plain/unsubscribe".into()] {
            assert_eq!(app.visitor().get(&wrong).await.status, 404, "{wrong}");
            assert_eq!(one_click(app, &wrong, ONE_CLICK).await.status, 404, "{wrong}");
        }
        assert_eq!(app.count("restock_sign_up", "sent_at IS NULL").await, 1);
    }

    /// anyone who left may sign up again, and is on the list again since then.
    async fn a_076_signing_up_again_works(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let path = way_out(&notice(app, &owner, true).await);
        let since = app.number("SELECT created_at FROM mailing_list_member").await;
        assert_eq!(since, crate::app::NOW);
        assert_eq!(one_click(app, &path, ONE_CLICK).await.status, 200);
        app.clock.advance(1000);
        let again = notice(app, &owner, true).await;
        assert_ne!(way_out(&again), path);
        assert_eq!(app.emails_to(ANN).await.len(), 2);
        assert_eq!(app.number("SELECT created_at FROM mailing_list_member WHERE left_at IS NULL AND source = 'restock'").await, since + 1000);
    }

    /// by a mail server the two headers stand as mail programs look for them, each on one line.
    async fn a_083_the_way_out_goes_by_the_mail_server(app: &TestApp) with |settings| smtp_server::start(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        sign_up(app, false).await;
        app.execute("UPDATE stock SET quantity = 5 WHERE sku = 'empty'").await;
        owner.post(&format!("{RESTOCK}/send"), group()).await;
        app.work().await;
        let emails = smtp_server::of(&app.settings).emails();
        assert_eq!(emails.len(), 1);
        let line = emails[0].lines().find(|line| line.starts_with("List-Unsubscribe: ")).unwrap();
        let address = line.strip_prefix("List-Unsubscribe: <https://shop.example").and_then(|rest| rest.strip_suffix('>')).unwrap();
        assert!(emails[0].lines().any(|line| line == "List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{}", emails[0]);
        assert_eq!(one_click(app, address, ONE_CLICK).await.status, 200);
    }

    /// sixteen presses at once send one email.
    async fn a_083_many_presses_send_one_email(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        sign_up(app, false).await;
        app.execute("UPDATE stock SET quantity = 5 WHERE sku = 'empty'").await;
        let path = format!("{RESTOCK}/send");
        let replies = join_all((0..16).map(|_| owner.post(&path, group()))).await;
        let sent: i64 = replies.iter().map(|reply| reply.json()["sent"].as_i64().unwrap()).sum();
        assert_eq!((sent, app.emails_to(ANN).await.len()), (1, 1));
        assert_eq!(app.count("record", "kind = 'send-restock'").await, 1);
    }
}

/// two replicas on one database, told at once, and both carrying emails: one email arrives.
#[tokio::test]
async fn a_083_two_replicas_send_one_email() {
    let start = |settings: &mut loggia_api::Settings| smtp_server::start(settings);
    let Some(app) = TestApp::start(Store::Postgres, start).await else { return };
    let other =
        loggia_api::serve_at(app.settings.clone(), app.clock.clone(), loggia_api::nothing()).await.unwrap();
    let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
    let elsewhere = Visitor::at(&format!("http://{}", other.address()));
    elsewhere.log_in("own@shop.example", false).await;
    app.execute("UPDATE stock SET quantity = 5 WHERE sku = 'empty'").await;
    for round in 0..5 {
        sign_up(&app, false).await;
        let path = format!("{RESTOCK}/send");
        let (here, there) = tokio::join!(owner.post(&path, group()), elsewhere.post(&path, group()));
        let sent = |reply: &Reply| reply.json()["sent"].as_i64().unwrap();
        assert_eq!(sent(&here) + sent(&there), 1);
        let (one, two) = tokio::join!(
            loggia_api::work::send_due(app.handle().context()),
            loggia_api::work::send_due(other.context())
        );
        one.unwrap();
        two.unwrap();
        // The owner has emails of their own: each log-in was one from a new device.
        let emails = smtp_server::of(&app.settings).emails();
        assert_eq!(
            emails.iter().filter(|message| message.contains(&format!("To: {ANN}"))).count(),
            round + 1,
            "{emails:?}"
        );
    }
    other.stop().await;
    app.stop().await;
}
