//! The record of who did what: chained, only added to, and still without a person who was erased.

use crate::app::{NOW, TestApp, on_both};
use futures_util::future::join_all;
use loggia_api::repository::Db;
use loggia_api::repository::record::{self, Actor, Client, Event, Filter, Kind, Proof, Row};
use loggia_api::roles::Role;
use loggia_commerce::signature_header;
use reqwest::Method;
use serde_json::{Value, json};

/// What signs a catalogue that is handed over.
const PUBLISHER: &str = "publish-0123456789-publish-abcdef";

/// As whom tests write.
fn ann() -> Actor {
    Actor::account(
        "a1",
        "ann@shop.example",
        Client { address: "192.0.2.7".into(), agent: "Browser/1".into() },
    )
}

async fn write(db: &Db, event: Event) {
    db.write(async move |connection| record::write(connection, &ann(), event.clone(), NOW).await)
        .await
        .unwrap();
}

async fn some(app: &TestApp, rows: usize) {
    for number in 0..rows {
        let event = Event::new(Kind::AdjustStock, "bread bread").change(json!(number), json!(number + 1));
        write(&app.handle().context().db, event.about("bob@shopper.example").words("Bob broke one")).await;
    }
}

pub async fn prove(app: &TestApp, since: Option<&str>) -> Proof {
    app.handle().context().db.read(async |connection| record::prove(connection, since).await).await.unwrap()
}

async fn rows(app: &TestApp) -> Vec<Row> {
    let filter = Filter::default();
    app.handle()
        .context()
        .db
        .read(async |connection| record::list(connection, &filter, 500).await)
        .await
        .unwrap()
}

/// Runs statements beside the shop, as anyone who has the database's password can; what the database says against them.
pub async fn beside(app: &TestApp, sql: &str) -> Result<(), sqlx::Error> {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    match &app.settings.database_url {
        Some(url) => {
            let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(url).await?;
            sqlx::raw_sql(sql).execute(&mut connection).await.map(drop)
        }
        None => {
            let url = app.settings.database_url();
            let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&url).await?;
            sqlx::raw_sql(sql).execute(&mut connection).await.map(drop)
        }
    }
}

/// Takes the triggers away, which only the database's owner can.
async fn without_triggers(app: &TestApp) {
    let sql = if app.settings.database_url.is_some() {
        "ALTER TABLE record DISABLE TRIGGER ALL; ALTER TABLE record_person DISABLE TRIGGER ALL; ALTER TABLE record_head DISABLE TRIGGER ALL;"
    } else {
        "DROP TRIGGER record_only_new; DROP TRIGGER record_no_update; DROP TRIGGER record_no_delete; DROP TRIGGER record_person_only_new; \
        DROP TRIGGER record_person_blanked; DROP TRIGGER record_person_no_delete; DROP TRIGGER record_head_forward; DROP TRIGGER record_head_no_delete;"
    };
    beside(app, sql).await.unwrap();
}

on_both! {
    /// S-220: whatever is changed behind the shop's back, the proof names the first row that does not hold; as it was, all hold.
    async fn s_220_a_changed_chain_is_noticed(app: &TestApp); {
        some(app, 6).await;
        let whole = prove(app, None).await;
        assert_eq!((whole.rows, &whole.fault), (6, &None));
        without_triggers(app).await;
        for table in ["record", "record_person", "record_head"] {
            beside(app, &format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}")).await.unwrap();
        }
        let forged = "INSERT INTO record SELECT 7, made_at, actor, area, kind, subject, detail, who_digest, about_digest, hash, 'abc' FROM record WHERE seq = 6";
        for (changed, first) in [
            ("UPDATE record SET detail = '{\"after\":99}' WHERE seq = 3", "row 3: it was changed"),
            ("UPDATE record SET made_at = made_at + 1 WHERE seq = 1", "row 1: it was changed"),
            ("UPDATE record SET actor = 'account a2' WHERE seq = 6", "row 6: it was changed"),
            ("DELETE FROM record_person WHERE seq = 4; DELETE FROM record WHERE seq = 4", "row 4: a row before it is missing"),
            ("DELETE FROM record_person WHERE seq = 6; DELETE FROM record WHERE seq = 6", "row 6: it is missing"),
            ("UPDATE record SET hash = 'abc' WHERE seq = 2; UPDATE record SET previous_hash = 'abc' WHERE seq = 3", "row 2: it was changed"),
            ("UPDATE record SET seq = -1 WHERE seq = 2; UPDATE record SET seq = 2 WHERE seq = 3; UPDATE record SET seq = 3 WHERE seq = -1", "row 2: it does not follow"),
            ("UPDATE record_person SET email = 'eve@shop.example' WHERE seq = 5 AND part = 'who'", "row 5: who did it was changed"),
            ("UPDATE record_person SET body = '{\"words\":\"other\"}' WHERE seq = 5 AND part = 'about'", "row 5: whom it is about was changed"),
            ("DELETE FROM record_person WHERE seq = 5 AND part = 'about'", "row 5: whom it is about was changed"),
            (forged, ""),
            ("DELETE FROM record_head", "row 1: the head of the chain is missing"),
        ] {
            let free = if app.settings.database_url.is_some() { "" } else { "PRAGMA foreign_keys = OFF;" };
            beside(app, &format!("{free}{changed}")).await.unwrap();
            let fault = prove(app, None).await.fault.unwrap_or_default();
            assert!(fault.starts_with(first) && (first.is_empty() || !fault.is_empty()), "{changed}: {fault}");
            for table in ["record_person", "record_head", "record"] {
                beside(app, &format!("{free}DELETE FROM {table}")).await.unwrap();
            }
            for table in ["record", "record_person", "record_head"] {
                beside(app, &format!("INSERT INTO {table} SELECT * FROM kept_{table}")).await.unwrap();
            }
            assert_eq!(prove(app, None).await, whole);
        }
        // A row put behind the head is refused as soon as anybody writes: its number is taken.
        beside(app, forged).await.unwrap();
        let db = &app.handle().context().db;
        assert!(db.write(async |connection| record::write(connection, &ann(), Event::new(Kind::Refund, "x"), NOW).await).await.is_err());
    }

    /// S-221: the database itself refuses to change, remove or replace a row, and lets a personal part only be blanked.
    async fn s_221_the_database_refuses_to_change_the_record(app: &TestApp); {
        some(app, 3).await;
        let mut attacks = vec![
            "UPDATE record SET detail = '{}'", "UPDATE record SET seq = seq + 10", "DELETE FROM record WHERE seq = 3", "DELETE FROM record",
            "DELETE FROM record_person", "UPDATE record_person SET email = 'eve@shop.example'", "UPDATE record_person SET seq = 2 WHERE seq = 1",
            "UPDATE record_person SET email = ''", "UPDATE record_head SET seq = 1", "DELETE FROM record_head",
            "INSERT INTO record SELECT * FROM record WHERE seq = 1",
        ];
        if app.settings.database_url.is_some() {
            attacks.extend(["TRUNCATE record CASCADE", "TRUNCATE record_person", "TRUNCATE record_head"]);
        } else {
            attacks.extend([
                "REPLACE INTO record SELECT * FROM record WHERE seq = 3",
                "REPLACE INTO record_person SELECT * FROM record_person WHERE seq = 3",
                "INSERT OR REPLACE INTO record SELECT 9, made_at, actor, area, kind, subject, detail, who_digest, about_digest, previous_hash, hash FROM record WHERE seq = 3",
            ]);
        }
        for attack in attacks {
            let refused = beside(app, attack).await.unwrap_err().to_string();
            assert!(refused.contains("only added to") || refused.contains("only blanked") || refused.contains("duplicate key"), "{attack}: {refused}");
        }
        assert_eq!((prove(app, None).await.fault, rows(app).await.len()), (None, 3));
    }

    /// S-223: many who write at once through several servers make one chain; a transaction that is undone leaves no gap.
    async fn s_223_many_writers_make_one_chain(app: &TestApp); {
        let own = app.handle().context().db.clone();
        let other = if own.shared().is_some() { Db::open(&app.settings.database_url(), 4).await.unwrap() } else { own.clone() };
        join_all((0..40).map(|number| {
            let db = if number % 2 == 0 { &own } else { &other };
            async move {
                let done = db.write(async move |connection| {
                    let event = Event::new(Kind::AdjustStock, &format!("bread {number}")).change(json!(1), json!(2));
                    record::write(connection, &ann(), event, NOW).await?;
                    if number % 5 == 0 { Err(loggia_api::error::ApiError::not_found("no")) } else { Ok(()) }
                }).await;
                assert_eq!(done.is_ok(), number % 5 != 0);
            }
        })).await;
        let proof = prove(app, None).await;
        assert_eq!((proof.rows, proof.fault), (32, None));
        app.audit().await;
    }

    /// S-224: what was written down before there was a chain is in it, with its time and its author; addresses and reasons stand
    /// where they can be erased.
    async fn s_224_earlier_actions_are_taken_over(app: &TestApp); {
        let id = |number: i64| format!("0000000000000000000000000000000{number}");
        for (number, action, subject, detail) in [
            (1, "refund", "order-1", r#"{"refundId":"r1","wish":{"amountCents":100},"reason":"Bob was ill"}"#),
            (2, "remove-mailing-list-member", "bob@shopper.example", "{}"),
        ] {
            app.execute(&format!("INSERT INTO owner_action (id, site_user_id, email, action, subject, detail, created_at) \
                VALUES ('{}', 'a1', 'ann@shop.example', '{action}', '{subject}', '{detail}', {})", id(number), NOW - 5 + number)).await;
        }
        Db::open(&app.settings.database_url(), 1).await.unwrap().close().await;
        assert_eq!(app.count("owner_action", "TRUE").await, 0);
        let rows = rows(app).await;
        let listed: Vec<_> = rows.iter().map(|row| (row.kind.as_str(), row.subject.as_str(), row.made_at, row.who_email.as_str(), row.about_email.as_str())).collect();
        assert_eq!(listed, [
            ("remove-mailing-list-member", "", NOW - 3, "ann@shop.example", "bob@shopper.example"),
            ("refund", "order-1", NOW - 4, "ann@shop.example", ""),
        ]);
        assert!(rows[1].detail.contains("amountCents") && !rows[1].detail.contains("ill") && rows[1].about_body.contains("Bob was ill"));
        app.audit().await;
    }

    /// S-225: a person is taken out of the record and the chain holds; a hash that was kept elsewhere is still found, and notices a
    /// chain whose end was cut off together with its head.
    async fn s_225_a_person_leaves_and_the_chain_holds(app: &TestApp); {
        some(app, 4).await;
        let kept = prove(app, None).await.head;
        some(app, 2).await;
        app.handle().context().db.write(async |connection| record::blank_person(connection, "bob@shopper.example").await).await.unwrap();
        let found = rows(app).await;
        assert!(found.iter().all(|row| row.about_email.is_empty() && row.about_body.is_empty() && !row.about_digest.is_empty()));
        assert!(found.iter().all(|row| row.who_email == "ann@shop.example"), "who did it stays");
        assert_eq!((prove(app, Some(&kept)).await.fault, prove(app, Some("")).await.fault.is_some()), (None, true));
        without_triggers(app).await;
        beside(app, "DELETE FROM record_person WHERE seq > 3; DELETE FROM record WHERE seq > 3; \
            UPDATE record_head SET seq = 3, hash = (SELECT hash FROM record WHERE seq = 3)").await.unwrap();
        assert_eq!(prove(app, None).await.fault, None, "the chain alone cannot know");
        assert!(prove(app, Some(&kept)).await.fault.unwrap().contains("cut off"));
    }

    /// S-255: a catalogue that a publish hands over is known as a program's; the same one again changes nothing, and one that is not
    /// signed is none.
    async fn s_255_a_catalogue_that_is_handed_over_is_recorded(app: &TestApp) with |settings| settings.commerce.publish_secret = Some(PUBLISHER.into()); {
        let mut catalog = crate::catalog::catalog();
        catalog["buildId"] = json!("build-2");
        let (body, visitor) = (catalog.to_string(), app.visitor());
        let hand_over = async |key: &str| {
            let signature = signature_header(key.as_bytes(), NOW / 1000, body.as_bytes());
            let headers = [("content-type", "application/json".to_owned()), ("user-agent", "Publisher/1".to_owned()), ("loggia-signature", signature)];
            visitor.send(Method::POST, "/api/commerce/catalog", &headers, Some(body.clone())).await.status.as_u16()
        };
        for (key, status) in [("somebody-else-0123456789-abcdefghi", 401), (PUBLISHER, 200), (PUBLISHER, 200)] {
            assert_eq!(hand_over(key).await, status, "{key}");
        }
        let rows = rows(app).await;
        let [row] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!((row.actor.as_str(), row.kind.as_str(), row.subject.as_str(), row.made_at), ("program", "import-catalog", "build-2", NOW));
        let (detail, from): (Value, Value) = (serde_json::from_str(&row.detail).unwrap(), serde_json::from_str(&row.who_body).unwrap());
        assert_eq!(detail, json!({"before": 1, "after": 2, "products": catalog["products"].as_array().unwrap().len()}));
        assert_eq!(from, json!({"address": "127.0.0.1", "agent": "Publisher/1"}));
        assert_eq!(prove(app, None).await.fault, None);
    }

    /// S-226: a stranger who fails all day does not fill the record; after an hour failures are written down again.
    async fn s_226_failures_are_bounded(app: &TestApp); {
        let failed = async |now: i64| {
            let event = Event::new(Kind::LogInFailed, "a1");
            app.handle().context().db.write(async move |connection| record::write(connection, &Actor::visitor(Client::default()), event.clone(), now).await).await.unwrap();
        };
        for _ in 0..60 {
            failed(NOW).await;
        }
        assert_eq!(app.count("record", "kind = 'log-in-failed'").await, 50);
        failed(NOW + 60 * 60 * 1000).await;
        assert_eq!(app.count("record", "kind = 'log-in-failed'").await, 51);
    }

    /// S-227: STORE_MANAGER sees what was done in it, and nothing of who signs in or what is said.
    async fn s_227_a_manager_sees_the_shop_alone(app: &TestApp); {
        write(&app.handle().context().db, Event::new(Kind::LogIn, "a1")).await;
        write(&app.handle().context().db, Event::new(Kind::PutCoupon, "TEN")).await;
        let manager = app.member("mia@shop.example", &[Role::StoreManager]).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let kinds = async |who: &crate::app::Visitor| {
            let listed = who.get("/api/commerce/actions").await.json();
            let kinds: Vec<String> = listed["actions"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap().to_owned()).collect();
            kinds
        };
        assert_eq!(kinds(&manager).await, ["put-coupon"]);
        assert!(kinds(&owner).await.ends_with(&["put-coupon".to_owned(), "log-in".to_owned()]));
    }
}
