//! S-472 to S-474: a customer asks for a return by the order's page, the staff decide, take it in and refund it once.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::json;

const ANN: &str = "ann@shopper.example";

pub fn limits(settings: &mut loggia_api::Settings) {
    settings.limits.checkout = 1000;
    settings.limits.order_page = 1000;
}

pub async fn send(app: &TestApp, visitor: &Visitor, path: &str, fields: &[(&str, &str)]) -> Reply {
    let crumb = visitor.crumb().await;
    let mut body = format!("crumb={}", encoded(&crumb));
    for (name, value) in fields {
        body.push_str(&format!("&{name}={}", encoded(value)));
    }
    let headers = [
        ("content-type", "application/x-www-form-urlencoded".to_owned()),
        ("origin", format!("http://{}", app.address())),
        ("sec-fetch-site", "same-origin".to_owned()),
    ];
    visitor.send(Method::POST, path, &headers, Some(body)).await
}

/// A browser that shows an answer as it comes.
pub fn browser(app: &TestApp) -> Visitor {
    Visitor::still(&format!("http://{}", app.address()))
}

pub struct Bought {
    pub id: String,
    pub key: String,
    pub page: String,
}

/// An order of so many loaves, sent whole by the owner.
async fn bought(app: &TestApp, owner: &Visitor, loaves: u32) -> Bought {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", loaves).await;
    let order = visitor.post(CHECKOUT, purchase()).await;
    assert_eq!(order.status, 200, "{}", order.text);
    let page = order.json()["orderPage"].as_str().unwrap().to_owned();
    let (id, key) = page.strip_prefix("/api/plain/order?order=").unwrap().split_once("&key=").unwrap();
    let sent = owner.post(&format!("/api/commerce/desk/orders/{id}/parcels"), json!({})).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    Bought { id: id.to_owned(), key: key.to_owned(), page: page.clone() }
}

pub async fn ask(app: &TestApp, order: &Bought, quantity: &str) -> Reply {
    let fields = [
        ("order", order.id.as_str()),
        ("key", order.key.as_str()),
        ("line-0", quantity),
        ("reason", "Too <hard>"),
    ];
    send(app, &browser(app), "/api/plain/order/return", &fields).await
}

pub async fn newest(app: &TestApp, owner: &Visitor) -> String {
    let page = owner.get("/api/owner/returns").await;
    assert_eq!(page.status, 200, "{} {}", page.text, app.address());
    page.text.split("action=\"/api/owner/returns/").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

pub async fn act(app: &TestApp, owner: &Visitor, id: &str, fields: &[(&str, &str)]) -> Reply {
    send(app, owner, &format!("/api/owner/returns/{id}"), fields).await
}

async fn refunded(app: &TestApp, id: &str) -> i64 {
    app.number(&format!("SELECT refunded_cents FROM shop_order WHERE id = '{id}'")).await
}

pub async fn with_returns(app: &TestApp, days: u32) {
    let mut catalog = crate::catalog::catalog();
    catalog["orderSettings"] = json!({"returnDays": days, "email": "owner@shop.example"});
    app.publish(&catalog).await;
}

on_both! {
    /// S-472: who has the link asks within the shop's days for what was sent; the shop accepts with a text, takes in what came, keeps a
    /// fee, and refunds and restocks once; each step is told by letter and written down.
    async fn s_472_a_return_from_the_request_to_the_refund(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        with_returns(app, 14).await;
        let order = bought(app, &owner, 3).await;
        assert!(app.visitor().get(&order.page).await.text.contains("Return something"));
        for wrong in ["4", "-1", "0", "x"] {
            let refused = ask(app, &order, wrong).await;
            assert_eq!(refused.status, 400, "{wrong}: {}", refused.text);
        }
        assert_eq!(ask(app, &order, "2").await.status, 303);
        let page = app.visitor().get(&order.page).await.text;
        assert!(page.contains("You asked for a return.") && page.contains("max=\"1\""), "{page}");
        assert!(app.emails_to(ANN).await.iter().any(|letter| letter.contains("We received your request for a return.") && letter.contains("2 × Bread")));
        assert!(app.emails_to("owner@shop.example").await.iter().any(|letter| letter.contains("asks to return something")));
        let list = owner.get("/api/owner/returns").await.text;
        assert!(list.contains("Too &lt;hard&gt;") && list.contains("2 × Bread") && list.contains("#1001"), "{list}");
        let id = newest(app, &owner).await;
        assert_eq!(act(app, &owner, &id, &[("step", "receive"), ("line-0", "2")]).await.status, 409, "nothing is refunded that was not accepted");
        let stock = app.stock("bread", "bread").await;
        act(app, &owner, &id, &[("step", "accept"), ("answer", "Send it to 1 Mill Lane.")]).await;
        assert!(app.emails_to(ANN).await.iter().any(|letter| letter.contains("Your return is accepted.") && letter.contains("1 Mill Lane")));
        assert!(app.visitor().get(&order.page).await.text.contains("Send it to 1 Mill Lane."));
        assert_eq!(act(app, &owner, &id, &[("step", "receive"), ("line-0", "3")]).await.status, 400);
        assert_eq!(act(app, &owner, &id, &[("step", "receive"), ("line-0", "2"), ("fee", "900.00")]).await.status, 400);
        assert_eq!(refunded(app, &order.id).await, 0);
        let desk = owner.get(&format!("/api/commerce/desk/orders/{}", order.id)).await.json();
        let cost = desk["lines"][0]["paidCents"].as_i64().unwrap() / 3 * 2;
        // The button pressed many times at once.
        let presses = [("step", "receive"), ("line-0", "2"), ("stock-0", "yes"), ("fee", "1.50")];
        join_all((0..4).map(|_| act(app, &owner, &id, &presses))).await;
        assert!((refunded(app, &order.id).await - (cost - 150)).abs() <= 1, "{cost}");
        assert_eq!(app.stock("bread", "bread").await, stock + 2);
        assert_eq!(app.count("order_return", "state = 'refunded' AND fee_cents = 150").await, 1);
        for kind in ["request-return", "accept-return", "refund"] {
            assert_eq!(app.count("record", &format!("kind = '{kind}' AND subject = '{}'", order.id)).await, 1, "{kind}");
        }
        app.work().await;
        app.audit().await;
    }

    /// S-473: nothing is returned that was not sent, too late, of another's order, or where the shop takes nothing back; what was
    /// refunded otherwise (as after a withdrawal) is not refunded by a return again, and one that is declined leaves its pieces free.
    async fn s_473_what_cannot_be_returned(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let order = bought(app, &owner, 2).await;
        assert_eq!(ask(app, &order, "1").await.status, 409, "no days, no returns");
        with_returns(app, 14).await;
        let foreign = Bought { id: order.id.clone(), key: "1.x".into(), page: String::new() };
        assert_eq!(ask(app, &foreign, "1").await.status, 404);
        assert_eq!(ask(app, &order, "2").await.status, 303);
        assert_eq!(ask(app, &order, "1").await.status, 409, "both are in a return");
        let id = newest(app, &owner).await;
        act(app, &owner, &id, &[("step", "accept"), ("answer", "")]).await;
        let body = json!({"lines": [{"position": 0, "quantity": 2, "restock": true}], "reason": "withdrawal"});
        assert_eq!(owner.post(&format!("/api/commerce/orders/{}/refunds", order.id), body).await.status, 200);
        let before = refunded(app, &order.id).await;
        assert_eq!(act(app, &owner, &id, &[("step", "receive"), ("line-0", "2"), ("stock-0", "yes")]).await.status, 400);
        assert_eq!(refunded(app, &order.id).await, before);
        act(app, &owner, &id, &[("step", "decline"), ("answer", "It was refunded before.")]).await;
        assert!(app.emails_to(ANN).await.iter().any(|letter| letter.contains("Your return is declined.") && letter.contains("It was refunded before.")));
        let other = bought(app, &owner, 1).await;
        assert_eq!(ask(app, &other, "1").await.status, 303);
        let id = newest(app, &owner).await;
        act(app, &owner, &id, &[("step", "decline"), ("answer", "no")]).await;
        app.clock.advance(13 * DAY);
        assert_eq!(ask(app, &other, "1").await.status, 303, "what was declined is free again");
        // Sessions have ended meanwhile.
        let owner = app.member("later@shop.example", &[Role::StoreManager]).await;
        let late = bought(app, &owner, 1).await;
        app.clock.advance(14 * DAY);
        assert_eq!(ask(app, &late, "1").await.status, 409);
        assert!(!app.visitor().get(&late.page).await.text.contains("Return something"));
        // Who has no right sees nothing and does nothing.
        let editor = app.member("edit@shop.example", &[Role::Editor]).await;
        assert_eq!(editor.get("/api/owner/returns").await.status, 403);
        assert_eq!(act(app, &editor, &id, &[("step", "accept")]).await.status, 403);
        // A person is given what was said, and erased without it.
        let admin = app.member("admin@shop.example", &[Role::Admin]).await;
        let given = admin.post("/api/people/export", json!({"email": ANN})).await.text;
        assert!(given.contains("Too <hard>"), "{given}");
        assert_eq!(admin.post("/api/people/erasure", json!({"email": ANN})).await.status, 200);
        assert_eq!(app.count("order_return", "reason <> '' OR answer <> ''").await, 0);
        app.audit().await;
    }

    /// S-474: returns, refunds and decisions in random order, two presses at a time: never more goes back than was paid, no piece is
    /// refunded or restocked twice, and the books agree.
    async fn s_474_in_any_order_nothing_goes_back_twice(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        with_returns(app, 14).await;
        let mut chance = Chance(474);
        let mut orders = Vec::new();
        for _ in 0..3 {
            orders.push(bought(app, &owner, 3).await);
        }
        let mut settled = 0;
        for _ in 0..36 {
            let order = &orders[chance.below(3)];
            match chance.below(6) {
                0 | 1 => {
                    let quantity = (1 + chance.below(2)).to_string();
                    join_all([ask(app, order, &quantity), ask(app, order, &quantity)]).await;
                }
                2 => {
                    let body = json!({"lines": [{"position": 0, "quantity": 1, "restock": chance.below(2) == 0}], "reason": "x"});
                    owner.post(&format!("/api/commerce/orders/{}/refunds", order.id), body).await;
                }
                step => {
                    let page = owner.get("/api/owner/returns").await.text;
                    let open: Vec<&str> = page.split("action=\"/api/owner/returns/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
                    if open.is_empty() {
                        continue;
                    }
                    let id = open[chance.below(open.len())].to_owned();
                    let quantity = (1 + chance.below(2)).to_string();
                    let word = ["accept", "receive", "decline"][(step - 3).min(if chance.below(3) == 0 { 2 } else { 1 })];
                    let mut fields = vec![("step", word), ("line-0", quantity.as_str()), ("fee", "0.50"), ("answer", "x")];
                    if chance.below(2) == 0 {
                        fields.push(("stock-0", "yes"));
                    }
                    join_all([act(app, &owner, &id, &fields), act(app, &owner, &id, &fields)]).await;
                }
            }
            app.audit().await;
            settled = app.count("order_return", "state = 'refunded'").await;
        }
        assert!(settled > 1, "{settled}");
        assert_eq!(app.count("shop_order", "refunded_cents > grand_total_cents").await, 0);
        assert_eq!(app.count("order_line", "restocked > quantity").await, 0);
    }
}
