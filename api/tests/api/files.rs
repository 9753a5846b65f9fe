//! Files that are sold: who hands them over, who is given them, and what somebody tries who paid for nothing.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::cart::add;
use crate::catalog;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use loggia_commerce::{FileDigest, signature_header, upload_statement};
use reqwest::Method;
use serde_json::{Value, json};
use std::io::{Read, Write};

pub const SECRET: &str = "a secret of both sides, long enough";
const ORDERS: &str = "/api/site-users/account/orders";
const ANN: &str = "ann@shopper.example";
const BOB: &str = "bob@shopper.example";
const HOUR: i64 = 60 * 60 * 1000;
/// What is sold.
const GUIDE: &str = "How to glaze: what somebody paid for.";
const OTHER: &str = "Another book.";

pub fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn sold(text: &str, name: &str) -> Value {
    json!({"digest": digest(text), "size": text.len(), "name": name, "type": "application/pdf", "address": format!("/files/{name}")})
}

/// The shop with a guide and a lesson that sell a file each.
pub fn catalog() -> Value {
    let mut catalog = catalog::catalog();
    catalog["files"] =
        json!({"guide": [sold(GUIDE, "guide book.pdf")], "lesson": [sold(OTHER, "lesson.pdf")]});
    catalog
}

/// Hands a file over as a publish does: with a signature for `signed`, to the address of `named`.
pub async fn put(app: &TestApp, key: &str, (signed, named): (&str, &str), body: &str) -> Reply {
    let statement = upload_statement(&FileDigest::parse(signed).unwrap());
    let header = signature_header(key.as_bytes(), app.clock.now_ms() / 1000, statement.as_bytes());
    let headers = [("content-type", "application/octet-stream".to_owned()), ("loggia-signature", header)];
    app.visitor()
        .send(Method::PUT, &format!("/api/commerce/files/{named}"), &headers, Some(body.to_owned()))
        .await
}

async fn keep(app: &TestApp, text: &str) {
    let name = digest(text);
    let reply = put(app, SECRET, (&name, &name), text).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({"kept": true})));
}

fn limits(settings: &mut loggia_api::Settings) {
    settings.commerce.publish_secret = Some(SECRET.into());
    settings.limits.log_in = 1000;
    settings.limits.download = 1000;
    settings.limits.checkout = 1000;
}

fn status(reply: &Reply) -> u16 {
    reply.status.as_u16()
}

/// Buys; the order's id.
async fn buy(visitor: &Visitor, email: &str, items: &[&str]) -> String {
    for item in items {
        add(visitor, item, item, 1).await;
    }
    let mut wish = purchase();
    wish["email"] = json!(email);
    let reply = visitor.post(CHECKOUT, wish).await;
    assert_eq!(status(&reply), 200, "{}", reply.text);
    reply.json()["id"].as_str().unwrap().to_owned()
}

/// A shop that has the files, and a customer who bought the guide: with the order's id and the address of the file.
async fn bought(app: &TestApp) -> (Visitor, String, String) {
    app.publish(&catalog()).await;
    keep(app, GUIDE).await;
    let ann = app.member(ANN, &[]).await;
    let order = buy(&ann, ANN, &["guide"]).await;
    let file = format!("{ORDERS}/{order}/files/0/{}", digest(GUIDE));
    (ann, order, file)
}

async fn link(visitor: &Visitor, file: &str) -> String {
    let reply = visitor.post(&format!("{file}/link"), json!({})).await;
    assert_eq!(status(&reply), 200, "{}", reply.text);
    reply.json()["url"].as_str().unwrap().to_owned()
}

async fn part(visitor: &Visitor, file: &str, headers: &[(&str, String)]) -> Reply {
    visitor.send(Method::GET, file, headers, None).await
}

on_both! {
    /// S-165: what is handed over is signed for this very file, is what its digest says, and has its bounds.
    async fn s_165_only_a_publish_hands_files_over(app: &TestApp) with |settings| { limits(settings); settings.files.file_bytes = 64; }; {
        let (name, other) = (digest(GUIDE), digest(OTHER));
        let folder = app.settings.files_folder();
        let list = async |key: &str, body: &str| {
            let header = signature_header(key.as_bytes(), app.clock.now_ms() / 1000, body.as_bytes());
            let headers = [("content-type", "application/json".to_owned()), ("loggia-signature", header)];
            app.visitor().send(Method::POST, "/api/commerce/files/missing", &headers, Some(body.to_owned())).await
        };
        let both = json!({"digests": [name, other]}).to_string();
        assert_eq!(list(SECRET, &both).await.json(), json!({"missing": [name, other]}));
        assert_eq!(status(&list("another secret", &both).await), 401);
        for broken in ["{}", "[]", "{\"digests\": [\"../../x\"]}", "{\"digests\": [\"\"]}"] {
            assert_eq!(status(&list(SECRET, broken).await), 400, "{broken}");
        }
        let refused = [
            (401, put(app, "another secret", (&name, &name), GUIDE).await),
            (401, put(app, SECRET, (&other, &name), GUIDE).await),
            (400, put(app, SECRET, (&name, &name), OTHER).await),
            (400, put(app, SECRET, (&name, &name), "").await),
            (413, put(app, SECRET, (&name, &name), &"x".repeat(65)).await),
            (404, put(app, SECRET, (&name, &encoded("../loggia.db")), GUIDE).await),
            (404, put(app, SECRET, (&name, &name.to_uppercase()), GUIDE).await),
            (401, app.visitor().send(Method::PUT, &format!("/api/commerce/files/{name}"), &[], Some(GUIDE.into())).await),
        ];
        for (place, (wanted, reply)) in refused.iter().enumerate() {
            assert_eq!(status(reply), *wanted, "{place}: {}", reply.text);
        }
        let kept = || std::fs::read_dir(&folder).map_or(0, Iterator::count);
        assert_eq!(kept(), 0, "nothing of them stays");
        keep(app, GUIDE).await;
        assert_eq!(put(app, SECRET, (&name, &name), GUIDE).await.json(), json!({"kept": false}));
        assert_eq!((list(SECRET, &both).await.json(), kept()), (json!({"missing": [other]}), 1));
        // Signed yesterday.
        let statement = upload_statement(&FileDigest::parse(&other).unwrap());
        let old = signature_header(SECRET.as_bytes(), app.clock.now_ms() / 1000 - 301, statement.as_bytes());
        let headers = [("loggia-signature", old)];
        let reply = app.visitor().send(Method::PUT, &format!("/api/commerce/files/{other}"), &headers, Some(OTHER.into())).await;
        assert_eq!((status(&reply), kept()), (401, 1));
    }

    /// S-166: a file that drips in is given up, and nobody who is not known is waited for.
    async fn s_166_a_slow_file_is_given_up(app: &TestApp) with |settings| { limits(settings); settings.files.file_ms = 500; }; {
        let (name, address, now) = (digest(GUIDE), app.address(), app.clock.now_ms() / 1000);
        let statement = upload_statement(&FileDigest::parse(&name).unwrap());
        let signed = signature_header(SECRET.as_bytes(), now, statement.as_bytes());
        for (signature, wanted) in [(signed, "HTTP/1.1 408"), ("t=1,v1=00".to_owned(), "HTTP/1.1 401")] {
            let head = format!("PUT /api/commerce/files/{name} HTTP/1.1\r\nhost: shop\r\ncontent-length: 37\r\nloggia-signature: {signature}\r\nconnection: close\r\n\r\nHow");
            let answer = tokio::task::spawn_blocking(move || {
                let mut stream = std::net::TcpStream::connect(address).unwrap();
                stream.write_all(head.as_bytes()).unwrap();
                let mut answer = String::new();
                let _ = stream.read_to_string(&mut answer);
                answer
            });
            let answer = answer.await.unwrap();
            assert!(answer.starts_with(wanted), "{answer}");
        }
        assert_eq!(std::fs::read_dir(app.settings.files_folder()).map_or(0, Iterator::count), 0);
    }

    /// S-166: without a secret nothing is taken.
    async fn s_166_without_a_secret_no_file_is_taken(app: &TestApp); {
        let name = digest(GUIDE);
        assert_eq!(status(&put(app, "", (&name, &name), GUIDE).await), 404);
    }

    /// S-167: who paid is given the file, as a file.
    async fn s_167_who_paid_is_given_the_file(app: &TestApp) with |settings| limits(settings); {
        let (ann, order, file) = bought(app).await;
        let listed = ann.get(&format!("{ORDERS}/{order}/files")).await.json();
        assert_eq!(listed, json!({"files": [{"line": 0, "productName": "Guide", "name": "guide book.pdf", "digest": digest(GUIDE)}]}));
        let given = ann.get(&file).await;
        assert_eq!((status(&given), given.text.as_str()), (200, GUIDE));
        for (name, value) in [
            ("content-type", "application/pdf"),
            ("content-disposition", "attachment; filename=\"guide book.pdf\"; filename*=UTF-8''guide%20book.pdf"),
            ("x-content-type-options", "nosniff"),
            ("cache-control", "no-store"),
            ("content-length", "37"),
        ] {
            assert_eq!(given.headers.get(name).unwrap(), value, "{name}");
        }
        // A product that is sold no more is still theirs; a newer edition takes the place of the old.
        app.publish(&catalog::without("guide")).await;
        assert_eq!(status(&ann.get(&file).await), 200);
        let mut newer = catalog();
        newer["files"]["guide"] = json!([sold(OTHER, "second.pdf")]);
        app.publish(&newer).await;
        assert_eq!(status(&ann.get(&file).await), 404);
        let second = format!("{ORDERS}/{order}/files/0/{}", digest(OTHER));
        let missing = ann.get(&second).await;
        assert_eq!((status(&missing), missing.json()["code"].clone()), (503, json!("file-missing")), "it is not handed over yet");
        keep(app, OTHER).await;
        assert_eq!(ann.get(&second).await.text, OTHER);
    }

    /// S-168: nobody else is, by no address.
    async fn s_168_nobody_else_is_given_a_file(app: &TestApp) with |settings| limits(settings); {
        let (ann, order, file) = bought(app).await;
        keep(app, OTHER).await;
        let bob = app.member(BOB, &[]).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let theirs = buy(&bob, BOB, &["bread"]).await;
        let guest = app.visitor();
        let of_guest = buy(&guest, "guest@shopper.example", &["guide"]).await;
        let name = digest(GUIDE);
        for visitor in [&bob, &owner] {
            for path in [file.clone(), format!("{ORDERS}/{order}/files"), format!("{ORDERS}/{of_guest}/files/0/{name}"), format!("{ORDERS}/{theirs}/files/0/{name}")] {
                assert_eq!(status(&visitor.get(&path).await), 404, "{path}");
            }
            assert_eq!(status(&visitor.post(&format!("{file}/link"), json!({})).await), 404);
        }
        assert_eq!(status(&guest.get(&file).await), 401);
        assert_eq!(status(&guest.get(&format!("{ORDERS}/{of_guest}/files/0/{name}")).await), 401, "who has no account makes one");
        assert_eq!(status(&guest.post(&format!("{file}/link"), json!({})).await), 401);
        // An account with the guest's address has the guest's order.
        let same = app.member("guest@shopper.example", &[]).await;
        assert_eq!(same.get(&format!("{ORDERS}/{of_guest}/files/0/{name}")).await.text, GUIDE);
        // The file of another product, another line, other names for the same.
        let other = digest(OTHER);
        for wrong in [
            format!("{ORDERS}/{order}/files/0/{other}"), format!("{ORDERS}/{order}/files/1/{name}"), format!("{ORDERS}/{order}/files/00/{name}"),
            format!("{ORDERS}/{order}/files/+0/{name}"), format!("{ORDERS}/{order}/files/-1/{name}"), format!("{ORDERS}/{order}/files/0/{}", name.to_uppercase()),
            format!("{ORDERS}/{order}/files/99999999999999999999/{name}"), format!("{ORDERS}/{}/files/0/{name}", order.to_uppercase()),
        ] {
            assert_eq!(status(&ann.get(&wrong).await), 404, "{wrong}");
        }
        for odd in ["../../loggia.db", "..\\..\\x", "/etc/passwd", "\u{0}", "' OR 1=1 --", "%00", "\u{202e}", "."] {
            let odd = encoded(odd);
            for path in [
                format!("{ORDERS}/{odd}/files"), format!("{ORDERS}/{odd}/files/0/{name}"), format!("{ORDERS}/{order}/files/{odd}/{name}"),
                format!("{ORDERS}/{order}/files/0/{odd}"), format!("/api/commerce/downloads/{odd}/0/{name}?until=1&signature=x"),
                format!("/api/commerce/downloads/{order}/{odd}/{name}?until=9999999999999&signature=x"),
                format!("/api/commerce/downloads/{order}/0/{odd}?until=9999999999999&signature=x"),
                format!("/api/commerce/downloads/{order}/0/{name}?until={odd}&signature={odd}"),
            ] {
                assert_eq!(status(&ann.get(&path).await), 404, "{path}");
            }
        }
    }

    /// S-168: what is not paid for any more is given to nobody, and links that were given before end with it.
    async fn s_168_the_right_ends_with_the_payment(app: &TestApp) with |settings| limits(settings); {
        let (ann, order, file) = bought(app).await;
        let url = link(&ann, &file).await;
        let set = async |change: &str| app.execute(&format!("UPDATE shop_order SET {change} WHERE id = '{order}'")).await;
        let seen = async || (status(&ann.get(&file).await), status(&app.visitor().get(&url).await));
        assert_eq!(seen().await, (200, 200));
        let (of, back) = ("refunded_cents = grand_total_cents", "refunded_cents = 0");
        for (change, undone, wanted) in [
            ("status = 'pending'", "status = 'paid'", 404),
            ("status = 'cancelled'", "status = 'paid'", 404),
            ("cancelled_at = 5", "cancelled_at = NULL", 404),
            (of, back, 404),
            ("refunded_cents = 1", back, 200),
        ] {
            set(change).await;
            assert_eq!(seen().await, (wanted, wanted), "{change}");
            set(undone).await;
            assert_eq!(seen().await, (200, 200), "{undone}");
        }
        app.execute(&format!("UPDATE order_line SET restocked = 1 WHERE order_id = '{order}'")).await;
        assert_eq!(seen().await, (404, 404), "what went back on the shelf");
        app.execute(&format!("UPDATE order_line SET restocked = 0 WHERE order_id = '{order}'")).await;
        for (dispute, wanted) in [("open", 404), ("lost", 404), ("won", 200)] {
            app.execute("DELETE FROM dispute").await;
            app.execute(&format!("INSERT INTO dispute (id, order_id, amount_cents, status, created_at) VALUES ('d', '{order}', 1, '{dispute}', 1)")).await;
            assert_eq!(seen().await, (wanted, wanted), "{dispute}");
        }
        app.execute("DELETE FROM dispute").await;
        // As the shop does it.
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let total = app.number(&format!("SELECT grand_total_cents FROM shop_order WHERE id = '{order}'")).await;
        let refund = json!({"amountCents": total, "reason": "not liked"});
        let reply = owner.post(&format!("/api/commerce/orders/{order}/refunds"), refund).await;
        assert!(reply.status.is_success(), "{}", reply.text);
        assert_eq!(seen().await, (404, 404));
        assert_eq!(status(&ann.post(&format!("{file}/link"), json!({})).await), 404);
    }

    /// S-168: what moved no money opens nothing where money moves.
    async fn s_168_an_order_of_a_test_is_none(app: &TestApp) with |settings| { limits(settings); settings.payment = Some(loggia_api::Payment::Stripe);
        settings.commerce.stripe_secret_key = Some("sk_live_1".into()); settings.commerce.stripe_publishable_key = Some("pk_live_1".into());
        settings.commerce.stripe_webhook_secret = Some("whsec_0123456789abcdefghijklmnopqrstuv".into()); }; {
        app.publish(&catalog()).await;
        keep(app, GUIDE).await;
        let id = app.account(ANN, &[]).await;
        let ann = app.visitor();
        ann.log_in(ANN, false).await;
        for (order, test) in [("real", "0"), ("test", "1")] {
            let test = if app.settings.database_url.is_some() { format!("{test} = 1") } else { test.to_owned() };
            app.execute(&format!("INSERT INTO shop_order (id, cart_id, site_user_id, status, test_mode, email, currency, subtotal_cents, discount_cents, shipping_cents, \
                tax_cents, grand_total_cents, coupons, created_at, paid_at, hold_until) VALUES ('{order}', '{order}', '{id}', 'paid', {test}, '{ANN}', 'USD', 1200, 0, 0, 0, 1200, '[]', 1, 1, 1)")).await;
            app.execute(&format!("INSERT INTO order_line (order_id, position, item_id, sku, title, product_type, quantity, unit_price_cents) \
                VALUES ('{order}', 0, 'guide', 'guide', 'Guide', 2, 1, 1200)")).await;
        }
        let name = digest(GUIDE);
        assert_eq!(status(&ann.get(&format!("{ORDERS}/real/files/0/{name}")).await), 200);
        assert_eq!(status(&ann.get(&format!("{ORDERS}/test/files/0/{name}")).await), 404);
    }

    /// S-170: a link is good for one file of one line of one order, for its time, and for nothing else.
    async fn s_170_a_link_says_what_it_was_signed_for(app: &TestApp) with |settings| limits(settings); {
        app.publish(&catalog()).await;
        keep(app, GUIDE).await;
        keep(app, OTHER).await;
        let ann = app.member(ANN, &[]).await;
        let order = buy(&ann, ANN, &["guide", "lesson"]).await;
        let again = buy(&ann, ANN, &["guide"]).await;
        let (name, other) = (digest(GUIDE), digest(OTHER));
        let url = link(&ann, &format!("{ORDERS}/{order}/files/0/{name}")).await;
        let anybody = app.visitor();
        assert_eq!(anybody.get(&url).await.text, GUIDE);
        let until: i64 = url.split("until=").nth(1).unwrap().split('&').next().unwrap().parse().unwrap();
        assert_eq!(until, app.clock.now_ms() + 72 * HOUR);
        for forged in [
            url.replace("/0/", "/1/"), url.replace(&format!("/0/{name}"), &format!("/1/{other}")), url.replace(&name, &other),
            url.replace(&order, &again), url.replace(&until.to_string(), &(until + 1).to_string()), url.replace("until=", "until=+"),
            url.replace("until=", "until=0"), url.replace("signature=", "signature=x"), url.split("&signature").next().unwrap().to_owned(),
            url.split('?').next().unwrap().to_owned(), format!("{}&signature=", url.split("&signature").next().unwrap()),
            // The call of the owner needs the owner.
            url.replace("/api/commerce/downloads/", "/api/commerce/files/"),
        ] {
            assert_eq!(status(&anybody.get(&forged).await), 404, "{forged}");
        }
        app.clock.advance(72 * HOUR - 1);
        assert_eq!(status(&anybody.get(&url).await), 200);
        app.clock.advance(1);
        assert_eq!(status(&anybody.get(&url).await), 404, "its time is over");
    }

    /// S-169: one part at a time, within the file.
    async fn s_169_parts_are_parts_of_the_file(app: &TestApp) with |settings| limits(settings); {
        let (ann, _, file) = bought(app).await;
        for (range, wanted, text, content_range) in [
            ("bytes=0-2", 206, "How", Some("bytes 0-2/37")),
            ("bytes=7-11", 206, "glaze", Some("bytes 7-11/37")),
            ("bytes=32-", 206, " for.", Some("bytes 32-36/37")),
            ("bytes=-4", 206, "for.", Some("bytes 33-36/37")),
            ("bytes=-99999", 206, GUIDE, Some("bytes 0-36/37")),
            ("bytes=0-18446744073709551615", 206, GUIDE, Some("bytes 0-36/37")),
            ("bytes=36-36", 206, ".", Some("bytes 36-36/37")),
            ("bytes=37-", 416, "", Some("bytes */37")),
            ("bytes=37-40", 416, "", Some("bytes */37")),
            ("bytes=18446744073709551615-", 416, "", Some("bytes */37")),
            ("bytes=-0", 416, "", Some("bytes */37")),
            ("bytes=5-2", 200, GUIDE, None),
            ("bytes=99999999999999999999999-", 200, GUIDE, None),
            ("bytes=0-1,4-5", 200, GUIDE, None),
            ("bytes=", 200, GUIDE, None),
            ("bytes=a-b", 200, GUIDE, None),
            ("lines=0-1", 200, GUIDE, None),
            ("-5", 200, GUIDE, None),
        ] {
            let reply = part(&ann, &file, &[("range", range.to_owned())]).await;
            assert_eq!(status(&reply), wanted, "{range}");
            assert_eq!(reply.headers.get("content-range").map(|value| value.to_str().unwrap()), content_range, "{range}");
            if wanted == 416 {
                assert_eq!(reply.json()["code"], "range-not-satisfiable");
            } else {
                assert_eq!(reply.text, text, "{range}");
            }
        }
        let resumed = async |known: String| status(&part(&ann, &file, &[("range", "bytes=5-".into()), ("if-range", known)]).await);
        assert_eq!(resumed(format!("\"{}\"", digest(GUIDE))).await, 206);
        assert_eq!(resumed(format!("\"{}\"", digest(OTHER))).await, 200, "another edition is begun anew");
    }

    /// S-169: so many a minute.
    async fn s_169_files_are_fetched_so_often(app: &TestApp) with |settings| { limits(settings); settings.limits.download = 3; }; {
        let (ann, _, file) = bought(app).await;
        for wanted in [200, 200, 200, 429] {
            assert_eq!(status(&ann.get(&file).await), wanted);
        }
        let link = "/api/commerce/downloads/x/0/y?until=1&signature=z";
        assert_eq!(status(&app.visitor().get(link).await), 429, "guessing as well");
    }
}
