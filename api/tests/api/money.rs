//! Coupons and gift cards make no money, whatever is tried with them.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::{CART, add};
use crate::checkout::{CHECKOUT, purchase};
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};

pub const COUPONS: &str = "/api/commerce/shopping-cart/coupons";
const OWNED: &str = "/api/commerce/coupons";

/// Somebody who manages the store.
pub async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
    settings.limits.log_in = 1_000;
}

/// A visitor whose cart holds one of each of these, with these codes.
pub async fn with_codes(app: &TestApp, items: &[(&str, &str)], codes: &[&str]) -> (Visitor, Value) {
    let visitor = app.visitor();
    for (item, sku) in items {
        add(&visitor, item, sku, 1).await;
    }
    for code in codes {
        visitor.post(COUPONS, json!({"promoCode": code})).await;
    }
    let cart = visitor.get(CART).await.json();
    (visitor, cart)
}

/// The purchase by an address.
pub fn bought_by(email: &str) -> Value {
    let mut purchase = purchase();
    purchase["email"] = json!(email);
    purchase
}

async fn coupon(app: &TestApp, code: &str, wish: Value) {
    coupon_by(app, code, wish).await;
}

fn problem(cart: &Value) -> &str {
    cart["invalidCoupons"][0]["problem"]["code"].as_str().unwrap_or("none")
}

/// Buys a card of this variant; the order's id and the card's code.
pub async fn buy_card(app: &TestApp, sku: &str, email: &str) -> (String, String) {
    let buyer = app.visitor();
    add(&buyer, "voucher", sku, 1).await;
    let order = buyer.post(CHECKOUT, bought_by(email)).await;
    assert_eq!(order.status, 200, "{}", order.text);
    (order.json()["id"].as_str().unwrap().to_owned(), newest_code(app, email).await)
}

/// The code of the last email with one to an address.
pub async fn newest_code(app: &TestApp, email: &str) -> String {
    let emails = app.emails_to(email).await;
    let code = emails.iter().rev().find_map(|message| message.split("Code: ").nth(1));
    code.unwrap().split_whitespace().next().unwrap().to_owned()
}

/// Every code that an address was sent.
pub async fn codes_of(app: &TestApp, email: &str) -> Vec<String> {
    let emails = app.emails_to(email).await;
    let code = |message: &String| Some(message.split("Code: ").nth(1)?.split_whitespace().next()?.to_owned());
    emails.iter().filter_map(code).collect()
}

fn count(replies: &[Reply], status: u16) -> usize {
    replies.iter().filter(|reply| reply.status.as_u16() == status).count()
}

/// The table of uses, held on PostgreSQL, where several buyers are priced before the first of them takes a use.
async fn held_uses(app: &TestApp) -> Option<sqlx::PgConnection> {
    let url = app.settings.database_url.as_ref()?;
    let mut held = <sqlx::PgConnection as sqlx::Connection>::connect(url.as_str()).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE coupon_count IN SHARE MODE").execute(&mut held).await.unwrap();
    Some(held)
}

/// Lets go of what is held as soon as two wait for each other or for it: both have been priced with the code by then.
async fn let_go_when_two_wait(app: &TestApp, held: Option<sqlx::PgConnection>) {
    let Some(mut held) = held else { return };
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while app.number(waiting).await < 2 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    sqlx::raw_sql("COMMIT").execute(&mut held).await.unwrap();
}

on_both! {
    /// S-001: four cards of $25 and a coupon of 10 %: $100 of cards cost $100.
    async fn s_001_a_coupon_takes_nothing_off_gift_cards(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "voucher", "gift-25", 4).await;
        let cart = visitor.post(COUPONS, json!({"promoCode": "TEN"})).await.json()["shoppingCart"].clone();
        assert_eq!((problem(&cart), &cart["discountCents"]), ("coupon-not-applicable", &json!(0)));
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(app.number("SELECT CAST(SUM(balance_cents) AS BIGINT) FROM gift_card").await, 10_000);
        assert!(app.number("SELECT grand_total_cents FROM shop_order").await >= 10_000);
        app.audit().await;
    }

    /// S-001: a coupon larger than the goods takes off the goods and not the card beside them.
    async fn s_001_a_large_coupon_stops_at_the_goods(app: &TestApp); {
        coupon(app, "BIG", json!({"kind": "amount", "value": 9000})).await;
        let (visitor, cart) = with_codes(app, &[("lesson", "lesson"), ("voucher", "gift-25")], &["BIG"]).await;
        assert_eq!((&cart["discountCents"], &cart["subtotalCents"]), (&json!(4000), &json!(6500)));
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(app.count("shop_order", "grand_total_cents >= 2500").await, 1);
        assert_eq!(app.count("order_line", "product_type = 4 AND discount_cents = 0").await, 1);
        assert_eq!(app.count("order_line", "product_type = 3 AND discount_cents = 4000").await, 1);
        app.audit().await;
    }

    /// S-001: a card buys no card, alone or beside goods.
    async fn s_001_a_card_buys_no_card(app: &TestApp); {
        let (_, code) = buy_card(app, "gift-50", "ann@shopper.example").await;
        let (_, cart) = with_codes(app, &[("voucher", "gift-50")], &[&code]).await;
        assert_eq!((problem(&cart), &cart["discountCents"]), ("gift-card-for-gift-card", &json!(0)));
        let (visitor, cart) = with_codes(app, &[("voucher", "gift-50"), ("guide", "guide")], &[&code]).await;
        assert_eq!((&cart["discountCents"], &cart["grandTotalCents"]), (&json!(1200), &json!(5000)));
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        // S-621: the card pays the guide and the tax on it.
        let left = app.number("SELECT CAST(SUM(balance_cents) AS BIGINT) FROM gift_card").await;
        assert_eq!(left, 5000 - 1200 - 96 + 5000);
        app.audit().await;
    }

    /// S-002: twenty codes take off what the best one does, the same code in another spelling included.
    async fn s_002_twenty_codes_are_one(app: &TestApp); {
        let owner = owner(app).await;
        let codes: Vec<String> = (1..=18).map(|number| format!("C{number}")).collect();
        for (index, code) in codes.iter().enumerate() {
            assert_eq!(owner.put(&format!("{OWNED}/{code}"), json!({"kind": "percent", "value": (index + 1).to_string()})).await.status, 200);
        }
        let mut typed: Vec<&str> = codes.iter().map(String::as_str).collect();
        typed.extend(["c18", " C18 ", "TEN", " ten"]);
        let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &typed).await;
        assert_eq!((&cart["discountCents"], cart["validCoupons"].as_array().unwrap().len()), (&json!(720), 1));
        assert_eq!(problem(&cart), "coupon-not-combinable");
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!((app.count("coupon_use", "TRUE").await, app.count("coupon_use", "code_key = 'c18'").await), (1, 1));
        app.audit().await;
    }

    /// S-005: sixty buyers at once with a code for one: one pays less, the others are told that the total changed.
    async fn s_005_sixty_buyers_share_one_use(app: &TestApp) with |settings| { many(settings); settings.workers = Some(2); }; {
        coupon(app, "ONCE", json!({"kind": "amount", "value": 1000, "usesInAll": 1})).await;
        let mut buyers = Vec::new();
        for number in 0..60 {
            let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &["once"]).await;
            assert_eq!(cart["discountCents"], 1000);
            visitor.put("/api/commerce/shopping-cart/shipping-location", json!({"country": "GB"})).await;
            let body = json!({"email": format!("b{number}@shopper.example"), "paymentToken": "test-pass", "totalCents": 3000});
            buyers.push((visitor, body));
        }
        let held = held_uses(app).await;
        let all = join_all(buyers.iter().map(|(visitor, body)| visitor.post(CHECKOUT, body.clone())));
        let (replies, ()) = tokio::join!(all, let_go_when_two_wait(app, held));
        assert_eq!((count(&replies, 200), count(&replies, 400) + count(&replies, 409)), (1, 59));
        for refused in replies.iter().filter(|reply| reply.status != 200) {
            let code = refused.json()["code"].clone();
            assert!(code == "total-changed" || code == "coupon-used-up", "{}", refused.text);
            assert!(refused.text.contains("That code has been used as often as it can be."), "{}", refused.text);
        }
        assert_eq!((app.count("coupon_use", "TRUE").await, app.number("SELECT uses FROM coupon_count").await), (1, 1));
        app.audit().await;
    }

    /// S-005: a use is taken while the order waits, given back when it comes to nothing, and kept when it is paid; what the
    /// cart's own order took does not count against it.
    async fn s_005_a_use_is_taken_and_given_back(app: &TestApp) with |settings| crate::stripe_server::start(settings); {
        coupon(app, "ONCE", json!({"kind": "amount", "value": 1000, "usesInAll": 1, "usesPerCustomer": 1, "firstOrderOnly": true})).await;
        let (visitor, _) = with_codes(app, &[("lesson", "lesson")], &["ONCE"]).await;
        let with_card = |card: &str| { let mut body = purchase(); body["paymentToken"] = json!(card); body };
        let waits = visitor.post(CHECKOUT, with_card("pm_card_authenticationRequired")).await;
        assert_eq!((waits.status.as_u16(), app.count("coupon_use", "TRUE").await), (202, 1));
        // Asked again it is the same order with the same discount.
        let again = visitor.post(CHECKOUT, with_card("pm_card_authenticationRequired")).await;
        assert_eq!((again.status.as_u16(), again.text), (202, waits.text));
        let (_, cart) = with_codes(app, &[("lesson", "lesson")], &["ONCE"]).await;
        assert_eq!(problem(&cart), "coupon-used-up");
        app.audit().await;
        app.clock.advance(16 * 60_000);
        app.work().await;
        assert_eq!((app.count("coupon_use", "TRUE").await, app.number("SELECT uses FROM coupon_count").await, app.count("first_order", "TRUE").await), (0, 0, 0));
        app.audit().await;
        assert_eq!(visitor.post(CHECKOUT, with_card("pm_card_visa")).await.status, 200);
        assert_eq!((app.count("coupon_use", "discount_cents = 1000").await, app.number("SELECT uses FROM coupon_count").await), (1, 1));
        let listed = owner_list(app).await;
        assert_eq!(listed["uses"]["once"], 1);
        app.audit().await;
    }

    /// S-006: one customer is one address in small letters without a tag, and one account.
    async fn s_006_a_customer_uses_a_code_once(app: &TestApp) with |settings| many(settings); {
        coupon(app, "MINE", json!({"kind": "percent", "value": "10", "usesPerCustomer": 1})).await;
        let (first, _) = with_codes(app, &[("lesson", "lesson")], &["MINE"]).await;
        assert_eq!(first.post(CHECKOUT, bought_by("Ann@Shopper.example")).await.status, 200);
        for email in ["ann@shopper.example", " ANN@SHOPPER.EXAMPLE ", "ann+two@shopper.example", "Ann+a+b@shopper.example"] {
            let (again, cart) = with_codes(app, &[("lesson", "lesson")], &["mine"]).await;
            assert_eq!(cart["discountCents"], 400, "nobody is known in the cart");
            let refused = again.post(CHECKOUT, bought_by(email)).await;
            assert_eq!((refused.status.as_u16(), refused.error()), (400, "You have already used that code.".into()), "{email}");
            // Without the code the same cart is bought.
            again.delete(&format!("{COUPONS}/MINE")).await;
            assert_eq!(again.post(CHECKOUT, bought_by(email)).await.status, 200);
        }
        let (other, _) = with_codes(app, &[("lesson", "lesson")], &["MINE"]).await;
        assert_eq!(other.post(CHECKOUT, bought_by("ben@shopper.example")).await.status, 200);
        // An account under another address: it has used the code, and its cart says so.
        let member = app.member("cleo@shopper.example", &[]).await;
        for (email, used) in [("x@b.example", false), ("y@b.example", true)] {
            add(&member, "lesson", "lesson", 1).await;
            let cart = member.post(COUPONS, json!({"promoCode": "MINE"})).await.json()["shoppingCart"].clone();
            assert_eq!(cart["discountCents"] == json!(0), used, "{email}");
            assert_eq!(problem(&cart) == "coupon-used-by-customer", used);
            assert_eq!(member.post(CHECKOUT, bought_by(email)).await.status, 200);
        }
        assert_eq!(app.count("coupon_use", "code_key = 'mine'").await, 3);
        app.audit().await;
    }

    /// S-006, S-007: many at once under one address get one use, and one first order.
    async fn s_007_one_first_order_however_many_at_once(app: &TestApp) with |settings| { many(settings); settings.workers = Some(2); }; {
        for code in ["FIRST", "HELLO"] {
            coupon_by(app, code, json!({"kind": "percent", "value": "10", "firstOrderOnly": true})).await;
        }
        let mut buyers = Vec::new();
        for number in 0..16 {
            let code = if number % 2 == 0 { "FIRST" } else { "HELLO" };
            buyers.push((with_codes(app, &[("lesson", "lesson")], &[code]).await.0, bought_by(&format!("new+{number}@shopper.example"))));
        }
        let replies = join_all(buyers.iter().map(|(visitor, body)| visitor.post(CHECKOUT, body.clone()))).await;
        assert_eq!((count(&replies, 200), count(&replies, 400)), (1, 15), "{:?}", replies.iter().map(|reply| &reply.text).collect::<Vec<_>>());
        assert!(replies.iter().filter(|reply| reply.status == 400).all(|reply| reply.error() == "That code is for a first order only."));
        // Somebody who bought without a code has had a first order, too.
        let (plain, _) = with_codes(app, &[("lesson", "lesson")], &[]).await;
        assert_eq!(plain.post(CHECKOUT, bought_by("old@shopper.example")).await.status, 200);
        let (second, _) = with_codes(app, &[("lesson", "lesson")], &["FIRST"]).await;
        assert_eq!(second.post(CHECKOUT, bought_by("OLD+x@shopper.example")).await.json()["code"], "coupon-first-order");
        app.audit().await;
    }

    /// S-004: a code that ended between the cart and the payment does not change what is charged without a word.
    async fn s_004_a_code_that_ends_before_the_payment_is_told(app: &TestApp); {
        let ends = crate::app::NOW + 60_000;
        coupon(app, "SOON", json!({"kind": "percent", "value": "50", "startsOn": crate::app::NOW, "expiresOn": ends})).await;
        let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &["SOON"]).await;
        assert_eq!(cart["discountCents"], 2000);
        app.clock.advance(60_000);
        let mut body = purchase();
        body["totalCents"] = json!(2160);
        let refused = visitor.post(CHECKOUT, body.clone()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("total-changed")));
        assert_eq!(refused.error(), "That code has expired. The total changed to $43.20. Please look at it and pay again.");
        assert_eq!(app.count("shop_order", "TRUE").await, 0);
        body["totalCents"] = json!(4320);
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        app.audit().await;
    }

    /// S-004, S-008: the owner's limits hold, and a coupon that can never count is not made.
    async fn s_008_a_coupon_has_limits(app: &TestApp); {
        let owner = owner(app).await;
        for wrong in [json!({"usesInAll": 0}), json!({"usesPerCustomer": 0}), json!({"usesInAll": -1}), json!({"minimumCents": -1}),
            json!({"startsOn": 5, "expiresOn": 5}), json!({"products": vec!["p"; 501]}), json!({"kind": "gift-card"})] {
            let mut wish = json!({"kind": "percent", "value": "10"});
            wish.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
            assert_eq!(owner.put(&format!("{OWNED}/WRONG"), wish).await.status, 400, "{wrong}");
        }
        let wish = json!({"kind": "percent", "value": "10", "minimumCents": 4000, "startsOn": 1, "usesInAll": 3, "usesPerCustomer": 2,
            "combinable": true, "firstOrderOnly": true, "products": ["lesson"], "collections": ["c1"], "expiresOn": crate::app::NOW + 1});
        let made = owner.put(&format!("{OWNED}/LESSON"), wish.clone()).await.json();
        for (member, value) in wish.as_object().unwrap() {
            assert_eq!(&made[member], value, "{member}");
        }
        assert_eq!(owner_list(app).await["ofTheShop"], json!([made]));
        let (_, cart) = with_codes(app, &[("guide", "guide")], &["LESSON"]).await;
        assert_eq!(problem(&cart), "coupon-not-applicable");
        let (_, cart) = with_codes(app, &[("guide", "guide"), ("lesson", "lesson")], &["LESSON"]).await;
        assert_eq!(cart["discountCents"], 400);
    }

    /// S-009: a card pays once, however its code is written; five pay for one cart.
    async fn s_009_a_card_pays_once_in_a_cart(app: &TestApp) with |settings| many(settings); {
        let (_, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        let bare: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let typed = [code.clone(), bare.to_lowercase(), format!(" {code} "), bare.chars().map(|letter| format!("{letter}-")).collect()];
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &typed).await;
        assert_eq!((&cart["discountCents"], problem(&cart)), (&json!(2500), "gift-card-twice"));
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        let mut codes = Vec::new();
        for number in 0..6 {
            codes.push(buy_card(app, "gift-25", &format!("c{number}@shopper.example")).await.1);
        }
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let visitor = app.visitor();
        add(&visitor, "lesson", "lesson", 9).await;
        for code in codes {
            visitor.post(COUPONS, json!({"promoCode": code})).await;
        }
        let cart = visitor.get(CART).await.json();
        assert_eq!((&cart["discountCents"], problem(&cart)), (&json!(5 * 2500), "gift-cards-too-many"));
        app.audit().await;
    }

    /// S-012, S-013: a card is of its order's currency and mode, and pays in no other.
    async fn s_013_a_card_stays_in_its_mode_and_currency(app: &TestApp); {
        let (_, code) = buy_card(app, "gift-25", "ann@shopper.example").await;
        assert_eq!(app.count("gift_card", "test_mode = (SELECT test_mode FROM shop_order)").await, 1);
        let mut euro = crate::catalog::catalog();
        euro["storeSettings"]["currency"] = json!("EUR");
        app.publish(&euro).await;
        let (_, cart) = with_codes(app, &[("lesson", "lesson")], &[&code]).await;
        assert_eq!((problem(&cart), &cart["discountCents"]), ("gift-card-currency", &json!(0)));
        app.publish(&crate::catalog::catalog()).await;
        // As if it had been bought with money: the shop is in test mode.
        let live = if app.settings.database_url.is_some() { "FALSE" } else { "0" };
        app.execute(&format!("UPDATE gift_card SET test_mode = {live}")).await;
        let (visitor, cart) = with_codes(app, &[("lesson", "lesson")], &[&code]).await;
        assert_eq!((problem(&cart), &cart["discountCents"]), ("gift-card-other-mode", &json!(0)));
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        assert_eq!(app.count("gift_card", "balance_cents = 2500").await, 1);
    }

    /// S-020: what is not shipped is taxed where the shopper is, so a country must be named, and be one.
    async fn s_020_an_order_names_its_country(app: &TestApp) with |settings| many(settings); {
        let (visitor, cart) = with_codes(app, &[("guide", "guide")], &[]).await;
        assert_eq!(cart["asksCountry"], true);
        for location in [Value::Null, json!({"country": ""}), json!({"country": "XX"}), json!({"country": "United States of America"})] {
            let mut body = json!({"email": "ann@shopper.example", "paymentToken": "test-pass"});
            if !location.is_null() {
                body["shippingLocation"] = location.clone();
            }
            let refused = visitor.post(CHECKOUT, body).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("country-missing")), "{location}");
        }
        let body = json!({"email": "ann@shopper.example", "paymentToken": "test-pass", "shippingLocation": {"country": "fr"}});
        assert_eq!(visitor.post(CHECKOUT, body).await.status, 200);
        assert_eq!(app.count("shop_order", "tax_cents = 240 AND grand_total_cents = 1440").await, 1);
        // Nor does a parcel go to a place that is none, where no tax would be.
        for place in ["XX", "United States of America"] {
            let (visitor, _) = with_codes(app, &[("bread", "bread")], &[]).await;
            let mut body = purchase();
            body["shippingLocation"]["country"] = json!(place);
            body["shippingOptionId"] = json!("air");
            let refused = visitor.post(CHECKOUT, body).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("country-missing")), "{place}");
        }
        // A shop without taxes asks nothing.
        let mut free = crate::catalog::catalog();
        free["taxRules"] = json!([]);
        app.publish(&free).await;
        let (visitor, cart) = with_codes(app, &[("guide", "guide")], &[]).await;
        assert_eq!(cart.get("asksCountry"), None);
        assert_eq!(visitor.post(CHECKOUT, json!({"email": "ann@shopper.example", "paymentToken": "test-pass"})).await.status, 200);
    }
}

async fn coupon_by(app: &TestApp, code: &str, wish: Value) {
    let owner = app.visitor();
    if app.count("site_user", "email = 'own@shop.example'").await == 0 {
        app.account("own@shop.example", &[Role::StoreManager]).await;
    }
    owner.log_in("own@shop.example", false).await;
    assert_eq!(owner.put(&format!("{OWNED}/{code}"), wish).await.status, 200);
}

async fn owner_list(app: &TestApp) -> Value {
    let owner = app.visitor();
    owner.log_in("own@shop.example", false).await;
    owner.get(OWNED).await.json()
}
