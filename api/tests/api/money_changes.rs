//! Orders changed and returned at the desk, as steps among everything else that moves money: two of the staff at once, links paid late.

use crate::app::{TestApp, Visitor};
use crate::chance::Chance;
use crate::money_mixed::{DESK, Played, learn_cards, press};
use futures_util::future::join_all;
use serde_json::{Value, json};

const RETURNS: &str = "/api/commerce/desk/returns";

/// Some change of some order.
fn edit(chance: &mut Chance) -> Value {
    let payment = ["LINK", "LINK", "RECEIVED", "WAIVED"][chance.below(4)];
    let mut edit = json!({"payment": payment, "chargeDelivery": chance.below(3) == 0});
    if chance.below(5) > 0 {
        edit["lines"] = json!([{"position": chance.below(3), "quantity": chance.below(4)}]);
    }
    if chance.below(3) == 0 {
        let (item, sku) = [
            ("mug", "mug-s"),
            ("mug", "mug-l"),
            ("bread", "bread"),
            ("voucher", "gift-25"),
            ("guide", "guide"),
        ][chance.below(5)];
        edit["added"] = json!([{"itemId": item, "sku": sku, "quantity": 1 + chance.below(2)}]);
    }
    edit
}

/// What the desk knows of the changes of an order: what was added by them is an order like others, and their links are there to be paid.
async fn learn(app: &TestApp, owner: &Visitor, id: &str, played: &mut Played) {
    let changes = owner.get(&format!("{DESK}/{id}/changes")).await.json();
    for change in changes["changes"].as_array().unwrap() {
        if let Some(added) = change["addedOrderId"].as_str()
            && !played.orders.iter().any(|(known, _)| known == added)
        {
            played.orders.push((added.to_owned(), String::new()));
        }
        if let Some(link) = change["link"].as_str() {
            let page = app.visitor().get(link.strip_prefix("https://shop.example").unwrap()).await.text;
            let token =
                page.split_once("/checkout?cartToken=").unwrap().1.split('"').next().unwrap().to_owned();
            if !played.tokens.contains(&token) {
                played.tokens.push(token);
            }
        }
    }
}

/// An order is changed by two at once, or a change that waits is paid by hand while another withdraws it.
pub async fn changes(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let Some((id, _)) = played.one(chance) else { return };
    let path = format!("{DESK}/{id}/changes");
    let known = owner.get(&path).await.json();
    let waits = known["changes"].as_array().unwrap().iter().find(|change| change["state"] == "PENDING");
    if let Some(waits) = waits.filter(|_| chance.below(3) > 0) {
        let own = format!("{path}/{}", waits["id"].as_str().unwrap());
        let paid = format!("{own}/payment");
        match chance.below(3) {
            0 => {
                let two = [owner.post(&paid, json!({})).await, owner.delete(&own).await];
                assert!(
                    two.iter().filter(|reply| reply.status == 200).count() <= 1,
                    "{} {}",
                    two[0].text,
                    two[1].text
                );
                two.iter().for_each(|reply| played.count("change-ends", reply));
            }
            1 => {
                for reply in press(chance, || owner.post(&paid, json!({}))).await {
                    played.count("change-paid", &reply);
                }
            }
            _ => {
                for reply in press(chance, || owner.delete(&own)).await {
                    played.count("change-withdrawn", &reply);
                }
            }
        }
        return learn(app, owner, &id, played).await;
    }
    let edits = [edit(chance), edit(chance)];
    let mut told = Vec::new();
    for edit in &edits[..1 + chance.below(2)] {
        let preview = owner.post(&format!("{DESK}/{id}/change-preview"), json!({"edit": edit})).await;
        played.count("change-told", &preview);
        if preview.status == 200 {
            told.push((edit, preview.json()));
        }
    }
    let days = 1 + chance.below(3);
    let body = |(edit, preview): &(&Value, Value)| json!({"edit": edit, "digest": preview["digest"], "days": days, "notify": true, "reason": "x"});
    // Each twice at once, and those of two of the staff at once: what was told to the second is no more.
    let calls: Vec<Value> = told.iter().flat_map(|one| [body(one), body(one)]).collect();
    let replies = join_all(calls.iter().map(|body| owner.post(&path, body.clone()))).await;
    assert!(replies.iter().filter(|reply| reply.status == 200).count() <= 1, "one of them is done");
    for reply in &replies {
        played.count("change", reply);
    }
    learn(app, owner, &id, played).await;
}

/// A return is begun at the desk, decided, or received as it was told.
pub async fn desk_returns(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let Some((id, _)) = played.one(chance) else { return };
    let order = owner.get(&format!("{DESK}/{id}")).await.json();
    let returns = order["returns"].as_array().cloned().unwrap_or_default();
    let open = |state: &str| {
        returns.iter().find(|one| one["state"] == state).map(|one| one["id"].as_str().unwrap().to_owned())
    };
    if let Some(one) = open("REQUESTED").filter(|_| chance.below(2) == 0) {
        let verdict = ["ACCEPT", "DECLINE"][chance.below(2)];
        let path = format!("{RETURNS}/{one}/decision");
        let replies = press(chance, || owner.post(&path, json!({"verdict": verdict, "answer": "x"}))).await;
        assert!(replies.iter().filter(|reply| reply.status == 200).count() <= 1, "decided once");
        replies.iter().for_each(|reply| played.count("desk-decide", reply));
        return;
    }
    if let Some(one) = open("ACCEPTED").filter(|_| chance.below(3) > 0) {
        let line = &returns.iter().find(|known| known["id"] == one.as_str()).unwrap()["lines"][0];
        let fee = [0, 0, 50, 900][chance.below(4)];
        let receipt = json!({"feeCents": fee, "toCard": chance.below(3) == 0, "lines": [{"position": line["position"], "quantity": 1 + chance.below(2), "restock": chance.below(2) == 0}]});
        let told = owner.post(&format!("{RETURNS}/{one}/preview"), receipt.clone()).await;
        played.count("desk-told", &told);
        let before = order["order"]["refundedCents"].as_i64().unwrap();
        let path = format!("{RETURNS}/{one}/receipt");
        let replies = press(chance, || owner.post(&path, receipt.clone())).await;
        let done = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(
            done,
            usize::from(told.status == 200),
            "what is told comes true, once: {} {}",
            told.text,
            replies[0].text
        );
        if done == 1 {
            let after =
                owner.get(&format!("{DESK}/{id}")).await.json()["order"]["refundedCents"].as_i64().unwrap();
            let told_of = |member: &str| told.json()[member].as_i64().unwrap();
            assert_eq!(after - before, told_of("moneyCents") + told_of("newCardCents"), "{}", told.text);
            learn_cards(app, owner, &id, played).await;
        }
        replies.iter().for_each(|reply| played.count("desk-receive", reply));
        return;
    }
    played.count("parcel", &owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
    let path = format!("{DESK}/{id}/returns");
    let lines = json!([{"position": chance.below(2), "quantity": 1 + chance.below(2), "reason": "other"}]);
    let body = json!({"lines": lines, "note": "x", "answer": "y", "notify": chance.below(2) == 0});
    for reply in press(chance, || owner.post(&path, body.clone())).await {
        played.count("desk-return", &reply);
    }
}
