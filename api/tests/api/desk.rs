//! The owner's desk: lists that find, parcels in parts, addresses, notes, tags and letters; each action in the record.

use crate::app::{NOW, Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::chance::Chance;
use crate::checkout::{CHECKOUT, purchase};
use crate::stripe::with_card;
use crate::stripe_server;
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const DESK: &str = "/api/commerce/desk/orders";

async fn owner(app: &TestApp) -> Visitor {
    app.member("own@shop.example", &[Role::StoreManager]).await
}

async fn buy_with(app: &TestApp, pieces: &[(&str, u32)], purchase: Value) -> String {
    let visitor = app.visitor();
    for (item, quantity) in pieces {
        add(&visitor, item, item, *quantity).await;
    }
    let order = visitor.post(CHECKOUT, purchase).await;
    assert_eq!(order.status, 200, "{}", order.text);
    order.json()["id"].as_str().unwrap().to_owned()
}

async fn buy(app: &TestApp, quantity: u32) -> String {
    buy_with(app, &[("bread", quantity)], purchase()).await
}

/// A purchase of somebody, at a city of New York.
fn of(email: &str, name: &str, city: &str) -> Value {
    let mut purchase = purchase();
    purchase["email"] = json!(email);
    purchase["buyer"]["name"] = json!(name);
    purchase["shippingLocation"]["city"] = json!(city);
    purchase
}

fn ids(reply: &Reply) -> Vec<String> {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()["orders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| order["id"].as_str().unwrap().to_owned())
        .collect()
}

async fn find(owner: &Visitor, query: &str) -> Vec<String> {
    ids(&owner.get(&format!("{DESK}?{query}")).await)
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &json!(code)), "{}", reply.text);
}

async fn count_of(owner: &Visitor, view: &str) -> i64 {
    let counts = owner.get("/api/commerce/desk/counts").await.json();
    let found = counts["views"].as_array().unwrap().iter().find(|one| one["view"] == view).unwrap().clone();
    assert_eq!(found["isMore"], false);
    found["orders"].as_i64().unwrap()
}

on_both! {
    /// S-870: an order is found by its number, by words of name, address and city, by their beginnings, by its email, product, way and
    /// dates, whatever the capitals; what is not there is not found. Nobody waits for the server's own work.
    async fn s_870_orders_are_found(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let zoe = buy_with(app, &[("bread", 1)], of("zoe@shopper.example", "Zoë Smith", "Brooklyn")).await;
        app.clock.advance(1000);
        let adam = buy_with(app, &[("bread", 2), ("guide", 1)], of("adam@other.example", "Adam O'Neill", "Queens Village")).await;
        let both = [adam.clone(), zoe.clone()];
        let number = app.number(&format!("SELECT number FROM shop_order WHERE id = '{adam}'")).await;
        let cases: [(String, &[&String]); 24] = [
            ("text=zoë".into(), &[&zoe]), ("text=ZO%C3%8B+smith".into(), &[&zoe]), ("text=smi".into(), &[&zoe]),
            ("text=brook".into(), &[&zoe]), ("text=village+adam".into(), &[&adam]), ("text=adam+brooklyn".into(), &[]),
            ("text=neill".into(), &[&adam]), ("text=adam@other.example".into(), &[&adam]), ("text=adam@".into(), &[&adam]),
            ("text=shopper.example".into(), &[&zoe]), ("text=main+street".into(), &[&adam, &zoe]), ("text=10001".into(), &[&adam, &zoe]),
            (format!("text=%23{number}"), &[&adam]), (format!("text={number}&view=SENT"), &[]), ("text=mith".into(), &[]), ("text=%25".into(), &[]),
            ("text=".into(), &[&adam, &zoe]), ("product=guide".into(), &[&adam]), ("product=bread&text=smith".into(), &[&zoe]), ("product=nobody".into(), &[]),
            ("delivery=post".into(), &[&adam, &zoe]), ("delivery=other".into(), &[]),
            (format!("from={}", NOW + 500), &[&adam]), (format!("to={}&text=st", NOW + 500), &[&zoe]),
        ];
        for (query, expected) in cases {
            assert_eq!(find(&owner, &query).await.iter().collect::<Vec<_>>(), expected, "{query}");
        }
        assert_eq!(find(&owner, "view=TO_SEND").await, both);
        let row = &owner.get(&format!("{DESK}?text=zo")).await.json()["orders"][0];
        assert_eq!((&row["name"], &row["place"], &row["state"], &row["pieces"], &row["sent"]),
            (&json!("Zoë Smith"), &json!("Brooklyn, US"), &json!("PAID"), &json!(1), &json!(0)));
        for wrong in ["cursor=x", "cursor=1.", "cursor=1.%27", "cursor=x.1", "view=none", &format!("text={}", "x".repeat(201))] {
            assert_eq!(owner.get(&format!("{DESK}?{wrong}")).await.status, 400, "{wrong}");
        }
        refused(&owner.get(&format!("{DESK}?text={}", "x".repeat(201))).await, 400, "search-too-long");
    }

    /// S-870: pages follow each other without a gap or a repeat, though several orders are of one moment, with and without words.
    async fn s_870_pages_follow_without_gaps(app: &TestApp); {
        let owner = owner(app).await;
        let first = buy(app, 1).await;
        copies(app, &first, 120).await;
        app.work().await;
        for query in ["view=PAID", "view=TO_SEND&text=ann", "product=bread", "text=street+lee&delivery=post"] {
            let (mut seen, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = owner.get(&format!("{DESK}?{query}&cursor={cursor}")).await;
                seen.extend(ids(&page));
                let Some(next) = page.json()["nextCursor"].as_str().map(str::to_owned) else { break };
                cursor = next;
            }
            let mut once = seen.clone();
            once.sort();
            once.dedup();
            assert_eq!((seen.len(), once.len()), (121, 121), "{query}");
        }
        assert_eq!((count_of(&owner, "ALL").await, count_of(&owner, "TO_SEND").await, count_of(&owner, "SENT").await), (121, 121, 0));
    }

    /// S-871: each list stands for what it says, and its count with it.
    async fn s_871_lists_hold_what_they_say(app: &TestApp) with |settings| { settings.limits.checkout = 1000; stripe_server::start(settings) }; {
        let owner = owner(app).await;
        let [open, sent, part, back, off, file] = [
            buy_with(app, &[("bread", 1)], with_card("pm_card_visa")).await, buy_with(app, &[("bread", 1)], with_card("pm_card_visa")).await,
            buy_with(app, &[("bread", 2)], with_card("pm_card_visa")).await, buy_with(app, &[("bread", 1)], with_card("pm_card_visa")).await,
            buy_with(app, &[("bread", 1)], with_card("pm_card_visa")).await, buy_with(app, &[("guide", 1)], with_card("pm_card_visa")).await,
        ];
        let parcels = |id: &str| format!("{DESK}/{id}/parcels");
        assert_eq!(owner.post(&parcels(&sent), json!({})).await.status, 200);
        assert_eq!(owner.post(&parcels(&part), json!({"lines": [{"position": 0, "quantity": 1}]})).await.status, 200);
        assert_eq!(owner.post(&format!("/api/commerce/orders/{back}/refunds"), json!({"amountCents": 100, "reason": "late"})).await.status, 200);
        assert_eq!(owner.post(&format!("/api/commerce/orders/{off}/cancellation"), json!({"reason": "x"})).await.status, 200);
        app.execute(&format!("UPDATE refund SET status = 'failed' WHERE order_id = '{back}'; UPDATE shop_order SET status = 'pending' WHERE id = '{open}'")).await;
        app.work().await;
        let expected: [(&str, Vec<&String>); 8] = [
            ("ALL", vec![&file, &off, &back, &part, &sent, &open]), ("TO_SEND", vec![&back, &part]), ("PAID", vec![&file, &back, &part, &sent]),
            ("SENT", vec![&sent]), ("REFUNDED", vec![&off, &back]), ("PROBLEM", vec![&back]), ("OPEN", vec![&open]), ("CANCELLED", vec![&off]),
        ];
        for (view, orders) in expected {
            let mut found = find(&owner, &format!("view={view}")).await;
            let mut by_word = find(&owner, &format!("view={view}&text=ann")).await;
            let mut orders: Vec<String> = orders.into_iter().cloned().collect();
            for list in [&mut found, &mut by_word, &mut orders] {
                list.sort();
            }
            // What was sold without a parcel has no address that is looked for, and yet an email.
            assert_eq!((&found, &by_word), (&orders, &orders), "{view}");
            assert_eq!(count_of(&owner, view).await, i64::try_from(orders.len()).unwrap(), "{view}");
        }
    }

    /// S-872, S-873: an order goes out in parts, each with its carrier's page and a letter of what is in it; never more than was
    /// bought; the last part fulfils it. Then, and with a part on its way, it is not called off.
    async fn s_873_an_order_goes_out_in_parts(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 3).await;
        let path = format!("{DESK}/{id}/parcels");
        for wrong in [json!([{"position": 0, "quantity": 4}]), json!([{"position": 0, "quantity": 0}]), json!([{"position": 0, "quantity": -1}]),
            json!([{"position": 0, "quantity": i64::MAX}]), json!([{"position": 9, "quantity": 1}]), json!([{"position": 0, "quantity": 2}, {"position": 0, "quantity": 2}])] {
            let answer = owner.post(&path, json!({"lines": wrong})).await;
            assert!(matches!(answer.status.as_u16(), 400 | 500), "{}", answer.text);
            refused(&answer, 400, "parcel-too-many");
        }
        assert_eq!(app.count("shipment", "TRUE").await, 0);
        let tracking = json!({"carrier": "DHL", "trackingNumber": "JD01 46"});
        let first = owner.post(&path, json!({"lines": [{"position": 0, "quantity": 1}], "tracking": tracking, "notify": true})).await.json();
        assert_eq!((&first["order"]["state"], &first["lines"][0]["sent"], &first["lines"][0]["left"]), (&json!("PAID"), &json!(1), &json!(2)));
        assert_eq!(first["parcels"][0]["trackingUrl"], "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0146");
        refused(&owner.post(&format!("/api/commerce/orders/{id}/cancellation"), json!({"reason": "x"})).await, 400, "not-cancellable");
        assert_eq!(owner.get(DESK).await.json()["orders"][0]["state"], "PART_SENT");
        let rest = owner.post(&path, json!({"notify": true})).await.json();
        assert_eq!((&rest["order"]["state"], rest["parcels"].as_array().unwrap().len(), &rest["parcels"][1]["lines"]),
            (&json!("FULFILLED"), 2, &json!([{"position": 0, "quantity": 2}])));
        refused(&owner.post(&path, json!({})).await, 400, "not-fulfillable");
        let letters: Vec<String> = app.emails_to("ann@shopper.example").await;
        let of_first = letters.iter().find(|letter| letter.contains("tracking-id=JD0146")).unwrap();
        assert!(of_first.contains("1 × Bread") && !of_first.contains("3 × Bread"), "{of_first}");
        let order = owner.get(&format!("{DESK}/{id}")).await.json();
        let kinds: Vec<&str> = order["letters"].as_array().unwrap().iter().map(|letter| letter["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["confirmation", "shipped", "shipped"]);
        let actions: Vec<&str> = order["history"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["fulfil", "fulfil"]);
        assert_eq!(owner.delete(&format!("/api/commerce/orders/{id}/fulfilment")).await.json()["state"], "PAID");
        assert_eq!((app.count("shipment", "TRUE").await, app.count("shipment_line", "TRUE").await, app.count("order_line", "sent > 0").await), (0, 0, 0));
        refused(&owner.delete(&format!("/api/commerce/orders/{id}/fulfilment")).await, 400, "not-fulfilled");
        app.audit().await;
    }

    /// S-873: many who send parts of one order at once send what was bought and no piece more.
    async fn s_873_parts_at_once_are_never_more_than_was_bought(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 5).await;
        let body = json!({"lines": [{"position": 0, "quantity": 2}]});
        let path = format!("{DESK}/{id}/parcels");
        let all = join_all((0..6).map(|_| owner.post(&path, body.clone()))).await;
        assert_eq!(all.iter().filter(|reply| reply.status == 200).count(), 2);
        assert_eq!(app.number("SELECT CAST(SUM(quantity) AS BIGINT) FROM shipment_line").await, 4);
    }

    /// S-873: whatever is sent, taken back, refunded and restocked in any order: what is in parcels is what is noted as sent, never more
    /// than was bought, and an order is fulfilled when, and only when, nothing is left.
    async fn s_873_any_order_of_steps_keeps_the_sums(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let mut chance = Chance(873);
        for _ in 0..4 {
            let id = buy(app, 4).await;
            for _ in 0..8 {
                let quantity = 1 + chance.below(3);
                let line = json!([{"position": 0, "quantity": quantity}]);
                let reply = match chance.below(4) {
                    0 | 1 => owner.post(&format!("{DESK}/{id}/parcels"), json!({"lines": line})).await,
                    2 => owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"amountCents": 1, "restock": line, "reason": "x"})).await,
                    _ => owner.delete(&format!("/api/commerce/orders/{id}/fulfilment")).await,
                };
                assert!(matches!(reply.status.as_u16(), 200 | 400), "{}", reply.text);
                let order = owner.get(&format!("{DESK}/{id}")).await.json();
                let in_parcels: i64 = order["parcels"].as_array().unwrap().iter().flat_map(|one| one["lines"].as_array().unwrap()).map(|line| line["quantity"].as_i64().unwrap()).sum();
                let (sent, left) = (order["lines"][0]["sent"].as_i64().unwrap(), order["lines"][0]["left"].as_i64().unwrap());
                assert!(sent == in_parcels && sent + left <= 4, "{order}");
                if order["order"]["state"] == "FULFILLED" { assert_eq!(left, 0, "{order}") }
            }
        }
        app.audit().await;
    }

    /// S-874: an address is changed before a part was sent, is found at once, keeps country and region, and has the faults of an address.
    async fn s_874_an_address_is_changed_before_sending(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 2).await;
        app.work().await;
        let path = format!("{DESK}/{id}/address");
        let address = |city: &str, region: &str, code: &str| json!({"name": "Ann Lee", "phone": "+1 212 555 0100", "location":
            {"country": "US", "line1": "2 Side Street", "city": city, "region": region, "postalCode": code}});
        let changed = owner.put(&path, address("Albany", "NY", "12201")).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!(changed.json()["order"]["deliveryLines"], json!(["Ann Lee", "2 Side Street", "Albany, NY 12201", "UNITED STATES"]));
        assert_eq!((find(&owner, "text=albany").await.len(), find(&owner, "text=main").await.len()), (1, 0));
        refused(&owner.put(&path, address("Newark", "NJ", "07101")).await, 409, "address-other-place");
        let wrong = owner.put(&path, address("", "NY", "x")).await;
        assert_eq!((wrong.status.as_u16(), &wrong.json()["codes"]["city"]), (400, &json!("shipping-location-missing")), "{}", wrong.text);
        assert_eq!(owner.get(&format!("{DESK}/{id}")).await.json()["order"]["shippingLocation"]["city"], "Albany");
        assert_eq!(owner.post(&format!("{DESK}/{id}/parcels"), json!({"lines": [{"position": 0, "quantity": 1}]})).await.status, 200);
        refused(&owner.put(&path, address("Albany", "NY", "12201")).await, 409, "not-changeable");
        let file = buy_with(app, &[("guide", 1)], purchase()).await;
        refused(&owner.put(&format!("{DESK}/{file}/address"), address("Albany", "NY", "12201")).await, 409, "not-changeable");
    }

    /// S-477: a postal code to which the order's delivery does not go, or where another tax is asked, is another place.
    async fn s_477_a_postal_code_may_be_another_place(app: &TestApp); {
        let mut catalog = crate::catalog::catalog();
        catalog["shippingOptions"][0]["countries"] = json!([]);
        catalog["shippingOptions"][0]["places"] = json!([{"country": "US", "postalCodes": ["10000-10999"]}]);
        catalog["taxRules"] = json!([{"country": "US", "rate": "8"}, {"country": "US", "rate": "1", "postalCodes": ["109*"]}]);
        app.publish(&catalog).await;
        let owner = owner(app).await;
        let id = buy(app, 2).await;
        let path = format!("{DESK}/{id}/address");
        let address = |code: &str| json!({"name": "Ann Lee", "location":
            {"country": "US", "line1": "2 Side Street", "city": "New York", "region": "NY", "postalCode": code}});
        for code in ["12201", "10901"] {
            refused(&owner.put(&path, address(code)).await, 409, "address-other-place");
        }
        let changed = owner.put(&path, address("10002")).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        // What the shop asks from now on is nothing that this order was paid for.
        catalog["shippingOptions"][0]["places"] = json!([{"country": "US", "postalCodes": ["2*"]}]);
        app.publish(&catalog).await;
        assert_eq!(owner.put(&path, address("10003")).await.status, 200);
        app.audit().await;
    }

    /// S-875: notes and tags stay with the order, for the staff alone; tags are found whatever their capitals.
    async fn s_875_notes_and_tags(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 1).await;
        let (notes, tags) = (format!("{DESK}/{id}/notes"), format!("{DESK}/{id}/tags"));
        let noted = owner.post(&notes, json!({"text": " Ring twice.\nThe bell is broken. "})).await.json();
        assert_eq!((&noted["notes"][0]["text"], &noted["notes"][0]["author"]), (&json!("Ring twice.\nThe bell is broken."), &json!("own@shop.example")));
        for wrong in ["  ".to_owned(), "x".repeat(2001), "a\u{7}".to_owned()] {
            refused(&owner.post(&notes, json!({"text": wrong})).await, 400, "malformed-note");
        }
        let tagged = owner.put(&tags, json!({"tags": ["Gift  wrap", "gift wrap", " ", "VIP"]})).await.json();
        assert_eq!(tagged["tags"], json!(["Gift wrap", "VIP"]));
        assert_eq!(find(&owner, "tag=GIFT+WRAP").await, std::slice::from_ref(&id));
        assert_eq!(owner.put(&tags, json!({"tags": ["VIP"]})).await.status, 200);
        assert_eq!((find(&owner, "tag=gift+wrap").await.len(), find(&owner, "tag=vip&view=TO_SEND").await.len()), (0, 1));
        let many: Vec<String> = (0..21).map(|one| format!("t{one}")).collect();
        refused(&owner.put(&tags, json!({"tags": many})).await, 400, "malformed-tags");
        refused(&owner.put(&tags, json!({"tags": ["x".repeat(41)]})).await, 400, "malformed-tags");
        for path in [notes.replace(&id, "nobody"), format!("{DESK}/nobody/letters")] {
            assert_eq!(owner.post(&path, json!({"text": "x", "kind": "confirmation"})).await.status, 404);
        }
        let page = app.visitor().get(&format!("/api/plain/order?id={id}")).await;
        assert!(!page.text.contains("Ring twice"));
    }

    /// S-749: two of the staff sort one order at once, and what each added or took away stays so.
    async fn s_749_tags_of_two_at_once(app: &TestApp); {
        let (owner, other) = (owner(app).await, app.member("two@shop.example", &[Role::StoreManager]).await);
        let id = buy(app, 1).await;
        let tags = format!("{DESK}/{id}/tags");
        let put = async |by: &Visitor, next: Value, was: Value| by.put(&tags, json!({"tags": next, "was": was})).await.json()["tags"].clone();
        assert_eq!(put(&owner, json!(["VIP", "Late"]), json!([])).await, json!(["VIP", "Late"]));
        // Both saw those two. One takes a tag away and writes the other differently, the second adds one.
        assert_eq!(put(&owner, json!(["vip"]), json!(["VIP", "Late"])).await, json!(["vip"]));
        assert_eq!(put(&other, json!(["VIP", "Late", "Gift"]), json!(["VIP", "Late"])).await, json!(["vip", "Gift"]));
        // The first, who did not see that, takes the last of theirs away; nothing else is gone, and none comes back.
        assert_eq!(put(&owner, json!([]), json!(["vip"])).await, json!(["Gift"]));
        // Nobody wrote meanwhile: they stand in the order in which they are typed.
        assert_eq!(put(&other, json!(["New", "Gift"]), json!(["Gift"])).await, json!(["New", "Gift"]));
        // Both add until there are too many: the second is told, and nothing is changed.
        let many = |letter: char| (0..15).map(|one| format!("{letter}{one}")).collect::<Vec<_>>();
        assert_eq!(put(&owner, json!(many('a')), json!(["New", "Gift"])).await, json!(many('a')));
        refused(&other.put(&tags, json!({"tags": many('b'), "was": ["New", "Gift"]})).await, 400, "malformed-tags");
        assert_eq!(owner.get(&format!("{DESK}/{id}")).await.json()["tags"], json!(many('a')));
    }

    /// S-876: a letter is sent again as the order stands, if there was a cause for it.
    async fn s_876_letters_are_sent_again(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 1).await;
        let path = format!("{DESK}/{id}/letters");
        refused(&owner.post(&path, json!({"kind": "shipped"})).await, 400, "no-such-letter");
        refused(&owner.post(&path, json!({"kind": "cancelled"})).await, 400, "no-such-letter");
        assert_eq!(owner.post(&path, json!({"kind": "x"})).await.status, 400);
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 1);
        app.clock.advance(1000);
        assert_eq!(owner.post(&path, json!({"kind": "confirmation"})).await.status, 200);
        let letters = app.emails_to("ann@shopper.example").await;
        let subject = |letter: &str| letter.lines().find(|line| line.starts_with("Subject: ")).unwrap().to_owned();
        assert_eq!((letters.len(), subject(&letters[0])), (2, subject(&letters[1])));
        assert_eq!(owner.post(&format!("{DESK}/{id}/parcels"), json!({})).await.status, 200);
        assert_eq!(owner.post(&path, json!({"kind": "shipped"})).await.status, 200);
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 3);
    }

    /// S-877: many are sent at once, each by itself.
    async fn s_877_many_are_sent_at_once(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = owner(app).await;
        let (first, second) = (buy(app, 1).await, buy(app, 2).await);
        let done = owner.post("/api/commerce/desk/parcels", json!({"orders": [first, "nobody", second, first], "notify": true})).await.json();
        let refused_of = |index: usize| done["orders"][index]["refused"].as_str().map(str::to_owned);
        assert_eq!([refused_of(0), refused_of(1), refused_of(2), refused_of(3)],
            [None, Some("Not found".into()), None, Some("This order is fulfilled or cancelled already.".into())]);
        assert_eq!((count_of(&owner, "SENT").await, app.emails_to("ann@shopper.example").await.len()), (2, 4));
        let many = vec!["x"; 101];
        refused(&owner.post("/api/commerce/desk/parcels", json!({"orders": many})).await, 400, "too-many-orders");
    }

    /// S-878: each thing that is done stands in the record, without what belongs to the buyer.
    async fn s_878_what_is_done_is_recorded(app: &TestApp); {
        let owner = owner(app).await;
        let id = buy(app, 2).await;
        let at = |what: &str| format!("{DESK}/{id}/{what}");
        let address = json!({"name": "Ann Lee", "location": {"country": "US", "line1": "2 Side Street", "city": "Albany", "region": "NY", "postalCode": "12201"}});
        for reply in [owner.put(&at("address"), address).await, owner.post(&at("notes"), json!({"text": "Ann was ill"})).await,
            owner.put(&at("tags"), json!({"tags": ["later"]})).await, owner.put(&at("tags"), json!({"tags": ["later"]})).await,
            owner.post(&at("letters"), json!({"kind": "confirmation"})).await, owner.post(&at("parcels"), json!({"lines": [{"position": 0, "quantity": 1}]})).await] {
            assert_eq!(reply.status, 200, "{}", reply.text);
        }
        let actions = owner.get(&format!("/api/commerce/actions?subject={id}")).await.json();
        let said: Vec<&str> = actions["actions"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
        assert_eq!(said, ["fulfil", "send-letter", "tag-order", "note-order", "readdress"]);
        assert_eq!(actions["actions"][2]["detail"], json!({"before": [], "after": ["later"]}));
        assert_eq!(app.count("record", "detail LIKE '%Ann was ill%' OR detail LIKE '%Side Street%'").await, 0);
        app.audit().await;
    }

    /// S-879: what the desk keeps of a person is given out with the rest, and erased from words, notes, tags and parcels.
    async fn s_879_the_desk_forgets_a_person(app: &TestApp); {
        let admin = app.member("own@shop.example", &[Role::Admin]).await;
        let id = buy_with(app, &[("bread", 1)], of("annabel@shopper.example", "Annabel Lee", "Brooklyn")).await;
        app.work().await;
        assert_eq!(admin.post(&format!("{DESK}/{id}/notes"), json!({"text": "Annabel rang"})).await.status, 200);
        assert_eq!(admin.put(&format!("{DESK}/{id}/tags"), json!({"tags": ["annabel"]})).await.status, 200);
        let tracking = json!({"carrier": "UPS", "trackingNumber": "1Z-ANNABEL"});
        assert_eq!(admin.post(&format!("{DESK}/{id}/parcels"), json!({"tracking": tracking})).await.status, 200);
        let person = json!({"email": "annabel@shopper.example"});
        let given = admin.post("/api/people/export", person.clone()).await.json();
        let order = &given["shop"]["orders"][0];
        let order = if order.is_null() { &given["orders"][0] } else { order };
        assert_eq!((&order["notes"][0]["body"], &order["parcels"][0]["trackingNumber"]), (&json!("Annabel rang"), &json!("1Z-ANNABEL")), "{given}");
        assert_eq!(admin.post("/api/people/erasure", person).await.status, 200);
        app.work().await;
        for (table, condition) in [("order_term", "lower(term) LIKE '%annabel%'"), ("order_term", "term LIKE 'w:%'"), ("order_note", "TRUE"),
            ("shipment", "tracking_number <> '' OR tracking_url <> ''"), ("shop_order", "lower(tags) LIKE '%annabel%' OR lower(terms) LIKE '%annabel%'")] {
            assert_eq!(app.count(table, condition).await, 0, "{table} {condition}");
        }
        assert_eq!(find(&admin, "text=annabel").await, Vec::<String>::new());
        assert_eq!(find(&admin, "product=bread").await, [id]);
    }

    /// S-871: no list or search goes through the orders: every statement is answered by an index.
    async fn s_871_no_filter_reads_all_orders(app: &TestApp); {
        let first = buy(app, 1).await;
        copies(app, &first, 300).await;
        app.work().await;
        app.execute("ANALYZE").await;
        let plans = app.handle().context().db.desk_plans().await.unwrap();
        assert!(plans.len() >= 24);
        for (name, plan) in plans {
            let goes_through = plan.lines().any(|line| {
                let line = line.trim();
                // What SQLite and PostgreSQL say of a table that is read from end to end.
                line.starts_with("SCAN o") && !line.contains("USING") || line.starts_with("SCAN t") || line.contains("Seq Scan on shop_order") || line.contains("Seq Scan on order_term")
            });
            assert!(!goes_through, "{name}:\n{plan}");
        }
    }

    /// S-870: each list and its count read the list's own index, also before the database has counted what is in it: with a million orders
    /// behind it another one takes a second.
    async fn s_870_each_list_reads_its_own_index(app: &TestApp); {
        let own = [
            ("ToSend", "desk_to_send"), ("Paid", "desk_paid"), ("Sent", "desk_sent"), ("Refunded", "desk_refunded"), ("Open", "desk_open"),
            ("Cancelled", "desk_cancelled"), ("All", "desk_newest"),
        ];
        let plans: std::collections::BTreeMap<_, _> = app.handle().context().db.desk_plans().await.unwrap().into_iter().collect();
        for (list, index) in own {
            for name in [list.to_owned(), format!("{list} counted")] {
                // An empty table of PostgreSQL has no index that is better than another.
                let is_read = app.settings.database_url.is_some() || plans[&name].contains(&format!("INDEX {index} "));
                assert!(is_read && !plans[&name].contains("TEMP B-TREE"), "{name}: {}", plans[&name]);
            }
        }
    }
}

/// More orders like one, of the same moment.
pub async fn copies(app: &TestApp, id: &str, many: usize) {
    let columns = "site_user_id, status, test_mode, email, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, grand_total_cents, shipping_location, \
        shipping_option, coupons, created_at, paid_at, hold_until, buyer";
    let numbers =
        format!("WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {many})");
    let key = "substr('00000' || n, length('00000' || n) - 5)";
    app.execute(&format!("{numbers} INSERT INTO shop_order (id, cart_id, {columns}) SELECT 'copy' || {key}, 'copy' || {key}, {columns} FROM shop_order, n WHERE id = '{id}'; \
        {numbers} INSERT INTO order_line (order_id, position, item_id, sku, title, product_type, quantity, unit_price_cents) \
        SELECT 'copy' || {key}, position, item_id, sku, title, product_type, quantity, unit_price_cents FROM order_line, n WHERE order_id = '{id}'")).await;
}
