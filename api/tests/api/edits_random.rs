//! Orders that are changed, refunded, sent, paid and withdrawn in any order.

use crate::app::{TestApp, on_both};
use crate::chance::Chance;
use crate::checkout::CHECKOUT;
use crate::drafts::{by, opened};
use crate::edits::{bought, cents, change, changed, desk, fine, limits, owner, told};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";

on_both! {
    /// S-362: whatever is changed, refunded, sent, paid and withdrawn in whatever order: of no order more goes back than was paid, each
    /// order's total is its lines with delivery and taxes less its discounts, a preview comes true, and every piece is for sale, held, or
    /// sold and not given back.
    async fn s_362_any_sequence_leaves_money_and_stock_right(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let mut chance = Chance(362);
        let mut orders: Vec<String> = Vec::new();
        let mut tokens: Vec<String> = Vec::new();
        let (mut made, mut refusals) = (0, 0);
        for step in 0..60 {
            if orders.len() < 3 {
                orders.push(bought(app, 1 + u32::try_from(chance.below(3)).unwrap(), orders.is_empty()).await);
                continue;
            }
            let id = orders[chance.below(orders.len())].clone();
            let path = format!("{DESK}/{id}");
            match chance.below(10) {
                0..=3 => {
                    let payment = ["LINK", "RECEIVED", "WAIVED"][chance.below(3)];
                    let mut edit = json!({"payment": payment, "chargeDelivery": chance.below(3) == 0});
                    if chance.below(4) > 0 {
                        edit["lines"] = json!([{"position": 0, "quantity": chance.below(4)}]);
                    }
                    if chance.below(3) == 0 {
                        let sku = ["mug-s", "mug-l"][chance.below(2)];
                        edit["added"] = json!([{"itemId": "mug", "sku": sku, "quantity": 1}]);
                    }
                    let preview = told(&owner, &id, &edit).await;
                    if preview.status != 200 {
                        refusals += 1;
                        continue;
                    }
                    let preview = preview.json();
                    assert_eq!(cents(&preview, "afterCents"), cents(&preview, "beforeCents") + cents(&preview, "differenceCents"));
                    // The same change by two at once is made once.
                    let (body, changes) = (change(&edit, &preview["digest"]), format!("{path}/changes"));
                    let both = join_all((0..2).map(|_| owner.post(&changes, body.clone()))).await;
                    let done: Vec<&crate::app::Reply> = both.iter().filter(|reply| reply.status == 200).collect();
                    assert!(done.len() <= 1 && both.iter().all(|reply| reply.status.as_u16() < 500), "{} {}", both[0].text, both[1].text);
                    let Some(done) = done.first() else { refusals += 1; continue };
                    made += 1;
                    let last = done.json()["changes"].as_array().unwrap().last().unwrap().clone();
                    if last["state"] == "DONE" {
                        assert_eq!(cents(&last, "returnedCents"), cents(&preview, "moneyCents") + cents(&preview, "toCardsCents"), "{preview}");
                    }
                    if last["link"].is_string() {
                        tokens.push(opened(app, &last).await.1);
                    }
                }
                4 => drop(owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"amountCents": 100 + chance.below(900), "reason": "late"})).await),
                5 => drop(owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"lines": [{"position": 0, "quantity": 1, "restock": true}], "reason": "x"})).await),
                6 => {
                    let changes = fine(&owner.get(&format!("{path}/changes")).await);
                    if let Some(last) = changes["changes"].as_array().unwrap().last() {
                        let own = format!("{path}/changes/{}", last["id"].as_str().unwrap());
                        // One notes it as paid while the other withdraws it.
                        let paid = format!("{own}/payment");
                        let (paid, gone) = join(owner.post(&paid, json!({})), owner.delete(&own)).await;
                        assert!(paid.status != 200 || gone.status != 200, "{} {}", paid.text, gone.text);
                    }
                }
                7 => drop(owner.post(&format!("{path}/parcels"), json!({"lines": [{"position": 0, "quantity": 1}]})).await),
                8 => orders.push(bought(app, 1, false).await),
                _ => {
                    if !tokens.is_empty() {
                        let token = tokens.swap_remove(chance.below(tokens.len()));
                        // Paid while its order is changed again.
                        let pay = async { app.visitor().post(CHECKOUT, by(&token, "test-pass")).await };
                        let edit = json!({"lines": [{"position": 0, "quantity": 0}]});
                        let (paid, other) = join(pay, changed(&owner, &id, &edit)).await;
                        assert!(paid.status.as_u16() < 500 && other.status.as_u16() < 500, "{} {}", paid.text, other.text);
                    }
                }
            }
            app.audit().await;
            agree(app, step).await;
        }
        assert!(made > 5 && refusals > 0, "{made} made, {refusals} refused");
        let ids: Vec<&String> = orders.iter().collect();
        for id in ids {
            let order: Value = desk(&owner, id).await;
            let parts: i64 = order["lines"].as_array().unwrap().iter().map(|line| cents(line, "paidCents")).sum();
            assert_eq!(parts + cents(&order, "deliveryPaidCents"), cents(&order["order"], "grandTotalCents"));
        }
    }
}

/// Sums and stock agree.
async fn agree(app: &TestApp, step: usize) {
    assert_eq!(
        app.count("shop_order", "refunded_cents > grand_total_cents OR refunded_cents < 0").await,
        0,
        "step {step}"
    );
    let wrong = "grand_total_cents <> subtotal_cents - discount_cents + shipping_cents + tax_cents";
    assert_eq!(app.count("shop_order", wrong).await, 0, "step {step}");
    let promised = "SELECT COUNT(*) FROM shop_order AS o WHERE o.refunded_cents <> (SELECT COALESCE(SUM(r.amount_cents), 0) FROM refund AS r WHERE r.order_id = o.id AND r.status <> 'failed')";
    assert_eq!(app.number(promised).await, 0, "step {step}");
    for (item, sku, all) in [("bread", "bread", 20), ("mug", "mug-s", 5), ("mug", "mug-l", 1)] {
        let sold = app.number(&format!("SELECT CAST(COALESCE(SUM(l.quantity - l.restocked), 0) AS BIGINT) FROM order_line AS l JOIN shop_order AS o ON o.id = l.order_id WHERE o.status <> 'cancelled' AND l.sku = '{sku}'")).await;
        let held = app.number(&format!("SELECT CAST(-COALESCE(SUM(c.change), 0) AS BIGINT) FROM stock_change AS c JOIN draft_order AS d ON d.id = c.order_id AND d.held WHERE c.reason = 'draft' AND c.sku = '{sku}'")).await;
        let stock = app.stock(item, sku).await;
        assert!(stock >= 0, "step {step}");
        assert_eq!(stock + sold + held, all, "step {step}: {sku}");
    }
}
