//! Joining the mailing list: the person who types an address need not be its owner.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::connectors;
use crate::restock::RESTOCK;
use loggia_api::config::ListConfirmation;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::json;

const DAY: i64 = 24 * 60 * 60 * 1000;
const ANN: &str = "ann@shopper.example";

async fn restock(app: &TestApp) {
    let body = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": ANN, "isJoinMailingList": true});
    assert_eq!(app.visitor().post(RESTOCK, body).await.status, 200);
}

async fn members(app: &TestApp) -> i64 {
    app.count("mailing_list_member", "left_at IS NULL").await
}

fn links(emails: &[String]) -> Vec<String> {
    let line = |message: &String| {
        message.lines().find(|line| line.contains("/api/plain/confirm?key=")).map(str::to_owned)
    };
    let mut links: Vec<String> = emails.iter().filter_map(line).collect();
    links.iter_mut().for_each(|link| *link = link.trim().replace("https://shop.example", ""));
    links
}

async fn press(visitor: &Visitor, link: &str) -> Reply {
    let kind = [("content-type", "application/x-www-form-urlencoded".to_owned())];
    let key = link.split_once("key=").unwrap().1;
    visitor.send(Method::POST, "/api/plain/confirm", &kind, Some(format!("key={}", encoded(key)))).await
}

/// The default asks.
#[test]
fn s_240_the_default_asks() {
    assert_eq!(loggia_api::Settings::default().list_confirmation, ListConfirmation::Double);
}

on_both! {
    /// S-240: a typed address is no member until its owner pressed the button of the email; looking at the page changes nothing, the
    /// link works once, and only then the member is listed, exported and told to the mailing service.
    async fn s_240_only_a_confirmed_address_is_a_member(app: &TestApp) with |settings| {
        connectors::start(settings);
        settings.list_confirmation = ListConfirmation::Double;
        settings.commerce.audience_url = Some("http://127.0.0.1:9/list".into());
    }; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        restock(app).await;
        let handover = "kind = 'handover' AND body LIKE '%ann@shopper.example%'";
        assert_eq!((members(app).await, app.count("outbox", handover).await), (0, 0));
        let emails = app.emails_to(ANN).await;
        let link = links(&emails).pop().unwrap();
        assert!(emails[0].contains("please confirm") && emails.len() == 1, "{emails:#?}");
        assert!(!owner.get("/api/mailing-list/members.csv").await.text.contains(ANN));
        let page = app.visitor().get(&link).await;
        assert!(page.status == 200 && page.text.contains(ANN) && page.text.contains("<button"), "{}", page.text);
        assert_eq!(members(app).await, 0, "a mail program that looks joins nobody");
        let done = press(&app.visitor(), &link).await;
        assert!(done.status == 200 && done.text.contains("You are on our mailing list now."), "{}", done.text);
        assert_eq!((members(app).await, app.count("outbox", handover).await), (1, 1));
        assert!(owner.get("/api/mailing-list/members.csv").await.text.contains("ann@shopper.example,restock,"));
        let second = press(&app.visitor(), &link).await;
        assert!(second.status == 404 && second.text.contains("used up or too old"), "{}", second.text);
        assert_eq!(app.visitor().get("/api/plain/confirm?key=").await.status, 404);
        restock(app).await;
        assert_eq!(app.emails_to(ANN).await.len(), 1, "a member is not asked again");
    }

    /// S-241: however often an address is typed, one email a day goes out and three in all; links end after a week.
    async fn s_241_nobody_is_asked_again_and_again(app: &TestApp) with |settings| {
        settings.list_confirmation = ListConfirmation::Double;
        settings.limits.restock = 1000;
    }; {
        let mut sent = Vec::new();
        for _ in 0..6 {
            for _ in 0..5 {
                restock(app).await;
            }
            sent.push(app.emails_to(ANN).await.len());
            app.clock.advance(DAY);
        }
        assert_eq!(sent, [1, 2, 3, 3, 3, 3]);
        let all = links(&app.emails_to(ANN).await);
        let alive = async |link: &String| app.visitor().get(link).await.status == 200;
        let mut living = 0;
        for link in &all {
            living += usize::from(alive(link).await);
        }
        assert_eq!(living, 1, "the newest letter's alone");
        app.clock.advance(4 * DAY);
        for link in &all {
            assert_eq!((alive(link).await, press(&app.visitor(), link).await.status.as_u16()), (false, 404));
        }
        assert_eq!(members(app).await, 0);
        app.clock.advance(30 * DAY);
        app.work().await;
        assert_eq!(app.count("list_wish", "TRUE").await, 0, "what nobody confirmed is forgotten");
    }

    /// S-242: a form's mailing service hears of an address when it is confirmed; who is a member already is passed on at once; who
    /// leaves before confirming waits for nothing any more.
    async fn s_242_a_form_waits_for_the_confirmation(app: &TestApp) with |settings| settings.list_confirmation = ListConfirmation::Double; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let send = async || crate::forms::send(&app.visitor(), "routed", json!({"email": "Ann@shopper.example"})).await.status;
        assert_eq!(send().await, 200);
        assert_eq!((members(app).await, app.count("list_wish", "email = 'ann@shopper.example'").await), (0, 1));
        let link = links(&app.emails_to(ANN).await).pop().unwrap();
        assert_eq!(press(&app.visitor(), &link).await.status, 200);
        assert_eq!(app.count("mailing_list_member", "email = 'ann@shopper.example' AND source = 'form routed'").await, 1);
        assert_eq!(owner.delete("/api/mailing-list/members/ann@shopper.example").await.status, 204);
        assert_eq!(send().await, 200);
        assert_eq!((members(app).await, app.count("list_wish", "TRUE").await), (0, 1), "who left is asked again");
    }
}
