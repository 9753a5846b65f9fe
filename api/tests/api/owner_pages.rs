//! The owner's pages, by forms alone: log in, look, mark, approve, send, log out.

use crate::app::{Reply, TestApp, Visitor, encoded, on_both};
use crate::forms::send;
use crate::role_rights::may;
use loggia_api::roles::{Right, Role};
use reqwest::Method;
use serde_json::json;

const OWNER: &str = "/api/owner";

/// A browser that shows where it is sent in place of going there.
fn browser(app: &TestApp) -> Visitor {
    Visitor::still(&format!("http://{}", app.address()))
}

/// A form of one of these pages, with the crumb it carries.
pub async fn submit(app: &TestApp, visitor: &Visitor, path: &str, fields: &[(&str, &str)]) -> Reply {
    let crumb = visitor.crumb().await;
    submit_with(app, visitor, path, fields, &crumb).await
}

async fn submit_with(
    app: &TestApp,
    visitor: &Visitor,
    path: &str,
    fields: &[(&str, &str)],
    crumb: &str,
) -> Reply {
    let mut all = fields.to_vec();
    all.push(("crumb", crumb));
    let body: Vec<String> =
        all.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    let headers = [
        ("content-type", "application/x-www-form-urlencoded".to_owned()),
        ("origin", format!("http://{}", app.address())),
    ];
    visitor.send(Method::POST, &format!("{OWNER}{path}"), &headers, Some(body.join("&"))).await
}

fn leads_to(reply: &Reply) -> &str {
    assert_eq!(reply.status, 303, "{}", reply.text);
    reply.headers["location"].to_str().unwrap()
}

/// Somebody with these roles, logged in by the form.
pub async fn signed_in(app: &TestApp, roles: &[Role]) -> Visitor {
    let email = format!("role{}@shop.example", roles.first().map_or(0, |role| role.code()));
    app.account(&email, roles).await;
    let visitor = browser(app);
    let reply = submit(
        app,
        &visitor,
        "/log-in",
        &[("email", &email), ("password", crate::app::PASSWORD), ("next", "/api/owner/restock")],
    )
    .await;
    assert_eq!(leads_to(&reply), "/api/owner/restock");
    visitor
}

async fn page(visitor: &Visitor, path: &str) -> String {
    let reply = visitor.get(&format!("{OWNER}{path}")).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    assert_eq!(reply.headers["content-type"], "text/html; charset=utf-8");
    assert!(
        reply.headers["content-security-policy"]
            .to_str()
            .unwrap()
            .starts_with("default-src 'none'; style-src 'self'")
    );
    reply.text
}

/// A page, the right it asks for, and a form of it with what the form sends.
const PAGES: [(&str, Right); 9] = [
    ("/orders", Right::ManageStore),
    ("/team", Right::ManagePeople),
    ("/submissions", Right::EditContent),
    ("/comments", Right::Moderate),
    ("/reviews", Right::Moderate),
    ("/restock", Right::ReadRestock),
    ("/mailing-list", Right::EditCampaigns),
    ("/record", Right::ReadRecord),
    ("/people", Right::ManagePeople),
];
/// What the page one comes to first leads to.
const START: [(&str, Right); 10] = [
    ("/api/owner/orders", Right::ManageStore),
    ("/api/owner/team", Right::ManagePeople),
    ("/api/owner/submissions", Right::EditContent),
    ("/api/owner/comments", Right::Moderate),
    ("/api/owner/reviews", Right::Moderate),
    ("/api/owner/restock", Right::ReadRestock),
    ("/api/owner/mailing-list", Right::EditCampaigns),
    ("/api/figures/overview", Right::ReadAnalytics),
    ("/api/owner/record", Right::ReadRecord),
    ("/api/owner/people", Right::ManagePeople),
];
/// What a form sends.
type Fields = &'static [(&'static str, &'static str)];
const FORMS: [(&str, Right, Fields); 8] = [
    ("/orders/nothing/paid", Right::ManageStore, &[]),
    ("/team/nobody", Right::ManagePeople, &[("do", "password")]),
    ("/submissions/nothing", Right::EditContent, &[("do", "program")]),
    ("/comments/nothing", Right::Moderate, &[("do", "APPROVED")]),
    ("/reviews/mug/nothing", Right::Moderate, &[("do", "APPROVED")]),
    ("/restock", Right::SendRestock, &[("productId", "bread"), ("variantId", "bread")]),
    ("/mailing-list", Right::EditCampaigns, &[("email", "nobody@shopper.example")]),
    (
        "/people",
        Right::ManagePeople,
        &[("email", "nobody@shopper.example"), ("again", "nobody@shopper.example")],
    ),
];

on_both! {
    /// role by role and page by page: who has the right is let in, and nobody else; the menu shows no more.
    async fn a_099_every_page_lets_in_who_has_its_right(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let anonymous = browser(app);
        assert_eq!(leads_to(&anonymous.get(OWNER).await), "/api/owner/log-in?next=%2Fapi%2Fowner");
        for (path, _) in PAGES {
            let away = anonymous.get(&format!("{OWNER}{path}")).await;
            assert_eq!(leads_to(&away), format!("/api/owner/log-in?next=%2Fapi%2Fowner%2F{}", &path[1..]));
        }
        for (path, _, fields) in FORMS {
            assert!(leads_to(&submit(app, &anonymous, path, fields).await).starts_with("/api/owner/log-in"));
        }
        for role in Role::ALL {
            let visitor = signed_in(app, &[role]).await;
            let home = visitor.get(OWNER).await;
            for (path, right) in PAGES {
                let reply = visitor.get(&format!("{OWNER}{path}")).await;
                assert_eq!(reply.status, if may(role, right) { 200 } else { 403 }, "{role:?} {path}");
                let link = format!("href=\"{OWNER}{path}\"");
                assert_eq!(reply.text.contains(&link), may(role, right), "{role:?} {path}: {}", reply.text);
            }
            assert_eq!(home.status, 200, "{role:?}");
            for (path, right) in START {
                let link = format!("href=\"{path}\"");
                assert_eq!(home.text.contains(&link), may(role, right), "{role:?} {path}: {}", home.text);
            }
            let opens_none = START.iter().all(|(_, right)| !may(role, *right));
            assert_eq!(home.text.contains("Your account opens none of these pages."), opens_none, "{role:?}");
            for (path, right, fields) in FORMS {
                let reply = submit(app, &visitor, path, fields).await;
                let expected: &[u16] = if may(role, right) { &[303, 404] } else { &[403] };
                assert!(expected.contains(&reply.status.as_u16()), "{role:?} {path}: {}", reply.status);
            }
            let given = submit(app, &visitor, "/people/export", &[("email", "nobody@shopper.example")]).await;
            assert_eq!(given.status, if may(role, Right::ManagePeople) { 200 } else { 403 }, "{role:?}");
        }
    }

    /// in by the form, and out again; a wrong password says so and keeps the address; nobody is led elsewhere.
    async fn a_085_in_and_out_by_forms(app: &TestApp); {
        app.account("own@shop.example", &[Role::Admin]).await;
        let visitor = browser(app);
        let wrong = submit(app, &visitor, "/log-in", &[("email", "own@shop.example"), ("password", "nonsense")]).await;
        assert_eq!(wrong.status, 401);
        assert!(wrong.text.contains("Incorrect email or password.") && wrong.text.contains("value=\"own@shop.example\""), "{}", wrong.text);
        assert!(!wrong.text.contains("nonsense"));
        let fields = [("email", "own@shop.example"), ("password", crate::app::PASSWORD), ("next", "https://evil.example/")];
        assert_eq!(leads_to(&submit(app, &visitor, "/log-in", &fields).await), "/api/owner");
        assert!(page(&visitor, "/submissions").await.contains("own@shop.example"));
        assert_eq!(leads_to(&submit(app, &visitor, "/log-out", &[]).await), "/api/owner/log-in");
        assert_eq!(visitor.get(&format!("{OWNER}/submissions")).await.status, 303);
    }

    /// a form of another site, and one with the crumb of before the log-in, do nothing.
    async fn a_007_a_form_repeats_the_crumb_of_its_session(app: &TestApp); {
        send(&app.visitor(), "contact", json!({"name": "Ann"})).await;
        let visitor = browser(app);
        let before = visitor.crumb().await;
        app.account("own@shop.example", &[Role::Admin]).await;
        submit(app, &visitor, "/log-in", &[("email", "own@shop.example"), ("password", crate::app::PASSWORD)]).await;
        let id = visitor.get("/api/form/submissions").await.json()["submissions"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/submissions/{id}");
        let old = submit_with(app, &visitor, &path, &[("do", "remove")], &before).await;
        assert_eq!(old.status, 403, "{}", old.text);
        let body = format!("do=remove&crumb={}", encoded(&visitor.crumb().await));
        let headers = [("content-type", "application/x-www-form-urlencoded".to_owned()), ("origin", "https://evil.example".to_owned())];
        assert_eq!(visitor.send(Method::POST, &format!("{OWNER}{path}"), &headers, Some(body)).await.status, 403);
        assert_eq!(app.count("form_submission", "TRUE").await, 1);
    }

    /// the inbox: what was sent, whole, by form and by mark; the table; marked, unmarked, removed.
    async fn a_068_the_inbox(app: &TestApp) with |settings| settings.limits.form = 100; {
        for number in 0..21 {
            send(&app.visitor(), "contact", json!({"name": format!("Ann <b>{number:02}</b>"), "email": "ann@shopper.example"})).await;
        }
        let visitor = signed_in(app, &[Role::Editor]).await;
        let list = page(&visitor, "/submissions?formId=contact").await;
        assert!(list.contains("Ann &lt;b&gt;20&lt;/b&gt;") && !list.contains("<b>20"), "{list}");
        assert!(list.contains("2026-11-21 01:00"), "in the site's time: {list}");
        let older = list.split_once("<a href=\"/api/owner/submissions?formId=contact&amp;cursor=").unwrap().1;
        let cursor = older.split_once('"').unwrap().0;
        assert!(page(&visitor, &format!("/submissions?formId=contact&cursor={cursor}")).await.contains("&lt;b&gt;00"));
        assert!(list.contains("href=\"/api/form/submissions.csv?formId=contact\""), "{list}");
        assert_eq!(visitor.get("/api/form/submissions.csv?formId=contact").await.text.lines().count(), 22);
        assert!(page(&visitor, "/submissions?suspect=true").await.contains("Nothing was sent."));

        let id = visitor.get("/api/form/submissions").await.json()["submissions"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/submissions/{id}");
        let one = page(&visitor, &path).await;
        assert!(one.contains("<dt>Name</dt><dd>Ann &lt;b&gt;20&lt;/b&gt;</dd>") && one.contains("sent from /contact"), "{one}");
        let marked = submit(app, &visitor, &path, &[("do", "program")]).await;
        assert_eq!(leads_to(&marked), format!("{OWNER}{path}?done=program"));
        let shown = page(&visitor, &format!("{path}?done=program")).await;
        assert!(shown.contains("It is marked now.") && shown.contains("you said so") && shown.contains("role=\"status\""), "{shown}");
        submit(app, &visitor, &path, &[("do", "person")]).await;
        assert_eq!(app.count("form_submission", "is_suspect").await, 0);
        assert_eq!(submit(app, &visitor, &path, &[("do", "nonsense")]).await.status, 400);
        assert_eq!(leads_to(&submit(app, &visitor, &path, &[("do", "remove")]).await), "/api/owner/submissions?done=removed");
        assert_eq!((app.count("form_submission", "TRUE").await, app.count("record", "kind IN ('judge-submission', 'remove-submission')").await), (20, 3));
        assert_eq!(visitor.get(&format!("{OWNER}{path}")).await.status, 404);
    }

    /// comments: those that wait first; approved, hidden, called spam, removed, and back to the list one came from.
    async fn a_102_comments_by_forms(app: &TestApp); {
        let commenter = app.visitor();
        let mut ids = Vec::new();
        for body in ["Nice <i>bread</i>", "Buy pills"] {
            let reply = commenter.post("/api/comments?itemId=post-1", json!({"author": "Ann", "body": body})).await;
            ids.push(reply.json()["id"].as_str().unwrap().to_owned());
        }
        let visitor = signed_in(app, &[Role::Moderator]).await;
        let waiting = page(&visitor, "/comments").await;
        assert!(waiting.contains("Nice &lt;i&gt;bread&lt;/i&gt;") && waiting.contains("href=\"/blog/open\""), "{waiting}");
        let approved = submit(app, &visitor, &format!("/comments/{}", ids[0]), &[("do", "APPROVED"), ("back", "/api/owner/comments?status=PENDING")]).await;
        assert_eq!(leads_to(&approved), "/api/owner/comments?status=PENDING&done=approved");
        assert_eq!(commenter.get("/api/comments?itemId=post-1").await.json()["publicCommentCount"], 1);
        submit(app, &visitor, &format!("/comments/{}", ids[1]), &[("do", "SPAM"), ("back", "//evil.example")]).await;
        assert!(page(&visitor, "/comments").await.contains("There is nothing here."));
        let spam = page(&visitor, "/comments?status=SPAM").await;
        assert!(spam.contains("Buy pills") && !spam.contains("Nice"), "{spam}");
        let all = page(&visitor, "/comments?status=ALL").await;
        assert!(all.contains("Buy pills") && all.contains("Nice"), "{all}");
        let removed = submit(app, &visitor, &format!("/comments/{}", ids[1]), &[("do", "remove")]).await;
        assert_eq!(leads_to(&removed), "/api/owner/comments?done=removed");
        assert_eq!(app.count("visitor_comment", "TRUE").await, 1);
        assert_eq!(submit(app, &visitor, &format!("/comments/{}", ids[0]), &[("do", "PENDING")]).await.status, 400);
    }

    /// reviews, the same way.
    async fn a_101_reviews_by_forms(app: &TestApp); {
        let body = json!({"authorName": "Ann", "rating": 5, "title": "Fine", "body": "It holds tea."});
        let id = app.visitor().post("/api/commerce/products/mug/reviews", body).await.json()["id"].as_str().unwrap().to_owned();
        let visitor = signed_in(app, &[Role::Moderator]).await;
        let waiting = page(&visitor, "/reviews").await;
        assert!(waiting.contains("Ann — 5 of 5") && waiting.contains("href=\"/shop/mug\">Mug</a>") && waiting.contains("It holds tea."), "{waiting}");
        assert_eq!(leads_to(&submit(app, &visitor, &format!("/reviews/mug/{id}"), &[("do", "APPROVED")]).await), "/api/owner/reviews?done=approved");
        assert_eq!(app.visitor().get("/api/commerce/products/mug/reviews").await.json()["count"], 1);
        submit(app, &visitor, &format!("/reviews/mug/{id}"), &[("do", "REJECTED")]).await;
        assert_eq!(app.visitor().get("/api/commerce/products/mug/reviews").await.json()["count"], 0);
        submit(app, &visitor, &format!("/reviews/mug/{id}"), &[("do", "remove")]).await;
        assert_eq!(app.count("review", "TRUE").await, 0);
    }

    /// who waits for what, and the button that tells them; without stock the page says why not.
    async fn a_081_restock_by_forms(app: &TestApp); {
        let wish = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": "ann@shopper.example", "isJoinMailingList": false});
        app.visitor().post("/api/site-users/account/notifications/restock", wish).await;
        let visitor = signed_in(app, &[Role::StoreManager]).await;
        let list = page(&visitor, "/restock").await;
        assert!(list.contains("Empty shelf") && list.contains("Send to all who wait for Empty shelf"), "{list}");
        let group = [("productId", "empty"), ("variantId", "empty")];
        let early = submit(app, &visitor, "/restock", &group).await;
        assert_eq!(early.status, 400);
        assert!(early.text.contains("That variant is not in stock."), "{}", early.text);
        app.execute("UPDATE stock SET quantity = 5 WHERE sku = 'empty'").await;
        assert_eq!(leads_to(&submit(app, &visitor, "/restock", &group).await), "/api/owner/restock?done=sent");
        assert_eq!(app.emails_to("ann@shopper.example").await.len(), 1);
        assert!(page(&visitor, "/restock").await.contains("Nobody waits for anything."));
        // Who only reads is offered no button.
        let reader = signed_in(app, &[Role::Reporting]).await;
        assert!(!page(&reader, "/restock").await.contains("Tell them"));
    }

    /// who is on the mailing list, the table of it, and taking somebody off.
    async fn a_077_the_mailing_list_by_forms(app: &TestApp); {
        let visitor = signed_in(app, &[Role::CampaignsEditor]).await;
        assert!(page(&visitor, "/mailing-list").await.contains("Nobody is on the mailing list."));
        let wish = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": "ann@shopper.example", "isJoinMailingList": true});
        app.visitor().post("/api/site-users/account/notifications/restock", wish).await;
        let list = page(&visitor, "/mailing-list").await;
        assert!(list.contains("ann@shopper.example</th><td>a restock notice</td>") && list.contains("href=\"/api/mailing-list/members.csv\""), "{list}");
        let left = submit(app, &visitor, "/mailing-list", &[("email", "ann@shopper.example")]).await;
        assert_eq!(leads_to(&left), "/api/owner/mailing-list?done=left");
        assert!(page(&visitor, "/mailing-list?done=left").await.contains("The address is off the list."));
        assert_eq!(app.count("mailing_list_member", "left_at IS NULL").await, 0);
    }
}
