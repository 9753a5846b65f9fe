//! What was sent comes back for something else in one step: one difference, stock of both moved once, papers and books right.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use crate::drafts::{by, opened};
use crate::edits::{cents, change, changed, desk, fine, limits, owner, refused, told};
use crate::invoices::of_order;
use crate::money::{buy_card, with_codes};
use crate::returns::{browser, send, with_returns};
use futures_util::future::{join, join_all};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";
const RETURNS: &str = "/api/commerce/desk/returns";

/// A paid order of so much bread, with a small mug where it is wanted; all of it is sent. Its id.
async fn sent(app: &TestApp, owner: &Visitor, bread: u32, with_mug: bool) -> String {
    let id = crate::edits::bought(app, bread, with_mug).await;
    fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
    id
}

/// One piece of a line for one of another variant.
fn swap(position: i64, (item, sku): (&str, &str), payment: &str) -> Value {
    json!({"exchange": {"lines": [{"position": position, "quantity": 1, "restock": true, "reason": "too-small"}]},
        "added": [{"itemId": item, "sku": sku, "quantity": 1}], "payment": payment})
}

const BREAD: (&str, &str) = ("bread", "bread");
const LARGE: (&str, &str) = ("mug", "mug-l");

fn last(changes: &Value) -> Value {
    changes["changes"].as_array().unwrap().last().unwrap().clone()
}

/// Whether the desk says of a return that its exchange waits to be paid.
async fn exchange_waits(owner: &Visitor, id: &str, return_id: &str) -> Value {
    let returns = desk(owner, id).await["returns"].clone();
    returns.as_array().unwrap().iter().find(|one| one["id"] == return_id).unwrap()["exchangeWaits"].clone()
}

async fn begin(owner: &Visitor, id: &str, position: i64) -> String {
    let body = json!({"lines": [{"position": position, "quantity": 1, "reason": "damaged"}], "note": "", "answer": "", "notify": false});
    fine(&owner.post(&format!("{DESK}/{id}/returns"), body).await);
    desk(owner, id).await["returns"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned()
}

/// Nobody has more than was paid, and every piece is for sale, held, or sold and not back.
async fn agree(app: &TestApp, step: usize) {
    assert_eq!(
        app.count("shop_order", "refunded_cents > grand_total_cents OR refunded_cents < 0").await,
        0,
        "step {step}"
    );
    let kept = "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refund WHERE status <> 'failed' AND reference LIKE 'kept-for-%'";
    let paid_by_kept = "SELECT CAST(COALESCE(SUM(o.grand_total_cents), 0) AS BIGINT) FROM shop_order AS o JOIN payment AS p ON p.order_id = o.id WHERE o.status = 'paid' AND p.reference LIKE 'kept-of-%'";
    assert_eq!(app.number(kept).await, app.number(paid_by_kept).await, "step {step}");
    for (item, sku, all) in [("bread", "bread", 20), ("mug", "mug-s", 5), ("mug", "mug-l", 1)] {
        let sold = app.number(&format!("SELECT CAST(COALESCE(SUM(l.quantity - l.restocked), 0) AS BIGINT) FROM order_line AS l JOIN shop_order AS o ON o.id = l.order_id WHERE o.status <> 'cancelled' AND l.sku = '{sku}'")).await;
        let held = app.number(&format!("SELECT CAST(-COALESCE(SUM(c.change), 0) AS BIGINT) FROM stock_change AS c JOIN draft_order AS d ON d.id = c.order_id AND d.held WHERE c.reason = 'draft' AND c.sku = '{sku}'")).await;
        let stock = app.stock(item, sku).await;
        assert!(stock >= 0, "step {step}");
        assert_eq!(stock + sold + held, all, "step {step}: {sku}");
    }
}

on_both! {
    /// S-996: an exchange for what costs no more is made at once: what was paid pays for it, the rest goes back, the goods of both are
    /// moved once, and credit note and invoice say what became of each.
    async fn s_996_what_costs_no_more_is_exchanged_at_once(app: &TestApp) with |settings| limits(settings); {
        app.publish(&crate::invoices::german()).await;
        let owner = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        add(&visitor, "mug", "mug-s", 1).await;
        let body = json!({"email": "ann@shopper.example", "paymentToken": "test-pass", "shippingOptionId": "air", "buyer": {"name": "Ann Berg"},
            "shippingLocation": {"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"}});
        let id = fine(&visitor.post(CHECKOUT, body).await)["id"].as_str().unwrap().to_owned();
        refused(&told(&owner, &id, &swap(0, BREAD, "LINK")).await, 400, "return-too-many");
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
        let before = desk(&owner, &id).await;
        let papers = of_order(&owner, &id).await;
        let preview = fine(&told(&owner, &id, &swap(0, BREAD, "LINK")).await);
        assert_eq!((cents(&preview, "differenceCents"), cents(&preview, "setOffCents"), cents(&preview, "addedCents")), (0, 600, 600));
        assert_eq!((app.stock("bread", "bread").await, app.count("order_return", "1 = 1").await), (18, 0), "a preview changes nothing");
        let body = change(&swap(0, BREAD, "LINK"), &preview["digest"]);
        let path = format!("{DESK}/{id}/changes");
        let presses = join_all((0..4).map(|_| owner.post(&path, body.clone()))).await;
        assert_eq!(presses.iter().filter(|reply| reply.status == 200).count(), 1, "{:?}", presses.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        let made = last(&fine(&owner.get(&format!("{DESK}/{id}/changes")).await));
        assert_eq!((&made["state"], cents(&made, "returnedCents"), cents(&made["exchanged"][0], "cents")), (&json!("DONE"), 600, 600));
        let after = desk(&owner, &id).await;
        assert_eq!((&after["returns"][0]["state"], &after["returns"][0]["lines"][0]["restocked"], &after["returns"][0]["lines"][0]["reason"]), (&json!("REFUNDED"), &json!(1), &json!("too-small")));
        assert_eq!((cents(&after["lines"][0], "refunded"), cents(&after["order"], "refundedCents"), app.stock("bread", "bread").await), (1, 600, 18));
        let now = of_order(&owner, &id).await;
        assert_eq!(now[0], papers[0], "an invoice is never changed");
        assert_eq!((now.len(), &now[1]["kind"], cents(&now[1], "grossCents")), (2, &json!("credit-note"), 600), "{now:?}");
        let out = made["addedOrderId"].as_str().unwrap().to_owned();
        assert_eq!(cents(&desk(&owner, &out).await["order"], "grandTotalCents"), 600);
        agree(app, 0).await;
        app.audit().await;
        // A mug for a loaf: the rest goes back.
        let mug = cents(&before["lines"][1], "paidCents");
        let preview = fine(&told(&owner, &id, &swap(1, BREAD, "LINK")).await);
        assert_eq!((cents(&preview, "moneyCents"), cents(&preview, "setOffCents"), cents(&preview, "differenceCents")), (mug, 600, 600 - mug));
        fine(&changed(&owner, &id, &swap(1, BREAD, "LINK")).await);
        assert_eq!(cents(&desk(&owner, &id).await["order"], "refundedCents"), 600 + mug);
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (17, 5));
        fine(&owner.post(&format!("{DESK}/{out}/parcels"), json!({})).await);
        agree(app, 1).await;
        app.audit().await;
        // What went out goes back the way the first was paid, and not more than was paid in all.
        for order in [&out, &id] {
            drop(owner.post(&format!("/api/commerce/orders/{order}/refunds"), json!({"reason": "x"})).await);
        }
        app.work().await;
        let done = app.number("SELECT CAST(SUM(amount_cents) AS BIGINT) FROM refund WHERE status = 'done' AND reference NOT LIKE 'kept-for-%'").await;
        assert_eq!(done, cents(&before["order"], "grandTotalCents") - 600, "the loaf for the mug is still with the buyer");
        app.audit().await;
    }

    /// S-996: for what costs more the difference alone is paid, by a link, by hand or not at all; the return is taken in with that, once,
    /// and nothing of it goes back meanwhile.
    async fn s_996_of_what_costs_more_the_difference_is_paid(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = sent(app, &owner, 3, false).await;
        let return_id = begin(&owner, &id, 0).await;
        let mut edit = swap(0, LARGE, "LINK");
        edit["exchange"]["returnId"] = json!(return_id);
        // A loaf of 6.00 for a mug of 19.00, 8 % of tax each.
        let preview = fine(&told(&owner, &id, &edit).await);
        assert_eq!((cents(&preview, "differenceCents"), cents(&preview, "addedCents"), cents(&preview, "staysCents"), cents(&preview, "moneyCents")), (1404, 1404, 648, 0));
        let waits = last(&fine(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &preview["digest"])).await));
        assert_eq!((&waits["state"], app.stock("mug", "mug-l").await, app.stock("bread", "bread").await), (&json!("PENDING"), 0, 17));
        // S-315: the desk says beforehand what is refused meanwhile.
        assert_eq!(exchange_waits(&owner, &id, &return_id).await, json!(true));
        let came = json!({"lines": [{"position": 0, "quantity": 1, "restock": true}], "feeCents": 0});
        refused(&owner.post(&format!("{RETURNS}/{return_id}/receipt"), came.clone()).await, 409, "exchange-pending");
        refused(&owner.post(&format!("{RETURNS}/{return_id}/decision"), json!({"verdict": "DECLINE", "answer": "x"})).await, 409, "exchange-pending");
        refused(&owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"amountCents": 100, "reason": "x"})).await, 409, "exchange-pending");
        let (_, token) = opened(app, &waits).await;
        let presses = join_all((0..5).map(|_| async { app.visitor().post(CHECKOUT, by(&token, "test-pass")).await })).await;
        assert!(presses.iter().all(|reply| reply.status == 200), "{}", presses[0].text);
        assert_eq!(exchange_waits(&owner, &id, &return_id).await, json!(false));
        let made = last(&fine(&owner.get(&format!("{DESK}/{id}/changes")).await));
        let out = desk(&owner, made["addedOrderId"].as_str().unwrap()).await;
        assert_eq!((&made["state"], cents(&made, "returnedCents"), cents(&out["order"], "grandTotalCents")), (&json!("DONE"), 0, 1404));
        let after = desk(&owner, &id).await;
        assert_eq!((&after["returns"][0]["state"], cents(&after["lines"][0], "refunded"), app.stock("bread", "bread").await), (&json!("REFUNDED"), 1, 18));
        refused(&owner.post(&format!("{RETURNS}/{return_id}/receipt"), came).await, 409, "return-decided");
        refused(&told(&owner, &id, &edit).await, 409, "return-decided");
        agree(app, 0).await;
        app.audit().await;
        // Withdrawn: the return is free again, and what was held is for sale.
        let mut edit = swap(0, ("mug", "mug-s"), "LINK");
        let waits = last(&fine(&changed(&owner, &id, &edit).await));
        assert_eq!(app.stock("mug", "mug-s").await, 4);
        // One that was begun with its exchange waits as well; the first one, which is taken in, does not.
        let waiting = |order: &Value| order["returns"].as_array().unwrap().iter().map(|one| one["exchangeWaits"] == true).collect::<Vec<_>>();
        assert_eq!(waiting(&desk(&owner, &id).await), [false, true]);
        fine(&owner.delete(&format!("{DESK}/{id}/changes/{}", waits["id"].as_str().unwrap())).await);
        assert_eq!((app.stock("mug", "mug-s").await, desk(&owner, &id).await["returns"][1]["state"].as_str()), (5, Some("ACCEPTED")));
        assert_eq!(waiting(&desk(&owner, &id).await), [false, false]);
        edit["exchange"]["returnId"] = desk(&owner, &id).await["returns"][1]["id"].clone();
        edit["payment"] = json!("RECEIVED");
        // 18.50 and tax, less the loaf's 6.48.
        let made = last(&fine(&changed(&owner, &id, &edit).await));
        assert_eq!((&made["state"], app.count("payment", "provider = 'manual' AND amount_cents = 1350").await), (&json!("DONE"), 1));
        let made = last(&fine(&changed(&owner, &id, &swap(0, ("mug", "mug-s"), "WAIVED")).await));
        assert_eq!((&made["state"], cents(&made, "returnedCents"), cents(&desk(&owner, made["addedOrderId"].as_str().unwrap()).await["order"], "grandTotalCents")), (&json!("DONE"), 0, 0));
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await, cents(&desk(&owner, &id).await["order"], "refundedCents")), (20, 3, 0));
        agree(app, 1).await;
        app.audit().await;
    }

    /// S-996: what who bought asked for on the order's page is exchanged; what gift cards paid pays for what goes out as well; what cannot
    /// be exchanged is refused; of two who do different things with one return, one is done.
    async fn s_996_what_was_asked_for_and_what_is_refused(app: &TestApp) with |settings| limits(settings); {
        with_returns(app, 14).await;
        let (owner, other) = (owner(app).await, app.member("two@shop.example", &[Role::StoreManager]).await);
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let order = fine(&visitor.post(CHECKOUT, purchase()).await);
        let (id, key) = order["orderPage"].as_str().unwrap().strip_prefix("/api/plain/order?order=").unwrap().split_once("&key=").unwrap();
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
        let fields = [("order", id), ("key", key), ("line-0", "1"), ("reason-0", "too-small")];
        assert_eq!(send(app, &browser(app), "/api/plain/order/return", &fields).await.status, 303);
        let mut edit = swap(0, BREAD, "LINK");
        edit["exchange"]["returnId"] = desk(&owner, id).await["returns"][0]["id"].clone();
        fine(&changed(&owner, id, &edit).await);
        assert_eq!(desk(&owner, id).await["returns"][0]["state"], "REFUNDED");
        agree(app, 0).await;
        let cases = [
            (json!({"exchange": {"lines": [{"position": 0, "quantity": 1}]}}), "exchange-nothing"),
            (json!({"exchange": {"lines": []}, "added": [{"itemId": "bread", "sku": "bread", "quantity": 1}]}), "return-nothing"),
            (json!({"exchange": {"lines": [{"position": 0, "quantity": 2}]}, "added": [{"itemId": "bread", "sku": "bread", "quantity": 1}]}), "return-too-many"),
            (json!({"exchange": {"lines": [{"position": 0, "quantity": -1}]}, "added": [{"itemId": "bread", "sku": "bread", "quantity": 1}]}), "return-too-many"),
            (json!({"exchange": {"lines": [{"position": 0, "quantity": 1}]}, "lines": [{"position": 0, "quantity": 0}], "added": [{"itemId": "bread", "sku": "bread", "quantity": 1}]}), "change-exchange-alone"),
        ];
        for (edit, code) in cases {
            refused(&told(&owner, id, &edit).await, 400, code);
        }
        let mut foreign = swap(0, BREAD, "LINK");
        foreign["exchange"]["returnId"] = json!("nothing");
        refused(&told(&owner, id, &foreign).await, 404, "not-found");
        // More than there is of what goes out.
        let mut many = swap(0, LARGE, "WAIVED");
        many["added"][0]["quantity"] = json!(2);
        refused(&changed(&owner, id, &many).await, 400, "not-enough-stock");
        assert_eq!(app.count("order_return", "state = 'accepted'").await, 0, "nothing of it is begun");
        // A mug that a gift card paid for a loaf: the loaf is paid, the rest goes back to the card.
        let (_, code) = buy_card(app, "gift-25", "gift@shopper.example").await;
        let (visitor, _) = with_codes(app, &[("mug", "mug-s")], &[&code]).await;
        let card = fine(&visitor.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned();
        fine(&owner.post(&format!("{DESK}/{card}/parcels"), json!({})).await);
        let preview = fine(&told(&owner, &card, &swap(0, BREAD, "LINK")).await);
        assert_eq!((cents(&preview, "addedCents"), cents(&preview, "staysCents"), cents(&preview, "differenceCents")), (0, 648, 648 - 1998));
        let made = last(&fine(&changed(&owner, &card, &swap(0, BREAD, "LINK")).await));
        assert_eq!((&made["state"], cents(&made, "returnedCents")), (&json!("DONE"), 1350));
        agree(app, 1).await;
        app.audit().await;
        // One takes the return in while the other exchanges it.
        for _ in 0..3 {
            let id = sent(app, &owner, 1, false).await;
            let return_id = begin(&owner, &id, 0).await;
            let mut edit = swap(0, BREAD, "LINK");
            edit["exchange"]["returnId"] = json!(return_id);
            let digest = fine(&told(&owner, &id, &edit).await)["digest"].clone();
            let stock = app.stock("bread", "bread").await;
            let came = json!({"lines": [{"position": 0, "quantity": 1, "restock": true}], "feeCents": 0});
            let (receipt, path) = (format!("{RETURNS}/{return_id}/receipt"), format!("{DESK}/{id}/changes"));
            let (taken, exchanged) = join(owner.post(&receipt, came), other.post(&path, change(&edit, &digest))).await;
            assert_eq!((taken.status == 200) as u8 + (exchanged.status == 200) as u8, 1, "{} {}", taken.text, exchanged.text);
            assert_eq!(app.stock("bread", "bread").await, if taken.status == 200 { stock + 1 } else { stock });
            assert_eq!(cents(&desk(&owner, &id).await["order"], "refundedCents"), 648);
            app.audit().await;
        }
    }

    /// S-996: whatever is exchanged, returned, refunded, paid and withdrawn in whatever order, nobody has more than was paid and no piece is
    /// lost or sold twice.
    async fn s_996_any_sequence_of_exchanges_leaves_money_and_stock_right(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let mut chance = Chance(996);
        let mut orders: Vec<String> = Vec::new();
        let mut tokens: Vec<String> = Vec::new();
        let mut made = 0;
        for step in 0..55 {
            if orders.len() < 3 {
                orders.push(sent(app, &owner, 1 + u32::try_from(chance.below(2)).unwrap(), orders.is_empty()).await);
                continue;
            }
            let id = orders[chance.below(orders.len())].clone();
            let path = format!("{DESK}/{id}");
            let open: Vec<String> = desk(&owner, &id).await["returns"].as_array().unwrap().iter().filter(|one| one["state"] == "ACCEPTED").map(|one| one["id"].as_str().unwrap().to_owned()).collect();
            match chance.below(10) {
                0..=4 => {
                    let goes = [BREAD, LARGE, ("mug", "mug-s")][chance.below(3)];
                    let mut edit = swap(i64::try_from(chance.below(2)).unwrap(), goes, ["LINK", "RECEIVED", "WAIVED"][chance.below(3)]);
                    edit["chargeDelivery"] = json!(chance.below(4) == 0);
                    edit["exchange"]["lines"][0]["restock"] = json!(chance.below(3) > 0);
                    if let Some(one) = open.first() {
                        edit["exchange"]["returnId"] = json!(one);
                    }
                    let preview = told(&owner, &id, &edit).await;
                    if preview.status != 200 {
                        assert!(preview.status.as_u16() < 500, "{}", preview.text);
                        continue;
                    }
                    let preview = preview.json();
                    assert_eq!(cents(&preview, "afterCents"), cents(&preview, "beforeCents") + cents(&preview, "differenceCents"));
                    let body = change(&edit, &preview["digest"]);
                    let changes = format!("{path}/changes");
                    let both = join_all((0..2).map(|_| owner.post(&changes, body.clone()))).await;
                    let done: Vec<&Reply> = both.iter().filter(|reply| reply.status == 200).collect();
                    assert!(done.len() <= 1 && both.iter().all(|reply| reply.status.as_u16() < 500), "{} {}", both[0].text, both[1].text);
                    let Some(done) = done.first() else { continue };
                    made += 1;
                    let last = last(&done.json());
                    if last["state"] == "DONE" {
                        assert_eq!(cents(&last, "returnedCents"), cents(&preview, "moneyCents") + cents(&preview, "toCardsCents"), "{preview}");
                        let out = last["addedOrderId"].as_str().unwrap();
                        assert_eq!(cents(&desk(&owner, out).await["order"], "grandTotalCents"), cents(&preview, "addedCents"));
                        if chance.below(2) == 0 {
                            fine(&owner.post(&format!("{DESK}/{out}/parcels"), json!({})).await);
                            orders.push(out.to_owned());
                        }
                    }
                    if last["link"].is_string() {
                        tokens.push(opened(app, &last).await.1);
                    }
                }
                5 => drop(owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"amountCents": 100 + chance.below(900), "reason": "late"})).await),
                6 => {
                    if let Some(one) = open.first() {
                        let came = json!({"lines": [{"position": 0, "quantity": 1, "restock": true}], "feeCents": chance.below(200)});
                        drop(owner.post(&format!("{RETURNS}/{one}/receipt"), came).await);
                    } else {
                        let body = json!({"lines": [{"position": 0, "quantity": 1, "reason": "damaged"}], "note": "", "answer": "", "notify": false});
                        drop(owner.post(&format!("{path}/returns"), body).await);
                    }
                }
                7 => {
                    let changes = fine(&owner.get(&format!("{path}/changes")).await);
                    if let Some(last) = changes["changes"].as_array().unwrap().last() {
                        let own = format!("{path}/changes/{}", last["id"].as_str().unwrap());
                        let paid = format!("{own}/payment");
                        let (paid, gone) = join(owner.post(&paid, json!({})), owner.delete(&own)).await;
                        assert!(paid.status != 200 || gone.status != 200, "{} {}", paid.text, gone.text);
                    }
                }
                8 => orders.push(sent(app, &owner, 1, false).await),
                _ => {
                    if !tokens.is_empty() {
                        let token = tokens.swap_remove(chance.below(tokens.len()));
                        let pay = async { app.visitor().post(CHECKOUT, by(&token, "test-pass")).await };
                        let (paid, other) = join(pay, changed(&owner, &id, &swap(0, BREAD, "LINK"))).await;
                        assert!(paid.status.as_u16() < 500 && other.status.as_u16() < 500, "{} {}", paid.text, other.text);
                    }
                }
            }
            app.audit().await;
            agree(app, step).await;
        }
        assert!(made > 5, "{made} made");
    }
}
