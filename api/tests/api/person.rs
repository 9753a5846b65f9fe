//! Everything of a person: given out whole, and erased from every table, visit, email and later backup.

use crate::app::{NOW, Reply, TestApp, Visitor, on_both};
use crate::cart::{ENTRIES, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::owner_pages::submit;
use loggia_api::repository::backup;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const EMAIL: &str = "annabel.lee+shop@shopper.example";
const NAME: &str = "Annabel Lee";
/// What may be left nowhere.
const TRACES: [&str; 3] = ["annabel", "lee+shop", "lee%2bshop"];
const EXPORT: &str = "/api/people/export";
const ERASURE: &str = "/api/people/erasure";

/// The places below `url` that hold one of the traces: whole rows as text, so that no column is forgotten.
async fn traces(url: &str, schema: &str) -> Vec<String> {
    let mut found = Vec::new();
    if url.starts_with("sqlite:") {
        let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(url).await.unwrap();
        let columns: Vec<(String, String)> = sqlx::query_as(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'",
        )
        .fetch_all(&mut connection)
        .await
        .unwrap();
        assert!(columns.len() > 20, "{url}");
        for (table, column) in columns {
            for trace in TRACES {
                let sql = format!(
                    "SELECT COUNT(*) FROM \"{table}\" WHERE instr(lower(CAST(\"{column}\" AS TEXT)), '{trace}') > 0"
                );
                let rows: i64 =
                    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
                if rows > 0 {
                    found.push(format!("{table}.{column}: {rows} rows with {trace}"));
                }
            }
        }
    } else {
        let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(url).await.unwrap();
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = $1",
        )
        .bind(schema)
        .fetch_all(&mut connection)
        .await
        .unwrap();
        assert!(tables.len() > 5, "{url}");
        for table in tables {
            for trace in TRACES {
                let sql = format!(
                    "SELECT COUNT(*) FROM {schema}.\"{table}\" AS t WHERE position('{trace}' in lower(t::text)) > 0"
                );
                let rows: i64 =
                    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
                if rows > 0 {
                    found.push(format!("{table}: {rows} rows with {trace}"));
                }
            }
        }
    }
    found
}

/// The same in everything one server keeps, and in a backup that is made now.
async fn everywhere(app: &TestApp) -> Vec<String> {
    app.handle().context().tracking.flush().await;
    let url = app.settings.database_url();
    let mut found = traces(&url, "public").await;
    let visits = if url.starts_with("sqlite:") { url.replace(".db", ".visits.db") } else { url.clone() };
    found.extend(traces(&visits, "visits").await);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.backup");
    backup::back_up(&url, &file).await.unwrap();
    found.extend(
        traces(&format!("sqlite:{}", file.display()), "")
            .await
            .into_iter()
            .map(|place| format!("backup {place}")),
    );
    if let Ok(emails) = std::fs::read_dir(app.settings.mail_folder()) {
        for message in emails {
            let path = message.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap().to_lowercase();
            if TRACES.iter().any(|trace| text.contains(trace)) {
                found.push(format!("letter {}", path.display()));
            }
        }
    }
    found
}

fn wish() -> Value {
    json!({"email": EMAIL, "name": NAME})
}

async fn ok(reply: Reply) -> Reply {
    assert!(reply.status.is_success(), "{}: {}", reply.status, reply.text);
    reply
}

/// Somebody whose address is almost the same, and whom nothing may happen to.
const OTHER: &str = "joannabel.lee+shop@shopper.example";

/// Does everything one can do in this shop under one address.
async fn live(app: &TestApp, owner: &Visitor) -> String {
    let ann = app.member(EMAIL, &[]).await;
    add(&ann, "bread", "bread", 1).await;
    let recipient = json!({"recipientName": NAME, "recipientEmail": EMAIL, "message": "for Annabel"});
    let gift = json!({"itemId": "voucher", "sku": "gift-25", "quantity": 1, "additionalFields": recipient.to_string()});
    let mut bought = purchase();
    bought["email"] = json!(EMAIL);
    let order = ok(ann.post(CHECKOUT, bought.clone()).await).await.json();
    let id = order["id"].as_str().or(order["orderId"].as_str()).unwrap_or_default().to_owned();
    // Not signed in, in capitals; and an abandoned cart with a gift for the address.
    let stranger = app.visitor();
    ok(stranger.post(ENTRIES, gift.clone()).await).await;
    ok(stranger.post(CHECKOUT, purchase()).await).await;
    ok(app.visitor().post(ENTRIES, gift).await).await;
    // A card that was made for the address and named it.
    let card = json!({"amountCents": 500, "recipientName": NAME, "recipientEmail": EMAIL, "reason": format!("Wrote from {EMAIL}.")});
    ok(owner.post("/api/commerce/gift-cards", card).await).await;
    let guest = app.visitor();
    add(&guest, "lesson", "lesson", 1).await;
    bought["email"] = json!("Annabel.Lee+shop@shopper.example");
    ok(guest.post(CHECKOUT, bought).await).await;
    let answers = json!({"name": "Annabel", "email": EMAIL});
    crate::forms::send(&app.visitor(), "contact", answers).await;
    ok(crate::forms::send(&app.visitor(), "routed", json!({"email": EMAIL})).await).await;
    let restock = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": EMAIL, "isJoinMailingList": true});
    ok(app.visitor().post(crate::restock::RESTOCK, restock).await).await;
    ok(app
        .visitor()
        .post("/api/comments?itemId=post-1", json!({"author": NAME, "body": "Nice bread"}))
        .await)
    .await;
    ok(app
        .visitor()
        .post("/api/comments?itemId=post-1", json!({"author": "A", "body": format!("write to {EMAIL}!")}))
        .await)
    .await;
    let review = json!({"authorName": "annabel lee", "rating": 5, "title": "Fine", "body": "It holds tea."});
    ok(app.visitor().post("/api/commerce/products/mug/reviews", review).await).await;
    let visitor = app.visitor();
    let crumb = visitor.crumb().await;
    let data = json!({"typed": EMAIL}).to_string();
    ok(visitor
        .post_form("/api/events/RecordEvent", &[("crumb", &crumb), ("event", "20"), ("data", &data)])
        .await)
    .await;
    let broke = json!([{"event": "x", "data": json!({"message": format!("no {EMAIL} here")}).to_string(), "timestamp": 1}]);
    ok(visitor.post("/api/events/RecordJavascriptErrors", broke).await).await;
    ok(app.visitor().post("/api/site-users/account/password/key", json!({"email": EMAIL})).await).await;
    let orders = owner.get("/api/commerce/orders").await.json();
    let own = orders["orders"]
        .as_array()
        .unwrap()
        .iter()
        .find(|order| order["customerEmail"] == EMAIL || order["email"] == EMAIL);
    let id = own.map_or(id, |order| order["id"].as_str().unwrap().to_owned());
    let refund = json!({"amountCents": 100, "reason": format!("{NAME} was ill")});
    ok(owner.post(&format!("/api/commerce/orders/{id}/refunds"), refund).await).await;
    let counted =
        json!({"itemId": "mug", "sku": "mug-s", "quantity": 4, "reason": format!("one for {EMAIL}")});
    ok(owner.post("/api/commerce/inventory/adjustments", counted).await).await;
    // Emails that did not arrive.
    app.execute(&format!("INSERT INTO outbox (id, dedupe_key, kind, body, attempts, due_at, failed_at, last_error, created_at) \
        VALUES ('x1', 'x1', 'mail', '{{\"to\":\"{EMAIL}\"}}', 12, 1, 2, 'no such box: {EMAIL}', 1)")).await;
    id
}

async fn figures(app: &TestApp) -> (i64, i64, i64, i64) {
    (
        app.count("shop_order", "TRUE").await,
        app.number("SELECT CAST(SUM(grand_total_cents) AS BIGINT) FROM shop_order").await,
        app.number("SELECT CAST(SUM(tax_cents + refunded_cents) AS BIGINT) FROM shop_order").await,
        app.number("SELECT COUNT(DISTINCT lower(email)) FROM shop_order").await,
    )
}

on_both! {
    /// S-231: after an erasure no table, visit, email or later backup holds the address or the name; sums and counts of orders stay,
    /// the books agree, somebody with a similar address keeps everything, and a second time changes nothing.
    async fn s_231_nothing_is_left_of_an_erased_person(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let order = live(app, &owner).await;
        let mut other = purchase();
        other["email"] = json!(OTHER);
        let shopper = app.visitor();
        add(&shopper, "bread", "bread", 1).await;
        ok(shopper.post(CHECKOUT, other).await).await;
        ok(crate::forms::send(&app.visitor(), "routed", json!({"email": OTHER})).await).await;
        app.work().await;
        let before = figures(app).await;
        let places = everywhere(app).await;
        for place in ["shop_order", "order_line", "cart_entry", "form_submission", "restock_sign_up", "mailing_list_member", "visitor_comment", "review", "outbox",
            "site_user", "account_key", "refund", "stock_change", "record_person", "event", "javascript_error", "letter", "backup"] {
            assert!(places.iter().any(|found| found.starts_with(place)), "{place} is not filled: {places:#?}");
        }
        let answer = ok(owner.post(ERASURE, wish()).await).await.json();
        assert_eq!(answer["erased"]["accounts"], 1, "{answer}");
        app.execute("UPDATE shop_order SET email = 'other' WHERE email LIKE 'joannabel%'").await;
        app.execute("UPDATE shop_order SET terms = '[]' WHERE email = 'other'; DELETE FROM order_term WHERE term LIKE '%joannabel%'").await;
        app.execute("UPDATE form_submission SET answers = 'other' WHERE answers LIKE '%joannabel%'").await;
        assert_eq!(app.count("shop_order", "email = 'other'").await, 1, "another's order is theirs");
        assert_eq!(app.count("form_submission", "answers = 'other'").await, 1, "another's submission is theirs");
        assert_eq!(app.count("mailing_list_member", "email LIKE 'joannabel%'").await, 1, "another is a member still");
        app.execute("DELETE FROM mailing_list_member WHERE email LIKE 'joannabel%'; UPDATE outbox SET body = '' WHERE body LIKE '%joannabel%'").await;
        for message in std::fs::read_dir(app.settings.mail_folder()).unwrap() {
            let path = message.unwrap().path();
            if std::fs::read_to_string(&path).unwrap().contains(OTHER) {
                std::fs::remove_file(path).unwrap();
            }
        }
        let left: Vec<String> = everywhere(app).await;
        assert!(left.is_empty(), "{left:#?}");
        let after = figures(app).await;
        assert_eq!((after.0, after.1, after.2, after.3), before, "sums stay, and how many people bought");
        assert_eq!(app.count("shop_order", &format!("id = '{order}' AND email LIKE 'erased-%' AND shipping_location IS NOT NULL")).await, 1);
        assert_eq!(app.count("record", "kind = 'erase-person' AND subject LIKE 'erased-%'").await, 1);
        app.audit().await;
        let again = ok(owner.post(ERASURE, wish()).await).await.json();
        assert!(again["erased"].as_object().unwrap().iter().all(|(what, count)| count == 0 || what == "record"), "{again}");
        assert_eq!(figures(app).await, after);
        app.audit().await;
    }

    /// S-232: the export has everything of the person, and nothing of anybody else.
    async fn s_232_everything_is_given_out(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        live(app, &owner).await;
        app.handle().context().tracking.flush().await;
        let reply = ok(owner.post(EXPORT, wish()).await).await;
        assert_eq!(reply.headers["cache-control"], "no-store");
        let all = reply.json();
        assert_eq!((&all["form"], &all["email"], &all["account"]["email"]), (&json!("loggia-person-1"), &json!(EMAIL), &json!(EMAIL)));
        let count = |part: &str| all[part].as_array().unwrap_or_else(|| panic!("{part}: {all}")).len();
        assert_eq!((count("orders"), count("submissions"), count("restockNotices"), count("mailingList")), (2, 2, 1, 1), "{all:#}");
        assert_eq!((count("comments"), count("reviews"), count("gifts"), count("giftCards"), count("visits")), (2, 1, 1, 2, 2), "{all:#}");
        assert!(count("letters") > 0 && count("record") > 0);
        assert_eq!(all["orders"][0]["shippingLocation"]["postalCode"], "10001", "places are objects");
        assert!(!reply.text.contains("ann@shopper.example") && !reply.text.contains("own@shop.example"), "{}", reply.text);
        assert!(!reply.text.contains("argon2"), "no password's hash");
        assert_eq!(app.count("record", "kind = 'export-person'").await, 1);
    }

    /// S-232: an order that was marked as made twice does not name the order of another account, whose address was typed for it.
    async fn s_232_a_mark_names_no_order_of_somebody_else(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let (ann, bob) = (app.member("ann@shopper.example", &[]).await, app.member("bob@shopper.example", &[]).await);
        let mut ids = Vec::new();
        for who in [&ann, &bob, &bob] {
            add(who, "bread", "bread", 1).await;
            ids.push(ok(who.post(CHECKOUT, purchase()).await).await.json()["id"].as_str().unwrap().to_owned());
        }
        app.work().await;
        assert!(app.count("order_mark", &format!("detail = '{}'", ids[0])).await > 0, "marked as made twice");
        let own = ok(bob.get("/api/site-users/account/data").await).await;
        assert!(!own.text.contains(&ids[0]), "{}", own.text);
        let orders = own.json()["orders"].as_array().unwrap().clone();
        assert_eq!(orders.len(), 2);
        let marks: Vec<&Value> = orders.iter().flat_map(|order| order["marks"].as_array().unwrap()).collect();
        assert!(marks.iter().any(|mark| mark["detail"] == ""), "that it is one of two is told: {marks:?}");
        let all = ok(ann.get("/api/site-users/account/data").await).await;
        assert!(ids.iter().all(|id| all.text.contains(id)), "who bought under this address is told of each");
    }

    /// S-233: nobody who works on the site is erased, and nobody whose payment is under way; then nothing changed.
    async fn s_233_an_erasure_that_cannot_be_is_refused_whole(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        app.account("ed@shop.example", &[Role::Editor]).await;
        let refused = owner.post(ERASURE, json!({"email": "Ed@shop.example"})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("person-works-here")));
        let shopper = app.visitor();
        add(&shopper, "bread", "bread", 1).await;
        ok(shopper.post(CHECKOUT, purchase()).await).await;
        app.execute("UPDATE shop_order SET status = 'pending'").await;
        let refused = owner.post(ERASURE, json!({"email": "ann@shopper.example"})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("person-is-paying")));
        assert_eq!((app.count("shop_order", "email = 'ann@shopper.example'").await, app.count("site_user", "TRUE").await), (1, 2));
        assert_eq!(owner.post(ERASURE, json!({"email": "nobody"})).await.status, 400);
    }

    /// S-234: a member gets all of their own, and may take all of it along when they leave.
    async fn s_234_a_member_exports_and_erases_themselves(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let ann = app.member(EMAIL, &[]).await;
        let order = { add(&ann, "bread", "bread", 1).await; let mut bought = purchase(); bought["email"] = json!(EMAIL); bought };
        ok(ann.post(CHECKOUT, order).await).await;
        let own = ok(ann.get("/api/site-users/account/data").await).await.json();
        assert_eq!((own["orders"].as_array().unwrap().len(), &own["email"]), (1, &json!(EMAIL)));
        assert_eq!(app.visitor().get("/api/site-users/account/data").await.status, 401);
        let wrong = ann.post("/api/site-users/account/removal", json!({"password": "not it at all", "everything": true})).await;
        assert_eq!((wrong.status.as_u16(), app.count("site_user", "TRUE").await), (403, 2));
        ok(ann.post("/api/site-users/account/removal", json!({"password": crate::app::PASSWORD, "everything": true})).await).await;
        app.work().await;
        assert_eq!(everywhere(app).await.into_iter().filter(|place| !place.starts_with("letter")).collect::<Vec<_>>(), Vec::<String>::new());
        assert_eq!(app.count("shop_order", "email LIKE 'erased-%'").await, 1);
        assert!(owner.get("/api/record?kind=erase-person").await.json()["rows"][0]["email"] == "");
        app.audit().await;
    }

    /// S-235: on the owner's page the address is typed twice; two different ones erase nobody.
    async fn s_235_the_page_erases_whom_it_was_told_twice(app: &TestApp); {
        let owner = Visitor::still(&format!("http://{}", app.address()));
        app.account("own@shop.example", &[Role::Admin]).await;
        submit(app, &owner, "/log-in", &[("email", "own@shop.example"), ("password", crate::app::PASSWORD)]).await;
        let shopper = app.visitor();
        add(&shopper, "bread", "bread", 1).await;
        ok(shopper.post(CHECKOUT, purchase()).await).await;
        let refused = submit(app, &owner, "/people", &[("email", "ann@shopper.example"), ("again", "ann@shoper.example")]).await;
        assert_eq!((refused.status.as_u16(), app.count("shop_order", "email = 'ann@shopper.example'").await), (400, 1));
        assert!(refused.text.contains("The two addresses are not the same."), "{}", refused.text);
        let file = submit(app, &owner, "/people/export", &[("email", "ann@shopper.example")]).await;
        assert_eq!((file.status.as_u16(), file.json()["orders"].as_array().unwrap().len()), (200, 1));
        let done = submit(app, &owner, "/people", &[("email", "ann@shopper.example"), ("again", " Ann@shopper.example")]).await;
        assert_eq!((done.status.as_u16(), app.count("shop_order", "email = 'ann@shopper.example'").await), (303, 0));
        let page = owner.get("/api/owner/record?kind=erase-person").await.text;
        assert!(page.contains("Erase person") && page.contains("own@shop.example") && !page.contains("ann@shopper"), "{page}");
    }

    /// S-228: the record is filtered by person, kind, part, subject and time, paged by key, and given out as CSV and JSON Lines.
    async fn s_228_the_record_is_filtered_paged_and_exported(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let coupon = json!({"kind": "percent", "value": "10"});
        for number in 0..25 {
            ok(owner.put(&format!("/api/commerce/coupons/TEN{number}"), coupon.clone()).await).await;
        }
        app.clock.advance(3_600_000);
        ok(owner.delete("/api/commerce/coupons/TEN3").await).await;
        let rows = async |query: &str| {
            let page = ok(owner.get(&format!("/api/record?{query}")).await).await.json();
            let subjects: Vec<String> = page["rows"].as_array().unwrap().iter().map(|row| row["subject"].as_str().unwrap().to_owned()).collect();
            (subjects, page["nextPageCursor"].as_str().map(str::to_owned))
        };
        assert_eq!(rows("subject=TEN3").await.0, ["TEN3", "TEN3"]);
        assert_eq!(rows("subject=TEN3&kind=put-coupon").await.0, ["TEN3"]);
        assert_eq!(rows(&format!("area=shop&from={}", NOW + 3_600_000)).await.0, ["TEN3"]);
        assert_eq!(rows("person=own@shop.example&subject=TEN4").await.0, ["TEN4"]);
        assert!(rows("person=eve@shop.example").await.0.is_empty());
        let (first, cursor) = rows("kind=put-coupon").await;
        let (second, end) = rows(&format!("kind=put-coupon&cursor={}", cursor.unwrap())).await;
        assert_eq!((first.len(), second.len(), end), (20, 5, None));
        let proof = json!({"password": crate::app::PASSWORD});
        ok(owner.post(crate::factors::CONFIRM, proof).await).await;
        let csv = ok(owner.get("/api/record.csv?kind=put-coupon").await).await;
        assert_eq!((csv.text.lines().count(), &csv.headers["content-type"]), (26, &reqwest::header::HeaderValue::from_static("text/csv; charset=utf-8")));
        let lines = ok(owner.get("/api/record.jsonl?kind=put-coupon").await).await;
        let one: Value = serde_json::from_str(lines.text.lines().next().unwrap()).unwrap();
        assert_eq!((lines.text.lines().count(), &one["subject"], &one["email"]), (25, &json!("TEN24"), &json!("own@shop.example")));
        assert_eq!(one["address"], "127.0.0.1");
        assert_eq!(app.count("record", "kind = 'export' AND subject = 'record'").await, 2);
        app.audit().await;
    }
}
