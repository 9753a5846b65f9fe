//! The mailing list as its owner has it: a list, a table, and taking somebody off.

use crate::app::{TestApp, on_both};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const MEMBERS: &str = "/api/mailing-list/members";

async fn joins(app: &TestApp, email: &str) {
    let body = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": email, "isJoinMailingList": true});
    let reply = app.visitor().post("/api/site-users/account/notifications/restock", body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
}

fn emails(page: &Value) -> Vec<&str> {
    page["members"].as_array().unwrap().iter().map(|member| member["email"].as_str().unwrap()).collect()
}

on_both! {
    /// by address, twenty a page, each once, with where the wish came from and since when; the table has all.
    async fn a_077_the_list_and_its_table(app: &TestApp) with |settings| settings.limits.restock = 100; {
        let owner = app.member("own@shop.example", &[Role::CampaignsEditor]).await;
        assert_eq!(owner.get(MEMBERS).await.json(), json!({"members": [], "hasNextPage": false, "nextPageCursor": null}));
        for number in (0..41).rev() {
            joins(app, &format!("Ann{number:02}@shopper.example")).await;
        }
        joins(app, "ann00@shopper.example").await;
        let now = app.clock.now_ms();
        let mut seen = Vec::new();
        let mut cursor = String::new();
        for (length, more) in [(20, true), (20, true), (1, false)] {
            let page = owner.get(&format!("{MEMBERS}?cursor={cursor}")).await.json();
            assert_eq!((emails(&page).len(), page["hasNextPage"].as_bool().unwrap()), (length, more));
            assert_eq!(page["members"][0]["source"], "restock");
            assert!((now - 60_000..=now).contains(&page["members"][0]["joinedOn"].as_i64().unwrap()));
            seen.extend(emails(&page).into_iter().map(str::to_owned));
            cursor = page["nextPageCursor"].as_str().unwrap_or_default().to_owned();
        }
        let expected: Vec<String> = (0..41).map(|number| format!("ann{number:02}@shopper.example")).collect();
        assert_eq!(seen, expected);
        assert_eq!(owner.get(&format!("{MEMBERS}?cursor=%7Bnot-one%7D")).await.status, 400);

        let table = owner.get(&format!("{MEMBERS}.csv")).await;
        assert_eq!(table.headers["content-type"], "text/csv; charset=utf-8");
        let lines: Vec<&str> = table.text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (42, "email,source,joinedOn"));
        assert!(lines[1].starts_with("ann00@shopper.example,restock,20") && lines[1].ends_with('Z'), "{}", lines[1]);
    }

    /// who is taken off is off, in the owner's record, and the mailing service is told; they may come back by themselves.
    async fn a_077_somebody_is_taken_off(app: &TestApp)
        with |settings| settings.commerce.audience_url = Some("http://127.0.0.1:9/list".into()); {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        joins(app, "ann@shopper.example").await;
        joins(app, "bob@shopper.example").await;
        assert_eq!(owner.delete(&format!("{MEMBERS}/Ann@shopper.example")).await.status, 204);
        assert_eq!(owner.delete(&format!("{MEMBERS}/ann@shopper.example")).await.status, 404);
        assert_eq!(emails(&owner.get(MEMBERS).await.json()), ["bob@shopper.example"]);
        assert!(!owner.get(&format!("{MEMBERS}.csv")).await.text.contains("ann@"));
        let handover = "kind = 'handover' AND dedupe_key LIKE 'membership-%' AND body LIKE '%ann@shopper.example%'";
        assert_eq!(app.count("outbox", handover).await, 2, "that she came and that she left");
        let actions = owner.get("/api/commerce/actions").await.text;
        assert!(actions.contains("remove-mailing-list-member") && actions.contains("ann@shopper.example"), "{actions}");
        joins(app, "ann@shopper.example").await;
        assert_eq!(emails(&owner.get(MEMBERS).await.json()), ["ann@shopper.example", "bob@shopper.example"]);
    }
}
