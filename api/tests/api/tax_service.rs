//! S-330 to S-333: taxes that a service works out, from the cart to what is taken, to what the service is told of it.

use crate::agreed::{ask, cart_of, seen};
use crate::app::{NOW, Store, TestApp, Visitor, on_both};
use crate::cart::{ENTRIES, add};
use crate::money::{owner, with_codes};
use crate::stripe_server::{self, Fault};
use crate::stripe_taxes::{BOOKS, Books};
use crate::subscription::SUBSCRIPTION;
use loggia_api::Settings;
use loggia_api::clock::{DAY, HOUR, MINUTE};
use loggia_api::config::{TaxBy, TaxFallback, TaxPrices};
use serde_json::{Value, json};

const BASE: &str = "/api/commerce/shopping-cart";
const CALCULATE: &str = "POST /v1/tax/calculations";

/// A shop that asks the service, and takes money by the same account.
fn served(settings: &mut Settings) {
    stripe_server::start(settings);
    settings.tax.service = TaxBy::Stripe;
    settings.tax.prices = Some(TaxPrices::Exclusive);
    settings.tax.codes = vec![format!("books={BOOKS}")];
    // A machine with much else to do is slow, and one that hangs is waited for no longer than this.
    settings.tax.patience_ms = 4000;
}

fn german(included: bool) -> Value {
    let mut catalog = crate::catalog::catalog();
    catalog["taxRules"] = json!([{"country": "DE", "rate": "16", "included": included, "shipping": true}]);
    catalog["seller"] = json!({"name": "Berg GmbH", "country": "DE", "vatId": "DE136695976"});
    let products = catalog["products"].as_array_mut().unwrap();
    products.iter_mut().find(|product| product["id"] == "guide").unwrap()["taxClass"] = json!("books");
    catalog
}

fn place(country: &str, code: &str) -> Value {
    let (city, region) = if country == "US" { ("Seattle", "WA") } else { ("Köln", "") };
    json!({"country": country, "line1": "1 Main Street", "city": city, "region": region, "postalCode": code})
}

async fn put(visitor: &Visitor, what: &str, body: Value) -> Value {
    let answer = visitor.put(&format!("{BASE}/{what}"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["shoppingCart"].clone()
}

/// The purchase of a cart as it is shown, by card.
fn paid(cart: &Value) -> Value {
    let mut body = seen(cart, "ann@shopper.example");
    body["paymentToken"] = json!("pm_card_visa");
    body
}

fn books<T>(app: &TestApp, look: impl FnOnce(&mut Books) -> T) -> T {
    stripe_server::of(&app.settings).taxes(look)
}

fn calculations(app: &TestApp) -> usize {
    stripe_server::of(&app.settings).calls().iter().filter(|call| *call == CALCULATE).count()
}

fn cents(of: &Value, member: &str) -> i64 {
    of[member].as_i64().unwrap_or_default()
}

/// Two loaves and a guide that go to Seattle: 24.00 and 5.00 for the post.
async fn to_seattle(app: &TestApp) -> (Visitor, Value) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 2).await;
    add(&visitor, "guide", "guide", 1).await;
    put(&visitor, "shipping-location", place("US", "98104")).await;
    let cart = put(&visitor, "shipping-option", json!({"id": "post"})).await;
    (visitor, cart)
}

/// Every sale that the service has in its books, and what went back.
fn told(app: &TestApp) -> (Vec<i64>, Vec<i64>) {
    let totals = |all: &[Value]| all.iter().map(|one| one["total"].as_i64().unwrap()).collect();
    books(app, |books| (totals(&books.transactions), totals(&books.reversals)))
}

on_both! {
    /// S-330: what the service says is shown and charged, by jurisdiction; it is asked once for each cart, and told of the sale once,
    /// though its first answer to that is lost.
    async fn s_330_the_service_says_what_is_shown_and_charged(app: &TestApp) with |settings| served(settings); {
        let (visitor, cart) = to_seattle(app).await;
        // 6.5 % of 12.00, 12.00 and 5.00 each by itself: 0.78, 0.78, 0.33; 3.85 %: 0.46, 0.46, 0.19.
        let lines: Vec<(&str, i64, i64)> = cart["taxes"].as_array().unwrap().iter()
            .map(|line| (line["name"].as_str().unwrap(), cents(line, "netCents"), cents(line, "taxCents"))).collect();
        assert_eq!(lines, [("Washington Sales Tax", 2900, 189), ("Seattle Sales Tax", 2900, 111)]);
        assert_eq!((cents(&cart, "taxCents"), cents(&cart, "grandTotalCents")), (300, 3200));
        let asked = calculations(app);
        assert_eq!(cart_of(&visitor).await, cart);
        assert_eq!(visitor.get(&format!("{BASE}/estimate?country=US&region=WA&postalCode=98104")).await.status, 200);
        assert!(calculations(app) <= asked + 1, "a known answer is asked for again");
        let order = ask(&visitor, &paid(&cart), None).await;
        assert_eq!(order.status, 200, "{}", order.text);
        let stripe = stripe_server::of(&app.settings);
        assert_eq!((stripe.taken(), stripe.intent("pi_1")["amount"].as_i64()), (3200, Some(3200)));
        // Both the letters and the sale wait; the answer to the sale is lost on the way.
        stripe.fails(&[Fault::LosesAnswer, Fault::IsBusy]);
        app.work().await;
        app.work().await;
        assert_eq!(told(app), (vec![3200], vec![]));
        let sale = books(app, |books| books.transactions[0].clone());
        assert_eq!(sale["reference"], order.json()["id"]);
        let asked = books(app, |books| books.calculations.iter().find(|one| one["id"] == sale["calculation"]).unwrap()["asked"].clone());
        assert_eq!((&asked["line_items[0][tax_code]"], &asked["line_items[1][tax_code]"]), (&json!("txcd_99999999"), &json!("txcd_10000000")));
        let letter = app.emails_to("ann@shopper.example").await.concat();
        assert!(letter.contains("Seattle Sales Tax 3.85 %: $1.11"), "{letter}");
        assert_eq!(app.count("tax_sale", "reference = 'tax_1' AND total_cents = 3200").await, 1);
        app.audit().await;
    }

    /// S-330: a cart that changes asks anew, and an answer holds for an hour; what was shown by another one is not charged.
    async fn s_330_an_answer_is_for_one_cart_and_one_hour(app: &TestApp) with |settings| served(settings); {
        let (visitor, cart) = to_seattle(app).await;
        let entry = cart["entries"][0]["id"].as_str().unwrap();
        visitor.put(&format!("{ENTRIES}/{entry}"), json!({"quantity": 3})).await;
        let more = cart_of(&visitor).await;
        assert_eq!((cents(&more, "taxCents"), &more["taxPending"]), (362, &Value::Null));
        let refused = ask(&visitor, &paid(&cart), None).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["totalCents"]), (409, &more["grandTotalCents"]));
        let asked = calculations(app);
        app.clock.advance(HOUR + MINUTE);
        assert_eq!(cart_of(&visitor).await["taxCents"], more["taxCents"]);
        assert_eq!(calculations(app), asked + 1);
        app.clock.advance(2 * HOUR);
        app.work().await;
        assert_eq!((app.count("tax_calculation", "TRUE").await, stripe_server::of(&app.settings).intents().len()), (0, 0));
    }

    /// S-331: while the service is away, or answers too late, the checkout says that it cannot go on, and nothing is charged.
    async fn s_331_without_an_answer_nothing_is_charged(app: &TestApp) with |settings| { served(settings); settings.tax.patience_ms = 1500; }; {
        books(app, |books| books.is_down = true);
        let (visitor, cart) = to_seattle(app).await;
        assert_eq!((&cart["taxPending"], cents(&cart, "taxCents"), cents(&cart, "grandTotalCents")), (&json!(true), 0, 2900));
        let estimate = visitor.get(&format!("{BASE}/estimate?country=US&region=WA&postalCode=98104")).await;
        assert_eq!((estimate.status.as_u16(), &estimate.json()["code"]), (503, &json!("tax-unanswered")));
        let page = visitor.get("/api/plain/checkout").await.text;
        assert!(page.contains("could not be worked out just now"), "{page}");
        books(app, |books| (books.is_down, books.hangs) = (false, true));
        let refused = ask(&visitor, &paid(&cart), None).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("tax-unanswered")));
        assert!(refused.error().contains("nothing was charged"), "{}", refused.text);
        let stripe = stripe_server::of(&app.settings);
        assert_eq!((stripe.intents().len(), app.count("shop_order", "TRUE").await, app.stock("bread", "bread").await), (0, 0, 20));
        // It is back: what was shown lacked the taxes, so the shopper is asked to agree.
        books(app, |books| books.hangs = false);
        let changed = ask(&visitor, &paid(&cart), None).await;
        assert_eq!((changed.status.as_u16(), &changed.json()["totalCents"], &changed.json()["changes"]), (409, &json!(3200), &json!(["tax"])));
        let order = ask(&visitor, &paid(&cart_of(&visitor).await), None).await;
        assert_eq!((order.status.as_u16(), stripe.taken()), (200, 3200), "{}", order.text);
    }

    /// S-331: the shop's own rules stand in where the owner says so, and no sale is told that the service did not work out.
    async fn s_331_own_rules_stand_in_where_the_owner_says_so(app: &TestApp) with |settings| { served(settings); settings.tax.fallback = TaxFallback::Rules; }; {
        books(app, |books| books.is_down = true);
        let (visitor, cart) = to_seattle(app).await;
        // The shop's 8 % of the goods.
        assert_eq!((&cart["taxPending"], cents(&cart, "taxCents"), cents(&cart, "grandTotalCents")), (&Value::Null, 192, 3092));
        let order = ask(&visitor, &paid(&cart), None).await;
        assert_eq!((order.status.as_u16(), stripe_server::of(&app.settings).taken()), (200, 3092), "{}", order.text);
        books(app, |books| books.is_down = false);
        app.work().await;
        assert_eq!((told(app), app.count("tax_sale", "TRUE").await), ((vec![], vec![]), 0));
        app.audit().await;
    }

    /// S-330: prices hold the tax where the shop's rules say so; gift cards are not asked about; a firm that owes the tax pays none.
    async fn s_330_prices_hold_the_tax_where_rules_say_so(app: &TestApp) with |settings| served(settings); {
        app.publish(&german(true)).await;
        let (visitor, _) = with_codes(app, &[("guide", "guide"), ("lesson", "lesson"), ("voucher", "gift-25")], &[]).await;
        let cart = put(&visitor, "shipping-location", place("DE", "50667")).await;
        let lines: Vec<(&str, i64, i64)> = cart["taxes"].as_array().unwrap().iter()
            .map(|line| (line["rate"].as_str().unwrap(), cents(line, "netCents"), cents(line, "taxCents"))).collect();
        assert_eq!(lines, [("7", 1121, 79), ("19", 3361, 639)]);
        assert_eq!((cents(&cart, "taxCents"), cents(&cart, "includedTaxCents"), cents(&cart, "grandTotalCents")), (0, 718, 7700));
        let order = ask(&visitor, &paid(&cart), None).await;
        assert_eq!((order.status.as_u16(), stripe_server::of(&app.settings).taken()), (200, 7700), "{}", order.text);
        app.work().await;
        assert_eq!(told(app), (vec![5200], vec![]));
        // All of it goes back; of the service's books only what it taxed.
        let refund = format!("/api/commerce/orders/{}/refunds", order.json()["id"].as_str().unwrap());
        let back = owner(app).await.post(&refund, json!({"reason": "asked for it"})).await;
        assert_eq!(back.status, 200, "{}", back.text);
        app.work().await;
        app.work().await;
        assert_eq!(told(app), (vec![5200], vec![-5200]));
        app.audit().await;
        let firm = app.visitor();
        add(&firm, "lesson", "lesson", 1).await;
        put(&firm, "shipping-location", json!({"country": "NL", "city": "Utrecht", "postalCode": "3511 LX", "line1": "Ring 1"})).await;
        let cart = put(&firm, "vat-id", json!({"vatId": "NL123456782B90"})).await;
        let asked = books(app, |books| books.calculations.last().unwrap()["asked"].clone());
        assert_eq!(asked["customer_details[tax_ids][0][value]"], "NL123456782B90", "{cart}");
    }

    /// S-330: files are taxed by postal code where taxes differ by it; a place that the service does not know is said at its field.
    async fn s_330_a_place_is_said_as_far_as_its_taxes_need(app: &TestApp) with |settings| served(settings); {
        let (visitor, _) = with_codes(app, &[("guide", "guide")], &[]).await;
        let place = |code: &str| json!({"country": "US", "region": "WA", "postalCode": code});
        let cart = put(&visitor, "shipping-location", place("")).await;
        assert_eq!((&cart["asksCountry"], &cart["asksPostalCode"], &cart["taxPending"]), (&json!(true), &json!(true), &json!(true)));
        let missing = ask(&visitor, &paid(&cart), None).await;
        assert_eq!(missing.status, 400, "{}", missing.text);
        assert!(missing.json()["errors"]["postalCode"].is_string() || missing.text.contains("postalCode"), "{}", missing.text);
        assert_eq!(calculations(app), 0);
        let cart = put(&visitor, "shipping-location", place("9")).await;
        let unknown = ask(&visitor, &paid(&cart), None).await;
        assert!(unknown.status == 400 && unknown.text.contains("postalCode"), "{}", unknown.text);
        let cart = put(&visitor, "shipping-location", place("98104")).await;
        let order = ask(&visitor, &paid(&cart), None).await;
        assert_eq!((order.status.as_u16(), cents(&cart, "taxCents")), (200, 124), "{}", order.text);
    }

    /// S-333: a renewal asks for its own taxes, waits for them, and is a sale of its own.
    async fn s_333_a_renewal_has_taxes_of_its_own(app: &TestApp) with |settings| served(settings); {
        let visitor = app.visitor();
        let token = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json()["cartToken"].clone();
        let mut body = paid(&json!({}));
        body["cartToken"] = token;
        body["shippingLocation"] = place("US", "98104");
        body["totalCents"] = Value::Null;
        body["cartDigest"] = Value::Null;
        let bought = visitor.post(crate::checkout::CHECKOUT, body).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        app.work().await;
        assert_eq!(told(app).0, [3311]);
        app.clock.advance(31 * DAY);
        books(app, |books| books.is_down = true);
        app.work().await;
        assert_eq!(app.count("shop_order", "status = 'paid'").await, 1);
        books(app, |books| books.is_down = false);
        app.clock.advance(HOUR);
        app.work().await;
        app.work().await;
        assert_eq!((app.count("shop_order", "status = 'paid'").await, told(app).0), (2, vec![3311, 3311]));
        assert_eq!(stripe_server::of(&app.settings).taken(), 6622);
        app.audit().await;
    }
}

/// S-332: parts go back and then the rest, the service is told of each once, and a restart in between loses nothing.
async fn returned(store: Store) {
    let Some(mut app) = TestApp::start(store, served).await else { return };
    let (visitor, cart) = to_seattle(&app).await;
    let order = ask(&visitor, &paid(&cart), None).await;
    assert_eq!(order.status, 200, "{}", order.text);
    let id = order.json()["id"].as_str().unwrap().to_owned();
    // Nothing is told before the server ends, and everything after it begins again.
    assert_eq!(told(&app), (vec![], vec![]));
    app.restart().await;
    let refunds = format!("/api/commerce/orders/{id}/refunds");
    let manager = owner(&app).await;
    let part = json!({"lines": [{"position": 0, "quantity": 1, "restock": false}], "reason": "broken"});
    for body in [part.clone(), part] {
        let done = manager.post(&refunds, body).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    for minutes in [0, 2, 4] {
        app.clock.advance(minutes * MINUTE);
        app.work().await;
    }
    assert_eq!(told(&app).0, [3200]);
    let (back, refunded) = (told(&app).1, app.number("SELECT refunded_cents FROM shop_order").await);
    assert!((1323..=1324).contains(&refunded), "{refunded}");
    assert_eq!(
        (back.iter().sum::<i64>(), stripe_server::of(&app.settings).taken()),
        (-refunded, 3200 - refunded)
    );
    stripe_server::of(&app.settings).fails(&[Fault::LosesAnswer]);
    let rest = manager.post(&refunds, json!({"reason": "asked for it"})).await;
    assert_eq!(rest.status, 200, "{}", rest.text);
    for minutes in [0, 2, 4] {
        app.clock.advance(minutes * MINUTE);
        app.work().await;
    }
    let (sales, reversals) = told(&app);
    assert_eq!(
        (sales, reversals.iter().sum::<i64>(), stripe_server::of(&app.settings).taken()),
        (vec![3200], -3200, 0)
    );
    assert_eq!(app.count("tax_sale", "reversed_cents = total_cents").await, 1);
    assert_eq!(app.count("tax_reversal", "reference IS NULL").await, 0);
    assert!(app.clock.now_ms() > NOW);
    app.audit().await;
    app.stop().await;
}

#[tokio::test]
async fn s_332_what_goes_back_is_told_once_sqlite() {
    returned(Store::Sqlite).await;
}

#[tokio::test]
async fn s_332_what_goes_back_is_told_once_postgres() {
    returned(Store::Postgres).await;
}
