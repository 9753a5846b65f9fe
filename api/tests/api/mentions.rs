//! Notes of the staff that name colleagues, at orders and on customers: who may be named, who is told of it and how, what is kept.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::push_server::{Browser, PushServer};
use futures_util::future::join_all;
use loggia_api::Settings;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";
const MENTIONS: &str = "/api/commerce/desk/mentions";
const OPENED: &str = "/api/commerce/desk/mentions/opened";
const COLLEAGUES: &str = "/api/commerce/desk/colleagues";
const CUSTOMER_NOTES: &str = "/api/commerce/customers/notes";
const ONE: &str = "/api/commerce/customers/one";
const DEVICES: &str = "/api/site-users/account/devices";

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refused(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

async fn buy(app: &TestApp, email: &str) -> String {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let mut body = purchase();
    body["email"] = json!(email);
    let order = good(&visitor.post(CHECKOUT, body).await);
    app.clock.advance(1000);
    order["id"].as_str().unwrap().to_owned()
}

/// A note at an order, in which `@` stands for each account.
async fn note(who: &Visitor, order: &str, text: &str, accounts: &[&str]) -> Reply {
    let body = json!({"text": text.replace('@', "\u{FFFC}"), "mentions": accounts});
    who.post(&format!("{DESK}/{order}/notes"), body).await
}

/// The accounts that may be named, by their addresses.
async fn account(who: &Visitor, email: &str) -> String {
    let found = good(&who.get(COLLEAGUES).await);
    let mut all = found["colleagues"].as_array().unwrap().iter();
    let one = all.find(|one| one["name"] == json!(email));
    one.map_or_else(String::new, |one| one["id"].as_str().unwrap().to_owned())
}

fn with_push(settings: &mut Settings) {
    settings.web_push.contact = Some("mailto:ops@shop.example".into());
    settings.web_push.hosts = Some("127.0.0.1".into());
    settings.limits.checkout = 1000;
    settings.limits.log_in = 1000;
}

on_both! {
    /// S-775: a note names colleagues by their accounts: shown is who that is by now, listed for whom it names until it is opened; notes of
    /// before, and words that look like a mention, stay as they were written.
    async fn s_775_a_note_names_colleagues(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let ben = app.member("ben@shop.example", &[Role::StoreManager]).await;
        let order = buy(app, "ann@shopper.example").await;
        app.execute(&format!("INSERT INTO order_note (id, order_id, author, body, created_at) VALUES ('old', '{order}', 'own@shop.example', 'ask @ben@shop.example \u{FFFC}', 1)")).await;
        let id = account(&owner, "ben@shop.example").await;
        let whole = good(&note(&owner, &order, "Please ring, @! And @: twice.", &[&id, &id]).await);
        assert_eq!((&whole["notes"][0]["text"], &whole["notes"][0]["parts"]), (&json!("ask @ben@shop.example \u{FFFC}"), &json!([])));
        assert_eq!(whole["notes"][1]["text"], json!("Please ring, @ben@shop.example! And @ben@shop.example: twice."));
        assert_eq!((whole["notes"][1]["isUnread"].clone(), whole["notes"][1]["parts"][1].clone()),
            (json!(false), json!({"text": "@ben@shop.example", "isMention": true, "isYou": false})));
        assert_eq!(app.count("order_note", "body LIKE '%ben@%' AND id <> 'old'").await, 0, "what is kept is the account");
        app.execute("UPDATE site_user SET email = 'benjamin@shop.example' WHERE email = 'ben@shop.example'").await;
        let seen = good(&ben.get(&format!("{DESK}/{order}")).await);
        assert_eq!(seen["notes"][1]["text"], json!("Please ring, @benjamin@shop.example! And @benjamin@shop.example: twice."));
        assert_eq!((&seen["notes"][1]["isUnread"], &seen["notes"][1]["parts"][1]["isYou"]), (&json!(true), &json!(true)));
        let listed = good(&ben.get(MENTIONS).await);
        let one = &listed["mentions"][0];
        assert_eq!((&listed["unread"], listed["mentions"].as_array().unwrap().len(), &one["orderId"], &one["isUnread"], &one["text"]),
            (&json!(1), 1, &json!(order), &json!(true), &seen["notes"][1]["text"]));
        assert_eq!(good(&owner.get(MENTIONS).await), json!({"unread": 0, "mentions": []}));
        // Whoever opens a note that does not name them changes nothing.
        let opened = json!({"notes": [one["noteId"], "nothing"]});
        good(&owner.post(OPENED, opened.clone()).await);
        assert_eq!(good(&ben.get(MENTIONS).await)["unread"], json!(1));
        assert_eq!(good(&ben.post(OPENED, opened).await)["unread"], json!(0));
        assert_eq!(good(&ben.get(&format!("{DESK}/{order}")).await)["notes"][1]["isUnread"], json!(false));
        assert_eq!(good(&ben.post(OPENED, json!({"notes": ["\u{0}", "' OR 1=1 --", "x".repeat(5000)]})).await)["unread"], json!(0));
        assert_eq!(refused(&ben.post(OPENED, json!({"notes": vec!["x"; 101]})).await), (400, "too-many-notes".into()));
        // On a customer likewise; who names themself has read it.
        let benjamin = account(&owner, "benjamin@shop.example").await;
        let own = account(&owner, "own@shop.example").await;
        let body = json!({"email": "ann@shopper.example", "text": "Ask \u{FFFC} or \u{FFFC}.", "mentions": [own, benjamin]});
        let one = good(&owner.post(CUSTOMER_NOTES, body).await);
        assert_eq!((&one["ownNotes"][0]["text"], &one["notes"][0]["text"]),
            (&json!("Ask @own@shop.example or @benjamin@shop.example."), &seen["notes"][1]["text"]));
        assert_eq!((&good(&owner.get(MENTIONS).await)["unread"], &good(&ben.get(MENTIONS).await)["mentions"][0]["email"]), (&json!(0), &json!("ann@shopper.example")));
    }

    /// S-776: who is named is told on their own devices alone, with the order's number and nothing of the note; without such a device by one
    /// letter a note; never who wrote it.
    async fn s_776_who_is_named_is_told(app: &TestApp) with |settings| with_push(settings); {
        let server = PushServer::start().await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let ben = app.member("ben@shop.example", &[Role::StoreManager]).await;
        let cleo = app.member("cleo@shop.example", &[Role::StoreManager]).await;
        let (own_browser, browser) = (Browser::at(&server, "own"), Browser::at(&server, "ben"));
        assert_eq!(good(&ben.get(DEVICES).await)["open"], json!(["order", "payment", "stock", "mention"]));
        good(&owner.put(DEVICES, own_browser.subscription(&["mention"])).await);
        good(&ben.put(DEVICES, browser.subscription(&["mention"])).await);
        // A device that is told of other things is none.
        good(&cleo.put(DEVICES, Browser::at(&server, "cleo").subscription(&["payment"])).await);
        let order = buy(app, "ann@shopper.example").await;
        let mut ids = Vec::new();
        for email in ["own@shop.example", "ben@shop.example", "cleo@shop.example"] {
            ids.push(account(&owner, email).await);
        }
        good(&note(&owner, &order, "Secret words: @ @ @ @", &[&ids[0], &ids[1], &ids[2], &ids[2]]).await);
        app.work().await;
        app.work().await;
        let came = server.came();
        assert_eq!(came.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(), ["/ben"]);
        let notice = browser.open(&came[0]);
        let number = app.number("SELECT number FROM shop_order").await;
        assert_eq!((notice["title"].clone(), notice["kind"].clone(), notice["order"].clone()),
            (json!(format!("A note at order #{number} names you")), json!("mention"), json!(order)));
        let letters = app.emails_to("cleo@shop.example").await;
        assert_eq!((letters.len(), app.emails_to("ben@shop.example").await.len(), app.emails_to("own@shop.example").await.len()), (1, 0, 0));
        assert!(letters[0].contains(&format!("#{number}")) && letters[0].contains(&format!("/api/owner/orders/{order}")), "{}", letters[0]);
        for said in [letters[0].clone(), notice.to_string()] {
            assert!(!said.contains("Secret") && !said.contains("shopper.example") && !said.contains("own@shop"), "{said}");
        }
        // The next note is told of anew; a note on a customer names no order.
        good(&note(&owner, &order, "@", &[&ids[2]]).await);
        let body = json!({"email": "ann@shopper.example", "text": "\u{FFFC} \u{FFFC}", "mentions": [ids[1], ids[2]]});
        good(&owner.post(CUSTOMER_NOTES, body).await);
        app.work().await;
        app.work().await;
        assert_eq!((app.emails_to("cleo@shop.example").await.len(), server.came().len()), (3, 1));
        // Without a device the letter comes to the next one, too.
        let listed = good(&ben.get(DEVICES).await);
        good(&ben.delete(&format!("{DEVICES}/{}", listed["devices"][0]["id"].as_str().unwrap())).await);
        good(&note(&owner, &order, "@", &[&ids[1]]).await);
        assert_eq!((app.emails_to("ben@shop.example").await.len(), server.came().len()), (1, 0));
    }

    /// S-777: only who may read orders is named and told; whose roles were taken sees nothing and hears nothing of what waits; what is hostile is
    /// refused whole.
    async fn s_777_only_who_may_read_orders_is_named(app: &TestApp) with |settings| with_push(settings); {
        let server = PushServer::start().await;
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let ben = app.member("ben@shop.example", &[Role::StoreManager]).await;
        for role in Role::ALL {
            app.account(&format!("role{}@shop.example", role.code()), &[role]).await;
        }
        app.account("member@shopper.example", &[]).await;
        let order = buy(app, "ann@shopper.example").await;
        let found = good(&owner.get(COLLEAGUES).await);
        let names: Vec<&str> = found["colleagues"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["ben@shop.example", "own@shop.example", "role1@shop.example", "role8@shop.example"]);
        let browser = Browser::at(&server, "ben");
        good(&ben.put(DEVICES, browser.subscription(&["mention"])).await);
        let id = account(&owner, "ben@shop.example").await;
        // It waits to be told while the role is taken.
        good(&note(&owner, &order, "@ look", &[&id]).await);
        app.execute("UPDATE site_user SET roles = '[4]' WHERE email = 'ben@shop.example'").await;
        app.work().await;
        app.work().await;
        assert_eq!((server.came().len(), app.emails_to("ben@shop.example").await.len()), (0, 0));
        let read = [ben.get(MENTIONS).await, ben.get(COLLEAGUES).await, ben.post(OPENED, json!({"notes": []})).await, ben.get(&format!("{DESK}/{order}")).await];
        assert!(read.iter().all(|reply| reply.status == 403));
        let before = (app.count("order_note", "TRUE").await, app.count("note_mention", "TRUE").await, app.count("outbox", "TRUE").await);
        let one = account(&owner, "role1@shop.example").await;
        let twenty = vec![one.as_str(); 20];
        for (text, accounts, code) in [
            ("@", vec![id.as_str()], "no-such-colleague"), ("@ @", vec![&one, &id], "no-such-colleague"), ("@", vec!["nobody"], "no-such-colleague"),
            ("@", vec!["' OR 1=1 --"], "no-such-colleague"), ("@", vec!["\u{0}"], "no-such-colleague"), ("@", vec![""], "no-such-colleague"),
            ("nobody", vec![&one], "malformed-mentions"), ("@ @", vec![&one], "malformed-mentions"),
            (&"@".repeat(21), [&twenty[..], &[&one]].concat(), "too-many-mentions"), ("\u{1b}[2J@", vec![&one], "malformed-note"),
        ] {
            let expected = (400, code.to_owned());
            assert_eq!(refused(&note(&owner, &order, text, &accounts).await), expected, "{text}");
            let body = json!({"email": "ann@shopper.example", "text": text.replace('@', "\u{FFFC}"), "mentions": accounts});
            assert_eq!(refused(&owner.post(CUSTOMER_NOTES, body).await), expected, "{text}");
        }
        assert_eq!(owner.post(&format!("{DESK}/{order}/notes"), json!({"text": "x", "mentions": [7]})).await.status, 400);
        assert_eq!(before, (app.count("order_note", "TRUE").await, app.count("note_mention", "TRUE").await, app.count("outbox", "TRUE").await));
        assert_eq!(note(&owner, "nothing", "@", &[&one]).await.status, 404);
        good(&note(&owner, &order, &"@".repeat(20), &twenty).await);
        app.execute("UPDATE site_user SET roles = '[8]' WHERE email = 'ben@shop.example'").await;
        assert_eq!(good(&ben.get(MENTIONS).await)["unread"], json!(1), "with the role what was written meanwhile is there");
    }

    /// S-777: while roles are taken and given, every note that was taken tells whom it names, once, and no other does.
    async fn s_777_roles_that_change_meanwhile(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        app.account("ben@shop.example", &[Role::StoreManager]).await;
        let order = buy(app, "ann@shopper.example").await;
        let id = account(&owner, "ben@shop.example").await;
        let notes = (0..24).map(|number| {
            let (owner, order, id) = (&owner, &order, &id);
            async move {
                if number % 4 == 3 {
                    let roles = if number % 8 == 3 { json!([4]) } else { json!([8]) };
                    let reply = owner.put(&format!("/api/people/{id}/roles"), json!({"roles": roles})).await;
                    assert!(reply.status.as_u16() < 300, "{}", reply.text);
                    return 0;
                }
                let reply = note(owner, order, "@", &[id]).await;
                assert!(reply.status == 200 || refused(&reply).1 == "no-such-colleague", "{}", reply.text);
                i64::from(reply.status == 200)
            }
        });
        let taken: i64 = join_all(notes).await.into_iter().sum();
        assert_eq!((app.count("order_note", "TRUE").await, app.count("note_mention", "TRUE").await), (taken, taken));
        assert_eq!(app.count("outbox", "dedupe_key LIKE 'mention-%'").await, taken);
    }

    /// S-778: with the account, the order or the customer goes what is kept of a mention; whoever is erased leaves no name in a note of theirs.
    async fn s_778_mentions_are_erased_and_given_out(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let ben = app.member("ben@shop.example", &[Role::StoreManager]).await;
        let cleo = app.member("cleo@shop.example", &[Role::StoreManager]).await;
        let (ann, eve) = (buy(app, "ann@shopper.example").await, buy(app, "eve@shopper.example").await);
        let id = account(&owner, "ben@shop.example").await;
        for order in [&ann, &eve] {
            good(&note(&cleo, order, "Ask @ today", &[&id]).await);
        }
        for email in ["ann@shopper.example", "eve@shopper.example"] {
            let body = json!({"email": email, "text": "\u{FFFC} knows", "mentions": [id]});
            good(&cleo.post(CUSTOMER_NOTES, body).await);
        }
        app.work().await;
        let given = good(&ben.get("/api/site-users/account/data").await).to_string();
        assert_eq!(given.matches("\"readAt\"").count(), 4, "{given}");
        // Whom a note names is no business of whom it is about.
        let given = good(&owner.post("/api/people/export", json!({"email": "ann@shopper.example"})).await);
        assert_eq!((&given["orders"][0]["notes"][0]["body"], &given["customerNotes"][0]["body"]), (&json!("Ask @… today"), &json!("@… knows")));
        good(&owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await);
        assert_eq!((app.count("note_mention", "TRUE").await, good(&ben.get(MENTIONS).await)["mentions"].as_array().unwrap().len()), (2, 2));
        let one = good(&owner.post(ONE, json!({"email": "eve@shopper.example"})).await);
        let removed = one["ownNotes"][0]["id"].as_str().unwrap();
        assert_eq!(owner.delete(&format!("{CUSTOMER_NOTES}/{removed}")).await.status, 204);
        assert_eq!(app.count("note_mention", "TRUE").await, 1);
        good(&cleo.post(CUSTOMER_NOTES, json!({"email": "eve@shopper.example", "text": "Likes rye."})).await);
        // Both who is named and who wrote are erased.
        for email in ["ben@shop.example", "cleo@shop.example"] {
            app.execute(&format!("UPDATE site_user SET roles = '[7]' WHERE email = '{email}'")).await;
            good(&owner.post("/api/people/erasure", json!({"email": email})).await);
        }
        let seen = good(&owner.get(&format!("{DESK}/{eve}")).await);
        assert_eq!((&seen["notes"][0]["text"], &seen["notes"][0]["parts"][1]["isMention"], &seen["notes"][0]["author"]), (&json!("Ask @… today"), &json!(false), &json!("")));
        assert_eq!(app.count("note_mention", "site_user_id IS NOT NULL").await, 0);
        assert_eq!((app.count("order_note", "author <> ''").await, app.count("customer_note", "author <> ''").await), (0, 0));
        app.audit().await;
    }

    /// S-779: the newest note on a customer stands on the page of each of their orders, under whichever of their addresses, and goes with it.
    async fn s_779_an_order_says_the_note_on_its_customer(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let (home, work, other) = (buy(app, "Ann@home.example").await, buy(app, "ann@work.example").await, buy(app, "eve@home.example").await);
        let said = async |order: &str| good(&owner.get(&format!("{DESK}/{order}")).await)["customerNote"].clone();
        assert_eq!(said(&home).await, Value::Null);
        for text in ["Allergic to nuts.", "Rings on \u{FFFC} Mondays."] {
            good(&owner.post(CUSTOMER_NOTES, json!({"email": "ann@home.example", "text": text})).await);
            app.clock.advance(1000);
        }
        let note = said(&home).await;
        assert_eq!((&note["text"], &note["author"], &note["email"]), (&json!("Rings on \u{FFFC} Mondays."), &json!("own@shop.example"), &json!("ann@home.example")));
        assert_eq!((said(&work).await, said(&other).await), (Value::Null, Value::Null));
        // Merged under the other address the note follows.
        good(&owner.post("/api/commerce/customers/merge", json!({"email": "ann@work.example", "second": "ann@home.example"})).await);
        for order in [&home, &work] {
            let note = said(order).await;
            assert_eq!((&note["text"], &note["email"]), (&json!("Rings on \u{FFFC} Mondays."), &json!("ann@work.example")));
        }
        let one = good(&owner.post(ONE, json!({"email": "ann@home.example"})).await);
        assert_eq!(owner.delete(&format!("{CUSTOMER_NOTES}/{}", one["ownNotes"][0]["id"].as_str().unwrap())).await.status, 204);
        assert_eq!(said(&work).await["text"], json!("Allergic to nuts."));
        app.work().await;
        good(&owner.post("/api/people/erasure", json!({"email": "ann@home.example"})).await);
        assert_eq!((said(&home).await, said(&work).await, app.count("customer_note", "TRUE").await), (Value::Null, Value::Null, 0));
    }
}
