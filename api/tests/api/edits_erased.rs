//! Changes of orders whose buyer, or whose member of staff, is erased; and who may end one that waits.

use crate::app::{TestApp, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::drafts::opened;
use crate::edits::{bought, change, changed, desk, fine, limits, owner, refused, told};
use loggia_api::roles::Role;
use serde_json::json;

const ANN: &str = "ann@shopper.example";
const DESK: &str = "/api/commerce/desk/orders";

on_both! {
    /// S-979: who is erased while a change of their order waits to be paid leaves an order that can be sent, changed and called off as
    /// any other: the change is withdrawn with its link, and what it held is for sale again.
    async fn s_979_an_erasure_ends_the_change_that_waits(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let admin = app.member("admin@shop.example", &[Role::Admin]).await;
        let id = bought(app, 3, true).await;
        let edit = json!({"lines": [{"position": 0, "quantity": 1}], "added": [{"itemId": "mug", "sku": "mug-l", "quantity": 1}]});
        let waits = fine(&changed(&owner, &id, &edit).await)["changes"][0].clone();
        assert_eq!((&waits["state"], app.stock("mug", "mug-l").await), (&json!("PENDING"), 0));
        let (_, token) = opened(app, &waits).await;
        let erased = admin.post("/api/people/erasure", json!({"email": ANN})).await;
        assert_eq!(erased.status, 200, "{}", erased.text);
        assert_eq!(app.stock("mug", "mug-l").await, 1, "what the change held is for sale");
        let changes = fine(&owner.get(&format!("{DESK}/{id}/changes")).await);
        assert_eq!((&changes["changes"][0]["state"], &changes["changes"][0]["link"]), (&json!("WITHDRAWN"), &json!(null)), "{changes}");
        let own = format!("{DESK}/{id}/changes/{}", waits["id"].as_str().unwrap());
        refused(&owner.delete(&own).await, 409, "change-ended");
        refused(&owner.post(&format!("{own}/payment"), json!({})).await, 409, "change-ended");
        let paid = app.visitor().post(CHECKOUT, crate::drafts::by(&token, "test-pass")).await;
        assert!(paid.status.is_client_error(), "{}", paid.text);
        // The order goes on: it is sent in part, and called off.
        let parcel = json!({"lines": [{"position": 0, "quantity": 1}]});
        fine(&owner.post(&format!("{DESK}/{id}/parcels"), parcel).await);
        let edit = json!({"lines": [{"position": 0, "quantity": 2}]});
        let preview = fine(&told(&owner, &id, &edit).await);
        fine(&owner.post(&format!("{DESK}/{id}/changes"), change(&edit, &preview["digest"])).await);
        assert_eq!(desk(&owner, &id).await["lines"][0]["left"], 1);
        let other = bought(app, 1, false).await;
        fine(&changed(&owner, &other, &json!({"lines": [{"position": 0, "quantity": 2}]})).await);
        fine(&admin.post("/api/people/erasure", json!({"email": ANN})).await);
        fine(&owner.post(&format!("/api/commerce/orders/{other}/cancellation"), json!({"reason": "x"})).await);
        app.audit().await;
    }

    /// S-979: who left the staff and is erased stands nowhere as the author of what they did to orders.
    async fn s_979_an_erased_author_is_named_nowhere(app: &TestApp) with |settings| limits(settings); {
        let admin = app.member("admin@shop.example", &[Role::Admin]).await;
        let left = "left.the.staff@shop.example";
        let who = app.member(left, &[Role::StoreManager]).await;
        let id = bought(app, 3, true).await;
        fine(&changed(&who, &id, &json!({"lines": [{"position": 0, "quantity": 2}]})).await);
        fine(&changed(&who, &id, &json!({"lines": [{"position": 0, "quantity": 3}]})).await);
        app.execute(&format!("UPDATE site_user SET roles = '[]' WHERE email = '{left}'")).await;
        let erased = admin.post("/api/people/erasure", json!({"email": left})).await;
        assert_eq!(erased.status, 200, "{}", erased.text);
        assert_eq!(app.count("order_change", &format!("author = '{left}'")).await, 0);
        assert_eq!(app.count("draft_order", &format!("author = '{left}'")).await, 0);
    }

    /// S-979: what a change added to an order of a member goes with it, whatever address the member gave there.
    async fn s_979_what_was_added_goes_with_its_order(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let admin = app.member("admin@shop.example", &[Role::Admin]).await;
        let member = app.member("member@shopper.example", &[]).await;
        add(&member, "bread", "bread", 1).await;
        let id = fine(&member.post(CHECKOUT, purchase()).await)["id"].as_str().unwrap().to_owned();
        let received = json!({"lines": [{"position": 0, "quantity": 2}], "payment": "RECEIVED"});
        fine(&changed(&owner, &id, &received).await);
        let waits = json!({"added": [{"itemId": "mug", "sku": "mug-s", "quantity": 1}]});
        fine(&changed(&owner, &id, &waits).await);
        assert_eq!(app.count("shop_order", &format!("email = '{ANN}'")).await, 2);
        let erased = admin.post("/api/people/erasure", json!({"email": "member@shopper.example"})).await;
        assert_eq!((erased.status.as_u16(), &erased.json()["erased"]["orders"]), (200, &json!(2)), "{}", erased.text);
        assert_eq!(app.count("shop_order", &format!("email = '{ANN}'")).await, 0);
        assert_eq!(app.count("draft_order", &format!("email = '{ANN}'")).await, 0);
        app.audit().await;
    }

    /// S-985: a change that is noted as paid gives money back, so who does it proves who they are, by whichever call; a draft of no change
    /// is noted as before.
    async fn s_985_no_way_round_the_proof_gives_money_back(app: &TestApp) with |settings| limits(settings); {
        let owner = owner(app).await;
        let id = bought(app, 3, false).await;
        let edit = json!({"lines": [{"position": 0, "quantity": 1}], "added": [{"itemId": "mug", "sku": "mug-l", "quantity": 1}]});
        let waits = fine(&changed(&owner, &id, &edit).await)["changes"][0].clone();
        let draft = json!({"email": ANN, "name": "Ann Lee", "shippingLocation": crate::checkout::place("US"), "lines": [{"title": "Engraving", "priceCents": 900, "quantity": 1}]});
        let draft = fine(&owner.post("/api/commerce/desk/drafts", draft).await);
        app.clock.advance(20 * 60_000);
        let own = format!("{DESK}/{id}/changes/{}/payment", waits["id"].as_str().unwrap());
        let by_draft = format!("/api/commerce/desk/drafts/{}/payment", waits["draftId"].as_str().unwrap());
        for path in [&own, &by_draft] {
            refused(&owner.post(path, json!({})).await, 403, "confirm-again");
        }
        assert_eq!(app.count("refund", "TRUE").await, 0);
        fine(&owner.post(&format!("/api/commerce/desk/drafts/{}/payment", draft["draft"]["id"].as_str().unwrap()), json!({})).await);
        owner.log_in("own@shop.example", false).await;
        fine(&owner.post(&by_draft, json!({})).await);
        assert_eq!(app.count("refund", "TRUE").await, 1);
        app.audit().await;
    }
}
