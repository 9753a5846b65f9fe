//! Records of another shop, brought in at the desk: looked at first, then taken, once and for who may.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const IMPORTS: &str = "/api/commerce/imports";
const PEOPLE: &str = "First Name;Last Name;Email;Phone;Tags;Total Orders;Accepts Email Marketing;Subscribed On\n\
    Ann;Lee;Ann@Shopper.example;+1 555 0100;wholesale;2;yes;2024-02-03 10:00:00 +0000\n\
    Bea;Ray;bea@shopper.example;;;0;yes;\n\
    Cy;;not an address;;;0;no;\n\
    Dot;Fay;;;;0;no;\n\
    Ann;Lee;ANN@shopper.example;;vip;1;yes;2024-02-03 10:00:00 +0000\n";
const ORDERS: &str = "Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem requires shipping,Billing Name\n\
    #1001,ann@shopper.example,paid,2023-05-01 10:00:00 +0000,fulfilled,USD,30.00,5.00,0.00,35.00,2023-05-01 09:59:00 +0000,2,Teapot,15.00,true,Ann Lee\n\
    #1002,eve@shopper.example,paid,2023-06-01 10:00:00 +0000,fulfilled,USD,9.00,0.00,0.00,9.00,2023-06-01 09:59:00 +0000,1,Cup,9.00,true,Eve Orr\n";

async fn send(who: &Visitor, file: impl Into<String>, preview: bool) -> Reply {
    let mut headers =
        vec![("content-type", "application/octet-stream".to_owned()), ("x-csrf-token", who.crumb().await)];
    headers.extend(who.xsrf().map(|token| ("x-siteuser-xsrf-token", token)));
    who.send(Method::POST, &format!("{IMPORTS}?preview={preview}"), &headers, Some(file.into())).await
}

fn lines(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn end(reply: &Reply) -> Value {
    let last = lines(reply).pop().unwrap();
    assert_eq!(last["kind"], "done", "{last}");
    last
}

fn counts(end: &Value) -> [i64; 5] {
    ["total", "added", "changed", "unchanged", "left"].map(|name| end[name].as_i64().unwrap())
}

async fn kept(app: &TestApp) -> (i64, i64, i64) {
    let members = app.number("SELECT COUNT(*) FROM mailing_list_member WHERE left_at IS NULL").await;
    (app.count("imported_person", "TRUE").await, app.count("imported_order", "TRUE").await, members)
}

on_both! {
    /// S-618: what would come of a file is said before, and comes of it; a second time nothing does.
    async fn s_618_what_was_looked_at_is_what_comes(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let looked = end(&send(&owner, PEOPLE, true).await);
        assert_eq!(counts(&looked), [3, 2, 0, 0, 2], "{looked}");
        assert_eq!(kept(app).await, (0, 0, 0));
        let codes: Vec<(i64, &str)> = looked["faults"].as_array().unwrap().iter()
            .map(|fault| (fault["line"].as_i64().unwrap(), fault["code"].as_str().unwrap())).collect();
        assert_eq!(codes, [(3, "consent-undated"), (4, "person-bad-email"), (5, "person-no-email")]);
        let done = end(&send(&owner, PEOPLE, false).await);
        assert_eq!(done, looked);
        // Of the two who are marked only one said when.
        assert_eq!(kept(app).await, (2, 0, 1));
        assert_eq!(counts(&end(&send(&owner, PEOPLE, false).await)), [3, 0, 0, 2, 2]);
        assert_eq!(counts(&end(&send(&owner, ORDERS, true).await)), [2, 2, 0, 0, 0]);
        assert_eq!(counts(&end(&send(&owner, ORDERS, false).await)), [2, 2, 0, 0, 0]);
        assert_eq!(counts(&end(&send(&owner, ORDERS, false).await)), [2, 0, 0, 2, 0]);
        let filled = end(&send(&owner, "Email,Phone\nbea@shopper.example,+1 555 0199\n", false).await);
        assert_eq!(counts(&filled), [1, 0, 1, 0, 0]);
        let nothing = end(&send(&owner, "a,b\n1,2\n", true).await);
        assert_eq!((counts(&nothing), &nothing["what"], &nothing["faults"][0]["code"]), ([0, 0, 0, 0, 1], &json!([]), &json!("no-list")));
        assert_eq!(app.count("outbox", "TRUE").await, 0, "nobody is written to");
        let rows = app.count("record", "kind = 'bring-records'").await;
        assert_eq!(rows, 5, "each that was taken stands in the record, and no look does");
        app.audit().await;
    }

    /// S-619: whoever came along stands among the customers, with what the other shop said; what was said here counts before that.
    async fn s_619_who_came_along_is_a_customer(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let mut own = purchase();
        own["email"] = json!("ann@shopper.example");
        own["buyer"]["name"] = json!("Ann Smith");
        assert_eq!(visitor.post(CHECKOUT, own).await.status, 200);
        for file in [PEOPLE, ORDERS] {
            end(&send(&owner, file, false).await);
        }
        let list = async |body: Value| {
            let page = owner.post("/api/commerce/customers", body).await;
            assert_eq!(page.status, 200, "{}", page.text);
            page.json()["customers"].as_array().unwrap().iter()
                .map(|row| (row["email"].as_str().unwrap().to_owned(), row["name"].as_str().unwrap().to_owned(), row["orders"].as_i64().unwrap())).collect::<Vec<_>>()
        };
        let [ann, bea, eve] = [("ann@shopper.example", "Ann Smith", 2), ("bea@shopper.example", "Bea Ray", 0), ("eve@shopper.example", "Eve Orr", 1)]
            .map(|(email, name, orders)| (email.to_owned(), name.to_owned(), orders));
        assert_eq!(list(json!({"brought": true})).await, [ann.clone(), bea.clone(), eve.clone()]);
        assert_eq!(list(json!({"brought": true, "text": "WHOLESALE"})).await, std::slice::from_ref(&ann));
        assert_eq!(list(json!({"brought": true, "text": "teapot"})).await, std::slice::from_ref(&ann));
        assert_eq!(list(json!({"brought": true, "text": "%"})).await, []);
        assert_eq!(list(json!({})).await, [("ann@shopper.example".to_owned(), "Ann Smith".to_owned(), 1)]);
        let one = async |email: &str| owner.post("/api/commerce/customers/one", json!({"email": email})).await;
        let shown = one("Ann@shopper.example").await.json();
        assert_eq!((&shown["name"], &shown["brought"]["name"], &shown["brought"]["labels"]), (&json!("Ann Smith"), &json!("Ann Lee"), &json!(["vip", "wholesale"])));
        assert_eq!(shown["brought"]["orders"], json!([{"source": "shopify", "number": "#1001", "createdOn": 1_682_935_140_000_i64, "currency": "USD", "totalCents": 3500, "refundedCents": 0, "state": "paid"}]));
        assert_eq!(one("bea@shopper.example").await.json()["name"], "Bea Ray");
        let noted = owner.post("/api/commerce/customers/notes", json!({"email": "eve@shopper.example", "text": "Likes rye."})).await;
        assert_eq!((noted.status.as_u16(), &noted.json()["ownNotes"][0]["text"]), (200, &json!("Likes rye.")));
        assert_eq!(one("nobody@shopper.example").await.status, 404);
        let admin = app.member("admin@shop.example", &[Role::Admin]).await;
        for email in ["bea@shopper.example", "eve@shopper.example"] {
            assert_eq!(admin.post("/api/people/erasure", json!({"email": email})).await.status, 200);
            assert_eq!(one(email).await.status, 404, "{email}");
        }
        assert_eq!(list(json!({"brought": true})).await, [ann]);
        for wrong in [json!({"brought": true, "cursor": "x"}), json!({"brought": 5})] {
            assert_eq!(owner.post("/api/commerce/customers", wrong.clone()).await.status, 400, "{wrong}");
        }
    }

    /// S-557: somebody is looked for by what the other shop says of them, in small and capital letters of any alphabet, and not
    /// by the names that its records have for that.
    async fn s_557_values_are_looked_for_and_nothing_else(app: &TestApp); {
        use std::fmt::Write as _;
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let people = "Email,First Name,Last Name,City,Tags,Total Orders\n\
            ozan@shopper.example,\u{d6}ZAN,Gro\u{df},\u{c5}RHUS,caf\u{e9},1\n\
            olga@shopper.example,\u{41e}\u{43b}\u{44c}\u{433}\u{430},Ray,Oslo,,2\n";
        // So many orders of one buyer that they are looked at in several parts; the last one alone has the word.
        let mut orders = String::from("Order ID,Customer Email,Currency,Order Date,Order Total,Item Name,Item Quantity,Item Price\n");
        for number in 1..=520 {
            let item = if number == 520 { "Bl\u{dc}te" } else { "Leaf" };
            let _ = writeln!(orders, "{number:04},many@shopper.example,USD,2024-01-01,5.00,{item},1,5.00");
        }
        for file in [people, &orders] {
            end(&send(&owner, file, false).await);
        }
        let found = async |text: &str| {
            let page = owner.post("/api/commerce/customers", json!({"brought": true, "text": text})).await;
            assert_eq!(page.status, 200, "{}", page.text);
            let rows = page.json()["customers"].as_array().unwrap().clone();
            rows.iter().map(|row| row["email"].as_str().unwrap().split('@').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        for (text, expected) in [
            ("\u{f6}zan", vec!["ozan"]),
            ("\u{e5}rhus \u{d6}zan", vec!["ozan"]),
            ("CAF\u{c9}", vec!["ozan"]),
            ("\u{43e}\u{41b}\u{42c}\u{433}", vec!["olga"]),
            ("BL\u{fc}TE", vec!["many"]),
            ("shopper.example", vec!["many", "olga", "ozan"]),
            ("email", vec![]),
            ("name", vec![]),
            ("quantity", vec![]),
            ("unknown", vec![]),
            ("olga \u{e5}rhus", vec![]),
        ] {
            assert_eq!(found(text).await, expected, "{text}");
        }
    }

    /// S-626: a long list goes in by steps with sales between them, is counted once, and is the same when two bring it at once.
    async fn s_626_a_long_list_goes_in_by_steps(app: &TestApp); {
        use std::fmt::Write as _;
        let mut list = String::from("Email,Name\n");
        for number in 0..950 {
            writeln!(list, "p{number}@shopper.example,P {}", number % 7).unwrap();
        }
        // Whoever stands far below again is the same person.
        list.push_str("P3@shopper.example,\n");
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let told = send(&owner, list.as_str(), true).await;
        let steps: Vec<(i64, i64)> = lines(&told).iter().filter(|line| line["kind"] == "step")
            .map(|line| (line["done"].as_i64().unwrap(), line["total"].as_i64().unwrap())).collect();
        assert_eq!(steps, [(200, 950), (400, 950), (600, 950), (800, 950)]);
        assert_eq!(counts(&end(&told)), [950, 950, 0, 0, 0]);
        let (one, two) = tokio::join!(send(&owner, list.as_str(), false), send(&owner, list.as_str(), false));
        let mut done = 0;
        for reply in [&one, &two] {
            match reply.status.as_u16() {
                200 => done += end(reply)["added"].as_i64().unwrap(),
                _ => assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (409, &json!("import-busy"))),
            }
        }
        assert_eq!((done, kept(app).await.0), (950, 950));
        let (mut seen, mut cursor) = (0, String::new());
        loop {
            let page = owner.post("/api/commerce/customers", json!({"brought": true, "cursor": cursor})).await.json();
            seen += page["customers"].as_array().unwrap().len();
            let Some(next) = page["nextCursor"].as_str() else { break };
            next.clone_into(&mut cursor);
        }
        assert_eq!(seen, 950);
    }

    /// S-649: a session that somebody took makes no money of a list: what is brought asks for a fresh proof as a new card does.
    async fn s_649_nothing_is_brought_without_a_fresh_proof(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let cards = "Code,Balance,Currency\nABCD-EFGH-JKLM-NPQR,500.00,USD\n";
        assert_eq!(end(&send(&owner, cards, true).await)["what"], json!(["gift-cards"]));
        app.clock.advance(15 * 60_000);
        let refused = send(&owner, cards, false).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("confirm-again")));
        assert_eq!(app.count("gift_card", "TRUE").await, 0);
        assert_eq!(counts(&end(&send(&owner, cards, true).await)), [1, 1, 0, 0, 0]);
        let proof = json!({"password": crate::app::PASSWORD});
        assert_eq!(owner.post("/api/site-users/account/session/confirmation", proof).await.status, 200);
        assert_eq!(counts(&end(&send(&owner, cards, false).await)), [1, 1, 0, 0, 0]);
        assert_eq!(app.count("gift_card", "balance_cents = 50000").await, 1);
    }

    /// S-627: who may not is told so before anything is read; each kind asks for the right of what it changes.
    async fn s_627_who_may_bring_and_how_much(app: &TestApp); {
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        assert_eq!(send(&editor, PEOPLE, false).await.status, 403);
        assert_eq!(send(&app.visitor(), PEOPLE, false).await.status, 401);
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let empty = send(&owner, "", true).await;
        assert_eq!((empty.status.as_u16(), &empty.json()["code"]), (400, &json!("empty-file")));
        let reviews = "product_handle,rating,body,reviewer_name,created_at\nbread,5,Good,Ann,2024-01-01\n";
        assert_eq!(send(&owner, reviews, false).await.status, 403);
        let admin = app.member("admin@shop.example", &[Role::Admin]).await;
        assert_eq!(end(&send(&admin, reviews, true).await)["what"], json!(["reviews"]));
        assert_eq!(kept(app).await, (0, 0, 0));
    }
}

/// S-618: nothing that a stranger's file holds ends the server.
#[tokio::test]
async fn s_618_a_strangers_file_is_read_or_refused() {
    let Some(app) = TestApp::start(crate::app::Store::Sqlite, |_| {}).await else { return };
    let owner = app.member("own@shop.example", &[Role::Admin]).await;
    for file in [
        "\u{feff}",
        "{",
        "{}",
        "[]",
        "<",
        "<rss><channel><item>",
        "Email\n\"",
        "Email,Email,Email\n,,\n",
        "Name,Email,Total,Created at,Currency,Subtotal\n#1,a@b.example,99999999999999999999,9999-99-99,???,-1\n",
        "Code,Balance\nABCDEFGH,1e400\n",
        "{\"form\":\"loggia-orders-1\",\"orders\":[{\"totalCents\":9223372036854775807,\"lines\":[{\"quantity\":9223372036854775807,\"unitPriceCents\":9}]}]}",
        "{\"form\":\"loggia-people-1\",\"people\":{\"a\":1}}",
    ] {
        let reply = send(&owner, file, true).await;
        let last = lines(&reply).pop().unwrap_or_default();
        assert_eq!(last["kind"], "done", "{file}: {}", reply.text);
    }
}
