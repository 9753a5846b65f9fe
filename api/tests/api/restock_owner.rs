use crate::app::{NOW, TestApp, Visitor, on_both};
use crate::restock::RESTOCK;
use loggia_api::clock::DAY;
use loggia_api::roles::Role;
use serde_json::{Value, json};

async fn wait_for(app: &TestApp, product: &str, variant: &str, people: usize) {
    for number in 0..people {
        app.execute(&format!(
            "INSERT INTO restock_sign_up (id, product_id, variant_id, email, created_at) VALUES ('{product}{variant}{number:03}', '{product}', '{variant}', 'p{number}@b.example', {number})"
        ))
        .await;
    }
}

/// Every page of a list, by following its cursors.
async fn pages(visitor: &Visitor, path: &str, list: &str) -> Vec<Vec<Value>> {
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = visitor.get(&format!("{path}cursor={cursor}")).await.json();
        pages.push(page[list].as_array().unwrap().clone());
        match page["nextPageCursor"].as_str() {
            Some(next) if page["hasNextPage"] == true => cursor = next.to_owned(),
            _ => return pages,
        }
    }
}

on_both! {
    /// twenty a page.
    async fn a_078_sign_ups_are_listed_in_pages(app: &TestApp); {
        wait_for(app, "empty", "empty", 25).await;
        // Who waits for another variant, or for a variant of the same name of another product, is in no page of this one.
        wait_for(app, "empty", "other", 3).await;
        wait_for(app, "mug", "empty", 3).await;
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let pages = pages(&owner, &format!("{RESTOCK}?productId=empty&variantId=empty&"), "signUps").await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [20, 5]);
        assert_eq!((&pages[0][0], &pages[1][4]["email"]), (&json!({"email": "p0@b.example", "createdOn": 0}), &json!("p24@b.example")));
        let broken = owner.get(&format!("{RESTOCK}?productId=empty&variantId=empty&cursor=%21")).await;
        assert_eq!(broken.status, 400);
    }

    /// one group a product and variant, with its count.
    async fn a_079_a_080_groups_are_listed_in_pages(app: &TestApp); {
        wait_for(app, "empty", "empty", 2).await;
        wait_for(app, "mug", "mug-s", 1).await;
        for number in 0..20 {
            wait_for(app, "mug", &format!("v{number:02}"), 1).await;
        }
        let owner = app.member("own@shop.example", &[Role::Reporting]).await;
        let pages = pages(&owner, &format!("{RESTOCK}/groups?"), "signUpGroups").await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [20, 2]);
        assert_eq!((&pages[0][1]["productTitle"], &pages[0][1]["variantName"]), (&json!("Mug"), &json!("Small")));
        assert_eq!(pages[0][0], json!({"productId": "empty", "variantId": "empty", "productTitle": "Empty shelf", "variantName": "", "count": 2}));
        // What is sold no more goes by its SKU.
        assert_eq!((&pages[1][1]["variantId"], &pages[1][1]["variantName"]), (&json!("v19"), &json!("v19")));
    }

    /// one email an address, once, and only when there is something to sell.
    async fn a_081_a_group_is_told_once_and_a_083_only_with_stock(app: &TestApp); {
        wait_for(app, "empty", "empty", 2).await;
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        let (path, body) = (format!("{RESTOCK}/send"), json!({"productId": "empty", "variantId": "empty"}));
        let early = owner.post(&path, body.clone()).await;
        assert_eq!((early.status.as_u16(), early.error()), (400, "That variant is not in stock.".into()));
        app.execute("UPDATE stock SET quantity = 5 WHERE sku = 'empty'").await;
        assert_eq!(owner.post(&path, body.clone()).await.json(), json!({"sent": 2}));
        assert_eq!(owner.post(&path, body).await.json(), json!({"sent": 0}));
        for address in ["p0@b.example", "p1@b.example"] {
            let emails = app.emails_to(address).await;
            assert_eq!(emails.len(), 1);
            assert!(emails[0].contains("Empty shelf is back in stock.") && emails[0].contains("https://shop.example/shop/empty"));
        }
        assert_eq!(owner.get(&format!("{RESTOCK}/groups")).await.json()["signUpGroups"], json!([]));
        assert_eq!(owner.post(&format!("{RESTOCK}/send"), json!({"productId": "nobody", "variantId": "x"})).await.status, 404);
    }

    /// S-069: anyone who signs a stranger up again and again fills no email box: so many emails a day, and none is lost.
    async fn s_069_emails_of_restock_notices_have_a_measure_a_day(app: &TestApp) with |settings| settings.commerce.letters_a_day = 2; {
        let owner = app.member("own@shop.example", &[Role::StoreManager]).await;
        for (number, address) in ["ann@b.example", "Ann@b.example", "ann@b.example", "ann@b.example", "ann@b.example", "bob@b.example"].iter().enumerate() {
            app.execute(&format!(
                "INSERT INTO restock_sign_up (id, product_id, variant_id, email, created_at) VALUES ('w{number}', 'bread', 'bread', '{address}', {number})"
            ))
            .await;
            let path = format!("{RESTOCK}/send/all");
            let sent = owner.post(&path, json!({"sendRequests": [{"productId": "bread", "variantId": "bread"}]})).await;
            assert_eq!(sent.json()["sent"], 1, "{}", sent.text);
        }
        let mut emails = Vec::new();
        for day in 0..4 {
            let (begin, end) = (NOW + day * DAY, NOW + (day + 1) * DAY);
            emails.push(app.count("outbox", &format!("kind = 'mail' AND dedupe_key LIKE 'restock-%' AND due_at >= {begin} AND due_at < {end}")).await);
        }
        assert_eq!(emails, [3, 2, 1, 0], "two a day for Ann; Bob has his at once");
    }

    /// several groups at once, all or none.
    async fn a_082_several_groups_are_told_at_once(app: &TestApp); {
        wait_for(app, "bread", "bread", 1).await;
        wait_for(app, "mug", "mug-s", 2).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let path = format!("{RESTOCK}/send/all");
        let group = |product: &str, variant: &str| json!({"productId": product, "variantId": variant});
        let refused = owner.post(&path, json!({"sendRequests": [group("bread", "bread"), group("empty", "empty")]})).await;
        assert_eq!((refused.status.as_u16(), app.count("outbox", "TRUE").await), (400, 0));
        let sent = owner.post(&path, json!({"sendRequests": [group("bread", "bread"), group("mug", "mug-s")]})).await;
        assert_eq!((sent.json(), app.count("outbox", "kind = 'mail'").await), (json!({"sent": 3}), 3));
    }

    /// a changing call of somebody signed in repeats the session's token.
    async fn a_008_a_changing_call_needs_the_sessions_token(app: &TestApp); {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let (path, body) = ("/api/site-header-footer", json!({"header": {}, "footer": {}}));
        assert_eq!(owner.put(path, body.clone()).await.status, 200);
        owner.forget_xsrf();
        assert_eq!(owner.put(path, body).await.status, 403);
    }
}
