//! The desk's lists over many orders, filled in by statements: each finds what was filled in. With `LOGGIA_ORDERS` (`make bench-desk`)
//! the store has that many, and the milliseconds and the plans of the databases are printed; nothing here depends on them.

use crate::app::{Store, TestApp, Visitor};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use std::time::{Duration, Instant};

/// How many orders the tests fill in.
const FEW: i64 = 4_000;
/// How many orders a page of the desk has.
const PAGE: usize = 50;
/// How often the benchmark asks for each list.
const ROUNDS: usize = 60;

/// Fills the store with orders of two years, made of one that was bought: 200 given names, 1,000 family names, 500 cities, 40 products;
/// all but the last 2,000 are sent, each fiftieth is refunded, each hundredth called off.
pub async fn fill(app: &TestApp, orders: i64) {
    let columns = "site_user_id, status, test_mode, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, grand_total_cents, \
        shipping_option, coupons, paid_at, hold_until, looked_at";
    let now = crate::app::NOW;
    let step = 2 * 365 * 86_400_000_i64 / orders;
    let key = "substr('000000000' || n, length('000000000' || n) - 8)";
    let portion = 50_000;
    for start in (0..orders).step_by(portion) {
        let end = (start + i64::try_from(portion).unwrap()).min(orders);
        let numbers = format!(
            "WITH RECURSIVE n (n) AS (SELECT CAST({start} AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < {end} - 1)"
        );
        let terms = [
            "'w:given' || (n % 200)",
            "'w:family' || (n * 7 % 1000)",
            "'w:city' || (n * 13 % 500)",
            "'w:mail' || n || '@shopper.example'",
            "'w:mail' || n",
            "'w:shopper'",
            "'w:example'",
            "'w:main'",
            "'w:street'",
            "'w:us'",
            "'item:product-' || (n % 40)",
            "'way:post'",
        ];
        let terms: String = terms
            .iter()
            .map(|term| format!("{numbers} INSERT INTO order_term (term, at, order_id) SELECT {term}, {now} - ({orders} - n) * {step}, '{{}}' || {key} FROM n; ").replace("{}", "big"))
            .collect();
        app.execute(&format!(
            "{numbers} INSERT INTO shop_order (id, cart_id, email, created_at, fulfilled_at, shipped_at, cancelled_at, refunded_cents, terms, buyer, shipping_location, {columns}) \
             SELECT 'big' || {key}, 'big' || {key}, 'mail' || n || '@shopper.example', {now} - ({orders} - n) * {step}, CASE WHEN n < {orders} - 2000 THEN {now} END, \
             CASE WHEN n < {orders} - 2000 THEN {now} END, CASE WHEN n % 100 = 0 THEN {now} END, CASE WHEN n % 50 = 0 THEN 1 ELSE 0 END, '[]', buyer, shipping_location, {columns} \
             FROM shop_order, n WHERE id = (SELECT MIN(id) FROM shop_order WHERE id < 'b'); \
             {numbers} INSERT INTO order_line (order_id, position, item_id, sku, title, product_type, quantity, unit_price_cents, sent) \
             SELECT 'big' || {key}, 0, 'product-' || (n % 40), 'sku', 'Bread', 1, 1, 600, 0 FROM n; {terms}"
        ))
        .await;
    }
    app.execute("ANALYZE").await;
}

/// The name of a list, what is asked, and which of the orders that were filled in are meant.
type Asked = (&'static str, String, Box<dyn Fn(i64) -> bool>);

async fn measure(store: Store) {
    let asked_for = std::env::var("LOGGIA_ORDERS").ok().and_then(|text| text.parse().ok());
    let (orders, rounds) = asked_for.map_or((FEW, 1), |orders| (orders, ROUNDS));
    let Some(app) = TestApp::start(store, |settings| settings.limits.checkout = 1000).await else { return };
    let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
    app.work().await;
    let begun = Instant::now();
    fill(&app, orders).await;
    if asked_for.is_some() {
        println!("{store:?}: {orders} orders filled in {:?}", begun.elapsed());
    }
    let desk = "/api/commerce/desk";
    let middle =
        format!("from={}&to={}", crate::app::NOW - 400 * 86_400_000, crate::app::NOW - 300 * 86_400_000);
    let at_of = move |n: i64| crate::app::NOW - (orders - n) * (2 * 365 * 86_400_000 / orders);
    let is_middle = move |n: i64| {
        at_of(n) >= crate::app::NOW - 400 * 86_400_000 && at_of(n) < crate::app::NOW - 300 * 86_400_000
    };
    let is_cancelled = |n: i64| n % 100 == 0;
    let is_sent = move |n: i64| n < orders - 2000;
    // The last word may be the beginning of one.
    let begins = |number: i64, start: &str| number.to_string().starts_with(start);
    let asked: Vec<Asked> = vec![
        ("newest", String::new(), Box::new(|_| true)),
        ("to send", "view=TO_SEND".into(), Box::new(move |n| !is_sent(n) && !is_cancelled(n))),
        ("sent", "view=SENT".into(), Box::new(move |n| is_sent(n) && !is_cancelled(n))),
        ("refunded", "view=REFUNDED".into(), Box::new(|n| n % 50 == 0)),
        ("problem", "view=PROBLEM".into(), Box::new(|_| false)),
        ("cancelled", "view=CANCELLED".into(), Box::new(is_cancelled)),
        ("of a year ago", middle.clone(), Box::new(is_middle)),
        (
            "one customer",
            format!("text=mail{}@", orders / 2),
            Box::new(move |n| begins(n, &(orders / 2).to_string())),
        ),
        (
            "two names",
            "text=given7+family49".into(),
            Box::new(move |n| n % 200 == 7 && begins(n * 7 % 1000, "49")),
        ),
        (
            "a name and a city",
            "text=family21+city39".into(),
            Box::new(move |n| n * 7 % 1000 == 21 && begins(n * 13 % 500, "39")),
        ),
        ("begins", "text=fam".into(), Box::new(|_| true)),
        ("everybody's street", "text=main+street".into(), Box::new(|_| true)),
        ("a product", "product=product-7".into(), Box::new(|n| n % 40 == 7)),
        (
            "a product to send",
            "product=product-7&view=TO_SEND".into(),
            Box::new(move |n| n % 40 == 7 && !is_sent(n) && !is_cancelled(n)),
        ),
        (
            "a product, a city",
            "product=product-7&text=city100".into(),
            Box::new(move |n| n % 40 == 7 && begins(n * 13 % 500, "100")),
        ),
        ("a way, of a year ago", format!("delivery=post&{middle}"), Box::new(is_middle)),
        (
            "a product, refunded",
            "product=product-10&view=REFUNDED".into(),
            Box::new(|n| n % 40 == 10 && n % 50 == 0),
        ),
    ];
    let meant = |is_meant: &dyn Fn(i64) -> bool| {
        let count = (0..orders).filter(|n| is_meant(*n)).count();
        // The one that was bought may be among them; a page has so many.
        count.min(PAGE)..=(count + 1).min(PAGE)
    };
    let mut slow = Vec::new();
    let mut lists: Vec<_> = asked
        .iter()
        .map(|(name, query, is_meant)| (*name, format!("{desk}/orders?{query}"), meant(is_meant)))
        .collect();
    lists.push(("counts", format!("{desk}/counts"), 1..=1));
    lists.push(("one order", format!("{desk}/orders/big{:09}", orders / 2), 1..=1));
    for (name, path, expected) in lists {
        let mut times = Vec::new();
        let (mut found, mut reply_is_partial) = (0, false);
        for _ in 0..rounds {
            let begun = Instant::now();
            let reply = owner.get(&path).await;
            times.push(begun.elapsed());
            assert_eq!(reply.status, 200, "{}", reply.text);
            let page = reply.json();
            found = page["orders"].as_array().map_or(1, Vec::len);
            reply_is_partial = page["isPartial"] == true;
        }
        // So many names begin with three letters that not all are looked for, and the answer says so.
        if reply_is_partial {
            assert_eq!((name, found > 0), ("begins", true));
        } else {
            assert!(expected.contains(&found), "{name}: {path} finds {found}, not {expected:?}");
        }
        if asked_for.is_none() {
            continue;
        }
        times.sort();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        println!(
            "{store:?}: {name:22} {found:3} found, p50 {:6.1} ms, p95 {:6.1} ms",
            millis(at(50)),
            millis(at(95))
        );
        if at(95) > Duration::from_millis(100) {
            slow.push(name);
        }
        plans_of(&app, &owner, owner.get(&path)).await;
    }
    app.stop().await;
    if asked_for.is_some() {
        println!("{store:?}: above 100 ms: {slow:?}");
    }
}

/// Prints how the database finds what `ask` asks for: what it does for each call of the staff, whoever it is, is left out.
pub async fn plans_of(app: &TestApp, owner: &Visitor, ask: impl Future) {
    let always = crate::desk_plans::plans(app, owner.get("/api/commerce/desk/carriers")).await;
    for plan in crate::desk_plans::plans(app, ask).await.difference(&always) {
        println!("    {plan}");
    }
}

/// Prints how long something took, where that was asked for.
pub fn print(is_asked: bool, (store, name): (Store, &str), mut times: Vec<Duration>) {
    times.sort();
    let at = |percent: usize| millis(times[(times.len() - 1) * percent / 100]);
    if is_asked {
        println!("{store:?}: {name:22} p50 {:6.1} ms, p95 {:6.1} ms", at(50), at(95));
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// S-870: every list and search of the desk finds its orders among thousands.
#[tokio::test]
async fn sqlite() {
    measure(Store::Sqlite).await;
}

/// S-870: the same on PostgreSQL.
#[tokio::test]
async fn postgres() {
    measure(Store::Postgres).await;
}
