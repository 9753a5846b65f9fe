//! Programs that send forms without running the page, and people who are taken for none.

use crate::app::{TestApp, Visitor, on_both};
use crate::forms::{key, prove};
use loggia_api::roles::Role;
use serde_json::{Value, json};

const SAVE: &str = "/api/form/SaveFormSubmission";
const MINUTE: i64 = 60_000;

/// Sends the form that feeds a list and an email; with the proof of a key, if there is one.
async fn send(visitor: &Visitor, key: &str, proof: Option<&str>) -> (u16, Value) {
    let mut body = json!({"key": key, "formId": "routed", "form": {"email": "ann@shopper.example"}});
    if let Some(proof) = proof {
        body["proof"] = json!(proof);
    }
    let reply = visitor.post(SAVE, body).await;
    (reply.status.as_u16(), reply.json())
}

/// Why the newest submission is marked, as the owner reads it.
async fn newest(owner: &Visitor) -> (Value, Value) {
    let listed = owner.get("/api/form/submissions").await.json();
    let newest = &listed["submissions"][0];
    (newest["suspect"].clone(), newest["suspicion"].clone())
}

on_both! {
    /// a script that asks for a key and posts is told that all is well; what it sent is kept, marked, and signs
    /// nobody up.
    async fn a_068_a_script_without_the_page_is_marked(app: &TestApp) with |settings| settings.limits.form = 100; {
        let script = app.visitor();
        let owner = app.member("ed@shop.example", &[Role::Editor]).await;
        let other = prove(&key(&script).await);
        let mut kept = 0;
        for wrong in [None, Some(""), Some("1.2.3.4"), Some(other.as_str())] {
            let key = key(&script).await;
            assert_eq!(send(&script, &key, wrong).await, (200, json!({"success": true})), "{wrong:?}");
            kept += 1;
            assert_eq!(newest(&owner).await, (json!(true), json!("not-run")));
        }
        assert_eq!(app.count("form_submission", "is_suspect AND suspicion = 'not-run'").await, kept);
        assert_eq!(app.count("mailing_list_member", "TRUE").await, 0);
        // None is lost: the owner's emails tell of each, marked.
        let emails = app.emails_to("owner@shop.example").await;
        assert_eq!(emails.iter().filter(|message| message.contains("Subject: [suspect]")).count(), emails.len());
        assert_eq!(emails.len(), 4);
    }

    /// the work that comes with a key is what the page does with it; anyone who does it in their time is no suspect.
    async fn a_052_who_runs_the_page_is_no_suspect(app: &TestApp); {
        let visitor = app.visitor();
        let given = visitor.post("/api/form/FormSubmissionKey", json!({})).await.json()["data"].clone();
        assert_eq!(given["work"]["challenge"], given["key"]);
        assert_eq!((&given["work"]["bits"], &given["work"]["puzzles"], &given["work"]["lifetime"]), (&json!(11), &json!(4), &json!(60 * MINUTE)));
        let key = given["key"].as_str().unwrap();
        assert_eq!(send(&visitor, key, Some(&prove(key))).await.0, 200);
        assert_eq!(app.count("form_submission", "NOT is_suspect AND suspicion = ''").await, 1);
        assert_eq!(app.count("mailing_list_member", "email = 'ann@shopper.example'").await, 1);
    }

    /// too fast for any person; just fast enough; forty minutes of typing; and longer than a key holds, with a new one.
    async fn a_051_a_submission_takes_a_person_s_time(app: &TestApp) with |settings| { settings.limits.form = 100; settings.limits.form_fastest_ms = 1000; }; {
        let visitor = app.visitor();
        let owner = app.member("ed@shop.example", &[Role::Editor]).await;
        for (wait, expected) in [(999, (json!(true), json!("too-fast"))), (1000, (json!(false), json!(null))), (40 * MINUTE, (json!(false), json!(null)))] {
            let key = key(&visitor).await;
            app.clock.advance(wait);
            assert_eq!(send(&visitor, &key, Some(&prove(&key))).await.0, 200);
            assert_eq!(newest(&owner).await, expected, "after {wait} ms");
        }
        let old = key(&visitor).await;
        app.clock.advance(61 * MINUTE);
        let over = send(&visitor, &old, Some(&prove(&old))).await;
        assert_eq!((over.0, &over.1["error"]), (400, &json!("Error processing form submission. Please reload and try again.")));
        let renewed = key(&visitor).await;
        app.clock.advance(1000);
        assert_eq!(send(&visitor, &renewed, Some(&prove(&renewed))).await.0, 200);
        assert_eq!(newest(&owner).await, (json!(false), json!(null)));
    }

    /// a captcha that was solved is proof enough; the field no person sees still speaks against its sender.
    async fn a_017_a_solved_captcha_is_proof_enough(app: &TestApp); {
        let visitor = app.visitor();
        for (decoy, suspicion) in [("", ""), ("https://spam.example", "decoy")] {
            let body = json!({"key": key(&visitor).await, "formId": "guarded", "form": {"text": "x"}, "captchaKey": "test-pass", "decoy": decoy});
            assert_eq!(visitor.post(SAVE, body).await.status, 200);
            assert_eq!(app.count("form_submission", &format!("form_id = 'guarded' AND suspicion = '{suspicion}'")).await, 1);
        }
    }
}
