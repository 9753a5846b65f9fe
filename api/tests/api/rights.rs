//! Every call that asks for a right, against every role: a table that is complete by the server's own document.

use crate::app::{TestApp, Visitor, on_both};
use crate::role_rights::may;
use loggia_api::roles::{Right, Role};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A call, the right it asks for, and something it can read.
pub fn calls() -> Vec<(Method, &'static str, Right, Option<Value>)> {
    use Right::{
        EditCampaigns, EditContent, EraseVisitors, ManageKeys, ManagePeople, ManageStore, Moderate,
        ReadAnalytics, ReadFigures, ReadPerformance, ReadRecord, ReadRestock, SendRestock, UseInbox,
    };
    let (get, post, put, delete) = (Method::GET, Method::POST, Method::PUT, Method::DELETE);
    let variant = json!({"productId": "bread", "variantId": "bread"});
    let coupon = json!({"kind": "percent", "value": "10"});
    vec![
        (get.clone(), "/api/1/performance", ReadPerformance, None),
        (get.clone(), "/api/comments/moderation", Moderate, None),
        (put.clone(), "/api/comments/{commentId}", Moderate, Some(json!({"status": "APPROVED"}))),
        (delete.clone(), "/api/comments/{commentId}", Moderate, None),
        (get.clone(), "/api/commerce/actions", ManageStore, None),
        (get.clone(), "/api/commerce/coupons", ManageStore, None),
        (get.clone(), "/api/commerce/desk/carriers", ManageStore, None),
        (get.clone(), "/api/commerce/desk/counts", ManageStore, None),
        (get.clone(), "/api/commerce/desk/deliveries", ManageStore, None),
        (get.clone(), "/api/commerce/desk/views", ManageStore, None),
        (post.clone(), "/api/commerce/desk/views", ManageStore, Some(json!({"name": "x", "filter": {}}))),
        (
            put.clone(),
            "/api/commerce/desk/views/{viewId}",
            ManageStore,
            Some(json!({"name": "x", "filter": {}, "revision": 1})),
        ),
        (delete.clone(), "/api/commerce/desk/views/{viewId}", ManageStore, None),
        (get.clone(), "/api/commerce/desk/events?wait=0", ManageStore, None),
        (get.clone(), "/api/commerce/desk/colleagues", ManageStore, None),
        (get.clone(), "/api/commerce/desk/mentions", ManageStore, None),
        (post.clone(), "/api/commerce/desk/mentions/opened", ManageStore, Some(json!({"notes": ["x"]}))),
        (get.clone(), "/api/commerce/desk/orders", ManageStore, None),
        (get.clone(), "/api/commerce/desk/orders.csv", ManageStore, None),
        (get.clone(), "/api/commerce/desk/returns.csv", ManageStore, None),
        (get.clone(), "/api/commerce/desk/selection", ManageStore, None),
        (get.clone(), "/api/commerce/desk/print.pdf?orders={orderId}&sheets=slips", ManageStore, None),
        (post.clone(), "/api/commerce/desk/tags", ManageStore, Some(json!({"orders": [], "add": ["x"]}))),
        (
            post.clone(),
            "/api/commerce/desk/tracking",
            ManageStore,
            Some(json!({"table": "order,tracking number\n"})),
        ),
        (get.clone(), "/api/commerce/desk/orders/{orderId}", ManageStore, None),
        (
            put.clone(),
            "/api/commerce/desk/orders/{orderId}/address",
            ManageStore,
            Some(json!({"name": "Ann"})),
        ),
        (
            post.clone(),
            "/api/commerce/desk/orders/{orderId}/letters",
            ManageStore,
            Some(json!({"kind": "confirmation"})),
        ),
        (
            post.clone(),
            "/api/commerce/desk/orders/{orderId}/looked-at",
            ManageStore,
            Some(json!({"marks": ["x"]})),
        ),
        (post.clone(), "/api/commerce/desk/orders/{orderId}/notes", ManageStore, Some(json!({"text": "x"}))),
        (post.clone(), "/api/commerce/desk/orders/{orderId}/parcels", ManageStore, Some(json!({}))),
        (
            post.clone(),
            "/api/commerce/desk/orders/{orderId}/returns",
            ManageStore,
            Some(json!({"lines": []})),
        ),
        (
            post.clone(),
            "/api/commerce/desk/returns/{returnId}/decision",
            ManageStore,
            Some(json!({"verdict": "ACCEPT"})),
        ),
        (
            post.clone(),
            "/api/commerce/desk/returns/{returnId}/preview",
            ManageStore,
            Some(json!({"lines": []})),
        ),
        (
            post.clone(),
            "/api/commerce/desk/returns/{returnId}/receipt",
            ManageStore,
            Some(json!({"lines": []})),
        ),
        (put.clone(), "/api/commerce/desk/orders/{orderId}/tags", ManageStore, Some(json!({"tags": ["x"]}))),
        (post.clone(), "/api/commerce/desk/parcels", ManageStore, Some(json!({"orders": []}))),
        (get.clone(), "/api/commerce/desk/drafts", ManageStore, None),
        (post.clone(), "/api/commerce/desk/drafts", ManageStore, Some(json!({}))),
        (get.clone(), "/api/commerce/desk/drafts/{draftId}", ManageStore, None),
        (put.clone(), "/api/commerce/desk/drafts/{draftId}", ManageStore, Some(json!({}))),
        (delete.clone(), "/api/commerce/desk/drafts/{draftId}", ManageStore, None),
        (post.clone(), "/api/commerce/desk/drafts/{draftId}/link", ManageStore, Some(json!({"days": 3}))),
        (post.clone(), "/api/commerce/desk/drafts/{draftId}/payment", ManageStore, None),
        (post.clone(), "/api/commerce/desk/orders/{orderId}/change-preview", ManageStore, Some(json!({}))),
        (get.clone(), "/api/commerce/desk/orders/{orderId}/changes", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/desk/orders/{orderId}/changes",
            ManageStore,
            Some(json!({"edit": {}, "digest": ""})),
        ),
        (post.clone(), "/api/commerce/desk/orders/{orderId}/changes/{changeId}/payment", ManageStore, None),
        (delete.clone(), "/api/commerce/desk/orders/{orderId}/changes/{changeId}", ManageStore, None),
        (get.clone(), "/api/commerce/desk/stock", ManageStore, None),
        (get.clone(), "/api/commerce/desk/stock/counts", ManageStore, None),
        (put.clone(), "/api/commerce/desk/stock/low", ManageStore, Some(json!({"lowAt": 3}))),
        (get.clone(), "/api/commerce/desk/stock.csv", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/desk/stock/tables",
            ManageStore,
            Some(json!({"table": "sku,count\nbread,1\n", "preview": true})),
        ),
        (get.clone(), "/api/commerce/desk/locations", ManageStore, None),
        (post.clone(), "/api/commerce/desk/locations", ManageStore, Some(json!({"name": ""}))),
        (put.clone(), "/api/commerce/desk/locations", ManageStore, Some(json!({"ids": ["nowhere"]}))),
        (put.clone(), "/api/commerce/desk/locations/{locationId}", ManageStore, Some(json!({}))),
        (get.clone(), "/api/commerce/desk/transfers", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/desk/transfers",
            ManageStore,
            Some(json!({"toId": "main", "lines": []})),
        ),
        (
            post.clone(),
            "/api/commerce/desk/transfers/{transferId}/receipt",
            ManageStore,
            Some(json!({"lines": []})),
        ),
        (post.clone(), "/api/commerce/desk/transfers/{transferId}/cancellation", ManageStore, None),
        (put.clone(), "/api/commerce/coupons/{code}", ManageStore, Some(coupon)),
        (delete.clone(), "/api/commerce/coupons/{code}", ManageStore, None),
        (get.clone(), "/api/commerce/coupons/{code}/orders", ManageStore, None),
        (post.clone(), "/api/commerce/gift-cards/search", ManageStore, Some(json!({}))),
        (get.clone(), "/api/commerce/gift-cards/{cardId}", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/gift-cards",
            ManageStore,
            Some(json!({"amountCents": 100, "reason": "A prize."})),
        ),
        (
            post.clone(),
            "/api/commerce/gift-cards/{cardId}/void",
            ManageStore,
            Some(json!({"reason": "It was stolen."})),
        ),
        (post.clone(), "/api/inbox", UseInbox, Some(json!({}))),
        (get.clone(), "/api/inbox/counts", UseInbox, None),
        (get.clone(), "/api/inbox/{kind}/{messageId}", UseInbox, None),
        (put.clone(), "/api/inbox/{kind}/{messageId}", UseInbox, Some(json!({"isRead": true}))),
        (post.clone(), "/api/inbox/{kind}/{messageId}/notes", UseInbox, Some(json!({"text": "x"}))),
        (
            post.clone(),
            "/api/inbox/{kind}/{messageId}/replies",
            UseInbox,
            Some(json!({"subject": "x", "text": "x"})),
        ),
        (post.clone(), "/api/commerce/imports?preview=true", ManageStore, Some(json!({}))),
        (post.clone(), "/api/commerce/customers", ManageStore, Some(json!({}))),
        (
            post.clone(),
            "/api/commerce/customers/one",
            ManageStore,
            Some(json!({"email": "ann@shopper.example"})),
        ),
        (
            post.clone(),
            "/api/commerce/customers/notes",
            ManageStore,
            Some(json!({"email": "ann@shopper.example", "text": "x"})),
        ),
        (delete.clone(), "/api/commerce/customers/notes/{noteId}", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/customers/merge",
            ManageStore,
            Some(json!({"email": "ann@shopper.example", "second": "bea@shopper.example"})),
        ),
        (get.clone(), "/api/commerce/customer-groups", ManageStore, None),
        (put.clone(), "/api/commerce/customer-groups/{key}", ManageStore, Some(json!({"name": "Trade"}))),
        (delete.clone(), "/api/commerce/customer-groups/{key}", ManageStore, None),
        (post.clone(), "/api/commerce/customer-groups/{key}/members", ManageStore, Some(json!({}))),
        (get.clone(), "/api/commerce/customer-groups/{key}/members.csv", ManageStore, None),
        (get.clone(), "/api/commerce/deliveries", ManageStore, None),
        (get.clone(), "/api/commerce/webhooks/deliveries", ManageStore, None),
        (get.clone(), "/api/commerce/webhooks/deliveries/{deliveryId}", ManageStore, None),
        (post.clone(), "/api/commerce/webhooks/deliveries/{deliveryId}/redelivery", ManageStore, None),
        (post.clone(), "/api/commerce/deliveries/{deliveryId}/redelivery", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/inventory/adjustments",
            ManageStore,
            Some(json!({"itemId": "bread", "sku": "bread", "quantity": 1, "reason": "counted"})),
        ),
        (get.clone(), "/api/commerce/inventory/changes?itemId=bread&sku=bread", ManageStore, None),
        (get.clone(), "/api/commerce/accounting", ReadFigures, None),
        (put.clone(), "/api/commerce/accounting", ManageStore, Some(accounting())),
        (get.clone(), "/api/commerce/accounting/closing", ReadFigures, None),
        (get.clone(), "/api/commerce/accounting/closing.csv", ReadFigures, None),
        (get.clone(), "/api/commerce/accounting/datev.csv", ReadFigures, None),
        (get.clone(), "/api/commerce/accounting/journal.csv", ReadFigures, None),
        (get.clone(), "/api/commerce/figures", ReadFigures, None),
        (get.clone(), "/api/commerce/figures.csv", ReadFigures, None),
        (get.clone(), "/api/commerce/figures/carts", ReadFigures, None),
        (get.clone(), "/api/commerce/figures/products", ReadFigures, None),
        (get.clone(), "/api/commerce/figures/taxes", ReadFigures, None),
        (get.clone(), "/api/commerce/figures/taxes.csv", ReadFigures, None),
        (get.clone(), "/api/commerce/invoices", ManageStore, None),
        (get.clone(), "/api/commerce/invoices.csv", ManageStore, None),
        (get.clone(), "/api/commerce/invoices/{number}/{file}", ManageStore, None),
        (get.clone(), "/api/commerce/orders", ManageStore, None),
        (get.clone(), "/api/commerce/orders.csv", ManageStore, None),
        (get.clone(), "/api/commerce/orders/{orderId}", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/orders/{orderId}/cancellation",
            ManageStore,
            Some(json!({"reason": "wrong address"})),
        ),
        (post.clone(), "/api/commerce/orders/{orderId}/payment", ManageStore, None),
        (put.clone(), "/api/commerce/orders/{orderId}/fulfilment", ManageStore, Some(json!({}))),
        (delete.clone(), "/api/commerce/orders/{orderId}/fulfilment", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/orders/{orderId}/refund-preview",
            ManageStore,
            Some(json!({"amountCents": 1})),
        ),
        (
            post.clone(),
            "/api/commerce/orders/{orderId}/refunds",
            ManageStore,
            Some(json!({"amountCents": 1, "reason": "broken"})),
        ),
        (
            put.clone(),
            "/api/commerce/products/{id}/reviews/{reviewId}",
            Moderate,
            Some(json!({"status": "APPROVED"})),
        ),
        (delete.clone(), "/api/commerce/products/{id}/reviews/{reviewId}", Moderate, None),
        (get.clone(), "/api/commerce/reviews", Moderate, None),
        (get.clone(), "/api/commerce/subscriptions", ManageStore, None),
        (post.clone(), "/api/commerce/subscriptions/search", ManageStore, Some(json!({}))),
        (get.clone(), "/api/commerce/subscriptions/{subscriptionId}", ManageStore, None),
        (
            post.clone(),
            "/api/commerce/subscriptions/{subscriptionId}/changes",
            ManageStore,
            Some(json!({"change": {"action": "pause"}})),
        ),
        (
            post.clone(),
            "/api/commerce/subscriptions/{subscriptionId}/cancellation",
            ManageStore,
            Some(json!({"reason": "asked by letter"})),
        ),
        (post.clone(), "/api/commerce/subscriptions/{subscriptionId}/resumption", ManageStore, None),
        (get.clone(), "/api/form/submissions", EditContent, None),
        (get.clone(), "/api/form/submissions.csv?formId=contact", EditContent, None),
        (get.clone(), "/api/form/submissions/{submissionId}", EditContent, None),
        (put.clone(), "/api/form/submissions/{submissionId}", EditContent, Some(json!({"suspect": true}))),
        (delete.clone(), "/api/form/submissions/{submissionId}", EditContent, None),
        (get.clone(), "/api/keys", ManageKeys, None),
        (
            post.clone(),
            "/api/keys",
            ManageKeys,
            Some(json!({"name": "Storehouse", "scopes": ["orders:read"]})),
        ),
        (delete.clone(), "/api/keys/{keyId}", ManageKeys, None),
        (get.clone(), "/api/mailing-list/members", EditCampaigns, None),
        (get.clone(), "/api/mailing-list/members.csv", EditCampaigns, None),
        (delete.clone(), "/api/mailing-list/members/{email}", EditCampaigns, None),
        (post.clone(), "/api/people/erasure", ManagePeople, Some(json!({"email": "nobody@shopper.example"}))),
        (post.clone(), "/api/people/export", ManagePeople, Some(json!({"email": "nobody@shopper.example"}))),
        (get.clone(), "/api/record", ReadRecord, None),
        (get.clone(), "/api/record.csv", ReadRecord, None),
        (get.clone(), "/api/record.jsonl", ReadRecord, None),
        (get.clone(), "/api/reports/errors", ReadAnalytics, None),
        (get.clone(), "/api/reports/errors/{fingerprint}", ReadAnalytics, None),
        (get.clone(), "/api/reports/events.csv", ReadAnalytics, None),
        (get.clone(), "/api/reports/events.jsonl", ReadAnalytics, None),
        (get.clone(), "/api/reports/funnel", ReadAnalytics, None),
        (get.clone(), "/api/reports/overview", ReadAnalytics, None),
        (get.clone(), "/api/reports/rankings/{of}", ReadAnalytics, None),
        (get.clone(), "/api/reports/vitals", ReadAnalytics, None),
        (delete.clone(), "/api/reports/visitors/{visitorId}", EraseVisitors, None),
        (get.clone(), "/api/people", ManagePeople, None),
        (
            post.clone(),
            "/api/people/invitations",
            ManagePeople,
            Some(json!({"email": "new@shop.example", "roles": [4]})),
        ),
        (delete.clone(), "/api/people/invitations/{email}", ManagePeople, None),
        (
            post.clone(),
            "/api/people/first",
            ManagePeople,
            Some(json!({"email": "new@shop.example", "password": "long enough by far"})),
        ),
        (put.clone(), "/api/people/{personId}/roles", ManagePeople, Some(json!({"roles": [4]}))),
        (delete.clone(), "/api/people/{personId}", ManagePeople, None),
        (post.clone(), "/api/people/{personId}/password", ManagePeople, None),
        (get.clone(), "/api/people/{personId}/sessions", ManagePeople, None),
        (delete, "/api/people/{personId}/sessions/{sessionId}", ManagePeople, None),
        (put, "/api/site-header-footer", EditContent, Some(json!({"header": {}, "footer": {}}))),
        (
            get.clone(),
            "/api/site-users/account/notifications/restock?productId=bread&variantId=bread",
            ReadRestock,
            None,
        ),
        (get, "/api/site-users/account/notifications/restock/groups", ReadRestock, None),
        (
            post.clone(),
            "/api/site-users/account/notifications/restock/send",
            SendRestock,
            Some(variant.clone()),
        ),
        (
            post,
            "/api/site-users/account/notifications/restock/send/all",
            SendRestock,
            Some(json!({"sendRequests": [variant]})),
        ),
    ]
}

/// Account numbers of a chart of the shop's own.
fn accounting() -> Value {
    let rows = ["HOME", "EU", "WORLD"]
        .map(|place| json!({"place": place, "rate": "*", "revenue": "4000", "tax": "2200"}));
    json!({"chart": "OWN", "country": "US", "receivable": "1200", "giftCards": "2300", "clearing": [{"provider": "", "account": "1100"}],
        "taxes": rows, "consultant": 0, "client": 0, "accountLength": 4, "yearBegins": 1})
}

/// Calls that answer 401 and ask for no right: they look at credentials of their own, or need no more than somebody signed
/// in, whose own things they show.
const NO_RIGHT: [&str; 41] = [
    "POST /api/commerce/catalog",
    "POST /api/commerce/files/missing",
    "PUT /api/commerce/files/{digest}",
    "POST /api/form/SaveFormSubmission",
    "POST /api/reports/source-maps",
    "GET /api/site-users/account/data",
    "GET /api/site-users/account/devices",
    "PUT /api/site-users/account/devices",
    "DELETE /api/site-users/account/devices/{deviceId}",
    "POST /api/site-users/account/devices/{deviceId}/try",
    "GET /api/site-users/account/factors",
    "POST /api/site-users/account/factors/passkeys",
    "POST /api/site-users/account/factors/passkeys/challenge",
    "POST /api/site-users/account/factors/recovery-codes",
    "POST /api/site-users/account/factors/removal",
    "POST /api/site-users/account/factors/totp",
    "PUT /api/site-users/account/factors/totp",
    "GET /api/site-users/account/orders",
    "GET /api/site-users/account/orders/{orderId}/files",
    "GET /api/site-users/account/orders/{orderId}/invoices",
    "GET /api/site-users/account/orders/{orderId}/invoices/{number}/{file}",
    "GET /api/site-users/account/orders/{orderId}/files/{line}/{digest}",
    "POST /api/site-users/account/orders/{orderId}/files/{line}/{digest}/link",
    "GET /api/site-users/account/subscriptions",
    "POST /api/site-users/account/subscriptions/{subscriptionId}/changes",
    "POST /api/site-users/account/subscriptions/{subscriptionId}/card",
    "GET /api/site-users/account/cards",
    "DELETE /api/site-users/account/cards/{cardId}",
    "POST /api/site-users/account/card-session",
    "POST /api/site-users/account/password",
    "POST /api/site-users/account/removal",
    "POST /api/site-users/account/session",
    "POST /api/site-users/account/session/confirmation",
    "POST /api/site-users/account/session/confirmation/challenge",
    "POST /api/site-users/account/session/factor",
    "POST /api/site-users/account/session/factor/challenge",
    "DELETE /api/site-users/account/sessions",
    "GET /api/site-users/account/sessions",
    "DELETE /api/site-users/account/sessions/{sessionId}",
    "GET /api/site/pages/content",
    "POST /api/site/pages/unlock",
];

/// A path of the table as it is called: with a name in place of each that it asks for.
pub fn plain(path: &str) -> String {
    path.replace("{code}", "NOBODY").replace("{of}", "pages").replace(['{', '}'], "")
}

async fn status(visitor: &Visitor, method: &Method, path: &str, body: Option<Value>) -> u16 {
    let path = plain(path);
    let mut headers = vec![("x-csrf-token", visitor.crumb().await)];
    if let Some(token) = visitor.xsrf() {
        headers.push(("x-siteuser-xsrf-token", token));
    }
    if body.is_some() {
        headers.push(("content-type", "application/json".into()));
    }
    visitor.send(method.clone(), &path, &headers, body.map(|body| body.to_string())).await.status.as_u16()
}

/// no call that can answer 401 is missing from the table.
#[test]
fn a_099_the_table_has_every_call() {
    let document: Value = serde_json::to_value(loggia_api::openapi::document()).unwrap();
    let mut asked = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            if call["responses"].get("401").is_some() {
                asked.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    let table: BTreeSet<String> = calls()
        .into_iter()
        .map(|(method, path, ..)| format!("{method} {}", path.split('?').next().unwrap()))
        .collect();
    let missing: Vec<&String> =
        asked.iter().filter(|call| !table.contains(*call) && !NO_RIGHT.contains(&call.as_str())).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let unknown: Vec<&String> = table.difference(&asked).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

on_both! {
    /// role by role and call by call: who has the right is let in, and nobody else.
    async fn a_099_every_call_lets_in_who_has_its_right(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let anonymous = app.visitor();
        let nobody = app.member("nobody@shop.example", &[]).await;
        for (method, path, _, body) in calls() {
            assert_eq!(status(&anonymous, &method, path, body.clone()).await, 401, "{method} {path}");
            assert_eq!(status(&nobody, &method, path, body).await, 403, "{method} {path}");
        }
        for role in Role::ALL {
            let visitor = app.member(&format!("role{}@shop.example", role.code()), &[role]).await;
            for (method, path, right, body) in calls() {
                let status = status(&visitor, &method, path, body).await;
                if may(role, right) {
                    assert!(![401, 403].contains(&status) && status < 500, "{role:?} {method} {path}: {status}");
                } else {
                    assert_eq!(status, 403, "{role:?} {method} {path}");
                }
            }
        }
        // Somebody else's session token opens nothing.
        let admin = app.visitor();
        admin.log_in("role1@shop.example", false).await;
        admin.forget_xsrf();
        let body = json!({"header": {}, "footer": {}});
        assert_eq!(status(&admin, &Method::PUT, "/api/site-header-footer", Some(body)).await, 403);
    }
}
