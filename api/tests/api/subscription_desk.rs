//! Subscriptions at the desk: found, paused, left out, changed and stopped by the shop; what is charged after each step.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::edits::{fine, refused};
use crate::own_subscription::{ANN, change, limits, pass, subscribed, subscribed_by};
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const OWN: &str = "own@shop.example";
const ALL: &str = "/api/commerce/subscriptions";

async fn owner(app: &TestApp) -> Visitor {
    app.member(OWN, &[Role::StoreManager]).await
}

async fn does(owner: &Visitor, id: &str, what: Value) -> Reply {
    owner.post(&format!("{ALL}/{id}/changes"), json!({"change": what})).await
}

/// The ids that a search finds.
async fn found(owner: &Visitor, wanted: Value) -> Vec<String> {
    let page = fine(&owner.post(&format!("{ALL}/search"), wanted).await);
    page["subscriptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap().to_owned())
        .collect()
}

on_both! {
    /// S-708: the shop does what the subscriber can, in any mixture with them: what is charged is what is shown.
    async fn s_708_the_shop_pauses_skips_and_changes(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let link = subscribed(app).await;
        let paused = fine(&does(&owner, &link.0, json!({"action": "pause"})).await);
        assert_eq!((&paused["status"], &paused["nextBillingDate"], paused["pausedOn"].is_i64()), (&json!("paused"), &Value::Null, true));
        refused(&does(&owner, &link.0, json!({"action": "pause"})).await, 409, "subscription-ended");
        refused(&does(&owner, &link.0, json!({"action": "skip"})).await, 409, "subscription-unchanged");
        assert_eq!(pass(app, 62).await, 0);
        owner.log_in(OWN, false).await;
        // Whose it is lets it go on; the shop leaves one out.
        assert_eq!(change(app, &link, json!({"action": "resume"})).await.status, 200);
        let skipped = fine(&does(&owner, &link.0, json!({"action": "skip"})).await);
        assert_eq!(skipped["status"], "active");
        let days = (skipped["nextBillingDate"].as_i64().unwrap() - app.clock.now_ms()) / loggia_api::clock::DAY;
        assert!((31..=62).contains(&days), "{days}");
        assert_eq!(fine(&does(&owner, &link.0, json!({"action": "quantity", "quantity": 2})).await)["quantity"], 2);
        let there = json!({"country": "US", "region": "NY", "city": "Albany", "postalCode": "12207", "line1": "2 State Street", "line2": ""});
        let moved = fine(&does(&owner, &link.0, json!({"action": "address", "location": there})).await);
        assert_eq!((&moved["shippingLocation"]["city"], &moved["productName"], moved["orderNumber"].is_i64()), (&json!("Albany"), &json!("Box"), true));
        assert_eq!((pass(app, days).await, pass(app, 1).await > 0), (0, true));
        owner.log_in(OWN, false).await;
        assert_eq!(app.number("SELECT subtotal_cents FROM shop_order WHERE subscription_id IS NOT NULL").await, 6000);
        fine(&does(&owner, &link.0, json!({"action": "stop"})).await);
        refused(&does(&owner, &link.0, json!({"action": "skip"})).await, 409, "subscription-ended");
        assert_eq!(pass(app, 70).await, 0);
        app.audit().await;
        let kinds = app.count("record", "kind = 'change-subscription'").await;
        assert_eq!((kinds, app.count("record", "kind = 'cancel-subscription'").await), (4, 1), "what the shop did, and nobody else");
        assert_eq!(app.count("record", "kind = 'change-subscription' AND detail LIKE '%Albany%'").await, 0);
    }

    /// S-708: what cannot be is refused and changes nothing; two of the staff at once leave out no more than they pressed.
    async fn s_708_what_cannot_be_is_refused(app: &TestApp) with |settings| { limits(settings); settings.connections = 12; }; {
        let owner = owner(app).await;
        let (id, _) = subscribed(app).await;
        for (wrong, status) in [
            (json!({"action": "quantity", "quantity": 0}), 400),
            (json!({"action": "quantity", "quantity": -1}), 400),
            (json!({"action": "quantity", "quantity": 10_000}), 400),
            (json!({"action": "burn"}), 400),
            (json!({"action": "resume"}), 409),
            (json!({"action": "address", "location": {"country": "FR", "line1": "1 Rue", "city": "Paris", "postalCode": "75001"}}), 409),
            (json!({"action": "address", "location": {"country": "US", "line1": "", "city": "Albany", "postalCode": "12207"}}), 400),
        ] {
            assert_eq!(does(&owner, &id, wrong.clone()).await.status, status, "{wrong}");
        }
        assert_eq!(does(&owner, "nobody", json!({"action": "pause"})).await.status, 404);
        assert_eq!(owner.get(&format!("{ALL}/nobody")).await.status, 404);
        assert_eq!((app.count("record", "kind = 'change-subscription'").await, app.number("SELECT skipped FROM subscription").await), (0, 0));
        let replies = join_all((0..6).map(|_| does(&owner, &id, json!({"action": "skip"})))).await;
        let done = replies.iter().filter(|reply| reply.status == 200).count();
        assert!(done >= 1 && replies.iter().all(|reply| [200, 409].contains(&reply.status.as_u16())));
        assert_eq!(app.number("SELECT skipped FROM subscription").await, i64::try_from(done).unwrap());
        app.audit().await;
    }

    /// S-709: the subscriber is told how it stands after what the shop did, unless the shop says no; that it has ended in any case, once.
    async fn s_709_the_subscriber_is_told(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let (id, _) = subscribed(app).await;
        let mut letters = app.emails_to(ANN).await;
        let new = async |known: &[String]| {
            let mut all = app.emails_to(ANN).await;
            all.retain(|letter| !known.contains(letter));
            all
        };
        fine(&owner.post(&format!("{ALL}/{id}/changes"), json!({"change": {"action": "quantity", "quantity": 3}, "notify": false})).await);
        assert_eq!(new(&letters).await, Vec::<String>::new());
        fine(&does(&owner, &id, json!({"action": "pause"})).await);
        let changed = new(&letters).await;
        assert_eq!(changed.len(), 1);
        for part in ["your subscription was changed", "It is paused", "3 each time", "subscription?subscription="] {
            assert!(changed[0].contains(part), "{part}: {}", changed[0]);
        }
        fine(&owner.post(&format!("{ALL}/{id}/changes"), json!({"change": {"action": "stop"}, "notify": false})).await);
        letters.extend(changed);
        let ended = new(&letters).await;
        assert!(ended.len() == 1 && ended[0].contains("your subscription has ended"), "{ended:?}");
    }

    /// S-708: found by how the address begins or by the order, and by how it stands; nobody else sees one.
    async fn s_708_subscriptions_are_found(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let ann = subscribed(app).await.0;
        let bob = subscribed_by(app, "Bob.Lee@shopper.example").await.0;
        let both = vec![bob.clone(), ann.clone()];
        assert_eq!(found(&owner, json!({})).await, both);
        assert_eq!(found(&owner, json!({"text": "ANN@"})).await, vec![ann.clone()]);
        assert_eq!(found(&owner, json!({"text": " bob.lee@shopper.example "})).await, vec![bob.clone()]);
        let seen = fine(&owner.get(&format!("{ALL}/{ann}")).await);
        for text in [format!("#{}", seen["orderNumber"]), seen["orderNumber"].to_string(), seen["orderId"].as_str().unwrap().to_owned()] {
            assert_eq!(found(&owner, json!({"text": text})).await, vec![ann.clone()], "{text}");
        }
        for text in ["%", "_", "' OR 1=1 --", "\0", "ann@shopper.example\0", "99999999999999999999"] {
            assert_eq!(found(&owner, json!({"text": text})).await, Vec::<String>::new(), "{text}");
        }
        refused(&owner.post(&format!("{ALL}/search"), json!({"text": "x".repeat(400)})).await, 400, "search-too-long");
        fine(&does(&owner, &ann, json!({"action": "pause"})).await);
        for (status, ids) in [("paused", vec![ann.clone()]), ("active", vec![bob.clone()]), ("ended", vec![]), ("", both)] {
            assert_eq!(found(&owner, json!({"status": status})).await, ids, "{status}");
        }
        let eve = app.member("eve@shopper.example", &[]).await;
        for reply in [eve.get(&format!("{ALL}/{ann}")).await, does(&eve, &ann, json!({"action": "stop"})).await, eve.post(&format!("{ALL}/search"), json!({})).await] {
            assert_eq!(reply.status, 403, "{}", reply.text);
        }
    }

    /// S-719: who listens for the end of subscriptions hears of each, whoever ended it, once.
    async fn s_719_the_end_of_a_subscription_is_told_whoever_ended_it(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        // What was told before is sent meanwhile.
        let told = async || app.count("outbox", "body LIKE '%\"subscription.cancelled\"%'").await;
        let link = subscribed(app).await;
        assert_eq!(change(app, &link, json!({"action": "stop"})).await.status, 200);
        assert_eq!((told().await, change(app, &link, json!({"action": "stop"})).await.status.as_u16()), (1, 409));
        let shop = subscribed_by(app, "bob@shopper.example").await.0;
        fine(&does(&owner, &shop, json!({"action": "stop"})).await);
        assert_eq!(told().await, 1);
        let called_off = subscribed_by(app, "cid@shopper.example").await.0;
        let order = fine(&owner.get(&format!("{ALL}/{called_off}")).await)["orderId"].as_str().unwrap().to_owned();
        fine(&owner.post(&format!("/api/commerce/orders/{order}/cancellation"), json!({"reason": "x"})).await);
        assert_eq!(told().await, 1);
    }
}
