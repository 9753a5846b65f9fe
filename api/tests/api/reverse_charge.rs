//! S-861 to S-864: a firm of another member state pays without tax, from the number it types to the invoice and what goes back.

use crate::agreed::{ask, cart_of, seen};
use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::catalog;
use crate::invoices::{german, of_order, paper, refund};
use crate::money::{COUPONS, newest_code, owner};
use crate::plain;
use crate::subscription::SUBSCRIPTION;
use actix_web::{App, HttpResponse, HttpServer, web};
use loggia_api::Settings;
use loggia_api::clock::DAY;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, mpsc};

const BASE: &str = "/api/commerce/shopping-cart";
const DUTCH: &str = "NL 1234.56.782.B90";
const RIGHT: u8 = 0;
const WRONG: u8 = 1;
const AWAY: u8 = 2;

/// A register that speaks the documented call of VIES and says of every number what it was told to say (`PUT /say`).
fn with_vies(settings: &mut Settings) {
    settings.limits.checkout = 1000;
    let (say, address) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let state = Arc::new(AtomicU8::new(RIGHT));
            let answer = async |state: web::Data<Arc<AtomicU8>>, asked: web::Json<Value>| match state.load(Ordering::SeqCst) {
                AWAY => HttpResponse::Ok().json(json!({"actionSucceed": false, "errorWrappers": [{"error": "MS_UNAVAILABLE"}]})),
                said => HttpResponse::Ok().json(json!({"countryCode": asked["countryCode"], "vatNumber": asked["vatNumber"], "valid": said == RIGHT})),
            };
            let set = async |state: web::Data<Arc<AtomicU8>>, said: web::Json<u8>| {
                state.store(*said, Ordering::SeqCst);
                HttpResponse::Ok().finish()
            };
            let app = move || {
                App::new().app_data(web::Data::new(state.clone())).route("/say", web::put().to(set)).default_service(web::post().to(answer))
            };
            let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
            say.send(http.addrs()[0]).unwrap();
            http.run().await.unwrap();
        });
    });
    settings.vat.vies_url = Some(format!("http://{}", address.recv().unwrap()));
}

async fn vies_says(app: &TestApp, what: u8) {
    let url = format!("{}/say", app.settings.vat.vies_url.as_ref().unwrap());
    assert_eq!(reqwest::Client::new().put(url).json(&what).send().await.unwrap().status(), 200);
}

/// A German shop whose prices hold the tax of the Netherlands there, or that adds it.
async fn publish(app: &TestApp, included: bool) {
    let mut catalog = german();
    let rules = catalog["taxRules"].as_array_mut().unwrap();
    rules.push(json!({"country": "NL", "rate": "21", "name": "BTW", "included": included, "shipping": true}));
    app.publish(&catalog).await;
}

fn place(country: &str) -> Value {
    let (city, code) = if country == "NL" { ("Utrecht", "3511 LX") } else { ("Wien", "1010") };
    json!({"country": country, "line1": "Ring 1", "city": city, "postalCode": code})
}

async fn put(visitor: &Visitor, what: &str, body: Value) -> Value {
    let answer = visitor.put(&format!("{BASE}/{what}"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["shoppingCart"].clone()
}

async fn give(visitor: &Visitor, vat_id: &str) -> Value {
    put(visitor, "vat-id", json!({"vatId": vat_id})).await
}

/// Somebody with bread and a guide that go to Utrecht: 33.00, which hold 5.73 of tax.
async fn to_utrecht(app: &TestApp) -> Visitor {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    add(&visitor, "guide", "guide", 1).await;
    put(&visitor, "shipping-location", place("NL")).await;
    put(&visitor, "shipping-option", json!({"id": "air"})).await;
    visitor
}

/// The state of the number, the tax that is charged, the tax that is taken off, the total.
fn told(cart: &Value) -> (String, i64, i64, i64) {
    let cents = |name: &str| cart[name].as_i64().unwrap_or_default();
    let state = cart["vatIdState"].as_str().unwrap_or_default().to_owned();
    assert_eq!(cart["reverseCharge"] == true, state == "reverse-charge", "{cart}");
    (state, cents("taxCents") + cents("includedTaxCents"), cents("reliefCents"), cents("grandTotalCents"))
}

fn is(state: &str, tax: i64, relief: i64, total: i64) -> (String, i64, i64, i64) {
    (state.to_owned(), tax, relief, total)
}

/// The purchase of a cart as it is shown, by a firm with this number.
fn by_firm(cart: &Value, vat_id: &str) -> Value {
    let mut body = seen(cart, "ann@shopper.example");
    body["buyer"] = json!({"name": "Ann Berg", "company": "Berg BV", "vatId": vat_id});
    body
}

/// Codes of the categories of tax of the last document of an order, in its UBL.
async fn categories(owner: &Visitor, order: &str) -> Vec<String> {
    let found = of_order(owner, order).await;
    let file = paper(owner, &found.last().unwrap()["number"], "invoice.xml").await;
    assert_eq!(file.status, 200, "{}", file.text);
    let sums = file.text.split("<cac:TaxSubtotal>").skip(1);
    sums.map(|sum| sum.split_once("<cbc:ID>").unwrap().1.split_once('<').unwrap().0.to_owned()).collect()
}

on_both! {
    /// S-861, S-862: the number is typed, removed, wrong, of another country; the cart, the estimate and the order say one total.
    async fn s_862_a_number_takes_the_tax_off_and_its_removal_brings_it_back(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        publish(app, true).await;
        let visitor = to_utrecht(app).await;
        let before = cart_of(&visitor).await;
        assert_eq!(told(&before), is("", 573, 0, 3300));
        assert_eq!(told(&give(&visitor, DUTCH).await), is("reverse-charge", 0, 573, 2727));
        let cart = cart_of(&visitor).await;
        assert_eq!((told(&cart), &cart["vatId"], cart.get("taxes")), (is("reverse-charge", 0, 573, 2727), &json!("NL123456782B90"), None));
        let at = async |country: &str| visitor.get(&format!("{BASE}/estimate?country={country}")).await.json();
        let there = at("NL").await;
        assert_eq!((&there["totalCents"], &there["reliefCents"], &there["reverseCharge"]), (&json!(2727), &json!(573), &json!(true)));
        assert_eq!(at("AT").await["totalCents"], 3300);
        assert_eq!(told(&put(&visitor, "shipping-location", place("AT")).await), is("elsewhere", 0, 0, 3300));
        put(&visitor, "shipping-location", place("NL")).await;
        assert_eq!(told(&give(&visitor, "DE136695976").await), is("domestic", 573, 0, 3300));
        assert_eq!(told(&give(&visitor, "GB980780684").await), is("outside", 573, 0, 3300));
        let refused = visitor.put(&format!("{BASE}/vat-id"), json!({"vatId": "NL123456783B90"})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["codes"]), (400, &json!({"vatId": "vat-id-invalid"})));
        give(&visitor, DUTCH).await;
        assert_eq!(told(&give(&visitor, " ").await), is("", 573, 0, 3300));

        // Agreed to without tax, bought without the number: nothing is charged, and the cart says the new total.
        let cart = give(&visitor, DUTCH).await;
        let refused = ask(&visitor, &by_firm(&cart, ""), None).await;
        let said = refused.json();
        assert_eq!((refused.status.as_u16(), &said["totalCents"], &said["changes"]), (409, &json!(3300), &json!(["tax"])), "{said}");
        assert_eq!((told(&cart_of(&visitor).await), app.count("shop_order", "1 = 1").await), (is("", 573, 0, 3300), 0));
        // And the other way round.
        let refused = ask(&visitor, &by_firm(&before, DUTCH), None).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["totalCents"]), (409, &json!(2727)), "{}", refused.text);
        let cart = cart_of(&visitor).await;
        let bought = ask(&visitor, &by_firm(&cart, DUTCH), None).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let order = bought.json();
        assert_eq!((&order["grandTotal"]["value"], &order["taxTotal"]["value"], &order["reverseCharge"], &order["reliefCents"]),
            (&json!("27.27"), &json!("0.00"), &json!(true), &json!(573)));
        let id = order["id"].as_str().unwrap();

        // The invoice says the net prices, and comes to what was charged; what goes back in parts adds up to it.
        let owner = owner(app).await;
        let invoice = of_order(&owner, id).await[0].clone();
        assert_eq!((&invoice["grossCents"], &invoice["taxCents"]), (&json!(2727), &json!(0)));
        assert_eq!(categories(&owner, id).await, ["AE", "K"]);
        let ubl = paper(&owner, &invoice["number"], "invoice.xml").await.text;
        assert!(ubl.contains("<cbc:TaxInclusiveAmount currencyID=\"EUR\">27.27<") && ubl.contains("NL123456782B90"), "{ubl}");
        let desk = owner.get(&format!("/api/commerce/desk/orders/{id}")).await.json();
        let paid: Vec<i64> = desk["lines"].as_array().unwrap().iter().map(|line| line["paidCents"].as_i64().unwrap()).collect();
        assert_eq!((paid.iter().sum::<i64>() + desk["deliveryPaidCents"].as_i64().unwrap(), &desk["order"]["reliefCents"]), (2727, &json!(573)), "{desk}");
        for wish in [json!({"amountCents": 100}), json!({"lines": [{"position": 0, "quantity": 1}]}), json!({"lines": [{"position": 1, "quantity": 1}]})] {
            refund(&owner, id, wish).await;
        }
        let left = 2727 - 100 - paid.iter().sum::<i64>();
        refund(&owner, id, json!({"amountCents": left})).await;
        let all = of_order(&owner, id).await;
        let credited: i64 = all[1..].iter().map(|document| document["grossCents"].as_i64().unwrap()).sum();
        assert_eq!((all.len(), credited), (5, 2727), "{all:?}");
        assert!(all.iter().all(|document| document["taxCents"] == 0));
        assert!(categories(&owner, id).await.iter().all(|code| code == "AE" || code == "K"));
        app.work().await;
        assert_eq!(app.number("SELECT CAST(SUM(tax_cents) AS BIGINT) FROM book_move").await, 0);
        assert_eq!(app.number("SELECT CAST(SUM(gross_cents) AS BIGINT) FROM book_move").await, 2727);
        app.audit().await;
    }

    /// S-863: with a register only a number that it confirms counts; when it does not answer the tax is charged and it is said why,
    /// and what it says between the look at the cart and the payment changes nothing that was not agreed to.
    async fn s_863_the_register_decides_and_nobody_pays_what_was_not_shown(app: &TestApp) with |settings| with_vies(settings); {
        publish(app, true).await;
        let owner = owner(app).await;
        let visitor = to_utrecht(app).await;
        let cart = give(&visitor, DUTCH).await;
        assert_eq!(told(&cart), is("reverse-charge", 0, 573, 2727));
        for (said, state) in [(WRONG, "refused"), (AWAY, "unconfirmed")] {
            vies_says(app, said).await;
            let refused = ask(&visitor, &by_firm(&cart, DUTCH), None).await;
            let body = refused.json();
            assert_eq!((refused.status.as_u16(), &body["totalCents"], &body["changes"]), (409, &json!(3300), &json!(["tax"])), "{state}");
            assert_eq!(told(&cart_of(&visitor).await), is(state, 573, 0, 3300));
            vies_says(app, RIGHT).await;
            assert_eq!(told(&give(&visitor, DUTCH).await), is("reverse-charge", 0, 573, 2727));
        }
        assert_eq!(app.count("shop_order", "1 = 1").await, 0);
        // Away: who agrees to the tax buys with it, and the invoice says it.
        vies_says(app, AWAY).await;
        let taxed = give(&visitor, DUTCH).await;
        assert_eq!(told(&taxed), is("unconfirmed", 573, 0, 3300));
        let bought = ask(&visitor, &by_firm(&taxed, DUTCH), None).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let id = bought.json()["id"].as_str().unwrap().to_owned();
        assert_eq!((&of_order(&owner, &id).await[0]["taxCents"], categories(&owner, &id).await), (&json!(573), vec!["S".to_owned()]));
        // There again: without tax, and the order keeps that it was confirmed.
        vies_says(app, RIGHT).await;
        let visitor = to_utrecht(app).await;
        let cart = give(&visitor, DUTCH).await;
        let bought = ask(&visitor, &by_firm(&cart, DUTCH), None).await;
        assert_eq!((bought.status.as_u16(), &bought.json()["buyer"]["vatIdConfirmed"]), (200, &json!(true)), "{}", bought.text);
        // What nobody confirms is taxed where the tax is added as well.
        publish(app, false).await;
        let visitor = to_utrecht(app).await;
        assert_eq!(told(&give(&visitor, DUTCH).await), is("reverse-charge", 0, 0, 3300));
        vies_says(app, WRONG).await;
        assert_eq!(told(&give(&visitor, DUTCH).await), is("refused", 693, 0, 3993));
        app.audit().await;
    }

    /// S-861: a coupon takes off what it takes off everybody, a gift card pays what is left and one that is bought holds no tax; what
    /// goes back to the card is what it paid.
    async fn s_861_gift_cards_and_coupons_keep_their_meaning(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        publish(app, true).await;
        let giver = app.visitor();
        add(&giver, "voucher", "gift-25", 1).await;
        let card = ask(&giver, &seen(&cart_of(&giver).await, "giver@shopper.example"), None).await;
        assert_eq!(card.status, 200, "{}", card.text);
        let code = newest_code(app, "giver@shopper.example").await;
        let visitor = to_utrecht(app).await;
        add(&visitor, "voucher", "gift-50", 1).await;
        for code in ["TEN", &code] {
            visitor.post(COUPONS, json!({"promoCode": code})).await;
        }
        let before = cart_of(&visitor).await;
        let cart = give(&visitor, DUTCH).await;
        let off = |cart: &Value| cart["discountCents"].as_i64().unwrap() - cart["giftCardCents"].as_i64().unwrap();
        // 18.00 less 10 % and 15.00 of delivery: 31.20, which hold 5.41; the card pays 25.00 of the 25.79 that are left.
        assert_eq!((off(&before), off(&cart), told(&cart)), (180, 180, is("reverse-charge", 0, 541, 50_00 + 79)));
        assert_eq!(cart["giftCardCents"], 2500);
        let bought = ask(&visitor, &by_firm(&cart, DUTCH), None).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let owner = owner(app).await;
        let id = bought.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(of_order(&owner, &id).await[0]["grossCents"], 5000 + 2579);
        refund(&owner, &id, json!({"amountCents": 2579})).await;
        assert_eq!(app.number("SELECT CAST(SUM(change_cents) AS BIGINT) FROM gift_card_change WHERE reason = 'returned'").await, 2500);
        app.work().await;
        app.audit().await;
    }

    /// S-861: what was agreed without tax renews without it.
    async fn s_861_a_subscription_stays_what_was_agreed(app: &TestApp); {
        publish(app, true).await;
        let visitor = app.visitor();
        let started = visitor.post(SUBSCRIPTION, json!({"itemId": "box", "sku": null, "qty": 1})).await.json();
        let token = started["cartToken"].as_str().unwrap();
        for (what, body) in [("shipping-location", place("NL")), ("vat-id", json!({"vatId": DUTCH}))] {
            assert_eq!(visitor.put(&format!("{BASE}/{what}?cartToken={token}"), body).await.status, 200);
        }
        let cart = visitor.get(&format!("{BASE}?cartToken={token}")).await.json();
        // 30.00 hold 5.21.
        assert_eq!(told(&cart), is("reverse-charge", 0, 521, 2479));
        let mut body = by_firm(&cart, DUTCH);
        body["cartToken"] = json!(token);
        let bought = ask(&visitor, &body, None).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        app.work().await;
        app.clock.advance(31 * DAY);
        app.work().await;
        assert_eq!(app.count("shop_order", "subscription_id IS NOT NULL AND reverse_charge AND grand_total_cents = 2479").await, 1);
        app.audit().await;
    }

    /// S-864: without a script the page of the checkout says the line, or why tax is charged, and takes the total it showed.
    async fn s_864_a_form_without_a_script_says_it(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        publish(app, true).await;
        let visitor = plain::with_cart(app, "guide", "guide", "1").await;
        let firm = [("country", "NL"), ("name", "Ann Berg"), ("company", "Berg BV"), ("vatId", DUTCH), ("email", "ann@shopper.example")];
        let step = |vat_id: &'static str| {
            let mut fields = firm.to_vec();
            fields[3].1 = vat_id;
            fields.push(("step", "address"));
            fields
        };
        let home = plain::step(app, &visitor, &step("DE136695976")).await.text;
        assert!(home.contains("this number is of the shop’s own country") && home.contains("<details open>") && !home.contains("reverse charge"), "{home}");
        let wrong = plain::step(app, &visitor, &step("NL1")).await;
        assert!(wrong.status == 400 && wrong.text.contains("id=\"vatId-error\""), "{}", wrong.text);
        let page = plain::step(app, &visitor, &step(DUTCH)).await.text;
        assert!(page.contains("VAT 0 % – reverse charge") && page.contains("name=\"total\" value=\"992\"") && !page.contains("is charged:"), "{page}");
        // The page that is loaded anew has the number, and says the same.
        let again = visitor.get(plain::CHECKOUT).await.text;
        assert!(again.contains("value=\"NL123456782B90\"") && again.contains("name=\"total\" value=\"992\""), "{again}");
        let mut fields = firm.to_vec();
        fields[3].1 = "";
        let refused = plain::pay(app, &visitor, "992", &fields).await;
        assert!(refused.status == 409 && refused.text.contains("name=\"total\" value=\"1200\""), "{}", refused.text);
        plain::step(app, &visitor, &step(DUTCH)).await;
        let bought = plain::pay(app, &visitor, "992", &firm).await;
        assert_eq!(bought.status, 303, "{}", bought.text);
        assert_eq!(app.count("shop_order", "reverse_charge AND relief_cents = 208 AND grand_total_cents = 992").await, 1);
        let letters = app.emails_to("ann@shopper.example").await;
        assert!(letters.iter().any(|letter| letter.contains("reverse charge")), "{letters:?}");
        app.audit().await;
    }

    /// S-861: a shop whose catalogue names no seller sells as before.
    async fn s_861_a_shop_without_a_number_charges_everybody_alike(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["taxRules"] = json!([{"country": "NL", "rate": "21", "included": true}]);
        app.publish(&catalog).await;
        let visitor = to_utrecht(app).await;
        assert_eq!(told(&give(&visitor, DUTCH).await), is("", 312, 0, 3300));
    }
}
