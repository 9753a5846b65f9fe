//! What other shops exported comes in, once and whatever the order; and goes out as it came.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::moves::{self, Report};
use loggia_api::repository::{Db, audit};
use loggia_api::roles::Role;
use serde_json::json;

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

const SHOPIFY: &str = "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem requires shipping,Billing Name,Shipping City,Refunded Amount\n\
    #7001,Kim@Shopper.example,partially_refunded,2023-05-01 10:00:00 +0000,fulfilled,2023-05-02 10:00:00 +0000,USD,30.00,5.00,0.00,35.00,0.00,2023-05-01 09:59:00 +0000,2,<b>Teapot</b>,15.00,true,Kim Lee,Town,10.00\n\
    #7002,kim@shopper.example,voided,,unfulfilled,,USD,9.00,0.00,0.00,9.00,0.00,2023-05-03 09:59:00 +0000,1,Cup,9.00,true,Kim Lee,,0.00\n\
    #7003,lo@shopper.example,paid,2023-05-04 10:00:00 +0000,fulfilled,,EUR,12.00,0.00,0.00,12.00,0.00,2023-05-04 09:59:00 +0000,1,Cup,12.00,true,Lo Fay,,0.00\n";

on_both! {
    /// S-605: imported orders stand in the owner's list beside ours, by time, and are read and nothing else.
    async fn s_605_the_owner_reads_imported_orders(app: &TestApp); {
        let db = open(app).await;
        assert_eq!(import(&db, SHOPIFY).await.added, 3);
        db.close().await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let own = visitor.post(CHECKOUT, purchase()).await.json()["id"].as_str().unwrap().to_owned();
        let owner = app.member("owner@shop.example", &[Role::StoreManager]).await;
        let list = owner.get("/api/owner/orders").await.text;
        let at = |what: &str| list.find(what).unwrap_or_else(|| panic!("{what}: {list}"));
        assert!(at(&own) < at("#7003") && at("#7003") < at("#7002") && at("#7002") < at("#7001"));
        assert!(list.contains("Imported from Shopify") && list.contains("$35.00") && list.contains("/api/commerce/orders.csv"));
        let only = async |query: &str| owner.get(&format!("/api/owner/orders?{query}")).await.text;
        let of_kim = only("email=KIM%40shopper.example").await;
        assert!(of_kim.contains("#7001") && of_kim.contains("#7002") && !of_kim.contains("#7003") && !of_kim.contains(&own));
        let (imported, here) = (only("of=imported").await, only("of=own").await);
        assert!(imported.contains("#7003") && !imported.contains(&own) && here.contains(&own) && !here.contains("#7003"));
        let one = owner.get("/api/owner/orders/imported?source=shopify&number=%237001").await;
        assert_eq!(one.status, 200, "{}", one.text);
        for said in ["&lt;b&gt;Teapot&lt;/b&gt;", "partially_refunded", "Kim Lee", "$10.00", "2023-05-01", "placed in the old shop"] {
            assert!(one.text.contains(said), "{said}: {}", one.text);
        }
        // There is nothing to press but the log-out.
        assert_eq!(one.text.matches("method=\"post\"").count(), 1, "{}", one.text);
        assert!(owner.get(&format!("/api/owner/orders/{own}")).await.text.contains("$11.48"));
        for nothing in ["/api/owner/orders/imported?source=shopify&number=9", "/api/owner/orders/nothing"] {
            assert_eq!(owner.get(nothing).await.status, 404, "{nothing}");
        }
        let stranger = app.member("blogger@shop.example", &[Role::Editor]).await;
        assert_eq!(stranger.get("/api/owner/orders").await.status, 403);
        // The calls that change orders do not know them.
        for call in ["refunds", "cancellation", "fulfillment"] {
            let refused = owner.post(&format!("/api/commerce/orders/%237001/{call}"), json!({"reason": "x"})).await;
            assert!(refused.status.is_client_error(), "{call}: {}", refused.text);
        }
        assert_eq!(app.number("SELECT CAST(SUM(refunded_cents) AS BIGINT) FROM shop_order").await, 0);
    }

    /// S-605: a list of both kinds goes on from page to page without a gap and without a double.
    async fn s_605_pages_of_both_kinds_join(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let mut list = SHOPIFY.lines().next().unwrap().to_owned();
        for number in 0..45 {
            list.push_str(&format!("\n#{number},a@b.example,paid,,,,USD,1.00,0.00,0.00,1.00,0.00,2023-05-{:02} 10:00:00 +0000,1,Cup,1.00,true,,,0.00", 1 + number % 9));
        }
        let db = open(app).await;
        assert_eq!(import(&db, &list).await.added, 45);
        db.close().await;
        for _ in 0..3 {
            let visitor = app.visitor();
            add(&visitor, "guide", "guide", 1).await;
            assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        }
        let owner = app.member("owner@shop.example", &[Role::StoreManager]).await;
        let (mut next, mut seen) = ("/api/owner/orders".to_owned(), Vec::new());
        for _ in 0..4 {
            let page = owner.get(&next).await.text;
            seen.extend(page.split("<td><a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()));
            let Some(more) = page.split("<p><a href=\"").find(|part| part.contains("cursor=")) else { break };
            next = more.split('"').next().unwrap().replace("&amp;", "&");
        }
        let unique: std::collections::BTreeSet<&String> = seen.iter().collect();
        assert_eq!((seen.len(), unique.len()), (48, 48), "{seen:?}");
    }

    /// S-606: the table for other programs has each order once, imported ones marked; what this shop gave out and gets back is
    /// no second order.
    async fn s_606_each_order_is_exported_and_counted_once(app: &TestApp); {
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let own = visitor.post(CHECKOUT, purchase()).await.json()["id"].as_str().unwrap().to_owned();
        let db = open(app).await;
        import(&db, SHOPIFY).await;
        let given = moves::give(&db).await.unwrap();
        for _ in 0..2 {
            for name in ["orders.json", "orders.csv"] {
                let again = import(&db, &given[name]).await;
                assert_eq!((again.added, again.unchanged), (0, 4), "{name}");
            }
        }
        assert_eq!(moves::give(&db).await.unwrap(), given);
        db.close().await;
        let owner = app.member("owner@shop.example", &[Role::StoreManager]).await;
        let table = owner.get("/api/commerce/orders.csv").await.text;
        assert_eq!(table.lines().count(), 5, "{table}");
        assert!(table.lines().next().unwrap().ends_with(",importedFrom,number,delivery,name,company,phone,line1,line2,district,city,region,postalCode,country,billing,vatId,vatIdConfirmed,note,window,giftMessage,taxNotCharged"));
        assert_eq!(table.matches(&own).count(), 1);
        let line = table.lines().find(|line| line.contains("#7001")).unwrap();
        assert!(line.starts_with(",2023-05-01T09:59:00Z,kim@shopper.example,partially_refunded,false,USD,30.00,0.00,5.00,0.00,35.00,10.00,2,,shopify,"), "{line}");
        let may = owner.get("/api/commerce/orders.csv?from=1682985600000&to=1683158400000").await.text;
        assert!(may.contains("#7002") && !may.contains("#7001") && !may.contains("#7003"), "{may}");
    }

    /// S-607: reports count what was paid, ours and imported, by currency; what was not paid, and tests, they do not.
    async fn s_607_reports_count_imported_orders(app: &TestApp); {
        let db = open(app).await;
        import(&db, SHOPIFY).await;
        db.close().await;
        let owner = app.member("owner@shop.example", &[Role::Admin]).await;
        let year = "from=1672531200000&to=1704067200000";
        let report = owner.get(&format!("/api/reports/overview?{year}")).await.json();
        assert_eq!(report["sales"], json!([
            {"currency": "EUR", "orders": 1, "revenueCents": 1200, "refundedCents": 0, "importedOrders": 1, "importedRevenueCents": 1200, "testOrders": 0},
            {"currency": "USD", "orders": 1, "revenueCents": 2500, "refundedCents": 1000, "importedOrders": 1, "importedRevenueCents": 2500, "testOrders": 0},
        ]));
        let visitor = app.visitor();
        add(&visitor, "guide", "guide", 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        let today = owner.get("/api/reports/overview").await.json();
        assert_eq!((&today["sales"][0]["testOrders"], &today["sales"][0]["orders"]), (&json!(1), &json!(0)), "{today}");
    }

    /// S-607: whoever proved an address by an account finds what was bought with it before, and nobody else does.
    async fn s_607_a_customer_finds_imported_orders(app: &TestApp); {
        let db = open(app).await;
        import(&db, SHOPIFY).await;
        db.close().await;
        let kim = app.member("kim@shopper.example", &[]).await;
        add(&kim, "guide", "guide", 1).await;
        assert_eq!(kim.post(CHECKOUT, purchase()).await.status, 200);
        let orders = kim.get("/api/site-users/account/orders").await.json()["orders"].clone();
        let seen: Vec<_> = orders.as_array().unwrap().iter().map(|order| (order["importedFrom"].clone(), order["state"].clone())).collect();
        assert_eq!(seen, [(json!(null), json!("PAID")), (json!("shopify"), json!("PENDING")), (json!("shopify"), json!("FULFILLED"))]);
        assert_eq!((&orders[2]["id"], &orders[2]["grandTotalCents"], &orders[2]["refundedCents"]), (&json!("#7001"), &json!(3500), &json!(1000)));
        let other = app.member("mo@shopper.example", &[]).await;
        assert_eq!(other.get("/api/site-users/account/orders").await.json()["orders"], json!([]));
        // The shop's currency stands for one that a list does not name, and it is said.
        let db = open(app).await;
        let report = import(&db, "Order ID,Email,Total,Subtotal,Created at,Item\n9,mo@shopper.example,1.00,1.00,2024-01-01,\n").await;
        db.close().await;
        assert!(report.faults.iter().any(|fault| fault.message.contains("USD, the shop's own, was taken")), "{:?}", report.faults);
        assert_eq!(other.get("/api/site-users/account/orders").await.json()["orders"][0]["currency"], "USD");
    }
}
