//! One inbox for what visitors sent: who sees what, where it lies, what the staff make of it, replies by letter, and what is forgotten.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::catalog;
use crate::forms::send;
use loggia_api::roles::Role;
use serde_json::{Value, json};

const INBOX: &str = "/api/inbox";

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refused(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// Kind and who sent it, of what a search finds.
async fn found(who: &Visitor, wanted: Value) -> Vec<(String, String)> {
    let page = good(&who.post(INBOX, wanted).await);
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    page["messages"].as_array().unwrap().iter().map(|row| (text(row, "kind"), text(row, "from"))).collect()
}

async fn first(who: &Visitor, kind: &str) -> String {
    let page = good(&who.post(INBOX, json!({"kind": kind})).await);
    format!("{INBOX}/{kind}/{}", page["messages"][0]["id"].as_str().unwrap())
}

async fn unread(who: &Visitor) -> i64 {
    good(&who.get(&format!("{INBOX}/counts")).await)["unread"].as_i64().unwrap()
}

/// An answer to a form, a comment, a review and a restock sign-up.
async fn sent(app: &TestApp) {
    let visitor = app.visitor();
    let answers = json!({"name": "Is it 100% rye?", "email": "Ann@Shopper.example"});
    good(&send(&visitor, "contact", answers).await);
    good(&visitor.post("/api/comments?itemId=post-1", json!({"author": "Bea", "body": "Well said."})).await);
    let review = json!({"authorName": "Cem", "rating": 4, "title": "Good", "body": "It holds tea."});
    good(&visitor.post("/api/commerce/products/mug/reviews", review).await);
    app.execute("INSERT INTO restock_sign_up (id, product_id, variant_id, email, created_at) VALUES ('f0', 'mug', 'mug-s', 'dan@shopper.example', 4000000000000)").await;
}

on_both! {
    /// S-480: everything stands in one list, newest first; each role sees its kinds and no others, in the list, one by one and in counts.
    async fn s_480_one_list_of_everything_by_right(app: &TestApp); {
        sent(app).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let all: Vec<(String, String)> = [("restock", "dan@shopper.example"), ("review", "Cem"), ("comment", "Bea"), ("form", "ann@shopper.example")]
            .map(|(kind, from)| (kind.to_owned(), from.to_owned())).to_vec();
        assert_eq!((found(&owner, json!({})).await, unread(&owner).await), (all.clone(), 4));
        let form = first(&owner, "form").await;
        for (role, kinds) in [(Role::Editor, vec!["form"]), (Role::Moderator, vec!["review", "comment"]), (Role::StoreManager, vec!["restock"])] {
            let who = app.member(&format!("role{}@shop.example", role.code()), &[role]).await;
            let seen: Vec<String> = found(&who, json!({})).await.into_iter().map(|(kind, _)| kind).collect();
            assert_eq!((seen, unread(&who).await), (kinds.iter().map(|kind| (*kind).to_owned()).collect(), i64::try_from(kinds.len()).unwrap()), "{role:?}");
            let status = if role == Role::Editor { 200 } else { 403 };
            assert_eq!(who.get(&form).await.status, status);
            assert_eq!(who.put(&form, json!({"isRead": false})).await.status, status);
        }
        assert_eq!(owner.get(&format!("{INBOX}/letter/1")).await.status, 404);
        assert_eq!(found(&owner, json!({"text": "100% RYE"})).await, [all[3].clone()]);
        let row = good(&owner.post(INBOX, json!({"kind": "form"})).await)["messages"][0]["excerpt"].clone();
        assert_eq!((row, found(&owner, json!({"text": "100_ rye"})).await), (json!("Is it 100% rye?"), Vec::new()));
        assert_eq!(found(&owner, json!({"text": "bea"})).await, [all[2].clone()]);
        assert_eq!(found(&owner, json!({"kind": "form", "about": "contact"})).await, [all[3].clone()]);
        assert_eq!(found(&owner, json!({"about": "nothing"})).await, []);
        let one = good(&owner.get(&form).await);
        let message = one["answers"].as_array().unwrap().iter().find(|answer| answer["id"] == "name").unwrap();
        assert_eq!((&message["text"], &one["replyTo"], &one["isRead"]), (&json!("Is it 100% rye?"), &json!("ann@shopper.example"), &json!(false)));
    }

    /// S-480: pages of several kinds follow without gaps.
    async fn s_480_pages_follow_without_gaps(app: &TestApp) with |settings| { settings.limits.form = 100; settings.limits.say = 100; }; {
        let (visitor, owner) = (app.visitor(), app.member("own@shop.example", &[Role::Admin]).await);
        for number in 0..13 {
            good(&send(&visitor, "contact", json!({"name": format!("Ann {number}")})).await);
            good(&visitor.post("/api/comments?itemId=post-1", json!({"author": format!("Bea {number}"), "body": "x"})).await);
        }
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = good(&owner.post(INBOX, json!({"cursor": cursor})).await);
            seen.extend(page["messages"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
            let Some(next) = page["nextCursor"].as_str() else { break };
            next.clone_into(&mut cursor);
        }
        let mut sorted = seen.clone();
        sorted.sort();
        sorted.dedup();
        sorted.reverse();
        assert_eq!((seen.len(), seen), (26, sorted));
    }

    /// S-481: read, archived, spam and bin; what is judged counts as read; a comment in the bin is hidden; after thirty days it is gone,
    /// with all that was made of it.
    async fn s_481_a_message_is_read_put_away_and_given_to_somebody(app: &TestApp); {
        sent(app).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        app.member("ed@shop.example", &[Role::Editor]).await;
        app.member("mo@shop.example", &[Role::Moderator]).await;
        let (form, comment) = (first(&owner, "form").await, first(&owner, "comment").await);
        let read = good(&owner.put(&form, json!({"isRead": true})).await);
        assert_eq!((&read["isRead"], unread(&owner).await), (&json!(true), 3));
        assert_eq!(found(&owner, json!({"unread": true, "kind": "form"})).await, []);
        good(&owner.put(&form, json!({"isRead": false})).await);
        assert_eq!(good(&owner.put(&form, json!({"folder": "ARCHIVED"})).await)["folder"], "ARCHIVED");
        assert_eq!((found(&owner, json!({"folder": "ARCHIVED"})).await.len(), found(&owner, json!({})).await.len(), unread(&owner).await), (1, 3, 3));
        good(&owner.put(&form, json!({"folder": "INBOX"})).await);
        assert_eq!(refused(&owner.put(&form, json!({"folder": "SPAM"})).await), (400, "message-stays".into()));
        let id = form.rsplit('/').next().unwrap();
        good(&owner.put(&format!("/api/form/submissions/{id}"), json!({"suspect": true})).await);
        assert_eq!(found(&owner, json!({"folder": "SPAM"})).await.len(), 1);
        let staff = good(&owner.get(&form).await)["staff"].clone();
        assert_eq!(staff, json!(["ed@shop.example", "own@shop.example"]));
        assert_eq!(refused(&owner.put(&form, json!({"assignee": "mo@shop.example"})).await), (400, "no-such-colleague".into()));
        good(&owner.put(&form, json!({"assignee": "ed@shop.example"})).await);
        assert_eq!(found(&owner, json!({"assignee": "ed@shop.example", "folder": "SPAM"})).await.len(), 1);
        let restock = first(&owner, "restock").await;
        assert_eq!(refused(&owner.put(&restock, json!({"folder": "BIN"})).await), (400, "message-stays".into()));
        let id = comment.rsplit('/').next().unwrap();
        good(&owner.put(&format!("/api/comments/{id}"), json!({"status": "APPROVED"})).await);
        assert_eq!(unread(&owner).await, 2);
        good(&owner.post(&format!("{comment}/notes"), json!({"text": "Rude."})).await);
        let binned = good(&owner.put(&comment, json!({"folder": "BIN"})).await);
        assert_eq!((&binned["folder"], &binned["status"]), (&json!("BIN"), &json!("REJECTED")));
        app.clock.advance(29 * 86_400_000);
        app.work().await;
        assert_eq!(app.count("visitor_comment", "1 = 1").await, 1);
        app.clock.advance(2 * 86_400_000);
        app.work().await;
        assert_eq!((app.count("visitor_comment", "1 = 1").await, app.count("inbox_entry", "1 = 1").await), (0, 0));
        for (kind, times) in [("move-message", 3), ("assign-message", 1), ("note-message", 1)] {
            assert_eq!(app.count("record", &format!("kind = '{kind}'")).await, times, "{kind}");
        }
    }

    /// S-482: a reply goes to the address that was typed, as text and as HTML, with what was sent below it; it stands in the thread with
    /// how far it came; answers go to the shop.
    async fn s_482_a_reply_goes_by_letter_and_stands_in_the_thread(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["website"]["ownerEmail"] = json!("owner@shop.example");
        app.publish(&catalog).await;
        sent(app).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let (form, comment) = (first(&owner, "form").await, first(&owner, "comment").await);
        let letter = json!({"subject": "Our rye\r\nBcc: all@b.example", "text": "Dear Ann,\r\n\r\nyes: <b>rye</b> on Fridays."});
        for wrong in [json!({"subject": " ", "text": "x"}), json!({"subject": "x", "text": "x".repeat(10_001)})] {
            assert_eq!(refused(&owner.post(&format!("{form}/replies"), wrong).await), (400, "malformed-reply".into()));
        }
        assert_eq!(refused(&owner.post(&format!("{comment}/replies"), letter.clone()).await), (409, "no-address-to-reply".into()));
        let one = good(&owner.post(&format!("{form}/replies"), letter).await);
        let entry = &one["thread"][0];
        assert_eq!((&entry["to"], &entry["author"], &entry["state"]), (&json!("ann@shopper.example"), &json!("own@shop.example"), &json!("WAITING")));
        assert_eq!((&entry["text"], &one["isRead"]), (&json!("Dear Ann,\n\nyes: <b>rye</b> on Fridays."), &json!(true)));
        app.work().await;
        assert_eq!(good(&owner.get(&form).await)["thread"][0]["state"], "SENT");
        let letters = app.emails_to("ann@shopper.example").await;
        let text = letters.iter().find(|text| text.contains("rye on Fridays") || text.contains("on Fridays")).expect("a letter");
        assert!(text.contains("Subject: Our rye Bcc: all@b.example\r\n") && !text.contains("\nBcc:"), "{text}");
        assert!(text.contains("yes: &lt;b&gt;rye&lt;/b&gt; on Fridays.") && text.contains("yes: <b>rye</b> on Fridays."), "{text}");
        assert!(text.contains("Is it 100% rye?") && text.contains("Reply-To: owner@shop.example\r\n"), "{text}");
        assert_eq!(app.count("record", "kind = 'reply-message'").await, 1);
    }

    /// S-483: the thread is given out and erased with the person.
    async fn s_483_the_thread_goes_with_the_person(app: &TestApp); {
        sent(app).await;
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        let form = first(&owner, "form").await;
        good(&owner.post(&format!("{form}/notes"), json!({"text": "Wants rye."})).await);
        good(&owner.post(&format!("{form}/replies"), json!({"subject": "Rye", "text": "On Fridays."})).await);
        let restock = first(&owner, "restock").await;
        good(&owner.post(&format!("{restock}/notes"), json!({"text": "Ask ann@shopper.example, too."})).await);
        good(&owner.post(&format!("{restock}/notes"), json!({"text": "Ask joann@shopper.example, too."})).await);
        app.work().await;
        let whole = good(&owner.post("/api/people/export", json!({"email": "ann@shopper.example"})).await);
        let mut bodies: Vec<&str> = whole["inbox"].as_array().unwrap().iter().map(|entry| entry["body"].as_str().unwrap()).collect();
        bodies.sort_unstable();
        assert_eq!(bodies, ["Ask ann@shopper.example, too.", "On Fridays.", "Wants rye."]);
        good(&owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await);
        assert_eq!((app.count("inbox_entry", "1 = 1").await, app.count("inbox_state", "kind = 'form'").await), (1, 0));
    }
}
