//! What the staff keep of a customer: notes, and two customers made one, with everything of both in the list, in one customer, in groups,
//! in the export and in the erasure. Accounts are never merged.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const CUSTOMERS: &str = "/api/commerce/customers";
const ONE: &str = "/api/commerce/customers/one";
const MERGE: &str = "/api/commerce/customers/merge";
const NOTES: &str = "/api/commerce/customers/notes";

fn good(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refused(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

async fn buy(app: &TestApp, email: &str) {
    let visitor = app.visitor();
    add(&visitor, "bread", "bread", 1).await;
    let mut body = purchase();
    body["email"] = json!(email);
    good(&visitor.post(CHECKOUT, body).await);
    app.clock.advance(1000);
}

async fn listed(owner: &Visitor, body: Value) -> Vec<(String, i64)> {
    let found = good(&owner.post(CUSTOMERS, body).await);
    let rows = found["customers"].as_array().unwrap().iter();
    rows.map(|row| (row["email"].as_str().unwrap().to_owned(), row["orders"].as_i64().unwrap())).collect()
}

on_both! {
    /// S-463: notes stand with the customer, not with an order; they are given out and erased with the person, and written down.
    async fn s_463_notes_stand_with_the_customer(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        assert_eq!(refused(&owner.post(NOTES, json!({"email": "ann@shopper.example", "text": "x"})).await), (404, "customer-missing".into()));
        buy(app, "Ann@Shopper.example").await;
        for text in [" ", &"x".repeat(2001)] {
            assert_eq!(owner.post(NOTES, json!({"email": "ann@shopper.example", "text": text})).await.status, 400);
        }
        good(&owner.post(NOTES, json!({"email": "ann@shopper.example", "text": "Likes rye."})).await);
        app.clock.advance(1000);
        let one = good(&owner.post(NOTES, json!({"email": "ANN@shopper.example", "text": "Calls on Mondays."})).await);
        let texts: Vec<&str> = one["ownNotes"].as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap()).collect();
        assert_eq!((texts, &one["ownNotes"][0]["author"], &one["notes"]), (vec!["Calls on Mondays.", "Likes rye."], &json!("own@shop.example"), &json!([])));
        let id = one["ownNotes"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(owner.delete(&format!("{NOTES}/{id}")).await.status, 204);
        assert_eq!(owner.delete(&format!("{NOTES}/{id}")).await.status, 404);
        let whole = good(&owner.post("/api/people/export", json!({"email": "ann@shopper.example"})).await);
        assert_eq!((&whole["customerNotes"][0]["body"], &whole["otherAddresses"]), (&json!("Likes rye."), &Value::Null));
        app.work().await;
        good(&owner.post("/api/people/erasure", json!({"email": "ann@shopper.example"})).await);
        assert_eq!(app.count("customer_note", "1 = 1").await, 0);
        assert_eq!((app.count("record", "kind = 'note-customer'").await, app.count("record", "kind = 'remove-customer-note'").await), (2, 1));
    }

    /// S-464: two customers become one under the first's address: orders, sums, notes, groups and consents of both; a third joins them; each
    /// address leads there.
    async fn s_464_two_customers_become_one(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        for email in ["ann@home.example", "ann@work.example", "bea@home.example", "ANN@work.example", "ann@old.example"] {
            buy(app, email).await;
        }
        app.execute("UPDATE shop_order SET test_mode = (1 = 0) WHERE email <> 'ann@old.example'").await;
        app.execute("INSERT INTO mailing_list_member (email, source, created_at) VALUES ('ann@work.example', 'test', 1)").await;
        good(&owner.post(NOTES, json!({"email": "ann@work.example", "text": "Prefers the phone."})).await);
        for (key, rule) in [("often", json!({"ordersAtLeast": 3})), ("trade", Value::Null)] {
            good(&owner.put(&format!("/api/commerce/customer-groups/{key}"), json!({"name": key, "rule": rule})).await);
        }
        good(&owner.post("/api/commerce/customer-groups/trade/members", json!({"add": ["ann@work.example"]})).await);
        let merge = |email: &'static str, second: &'static str| owner.post(MERGE, json!({"email": email, "second": second}));
        assert_eq!(refused(&merge("ann@home.example", "nobody@home.example").await), (404, "customer-missing".into()));
        assert_eq!(refused(&merge("ann@home.example", "ANN@home.example").await), (409, "one-customer".into()));
        let one = good(&merge("Ann@home.example", "ann@work.example").await);
        assert_eq!((&one["email"], &one["otherEmails"], &one["count"]), (&json!("ann@home.example"), &json!(["ann@work.example"]), &json!(3)));
        assert_eq!((&one["sums"][0]["orders"], &one["ownNotes"][0]["text"]), (&json!(3), &json!("Prefers the phone.")));
        assert_eq!((&one["consent"][0]["email"], &one["groups"][0]["key"]), (&json!("ann@work.example"), &json!("trade")));
        assert_eq!(refused(&merge("ann@work.example", "ann@home.example").await), (409, "one-customer".into()));
        // The third is given by the second's address.
        good(&merge("ann@work.example", "ann@old.example").await);
        let one = good(&owner.post(ONE, json!({"email": "ann@old.example"})).await);
        assert_eq!((&one["email"], &one["otherEmails"], &one["count"]), (&json!("ann@home.example"), &json!(["ann@old.example", "ann@work.example"]), &json!(4)));
        app.work().await;
        let (ann, bea) = (("ann@home.example".to_owned(), 4), ("bea@home.example".to_owned(), 1));
        assert_eq!(listed(&owner, json!({})).await, [ann.clone(), bea]);
        assert_eq!(listed(&owner, json!({"text": "work.example"})).await, std::slice::from_ref(&ann));
        app.execute("UPDATE shop_order SET test_mode = (1 = 1)").await;
        for group in ["often", "trade"] {
            assert_eq!(listed(&owner, json!({"group": group})).await, std::slice::from_ref(&ann), "{group}");
        }
        assert_eq!(good(&owner.post("/api/commerce/customer-groups/trade/members", json!({"takeOut": ["ann@old.example"]})).await)["takenOut"], 1);
        assert_eq!(app.count("record", "kind = 'merge-customers'").await, 4);
    }

    /// S-464: nothing of an account is merged: a second with one is refused, and an account sees the orders of its own address as before.
    async fn s_464_accounts_are_never_merged(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        buy(app, "ann@home.example").await;
        buy(app, "ann@work.example").await;
        let ann = app.member("ann@work.example", &[]).await;
        let told = owner.post(MERGE, json!({"email": "ann@home.example", "second": "ann@work.example"})).await;
        assert_eq!((refused(&told), app.count("customer_email", "1 = 1").await), ((409, "second-has-account".into()), 0));
        good(&owner.post(MERGE, json!({"email": "ann@work.example", "second": "ann@home.example"})).await);
        // Whoever asks for their own is given what belongs to the address that they have shown to be theirs, and nothing else.
        let own = ann.get("/api/site-users/account/data").await;
        assert_eq!((own.status.as_u16(), own.text.contains("ann@home.example")), (200, false), "{}", own.text);
    }

    /// S-465: whichever address is named, the staff give out and erase everything of all of them; and while one order is being paid
    /// nothing of any is erased.
    async fn s_465_export_and_erasure_find_everything_of_both(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        for email in ["ann@home.example", "ann@work.example"] {
            buy(app, email).await;
        }
        good(&owner.post(MERGE, json!({"email": "ann@home.example", "second": "ann@work.example"})).await);
        let whole = good(&owner.post("/api/people/export", json!({"email": "ann@work.example"})).await);
        let other = &whole["otherAddresses"][0];
        assert_eq!((&whole["email"], &other["email"]), (&json!("ann@work.example"), &json!("ann@home.example")));
        assert_eq!([&whole, other].map(|one| one["orders"].as_array().unwrap().len()), [1, 1]);
        app.work().await;
        app.execute("UPDATE shop_order SET status = 'pending' WHERE email = 'ann@home.example'").await;
        assert_eq!(owner.post("/api/people/erasure", json!({"email": "ann@work.example"})).await.status, 409);
        assert_eq!(app.count("shop_order", "email LIKE 'ann@%'").await, 2);
        app.execute("UPDATE shop_order SET status = 'paid' WHERE email = 'ann@home.example'").await;
        let erased = good(&owner.post("/api/people/erasure", json!({"email": "ann@work.example"})).await);
        assert_eq!((&erased["erased"]["orders"], app.count("shop_order", "email LIKE 'ann@%'").await), (&json!(2), 0));
        assert_eq!((app.count("customer_email", "1 = 1").await, listed(&owner, json!({})).await), (0, Vec::new()));
    }
}
