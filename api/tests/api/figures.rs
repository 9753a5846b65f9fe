//! Figures from the shop's own books: they are what orders, refunds and gift cards say, in days of the shop's time zone.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use crate::money::newest_code;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use loggia_api::repository::refund;
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub const FIGURES: &str = "/api/commerce/figures";
const SUMS: [&str; 10] = [
    "orders",
    "grossCents",
    "discountCents",
    "deliveryCents",
    "refundedCents",
    "taxCents",
    "netCents",
    "moneyCents",
    "byGiftCardsCents",
    "giftCardsSoldCents",
];

async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

/// The tests' provider moves no money: what was bought is made as if it had.
pub async fn make_live(app: &TestApp) {
    let live = ["shop_order", "book_move", "book_tax"]
        .map(|table| format!("UPDATE {table} SET test_mode = (1 = 0)"));
    app.execute(&live.join("; ")).await;
    add_up(app).await;
}

/// The quarters of an hour are sums of the books, after a test wrote there.
pub async fn add_up(app: &TestApp) {
    let columns =
        ["orders", "gross", "back", "discount", "delivery", "tax", "money", "by_cards", "cards_sold"];
    let columns =
        columns.map(|name| if name == "orders" { name.to_owned() } else { format!("{name}_cents") });
    let sums = columns.clone().map(|name| format!("SUM({name})")).join(", ");
    app.execute(&format!(
        "DELETE FROM book_quarter; INSERT INTO book_quarter (currency, test_mode, at, {}) \
         SELECT currency, test_mode, at - at % 900000, {sums} FROM book_move GROUP BY currency, test_mode, at - at % 900000",
        columns.join(", ")
    ))
    .await;
}

async fn buy(app: &TestApp, quantity: u32, code: Option<&str>) -> Value {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", quantity).await;
    if let Some(code) = code {
        assert_eq!(visitor.post(crate::money::COUPONS, json!({"promoCode": code})).await.status, 200);
    }
    let order = visitor.post(CHECKOUT, purchase()).await;
    assert_eq!(order.status, 200, "{}", order.text);
    order.json()
}

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn of(owner: &Visitor, query: &str) -> Value {
    good(&owner.get(&format!("{FIGURES}?{query}")).await)
}

fn currency<'v>(figures: &'v Value, code: &str) -> &'v Value {
    figures["currencies"].as_array().unwrap().iter().find(|one| one["currency"] == code).unwrap()
}

fn sums(of: &Value) -> Vec<i64> {
    SUMS.map(|name| of[name].as_i64().unwrap_or_else(|| panic!("{name} of {of}"))).to_vec()
}

/// The row of an order, held on PostgreSQL as while it is written into the books.
async fn held_order(app: &TestApp, id: &str) -> Option<sqlx::PgConnection> {
    let url = app.settings.database_url.as_ref()?;
    let mut held = <sqlx::PgConnection as sqlx::Connection>::connect(url.as_str()).await.unwrap();
    let sql = format!("BEGIN; SELECT 1 FROM shop_order WHERE id = '{id}' FOR UPDATE");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut held).await.unwrap();
    Some(held)
}

/// All figures of the shop, whatever was done to it before: sums of days are those of the whole, money is what payments and refunds
/// say, gift cards what their ledgers say. Everything is made live for it.
pub async fn agree(app: &TestApp, owner: &Visitor) {
    app.work().await;
    make_live(app).await;
    app.audit().await;
    let found = of(owner, "from=2026-10-01&to=2027-10-01").await;
    assert_eq!(found["waiting"], 0);
    let usd = currency(&found, "USD");
    let periods: Vec<Vec<i64>> = usd["periods"].as_array().unwrap().iter().map(sums).collect();
    let total = sums(&usd["total"]);
    let added: Vec<i64> = (0..SUMS.len()).map(|at| periods.iter().map(|period| period[at]).sum()).collect();
    assert_eq!(added, total);
    let say = async |sql: &str| app.number(&format!("SELECT CAST(COALESCE({sql}, 0) AS BIGINT)")).await;
    let money = say("(SELECT SUM(amount_cents) FROM payment WHERE status = 'paid')").await
        - say("(SELECT SUM(amount_cents) FROM refund WHERE status = 'done')").await;
    let paid = "SELECT id FROM shop_order WHERE status = 'paid'";
    let by_cards = say(&format!("(SELECT -SUM(change_cents) FROM gift_card_change WHERE reason IN ('spent', 'returned') AND order_id IN ({paid}))")).await;
    let sold = say(
        "(SELECT SUM(change_cents) FROM gift_card_change WHERE reason IN ('issued', 'voided', 'restored'))",
    )
    .await;
    let total = &usd["total"];
    assert_eq!(
        (&total["moneyCents"], &total["byGiftCardsCents"], &total["giftCardsSoldCents"], &total["orders"]),
        (
            &json!(money),
            &json!(by_cards),
            &json!(sold),
            &json!(say("(SELECT COUNT(*) FROM shop_order WHERE status = 'paid')").await)
        )
    );
    let revenue = total["grossCents"].as_i64().unwrap() - total["refundedCents"].as_i64().unwrap();
    assert_eq!(
        revenue,
        money + by_cards - sold,
        "revenue is money and cards that were spent, less cards that were sold"
    );
    let taxes = good(&owner.get(&format!("{FIGURES}/taxes?from=2026-10-01&to=2027-10-01")).await);
    let rows = currency(&taxes, "USD")["rows"].as_array().unwrap().clone();
    let sum = |name: &str| rows.iter().map(|row| row[name].as_i64().unwrap()).sum::<i64>();
    assert_eq!(json!(sum("dueCents")), total["taxCents"]);
    assert_eq!(
        sum("taxCents"),
        say("(SELECT SUM(tax_cents + included_tax_cents) FROM shop_order WHERE status = 'paid')").await
    );
}

on_both! {
    /// S-915: an order counts when it is paid, with what it came to; a refund at its own moment; an order in the mode for tests is in no
    /// figure and is counted apart; what is on its way into the books is said.
    async fn s_915_figures_are_what_orders_say(app: &TestApp); {
        let owner = owner(app).await;
        let first = buy(app, 2, None).await;
        let before = of(&owner, "").await;
        assert_eq!((&before["waiting"], &before["timeZone"], &currency(&before, "USD")["total"]["orders"]), (&json!(1), &json!("America/New_York"), &json!(0)));
        app.work().await;
        let test = of(&owner, "").await;
        let usd = currency(&test, "USD");
        assert_eq!((&test["waiting"], &usd["testOrders"], &usd["total"]["orders"], &usd["total"]["averageCents"]), (&json!(0), &json!(1), &json!(0), &Value::Null));
        make_live(app).await;
        buy(app, 1, Some("TEN")).await;
        app.execute("UPDATE shop_order SET test_mode = (1 = 0)").await;
        app.work().await;
        let found = of(&owner, "").await;
        let usd = currency(&found, "USD");
        // 2 × 6.00 with 5.00 for the post and 8 % tax; 6.00 less 10 % with the same.
        let (goods, off) = (1200 + 600, 60);
        let tax = app.number("SELECT CAST(SUM(tax_cents) AS BIGINT) FROM shop_order").await;
        let gross = goods - off + 1000 + tax;
        assert_eq!(sums(&usd["total"]), [2, gross, off, 1000, 0, tax, gross - tax, gross, 0, 0]);
        assert_eq!((&usd["total"]["averageCents"], &usd["testOrders"], usd["periods"].as_array().unwrap().len()), (&json!((gross + 1) / 2), &json!(0), 30));
        assert_eq!(sums(&usd["periods"][29]), sums(&usd["total"]));
        // A day later all of the first goes back: the day of the order stays what it was.
        let day = usd["periods"][29].clone();
        app.clock.advance(86_400_000);
        let id = first["id"].as_str().unwrap();
        let owner = app.member("later@shop.example", &[Role::StoreManager]).await;
        good(&owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"reason": "late"})).await);
        app.work().await;
        app.work().await;
        let found = of(&owner, "").await;
        let usd = currency(&found, "USD");
        assert_eq!(usd["periods"][28], day);
        let of_first = async |column: &str| app.number(&format!("SELECT {column} FROM shop_order WHERE id = '{id}'")).await;
        let (paid, taxed) = (of_first("grand_total_cents").await, of_first("tax_cents").await);
        assert_eq!(sums(&usd["periods"][29]), [0, 0, 0, 0, paid, -taxed, taxed - paid, -paid, 0, 0]);
        // Against the days before: those that are asked for now have the refund alone.
        let today = found["to"].as_str().unwrap();
        let last = of(&owner, &format!("from={today}")).await;
        assert_eq!(sums(&currency(&last, "USD")["before"]), sums(&day));
        let products = good(&owner.get(&format!("{FIGURES}/products")).await);
        assert_eq!(currency(&products, "USD")["rows"], json!([{"itemId": "bread", "title": "Bread", "pieces": 3, "returned": 0, "amountCents": 1800}]));
        let taxes = good(&owner.get(&format!("{FIGURES}/taxes")).await);
        let rows = &currency(&taxes, "USD")["rows"];
        assert_eq!((&rows[0]["country"], &rows[0]["rate"], &rows[0]["taxCents"], &rows[0]["taxRefundedCents"], &rows[0]["dueCents"], rows.as_array().unwrap().len()),
            (&json!("US"), &json!("8"), &json!(tax), &json!(taxed), &json!(tax - taxed), 1));
        app.audit().await;
    }

    /// S-915: a gift card is no revenue when it is sold, and is when it is spent; what is paid with it is no money that came in.
    async fn s_915_a_gift_card_is_revenue_once(app: &TestApp); {
        let owner = owner(app).await;
        let buyer = app.visitor();
        add(&buyer, "voucher", "gift-50", 1).await;
        let mut order = purchase();
        order["email"] = json!("giver@shopper.example");
        let sold = good(&buyer.post(CHECKOUT, order).await);
        let code = newest_code(app, "giver@shopper.example").await;
        let spent = buy(app, 1, Some(&code)).await;
        agree(app, &owner).await;
        let total = currency(&of(&owner, "").await, "USD")["total"].clone();
        let of_order = async |column: &str, order: &Value| app.number(&format!("SELECT {column} FROM shop_order WHERE id = '{}'", order["id"].as_str().unwrap())).await;
        let tax = of_order("tax_cents", &spent).await;
        let worth = 600 + 500 + tax;
        assert_eq!((of_order("grand_total_cents", &sold).await, of_order("grand_total_cents", &spent).await), (5000, 0));
        assert_eq!(sums(&total), [2, worth, 0, 500, 0, tax, worth - tax, 5000, worth, 5000]);
        // All of it goes back to the card, and then the card is taken back: nothing is left of either.
        for order in [&spent, &sold] {
            good(&owner.post(&format!("/api/commerce/orders/{}/refunds", order["id"].as_str().unwrap()), json!({"reason": "x"})).await);
            app.work().await;
        }
        agree(app, &owner).await;
        let total = currency(&of(&owner, "").await, "USD")["total"].clone();
        assert_eq!(sums(&total), [2, worth, 0, 500, worth, 0, 0, 0, 0, 0]);
    }

    /// S-916, S-917, S-918: random orders, refunds, cancellations and lost disputes, in two currencies and in the mode for tests, around
    /// the night in which clocks change: each day, week and month is what the orders of it say, no currency is in another, and a
    /// refund that fails after it was done is a move of its own.
    async fn s_916_s_917_figures_by_day_are_the_sums_of_orders(app: &TestApp); {
        let owner = owner(app).await;
        let shape = buy(app, 1, None).await["id"].as_str().unwrap().to_owned();
        let mut chance = Chance(0x5EED_0000_0916_0001);
        let mut model = Model::default();
        let mut sql = format!("UPDATE shop_order SET status = 'cancelled' WHERE id = '{shape}'; UPDATE payment SET status = 'declined' WHERE order_id = '{shape}'; ");
        let mut done = Vec::new();
        for number in 0..120 {
            play(&mut chance, &mut model, &mut sql, &mut done, (number, &shape));
        }
        app.execute(&sql).await;
        app.work().await;
        compare(&owner, &model).await;
        // Some that were done fail afterwards, a week later.
        let mut failing = String::new();
        for (refund, order, at) in done.into_iter().step_by(3) {
            let later = at + 7 * 86_400_000;
            let _ = write!(failing, "UPDATE refund SET status = 'failed', ended_at = {later} WHERE id = '{refund}'; \
                UPDATE shop_order SET is_booked = (1 = 0), refunded_cents = refunded_cents - (SELECT amount_cents FROM refund WHERE id = '{refund}') WHERE id = '{order}'; ");
            model.fail(&refund, later);
        }
        app.execute(&failing).await;
        app.work().await;
        compare(&owner, &model).await;
        app.work().await;
        compare(&owner, &model).await;
    }

    /// S-915: an order whose taxes nobody can read keeps no other out of the figures, and is said to be missing.
    async fn s_915_one_order_that_cannot_be_read_keeps_no_other_out(app: &TestApp); {
        let owner = owner(app).await;
        let broken = buy(app, 1, None).await["id"].as_str().unwrap().to_owned();
        buy(app, 2, None).await;
        app.execute(&format!("UPDATE shop_order SET test_mode = (1 = 0); UPDATE shop_order SET taxes = 'x' WHERE id = '{broken}'")).await;
        app.work().await;
        let found = of(&owner, "").await;
        assert_eq!((&found["waiting"], &currency(&found, "USD")["total"]["orders"]), (&json!(1), &json!(1)));
        app.execute(&format!("UPDATE shop_order SET taxes = '[]' WHERE id = '{broken}'")).await;
        agree(app, &owner).await;
        assert_eq!(currency(&of(&owner, "").await, "USD")["total"]["orders"], 2);
    }

    /// S-916: a refund that comes to its end while its order is being written down waits for that, and is written down after it.
    async fn s_916_a_refund_beside_the_writing_is_not_hidden(app: &TestApp); {
        let owner = owner(app).await;
        let order = buy(app, 1, None).await["id"].as_str().unwrap().to_owned();
        let cents = app.number(&format!("SELECT grand_total_cents FROM shop_order WHERE id = '{order}'")).await;
        let paid_at = app.number(&format!("SELECT paid_at FROM shop_order WHERE id = '{order}'")).await;
        app.execute(&format!(
            "INSERT INTO refund (id, order_id, amount_cents, status, reason, created_at) VALUES ('r1', '{order}', {cents}, 'pending', 'owner', {paid_at}); \
             UPDATE shop_order SET refunded_cents = {cents} WHERE id = '{order}'"
        ))
        .await;
        let held = held_order(app, &order).await;
        let db = app.handle().context().db.clone();
        let end = tokio::spawn(async move {
            db.write(async move |connection| refund::set_done(connection, "r1", "re_1", paid_at).await).await
        });
        if let Some(mut held) = held {
            let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while app.number(waiting).await < 1 && !end.is_finished() {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            let written = format!("UPDATE shop_order SET is_booked = true WHERE id = '{order}'; COMMIT");
            sqlx::raw_sql(sqlx::AssertSqlSafe(written)).execute(&mut held).await.unwrap();
        }
        assert!(end.await.unwrap().unwrap());
        assert_eq!(app.count("shop_order", "is_booked").await, 0, "the books do not say it yet");
        agree(app, &owner).await;
    }

    /// S-919: a table has every period and every tax with its amounts as numbers, and no text in it is a formula.
    async fn s_919_tables_are_what_the_answers_say(app: &TestApp); {
        let owner = owner(app).await;
        let mut catalog = crate::catalog::catalog();
        catalog["taxRules"] = json!([{"country": "US", "rate": "8", "name": "=1+1"}]);
        app.publish(&catalog).await;
        let order = buy(app, 2, None).await;
        app.work().await;
        good(&owner.post(&format!("/api/commerce/orders/{}/refunds", order["id"].as_str().unwrap()), json!({"reason": "x", "amountCents": 500})).await);
        agree(app, &owner).await;
        let total = currency(&of(&owner, "").await, "USD")["total"].clone();
        let table = owner.get(&format!("{FIGURES}.csv?step=month")).await;
        assert_eq!((table.status.as_u16(), table.headers["content-type"].to_str().unwrap()), (200, "text/csv; charset=utf-8"));
        let last = table.text.trim_end().lines().last().unwrap().to_owned();
        let main = |name: &str| { let cents = total[name].as_i64().unwrap(); format!("{}.{:02}", cents / 100, cents % 100) };
        let expected = format!("USD,1,{},{},0.00,5.00,5.00,{},{},{},0.00,0.00", main("grossCents"), main("averageCents"), main("taxCents"), main("netCents"), main("moneyCents"));
        assert!(last.ends_with(&expected), "{last} {expected}");
        assert_eq!(table.text.lines().count(), 1 + currency(&of(&owner, "step=month").await, "USD")["periods"].as_array().unwrap().len());
        let taxes = owner.get(&format!("{FIGURES}/taxes.csv")).await;
        assert_eq!(taxes.status, 200);
        assert!(taxes.text.contains(",USD,US,NY,'=1+1,8,") && !taxes.text.contains(",="), "{}", taxes.text);
    }

    /// S-920: carts that were begun, bought and left are told apart; visits that nobody counted are not known, and none is made up.
    async fn s_920_carts_left_and_visits_not_known(app: &TestApp); {
        let owner = owner(app).await;
        buy(app, 1, None).await;
        make_live(app).await;
        for _ in 0..3 {
            add(&app.visitor(), "bread", "bread", 1).await;
        }
        app.work().await;
        let path = format!("{FIGURES}/carts");
        let now = good(&owner.get(&path).await);
        assert_eq!((&now["begun"], &now["bought"], &now["left"], &now["orders"], &now["visits"]), (&json!(4), &json!(1), &json!(0), &json!(1), &Value::Null));
        app.clock.advance(2 * 3_600_000);
        let later = good(&owner.get(&path).await);
        assert_eq!((&later["begun"], &later["left"]), (&json!(4), &json!(3)));
        for wrong in ["from=x", "from=2026-01-02&to=2026-01-01", "from=1900-01-01", "step=year"] {
            assert_eq!(owner.get(&format!("{path}?{wrong}")).await.status, 400, "{wrong}");
        }
        assert_eq!(owner.get(&format!("{FIGURES}?from=x")).await.json()["code"], "malformed-span");
    }
}

/// What happened, by the test's own reckoning.
#[derive(Default)]
struct Model {
    /// When, in which currency, and what it adds to each of the sums.
    moves: Vec<(i64, &'static str, [i64; 10])>,
    refunds: BTreeMap<String, (&'static str, [i64; 10])>,
}

impl Model {
    fn fail(&mut self, refund: &str, at: i64) {
        if let Some((currency, sums)) = self.refunds.get(refund) {
            self.moves.push((at, currency, sums.map(|sum| -sum)));
        }
    }

    fn sums(&self, currency: &str, (from, to): (Date, Date)) -> Vec<i64> {
        let zone = TimeZone::get("America/New_York").unwrap();
        let mut sums = vec![0; 10];
        for (at, of, adds) in &self.moves {
            let day = Timestamp::from_millisecond(*at).unwrap().to_zoned(zone.clone()).date();
            if *of == currency && (from..=to).contains(&day) {
                sums.iter_mut().zip(adds).for_each(|(sum, add)| *sum += add);
            }
        }
        sums
    }
}

/// Moments of the two weeks around 1 November 2026, when New York's clocks go back; often one at the edge of a day.
fn moment(chance: &mut Chance) -> i64 {
    let zone = TimeZone::get("America/New_York").unwrap();
    let day: Date = "2026-10-26"
        .parse::<Date>()
        .unwrap()
        .saturating_add(jiff::Span::new().days(i64::try_from(chance.below(14)).unwrap()));
    let start = day.to_zoned(zone).unwrap().timestamp().as_millisecond();
    start + [0, -1, 1, i64::try_from(chance.below(86_400_000)).unwrap()][chance.below(4)]
}

fn play(
    chance: &mut Chance,
    model: &mut Model,
    sql: &mut String,
    done: &mut Vec<(String, String, i64)>,
    (number, shape): (usize, &str),
) {
    let whole = |chance: &mut Chance, end: usize| i64::try_from(chance.below(end)).unwrap();
    let id = format!("random{number:04}");
    let (is_live, status) =
        (chance.below(6) > 0, ["paid", "paid", "paid", "pending", "cancelled"][chance.below(5)]);
    let code = ["USD", "EUR"][chance.below(2)];
    let (subtotal, delivery, tax) = (1 + whole(chance, 9000), whole(chance, 900), whole(chance, 700));
    let off = whole(chance, 1 + usize::try_from(subtotal).unwrap());
    let grand = subtotal - off + delivery + tax;
    let paid_at = moment(chance);
    let taxes = json!([{"rate": "8", "netCents": subtotal - off, "taxCents": tax}]);
    let _ = write!(
        sql,
        "INSERT INTO shop_order (id, cart_id, status, test_mode, email, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, \
        grand_total_cents, shipping_location, coupons, created_at, paid_at, hold_until, taxes) SELECT '{id}', '{id}', '{status}', (1 = {}), email, '{code}', {subtotal}, {off}, \
        {delivery}, {tax}, {grand}, shipping_location, '[]', {paid_at} - 1000, {paid_at}, 0, '{taxes}' FROM shop_order WHERE id = '{shape}'; ",
        i64::from(!is_live)
    );
    if status != "paid" {
        return;
    }
    if is_live {
        model.moves.push((paid_at, code, [1, grand, off, delivery, 0, tax, grand - tax, grand, 0, 0]));
    }
    let (mut left, mut gone, mut promised) = (grand, 0, 0);
    let mut at = paid_at;
    for part in 0..chance.below(4) {
        if left < 1 {
            break;
        }
        let cents =
            if chance.below(3) == 0 { left } else { 1 + whole(chance, usize::try_from(left).unwrap()) };
        let (refund, status) =
            (format!("{id}-{part}"), ["done", "done", "pending", "failed"][chance.below(4)]);
        at = (at + 1).max(moment(chance));
        let ended = if status == "pending" { "NULL".to_owned() } else { at.to_string() };
        let _ = write!(
            sql,
            "INSERT INTO refund (id, order_id, amount_cents, status, reason, created_at, ended_at) VALUES ('{refund}', '{id}', {cents}, '{status}', 'a dispute was lost', {paid_at}, {ended}); "
        );
        if status != "failed" {
            left -= cents;
            promised += cents;
        }
        if status == "done" {
            // The tax that is left after each step is that of what is left, rounded half up.
            let of = |gone: i64| (2 * tax * gone + grand).div_euclid(2 * grand);
            let taxed = of(gone + cents) - of(gone);
            gone += cents;
            if is_live {
                let sums = [0, 0, 0, 0, cents, -taxed, taxed - cents, -cents, 0, 0];
                model.moves.push((at, code, sums));
                model.refunds.insert(refund.clone(), (code, sums));
            }
            done.push((refund, id.clone(), at));
        }
    }
    let _ = write!(sql, "UPDATE shop_order SET refunded_cents = {promised} WHERE id = '{id}'; ");
}

/// The taxes of a failed refund go back as they stand then, so they are compared by what was added in all, not move by move.
async fn compare(owner: &Visitor, model: &Model) {
    for step in ["day", "week", "month"] {
        let found = of(owner, &format!("from=2026-10-26&to=2026-12-06&step={step}")).await;
        assert_eq!(found["waiting"], 0);
        for code in ["USD", "EUR"] {
            let one = currency(&found, code);
            for period in one["periods"].as_array().unwrap() {
                let day = |name: &str| period[name].as_str().unwrap().parse::<Date>().unwrap();
                let without_tax = |sums: Vec<i64>| [&sums[..5], &sums[7..]].concat();
                let expected = model.sums(code, (day("from"), day("to")));
                assert_eq!(without_tax(sums(period)), without_tax(expected), "{code} {step} {period}");
                assert_eq!(sums(period)[1] - sums(period)[4] - sums(period)[5], sums(period)[6]);
            }
        }
    }
    let begins = "2026-10-26".parse::<Date>().unwrap();
    let ends = "2026-12-06".parse::<Date>().unwrap();
    let found = of(owner, "from=2026-10-26&to=2026-12-06").await;
    for code in ["USD", "EUR"] {
        let (said, meant) = (sums(&currency(&found, code)["total"]), model.sums(code, (begins, ends)));
        let refunds = i64::try_from(model.refunds.len()).unwrap();
        assert!((said[5] - meant[5]).abs() <= refunds, "{code}: {} of tax, and not {}", said[5], meant[5]);
    }
}
