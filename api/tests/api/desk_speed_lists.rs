//! The desk's other lists over many rows: stock of as many variants, gift cards, subscriptions, drafts and messages. With `LOGGIA_ORDERS`
//! (`make bench-desk`) there are a tenth as many of each as orders, and the milliseconds are printed; nothing here depends on them.

use crate::app::{NOW, Store, TestApp, Visitor};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::desk_speed::{plans_of, print};
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::time::Instant;

/// How many of each the tests fill in.
const FEW: i64 = 400;
/// How often the benchmark asks for each list.
const ROUNDS: usize = 40;
/// From how many pieces on a variant is low.
const LOW: i64 = 3;

/// How many pieces of the nth there are; of one in twenty always enough.
fn pieces(n: i64) -> Option<i64> {
    (n % 20 != 3).then_some(n % 10)
}

/// The shop with so many products more, of 200 kinds from 1,000 places.
fn catalog(count: i64) -> Value {
    let mut catalog = crate::catalog::catalog();
    let more = (0..count).map(|n| {
        let (id, title) = (format!("fill-{n:06}"), format!("Loaf kind{} of place{} no{n}", n % 200, n * 7 % 1000));
        let mut variant = json!({"sku": format!("F-{n}"), "price": 500 + n % 900});
        match pieces(n) {
            Some(pieces) => variant["qtyInStock"] = json!(pieces),
            None => variant["unlimited"] = json!(true),
        }
        json!({"id": id, "title": title, "fullUrl": format!("/shop/{id}"), "productType": 1, "variants": [variant]})
    });
    catalog["products"].as_array_mut().unwrap().extend(more);
    catalog
}

/// Fills in as many gift cards, subscriptions, drafts and messages, by statements. One card in ten has nothing left, one in twenty is void;
/// of five subscriptions one each is ended and past due; half of the drafts have a buyer of their own.
async fn fill(app: &TestApp, count: i64) {
    let numbers = format!(
        "WITH RECURSIVE n (n) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < {count} - 1)"
    );
    let key = "substr('000000' || n, length('000000' || n) - 5)";
    let order = "(SELECT MIN(id) FROM shop_order)";
    let hash = match app.settings.database_url {
        Some(_) => "decode(md5('' || n), 'hex')",
        None => "CAST('hash' || n AS BLOB)",
    };
    let at = format!("{NOW} - ({count} - n) * 1000");
    app.execute(&format!(
        "{numbers} INSERT INTO gift_card (id, code_hash, order_id, currency, balance_cents, worth_cents, created_at, voided_at, closed_at, code_end, recipient) \
         SELECT 'fill' || {key}, {hash}, {order}, 'USD', CASE WHEN n % 10 = 0 OR n % 20 = 1 THEN 0 ELSE 2500 END, 2500, {at}, \
         CASE WHEN n % 20 = 1 THEN {NOW} END, CASE WHEN n % 20 = 1 THEN {NOW} END, substr({key}, 3), 'mail' || n || '@shopper.example' FROM n; \
         {numbers} INSERT INTO subscription (id, order_id, item_id, sku, quantity, price_cents, currency, email, period_value, period_unit, billing_cycles, cycles_billed, created_at, status) \
         SELECT 'fill' || {key}, {order}, 'box', 'box', 1, 3000, 'USD', 'mail' || n || '@shopper.example', 1, 'MONTH', 0, 1, {at}, \
         CASE n % 5 WHEN 0 THEN 'ended' WHEN 1 THEN 'past_due' ELSE 'active' END FROM n; \
         {numbers} INSERT INTO draft_order (id, email, body, currency, total_cents, author, created_at, updated_at) \
         SELECT 'fill' || {key}, CASE WHEN n % 2 = 0 THEN 'mail' || n || '@shopper.example' ELSE '' END, body, currency, total_cents, author, {at}, {at} \
         FROM draft_order, n WHERE draft_order.id = (SELECT MIN(id) FROM draft_order WHERE id NOT LIKE 'fill%'); \
         {numbers} INSERT INTO form_submission (id, form_id, answers, page, created_at) \
         SELECT 'fill' || {key}, form_id, replace(answers, 'Ann 0', 'Ann ' || n), page, {at} FROM form_submission, n WHERE form_submission.id NOT LIKE 'fill%'"
    ))
    .await;
    app.execute("ANALYZE").await;
}

/// A list, how it is asked for, and how many rows its first page has at least.
struct Asked {
    name: &'static str,
    path: String,
    body: Option<Value>,
    rows: i64,
}

fn get(name: &'static str, path: String, rows: i64) -> Asked {
    Asked { name, path, body: None, rows }
}

fn post(name: &'static str, path: &str, body: Value, rows: i64) -> Asked {
    Asked { name, path: path.into(), body: Some(body), rows }
}

async fn ask(owner: &Visitor, asked: &Asked) -> Value {
    let path = format!("/api/{}", asked.path);
    let reply = match &asked.body {
        None => owner.get(&path).await,
        Some(body) => owner.post(&path, body.clone()).await,
    };
    assert_eq!(reply.status, 200, "{}: {}", asked.name, reply.text);
    reply.json()
}

fn rows(page: &Value) -> i64 {
    let lists = ["variants", "cards", "subscriptions", "drafts", "messages", "views", "discounts"];
    let list = lists.iter().find_map(|name| page[name].as_array()).map_or(1, Vec::len);
    i64::try_from(list).unwrap()
}

async fn measure(store: Store) {
    let asked_for: Option<i64> = std::env::var("LOGGIA_ORDERS").ok().and_then(|text| text.parse().ok());
    let (count, rounds) = asked_for.map_or((FEW, 1), |orders| ((orders / 10).min(999_999), ROUNDS));
    let Some(app) = TestApp::start(store, |settings| settings.limits.checkout = 1000).await else { return };
    let owner = app.member("own@shop.example", &[Role::Admin]).await;
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    let draft = json!({"email": "eve@shopper.example", "lines": [{"itemId": "bread", "sku": "bread", "quantity": 1}]});
    let made = owner.post("/api/commerce/desk/drafts", draft).await;
    assert!(made.status.is_success(), "{}", made.text);
    let answers = json!({"name": "Ann 0", "email": "ann@shopper.example"});
    let sent = crate::forms::send(&app.visitor(), "contact", answers).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    let begun = Instant::now();
    app.publish(&catalog(count)).await;
    app.work().await;
    if asked_for.is_some() {
        println!("{store:?}: a catalogue of {count} products taken over in {:?}", begun.elapsed());
    }
    let low = owner.put("/api/commerce/desk/stock/low", json!({"lowAt": LOW})).await;
    assert_eq!(low.status, 204, "{}", low.text);
    fill(&app, count).await;

    let middle = count / 2 + 1;
    let page = 20.min(count);
    let counted = |is_meant: &dyn Fn(i64) -> bool| {
        i64::try_from((0..count).filter(|n| is_meant(*n)).count()).unwrap().min(page)
    };
    let stock = |query: &str| format!("commerce/desk/stock?{query}");
    let first = ask(&owner, &get("", stock(""), 0)).await;
    let cursor = first["nextPageCursor"].as_str().unwrap_or_default().to_owned();
    let mail = format!("mail{middle}@shopper.example");
    let lists = [
        get("stock", stock(""), page),
        get("stock, the next page", stock(&format!("cursor={}", crate::app::encoded(&cursor))), page),
        get(
            "stock, low",
            stock("view=LOW"),
            counted(&|n| pieces(n).is_some_and(|left| left > 0 && left <= LOW)),
        ),
        get("stock, sold out", stock("view=OUT"), counted(&|n| pieces(n) == Some(0))),
        get("stock, never runs out", stock("view=UNCOUNTED"), counted(&|n| pieces(n).is_none())),
        get(
            "stock, two words",
            stock("text=kind7+place49"),
            counted(&|n| n % 200 == 7 && (n * 7 % 1000).to_string().starts_with("49")),
        ),
        get("stock, in all titles", stock("text=loaf"), page),
        get("stock, a number", stock(&format!("text=F-{middle}")), 1),
        get("stock, low and a word", stock("view=LOW&text=kind2"), 1),
        get("stock, counts", "commerce/desk/stock/counts".into(), 4),
        post("gift cards", "commerce/gift-cards/search", json!({}), page),
        post("gift cards, open", "commerce/gift-cards/search", json!({"view": "OPEN"}), page),
        post(
            "gift cards, void",
            "commerce/gift-cards/search",
            json!({"view": "VOIDED"}),
            counted(&|n| n % 20 == 1),
        ),
        post("gift cards, a person", "commerce/gift-cards/search", json!({"text": mail}), 1),
        post(
            "gift cards, last letters",
            "commerce/gift-cards/search",
            json!({"text": format!("{:04}", middle % 10_000)}),
            1,
        ),
        post("subscriptions", "commerce/subscriptions/search", json!({}), page),
        post("subscriptions, paused", "commerce/subscriptions/search", json!({"status": "paused"}), 0),
        post(
            "subscriptions, past due",
            "commerce/subscriptions/search",
            json!({"status": "past_due"}),
            counted(&|n| n % 5 == 1),
        ),
        post("subscriptions, a person", "commerce/subscriptions/search", json!({"text": mail}), 1),
        get("drafts", "commerce/desk/drafts?placed=false".into(), page),
        get("drafts, placed", "commerce/desk/drafts?placed=true".into(), 0),
        post("messages", "inbox", json!({}), page),
        post("messages, unread", "inbox", json!({"unread": true}), page),
        post("messages of a kind", "inbox", json!({"kind": "form"}), page),
        post("messages, words", "inbox", json!({"text": format!("ann {middle}")}), 1),
        get("messages, counts", "inbox/counts".into(), 0),
        get("coupons", "commerce/coupons".into(), 0),
    ];
    for asked in &lists {
        let mut times = Vec::new();
        for _ in 0..rounds {
            let begun = Instant::now();
            let found = ask(&owner, asked).await;
            times.push(begun.elapsed());
            assert!(rows(&found) >= asked.rows, "{}: {} of {}", asked.name, rows(&found), asked.rows);
        }
        print(asked_for.is_some(), (store, asked.name), times);
        if asked_for.is_some() {
            plans_of(&app, &owner, ask(&owner, asked)).await;
        }
    }
    app.stop().await;
}

/// S-729: stock, gift cards, subscriptions, drafts and messages are found among thousands.
#[tokio::test]
async fn s_729_sqlite() {
    measure(Store::Sqlite).await;
}

/// S-729: the same on PostgreSQL.
#[tokio::test]
async fn s_729_postgres() {
    measure(Store::Postgres).await;
}
