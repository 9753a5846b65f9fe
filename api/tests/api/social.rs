use crate::app::{TestApp, Visitor, on_both};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const REVIEWS: &str = "/api/commerce/products/mug/reviews";
const COMMENTS: &str = "/api/comments";

fn review(rating: i64) -> Value {
    json!({"authorName": "Ann", "rating": rating, "title": "Fine", "body": "It holds tea."})
}

async fn approve(moderator: &Visitor, path: &str, id: &Value) {
    let reply =
        moderator.put(&format!("{path}/{}", id.as_str().unwrap()), json!({"status": "APPROVED"})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["status"]), (200, &json!("APPROVED")), "{}", reply.text);
}

on_both! {
    /// a review appears once it is approved, with average and count.
    async fn a_101_a_review_appears_once_it_is_approved(app: &TestApp); {
        let visitor = app.visitor();
        let moderator = app.member("mo@shop.example", &[Role::Moderator]).await;
        for rating in [5, 2] {
            let posted = visitor.post(REVIEWS, review(rating)).await.json();
            assert_eq!((&posted["status"], &posted["productId"]), (&json!("PENDING"), &json!("mug")));
            assert_eq!(visitor.get(REVIEWS).await.json()["count"], i64::from(rating == 2));
            approve(&moderator, REVIEWS, &posted["id"]).await;
        }
        let page = visitor.get(REVIEWS).await.json();
        assert_eq!((&page["count"], &page["average"], &page["hasNextPage"]), (&json!(2), &json!(3.5), &json!(false)));
        assert_eq!(page["reviews"][0]["rating"], 2);
        let id = page["reviews"][0]["id"].as_str().unwrap();
        assert_eq!(moderator.put(&format!("{REVIEWS}/{id}"), json!({"status": "REJECTED"})).await.status, 200);
        assert_eq!(visitor.get(REVIEWS).await.json()["count"], 1);
        assert_eq!(visitor.put(&format!("{REVIEWS}/{id}"), json!({"status": "APPROVED"})).await.status, 401);
        assert_eq!(moderator.put(&format!("/api/commerce/products/bread/reviews/{id}"), json!({"status": "APPROVED"})).await.status, 404);
    }

    /// what a review must be.
    async fn a_101_a_review_is_checked(app: &TestApp) with |settings| settings.limits.say = 100; {
        let visitor = app.visitor();
        for (member, value) in [("rating", json!(0)), ("rating", json!(6)), ("body", json!("")), ("body", json!("x".repeat(2001))), ("authorName", json!(" "))] {
            let mut body = review(5);
            body[member] = value;
            assert_eq!(visitor.post(REVIEWS, body).await.status, 400, "{member}");
        }
        assert_eq!(visitor.post("/api/commerce/products/nobody/reviews", review(5)).await.status, 404);
        assert_eq!(app.count("review", "TRUE").await, 0);
    }

    /// comments where they show, and nowhere else.
    async fn a_102_comments_are_taken_where_they_show(app: &TestApp); {
        let visitor = app.visitor();
        let comment = json!({"author": "Ann", "body": "Nice <b>bread</b>"});
        assert_eq!(visitor.post(&format!("{COMMENTS}?itemId=post-2"), comment.clone()).await.status, 403);
        assert_eq!(visitor.post(&format!("{COMMENTS}?itemId=nowhere"), comment.clone()).await.status, 404);
        let posted = visitor.post(&format!("{COMMENTS}?itemId=post-1"), comment).await.json();
        assert_eq!(posted["status"], "PENDING");
        let empty = visitor.get(&format!("{COMMENTS}?itemId=post-1")).await.json();
        assert_eq!((&empty["comments"], &empty["publicCommentCount"]), (&json!([]), &json!(0)));
        let moderator = app.member("mo@shop.example", &[Role::Moderator]).await;
        approve(&moderator, COMMENTS, &posted["id"]).await;
        let page = visitor.get(&format!("{COMMENTS}?itemId=post-1")).await.json();
        assert_eq!((&page["publicCommentCount"], &page["comments"][0]["body"]), (&json!(1), &json!("Nice <b>bread</b>")));
    }

    /// two likes of one visitor are one.
    async fn a_103_a_like_counts_once_a_visitor(app: &TestApp); {
        let (one, other) = (app.visitor(), app.visitor());
        let like = "/api/items/post-1/like";
        assert_eq!(one.post(like, json!({})).await.json(), json!({"likeCount": 1}));
        assert_eq!(one.post(like, json!({})).await.json(), json!({"likeCount": 1}));
        assert_eq!(other.post(like, json!({})).await.json(), json!({"likeCount": 2}));
        one.set_cookie("ss_cvr", "abc|1|1|1|1");
        assert_eq!(one.post(like, json!({})).await.json(), json!({"likeCount": 3}));
        one.set_cookie("crumb", "gone");
        one.get("/api/crumb").await;
        assert_eq!(one.post(like, json!({})).await.json(), json!({"likeCount": 3}));
        assert_eq!(one.post("/api/items/nowhere/like", json!({})).await.status, 404);
    }
}
