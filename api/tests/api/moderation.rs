//! What moderators see and do: lists of every state, approve, hide, spam, remove; each change written down.

use crate::app::{TestApp, Visitor, on_both};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const COMMENTS: &str = "/api/comments";
const REVIEWS: &str = "/api/commerce/products/mug/reviews";

async fn comment(visitor: &Visitor, body: &str) -> String {
    let reply =
        visitor.post(&format!("{COMMENTS}?itemId=post-1"), json!({"author": "Ann", "body": body})).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn review(visitor: &Visitor) -> String {
    let reply =
        visitor.post(REVIEWS, json!({"authorName": "Ann", "rating": 4, "body": "It holds tea."})).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()["id"].as_str().unwrap().to_owned()
}

/// The bodies a list shows.
fn bodies(page: &Value, list: &str) -> Vec<String> {
    page[list].as_array().unwrap().iter().map(|one| one["body"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    /// those that wait, newest first, in pages; where they stand; judged, and in the list of their new state.
    async fn a_102_comments_are_moderated(app: &TestApp) with |settings| settings.limits.say = 100; {
        let visitor = app.visitor();
        let moderator = app.member("mo@shop.example", &[Role::Moderator]).await;
        let mut ids = Vec::new();
        for number in 0..21 {
            ids.push(comment(&visitor, &format!("comment {number:02}")).await);
        }
        let list = async |query: &str| moderator.get(&format!("{COMMENTS}/moderation?{query}")).await.json();
        let first = list("status=PENDING").await;
        assert_eq!((first["comments"].as_array().unwrap().len(), &first["hasNextPage"]), (20, &json!(true)));
        let newest = &first["comments"][0];
        assert_eq!((&newest["body"], &newest["itemId"], &newest["itemUrl"]), (&json!("comment 20"), &json!("post-1"), &json!("/blog/open")));
        let cursor = first["nextPageCursor"].as_str().unwrap();
        assert_eq!(bodies(&list(&format!("status=PENDING&cursor={cursor}")).await, "comments"), ["comment 00"]);
        for (id, status) in ids.iter().zip(["APPROVED", "REJECTED", "SPAM"]) {
            for _ in 0..2 {
                let judged = moderator.put(&format!("{COMMENTS}/{id}"), json!({"status": status})).await;
                assert_eq!((judged.status.as_u16(), &judged.json()["status"]), (200, &json!(status)));
            }
            assert_eq!(list(&format!("status={status}")).await["comments"][0]["id"], json!(id));
        }
        assert_eq!(bodies(&visitor.get(&format!("{COMMENTS}?itemId=post-1")).await.json(), "comments"), ["comment 00"]);
        // Saying the same twice is one change.
        assert_eq!(app.count("record JOIN record_person ON record_person.seq = record.seq", "kind = 'judge-comment' AND email = 'mo@shop.example'").await, 3);
        assert_eq!(app.count("record", "detail LIKE '%\"after\":\"SPAM\"%' AND detail LIKE '%\"before\":\"PENDING\"%'").await, 1);
        assert_eq!(list("status=NONSENSE").await["code"], "malformed-query");
    }

    /// gone for good, and written down.
    async fn a_102_a_comment_is_removed(app: &TestApp); {
        let id = comment(&app.visitor(), "buy pills").await;
        let moderator = app.member("mo@shop.example", &[Role::Moderator]).await;
        let path = format!("{COMMENTS}/{id}");
        assert_eq!(app.visitor().delete(&path).await.status, 401);
        assert_eq!(moderator.delete(&path).await.status, 204);
        assert_eq!(moderator.delete(&path).await.status, 404);
        assert_eq!((app.count("visitor_comment", "TRUE").await, app.count("record", "kind = 'remove-comment'").await), (0, 1));
    }

    /// the same for reviews; one of another product is not found.
    async fn a_101_reviews_are_moderated(app: &TestApp); {
        let visitor = app.visitor();
        let moderator = app.member("mo@shop.example", &[Role::Moderator]).await;
        let (spam, good) = (review(&visitor).await, review(&visitor).await);
        let waiting = moderator.get("/api/commerce/reviews?status=PENDING").await.json();
        assert_eq!(waiting["reviews"].as_array().unwrap().len(), 2);
        let newest = &waiting["reviews"][0];
        assert_eq!((&newest["id"], &newest["productTitle"], &newest["rating"]), (&json!(good), &json!("Mug"), &json!(4)));
        moderator.put(&format!("{REVIEWS}/{spam}"), json!({"status": "SPAM"})).await;
        moderator.put(&format!("{REVIEWS}/{good}"), json!({"status": "APPROVED"})).await;
        assert_eq!(visitor.get(REVIEWS).await.json()["count"], 1);
        assert_eq!(moderator.get("/api/commerce/reviews").await.json()["reviews"].as_array().unwrap().len(), 2);
        assert_eq!(moderator.delete(&format!("/api/commerce/products/bread/reviews/{spam}")).await.status, 404);
        assert_eq!(moderator.delete(&format!("{REVIEWS}/{spam}")).await.status, 204);
        assert_eq!((app.count("review", "TRUE").await, app.count("record", "kind IN ('judge-review', 'remove-review')").await), (1, 3));
    }
}
