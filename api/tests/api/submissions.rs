//! What the owner sees of submissions.

use crate::app::on_both;
use crate::app::{TestApp, Visitor};
use crate::catalog;
use crate::forms::{key, send};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const LIST: &str = "/api/form/submissions";

/// A submission with something in the field no person sees.
async fn send_as_a_program(visitor: &Visitor, form_id: &str, form: Value) {
    let key = key(visitor).await;
    let body = json!({"key": key, "formId": form_id, "form": form, "decoy": "http://spam.example"});
    assert_eq!(visitor.post("/api/form/SaveFormSubmission", body).await.status, 200);
}

on_both! {
    /// everything that was sent is listed, newest first, in the words of the form; by form and by mark.
    async fn a_068_submissions_are_listed(app: &TestApp) with |settings| settings.limits.form = 100; {
        let visitor = app.visitor();
        for index in 0..21 {
            assert_eq!(send(&visitor, "contact", json!({"name": format!("Ann {index:02}")})).await.status, 200);
        }
        send_as_a_program(&visitor, "contact", json!({"name": "Eve"})).await;
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let first = editor.get(LIST).await.json();
        assert_eq!((first["submissions"].as_array().unwrap().len(), &first["hasNextPage"]), (20, &json!(true)));
        let newest = &first["submissions"][0];
        assert_eq!((&newest["suspect"], &newest["formId"]), (&json!(true), &json!("contact")));
        let name = |submission: &Value| submission["answers"].as_array().unwrap().iter().find(|answer| answer["id"] == "name").unwrap()["text"].clone();
        assert_eq!(name(newest), "Eve");
        let cursor = first["nextPageCursor"].as_str().unwrap();
        let second = editor.get(&format!("{LIST}?cursor={cursor}")).await.json();
        assert_eq!((second["submissions"].as_array().unwrap().len(), name(&second["submissions"][1])), (2, json!("Ann 00")));
        let count = async |query: &str| editor.get(&format!("{LIST}?{query}")).await.json()["submissions"].as_array().unwrap().len();
        assert_eq!((count("suspect=true").await, count("suspect=false").await, count("formId=nobody").await), (1, 20, 0));
    }

    /// Nobody but ADMIN and EDITOR; no list without a session.
    async fn a_099_submissions_are_for_editors(app: &TestApp); {
        assert_eq!(app.visitor().get(LIST).await.status, 401);
        for (role, status) in [(Role::StoreManager, 403), (Role::Admin, 200)] {
            let visitor = app.member(&format!("role{}@shop.example", role.code()), &[role]).await;
            for path in [LIST.to_owned(), format!("{LIST}.csv?formId=contact")] {
                assert_eq!(visitor.get(&path).await.status, status, "{role:?} {path}");
            }
        }
    }

    /// A table other programs read: no cell is taken for a formula, a field that is gone keeps its answers.
    async fn a_068_submissions_are_exported(app: &TestApp); {
        let visitor = app.visitor();
        send(&visitor, "contact", json!({"name": "=SUM(\"A1\",1)", "email": "ann@shopper.example"})).await;
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let reply = editor.get(&format!("{LIST}.csv?formId=contact")).await;
        assert_eq!(reply.headers["content-type"], "text/csv; charset=utf-8");
        let lines: Vec<&str> = reply.text.split("\r\n").collect();
        assert_eq!(lines.len(), 3, "{}", reply.text);
        assert!(lines[0].starts_with("id,createdOn,suspect,page,") && lines[0].ends_with(",other"), "{}", lines[0]);
        assert!(lines[1].contains(",2026-11-21T06:00:00Z,false,/contact,"), "{}", lines[1]);
        assert!(lines[1].contains("\"'=SUM(\"\"A1\"\",1)\""), "{}", lines[1]);
        let mut catalog = catalog::catalog();
        let forms = catalog["forms"].as_array_mut().unwrap();
        let contact = forms.iter_mut().find(|form| form["id"] == "contact").unwrap();
        contact["fields"].as_array_mut().unwrap().retain(|field| field["id"] != "email");
        app.publish(&catalog).await;
        let later = editor.get(&format!("{LIST}.csv?formId=contact")).await;
        assert!(later.text.ends_with(",email: ann@shopper.example\r\n"), "{}", later.text);
        assert_eq!(editor.get(&format!("{LIST}.csv")).await.status, 400);
    }

    /// What a mark held back is made up for when the owner takes it off, once; each judgement is written down.
    async fn a_068_a_mark_is_taken_off(app: &TestApp); {
        let mut catalog = catalog::catalog();
        let forms = catalog["forms"].as_array_mut().unwrap();
        let contact = forms.iter_mut().find(|form| form["id"] == "contact").unwrap();
        contact["storage"] = json!([{"kind": "list", "target": ""}]);
        app.publish(&catalog).await;
        send_as_a_program(&app.visitor(), "contact", json!({"name": "Ann", "email": "ann@shopper.example"})).await;
        assert_eq!(app.count("mailing_list_member", "TRUE").await, 0);
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let id = editor.get(LIST).await.json()["submissions"][0]["id"].as_str().unwrap().to_owned();
        for _ in 0..2 {
            let judged = editor.put(&format!("{LIST}/{id}"), json!({"suspect": false})).await;
            assert_eq!((judged.status.as_u16(), judged.json()), (200, json!({"suspect": false})));
        }
        assert_eq!(app.count("mailing_list_member", "email = 'ann@shopper.example'").await, 1);
        assert_eq!(app.count("record", "kind = 'judge-submission'").await, 1);
        assert_eq!(editor.put(&format!("{LIST}/{id}"), json!({"suspect": true})).await.status, 200);
        assert_eq!(app.count("form_submission", "is_suspect").await, 1);
        assert_eq!(editor.put(&format!("{LIST}/nothing"), json!({"suspect": true})).await.status, 404);
    }

    /// Removed for good, by who may.
    async fn a_submission_is_removed(app: &TestApp); {
        send(&app.visitor(), "contact", json!({"name": "Ann"})).await;
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let id = editor.get(LIST).await.json()["submissions"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(app.visitor().delete(&format!("{LIST}/{id}")).await.status, 401);
        assert_eq!(editor.delete(&format!("{LIST}/{id}")).await.status, 204);
        assert_eq!(editor.delete(&format!("{LIST}/{id}")).await.status, 404);
        assert_eq!(app.count("form_submission", "TRUE").await, 0);
    }
}
