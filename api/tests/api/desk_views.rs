//! S-328: lists of orders are narrowed by product and way of delivery, and views of them are kept for one's own or for all staff.

use crate::app::{Reply, TestApp, Visitor, on_both};
use futures_util::future::join_all;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const VIEWS: &str = "/api/commerce/desk/views";

fn view(name: &str, is_shared: bool) -> Value {
    json!({"name": name, "isShared": is_shared, "filter": {"view": "PAID", "text": "lee", "product": "bread", "productTitle": "Bread", "delivery": "post", "from": "2026-11-01"}})
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &json!(code)), "{}", reply.text);
}

/// What somebody sees: names, whether all see them, and whether they may change them.
async fn seen(who: &Visitor) -> Vec<(String, bool, bool)> {
    let reply = who.get(VIEWS).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let views = reply.json()["views"].as_array().unwrap().clone();
    let flag = |view: &Value, name: &str| view[name].as_bool().unwrap();
    views
        .iter()
        .map(|view| {
            (view["name"].as_str().unwrap().to_owned(), flag(view, "isShared"), flag(view, "mayChange"))
        })
        .collect()
}

async fn one(who: &Visitor, name: &str) -> Value {
    let views = who.get(VIEWS).await.json()["views"].clone();
    views.as_array().unwrap().iter().find(|view| view["name"] == name).unwrap().clone()
}

fn named(name: &str, is_shared: bool, may_change: bool) -> (String, bool, bool) {
    (name.to_owned(), is_shared, may_change)
}

on_both! {
    /// S-328: one's own is seen by nobody else, an ADMIN included; one for all staff is seen by all, and changed by who shared it and by
    /// an ADMIN alone.
    async fn s_328_a_view_of_ones_own_and_one_for_all(app: &TestApp); {
        let ann = app.member("ann@shop.example", &[Role::StoreManager]).await;
        let ben = app.member("ben@shop.example", &[Role::StoreManager]).await;
        let admin = app.member("own@shop.example", &[Role::Admin]).await;
        assert_eq!(ann.post(VIEWS, view("Mine", false)).await.status, 200);
        assert_eq!(ann.post(VIEWS, view("Ours", true)).await.status, 200);
        assert_eq!(seen(&ann).await, [named("Mine", false, true), named("Ours", true, true)]);
        assert_eq!((seen(&ben).await, seen(&admin).await), (vec![named("Ours", true, false)], vec![named("Ours", true, true)]));
        let kept = one(&ben, "Ours").await;
        assert_eq!((&kept["author"], &kept["filter"]["product"], &kept["filter"]["to"]), (&json!("ann@shop.example"), &json!("bread"), &json!("")));
        let (own, shared) = (one(&ann, "Mine").await, kept);
        let at = |view: &Value| format!("{VIEWS}/{}", view["id"].as_str().unwrap());
        for who in [&ben, &admin] {
            refused(&who.delete(&at(&own)).await, 404, "view-missing");
            let mut change = view("Theirs", false);
            change["revision"] = json!(1);
            refused(&who.put(&at(&own), change).await, 404, "view-missing");
        }
        refused(&ben.delete(&at(&shared)).await, 403, "view-of-another");
        let mut change = view("Ours too", true);
        change["revision"] = json!(1);
        refused(&ben.put(&at(&shared), change.clone()).await, 403, "view-of-another");
        assert_eq!(admin.put(&at(&shared), change.clone()).await.status, 200);
        // Nobody takes for themselves what another shared.
        change["isShared"] = json!(false);
        change["revision"] = json!(2);
        refused(&admin.put(&at(&shared), change).await, 403, "view-of-another");
        assert_eq!(seen(&ben).await, [named("Ours too", true, false)]);
        assert_eq!((app.count("record", "kind = 'put-view'").await, app.count("record", "kind = 'remove-view'").await), (2, 0));
        assert_eq!(admin.delete(&at(&shared)).await.status, 200);
        refused(&admin.delete(&at(&shared)).await, 404, "view-missing");
        assert_eq!((seen(&ben).await, seen(&ann).await), (Vec::new(), vec![named("Mine", false, true)]));
        assert_eq!(app.count("record", "kind = 'remove-view'").await, 1);
    }

    /// S-328: pressed twice it is kept once; of two who use one name, or change one view at once, one is told.
    async fn s_328_two_at_once(app: &TestApp); {
        let ann = app.member("ann@shop.example", &[Role::StoreManager]).await;
        let ben = app.member("ben@shop.example", &[Role::Admin]).await;
        let twice = join_all((0..4).map(|_| ann.post(VIEWS, view("Mine", false)))).await;
        assert!(twice.iter().any(|reply| reply.status == 200));
        assert_eq!((ann.post(VIEWS, view("Mine", false)).await.status.as_u16(), app.count("desk_view", "1 = 1").await), (200, 1));
        refused(&ann.post(VIEWS, json!({"name": "mine", "filter": {"text": "x"}})).await, 409, "view-name-taken");
        let both = join_all([(&ann, "Ours"), (&ben, "OURS")].map(|(who, name)| who.post(VIEWS, view(name, true)))).await;
        let mut codes: Vec<u16> = both.iter().map(|reply| reply.status.as_u16()).collect();
        codes.sort_unstable();
        assert_eq!((codes, app.count("desk_view", "is_shared").await), (vec![200, 409], 1));
        // One changes it to either name while the other does.
        let shared = seen(&ben).await[0].0.clone();
        let id = one(&ben, &shared).await["id"].as_str().unwrap().to_owned();
        let change = |name: &str| {
            let mut change = view(name, true);
            change["revision"] = json!(1);
            change
        };
        let at = format!("{VIEWS}/{id}");
        let both = join_all(["A", "B", "C"].map(|name| ben.put(&at, change(name)))).await;
        assert_eq!(both.iter().filter(|reply| reply.status == 200).count(), 1);
        for late in both.iter().filter(|reply| reply.status != 200) {
            refused(late, 409, "view-changed");
        }
        assert_eq!(ben.post(VIEWS, view("Another", true)).await.status, 200);
        let mut taken = view("Another", true);
        taken["revision"] = json!(2);
        refused(&ben.put(&format!("{VIEWS}/{id}"), taken).await, 409, "view-name-taken");
    }

    /// S-328: what is no view is refused, and there are no more than are said.
    async fn s_328_what_is_no_view(app: &TestApp); {
        let ann = app.member("ann@shop.example", &[Role::StoreManager]).await;
        for wrong in [
            json!({"name": " ", "filter": {}}), json!({"name": "x".repeat(41), "filter": {}}), json!({"name": "a\u{7}b", "filter": {}}),
            json!({"name": "a", "filter": {"text": "x".repeat(201)}}), json!({"name": "a", "filter": {"from": "yesterday"}}),
            json!({"name": "a", "filter": {"to": "2026-11-1"}}),
        ] {
            refused(&ann.post(VIEWS, wrong).await, 400, "malformed-view");
        }
        for wrong in [json!({}), json!({"name": "a"}), json!({"name": "a", "filter": {"view": "NO"}}), json!([])] {
            assert_eq!(ann.post(VIEWS, wrong).await.status, 400);
        }
        for at in 0..50 {
            assert_eq!(ann.post(VIEWS, view(&format!("v{at}"), false)).await.status, 200);
        }
        refused(&ann.post(VIEWS, view("one more", false)).await, 409, "too-many-views");
        assert_eq!(ann.post(VIEWS, view("for all", true)).await.status, 200);
    }

    /// S-328: a view that looks for a person goes with the person; the ways of delivery are those of the shop.
    async fn s_328_views_of_a_person(app: &TestApp); {
        let admin = app.member("own@shop.example", &[Role::Admin]).await;
        for (name, text) in [("Ann", "Ann@shopper.example"), ("Joann", "joann@shopper.example")] {
            assert_eq!(admin.post(VIEWS, json!({"name": name, "isShared": true, "filter": {"text": text}})).await.status, 200);
        }
        let erased = admin.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await;
        assert_eq!(erased.status, 200, "{}", erased.text);
        assert_eq!(seen(&admin).await, [named("Joann", true, true)]);
        let ways = admin.get("/api/commerce/desk/deliveries").await.json()["deliveries"].clone();
        let ids: Vec<&str> = ways.as_array().unwrap().iter().map(|way| way["id"].as_str().unwrap()).collect();
        assert!(ids.contains(&"post"), "{ways}");
        assert!(ways.as_array().unwrap().iter().all(|way| way["name"] != ""), "{ways}");
    }
}
