//! Stock at several places, in any order of steps: after each what lies where is what a simple model says, and the books agree.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::try_add;
use crate::catalog;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase, purchase_by};
use crate::locations::{
    ADJUST, LOCATIONS, STOCK, TRANSFERS, came, location, ok, owner, row, sent, unlimited,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SKUS: [&str; 2] = ["bread", "rye"];
const STEPS: usize = 260;

/// An order: its variant, what it still has from where, and whether it waits for its payment.
struct Order {
    id: String,
    sku: &'static str,
    left: i64,
    from: BTreeMap<String, i64>,
    is_pending: bool,
}

/// What is on its way.
struct Way {
    id: String,
    sku: &'static str,
    from: Option<String>,
    to: String,
    rest: i64,
}

/// What should be.
struct Model {
    places: Vec<String>,
    archived: Vec<String>,
    lying: BTreeMap<(&'static str, String), i64>,
    orders: Vec<Order>,
    ways: Vec<Way>,
}

impl Model {
    fn at(&mut self, sku: &'static str, place: &str) -> &mut i64 {
        self.lying.entry((sku, place.to_owned())).or_default()
    }

    fn total(&self, sku: &str) -> i64 {
        self.lying.iter().filter(|((of, _), _)| *of == sku).map(|(_, pieces)| pieces).sum()
    }

    fn is_used(&self, place: &str) -> bool {
        !self.archived.iter().any(|one| one == place)
    }

    /// What was sold leaves the places in their order.
    fn sell(&mut self, sku: &'static str, mut pieces: i64) -> BTreeMap<String, i64> {
        let mut from = BTreeMap::new();
        for place in self.places.clone() {
            let taken = pieces.min(*self.at(sku, &place));
            *self.at(sku, &place) -= taken;
            pieces -= taken;
            if taken > 0 {
                from.insert(place, taken);
            }
        }
        assert_eq!(pieces, 0);
        from
    }

    /// What comes back of an order goes to the places it was taken from, to the first last, and there too for those that are archived.
    fn give_back(&mut self, index: usize, pieces: i64) {
        let (sku, mut rest) = (self.orders[index].sku, pieces);
        for (place, taken) in self.orders[index].from.clone() {
            if place != "main" && self.is_used(&place) {
                let back = rest.min(taken);
                *self.at(sku, &place) += back;
                *self.orders[index].from.get_mut(&place).unwrap() -= back;
                rest -= back;
            }
        }
        *self.at(sku, "main") += rest;
        self.orders[index].left -= pieces;
    }
}

async fn holds(app: &TestApp, who: &Visitor, model: &mut Model, step: &str) {
    for sku in SKUS {
        let row = row(who, sku).await;
        let said: BTreeMap<String, i64> = row["locations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["locationId"].as_str().unwrap().to_owned(), one["available"].as_i64().unwrap()))
            .collect();
        let used: Vec<String> = model.places.iter().filter(|place| model.is_used(place)).cloned().collect();
        let wanted: BTreeMap<String, i64> =
            used.into_iter().map(|place| (place.clone(), *model.at(sku, &place))).collect();
        assert_eq!(said, wanted, "{step}: {sku}");
        assert_eq!(app.stock(sku, sku).await, model.total(sku), "{step}: {sku}");
        assert_eq!(row["available"], model.total(sku), "{step}: {sku}");
        let coming: i64 = model.ways.iter().filter(|way| way.sku == sku).map(|way| way.rest).sum();
        let incoming = row["incoming"].as_array().unwrap();
        assert_eq!(incoming.iter().map(|one| one["pieces"].as_i64().unwrap()).sum::<i64>(), coming, "{step}");
    }
    app.audit().await;
}

fn is_done(reply: &Reply, may: bool, step: &str) -> bool {
    assert_eq!(reply.status.is_success(), may, "{step}: {}", reply.text);
    may
}

async fn buy(app: &TestApp, model: &mut Model, (sku, pieces): (&'static str, i64), is_pending: bool) {
    let visitor = app.visitor();
    let added = try_add(&visitor, sku, json!(sku), json!(pieces)).await;
    let may = pieces <= model.total(sku);
    if added.status != 200 {
        assert!(!may, "{}", added.text);
        return;
    }
    let body = if is_pending { purchase_by("transfer") } else { purchase() };
    let reply = visitor.post(CHECKOUT, body).await;
    if is_done(&reply, may, "buy") {
        let from = model.sell(sku, pieces);
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        model.orders.push(Order { id, sku, left: pieces, from, is_pending });
    }
}

async fn come_back(who: &Visitor, model: &mut Model, chance: &mut Chance) {
    let open: Vec<usize> = (0..model.orders.len()).filter(|at| model.orders[*at].left > 0).collect();
    if open.is_empty() {
        return;
    }
    let index = open[chance.below(open.len())];
    let Order { id, left, is_pending, .. } = &model.orders[index];
    let path = format!("/api/commerce/orders/{id}");
    let is_whole = *is_pending || chance.below(4) == 0;
    let pieces = if is_whole { *left } else { 1 + i64::try_from(chance.below(3)).unwrap() };
    let (may, what) = (pieces <= *left, format!("{pieces} of {left} come back"));
    let reply = if is_whole {
        who.post(&format!("{path}/cancellation"), json!({"reason": "x", "restock": true})).await
    } else {
        let line = json!({"position": 0, "quantity": pieces, "restock": true});
        who.post(&format!("{path}/refunds"), json!({"lines": [line], "reason": "x"})).await
    };
    if is_done(&reply, may, &what) {
        model.give_back(index, pieces);
    }
}

async fn adjust(who: &Visitor, model: &mut Model, chance: &mut Chance, (sku, place): (&'static str, String)) {
    let (may_use, there) = (model.is_used(&place), *model.at(sku, &place));
    let number = i64::try_from(chance.below(10)).unwrap();
    let (key, value, after) = match chance.below(3) {
        0 => ("quantity", number, number),
        1 => ("change", number, there + number),
        _ => ("change", -number, there - number),
    };
    let reply = if chance.below(3) == 0 && key == "quantity" {
        let name = if place == "main" { "Shop floor".to_owned() } else { format!("Place {place}") };
        let id = if place == "main" { name } else { place.clone() };
        let table = format!("sku,location,count\n{sku},{id},{value}\n");
        let reply = who.post(&format!("{STOCK}/tables"), json!({"table": table})).await;
        assert_eq!(ok(&reply)["isDone"], json!(may_use));
        if may_use {
            *model.at(sku, &place) = after;
        }
        return;
    } else {
        let mut body = json!({"itemId": sku, "sku": sku, "locationId": place, "cause": "CORRECTION"});
        body[key] = json!(value);
        who.post(ADJUST, body).await
    };
    if is_done(&reply, may_use && after >= 0, "adjust") {
        *model.at(sku, &place) = after;
    }
}

async fn send(who: &Visitor, model: &mut Model, chance: &mut Chance, (sku, to): (&'static str, String)) {
    let from = (chance.below(4) > 0).then(|| model.places[chance.below(model.places.len())].clone());
    let pieces = 1 + i64::try_from(chance.below(6)).unwrap();
    let reply = who.post(TRANSFERS, sent(from.as_deref(), &to, sku, pieces)).await;
    let mut may = model.is_used(&to) && from.as_ref() != Some(&to);
    if let Some(from) = &from {
        may = may && model.is_used(from) && *model.at(sku, from) >= pieces;
    }
    if is_done(&reply, may, "send") {
        if let Some(from) = &from {
            *model.at(sku, from) -= pieces;
        }
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        model.ways.push(Way { id, sku, from, to, rest: pieces });
    }
}

async fn arrive(who: &Visitor, model: &mut Model, chance: &mut Chance) {
    if model.ways.is_empty() {
        return;
    }
    let index = chance.below(model.ways.len());
    let Way { id, sku, from, to, rest } = &model.ways[index];
    let (sku, to, rest, from) = (*sku, to.clone(), *rest, from.clone());
    let path = format!("{TRANSFERS}/{id}");
    if chance.below(4) == 0 {
        ok(&who.post(&format!("{path}/cancellation"), json!({})).await);
        if let Some(from) = from {
            let from = if model.is_used(&from) { from } else { "main".to_owned() };
            *model.at(sku, &from) += rest;
        }
        model.ways.remove(index);
        return;
    }
    let (received, lost) = (i64::try_from(chance.below(4)).unwrap(), i64::try_from(chance.below(2)).unwrap());
    let reply = who.post(&format!("{path}/receipt"), came(sku, received, lost)).await;
    if is_done(&reply, received + lost > 0 && received + lost <= rest, "receive") {
        *model.at(sku, &to) += received;
        model.ways[index].rest -= received + lost;
        let state = if model.ways[index].rest == 0 { "DONE" } else { "ON_ITS_WAY" };
        assert_eq!(reply.json()["state"], state);
        model.ways.retain(|way| way.rest > 0);
    }
}

async fn archive(who: &Visitor, model: &mut Model, place: &str) {
    let is_used = model.is_used(place);
    let is_empty = SKUS.iter().all(|sku| *model.at(sku, place) == 0);
    let may = !is_used || place != "main" && is_empty && model.ways.iter().all(|way| way.to != place);
    let reply = who.put(&format!("{LOCATIONS}/{place}"), json!({"isArchived": is_used})).await;
    if is_done(&reply, may, "archive") {
        if is_used {
            model.archived.push(place.to_owned());
        } else {
            model.archived.retain(|one| one != place);
        }
    }
}

async fn reorder(who: &Visitor, model: &mut Model, chance: &mut Chance) {
    let count = model.places.len();
    model.places.swap(chance.below(count), chance.below(count));
    let archived = model.archived.clone();
    model.places.sort_by_key(|place| archived.contains(place));
    let used: Vec<&String> = model.places.iter().filter(|place| model.is_used(place)).collect();
    let answer: Value = ok(&who.put(LOCATIONS, json!({"ids": used})).await);
    assert_eq!(answer["locations"].as_array().unwrap().len(), count);
}

on_both! {
    /// S-694: sales, cancellations, refunds, changes, counts, tables, transfers, receipts, archiving and other orders of the locations, as
    /// chance has it: after each step every location holds what the model says, and the books agree.
    async fn s_694_any_sequence_keeps_levels_and_ledger_together(app: &TestApp) with |settings| unlimited(settings); {
        let mut shop = catalog::catalog();
        shop["orderSettings"] = json!({"manualPayments": [{"id": "transfer", "kind": "transfer", "name": "Bank transfer", "holdDays": 10}]});
        shop["products"].as_array_mut().unwrap().push(json!({"id": "rye", "title": "Rye", "fullUrl": "/shop/rye", "productType": 1,
            "variants": [{"sku": "rye", "price": 700, "qtyInStock": 9}]}));
        app.publish(&shop).await;
        let who = owner(app).await;
        let (first, second) = (location(&who, "Warehouse").await, location(&who, "Van").await);
        let lying = [(("bread", "main".to_owned()), 20), (("rye", "main".to_owned()), 9)].into();
        let mut model = Model { places: vec!["main".to_owned(), first, second], archived: Vec::new(), lying, orders: Vec::new(), ways: Vec::new() };
        let mut chance = Chance(694);
        for step in 0..STEPS {
            let sku = SKUS[chance.below(2)];
            let place = model.places[chance.below(3)].clone();
            let kind = chance.below(12);
            match kind {
                0..3 => {
                    let pieces = 1 + i64::try_from(chance.below(5)).unwrap();
                    let is_pending = chance.below(3) == 0;
                    buy(app, &mut model, (sku, pieces), is_pending).await;
                }
                3..5 => come_back(&who, &mut model, &mut chance).await,
                5..7 => adjust(&who, &mut model, &mut chance, (sku, place)).await,
                7..9 => send(&who, &mut model, &mut chance, (sku, place)).await,
                9 => arrive(&who, &mut model, &mut chance).await,
                10 => archive(&who, &mut model, &place).await,
                _ => reorder(&who, &mut model, &mut chance).await,
            }
            holds(app, &who, &mut model, &format!("step {step}, {kind}")).await;
        }
        assert!(model.orders.len() > 20, "{}", model.orders.len());
    }
}
