//! What is written to buyers and to the owner: everything that was bought, in the buyer's language, as text and as HTML.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::{ENTRIES, add};
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use crate::smtp_server;
use crate::stripe_server;
use crate::subscription::SUBSCRIPTION;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const ANN: &str = "ann@shopper.example";
const OWNER: &str = "owner@shop.example";

/// The shop in German and English, whose owner is told of orders.
fn shop() -> Value {
    let mut catalog = catalog::catalog();
    catalog["website"]["languages"] = json!(["en-US", "de-DE"]);
    catalog["website"]["ownerEmail"] = json!(OWNER);
    catalog
}

/// The text and the HTML of a letter.
fn parts(letter: &str) -> (String, String) {
    let (text, html) = letter.split_once("Content-Type: text/html").unwrap();
    let body = |part: &str| part.split_once("\r\n\r\n").unwrap().1.to_owned();
    (body(text.split_once("Content-Type: text/plain").unwrap().1), body(html))
}

/// The letters to an address whose subject says this.
async fn letters(app: &TestApp, to: &str, subject: &str) -> Vec<String> {
    let about = |letter: &String| letter.lines().nth(1).is_some_and(|line| line.contains(subject));
    app.emails_to(to).await.into_iter().filter(about).collect()
}

async fn one(app: &TestApp, to: &str, subject: &str) -> String {
    let mut found = letters(app, to, subject).await;
    assert_eq!(found.len(), 1, "{subject}: {found:#?}");
    found.remove(0)
}

async fn buy(visitor: &Visitor, change: Value) -> Value {
    let mut body = purchase();
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    let reply = visitor.post(CHECKOUT, body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

on_both! {
    /// S-656: the confirmation has everything: variants, answers, address, delivery, amounts, the way to the page; nothing of it is markup.
    async fn s_656_the_confirmation_has_everything_ordered(app: &TestApp); {
        app.publish(&shop()).await;
        let visitor = app.visitor();
        add(&visitor, "mug", "mug-s", 2).await;
        let cake = json!({"itemId": "cake", "sku": null, "quantity": 1, "additionalFields": json!({"words": "<b>Happy</b> \"day\" & night"}).to_string()});
        assert_eq!(visitor.post(ENTRIES, cake).await.status, 200);
        let order = buy(&visitor, json!({})).await;
        let letter = one(app, ANN, "your order #1001").await;
        assert!(letter.contains("MIME-Version: 1.0\r\nContent-Type: multipart/alternative"));
        let (text, html) = parts(&letter);
        for said in ["Thank you for your order.", "2 x Mug: $37.00", "Size: Small", "Words: <b>Happy</b> \"day\" & night", "1 Main Street", "New York, NY 10001", "Delivery: ", "Total: ", "See your order: "] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(html.contains("Words: &lt;b&gt;Happy&lt;/b&gt;") && !html.contains("<b>Happy"), "{html}");
        for said in ["2 × Mug", "Size: Small", "1 Main Street", "name=\"color-scheme\" content=\"light dark\"", "lang=\"en-US\"", "See your order"] {
            assert!(html.contains(said), "{said}: {html}");
        }
        let page = order["orderPage"].as_str().unwrap();
        assert!(text.contains(page) && html.contains(&page.replace('&', "&amp;")), "{text}");
    }

    /// S-656: a buyer who reads German is written to in German about everything that becomes of the order, and the page is German.
    async fn s_656_letters_are_in_the_language_of_the_purchase(app: &TestApp) with |settings| stripe_server::start(settings); {
        app.publish(&shop()).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let order = buy(&visitor, json!({"language": "de-de", "paymentToken": "pm_card_visa"})).await;
        let (text, html) = parts(&one(app, ANN, "Ihre Bestellung #1001").await);
        assert!(text.contains("Vielen Dank für Ihre Bestellung.") && text.contains("Gesamt: ") && html.contains("lang=\"de-DE\""), "{text}");
        let page = app.visitor().get(order["orderPage"].as_str().unwrap()).await.text;
        assert!(page.contains("<html lang=\"de-DE\" dir=\"ltr\">") && page.contains("Noch einmal bestellen"), "{page}");
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let id = order["id"].as_str().unwrap();
        let refund = json!({"amountCents": 600, "reason": "stale"});
        assert_eq!(owner.post(&format!("/api/commerce/orders/{id}/refunds"), refund).await.status, 200);
        let (text, _) = parts(&one(app, ANN, "eine Erstattung zu Ihrer Bestellung #1001").await);
        assert!(text.contains("zurückgezahlt") && text.contains("6.00"), "{text}");
        let fulfilment = json!({"tracking": {"carrier": "Post", "trackingNumber": "P1", "trackingUrl": "https://post.example/P1"}, "notify": true});
        assert_eq!(owner.put(&format!("/api/commerce/orders/{id}/fulfilment"), fulfilment).await.status, 200);
        let (text, html) = parts(&one(app, ANN, "Ihre Bestellung #1001 ist unterwegs").await);
        assert!(text.contains("Verfolgen unter: https://post.example/P1") && html.contains("href=\"https://post.example/P1\""), "{text}");
        // One that the site is not published in is the site's own.
        let other = app.visitor();
        add(&other, "bread", "bread", 1).await;
        buy(&other, json!({"language": "xx<script>", "email": "bob@shopper.example", "paymentToken": "pm_card_visa"})).await;
        one(app, "bob@shopper.example", "your order #1002").await;
        assert_eq!(app.count("shop_order", "language NOT IN ('', 'de-DE')").await, 0);
    }

    /// S-659: the owner is written to for every order, without what opens it for its buyer; unless the owner does not want that.
    async fn s_659_the_owner_is_told_of_every_order(app: &TestApp); {
        let mut catalog = shop();
        for (settings, to, count) in [(json!({}), OWNER, 1), (json!({"email": "orders@shop.example"}), "orders@shop.example", 1), (json!({"letterToOwner": false}), OWNER, 1)] {
            catalog["orderSettings"] = settings;
            app.publish(&catalog).await;
            let visitor = app.visitor();
            add(&visitor, "guide", "guide", 1).await;
            let order = buy(&visitor, json!({})).await;
            let letters = letters(app, to, "New order").await;
            assert_eq!(letters.len(), count, "{letters:?}");
            let key = order["orderPage"].as_str().unwrap().split("key=").nth(1).unwrap();
            assert!(letters.iter().all(|letter| !letter.contains(key)));
        }
        let letter = &letters(app, OWNER, "New order #1001").await[0];
        assert!(letter.contains("ann@shopper.example ordered for") && letter.contains("/api/owner/orders/"), "{letter}");
    }

    /// S-657: the site's own templates are used, by language; one that does not work is no lost letter.
    async fn s_657_the_site_s_own_templates_are_used(app: &TestApp); {
        let mut catalog = shop();
        catalog["letters"] = json!({
            "confirmation": {"subject": "Danke, {email} ({name})", "html": "<h1>{heading|htmltag}</h1>{.repeated section lines}<p>{title|htmltag}</p>{.end}<a href=\"{orderPage|htmlattr}\">x</a>"},
            "de-DE/confirmation": {"text": "Brot: {total}"},
            "order-to-owner": {"text": "{.section never}", "html": "{heading|no-such}", "subject": "{heading|no-such}"},
        });
        app.publish(&catalog).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        buy(&visitor, json!({})).await;
        let (text, html) = parts(&one(app, ANN, "Danke, ann@shopper.example (#1001)").await);
        assert!(text.starts_with("Thank you for your order.") && html.starts_with("<h1>Thank you for your order.</h1><p>Bread</p><a href="), "{html}");
        let (text, html) = parts(&one(app, OWNER, "New order #1001").await);
        assert!(text.starts_with("ann@shopper.example ordered for") && html.contains("<!doctype html>"), "{text}");
        let german = app.visitor();
        add(&german, "bread", "bread", 1).await;
        buy(&german, json!({"language": "de-DE"})).await;
        let (text, _) = parts(&one(app, ANN, "Ihre Bestellung #1002").await);
        assert!(text.starts_with("Brot: "), "{text}");
    }

    /// S-656: by a mail server both forms go as one message.
    async fn s_656_both_forms_go_by_the_mail_server(app: &TestApp) with |settings| smtp_server::start(settings); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        buy(&visitor, json!({})).await;
        app.work().await;
        let emails = smtp_server::of(&app.settings).emails();
        assert_eq!(emails.len(), 1);
        let kinds: Vec<&str> = emails[0].lines().filter(|line| line.starts_with("Content-Type: ")).collect();
        assert!(kinds[0].starts_with("Content-Type: multipart/alternative") && kinds[1].contains("text/plain") && kinds[2].contains("text/html"), "{kinds:?}");
    }

    /// S-660: a gift card, and the begin, the renewal and the end of a subscription have letters of their own.
    async fn s_660_gift_cards_and_subscriptions_have_letters(app: &TestApp); {
        app.publish(&shop()).await;
        let visitor = app.visitor();
        add(&visitor, "voucher", "gift-25", 1).await;
        buy(&visitor, json!({"language": "de-DE"})).await;
        let (text, html) = parts(&one(app, ANN, "Ihr Gutschein").await);
        let code = text.split("Code: ").nth(1).unwrap().split_whitespace().next().unwrap();
        assert!(code.len() == 24 && html.contains(code) && text.contains("25.00"), "{text}");
        let started = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
        buy(&visitor, json!({"cartToken": started["cartToken"], "email": "sue@shopper.example"})).await;
        let (text, _) = parts(&one(app, "sue@shopper.example", "your order #1002").await);
        assert!(text.contains("Your subscription has begun.") && text.contains("The next payment is on 2026-12-21") && text.contains("Change or stop your subscription: "), "{text}");
        app.clock.advance(31 * DAY);
        app.work().await;
        let (text, _) = parts(&one(app, "sue@shopper.example", "your subscription is renewed, order #1003").await);
        assert!(text.contains("Total: $32.40"), "{text}");
        app.audit().await;
    }
}
