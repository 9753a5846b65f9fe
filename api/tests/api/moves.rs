//! What other shops exported comes in, once and whatever the order; and goes out as it came.

use crate::app::{TestApp, on_both};
use loggia_api::moves::{self, Report};
use loggia_api::repository::{Db, audit};

const ORDERS: &str = "Order ID,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Amount Refunded,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem variant,Billing Name,Shipping City\n\
    00012,Ann@Shop.example,PAID,2024-05-01 10:00:00 +0000,PENDING,,USD,30.00,5.00,2.10,0.00,37.10,,0.00,Post,2024-05-01 09:59:00 +0000,2,Mug,10.00,MUG,Blue,Ann A.,Town\n\
    00012,,,,,,,,,,,,,,,,1,=Bowl,10.00,BOWL,,,\n\
    00013,bob@shop.example,PAID,2024-05-02 10:00:00 +0000,FULFILLED,2024-05-03 10:00:00 +0000,USD,10.00,0.00,0.00,0.00,99.00,,0.00,,2024-05-02 10:00:00 +0000,1,Mug,10.00,MUG,,Bob,\n";
const LATER: &str = "Order ID,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Amount Refunded,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem variant\n\
    00012,ann@shop.example,PAID,2024-05-01 10:00:00 +0000,FULFILLED,2024-05-09 10:00:00 +0000,USD,30.00,5.00,2.10,0.00,37.10,0.00,2024-05-01 09:59:00 +0000,3,Mug,10.00,MUG,Blue\n";
const CARDS: &str = "Gift Card Code,Balance,Currency\nABCD-EFGH-2345,30.00,USD\n";
const PEOPLE: &str = "Email Address,First Name,Subscribed At,Unsubscribed At\nann@shop.example,Ann,2023-01-01 00:00:00,\nbob@shop.example,Bob,,\ncas@shop.example,Cas,2023-01-01 00:00:00,2023-06-01 00:00:00\n";
const COUPONS: &str = "Code,Type,Amount,Usage Limit\nSPRING,percentage,10,5\n";

async fn open(app: &TestApp) -> Db {
    Db::open(&app.settings.database_url(), 1).await.unwrap()
}

async fn import(db: &Db, text: &str) -> Report {
    moves::apply(db, moves::read(text.as_bytes()), false, 1_800_000_000_000).await.unwrap()
}

async fn agree(db: &Db) {
    let found = db.read(async |connection| audit::disagreements(connection).await).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
}

on_both! {
    /// S-560: orders of several rows come in once, and nothing follows from them.
    /// S-561: a contradiction is named and kept.
    async fn s_560_s_561_orders_are_history(app: &TestApp); {
        let db = open(app).await;
        let letters = app.number("SELECT COUNT(*) FROM outbox").await;
        let dry = moves::apply(&db, moves::read(ORDERS.as_bytes()), true, 0).await.unwrap();
        assert_eq!((dry.added, app.number("SELECT COUNT(*) FROM imported_order").await), (2, 0));
        let first = import(&db, ORDERS).await;
        assert_eq!((first.added, first.faults.len()), (2, 1), "{:?}", first.faults);
        assert!(first.faults[0].message.contains("00013") && first.faults[0].line == 4, "{:?}", first.faults);
        assert_eq!(app.number("SELECT CAST(SUM(total_cents) AS BIGINT) FROM imported_order").await, 3710 + 9900);
        let again = import(&db, ORDERS).await;
        assert_eq!((again.added, again.changed, again.unchanged), (0, 0, 2));
        // A later export counts, and an older one after it does not.
        assert_eq!(import(&db, LATER).await.changed, 1);
        assert_eq!(import(&db, ORDERS).await.unchanged, 2);
        let given = moves::give(&db).await.unwrap();
        assert!(given["orders.json"].contains("\"quantity\": 3") && !given["orders.json"].contains("Bowl"));
        assert_eq!(app.number("SELECT COUNT(*) FROM outbox").await, letters);
        assert_eq!(app.number("SELECT COUNT(*) FROM shop_order").await, 0);
        agree(&db).await;
        db.close().await;
    }

    /// S-562: a card keeps its code, is worth no more than the least that was stated, and never doubles.
    async fn s_562_gift_cards_never_double(app: &TestApp); {
        let db = open(app).await;
        let balance = async || app.number("SELECT balance_cents FROM gift_card").await;
        assert_eq!(import(&db, CARDS).await.added, 1);
        assert_eq!((import(&db, CARDS).await.unchanged, balance().await), (1, 3000));
        assert_eq!(import(&db, &CARDS.replace("30.00", "12.50")).await.changed, 1);
        assert_eq!(balance().await, 1250);
        let more = import(&db, CARDS).await;
        assert_eq!((more.unchanged, more.faults.len(), balance().await), (1, 1, 1250));
        let short = import(&db, "Last Characters,Balance\n2345,9.00\n").await;
        assert_eq!((short.added, short.faults.len()), (0, 1));
        agree(&db).await;
        db.close().await;
    }

    /// S-563: only who asked for emails at a known time, and did not refuse them since, is on the mailing list.
    async fn s_563_consent_is_proved_or_there_is_none(app: &TestApp); {
        let db = open(app).await;
        assert_eq!(import(&db, PEOPLE).await.added, 3);
        let members = "SELECT COUNT(*) FROM mailing_list_member WHERE left_at IS NULL";
        assert_eq!(app.number(members).await, 1);
        assert_eq!(import(&db, PEOPLE).await.unchanged, 3);
        import(&db, "Email,Subscriber Status\nann@shop.example,unsubscribed\n").await;
        assert_eq!(app.number(members).await, 0);
        import(&db, PEOPLE).await;
        assert_eq!(app.number(members).await, 0, "an older list brings nobody back");
        db.close().await;
    }

    /// S-564: what the owner changed of a coupon stays.
    async fn s_564_coupons_of_the_owner_stay(app: &TestApp); {
        let db = open(app).await;
        assert_eq!(import(&db, COUPONS).await.added, 1);
        assert_eq!(import(&db, &COUPONS.replace("10,5", "15,5")).await.changed, 1);
        let mut own: loggia_commerce::Coupon = serde_json::from_str(r#"{"code":"SPRING","kind":"percent","value":"20"}"#).unwrap();
        own.limits.uses_in_all = Some(1);
        let kept = own.clone();
        db.write(async move |connection| loggia_api::repository::coupon::put(connection, &own, 1).await).await.unwrap();
        let report = import(&db, COUPONS).await;
        assert_eq!((report.unchanged, report.faults.len()), (1, 1));
        let there = db.read(async |connection| loggia_api::repository::coupon::by_code(connection, "spring").await).await.unwrap();
        assert_eq!(there, Some(kept));
        db.close().await;
    }

    /// S-565: what is given out comes back equal into an empty shop, as JSON; tables hold no formula.
    async fn s_565_what_is_given_out_comes_back(app: &TestApp); {
        let db = open(app).await;
        for text in [ORDERS, CARDS, PEOPLE, COUPONS] {
            import(&db, text).await;
        }
        import(&db, "product_id,rating,body,reviewer_name,created_at\n,5,Good,Ann,2024-01-01\n").await;
        let given = moves::give(&db).await.unwrap();
        assert!(given["orders.csv"].contains(",'=Bowl,"), "{}", given["orders.csv"]);
        let folder = tempfile::tempdir().unwrap();
        let empty = Db::open(&format!("sqlite:{}?mode=rwc", folder.path().join("empty.db").display()), 1).await.unwrap();
        for (name, text) in given.iter().filter(|(name, _)| name.ends_with(".json")) {
            let report = import(&empty, text).await;
            assert!(report.faults.is_empty(), "{name}: {:?}", report.faults);
        }
        assert_eq!(moves::give(&empty).await.unwrap(), given);
        empty.close().await;
        db.close().await;
    }
}
