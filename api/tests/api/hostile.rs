//! What somebody tries who means no good. Each attempt is refused in order, none is answered with a fault of ours.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::cart::{CART, ENTRIES, add, try_add};
use crate::checkout::{CHECKOUT, purchase};
use crate::socket::read_some;
use reqwest::Method;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;

/// Calls that take beacons, or messages that are signed: no crumb is asked for, nothing of a visitor is touched.
const BEACONS: [&str; 7] = [
    "/api/census/",
    "/api/v1/clanker/",
    "/api/1/performance/records",
    "/api/commerce/webhooks/",
    "/api/commerce/catalog",
    "/api/commerce/files/",
    "/api/reports/source-maps",
];

/// Every call of the document with a method that changes something, its path filled in.
pub fn changing_calls() -> Vec<(Method, String)> {
    let document = serde_json::to_value(loggia_api::openapi::document()).unwrap();
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (name, method) in [("post", Method::POST), ("put", Method::PUT), ("delete", Method::DELETE)] {
            if item.get(name).is_some() {
                let filled =
                    path.replace("{entryId}", "e").replace("{formId}", "contact").replace("{code}", "TEN");
                let filled = filled.replace("{reviewId}", "r").replace("{commentId}", "c");
                calls.push((method, filled.replace("{id}", "i").replace("{schemaName}", "s")));
            }
        }
    }
    assert!(calls.len() > 20, "the document lost its calls");
    calls
}

fn is_beacon(path: &str) -> bool {
    BEACONS.iter().any(|beacon| path.starts_with(beacon))
}

pub fn assert_in_order(what: &str, reply: &Reply) {
    assert!(reply.status.as_u16() < 500, "{what}: {} {}", reply.status, reply.text);
    if reply.status.is_client_error() {
        let body = reply.json();
        let is_refused = body["error"].is_string() || body["valid"] == false;
        assert!(is_refused, "{what}: {} {}", reply.status, reply.text);
    }
}

async fn json_call(visitor: &Visitor, method: &Method, path: &str, crumb: Option<&str>, body: &str) -> Reply {
    let mut headers = vec![("content-type", "application/json".to_owned())];
    headers.extend(crumb.map(|crumb| ("x-csrf-token", crumb.to_owned())));
    visitor.send(method.clone(), path, &headers, Some(body.to_owned())).await
}

pub fn generous(settings: &mut loggia_api::Settings) {
    for limit in [
        &mut settings.limits.add_entry,
        &mut settings.limits.form,
        &mut settings.limits.restock,
        &mut settings.limits.log_in,
        &mut settings.limits.checkout,
        &mut settings.limits.say,
    ] {
        *limit = 1_000_000;
    }
}

/// A request as bytes, for what no client would send; the head of the answer. A server that refuses a body hangs up on the rest
/// of it: what it said before that still counts. It waits on a thread of its own: the server's connections to PostgreSQL that were
/// opened by the test are driven by the thread of the test, and stand still while that waits.
async fn raw(app: &TestApp, request: &str) -> String {
    let (address, request) = (app.address(), request.as_bytes().to_vec());
    let answered = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        let _ = stream.write_all(&request);
        let (mut answer, mut part) = (Vec::new(), [0; 4096]);
        while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
            match read_some(&mut stream, &mut part) {
                Ok(0) => break,
                Ok(length) => answer.extend_from_slice(&part[..length]),
                Err(fault) if fault.kind() == std::io::ErrorKind::ConnectionReset => break,
                Err(fault) => panic!("no answer: {fault}"),
            }
        }
        String::from_utf8_lossy(&answer).into_owned()
    });
    answered.await.unwrap()
}

on_both! {
    /// A-003, A-007, A-025: no changing call passes without the crumb, with a wrong one, or with another visitor's.
    async fn a_007_no_changing_call_passes_without_its_crumb(app: &TestApp) with |settings| generous(settings); {
        let (visitor, other) = (app.visitor(), app.visitor());
        add(&visitor, "bread", "bread", 1).await;
        let (own, foreign) = (visitor.crumb().await, other.crumb().await);
        let flipped: String = own.chars().rev().collect();
        let mut attempts = 0;
        for (method, path) in changing_calls().into_iter().filter(|(_, path)| !is_beacon(path)) {
            for crumb in [None, Some(""), Some("x"), Some(flipped.as_str()), Some(foreign.as_str())] {
                // A crumb that comes by form or query must hold as well.
                let reply = json_call(&visitor, &method, &path, crumb, "{\"event\":\"1\"}").await;
                let refused = reply.json();
                assert_eq!((reply.status.as_u16(), &refused["crumbFail"]), (403, &json!(true)), "{method} {path} {crumb:?}");
                attempts += 1;
            }
            let by_query = format!("{path}?crumb={}", encoded(&foreign));
            let reply = json_call(&visitor, &method, &by_query, None, "{\"event\":\"1\"}").await;
            assert_eq!(reply.status, 403, "{method} {by_query}");
        }
        assert!(attempts >= 60);
        assert_eq!(visitor.get(CART).await.json()["totalQuantity"], 1);
    }

    /// A-002, A-003: bodies that are none, or not what the call takes, never make a fault of ours.
    async fn a_002_no_body_makes_a_fault_of_ours(app: &TestApp) with |settings| generous(settings); {
        let visitor = app.visitor();
        let crumb = visitor.crumb().await;
        let deep = "[".repeat(20_000);
        let long = format!("{{\"itemId\":\"{}\"}}", "x".repeat(30_000));
        let bodies = [
            "", " ", "null", "true", "0", "-1", "1e999", "\"x\"", "[]", "[null]", "[{}]", "{}", "{", "}", "[1", "{\"\":\"\"}", "\u{feff}{}",
            "{\"itemId\":null,\"quantity\":null}", "{\"itemId\":1,\"sku\":2,\"quantity\":\"x\"}", "{\"itemId\":\"bread\",\"quantity\":{}}",
            "{\"itemId\":\"\\u0000\",\"sku\":\"\\u0000\",\"quantity\":1,\"qty\":1}", "{\"itemId\":\"\\ud800\",\"quantity\":1}",
            "{\"itemId\":\"bread\",\"sku\":\"bread\",\"quantity\":1,\"additionalFields\":\"\\u0000\"}",
            "{\"promoCode\":\"\\u0000\"}", "{\"promoCode\":\"' OR 1=1 --\"}", "{\"id\":\"\\u0000\"}", "{\"country\":\"\\u0000\"}",
            "{\"key\":\"k\",\"formId\":\"contact\",\"form\":[[[]]]}", "{\"key\":\"\\u0000\",\"formId\":\"\\u0000\",\"form\":{}}",
            "{\"productId\":\"empty\",\"variantId\":\"empty\",\"siteVisitorEmail\":\"a@b.c\\r\\nBcc: x@y.z\"}",
            "{\"email\":\"\\u0000\",\"password\":\"\\u0000\"}", "{\"email\":1,\"password\":[]}", "{\"event\":\"\\u0000\",\"data\":\"\\u0000\"}",
            "{\"eventContent\":\"{\\\"a\\\":\\\"\\\\u0000\\\"}\",\"eventSchemaName\":\"\\u0000\"}",
            "[{\"pathname\":\"\\u0000\",\"timings\":{\"LCP\":1e308}}]", "[{\"event\":\"\\u0000\",\"data\":\"\\u0000\",\"timestamp\":1e300}]",
            "{\"quantity\":99999999999999999999999999}", "{\"quantity\":1e308}", "{\"quantity\":-9223372036854775808}",
            "{\"email\":\"a@b.example\",\"cartToken\":\"\\u0000\",\"shippingLocation\":{\"country\":\"\\u0000\"},\"paymentToken\":\"test-pass\"}",
            deep.as_str(), long.as_str(),
        ];
        for (method, path) in changing_calls() {
            for body in bodies {
                let reply = json_call(&visitor, &method, &path, Some(&crumb), body).await;
                assert_in_order(&format!("{method} {path} {:.80}", body), &reply);
            }
            let form = visitor.post_form(&path, &[("event", "%00%ff"), ("crumb", &crumb)]).await;
            assert_in_order(&format!("{method} {path} as a form"), &form);
        }
        assert_eq!(visitor.get("/health/ready").await.status, 200);
    }

    /// A-002, A-026: SQL, traversal and control characters where a name is expected.
    async fn a_026_names_are_names_and_nothing_else(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        for name in [
            "' OR '1'='1", "'; DROP TABLE cart; --", "1 UNION SELECT token_hash FROM cart", "../../etc/passwd", "..\\..\\x", "\u{0}", "%00",
            "\r\nSet-Cookie: a=b", "${jndi:ldap://x}", "{{7*7}}", "<script>alert(1)</script>", "\u{202e}", "𝕏", "a\u{301}",
        ] {
            let name = encoded(name);
            for path in [
                format!("/api/commerce/inventory/stock/?itemId={name}"),
                format!("{CART}?cartToken={name}&mock={name}&timecode={name}&calculateSubtotal={name}"),
                format!("/api/template/GetTemplateSchema?type={name}"),
                format!("/api/google-maps/places/details?placeId={name}&productPage={name}&productSection={name}"),
                format!("/api/{name}"),
            ] {
                assert_in_order(&path, &visitor.get(&path).await);
            }
            assert_in_order(&name, &visitor.delete(&format!("{ENTRIES}/{name}")).await);
            assert_in_order(&name, &visitor.delete(&format!("/api/commerce/shopping-cart/coupons/{name}")).await);
            assert_in_order(&name, &visitor.post(&format!("/api/rest/forms/validate/{name}"), json!({})).await);
            assert_in_order(&name, &visitor.post_form(&format!("/api/census/RecordQuickView/{name}"), &[]).await);
        }
        assert_eq!((app.count("cart", "TRUE").await, &visitor.get(CART).await.json()["totalQuantity"]), (1, &json!(1)));
    }

    /// A-046, C-054: a price, a total or a discount from the browser is not looked at.
    async fn a_046_prices_from_the_browser_count_for_nothing(app: &TestApp); {
        let visitor = app.visitor();
        let cheap = json!({"itemId": "bread", "sku": "bread", "quantity": 1, "price": 1, "purchasePriceCents": 1, "subTotal": 1, "title": "Free",
            "chosenVariant": {"sku": "bread", "price": 0}, "productType": 2, "onSale": true, "salePrice": 0});
        assert_eq!(visitor.post(ENTRIES, cheap).await.json()["newlyAdded"]["purchasePriceCents"], 600);
        let mut wish = purchase();
        for (member, value) in [("grandTotalCents", json!(1)), ("discountCents", json!(600)), ("taxCents", json!(0)), ("shippingCostCents", json!(0)),
            ("coupons", json!([{"code": "X", "discountCents": 600}])), ("isPurchased", json!(true)), ("testMode", json!(false))] {
            wish[member] = value;
        }
        let order = visitor.post(CHECKOUT, wish).await.json();
        assert_eq!((&order["grandTotal"]["value"], &order["testMode"]), (&json!("11.48"), &json!(true)));
    }

    /// A-024: quantities that would overflow, turn negative or be something else in another language.
    async fn a_024_no_quantity_turns_the_sum_around(app: &TestApp) with |settings| generous(settings); {
        let visitor = app.visitor();
        for quantity in [json!(-1), json!(0), json!(10_000), json!(2_147_483_648_i64), json!(4_294_967_297_i64), json!(i64::MIN), json!(u64::MAX), json!(1e300),
            json!(-0.5), json!("0x10"), json!("1e3"), json!("１"), json!("1_000"), json!("1,000"), json!(" "), json!(""), json!(true), json!([1]), json!("NaN"), json!("Infinity")] {
            let reply = try_add(&visitor, "guide", json!("guide"), quantity.clone()).await;
            assert_eq!(reply.status, 400, "{quantity}: {}", reply.text);
        }
        assert_eq!(app.count("cart", "TRUE").await, 0);
    }

    /// A-011, A-046: nobody buys, changes or reads a cart with what is not its token.
    async fn a_011_a_stolen_id_opens_no_cart(app: &TestApp); {
        let owner = app.visitor();
        let cart = add(&owner, "bread", "bread", 1).await["shoppingCart"].clone();
        let (id, entry) = (cart["id"].as_str().unwrap(), cart["entries"][0]["id"].as_str().unwrap());
        let thief = app.visitor();
        add(&thief, "guide", "guide", 1).await;
        for token in [id, entry, "CART", ""] {
            assert_eq!(thief.get(&format!("{CART}?cartToken={token}")).await.json()["entries"], json!([]));
            let mut wish = purchase();
            wish["cartToken"] = json!(token);
            assert_eq!(thief.post(CHECKOUT, wish).await.status, 400);
        }
        assert_eq!(thief.put(&format!("{ENTRIES}/{entry}"), json!({"quantity": 5})).await.status, 404);
        let fields = json!({"itemId": "bread", "sku": "bread", "additionalFields": ""});
        assert_eq!(thief.put(&format!("{ENTRIES}/{entry}/additionalFields"), fields).await.status, 404);
        assert_eq!((app.count("shop_order", "TRUE").await, &owner.get(CART).await.json()["totalQuantity"]), (0, &json!(1)));
    }

    /// A-085: a session planted by somebody else is not taken over, and a made-up one opens nothing.
    async fn a_085_a_planted_session_is_not_taken_over(app: &TestApp); {
        app.account("ann@shopper.example", &[loggia_api::roles::Role::Admin]).await;
        let visitor = app.visitor();
        visitor.set_cookie("SiteUserSession", "planted");
        visitor.log_in("ann@shopper.example", false).await;
        assert_ne!(visitor.cookie("SiteUserSession").unwrap(), "planted");
        let thief = app.visitor();
        for session in ["planted", "", "' OR 1=1 --", &"x".repeat(3000)] {
            thief.set_cookie("SiteUserSession", &encoded(session));
            thief.set_cookie("SiteUserInfo", &encoded("{\"authenticated\":true,\"siteUserId\":\"1\"}"));
            assert_eq!(thief.get("/api/1/performance").await.status, 401);
        }
    }

    /// A-013: a forged address header does not lift the limit; behind a proxy the last entry counts.
    async fn a_013_a_forged_address_lifts_no_limit(app: &TestApp) with |settings| settings.limits.log_in = 2; {
        let visitor = app.visitor();
        let crumb = visitor.crumb().await;
        let mut statuses = Vec::new();
        for forged in ["1.1.1.1", "2.2.2.2", "3.3.3.3"] {
            let headers = [("x-csrf-token", crumb.clone()), ("content-type", "application/json".into()), ("x-forwarded-for", forged.into())];
            let body = json!({"email": "a@b.example", "password": "x"}).to_string();
            statuses.push(visitor.send(Method::POST, "/api/site-users/account/session", &headers, Some(body)).await.status.as_u16());
        }
        assert_eq!(statuses, [401, 401, 429]);
    }

    /// A-002: requests no client sends are refused or closed, and the server goes on.
    async fn a_002_broken_requests_are_refused(app: &TestApp); {
        let long = format!("GET /api/crumb HTTP/1.1\r\nhost: a\r\nx-long: {}\r\n\r\n", "x".repeat(200_000));
        let many = format!("GET /api/crumb HTTP/1.1\r\nhost: a\r\n{}\r\n", (0..500).map(|number| format!("x-{number}: 1\r\n")).collect::<String>());
        for request in [
            "GET / HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET /api/crumb HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n",
            "POST /api/census/RecordHit HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
            "POST /api/census/RecordHit HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nevent=1",
            "POST /api/census/RecordHit HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /api/census/RecordHit HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n",
            "POST /api/census/RecordHit HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999\r\n\r\n",
            long.as_str(), many.as_str(),
        ] {
            let answer = raw(app, request).await;
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.0 4"), "{:.60}: {:.60}", request, answer);
        }
        let chunked = format!("POST /api/census/RecordHit HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n11000\r\n{}\r\n0\r\n\r\n", "x".repeat(0x11000));
        let answer = raw(app, &chunked).await;
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer:?}");
        assert_eq!(app.visitor().get("/health/live").await.status, 200);
    }

    /// A-052, A-074: what visitors type cannot forge an email's head.
    async fn a_074_an_address_cannot_forge_an_email(app: &TestApp); {
        let visitor = app.visitor();
        for email in ["a@b.example\r\nBcc: all@b.example", "a@b.example, c@d.example", "<a@b.example>", "a@b.example\0", "\"a\"@b.example x"] {
            let body = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": email, "isJoinMailingList": true});
            assert_eq!(visitor.post(crate::restock::RESTOCK, body).await.status, 400, "{email:?}");
        }
        add(&visitor, "guide", "guide", 1).await;
        let mut wish = purchase();
        wish["email"] = json!("ann@shopper.example\nBcc: all@b.example");
        assert_eq!(visitor.post(CHECKOUT, wish).await.status, 400);
        assert_eq!(app.count("outbox", "TRUE").await + app.count("restock_sign_up", "TRUE").await, 0);
    }
}

/// A-016: the document knows of no secret.
#[test]
fn a_016_no_secret_is_public() {
    let document = loggia_api::openapi::text().unwrap();
    for word in ["passwordHash", "password_hash", "tokenHash", "xsrfHash", "LOGGIA_SECRET"] {
        assert!(!document.contains(word), "{word}");
    }
}
