//! Accounting: what leaves the books in double entry is what the books say, read by a parser of the tests' own.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::money::{buy_card, owner};
use loggia_api::roles::Role;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const ROOT: &str = "/api/commerce/accounting";
const YEARS: [&str; 2] = ["from=2026-01-01&to=2026-12-31", "from=2027-01-01&to=2027-12-31"];

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

/// An amount of an order.
fn cents(order: &Value, name: &str) -> i64 {
    let text = order[name]["value"].as_str().unwrap_or_else(|| panic!("{name} of {order}"));
    text.replace('.', "").parse().unwrap()
}

/// Cells of a line whose text is in quotes, which are doubled inside it.
fn cells(line: &str, between: char) -> Vec<String> {
    let (mut found, mut cell, mut is_inside) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_inside && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_inside = !is_inside,
            letter if letter == between && !is_inside => found.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    found.push(cell);
    found
}

/// The rows of a table by the names of its columns; `skip` lines stand before the names.
fn table(text: &str, between: char, skip: usize) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.split("\r\n").skip(skip);
    let names = cells(lines.next().unwrap(), between);
    lines
        .filter(|line| !line.is_empty())
        .map(|line| {
            let cells = cells(line, between);
            assert_eq!(cells.len(), names.len(), "{line}");
            names.iter().cloned().zip(cells).collect()
        })
        .collect()
}

/// What stands on each account: debits less credits.
type Balances = BTreeMap<String, i64>;

fn book(balances: &mut Balances, account: &str, cents: i64) {
    *balances.entry(account.to_owned()).or_default() += cents;
}

/// The double entry of both years: what stands on each account; each document leaves what customers owe at nothing.
async fn journal(owner: &Visitor, receivable: &str) -> Balances {
    let (mut balances, mut documents) = (Balances::new(), Balances::new());
    for year in YEARS {
        let reply = owner.get(&format!("{ROOT}/journal.csv?{year}")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        for row in table(&reply.text, ',', 0) {
            let cents: i64 = row["amountMinor"].parse().unwrap();
            assert!(cents > 0 && row["account"] != row["counterAccount"], "{row:?}");
            assert_eq!(row["amount"], format!("{}.{:02}", cents / 100, cents % 100));
            for (account, cents) in [(&row["account"], cents), (&row["counterAccount"], -cents)] {
                book(&mut balances, account, cents);
                book(&mut documents, &row["document"], if account == receivable { cents } else { 0 });
            }
        }
    }
    assert!(documents.values().all(|cents| *cents == 0), "{documents:?}");
    balances
}

/// The same of DATEV's batches, read by the published names.
async fn batches(app: &TestApp, owner: &Visitor) -> Balances {
    let mut balances = Balances::new();
    for year in YEARS {
        for row in batch(app, owner, year).await.1 {
            let (whole, part) = row["Umsatz (ohne Soll/Haben-Kz)"].split_once(',').unwrap();
            let cents = whole.parse::<i64>().unwrap() * 100 + part.parse::<i64>().unwrap();
            let cents = if row["Soll/Haben-Kennzeichen"] == "S" { cents } else { -cents };
            assert!(part.len() == 2 && row["Belegdatum"].len() == 4 && row["WKZ Umsatz"] == "USD", "{row:?}");
            book(&mut balances, &row["Konto"], cents);
            book(&mut balances, &row["Gegenkonto (ohne BU-Schlüssel)"], -cents);
        }
    }
    balances
}

/// The head and the rows of a batch. Its letters are of Windows-1252: ours are all of one byte below 256.
async fn batch(app: &TestApp, owner: &Visitor, query: &str) -> (Vec<String>, Vec<BTreeMap<String, String>>) {
    let cookie = format!("SiteUserSession={}", owner.cookie("SiteUserSession").unwrap());
    let path = format!("http://{}{ROOT}/datev.csv?{query}", app.address());
    let reply = crate::app::client().get(path).header("cookie", cookie).send().await.unwrap();
    assert_eq!(
        (reply.status().as_u16(), &reply.headers()["content-type"]),
        (200, &"text/csv; charset=windows-1252".parse().unwrap())
    );
    let text: String = reply.bytes().await.unwrap().iter().map(|byte| char::from(*byte)).collect();
    assert!(text.ends_with("\r\n") && text.contains("Beleginfo - Art 1;"));
    let head = cells(text.split("\r\n").next().unwrap(), ';');
    (head, table(&text, ';', 1))
}

async fn set_up(owner: &Visitor, change: Value) -> Value {
    let found = good(&owner.get(ROOT).await);
    let mut settings = found["usual"][0].clone();
    assert_eq!(settings["chart"], "SKR03");
    for (name, value) in change.as_object().unwrap() {
        settings[name] = value.clone();
    }
    good(&owner.put(ROOT, settings).await)
}

/// Whatever was done in the shop: the double entry and the batches are what payments, refunds, taxes and gift cards say. Everything
/// was made live for it.
pub async fn agree(app: &TestApp) {
    let owner = app.visitor();
    owner.log_in("own@shop.example", false).await;
    set_up(&owner, json!({"country": "US", "consultant": 29098, "client": 55003})).await;
    let say = async |sql: &str| app.number(&format!("SELECT CAST(COALESCE(({sql}), 0) AS BIGINT)")).await;
    let sum = async |of: &str| say(&format!("SELECT SUM({of}) FROM book_move")).await;
    let (money, cards) = (sum("money_cents").await, sum("by_cards_cents - cards_sold_cents").await);
    let (gross, tax) = (sum("gross_cents - back_cents").await, sum("tax_cents").await);
    let left = say("SELECT SUM(change_cents) FROM gift_card_change WHERE reason <> 'imported'").await;
    assert_eq!(cards, -left, "what is left on gift cards is owed");
    let on = |balances: &Balances, accounts: &[&str]| -> i64 {
        accounts.iter().filter_map(|account| balances.get(*account)).sum()
    };
    let clearing = ["1360", "1361", "1362", "1363"];
    let revenue = ["8400", "8300", "8200", "8320", "8125", "8120"];
    let journal = journal(&owner, "10000").await;
    assert_eq!(
        (on(&journal, &["10000"]), on(&journal, &clearing), on(&journal, &["1700"])),
        (0, money, cards)
    );
    assert_eq!(on(&journal, &["1776", "1771", "1770", "1767"]), -tax, "{journal:?}");
    assert_eq!(on(&journal, &revenue), tax - gross, "{journal:?}");
    assert_eq!(journal.values().sum::<i64>(), 0);
    let batches = batches(app, &owner).await;
    assert_eq!(
        (on(&batches, &["10000"]), on(&batches, &clearing), on(&batches, &["1700"])),
        (0, money, cards)
    );
    assert_eq!(
        on(&batches, &revenue) + on(&batches, &["1776", "1771", "1770", "1767"]),
        -gross,
        "{batches:?}"
    );
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

async fn refund(owner: &Visitor, order: &Value, cents: i64) {
    let path = format!("/api/commerce/orders/{}/refunds", order["id"].as_str().unwrap());
    good(&owner.post(&path, json!({"amountCents": cents, "reason": "x"})).await);
}

async fn make_live(app: &TestApp) {
    app.work().await;
    crate::figures::make_live(app).await;
}

on_both! {
    /// S-310, S-311: an order, a refund in part and an order by a gift card, row by row; delivery and taxes stand on the owner's accounts,
    /// and orders in the mode for tests are in none.
    async fn s_310_documents_are_what_was_bought(app: &TestApp); {
        let owner = owner(app).await;
        let (_, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        let first = buy(app, 2, None).await;
        let second = buy(app, 1, Some(&code)).await;
        app.work().await;
        refund(&owner, &first, 500).await;
        app.work().await;
        assert_eq!(table(&owner.get(&format!("{ROOT}/journal.csv")).await.text, ',', 0).len(), 0);
        make_live(app).await;
        let rates = json!([
            {"place": "HOME", "rate": "8.0", "revenue": "8400", "delivery": "8401", "tax": "1776", "automatic": false, "key": "3"},
            {"place": "HOME", "rate": "*", "revenue": "8200", "delivery": "8209", "tax": "1770"}, {"place": "EU", "rate": "*", "revenue": "8320", "tax": "1767"},
            {"place": "WORLD", "rate": "*", "revenue": "8120", "tax": "1770"}]);
        let kept = set_up(&owner, json!({"country": "us", "consultant": 29098, "client": 55003, "taxes": rates})).await;
        assert_eq!((&kept["isKept"], &kept["settings"]["country"], &kept["settings"]["taxes"][0]["rate"]), (&json!(true), &json!("US"), &json!("8")));
        let rows = table(&owner.get(&format!("{ROOT}/journal.csv")).await.text, ',', 0);
        let number = async |order: &Value| app.number(&format!("SELECT number FROM shop_order WHERE id = '{}'", order["id"].as_str().unwrap())).await.to_string();
        let (one, two) = (number(&first).await, number(&second).await);
        let of = |document: &str| -> Vec<String> {
            let rows = rows.iter().filter(|row| row["document"] == document);
            rows.map(|row| ["about", "account", "counterAccount", "amount", "rate"].map(|name| row[name].clone()).join(" ")).collect()
        };
        let main = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
        let (total, tax, delivery) = (cents(&first, "grandTotal"), cents(&first, "taxTotal"), cents(&first, "shippingTotal"));
        assert!(tax > 0 && delivery > 0);
        assert_eq!(of(&one), [
            format!("goods 10000 8400 {} 8", main(total - tax - delivery)),
            format!("tax 10000 1776 {} 8", main(tax)),
            // Nothing was taxed of it here.
            format!("delivery 10000 8209 {} ", main(delivery)),
            format!("payment 1360 10000 {} ", main(total)),
        ]);
        let back = of(&format!("{one}-1"));
        assert_eq!((back.len(), back.last().unwrap().as_str()), (4, "payment 10000 1360 5.00 "), "{back:?}");
        assert!(back[0].starts_with("goods 8400 10000 ") && back[1].starts_with("tax 1776 10000 ") && back[2].starts_with("delivery 8209 10000 "), "{back:?}");
        assert!(of(&two).iter().any(|row| row.starts_with("gift card spent 1700 10000 ")), "{:?}", of(&two));
        assert!(rows.iter().any(|row| row["about"] == "gift card sold" && row["account"] == "10000" && row["counterAccount"] == "1700" && row["amountMinor"] == "2500"));
        assert!(rows.iter().all(|row| row["timeZone"] == "America/New_York" && row["time"].starts_with("2026-11-21T06:00") && row["day"] == "2026-11-21"));
        let (head, batch) = batch(app, &owner, "").await;
        assert_eq!((head[0].as_str(), head[2].as_str(), head[4].as_str(), head[10].as_str(), head[12].as_str(), head[21].as_str(), head[26].as_str()), ("EXTF", "21", "13", "29098", "20260101", "USD", "03"));
        let goods = batch.iter().find(|row| row["Buchungstext"] == format!("Bestellung {one} Ware 8 %")).unwrap();
        assert_eq!((goods["Konto"].as_str(), goods["Gegenkonto (ohne BU-Schlüssel)"].as_str(), goods["BU-Schlüssel"].as_str(), goods["Belegdatum"].as_str(), goods["Belegfeld 1"].as_str()),
            ("10000", "8400", "0003", "2111", one.as_str()));
        let sent = batch.iter().find(|row| row["Buchungstext"] == format!("Bestellung {one} Versand")).unwrap();
        let amount = |row: &BTreeMap<String, String>| row["Umsatz (ohne Soll/Haben-Kz)"].replace(',', "").parse::<i64>().unwrap();
        assert_eq!(amount(goods) + amount(sent), total, "{goods:?}");
        agree(app).await;
        assert_eq!(app.count("record", "kind = 'export' AND subject = 'datev'").await, 3);
        assert_eq!(app.count("record", "kind = 'export' AND subject = 'journal'").await, 4);
        assert_eq!(app.count("record", "kind = 'settings' AND subject = 'accounting'").await, 2);
    }

    /// S-312: a day by who took the money, with the provider's references; sums are those of its rows, and what failed afterwards is taken
    /// back out of what went back.
    async fn s_312_a_day_adds_up_with_the_providers(app: &TestApp); {
        let owner = owner(app).await;
        let (_, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        let first = buy(app, 2, None).await;
        buy(app, 1, Some(&code)).await;
        refund(&owner, &first, 300).await;
        refund(&owner, &first, 200).await;
        make_live(app).await;
        let set = "UPDATE payment SET provider = 'paypal', reference = 'CAPTURE-1' WHERE order_id";
        app.execute(&format!("{set} = '{}'", first["id"].as_str().unwrap())).await;
        let first_total = cents(&first, "grandTotal");
        let day = good(&owner.get(&format!("{ROOT}/closing")).await);
        assert_eq!((&day["from"], &day["to"], &day["waiting"]), (&json!("2026-11-21"), &json!("2026-11-21"), &json!(0)));
        let usd = &day["currencies"][0];
        let method = |name: &str| usd["methods"].as_array().unwrap().iter().find(|one| one["provider"] == name).unwrap().clone();
        assert_eq!(method("paypal"), json!({"provider": "paypal", "payments": 1, "takenCents": first_total, "refunds": 2, "backCents": 500, "netCents": first_total - 500}));
        assert_eq!(method("test")["refunds"], 0);
        let sum = |kind: &str| -> i64 {
            let rows = usd["rows"].as_array().unwrap().iter().filter(|row| row["kind"] == kind);
            rows.map(|row| row["amountCents"].as_i64().unwrap()).sum()
        };
        let all = |name: &str| -> i64 { usd["methods"].as_array().unwrap().iter().map(|one| one[name].as_i64().unwrap()).sum() };
        assert_eq!((sum("TAKEN"), sum("BACK")), (all("takenCents"), all("backCents")));
        assert_eq!(all("netCents"), app.number("SELECT CAST(SUM(money_cents) AS BIGINT) FROM book_move").await);
        assert!(usd["rows"].as_array().unwrap().iter().any(|row| row["reference"] == "CAPTURE-1" && row["amountCents"] == json!(first_total)));
        let back: Vec<&Value> = usd["rows"].as_array().unwrap().iter().filter(|row| row["kind"] == "BACK").collect();
        assert!(back.iter().all(|row| row["reference"] != "" && row["provider"] == "paypal"), "{back:?}");
        assert_eq!((&usd["cards"]["soldCents"], usd["cards"]["spentCents"].as_i64().unwrap() > 0), (&json!(2500), true));
        let rows = table(&owner.get(&format!("{ROOT}/closing.csv?day=2026-11-21")).await.text, ',', 0);
        let cents = rows.iter().map(|row| row["amount"].replace('.', "").parse::<i64>().unwrap()).sum::<i64>();
        assert_eq!((rows.len(), cents), (usd["rows"].as_array().unwrap().len(), all("netCents")));
        assert_eq!(good(&owner.get(&format!("{ROOT}/closing?day=2026-11-20")).await)["currencies"], json!([]));
        // One refund comes to nothing after all.
        let id = first["id"].as_str().unwrap();
        app.execute(&format!("UPDATE refund SET status = 'failed' WHERE amount_cents = 300; UPDATE shop_order SET is_booked = (1 = 0), refunded_cents = 200 WHERE id = '{id}'")).await;
        make_live(app).await;
        let after = good(&owner.get(&format!("{ROOT}/closing")).await);
        let paypal = after["currencies"][0]["methods"].as_array().unwrap().iter().find(|one| one["provider"] == "paypal").unwrap().clone();
        assert_eq!((&paypal["refunds"], &paypal["backCents"]), (&json!(1), &json!(200)));
        assert_eq!(owner.get(&format!("{ROOT}/closing?day=x")).await.json()["code"], "malformed-span");
        assert_eq!(app.count("record", "kind = 'export' AND subject = 'closing'").await, 1);
    }

    /// S-313: what are no account numbers is refused, and what was kept stays; a batch needs numbers of DATEV, one business year and a
    /// fresh proof; REPORTING reads and changes nothing.
    async fn s_313_account_numbers_are_checked(app: &TestApp); {
        let owner = owner(app).await;
        let found = good(&owner.get(ROOT).await);
        assert_eq!((&found["isKept"], &found["settings"]["chart"], found["usual"].as_array().unwrap().len()), (&json!(false), &json!("OWN"), 3));
        assert_eq!(owner.get(&format!("{ROOT}/datev.csv")).await.json()["code"], "datev-not-set-up");
        let usual = found["usual"][1].clone();
        for (name, wrong) in [
            ("country", json!("Germany")), ("receivable", json!("")), ("receivable", json!("=1+1")), ("receivable", json!("1234567")), ("giftCards", json!("12a4")),
            ("clearing", json!([{"provider": "stripe", "account": "1361"}])), ("taxes", json!([])), ("consultant", json!(1000)), ("client", json!(100_000)),
            ("accountLength", json!(9)), ("yearBegins", json!(13)),
            ("clearing", json!([{"provider": "", "account": "1361"}, {"provider": " ", "account": "1362"}])),
        ] {
            let mut settings = usual.clone();
            settings[name] = wrong.clone();
            let reply = owner.put(ROOT, settings).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("malformed-accounting")), "{name} {wrong}");
        }
        for (name, wrong) in [("rate", json!("x")), ("rate", json!("101")), ("key", json!("12345")), ("tax", json!("")), ("revenue", json!("x"))] {
            let mut settings = usual.clone();
            settings["taxes"][0][name] = wrong.clone();
            assert_eq!(owner.put(ROOT, settings).await.status, 400, "{name} {wrong}");
        }
        assert_eq!(good(&owner.get(ROOT).await)["isKept"], false);
        set_up(&owner, json!({"consultant": 29098, "client": 1, "yearBegins": 7})).await;
        let two_years = owner.get(&format!("{ROOT}/datev.csv?from=2026-06-30&to=2026-07-01")).await;
        assert_eq!((two_years.status.as_u16(), &two_years.json()["code"]), (400, &json!("datev-refused")));
        assert_eq!(batch(app, &owner, "from=2026-06-01&to=2026-06-30").await.0[12], "20250701");
        assert_eq!(owner.get(&format!("{ROOT}/datev.csv?currency=euros")).await.json()["code"], "malformed-currency");
        let reader = app.member("read@shop.example", &[Role::Reporting]).await;
        assert_eq!(reader.get(&format!("{ROOT}/journal.csv")).await.status, 200);
        assert_eq!(reader.put(ROOT, usual).await.status, 403);
        app.clock.advance(16 * 60_000);
        for path in ["journal.csv", "datev.csv", "closing.csv"] {
            assert_eq!(owner.get(&format!("{ROOT}/{path}")).await.json()["code"], "confirm-again", "{path}");
        }
    }
}
