//! S-340, S-466: everything that moves money or goods, mixed by chance and pressed twice at once: parcels, returns with fees, changes of orders, refunds by line,
//! failed refunds, gift cards, coupons, links to pay, payments by hand, disputes, other addresses, and time that goes on.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, place};
use crate::money::{COUPONS, codes_of, newest_code, owner};
use crate::money_changes::{changes, desk_returns};
use crate::money_held::{Held, cents};
use crate::returns::{browser, send};
use crate::stripe::tell;
use crate::stripe_server;
use futures_util::future::join_all;
use loggia_api::clock::{DAY, HOUR};

use serde_json::{Value, json};

const ORDERS: &str = "/api/commerce/orders";
pub const DESK: &str = "/api/commerce/desk/orders";
const DRAFTS: &str = "/api/commerce/desk/drafts";
const OWN: &str = "own@shop.example";
const GOODS: [(&str, &str, i64); 3] = [("bread", "bread", 200), ("mug", "mug-s", 60), ("mug", "mug-l", 40)];

/// How many steps a sequence has, and where its chance begins; `LOGGIA_STEPS` and `LOGGIA_CHANCE` for others.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What was done so far.
#[derive(Default)]
pub struct Played {
    /// Each order with the key of its page.
    pub orders: Vec<(String, String)>,
    drafts: Vec<String>,
    /// Of carts that are paid by a link.
    pub tokens: Vec<String>,
    codes: Vec<String>,
    disputed: Vec<String>,
    bought: usize,
    events: usize,
    /// Money that a bank took back for a dispute, and refunds that the provider could not make after all: its own count knows neither.
    by_bank: i64,
    failed: i64,
    done: std::collections::BTreeMap<&'static str, [usize; 2]>,
}

impl Played {
    /// A call may be refused, never fail.
    pub fn count(&mut self, what: &'static str, reply: &Reply) {
        let status = reply.status.as_u16();
        assert!(status < 500, "{what}: {status} {}", reply.text);
        self.done.entry(what).or_default()[usize::from(status >= 400)] += 1;
    }

    /// One of the newest orders.
    pub fn one(&self, chance: &mut Chance) -> Option<(String, String)> {
        let newest = self.orders.len().min(6);
        (newest > 0).then(|| self.orders[self.orders.len() - 1 - chance.below(newest)].clone())
    }
}

fn shop() -> Value {
    let mut shop = crate::catalog::catalog();
    shop["coupons"]
        .as_array_mut()
        .unwrap()
        .push(json!({"code": "HALF", "kind": "percent", "value": "50", "combinable": true, "usesInAll": 12}));
    shop["orderSettings"] = json!({"returnDays": 14, "shopperMayCancel": true, "manualPayments": [{"id": "transfer", "name": "Bank transfer", "instructions": "To us.", "holdDays": 10}]});
    shop["seller"] = json!({"name": "Us", "line1": "1 Lane", "city": "New York", "postalCode": "10001", "country": "US", "invoices": "paid"});
    shop
}

/// Twice at once, or once.
pub async fn press<F: Future<Output = Reply>>(chance: &mut Chance, call: impl Fn() -> F) -> Vec<Reply> {
    let times = 1 + chance.below(2);
    join_all((0..times).map(|_| call())).await
}

async fn buy(app: &TestApp, chance: &mut Chance, played: &mut Played) {
    let visitor = app.visitor();
    let things = [
        ("bread", "bread"),
        ("mug", "mug-s"),
        ("mug", "mug-l"),
        ("guide", "guide"),
        ("voucher", "gift-25"),
        ("voucher", "gift-50"),
    ];
    for (item, sku) in things {
        if chance.below(5) < 2 {
            let quantity = u32::try_from(1 + chance.below(4)).unwrap();
            visitor
                .post(
                    "/api/commerce/shopping-cart/entries",
                    json!({"itemId": item, "sku": sku, "quantity": quantity}),
                )
                .await;
        }
    }
    let mut codes: Vec<String> = ["TEN", "FIVE", "HALF"]
        .iter()
        .filter(|_| chance.below(3) == 0)
        .map(|&code| code.to_owned())
        .collect();
    if !played.codes.is_empty() && chance.below(2) == 0 {
        codes.push(played.codes[chance.below(played.codes.len())].clone());
    }
    for code in codes {
        visitor.post(COUPONS, json!({"promoCode": code})).await;
    }
    played.bought += 1;
    let email = format!("s{}@shopper.example", played.bought);
    let card = ["pm_card_visa", "pm_card_visa", "pm_card_visa", "pm_card_chargeDeclined"][chance.below(4)];
    let country = ["US", "FR", "GB"][chance.below(3)];
    let mut body = json!({"email": email, "buyer": {"name": "Ann Lee"}, "paymentToken": card, "shippingLocation": place(country), "shippingOptionId": "air"});
    if chance.below(4) == 0 {
        body["paymentMethod"] = json!("transfer");
    }
    for reply in press(chance, || visitor.post(CHECKOUT, body.clone())).await {
        played.count("buy", &reply);
        placed(app, played, (&email, &reply)).await;
    }
}

async fn placed(app: &TestApp, played: &mut Played, (email, reply): (&str, &Reply)) {
    let Some(page) = reply.json()["orderPage"].as_str().map(str::to_owned) else { return };
    let (id, key) = page.strip_prefix("/api/plain/order?order=").unwrap().split_once("&key=").unwrap();
    if reply.status != 200 || played.orders.iter().any(|(known, _)| known == id) {
        return;
    }
    played.orders.push((id.to_owned(), key.to_owned()));
    let paid_with_cards = app.count("gift_card", &format!("order_id = '{id}'")).await > 0;
    if paid_with_cards {
        played.codes.push(newest_code(app, email).await);
    }
}

/// A refund by lines or by an amount, also to a new gift card, or the end of an order.
async fn give_back(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let Some((id, key)) = played.one(chance) else { return };
    let path = format!("{ORDERS}/{id}");
    let (what, path, body) = match chance.below(9) {
        0 => (
            "cancel",
            format!("{path}/cancellation"),
            json!({"reason": "x", "restock": chance.below(2) == 0}),
        ),
        1 => {
            ("refund-all", format!("{path}/refunds"), json!({"reason": "x", "toCard": chance.below(3) == 0}))
        }
        2 => {
            let restock = json!([{"position": chance.below(3), "quantity": 1 + chance.below(2)}]);
            (
                "refund",
                format!("{path}/refunds"),
                json!({"reason": "x", "amountCents": 1 + chance.below(9000), "restock": restock, "toCard": chance.below(2) == 0}),
            )
        }
        3 => (
            "shopper-cancel",
            "/api/commerce/order-page/cancellation".into(),
            json!({"order": id, "key": key}),
        ),
        _ => {
            let mut body = json!({"reason": "x", "lines": [{"position": chance.below(2), "quantity": 1 + chance.below(2), "restock": chance.below(2) == 0}]});
            if chance.below(3) == 0 {
                body["deliveryCents"] = json!(1 + chance.below(1500));
            }
            if chance.below(4) == 0 {
                body["amountCents"] = json!(chance.below(3000));
            }
            body["toCard"] = json!(chance.below(3) == 0);
            ("refund-lines", format!("{path}/refunds"), body)
        }
    };
    for reply in press(chance, || owner.post(&path, body.clone())).await {
        played.count(what, &reply);
    }
    learn_cards(app, owner, &id, played).await;
}

/// What of an order became gift cards: orders like others, whose codes are there to be spent.
pub async fn learn_cards(app: &TestApp, owner: &Visitor, id: &str, played: &mut Played) {
    let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
    for refund in order["refunds"].as_array().into_iter().flatten() {
        if let Some(other) = refund["stayedFor"].as_str()
            && !played.orders.iter().any(|(known, _)| known == other)
        {
            played.orders.push((other.to_owned(), String::new()));
            if app.count("gift_card", &format!("order_id = '{other}'")).await > 0 {
                for code in codes_of(app, order["email"].as_str().unwrap()).await {
                    if !played.codes.contains(&code) {
                        played.codes.push(code);
                    }
                }
            }
        }
    }
}

/// Parcels, none after all, money by hand, another address.
async fn handle(owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let Some((id, _)) = played.one(chance) else { return };
    match chance.below(8) {
        0..=3 => {
            let lines = json!([{"position": chance.below(2), "quantity": 1 + chance.below(2)}]);
            let body = if chance.below(2) == 0 { json!({"lines": lines}) } else { json!({}) };
            let path = format!("{DESK}/{id}/parcels");
            for reply in press(chance, || owner.post(&path, body.clone())).await {
                played.count("parcel", &reply);
            }
        }
        4 => played.count("undo", &owner.delete(&format!("{ORDERS}/{id}/fulfilment")).await),
        5 => played.count(
            "address",
            &owner.put(&format!("{DESK}/{id}/address"), json!({"name": "B", "location": place("US")})).await,
        ),
        _ => {
            let path = format!("{ORDERS}/{id}/payment");
            for reply in press(chance, || owner.post(&path, json!({}))).await {
                played.count("by-hand", &reply);
            }
        }
    }
}

async fn returns(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    if chance.below(3) == 0 {
        let Some((id, key)) = played.one(chance) else { return };
        played.count("parcel", &owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await);
        let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
        let is_goods = |line: &&Value| GOODS.iter().any(|(_, sku, _)| line["sku"] == *sku);
        let goods: Vec<&Value> = order["lines"].as_array().unwrap().iter().filter(is_goods).collect();
        if goods.is_empty() {
            return;
        }
        let line = format!("line-{}", goods[chance.below(goods.len())]["position"]);
        let count = (1 + chance.below(2)).to_string();
        let fields =
            [("order", id.as_str()), ("key", key.as_str()), (line.as_str(), count.as_str()), ("reason", "x")];
        let visitor = browser(app);
        for reply in press(chance, || send(app, &visitor, "/api/plain/order/return", &fields)).await {
            played.count("ask", &reply);
        }
        return;
    }
    let page = owner.get("/api/owner/returns").await.text;
    let open: Vec<&str> = page
        .split("action=\"/api/owner/returns/")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    if open.is_empty() {
        return;
    }
    let id = open[chance.below(open.len())];
    let path = format!("/api/owner/returns/{id}");
    let is_new = app.count("order_return", &format!("id = '{id}' AND state = 'requested'")).await == 1;
    let usual = if is_new { "accept" } else { "receive" };
    let step = [usual, usual, usual, usual, "receive", "decline"][chance.below(6)];
    let fee =
        ["", "0.50", "3", "-1", "999999999", "92233720368547758.07", "12", "0.01", "", ""][chance.below(10)];
    let line = app
        .number(&format!("SELECT MIN(position) FROM order_return_line WHERE return_id = '{id}'"))
        .await
        .to_string();
    let (field, stock) = (format!("line-{line}"), format!("stock-{line}"));
    let count = (1 + chance.below(2)).to_string();
    let mut fields = vec![("step", step), ("answer", "x"), ("fee", fee), (field.as_str(), count.as_str())];
    if chance.below(2) == 0 {
        fields.push((stock.as_str(), "yes"));
    }
    for reply in press(chance, || send(app, owner, &path, &fields)).await {
        played.count(step, &reply);
    }
}

async fn drafts(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let one = (!played.drafts.is_empty()).then(|| played.drafts[chance.below(played.drafts.len())].clone());
    match (chance.below(8), one) {
        (0 | 1, _) | (_, None) => {
            let lines = json!([{"itemId": "bread", "sku": "bread", "quantity": 1 + chance.below(4)}, {"itemId": "voucher", "sku": "gift-25", "quantity": 1},
                {"title": "Engraving", "priceCents": 999, "quantity": 1 + chance.below(3)}]);
            let mut body = json!({"email": format!("d{}@shopper.example", played.drafts.len()), "name": "Ann Lee", "shippingLocation": place("US"), "shippingOptionId": "air", "lines": lines});
            body["discount"] = [
                Value::Null,
                json!({"amountCents": 700, "reason": "x"}),
                json!({"percent": "100", "reason": "x"}),
            ][chance.below(3)]
            .clone();
            let reply = owner.post(DRAFTS, body).await;
            played.count("draft", &reply);
            if reply.status == 200 {
                played.drafts.push(reply.json()["draft"]["id"].as_str().unwrap().to_owned());
            }
        }
        (2 | 3, Some(id)) => {
            let reply =
                owner.post(&format!("{DRAFTS}/{id}/link"), json!({"days": 1 + chance.below(3)})).await;
            played.count("link", &reply);
            if reply.status == 200 {
                let path = reply.json()["link"]
                    .as_str()
                    .unwrap()
                    .strip_prefix("https://shop.example")
                    .unwrap()
                    .to_owned();
                let page = app.visitor().get(&path).await.text;
                played.tokens.push(
                    page.split_once("/checkout?cartToken=").unwrap().1.split('"').next().unwrap().to_owned(),
                );
            }
        }
        (4, Some(id)) => {
            let path = format!("{DRAFTS}/{id}/payment");
            for reply in press(chance, || owner.post(&path, json!({}))).await {
                played.count("draft-paid", &reply);
            }
        }
        (5, Some(id)) => played.count("draft-away", &owner.delete(&format!("{DRAFTS}/{id}")).await),
        _ => {
            if played.tokens.is_empty() {
                return;
            }
            let token = played.tokens[chance.below(played.tokens.len())].clone();
            let card = ["pm_card_visa", "pm_card_chargeDeclined"][chance.below(2)];
            let mut body = json!({"cartToken": token, "email": "d@shopper.example", "buyer": {"name": "Ann Lee"}, "paymentToken": card, "shippingLocation": place("US"), "shippingOptionId": "air"});
            if chance.below(4) == 0 {
                body["paymentMethod"] = json!("transfer");
            }
            let visitor = app.visitor();
            for reply in press(chance, || visitor.post(CHECKOUT, body.clone())).await {
                played.count("draft-buy", &reply);
            }
        }
    }
    // Whatever became of them: orders like others.
    let page = owner.get(&format!("{DRAFTS}?placed=true")).await.json();
    for draft in page["drafts"].as_array().unwrap() {
        let id = draft["orderId"].as_str().unwrap();
        if !played.orders.iter().any(|(known, _)| known == id) {
            played.orders.push((id.to_owned(), String::new()));
        }
    }
}

/// The bank takes money back, the provider cannot make a refund after all, or gives some back by itself.
async fn provider(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let Some((id, _)) = played.one(chance) else { return };
    let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
    let intent = order["payment"]["reference"].clone();
    if !intent.as_str().is_some_and(|name| name.starts_with("pi_")) || order["state"] == "cancelled" {
        return;
    }
    played.events += 1;
    let number = played.events;
    let left = cents(&order, "grandTotalCents") - cents(&order, "refundedCents");
    if chance.below(2) == 0 {
        let refunds = order["refunds"].as_array().unwrap();
        let done: Vec<&Value> = refunds.iter().filter(|one| one["status"] == "done").collect();
        if done.is_empty() {
            return;
        }
        let one = done[chance.below(done.len())];
        let made = stripe_server::of(&app.settings).refunds();
        let Some(made) = made.iter().find(|made| made["metadata"]["loggia_refund"] == one["id"]) else {
            return;
        };
        let name = &made["id"];
        let object = json!({"id": name, "status": "failed", "amount": one["amountCents"], "currency": "usd", "payment_intent": intent, "metadata": {"loggia_refund": one["id"]}});
        played.count("refund-fails", &tell(app, &format!("evt_f{number}"), "refund.failed", &object).await);
        played.failed += cents(one, "amountCents");
        return;
    }
    if left == 0 || played.disputed.contains(&id) {
        return;
    }
    let amount = if chance.below(2) == 0 {
        left
    } else {
        1 + i64::try_from(chance.below(usize::try_from(left).unwrap())).unwrap()
    };
    let object = |status: &str| json!({"id": format!("dp_{number}"), "status": status, "amount": amount, "currency": "usd", "payment_intent": intent});
    played.count(
        "dispute",
        &tell(app, &format!("evt_a{number}"), "charge.dispute.created", &object("needs_response")).await,
    );
    let lost = chance.below(2) == 0;
    played.count(
        "dispute",
        &tell(
            app,
            &format!("evt_b{number}"),
            "charge.dispute.closed",
            &object(if lost { "lost" } else { "won" }),
        )
        .await,
    );
    played.disputed.push(id);
    if lost {
        played.by_bank += amount;
    }
}

/// A gift card is voided at the desk.
async fn void(app: &TestApp, owner: &Visitor, chance: &mut Chance, played: &mut Played) {
    let found = owner.post("/api/commerce/gift-cards/search", json!({})).await.json();
    let cards = found["cards"].as_array().unwrap();
    if cards.is_empty() || chance.below(3) != 0 {
        app.clock.advance([HOUR, DAY][chance.below(2)]);
        app.work().await;
        owner.log_in(OWN, false).await;
        return;
    }
    let id = cards[chance.below(cards.len())]["id"].as_str().unwrap();
    played.count(
        "void",
        &owner.post(&format!("/api/commerce/gift-cards/{id}/void"), json!({"reason": "x"})).await,
    );
}

/// Whether the provider has the money of an order: it took it, or the order whose money stayed to pay this one.
async fn is_of_provider(owner: &Visitor, order: &Value) -> bool {
    let mut name = order["payment"]["reference"].as_str().unwrap_or_default().to_owned();
    while let Some(from) = name.strip_prefix("kept-of-") {
        let path = format!("{ORDERS}/{}", from.split('-').next().unwrap());
        name = owner.get(&path).await.json()["payment"]["reference"].as_str().unwrap().to_owned();
    }
    name.starts_with("pi_")
}

/// What is true after every step.
async fn holds(app: &TestApp, owner: &Visitor, played: &Played) {
    app.work().await;
    app.audit().await;
    let (mut held, mut by_hand) = (Held::default(), 0);
    for (id, _) in &played.orders {
        let order = owner.get(&format!("{ORDERS}/{id}")).await.json();
        if app.count("shop_order", &format!("id = '{id}' AND status = 'paid'")).await == 0 {
            continue;
        }
        let worth = order["giftCards"].as_array().unwrap().iter().map(|card| cents(card, "worthCents")).sum();
        held.add(app, id, &order, worth, played.disputed.contains(id)).await;
        if !is_of_provider(owner, &order).await {
            by_hand += cents(&order, "grandTotalCents") - cents(&order, "refundedCents");
        }
    }
    held.is_no_more();
    let provider = stripe_server::of(&app.settings).taken();
    assert_eq!(
        provider,
        held.put_in - held.back - by_hand + played.by_bank - played.failed,
        "the provider's own count"
    );
    for (item, sku, first) in GOODS {
        let sold = app.number(&format!("SELECT CAST(COALESCE(SUM(l.quantity - l.restocked), 0) AS BIGINT) FROM order_line AS l JOIN shop_order AS o ON o.id = l.order_id WHERE o.status <> 'cancelled' AND l.sku = '{sku}'")).await;
        let held = app.number(&format!("SELECT CAST(-COALESCE(SUM(c.change), 0) AS BIGINT) FROM stock_change AS c JOIN draft_order AS d ON d.id = c.order_id AND d.held WHERE c.reason = 'draft' AND c.sku = '{sku}'")).await;
        assert_eq!(app.stock(item, sku).await + sold + held, first, "{sku}");
    }
}

on_both! {
    /// S-340, S-466: whatever is done in whichever order, and twice at once: nobody has more than was paid, stock is exact, the books, the figures
    /// and the accounts agree, and no call fails.
    async fn s_340_s_466_everything_mixed_makes_no_money(app: &TestApp) with |settings| {
        stripe_server::start(settings);
        settings.limits.log_in = 100_000;
        settings.limits.order_page = 1_000_000;
    }; {
        app.publish(&shop()).await;
        let owner = owner(app).await;
        for (item, sku, count) in GOODS {
            let counted = json!({"itemId": item, "sku": sku, "quantity": count, "reason": "counted"});
            let reply = owner.post("/api/commerce/inventory/adjustments", counted).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
        }
        let (mut chance, mut played) = (Chance(number("LOGGIA_CHANCE", 55)), Played::default());
        for _ in 0..number("LOGGIA_STEPS", 60) {
            match chance.below(27) {
                0..=3 => buy(app, &mut chance, &mut played).await,
                4..=6 => give_back(app, &owner, &mut chance, &mut played).await,
                7..=9 => handle(&owner, &mut chance, &mut played).await,
                10..=13 => returns(app, &owner, &mut chance, &mut played).await,
                14..=16 => drafts(app, &owner, &mut chance, &mut played).await,
                17 | 18 => provider(app, &owner, &mut chance, &mut played).await,
                19..=23 => changes(app, &owner, &mut chance, &mut played).await,
                24 | 25 => desk_returns(app, &owner, &mut chance, &mut played).await,
                _ => void(app, &owner, &mut chance, &mut played).await,
            }
            holds(app, &owner, &played).await;
        }
        // What waits for money by hand gets it, or ends by itself: what a card paid of an order is in the accounts when that is paid.
        for (id, _) in &played.orders {
            owner.post(&format!("{ORDERS}/{id}/payment"), json!({})).await;
        }
        app.clock.advance(12 * DAY);
        app.work().await;
        owner.log_in(OWN, false).await;
        holds(app, &owner, &played).await;
        assert_eq!(app.count("shop_order", "status = 'pending'").await, 0);
        crate::figures::agree(app, &owner).await;
        crate::accounting::agree(app).await;
        println!("{:?}", played.done);
        assert!(played.orders.len() > 5);
    }
}
