//! The page of an order for guests: whoever has its link, and nobody else.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe_server;
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const PAGE: &str = "/api/plain/order";
const ANN: &str = "ann@shopper.example";
const FORM: &str = "application/x-www-form-urlencoded";

fn limits(settings: &mut loggia_api::Settings) {
    settings.limits.checkout = 1000;
    settings.limits.order_page = 1000;
}

/// A guest who bought two loaves; what was answered, with the order's page.
async fn bought(visitor: &Visitor) -> (Value, String) {
    add(visitor, "bread", "bread", 2).await;
    let order = visitor.post(CHECKOUT, purchase()).await;
    assert_eq!(order.status, 200, "{}", order.text);
    let page = order.json()["orderPage"].as_str().unwrap().to_owned();
    (order.json(), page)
}

fn parts(page: &str) -> (String, String) {
    let query = page.strip_prefix("/api/plain/order?order=").unwrap();
    let (id, key) = query.split_once("&key=").unwrap();
    (id.to_owned(), key.to_owned())
}

/// Presses a button of the page.
async fn press(app: &TestApp, visitor: &Visitor, what: &str, fields: &[(&str, &str)]) -> Reply {
    let crumb = visitor.crumb().await;
    let mut all = vec![("crumb", crumb.as_str())];
    all.extend_from_slice(fields);
    let body: Vec<String> = all.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let headers = [("content-type", FORM.to_owned()), ("origin", format!("http://{}", app.address()))];
    visitor.send(Method::POST, &format!("{PAGE}/{what}"), &headers, Some(body.join("&"))).await
}

fn browser(app: &TestApp) -> Visitor {
    Visitor::still(&format!("http://{}", app.address()))
}

on_both! {
    /// S-652: the page says everything of the order to whoever has the link, on another device.
    async fn s_652_a_guest_sees_the_order_by_its_link(app: &TestApp) with |settings| limits(settings); {
        let (_, page) = bought(&app.visitor()).await;
        let shown = app.visitor().get(&page).await;
        assert_eq!(shown.status, 200, "{}", shown.text);
        for said in ["Order #1001", "2 × Bread", "$12.00", "1 Main Street", "Paid. We are preparing your order.", "Cancel this order", "Order again", "$17.96"] {
            assert!(shown.text.contains(said), "{said}: {}", shown.text);
        }
        assert!(!shown.text.contains("http-equiv=\"refresh\""));
        assert_eq!(shown.headers["cache-control"], "no-store");
        assert!(shown.text.contains("noindex"));
    }

    /// S-652: a changed link, one of another order, one that is too old and none at all are refused alike, and offer a new one.
    async fn s_652_every_other_link_is_refused(app: &TestApp) with |settings| limits(settings); {
        let (_, page) = bought(&app.visitor()).await;
        let (_, other) = bought(&app.visitor()).await;
        let ((id, key), (id_2, key_2)) = (parts(&page), parts(&other));
        let last = if key.ends_with('A') { "B" } else { "A" };
        let changed = format!("{}{last}", &key[..key.len() - 1]);
        let later = key.replacen('1', "2", 1);
        for (id, key) in [(&id, &key_2), (&id_2, &key), (&id, &changed), (&id, &later), (&id, &String::new()), (&"nobody".to_owned(), &key), (&"%00".to_owned(), &key), (&"x".repeat(3000), &key)] {
            let refused = app.visitor().get(&format!("{PAGE}?order={id}&key={key}")).await;
            assert_eq!(refused.status, 404, "{id} {key}");
            assert!(refused.text.contains("This link is not valid any more") && refused.text.contains("Send me a new link") && !refused.text.contains("Bread"), "{}", refused.text);
        }
        app.clock.advance(364 * DAY);
        assert_eq!(app.visitor().get(&page).await.status, 200);
        app.clock.advance(2 * DAY);
        assert_eq!(app.visitor().get(&page).await.status, 404);
    }

    /// S-653: a new link goes to the order's own address; who asks learns nothing, and a day has so many letters.
    async fn s_653_a_new_link_goes_to_the_buyer_alone(app: &TestApp) with |settings| { limits(settings); settings.commerce.letters_a_day = 3; }; {
        let (order, page) = bought(&app.visitor()).await;
        let id = order["id"].as_str().unwrap();
        app.clock.advance(400 * DAY);
        assert_eq!(app.visitor().get(&page).await.status, 404);
        let stranger = browser(app);
        let mut answers = Vec::new();
        for fields in [vec![("order", id)], vec![("order", "nobody")], vec![("order", "\0")], vec![("number", "#1001"), ("email", " ANN@shopper.example ")],
            vec![("number", "1001"), ("email", "eve@shopper.example")], vec![("number", "x"), ("email", ANN)], vec![("number", "99999999999999999999"), ("email", ANN)]] {
            let sent = press(app, &stranger, "link", &fields).await;
            assert_eq!(sent.status, 200, "{}", sent.text);
            answers.push(sent.text.contains("If there is such an order, a new link is on its way"));
        }
        assert_eq!(answers, [true; 7]);
        assert_eq!(app.emails_to("eve@shopper.example").await.len(), 0);
        let letters: Vec<String> = app.emails_to(ANN).await.into_iter().filter(|letter| letter.contains("the link to your order")).collect();
        assert_eq!(letters.len(), 1, "both at one moment are one letter");
        let link = letters[0].split("See your order: ").nth(1).unwrap().split_whitespace().next().unwrap();
        let path = &link[link.find("/api/").unwrap()..];
        assert_eq!(app.visitor().get(path).await.status, 200);
        for _ in 0..6 {
            app.clock.advance(1000);
            press(app, &stranger, "link", &[("order", id)]).await;
        }
        let letters = app.emails_to(ANN).await.into_iter().filter(|letter| letter.contains("the link to your order")).count();
        assert!(letters <= 3, "{letters}");
    }

    /// S-653: a buyer whose link somebody else has ends it; every older one is over, also for those who hold it already.
    async fn s_653_a_stolen_link_is_ended_by_its_buyer(app: &TestApp) with |settings| limits(settings); {
        let (_, page) = bought(&app.visitor()).await;
        let (id, key) = parts(&page);
        let visitor = browser(app);
        assert_eq!(press(app, &visitor, "renew", &[("order", &id), ("key", &key)]).await.status, 200);
        assert_eq!(app.visitor().get(&page).await.status, 404);
        for what in ["renew", "cancel", "again"] {
            assert_eq!(press(app, &visitor, what, &[("order", &id), ("key", &key)]).await.status, 404, "{what}");
        }
        assert_eq!(app.count("shop_order", "cancelled_at IS NOT NULL").await, 0);
        let letters = app.emails_to(ANN).await;
        let letter = letters.iter().find(|letter| letter.contains("the link to your order")).unwrap();
        let link = letter.split("See your order: ").nth(1).unwrap().split_whitespace().next().unwrap();
        assert_eq!(app.visitor().get(&link[link.find("/api/").unwrap()..]).await.status, 200);
    }

    /// S-654: a guest cancels what was not sent, once: goods and money go back, and buyer and owner are written to.
    async fn s_654_a_guest_cancels_an_order(app: &TestApp) with |settings| { limits(settings); stripe_server::start(settings); }; {
        let mut with_owner = catalog::catalog();
        with_owner["orderSettings"] = json!({"email": "owner@shop.example"});
        app.publish(&with_owner).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let mut body = purchase();
        body["paymentToken"] = json!("pm_card_visa");
        let order = visitor.post(CHECKOUT, body).await.json();
        let (id, key) = parts(order["orderPage"].as_str().unwrap());
        let fields = [("order", id.as_str()), ("key", key.as_str())];
        // A form of another site does nothing.
        let forged = [("content-type", FORM.to_owned()), ("origin", "https://evil.example".to_owned())];
        let reply = visitor.send(Method::POST, &format!("{PAGE}/cancel"), &forged, Some(format!("order={id}&key={}", encoded(&key)))).await;
        assert_eq!(reply.status, 403);
        let browsers: Vec<Visitor> = (0..6).map(|_| browser(app)).collect();
        let replies = join_all(browsers.iter().map(|visitor| press(app, visitor, "cancel", &fields))).await;
        let count = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
        assert_eq!((count(303), count(409)), (1, 5), "{:?}", replies.iter().map(|reply| reply.status).collect::<Vec<_>>());
        app.work().await;
        assert_eq!((app.stock("bread", "bread").await, stripe_server::of(&app.settings).taken()), (20, 0));
        let page = app.visitor().get(order["orderPage"].as_str().unwrap()).await.text;
        assert!(page.contains("This order was cancelled.") && page.contains("Refunded: $17.96") && !page.contains("Cancel this order"), "{page}");
        let letters = app.emails_to(ANN).await;
        assert_eq!(letters.iter().filter(|letter| letter.contains("Your order is cancelled.")).count(), 1);
        let to_owner = app.emails_to("owner@shop.example").await;
        assert_eq!(to_owner.iter().filter(|letter| letter.contains("was cancelled by its customer")).count(), 1);
        app.audit().await;
    }

    /// S-654: what is on its way is not cancelled by its buyer, nor where the shop does not want that.
    async fn s_654_a_guest_does_not_cancel_what_was_sent(app: &TestApp) with |settings| limits(settings); {
        let (_, page) = bought(&app.visitor()).await;
        let (id, key) = parts(&page);
        let visitor = browser(app);
        let mut without = catalog::catalog();
        without["orderSettings"] = json!({"shopperMayCancel": false});
        app.publish(&without).await;
        let refused = press(app, &visitor, "cancel", &[("order", &id), ("key", &key)]).await;
        assert_eq!(refused.status, 409, "{}", refused.text);
        assert!(refused.text.contains("can no longer be cancelled here") && !app.visitor().get(&page).await.text.contains("Cancel this order"));
        app.publish(&catalog::catalog()).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let tracking = json!({"carrier": "Post", "trackingNumber": "P1", "trackingUrl": "https://post.example/P1?a=1&b=2"});
        assert_eq!(owner.put(&format!("/api/commerce/orders/{id}/fulfilment"), json!({"tracking": tracking, "notify": true})).await.status, 200);
        let shown = app.visitor().get(&page).await.text;
        assert!(shown.contains("Your order is on its way.") && shown.contains("href=\"https://post.example/P1?a=1&amp;b=2\"") && !shown.contains("Cancel this order"), "{shown}");
        assert_eq!(press(app, &visitor, "cancel", &[("order", &id), ("key", &key)]).await.status, 409);
        assert_eq!(app.count("shop_order", "cancelled_at IS NOT NULL").await, 0);
    }

    /// S-655: the same things are put into the cart once more, with their answers; what is gone is named.
    async fn s_655_an_order_is_ordered_again(app: &TestApp) with |settings| limits(settings); {
        let (_, page) = bought(&app.visitor()).await;
        let (id, key) = parts(&page);
        let visitor = browser(app);
        let again = press(app, &visitor, "again", &[("order", &id), ("key", &key)]).await;
        assert_eq!((again.status.as_u16(), again.headers["location"].to_str().unwrap()), (303, "/api/plain/cart"));
        let cart = visitor.get("/api/commerce/shopping-cart").await.json();
        assert_eq!((&cart["entries"][0]["itemId"], &cart["entries"][0]["quantity"]), (&json!("bread"), &json!(2)));
        app.publish(&catalog::without("bread")).await;
        let gone = press(app, &browser(app), "again", &[("order", &id), ("key", &key)]).await;
        assert!(gone.status == 200 && gone.text.contains("Bread is not available any more."), "{}", gone.text);
    }

    /// S-655: a page that is loaded anew while it is paid, and after, leads to the order; it looks again by itself, not for ever.
    async fn s_655_a_reload_while_paying_leads_to_the_order(app: &TestApp) with |settings| { limits(settings); stripe_server::start(settings); }; {
        let visitor = browser(app);
        add(&visitor, "guide", "guide", 1).await;
        let cart = visitor.cookie("CART").unwrap();
        let mut body = purchase();
        body["paymentToken"] = json!("pm_card_authenticationRequired");
        let pending = visitor.post(CHECKOUT, body).await;
        assert_eq!(pending.status, 202, "{}", pending.text);
        let page = pending.json()["orderPage"].as_str().unwrap().to_owned();
        let on = visitor.get("/api/plain/checkout").await;
        assert_eq!((on.status.as_u16(), on.headers["location"].to_str().unwrap()), (303, page.as_str()));
        let waiting = visitor.get(&page).await.text;
        assert!(waiting.contains("Your payment is being confirmed") && waiting.contains("&amp;look=1\""), "{waiting}");
        assert!(waiting.contains("/api/plain/checkout?pay"));
        assert_eq!(visitor.get("/api/plain/checkout?pay").await.status, 200, "the shopper may pay in another way");
        let over = visitor.get(&format!("{page}&look=40")).await.text;
        assert!(!over.contains("http-equiv") && over.contains("not confirmed yet"), "{over}");
        // Meanwhile the provider tells that it is paid.
        stripe_server::of(&app.settings).shopper_answers_the_bank("pi_1", true);
        app.clock.advance(16 * 60 * 1000);
        app.work().await;
        visitor.set_cookie("CART", &cart);
        let on = visitor.get("/api/plain/checkout").await;
        assert_eq!(on.status, 303);
        assert!(on.set_cookie("CART").unwrap().contains("Max-Age=0"));
        let paid = visitor.get(on.headers["location"].to_str().unwrap()).await.text;
        assert!(paid.contains("Order #1001") && paid.contains("Paid. We are preparing"), "{paid}");
    }

    /// S-655: many looks in a minute are refused.
    async fn s_655_looking_is_counted(app: &TestApp) with |settings| settings.limits.order_page = 3; {
        let statuses: Vec<u16> = join_all((0..5).map(|_| async { app.visitor().get(&format!("{PAGE}?order=a&key=b")).await.status.as_u16() })).await;
        assert_eq!((statuses.iter().filter(|status| **status == 404).count(), statuses.iter().filter(|status| **status == 429).count()), (3, 2));
    }
}
