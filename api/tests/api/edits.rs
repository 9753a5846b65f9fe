//! Orders that are changed before they are sent: told first, done once, paid or withdrawn, and refunded by the rules of a refund.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::drafts::{by, opened};
use crate::invoices::{german, of_order};
use crate::money::{COUPONS, buy_card, with_codes};
use crate::stripe_server;
use futures_util::future::join_all;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const ANN: &str = "ann@shopper.example";
const OWN: &str = "own@shop.example";
const DESK: &str = "/api/commerce/desk/orders";

pub fn limits(settings: &mut loggia_api::Settings) {
    settings.limits.checkout = 1_000_000;
    settings.limits.order_page = 1_000_000;
}

pub async fn owner(app: &TestApp) -> Visitor {
    app.member(OWN, &[Role::StoreManager]).await
}

pub fn fine(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

pub fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &json!(code)), "{}", reply.text);
}

/// An order of so much bread, and one small mug where it is wanted; its id.
pub async fn bought(app: &TestApp, bread: u32, with_mug: bool) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", bread).await;
    if with_mug {
        add(&visitor, "mug", "mug-s", 1).await;
    }
    fine(&visitor.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned()
}

pub async fn desk(owner: &Visitor, id: &str) -> Value {
    fine(&owner.get(&format!("{DESK}/{id}")).await)
}

/// What a change would come to.
pub async fn told(owner: &Visitor, id: &str, edit: &Value) -> Reply {
    owner.post(&format!("{DESK}/{id}/change-preview"), json!({"edit": edit})).await
}

/// A change with the digest that was told of it.
pub fn change(edit: &Value, digest: &Value) -> Value {
    json!({"edit": edit, "digest": digest, "days": 3, "notify": true, "reason": "By phone."})
}

/// Tells a change and does it.
pub async fn changed(owner: &Visitor, id: &str, edit: &Value) -> Reply {
    let preview = told(owner, id, edit).await;
    if preview.status != 200 {
        return preview;
    }
    owner.post(&format!("{DESK}/{id}/changes"), change(edit, &preview.json()["digest"])).await
}

pub fn cents(of: &Value, member: &str) -> i64 {
    of[member].as_i64().unwrap_or_else(|| panic!("{member} of {of}"))
}

fn last(changes: &Value) -> Value {
    changes["changes"].as_array().unwrap().last().unwrap().clone()
}

on_both! {
    /// S-356: what a change takes out is told with its shares of discount and tax, and goes back as it was told; it is out of what is
    /// left to be sent and back in stock, once; the invoice stays, and a credit note says what went back.
    async fn s_356_pieces_are_taken_out_as_it_was_told(app: &TestApp) with |settings| limits(settings); {
        app.publish(&german()).await;
        let owner = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 3).await;
        add(&visitor, "mug", "mug-s", 1).await;
        visitor.post(COUPONS, json!({"promoCode": "TEN"})).await;
        let body = json!({"email": ANN, "paymentToken": "test-pass", "shippingOptionId": "air", "buyer": {"name": "Ann Berg"},
            "shippingLocation": {"country": "DE", "line1": "Ring 1", "city": "Köln", "postalCode": "50667"}});
        let id = fine(&visitor.post(CHECKOUT, body).await)["id"].as_str().unwrap().to_owned();
        let before = desk(&owner, &id).await;
        let total = cents(&before["order"], "grandTotalCents");
        let papers = of_order(&owner, &id).await;
        let edit = json!({"lines": [{"position": 0, "quantity": 1}]});
        let preview = fine(&told(&owner, &id, &edit).await);
        // 2 × 6.00 less 10 %: the taxes are in the prices.
        assert_eq!((cents(&preview, "differenceCents"), cents(&preview, "moneyCents")), (-1080, 1080));
        assert_eq!((cents(&preview, "beforeCents"), cents(&preview, "afterCents")), (total, total - 1080));
        assert_eq!(preview["removed"], json!([{"position": 0, "title": "Bread", "quantity": 2, "cents": 1080}]));
        assert_eq!(app.stock("bread", "bread").await, 17, "a preview changes nothing");
        let done = fine(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &preview["digest"])).await);
        let made = last(&done);
        assert_eq!((&made["state"], cents(&made, "returnedCents"), &made["author"]), (&json!("DONE"), 1080, &json!(OWN)));
        let after = desk(&owner, &id).await;
        assert_eq!((cents(&after["order"], "refundedCents"), cents(&after["lines"][0], "left"), cents(&after["lines"][0], "refunded")), (1080, 1, 2));
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (19, 4));
        let now = of_order(&owner, &id).await;
        assert_eq!(now[0], papers[0], "an invoice is never changed");
        assert_eq!((now.len(), &now[1]["kind"], cents(&now[1], "grossCents")), (2, &json!("credit-note"), 1080), "{now:?}");
        // S-364: the shopper reads what is another.
        let letters = app.emails_to(ANN).await;
        assert!(letters.iter().any(|one| one.contains("Your order was changed.") && one.contains("2 × Bread: taken out")), "{letters:?}");
        // The same again names what is no more.
        refused(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &preview["digest"])).await, 400, "change-nothing");
        // S-364: no letter where none is wanted. The last pieces take delivery with them: then all of it went back.
        let rest = json!({"lines": [{"position": 0, "quantity": 0}, {"position": 1, "quantity": 0}]});
        let preview = fine(&told(&owner, &id, &rest).await);
        assert_eq!((cents(&preview, "afterCents"), cents(&preview, "deliveryCents")), (0, cents(&before, "deliveryPaidCents")));
        let mut quiet = change(&rest, &preview["digest"]);
        quiet["notify"] = json!(false);
        fine(&owner.post(&format!("{DESK}/{id}/changes"), quiet).await);
        let said = app.emails_to(ANN).await;
        assert_eq!(said.iter().filter(|one| one.contains("Your order was changed.")).count(), 1);
        let end = desk(&owner, &id).await;
        assert_eq!((cents(&end["order"], "refundedCents"), app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (total, 20, 5));
        assert_eq!(app.count("record", &format!("kind = 'change-order' AND subject = '{id}'")).await, 2);
        app.audit().await;
    }

    /// S-357: what is added is held and paid by a link; the change is made with that payment, once, however often it is paid at once: what
    /// is taken out goes back then, and what is added is an order of its own with its own sums.
    async fn s_357_what_is_added_is_paid_by_a_link(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = bought(app, 3, true).await;
        let edit = json!({"lines": [{"position": 0, "quantity": 1}], "added": [{"itemId": "mug", "sku": "mug-l", "quantity": 1}]});
        let preview = fine(&told(&owner, &id, &edit).await);
        // On sale for 19.00 with 8 % of tax; two loaves of 6.00 with theirs go back.
        assert_eq!((cents(&preview, "addedCents"), cents(&preview, "moneyCents"), cents(&preview, "differenceCents")), (2052, 1296, 756));
        assert_eq!((cents(&preview, "addedDeliveryCents"), cents(&preview, "addedTaxCents"), &preview["isInStock"]), (0, 152, &json!(true)));
        let done = fine(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &preview["digest"])).await);
        let waits = last(&done);
        assert_eq!((&waits["state"], cents(&waits, "returnedCents")), (&json!("PENDING"), 0));
        assert_eq!((app.stock("mug", "mug-l").await, app.stock("bread", "bread").await), (0, 17), "held, and not given back yet");
        let letters = app.emails_to(ANN).await.join("\n");
        assert!(letters.contains("/api/plain/pay?draft="), "{letters}");
        // While it waits the order is neither sent, called off nor changed again, and its draft is not changed by itself.
        refused(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await, 409, "change-pending");
        refused(&owner.post(&format!("/api/commerce/orders/{id}/cancellation"), json!({"reason": "x"})).await, 409, "change-pending");
        refused(&changed(&owner, &id, &json!({"lines": [{"position": 1, "quantity": 0}]})).await, 409, "change-pending");
        let draft = format!("/api/commerce/desk/drafts/{}", waits["draftId"].as_str().unwrap());
        refused(&owner.delete(&draft).await, 409, "draft-of-change");
        let body = fine(&owner.get(&draft).await)["body"].clone();
        refused(&owner.put(&draft, body).await, 409, "draft-of-change");
        let (_, token) = opened(app, &waits).await;
        let presses = join_all((0..5).map(|_| async { app.visitor().post(CHECKOUT, by(&token, "test-pass")).await })).await;
        assert!(presses.iter().all(|reply| reply.status == 200), "{}", presses[0].text);
        let made = last(&fine(&owner.get(&format!("{DESK}/{id}/changes")).await));
        assert_eq!((&made["state"], cents(&made, "returnedCents"), &made["link"]), (&json!("DONE"), 1296, &Value::Null));
        assert_eq!((app.stock("mug", "mug-l").await, app.stock("bread", "bread").await), (0, 19));
        let added = made["addedOrderId"].as_str().unwrap();
        let own = desk(&owner, added).await;
        let sums = &own["order"];
        assert_eq!(cents(sums, "grandTotalCents"), cents(sums, "subtotalCents") - cents(sums, "discountCents") + cents(sums, "shippingCents") + cents(sums, "taxCents"));
        assert_eq!(cents(sums, "grandTotalCents"), 2052);
        assert_eq!(fine(&owner.get(&format!("{DESK}/{added}/changes")).await)["addedToOrderId"], json!(id));
        assert_eq!(cents(&desk(&owner, &id).await["order"], "refundedCents"), 1296);
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 2);
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
        app.audit().await;
    }

    /// S-358: of two who change one order at once one is done and the other is told to look again; nothing is given back or held twice.
    async fn s_358_of_two_changes_at_once_one_is_made(app: &TestApp) with |settings| limits(settings); {
        let (owner, other) = (owner(app).await, app.member("two@shop.example", &[Role::StoreManager]).await);
        for round in 0..4 {
            let id = bought(app, 3, false).await;
            let stock = app.stock("bread", "bread").await;
            let edits = [json!({"lines": [{"position": 0, "quantity": 1}]}), json!({"lines": [{"position": 0, "quantity": 2}]})];
            let digests = [fine(&told(&owner, &id, &edits[0]).await)["digest"].clone(), fine(&told(&other, &id, &edits[1]).await)["digest"].clone()];
            let path = format!("{DESK}/{id}/changes");
            let both = join_all([owner.post(&path, change(&edits[0], &digests[0])), other.post(&path, change(&edits[1], &digests[1]))]).await;
            let won = both.iter().position(|reply| reply.status == 200).unwrap_or_else(|| panic!("{} {}", both[0].text, both[1].text));
            // The one that comes second may name what is no change any more.
            let lost = &both[1 - won];
            assert!(lost.status == 409 || lost.json()["code"] == "change-nothing", "{}", lost.text);
            let back = if won == 0 { 2 } else { 1 };
            let after = desk(&owner, &id).await;
            assert_eq!((cents(&after["order"], "refundedCents"), app.stock("bread", "bread").await), (back * 648, stock + back), "round {round}");
            app.audit().await;
        }
        // A refund between the preview and the change makes it another.
        let id = bought(app, 2, false).await;
        let edit = json!({"lines": [{"position": 0, "quantity": 1}]});
        let digest = fine(&told(&owner, &id, &edit).await)["digest"].clone();
        fine(&owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"amountCents": 100, "reason": "late"})).await);
        refused(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &digest)).await, 409, "change-outdated");
        assert_eq!((app.count("order_change", &format!("order_id = '{id}'")).await, cents(&desk(&owner, &id).await["order"], "refundedCents")), (0, 100));
    }

    /// S-359: what is added is noted as paid or costs nothing, and the change is made at once; one that waits is noted as paid later or
    /// withdrawn, which ends its link and gives back what it held; a link that ended leaves both ways.
    async fn s_359_a_change_is_received_waived_or_withdrawn(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = bought(app, 2, false).await;
        let more = |payment: &str| json!({"lines": [{"position": 0, "quantity": 3}], "payment": payment});
        // One more loaf at the price that was paid, whatever it costs by now.
        app.publish(&crate::catalog::with_variant("bread", "price", json!(900))).await;
        let made = last(&fine(&changed(&owner, &id, &more("RECEIVED")).await));
        assert_eq!((&made["state"], cents(&made, "afterCents") - cents(&made, "beforeCents")), (&json!("DONE"), 648));
        assert_eq!((app.stock("bread", "bread").await, app.count("payment", "provider = 'manual' AND amount_cents = 648").await), (17, 1));
        let free = last(&fine(&changed(&owner, &id, &more("WAIVED")).await));
        let added = desk(&owner, free["addedOrderId"].as_str().unwrap()).await;
        assert_eq!((cents(&added["order"], "grandTotalCents"), added["order"]["discounts"][0]["name"].as_str()), (0, Some("By phone.")));
        assert_eq!(app.stock("bread", "bread").await, 16);
        let waits = last(&fine(&changed(&owner, &id, &more("LINK")).await));
        assert_eq!(app.stock("bread", "bread").await, 15);
        let own = format!("{DESK}/{id}/changes/{}", waits["id"].as_str().unwrap());
        let withdrawn = fine(&owner.delete(&own).await);
        assert_eq!((last(&withdrawn)["state"].as_str(), app.stock("bread", "bread").await), (Some("WITHDRAWN"), 16));
        let path = waits["link"].as_str().unwrap().strip_prefix("https://shop.example").unwrap();
        assert_eq!(app.visitor().get(path).await.status, 410);
        refused(&owner.delete(&own).await, 409, "change-ended");
        refused(&owner.post(&format!("{own}/payment"), json!({})).await, 409, "change-ended");
        let again = last(&fine(&changed(&owner, &id, &more("LINK")).await));
        app.clock.advance(4 * DAY);
        app.work().await;
        owner.log_in(OWN, false).await;
        assert_eq!(app.stock("bread", "bread").await, 16);
        let own = format!("{DESK}/{id}/changes/{}", again["id"].as_str().unwrap());
        let paid = fine(&owner.post(&format!("{own}/payment"), json!({})).await);
        assert_eq!((last(&paid)["state"].as_str(), app.stock("bread", "bread").await), (Some("DONE"), 15));
        app.audit().await;
    }

    /// S-365: an exchange for what costs no more is paid by what was paid: no link is sent, the provider gives back the rest alone, and what was
    /// kept goes back from the first payment when the added order is refunded.
    async fn s_365_an_exchange_is_paid_by_what_was_paid(app: &TestApp) with |settings| { limits(settings); stripe_server::start(settings) }; {
        let owner = owner(app).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 2).await;
        add(&visitor, "mug", "mug-s", 1).await;
        let mut body = purchase();
        body["paymentToken"] = json!("pm_card_visa");
        let id = fine(&visitor.post(CHECKOUT, body).await)["id"].as_str().unwrap().to_owned();
        let total = cents(&desk(&owner, &id).await["order"], "grandTotalCents");
        let edit = json!({"lines": [{"position": 1, "quantity": 0}, {"position": 0, "quantity": 3}]});
        let preview = fine(&told(&owner, &id, &edit).await);
        assert_eq!((cents(&preview, "addedCents"), cents(&preview, "moneyCents"), cents(&preview, "setOffCents")), (648, 1998, 648));
        assert_eq!(cents(&preview, "differenceCents"), 648 - 1998);
        let made = last(&fine(&changed(&owner, &id, &edit).await));
        assert_eq!((made["state"].as_str(), cents(&made, "returnedCents")), (Some("DONE"), 1998));
        let first = desk(&owner, &id).await;
        let refunds: Vec<i64> = first["order"]["refunds"].as_array().unwrap().iter().map(|one| cents(one, "amountCents")).collect();
        assert_eq!((refunds.iter().sum::<i64>(), refunds.len()), (1998, 2), "{first}");
        let added = made["addedOrderId"].as_str().unwrap().to_owned();
        let own = desk(&owner, &added).await;
        assert_eq!((cents(&own["order"], "grandTotalCents"), own["order"]["payment"]["provider"].as_str()), (648, Some("stripe")));
        assert_eq!((app.stock("bread", "bread").await, app.stock("mug", "mug-s").await), (17, 5));
        app.audit().await;
        app.work().await;
        // All of both goes back: the provider gives back what it took, and not more.
        for order in [&added, &id] {
            fine(&owner.post(&format!("/api/commerce/orders/{order}/refunds"), json!({"reason": "x"})).await);
        }
        let done = app.number("SELECT CAST(SUM(amount_cents) AS BIGINT) FROM refund WHERE status = 'done' AND reference NOT LIKE 'kept-for-%'").await;
        assert_eq!(done, total);
        assert_eq!(app.count("refund", "status <> 'done'").await, 0);
        app.audit().await;
    }

    /// S-360: what cannot be changed is refused with its reason: what is sent or given over stays, a count is within its limits, and what
    /// is not there is not sold.
    async fn s_360_what_cannot_be_changed_is_refused(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let (visitor, _) = with_codes(app, &[("bread", "bread"), ("guide", "guide")], &[]).await;
        let id = fine(&visitor.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned();
        let cases = [
            (json!({}), "change-nothing"),
            (json!({"lines": [{"position": 0, "quantity": 1}]}), "change-nothing"),
            (json!({"lines": [{"position": 7, "quantity": 1}]}), "change-line-unknown"),
            (json!({"lines": [{"position": 0, "quantity": 0}, {"position": 0, "quantity": 0}]}), "change-line-unknown"),
            (json!({"lines": [{"position": 0, "quantity": -1}]}), "change-too-many"),
            (json!({"lines": [{"position": 0, "quantity": 10_000}]}), "change-too-many"),
            (json!({"lines": [{"position": 1, "quantity": 0}]}), "change-too-few"),
            (json!({"added": [{"itemId": "", "sku": "x", "quantity": 1}]}), "change-line-unknown"),
            (json!({"added": [{"itemId": "mug", "sku": "mug-s", "quantity": 0}]}), "quantity-out-of-range"),
            (json!({"added": [{"itemId": "mug", "sku": "mug-s", "quantity": 1}, {"itemId": "mug", "sku": "mug-s", "quantity": 1}]}), "draft-line-twice"),
        ];
        for (edit, code) in cases {
            refused(&told(&owner, &id, &edit).await, 400, code);
        }
        let gone = json!({"added": [{"itemId": "nothing", "sku": "x", "quantity": 1}]});
        refused(&told(&owner, &id, &gone).await, 404, "item-unavailable");
        let lacking = json!({"lines": [{"position": 0, "quantity": 21}]});
        let preview = fine(&told(&owner, &id, &lacking).await);
        assert_eq!((&preview["isInStock"], &preview["added"][0]["available"]), (&json!(false), &json!(19)));
        refused(&changed(&owner, &id, &lacking).await, 400, "not-enough-stock");
        assert_eq!((app.count("order_change", "1 = 1").await, app.count("draft_order", "1 = 1").await, app.stock("bread", "bread").await), (0, 0, 19));
        refused(&owner.post(&format!("{DESK}/{id}/changes"), json!({"edit": lacking, "digest": "", "days": 31})).await, 400, "bad-days");
        refused(&told(&owner, "nothing", &lacking).await, 404, "not-found");
        // Of what is sent in part the rest may be taken out; nothing is left then, so it is fulfilled.
        let id = bought(app, 3, false).await;
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), json!({"lines": [{"position": 0, "quantity": 1}]})).await);
        refused(&told(&owner, &id, &json!({"lines": [{"position": 0, "quantity": 0}]})).await, 400, "change-too-few");
        fine(&changed(&owner, &id, &json!({"lines": [{"position": 0, "quantity": 1}]})).await);
        assert_eq!(desk(&owner, &id).await["order"]["state"], "FULFILLED");
        refused(&told(&owner, &id, &json!({"lines": [{"position": 0, "quantity": 2}]})).await, 409, "order-not-changeable");
        app.audit().await;
    }

    /// S-361: what a gift card paid goes back to the card, after the money, and no more than was paid.
    async fn s_361_what_a_gift_card_paid_goes_back_to_it(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let (_, code) = buy_card(app, "gift-25", "gift@shopper.example").await;
        let (visitor, _) = with_codes(app, &[("mug", "mug-s"), ("bread", "bread")], &[&code]).await;
        let id = fine(&visitor.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned();
        let before = desk(&owner, &id).await;
        let money = cents(&before["order"], "grandTotalCents");
        let edit = json!({"lines": [{"position": 0, "quantity": 0}]});
        let preview = fine(&told(&owner, &id, &edit).await);
        let cost = 1850 + 148;
        assert_eq!((cents(&preview, "moneyCents"), cents(&preview, "toCardsCents")), (money.min(cost), cost - money.min(cost)));
        let made = last(&fine(&changed(&owner, &id, &edit).await));
        assert_eq!(cents(&made, "returnedCents"), cost);
        let after = desk(&owner, &id).await;
        assert_eq!((cents(&after["order"], "refundedCents"), cents(&after["order"], "paidByGiftCardsCents")), (money.min(cost), 2500 - (cost - money.min(cost))));
        app.audit().await;
    }
}
