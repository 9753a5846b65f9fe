//! A list of attempts, each with its number: what a stranger sends, and the answers that refuse it.
//!
//! Ann has a bread in her cart and an account; the stranger has a browser, a crumb of his own, and knows every id there is.
//! After each attempt nothing has changed: her cart, the orders, the sessions, the stock.

use crate::app::{TestApp, Visitor, encoded, on_both};
use crate::cart::{CART, ENTRIES, add};
use crate::hostile::generous;
use reqwest::Method;
use serde_json::json;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const LOG_IN: &str = "/api/site-users/account/session";
const CHECKOUT: &str = "/api/commerce/checkout";
const ADD_BREAD: &str = r#"{"itemId":"bread","sku":"bread","quantity":1}"#;
const BUY: &str = r#"{"email":"x@y.example","buyer":{"name":"X Y"},"shippingLocation":{"country":"US","line1":"1 Main Street","city":"New York","region":"NY","postalCode":"10001"},"shippingOptionId":"post","paymentToken":"test-pass","cartToken":"{cartId}"}"#;

/// One attempt. In `path`, `head` and `body` stand `{crumb}` for the stranger's own, `{annsCrumb}`, `{cartId}`, `{entryId}`.
struct Attempt {
    number: u8,
    what: &'static str,
    method: &'static str,
    path: &'static str,
    head: &'static [(&'static str, &'static str)],
    body: &'static str,
    refused_by: &'static [u16],
}

const fn attempt(
    number: u8,
    what: &'static str,
    (method, path): (&'static str, &'static str),
    head: &'static [(&'static str, &'static str)],
    body: &'static str,
    refused_by: &'static [u16],
) -> Attempt {
    Attempt { number, what, method, path, head, body, refused_by }
}

const CRUMB: (&str, &str) = ("x-csrf-token", "{crumb}");
const AS_JSON: (&str, &str) = ("content-type", JSON);
const AS_FORM: (&str, &str) = ("content-type", FORM);
const AS_TEXT: (&str, &str) = ("content-type", "text/plain");
const EVIL: (&str, &str) = ("origin", "https://evil.example");

#[rustfmt::skip]
const ATTEMPTS: [Attempt; 66] = [
    // A call made by a page of another site, or by a form (A-006, A-007, A-014, A-025).
    attempt(1, "no crumb", ("POST", ENTRIES), &[AS_JSON], ADD_BREAD, &[403]),
    attempt(2, "an empty crumb", ("POST", ENTRIES), &[AS_JSON, ("x-csrf-token", "")], ADD_BREAD, &[403]),
    attempt(3, "a made-up crumb", ("POST", ENTRIES), &[AS_JSON, ("x-csrf-token", "abc.def")], ADD_BREAD, &[403]),
    attempt(4, "another visitor's crumb", ("POST", ENTRIES), &[AS_JSON, ("x-csrf-token", "{annsCrumb}")], ADD_BREAD, &[403]),
    attempt(5, "a made-up crumb in cookie and header alike", ("POST", ENTRIES), &[AS_JSON, ("cookie", "crumb=abc.def"), ("x-csrf-token", "abc.def")], ADD_BREAD, &[403]),
    attempt(6, "an unsigned crumb in cookie and header alike", ("POST", ENTRIES), &[AS_JSON, ("cookie", "crumb=abc."), ("x-csrf-token", "abc.")], ADD_BREAD, &[403]),
    attempt(7, "a crumb by query of another visitor", ("POST", "/api/commerce/shopping-cart/entries?crumb={annsCrumb}"), &[AS_JSON], ADD_BREAD, &[403]),
    attempt(8, "a page of another site", ("POST", ENTRIES), &[AS_JSON, CRUMB, EVIL], ADD_BREAD, &[403]),
    attempt(9, "a page without an origin", ("POST", ENTRIES), &[AS_JSON, CRUMB, ("origin", "null")], ADD_BREAD, &[403]),
    attempt(10, "a site whose name begins with ours", ("POST", ENTRIES), &[AS_JSON, CRUMB, ("origin", "http://127.0.0.1.evil.example")], ADD_BREAD, &[403]),
    attempt(11, "an origin that is none", ("POST", ENTRIES), &[AS_JSON, CRUMB, ("origin", "javascript://x")], ADD_BREAD, &[403]),
    attempt(12, "JSON in a plain form's clothes", ("POST", ENTRIES), &[AS_TEXT, CRUMB], ADD_BREAD, &[415]),
    attempt(13, "a form where JSON is taken", ("POST", ENTRIES), &[AS_FORM, CRUMB], "itemId=bread&sku=bread&quantity=1", &[415]),
    attempt(14, "a method in a header", ("POST", "/api/commerce/shopping-cart/entries/{entryId}"), &[AS_JSON, CRUMB, ("x-http-method-override", "DELETE")], "{}", &[405]),
    attempt(15, "a method in the query", ("GET", "/api/commerce/shopping-cart/entries/{entryId}?_method=DELETE"), &[], "", &[405]),
    attempt(16, "log-out from elsewhere", ("DELETE", LOG_IN), &[EVIL, CRUMB], "", &[403]),
    // Another's cart (A-011, A-034, A-036, A-046).
    attempt(17, "the cart's id as its token, to read", ("GET", "/api/commerce/shopping-cart?cartToken={cartId}"), &[], "", &[200]),
    attempt(18, "the cart's id as its cookie", ("GET", CART), &[("cookie", "CART={cartId}; hasCart=true")], "", &[200]),
    attempt(19, "the cart's id as its token, to buy", ("POST", CHECKOUT), &[AS_JSON, CRUMB], BUY, &[400]),
    attempt(20, "an entry of another cart changed", ("PUT", "/api/commerce/shopping-cart/entries/{entryId}"), &[AS_JSON, CRUMB], r#"{"quantity":9}"#, &[404]),
    attempt(21, "an entry of another cart removed", ("DELETE", "/api/commerce/shopping-cart/entries/{entryId}"), &[CRUMB], "", &[404]),
    attempt(22, "answers of another's entry changed", ("PUT", "/api/commerce/shopping-cart/entries/{entryId}/additionalFields"), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","additionalFields":"{}"}"#, &[404]),
    attempt(23, "a cart token of many kilobytes", ("POST", CHECKOUT), &[AS_JSON, CRUMB], "{long}", &[400, 413]),
    attempt(24, "a token that is SQL", ("GET", "/api/commerce/shopping-cart?cartToken=%27%20OR%201%3D1%20--"), &[], "", &[200]),
    // Prices, quantities, sums (A-024, C-053, C-054).
    attempt(25, "a negative quantity", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","quantity":-1}"#, &[400]),
    attempt(26, "nothing", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","quantity":0}"#, &[400]),
    attempt(27, "a fraction", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","quantity":0.01}"#, &[400]),
    attempt(28, "one more than the most", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"lesson","sku":"lesson","quantity":10000}"#, &[400]),
    attempt(29, "2^32 and one", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"lesson","sku":"lesson","quantity":4294967297}"#, &[400]),
    attempt(30, "2^63", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"lesson","sku":"lesson","quantity":9223372036854775808}"#, &[400]),
    attempt(31, "1e308", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"lesson","sku":"lesson","quantity":1e308}"#, &[400]),
    attempt(32, "a number as words", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","quantity":"0x10"}"#, &[400]),
    attempt(33, "a quantity as a list", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","quantity":[1]}"#, &[400]),
    attempt(34, "more than there are", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","sku":"bread","quantity":21}"#, &[400]),
    attempt(35, "what is sold out", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"empty","sku":"empty","quantity":1}"#, &[400]),
    attempt(36, "a variant of another product", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"mug","sku":"bread","quantity":1}"#, &[400]),
    attempt(37, "a gift card without a value", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"voucher","sku":null,"quantity":1}"#, &[400]),
    attempt(38, "a product nobody sells", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"../bread","sku":"bread","quantity":1}"#, &[404]),
    attempt(39, "a code nobody gave out", ("POST", "/api/commerce/shopping-cart/coupons"), &[AS_JSON, CRUMB], r#"{"promoCode":"' OR discount > 0 --"}"#, &[400, 404]),
    attempt(40, "a purchase of nothing", ("POST", CHECKOUT), &[AS_JSON, CRUMB], r#"{"email":"x@y.example","paymentToken":"test-pass","grandTotalCents":0}"#, &[400]),
    // Accounts (A-084, A-085, A-099).
    attempt(41, "a wrong password", ("POST", LOG_IN), &[AS_JSON, CRUMB], r#"{"email":"ann@shopper.example","password":"wrong password"}"#, &[401]),
    attempt(42, "nobody's address", ("POST", LOG_IN), &[AS_JSON, CRUMB], r#"{"email":"nobody@shopper.example","password":"wrong password"}"#, &[401]),
    attempt(43, "an address that is SQL", ("POST", LOG_IN), &[AS_JSON, CRUMB], r#"{"email":"' OR '1'='1' --","password":"x"}"#, &[401]),
    attempt(44, "a password as an object", ("POST", LOG_IN), &[AS_JSON, CRUMB], r#"{"email":"ann@shopper.example","password":{"$ne":""}}"#, &[400]),
    attempt(45, "no password", ("POST", LOG_IN), &[AS_JSON, CRUMB], r#"{"email":"ann@shopper.example","password":""}"#, &[401]),
    attempt(46, "a made-up session reads figures", ("GET", "/api/1/performance"), &[("cookie", "SiteUserSession=abc")], "", &[401]),
    attempt(47, "a cookie that says who one is", ("GET", "/api/1/performance"), &[("cookie", "SiteUserInfo=%7B%22authenticated%22%3Atrue%7D")], "", &[401]),
    attempt(48, "a header that says who one is", ("GET", "/api/1/performance"), &[("x-user", "admin"), ("authorization", "Bearer admin")], "", &[401]),
    attempt(49, "header and footer by a stranger", ("PUT", "/api/site-header-footer"), &[AS_JSON, CRUMB], r#"{"header":{},"footer":{}}"#, &[401]),
    attempt(50, "every restock notice sent by a stranger", ("POST", "/api/site-users/account/notifications/restock/send/all"), &[AS_JSON, CRUMB], "{}", &[401]),
    attempt(51, "the list of sign-ups read by a stranger", ("GET", "/api/site-users/account/notifications/restock"), &[], "", &[401]),
    // Names, heads, paths (A-002, A-026).
    attempt(52, "a way up", ("GET", "/api/../../../../etc/passwd"), &[], "", &[404]),
    attempt(53, "a way up, encoded twice", ("GET", "/api/%252e%252e/%252e%252e/etc/passwd"), &[], "", &[404]),
    attempt(54, "a way up among the page's files", ("GET", "/api/docs/..%2f..%2f..%2fetc%2fpasswd"), &[], "", &[404]),
    attempt(55, "a NUL in a path", ("DELETE", "/api/commerce/shopping-cart/entries/%00"), &[CRUMB], "", &[400, 404]),
    attempt(56, "bytes that are no text in a path", ("DELETE", "/api/commerce/shopping-cart/coupons/%ff%fe"), &[CRUMB], "", &[400, 404]),
    attempt(57, "line ends for a header of the answer", ("GET", "/api/crumb?x=%0d%0aSet-Cookie:%20evil=1"), &[], "", &[200, 204]),
    attempt(58, "another host's name", ("POST", ENTRIES), &[AS_JSON, CRUMB, ("origin", "https://evil.example"), ("x-forwarded-host", "evil.example")], ADD_BREAD, &[403]),
    attempt(59, "a path of another host", ("GET", "//evil.example/api/docs"), &[], "", &[404]),
    attempt(60, "a page of the calls at another host", ("GET", "/api/docs//evil.example/%2e%2e"), &[], "", &[200, 404]),
    attempt(61, "the figures without their token", ("GET", "/metrics"), &[], "", &[404]),
    // Bodies (A-002, A-123).
    attempt(62, "a body too large", ("POST", ENTRIES), &[AS_JSON, CRUMB], "{large}", &[413]),
    attempt(63, "brackets without end", ("POST", ENTRIES), &[AS_JSON, CRUMB], "{deep}", &[400]),
    attempt(64, "half a body", ("POST", ENTRIES), &[AS_JSON, CRUMB], r#"{"itemId":"bread","#, &[400]),
    attempt(65, "a key of many kilobytes", ("POST", CHECKOUT), &[AS_JSON, CRUMB, ("idempotency-key", "{longKey}")], r#"{"email":"x@y.example","paymentToken":"test-pass"}"#, &[400]),
    attempt(66, "a letter for many", ("POST", "/api/site-users/account/notifications/restock"), &[AS_JSON, CRUMB], r#"{"productId":"empty","variantId":"empty","siteVisitorEmail":"a@b.example\r\nBcc: all@b.example","isJoinMailingList":true}"#, &[400]),
];

/// What an attempt must leave as it was.
async fn state(app: &TestApp) -> [i64; 6] {
    [
        app.count("cart", "TRUE").await,
        app.number("SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM cart_entry").await,
        app.count("shop_order", "TRUE").await,
        app.count("session", "TRUE").await,
        app.number("SELECT CAST(SUM(quantity) AS BIGINT) FROM stock").await,
        app.count("outbox", "TRUE").await + app.count("restock_sign_up", "TRUE").await,
    ]
}

async fn try_it(stranger: &Visitor, attempt: &Attempt, filled: impl Fn(&str) -> String) -> crate::app::Reply {
    let mut head: Vec<(&str, String)> =
        attempt.head.iter().map(|(name, value)| (*name, filled(value))).collect();
    // A cookie of the attempt stands beside those of the stranger's browser.
    let browser = stranger.copied();
    if let Some(at) = head.iter().position(|(name, _)| *name == "cookie") {
        for pair in head.remove(at).1.split("; ") {
            let (name, value) = pair.split_once('=').unwrap();
            browser.set_cookie(name, value);
        }
    }
    let body = (!attempt.body.is_empty()).then(|| filled(attempt.body));
    browser
        .send(Method::from_bytes(attempt.method.as_bytes()).unwrap(), &filled(attempt.path), &head, body)
        .await
}

on_both! {
    /// A-002, A-003, A-007, A-011, A-024, A-046, A-085: each attempt is refused, in order, and nothing has changed.
    async fn a_003_each_attempt_is_refused_and_changes_nothing(app: &TestApp) with |settings| generous(settings); {
        app.account("ann@shopper.example", &[loggia_api::roles::Role::Admin]).await;
        let ann = app.visitor();
        let cart = add(&ann, "bread", "bread", 1).await["shoppingCart"].clone();
        let stranger = app.visitor();
        let crumb = stranger.crumb().await;
        let long_token = json!({"email": "x@y.example", "paymentToken": "test-pass", "cartToken": "t".repeat(50_000)}).to_string();
        let filled = |text: &str| text
            .replace("{crumb}", &crumb)
            .replace("{annsCrumb}", &ann.cookie("crumb").unwrap())
            .replace("{cartId}", cart["id"].as_str().unwrap())
            .replace("{entryId}", cart["entries"][0]["id"].as_str().unwrap())
            .replace("{large}", &format!("{{\"itemId\":\"{}\"}}", "x".repeat(70_000)))
            .replace("{longKey}", &"k".repeat(3_000))
            .replace("{long}", &long_token)
            .replace("{deep}", &"[".repeat(30_000));
        let before = state(app).await;
        for (index, attempt) in ATTEMPTS.iter().enumerate() {
            assert_eq!(usize::from(attempt.number), index + 1);
            let what = format!("attempt {}: {}", attempt.number, attempt.what);
            let reply = try_it(&stranger, attempt, filled).await;
            assert!(attempt.refused_by.contains(&reply.status.as_u16()), "{what}: {} {}", reply.status, reply.text);
            if reply.status.is_client_error() && !reply.text.is_empty() {
                assert!(reply.json()["error"].is_string(), "{what}: {}", reply.text);
            }
            assert!(!reply.headers.contains_key("location"), "{what}: it was sent elsewhere");
            assert!(reply.set_cookie("evil").is_none() && !reply.text.contains("root:"), "{what}");
            if attempt.path.starts_with(CART) && attempt.method == "GET" && reply.status == 200 {
                assert_eq!(reply.json()["entries"], json!([]), "{what}: it shows another's cart");
            }
            assert_eq!(state(app).await, before, "{what}: it changed something");
        }
        assert_eq!(ann.get(CART).await.json()["totalQuantity"], 1);
        app.audit().await;
    }

    /// A-085: who has an account cannot be told from the answer to a log-in.
    async fn a_085_accounts_cannot_be_told_apart(app: &TestApp) with |settings| generous(settings); {
        app.account("ann@shopper.example", &[]).await;
        let stranger = app.visitor();
        let log_in = async |email: &str| {
            let reply = stranger.post(LOG_IN, json!({"email": email, "password": "wrong password"})).await;
            let mut names: Vec<String> = reply.headers.keys().map(ToString::to_string).collect();
            names.sort();
            (reply.status, reply.text, names)
        };
        assert_eq!(log_in("ann@shopper.example").await, log_in("nobody@shopper.example").await);
        let restock = async |email: &str| {
            let body = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": email, "isJoinMailingList": false});
            let reply = stranger.post("/api/site-users/account/notifications/restock", body).await;
            (reply.status, reply.text)
        };
        assert_eq!(restock("ann@shopper.example").await, restock("nobody@shopper.example").await);
    }

    /// A-002: no address of ours sends a visitor to another site.
    async fn a_002_nobody_is_sent_elsewhere(app: &TestApp); {
        let visitor = app.visitor();
        for place in ["//evil.example", "/\\evil.example", "https://evil.example", "/api/docs//evil.example", "/api/docs"] {
            for path in [place.to_owned(), format!("/api/docs?url={}", encoded(place)), format!("/api/crumb?next={}", encoded(place))] {
                if !path.starts_with('/') {
                    continue;
                }
                let reply = visitor.send(Method::GET, &path, &[], None).await;
                let sent_to = reply.headers.get("location").map(|place| place.to_str().unwrap().to_owned());
                assert!(sent_to.is_none_or(|place| place == "/api/docs/"), "{path}");
            }
        }
    }
}
