//! Keys of the owner's own programs: what each opens by a table written by hand, what ends them, and what counts beside them.

use crate::app::{NOW, Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::rights::{calls, plain};
use crate::role_rights::may;
use loggia_api::repository::record::{self, Filter};
use loggia_api::roles::{Right, Role};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;

const KEYS: &str = "/api/keys";
const OWN: &str = "own@shop.example";
const ORDERS: &str = "/api/commerce/desk/orders";
const ADJUST: &str = "/api/commerce/inventory/adjustments";

/// Each scope with its calls. A call of the table of rights that stands in no line is closed to keys.
const OPENED: [(&str, &str); 19] = [
    (
        "orders:read",
        "GET /commerce/desk/carriers, GET /commerce/desk/counts, GET /commerce/desk/deliveries, GET /commerce/desk/orders, GET /commerce/desk/orders.csv, \
         GET /commerce/desk/orders/{orderId}, GET /commerce/desk/print.pdf, GET /commerce/desk/returns.csv, \
         GET /commerce/desk/selection, GET /commerce/orders, \
         GET /commerce/orders.csv, GET /commerce/orders/{orderId}",
    ),
    (
        "orders:write",
        "PUT /commerce/desk/orders/{orderId}/address, POST /commerce/desk/orders/{orderId}/letters, \
         POST /commerce/desk/orders/{orderId}/looked-at, \
         POST /commerce/desk/orders/{orderId}/notes, POST /commerce/desk/orders/{orderId}/parcels, \
         POST /commerce/desk/orders/{orderId}/returns, POST /commerce/desk/returns/{returnId}/decision, \
         PUT /commerce/desk/orders/{orderId}/tags, POST /commerce/desk/parcels, POST /commerce/desk/tags, \
         POST /commerce/desk/tracking, POST /commerce/orders/{orderId}/payment, PUT /commerce/orders/{orderId}/fulfilment, \
         DELETE /commerce/orders/{orderId}/fulfilment",
    ),
    (
        "refunds:write",
        "POST /commerce/desk/returns/{returnId}/preview, POST /commerce/desk/returns/{returnId}/receipt, \
         POST /commerce/orders/{orderId}/cancellation, POST /commerce/orders/{orderId}/refund-preview, \
         POST /commerce/orders/{orderId}/refunds",
    ),
    (
        "invoices:read",
        "GET /commerce/invoices, GET /commerce/invoices.csv, GET /commerce/invoices/{number}/{file}",
    ),
    (
        "stock:read",
        "GET /commerce/desk/locations, GET /commerce/desk/stock, GET /commerce/desk/stock/counts, GET /commerce/desk/stock.csv, \
         GET /commerce/desk/transfers, GET /commerce/inventory/changes",
    ),
    (
        "stock:write",
        "POST /commerce/desk/locations, PUT /commerce/desk/locations, PUT /commerce/desk/locations/{locationId}, \
         PUT /commerce/desk/stock/low, POST /commerce/desk/stock/tables, POST /commerce/desk/transfers, \
         POST /commerce/desk/transfers/{transferId}/cancellation, POST /commerce/desk/transfers/{transferId}/receipt, \
         POST /commerce/inventory/adjustments",
    ),
    ("customers:read", "POST /commerce/customers, POST /commerce/customers/one"),
    ("coupons:read", "GET /commerce/coupons, GET /commerce/coupons/{code}/orders"),
    ("coupons:write", "PUT /commerce/coupons/{code}, DELETE /commerce/coupons/{code}"),
    ("gift-cards:read", "GET /commerce/gift-cards/{cardId}, POST /commerce/gift-cards/search"),
    ("gift-cards:write", "POST /commerce/gift-cards, POST /commerce/gift-cards/{cardId}/void"),
    (
        "subscriptions:read",
        "GET /commerce/subscriptions, GET /commerce/subscriptions/{subscriptionId}, POST /commerce/subscriptions/search",
    ),
    (
        "subscriptions:write",
        "POST /commerce/subscriptions/{subscriptionId}/cancellation, POST /commerce/subscriptions/{subscriptionId}/changes, POST /commerce/subscriptions/{subscriptionId}/resumption",
    ),
    (
        "figures:read",
        "GET /commerce/accounting/closing, GET /commerce/accounting/closing.csv, GET /commerce/accounting/datev.csv, \
         GET /commerce/accounting/journal.csv, GET /commerce/figures, GET /commerce/figures.csv, GET /commerce/figures/carts, \
         GET /commerce/figures/products, GET /commerce/figures/taxes, GET /commerce/figures/taxes.csv",
    ),
    ("forms:read", "GET /form/submissions, GET /form/submissions.csv, GET /form/submissions/{submissionId}"),
    ("mailing-list:read", "GET /mailing-list/members, GET /mailing-list/members.csv"),
    ("mailing-list:write", "DELETE /mailing-list/members/{email}"),
    ("reviews:read", "GET /comments/moderation, GET /commerce/reviews"),
    (
        "reviews:write",
        "PUT /comments/{commentId}, DELETE /comments/{commentId}, PUT /commerce/products/{id}/reviews/{reviewId}, \
         DELETE /commerce/products/{id}/reviews/{reviewId}",
    ),
];

/// The scope of a call, by the table above.
fn scope_of(method: &str, path: &str) -> Option<&'static str> {
    let call = format!("{method} {}", path.trim_start_matches("/api"));
    OPENED.iter().find(|(_, opened)| opened.split(", ").any(|one| one == call)).map(|(scope, _)| *scope)
}

fn all() -> Vec<&'static str> {
    OPENED.iter().map(|(scope, _)| *scope).collect()
}

/// A key of this account with these scopes.
async fn key(admin: &Visitor, name: &str, scopes: &[&str]) -> (String, String) {
    let made = admin.post(KEYS, json!({"name": name, "scopes": scopes, "days": 30})).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let text = |name: &str| made.json()[name].as_str().unwrap().to_owned();
    (text("id"), text("key"))
}

/// A call as a program makes it.
async fn by(caller: &Visitor, key: &str, method: &Method, path: &str, body: Option<&Value>) -> Reply {
    let mut headers = vec![("authorization", format!("Bearer {key}"))];
    if body.is_some() {
        headers.push(("content-type", "application/json".into()));
    }
    caller.send(method.clone(), &plain(path), &headers, body.map(Value::to_string)).await
}

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.log_in = 100;
    settings.limits.key = 1_000_000;
}

fn code(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

on_both! {
    /// S-422: scope by scope and call by call; what no scope opens is closed to a key with every scope: making keys, changing
    /// people, logging in and all the rest.
    async fn s_422_each_scope_opens_its_calls_and_no_others(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let program = app.visitor();
        for scope in all() {
            let (_, key) = key(&admin, scope, &[scope]).await;
            for (method, path, _, body) in calls() {
                let own = scope_of(method.as_str(), path.split('?').next().unwrap());
                let reply = by(&program, &key, &method, path, body.as_ref()).await;
                let what = format!("{scope} {method} {path}: {} {}", reply.status, reply.text);
                match own {
                    Some(own) if own == scope => {
                        let status = reply.status.as_u16();
                        assert!(![401, 403].contains(&status) && status < 500, "{what}");
                    }
                    Some(_) => assert_eq!(code(&reply), refusal(403, "scope-missing"), "{what}"),
                    None => assert_eq!(code(&reply), refusal(403, "key-not-here"), "{what}"),
                }
            }
        }
        let (_, key) = key(&admin, "everything", &all()).await;
        let document: Value = serde_json::to_value(loggia_api::openapi::document()).unwrap();
        let mut closed = BTreeSet::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, call) in item.as_object().unwrap() {
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let told = call["security"].as_array().and_then(|ways| ways.iter().find_map(|way| way["key"][0].as_str()));
                assert_eq!(told, scope_of(method.as_str(), path), "the document of {method} {path}");
                if told.is_none() && path.starts_with("/api/") {
                    let body = call.get("requestBody").map(|_| json!({}));
                    let reply = by(&program, &key, &method, path, body.as_ref()).await;
                    assert_eq!(code(&reply), refusal(403, "key-not-here"), "{method} {path}");
                    assert!(reply.set_cookie("crumb").is_none(), "{method} {path}");
                    closed.insert(format!("{method} {path}"));
                }
            }
        }
        for call in ["POST /api/keys", "DELETE /api/keys/{keyId}", "PUT /api/people/{personId}/roles", "POST /api/site-users/account/session"] {
            assert!(closed.contains(call), "{call}");
        }
    }

    /// S-423: role by role: a key does no more than the account that made it may do now.
    async fn s_423_a_key_does_no_more_than_its_maker(app: &TestApp) with |settings| many(settings); {
        for role in Role::ALL {
            let email = format!("role{}@shop.example", role.code());
            let maker = app.member(&email, &[Role::Admin]).await;
            let (_, key) = key(&maker, "all", &all()).await;
            app.execute(&format!("UPDATE site_user SET roles = '[{}]' WHERE email = '{email}'", role.code())).await;
            let program = app.visitor();
            for (method, path, right, body) in calls() {
                if scope_of(method.as_str(), path.split('?').next().unwrap()).is_none() {
                    continue;
                }
                let reply = by(&program, &key, &method, path, body.as_ref()).await;
                let status = reply.status.as_u16();
                if may(role, right) {
                    assert!(![401, 403].contains(&status) && status < 500, "{role:?} {method} {path}: {status}");
                } else {
                    assert_eq!(code(&reply), refusal(403, "forbidden"), "{role:?} {method} {path}");
                }
            }
        }
    }

    /// S-424: shown once and kept as a hash; listed with its last use; over at its time, at once when it is revoked (on a second
    /// server too), and with the account that made it.
    async fn s_424_a_key_is_shown_once_and_ends_at_once(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        for (body, wrong) in [
            (json!({"name": " ", "scopes": ["orders:read"]}), "malformed-name"),
            (json!({"name": "x", "scopes": []}), "scope-missing"),
            (json!({"name": "x", "scopes": ["orders:read"], "days": 0}), "days-out-of-range"),
        ] {
            assert_eq!(code(&admin.post(KEYS, body).await), refusal(400, wrong));
        }
        assert_eq!(admin.post(KEYS, json!({"name": "x", "scopes": ["people:write"]})).await.status, 400);
        let (id, first) = key(&admin, "Storehouse", &["orders:read", "stock:write"]).await;
        let listed = admin.get(KEYS).await;
        assert!(!listed.text.contains(&first[30..]), "{}", listed.text);
        let one = &listed.json()["keys"][0];
        assert_eq!(
            (&one["begins"], &one["usedOn"], &one["holds"], &one["madeBy"], &one["expiresOn"]),
            (&json!(first[..23]), &Value::Null, &json!(true), &json!(OWN), &json!(NOW + 30 * 86_400_000)),
            "{one}"
        );
        let program = app.visitor();
        assert_eq!(by(&program, &first, &Method::GET, ORDERS, None).await.status, 200);
        let used = admin.get(KEYS).await.json()["keys"][0].clone();
        assert_eq!((&used["usedOn"], &used["usedFrom"]), (&json!(NOW), &json!("this machine")));

        // The same beginning and another secret: nobody is told more than of a key that never was.
        let guess = format!("{}{}", &first[..23], "a".repeat(42));
        for wrong in [guess.as_str(), "loggia_key_", "loggia_key_nothing"] {
            assert_eq!(code(&by(&program, wrong, &Method::GET, ORDERS, None).await), refusal(401, "key-unknown"));
        }

        let second = loggia_api::serve_at(app.settings.clone(), app.clock.clone(), loggia_api::nothing()).await;
        let second = match (&app.settings.database_url, second) {
            (None, _) => None,
            (Some(_), second) => Some(second.unwrap()),
        };
        let elsewhere = second.as_ref().map(|server| Visitor::at(&format!("http://{}", server.address())));
        if let Some(elsewhere) = &elsewhere {
            assert_eq!(by(elsewhere, &first, &Method::GET, ORDERS, None).await.status, 200);
        }
        assert_eq!(admin.delete(&format!("{KEYS}/{id}")).await.status, 200);
        for caller in [Some(&program), elsewhere.as_ref()].into_iter().flatten() {
            assert_eq!(code(&by(caller, &first, &Method::GET, ORDERS, None).await), refusal(401, "key-unknown"));
        }
        assert_eq!(admin.delete(&format!("{KEYS}/{id}")).await.status, 404);
        assert_eq!(admin.get(KEYS).await.json()["keys"], json!([]));
        if let Some(second) = second {
            second.stop().await;
        }

        let (_, of_a_day) = key(&admin, "Of thirty days", &["orders:read"]).await;
        let other = app.member("two@shop.example", &[Role::Admin]).await;
        let (_, theirs) = key(&other, "Theirs", &["orders:read"]).await;
        app.execute("DELETE FROM site_user WHERE email = 'two@shop.example'").await;
        assert_eq!(code(&by(&program, &theirs, &Method::GET, ORDERS, None).await), refusal(401, "key-unknown"));
        app.clock.advance(30 * 86_400_000 - 1);
        assert_eq!(by(&program, &of_a_day, &Method::GET, ORDERS, None).await.status, 200);
        app.clock.advance(1);
        assert_eq!(code(&by(&program, &of_a_day, &Method::GET, ORDERS, None).await), refusal(401, "key-unknown"));
        assert_eq!(app.count("api_key", "key_hash IS NULL OR length(key_hash) <> 32").await, 0);
    }

    /// S-425: a proof that is fresh, and the right, are asked of who makes a key; cookies beside a key count for nothing, and
    /// neither crumb nor origin are asked for.
    async fn s_425_cookies_beside_a_key_count_for_nothing(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let manager = app.member("store@shop.example", &[Role::StoreManager]).await;
        assert_eq!(code(&manager.post(KEYS, json!({"name": "x", "scopes": ["orders:read"]})).await), refusal(403, "forbidden"));
        let (id, reads) = key(&admin, "Reader", &["orders:read"]).await;
        let (_, counts) = key(&admin, "Counter", &["stock:write"]).await;
        // The administrator's browser, whose cookies would open everything.
        assert_eq!(code(&by(&admin, &reads, &Method::GET, KEYS, None).await), refusal(403, "key-not-here"));
        assert_eq!(code(&by(&admin, &reads, &Method::GET, "/api/commerce/desk/stock", None).await), refusal(403, "scope-missing"));
        assert_eq!(code(&by(&admin, "loggia_key_x", &Method::GET, ORDERS, None).await), refusal(401, "key-unknown"));
        let count = json!({"itemId": "bread", "sku": "bread", "quantity": 4, "reason": "counted"});
        let headers = [
            ("authorization", format!("bearer {counts}")),
            ("content-type", "application/json".into()),
            ("origin", "https://storehouse.example".into()),
        ];
        let counted = app.visitor().send(Method::POST, ADJUST, &headers, Some(count.to_string())).await;
        assert_eq!(counted.status, 200, "{}", counted.text);
        assert!(counted.headers.get("set-cookie").is_none(), "a program keeps no cookies");
        assert_eq!(app.stock("bread", "bread").await, 4);
        // Another word in the header is no key, and the crumb is asked for as ever.
        let other = [("authorization", "Bearer something".to_owned()), ("content-type", "application/json".into())];
        assert_eq!(admin.send(Method::POST, ADJUST, &other, Some(count.to_string())).await.status, 403);
        app.clock.advance(15 * 60_000);
        for reply in [
            admin.post(KEYS, json!({"name": "x", "scopes": ["orders:read"]})).await,
            admin.delete(&format!("{KEYS}/{id}")).await,
        ] {
            assert_eq!(code(&reply), refusal(403, "confirm-again"));
        }
    }

    /// S-426: what a key does stands in the record, at orders and in the ledger under its name, that it was made and revoked too.
    async fn s_426_what_a_key_does_is_recorded_by_its_name(app: &TestApp) with |settings| many(settings); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let (id, key) = key(&admin, "Storehouse 2", &["orders:write", "orders:read", "stock:read", "stock:write"]).await;
        let program = app.visitor();
        let shopper = app.visitor();
        add(&shopper, "bread", "bread", 2).await;
        let order = shopper.post(CHECKOUT, purchase()).await.json()["id"].as_str().unwrap().to_owned();
        let note = json!({"text": "It goes out on Monday."});
        let noted = by(&program, &key, &Method::POST, &format!("{ORDERS}/{order}/notes"), Some(&note)).await;
        assert_eq!(noted.status, 200, "{}", noted.text);
        assert!(noted.text.contains("\"Storehouse 2\""), "{}", noted.text);
        let count = json!({"itemId": "bread", "sku": "bread", "quantity": 4, "reason": "counted"});
        assert_eq!(by(&program, &key, &Method::POST, ADJUST, Some(&count)).await.status, 200);
        let ledger = by(&program, &key, &Method::GET, "/api/commerce/inventory/changes?itemId=bread&sku=bread", None).await;
        assert!(ledger.text.contains("\"Storehouse 2\""), "{}", ledger.text);
        assert_eq!(admin.delete(&format!("{KEYS}/{id}")).await.status, 200);
        let db = &app.handle().context().db;
        let of = |person: String| async move {
            let filter = Filter { person, ..Filter::default() };
            let rows = db.read(async |connection| record::list(connection, &filter, 500).await).await.unwrap();
            rows.into_iter().map(|row| format!("{} | {} | {}", row.actor, row.kind, row.who_body.contains("127.0.0.1"))).collect::<Vec<_>>()
        };
        let actor = format!("key {id} Storehouse 2");
        let own = [format!("{actor} | adjust-stock | true"), format!("{actor} | note-order | true")];
        assert_eq!(of(format!("key {id}")).await, own);
        let all = of(String::new()).await.join("\n");
        assert!(all.contains("| key-made | true") && all.contains("| key-revoked | true") && !all.contains(&key[30..]), "{all}");
        assert_eq!(crate::record::prove(app, None).await.fault, None);
    }

    /// S-427: each key has a rate of its own, whatever address it calls from; the owner at the desk is not held up.
    async fn s_427_a_key_has_a_rate_of_its_own(app: &TestApp) with |settings| settings.limits.key = 3; {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let (_, first) = key(&admin, "One", &["orders:read"]).await;
        let (_, second) = key(&admin, "Two", &["orders:read"]).await;
        let program = app.visitor();
        for _ in 0..3 {
            assert_eq!(by(&program, &first, &Method::GET, ORDERS, None).await.status, 200);
        }
        let refused = by(&program, &first, &Method::GET, ORDERS, None).await;
        assert_eq!((refused.status.as_u16(), refused.headers.contains_key("retry-after")), (429, true));
        assert_eq!(by(&program, &second, &Method::GET, ORDERS, None).await.status, 200);
        assert_eq!(admin.get(ORDERS).await.status, 200);
    }

    /// S-428: the examples of the page about keys do what they say, run by a shell as they stand there.
    async fn s_428_the_examples_are_run_as_they_stand(app: &TestApp); {
        let admin = app.member(OWN, &[Role::Admin]).await;
        let (_, key) = key(&admin, "Examples", &["orders:read", "orders:write", "stock:write"]).await;
        let shopper = app.visitor();
        add(&shopper, "bread", "bread", 2).await;
        let order = shopper.post(CHECKOUT, purchase()).await.json()["id"].as_str().unwrap().to_owned();
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/owners/keys.md");
        let page = std::fs::read_to_string(page).unwrap();
        let examples: Vec<String> =
            page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect();
        let shop = format!("http://{}", app.address());
        let mut answers = Vec::new();
        for example in examples {
            let (shop, key, order) = (shop.clone(), key.clone(), order.clone());
            let run = move || {
                Command::new("sh").args(["-ec", &example]).env("SHOP", shop).env("KEY", key).env("ORDER", order).output().unwrap()
            };
            let ran = tokio::task::spawn_blocking(run).await.unwrap();
            let said = String::from_utf8_lossy(&ran.stdout).into_owned();
            assert!(ran.status.success(), "{said} {}", String::from_utf8_lossy(&ran.stderr));
            answers.push(serde_json::from_str::<Value>(&said).unwrap());
        }
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0]["orders"][0]["id"], json!(order));
        assert_eq!(app.count("shop_order", "fulfilled_at IS NOT NULL").await, 1);
        assert_eq!(app.stock("bread", "bread").await, 12);
    }
}

/// S-422: every right that a scope comes with is one that somebody at the desk needs for the same call.
#[test]
fn s_422_every_call_of_a_scope_stands_in_the_table_of_rights() {
    let known: BTreeSet<String> = calls()
        .into_iter()
        .map(|(method, path, ..)| format!("{method} {}", path.split('?').next().unwrap()))
        .collect();
    for (scope, opened) in OPENED {
        for call in opened.split(", ") {
            let (method, path) = call.split_once(' ').unwrap();
            assert!(known.contains(&format!("{method} /api{path}")), "{scope}: {call}");
        }
    }
    let of_people = [Right::ManagePeople, Right::ManageKeys, Right::ReadRecord, Right::EraseVisitors];
    for (method, path, right, _) in calls() {
        let scope = scope_of(method.as_str(), path.split('?').next().unwrap());
        assert!(scope.is_none() || !of_people.contains(&right), "{method} {path}");
    }
}
