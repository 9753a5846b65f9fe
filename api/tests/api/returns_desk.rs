//! S-493 to S-497: returns at the desk, with reasons: asked for or begun by the staff, decided, previewed and received once.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use crate::returns::{browser, limits, send, with_returns};
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";
const RETURNS: &str = "/api/commerce/desk/returns";
const ANN: &str = "ann@shopper.example";

/// An order of loaves and mugs with the key of its page; nothing of it is sent.
struct Bought {
    id: String,
    key: String,
    page: String,
}

async fn bought(app: &TestApp, loaves: u32, mugs: u32) -> Bought {
    let visitor = app.visitor();
    for (item, sku, quantity) in [("bread", "bread", loaves), ("mug", "mug-s", mugs)] {
        if quantity > 0 {
            add(&visitor, item, sku, quantity).await;
        }
    }
    let order = visitor.post(CHECKOUT, purchase()).await;
    assert_eq!(order.status, 200, "{}", order.text);
    let page = order.json()["orderPage"].as_str().unwrap().to_owned();
    let (id, key) = page.strip_prefix("/api/plain/order?order=").unwrap().split_once("&key=").unwrap();
    Bought { id: id.to_owned(), key: key.to_owned(), page: page.clone() }
}

async fn sent(owner: &Visitor, order: &Bought) {
    let sent = owner.post(&format!("{DESK}/{}/parcels", order.id), json!({})).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
}

async fn begin(owner: &Visitor, order: &Bought, body: Value) -> Reply {
    owner.post(&format!("{DESK}/{}/returns", order.id), body).await
}

async fn decide(owner: &Visitor, id: &str, verdict: &str, answer: &str) -> Reply {
    owner.post(&format!("{RETURNS}/{id}/decision"), json!({"verdict": verdict, "answer": answer})).await
}

async fn receive(owner: &Visitor, id: &str, body: &Value) -> Reply {
    owner.post(&format!("{RETURNS}/{id}/receipt"), body.clone()).await
}

async fn seen(owner: &Visitor, order: &Bought) -> Value {
    let reply = owner.get(&format!("{DESK}/{}", order.id)).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &json!(code)), "{}", reply.text);
}

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

/// How many orders the desk counts as having a return that waits, and which it lists.
async fn waiting(owner: &Visitor) -> (i64, Vec<String>) {
    let counts = owner.get("/api/commerce/desk/counts").await.json();
    let views = counts["views"].as_array().unwrap();
    let count = views.iter().find(|view| view["view"] == "RETURNS").unwrap()["orders"].as_i64().unwrap();
    let listed = owner.get(&format!("{DESK}?view=RETURNS")).await.json();
    let orders = listed["orders"].as_array().unwrap();
    assert!(orders.iter().all(|order| order["openReturns"].as_i64().unwrap() > 0), "{listed}");
    (count, orders.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect())
}

async fn refunded(app: &TestApp, order: &Bought) -> i64 {
    app.number(&format!("SELECT refunded_cents FROM shop_order WHERE id = '{}'", order.id)).await
}

on_both! {
    /// S-493: who bought chooses a reason of the list for each line without a script; the code is stored, and stands at the desk and on
    /// the owner's page. A reason of no list is refused, and what was typed comes back.
    async fn s_493_a_reason_for_each_line(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        with_returns(app, 14).await;
        let order = bought(app, 2, 1).await;
        sent(&owner, &order).await;
        let page = app.visitor().get(&order.page).await.text;
        assert!(page.contains("Reason for Bread") && page.contains("<option value=\"too-small\"") && page.contains("name=\"reason-1\""), "{page}");
        let ask = async |fields: &[(&str, &str)]| {
            let mut all = vec![("order", order.id.as_str()), ("key", order.key.as_str())];
            all.extend_from_slice(fields);
            send(app, &browser(app), "/api/plain/order/return", &all).await
        };
        let wrong = ask(&[("line-0", "1"), ("reason-0", "too-blue"), ("line-1", "1"), ("reason-1", "damaged"), ("reason", "Both <odd>")]).await;
        assert_eq!(wrong.status, 400);
        for kept in ["Please choose one of the reasons of the list.", "Both &lt;odd&gt;", "<option value=\"damaged\" selected>", "value=\"1\"", "<details open>"] {
            assert!(wrong.text.contains(kept), "{kept}: {}", wrong.text);
        }
        assert_eq!(app.count("order_return", "1 = 1").await, 0);
        assert_eq!(ask(&[("line-0", "2"), ("reason-0", "too-small"), ("line-1", "1"), ("reason", "Both")]).await.status, 303);
        let desk = seen(&owner, &order).await;
        let one = &desk["returns"][0];
        assert_eq!((&one["state"], &one["byStaff"], &one["notify"], &one["note"]), (&json!("REQUESTED"), &json!(false), &json!(true), &json!("Both")), "{one}");
        let lines: Vec<(i64, &str)> = one["lines"].as_array().unwrap().iter().map(|line| (line["quantity"].as_i64().unwrap(), line["reason"].as_str().unwrap())).collect();
        assert_eq!(lines, [(2, "too-small"), (1, "unsaid")]);
        assert_eq!(desk["returnable"], json!([]));
        assert!(owner.get("/api/owner/returns").await.text.contains("2 × Bread: Too small"));
        assert!(app.visitor().get(&order.page).await.text.contains("2 × Bread: Too small<br>1 × Mug</p>"));
        assert_eq!(app.count("order_return_line", "reason IN ('too-small', 'unsaid')").await, 2);
    }

    /// S-494: the staff begin a return of what was sent, at any time, with or without letters; it is accepted at once. More than was sent
    /// is refused, and each step is in the record with who did it.
    async fn s_494_the_staff_begin_a_return(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        // The shop takes nothing back by itself: the staff may all the same.
        let order = bought(app, 3, 1).await;
        let two = json!({"lines": [{"position": 0, "quantity": 2, "reason": "wrong-item"}], "note": "She called.", "answer": "To 1 Mill Lane.", "notify": true});
        refused(&begin(&owner, &order, two.clone()).await, 409, "return-not-possible");
        let part = owner.post(&format!("{DESK}/{}/parcels", order.id), json!({"lines": [{"position": 0, "quantity": 2}]})).await;
        assert_eq!(part.status, 200, "{}", part.text);
        assert_eq!(seen(&owner, &order).await["returnable"], json!([{"position": 0, "quantity": 2}]));
        for (lines, code) in [
            (json!([]), "return-nothing"),
            (json!([{"position": 0, "quantity": 0}]), "return-nothing"),
            (json!([{"position": 0, "quantity": 3}]), "return-too-many"),
            (json!([{"position": 0, "quantity": -1}]), "return-too-many"),
            (json!([{"position": 1, "quantity": 1}]), "return-too-many"),
            (json!([{"position": 9, "quantity": 1}]), "return-too-many"),
            (json!([{"position": 0, "quantity": 1}, {"position": 0, "quantity": 1}]), "return-too-many"),
            (json!([{"position": 0, "quantity": i64::MAX}]), "return-too-many"),
        ] {
            refused(&begin(&owner, &order, json!({"lines": lines})).await, 400, code);
        }
        let long = json!({"lines": [{"position": 0, "quantity": 1}], "note": "x".repeat(1001)});
        refused(&begin(&owner, &order, long).await, 400, "malformed-reason");
        assert_eq!(begin(&owner, &order, json!({"lines": [{"position": 0, "quantity": 1, "reason": "blue"}]})).await.status, 400);
        app.clock.advance(100 * DAY);
        // Sessions have ended meanwhile.
        let owner = app.member("later@shop.example", &[Role::StoreManager]).await;
        let desk = good(&begin(&owner, &order, two).await);
        let one = &desk["returns"][0];
        assert_eq!((&one["state"], &one["byStaff"], &one["lines"][0]["reason"], &one["answer"]), (&json!("ACCEPTED"), &json!(true), &json!("wrong-item"), &json!("To 1 Mill Lane.")));
        assert!(app.emails_to(ANN).await.iter().any(|letter| letter.contains("Your return is accepted.") && letter.contains("1 Mill Lane") && letter.contains("2 × Bread") && !letter.contains("She called.")));
        let page = app.visitor().get(&order.page).await;
        assert!(page.status != 200 || !page.text.contains("She called."), "the note is for the staff alone");
        refused(&begin(&owner, &order, json!({"lines": [{"position": 0, "quantity": 1}]})).await, 409, "return-not-possible");
        // What is to come back was sent: its parcels stay.
        refused(&owner.delete(&format!("/api/commerce/orders/{}/fulfilment", order.id)).await, 400, "return-open");
        assert_eq!(waiting(&owner).await, (1, vec![order.id.clone()]));
        let id = one["id"].as_str().unwrap();
        refused(&decide(&owner, id, "ACCEPT", "").await, 409, "return-decided");
        good(&decide(&owner, id, "DECLINE", "It never came.").await);
        assert!(app.emails_to(ANN).await.iter().any(|letter| letter.contains("Your return is declined.") && letter.contains("It never came.")));
        assert_eq!(waiting(&owner).await, (0, vec![]));
        // Without a letter there is none, not when it is declined either.
        let before = app.emails_to(ANN).await.len();
        let desk = good(&begin(&owner, &order, json!({"lines": [{"position": 0, "quantity": 1}]})).await);
        let id = desk["returns"][1]["id"].as_str().unwrap();
        good(&decide(&owner, id, "DECLINE", "Kept.").await);
        assert_eq!(app.emails_to(ANN).await.len(), before);
        assert_eq!(app.count("record", &format!("kind = 'begin-return' AND subject = '{}'", order.id)).await, 2);
        assert_eq!(app.count("record", &format!("kind = 'decline-return' AND subject = '{}'", order.id)).await, 2);
        let history = seen(&owner, &order).await["history"].to_string();
        assert!(history.contains("begin-return") && history.contains("later@shop.example"), "{history}");
        for (method, path) in [("decision", json!({"verdict": "ACCEPT"})), ("preview", json!({"lines": []})), ("receipt", json!({"lines": []}))] {
            assert_eq!(owner.post(&format!("{RETURNS}/none/{method}"), path).await.status, 404, "{method}");
        }
        let editor = app.member("edit@shop.example", &[Role::Editor]).await;
        assert_eq!(begin(&editor, &order, json!({"lines": [{"position": 0, "quantity": 1}]})).await.status, 403);
        app.audit().await;
    }

    /// S-495: what receiving would give back is told before, less the fee, and comes true; two of the staff who receive at once refund
    /// once and restock once.
    async fn s_495_the_preview_comes_true_and_two_at_once_refund_once(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let other = app.member("second@shop.example", &[Role::StoreManager]).await;
        let order = bought(app, 3, 2).await;
        sent(&owner, &order).await;
        let begun = good(&begin(&owner, &order, json!({"lines": [{"position": 0, "quantity": 3}, {"position": 1, "quantity": 1, "reason": "defective"}]})).await);
        let id = begun["returns"][0]["id"].as_str().unwrap().to_owned();
        let preview = async |body: &Value| owner.post(&format!("{RETURNS}/{id}/preview"), body.clone()).await;
        let came = json!({"lines": [{"position": 0, "quantity": 2, "restock": true}, {"position": 1, "quantity": 1}], "feeCents": 150});
        let told = good(&preview(&came).await);
        let paid = |line: usize| begun["lines"][line]["paidCents"].as_i64().unwrap();
        let cost = told["lines"].as_array().unwrap().iter().map(|line| line["cents"].as_i64().unwrap()).sum::<i64>();
        assert!((cost - paid(0) * 2 / 3 - paid(1) / 2).abs() <= 1, "{told}");
        assert_eq!(told["amountCents"], cost - 150);
        for (body, code) in [
            (json!({"lines": [{"position": 0, "quantity": 4}]}), "return-too-many"),
            (json!({"lines": []}), "return-nothing"),
            (json!({"lines": [{"position": 1, "quantity": 1}], "feeCents": 100_000}), "fee-too-large"),
            (json!({"lines": [{"position": 1, "quantity": 1}], "feeCents": -1}), "fee-negative"),
            (json!({"lines": [{"position": 1, "quantity": 1}, {"position": 1, "quantity": 1}]}), "refund-too-many"),
        ] {
            refused(&preview(&body).await, 400, code);
            refused(&receive(&owner, &id, &body).await, 400, code);
        }
        assert_eq!((refunded(app, &order).await, app.count("order_return", "state = 'accepted' AND fee_cents = 0").await), (0, 1));
        let (loaves, mugs) = (app.stock("bread", "bread").await, app.stock("mug", "mug-s").await);
        let replies = join_all([receive(&owner, &id, &came), receive(&other, &id, &came), receive(&owner, &id, &came), receive(&other, &id, &came)]).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            refused(reply, 409, "return-decided");
        }
        assert_eq!(refunded(app, &order).await, cost - 150);
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (loaves + 2, mugs));
        let desk = seen(&owner, &order).await;
        let one = &desk["returns"][0];
        assert_eq!((&one["state"], &one["feeCents"], &one["lines"][0]["received"], &one["lines"][0]["restocked"]), (&json!("REFUNDED"), &json!(150), &json!(2), &json!(2)));
        refused(&preview(&came).await, 409, "return-decided");
        assert_eq!(desk["returnable"], json!([{"position": 0, "quantity": 1}, {"position": 1, "quantity": 1}]));
        assert_eq!(app.count("refund", "1 = 1").await, 1);
        assert_eq!(app.count("record", &format!("kind = 'refund' AND subject = '{}'", order.id)).await, 1);
        app.work().await;
        app.audit().await;
    }

    /// S-498: every line of every return is given as a table, the newest first, with its reason; over more than a page.
    async fn s_498_returns_as_a_table(app: &TestApp) with |settings| limits(settings); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let order = bought(app, 3, 2).await;
        sent(&owner, &order).await;
        let first = good(&begin(&owner, &order, json!({"lines": [{"position": 0, "quantity": 2, "reason": "too-large"}, {"position": 1, "quantity": 1}]})).await);
        let id = first["returns"][0]["id"].as_str().unwrap().to_owned();
        good(&receive(&owner, &id, &json!({"lines": [{"position": 0, "quantity": 1, "restock": true}], "feeCents": 105})).await);
        for _ in 0..60 {
            let one = good(&begin(&owner, &order, json!({"lines": [{"position": 1, "quantity": 1, "reason": "other"}]})).await);
            let id = one["returns"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
            good(&decide(&owner, &id, "DECLINE", "x").await);
        }
        let table = owner.get("/api/commerce/desk/returns.csv").await;
        assert_eq!(table.status, 200);
        let lines: Vec<&str> = table.text.lines().collect();
        assert_eq!(lines.len(), 1 + 60 + 2, "{}", table.text);
        assert_eq!(lines[0], "order,return,createdOn,state,begunBy,product,sku,quantity,received,restocked,reason,currency,fee");
        assert!(lines[1].starts_with("1001,") && lines[1].ends_with(",declined,staff,Mug,mug-s,1,0,0,other,USD,0.00"), "{}", lines[1]);
        assert!(lines[61].ends_with(",refunded,staff,Bread,bread,2,1,1,too-large,USD,1.05"), "{}", lines[61]);
        assert!(lines[62].ends_with(",refunded,staff,Mug,mug-s,1,0,0,unsaid,USD,0.00"), "{}", lines[62]);
    }

    /// S-496: returns begun by the staff and asked for by who bought, decided, received, refunds and parcels beside them, each pressed by
    /// two at once, in random order: never more goes back than was paid, never more comes back than was sent, and stock is exact.
    async fn s_496_in_any_order_by_two_at_once(app: &TestApp) with |settings| limits(settings); {
        let staff = [app.member("own@shop.example", &[Role::StoreManager]).await, app.member("second@shop.example", &[Role::StoreManager]).await];
        with_returns(app, 14).await;
        let mut chance = Chance(496);
        let orders = [bought(app, 7, 3).await, bought(app, 6, 2).await, bought(app, 6, 0).await];
        let stock = (app.stock("bread", "bread").await, app.stock("mug", "mug-s").await);
        let mut done = std::collections::BTreeMap::<&str, usize>::new();
        for _ in 0..110 {
            let order = &orders[chance.below(3)];
            let quantity = 1 + chance.below(2);
            let position = chance.below(2);
            let restock = chance.below(2) == 0;
            let desk = seen(&staff[0], order).await;
            let open = |state: &str| -> Vec<Value> {
                desk["returns"].as_array().unwrap().iter().filter(|one| one["state"] == state).cloned().collect()
            };
            let (what, path, body) = match chance.below(14) {
                0 | 1 => ("send", format!("{DESK}/{}/parcels", order.id), json!({"lines": [{"position": position, "quantity": quantity}]})),
                2 | 3 => ("begin", format!("{DESK}/{}/returns", order.id), json!({"lines": [{"position": position, "quantity": quantity, "reason": "damaged"}], "notify": restock})),
                4 => {
                    let (line, many) = (format!("line-{position}"), quantity.to_string());
                    let fields = [("order", order.id.as_str()), ("key", order.key.as_str()), (line.as_str(), many.as_str()), ("reason", "x")];
                    let (first, second) = (browser(app), browser(app));
                    let replies = join_all([send(app, &first, "/api/plain/order/return", &fields), send(app, &second, "/api/plain/order/return", &fields)]).await;
                    assert!(replies.iter().all(|reply| reply.status.as_u16() < 500));
                    *done.entry("ask").or_default() += replies.iter().filter(|reply| reply.status == 303).count();
                    continue;
                }
                5 if restock => ("refund", format!("/api/commerce/orders/{}/refunds", order.id), json!({"lines": [{"position": position, "quantity": 1, "restock": restock}], "reason": "x"})),
                5 | 6 => {
                    let undone = staff[0].delete(&format!("/api/commerce/orders/{}/fulfilment", order.id)).await;
                    assert!(undone.status.as_u16() < 500, "{}", undone.text);
                    continue;
                }
                step => {
                    let (state, verdict) = if step == 7 { ("REQUESTED", "ACCEPT") } else { ("ACCEPTED", "") };
                    let all = open(state);
                    if all.is_empty() {
                        continue;
                    }
                    let one = &all[chance.below(all.len())];
                    let id = one["id"].as_str().unwrap();
                    if step == 7 || chance.below(5) == 0 {
                        let verdict = if verdict.is_empty() { "DECLINE" } else { verdict };
                        ("decide", format!("{RETURNS}/{id}/decision"), json!({"verdict": verdict, "answer": "x"}))
                    } else {
                        let came = json!([{"position": one["lines"][0]["position"], "quantity": quantity, "restock": restock}]);
                        ("receive", format!("{RETURNS}/{id}/receipt"), json!({"lines": came, "feeCents": chance.below(2) * 50}))
                    }
                }
            };
            let replies = join_all(staff.iter().map(|one| one.post(&path, body.clone()))).await;
            let good = replies.iter().filter(|reply| reply.status == 200).count();
            assert!(replies.iter().all(|reply| reply.status.as_u16() < 500), "{what}: {:?}", replies.iter().map(|reply| &reply.text).collect::<Vec<_>>());
            assert!(good <= 1 || !["receive", "decide"].contains(&what), "{what} twice");
            *done.entry(what).or_default() += good;
            assert_eq!(app.count("shop_order", "refunded_cents > grand_total_cents").await, 0);
            let back = "SELECT COUNT(*) FROM order_line AS s WHERE s.sent < (SELECT COALESCE(SUM(CASE r.state WHEN 'refunded' THEN l.received \
                WHEN 'declined' THEN 0 ELSE l.quantity END), 0) FROM order_return AS r JOIN order_return_line AS l ON l.return_id = r.id \
                WHERE r.order_id = s.order_id AND l.position = s.position)";
            assert_eq!(app.number(back).await, 0, "{what}: more is back, or to come, than was sent");
            assert_eq!(app.count("order_line AS s", "(SELECT COALESCE(SUM(quantity), 0) FROM refund_line WHERE order_id = s.order_id AND position = s.position) > s.quantity OR restocked > quantity").await, 0);
        }
        app.work().await;
        app.audit().await;
        for (item, sku, first) in [("bread", "bread", stock.0), ("mug", "mug-s", stock.1)] {
            let back = app.number(&format!("SELECT CAST(COALESCE(SUM(restocked), 0) AS BIGINT) FROM order_line WHERE item_id = '{item}'")).await;
            assert_eq!(app.stock(item, sku).await, first + back, "{item}");
        }
        let ended = app.count("order_return", "state = 'refunded'").await;
        assert_eq!(ended, i64::try_from(done["receive"]).unwrap());
        assert!(done["begin"] > 2 && done["receive"] > 2, "{done:?}");
    }
}
