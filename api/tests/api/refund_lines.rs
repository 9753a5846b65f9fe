//! Refunds by line: shares to the minor unit, a preview that comes true, never more back than was paid.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, place, purchase};
use crate::money::{COUPONS, newest_code};
use crate::stripe_server;
use loggia_api::roles::Role;
use serde_json::{Value, json};

async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

async fn desk(owner: &Visitor, id: &str) -> Value {
    let reply = owner.get(&format!("/api/commerce/desk/orders/{id}")).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn cents(of: &Value, member: &str) -> i64 {
    of[member].as_i64().unwrap_or_else(|| panic!("{member} of {of}"))
}

/// What the lines and delivery of an order cost, as the desk shows it.
fn whole(order: &Value) -> i64 {
    let lines: i64 = order["lines"].as_array().unwrap().iter().map(|line| cents(line, "paidCents")).sum();
    lines + cents(order, "deliveryPaidCents")
}

/// What gift cards paid of it and still have not back.
fn by_cards(order: &Value) -> i64 {
    cents(&order["order"], "paidByGiftCardsCents")
}

on_both! {
    /// S-883: the pieces of an order cost their price less their share of a coupon, with the tax on top; in any steps they and
    /// delivery are together what was paid, and no piece goes back twice.
    async fn s_883_lines_and_delivery_are_together_the_order(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 3).await;
        add(&visitor, "mug", "mug-s", 1).await;
        visitor.post(COUPONS, json!({"promoCode": "TEN"})).await;
        let bought = visitor.post(CHECKOUT, purchase()).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let id = bought.json()["id"].as_str().unwrap().to_owned();
        let order = desk(&owner, &id).await;
        // 3 × 6.00 and 18.50 less 10 %: 16.20 and 16.65, delivery 5.00; 8 % of the goods on top.
        let total = cents(&order["order"], "grandTotalCents");
        assert_eq!((whole(&order), order["order"]["subtotalCents"].as_i64(), order["order"]["discountCents"].as_i64()), (total, Some(3650), Some(365)));
        let refunds = format!("/api/commerce/orders/{id}/refunds");
        let mut back = 0;
        for (position, quantity) in [(0, 1), (1, 1), (0, 2)] {
            let body = json!({"lines": [{"position": position, "quantity": quantity, "restock": position == 0}], "reason": "broken"});
            let preview = owner.post(&format!("/api/commerce/orders/{id}/refund-preview"), body.clone()).await;
            assert_eq!(preview.status, 200, "{}", preview.text);
            let done = owner.post(&refunds, body).await;
            assert_eq!(done.status, 200, "{}", done.text);
            back += cents(&preview.json(), "moneyCents");
            assert_eq!(cents(&done.json(), "refundedCents"), back);
        }
        for wrong in [json!([{"position": 0, "quantity": 1}]), json!([{"position": 7, "quantity": 1}]), json!([{"position": -1, "quantity": 1}]), json!([{"position": 1, "quantity": 0}])] {
            let refused = owner.post(&refunds, json!({"lines": wrong, "reason": "x"})).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("refund-too-many")), "{wrong}");
        }
        let after = desk(&owner, &id).await;
        assert_eq!((after["lines"][0]["refunded"].as_i64(), after["lines"][1]["refunded"].as_i64()), (Some(3), Some(1)));
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (20, 4), "only what was said goes back into stock");
        let delivery = cents(&after, "deliveryPaidCents");
        assert_eq!(back + delivery, total);
        let refused = owner.post(&refunds, json!({"deliveryCents": delivery + 1, "reason": "x"})).await;
        assert_eq!(refused.json()["code"], "delivery-too-large");
        assert_eq!(owner.post(&refunds, json!({"deliveryCents": delivery, "reason": "late"})).await.status, 200);
        let end = desk(&owner, &id).await;
        assert_eq!((cents(&end["order"], "refundedCents"), cents(&end, "deliveryRefundedCents")), (total, delivery));
        app.audit().await;
    }

    /// S-883: a refund that the provider refuses leaves its pieces as they were, and they can be refunded again.
    async fn s_883_a_refund_that_fails_leaves_its_pieces(app: &TestApp); {
        let owner = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        let id = visitor.post(CHECKOUT, purchase()).await.json()["id"].as_str().unwrap().to_owned();
        let refunds = format!("/api/commerce/orders/{id}/refunds");
        let body = json!({"lines": [{"position": 0, "quantity": 2}], "reason": "x"});
        let done = owner.post(&refunds, body.clone()).await.json();
        // As a provider's later word takes it back.
        let refund = done["refunds"][0]["id"].as_str().unwrap().to_owned();
        app.execute(&format!("DELETE FROM refund_line WHERE refund_id = '{refund}'; UPDATE refund SET status = 'failed' WHERE id = '{refund}'; UPDATE shop_order SET refunded_cents = 0 WHERE id = '{id}'")).await;
        assert_eq!(desk(&owner, &id).await["lines"][0]["refunded"], 0);
        assert_eq!(owner.post(&refunds, body).await.status, 200);
        assert_eq!(desk(&owner, &id).await["lines"][0]["refunded"], 2);
        app.audit().await;
    }

    /// S-884: random orders with coupons and gift cards, refunded in random steps by line, by amount and of delivery: each preview comes
    /// true, no more goes back than was paid, and the books agree after each step.
    async fn s_884_in_any_steps_no_more_goes_back_than_was_paid(app: &TestApp) with |settings| { settings.limits.checkout = 1000; stripe_server::start(settings) }; {
        let owner = owner(app).await;
        let mut chance = Chance(883);
        let mut codes: Vec<String> = Vec::new();
        let (mut done, mut refusals) = (0, 0);
        for number in 0..8 {
            let visitor = app.visitor();
            add(&visitor, "guide", "guide", u32::try_from(1 + chance.below(3)).unwrap()).await;
            add(&visitor, "lesson", "lesson", u32::try_from(1 + chance.below(3)).unwrap()).await;
            if chance.below(2) == 0 {
                add(&visitor, "voucher", "gift-25", 1).await;
            }
            for code in ["TEN", "FIVE"] {
                visitor.post(COUPONS, json!({"promoCode": code})).await;
            }
            if let Some(code) = codes.pop() {
                visitor.post(COUPONS, json!({"promoCode": code})).await;
            }
            let email = format!("r{number}@shopper.example");
            let country = ["US", "FR", "GB"][chance.below(3)];
            let body = json!({"email": email, "buyer": {"name": "Ann Lee"}, "paymentToken": "pm_card_visa", "shippingLocation": place(country)});
            let bought = visitor.post(CHECKOUT, body).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            let id = bought.json()["id"].as_str().unwrap().to_owned();
            let lines = bought.json()["items"].as_array().unwrap().len();
            if bought.json()["items"].as_array().unwrap().iter().any(|item| item["sku"] == "gift-25") {
                codes.push(newest_code(app, &email).await);
            }
            let order = desk(&owner, &id).await;
            let total = whole(&order);
            let cards = by_cards(&order);
            assert_eq!(total, cents(&order["order"], "grandTotalCents") + cards, "{order}");
            let mut back = 0;
            for step in 0..8 {
                let mut body = json!({"reason": "x"});
                if chance.below(4) > 0 {
                    body["lines"] = json!([{"position": chance.below(lines + 1), "quantity": 1 + chance.below(2), "restock": chance.below(2) == 0}]);
                }
                if step > 5 || chance.below(4) == 0 {
                    body["amountCents"] = json!(chance.below(1500));
                }
                let preview = owner.post(&format!("/api/commerce/orders/{id}/refund-preview"), body.clone()).await;
                let reply = owner.post(&format!("/api/commerce/orders/{id}/refunds"), body.clone()).await;
                assert_eq!(preview.status, reply.status, "{body} {} {}", preview.text, reply.text);
                assert!(reply.status == 200 || reply.status == 400, "{}", reply.text);
                if reply.status == 400 {
                    assert_eq!(preview.json()["code"], reply.json()["code"]);
                    refusals += 1;
                    continue;
                }
                done += 1;
                back += cents(&preview.json(), "amountCents");
                let told = desk(&owner, &id).await;
                assert_eq!(cents(&told["order"], "refundedCents") + cards - by_cards(&told), back, "{body} {}", preview.text);
                assert!(back <= total, "{back} of {total}");
                app.work().await;
                app.audit().await;
            }
        }
        assert!(done > 10 && refusals > 3, "{done} done, {refusals} refused");
    }
}
